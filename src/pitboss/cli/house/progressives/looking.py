"""Looking at progressives: all of them, or the status page of one."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated, Any

from cyclopts import Parameter
from msgspec import to_builtins
from rich.console import RenderableType
from rich.text import Text

from pitboss.cli.house.place import reading
from pitboss.cli.house.showing import LOOK, Looking, cell, facts, listed, show
from pitboss.house import jackpots, meters
from pitboss.house.jackpot_queries import MeterStatus, last_hits, meter_status
from pitboss.house.meters import StoredMeter
from pitboss.house.property import Property
from pitboss.paytables import print_dollars, print_percent
from pitboss.progressive import MeterParameters, print_millicents

MeterId = Annotated[str, Parameter(help="The progressive, such as M1.")]


def list_meters(*, look: Looking = LOOK) -> None:
    """Every progressive with what it shows now."""
    with reading(look) as (connection, house):
        property_id = house.property_id
        found = [meter_status(connection, property_id, stored) for stored in meters.all_of(connection, property_id)]
    columns = ("Meter", "Paytable", "Shown", "", "Base", "Limit", "Hits", "Tables")
    rows = [
        (
            each.meter,
            each.parameters["paytable"],
            Text(print_dollars(each.shown_cents), style="bold"),
            "PENDING" if each.pending else "",
            print_dollars(each.parameters["seed_cents"]),
            _limit(each.parameters["maximum_cents"]),
            each.hits,
            ", ".join(each.tables),
        )
        for each in found
    ]
    show(look, found, listed("Progressives", columns, rows, right=("Shown", "Base", "Limit", "Hits")))


def show_meter(meter: MeterId, /, *, look: Looking = LOOK) -> None:
    """The status page of a progressive: value, base, limit, overflow, reserve, parameters, and the last 25 hits."""
    with reading(look) as (connection, house):
        property_id = house.property_id
        stored = meters.look(connection, property_id, meter)
        status = meter_status(connection, property_id, stored)
        hits: list[Any] = list(jackpots.last_hits(connection, property_id, meter))
        last = last_hits(connection, property_id, meter)
    show(look, to_builtins(status) | {"last_hits": last}, *_page(house, stored, status, hits))


def _page(house: Property, stored: StoredMeter, status: MeterStatus, hits: list[Any]) -> Iterator[RenderableType]:
    meter, parameters = stored.meter, stored.parameters
    yield facts(
        f"Progressive {stored.meter_id}",
        {
            "shown": _shown(stored.displayed_cents, status.pending),
            **({"suspended": status.suspended} if status.suspended else {}),
            "base (seed)": print_dollars(parameters.seed_cents),
            "limit": _limit(parameters.maximum_cents),
            "overflow": print_millicents(meter.overflow),
            "reserve": print_millicents(meter.reserve),
            "frozen for claims": print_millicents(meter.frozen),
            "contributions": print_millicents(meter.contributions),
            "seeds": print_millicents(meter.seeds),
            "paid": print_millicents(meter.paid),
            "adjusted": print_millicents(meter.adjusted),
            "hits": status.hits,
            "tables": ", ".join(status.tables) or "none",
        },
    )
    yield Text()
    yield facts("Parameters", _parameters(parameters))
    yield Text()
    rows = [
        (
            house.local_time(row.won_at, row.won_day),
            row.table_id,
            row.seat,
            row.player,
            row.hand,
            *map(print_dollars, _amounts(row)),
        )
        for row in hits
    ]
    columns = ("When", "Table", "Seat", "Player", "Hand", "Paid", "Meter before", "after")
    yield listed("The last 25 hits", columns, rows, right=("Seat", *columns[-3:]))
    for sentence in status.not_as_approved:
        yield Text(f"Not as approved: {sentence}.", style="yellow")


def _shown(cents: int, pending: int) -> Text:
    shown = Text(print_dollars(cents), style="bold")
    return shown.append("  ").append_text(cell("PENDING")) if pending else shown


def _amounts(row: Any) -> tuple[int, int, int]:
    return (row.cents, row.shown_before_cents, row.shown_after_cents)


def _limit(cents: int | None) -> str:
    return "none" if cents is None else print_dollars(cents)


def _parameters(parameters: MeterParameters) -> dict[str, object]:
    """The parameters by their names, as people write them."""
    told: dict[str, object] = {}
    for name, value in parameters.as_json().items():
        if name.endswith("_cents"):
            told[name.removesuffix("_cents").replace("_", " ")] = _limit(value)
        elif name.endswith("rate"):
            told[name.replace("_", " ")] = print_percent(Fraction(value))
        elif name != "format":
            told[name.replace("_", " ")] = value
    return told
