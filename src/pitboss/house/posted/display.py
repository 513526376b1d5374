"""Reads what a jackpot display shows: the amount, the pays, the last win, and PENDING while a win is verified."""

from typing import Annotated

from msgspec import Meta, Struct
from sqlalchemy import Connection

from pitboss.house.answers import view_of
from pitboss.house.jackpots import jackpot_rows, meters
from pitboss.progressive import MeterParameters


class DisplayedPay(Struct, frozen=True, kw_only=True):
    """The pay of a hand of the progressive."""

    hand: Annotated[str, Meta(examples=["A-K-Q of spades"])]
    pay: Annotated[str, Meta(examples=["100% of meter"])]
    envy_cents: Annotated[
        int | None, Meta(description="The envy that each of the others gets, in cents.", examples=[10_000])
    ]


class LastWin(Struct, frozen=True, kw_only=True):
    """The newest win that took a supervisor. The winner is not named."""

    jackpot_id: Annotated[str, Meta(examples=["T1-12-3"])]
    table: Annotated[str, Meta(examples=["T1"])]
    seat: Annotated[int, Meta(examples=[3])]
    hand: Annotated[str, Meta(examples=["A-K-Q of spades"])]
    pay: Annotated[str, Meta(examples=["100% of meter"])]
    cents: Annotated[int, Meta(description="As paid.", examples=[1_234_567])]
    at: Annotated[str, Meta(examples=["2026-11-15T20:00:00.000000Z"])]


class MeterDisplay(Struct, frozen=True, kw_only=True):
    """A meter as displays show it."""

    meter: Annotated[str, Meta(examples=["M1"])]
    version: Annotated[int, Meta(description="It counts the movements of the meter.", examples=[7])]
    shown_cents: Annotated[int, Meta(examples=[1_234_567])]
    maximum_cents: Annotated[int | None, Meta(examples=[None])]
    wager_cents: Annotated[int, Meta(examples=[100])]
    pending: Annotated[int, Meta(description="How many wins are being verified.", examples=[0])]
    is_suspended: Annotated[bool, Meta(description="Whether it is suspended.", examples=[False])]
    last_win: Annotated[LastWin | None, Meta(description="The newest big win that was paid.", examples=[None])]
    pays: list[DisplayedPay]


def display(connection: Connection, property_id: str, meter_id: str) -> MeterDisplay:
    """A meter as everybody may see it, without the pots that are not displayed."""
    stored = meters.look(connection, property_id, meter_id)
    parameters = stored.parameters
    return MeterDisplay(
        meter=meter_id,
        version=stored.version,
        shown_cents=stored.displayed_cents,
        maximum_cents=parameters.maximum_cents,
        wager_cents=parameters.denomination_cents,
        pending=jackpot_rows.pending(connection, property_id, meter_id),
        is_suspended=stored.suspended is not None,
        last_win=_last_win(connection, property_id, meter_id),
        pays=[
            DisplayedPay(hand=row.hand.label, pay=str(row.pay), envy_cents=_envy_cents(parameters, row.envy_cents))
            for row in parameters.pays.rows
        ],
    )


def _last_win(connection: Connection, property_id: str, meter_id: str) -> LastWin | None:
    """The newest win that took a supervisor. The winner is not named."""
    row = jackpot_rows.last_celebrated(connection, property_id, meter_id)
    return None if row is None else view_of(LastWin, row, table=row.table_id, at=row.won_at)


def _envy_cents(parameters: MeterParameters, cents_at_a_dollar: int | None) -> int | None:
    return None if cents_at_a_dollar is None else parameters.at_denomination(cents_at_a_dollar)
