"""From one version of Pitboss to the next: prepared by the old one, checked by the new one, or void from postings."""

from itertools import count

import pytest

from pitboss.games.three_card_poker.rules import ThreeCardPokerRules
from pitboss.house.errors import NotPermittedError, RefusedError
from pitboss.house.records import upgrade
from pitboss.house.records.replay import replay_round
from pitboss.house.records.rounds import past_rounds
from pitboss.house.records.self_check import selfcheck
from pitboss.house.records.upgrade import void_from_postings
from pitboss.house.tables.commands import LeaveSeat, ResumeTable, StartRound, SuspendTable, TakeSeat
from pitboss.house.tables.settings import CardKind
from support.floor import DEALER_7, EXECUTIVE, SUPERVISOR

HANDS = {2: "9c 7d 2h", 5: "Ts 6d 4h"}
BETS = {2: {"ante": 500, "pair-plus": 500, "progressive": 100}, 5: {"ante": 1000}}
ids = count(1)


@pytest.fixture
def floor(floor):
    floor.meter("M1", "TCPP-1")
    floor.table("T1", meter="M1")
    for seat, name in ((2, "ann"), (5, "bob")):
        floor.player(name)
        floor.sit("T1", seat, name)
    return floor


def in_progress(floor, until="decision", **more):
    return list(floor.steps("T1", BETS, HANDS, "Jh 8c 3c", until=until, **more))


def new_id():
    return f"upgrade {next(ids)}"


def prepared(floor, by=SUPERVISOR):
    return {each.table_id: (each.is_ok, each.words) for each in upgrade.prepare(floor.room, by, new_id)}


def checked(floor, by=SUPERVISOR):
    return {each.table_id: (each.is_ok, each.words) for each in upgrade.check(floor.room, by, new_id)}


def with_other_rules(floor, monkeypatch):
    """The next version is installed; what the processes of the old one had in memory is gone."""
    monkeypatch.setattr(ThreeCardPokerRules, "rules_version", 2)
    floor.room._table_cache.forget("T1")


def faults(floor):
    return [each.sentence for each in selfcheck(floor.database, floor.room.house, floor.room.box) if not each.is_ok]


# ---- prepare


def test_rounds_are_void_where_nothing_is_settled_and_tables_suspended(floor):
    in_progress(floor)
    floor.table("T2")
    floor.table("T3", opener=0)
    assert prepared(floor) == {
        "T1": (True, "suspended, stored between two rounds"),
        "T2": (True, "suspended, stored between two rounds"),
        "T3": (True, "closed, stored between two rounds"),
    }
    assert floor.room.table("T1").round.void_reason == "upgrade"
    with pytest.raises(RefusedError, match="table T1 is suspended: upgrade"):
        floor.at("T1", StartRound())
    anchors = [row for row in floor.rows("journal") if row["kind"] == "anchor-chains"]
    assert anchors


def test_a_round_that_is_settled_in_part_is_played_to_its_end(floor):
    steps = floor.steps("T1", BETS, HANDS, "Jh 8c 3c")
    for _ in steps:
        if any(seat.is_settled for seat in floor.room.table("T1").round.seats.values()):
            break
    assert prepared(floor)["T1"] == (True, "suspended, stored between two rounds")
    assert (floor.room.table("T1").round.phase, floor.cents("felt:T1")) == ("over", 0)


def test_what_people_must_end_is_named_and_nothing_is_done_there(floor):
    floor.table("P", meter="M1", cards=CardKind.LIVE)
    floor.press("P", "place-chip", seat=2)
    floor.press("P", "press-coin-in")
    in_progress(floor)
    floor.at("T1", SuspendTable("a player is ill"), SUPERVISOR)
    assert prepared(floor) == {
        "P": (False, "the game of table P is on: end it at its keypad, then prepare again"),
        "T1": (False, "table T1 is suspended in round 1: resume it, and end that"),
    }
    assert floor.room.table("T1").reason == "a player is ill"


def test_a_table_that_was_suspended_before_keeps_its_reason(floor):
    floor.at("T1", SuspendTable("a player is ill"), SUPERVISOR)
    floor.at("T1", LeaveSeat(5))
    assert prepared(floor)["T1"] == (True, "suspended, stored between two rounds")
    assert floor.room.table("T1").reason == "a player is ill"


