"""The card room: takes commands, and does each once, in one transaction, under the id that its sender gave it."""

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import date
from threading import Lock
from typing import Final, TypeVar
from weakref import WeakValueDictionary

from sqlalchemy import Connection

from pitboss.errors import PitbossError
from pitboss.games.audience import Audience
from pitboss.games.command import Command
from pitboss.house import property as properties
from pitboss.house.actor import Actor, Role
from pitboss.house.answers import Answer, stored
from pitboss.house.errors import (
    CollisionError,
    CommandReusedError,
    RefusedError,
    StaleVersionError,
    StorageError,
)
from pitboss.house.field_checks import is_id, verify_command_id
from pitboss.house.office import OfficeContext
from pitboss.house.office_commands import handler_of
from pitboss.house.people.forged_sessions import FORGED
from pitboss.house.people.pins import PinHasher, without_pins
from pitboss.house.people.sessions import LOG_OUT, LOGIN
from pitboss.house.people.signing import OwnPin, do_signed, verify_signed
from pitboss.house.people.staff import verify_on_duty
from pitboss.house.permissions import verify_permitted
from pitboss.house.property import Property
from pitboss.house.records import journal
from pitboss.house.records.audit import AnchorChains
from pitboss.house.records.clock_doubts import NoteClock
from pitboss.house.records.face_down import asked_of, covered, events_of, locked
from pitboss.house.records.journal import Record, Stamp, chain_of, sealed
from pitboss.house.records.projector import is_projected, project
from pitboss.house.records.refused_acts import NOTER, REFUSED, RefusalNotes, RefusedCommand, is_noted, name_and_seat
from pitboss.house.records.room_clock import Moment, RoomClock
from pitboss.house.records.strongbox import Strongbox
from pitboss.house.reports.gaming_day import parse_instant, print_instant, second_of
from pitboss.house.requests import RefusalError, Request, Work, not_enough_money
from pitboss.house.storage.database import Database
from pitboss.house.storage.json_text import json_text
from pitboss.house.tables.commands import CloseTable
from pitboss.house.tables.doing import Doing
from pitboss.house.tables.room_host import RoomChecks, RoomHost
from pitboss.house.tables.table import Table
from pitboss.house.tables.table_cache import CachedTable, TableCache
from pitboss.house.tables.views import TableView
from pitboss.sources import Clock, Entropy, SeededEntropy

OFFICE: Final = "room"
"""The chain of the office's records."""

ANCHOR: Final = "anchor "
AUTO_DEALER: Final = Actor("auto-dealer", Role.HOUSE)

CLOCK: Final = "clock "

RESERVED: Final = {
    ANCHOR: Actor("anchor", Role.HOUSE),
    CLOCK: Actor("clock", Role.HOUSE),
    REFUSED: NOTER,
    "house ": AUTO_DEALER,
    LOG_OUT: LOGIN,
    FORGED: LOGIN,
}
"""How the ids of the room's own commands begin. Nobody else may use them: a used id would block the room's command."""

ANCHOR_EVERY: Final = 500
"""After this many records of a table, the last hashes of all chains are written into the office's chain."""

ATTEMPTS: Final = 20
"""How often a command is tried while other processes write first."""


Seen = TypeVar("Seen")


