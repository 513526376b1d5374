"""A table that another process has written to is not loaded anew: only what is new is done again."""

import pytest

from pitboss.cards import print_cards
from pitboss.errors import PitbossError
from pitboss.house.errors import CommandReusedError, RefusedError
from pitboss.house.jackpots.meter_suspension import SuspendMeter
from pitboss.house.open_room import open_room
from pitboss.house.records import journal
from pitboss.house.room import Room
from pitboss.house.tables.commands import CashOut, CloseTable, DealCards, Fill, LeaveSeat, Press, StartRound
from pitboss.house.tables.doing import add_fill
from pitboss.house.tables.settings import CardKind
from pitboss.house.tables.table import Table
from pitboss.house.tables.table_cache import TableCache
from pitboss.paytables import Game
from support.crash_parent import nexus_meter, nexus_table
from support.floor import AUDIENCES, DEALER_7, SUPERVISOR

BETS = {"ante": 500, "progressive": 100}


@pytest.fixture
def other(floor):
    """A second process in the same room, which looks at T1 when it is open and Ann sits there."""
    floor.meter("M1", "TCPP-1")
    floor.table("T1", meter="M1")
    floor.player("ann")
    floor.sit("T1", 2, "ann")
    other = open_room(floor.database, floor.key, clock=floor.clock, entropy=floor.entropy)
    views(other)
    return other


@pytest.fixture
def done_again(monkeypatch):
    """The numbers of all records that are done again from here on."""
    seen, do_again = [], TableCache._replay

    def watched(keeper, kept, record, postings):
        seen.append(record.seq)
        do_again(keeper, kept, record, postings)

    monkeypatch.setattr(TableCache, "_replay", watched)
    return seen


def views(room):
    return [room.view("T1", audience) for audience in AUDIENCES]


def steps(floor):
    return floor.steps("T1", wagers={2: BETS}, hands={2: "9c 7d 2h"}, dealer="Jh 8c 3c")


def test_both_see_the_same_after_every_step_and_nothing_is_done_twice(floor, other, done_again):
    done = [answer.version for answer in steps(floor) if views(other) == floor.views("T1")]
    assert len(done) > 5
    assert done_again == done == list(range(done[0], done[-1] + 1))


def test_the_other_goes_on_where_one_left_off_and_back(floor, other, done_again):
    """They take turns, over several rounds: what was dealt, lies on the table or is stored is the same for both."""
    rooms = (floor.room, other)
    for turn in range(3):
        for number, _ in enumerate(steps(floor)):
            floor.room = rooms[(number + turn) % 2]
            views(floor.room)
    assert views(rooms[0]) == views(rooms[1])
    assert sorted(done_again) == sorted(set(done_again))
    fresh = open_room(floor.database, floor.key, clock=floor.clock)
    assert views(fresh) == views(other)


def test_a_shoe_is_the_same_for_both(floor):
    floor.table("T1", Game.POWER_BLACKJACK)
    floor.player("ann")
    floor.sit("T1", 2, "ann", dollars=5000)
    other = open_room(floor.database, floor.key, clock=floor.clock, entropy=floor.entropy)
    views(other)
    rooms = [floor.room, other]
    for _ in range(4):
        floor.at("T1", StartRound())
        floor.act("T1", "place-wager", seat=2, wager="bet", cents=2500)
        floor.act("T1", "no-more-bets")
        floor.at("T1", DealCards())
        rooms.reverse()
        floor.room = rooms[0]
        assert views(rooms[0]) == views(rooms[1])
        assert order(rooms[0]) == order(rooms[1]) == order(reopened(floor))
        floor.act("T1", "void", SUPERVISOR, reason="a card was exposed")


def order(room):
    deck = room.table("T1").cards.machine.deck
    return None if deck is None or deck.retired else (print_cards(deck.sealed.order), deck.gone)


def reopened(floor):
    return open_room(floor.database, floor.key, clock=floor.clock)


def test_a_command_after_others_wrote_does_only_what_is_new(floor, other, done_again):
    floor.at("T1", LeaveSeat(2))
    # By what the other has at hand somebody still sits there.
    assert other.at_table("T1", CloseTable(0), by=SUPERVISOR, command_id="close").version == 5 + 1
    assert done_again == [5]


def test_a_refusal_that_stands_is_told_when_all_is_caught_up(floor, other, done_again):
    floor.at("T1", Fill(100), SUPERVISOR)
    with pytest.raises(RefusedError, match="ann still sits at table T1"):
        other.at_table("T1", CloseTable(0), by=SUPERVISOR, command_id="close")
    assert done_again == [5]


