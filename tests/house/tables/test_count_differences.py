"""What the count of a live-card table finds: the result of the felt, or a shortage, each on its own account."""

import pytest

from pitboss.house.reports.report_list import Span, make_report
from pitboss.house.tables.commands import CloseTable, CountDrop, LeaveSeat, OpenTable
from pitboss.house.tables.settings import CardKind
from support.floor import ACCOUNTING, EXECUTIVE, SUPERVISOR, told

SUNDAY, MONDAY = "2026-11-15", "2026-11-16"


@pytest.fixture
def floor(floor):
    floor.meter("M1", "TCPP-1")
    floor.table("T1", meter="M1", cards=CardKind.LIVE)
    floor.player("ann")
    return floor


def report(floor, name="master-game", day=SUNDAY):
    with floor.database.reading() as connection:
        return make_report(connection, name, Span(floor.room.house, floor.clock.now(), day))


def results(floor):
    """Both accounts of T1, as far as anything is in them."""
    return {name: cents for name, cents in floor.balances().items() if name.startswith("house:") and ":T1" in name}


def test_the_loss_of_a_night_is_no_shortage(floor):
    answer = floor.at("T1", CloseTable(500_000 - 45_600), SUPERVISOR)
    assert told(answer)[-1]["words"] == "closer $4,544, table result -$456"
    assert results(floor) == {"house:table-result:T1": 45_600_000}


def test_a_tray_that_pays_more_than_the_books_have_in_it_has_won_on_the_felt(floor):
    floor.at("T1", CloseTable(500_000), SUPERVISOR)
    floor.at("T1", OpenTable(5_000), SUPERVISOR)
    floor.press("T1", "place-chip", seat=2)
    floor.press("T1", "press-coin-in")
    floor.press("T1", "press-hand", row="three-of-a-kind")
    answer = floor.press("T1", "pay-hand", seat=2)
    assert [event["what"] for event in told(answer) if event["event"] == "money-moved"] == ["table result so far"]
    assert results(floor) == {"house:table-result:T1": -900_000}


def test_at_electronic_cards_a_difference_is_a_shortage(floor):
    floor.table("E1")
    answer = floor.at("E1", CloseTable(500_000 - 200), SUPERVISOR)
    assert told(answer)[-1]["words"] == "closer $4,998, short $2"
    assert floor.cents("house:variance:E1") == 200


@pytest.mark.parametrize(
    ("counted", "accounts", "words"),
    [
        (30_000, {}, "drop"),
        (29_000, {"house:variance:T1": 1_000_000}, "drop (short $10)"),
        (
            80_000,
            {"house:table-result:T1": -50_000_000},
            "drop ($500 more than the buy-ins on record, table result $500)",
        ),
    ],
)
def test_a_box_lacks_only_what_is_on_record(floor, counted, accounts, words):
    floor.sit("T1", 3, "ann", dollars=300)
    floor.at("T1", LeaveSeat(3))
    floor.at("T1", CloseTable(470_000), SUPERVISOR)
    answer = floor.at("T1", CountDrop(counted), ACCOUNTING)
    assert told(answer)[-1]["what"] == words
    assert results(floor) == accounts


def test_the_win_of_a_day_is_drop_closer_and_credits_less_opener_and_fills(floor):
    """$800 of cash bought chips that nobody keyed in; the box is counted on Monday, and is Sunday's."""
    floor.key_in_a_jackpot("T1")  # two wagers of $1 in, and $585 out
    floor.at("T1", CloseTable(500_000 - 58_300 - 80_000 + 12_300), SUPERVISOR)
    (before,) = report(floor).tables
    assert before.drop_is_waiting
    assert before.win_cents == -58_300 - 80_000 + 12_300
    floor.clock.tick(days=1)
    floor.at("T1", CountDrop(80_000), ACCOUNTING)
    (sunday,), (monday,) = report(floor).tables, report(floor, day=MONDAY).tables
    assert (sunday.drop_cents, monday.drop_cents, sunday.drop_is_waiting) == (80_000, 0, False)
    assert (sunday.win_cents, sunday.ledger_win_cents) == (-58_300 + 12_300, -58_300 + 12_300)
    assert (sunday.result_cents, sunday.progressive_cents) == (12_300, -58_300)
    assert (monday.win_cents, monday.counted_cents, monday.over_cents) == (0, 80_000, 0)
    assert report(floor).alarms == report(floor, day=MONDAY).alarms == ()
    assert "house:table-result:T1" in dict(report(floor, "trial-balance").sheets()[1].rows)


