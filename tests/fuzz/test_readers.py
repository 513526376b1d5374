"""Every reader takes what it is given, or refuses it in one short, clear sentence; what it took is read again the same.

`prove/fuzz.py` tries the same for minutes, with fresh seeds.
"""

import ast
from pathlib import Path

import pytest
from hypothesis import given, settings

from fuzz.examples import EXAMPLES, QUICK
from fuzz.exempt import EXEMPT
from fuzz.oracle import judge
from fuzz.spoiling import spoilt
from fuzz.table import TARGETS

PACKAGE = Path(__file__).parents[2] / "src" / "pitboss"
READS = ("parse", "read", "load", "from")


@pytest.mark.parametrize("target", TARGETS.values(), ids=str)
def test_what_is_valid_is_taken(target):
    for seed in target.seeds():
        assert judge(target, seed), "the reader refuses a valid example"


@pytest.mark.parametrize("target", TARGETS.values(), ids=str)
def test_what_is_spoilt_is_taken_or_refused_in_a_sentence(target):
    @settings(QUICK, max_examples=EXAMPLES * target.share)
    @given(spoilt(target.seeds()))
    def read(given):
        judge(target, given)

    read()


def readers(tree):
    """Public functions of a module, and of its public classes, that read by their name."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield from (f"{node.name}.{name}" for name in readers(node))
        elif isinstance(node, ast.FunctionDef) and node.name.partition("_")[0] in READS:
            yield node.name


def found():
    """Every reader of the package, by its full name."""
    for file in sorted(PACKAGE.rglob("*.py")):
        module = ".".join(file.relative_to(PACKAGE).with_suffix("").parts).removesuffix(".__init__")
        yield from (f"{module}.{name}" for name in readers(ast.parse(file.read_text(encoding="utf-8"))))


def test_every_reader_is_tried_or_says_why_not():
    tried = {name for target in TARGETS.values() for name in target.covers}
    known = set(found())
    assert len(known) > 60
    assert known - tried - set(EXEMPT) == set(), "put it into tests/fuzz/table.py, or say in exempt.py why not"
    assert (tried | set(EXEMPT)) - known == set(), "there is no such reader any more"
    assert tried & set(EXEMPT) == set(), "it is tried, and needs no excuse"
