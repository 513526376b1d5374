"""Gaming days: counted, closed by two people, and the same ever after."""

import json
import re

import msgspec
import pytest
from sqlalchemy import insert, update

from pitboss.house.errors import NotPermittedError, RefusedError
from pitboss.house.jackpots.display_readings import RecordReading
from pitboss.house.open_room import open_room
from pitboss.house.people.disputes import OpenDispute
from pitboss.house.people.proposals import Propose
from pitboss.house.records.audit import AnchorChains
from pitboss.house.records.list_check import wrong_lists
from pitboss.house.records.self_check import selfcheck
from pitboss.house.reports.master import master_game_report
from pitboss.house.reports.report_list import REPORTS, Span, make_report
from pitboss.house.reports.sheet import as_html, as_text
from pitboss.house.storage.schema import CLOSED_DAYS
from pitboss.house.tables.commands import (
    BuyInWithCash,
    CloseTable,
    CountDrop,
    CountOpenTable,
    Credit,
    Fill,
    LeaveSeat,
    OpenTable,
    PayBooked,
    StartRound,
)
from pitboss.house.tables.settings import CardKind
from support.card_room import FakeClock
from support.floor import ACCOUNTING, DEALER_7, EXECUTIVE, SUPERVISOR

SATURDAY, SUNDAY, MONDAY, TUESDAY = "2026-11-14", "2026-11-15", "2026-11-16", "2026-11-17"
BETS = {3: {"ante": 1000, "pair-plus": 500}}
HAND, DEALER = {3: "Jh 8c 2d"}, "Qs 6d 4c"


@pytest.fixture
def floor(floor):
    """Three Card Poker at T1, where ann plays; one fill and one credit: two slips."""
    floor.table("T1")
    floor.player("ann", dollars=500)
    floor.sit("T1", 3, "ann", dollars=100)
    floor.at("T1", Fill(50_000), SUPERVISOR)
    floor.at("T1", Credit(10_000), SUPERVISOR)
    floor.play("T1", wagers=BETS, hands=HAND, dealer=DEALER)
    return floor


def day_of(floor, day=SUNDAY):
    with floor.database.reading() as connection:
        return master_game_report(connection, floor.room.house, day)


def line(floor, day=SUNDAY, number=0):
    return day_of(floor, day).tables[number]


def close_the_table(floor, table_id="T1", short=0):
    floor.at(table_id, LeaveSeat(3))
    tray = floor.room.table(table_id).tray_cents
    box = floor.room.table(table_id).drop_cents
    floor.at(table_id, CloseTable(tray - short), SUPERVISOR)
    floor.at(table_id, CountDrop(box), ACCOUNTING)


def close_day(floor, day=SUNDAY, slips=2, by_book=(), **people):
    who = {"by": ACCOUNTING, "approved_by": EXECUTIVE} | people
    return floor.agree("close-day", day, {"day": day, "slips": slips, "by_book": list(by_book)}, **who)


# ---- a table that is open over the cut-off


def test_a_table_open_over_the_cut_off_is_counted_while_it_is_open(floor):
    """Its tray is $5 short: that is of the day that ended, and the next begins with what was counted."""
    floor.clock.tick(days=1)
    assert (line(floor).is_by_book, line(floor).short_cents, line(floor).win_cents) == (True, 0, 2_500)
    book = floor.room.table("T1").tray_cents
    floor.at("T1", CountOpenTable(book - 500, 10_000), SUPERVISOR)
    sunday, monday = line(floor), line(floor, MONDAY)
    assert (sunday.is_by_book, sunday.short_cents, sunday.win_cents) == (False, 500, 2_000)
    assert (sunday.closer_cents, monday.opener_cents, monday.win_cents) == (book - 500, book - 500, 0)
    assert (monday.short_cents, monday.counted_cents, floor.cents("drop:T1")) == (0, 10_000, 0)
    assert day_of(floor).alarms == day_of(floor, MONDAY).alarms == ()
    assert sunday.cells()[0] == "counted"
    assert monday.cells()[0] == "by book"
    floor.play("T1", wagers=BETS, hands=HAND, dealer=DEALER)
    floor.reopen()
    close_the_table(floor)
    assert day_of(floor, MONDAY).alarms == ()
    assert line(floor, MONDAY).win_cents == 2_500
    assert [
        check.sentence for check in selfcheck(floor.database, floor.room.house, floor.room.box) if not check.is_ok
    ] == []


