"""Counts every player hand of Three Card Poker against every dealer hand, and stores the counts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from typing import Any, Final

from pitboss.cards import CARDS, THREE_CARD_POKER, Card, HandValue
from pitboss.lab.work import Resources, Work, only, remembered

PLAYER_HANDS: Final = comb(52, 3)
DEALER_HANDS: Final = comb(49, 3)
"""The dealer hands for each player hand."""
DEALS: Final = PLAYER_HANDS * DEALER_HANDS


@dataclass(frozen=True)
class LikeHands:
    """Hands of the same strength that fare alike against the dealer's 18,424; one of them stands for all.

    >>> LikeHands((CARDS[0], CARDS[5], CARDS[10]), 24, 5000, 0, 0, 13424).play_value(Fraction(0))
    Fraction(-2731, 2303)
    """

    cards: tuple[Card, ...]
    hands: int
    dealer_does_not_play: int
    win: int
    push: int
    lose: int

    @property
    def value(self) -> HandValue:
        """The value of the hand."""
        return THREE_CARD_POKER.read(self.cards)

    def play_value(self, bonus: Fraction) -> Fraction:
        """The average net of playing, for one unit of the Ante: both wagers and the Ante Bonus together.

        If the dealer does not play, the Ante wins and the Play pushes. Folding nets -1.
        """
        return Fraction(self.dealer_does_not_play + 2 * self.win - 2 * self.lose, DEALER_HANDS) + bonus


def all_deals(resources: Resources | None = None) -> tuple[LikeHands, ...]:
    """All deals, the lowest hands first.

    >>> groups = all_deals()
    >>> sum(group.hands for group in groups), groups[0].value.sentence
    (22100, 'five-three-two high')
    """
    work = Work("three-card-poker-deals", {}, ("pitboss.lab.three_card_poker", "pitboss.cards"), 1, _run)
    rows = remembered(work, resources or Resources(processes=1), only)
    return tuple(LikeHands(tuple(CARDS[code] for code in codes), *counts) for codes, *counts in rows)


def against_dealer(cards: Sequence[Card]) -> LikeHands:
    """One hand against every dealer's hand, by the readable rules of the game.

    >>> from pitboss.cards import parse_cards
    >>> hand = against_dealer(parse_cards("Qs 6d 4h"))
    >>> hand.dealer_does_not_play, hand.win, hand.push, hand.lose
    (5758, 305, 26, 12335)
    """
    from pitboss.games.three_card_poker.round import dealer_plays  # noqa: PLC0415

    mine = THREE_CARD_POKER.value(cards)
    endings = [0, 0, 0, 0]
    for theirs in combinations([card for card in CARDS[:52] if card not in cards], 3):
        value = THREE_CARD_POKER.read(theirs)
        endings[0 if not dealer_plays(value) else 1 + (mine <= value) + (mine < value)] += 1
    return LikeHands(tuple(cards), 1, *endings)


def _run(_inputs: Mapping[str, Any], _block: int) -> list[list[Any]]:
    return _like_hands()


@cache
def _like_hands() -> list[list[Any]]:
    """Combine hands that are adjacent in strength and have the same counts.

    All 22,100 hands are counted; the symmetry of suits is not assumed, but it makes the list short.
    """
    from pitboss.lab.three_card_poker.kernel import count_deals  # noqa: PLC0415

    found: dict[tuple[Any, ...], list[Any]] = {}
    hands, counts = count_deals()
    for codes, count in zip(hands.tolist(), counts.tolist(), strict=True):
        key = (*THREE_CARD_POKER.strength([CARDS[code] for code in codes]), *count)
        found.setdefault(key, [codes, 0, *count])[1] += 1
    return list(found.values())
