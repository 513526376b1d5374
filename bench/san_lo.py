"""How fast matchups of Fortune San Lo Poker are counted: one core, compilation not counted.

Speeds depend on the machine, so the second way also has a ratio within this run: against going through every dealer
hand, which is what each player hand costs without inclusion and exclusion.
"""

from functools import partial

from rich.console import Console
from rich.table import Table

from pitboss.lab.fortune_san_lo.dealer import dealer_table
from pitboss.lab.fortune_san_lo.directly import win_counts
from pitboss.lab.fortune_san_lo.exclusion import win_counts_by_exclusion
from pitboss.lab.fortune_san_lo.held import held_cards
from pitboss.lab.fortune_san_lo.worth_counting import settings_of
from timing import seconds

RUNS = 3


def main() -> None:
    screen = Console(highlight=False)
    table = Table("Work", "ms a hand", "times as fast", box=None, pad_edge=False)
    with screen.status("counting ..."):
        dealer = dealer_table()
        held = held_cards(dealer)
        drawn = dealer.hands[:: len(dealer.hands) // 64]
        in_order = dealer.hands[600_000:610_000]
        asked = settings_of(drawn)
        directly = seconds(lambda: win_counts(drawn, asked, dealer), RUNS) / len(drawn)
        table.add_row("every dealer hand gone through", f"{directly * 1e3:.3f}", "1")
        for name, hands in (("exclusion, hands drawn", drawn), ("exclusion, hands in order of ranks", in_order)):
            work = partial(win_counts_by_exclusion, hands, settings_of(hands), dealer, held)
            found = seconds(work, RUNS) / len(hands)
            table.add_row(name, f"{found * 1e3:.3f}", f"{directly / found:,.0f}")
    screen.print(table)
    whole = found * len(dealer.hands)
    screen.print(f"all {len(dealer.hands):,} classes of player hands: about {whole:,.0f} s on one core")


if __name__ == "__main__":
    main()
