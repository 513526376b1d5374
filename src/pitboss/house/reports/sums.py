"""Sums of postings by gaming day, which every report is made from, and the days around a day."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Select, Text, and_, cast, func, select

from pitboss.house.jackpots.meters import Act
from pitboss.house.records.audit import OFFICE
from pitboss.house.records.journal import OF_RECORD
from pitboss.house.storage.schema import ACCOUNTS, JOURNAL, METERS, MOVEMENTS, PARAMETERS, POSTINGS, PROPOSALS
from pitboss.progressive import Pot


@dataclass(frozen=True)
class DaySum:
    """The sum that all records of one kind in one chain posted to one account, over a span of days."""

    chain: str
    kind: str
    account: str
    millicents: int


def sums_of_days(
    connection: Connection, property_id: str, first: str, last: str, kind: str | None = None
) -> list[DaySum]:
    """All sums of postings from one gaming day to another; with ``kind``, only those of one kind of command."""
    columns = (JOURNAL.c.chain, JOURNAL.c.kind, POSTINGS.c.account)
    in_days = (JOURNAL.c.property_id == property_id) & JOURNAL.c.day.between(first, last)
    if kind is not None:
        in_days &= JOURNAL.c.kind == kind
    query = select(*columns, func.sum(POSTINGS.c.millicents)).join(POSTINGS, OF_RECORD).where(in_days)
    rows = connection.execute(query.group_by(*columns))
    return [DaySum(chain, kind, account, int(moved)) for chain, kind, account, moved in rows]


def balances(connection: Connection, property_id: str, until: str | None = None) -> dict[str, int]:
    """The balance of every account at the end of a gaming day; without a day, now."""
    of_house = ACCOUNTS.c.property_id == property_id
    rows = connection.execute(select(ACCOUNTS.c.account, ACCOUNTS.c.millicents).where(of_house))
    held = {account: int(millicents) for account, millicents in rows}
    if until is not None:
        # Going back from now reads only the days since, not the whole journal.
        for account, moved in _moved_after(connection, property_id, until):
            held[account] = held.get(account, 0) - moved
    return held


def _moved_after(connection: Connection, property_id: str, day: str) -> Iterator[tuple[str, int]]:
    later = (JOURNAL.c.property_id == property_id) & (JOURNAL.c.day > day)
    moved: Any = func.sum(POSTINGS.c.millicents)
    query = select(POSTINGS.c.account, moved).join_from(JOURNAL, POSTINGS, OF_RECORD).where(later)
    for account, millicents in connection.execute(query.group_by(POSTINGS.c.account)):
        yield account, int(millicents)


def day_before(day: str) -> str:
    """The gaming day before.

    >>> day_before("2026-03-01")
    '2026-02-28'
    """
    return (date.fromisoformat(day) - timedelta(days=1)).isoformat()


def day_after(day: str) -> str:
    """The gaming day after.

    >>> day_after("2026-02-28")
    '2026-03-01'
    """
    return (date.fromisoformat(day) + timedelta(days=1)).isoformat()


def week_of(day: str) -> tuple[str, str]:
    """The week of a gaming day, Monday to Sunday.

    >>> week_of("2026-11-15"), week_of("2026-11-16")
    (('2026-11-09', '2026-11-15'), ('2026-11-16', '2026-11-22'))
    """
    parsed = date.fromisoformat(day)
    monday = parsed - timedelta(days=parsed.weekday())
    return monday.isoformat(), (monday + timedelta(days=6)).isoformat()


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
