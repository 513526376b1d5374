"""Whether the hands that seats claim in one game can all come from its one deck.

Only the hands below can run out of cards: the deck holds a straight flush and every lower hand for each seat, whatever
the other seats have. A test deals every combination of hands that is not refused here, and finds the cards below again
among all hands of the deck.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Final

from pitboss.cards import DECK_52, JOKER, Card, Rank, Suit

_Cards = frozenset[Card]
_TO_THE_ACE: Final = sorted(Rank)[-5:]


def _of(suit: Suit, ranks: Sequence[Rank]) -> _Cards:
    return frozenset(card for card in DECK_52.cards if card.suit is suit and card.rank in ranks)


_AKQ: Final = {suit: _of(suit, _TO_THE_ACE[-3:]) for suit in Suit}
_ROYALS: Final = [_of(suit, _TO_THE_ACE) for suit in Suit]
_WITH_JOKER: Final = [royal - {card} | {JOKER} for royal in _ROYALS for card in royal]

_MADE_OF: Final[Mapping[str, Sequence[_Cards]]] = {
    "akq-of-spades": [_AKQ[Suit.SPADES]],
    "akq-of-another-suit": [cards for suit, cards in _AKQ.items() if suit is not Suit.SPADES],
    "five-aces": [frozenset(card for card in DECK_52.cards if card.rank is Rank.ACE) | {JOKER}],
    "royal-flush": [*_ROYALS, *_WITH_JOKER],
}
"""The cards of which each such hand can be made, by the row of the progressive that pays it."""


def clashing_seats(row: str, hands: Mapping[int, str]) -> tuple[int, ...]:
    """The seats whose hands leave no cards for one more hand; none where one deck deals it as well.

    >>> clashing_seats("royal-flush", {6: "five-aces", 2: "straight"})
    (6,)
    >>> clashing_seats("royal-flush", {6: "royal-flush", 2: "full-house"})
    ()
    """
    scarce = [seat for seat, held in sorted(hands.items()) if held in _MADE_OF]
    if row not in _MADE_OF:
        return ()
    for many in range(1, len(scarce) + 1):
        for seats in combinations(scarce, many):
            if not _can_be_dealt([row, *(hands[seat] for seat in seats)]):
                return seats
    return ()


def _can_be_dealt(rows: Sequence[str], taken: _Cards = frozenset()) -> bool:
    """Whether hands can be made of cards that no other one has."""
    if not rows:
        return True
    free = (cards for cards in _MADE_OF[rows[0]] if not cards & taken)
    return any(_can_be_dealt(rows[1:], taken | cards) for cards in free)
