"""The page on security names tests that are there, and every test here is named by it."""

import ast
import re
from pathlib import Path

TESTS = Path(__file__).parents[1]
PAGE = TESTS.parent / "docs" / "security.md"


def named():
    return set(re.findall(r"`([\w/]+\.py)::(\w+)`", PAGE.read_text(encoding="utf-8")))


def functions(file):
    tree = ast.parse((TESTS / file).read_text(encoding="utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


def test_every_test_that_the_page_names_is_there():
    files = {file for file, _ in named()}
    known = {(file, name) for file in files for name in functions(file)}
    assert len(named()) > 80
    assert sorted(named() - known) == []


def test_every_threat_has_its_test():
    rows = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    threats = [row for row in rows if not row.startswith("| What ")]
    assert len(threats) > 50
    assert [row for row in threats if "::test_" not in row] == []
    assert {row.count(" | ") for row in threats} == {2}


def test_no_file_of_these_tests_is_left_out():
    files = {f"security/{path.name}" for path in Path(__file__).parent.glob("test_*.py")}
    assert files - {file for file, _ in named()} == {"security/test_document.py"}
