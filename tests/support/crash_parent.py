"""Processes that play, and how the parent kills them and looks after what they leave behind.

A crash follows from its seed as far as it can: what is played, and whether the process dies by a kill from outside
after so many answers, or at a chosen moment of a command.
"""

import multiprocessing
import os
import random
import signal
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from unittest.mock import patch

from sqlalchemy import text

from pitboss.errors import PitbossError
from pitboss.house.open_room import open_room
from pitboss.house.records import journal
from pitboss.house.storage.database import Database
from pitboss.house.tables.settings import CardKind, ControllerKind
from pitboss.sources import SystemIds
from support.crash_audit import faults
from support.crash_child import Answered, Asked, Refused, play
from support.crash_dealer import PLAYERS, TABLES, next_at_table
from support.crash_moments import MOMENTS
from support.crash_server import IMMEDIATELY, KILLED
from support.floor import Floor

MAX_STEPS = 400
"""No round takes longer."""

MAX_LOOKS = 100_000
"""A connection whose client is dead is gone long before."""


def busy_floor(database, key, clock):
    """A card room where much can happen: even a straight needs a supervisor."""
    floor = Floor(database, key, clock)
    for player in PLAYERS:
        floor.player(player, dollars=1000)
    nexus_meter(floor, "M1", jackpot_lock=True, supervisor_from_cents=600, reserve_rate=Fraction(1, 100))
    for table_id in TABLES:
        nexus_table(floor, table_id, "M1", CardKind.LIVE if table_id == "P1" else CardKind.ELECTRONIC)
    floor.go_by_the_machine()
    return floor


def nexus_meter(floor, meter_id, **settings):
    """A meter of Three Card Poker under the Nexus rules: its keypad has the fewest keys."""
    floor.meter(meter_id, "TCPP-1", **settings)


def nexus_table(floor, table_id, meter_id, cards):
    """A table that feeds it."""
    floor.table(table_id, meter=meter_id, cards=cards, controller=ControllerKind.NEXUS)


def address(database):
    """Where another process finds the database."""
    return database.url.render_as_string(hide_password=False)


# ---- processes

TESTS = str(Path(__file__).parents[1])

_CONTEXT = multiprocessing.get_context("forkserver")
_CONTEXT.set_forkserver_preload(["support.crash_child"])


def start(work, *arguments):
    """A process of its own that does some work. It is forked off one that has read all code already."""
    before = os.environ.get("PYTHONPATH", "")
    # That one is made with the first process, and must find this folder.
    with patch.dict(os.environ, {"PYTHONPATH": os.pathsep.join(filter(None, (before, TESTS)))}):
        process = _CONTEXT.Process(target=work, args=arguments, daemon=True)
        process.start()
    return process


def pipe(*, duplex):
    """A pipe to such a process: our end, and the one to pass on."""
    return _CONTEXT.Pipe(duplex)


@contextmanager
def playing(url, key, seed, dying=None):
    """A process that plays, and what is heard of it."""
    receiver, sender = pipe(duplex=False)
    process = start(play, url, key, seed, sender, dying)
    # Ours must be closed, or the end of the process would not be heard.
    sender.close()
    heard = Heard(process, receiver)
    try:
        yield heard
    finally:
        heard.kill()
        process.close()


@dataclass
class Heard:
    """What a process has said so far."""

    process: object
    pipe: object
    asked: list = field(default_factory=list)
    answered: list = field(default_factory=list)
    refused: list = field(default_factory=list)
    errors: list = field(default_factory=list)

    def listen(self, answers=None):
        """Listen until so many more answers have come; without a number, until the process is dead."""
        wanted = None if answers is None else len(self.answered) + answers
        while wanted is None or len(self.answered) < wanted:
            try:
                said = self.pipe.recv()
            except (EOFError, OSError):
                assert wanted is None, "the process died too early"
                return
            self._note(said)

    def _note(self, said):
        match said:
            case Asked():
                self.asked.append(said)
            case Answered():
                self.answered.append(said)
            case Refused():
                self.refused.append(said)
            case _:
                self.errors.append(said)
                self.process.kill()

    def kill(self):
        """Kill the process where it stands, and hear what it said last."""
        self.process.kill()
        self.listen()
        self.process.join()

    @property
    def in_doubt(self):
        """What was asked, and neither answered nor refused."""
        settled = {said.command_id for said in self.answered + self.refused}
        return [asked for asked in self.asked if asked.command_id not in settled]


