"""Spoilt commands to what is alive: a round in the middle of its play, tables and the office of a room at work.

A command is refused and changes nothing, or is done and keeps what must hold.
"""

import json
from contextlib import contextmanager
from functools import cache

from fuzz import seeds
from fuzz.oracle import FaultError, judge_sentence
from pitboss.errors import PitbossError
from pitboss.games.audience import player
from pitboss.games.command import read_command
from pitboss.games.rounds import ROUNDS
from pitboss.games.transcript import read_transcript
from pitboss.house.actor import Actor, Role
from pitboss.house.office_commands import OFFICE_COMMANDS
from pitboss.house.tables.commands import Act, StartRound
from pitboss.house.tables.table import Table
from support.card_room import FakeClock
from support.demo import BADGES, open_demo
from support.floor import SUPERVISOR, Floor
from support.invariants import verify_audit, verify_everything, verify_reload
from support.quick import quick_database

# ---- a round


@cache
def plays(game):
    """Recorded rounds: each as it begins, with the commands that were done."""
    found = []
    for transcript in map(read_transcript, seeds.transcripts()):
        if transcript.game is game:
            done = tuple(step.command for step in transcript.steps if not step.is_refused)
            found.append((transcript.new_round().as_json(), done))
    return tuple(found)


def said_in(game):
    """Every command that was recorded, to be spoilt."""
    return tuple(command for _, commands in plays(game) for command in commands)


def standing(round):
    """All that may be asked of a round."""
    seen = round.view(player(*round.seats))
    return len(round.commands), len(round.events), seen, round.statement, round.still_lit, round.progressive_report


def do(round, data):
    """Do a command, or see that nothing has changed; whether it was done."""
    before = standing(round)
    try:
        round.do(read_command(data, round.operations))
    except PitbossError as refusal:
        judge_sentence(str(refusal), data, round.game.label)
        if standing(round) != before:
            raise FaultError(f"{round.game.label}: {data!r} was refused ({refusal}) and changed the round") from refusal
        return False
    verify_round(round, data)
    return True


def verify_round(round, data):
    """Nothing is below nothing, and the round is made again from what is stored of it."""
    wagers = [cents for seat in round.seats.values() for cents in seat.wagers.values()]
    amounts = [amount for line in round.lines for amount in (line.stake_cents, line.pay_cents)]
    twin = type(round).from_json(json.loads(json.dumps(round.as_json())))
    if min([0, *wagers, *amounts]) < 0 or standing(twin) != standing(round):
        raise FaultError(f"{round.game.label}: after {data!r} the round does not hold")


def play(game, recorded, strays):
    """A recorded round with strays in between: how many of them were done."""
    stored, commands = recorded
    round = ROUNDS[game].from_json(stored)
    done = 0
    for number, command in enumerate(commands):
        for place, stray in strays:
            if place % len(commands) == number:
                done += do(round, stray)
        do(round, command)
    return done


# ---- a room


@contextmanager
def room_in(folder):
    """A demo room in a folder."""
    database = quick_database(str(folder / "room.db"))
    clock = FakeClock()
    open_demo(database, folder / "room.key", clock)
    try:
        yield Floor(database, folder / "room.key", clock, is_new=False, ids="fuzz")
    finally:
        database.close()


def busy(floor):
    """Ann and Bob sit and have bet at every electronic table of the demo room."""
    for table_id, name, seat, wagers in (
        ("T1", "ann", 3, {"ante": 500, "progressive": 100}),
        ("T2", "bob", 3, {"main": 500}),
        ("T3", "ann", 2, {"ante": 500, "bonus": 500}),
        ("T4", "bob", 1, {"bet": 500}),
    ):
        floor.sit(table_id, seat, name, 200)
        floor.at(table_id, StartRound(), SUPERVISOR)
        for wager, cents in wagers.items():
            floor.at(table_id, Act({"do": "place-wager", "seat": seat, "wager": wager, "cents": cents}), SUPERVISOR)
    return floor


ACTORS = (*(Actor(badge, role) for role, badge in BADGES.items()), Actor("2", Role.ADMIN), Actor("ann", Role.PLAYER))


class Staff:
    """Everybody of a room at once, with commands that somebody spoilt."""

    def __init__(self, floor):
        self.floor = floor
        self.done = self.refused = 0

    def send(self, by, table_id, data):
        """A command at a table, or in the office where no table is named."""
        try:
            if table_id is None:
                self.floor.office(read_command(data, OFFICE_COMMANDS), by)
            else:
                self.floor.at(table_id, read_command(data, Table.operations), by)
        except PitbossError as refusal:
            judge_sentence(str(refusal), data, f"{by} at {table_id}")
            self.refused += 1
        else:
            self.done += 1

    def verify(self):
        """The books balance, the chains are whole, and a restart finds everything as it is."""
        verify_everything(self.floor, self.floor.everything())
        verify_audit(self.floor)
        verify_reload(self.floor)