def test_what_the_box_lacked_is_found_with_it(floor):
    floor.clock.tick(days=1)
    floor.at("T1", CountOpenTable(floor.room.table("T1").tray_cents, 9_000), EXECUTIVE)
    monday = line(floor, MONDAY)
    assert (monday.drop_short_cents, monday.counted_cents, monday.over_cents) == (1_000, 9_000, -1_000)
    assert day_of(floor, MONDAY).alarms == ()
    content = {"table_id": "T1", "what": "drop", "cents": 1_000}
    floor.agree("correct-count", "T1", content, ACCOUNTING, EXECUTIVE)
    assert line(floor, MONDAY).drop_short_cents == 0


def test_at_live_cards_the_count_says_what_the_felt_has_won(floor):
    floor.meter("M1", "TCPP-1")
    floor.table("T2", meter="M1", cards=CardKind.LIVE)
    floor.clock.tick(days=1)
    assert (line(floor, number=1).is_by_book, line(floor, number=1).win_cents) == (True, 0)
    floor.at("T2", CountOpenTable(512_300, 0), SUPERVISOR)
    assert (line(floor, number=1).is_by_book, line(floor, number=1).win_cents) == (False, 12_300)
    assert line(floor, MONDAY, 1).win_cents == 0
    assert day_of(floor).alarms == day_of(floor, MONDAY).alarms == ()


def test_an_open_table_is_counted_once_between_two_rounds_and_by_the_floor(floor):
    def count(by=SUPERVISOR, tray=500_000, drop=10_000):
        floor.at("T1", CountOpenTable(tray, drop), by)

    with pytest.raises(
        RefusedError, match="was opened on gaming day Nov 15, 2026: it is counted when it closes, or after"
    ):
        count()
    floor.clock.tick(days=1)
    for by in (DEALER_7, ACCOUNTING):
        with pytest.raises(NotPermittedError, match="count-open-table is not for"):
            count(by)
    floor.at("T1", StartRound())
    with pytest.raises(RefusedError, match="is in progress: end it before it is counted"):
        count()
    floor.act("T1", "void", SUPERVISOR, reason="nobody has bet")
    for tray, drop in ((-1, 0), (0, -1)):
        with pytest.raises(RefusedError, match="must be"):
            count(tray=tray, drop=drop)
    count()
    with pytest.raises(RefusedError, match="table T1 was counted for gaming day Nov 15, 2026 already"):
        count()
    floor.clock.tick(days=1)
    count()


# ---- closing


def test_two_people_close_a_day_after_its_cut_off(floor):
    close_the_table(floor)
    with pytest.raises(RefusedError, match="gaming day Nov 15, 2026 is not over: it is closed after its cut-off"):
        close_day(floor)
    floor.clock.tick(days=1)
    assert "not closed: its figures can still change" in as_html(day_of(floor), "x")
    close_day(floor)
    (closed,) = floor.rows("closed_days")
    assert (closed["day"], closed["proposed_by"], closed["closed_by"], closed["slips"]) == (SUNDAY, "5", "3", 2)
    assert (closed["win_cents"], closed["drop_cents"]) == (2_500, 10_000)
    assert "This gaming day is closed by badges 5 and 3: its figures do not change any more." in as_html(
        day_of(floor), "x"
    )
    with pytest.raises(RefusedError, match="gaming day Nov 15, 2026 is closed"):
        close_day(floor)
    with pytest.raises(
        RefusedError, match="nothing happened on gaming day Nov 14, 2026|gaming day Nov 14, 2026 is closed"
    ):
        close_day(floor, SATURDAY)


def test_one_person_does_not_close_a_day(floor):
    close_the_table(floor)
    floor.clock.tick(days=1)
    content = {"day": SUNDAY, "slips": 2, "by_book": []}
    floor.office(Propose("p1", "close-day", SUNDAY, content, "counted"), ACCOUNTING)
    for by in (ACCOUNTING, SUPERVISOR):
        with pytest.raises(NotPermittedError):
            floor.approve("p1", by)
    with pytest.raises(RefusedError, match="the proposal is about '2026-11-16', and its content about '2026-11-15'"):
        floor.office(Propose("p2", "close-day", MONDAY, content, "counted"), ACCOUNTING)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ({}, "close-day takes day, slips and by_book, not nothing"),
        ({"day": "Sunday", "slips": 2, "by_book": []}, "is not a gaming day|'Sunday'"),
        ({"day": None, "slips": 2, "by_book": []}, "about 'None', and its content about None"),
        ({"day": SUNDAY, "slips": -1, "by_book": []}, "slips are a whole number from 0, not -1"),
        ({"day": SUNDAY, "slips": True, "by_book": []}, "slips are a whole number from 0, not True"),
        ({"day": SUNDAY, "slips": 2, "by_book": "T1"}, "by_book is a list of tables, not 'T1'"),
    ],
)
def test_what_cannot_be_read_is_refused(floor, content, words):
    floor.clock.tick(days=1)
    with pytest.raises(RefusedError, match=words):
        floor.office(Propose("p1", "close-day", str(content.get("day")), content, "counted"), ACCOUNTING)


