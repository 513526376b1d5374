"""Make the first decisions of Double Draw Poker that the adviser looks up, or check the shipped ones.

    .venv/bin/python scripts/double_draw_first_decisions.py            # make them again, under a minute each
    .venv/bin/python scripts/double_draw_first_decisions.py --check    # compare with the shipped ones

The exact analysis of the lab finds the best option of every hand with both decisions the best ones. Everything is whole
numbers, so every machine makes the same files. What was worked out before comes from the cache.
"""

import sys
from argparse import ArgumentParser
from pathlib import Path

from rich.console import Console

from pitboss.games.double_draw.first_draw import SHIPPED, file_name, print_lines
from pitboss.lab.double_draw import best_play
from pitboss.lab.double_draw.classes import decisions_by_ranks
from pitboss.lab.store import Store
from pitboss.lab.work import Resources
from pitboss.paytables import load_catalogue

DATA = Path(__file__).parents[1] / "src" / "pitboss" / "games" / "double_draw" / "data"
SCREEN = Console(highlight=False)


def make(designator: str) -> str:
    """The data file of a paytable."""
    with SCREEN.status(f"{designator} ...") as status:
        resources = Resources(Store(), watch=lambda done, of: status.update(f"{designator}: {done} of {of} blocks"))
        play = best_play(load_catalogue()[designator], resources)
    return print_lines(decisions_by_ranks(play.decisions.letters))


def main() -> None:
    """Make the files, or with --check say whether they are what comes out."""
    parser = ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--check", action="store_true", help="compare with the shipped files")
    check, differing = parser.parse_args().check, []
    for designator in SHIPPED:
        made, file = make(designator), DATA / file_name(designator)
        if check and made != file.read_text(encoding="ascii"):
            differing.append(file.name)
        if not check:
            file.write_text(made, encoding="ascii")
        SCREEN.print(f"{designator}: {made.count(chr(10)) - 1:,} lines, {len(made):,} bytes")
    if differing:
        sys.exit(f"not what the analysis finds: {', '.join(differing)}")


if __name__ == "__main__":
    main()
