"""The clock of the room: set back, far ahead, and several processes whose clocks differ a little."""

import json
from datetime import timedelta

import pytest
from sqlalchemy import select, update

from pitboss.games.audience import PUBLIC
from pitboss.house.errors import NotPermittedError, RefusedError
from pitboss.house.open_room import open_room
from pitboss.house.people.proposals import Propose
from pitboss.house.records import journal
from pitboss.house.records.audit import AnchorChains, verify_chain, verify_chains
from pitboss.house.records.journal import as_record, sealed
from pitboss.house.records.list_check import wrong_lists
from pitboss.house.records.room_clock import FAR_AHEAD, SKEW
from pitboss.house.records.self_check import selfcheck
from pitboss.house.reports.gaming_day import parse_instant, print_instant
from pitboss.house.reports.master import master_game_report
from pitboss.house.reports.report_list import Span, make_report
from pitboss.house.storage.schema import CLOCK_DOUBTS, JOURNAL
from pitboss.house.tables.commands import (
    BuyInWithCash,
    CloseTable,
    CountDrop,
    Fill,
    LeaveSeat,
    OpenTable,
    StartRound,
)
from pitboss.house.tables.settings import CardKind
from support.card_room import FakeClock
from support.crash_parent import nexus_meter, nexus_table
from support.floor import ACCOUNTING, ADMIN, EXECUTIVE, SUPERVISOR

SUNDAY, MONDAY = "2026-11-15", "2026-11-16"
DOUBTED = "nothing new begins until two people, one of them an executive, acknowledge it"
HOUR = timedelta(hours=1)


@pytest.fixture
def floor(floor):
    """Three Card Poker at T1: ann sits at seat 3 with $100."""
    floor.table("T1")
    floor.player("ann", dollars=500)
    floor.sit("T1", 3, "ann", dollars=100)
    return floor


def win_of(floor, day):
    with floor.database.reading() as connection:
        return master_game_report(connection, floor.room.house, day).view()


def instants(floor, chain="table:T1"):
    return [row["at"] for row in floor.rows("journal") if row["chain"] == chain]


def last(floor, chain="table:T1"):
    return [row for row in floor.rows("journal") if row["chain"] == chain][-1]


def audit(floor):
    with floor.database.reading() as connection:
        return verify_chains(connection, "P1", box=floor.room.box)


# ---- set back


def test_a_clock_set_back_changes_nothing_of_a_day_that_is_past(floor):
    floor.at("T1", LeaveSeat(3))
    floor.at("T1", CloseTable(490_000), SUPERVISOR)
    floor.clock.tick(days=1)
    floor.at("T1", CountDrop(10_000), ACCOUNTING)
    before = win_of(floor, SUNDAY)
    floor.clock.tick(days=-1)
    floor.acknowledge()
    floor.at("T1", OpenTable(100_000), SUPERVISOR)
    floor.at("T1", Fill(50_000), SUPERVISOR)
    assert win_of(floor, SUNDAY) == before
    assert audit(floor).is_sound


def test_a_record_is_never_earlier_than_the_one_before_it(floor):
    before = last(floor)["at"]
    floor.clock.tick(hours=-1)
    for _ in range(3):
        floor.at("T1", Fill(50_000), SUPERVISOR)
    for chain in ("table:T1", "room"):
        assert instants(floor, chain) == sorted(instants(floor, chain))
    assert parse_instant(last(floor)["at"]) - parse_instant(before) < timedelta(milliseconds=1)
    # The record says what the clock said, and that is part of its hash.
    assert json.loads(last(floor)["drawn"])["clock"] == print_instant(floor.clock.now())
    assert audit(floor).is_sound


def test_by_no_more_than_two_seconds_nobody_is_asked(floor):
    before = parse_instant(last(floor)["at"])
    floor.clock.instant -= SKEW + timedelta(seconds=1)  # each command lets it tick by a second
    floor.at("T1", BuyInWithCash(3, 10_000))
    assert parse_instant(last(floor)["at"]) == before + timedelta(microseconds=1)
    assert json.loads(last(floor)["drawn"])["clock"] == print_instant(before - SKEW)
    floor.at("T1", StartRound())
    report = audit(floor)
    assert (report.is_sound, report.off_clock, report.most_off) == (True, 2, SKEW + timedelta(microseconds=1))
    assert "2 were stamped after the newest record, with the clock off by up to 0:00:02" in report.sentence
    assert floor.rows("clock_doubts") == []