def test_a_report_shows_the_result_and_the_progressive_apart(floor):
    floor.key_in_a_jackpot("T1")
    floor.at("T1", CloseTable(500_000 - 58_300 + 12_300), SUPERVISOR)
    sheet = report(floor).sheets()[0]
    assert sheet.columns[7:] == (
        "Win",
        "Table result",
        "Progressive",
        "Hold",
        "To progressives",
        "Over or short",
    )
    assert [str(cell) for cell in sheet.rows[0][7:10]] == ["-$460", "$123", "-$583"]


def test_actual_win_by_the_count_stands_in_the_theory_report(floor):
    floor.at("T1", CloseTable(500_000 - 45_600), SUPERVISOR)
    by_count = report(floor, "theory").sheets()[-1]
    assert by_count.title == "Live-card tables, by the count"
    assert [list(map(str, row)) for row in by_count.rows] == [["T1", "Three Card Poker", "$0", "-$456", "None"]]


@pytest.mark.parametrize(
    ("what", "first", "corrected_by", "accounts"),
    [
        ("tray", 0, 2_000, {"house:table-result:T1:tray": -2_000_000}),
        ("drop", 20_000, 2_000, {"house:variance:T1": 10_000_000, "house:variance:T1:drop": -2_000_000}),
        (
            "drop",
            29_000,
            2_000,
            {
                "house:variance:T1": 1_000_000,
                "house:variance:T1:drop": -1_000_000,
                "house:table-result:T1:drop": -1_000_000,
            },
        ),
    ],
)
def test_a_corrected_count_goes_where_the_count_went(floor, what, first, corrected_by, accounts):
    floor.sit("T1", 3, "ann", dollars=300)
    floor.at("T1", LeaveSeat(3))
    floor.at("T1", CloseTable(470_000), SUPERVISOR)
    if what == "drop":
        floor.at("T1", CountDrop(first), ACCOUNTING)
    floor.clock.tick(days=1)
    floor.agree("correct-count", "T1", {"table_id": "T1", "what": what, "cents": corrected_by}, ACCOUNTING, EXECUTIVE)
    assert results(floor) == accounts
    assert report(floor, day=MONDAY).alarms == ()
    (line,) = report(floor, day=MONDAY).tables
    assert line.win_cents == -sum(cents for name, cents in accounts.items() if "table-result" in name) // 1000


def test_the_table_result_is_told_since_the_table_was_opened(floor, database, clock):
    """Also after a restart: what the tray paid out of the result, what its count finds, and then the box."""
    floor.at("T1", CloseTable(500_000), SUPERVISOR)
    floor.at("T1", OpenTable(5_000), SUPERVISOR)
    floor.press("T1", "place-chip", seat=2)
    floor.press("T1", "press-coin-in")
    floor.press("T1", "press-hand", row="three-of-a-kind")
    floor.press("T1", "pay-hand", seat=2)
    floor.press("T1", "press-game-over")
    floor.reopen()
    closed = floor.at("T1", CloseTable(1_500), SUPERVISOR)
    assert told(closed)[-1]["words"] == "closer $15, table result $24"
    counted = floor.at("T1", CountDrop(10_000), ACCOUNTING)
    assert told(counted)[-1]["what"] == "drop ($100 more than the buy-ins on record, table result $124)"
    assert told(floor.at("T1", OpenTable(5_000), SUPERVISOR))[-1]["words"] == "opener $50"
    assert told(floor.at("T1", CloseTable(5_000), SUPERVISOR))[-1]["words"] == "closer $50"
