"""Sums of the movements of a meter over a span of gaming days: contributions, seeds, wins, reversals, adjustments."""

from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Select, Text, and_, cast, func, select

from pitboss.house.jackpots.meters import Act
from pitboss.house.records.audit import OFFICE
from pitboss.house.storage.schema import JOURNAL, METERS, MOVEMENTS, PARAMETERS, PROPOSALS
from pitboss.progressive import Pot

BY_WAGERS: Final = MOVEMENTS.c.act == Act.WAGERS.value
"""Selects the movements that are contributions of wagers."""

_TAKEN: Final = ("won", "gross_receipts")
"""Sums of what left a meter: they are positive, and lower what the meter holds."""


BY_HAND: Final = "adjustments"
"""The house account that an adjustment by hand takes money from or gives it to."""


def way_of(source: str, target: str, chain: str) -> tuple[str, str]:
    """The source and the target of a movement. In an adjustment by hand, the house account replaces tray and winner.

    >>> way_of("tray", "shown", "table:T1"), way_of("tray", "shown", "room")
    (('tray', 'shown'), ('adjustments', 'shown'))
    """
    outside = (Pot.TRAY, Pot.WINNER) if chain == OFFICE else ()
    return BY_HAND if source in outside else source, BY_HAND if target in outside else target


def movements_with_people(wanted: ColumnElement[bool]) -> Select[Any]:
    """Movements, oldest first, each with the actor of its record and the badge that proposed it, if any.

    For a reversal or an adjustment the actor is the person who approved it.
    """
    record = and_(
        JOURNAL.c.property_id == MOVEMENTS.c.property_id,
        JOURNAL.c.chain == MOVEMENTS.c.chain,
        JOURNAL.c.seq == MOVEMENTS.c.seq,
    )
    place = MOVEMENTS.c.property_id + " " + MOVEMENTS.c.chain + " " + cast(MOVEMENTS.c.seq, Text)
    agreed = and_(PROPOSALS.c.property_id == MOVEMENTS.c.property_id, PROPOSALS.c.used_in == place)
    moved = select(MOVEMENTS, JOURNAL.c.actor, PROPOSALS.c.proposed_by).join(JOURNAL, record)
    return moved.outerjoin(PROPOSALS, agreed).where(wanted).order_by(MOVEMENTS.c.number)


@dataclass(frozen=True)
class MeterSums:
    """What a meter received and gave, all pots together, in millicents.

    >>> MeterSums(contributions=21_000, won=500_000).gain
    -479000
    """

    contributions: int = 0
    """From wagers, as they were taken."""
    contributions_by_hand: int = 0
    """From wagers that were missed, and added by an adjustment."""
    seeds: int = 0
    """From the house, for a new meter and after wins, less what it recovered when claims were rejected."""
    won: int = 0
    reversed: int = 0
    """From reversed wins, less the seeds that had followed them."""
    adjusted: int = 0
    """Documented adjustments by hand, up less down, for any reason."""
    gross_receipts: int = 0
    """Funds that were not displayed and left the progressive as income of the house."""

    @property
    def accrued(self) -> int:
        """All contributions of wagers, taken at once or added later."""
        return self.contributions + self.contributions_by_hand

    @property
    def gain(self) -> int:
        """How much more the meter holds than before."""
        return self.accrued + self.seeds + self.reversed + self.adjusted - self.won - self.gross_receipts


def meter_ids(connection: Connection, property_id: str, day: str | None = None) -> list[str]:
    """Every meter of the room; with a gaming day, those that existed on it."""
    if day is not None:
        return [meter_id for meter_id, since in meters_since(connection, property_id).items() if since <= day]
    of_house = METERS.c.property_id == property_id
    return list(connection.scalars(select(METERS.c.meter_id).where(of_house).order_by(METERS.c.meter_id)))


def meters_since(connection: Connection, property_id: str) -> dict[str, str]:
    """Every meter of the room, with the gaming day on which it was created."""
    of_first = (PARAMETERS.c.property_id == property_id) & (PARAMETERS.c.number == 1)
    query = select(PARAMETERS.c.meter_id, PARAMETERS.c.day).where(of_first).order_by(PARAMETERS.c.meter_id)
    return {row.meter_id: row.day for row in connection.execute(query)}


def sums_of_meter(
    connection: Connection, property_id: str, meter_id: str, first_day: str | None, last_day: str
) -> MeterSums:
    """The sums of a meter from one gaming day to another; without a first day, from the start."""
    columns = (MOVEMENTS.c.source, MOVEMENTS.c.target, MOVEMENTS.c.act)
    wanted = [
        MOVEMENTS.c.property_id == property_id,
        MOVEMENTS.c.meter_id == meter_id,
        MOVEMENTS.c.day <= last_day,
        *([MOVEMENTS.c.day >= first_day] if first_day else []),
    ]
    query = select(*columns, func.sum(MOVEMENTS.c.millicents)).where(*wanted).group_by(*columns)
    sums = dict.fromkeys(MeterSums.__dataclass_fields__, 0)
    for source, target, act, moved in connection.execute(query):
        gained = int(moved) * (Pot(target).is_of_meter - Pot(source).is_of_meter)
        other = Pot(source) if Pot(target).is_of_meter else Pot(target)
        name = _name(other, Act(act))
        sums[name] += -gained if name in _TAKEN else gained
    return MeterSums(**sums)


def _name(other: Pot, act: Act) -> str:
    """The sum that an amount counts toward, by its act and by the pot at the other end."""
    if act is Act.ADJUSTMENT:
        return {Pot.TRAY: "contributions_by_hand", Pot.GROSS_RECEIPTS: "gross_receipts"}.get(other, "adjusted")
    if act is Act.REVERSAL:
        return "reversed"
    return {Pot.TRAY: "contributions", Pot.WINNER: "won"}.get(other, "seeds")