def test_by_more_nothing_new_begins(floor):
    floor.at("T1", StartRound())
    floor.table("T2", opener=0)
    floor.clock.tick(hours=-1)
    for table_id, command, by in (
        ("T1", BuyInWithCash(3, 10_000), SUPERVISOR),
        ("T2", OpenTable(100_000), SUPERVISOR),
    ):
        with pytest.raises(RefusedError, match=f"the clock is 0:59:.. behind the newest record: {DOUBTED}"):
            floor.at(table_id, command, by)
    # The round in progress is played to its end.
    floor.act("T1", "void", SUPERVISOR, reason="nobody has bet")
    with pytest.raises(RefusedError, match=DOUBTED):
        floor.at("T1", StartRound())
    floor.acknowledge()
    assert floor.at("T1", StartRound()).version
    assert floor.at("T2", OpenTable(100_000), SUPERVISOR).version
    assert instants(floor) == sorted(instants(floor))


@pytest.mark.parametrize("start", ["press-coin-in", "press-start-game"])
def test_no_game_of_live_cards_begins_and_one_that_is_on_ends(floor, start):
    if start == "press-start-game":
        nexus_meter(floor, "M1")
        nexus_table(floor, "T2", "M1", CardKind.LIVE)
    else:
        floor.meter("M1", "TCPP-1")
        floor.table("T2", meter="M1", cards=CardKind.LIVE)
    floor.press("T2", "place-chip", seat=2)
    floor.press("T2", start)
    floor.clock.tick(hours=-1)
    floor.press("T2", "press-game-over" if start == "press-coin-in" else "press-end-game")
    floor.press("T2", "place-chip", seat=2)
    with pytest.raises(RefusedError, match=DOUBTED):
        floor.press("T2", start)
    floor.acknowledge()
    floor.press("T2", start)


def test_a_clock_that_is_right_again_is_acknowledged_all_the_same(floor):
    floor.clock.tick(hours=-1)
    floor.at("T1", Fill(50_000), SUPERVISOR)
    floor.clock.tick(hours=1)
    with pytest.raises(RefusedError, match=DOUBTED):
        floor.at("T1", StartRound())
    floor.acknowledge()
    floor.at("T1", StartRound())
    assert last(floor)["at"] == print_instant(floor.clock.now())


def test_an_acknowledgement_is_good_for_one_step_back_alone(floor):
    floor.clock.tick(hours=-1)
    floor.acknowledge()
    floor.at("T1", StartRound())
    floor.act("T1", "void", SUPERVISOR, reason="nobody has bet")
    floor.clock.tick(hours=-1)
    with pytest.raises(RefusedError, match=DOUBTED):
        floor.at("T1", StartRound())
    floor.acknowledge()
    floor.clock.tick(hours=5)
    floor.at("T1", StartRound())
    floor.act("T1", "void", SUPERVISOR, reason="nobody has bet")
    floor.clock.tick(minutes=-30)
    with pytest.raises(RefusedError, match=DOUBTED):
        floor.at("T1", StartRound())
    assert len(floor.rows("clock_doubts")) == 3


def test_two_people_acknowledge_and_one_of_them_is_an_executive(floor):
    with pytest.raises(RefusedError, match="the clock is not in doubt: there is nothing to acknowledge"):
        floor.office(Propose("p0", "acknowledge-clock", "clock", {}, "why not"), SUPERVISOR)
    floor.clock.tick(hours=-1)
    floor.at("T1", Fill(50_000), SUPERVISOR)
    with pytest.raises(RefusedError, match="acknowledge-clock takes nothing but its reason, not hours"):
        floor.office(Propose("p1", "acknowledge-clock", "clock", {"hours": 1}, "winter time"), SUPERVISOR)
    floor.office(Propose("p1", "acknowledge-clock", "clock", {}, "set by hand"), SUPERVISOR)
    for by in (SUPERVISOR, ACCOUNTING, ADMIN):
        with pytest.raises(NotPermittedError):
            floor.approve("p1", by)
    floor.approve("p1", EXECUTIVE)
    (doubt,) = floor.rows("clock_doubts")
    assert (doubt["proposed_by"], doubt["acknowledged_by"], doubt["reason"]) == ("4", "3", "set by hand")


