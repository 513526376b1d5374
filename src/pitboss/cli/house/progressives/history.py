"""The history of a progressive: every rise and fall, and a picture of what it showed."""

from collections.abc import Sequence
from typing import Annotated, Any, Final

from cyclopts import Parameter
from rich.text import Text

from pitboss.cli.house.place import reading
from pitboss.cli.house.progressives.looking import MeterId
from pitboss.cli.house.showing import LOOK, Looking, listed, show, when
from pitboss.cli.play import verify_number
from pitboss.house import meters
from pitboss.house.looking import as_values, movements_of
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
        moved = movements_of(connection, house.property_id, meter, day)
    rows = [_line(row) for row in reversed(moved[-last:])]
    columns = ("When", "Way", "Amount", "Why", "Shown after")
    data = [as_values(row) for row in moved[-last:]]
    table = listed(f"Movements of {meter}", columns, rows, right=("Amount", "Shown after"))
    show(look, data, *_picture(meter, _displayed(moved)), Text(), table)


def _displayed(moved: Sequence[Any]) -> list[int]:
    """What people saw on the display: a record that moved a win off and a seed on left only its end there."""
    return list({(row.chain, row.seq): row.shown_after for row in moved}.values())


def _line(row: Any) -> tuple[object, ...]:
    why = f"{row.reason}: {row.note}" if row.note else row.reason
    way = f"{row.source} to {row.target}"
    return (when(row.at), way, print_millicents(row.millicents), why, print_dollars(row.shown_after // MILLICENTS))


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
