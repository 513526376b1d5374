"""The page about progressives says what is true."""

import doctest
import re
from pathlib import Path

from pitboss.progressive import LawfulReason

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "progressives.md"


def test_the_examples_of_the_page_run():
    result = doctest.testfile(str(PAGE), module_relative=False)
    assert result.attempted > 5
    assert result.failed == 0


def test_the_page_has_a_row_for_each_lawful_reason():
    rows = re.findall(r"^\| ([a-z ]+) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert set(LawfulReason) <= set(rows)
