"""The house itself: imports point one way, public names carry an example, the locks hold no addresses."""

import ast
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


def mapped():
    """The map in CONTRIBUTING: the rooms of the package, in the order in which they may be imported, and the folders."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    _, rooms, folders = re.search(r"## The map\n\n(    src/pitboss/\n)((?: {6}.*\n)+)((?: {4}\S.*\n)+)", text).groups()
    return [[line.split()[0].rstrip("/") for line in part.splitlines()] for part in (rooms, folders)]


ROOMS = [room.removesuffix(".py") for room in mapped()[0] if room != "web"]


def room_of(module):
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else None


def room_imports(package):
    for path in sorted(package.rglob("*.py")):
        own = path.relative_to(package).with_suffix("").parts[0]
        for name in imports_of(path):
            if name.startswith("pitboss.") and room_of(name) != own:
                yield own, room_of(name), path


def test_the_map_in_contributing_is_the_tree():
    rooms, folders = mapped()
    files = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    package = {path.split("/")[2] for path in files if path.startswith("src/pitboss/")}
    assert sorted(rooms) == sorted(package - {"__init__.py", "__main__.py", "py.typed"} | {"web"})
    assert sorted(folders) == sorted({path.split("/")[0] for path in files if "/" in path} - {"src", ".ci"})


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


def departments():
    """The departments of the house, each with the modules that its page names: what other departments may use."""
    for page in sorted((PACKAGE / "house").glob("*/__init__.py")):
        words = ast.get_docstring(ast.parse(page.read_text(encoding="utf-8")))
        yield page.parent, set(re.findall(r"``(\w+)``", words))


def test_a_department_is_used_by_what_its_page_names():
    wrong, pages = [], list(departments())
    for folder, public in pages:
        there = {path.stem for path in folder.glob("*.py")} | {path.name for path in folder.iterdir()}
        assert {name for name in public if name.islower()} <= there, (
            f"the page of {folder.name} names what is not there"
        )
    for path in sorted(PACKAGE.rglob("*.py")):
        names = list(imports_of(path))
        for folder, public in pages:
            prefix = f"pitboss.house.{folder.name}."
            used = {name.removeprefix(prefix).split(".")[0] for name in names if name.startswith(prefix)}
            if folder not in path.parents:
                wrong += [f"{path.relative_to(PACKAGE)} uses {prefix}{name}" for name in used - public]
    assert wrong == []


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
