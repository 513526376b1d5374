"""Blackjack totals: hard, soft, natural."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pitboss.cards.card import Card, Rank
from pitboss.errors import HandSizeError, NotInDeckError


@dataclass(frozen=True)
class BlackjackTotal:
    """The total of a blackjack hand.

    >>> from pitboss.cards import parse_cards
    >>> blackjack_total(parse_cards("As 6d")).sentence, blackjack_total(parse_cards("As Kd")).sentence
    ('soft 17', 'blackjack')
    """

    total: int
    soft: bool
    """Whether an ace counts eleven."""
    natural: bool
    """Whether this is a blackjack: an ace and a ten-value card as the first two cards."""
    cards: tuple[Card, ...]

    @property
    def is_bust(self) -> bool:
        """Whether the total is over 21."""
        return self.total > 21

    @property
    def category(self) -> str:
        """Blackjack, bust, soft or hard."""
        if self.natural:
            return "blackjack"
        if self.is_bust:
            return "bust"
        return "soft" if self.soft else "hard"

    @property
    def sentence(self) -> str:
        """The hand in words."""
        if self.natural:
            return "blackjack"
        return f"bust with {self.total}" if self.is_bust else f"{self.category} {self.total}"


def card_points(card: Card) -> int:
    """What a card counts in blackjack, an ace as one.

    >>> from pitboss.cards import parse_card
    >>> [card_points(parse_card(token)) for token in ("As", "7d", "Tc", "Kh")]
    [1, 7, 10, 10]
    """
    if card.is_joker:
        raise NotInDeckError(f"{card} is not in a blackjack shoe")
    return _POINTS[card.rank]


_POINTS: Final = {rank: 1 if rank is Rank.ACE else min(int(rank), 10) for rank in Rank}


def blackjack_total(cards: Sequence[Card], *, after_split: bool = False) -> BlackjackTotal:
    """The total of these cards. A two-card 21 after a split is not a blackjack.

    >>> from pitboss.cards import parse_cards
    >>> blackjack_total(parse_cards("As 3d 3c 9h 6s")).sentence
    'bust with 22'
    >>> blackjack_total(parse_cards("As Kd"), after_split=True).sentence
    'soft 21'
    """
    if not cards:
        raise HandSizeError("a blackjack hand has at least 1 card, not 0")
    points = [card_points(card) for card in cards]
    hard = sum(points)
    soft = hard <= 11 and 1 in points
    total = hard + 10 if soft else hard
    natural = total == 21 and len(cards) == 2 and not after_split
    return BlackjackTotal(total, soft, natural, tuple(cards))
