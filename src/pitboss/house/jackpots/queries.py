"""Reads meter status, meter history and jackpots, for the server and the terminal."""

from functools import partial
from typing import Annotated, Any

from msgspec import Meta, Struct
from sqlalchemy import Connection, Row, Select, select

from pitboss.house.answers import view_of
from pitboss.house.jackpots import jackpot_rows, meters
from pitboss.house.jackpots.meters import StoredMeter
from pitboss.house.reports.sums import movements_with_people, way_of
from pitboss.house.room import Room
from pitboss.house.storage.schema import JACKPOTS, MOVEMENTS, TABLES
from pitboss.house.tables.approval import shared_by
from pitboss.house.tables.dry_run import DryRunHost
from pitboss.house.tables.pending_jackpot import DECIDED
from pitboss.house.tables.queries import table_ids
from pitboss.house.tables.settings import controllers_of
from pitboss.house.tables.table import Table

# ---- meters


class MeterStatus(Struct, frozen=True, kw_only=True):
    """The status of a meter, including its pots that are not displayed."""

    meter: Annotated[str, Meta(examples=["M1"])]
    shown_cents: Annotated[int, Meta(examples=[1_234_567])]
    suspended: Annotated[
        str | None, Meta(description="Why it is suspended; null if it is in service.", examples=[None])
    ]
    pending: Annotated[int, Meta(examples=[0])]
    hits: Annotated[int, Meta(description="How often it was hit.", examples=[3])]
    tables: Annotated[list[str], Meta(description="The tables that feed it.", examples=[["T1", "T5"]])]
    millicents: Annotated[dict[str, int], Meta(description="Every pot, in thousandths of a cent.")]
    parameters: Annotated[dict[str, Any], Meta(description="Its configuration.")]
    not_as_approved: Annotated[list[str], Meta(description="What departs from the approval.")]


class Movement(Struct, frozen=True, kw_only=True):
    """A movement of a meter."""

    number: Annotated[int, Meta(examples=[7])]
    at: Annotated[str, Meta(examples=["2026-11-15T20:00:00.000000Z"])]
    day: Annotated[str, Meta(examples=["2026-11-15"])]
    chain: Annotated[str, Meta(description="The record that it belongs to, with seq.", examples=["table:T1"])]
    seq: Annotated[int, Meta(examples=[12])]
    act: Annotated[
        str,
        Meta(
            description="What it is part of: start, wagers, claim, win, rejection, reversal, adjustment or parameters.",
            examples=["wagers"],
        ),
    ]
    actor: Annotated[
        str, Meta(description="Who did it; of an adjustment or a reversal, who approved it.", examples=["dealer:7"])
    ]
    proposed_by: Annotated[
        str | None,
        Meta(description="The badge of the person who proposed it, where two people agreed on it.", examples=[None]),
    ]
    source: Annotated[
        str,
        Meta(description="The pot or account that it came from; adjustments for one made by hand.", examples=["tray"]),
    ]
    target: Annotated[str, Meta(examples=["shown"])]
    millicents: Annotated[int, Meta(examples=[14_000])]
    reason: Annotated[str, Meta(examples=["contribution"])]
    note: str | None
    shown_after: Annotated[
        int, Meta(description="What the meter showed after it, in thousandths of a cent.", examples=[100_014_000])
    ]


def meter_status(connection: Connection, property_id: str, stored: StoredMeter) -> MeterStatus:
    """The status of a meter: what it shows, its pots, its parameters, and the tables that feed it."""
    linked = (TABLES.c.property_id == property_id) & (TABLES.c.meter_id == stored.meter_id)
    tables = connection.scalars(select(TABLES.c.table_id).where(linked).order_by(TABLES.c.table_id))
    controllers = controllers_of(connection, property_id, stored.meter_id)
    return MeterStatus(
        meter=stored.meter_id,
        shown_cents=stored.displayed_cents,
        suspended=stored.suspended,
        pending=jackpot_rows.pending(connection, property_id, stored.meter_id),
        hits=jackpot_rows.number_of_hits(connection, property_id, stored.meter_id),
        tables=list(tables),
        millicents=dict(stored.meter.totals),
        parameters=stored.parameters.as_json(),
        not_as_approved=[*stored.parameters.not_as_approved, *shared_by(controllers)],
    )


def movements_of(connection: Connection, property_id: str, meter_id: str, day: str | None = None) -> list[Movement]:
    """The movements of a meter, the oldest first, of all days or one."""
    return list(map(_moved, connection.execute(_movements(property_id, meter_id, day))))


def movements_after(connection: Connection, property_id: str, meter_id: str, after: int, limit: int) -> list[Movement]:
    """The next movements of a meter after one of them."""
    meters.look(connection, property_id, meter_id)  # refuses an unknown meter
    query = _movements(property_id, meter_id).where(MOVEMENTS.c.number > after)
    return list(map(_moved, connection.execute(query.limit(limit))))


def _moved(row: Row[Any]) -> Movement:
    source, target = way_of(row.source, row.target, row.chain)
    return view_of(Movement, row, source=source, target=target)


def _movements(property_id: str, meter_id: str, day: str | None = None) -> Select[Any]:
    of_meter = (MOVEMENTS.c.property_id == property_id) & (MOVEMENTS.c.meter_id == meter_id)
    return movements_with_people(of_meter & (MOVEMENTS.c.day == day) if day else of_meter)


# ---- jackpots