def test_a_prepared_room_goes_on_under_other_rules(floor, monkeypatch):
    in_progress(floor)
    prepared(floor)
    with_other_rules(floor, monkeypatch)
    assert checked(floor) == {"T1": (True, "prepared")}
    assert faults(floor) == []
    floor.at("T1", ResumeTable(), SUPERVISOR)
    floor.play("T1", wagers={2: {"ante": 500}}, hands={2: HANDS[2]}, dealer="Jh 8c 3c")


# ---- check


def test_a_room_that_was_not_prepared_goes_on_where_the_rules_are_the_same(floor):
    in_progress(floor)
    floor.room._table_cache.forget("T1")
    assert checked(floor) == {"T1": (True, "not prepared, and its records come out the same")}
    assert floor.awaiting("T1").kind == "decision"


def test_a_round_under_other_rules_is_void_from_postings(floor, monkeypatch):
    """Ann's progressive wager has fed the meter, and stays lit."""
    before, tray = {seat: floor.cents(f"chips:T1:{seat}") for seat in (2, 5)}, floor.cents("tray:T1")
    in_progress(floor)
    with_other_rules(floor, monkeypatch)
    (is_ok, words) = checked(floor)["T1"]
    assert is_ok
    assert "was played under rules version 1 of Three Card Poker" in words
    assert words.endswith("round 1 is void from postings: seat 2 gets back $10, and $1 stays lit; seat 5 gets back $10")
    assert (floor.cents("felt:T1"), floor.cents("tray:T1")) == (0, tray + 100)
    assert {seat: floor.cents(f"chips:T1:{seat}") for seat in (2, 5)} == before | {2: before[2] - 100}
    assert faults(floor) == []
    table = floor.room.table("T1")
    assert (table.status, table.reason, table.round_number) == ("suspended", "upgrade", 1)
    assert table.seatings[2].lit_cents == 100


def test_after_that_the_table_plays_on_and_the_round_is_on_record_as_void(floor, monkeypatch):
    in_progress(floor)
    with_other_rules(floor, monkeypatch)
    assert checked(floor)["T1"][0]
    floor.at("T1", ResumeTable(), SUPERVISOR)
    floor.play("T1", wagers={5: {"ante": 500}}, hands={2: HANDS[2], 5: HANDS[5]}, dealer="Jh 8c 3c")
    with floor.database.reading() as connection:
        second, first = past_rounds(connection, ("P1", "T1"), player=None).rounds
    assert (first.round_number, first.void_reason, first.staked_cents) == (1, "upgrade", 2100)
    assert (second.round_number, second.void_reason) == (2, None)
    assert "was void from postings" in replay_round(floor.room, "T1", 1).differs
    assert faults(floor) == []


def test_what_was_settled_before_stays_and_seats_are_those_on_record(floor, monkeypatch):
    """Bob has folded, so his ante is lost; eve sat down since the checkpoint."""
    floor.player("eve")
    floor.at("T1", TakeSeat(6, "eve"))
    list(floor.steps("T1", BETS, HANDS, "Jh 8c 3c", folds=(5,), until="dealer"))
    with_other_rules(floor, monkeypatch)
    assert "seat 5" not in checked(floor)["T1"][1].partition("postings")[2]
    table = floor.room.table("T1")
    assert {seat: seating.player for seat, seating in table.seatings.items()} == {2: "ann", 5: "bob", 6: "eve"}
    assert faults(floor) == []


def test_between_two_rounds_nothing_is_void(floor, monkeypatch):
    in_progress(floor)
    floor.act("T1", "void", SUPERVISOR, reason="a card lay face up")
    with_other_rules(floor, monkeypatch)
    assert checked(floor) == {"T1": (True, "prepared")}


def test_the_floor_voids_and_no_dealer(floor, monkeypatch):
    in_progress(floor)
    with_other_rules(floor, monkeypatch)
    with pytest.raises(NotPermittedError):
        void_from_postings(floor.room, "T1", DEALER_7, new_id(), "upgrade")
    assert "$10" in void_from_postings(floor.room, "T1", EXECUTIVE, new_id(), "upgrade")
