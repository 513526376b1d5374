"""The self-check: checks code, database and books before play and on request; a check that fails refuses play.

The quick form runs at every start: code, schema, trial balance, the end of every chain, meters against their accounts,
and the key. The full form adds the whole of every chain, all movements of the meters, the settings of tables, the
stored lists, sessions, closed gaming days, the schema in detail, and the database's own search for damage.
"""

import base64
import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, func, inspect, select, text

import pitboss
from pitboss.dates import written_day
from pitboss.errors import PitbossError
from pitboss.house.cage.ledger import may_owe
from pitboss.house.errors import StorageError
from pitboss.house.house_settings import settings_on_record
from pitboss.house.jackpots import meters
from pitboss.house.people.sessions import forged_sessions
from pitboss.house.property import Property, versions_of
from pitboss.house.records import journal, rounds
from pitboss.house.records.audit import verify_chains
from pitboss.house.records.journal import chain_of
from pitboss.house.records.list_check import listed_tables, unlisted_chain, wrong_lists, wrongly_listed
from pitboss.house.records.strongbox import Strongbox
from pitboss.house.reports.day_close import changed_day
from pitboss.house.reports.reconciliation import meter_line
from pitboss.house.reports.sums import meter_ids
from pitboss.house.storage.database import Database
from pitboss.house.storage.schema import ACCOUNTS, JOURNAL, METADATA, METERS, MOVEMENTS, TABLES
from pitboss.house.storage.schema_check import first_difference
from pitboss.house.tables.settings import TableSettings
from pitboss.house.tables.table_cache import TableCache
from pitboss.paytables import load_catalogue, print_dollars
from pitboss.progressive import MILLICENTS, Pot, print_millicents

LAST_RECORDS: Final = 50
"""How many records at the end of each chain the quick form checks."""

LAST_DAYS: Final = 31
"""How many closed gaming days are computed again."""

PACKAGE: Final = Path(pitboss.__file__).parent


@dataclass(frozen=True)
class Check:
    """The result of one check.

    >>> Check("trial balance", True, "all accounts together add up to $0").sentence
    'trial balance: all accounts together add up to $0'
    """

    name: str
    is_ok: bool
    words: str

    @property
    def sentence(self) -> str:
        """The check in words."""
        return f"{self.name}: {self.words}"

    def as_json(self) -> dict[str, Any]:
        """The check for machines."""
        return {"name": self.name, "ok": self.is_ok, "words": self.words}


def selfcheck(database: Database, house: Property, box: Strongbox, *, is_quick: bool = False) -> list[Check]:
    """Check the room. Every check runs, even after one that failed."""
    room_checks = _RoomChecks(database, house, box, is_quick)
    return [_result(name, check) for name, check in room_checks.checks() if not (is_quick and name in FULL_ONLY)]


def refuse_play(checks: Iterable[Check]) -> None:
    """Refuse to open a room in which a check failed.

    >>> refuse_play([Check("trial balance", False, "all accounts together add up to $5")])
    Traceback (most recent call last):
    pitboss.house.errors.StorageError: the self-check refuses play: trial balance: all accounts together add up to $5
    """
    failed = [check.sentence for check in checks if not check.is_ok]
    if failed:
        raise StorageError(f"the self-check refuses play: {'; '.join(failed)}")


FULL_ONLY: Final = ("shape", "configuration in force", "database", "lists", "sessions", "closed days")
"""The checks that only the full form runs."""


class _Fault(Exception):  # noqa: N818
    """Something that a check found wrong."""


def _result(name: str, check: Callable[[], str]) -> Check:
    try:
        return Check(name, True, check())
    except _Fault as fault:
        return Check(name, False, str(fault))
    except (PitbossError, ValueError, KeyError, TypeError) as error:
        # Data that cannot even be read is a finding, not a crash.
        return Check(name, False, " ".join(str(error).split()) or type(error).__name__)


