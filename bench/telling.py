"""How a measurement is run: by hand it prints its rows for people, for `make bench` a line of JSON for each."""

import argparse
import json
from collections.abc import Callable, Iterator

from rows import Row, comparison, shown

Measurement = Callable[[bool], Iterator[Row]]
"""Asked with whether it is to be quick: small sizes, whose figures say nothing."""


def tell(measure: Measurement) -> None:
    parser = argparse.ArgumentParser(description="A measurement of `make bench`.")
    parser.add_argument("--quick", action="store_true", help="small sizes, to see that it runs: no figures to trust")
    parser.add_argument("--json", action="store_true", help="a line of JSON for each row")
    options = parser.parse_args()
    seen: list[Row] = []
    for row in measure(options.quick):
        seen.append(row)
        print(json.dumps(row.as_json()) if options.json else line(row, seen), flush=True)


def line(row: Row, seen: list[Row]) -> str:
    """A row for people; a ratio to a row of another measurement is left out."""
    if row.figure is None:
        return f"{row.who}, {row.work}: {row.measured}"
    found = comparison(row, seen)
    ratio = f"; {shown(found[0])}, {found[1]}" if found else ""
    return f"{row.who}, {row.work}: {shown(row.figure)} {row.unit}{ratio}"
