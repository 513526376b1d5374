"""Suspends and resumes a progressive: while its meter is suspended, none of its tables starts a round."""

from collections.abc import Iterator
from dataclasses import dataclass

from pitboss.games.event import Event
from pitboss.house.errors import RefusedError
from pitboss.house.field_checks import verify_words
from pitboss.house.jackpots import meters
from pitboss.house.office import OfficeContext, handles
from pitboss.house.permissions import OfficeCommand
from pitboss.house.records.projector import Recorded, RowWrite, change_row, projects
from pitboss.house.storage.schema import METERS
from pitboss.house.storage.transactions import DeferredTransaction


@dataclass(frozen=True)
class SuspendMeter(OfficeCommand):
    """Suspend a progressive: no round that feeds it starts until it is resumed (WAC 230-15-715, missing funds).

    >>> SuspendMeter("M1", "the bank holds the funds").reason
    'the bank holds the funds'
    """

    meter_id: str
    reason: str


@dataclass(frozen=True)
class ResumeMeter(OfficeCommand):
    """Resume a suspended progressive.

    >>> ResumeMeter("M1").operation()
    'resume_meter'
    """

    meter_id: str


@dataclass(frozen=True)
class MeterHeld(Event):
    """A progressive was suspended, or resumed.

    >>> MeterHeld("M1", "the bank holds the funds").sentence, MeterHeld("M1", None).sentence
    ('meter M1 is suspended: the bank holds the funds', 'meter M1 is in service again')
    """

    meter_id: str
    reason: str | None

    @property
    def sentence(self) -> str:
        """The event in words."""
        what = "in service again" if self.reason is None else f"suspended: {self.reason}"
        return f"meter {self.meter_id} is {what}"


@handles(SuspendMeter)
def suspend_meter(command: SuspendMeter, desk: OfficeContext) -> None:
    """Suspend the meter. Rounds in progress are played to their end, and their wins are paid."""
    verify_words(command.reason, "reason")
    stored = meters.lock(desk.connection, desk.property_id, command.meter_id)
    if stored.suspended is not None:
        raise RefusedError(f"meter {command.meter_id} is suspended already: {stored.suspended}")
    desk.events.append(MeterHeld(command.meter_id, command.reason))


@handles(ResumeMeter)
def resume_meter(command: ResumeMeter, desk: OfficeContext) -> None:
    """Resume the meter."""
    if meters.lock(desk.connection, desk.property_id, command.meter_id).suspended is None:
        raise RefusedError(f"meter {command.meter_id} is not suspended")
    desk.events.append(MeterHeld(command.meter_id, None))


@projects("suspend-meter", "resume-meter", into=[METERS])
def list_suspension(record: Recorded) -> Iterator[RowWrite]:
    """Write why the meter is suspended, or that it is in service."""
    yield change_row(METERS, {"meter_id": record.asked["meter_id"]}, suspended=record.asked.get("reason"))


def verify_in_service(later: DeferredTransaction, property_id: str, meter_id: str) -> None:
    """Refuse a round that would feed a suspended progressive. It runs before every round, so it must be fast."""
    question = "SELECT suspended FROM meters WHERE property_id = ? AND meter_id = ?"
    for (reason,) in later.ask(question, (property_id, meter_id)):
        if reason is not None:
            raise RefusedError(f"progressive {meter_id} is suspended: {reason}")
