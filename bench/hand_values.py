"""How fast hands are valued: one core, compilation not counted, best of several runs.

Speeds depend on the machine, so each line also has a ratio within this run: against one plain pass of NumPy over the
same bytes (what just reading the hands costs), and the readable ranking against the kernel. Hands are dealt at random
and in any order, except where all of them are gone through; six cards are categorised, the others get their strength.
"""

import random
import time
from collections.abc import Callable

import numpy as np
from rich.console import Console
from rich.table import Table

from pitboss.cards import CARDS, FIVE_CARD, best_five
from pitboss.cards.batch import best_five_of_six, every_hand, five_card, san_lo, three_card_poker
from timing import seconds

HANDS = 4_000_000
RUNS = 15


def dealt(deck_size: int, hand_size: int) -> np.ndarray:
    """Random hands, their cards in the order dealt."""
    rng = np.random.default_rng(deck_size * 10 + hand_size)
    drawn = rng.integers(0, deck_size, (HANDS * 3, hand_size), np.uint8)
    in_order = np.sort(drawn, axis=1)
    distinct = (in_order[:, 1:] != in_order[:, :-1]).all(axis=1)
    return np.ascontiguousarray(drawn[distinct][:HANDS])


class Report:
    def __init__(self) -> None:
        self.table = Table("Work", "M hands/s", "mark", "share of a plain pass", box=None, pad_edge=False)
        for column in self.table.columns[1:]:
            column.justify = "right"

    def add(self, name: str, hands: np.ndarray, work: Callable[[], object], mark: int | None = None) -> None:
        rate = len(hands) / seconds(work, RUNS, time.perf_counter) / 1e6
        plain = len(hands) / seconds(hands.max, RUNS, time.perf_counter) / 1e6
        self.table.add_row(name, f"{rate:,.0f}", f"{mark:,}" if mark else "", f"{rate / plain:.1%}")


def kernels(report: Report) -> None:
    strengths, categories = np.empty(HANDS, np.uint16), np.empty(HANDS, np.uint8)
    for deck_size in (52, 53, 54):
        hands = dealt(deck_size, 5)
        work = lambda hands=hands: five_card().strengths(hands, strengths)  # noqa: E731
        report.add(f"five cards of {deck_size}", hands, work, 300)
    every = every_hand(53, 6)
    all_categories = np.empty(len(every), np.uint8)
    name = f"all {len(every):,} six-card hands of 53"
    report.add(name, every, lambda: best_five_of_six().categories(every, all_categories), 100)
    hands = dealt(53, 6)
    report.add("six cards of 53", hands, lambda: best_five_of_six().categories(hands, categories))
    for name, ranking, deck_size in (("Three Card Poker", three_card_poker(), 52), ("San Lo high", san_lo()[0], 53)):
        hands = dealt(deck_size, 3)
        work = lambda hands=hands, ranking=ranking: ranking.strengths(hands, strengths)  # noqa: E731
        report.add(f"three cards of {deck_size}, {name}", hands, work)


def readable(screen: Console) -> None:
    rng = random.Random(5)
    fives, sixes = ([rng.sample(CARDS[:53], size) for _ in range(20_000)] for size in (5, 6))
    for name, hands, value in (("five cards", fives, FIVE_CARD.value), ("best five of six", sixes, best_five)):
        slow = len(hands) / seconds(lambda: [value(hand) for hand in hands], 3, time.perf_counter)  # noqa: B023
        batch = five_card() if len(hands[0]) == 5 else best_five_of_six()
        codes = np.array([[card.code for card in hand] for hand in hands], np.uint8)
        fast = len(hands) / seconds(lambda: batch.strengths(codes), RUNS, time.perf_counter)  # noqa: B023
        screen.print(f"readable {name}: {slow:,.0f} hands/s; the kernel is {fast / slow:,.0f} times as fast")


if __name__ == "__main__":
    screen = Console(highlight=False)
    with screen.status("dealing and valuing ..."):
        report = Report()
        kernels(report)
    screen.print(report.table)
    readable(screen)
