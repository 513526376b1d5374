"""The settings of the whole room: written when it is founded, and changed by two people after that."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Final

from sqlalchemy import Connection, func, select

from pitboss.dates import written_day
from pitboss.games.event import Event
from pitboss.games.table import PRACTICE
from pitboss.house import property as properties
from pitboss.house.actor import Actor, Role
from pitboss.house.errors import RefusedError, StorageError
from pitboss.house.field_checks import read_day, verify_id, verify_words
from pitboss.house.jackpots import meters
from pitboss.house.jackpots.progressives import verify_lawful
from pitboss.house.office import OfficeContext, handles
from pitboss.house.people.proposals import on_approval, on_proposal
from pitboss.house.permissions import OfficeCommand
from pitboss.house.property import JURISDICTIONS, Property, PropertySettings, Version
from pitboss.house.records import journal
from pitboss.house.records.audit import OFFICE
from pitboss.house.records.journal import Record, is_sealed
from pitboss.house.records.projector import Agreed, Recorded, RowWrite, insert_row, projects
from pitboss.house.records.strongbox import Strongbox
from pitboss.house.reports.gaming_day import parse_instant
from pitboss.house.storage.schema import ACCOUNTS, HOUSE_SETTINGS, JOURNAL, PROPERTIES, PROPOSALS
from pitboss.paytables import print_dollars

FOUNDER: Final = Actor("founder", Role.HOUSE)
"""The actor who founds a room: the holder of its key, before anybody is hired."""

LEAD: Final = timedelta(minutes=10)
"""New settings hold from a gaming day that is at least this far away: by then every process has read them."""


@dataclass(frozen=True)
class FoundRoom(OfficeCommand):
    """Found a card room, with its name and settings.

    >>> FoundRoom("Lucky Ace", PropertySettings().as_json()).as_json()["name"]
    'Lucky Ace'
    """

    name: str
    settings: dict[str, Any]


@dataclass(frozen=True)
class HouseSet(Event):
    """The house settings were changed: the new version, and the gaming day from which it holds.

    >>> HouseSet(2, "2026-11-20", {"min_age": 21}, {"min_age": 21}).sentence
    'version 2 of the house settings holds from Nov 20, 2026: min_age 21'
    """

    number: int
    from_day: str
    settings: dict[str, Any]
    """All settings."""
    changed: dict[str, Any]
    """The settings that changed."""

    @property
    def sentence(self) -> str:
        """The event in words."""
        words = ", ".join(f"{name} {_in_words(name, value)}" for name, value in self.changed.items()) or "as founded"
        return f"version {self.number} of the house settings holds from {written_day(self.from_day)}: {words}"


def _in_words(name: str, value: Any) -> str:
    return print_dollars(value) if name.endswith("_cents") else str(value)


@handles(FoundRoom)
def found_room(command: FoundRoom, desk: OfficeContext) -> None:
    """Write the first record of the office, before all other records of a room."""
    verify_id(desk.property_id, "property id")
    verify_words(command.name, "name")
    if properties.exists(desk.connection, desk.property_id):
        raise RefusedError(f"there is a card room {desk.property_id!r} already")
    settings = PropertySettings.from_json(command.settings)
    _add_event(desk, Version(1, date.fromisoformat(desk.stamp.day), settings), {})


@projects("found-room", into=[PROPERTIES, HOUSE_SETTINGS])
def list_room(record: Recorded) -> Iterator[RowWrite]:
    """The room, and its first settings."""
    yield insert_row(PROPERTIES, name=record.asked["name"])
    yield from list_version(record)


@on_proposal("set-house")
def verify_new_settings(content: dict[str, Any], desk: OfficeContext) -> None:
    """Refuse settings that do not differ from the last ones, or are for a gaming day that has begun."""
    _next_version(content, desk)


@on_approval("set-house")
def set_house(agreed: Agreed, desk: OfficeContext) -> None:
    """Make the next version. It holds from the beginning of its gaming day, in every process."""
    version, before = _next_version(agreed.content, desk)
    was = before.settings.as_json()
    changed = {name: value for name, value in version.settings.as_json().items() if value != was[name]}
    _add_event(desk, version, changed)


@projects("set-house", into=[HOUSE_SETTINGS])
def list_version(record: Recorded) -> Iterator[RowWrite]:
    """The next version of the settings."""
    event = record.event("house-set")
    version = {"number": event["number"], "from_day": event["from_day"], "seq": record.stamp.seq}
    yield insert_row(HOUSE_SETTINGS, **version, settings=json.dumps(event["settings"], sort_keys=True))


def _add_event(desk: OfficeContext, version: Version, changed: dict[str, Any]) -> None:
    settings = version.settings.as_json()
    desk.events.append(HouseSet(version.number, version.from_day.isoformat(), settings, changed))


def _next_version(content: dict[str, Any], desk: OfficeContext) -> tuple[Version, Version]:
    """The proposed version, and the last one so far."""
    if set(content) != {"room", "from_day", "settings"}:
        raise RefusedError(f"set-house takes room, from_day and settings, not {', '.join(content) or 'nothing'}")
    if content["room"] != desk.property_id:
        raise RefusedError(f"this room is {desk.property_id!r}, and the proposal is about {content['room']!r}")
    settings = PropertySettings.from_json(content["settings"])
    from_day = read_day(content["from_day"], "gaming day")
    # As stored, not as this process has read them: another process may have changed them a moment ago.
    *_, last = versions = properties.versions_of(desk.connection, desk.property_id)
    if settings == last.settings:
        raise RefusedError(f"nothing would change: the house is set so from {written_day(last.from_day)} on")
    _verify_day(from_day, settings, Property(desk.property_id, "", last.settings, versions), desk)
    _verify_law(settings, last.settings, desk)
    return Version(last.number + 1, from_day, settings), last


def _verify_day(from_day: date, settings: PropertySettings, house: Property, desk: OfficeContext) -> None:
    """Refuse a gaming day that has begun, or begins too soon: each gaming day has one set of settings."""
    soon = parse_instant(desk.stamp.at) + LEAD
    begun = max(days.day_of(soon) for days in (house.days, settings.days))
    first = max(begun + timedelta(days=1), house.versions[-1].from_day)
    if from_day < first:
        raise RefusedError(
            f"settings hold from the beginning of a gaming day at least {LEAD.seconds // 60} minutes away, and not "
            f"before those agreed on earlier: name {written_day(first)} or a later day, not {written_day(from_day)}"
        )


def _verify_law(settings: PropertySettings, before: PropertySettings, desk: OfficeContext) -> None:
    """Refuse a jurisdiction that does not allow what the room has, and never turn play money into money."""
    law, other = JURISDICTIONS[before.jurisdiction], JURISDICTIONS[settings.jurisdiction]
    of_room = (ACCOUNTS.c.property_id == desk.property_id) & (ACCOUNTS.c.millicents != 0)
    if (law is PRACTICE) != (other is PRACTICE) and desk.connection.scalar(select(func.count()).where(of_room)):
        raise RefusedError(
            f"the books of this room are not empty, and play money must never become money: a room under "
            f"{settings.jurisdiction} is made with `pitboss init`, not out of one under {before.jurisdiction}"
        )
    for stored in meters.all_of(desk.connection, desk.property_id):
        verify_lawful(stored.parameters, (other,))


# ---- comparing with the records


def settings_on_record(connection: Connection, property_id: str, box: Strongbox) -> str:
    """Compare the stored settings with the sealed records that made them, and return the settings in words.

    :raises StorageError: if they differ, naming the first difference
    """
    query = select(HOUSE_SETTINGS).where(HOUSE_SETTINGS.c.property_id == property_id)
    rows = connection.execute(query.order_by(HOUSE_SETTINGS.c.number)).all()
    agreed = (PROPOSALS.c.property_id == property_id) & (PROPOSALS.c.kind == "set-house")
    approved = connection.scalar(select(func.count()).where(agreed, PROPOSALS.c.status == "used")) or 0
    if len(rows) != approved + 1:
        raise StorageError(f"there are {len(rows)} versions of the house settings, and the records make {approved + 1}")
    for number, row in enumerate(rows, 1):
        recorded = _recorded_settings(connection, property_id, row.seq, box)
        stored = {"number": row.number, "from_day": row.from_day, "settings": json.loads(row.settings)}
        if row.number != number or any(recorded.get(name) != value for name, value in stored.items()):
            raise StorageError(
                f"version {row.number} of the house settings is not what the records say: "
                "the house settings were edited outside Pitboss"
            )
    name = connection.scalar(select(PROPERTIES.c.name).where(PROPERTIES.c.property_id == property_id))
    _verify_founded(connection)
    founding = _record(connection, property_id, rows[0].seq)
    if founding is None or json.loads(founding.asked).get("name") != name:
        raise StorageError(f"the room is called {name!r}, and was founded under another name")
    return f"house settings as agreed on, version {len(rows)} from {written_day(rows[-1].from_day)}"


def _verify_founded(connection: Connection) -> None:
    """Refuse a room without a founding record."""
    founded = select(JOURNAL.c.property_id).where(JOURNAL.c.chain == OFFICE, JOURNAL.c.seq == 1)
    listed = select(PROPERTIES.c.property_id).where(PROPERTIES.c.property_id.not_in(founded))
    invented = connection.scalar(listed.order_by(PROPERTIES.c.property_id).limit(1))
    if invented is not None:
        raise StorageError(f"nobody founded the card room {invented!r}: the list of rooms was edited outside Pitboss")


def _recorded_settings(connection: Connection, property_id: str, seq: int, box: Strongbox) -> dict[str, Any]:
    """The settings in a record of the office; empty if there is no such record, or it has none."""
    record = _record(connection, property_id, seq)
    if record is None:
        return {}
    if not is_sealed(box, record, journal.postings_of(connection, record)):
        raise StorageError(
            f"record {seq} of the office, which set the house, does not bear the seal of this room's key"
        )
    return next((event["all"] for event in json.loads(record.events) if event["all"]["event"] == "house-set"), {})


def _record(connection: Connection, property_id: str, seq: int) -> Record | None:
    return journal.last(connection, property_id, OFFICE, JOURNAL.c.seq == seq)
