"""Bugs planted on purpose, one of each kind: the simulator finds every one of them, and says what broke."""

from dataclasses import replace

import pytest

from pitboss.fault_simulator import day
from pitboss.fault_simulator.day import Day
from pitboss.fault_simulator.errors import BrokenError
from pitboss.fault_simulator.running import Plan, run_and_shorten
from pitboss.house import room
from pitboss.house.cage.ledger import Entry
from pitboss.house.jackpots import meters
from pitboss.house.records.projector import PROJECTIONS
from pitboss.house.storage import transactions
from pitboss.house.tables import camera_holds, electronic_jackpots, preconditions
from pitboss.house.tables.doing import pay_from_tray
from pitboss.house.tables.table_cache import TableCache
from pitboss.progressive import Change, Meter

STEPS = 1_500
"""More than any of them needs."""


def lose_a_posting(patch):
    """One leg of an entry is forgotten."""
    whole = Entry.postings
    patch.setattr(Entry, "postings", lambda self: whole(self)[:-1] if len(whole(self)) > 2 else whole(self))


def lose_an_entry(patch):
    """A settled stake stays on the felt in the books, both legs of it."""

    def pay_only(doing, lines):
        for line in lines:
            pay_from_tray(doing, line.seat, line.pay_cents)

    patch.setattr(camera_holds, "settle", pay_only)


def pay_twice(patch):
    """A win is paid twice, in the chips and in the ledger alike: every entry balances."""
    once = camera_holds.settle

    def twice(doing, lines):
        once(doing, lines)
        for line in lines:
            if line.net_cents > 0:
                pay_from_tray(doing, line.seat, line.net_cents)

    patch.setattr(camera_holds, "settle", twice)


def leak_a_card(patch):
    """Cards that lie face down are shown to everybody."""
    patch.setattr("pitboss.games.round.faces", lambda cards, is_seen=True: [str(card) for card in cards])


def move_a_meter(patch):
    """A meter rises by a cent that came from nowhere."""
    honest = meters.save

    def save(connection, stamp, stored, change, act):
        risen = replace(change.meter, shown=change.meter.shown + 1000, seeds=change.meter.seeds + 1000)
        return honest(connection, stamp, stored, Change(risen, change.movements), act)

    patch.setattr(meters, "save", save)


def skip_permissions(patch):
    """Nobody asks for whom a command is."""
    patch.setattr(room, "verify_permitted", lambda actor, command: None)


def skip_whose_seat(patch):
    """Players act for anybody."""
    patch.setattr(preconditions, "_verify_player", lambda table, command, kind, player: None)


def answer_too_early(patch):
    """What was answered is not committed."""

    def forget(writers, connection):
        transactions.driver_of(connection).rollback()
        writers.return_connection(connection)

    patch.setattr(transactions, "commit", forget)


def trust_memory(patch):
    """What another server wrote is never read."""
    patch.setattr(TableCache, "catch_up", lambda self, connection, table_id: False)


def pay_a_jackpot_twice(patch):
    """A verified win reaches the wallet twice, from the money that lies ready for others."""
    once = electronic_jackpots.pay_award
    # Everybody plays at one table, so that somebody wins before long.
    patch.setattr(day, "BUSY", ("T1",))

    def twice(doing, jackpot, award):
        once(doing, jackpot, award)
        doing.move("house:jackpots", f"wallet:{jackpot.player}", award.cents)

    patch.setattr(electronic_jackpots, "pay_award", twice)


def leave_the_seed(patch):
    """A win that is reversed leaves on the meter the seed that came with it: the next winner is paid too much."""
    patch.setattr(Meter, "reverse", Meter.give_back)
    # At the table whose wins are booked by the keypad.
    patch.setattr(day, "BUSY", ("Q",))


def forget_a_decision(patch):
    """The list of proposals does not say that one was approved: it could be approved again."""
    patch.setitem(PROJECTIONS, "approve", [])


PLANTED = [
    (forget_a_decision, {"lists"}),
    (leave_the_seed, {"reversal"}),
    (lose_a_posting, {"balance"}),
    (lose_an_entry, {"felt"}),
    (pay_twice, {"settlement"}),
    (pay_a_jackpot_twice, {"owed"}),
    (leak_a_card, {"leak"}),
    (move_a_meter, {"meter"}),
    (skip_permissions, {"permission"}),
    (skip_whose_seat, {"permission"}),
    (answer_too_early, {"answer"}),
    (trust_memory, {"reload"}),
]


@pytest.mark.parametrize(("plant", "found"), PLANTED, ids=[plant.__name__ for plant, _ in PLANTED])
def test_a_planted_bug_is_found(site, monkeypatch, plant, found):
    played = Day(site, f"planted {plant.__name__}")
    try:
        plant(monkeypatch)
        with pytest.raises(BrokenError) as broken:
            played.run(range(1, STEPS))
    finally:
        monkeypatch.undo()
        played.leave()
    assert broken.value.invariant in found, broken.value


def test_a_failing_history_is_made_short_and_plays_again(site, monkeypatch):
    lose_a_posting(monkeypatch)
    plan = Plan("short", 40, tries=30)
    failure = run_and_shorten(site, plan, 1, tuple(range(1, 41))).failure
    assert failure.invariant == "balance"
    assert len(failure.steps) < 4
    assert failure.story[-1].startswith(f"{failure.steps[-1]}. ")
    again = Plan("short", 40, day=1, only=failure.steps, calm=failure.calm, tries=0)
    assert run_and_shorten(site, again, 1, again.only).failure.words == failure.words
    assert failure.command.startswith("pitboss torture --seed short --day 1 --only ")
