"""Stores the meters of the room: one writer at a time, with a row for every movement."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import accumulate

from sqlalchemy import Connection, func, insert, select, update

from pitboss.house.cage.ledger import Entry, account
from pitboss.house.errors import UnknownError
from pitboss.house.records.row_hashes import RowHashes
from pitboss.house.storage.schema import METERS, MOVEMENTS, PARAMETERS
from pitboss.progressive import Change, Meter, MeterParameters, Movement, Pot


class Act(StrEnum):
    """The kind of act that moves a meter, for the reports.

    >>> Act.REVERSAL.value
    'reversal'
    """

    START = "start"
    WAGERS = "wagers"
    CLAIM = "claim"
    WIN = "win"
    REJECTION = "rejection"
    REVERSAL = "reversal"
    ADJUSTMENT = "adjustment"
    PARAMETERS = "parameters"


@dataclass(frozen=True)
class StoredMeter:
    """A meter as it is stored. The version counts its movements."""

    meter_id: str
    version: int
    parameters: MeterParameters
    meter: Meter
    suspended: str | None = None
    """Why it is suspended; nothing if it is in service."""
    revision: int = 0
    """How often it was stored."""

    @property
    def displayed_cents(self) -> int:
        """The amount on the display: at most the posted maximum, even while a booked win is still on the meter."""
        shown, maximum = self.meter.displayed_cents, self.parameters.maximum_cents
        return shown if maximum is None else min(shown, maximum)


def create(
    connection: Connection, rows: RowHashes, meter_id: str, parameters: MeterParameters
) -> tuple[StoredMeter, Change]:
    """Create a meter with its seed."""
    change = Meter.start(parameters)
    row = {"property_id": rows.stamp.property_id, "meter_id": meter_id, "version": 0, "revision": 0}
    stored = {"parameters": printed(parameters), "meter": json.dumps(change.meter.as_json())}
    connection.execute(insert(METERS).values(row | stored))
    return save(connection, rows, StoredMeter(meter_id, 0, parameters, Meter(shown=0)), change, Act.START), change


def exists(connection: Connection, property_id: str, meter_id: str) -> bool:
    """Whether the meter exists."""
    query = select(METERS.c.meter_id).where(METERS.c.property_id == property_id, METERS.c.meter_id == meter_id)
    return connection.execute(query).first() is not None


def all_of(connection: Connection, property_id: str) -> list[StoredMeter]:
    """Every meter of a room, by its name."""
    query = select(METERS.c.meter_id).where(METERS.c.property_id == property_id).order_by(METERS.c.meter_id)
    return [look(connection, property_id, row.meter_id) for row in connection.execute(query)]


def adopt(
    connection: Connection, rows: RowHashes, stored: StoredMeter, parameters: MeterParameters
) -> tuple[StoredMeter, Change]:
    """Give a meter new parameters; the projection of the record stores them."""
    change = stored.meter.adopt(stored.parameters, parameters)
    return save(connection, rows, replace(stored, parameters=parameters), change, Act.PARAMETERS), change


def next_number(connection: Connection, property_id: str, meter_id: str) -> int:
    """The number of the next set of parameters of a meter."""
    of_meter = (PARAMETERS.c.property_id == property_id) & (PARAMETERS.c.meter_id == meter_id)
    return (connection.scalar(select(func.max(PARAMETERS.c.number)).where(of_meter)) or 0) + 1


def printed(parameters: MeterParameters) -> str:
    """Parameters as they are stored."""
    return json.dumps(parameters.as_json())


def lock(connection: Connection, property_id: str, meter_id: str) -> StoredMeter:
    """The meter, locked until this transaction ends."""
    return _load(connection, property_id, meter_id, for_update=True)


def look(connection: Connection, property_id: str, meter_id: str) -> StoredMeter:
    """The meter as it is stored now, without a lock."""
    return _load(connection, property_id, meter_id, for_update=False)


def _load(connection: Connection, property_id: str, meter_id: str, *, for_update: bool) -> StoredMeter:
    query = select(METERS).where(METERS.c.property_id == property_id, METERS.c.meter_id == meter_id)
    row = connection.execute(query.with_for_update() if for_update else query).first()
    if row is None:
        raise UnknownError(f"there is no meter {meter_id!r}")
    parameters = MeterParameters.from_json(json.loads(row.parameters))
    meter = Meter.from_json(json.loads(row.meter))
    return StoredMeter(meter_id, row.version, parameters, meter, row.suspended, row.revision)


def save(connection: Connection, rows: RowHashes, stored: StoredMeter, change: Change, act: Act) -> StoredMeter:
    """Store a changed meter, with its movements and what it showed after each."""
    shown = list(accumulate((movement.rise for movement in change.movements), initial=stored.meter.shown))
    first, stamp = stored.version + 1, rows.stamp
    moved = [
        {
            "property_id": stamp.property_id,
            "meter_id": stored.meter_id,
            "number": number,
            "chain": stamp.chain,
            "seq": stamp.seq,
            "at": stamp.at,
            "day": stamp.day,
            "source": movement.source.value,
            "target": movement.target.value,
            "millicents": movement.millicents,
            "act": act.value,
            "reason": movement.reason.value,
            "note": movement.note or None,
            "win": movement.win or None,
            "shown_after": shown_after,
        }
        for number, (movement, shown_after) in enumerate(zip(change.movements, shown[1:], strict=True), first)
    ]
    for row in moved:
        rows.note(MOVEMENTS, row)
    if moved:
        connection.execute(insert(MOVEMENTS), moved)
    return store(connection, rows, replace(stored, version=stored.version + len(moved)), change.meter)


def store(connection: Connection, rows: RowHashes, stored: StoredMeter, meter: Meter) -> StoredMeter:
    """Store a meter whose movements are stored already."""
    saved = replace(stored, meter=meter, revision=stored.revision + 1)
    key = {"property_id": rows.stamp.property_id, "meter_id": saved.meter_id}
    values = {
        "version": saved.version,
        "revision": saved.revision,
        "meter": json.dumps(saved.meter.as_json()),
    }
    rows.note(METERS, key | values | {"parameters": printed(saved.parameters)})
    connection.execute(update(METERS).filter_by(**key).values(values))
    return saved


def post(entry: Entry, meter_id: str, movements: Iterable[Movement], *, wagers_from: str, winner: str) -> None:
    """Post every movement of a meter from account to account."""
    accounts = {
        Pot.TRAY: wagers_from,
        Pot.HOUSE: account("seed", meter_id),
        Pot.GROSS_RECEIPTS: account("house", "gross-receipts", meter_id),
        Pot.WINNER: winner,
        Pot.SHOWN: account("custody", meter_id),
        Pot.FROZEN: account("custody", meter_id),
        Pot.RESERVE: account("reserve", meter_id),
        Pot.OVERFLOW: account("overflow", meter_id),
    }
    for movement in movements:
        entry.move(accounts[movement.source], accounts[movement.target], movement.millicents)
