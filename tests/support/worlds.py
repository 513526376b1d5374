"""Two card rooms that differ only in cards that lie face down, and what each answers to the same command.

What somebody may not see must not show in anything that they can bring about: the answer and its words, the records that
it leaves, the checks that it runs by name, the number of statements to the database. Wall time is not looked at.
"""

import json
import re
import shutil
import sqlite3
import sys
from dataclasses import dataclass

from sqlalchemy import event

from pitboss.errors import PitbossError
from pitboss.games.rounds import ROUNDS
from pitboss.house.actor import Actor, Role
from pitboss.house.answers import REVEALING_COMMANDS
from pitboss.house.people.sessions import Session
from pitboss.house.records.refused_acts import NoteRefusal, RefusalNotes
from pitboss.server import commands
from pitboss.server.authentication import verify_may_send
from pitboss.server.bus import LocalBus
from pitboss.server.context import ServerContext
from pitboss.server.encoding import encode
from pitboss.server.openapi import example_of
from pitboss.server.problems import problem_of
from pitboss.server.settings import ServerSettings
from support.card_room import FakeClock
from support.demo import ANN, AUDITOR, GUEST
from support.floor import ACCOUNTING, ADMIN, DEALER_7, EXECUTIVE, PIN, SUPERVISOR, SURVEILLANCE, Floor
from support.quick import quick_database

WHO = (DEALER_7, SUPERVISOR, EXECUTIVE, ACCOUNTING, SURVEILLANCE, AUDITOR, ADMIN, ANN, GUEST)
"""Everybody who can try. Ann sits at seat 2 and sees her own cards; Bob at seat 5 does not try anything."""

AT_THE_TABLE = (DEALER_7, SUPERVISOR, ANN, GUEST)

NOTE = NoteRefusal.slug()
"""The kind of a record that a refusal leaves: what is tried next may find it there."""

USED = "used-before"
"""The id of a command that was done."""

_CHANCE = re.compile(r"[0-9a-f]{32,}")
"""Hashes, roots and tokens: they hide what they are made from, and differ in any two rooms."""


@dataclass(frozen=True)
class Reaction:
    """What a room made of a command."""

    outcome: tuple
    """Whether it was done, the status, the words, and what the sender gets to see."""
    records: tuple
    """What was written, as far as it may be read."""
    checks: tuple
    statements: int

    @property
    def is_done(self):
        return self.outcome[0] == "done"


class World:
    """One of the two rooms."""

    def __init__(self, made, folder):
        source, now = made
        folder.mkdir()
        for name in ("room.db", "room.key"):
            shutil.copy(source / name, folder / name)
        self._file = folder / "room.db"
        self._statements = 0
        database = quick_database(str(self._file))
        event.listen(database.engine, "connect", lambda made, _: made.set_trace_callback(self._count))
        self.floor = Floor(database, folder / "room.key", FakeClock(now), is_new=False, ids="world")
        self.context = ServerContext(self.floor.room, ServerSettings(hosts="*"), LocalBus())
        self._kept = sqlite3.connect(":memory:")

    def _count(self, _statement):
        self._statements += 1

    def close(self):
        self.context.close()
        self._kept.close()
        self.floor.database.close()

    # ---- back to a moment

    def keep(self):
        """Keep the room as it stands."""
        with sqlite3.connect(self._file) as now:
            now.backup(self._kept)
        now.close()
        self.note_heads()

    def note_heads(self):
        """Records up to here are known."""
        with self.floor.database.reading() as connection:
            self._known = connection.exec_driver_sql("SELECT max(rowid) FROM journal").scalar()

    def go_back(self):
        """The room as it was kept: nothing that was tried since has happened."""
        with sqlite3.connect(self._file) as now:
            self._kept.backup(now)
        now.close()
        for table_id in ("T1", "T2", "T3", "T4", "T5"):
            self.floor.room._forget(table_id)
        self.floor.room._refusals = RefusalNotes()
        self.note_heads()

    # ---- trying

    def attempt(self, each, path, by, table_id, body):
        """Send a command as the server does it, and see what becomes of it."""
        session = Session("session", by, None, "")
        body, checks = dict(body), []

        def note(frame, what, _argument):
            code = frame.f_code
            if what == "call" and "verify" in code.co_name and "pitboss" in code.co_filename:
                checks.append(code.co_qualname)

        before = self._statements
        sys.setprofile(note)
        try:
            outcome = self._send(each, path, session, table_id, body)
        finally:
            sys.setprofile(None)
        spent = self._statements - before
        return Reaction(outcome, self._new_records(), tuple(checks), spent)

    def _send(self, each, path, session, table_id, body):
        is_at_table = "{table_id}" in path
        try:
            verify_may_send(session, each.matrix, table_id if is_at_table else None)
            if is_at_table:
                done = commands._do_at_table(self.context, session, table_id, each, body | {"version": None})
            else:
                done = commands._do_in_office(self.context, session, each, body)
        except PitbossError as error:
            shown = [getattr(error, name, None) for name in ("rule", "allowed")]
            return "refused", problem_of(error).status, str(error), encode(shown).decode()
        return "done", 200, "", _without_chance(encode(done).decode())

    def _new_records(self):
        """Records since the moment, by what anybody may read of them: without what lies face down, and without chance."""
        # Asked after every attempt, so it does without what SQLAlchemy builds for a statement.
        newer = "SELECT * FROM journal WHERE rowid > ? ORDER BY chain, seq"
        with self.floor.database.reading() as connection:
            rows = connection.exec_driver_sql(newer, (self._known,)).all()
        return tuple(
            (
                row.chain,
                row.seq,
                row.kind,
                row.actor,
                _without_chance(row.asked),
                _public(row.events),
                _shape(row.drawn),
            )
            for row in rows
        )


