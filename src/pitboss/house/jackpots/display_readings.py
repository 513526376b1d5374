"""Records weekly readings of jackpot displays, and opens an incident if one differs too much from the books."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, Row, select

from pitboss.games.event import Event
from pitboss.house.errors import RefusedError
from pitboss.house.field_checks import MAX_CENTS
from pitboss.house.jackpots import meters
from pitboss.house.office import OfficeContext, handles
from pitboss.house.people.incidents import READING_PREFIX, OpenIncident, open_incident
from pitboss.house.permissions import OfficeCommand
from pitboss.house.records.projector import Recorded, RowWrite, insert_row, projects
from pitboss.house.storage.schema import READINGS
from pitboss.paytables import print_dollars

ALARM_ABOVE_CENTS: Final = 5_000
"""SD 20:18:17:24.02: a variance above $50 needs action."""


@dataclass(frozen=True)
class RecordReading(OfficeCommand):
    """Record what the display of a meter shows now.

    >>> RecordReading("M1", 1_234_56).operation()
    'record_reading'
    """

    meter_id: str
    shown_cents: int


@dataclass(frozen=True)
class MeterRead(Event):
    """A display was read.

    >>> MeterRead("M1", 1_234_56, 1_234_56).sentence
    'the display of meter M1 shows $1,234.56, as the books say'
    """

    meter_id: str
    read_cents: int
    meter_cents: int

    @property
    def sentence(self) -> str:
        """The event in words."""
        variance = self.read_cents - self.meter_cents
        words = "as the books say" if not variance else f"and the books say {print_dollars(self.meter_cents)}"
        return f"the display of meter {self.meter_id} shows {print_dollars(self.read_cents)}, {words}"


@dataclass(frozen=True)
class DisplayReading:
    """A reading of a display.

    >>> DisplayReading("M1", 7, "2026-11-15T20:00:00.000000Z", "2026-11-15", "accounting:31", 105_01, 50_00).is_alarming
    True
    """

    meter_id: str
    seq: int
    at: str
    day: str
    actor: str
    read_cents: int
    meter_cents: int

    @property
    def variance_cents(self) -> int:
        """The display minus the books."""
        return self.read_cents - self.meter_cents

    @property
    def is_alarming(self) -> bool:
        """Whether the variance needs action."""
        return abs(self.variance_cents) > ALARM_ABOVE_CENTS


@handles(RecordReading)
def _record(command: RecordReading, desk: OfficeContext) -> None:
    if not 0 <= command.shown_cents <= MAX_CENTS:
        raise RefusedError(f"a display cannot show {command.shown_cents} cents: write 0 to {MAX_CENTS}")
    shown = meters.look(desk.connection, desk.property_id, command.meter_id).displayed_cents
    stamp = desk.stamp
    reading = DisplayReading(
        command.meter_id, stamp.seq, stamp.at, stamp.day, str(desk.actor), command.shown_cents, shown
    )
    event = MeterRead(command.meter_id, command.shown_cents, shown)
    desk.events.append(event)
    if reading.is_alarming:
        variance = print_dollars(abs(reading.variance_cents))
        words = f"{event.sentence}: a variance of {variance}, over {print_dollars(ALARM_ABOVE_CENTS)}"
        # A display that shows another amount than the system holds is a malfunction of approved equipment.
        open_incident(
            desk, OpenIncident(f"{READING_PREFIX}{stamp.seq}", f"meter {command.meter_id}", words, True, None)
        )


@projects("record-reading", into=[READINGS])
def list_reading(record: Recorded) -> Iterator[RowWrite]:
    """Write what the display showed and what the books said. The incident is written to its own list."""
    stamp = record.stamp
    yield insert_row(
        READINGS, **record.event("meter-read"), seq=stamp.seq, at=stamp.at, day=stamp.day, actor=record.actor
    )


def readings(connection: Connection, property_id: str, first_day: str, last_day: str) -> list[DisplayReading]:
    """The readings of some gaming days, sorted by meter."""
    within = (READINGS.c.property_id == property_id) & (READINGS.c.day >= first_day) & (READINGS.c.day <= last_day)
    rows = connection.execute(select(READINGS).where(within).order_by(READINGS.c.meter_id, READINGS.c.seq))
    return [_as_reading(row) for row in rows]


def _as_reading(row: Row[tuple[object, ...]]) -> DisplayReading:
    return DisplayReading(**{name: getattr(row, name) for name in DisplayReading.__dataclass_fields__})
