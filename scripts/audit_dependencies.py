"""Look over everything that is installed with Pitboss: pins, hashes, licences and known holes.

    .venv/bin/python scripts/audit_dependencies.py [--offline] [--licences] [--advisories FILE]

Without the internet: every pin has one version and its hashes, every package of the pages its own, and what is known of
holes comes from a file in the form of OSV (one advisory, a list of them, or {"vulns": [...]}). With the internet,
pip-audit and npm are asked too. Exit status 0: nothing found in what was looked at. 1: something was. What could not be
looked at is said, and is nobody's fault.
"""

import argparse
import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from typing import Any, NamedTuple

from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

ROOT = Path(__file__).parents[1]
LOCKS = (ROOT / "locks" / "run.txt", ROOT / "locks" / "test.txt", ROOT / "locks" / "node.txt")
PAGES = ROOT / "web" / "package-lock.json"
PATIENCE_SECONDS = 180


class Pin(NamedTuple):
    """One package in one version."""

    ecosystem: str
    name: str
    version: str
    is_hashed: bool
    licence: str = ""


def python_pins(lock: Path) -> Iterator[Pin]:
    """The pins of a lock; what is not pinned has no version."""
    for part in re.split(r"\n(?=\S)", lock.read_text(encoding="utf-8").strip()):
        found = re.match(r"([A-Za-z0-9._-]+)(?:\[[^\]]*\])?(?:==([^\s;\\]+))?", part)
        name, version = found.groups() if found else (part[:40], None)
        yield Pin("PyPI", canonicalize_name(name), version or "", "--hash=sha256:" in part)


def page_pins(lock: Path) -> Iterator[Pin]:
    """The packages of the pages."""
    for place, told in json.loads(lock.read_text(encoding="utf-8"))["packages"].items():
        if place:
            is_hashed = told.get("integrity", "").startswith("sha512-")
            name = place.rpartition("node_modules/")[2]
            yield Pin("npm", name, told.get("version", ""), is_hashed, str(told.get("license", "")))


def loose(pins: Iterable[Pin]) -> list[str]:
    """What could be something else at the next install."""
    return [
        f"{pin.name} has no {'hash' if pin.version else 'version'}"
        for pin in pins
        if not (pin.version and pin.is_hashed)
    ]


def licence_of(pin: Pin) -> str:
    """Under what a package is licensed, as far as it says so itself."""
    if pin.ecosystem != "PyPI":
        return pin.licence or "not said"
    try:
        told = metadata(pin.name)
    except PackageNotFoundError:
        return "not installed here"
    classified = [line.rpartition(" :: ")[2] for line in told.get_all("Classifier") or () if line.startswith("License")]
    said = told.get("License-Expression") or ", ".join(classified) or (told.get("License") or "").split("\n")[0]
    return said[:60] or "not said"


# ---- known holes


def read_advisories(file: Path) -> list[dict[str, Any]]:
    """The advisories of a file."""
    told = json.loads(file.read_text(encoding="utf-8"))
    return told if isinstance(told, list) else told.get("vulns", [told])


def holes(pins: Iterable[Pin], advisories: Iterable[dict[str, Any]]) -> list[str]:
    """Which pins an advisory is about."""
    known = {(pin.ecosystem, pin.name): pin for pin in pins}
    found = []
    for advisory in advisories:
        for affected in advisory.get("affected", ()):
            package = affected.get("package", {})
            name = package.get("name", "")
            at = (package.get("ecosystem", ""), canonicalize_name(name) if package.get("ecosystem") == "PyPI" else name)
            if at in known and _is_affected(known[at].version, affected):
                words = advisory.get("summary") or "see the advisory"
                found.append(f"{known[at].name} {known[at].version}: {advisory.get('id', 'an advisory')}, {words}")
    return sorted(set(found))


def _is_affected(version: str, affected: dict[str, Any]) -> bool:
    """In doubt it is: a person looks at it then."""
    if version in affected.get("versions", ()):
        return True
    try:
        here = Version(version)
        return any(_is_in(here, span) for span in affected.get("ranges", ()) if span.get("type") != "GIT")
    except InvalidVersion:
        return True


def _is_in(here: Version, span: dict[str, Any]) -> bool:
    is_inside = False
    for event in span.get("events", ()):
        if "introduced" in event and here >= Version(event["introduced"]):
            is_inside = True
        if "fixed" in event and here >= Version(event["fixed"]):
            is_inside = False
        if "last_affected" in event and here > Version(event["last_affected"]):
            is_inside = False
    return is_inside


# ---- who knows more


def ask_pip_audit() -> list[str] | None:
    """What the Python Packaging Advisory Database says about what is run; nothing where it cannot be asked."""
    command = [sys.executable, "-m", "uv", "tool", "run", "pip-audit", "--disable-pip", "--require-hashes"]
    told = _ask([*command, "--format", "json", "--requirement", str(LOCKS[0])], ROOT)
    if told is None or "dependencies" not in told:
        return None
    found = [
        f"{each['name']} {each.get('version', '')}: {hole['id']}"
        for each in told["dependencies"]
        for hole in each.get("vulns", ())
    ]
    # What it could not look up it calls free of known holes all the same.
    is_whole = not any("skip_reason" in each for each in told["dependencies"])
    return found if found or is_whole else None


def ask_npm() -> list[str] | None:
    """What the npm registry says about the pages; nothing where it cannot be asked."""
    told = _ask(["npm", "audit", "--package-lock-only", "--json"], PAGES.parent)
    if told is None or "vulnerabilities" not in told:
        return None
    return [f"{name}: {hole.get('severity', 'a hole')}" for name, hole in told["vulnerabilities"].items()]


def _ask(command: list[str], folder: Path) -> Any:
    try:
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, timeout=PATIENCE_SECONDS, check=False
        )
        return json.loads(done.stdout)
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return None


# ---- the page


def told(title: str, found: list[str] | None, fine: str) -> int:
    """Print what was found under a title; how much it is."""
    if found is None:
        print(f"{title}: could not be asked; no internet, or it is not installed")
        return 0
    print(f"{title}: {fine if not found else f'{len(found)} found'}")
    for line in found:
        print(f"  {line}")
    return len(found)


def main(*arguments: str) -> int:
    """Look at everything, and say it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--offline", action="store_true", help="ask nobody outside")
    parser.add_argument("--licences", action="store_true", help="list every package with its licence")
    parser.add_argument("--advisories", type=Path, help="known holes, in the form of OSV")
    options = parser.parse_args(arguments)
    pins = sorted({pin for lock in LOCKS for pin in python_pins(lock)} | set(page_pins(PAGES)))
    print(f"{len(pins)} packages: {dict(Counter(pin.ecosystem for pin in pins))}")
    found = told("pins and hashes", loose(pins), "every package has one version and its hashes")
    if options.licences:
        for pin in pins:
            print(f"  {pin.ecosystem:4}  {pin.name:36} {pin.version:14} {licence_of(pin)}")
    if options.advisories:
        found += told("advisories", holes(pins, read_advisories(options.advisories)), "none is about these versions")
    asked: dict[str, Callable[[], list[str] | None]] = {"pip-audit": ask_pip_audit, "npm audit": ask_npm}
    for title, ask in asked.items():
        if options.offline:
            print(f"{title}: not asked (--offline)")
        else:
            found += told(title, ask(), "it knows of none")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
