"""How long the exact analysis of a Double Draw Poker paytable takes, compilation not counted, nothing from the cache.

Seconds depend on the machine, so there are ratios within this run: against valuing all 3,162,510 hands once with the
batch kernel of the cards, on one core, which the analysis itself never waits for.
"""

import time
from collections.abc import Iterator
from functools import partial

import numpy as np

from groups import EXACT
from pitboss.cards import parse_cards
from pitboss.cards.batch import every_hand, five_card
from pitboss.lab.double_draw import advise, best_play
from pitboss.lab.double_draw.classes import dead_cards
from pitboss.lab.double_draw.money import Money
from pitboss.lab.double_draw.tables import kept_sums, tables
from pitboss.lab.work import Resources, usual_processes
from pitboss.paytables import load_catalogue
from rows import OURS, Row, not_measured
from telling import tell
from timing import seconds

MARK = 47.0
MARK_WORDS = "37 to 47 s (C++ of ours)"
WORK = "Double Draw Poker, exact optimal play of DDP-1"
VALUED = "double-draw-valued"


def measure(quick: bool) -> Iterator[Row]:
    """The parts, then the whole."""
    paytable = load_catalogue()["DDP-1"]
    best = partial(seconds, runs=1 if quick else 5)
    row = partial(Row, EXACT, who=OURS, unit="s")
    hands = every_hand(54, 5)
    out = np.empty(len(hands), np.uint8)
    taken = best(lambda: five_card().categories(hands, out))
    words = f"{len(hands):,} hands categorised by the batch kernel on one core: the measure of the next two rows."
    yield row("Double Draw Poker, all hands valued once", figure=taken, measured=words, name=VALUED)
    table, dead = tables(Money.of(paytable["bonus"]).amounts), dead_cards(3).cards[1000]
    words = "The best second draw of every hand, where three cards are gone, on one core."
    taken = best(lambda: kept_sums(table, dead))
    yield row("Double Draw Poker, second decisions beside three dead cards", figure=taken, measured=words, over=VALUED)
    words = "The 32 ways to keep cards of one hand, each with what comes of it, on one core."
    taken = best(lambda: advise(parse_cards("Ks Kd 7h 4c Jk")))
    yield row("Double Draw Poker, the adviser at the first draw", figure=taken, measured=words, over=VALUED)
    yield not_measured(EXACT, WORK, OURS, "left out in a quick run") if quick else whole()


def whole() -> Row:
    start = time.perf_counter()
    best_play(load_catalogue()["DDP-1"], Resources())
    taken = time.perf_counter() - start
    words = f"Once, by the clock, on {usual_processes()} processes, nothing from the cache."
    return Row(EXACT, WORK, OURS, taken, "s", words, mark=MARK, mark_words=MARK_WORDS)


if __name__ == "__main__":
    tell(measure)
