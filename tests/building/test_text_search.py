"""The journal is never searched for text: what has to be found again has a column, or a row of its own."""

import ast
import re
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "src" / "pitboss"
SEARCHES = {
    "contains",
    "endswith",
    "icontains",
    "iendswith",
    "ilike",
    "istartswith",
    "like",
    "match",
    "op",
    "startswith",
}
SEARCHES |= {"not_ilike", "not_like", "regexp_match", "regexp_replace"}
BY_HAND = re.compile(r"\b(I?LIKE|GLOB|REGEXP|INSTR|JSON_EXTRACT|JSON_EACH|SIMILAR TO)\b")


def searched(source):
    """Where a column of the journal is searched for text, or a statement of its own does it."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in SEARCHES:
            if "JOURNAL" in ast.unparse(node.func.value):
                yield ast.unparse(node)
        elif isinstance(node, ast.Name) and node.id == "json_entry":
            yield node.id
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and BY_HAND.search(node.value):
            yield node.value


def test_no_text_of_the_journal_is_searched():
    found = {str(path.relative_to(PACKAGE)): list(searched(path.read_text("utf-8"))) for path in PACKAGE.rglob("*.py")}
    assert {path: where for path, where in found.items() if where} == {}


@pytest.mark.parametrize(
    "source",
    [
        "select(JOURNAL).where(JOURNAL.c.events.contains(told))",
        "func.lower(JOURNAL.c.asked).like('%seat%')",
        "json_entry('seat', 2)",
        "text('SELECT seq FROM journal WHERE events LIKE :told')",
    ],
)
def test_a_search_is_found(source):
    assert list(searched(source))
