"""How fast all 407,170,400 deals of Three Card Poker are counted: one core, compilation not counted, best of several.

The ratio within the run is against the readable rules, timed on a few hands and scaled to all of them.
"""

from pitboss.cards import parse_cards
from pitboss.lab.three_card_poker import against_dealer
from pitboss.lab.three_card_poker.kernel import count_deals
from timing import seconds

MARK = 0.14
HANDS = ("As Ks Qs", "Qs 6d 4h", "2s 3d 5h")


def main() -> None:
    kernel = seconds(count_deals, 9)
    readable = seconds(lambda: [against_dealer(parse_cards(text)) for text in HANDS], 2) / len(HANDS) * 22_100
    print(f"all deals by the kernel: {kernel:.3f} s (mark {MARK} s); the readable rules would take {readable:,.0f} s,")
    print(f"{readable / kernel:,.0f} times as long")


if __name__ == "__main__":
    main()