@dataclass
class _RoomChecks:
    """All checks of a room."""

    database: Database
    house: Property
    box: Strongbox
    is_quick: bool

    def checks(self) -> Iterator[tuple[str, Callable[[], str]]]:
        """Every check with its name."""
        yield "code", code_check
        yield "configuration", self.configuration
        yield "schema", self.schema
        yield "shape", self.shape
        yield "database", self.integrity
        yield "trial balance", self.trial_balance
        yield "chains", self.chains
        yield "meters", self.meters
        yield "tables", self.tables
        yield "configuration in force", self.configuration_in_force
        yield "lists", self.lists
        yield "sessions", self.sessions
        yield "closed days", self.closed_days
        yield "key", self.key

    def _read(self, check: Callable[[Connection], str]) -> str:
        with self.database.reading() as connection:
            return check(connection)

    def configuration(self) -> str:
        """The house settings are what two people agreed on. The answer has the hash of the whole configuration."""
        return self._read(self._configuration)

    def _configuration(self, connection: Connection) -> str:
        words = settings_on_record(connection, self.house.property_id, self.box)
        return f"{words}, hash {configuration_hash(connection, self.house.property_id)}"

    def schema(self) -> str:
        """The schema is that of this version."""
        self.database.verify_schema()
        return "as this version has it"

    def shape(self) -> str:
        """Nothing was planted in the database, and none of its constraints was removed."""
        self.database.verify_schema()  # an old schema that waits for its migration was not tampered with
        part = first_difference(self.database)
        if part is not None:
            raise _Fault(f"{part} is not as this version makes it: the database was changed outside Pitboss")
        return "tables, rules and triggers are as this version makes them"

    def integrity(self) -> str:
        """The database itself finds no damage."""
        self._read(_all_tables)
        return self._read(_sqlite_integrity if self.database.is_sqlite else _postgresql_integrity)

    def trial_balance(self) -> str:
        """The sum of all accounts is zero."""
        return self._read(self._trial_balance)

    def _trial_balance(self, connection: Connection) -> str:
        of_house = ACCOUNTS.c.property_id == self.house.property_id
        off = int(connection.scalar(select(func.sum(ACCOUNTS.c.millicents)).where(of_house)) or 0)
        if off:
            raise _Fault(f"all accounts together add up to {print_millicents(off)}, and must add up to $0")
        for name, owes in connection.execute(select(ACCOUNTS.c.account, ACCOUNTS.c.may_owe).where(of_house)):
            if owes != may_owe(name):
                words = f"whether {name} may fall below nothing is not what its kind says"
                raise _Fault(f"{words}: the list of accounts was edited outside Pitboss")
        return "all accounts together add up to $0"

    def chains(self) -> str:
        """Every record is as it was written."""
        return self._read(self._chains)

    def _chains(self, connection: Connection) -> str:
        last = LAST_RECORDS if self.is_quick else None
        report = verify_chains(connection, self.house.property_id, last=last, box=self.box)
        if not report.is_sound:
            raise _Fault(report.sentence)
        return report.sentence

    def meters(self) -> str:
        """Every meter shows what its accounts hold."""
        return self._read(self._meters)

    def _meters(self, connection: Connection) -> str:
        ids = meter_ids(connection, self.house.property_id)
        for meter_id in ids:
            line = meter_line(connection, self.house.property_id, meter_id)
            if line.variance:
                raise _Fault(f"meter {meter_id} and its accounts differ by {print_millicents(line.variance)}")
            if not self.is_quick:
                _verify_movements(connection, self.house.property_id, meter_id)
        return f"{len(ids)} hold what the ledger says"

    def tables(self) -> str:
        """Tray, chips and booked wins of every table are what the ledger says, and the list of tables is right."""
        return self._read(self._tables)

    def _tables(self, connection: Connection) -> str:
        of_house = ACCOUNTS.c.property_id == self.house.property_id
        balances = dict(connection.execute(select(ACCOUNTS.c.account, ACCOUNTS.c.millicents).where(of_house)).all())
        cache, booked = TableCache(self.house.property_id, self.box), 0
        listed = listed_tables(connection, self.house.property_id)
        unlisted = unlisted_chain(connection, self.house.property_id)
        if unlisted is not None:
            raise _Fault(f"there are records of {unlisted}, which is not in the list of tables")
        tables = [cache.load(connection, table_id).table for table_id in listed]
        for table in tables:
            words = wrongly_listed(table, listed[table.table_id])
            if words is not None:
                raise _Fault(f"{words}: the list of tables was edited outside Pitboss")
            for account, cents in table.balances.items():
                _verify_balance(f"table {table.table_id}", account, cents, balances)
            _verify_balance(f"the round of table {table.table_id}", table.felt_account, table.cents_in_action, balances)
            booked += sum(jackpot.cents for jackpot in table.booked.values())
        _verify_balance("all tables together", "house:jackpots", booked, balances)
        return f"{len(tables)} have what the ledger says"

    def lists(self) -> str:
        """The stored lists (staff, proposals, players and so on) are what the records say."""
        return self._read(self._lists)

    def _lists(self, connection: Connection) -> str:
        wrong = wrong_lists(connection, self.house.property_id)
        if wrong:
            raise _Fault("; ".join(wrong))
        return "every list is what the records say"

    def sessions(self) -> str:
        """This room opened every session, none was changed, and none has ended."""
        return self._read(self._sessions)

    def _sessions(self, connection: Connection) -> str:
        forged = forged_sessions(connection, self.box, self.house.property_id)
        if forged:
            raise _Fault("; ".join(forged))
        return "every session was opened by this room, and not ended since"

    def closed_days(self) -> str:
        """The reports of closed gaming days are what they were when two people closed them."""
        return self._read(self._closed_days)

    def _closed_days(self, connection: Connection) -> str:
        changed = changed_day(connection, self.house, LAST_DAYS)
        if changed is not None:
            raise _Fault(f"the reports of gaming day {written_day(changed)} are not what they were when it was closed")
        return f"the reports of the last {LAST_DAYS} are what they were"

    def configuration_in_force(self) -> str:
        """Every table has the settings of the last command that configured it."""
        return self._read(self._configuration_in_force)

    def _configuration_in_force(self, connection: Connection) -> str:
        of_house = TABLES.c.property_id == self.house.property_id
        rows = connection.execute(select(TABLES.c.table_id, TABLES.c.snapshot).where(of_house)).all()
        for table_id, snapshot in rows:
            if json.loads(snapshot)["settings"] != _last_settings(connection, self.house.property_id, table_id):
                raise _Fault(f"table {table_id} is not set to what was last asked for")
        return f"{len(rows)} tables are set to what was last asked for"

    def key(self) -> str:
        """The room's key decrypts everything that is sealed."""
        return self._read(self._key)

    def _key(self, connection: Connection) -> str:
        of_house = TABLES.c.property_id == self.house.property_id
        rows = connection.execute(select(TABLES.c.table_id, TABLES.c.sealed).where(of_house)).all()
        for table_id, sealed in rows:
            self.box.unlock(sealed, f"{self.house.property_id} {chain_of(table_id)} cards")
            self._open_rounds(connection, table_id)
        return f"it opens the sealed cards of {len(rows)} tables" if rows else "there is nothing sealed yet"

    def _open_rounds(self, connection: Connection, table_id: str) -> None:
        """Decrypt the commands of the last past round, and the random bytes of its shuffle and all records since."""
        key = (connection, self.house.property_id, table_id)
        records, last = rounds.records_since(*key), rounds.last(*key)
        if last is not None:
            last.unsealed(self.box)
            of_shuffle = JOURNAL.c.seq == last.shuffled_seq
            shuffled = journal.last(connection, self.house.property_id, chain_of(table_id), of_shuffle)
            records += [] if shuffled is None else [shuffled]
        for record in records:
            locked = json.loads(record.drawn).get("chance")
            if locked is not None:
                self.box.unlock(base64.b64decode(locked), record.stamp.place)


