"""The rankings of the four games, as data for one way of reading hands."""

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from pitboss.cards.card import Card, Rank
from pitboss.cards.category import FiveCardCategory as Five
from pitboss.cards.category import ThreeCardCategory as Three
from pitboss.cards.deck import DECK_52, DECK_53, DECK_54
from pitboss.cards.ranking import Ranking
from pitboss.cards.shape import shapes
from pitboss.cards.value import HandValue
from pitboss.errors import HandSizeError


def _runs(size: int) -> tuple[tuple[Rank, ...], ...]:
    """Straights from the ace-high one down to the one that starts at the two."""
    downward = sorted(Rank, reverse=True)
    return tuple(tuple(downward[top : top + size]) for top in range(len(downward) - size + 1))


_THREE_TO_THE_ACE = (Rank.THREE, Rank.TWO, Rank.ACE)
_ACE_TWO_THREE = (Rank.ACE, Rank.TWO, Rank.THREE)
_FIVE_TO_THE_ACE = (Rank.FIVE, Rank.FOUR, Rank.THREE, Rank.TWO, Rank.ACE)

_GROUPS_OF_THREE: Final = {(3,): Three.THREE_OF_A_KIND, (2, 1): Three.PAIR, (1, 1, 1): Three.HIGH_CARD}

THREE_CARD_POKER: Final = Ranking(
    name="Three Card Poker hand",
    size=3,
    deck=DECK_52,
    groups=_GROUPS_OF_THREE,
    runs=(*_runs(3), _THREE_TO_THE_ACE),
    straight=Three.STRAIGHT,
    flush=Three.FLUSH,
    straight_flush=Three.STRAIGHT_FLUSH,
)
"""Three cards in Three Card Poker: 3-2-A is the lowest straight."""

SAN_LO_HIGH: Final = Ranking(
    name="Fortune San Lo high hand",
    size=3,
    deck=DECK_53,
    groups=_GROUPS_OF_THREE,
    runs=(_runs(3)[0], _ACE_TWO_THREE, *_runs(3)[1:]),
    straight=Three.STRAIGHT,
    flush=Three.FLUSH,
    straight_flush=Three.STRAIGHT_FLUSH,
)
"""The high hand of Fortune San Lo: A-2-3 is the second highest straight."""

SAN_LO_MID: Final = Ranking(
    name="Fortune San Lo mid hand",
    size=2,
    deck=DECK_53,
    groups={(2,): Three.PAIR, (1, 1): Three.HIGH_CARD},
)
"""The mid hand of Fortune San Lo: a pair or high cards; the joker is an ace."""

SAN_LO_LOW: Final = Ranking(name="Fortune San Lo low hand", size=1, deck=DECK_53, groups={(1,): Three.HIGH_CARD})
"""The low hand of Fortune San Lo: one card; the joker is an ace."""

FIVE_CARD: Final = Ranking(
    name="five-card poker hand",
    size=5,
    deck=DECK_54,
    groups={
        (5,): Five.FIVE_ACES,
        (4, 1): Five.FOUR_OF_A_KIND,
        (3, 2): Five.FULL_HOUSE,
        (3, 1, 1): Five.THREE_OF_A_KIND,
        (2, 2, 1): Five.TWO_PAIR,
        (2, 1, 1, 1): Five.PAIR,
        (1, 1, 1, 1, 1): Five.HIGH_CARD,
    },
    runs=(*_runs(5), _FIVE_TO_THE_ACE),
    straight=Five.STRAIGHT,
    flush=Five.FLUSH,
    straight_flush=Five.STRAIGHT_FLUSH,
    royal=(Five.NATURAL_ROYAL_FLUSH, Five.WILD_ROYAL_FLUSH),
)
"""Five cards with up to two semi-wild jokers."""


def best_five(cards: Sequence[Card]) -> HandValue:
    """The best five-card hand among five or more cards.

    >>> from pitboss.cards import parse_cards
    >>> best_five(parse_cards("As Ks Jk 5d 5c 2h")).sentence
    'two pair, aces and fives, king kicker'
    """
    if len(cards) < FIVE_CARD.size:
        raise HandSizeError(f"the best five cards need at least 5 cards, not {len(cards)}")
    FIVE_CARD.deck.check(cards)
    strengths = [FIVE_CARD.strength_of(shape) for shape in shapes(cards, FIVE_CARD.size)]
    fives = list(combinations(cards, FIVE_CARD.size))
    return FIVE_CARD.read(fives[strengths.index(max(strengths))])
