"""The report as a page: it says what was tested and how, what failed, and that a fault was planted."""

import re
from datetime import UTC, datetime

import pytest

from pitboss.lab.randomness.page import as_html
from pitboss.lab.randomness.pictures import save_pictures
from pitboss.lab.randomness.question import RandomnessQuestion
from pitboss.lab.randomness.report import DEALING_MODULES
from pitboss.lab.randomness.verdict import try_generator
from pitboss.lab.store import code_hash
from pitboss.lab.work import Resources

NOON = datetime(2026, 11, 16, 12, tzinfo=UTC)


@pytest.fixture(scope="module")
def report():
    return try_generator(RandomnessQuestion(("53",), 1_000, seed="a drill"), Resources(processes=1))


@pytest.fixture(scope="module")
def page(report):
    return as_html(report, NOON)


def test_a_laboratory_finds_what_it_asks_for(page):
    for text in (
        code_hash(DEALING_MODULES),
        "bytes that follow from the seed &#39;a drill&#39;",
        "1,000, 53,000 cards",
        "(1/2<sup>b</sup>) / (m/2<sup>b</sup>) = 1/m",
        "PASSES: none of 43 tests",
        "Holm",
        "98.75%",
        "What these tests cannot show",
        "pitboss rng-test --deck 53 --shuffles 1000 --seed",
    ):
        assert text in page
    assert page.count("data:image/svg+xml;base64,") == 3
    assert "BIASED" not in page


def test_each_test_of_the_run_has_a_row_and_a_theory(report, page):
    for finding in report.first.findings:
        assert len(re.findall(f"<td>{re.escape(finding.words.title)}(?:<| <span)", page)) == 2


def test_a_planted_fault_is_said_in_large_letters_and_named_where_it_shows():
    page = as_html(
        try_generator(
            RandomnessQuestion(("53",), 1_000, seed="a drill", bias="start-position"), Resources(processes=1)
        ),
        NOON,
    )
    assert '<p class="bias">BIASED ON PURPOSE (start-position)' in page
    assert "53-card deck, start positions: a start position that is drawn more often than another; statistic" in page
    assert "verdict fails" in page


def test_pictures_are_saved_under_their_names(report, tmp_path):
    save_pictures(report, tmp_path / "pictures")
    files = sorted((tmp_path / "pictures").iterdir())
    assert [file.name for file in files] == ["fixed-points.png", "p-values.png", "positions-53.png"]
    assert all(file.read_bytes().startswith(b"\x89PNG") for file in files)
