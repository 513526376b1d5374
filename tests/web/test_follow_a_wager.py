"""docs/follow-a-wager.md is run as it stands: against a real server, with real browsers, and its hops are traced."""

import doctest
from pathlib import Path

import pytest

from support.wager_evening import Evening
from support.wager_hops import ROOT, Tracer, hops_on

PAGE = Path(__file__).parents[2] / "docs" / "follow-a-wager.md"


@pytest.fixture
def tracer():
    """It is installed before the server starts its threads."""
    with Tracer() as tracer:
        yield tracer


@pytest.fixture
def evening(tracer, house, visit):
    visit.allow("WebSocket|ERR_")  # the plug is pulled in the end
    return Evening(house, visit, tracer)


def test_the_page_is_true(evening):
    result = doctest.testfile(str(PAGE), module_relative=False, globs=evening.names(), optionflags=doctest.FAIL_FAST)
    assert result.attempted > 20
    assert result.failed == 0


def test_the_hops_are_those_of_the_page(evening):
    asked, pushed, rose = hops_on(PAGE.read_text())
    ann, dealer, display = evening.ann, evening.dealer, evening.display
    dealer.click("Open the bets")
    ann.click("Ante: ")
    ann.sees("$195 in chips")
    evening.tracer.start()
    ann.click("Progressive: ")
    ann.sees("$194 in chips")
    dealer.sees("Seat 3 bets $1 on Progressive.")
    evening.tracer.stop()
    for hops in (asked, pushed):
        verify_followed(evening.tracer, hops)
    evening.tracer.start()
    dealer.click("No more bets")
    assert display.meter(100014) == "$1,000.14"
    evening.tracer.stop()
    verify_followed(evening.tracer, rose)


def verify_followed(tracer, hops):
    listed = [hop for hop in hops if hop.is_on_the_server]
    assert tracer.followed(listed) == listed


def test_every_hop_is_in_its_file_and_counted():
    page = PAGE.read_text()
    hops = [hop for part in hops_on(page) for hop in part]
    for hop in hops:
        folder = ROOT / ("src/pitboss" if hop.is_on_the_server else "web/src")
        assert hop.function.rpartition(".")[2] in (folder / hop.file).read_text(), hop
    counts = f"{len(hops)} hops through {len({hop.file for hop in hops})} files"
    assert counts in page, f"there are {counts}"