class Room:
    """A card room, open for commands."""

    def __init__(self, database: Database, house: Property, box: Strongbox, clock: Clock, entropy: Entropy) -> None:
        self.database, self.property_id = database, house.property_id
        self.box, self.entropy = box, entropy
        self.pin_hasher = PinHasher(box.keyed("pins"), house.property_id)
        self.clock = RoomClock(clock, database, house.property_id)
        self._table_cache = TableCache(house.property_id, box)
        self._refusals = RefusalNotes()
        # A lock exists while a command uses it, because people may name tables that do not exist.
        self._locks: WeakValueDictionary[str, Lock] = WeakValueDictionary()
        self._lasting: dict[str, Lock] = {}
        """The locks of tables that exist."""
        self._guard = Lock()
        self._house = house
        """The card room with every version of its settings, as last read."""
        self._read_in = -1
        """The minute in which the settings were last read."""
        self._set = (house, "", house)
        """The card room with its settings on the gaming day that was last asked for."""
        self._day_at = (house.days, "", "")
        """The gaming day of the second in which it was last asked for."""

    # ---- settings of the house

    @property
    def house(self) -> Property:
        """The card room with its settings of now."""
        return self._house_on(self._day_of(print_instant(self.clock.latest())))

    def read_settings(self) -> None:
        """Read new settings of the house, once a minute: no setting that two people agree on starts sooner.

        It opens a connection, so a caller that holds one must have called it before.
        """
        minute = int(self.clock.now().timestamp()) // 60
        if minute != self._read_in:
            with self.database.reading() as connection:
                self._read_settings(connection)
            self._read_in = minute

    def _read_settings(self, connection: Connection) -> None:
        versions = properties.versions_of(connection, self.property_id)
        # A room that is being created has none yet.
        if versions and versions != self._house.versions:
            self._house = replace(self._house, settings=versions[0].settings, versions=versions)

    def _house_on(self, day: str) -> Property:
        """The card room with its settings on a gaming day, kept because thousands of records of one day ask for it."""
        of, known, house = self._set
        if known != day or of is not self._house:
            of = self._house
            house = of.on(date.fromisoformat(day))
            self._set = (of, day, house)
        return house

    # ---- commands

    def at_table(  # noqa: PLR0913 - what comes with a command
        self,
        table_id: str,
        command: Command,
        *,
        by: Actor,
        command_id: str,
        version: int | None = None,
        pin: OwnPin | None = None,
    ) -> Answer:
        """Do a command at a table. The same id again returns the same answer.

        ``version`` is the version of the table that the sender saw: if the table has a newer one, the command is
        refused. A command that must be signed comes with the sender's PIN.
        """
        _verify_id(command_id, by)
        self.read_settings()
        self._note_doubt()
        request = Request(command, by, command_id, correlation=command_id, chain=chain_of(table_id))
        lock = self._lock_of(table_id)

        def run() -> Answer:
            with lock:
                # Under a used id the cards are not checked: the time that takes would give them away.
                earlier = self.earlier_answer(request) if request.is_looked_up_first else None
                answer = earlier or self._run(request, lambda: self._try_at_table(table_id, request, version), table_id)
                self._lasting[table_id] = lock
                return answer

        try:
            answer = do_signed(self, request, pin, run)
        except PitbossError as reason:
            self.note_refusal(table_id, name_and_seat(command), by, reason)
            raise
        if not answer.is_repeat and (answer.version % ANCHOR_EVERY == 0 or isinstance(command, CloseTable)):
            self._anchor(answer)
        return answer

    def note_refusal(self, table_id: str, asked: RefusedCommand, by: Actor, reason: PitbossError) -> None:
        """Note what staff were refused at an existing table: the command and the seat, and no card."""
        # The command is refused even if the note cannot be written now.
        with suppress(PitbossError):
            if is_noted(by, reason) and self._is_table(table_id):
                self._refusals.note(self, table_id, asked, by)

    def _is_table(self, table_id: str) -> bool:
        if table_id in self._lasting:
            return True
        if not is_id(table_id):
            return False
        with self.database.reading() as connection:
            return self._table_cache.is_stored(connection, table_id)

    def entropy_for(self, command_id: str) -> Entropy:
        """Randomness for the hidden values of a command: the same id again gives the same salt and the same token."""
        return SeededEntropy(self.box.seed(f"{self.property_id} command {command_id}"))

    def _anchor(self, answer: Answer) -> None:
        """Write the last hashes of all chains into the office's chain. The command is done even if this fails now."""
        with suppress(PitbossError):
            by = RESERVED[ANCHOR]
            self.in_office(AnchorChains(), by=by, command_id=f"{ANCHOR}{answer.chain} {answer.version}")

    def _note_doubt(self) -> None:
        """Record once that the clock is in doubt. The command itself is done or refused all the same."""
        gap = self.clock.doubt()
        if gap is not None and self.clock.open_doubt is None:
            noted = NoteClock(print_instant(self.clock.now()), self.clock.newest)
            with suppress(PitbossError):
                self._in_office(noted, RESERVED[CLOCK], f"{CLOCK}{noted.newest} {noted.clock}")
            self.clock.refresh()

    def _try_at_table(self, table_id: str, request: Request, version: int | None) -> Answer:
        with self.database.deferred_transaction() as later:
            if request.tries:
                self._queue(later.connection, request)
                # From here on no other process writes, so the cached table and its money are current.
                self._table_cache.catch_up(later.connection, table_id)
            kept = self._table_cache.cached(table_id) or self._table_cache.get(later.connection, table_id)
            moment = self.clock.moment(kept.at)
            stamp = self._stamp(request.chain, kept.version + 1, moment)
            house = self._house_on(stamp.day)
            try:
                _verify_version(kept, version)
                verify_permitted(request.by, request.command)
                kept.table.verify(request.command, RoomChecks(later, stamp, house, moment), request.by)
            except StorageError:
                raise
            except PitbossError as reason:
                raise RefusalError(reason) from reason
            verify_signed(request)
            host = RoomHost(later, stamp, house, self.entropy, moment)
            done = self._do(kept, request, host)
            events = [stored(event, kept.table.seatings, done.dealt_from) for event in done.events]
            kept.note(stamp, request.command, events, has_drawn=bool(host.entropy.drawn))
            checkpoint = self._table_cache.checkpoint(kept, host.rows) if kept.is_due(done, stamp.seq) else None
            work = Work(
                events,
                done.entry.postings(),
                host.drawn(self.box, self.entropy) | request.signed | kept.engine(request.command),
            )
            record = self._record(stamp, request, work, kept.hash, kept.table.round_number)
            if is_projected(record.kind):
                project(later.connection, record)
            if checkpoint is not None:
                self._table_cache.store(later, kept, record, checkpoint, self.entropy)
            elif done.has_new_status:
                self._table_cache.note_status(later.connection, kept.table)
            journal.append_and_commit(later, record, work.postings)
        kept.version, kept.hash, kept.at = record.seq, record.hash, record.at
        self.clock.learn(record.at)
        return Answer(stamp.chain, stamp.seq, tuple(events))

    @staticmethod
    def _do(kept: CachedTable, request: Request, host: RoomHost) -> Doing:
        try:
            return kept.table.do(request.command, host, request.by)
        except StorageError:
            raise
        except PitbossError as reason:
            # A meter refuses what it no longer has: another process may have done the same command at this table.
            raise RefusalError(reason, kept.version) from reason

    def in_office(self, command: Command, *, by: Actor, command_id: str, pin: OwnPin | None = None) -> Answer:
        """Do a command that belongs to no table. The same id again returns the same answer."""
        _verify_id(command_id, by)
        self._note_doubt()
        return self._in_office(command, by, command_id, pin)

    def _in_office(self, command: Command, by: Actor, command_id: str, pin: OwnPin | None = None) -> Answer:
        request = Request(command, by, command_id, correlation=command_id, chain=OFFICE)

        def run() -> Answer:
            with self._lock_of(OFFICE):
                return self._run(request, lambda: self._try_in_office(request))

        return do_signed(self, request, pin, run)

    def _try_in_office(self, request: Request) -> Answer:
        with self.database.transaction() as connection:
            if request.tries:
                self._queue(connection, request)
            self._read_settings(connection)
            last = journal.last(connection, self.property_id, OFFICE)
            seq, previous, at = (last.seq, last.hash, last.at) if last else (0, journal.START, "")
            moment = self.clock.moment(at)
            stamp = self._stamp(OFFICE, seq + 1, moment)
            desk = OfficeContext(connection, stamp, request.by, self._house_on(stamp.day), moment.clock, self.box)
            try:
                verify_permitted(request.by, request.command)
                if request.by.is_staff:
                    verify_on_duty(connection, self.property_id, request.by)
                handler_of(request.command)(request.command, desk)
            except StorageError:
                raise
            except PitbossError as reason:
                raise RefusalError(reason) from reason
            verify_signed(request)
            events = [stored(event, ()) for event in desk.events]
            noted = {"clock": moment.clock} if moment.is_noted else {}
            work = Work(events, desk.entry.postings(), desk.drawn() | noted | request.signed)
            record = self._record(stamp, request, work, previous)
            project(connection, record)
            journal.append(connection, record, work.postings)
        self.clock.learn(stamp.at)
        return Answer(stamp.chain, stamp.seq, tuple(events))

    def _record(self, stamp: Stamp, request: Request, work: Work, previous: str, round_number: int = 0) -> Record:
        said = covered(request.command.as_json(), work.events)
        record = Record(
            property_id=stamp.property_id,
            chain=stamp.chain,
            seq=stamp.seq,
            command_id=request.command_id,
            actor=str(request.by),
            at=stamp.at,
            day=stamp.day,
            correlation=request.correlation,
            kind=request.command.slug(),
            asked=json_text(said.asked, sort=True),
            drawn=json_text({**work.drawn, **locked(self.box, self.entropy, stamp, round_number, said)}),
            events=json_text(said.events),
            previous=previous,
        )
        return sealed(self.box, record, work.postings)

    def _run(self, request: Request, attempt: Callable[[], Answer], table_id: str | None = None) -> Answer:
        """Try a command until it is written or refused. If its id was used before, return the earlier answer."""
        for request.tries in range(ATTEMPTS):
            try:
                return attempt()
            except RefusalError as refusal:
                if refusal.half_done_at is not None:
                    self._forget(table_id)
                earlier = self.earlier_answer(request)
                if earlier is not None:
                    return earlier
                if not self._has_moved_on(table_id, refusal):
                    raise refusal.reason from None
                # It was refused by a state of the table that another process has changed: try it on the new state.
            except CollisionError as collision:
                self._forget(table_id)
                earlier = self.earlier_answer(request)
                if earlier is not None:
                    return earlier
                self._verify_may_write(request.by)
                # The first time, another process may only have moved the money: try it on the new balances.
                if request.tries and "not_below_nothing" in str(collision):
                    raise not_enough_money(request.command) from None
            except BaseException:
                self._forget(table_id)
                raise
        raise StaleVersionError(f"{table_id or 'the office'} is too busy: {ATTEMPTS} times others were faster")

    def _queue(self, connection: Connection, request: Request) -> None:
        """Wait in line with all commands that were too late once: otherwise the fastest could win every time."""
        journal.queue(connection, self.property_id, request.chain)

    def _verify_may_write(self, by: Actor) -> None:
        """Refuse a sender who is off duty now, or a closed gaming day: either may be why nothing was written."""
        self.clock.refresh()
        if by.is_staff:
            with self.database.reading() as connection:
                verify_on_duty(connection, self.property_id, by)

    def _forget(self, table_id: str | None) -> None:
        if table_id is not None:
            self._table_cache.forget(table_id)

    def _catch_up(self, table_id: str | None) -> bool:
        """Whether other processes have written at the table; then the cached table is brought up to date."""
        if table_id is None:
            return False
        with self.database.reading() as connection:
            return self._table_cache.catch_up(connection, table_id)

    def _has_moved_on(self, table_id: str | None, refusal: RefusalError) -> bool:
        """Whether other processes have written at the table since it refused the command."""
        if table_id is None or refusal.half_done_at is None:
            return self._catch_up(table_id)
        with self.database.reading() as connection:
            return journal.head(connection, self.property_id, chain_of(table_id))[0] != refusal.half_done_at

    def answered(self, command: Command, *, by: Actor, command_id: str) -> Answer | None:
        """The earlier answer to a command of the office done under this id. Its PINs are not compared."""
        _verify_id(command_id, by)
        return self.earlier_answer(Request(command, by, command_id, correlation=command_id, chain=OFFICE))

    def earlier_answer(self, request: Request) -> Answer | None:
        """The earlier answer to a command that was done under this id; nothing if there is none."""
        with self.database.reading() as connection:
            record = journal.find(connection, self.property_id, request.command_id)
        if record is None:
            return None
        # A PIN is hashed with another salt each time, so it is left out before the two are compared.
        asked, again = (without_pins(each) for each in (asked_of(self.box, record), json.loads(request.asked())))
        if (record.chain, asked, record.actor) != (request.chain, again, str(request.by)):
            raise CommandReusedError(
                f"command id {request.command_id!r} was used for {record.kind} by {record.actor} ({record.chain}): "
                "make a new id"
            )
        return Answer(record.chain, record.seq, tuple(events_of(self.box, record)), is_repeat=True)

    def _stamp(self, chain: str, seq: int, moment: Moment) -> Stamp:
        return Stamp(self.property_id, chain, seq, moment.at, self._day_of(moment.at))

    def _day_of(self, at: str) -> str:
        """The gaming day of an instant, kept for a second, because thousands of commands ask for it."""
        days = self._house.days
        of, second, day = self._day_at
        if second != second_of(at) or of is not days:
            day = days.day_of(parse_instant(at)).isoformat()
            self._day_at = (days, second_of(at), day)
        return day

    def _lock_of(self, chain: str) -> Lock:
        lock = self._lasting.get(chain) or self._locks.get(chain)
        if lock is None:
            with self._guard:
                lock = self._locks.setdefault(chain, Lock())
        return lock

    # ---- queries

    def view(self, table_id: str, audience: Audience) -> TableView:
        """A table as an audience may see it, at its version."""
        return self.query_table(table_id, table_view(audience))

    def query_cached(self, table_id: str, look: Callable[[Table, int], Seen], version: int = 0) -> Seen:
        """Query the cached table, if it has this version or a newer one; otherwise read it from the database."""
        with self._lock_of(table_id):
            kept = self._table_cache.cached(table_id)
            if kept is not None and kept.version >= version:
                return look(kept.table, kept.version)
        return self.query_table(table_id, look)

    def query_table(self, table_id: str, look: Callable[[Table, int], Seen]) -> Seen:
        """Query a table and its version. This process does no command at the table meanwhile."""
        return self.query_with_connection(table_id, lambda table, version, _connection: look(table, version))

    def query_with_connection(self, table_id: str, look: Callable[[Table, int, Connection], Seen]) -> Seen:
        """Query a table, its version, and the database with the same connection."""
        self.read_settings()
        with self._lock_of(table_id), self.database.reading() as connection:
            kept = self._table_cache.current(connection, table_id)
            return look(kept.table, kept.version, connection)

    def table(self, table_id: str) -> Table:
        """The cached table itself, which must not be changed."""
        kept = self._table_cache.cached(table_id)
        if kept is None:
            with self._lock_of(table_id), self.database.reading() as connection:
                kept = self._table_cache.get(connection, table_id)
        return kept.table


def table_view(audience: Audience) -> Callable[[Table, int], TableView]:
    """A query for a table as an audience may see it, at its version."""
    return lambda table, version: table.view(audience, version)


def _verify_id(command_id: str, by: Actor) -> None:
    verify_command_id(command_id)
    for start, owner in RESERVED.items():
        if command_id.startswith(start) and by != owner:
            raise RefusedError(f"command id {command_id!r} is the room's own: make another one")


def _verify_version(kept: CachedTable, seen: int | None) -> None:
    if seen is not None and seen != kept.version:
        raise StaleVersionError(f"{kept.table.table_id} is at version {kept.version}, and you saw version {seen}")