def _verify_balance(who: str, account: str, cents: int, balances: Mapping[str, int]) -> None:
    millicents = balances.get(account, 0)
    if millicents != cents * MILLICENTS:
        has, says = print_dollars(cents), print_millicents(millicents)
        raise _Fault(f"{who}: {account} is {has} by what is stored of it, and {says} by the ledger")


# ---- code and configuration


def code_check() -> str:
    """The hash of the code. If it was installed from a wheel, every file is as the wheel lists it."""
    changed = _changed_files()
    if changed:
        raise _Fault(f"{changed[0]} is not the file that was installed, hash {code_hash()}")
    return f"hash {code_hash()}"


@cache
def code_hash() -> str:
    """The hash of the names and contents of all files of the package, code and data.

    >>> len(code_hash())
    64
    """
    whole = hashlib.sha256()
    for path in sorted(PACKAGE.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            name = path.relative_to(PACKAGE).as_posix()
            whole.update(f"{name} {hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return whole.hexdigest()


def _changed_files() -> list[str]:
    """Files that differ from the installer's list. An editable install lists none of ours."""
    try:
        listed = distribution("pitboss").files or []
    except PackageNotFoundError:
        return []
    return [
        str(file)
        for file in listed
        if file.parts[:1] == ("pitboss",)
        and file.hash is not None
        and not _is_as_listed(Path(str(file.locate())), file.hash.value)
    ]


def _is_as_listed(path: Path, listed: str) -> bool:
    if not path.is_file():
        return False
    digest = hashlib.sha256(path.read_bytes()).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode() == listed


def configuration_hash(connection: Connection, property_id: str) -> str:
    """The hash of the settings of the room, its tables and its meters, and of every paytable."""
    house = versions_of(connection, property_id)
    tables = connection.execute(select(TABLES.c.table_id, TABLES.c.snapshot).where(TABLES.c.property_id == property_id))
    fed = connection.execute(select(METERS.c.meter_id, METERS.c.parameters).where(METERS.c.property_id == property_id))
    whole = {
        "house": [[number, str(from_day), settings.as_json()] for number, from_day, settings in house],
        "tables": {table_id: json.loads(snapshot)["settings"] for table_id, snapshot in tables},
        "meters": {meter_id: json.loads(parameters) for meter_id, parameters in fed},
        "paytables": {paytable.designator: paytable.as_json() for paytable in load_catalogue()},
    }
    return hashlib.sha256(json.dumps(whole, sort_keys=True).encode()).hexdigest()


def _last_settings(connection: Connection, property_id: str, table_id: str) -> Any:
    setting = JOURNAL.c.kind.in_(("create-table", "configure-table"))
    last = journal.last(connection, property_id, chain_of(table_id), setting)
    # A command may leave out settings with their usual values: both are read in the same way before they are compared.
    return None if last is None else TableSettings.from_json(json.loads(last.asked)["settings"]).as_json()


# ---- meters


def _verify_movements(connection: Connection, property_id: str, meter_id: str) -> None:
    """Refuse a meter with a pot that is not the sum of its movements."""
    stored = meters.look(connection, property_id, meter_id)
    pots = {pot: 0 for pot in Pot if pot.is_of_meter}
    of_meter = (MOVEMENTS.c.property_id == property_id) & (MOVEMENTS.c.meter_id == meter_id)
    columns = (MOVEMENTS.c.source, MOVEMENTS.c.target)
    moved: Any = func.sum(MOVEMENTS.c.millicents)
    number = 0
    for source, target, millicents, count in connection.execute(
        select(*columns, moved, func.count()).where(of_meter).group_by(*columns)
    ):
        number += count
        for pot, gained in ((Pot(source), -int(millicents)), (Pot(target), int(millicents))):
            if pot in pots:
                pots[pot] += gained
    if number != stored.version:
        raise _Fault(f"meter {meter_id} has {number} movements, and counts {stored.version}")
    for pot, sum_millicents in pots.items():
        if stored.meter.totals[pot] != sum_millicents:
            stands, moves = print_millicents(stored.meter.totals[pot]), print_millicents(sum_millicents)
            raise _Fault(f"meter {meter_id} has {stands} {pot}, and its movements make {moves}")


# ---- the database


def _all_tables(connection: Connection) -> str:
    existing = set(inspect(connection).get_table_names())
    missing = [table.name for table in METADATA.sorted_tables if table.name not in existing]
    if missing:
        raise _Fault(f"the table {missing[0]} is missing")
    return "all tables are there"


def _sqlite_integrity(connection: Connection) -> str:
    findings = list(connection.scalars(text("PRAGMA integrity_check")))
    if findings != ["ok"]:
        raise _Fault(f"damaged: {findings[0]}")
    loose = connection.execute(text("PRAGMA foreign_key_check")).first()
    if loose is not None:
        raise _Fault(f"a row of {loose[0]} refers to one that is not there")
    return "SQLite finds no damage"


def _postgresql_integrity(connection: Connection) -> str:
    """Read every table from end to end, and check every index if the extension amcheck is installed."""
    for table in METADATA.sorted_tables:
        connection.scalar(text(f'SELECT sum(length(whole::text)) FROM "{table.name}" AS whole'))
    if connection.scalar(text("SELECT 1 FROM pg_extension WHERE extname = 'amcheck'")) is None:
        return "every row of every table can be read (amcheck is not installed)"
    checked = "SELECT bt_index_check(indexrelid, true) FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid"
    ours = "JOIN pg_am ON pg_am.oid = relam AND amname = 'btree' WHERE relnamespace = current_schema()::regnamespace"
    connection.execute(text(f"{checked} {ours}")).all()
    return "every row can be read, and amcheck finds no damage in any index"