def test_what_is_missing_is_named(floor):
    floor.meter("M1", "TCPP-1")
    floor.table("T2", opener=5000)
    floor.at("T2", CloseTable(500_000), SUPERVISOR)
    floor.clock.tick(days=1)
    missing = (
        "gaming day Nov 15, 2026 cannot be closed yet: "
        "table T1 was open over the cut-off: count its tray and its drop box while it is open; "
        "the drop box of table T2 is not counted; "
        "the display of meter M1 was not read since Nov 15, 2026; "
        "there are 3 slips of fills and credits, and 2 on record"
    )
    with pytest.raises(RefusedError, match=re.escape(missing)):
        close_day(floor, slips=3)
    floor.at("T1", CountOpenTable(floor.room.table("T1").tray_cents, 10_000), SUPERVISOR)
    floor.at("T2", CountDrop(0), ACCOUNTING)
    floor.office(RecordReading("M1", 100_000), ACCOUNTING)
    close_day(floor)


def test_what_is_counted_no_more_stays_by_book_when_two_people_say_so(floor):
    floor.clock.tick(days=1)
    with pytest.raises(RefusedError, match="count its tray and its drop box while it is open"):
        close_day(floor, by_book=["T1"])
    close_the_table(floor)
    with pytest.raises(
        RefusedError, match="table T1 was open over the cut-off and cannot be counted any more: name it"
    ):
        close_day(floor)
    with pytest.raises(RefusedError, match="table T9 does not stay by book: there was none on Nov 15, 2026"):
        close_day(floor, by_book=["T1", "T9"])
    close_day(floor, by_book=["T1"])
    assert line(floor).is_by_book
    floor.clock.tick(days=1)
    with pytest.raises(RefusedError, match="table T1 does not stay by book: it was closed at the cut-off"):
        close_day(floor, MONDAY, slips=0, by_book=["T1"])
    close_day(floor, MONDAY, slips=0)


def test_days_are_closed_one_after_the_other(floor):
    close_the_table(floor)
    floor.days_pass(2)
    with pytest.raises(RefusedError, match="gaming day Nov 15, 2026 is not closed yet: close it before Nov 16, 2026"):
        close_day(floor, MONDAY, slips=0)
    close_day(floor)
    close_day(floor, MONDAY, slips=0)
    assert [row["day"] for row in floor.rows("closed_days")] == [SUNDAY, MONDAY]


# ---- and then it never changes


def reports_of(floor, day):
    """Every report of a day, for machines, as text and as a page."""
    told = {}
    with floor.database.reading() as connection:
        for name in REPORTS:
            report = make_report(connection, name, Span(floor.room.house, floor.clock.now(), day, day))
            told[name] = (
                msgspec.json.encode(report.view()),
                str(list(report.sheets())),
                as_html(report, "x"),
                report.alarms,
            )
    return told


def test_reports_of_a_closed_day_are_the_same_ever_after(floor):
    """A recount, corrections of a wallet and a meter, a dispute, a win reversed and one paid, another meter: all later."""
    floor.meter("M1", "TCPP-1")
    floor.table("T2", meter="M1", cards=CardKind.LIVE)
    floor.key_in_a_jackpot("T2")
    floor.at("T2", CloseTable(500_000 - 58_300), SUPERVISOR)
    floor.at("T2", CountDrop(0), ACCOUNTING)
    close_the_table(floor)
    floor.clock.tick(days=1)
    floor.office(RecordReading("M1", 100_000), ACCOUNTING)
    close_day(floor)
    before = reports_of(floor, SUNDAY)
    floor.agree("correct-count", "T1", {"table_id": "T1", "what": "tray", "cents": 500}, ACCOUNTING, EXECUTIVE)
    floor.agree("correct-count", "T1", {"table_id": "T1", "what": "drop", "cents": -500}, ACCOUNTING, EXECUTIVE)
    floor.agree("correct-wallet", "ann", {"player": "ann", "cents": 700, "day": SUNDAY})
    floor.adjust("M1", "display corrected", 5)
    floor.at("T2", PayBooked("T2-1-2", "ann", "licence", ""), ACCOUNTING)
    floor.office(OpenDispute("d1", "T1", 1, "ann", "my pair was not paid"), SUPERVISOR)
    floor.meter("M2", "TCPP-1")
    floor.table("T3", meter="M2")
    floor.office(AnchorChains(), EXECUTIVE)
    for name, told in reports_of(floor, SUNDAY).items():
        assert told == before[name], name
    floor.days_pass(1)
    floor.reopen()
    assert reports_of(floor, SUNDAY) == before
    checks = selfcheck(floor.database, floor.room.house, floor.room.box)
    assert [check.sentence for check in checks if not check.is_ok] == []


