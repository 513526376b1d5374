"""Verifying a command changes nothing: every command is verified in every state that a simulated day comes to."""

from collections import Counter

import pytest

from pitboss.fault_simulator import day
from pitboss.fault_simulator.day import Day
from pitboss.fault_simulator.scene import EVERYBODY
from pitboss.house.tables import table
from pitboss.house.tables.commands import Fill
from pitboss.house.tables.doing import Handler
from support.purity import verify_every_command

STEPS = 120
ACTORS = list({by.role: by for by in EVERYBODY}.values())


def go_through(site, seed, steps, tables=None):
    """A day, with every command verified after each step at the table where something happened."""
    played, allowed = Day(site, seed), Counter()
    try:
        for number in range(1, steps + 1):
            played.step(number)
            room = played._stage.servers[0].room
            table_id = played._chance.pick(tables or day.TABLES)
            room.query_with_connection(
                table_id,
                lambda at, _, connection, room=room: verify_every_command(at, room, connection, ACTORS, allowed),
            )
    finally:
        played.leave()
    return allowed


def test_it_changes_nothing_wherever_a_day_comes_to(site):
    allowed = go_through(site, "verified", STEPS)
    assert {kind.slug() for kind in allowed} >= {
        "start-round", "act", "press", "fill", "take-seat", "leave-seat", "buy-in-with-cash", "suspend-table",
        "report-malfunction", "hand-over", "time-out", "deal-cards",
    }  # fmt: skip


def test_it_changes_nothing_where_many_wins_are(site, monkeypatch):
    """At a table of live cards, where there are wins before long."""
    monkeypatch.setattr(day, "BUSY", ("Q",))
    allowed = go_through(site, "wins", STEPS, ("Q",))
    assert {kind.slug() for kind in allowed} >= {"claim-win", "name-winner", "mark-fold", "check-jackpot"}


def test_a_check_that_changes_something_is_found(site, monkeypatch):
    def remember(asking, cents):
        asking.state.asked_at[1] = "now"

    monkeypatch.setitem(table._HANDLERS, Fill, Handler(remember, table._HANDLERS[Fill].do))
    with pytest.raises(AssertionError, match="something changed"):
        go_through(site, "verified", 20)


def test_a_change_deep_inside_is_found(site, monkeypatch):
    def lock(asking, cents):
        asking.state.live_game.folded.add(1)

    monkeypatch.setitem(table._HANDLERS, Fill, Handler(lock, table._HANDLERS[Fill].do))
    with pytest.raises(AssertionError, match="something changed"):
        go_through(site, "verified", 20)