def test_it_is_so_after_a_restart_too(floor):
    floor.clock.tick(hours=-1)
    floor.reopen()
    with pytest.raises(RefusedError, match=DOUBTED):
        floor.at("T1", StartRound())
    floor.acknowledge()
    floor.reopen()
    assert floor.at("T1", StartRound()).version


def test_today_is_the_gaming_day_of_the_newest_record_where_the_clock_is_behind_it(floor):
    """The records of Monday are not hidden until the clock has caught up, and Sunday is over."""
    floor.clock.tick(days=1)
    floor.at("T1", Fill(50_000), SUPERVISOR)
    floor.clock.tick(days=-1)
    floor.acknowledge()
    assert last(floor)["day"] == MONDAY
    assert str(floor.room.house.days.day_of(floor.room.clock.latest())) == MONDAY
    span = Span(floor.room.house, floor.room.clock.latest())
    with floor.database.reading() as connection:
        assert make_report(connection, "master-game", span).tables[0].fills_cents == 50_000
    wish = {"room": "P1", "from_day": "2026-11-17", "settings": floor.room.house.settings.as_json() | {"min_age": 21}}
    floor.agree("set-house", "P1", wish, EXECUTIVE, ADMIN)
    floor.clock.tick(days=2)
    floor.at("T1", Fill(50_000), SUPERVISOR)
    floor.clock.tick(days=-2)
    assert floor.room.house.settings.min_age == 21, "what the newest records were made under is in force"


def test_a_table_with_steps_back_is_replayed_as_it_was(floor):
    floor.at("T1", StartRound())
    floor.clock.tick(hours=-1)
    floor.act("T1", "place-wager", seat=3, wager="ante", cents=500)
    before = floor.room.view("T1", PUBLIC)
    floor.reopen()
    assert floor.room.view("T1", PUBLIC) == before
    # Who bets in time is waited for by the clock as it is, not for an hour.
    assert before.since.bets == print_instant(floor.clock.now())


# ---- far ahead


def test_a_clock_far_ahead_is_acknowledged_before_anything_new_begins(floor):
    before = parse_instant(last(floor, "room")["at"])
    floor.clock.instant += FAR_AHEAD
    floor.at("T1", Fill(50_000), SUPERVISOR)
    with pytest.raises(RefusedError, match=f"the clock is .* ahead of the newest record: {DOUBTED}"):
        floor.at("T1", StartRound())
    # Nothing is stamped by it meanwhile: one that is set right again has brought no later day.
    assert parse_instant(last(floor)["at"]) - before < timedelta(seconds=10)
    floor.acknowledge()
    floor.at("T1", StartRound())
    assert last(floor)["at"] == print_instant(floor.clock.now())
    assert audit(floor).is_sound


def test_a_night_and_a_day_without_records_are_no_question(floor):
    floor.clock.instant += FAR_AHEAD - timedelta(seconds=2)
    floor.at("T1", StartRound())
    assert floor.rows("clock_doubts") == []


# ---- several processes


@pytest.fixture
def other(floor):
    """Another process on the same database, with a clock of its own."""
    clock = FakeClock(floor.clock.now())
    room = open_room(floor.database, floor.key, clock=clock, entropy=floor.entropy)
    return room, clock


def test_clocks_that_differ_by_less_than_the_skew_work_without_a_question(floor, other):
    room, clock = other
    clock.instant -= SKEW - timedelta(seconds=1)
    for number in range(6):
        floor.at("T1", Fill(100), SUPERVISOR)
        clock.tick(seconds=1)
        room.at_table("T1", Fill(100), by=SUPERVISOR, command_id=f"other {number}")
        room.at_table("T1", BuyInWithCash(3, 100), by=SUPERVISOR, command_id=f"buy {number}")
    assert floor.rows("clock_doubts") == []
    assert instants(floor) == sorted(instants(floor))
    assert audit(floor).is_sound


def test_a_process_whose_clock_is_behind_learns_it_before_it_begins_anything(floor, other):
    room, clock = other
    floor.clock.tick(hours=1)
    floor.office(AnchorChains(), EXECUTIVE)
    with pytest.raises(RefusedError, match=DOUBTED):
        room.at_table("T1", StartRound(), by=SUPERVISOR, command_id="start")
    # What one process has found, holds at all of them; and so does what two people have said.
    room.at_table("T1", Fill(100), by=SUPERVISOR, command_id="fill")
    with pytest.raises(RefusedError, match=DOUBTED):
        floor.at("T1", StartRound())
    floor.acknowledge()
    floor.at("T1", StartRound())
    clock.instant = floor.clock.now()
    room.at_table("T1", Fill(100), by=SUPERVISOR, command_id="more")
    assert instants(floor) == sorted(instants(floor))


