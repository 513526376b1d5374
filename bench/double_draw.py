"""How long the exact analysis of a Double Draw Poker paytable takes, compilation not counted, nothing from the cache.

Seconds depend on the machine, so each has a ratio within this run: against valuing all 3,162,510 hands once with the
batch kernel of the cards, on one core, which the analysis itself never waits for. The mark is 60 seconds on two cores.
"""

import time
from functools import partial

import numpy as np
from rich.console import Console
from rich.table import Table

from pitboss.cards import parse_cards
from pitboss.cards.batch import every_hand, five_card
from pitboss.lab.double_draw import advise, best_play
from pitboss.lab.double_draw.classes import dead_cards
from pitboss.lab.double_draw.money import Money
from pitboss.lab.double_draw.tables import kept_sums, tables
from pitboss.lab.work import Means, usual_processes
from pitboss.paytables import load_catalogue
from timing import seconds

best = partial(seconds, runs=5, clock=time.perf_counter)


def main() -> None:
    """Measure the parts and the whole."""
    screen, paytable = Console(highlight=False), load_catalogue()["DDP-1"]
    hands = every_hand(54, 5)
    out = np.empty(len(hands), np.uint8)
    plain = best(lambda: five_card().categories(hands, out))
    table, dead = tables(Money.of(paytable["bonus"]).amounts), dead_cards(3).cards[1000]
    report = Table("Work", "seconds", "times all hands valued", box=None, pad_edge=False)
    parts = {
        "all hands valued once": plain,
        "second decisions of all hands beside three dead cards": best(lambda: kept_sums(table, dead)),
        "the adviser at the first draw": best(lambda: advise(parse_cards("Ks Kd 7h 4c Jk"))),
    }
    start = time.perf_counter()
    with screen.status("working out DDP-1 ..."):
        best_play(paytable, Means())
    parts[f"DDP-1 as a whole on {usual_processes()} processes (mark: 60 s on two)"] = time.perf_counter() - start
    for name, taken in parts.items():
        report.add_row(name, f"{taken:.3f}", f"{taken / plain:,.1f}")
    screen.print(report)


if __name__ == "__main__":
    main()
