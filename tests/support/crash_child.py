"""A process that plays at all tables of a room at once and is killed in the middle of it.

It says what it is about to ask, and what it was answered once the answer is there. What it has said the parent knows,
whatever becomes of it. A pipe survives the death of its writer, so nothing has to be written to a disk first.
"""

import os
import random
import signal
import threading
from dataclasses import dataclass
from itertools import count

import pitboss.house.office_commands  # noqa: F401  the handlers of the office register themselves
from pitboss.errors import PitbossError
from pitboss.games.command import Command
from pitboss.house.actor import Actor
from pitboss.house.errors import StorageError
from pitboss.house.open_room import open_room
from pitboss.house.people.proposals import Approve
from pitboss.house.storage.database import Database
from pitboss.sources import SystemIds
from support.card_room import approval
from support.crash_dealer import TABLES, next_at_table, office_work
from support.crash_moments import watch
from support.floor import OWN_PIN

OFFICE = "room"


@dataclass(frozen=True)
class Asked:
    """A command on its way."""

    command_id: str
    place: str
    """A table, or the office."""
    command: Command
    by: Actor

    def send(self, room):
        """Do it, or have it answered again."""
        who = {"by": self.by, "command_id": self.command_id, "pin": OWN_PIN}
        if isinstance(self.command, Approve):
            return room.in_office(approval(room, self.command.proposal_id), **who)
        if self.place == OFFICE:
            return room.in_office(self.command, **who)
        return room.at_table(self.place, self.command, **who)


@dataclass(frozen=True)
class Answered:
    """What the house said of it: it counts from here on."""

    command_id: str
    chain: str
    version: int
    events: tuple


@dataclass(frozen=True)
class Refused:
    """A command that the house does not allow; it leaves no trace."""

    command_id: str
    words: str


class Voice:
    """What the threads of the process tell the parent, one after the other."""

    def __init__(self, pipe):
        self._pipe, self._lock = pipe, threading.Lock()

    def say(self, something):
        with self._lock:
            self._pipe.send(something)


def play(url, key, seed, pipe, dying=None):
    """Play until somebody kills this process; ``dying`` is a moment and how often it comes before the last one."""
    database, left = Database(url), count(dying[1] if dying else 0, -1)

    def die(reached):
        if dying and reached == dying[0] and next(left) <= 0:
            os.kill(os.getpid(), signal.SIGKILL)

    room, voice = open_room(database, key), Voice(pipe)
    watch(database, die)
    workers = [(_work_at_table, table_id) for table_id in TABLES] + [(_work_in_office, "M1")]
    threads = [
        threading.Thread(target=_or_tell, args=(work, voice, room, name, random.Random(f"{seed} {name}")))
        for work, name in workers
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _or_tell(work, voice, *arguments):
    """Nothing may go wrong unseen."""
    try:
        work(voice, *arguments)
    except BaseException as error:
        voice.say(error)
        raise


def _work_at_table(voice, room, table_id, chance):
    ids = SystemIds()
    while True:
        command, by = next_at_table(_until_it_works(room.table, table_id), chance)
        _send(room, voice, Asked(ids.new(), table_id, command, by))


def _work_in_office(voice, room, meter_id, chance):
    ids = SystemIds()
    for command, by in office_work(meter_id, chance, ids):
        _send(room, voice, Asked(ids.new(), OFFICE, command, by))


def _send(room, voice, asked):
    voice.say(asked)
    try:
        # Whether it was done when the database failed nobody knows: the same id again finds out.
        answer = _until_it_works(asked.send, room)
    except PitbossError as refusal:
        voice.say(Refused(asked.command_id, str(refusal)))
    else:
        voice.say(Answered(asked.command_id, answer.chain, answer.version, answer.events))


def _until_it_works(ask, *arguments):
    """Ask again as long as the database is away."""
    while True:
        try:
            return ask(*arguments)
        except StorageError:
            continue
