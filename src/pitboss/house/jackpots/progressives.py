"""Creates, configures and adjusts meters, each by a proposal that another person approves."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import select

from pitboss.games.event import Event
from pitboss.games.table import Jurisdiction
from pitboss.house.cage.ledger import account
from pitboss.house.errors import RefusedError
from pitboss.house.field_checks import MAX_CENTS, verify_id, verify_words
from pitboss.house.jackpots import meters
from pitboss.house.office import OfficeContext
from pitboss.house.people.proposals import on_approval, on_proposal
from pitboss.house.records.projector import Agreed, Recorded, RowWrite, change_row, insert_row, projects
from pitboss.house.storage.schema import METERS, PARAMETERS, TABLES
from pitboss.house.tables.settings import settings_of_link
from pitboss.paytables import print_dollars
from pitboss.progressive import (
    BY_HAND,
    MILLICENTS,
    NOT_DISPLAYED,
    Change,
    LawfulReason,
    MeterParameters,
    Pot,
    RiseReason,
    print_millicents,
)

_MAX_MILLICENTS: Final = MAX_CENTS * MILLICENTS
"""An amount that no room has begins here."""


@dataclass(frozen=True)
class MeterChanged(Event):
    """A meter was made, got new parameters, or was adjusted.

    >>> MeterChanged("M1", "made, seed $1,000", 100_000).sentence
    'meter M1 is made, seed $1,000, and shows $1,000'
    """

    meter_id: str
    words: str
    shown_cents: int

    @property
    def sentence(self) -> str:
        """The event in words."""
        return f"meter {self.meter_id} is {self.words}, and shows {print_dollars(self.shown_cents)}"


@on_proposal("create-meter")
def verify_new_meter(content: dict[str, Any], desk: OfficeContext) -> None:
    """The meter must be new, and the law must allow its parameters."""
    meter_id = _meter_id(content)
    verify_lawful(_read_parameters(content), desk.house.laws)
    if meters.exists(desk.connection, desk.property_id, meter_id):
        raise RefusedError(f"there is a meter {meter_id} already")


@on_proposal("set-parameters")
def verify_new_parameters(content: dict[str, Any], desk: OfficeContext) -> None:
    """The parameters must be lawful and go with the meter and its tables.

    The approval checks that all tables of the meter are closed.
    """
    meter_id, parameters = _meter_id(content), _read_parameters(content)
    verify_lawful(parameters, desk.house.laws)
    stored = meters.look(desk.connection, desk.property_id, meter_id)
    stored.meter.verify_goes_with(stored.parameters, parameters)
    for table in settings_of_link(desk.connection, desk.property_id, meter_id):
        table.verify_books_one_by_one(parameters)


@on_proposal("adjust-meter")
def verify_adjustment(content: dict[str, Any], desk: OfficeContext) -> None:
    """An adjustment needs a lawful reason, and takes at most what the meter has."""
    meter_id, reason, millicents, note, pot = _read_adjustment(content)
    stored = meters.look(desk.connection, desk.property_id, meter_id)
    stored.meter.verify_adjust(reason, millicents, note, pot)


def verify_lawful(parameters: MeterParameters, laws: Iterable[Jurisdiction]) -> None:
    """Refuse parameters that one of these laws does not allow."""
    own = parameters.surveillance_above_cents
    for law in laws:
        most = law.camera_above_cents
        if most is None:
            continue
        if own > most:
            raise RefusedError(
                f"surveillance above {print_dollars(own)} is too high: {law.name} wants every win above "
                f"{print_dollars(most)} verified on camera first"
            )
        _verify_envy(parameters, most, law.name)


def _verify_envy(parameters: MeterParameters, most: int, where: str) -> None:
    """Refuse envy above the amount that may be paid before surveillance has seen it on camera."""
    for row in parameters.pays.rows:
        cents = parameters.at_denomination(row.envy_cents or 0)
        if cents > most:
            wager, envy = print_dollars(parameters.denomination_cents), print_dollars(cents)
            raise RefusedError(
                f"at {wager} the envy of {row.hand.label} is {envy}, which is paid without a checklist, and {where} "
                f"wants every win above {print_dollars(most)} verified on camera first: choose a lower denomination"
            )


@on_approval("create-meter")
def create_meter(agreed: Agreed, desk: OfficeContext) -> None:
    """Create a meter, seeded by the house."""
    meter_id = _meter_id(agreed.content)
    parameters = _read_parameters(agreed.content)
    desk.found["number"] = meters.next_number(desk.connection, desk.property_id, meter_id)
    saved, change = meters.create(desk.connection, desk.rows, meter_id, parameters)
    _post(desk, meter_id, change)
    _record(desk, saved, f"made, seed {print_dollars(parameters.seed_cents)}")


@on_approval("set-parameters")
def set_parameters(agreed: Agreed, desk: OfficeContext) -> None:
    """Give a meter new parameters while all its tables are closed."""
    meter_id = _meter_id(agreed.content)
    parameters = _read_parameters(agreed.content)
    stored = meters.lock(desk.connection, desk.property_id, meter_id)
    _verify_link_at_rest(desk, meter_id)
    desk.found["number"] = meters.next_number(desk.connection, desk.property_id, meter_id)
    saved, change = meters.adopt(desk.connection, desk.rows, stored, parameters)
    _post(desk, meter_id, change)
    _record(desk, saved, "given new parameters")


@projects("create-meter", "set-parameters", into=[METERS, PARAMETERS])
def list_parameters(record: Recorded) -> Iterator[RowWrite]:
    """Write the parameters in force to the meter, and to the list with all earlier ones."""
    meter_id, parameters = _meter_id(record.content), meters.printed(_read_parameters(record.content))
    since = {"since": record.stamp.at, "day": record.stamp.day, "approved_by": record.actor}
    yield change_row(METERS, {"meter_id": meter_id}, parameters=parameters)
    yield insert_row(PARAMETERS, meter_id=meter_id, number=record.found["number"], parameters=parameters, **since)


@on_approval("adjust-meter")
def adjust_meter(agreed: Agreed, desk: OfficeContext) -> None:
    """Adjust a meter: down only for one of the five lawful reasons, up for one of our own."""
    meter_id, reason, millicents, note, pot = _read_adjustment(agreed.content)
    stored = meters.lock(desk.connection, desk.property_id, meter_id)
    change = stored.meter.adjust(reason, millicents, note, pot)
    saved = meters.save(desk.connection, desk.rows, stored, change, meters.Act.ADJUSTMENT)
    _post(desk, meter_id, change)
    _record(desk, saved, f"adjusted ({reason.value}: {note})")


def _read_parameters(content: dict[str, Any]) -> MeterParameters:
    parameters = MeterParameters.from_json(content.get("parameters"))
    for name, value in parameters.as_json().items():
        if name.endswith("_cents") and value is not None:
            _verify_size(name.removesuffix("_cents").replace("_", " "), value * MILLICENTS)
    return parameters


def _read_adjustment(content: dict[str, Any]) -> tuple[str, LawfulReason | RiseReason, int, str, Pot | None]:
    """Which meter, why, by how many millicents, the note for the record, and the pot of funds not displayed."""
    reason, millicents, note = _read_reason(content.get("reason")), content.get("millicents"), content.get("note")
    verify_words(note, "note")
    if type(millicents) is not int:
        raise RefusedError(f"an adjustment moves a whole number of millicents, up or down, not {millicents!r}")
    _verify_size("an adjustment", millicents)
    return _meter_id(content), reason, millicents, str(note), _read_pot(content.get("pot"))


def _read_pot(text: object) -> Pot | None:
    pot = next((pot for pot in NOT_DISPLAYED if pot == text), None)
    if text is not None and pot is None:
        named = ", ".join(NOT_DISPLAYED)
        raise RefusedError(f"{text!r} is not a pot whose funds are not displayed; those are {named}")
    return pot


def _verify_size(what: str, millicents: int) -> None:
    if abs(millicents) > _MAX_MILLICENTS:
        raise RefusedError(f"{what} of {print_millicents(millicents)} is more than {print_millicents(_MAX_MILLICENTS)}")


def _read_reason(text: object) -> LawfulReason | RiseReason:
    reason = next((reason for reason in BY_HAND if reason == text), None)
    if reason is None:
        raise RefusedError(f"{text!r} is not a reason to adjust a meter; reasons are {', '.join(BY_HAND)}")
    return reason


def _meter_id(content: dict[str, Any]) -> str:
    meter_id = content.get("meter_id")
    verify_id(meter_id, "meter id")
    return str(meter_id)


def _verify_link_at_rest(desk: OfficeContext, meter_id: str) -> None:
    """Refuse to change parameters while a table of the link is not closed."""
    linked = (TABLES.c.property_id == desk.property_id) & (TABLES.c.meter_id == meter_id)
    for table in desk.connection.execute(select(TABLES.c.table_id, TABLES.c.status).where(linked)):
        if table.status != "closed":
            raise RefusedError(f"table {table.table_id} is {table.status}: close every table of meter {meter_id} first")


def _post(desk: OfficeContext, meter_id: str, change: Change) -> None:
    by_hand = account("house", "adjustments", meter_id)
    meters.post(desk.entry, meter_id, change.movements, wagers_from=by_hand, winner=by_hand)


def _record(desk: OfficeContext, saved: meters.StoredMeter, words: str) -> None:
    desk.events.append(MeterChanged(saved.meter_id, words, saved.displayed_cents))