# ---- a crash, and the room after it


@dataclass
class History:
    """All that was ever acknowledged in a room."""

    answered: list = field(default_factory=list)
    doubts: dict = field(default_factory=lambda: {"done": 0, "not done": 0, "refused": 0})
    ends: dict = field(default_factory=dict)
    """How often a process died in which way."""


def crash(url, key, seed, history):
    """Let a process play, kill it, and look. What is wrong comes back in sentences."""
    chance = random.Random(f"crash {seed}")
    # Every other one is killed from outside, wherever it is; the others die at each moment in turn.
    dying = (MOMENTS[seed // 2 % len(MOMENTS)], chance.randrange(1, 60)) if seed % 2 else None
    with playing(url, key, seed, dying) as heard:
        heard.listen(None if dying else chance.randrange(1, 60))
        heard.kill()
        assert heard.process.exitcode == -signal.SIGKILL
    end = dying[0] if dying else "from outside"
    history.ends[end] = history.ends.get(end, 0) + 1
    history.answered += heard.answered
    found = [f"a thread of the process failed: {error!r}" for error in heard.errors]
    return found + look_after(url, key, heard.in_doubt, history, play_on=chance.randrange(2) == 0)


def crash_server(server, url, key, seed, history):
    """Let a process play while the database server crashes under it, twice, and look."""
    chance = random.Random(f"server {seed}")
    with playing(url, key, seed) as heard:
        for how in (IMMEDIATELY, KILLED):
            heard.listen(answers=chance.randrange(20, 60))
            server.crash(how)
            server.start_again()
            history.ends[how.name] = history.ends.get(how.name, 0) + 1
        # The same process has found the server again.
        heard.listen(answers=30)
        heard.kill()
    history.answered += heard.answered
    found = [f"a thread of the process failed: {error!r}" for error in heard.errors]
    return found + look_after(url, key, heard.in_doubt, history, play_on=True)


def look_after(url, key, in_doubt, history, *, play_on):
    """Open the room again: audit it, clear every doubt, play the rounds in progress to their end, audit it again."""
    database = Database(url)
    try:
        wait_until_alone(database)
        room = open_room(database, key)
        found = faults(room, history.answered)
        for asked in in_doubt:
            found += _clear(room, asked, history)
        if play_on:
            for table_id in TABLES:
                found += play_to_the_end(room, table_id, history)
        return found + faults(room, history.answered)
    finally:
        database.close()


def _clear(room, asked, history):
    """A command in doubt, sent again under its id: it is done now or was done then, and once."""
    was_there = _record_of(room, asked) is not None
    try:
        answer = asked.send(room)
    except PitbossError as refusal:
        history.doubts["refused"] += 1
        return [f"{asked} is written, and was refused: {refusal}"] if was_there else []
    history.doubts["done" if was_there else "not done"] += 1
    history.answered.append(Answered(asked.command_id, answer.chain, answer.version, answer.events))
    again = asked.send(room)
    same = (again.chain, again.version, again.events) == (answer.chain, answer.version, answer.events)
    if answer.is_repeat is not was_there or not again.is_repeat or not same:
        return [f"{asked} was answered {answer}, and then {again}"]
    return []


def _record_of(room, asked):
    with room.database.reading() as connection:
        return journal.find(connection, room.house.property_id, asked.command_id)


def play_to_the_end(room, table_id, history):
    """The round or game in progress, played to its end."""
    chance, ids = random.Random(table_id), SystemIds()
    for _ in range(MAX_STEPS):
        table = room.table(table_id)
        if not (table.is_playing or (table.controller and table.controller.sensors.is_locked)):
            return []
        command, by = next_at_table(table, chance)
        asked = Asked(ids.new(), table_id, command, by)
        try:
            answer = asked.send(room)
        except PitbossError as refusal:
            return [f"the round at {table_id} does not go on with {command}: {refusal}"]
        history.answered.append(Answered(asked.command_id, answer.chain, answer.version, answer.events))
    return [f"the round at {table_id} does not end"]


def wait_until_alone(database):
    """PostgreSQL finishes or takes back what a dead client has begun; only then it is quiet."""
    if database.is_sqlite:
        return
    others = text(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() "
        "AND backend_type = 'client backend'"
    )
    with database.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        assert any(connection.scalar(others) == 0 for _ in range(MAX_LOOKS)), "another connection is still open"