def _without_chance(text):
    return _CHANCE.sub("chance", text)


def _public(events):
    return _without_chance(json.dumps([each.get("public", each) for each in json.loads(events)]))


def _shape(drawn):
    """What was answered to the table, and whether anything was drawn."""
    told = json.loads(drawn)
    return _without_chance(json.dumps(told | {name: name for name in ("chance", "salt", "face_down") if name in told}))


class Worlds:
    """Both rooms, moved alike."""

    def __init__(self, made, folder):
        self.both = World(made, folder / "one"), World(made, folder / "other")

    def close(self):
        for world in self.both:
            world.close()

    def each(self, do, *arguments):
        """Do the same in both; what comes of it."""
        return [do(world.floor, *arguments) for world in self.both]

    def differences(self, table_id, attempts, points):
        """What tells the two rooms apart, attempt by attempt. Points may tell something, where they are done."""
        for world in self.both:
            world.keep()
        found = []
        for each, path, by, body in attempts:
            one, other = (world.attempt(each, path, by, table_id, body) for world in self.both)
            may_tell = each.slug in points and one.is_done and other.is_done
            if one != other and not may_tell:
                found.append((each.slug, str(by), body, _apart(one, other)))
            has_changed = any(record[2] != NOTE for record in one.records + other.records)
            for world in self.both:
                world.go_back() if has_changed else world.note_heads()
            for world in self.both:
                world.floor.clock.tick(seconds=5)
        for world in self.both:
            world.go_back()
        return found


def _apart(one, other):
    names = ("outcome", "records", "checks", "statements")
    return {
        name: (getattr(one, name), getattr(other, name)) for name in names if getattr(one, name) != getattr(other, name)
    }


# ---- what is tried


def attempts(game, guesses, people, *, everything):
    """Commands with plausible values and guessed cards: all that there are, or those of the round."""
    known = {kind.slug() for kind in ROUNDS[game].operations} | {"deal-cards", "time-out"}
    for path, each, _ in list(commands.addresses()):
        if everything or each.slug in known:
            # Where the game does not know a command, one guess is as good as all.
            is_known = each.slug in known
            bodies = list(
                _bodies(each, guesses if is_known else guesses[-1:], is_known and each.slug in REVEALING_COMMANDS)
            )
            yield from ((each, path, by, body) for by in people for body in bodies)


def _bodies(each, guesses, may_show):
    names = list(each.fields)
    usual = example_of(each.slug, names) | ({"pin": PIN} if each.is_signed else {})
    seats = (2, 5) if "seat" in names else (None,)
    cards = guesses if "cards" in names else (None,)
    for seat in seats:
        for named in cards:
            body = usual | ({} if seat is None else {"seat": seat}) | ({} if named is None else {"cards": named})
            yield body | {"command_id": f"tried {each.slug} {seat} {named}"}
            if named is not None or may_show:
                yield body | {"command_id": USED}


def guessed(*hands, copies):
    """Guesses at cards: none, whole hands, and the first card of each alone, in as many copies as the deck has."""
    found = ["", *hands, *(" ".join([hand.split()[0]] * copies) for hand in hands)]
    return list(dict.fromkeys(found))


__all__ = ["AT_THE_TABLE", "USED", "WHO", "Actor", "Role", "Worlds", "attempts", "guessed"]