def test_a_win_that_is_reversed_later_changes_nothing_of_a_closed_day(floor):
    floor.meter("M1", "TCPP-1")
    floor.table("T2", meter="M1", cards=CardKind.LIVE)
    floor.key_in_a_jackpot("T2")
    floor.at("T2", CloseTable(500_000 - 58_300), SUPERVISOR)
    floor.at("T2", CountDrop(0), ACCOUNTING)
    close_the_table(floor)
    floor.clock.tick(days=1)
    floor.office(RecordReading("M1", 100_000), ACCOUNTING)
    close_day(floor)
    before = reports_of(floor, SUNDAY)
    floor.reverse("T2-1-2")
    assert reports_of(floor, SUNDAY) == before


def test_later_corrections_name_the_day_that_they_are_about(floor):
    close_the_table(floor)
    floor.clock.tick(days=1)
    close_day(floor)
    floor.agree("correct-count", "T1", {"table_id": "T1", "what": "drop", "cents": -500}, ACCOUNTING, EXECUTIVE)
    (told,) = [row for row in floor.rows("journal") if "count-corrected" in row["events"]]
    assert json.loads(told["events"])[-1]["all"]["day"] == SUNDAY
    assert told["day"] == MONDAY
    with pytest.raises(RefusedError, match="a correction is about a gaming day up to Nov 16, 2026, not Nov 17, 2026"):
        floor.agree("correct-wallet", "ann", {"player": "ann", "cents": 7, "day": TUESDAY})


def test_no_record_is_of_a_closed_day_whatever_the_clock_says(floor):
    """Another process with a clock that was never right, and that has read nothing since."""
    late = FakeClock(floor.clock.now())
    other = open_room(floor.database, floor.key, clock=late, entropy=floor.entropy)
    other.at_table("T1", BuyInWithCash(3, 100), by=SUPERVISOR, command_id="before")
    floor.at("T1", Fill(100), SUPERVISOR)
    floor.clock.tick(days=1)
    floor.at("T1", CountOpenTable(floor.room.table("T1").tray_cents, 10_100), SUPERVISOR)
    floor.table("T2", opener=0)
    close_day(floor, slips=3)
    late.tick(seconds=5)
    other.at_table("T1", Fill(100), by=SUPERVISOR, command_id="late")
    assert {row["day"] for row in floor.rows("journal") if row["command_id"] == "late"} == {MONDAY}


def test_the_database_itself_refuses_a_record_of_a_closed_day(floor):
    close_the_table(floor)
    with floor.database.transaction() as connection:
        row = dict.fromkeys(("closed_at", "proposed_by", "closed_by", "reason", "reports_hash"), "")
        numbers = {"slips": 0, "win_cents": 0, "drop_cents": 0, "by_book": "[]"}
        connection.execute(insert(CLOSED_DAYS).values(property_id="P1", day=SUNDAY, **row, **numbers))
    with pytest.raises(Exception, match="too busy"):
        floor.at("T1", OpenTable(100_000), SUPERVISOR)


def test_an_edited_closing_is_found(floor):
    close_the_table(floor)
    floor.clock.tick(days=1)
    close_day(floor)
    with floor.database.reading() as connection:
        assert wrong_lists(connection, "P1") == []
    with floor.database.transaction() as connection:
        connection.execute(update(CLOSED_DAYS).values(win_cents=5))
    with floor.database.reading() as connection:
        (words,) = wrong_lists(connection, "P1")
    assert (
        "gaming day 2026-11-15 is not what the records say: the list of closed days was edited outside Pitboss" in words
    )


def test_reports_that_are_not_what_was_closed_are_found(floor):
    close_the_table(floor)
    floor.clock.tick(days=1)
    close_day(floor)
    with floor.database.transaction() as connection:
        connection.execute(update(CLOSED_DAYS).values(reports_hash="0" * 64))
    checks = selfcheck(floor.database, floor.room.house, floor.room.box)
    (found,) = [check.words for check in checks if check.name == "closed days"]
    assert found == "the reports of gaming day Nov 15, 2026 are not what they were when it was closed"
    assert as_text(day_of(floor))
