"""What a round brings, and the second decision worked out on the spot.

At the second draw at most 49 cards may come, so each option is simply tried with each of them. Players know their own
discards, which never come back; all other cards are unseen to them.
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple

from pitboss.cards import DECK_54, FIVE_CARD, Card, FiveCardCategory
from pitboss.paytables import WagerPaytable

FOLD_1: Final = Fraction(-2)
"""What folding at the first draw brings, in units of the Ante: Ante and Bonus are lost."""
FOLD_2: Final = Fraction(-3)
"""What folding at the second draw brings: Ante, Bonus and the first Draw bet are lost."""
LESS: Final = Fraction(-4)
"""What less than two pair brings: all four bets are lost."""
EVEN_MONEY: Final = 3
"""What two pair or better wins on the Ante and on both Draw bets."""


@lru_cache(maxsize=64)
def nets_of(bonus: WagerPaytable) -> tuple[Fraction, ...]:
    """What a final hand brings with this paytable of the Bonus, by its category, in units of the Ante.

    >>> from pitboss.paytables import load_catalogue
    >>> nets = nets_of(load_catalogue()["DDP-1"]["bonus"])
    >>> [int(nets[category]) for category in (FiveCardCategory.PAIR, FiveCardCategory.TWO_PAIR, FiveCardCategory.FLUSH)]
    [-4, 3, 6]
    """
    paid = {row.hand.slug: row.pay.amount for row in bonus.rows}
    nets = [LESS] * FiveCardCategory.TWO_PAIR
    for category in FiveCardCategory:
        if category >= FiveCardCategory.TWO_PAIR:
            nets.append(EVEN_MONEY + paid[category.label.replace(" ", "-")])
    return tuple(nets)


class Worth(NamedTuple):
    """An option and what it brings on average, in units of the Ante.

    >>> Worth(None, FOLD_2).folds
    True
    """

    discards: tuple[Card, ...] | None
    """The cards replaced; nothing to fold."""
    value: Fraction

    @property
    def folds(self) -> bool:
        """Whether the option is to fold."""
        return self.discards is None


def second_draw(cards: Sequence[Card], dead: Sequence[Card], bonus: WagerPaytable) -> list[Worth]:
    """What each option of the second draw is worth with these five cards, the best first; dead are the own discards.

    Of equal ones the first is the one that risks less: folding, keeping all cards, replacing the lowest card.

    >>> from pitboss.cards import parse_cards
    >>> from pitboss.paytables import load_catalogue
    >>> best, *_ = second_draw(parse_cards("Ks Kd 9h 5c 2d"), (), load_catalogue()["DDP-1"]["bonus"])
    >>> best
    Worth(discards=(2d,), value=Fraction(-138, 49))
    """
    nets = nets_of(bonus)
    gone = {*cards, *dead}
    unseen = [card for card in DECK_54.cards if card not in gone]
    options = [Worth(None, FOLD_2), Worth((), nets[FIVE_CARD.strength(cards)[0]])]
    for card in sorted(cards, key=lambda card: card.code):
        kept = [other for other in cards if other is not card]
        ends = Counter(FIVE_CARD.strength([*kept, drawn])[0] for drawn in unseen)
        total = sum((nets[category] * count for category, count in ends.items()), Fraction(0))
        options.append(Worth((card,), total / len(unseen)))
    return sorted(options, key=lambda option: -option.value)
