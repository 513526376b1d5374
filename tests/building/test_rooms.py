"""The house itself: imports point one way, public names carry an example, the locks hold no addresses."""

import importlib
import inspect
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest

import pitboss
from support.imports import imports_of

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "pitboss"

# Each room may use the rooms before it. errors.py, data_file.py, dates.py, outside.py, parent.py and printing are the
# ground they all stand on.
ROOMS = [
    "errors",
    "data_file",
    "dates",
    "outside",
    "parent",
    "printing",
    "cards",
    "shuffler",
    "paytables",
    "games",
    "progressive",
    "lab",
    "house",
    "server",
    "bots",
    "torture",
    "cli",
]


def room_of(module):
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else None


def room_imports(package):
    for path in sorted(package.rglob("*.py")):
        own = path.relative_to(package).with_suffix("").parts[0]
        for name in imports_of(path):
            if name.startswith("pitboss.") and room_of(name) != own:
                yield own, room_of(name), path


def test_every_room_is_on_the_list():
    found = {path.name for path in PACKAGE.iterdir() if (path / "__init__.py").exists()} | {"errors"}
    assert found <= set(ROOMS)


def test_imports_point_upward_only():
    used = list(room_imports(PACKAGE))
    assert used
    wrong = [
        f"{path.relative_to(ROOT)} uses {other}"
        for own, other, path in used
        if own != "__main__" and ROOMS.index(other) >= ROOMS.index(own)
    ]
    assert wrong == []


def test_the_check_of_imports_sees_a_wrong_one(tmp_path):
    (tmp_path / "cards").mkdir()
    (tmp_path / "cards" / "bad.py").write_text("from pitboss.house import ledger\n")
    assert [(own, other) for own, other, _ in room_imports(tmp_path)] == [("cards", "house")]


def public_packages():
    names = ["pitboss.errors"]
    for package in pkgutil.walk_packages(pitboss.__path__, "pitboss."):
        if package.ispkg and hasattr(importlib.import_module(package.name), "__all__"):
            names.append(package.name)
    return names


def public_things():
    for name in public_packages():
        module = importlib.import_module(name)
        for public in getattr(module, "__all__", None) or [n for n, o in vars(module).items() if inspect.isclass(o)]:
            thing = getattr(module, public)
            if callable(thing):
                yield f"{name}.{public}", thing


# Functions that only print or only start something show their example in the tests of the command.
WITHOUT_EXAMPLE = {"pitboss.cli.main"}


def test_public_names_have_a_docstring_with_an_example():
    things = dict(public_things())
    assert len(things) > 40
    bare = [name for name, thing in things.items() if ">>>" not in (inspect.getdoc(thing) or "")]
    assert sorted(set(bare) - WITHOUT_EXAMPLE) == []


def test_what_is_exported_exists_and_is_sorted():
    for name in public_packages():
        module = importlib.import_module(name)
        exported = getattr(module, "__all__", [])
        assert len(set(exported)) == len(exported)
        # constants, then classes, then functions, each by name
        assert exported == sorted(exported, key=lambda name: (not name.isupper(), name.islower(), name))
        assert all(hasattr(module, public) for public in exported)


def test_the_cards_do_not_bring_numba_to_the_command_line():
    code = "import sys, pitboss.cli; sys.exit('numba' in sys.modules or 'numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize("name", ["run.txt", "test.txt"])
def test_locks_pin_everything_with_hashes_and_without_addresses(name):
    text = (ROOT / "locks" / name).read_text()
    assert "://" not in text
    assert "index" not in text
    pins = re.split(r"\n(?=\S)", text.strip())
    assert all("==" in pin.splitlines()[0] and "--hash=sha256:" in pin for pin in pins)


def test_the_test_lock_agrees_with_the_run_lock():
    def pins(name):
        return set(re.findall(r"^(\S+==\S+)", (ROOT / "locks" / name).read_text(), re.MULTILINE))

    assert pins("run.txt") <= pins("test.txt")


def test_the_readme_names_the_two_commands_and_ci_calls_the_second():
    readme, ci = (ROOT / "README.md").read_text(), (ROOT / ".ci" / "run").read_text()
    assert "make run" in readme
    assert "make test" in readme
    assert "make test" in ci