def test_a_process_whose_clock_is_behind_writes_nothing_before_an_anchor(floor, other):
    """Its round goes on and asks nobody, so only the database can say that another process is an hour further."""
    room, _ = other
    room.at_table("T1", StartRound(), by=SUPERVISOR, command_id="start")
    floor.clock.tick(hours=1)
    floor.office(AnchorChains(), EXECUTIVE)
    anchored = instants(floor, "room")[-1]
    room.at_table("T1", Fill(100), by=SUPERVISOR, command_id="fill")
    assert last(floor)["at"] > anchored
    assert audit(floor).is_sound
    # From then on the process knows that its clock is in doubt, and says so.
    room.at_table("T1", Fill(100), by=SUPERVISOR, command_id="more")
    (doubt,) = floor.rows("clock_doubts")
    assert doubt["words"].startswith("the clock is 1:00:")


def test_a_record_within_the_skew_of_an_anchor_is_written_as_it_is(floor, other):
    room, clock = other
    floor.clock.instant = clock.instant + timedelta(seconds=1)
    floor.office(AnchorChains(), EXECUTIVE)
    assert parse_instant(instants(floor, "room")[-1]) == clock.instant + SKEW
    room.at_table("T1", Fill(100), by=SUPERVISOR, command_id="fill")
    assert last(floor)["at"] == print_instant(clock.now())


# ---- what is found


def backdate(floor, by, chain="table:T1"):
    """The last record of a chain is dated back, with hash and seal as whoever has the key can make them."""
    with floor.database.transaction() as connection:
        row = connection.execute(
            select(JOURNAL).where(JOURNAL.c.chain == chain).order_by(JOURNAL.c.seq.desc()).limit(1)
        ).one()
        record = as_record(row)
        postings = journal.postings_of(connection, record)
        plain = json.loads(record.drawn)
        plain.pop("salt")
        at = print_instant(parse_instant(record.at) - by)
        anew = record._replace(at=at, drawn=json.dumps(plain, separators=(",", ":")))
        made = sealed(floor.room.box, anew, postings)
        where = (JOURNAL.c.chain == chain) & (JOURNAL.c.seq == record.seq)
        connection.execute(update(JOURNAL).where(where).values(made._asdict()))
    return made


def test_the_audit_and_every_start_find_a_record_that_is_earlier_than_the_one_before_it(floor):
    made = backdate(floor, HOUR)
    assert audit(floor).first.sentence.startswith(
        f"table:T1, record {made.seq}: it is 0:59:59 earlier than the record before it"
    )
    checks = selfcheck(floor.database, floor.room.house, floor.room.box, is_quick=True)
    assert [check.name for check in checks if not check.is_ok] == ["chains"]


def test_the_audit_finds_a_record_that_is_earlier_than_an_anchor_before_it(floor):
    floor.clock.tick(hours=1)
    floor.office(AnchorChains(), EXECUTIVE)
    floor.at("T1", Fill(100), SUPERVISOR)
    assert audit(floor).is_sound
    backdate(floor, timedelta(minutes=2))
    words = "it is more than a minute earlier than the anchor that was written before it"
    assert audit(floor).first.words.endswith(words)
    with floor.database.reading() as connection:
        assert verify_chain(connection, "P1", "table:T1").first.words.endswith(words)


@pytest.mark.parametrize("column", ["words", "clock", "acknowledged_clock", "acknowledged_by", "reason"])
def test_an_edited_doubt_is_found(floor, column):
    floor.clock.tick(hours=-1)
    floor.acknowledge()
    with floor.database.reading() as connection:
        assert wrong_lists(connection, "P1") == []
    with floor.database.transaction() as connection:
        connection.execute(update(CLOCK_DOUBTS).values({column: "never mind"}))
    with floor.database.reading() as connection:
        (words,) = wrong_lists(connection, "P1")
    assert "the list of doubts about the clock was edited outside Pitboss" in words
