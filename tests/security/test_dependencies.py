"""Everything that is installed is pinned with its hashes, and a known hole in a pin is found."""

import json
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "scripts" / "audit_dependencies.py"


@pytest.fixture(scope="module")
def audit():
    return runpy.run_path(str(SCRIPT))


@pytest.fixture
def pins(audit):
    return [pin for lock in audit["LOCKS"] for pin in audit["python_pins"](lock)] + list(
        audit["page_pins"](audit["PAGES"])
    )


def test_every_package_of_the_room_and_of_its_pages_is_pinned_with_hashes(audit, pins):
    assert {pin.ecosystem for pin in pins} == {"PyPI", "npm"}
    assert len(pins) > 150
    assert audit["loose"](pins) == []


def test_a_package_without_version_or_hash_is_named(audit, tmp_path):
    lock = tmp_path / "lock.txt"
    lock.write_text("alembic==1.20.1 \\\n    --hash=sha256:8349\nnumpy>=2\nrich==15.0\n")
    assert audit["loose"](audit["python_pins"](lock)) == ["numpy has no version", "rich has no hash"]
    pages = tmp_path / "package-lock.json"
    pages.write_text(json.dumps({"packages": {"": {}, "node_modules/svelte": {"version": "5.57.3"}}}))
    assert audit["loose"](audit["page_pins"](pages)) == ["svelte has no hash"]


def advisory(ecosystem, name, *events, versions=()):
    spans = [{"type": "ECOSYSTEM", "events": list(events)}]
    package = {"ecosystem": ecosystem, "name": name}
    return {
        "id": "OSV-1",
        "summary": "a hole",
        "affected": [{"package": package, "ranges": spans, "versions": versions}],
    }


@pytest.mark.parametrize(
    ("known", "is_found"),
    [
        (advisory("PyPI", "Jinja2", {"introduced": "0"}), True),
        (advisory("PyPI", "Jinja2", {"introduced": "0"}, {"fixed": "3.1.6"}), False),
        (advisory("PyPI", "Jinja2", {"introduced": "0"}, {"last_affected": "3.1.5"}), False),
        (advisory("PyPI", "Jinja2", {"introduced": "3.1.7"}), False),
        (advisory("PyPI", "Jinja2", versions=["3.1.6"]), True),
        (advisory("npm", "Jinja2", {"introduced": "0"}), False),
    ],
)
def test_a_known_hole_is_found_in_the_versions_it_is_in(audit, known, is_found):
    pin = audit["Pin"]("PyPI", "jinja2", "3.1.6", True)
    assert bool(audit["holes"]([pin], [known])) is is_found


@pytest.mark.parametrize(
    ("told", "found"),
    [
        (None, None),
        ({"dependencies": [{"name": "rich", "version": "15.0", "vulns": []}]}, []),
        ({"dependencies": [{"name": "rich", "version": "15.0", "vulns": [{"id": "PYSEC-1"}]}]}, ["rich 15.0: PYSEC-1"]),
        ({"dependencies": [{"name": "rich", "skip_reason": "not found"}]}, None),
    ],
)
def test_what_could_not_be_looked_up_is_not_called_sound(audit, monkeypatch, told, found):
    monkeypatch.setitem(audit["ask_pip_audit"].__globals__, "_ask", lambda *_: told)
    assert audit["ask_pip_audit"]() == found


def test_without_the_internet_it_says_what_it_did_not_ask(audit, tmp_path, capsys):
    file = tmp_path / "osv.json"
    file.write_text(json.dumps({"vulns": [advisory("npm", "svelte", {"introduced": "0"})]}))
    assert audit["main"]("--offline", "--licences", "--advisories", str(file)) == 1
    told = capsys.readouterr().out
    assert "every package has one version and its hashes" in told
    assert "pip-audit: not asked (--offline)" in told
    assert "svelte 5." in told
    assert "argon2-cffi" in told
    assert audit["main"]("--offline") == 0
