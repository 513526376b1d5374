"""The tests themselves: they wait for what happens and not for time to pass, stand alone, and run once."""

import ast
import re
from pathlib import Path

import pytest

from support.imports import imports_of

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "tests"
PATIENT = re.compile(r"\b(wait_for_timeout|set_slow_mo|slow_mo)\b")
"""What Playwright has for those who would rather wait than know."""


OF_TESTS = re.compile(r"^\s*(from|import)\b.*\b(test_|conftest)", re.MULTILINE)


def files(folder=TESTS):
    return sorted(folder.rglob("*.py"))


def naps(path):
    """Each call of a sleep in a file, by its line. ``asyncio.sleep(0)`` only lets the others have their turn."""
    text = path.read_text(encoding="utf-8")
    if "sleep" not in text and not PATIENT.search(text):
        return
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.Call | ast.Attribute | ast.ImportFrom):
            continue
        words = ast.unparse(node)
        is_named = isinstance(node, ast.ImportFrom) and any(alias.name == "sleep" for alias in node.names)
        is_time = isinstance(node, ast.Attribute) and words == "time.sleep"
        is_loop = isinstance(node, ast.Call) and re.match(r"(asyncio|anyio|trio)\.sleep\((?!0\))", words)
        is_patient = isinstance(node, ast.Attribute) and PATIENT.search(words)
        if is_named or is_time or is_loop or is_patient:
            yield f"{path.name}:{node.lineno}: {words}"


def test_no_test_sleeps():
    assert len(files()) > 300
    assert [nap for path in files() for nap in naps(path)] == [], "wait for what happens: tests/support/fifo.py"


@pytest.mark.parametrize(
    ("line", "is_nap"),
    [
        ("import time; time.sleep(1)", True),
        ("do(time.sleep, 60)", True),
        ("from time import sleep", True),
        ("async def go(): await asyncio.sleep(0.01)", True),
        ("async def go(): await asyncio.sleep(PAUSE)", True),
        ("page.wait_for_timeout(20)", True),
        ("async def go(): await asyncio.sleep(0)", False),
        ("event.wait(60)", False),
    ],
)
def test_a_nap_is_seen(tmp_path, line, is_nap):
    (tmp_path / "test_this.py").write_text(line)
    assert bool(list(naps(tmp_path / "test_this.py"))) is is_nap


def borrowed(path):
    """What a file imports from a module of tests; from a ``conftest`` only pytest itself takes anything."""
    if not OF_TESTS.search(path.read_text(encoding="utf-8")):
        return
    for name in imports_of(path):
        if any(part.startswith("test_") or part == "conftest" for part in name.split(".")[:-1]):
            yield f"{path.relative_to(path.parents[1])}: {name}"


def test_no_test_imports_from_another():
    assert [each for path in files() for each in borrowed(path)] == [], "what two need is in tests/support"


def test_an_import_from_a_test_is_seen(tmp_path):
    path = tmp_path / "test_this.py"
    path.write_text(
        "from house.test_other import helper\nfrom server.conftest import demo\nfrom support.floor import Floor"
    )
    assert len(list(borrowed(path))) == 2


def test_no_test_runs_twice():
    """Who is lucky the second time was broken the first time."""
    told = [ROOT / "Makefile", ROOT / "pyproject.toml", ROOT / "locks" / "test.txt", ROOT / ".ci" / "run"]
    again = re.compile(r"rerun|flaky|pytest-retry|--lf\b|--last-failed", re.IGNORECASE)
    assert [file.name for file in told if again.search(file.read_text(encoding="utf-8"))] == []
    marks = re.compile(r"mark\.(flaky|repeat)|reruns\s*=")
    assert [
        file.name for file in files() if file != Path(__file__) and marks.search(file.read_text(encoding="utf-8"))
    ] == []


def test_a_test_of_the_house_is_found_from_the_name_of_its_module():
    house = ROOT / "src" / "pitboss" / "house"
    lost = []
    for path in sorted((TESTS / "house").rglob("test_*.py")):
        folder = house / path.parent.relative_to(TESTS / "house")
        modules = {each.stem for each in folder.glob("*.py")} | {
            each.name for each in folder.iterdir() if each.is_dir()
        }
        if not any(re.match(rf"test_{module}(_|$)", path.stem) for module in modules):
            lost.append(str(path.relative_to(TESTS)))
    assert lost == [], "a test of house/tables/floor.py is tests/house/tables/test_floor*.py"