def test_whatever_is_odd_leads_to_a_table_that_is_loaded_anew(floor, other, done_again):
    kept = other._table_cache.cached("T1")
    kept.hash = journal.START
    floor.at("T1", Fill(100), SUPERVISOR)
    assert views(other) == floor.views("T1")
    assert other._table_cache.cached("T1") is not kept


def test_a_table_on_which_a_record_does_not_go_is_loaded_anew(floor, other):
    kept = other._table_cache.cached("T1")
    kept.table.seatings.clear()
    floor.at("T1", LeaveSeat(2))
    assert views(other) == floor.views("T1")
    assert other._table_cache.cached("T1") is not kept


def test_a_table_ahead_of_what_is_stored_is_loaded_anew(floor, other):
    other._table_cache.cached("T1").version += 1
    assert views(other) == floor.views("T1")


def test_a_table_that_is_not_there_is_refused_at_once(floor, other):
    with pytest.raises(PitbossError, match="create it first"):
        other.at_table("T9", StartRound(), by=DEALER_7, command_id="start")


def test_a_claim_that_is_gone_since_is_not_refused_to_who_asked_before(floor):
    """One process has voided the game and given the frozen claim back; the other has not heard, and gets it again."""
    nexus_meter(floor, "M1", jackpot_lock=True)
    nexus_table(floor, "P", "M1", CardKind.LIVE)
    for do, of in (
        ("place-chip", {"seat": 7}),
        ("press-start-game", {}),
        ("press-spot", {"seat": 7}),
        ("press-hand", {"row": "akq-of-spades"}),
    ):
        floor.press("P", do, **of)
    other = open_room(floor.database, floor.key, clock=floor.clock, entropy=floor.entropy)
    assert other.table("P").lit_claim is not None
    void, by = Press({"do": "void-game", "reason": "misdealt"}), {"by": SUPERVISOR, "command_id": "void"}
    done = floor.room.at_table("P", void, **by)
    again = other.at_table("P", void, **by)
    assert (again.is_repeat, again.version, again.events) == (True, done.version, done.events)
    behind = open_room(floor.database, floor.key, clock=floor.clock, entropy=floor.entropy)
    with pytest.raises(PitbossError) as told_by_one:
        floor.press("P", "void-game", SUPERVISOR, reason="misdealt")
    with pytest.raises(PitbossError) as told_by_other:
        behind.at_table("P", void, by=SUPERVISOR, command_id="another")
    assert str(told_by_other.value) == str(told_by_one.value)


def test_a_half_done_command_leaves_no_table_at_hand_whatever_its_id_was_used_for(floor, other, monkeypatch):
    """What is refused in the middle has changed the table at hand: nobody may go on with that."""
    floor.office(SuspendMeter("M1", "the bank holds the funds"), SUPERVISOR, command_id="used")

    def half(doing, cents):
        add_fill(doing, cents)
        raise RefusedError("in the middle")

    with monkeypatch.context() as broken:
        broken.setattr("pitboss.house.tables.floor.add_fill", half)
        with pytest.raises(CommandReusedError):
            other.at_table("T1", Fill(100), by=SUPERVISOR, command_id="used")
    assert other.table("T1").tray_cents == floor.room.table("T1").tray_cents


def test_who_is_interrupted_while_catching_up_leaves_no_half_of_it_at_hand(floor, other, monkeypatch):
    floor.at("T1", Fill(100), SUPERVISOR)
    do = Table.do

    def half(table, command, outside, by):
        do(table, command, outside, by)
        raise KeyboardInterrupt

    with monkeypatch.context() as interrupted:
        interrupted.setattr(Table, "do", half)
        with pytest.raises(KeyboardInterrupt):
            views(other)
    views(other)
    assert other.table("T1").tray_cents == floor.room.table("T1").tray_cents


def test_nobody_is_refused_for_money_that_moved_after_the_table_was_caught_up(floor, other, monkeypatch):
    """By what the other has at hand a wager lies there; it hears that the round is void, and not of the chips."""
    floor.at("T1", StartRound())
    floor.act("T1", "place-wager", seat=2, wager="ante", cents=500)
    views(other)
    floor.act("T1", "void", SUPERVISOR, reason="misdealt")
    catch_up = Room._catch_up

    def and_then_chips_go(room, table_id):
        is_new = catch_up(room, table_id)
        floor.at("T1", StartRound())  # moves nothing, so what comes first to the other's record is the money
        floor.at("T1", CashOut(2, 1000))
        return is_new

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(Room, "_catch_up", and_then_chips_go)
        other.at_table("T1", LeaveSeat(2), by=DEALER_7, command_id="leave")
    assert floor.cents("wallet:ann") == 10_000
