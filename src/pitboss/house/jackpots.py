"""The record of every jackpot, from the claim to the payment."""

from collections.abc import Sequence
from typing import Final

from sqlalchemy import ColumnElement, Connection, Row, case, func, insert, select, update

from pitboss.house import meters
from pitboss.house.errors import UnknownError
from pitboss.house.journal import Stamp
from pitboss.house.schema import JACKPOTS
from pitboss.house.tables.jackpot import Jackpot
from pitboss.progressive import Level


def note(connection: Connection, stamp: Stamp, jackpot: Jackpot) -> None:
    """Write down how a jackpot stands. Its first row is its claim."""
    values = jackpot.as_json() | {"needs_surveillance": int(jackpot.needs_surveillance)}
    values["needs_tax_form"] = int(jackpot.needs_tax_form)
    decided = {"decided_at": stamp.at, "decided_day": stamp.day} if jackpot.is_decided else {}
    of_jackpot = (JACKPOTS.c.property_id == stamp.property_id) & (JACKPOTS.c.jackpot_id == jackpot.jackpot_id)
    if connection.execute(select(JACKPOTS.c.seat).where(of_jackpot)).first() is None:
        claimed = {"property_id": stamp.property_id, "claimed_at": stamp.at, "claimed_day": stamp.day}
        connection.execute(insert(JACKPOTS).values(values | claimed | decided))
    else:
        connection.execute(update(JACKPOTS).where(of_jackpot).values(values | decided))


def pending(connection: Connection, property_id: str, meter_id: str) -> int:
    """How many wins of a meter are being verified: its displays say PENDING. A lit button with the lock is one."""
    waiting = JACKPOTS.c.status.in_(("claimed", "verified", "authorised"))
    of_meter = (JACKPOTS.c.property_id == property_id) & (JACKPOTS.c.meter_id == meter_id)
    claimed = connection.scalars(select(JACKPOTS.c.claim).where(of_meter, waiting)).all()
    frozen = {claim.name for claim in meters.look(connection, property_id, meter_id).meter.claims}
    return len(claimed) + len(frozen - set(claimed))


WON_AT: Final = case((JACKPOTS.c.cards == "", JACKPOTS.c.claimed_at), else_=JACKPOTS.c.decided_at).label("won_at")
"""When a win took its amount off the meter: at physical cards with the booking. The desk pays such a win later."""


def won_of(property_id: str, meter_id: str) -> ColumnElement[bool]:
    """The wins of a meter that more than the dealer had to confirm, also those that wait for the desk.

    What a dealer pays from the tray is no hit: a keypad notes every straight, which would soon be all of a list.
    """
    of_meter = (JACKPOTS.c.property_id == property_id) & (JACKPOTS.c.meter_id == meter_id)
    return of_meter & JACKPOTS.c.status.in_(("booked", "paid")) & (JACKPOTS.c.needs != Level.DEALER.value)


def last_hits(
    connection: Connection, property_id: str, meter_id: str, number: int = 25
) -> Sequence[Row[tuple[object, ...]]]:
    """The last wins of a meter with when they were won, newest first."""
    query = select(JACKPOTS, WON_AT).where(won_of(property_id, meter_id)).order_by(WON_AT.desc())
    return connection.execute(query.limit(number)).all()


def number_of_hits(connection: Connection, property_id: str, meter_id: str) -> int:
    """How often a meter was hit."""
    counted = select(func.count()).select_from(JACKPOTS).where(won_of(property_id, meter_id))
    return connection.scalar(counted) or 0


def last_celebrated(connection: Connection, property_id: str, meter_id: str) -> Row[tuple[object, ...]] | None:
    """The newest win of a meter; nothing where there is none."""
    query = (
        select(JACKPOTS, WON_AT).where(won_of(property_id, meter_id)).order_by(WON_AT.desc(), JACKPOTS.c.cents.desc())
    )
    return connection.execute(query.limit(1)).first()


def find(connection: Connection, property_id: str, jackpot_id: str) -> Row[tuple[object, ...]]:
    """The record of a jackpot.

    :raises UnknownError: where there is none
    """
    of_jackpot = (JACKPOTS.c.property_id == property_id) & (JACKPOTS.c.jackpot_id == jackpot_id)
    row = connection.execute(select(JACKPOTS).where(of_jackpot)).first()
    if row is None:
        raise UnknownError(
            f"there is no jackpot {jackpot_id!r}; they are named by table, round and seat, as in T1-12-3"
        )
    return row
