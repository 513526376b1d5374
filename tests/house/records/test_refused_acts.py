"""Refused acts of staff stand in the record of the office: who, what, where and when, no card and not too many."""

import json

import pytest

from pitboss.errors import PitbossError
from pitboss.house.errors import CommandReusedError, NotPermittedError, RefusedError, StaleVersionError
from pitboss.house.open_room import open_room
from pitboss.house.records.refused_acts import MAX_PER_MINUTE, refused_acts
from pitboss.house.tables.commands import Act, Fill, StartRound
from support.floor import DEALER_7, SUPERVISOR


@pytest.fixture
def table(floor):
    """Ann at seat 2 of T3 decides about her first draw."""
    from pitboss.paytables import Game

    floor.player("ann", 100)
    floor.table("T3", Game.DOUBLE_DRAW)
    floor.sit("T3", 2, "ann")
    hands = {2: "Ks Kd 9h 5c 2d"}
    list(floor.steps("T3", {2: {"ante": 500, "bonus": 500}}, hands, "", until="decision"))
    return floor


def guess(floor, card="As", by=SUPERVISOR, **named):
    with pytest.raises(NotPermittedError):
        floor.at("T3", Act({"do": "draw", "seat": 2, "cards": card}), by, **named)


def noted(floor):
    with floor.database.reading() as connection:
        return refused_acts(connection, "P1", 100)


def test_a_refusal_says_who_asked_for_what_where_and_when(table):
    guess(table)
    (act,) = noted(table)
    assert (act.table_id, act.kind, act.seat, act.by, act.and_more) == ("T3", "draw", 2, "supervisor:4", False)
    assert act.at == table.rows("journal")[-1]["at"] or act.at.startswith("2026-11-15T20:")


def test_neither_a_card_nor_the_words_of_the_refusal_are_in_it(table):
    guess(table)
    (record,) = [row for row in table.rows("journal") if row["kind"] == "note-refusal"]
    assert record["chain"] == "room"
    told = json.dumps([record["asked"], record["events"], record["command_id"], record["drawn"]])
    assert "As" not in told
    assert "cards are named" not in told


def test_the_table_stays_at_its_version(table):
    before = table.room.table("T3"), len([row for row in table.rows("journal") if row["chain"] == "table:T3"])
    guess(table)
    assert len([row for row in table.rows("journal") if row["chain"] == "table:T3"]) == before[1]


def test_in_a_minute_a_person_leaves_a_few_notes_at_a_table_and_one_that_there_were_more(table, clock):
    tick, clock.tick = clock.tick, lambda **_much: None
    for _ in range(50):
        guess(table)
    assert [act.and_more for act in noted(table)] == [True] + [False] * MAX_PER_MINUTE
    guess(table, by=DEALER_7)
    assert len(noted(table)) == MAX_PER_MINUTE + 2, "another person has notes of their own"
    tick(minutes=1)
    guess(table)
    assert len(noted(table)) == MAX_PER_MINUTE + 3


def test_neither_another_process_nor_a_restart_gives_more_notes(table, clock):
    clock.tick = lambda **_much: None
    other = open_again(table)
    for _ in range(MAX_PER_MINUTE):
        guess(table)
        with pytest.raises(NotPermittedError):
            other.at_table("T3", Act({"do": "draw", "seat": 2, "cards": "As"}), by=SUPERVISOR, command_id="guess")
    table.reopen()
    guess(table)
    assert len(noted(table)) == MAX_PER_MINUTE + 1


def test_a_process_that_has_not_loaded_the_table_leaves_a_note_too(table):
    """A used id and a role are refused before the table is loaded: a note must not depend on what is in memory."""
    table.at("T3", Fill(500), SUPERVISOR, command_id="used")
    guess = Act({"do": "draw", "seat": 2, "cards": "As"})
    with pytest.raises(CommandReusedError):
        open_again(table).at_table("T3", guess, by=SUPERVISOR, command_id="used")
    open_again(table).note_refusal("T3", ("burn", None), DEALER_7, NotPermittedError("a burn is for the floor"))
    assert [(act.kind, act.by) for act in noted(table)] == [("burn", "dealer:7"), ("draw", "supervisor:4")]


@pytest.mark.parametrize("name", ["T99", "no table", "T3\x00"])
def test_what_is_no_table_has_no_notes(table, name):
    open_again(table).note_refusal(name, ("burn", None), DEALER_7, NotPermittedError("a burn is for the floor"))
    assert noted(table) == []


def open_again(table):
    """The room in a process that starts now."""
    return open_room(table.database, table.key, clock=table.clock)


def test_what_is_no_attempt_leaves_no_note(table):
    ann = table.player("bob")
    refused = (
        (Act({"do": "draw", "seat": 2, "cards": "As"}), ann, {}, NotPermittedError),
        (Fill(500), SUPERVISOR, {"version": 1}, StaleVersionError),
    )
    for command, by, named, error in refused:
        with pytest.raises(error):
            table.at("T3", command, by, **named)
    with pytest.raises(RefusedError):
        table.at("T99", StartRound(), SUPERVISOR)
    assert noted(table) == []


def test_a_command_that_is_sent_again_is_noted_as_often_as_it_is_refused_and_not_when_it_was_done(table):
    table.at("T3", Fill(500), SUPERVISOR, command_id="fill-1")
    assert table.at("T3", Fill(500), SUPERVISOR, command_id="fill-1").is_repeat
    assert noted(table) == []
    with pytest.raises(CommandReusedError):
        table.at("T3", Fill(700), SUPERVISOR, command_id="fill-1")
    assert [act.kind for act in noted(table)] == ["fill"]


def test_the_name_of_an_act_is_one_that_there_is(table):
    with pytest.raises(PitbossError):
        table.at("T3", Act({"do": "As Ks", "seat": "As"}), SUPERVISOR)
    assert [(act.kind, act.seat) for act in noted(table)] == [("act", None)]


def test_nobody_writes_a_note_but_the_room(table):
    from pitboss.house.records.refused_acts import NoteRefusal

    note = NoteRefusal("T3", "burn", None, "supervisor:4", "2026-11-15T20:00:00.000000Z", and_more=False)
    with pytest.raises(NotPermittedError):
        table.office(note, SUPERVISOR)
    with pytest.raises(RefusedError, match="is the room's own"):
        table.at("T3", StartRound(), SUPERVISOR, command_id="refused 2026")
