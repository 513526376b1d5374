"""Rounds on record: a row for each that is over, written once and with the record that ended it."""

import json

import pytest
from sqlalchemy import update

from pitboss.games.audience import player
from pitboss.house.errors import RefusedError, StorageError, UnknownError
from pitboss.house.records import rounds
from pitboss.house.records.replay import replay_round
from pitboss.house.reports.tally import rounds_played
from pitboss.house.storage.schema import ROUND_ROWS
from pitboss.house.tables.commands import Act, BuyInWithCash, Fill, MarkFold, StartRound
from pitboss.house.tables.settings import CardKind
from pitboss.paytables import Game
from support.floor import SUPERVISOR

HANDS = {2: "9c 7d 2h", 5: "Ts 6d 4h"}
BETS = {2: {"ante": 500, "pair-plus": 500}, 5: {"ante": 1000}}


@pytest.fixture
def floor(floor):
    floor.table("T1")
    for seat, name in ((2, "ann"), (5, "bob")):
        floor.player(name)
        floor.sit("T1", seat, name)
    return floor


def a_round(floor, **more):
    return list(floor.steps("T1", BETS, HANDS, "Jh 8c 3c", **more))


def row(floor, number, table_id="T1"):
    with floor.database.reading() as connection:
        return rounds.find(connection, "P1", table_id, number)


def test_a_round_has_a_row_as_soon_as_it_is_over_and_not_before(floor):
    begun, *_, ended = a_round(floor)
    found = row(floor, 1)
    assert (found.first_seq, found.last_seq, found.shuffled_seq) == (begun.version, ended.version, begun.version)
    assert (found.outcome, found.day, found.began_day) == ("played", "2026-11-15", "2026-11-15")
    list(floor.steps("T1", BETS, HANDS, "Jh 8c 3c", until="decision"))
    assert row(floor, 2) is None
    floor.act("T1", "void", SUPERVISOR, reason="a card lay face up")
    assert (row(floor, 2).outcome, row(floor, 2).summary.void_reason) == ("void", "a card lay face up")
    assert row(floor, 1) == found, "a row never changes"


def test_what_is_done_between_two_rounds_is_of_no_round(floor):
    floor.at("T1", BuyInWithCash(2, 5000))
    *_, ended = a_round(floor)
    floor.at("T1", Fill(100), SUPERVISOR)
    (begun, *_) = a_round(floor)
    assert begun.version == ended.version + 2
    with floor.database.reading() as connection:
        records = rounds.records_of(connection, "P1", "T1", 1)
    assert (records[0].kind, records[-1].seq) == ("start-round", ended.version)


def test_stakes_are_by_seat_and_say_who_played(floor):
    a_round(floor, folds=(5,))
    summary = row(floor, 1).summary
    assert summary.players == {2: "ann", 5: "bob"}
    assert (summary.staked_cents({2}), summary.wagers[5]) == (1500, {"ante": 1000})
    assert sum(summary.paid.values()) == sum(staked.paid_cents for staked in summary.settled)
    assert summary.hands == {2, 5}


def test_a_round_in_progress_is_found_at_the_end_of_the_chain(floor):
    a_round(floor)
    begun = floor.at("T1", StartRound())
    floor.act("T1", "place-wager", seat=2, wager="ante", cents=500)
    with floor.database.reading() as connection:
        records = rounds.records_of(connection, "P1", "T1", 2)
        assert [record.kind for record in records] == ["start-round", "act"]
        assert rounds.start_of(connection, "P1", "T1", 2).seq == begun.version
        assert rounds.summary_of(connection, "P1", "T1", 2).wagers == {2: {"ante": 500}}
        for number in (0, 3, "2", 10**30):
            with pytest.raises(UnknownError, match=f"there is no round {number!r} at table T1"):
                rounds.records_of(connection, "P1", "T1", number)


