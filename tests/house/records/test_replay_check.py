"""What is done again from the records is compared with them, and a difference is refused by table and record."""

import json

import pytest
from sqlalchemy import delete, update

from pitboss.games.audience import PUBLIC
from pitboss.games.three_card_poker.rules import ThreeCardPokerRules
from pitboss.house.errors import StorageError
from pitboss.house.records.replay import replay_round
from pitboss.house.records.replay_check import settings_hash
from pitboss.house.storage.schema import JOURNAL, POSTINGS
from pitboss.house.tables.commands import Fill, StartRound
from pitboss.house.tables.settings import CardKind
from pitboss.house.tables.table_cache import TableCache
from support.floor import SUPERVISOR

ROUND = {"wagers": {2: {"ante": 500}}, "hands": {2: "9c 7d 2h"}, "dealer": "Jh 8c 3c"}


@pytest.fixture
def floor(floor):
    floor.table("T1")
    floor.player("ann")
    floor.sit("T1", 2, "ann")
    floor.play("T1", **ROUND)
    return floor


def of_record(table, seq, chain="table:T1"):
    return (table.c.chain == chain) & (table.c.seq == seq)


def change(floor, *statements):
    with floor.database.transaction() as connection:
        for statement in statements:
            connection.execute(statement)


def load(floor):
    """As a process does that opens the room."""
    with floor.database.reading() as connection:
        return TableCache("P1", floor.room.box).load(connection, "T1")


def replace_in(floor, seq, old, new, chain="table:T1"):
    """Somebody writes other events into a record."""
    (row,) = [row for row in floor.rows("journal") if (row["chain"], row["seq"]) == (chain, seq)]
    assert old in row["events"]
    change(floor, update(JOURNAL).where(of_record(JOURNAL, seq, chain)).values(events=row["events"].replace(old, new)))


def test_a_record_since_the_checkpoint_with_other_events_is_refused(floor):
    seq = floor.at("T1", Fill(100), SUPERVISOR).version
    replace_in(floor, seq, '"cents":100', '"cents":900')
    with pytest.raises(
        StorageError, match=f"^done again, record {seq} of table T1 brings other events than what it says"
    ):
        load(floor)


def test_a_record_with_other_postings_is_refused(floor):
    seq = floor.at("T1", Fill(100), SUPERVISOR).version
    of_tray = of_record(POSTINGS, seq) & (POSTINGS.c.account == "tray:T1")
    change(floor, update(POSTINGS).where(of_tray).values(account="tray:T9"))
    with pytest.raises(StorageError, match=f"record {seq} of table T1 brings other postings than what it says"):
        load(floor)


def test_whoever_catches_up_compares_too(floor):
    floor.room.view("T1", PUBLIC)
    first = floor.room
    floor.reopen()
    seq = floor.at("T1", Fill(100), SUPERVISOR).version
    replace_in(floor, seq, '"cents":100', '"cents":900')
    with pytest.raises(StorageError, match=f"record {seq} of table T1 brings other events"):
        first.view("T1", PUBLIC)


def test_the_round_that_lies_on_the_table_is_compared_when_it_is_loaded(floor):
    (bet,) = [row["seq"] for row in floor.rows("journal") if '"wager":"ante","cents":500}' in row["events"]]
    replace_in(floor, bet, '"cents":500', '"cents":400')
    with pytest.raises(StorageError, match=f"record {bet} of table T1 brings other events than what it says"):
        load(floor)


def test_a_disputed_round_names_the_record_that_differs(floor):
    of_felt = (POSTINGS.c.account == "felt:T1") & (POSTINGS.c.millicents > 0)
    (seq, *_) = sorted(row["seq"] for row in floor.rows("postings") if row["account"] == "felt:T1")
    change(floor, update(POSTINGS).where(of_felt, of_record(POSTINGS, seq)).values(millicents=1))
    again = replay_round(floor.room, "T1", 1)
    assert not again.is_same
    assert f"record {seq} of table T1 brings other postings" in again.differs


def test_a_game_of_the_keypad_names_the_record_that_differs(floor):
    floor.meter("M1", "TCPP-1")
    floor.table("P", meter="M1", cards=CardKind.LIVE)
    floor.press("P", "place-chip", seat=2)
    seq = floor.press("P", "press-coin-in").version
    floor.press("P", "press-game-over")
    assert replay_round(floor.room, "P", 1).is_same
    replace_in(floor, seq, '"seats":[2]', '"seats":[3]', "table:P")
    assert f"record {seq} of table P brings other events" in replay_round(floor.room, "P", 1).differs


def test_a_past_round_replays_alone(floor):
    """Not even the record that made the table is needed."""
    first = floor.at("T1", StartRound()).version
    floor.act("T1", "place-wager", seat=2, wager="ante", cents=500)
    floor.act("T1", "void", SUPERVISOR, reason="a card lay face up")
    change(floor, delete(JOURNAL).where(JOURNAL.c.chain == "table:T1", JOURNAL.c.seq < first))
    again = replay_round(floor.room, "T1", 2)
    assert (again.is_same, again.round.void_reason) == (True, "a card lay face up")


def test_a_checkpoint_has_no_commands_of_its_last_round(floor):
    (row,) = floor.rows("tables")
    assert '"round":1,' in row["snapshot"]
    assert "commands" not in row["snapshot"]


# ---- other versions


def drawn_of(floor, kind):
    return [json.loads(row["drawn"]) for row in floor.rows("journal") if row["kind"] == kind]


def test_records_that_set_a_table_or_begin_a_round_name_rules_and_settings(floor):
    floor.meter("M1", "TCPP-1")
    floor.table("P", meter="M1", cards=CardKind.LIVE)
    floor.press("P", "place-chip", seat=2)
    floor.press("P", "press-coin-in")
    engine = {"rules_version": 1, "settings": settings_hash(floor.room.table("T1").settings)}
    assert engine in [each["engine"] for each in drawn_of(floor, "create-table")]
    assert [each["engine"] for each in drawn_of(floor, "start-round")] == [engine]
    assert ["engine" in each for each in drawn_of(floor, "press")] == [False, True]
    assert not any("engine" in each for each in drawn_of(floor, "act"))
    assert {row["format"] for row in floor.rows("journal")} == {1}


def test_a_round_in_progress_is_not_played_on_by_other_rules(floor, monkeypatch):
    seq = floor.at("T1", StartRound()).version
    monkeypatch.setattr(ThreeCardPokerRules, "rules_version", 2)
    words = f"record {seq} of table T1 was played under rules version 1 of Three Card Poker, and this version .* has 2"
    with pytest.raises(StorageError, match=words):
        load(floor)


def test_between_two_rounds_a_table_goes_on_under_other_rules(floor, monkeypatch):
    """What lay on the table is on record, and is replayed by the version that dealt it."""
    monkeypatch.setattr(ThreeCardPokerRules, "rules_version", 2)
    assert load(floor).table.round is None
    again = replay_round(floor.room, "T1", 1)
    assert (again.round, len(again.steps) > 5) == (None, True)
    assert again.differs.startswith("round 1 of table T1 was played under rules version 1 of Three Card Poker")


def test_a_record_in_another_format_is_refused(floor):
    seq = floor.at("T1", Fill(100), SUPERVISOR).version
    change(floor, update(JOURNAL).where(of_record(JOURNAL, seq)).values(format=2))
    with pytest.raises(StorageError, match=f"record {seq} of table:T1 is written in format 2, and this version reads"):
        load(floor)