class ListedJackpot(Struct, frozen=True, kw_only=True):
    """A win that people must verify. Only the win page has the winner's papers."""

    jackpot_id: Annotated[str, Meta(examples=["T1-12-3"])]
    table_id: Annotated[str, Meta(examples=["T1"])]
    round_number: Annotated[int, Meta(examples=[12])]
    seat: Annotated[int, Meta(examples=[3])]
    player: Annotated[str, Meta(examples=["ann"])]
    meter_id: Annotated[str, Meta(examples=["M1"])]
    hand: Annotated[str, Meta(examples=["A-K-Q of spades"])]
    pay: Annotated[str, Meta(examples=["100% of meter"])]
    cents: Annotated[
        int, Meta(description="The quoted amount while it is claimed, then the paid amount.", examples=[1_234_567])
    ]
    source: Annotated[str, Meta(description="meter or tray.", examples=["meter"])]
    status: Annotated[
        str,
        Meta(description="claimed, verified, authorized, booked, paid, rejected or reversed.", examples=["claimed"]),
    ]
    waits_for: Annotated[
        list[str], Meta(description="Who or what it waits for.", examples=[["executive", "surveillance"]])
    ]
    shown_before_cents: int
    shown_after_cents: int
    named_by: Annotated[
        str | None,
        Meta(
            description="At live cards, who named the winning seat, and the answer about seats that are paid first; "
            "of a late award, who proposed it.",
            examples=["supervisor:4; seats 6, 7: no meter hand"],
        ),
    ]
    verified_by: str | None
    checked_by: str | None
    decided_by: str | None
    reason: str | None
    claimed_at: str
    claimed_day: str
    decided_at: str | None
    decided_day: str | None


class WinAtTable(Struct, frozen=True, kw_only=True):
    """A win that is no jackpot yet: a hand that is lit on a keypad, or a win that surveillance must see first."""

    jackpot_id: None
    table_id: Annotated[str, Meta(examples=["T1"])]
    round_number: Annotated[int, Meta(examples=[12])]
    seats: Annotated[list[int], Meta(description="The seats that may have the hand.", examples=[[3]])]
    hand: Annotated[str, Meta(examples=["A-K-Q of spades"])]
    pay: Annotated[str, Meta(examples=["100% of meter"])]
    cents: Annotated[int, Meta(examples=[1_234_567])]
    status: Annotated[str, Meta(description="lit or held.", examples=["lit"])]
    waits_for: Annotated[list[str], Meta(description="Who or what it waits for.", examples=[["executive"]])]


def jackpot_list(
    connection: Connection, property_id: str, table_id: str | None = None, *, everything: bool = True
) -> list[ListedJackpot]:
    """The jackpots, the oldest first: all, or only the pending ones."""
    conditions = [JACKPOTS.c.property_id == property_id]
    conditions += [JACKPOTS.c.table_id == table_id] if table_id else []
    conditions += [] if everything else [JACKPOTS.c.status.not_in(DECIDED)]
    query = select(JACKPOTS).where(*conditions).order_by(JACKPOTS.c.claimed_at, JACKPOTS.c.jackpot_id)
    return list(map(_jackpot, connection.execute(query)))


def last_hits(connection: Connection, property_id: str, meter_id: str) -> list[ListedJackpot]:
    """The last 25 hits of a meter, the newest first."""
    meters.look(connection, property_id, meter_id)  # refuses an unknown meter
    return list(map(_jackpot, jackpot_rows.last_hits(connection, property_id, meter_id)))


def _jackpot(row: Row[Any]) -> ListedJackpot:
    return view_of(ListedJackpot, row, waits_for=_waits_for(row))


def _waits_for(row: Row[Any]) -> list[str]:
    """What a jackpot waits for. A booked one waits only for the cage."""
    if row.status in DECIDED:
        return []
    decides = "cage" if row.status == "booked" else row.needs
    needs = [decides] if row.status in ("claimed", "verified", "booked") else []
    needs += ["surveillance"] if row.needs_surveillance and not row.checked_by else []
    return needs + (["tax form"] if row.needs_tax_form and not row.tax_form else [])


def wins_at_tables(room: Room, table_id: str | None = None) -> list[WinAtTable]:
    """Wins that are no jackpots yet: hands that are lit on a keypad, and wins that surveillance must see first."""
    tables = table_ids(room) if table_id is None else [table_id]
    return [win for each in tables for win in room.query_with_connection(each, partial(_wins_at_table, room))]


def _wins_at_table(room: Room, table: Table, _version: int, connection: Connection) -> list[WinAtTable]:
    win = partial(WinAtTable, jackpot_id=None, table_id=table.table_id, round_number=table.round_number)
    wins = []
    prize = table.lit_prize(DryRunHost(room, table.table_id, connection))
    # A win that the dealer pays needs nobody else, and one that J-POT has booked is in the list of jackpots.
    if prize is not None and prize.needs != "dealer" and not table.jackpot_is_booked:
        wins.append(
            win(
                seats=table.lit_seats,
                hand=prize.hand,
                pay=prize.pay,
                cents=prize.cents,
                status="lit",
                waits_for=[
                    prize.needs,
                    *(["surveillance"] if prize.needs_surveillance and not table.checked_by else []),
                ],
            )
        )
    for seat, held in table.held_wins.items():
        wins.append(win(seats=[seat], hand="", pay="", cents=held.won_cents, status="held", waits_for=["surveillance"]))
    return wins
