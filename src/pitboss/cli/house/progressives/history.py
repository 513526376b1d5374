"""The history of a progressive: every rise and fall, and a picture of what it showed."""

from collections.abc import Sequence
from typing import Annotated, Final

from cyclopts import Parameter
from rich.text import Text

from pitboss.cli.house.place import reading
from pitboss.cli.house.progressives.looking import MeterId
from pitboss.cli.house.showing import LOOK, Looking, listed, show
from pitboss.cli.play import verify_number
from pitboss.house import meters
from pitboss.house.jackpot_queries import Movement, movements_of
from pitboss.house.property import Property
from pitboss.house.reports.making import gambling_day
from pitboss.outside import SystemClock
from pitboss.paytables import print_dollars
from pitboss.progressive import MILLICENTS, print_millicents

BARS: Final = "▁▂▃▄▅▆▇█"
WIDTH: Final = 72


def show_history(
    meter: MeterId,
    /,
    *,
    last: Annotated[int, Parameter(help="How many movements are listed, the newest first.")] = 25,
    day: Annotated[str | None, Parameter(help="One gambling day, such as 2026-11-15.")] = None,
    look: Looking = LOOK,
) -> None:
    """What a progressive showed, as a picture, and its last rises and falls."""
    verify_number("--last", last, 1, 100_000)
    with reading(look) as (connection, house):
        meters.look(connection, house.property_id, meter)
        of_day = None if day is None else gambling_day(house, day, SystemClock().now())
        moved = movements_of(connection, house.property_id, meter, of_day)
    rows = [_line(house, each) for each in reversed(moved[-last:])]
    columns = ("When", "Act", "Proposed by", "By", "Way", "Amount", "Why", "Shown after")
    table = listed(f"Movements of {meter}", columns, rows, right=("Amount", "Shown after"))
    show(look, moved[-last:], *_picture(meter, _displayed(moved)), Text(), table)


def _displayed(moved: Sequence[Movement]) -> list[int]:
    """What people saw on the display: a record that moved a win off and a seed on left only its end there."""
    return list({(each.chain, each.seq): each.shown_after for each in moved}.values())


def _line(house: Property, moved: Movement) -> tuple[object, ...]:
    why = f"{moved.reason}: {moved.note}" if moved.note else moved.reason
    way = f"{moved.source} to {moved.target}"
    shown = print_dollars(moved.shown_after // MILLICENTS)
    at, people = house.local_time(moved.at, moved.day), (moved.proposed_by, moved.actor)
    return (at, moved.act, *people, way, print_millicents(moved.millicents), why, shown)


def _picture(meter: str, shown: Sequence[int]) -> list[Text]:
    if not shown:
        return [Text(f"Nothing moved on {meter}.")]
    low, high = (print_dollars(amount // MILLICENTS) for amount in (min(shown), max(shown)))
    return [
        Text(f"What {meter} showed, from {low} to {high}", style="bold green"),
        Text(sparkline(shown), style="cyan"),
    ]


def sparkline(values: Sequence[int], width: int = WIDTH) -> str:
    """Values as a row of bars, from the lowest to the highest; of many, the last in each step.

    >>> sparkline([1, 5, 9, 1])
    '▁▄█▁'
    """
    step = max(1, -(-len(values) // width))
    picked = [values[min(start + step, len(values)) - 1] for start in range(0, len(values), step)]
    low, span = min(picked), max(picked) - min(picked)
    return "".join(BARS[(value - low) * (len(BARS) - 1) // span if span else 0] for value in picked)
