"""Make the tables of the Fortune San Lo house way, or check that the shipped ones are what comes out.

    .venv/bin/python scripts/house_way_tables.py            # make them again, about ten seconds
    .venv/bin/python scripts/house_way_tables.py --check    # compare with the shipped ones
    .venv/bin/python scripts/house_way_tables.py --rules    # how far the shipped list of rules falls behind them

A hand is set so that it does best against hands that are set the house way, whose tables come from setting all hands.
So the tables are made in passes. They begin with every legal setting of every hand laid down once. A pass sets all
22,957,480 hands by the tables, counts how many high, mid and low hands rank below each, and moves the tables halfway
to these counts. Halfway, because going all the way never comes to rest: about 0.2% of the hands then change their
setting in every pass. When a pass moves every share by less than 0.01 percentage points, the tables are done.

Hands that differ by an exchange of suits are set alike, so one of each class is set and counts for all of them.
Everything is whole numbers, so every machine makes the same tables.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from rich.console import Console

from pitboss.cards.batch import every_hand, san_lo, suit_classes
from pitboss.games.fortune_san_lo.house_way_batch import (
    Strengths,
    count_legal,
    count_set,
    scores,
    set_by_rules,
    set_hands,
    share_arrays,
    strengths_of,
)
from pitboss.games.fortune_san_lo.house_way_shares import MILLION, print_share_table, shipped_shares
from pitboss.games.fortune_san_lo.rule_list import shipped_rule_list

DATA = Path(__file__).parents[1] / "src" / "pitboss" / "games" / "fortune_san_lo" / "data"
HANDS = 22_957_480
TOLERANCE = MILLION // 10_000
"""0.01 percentage points."""
MAX_PASSES = 100

Counts = NDArray[np.int64]
SCREEN = Console(highlight=False)


def hands_below(counts: Counts) -> Counts:
    """How many of all hands rank below each strength, from how often each occurs."""
    below = np.cumsum(counts, axis=1) - counts
    return below * HANDS // counts.sum(axis=1, keepdims=True)


def shares(below: Counts) -> Counts:
    """Hands as millionths of all hands, to the nearest."""
    return (2 * below * MILLION + HANDS) // (2 * HANDS)


def passes(strengths: Strengths, weights: Counts) -> Iterator[tuple[Counts, int]]:
    """The shares after each pass, and by how many millionths one of them moved at most."""
    below = hands_below(count_legal(strengths, weights))
    while True:
        before = shares(below)
        counted = count_set(strengths, set_hands(strengths, before), weights)
        below = (below + hands_below(counted)) // 2
        yield shares(below), int(np.abs(shares(below) - before).max())


def make_tables() -> Counts:
    """The shares of high, mid and low hands by strength."""
    with SCREEN.status("valuing every hand ..."):
        hands, weights = suit_classes(53, 6)
        strengths = strengths_of(hands)
    for number, (made, moved) in enumerate(passes(strengths, weights), start=1):
        SCREEN.print(f"pass {number:2}: {HANDS:,} hands set, shares moved by {moved / 10_000:.4f} points at most")
        if moved < TOLERANCE:
            return made
        if number == MAX_PASSES:
            sys.exit(f"the tables do not come to rest within {MAX_PASSES} passes")
    raise AssertionError("passes go on for ever")


def files(made: Counts) -> dict[str, str]:
    """The text of each data file."""
    texts = {}
    for hand, row, ranking in zip(("high", "mid", "low"), made.tolist(), san_lo(), strict=True):
        downward = np.unique(ranking.strengths(every_hand(53, ranking.size)))[::-1].tolist()
        table = {ranking.meaning(strength): row[strength] for strength in downward}
        texts[f"house_way_{hand}.toml"] = print_share_table(hand, table)
    return texts


def check(texts: dict[str, str]) -> None:
    """Leave with an error unless the shipped files are these."""
    different = [name for name, text in texts.items() if (DATA / name).read_text(encoding="utf-8") != text]
    if different:
        sys.exit(f"not what comes out: {', '.join(different)}")
    SCREEN.print("the shipped tables are what comes out")


def write(texts: dict[str, str]) -> None:
    """Ship these files."""
    for name, text in texts.items():
        (DATA / name).write_text(text, encoding="utf-8")
        SCREEN.print(f"wrote {(DATA / name).relative_to(DATA.parents[4])}")


def compare_rules() -> None:
    """Tell how the shipped list of rules does against hands set by the tables, counted over all hands."""
    hands, weights = suit_classes(53, 6)
    strengths, tables = strengths_of(hands), share_arrays(shipped_shares())
    by_tables, by_rules = set_hands(strengths, tables), set_by_rules(strengths, shipped_rule_list())
    best, found = (np.average(scores(strengths, ways, tables), weights=weights) for ways in (by_tables, by_rules))
    same = np.average(by_tables == by_rules, weights=weights)
    SCREEN.print(f"two of three: tables {best:.4%}, rules {found:.4%}, {100 * (best - found):.4f} points less")
    SCREEN.print(f"the same setting in {same:.2%} of {HANDS:,} hands")


def main(arguments: list[str] | None = None) -> None:
    """Do what the command line asks for."""
    parser = ArgumentParser(description="Make the tables of the Fortune San Lo house way.")
    parser.add_argument("--check", action="store_true", help="compare with the shipped tables instead of writing them")
    parser.add_argument("--rules", action="store_true", help="measure the shipped list of rules against the tables")
    options = parser.parse_args(arguments)
    if options.rules:
        return compare_rules()
    texts = files(make_tables())
    return check(texts) if options.check else write(texts)


if __name__ == "__main__":
    main()
