"""Whatever the terminal shows, an instant is written one way: by the clock of the room, with its gaming day."""

import re

import pytest

from pitboss.sources import SystemClock
from support.card_room import FakeClock
from support.terminal_queries import QUERIES

MACHINE_TIME = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\d\d:\d\d:\d\d(\.\d+)?Z|\bUTC\b|\+00:00")
MACHINE_DAY = re.compile(r"\d{4}-\d\d-\d\d")
WRITTEN = re.compile(r"Nov 1[45], 2026 \d{1,2}:\d\d:\d\d [AP]M, gaming day Nov 1[45]")
"""The clock of these tests stands at noon of Nov 15 in Los Angeles."""

MORE = [
    "incident show I1",
    "dispute show D1",
    "progressive win-page T2-1-3",
    "proposals show b1",
    "proposals show m1",
    "proposals show h1",
    "proposals show c1",
    "progressive show M1",
    "progressive history M1",
    "report meters M1",
]


@pytest.fixture
def eventful(playing, once):
    """A room with an incident, a dispute, a paid jackpot, and one that was reversed."""
    return once(playing, "eventful", live_through)


def live_through(playing):
    for badge, line in (
        ("3", "table hand-over T2 4"),
        ("4", "table seat take T1 3 ann"),
        ("4", "table buy-in-from-wallet T1 3 $200"),
        ("4", "table round start T1"),
        ("4", "table round place-wager T1 3 ante $5"),
        ("4", "table round no-more-bets T1"),
        ("4", "table deal-cards T1"),
        ("4", "table deal-cards T1"),
        ("4", "table round fold T1 3"),
        ("4", "table round reveal-dealer T1"),
        ("4", "table keypad place-chip T2 3"),
        ("4", "table keypad coin-in T2"),
        ("4", "table keypad hand T2 akq-of-another-suit"),
        ("3", "table keypad turn-key T2 JPH"),
        ("3", "table keypad j-pot T2 3"),
        ("3", "table keypad turn-key T2 RUN"),
        ("5", "player register bob 'Bob Ray' --born 1990-12-31"),
        ("5", "table jackpots pay T2-1-3 --player bob --identity 'licence WDL-1'"),
        ("4", "table keypad count-chips T2 1"),
        ("4", "table keypad game-over T2"),
        ("4", "table keypad place-chip T2 1"),
        ("4", "table keypad coin-in T2"),
        ("4", "table keypad hand T2 akq-of-another-suit"),
        ("3", "table keypad turn-key T2 JPH"),
        ("3", "table keypad j-pot T2 1"),
        ("3", "table keypad turn-key T2 RUN"),
        ("3", "table jackpots reverse T2-2-1 --reason 'it was a pair' --evidence 'camera 4' --proposal-id b1"),
        ("2", "table jackpots reverse T2-2-1 --proposal b1"),
        ("4", "incident open 'table T2' 'the keypad sticks' --incident-id I1"),
        ("3", "incident add-note I1 cleaned"),
        ("2", "incident report-to-commission I1 'letter 118'"),
        ("4", "dispute open T1 1 ann 'I did not fold' --dispute-id D1"),
        ("3", "dispute rule D1 'the hand was folded'"),
        ("2", "house set --from-day 2026-11-20 --min-age 21 --reason 'liquor license' --proposal-id h1"),
        (
            "2",
            "table meet-condition T1 internal-controls --evidence 'approval 4711' --dated 2026-11-03 --proposal-id c1",
        ),
        ("1", "proposals approve c1"),
        ("3", "player exclude bob --until 2026-11-20 --reason 'asked for it'"),
    ):
        playing.say(badge, line)


def test_no_page_of_the_terminal_has_a_time_of_machines(eventful):
    for line in [*QUERIES, *MORE]:
        if line == "audit export":
            continue  # a file for machines
        page = eventful.line(None, line).out
        assert not MACHINE_TIME.search(page), f"{line}: {MACHINE_TIME.search(page)}"
        assert not MACHINE_DAY.search(page), f"{line}: {MACHINE_DAY.search(page)}"


@pytest.mark.parametrize(
    ("badge", "line", "words"),
    [
        ("2", "house set --from-day 2026-11-15 --min-age 21 --reason law", "name Nov 16, 2026 or a later day"),
        ("5", "player register cid Cid --born 2027-01-01", "nobody here was born on Jan 1, 2027"),
        ("2", "player correct-wallet ann --more $5 --day 2026-11-20 --reason 'a slip'", "up to Nov 15, 2026"),
        (None, "report master-game --day 2026-11-20", "there is nothing to tell of gaming day Nov 20, 2026"),
        (None, "report theory --since 2026-11-14 --day 2026-11-10", "Nov 14, 2026, is after the last, Nov 10, 2026"),
        (None, "audit export --since 2026-11-14 --until 2026-11-10", "Nov 14, 2026, is after the last, Nov 10, 2026"),
    ],
)
def test_a_refusal_names_days_in_the_same_form(playing, badge, line, words):
    refusal = playing.line(badge, line).err
    assert words in refusal
    assert not MACHINE_DAY.search(refusal)


@pytest.mark.parametrize("line", MORE)
def test_what_has_a_time_has_it_in_the_one_form(eventful, line):
    page = " ".join(eventful.line(None, line).out.split())
    assert WRITTEN.search(page), page


def test_who_decides_reads_amounts_and_days_and_no_json(eventful):
    shown = " ".join(eventful.line(None, "proposals show h1").out.split())
    assert "from day Nov 20, 2026" in shown
    assert "settings: min age 21" in shown
    assert "settings: tax form from $600" in shown
    assert "seed $1,000" in " ".join(eventful.line(None, "proposals show m1").out.split())
    assert not set('{}[]"') & set(shown)


def test_today_is_that_of_the_newest_record_where_the_clock_is_behind_it(playing, monkeypatch):
    """The clock of the machine was a day ahead, and is set right: what was recorded meanwhile is still of a day."""
    ahead = FakeClock()
    ahead.tick(days=1)
    with monkeypatch.context() as patch:
        patch.setattr(SystemClock, "now", lambda _: ahead.now())
        assert playing.line("3", "table fill T1 $500").status == 0
    report = playing.line(None, "report master-game").out
    assert "gaming day Nov 16, 2026" in report
    assert "$500" in report
    assert playing.line(None, "report master-game --day 2026-11-16").out == report
    assert playing.line(None, "progressive history M1 --day 2026-11-16").status == 0
    assert playing.line(None, "audit export --since 2026-11-16").out.count(",fill,") == 1
    days = playing.line(None, "day list").out.splitlines()
    assert [" ".join(line.split()) for line in days if "not over" in line] == ["Nov 16, 2026 not over"]
