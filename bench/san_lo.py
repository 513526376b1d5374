"""How fast matchups of Fortune San Lo Poker are counted: one core, compilation not counted.

Speeds depend on the machine, so the second way also has a ratio within this run: against going through every dealer
hand, which is what each player hand costs without inclusion and exclusion.
"""

from collections.abc import Iterator
from functools import partial

from groups import EXACT
from pitboss.lab.fortune_san_lo.dealer import dealer_table
from pitboss.lab.fortune_san_lo.directly import win_counts
from pitboss.lab.fortune_san_lo.exclusion import win_counts_by_exclusion
from pitboss.lab.fortune_san_lo.held import held_cards
from pitboss.lab.fortune_san_lo.worth_counting import settings_of
from rows import OURS, Row
from telling import tell
from timing import seconds

DIRECTLY = "san-lo-directly"


def measure(quick: bool) -> Iterator[Row]:
    runs = 1 if quick else 3
    dealer = dealer_table()
    held = held_cards(dealer)
    drawn = dealer.hands[:: len(dealer.hands) // (4 if quick else 64)]
    in_order = dealer.hands[600_000 : 600_100 if quick else 610_000]
    row = partial(Row, EXACT, who=OURS, unit="ms")
    taken = seconds(partial(win_counts, drawn, settings_of(drawn), dealer), runs) / len(drawn) * 1e3
    words = f"{len(drawn)} player hands, each against every dealer hand, best of {runs}."
    yield row("Fortune San Lo, a hand, every dealer hand gone through", figure=taken, measured=words, name=DIRECTLY)
    for name, hands in (("hands drawn", drawn), ("hands in order of ranks", in_order)):
        work = partial(win_counts_by_exclusion, hands, settings_of(hands), dealer, held)
        taken = seconds(work, runs) / len(hands) * 1e3
        whole = taken / 1e3 * len(dealer.hands)
        words = (
            f"{len(hands):,} player hands by inclusion and exclusion, best of {runs}; "
            f"all {len(dealer.hands):,} classes of hands would take {whole:,.0f} s on one core."
        )
        yield row(f"Fortune San Lo, a hand, by exclusion, {name}", figure=taken, measured=words, over=DIRECTLY)


if __name__ == "__main__":
    tell(measure)
