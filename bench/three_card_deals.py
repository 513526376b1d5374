"""How fast all 407,170,400 deals of Three Card Poker are counted: one core, compilation not counted, best of several.

The ratio within the run is against the readable rules, timed on a few hands and scaled to all of them.
"""

from collections.abc import Iterator

from groups import EXACT
from pitboss.cards import parse_cards
from pitboss.lab.three_card_poker import against_dealer
from pitboss.lab.three_card_poker.kernel import count_deals
from rows import OURS, Row
from telling import tell
from timing import seconds

MARK = 0.14
HANDS = ("As Ks Qs", "Qs 6d 4h", "2s 3d 5h")
ALL_HANDS = 22_100
WORK = "Three Card Poker, all 407,170,400 deals"


def measure(quick: bool) -> Iterator[Row]:
    runs = 2 if quick else 9
    words = f"Every deal counted by the kernel on one core, best of {runs}; the mark is a branch-free Numba loop."
    yield Row(EXACT, WORK, OURS, seconds(count_deals, runs), "s", words, mark=MARK, name="three-card-deals")
    hands = [parse_cards(text) for text in HANDS]
    readable = seconds(lambda: [against_dealer(hand) for hand in hands], 1) / len(hands) * ALL_HANDS
    words = f"Reckoned from {len(hands)} hands against all of their dealers' hands."
    yield Row(EXACT, f"{WORK}, by the readable rules", OURS, readable, "s", words, against="three-card-deals")


if __name__ == "__main__":
    tell(measure)