def test_no_card_of_a_folded_hand_can_be_read_in_a_row(floor):
    a_round(floor, folds=(5,))
    (stored,) = floor.rows("rounds")
    text = json.dumps(stored | {"sealed": ""})
    assert [card for card in HANDS[5].split() if card in text] == []
    content = row(floor, 1).unsealed(floor.room.box)
    assert {"do": "deal", "cards": HANDS[5]} in content.round["commands"]
    assert content.round["rules"]["game"] == Game.THREE_CARD_POKER


def test_what_is_sealed_opens_in_its_own_row_only(floor):
    a_round(floor)
    a_round(floor)
    with floor.database.transaction() as connection:
        changed = update(ROUND_ROWS).where(ROUND_ROWS.c.number == 1)
        connection.execute(changed.values(sealed=row(floor, 2).sealed))
    with pytest.raises(StorageError, match="round 1 commands does not open with this room's key"):
        row(floor, 1).unsealed(floor.room.box)


def test_the_row_is_the_same_when_other_processes_have_played_the_round(floor):
    """The records before the end were done again by whoever wrote the row."""
    steps = floor.steps("T1", BETS, HANDS, "Jh 8c 3c")
    first = floor.room
    floor.reopen()
    second = floor.room
    for number, _ in enumerate(steps):
        floor.room = (first, second)[number % 2]
        floor.room.view("T1", player(2))
    summary = row(floor, 1).summary
    assert (summary.players, summary.staked_cents({2, 5})) == ({2: "ann", 5: "bob"}, 3500)
    assert row(floor, 1).first_seq < row(floor, 1).last_seq


def test_a_shoe_is_shuffled_once_for_several_rounds(floor):
    floor.table("B", Game.POWER_BLACKJACK)
    floor.player("eve")
    floor.sit("B", 1, "eve", dollars=1000)
    versions = []
    for _ in range(3):
        versions.append(floor.at("B", StartRound()).version)
        floor.act("B", "void", SUPERVISOR, reason="nobody bets")
        floor.reopen()
    rows = [row(floor, number, "B") for number in (1, 2, 3)]
    assert [each.shuffled_seq for each in rows] == [versions[0]] * 3
    assert [each.first_seq for each in rows] == versions


def test_a_game_at_live_cards_keeps_its_presses_and_marks(floor):
    floor.meter("M1", "TCPP-1")
    floor.table("P", meter="M1", cards=CardKind.LIVE)
    for _ in range(2):
        for seat in (2, 3):
            floor.press("P", "place-chip", seat=seat)
        floor.press("P", "press-coin-in")
        floor.at("P", MarkFold(3))
        floor.press("P", "press-game-over")
    second = row(floor, 2, "P")
    assert (second.summary.in_game, second.summary.folded, second.shuffled_seq) == ({2, 3}, {3}, None)
    presses = [press["do"] for press in second.unsealed(floor.room.box).keypad["presses"]]
    assert presses == ["place-chip", "place-chip", "press-coin-in", "press-game-over"]


def test_of_a_round_over_the_cut_off_each_day_has_its_own_part(floor):
    """What was settled before the cut-off belongs to the day before."""
    a_round(floor, folds=(5,), until="dealer")
    floor.days_pass(1)
    while floor.awaiting("T1").kind == "dealer":
        floor.at("T1", Act(floor.room.table("T1").round.options()[0].as_json()))
    found = row(floor, 1)
    assert (found.began_day, found.day) == ("2026-11-15", "2026-11-16")

    def played(*days):
        with floor.database.reading() as connection:
            return [each.wagers for each in rounds_played(connection, ("P1", "T1"), *days)]

    (both,) = played("2026-11-15", "2026-11-16")
    (second,) = played("2026-11-16", "2026-11-16")
    first = played("2026-11-15", "2026-11-15")
    assert sorted([*(first[0] if first else []), *second]) == sorted(both)
    assert len(second) < len(both)


def test_a_replay_of_a_round_in_progress_is_refused_until_its_row_is_there(floor):
    floor.at("T1", StartRound())
    with pytest.raises(RefusedError, match="round 1 of table T1 is in progress"):
        replay_round(floor.room, "T1", 1)
