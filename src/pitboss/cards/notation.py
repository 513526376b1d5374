"""Cards as people write them: ``As Kd 10h Td Jk``. Read leniently, printed one way."""

import re
from collections.abc import Iterable
from typing import Final

from pitboss.cards.card import JOKER, SECOND_JOKER, Card, Rank, Suit
from pitboss.errors import NotationError

_RANKS: Final = {rank.letter: rank for rank in Rank} | {"10": Rank.TEN}
_SUITS: Final = {suit.letter.upper(): suit for suit in Suit} | dict(zip("♣♦♥♠♧♢♡♤", [*Suit, *Suit], strict=True))
_JOKERS: Final = {"JK": JOKER, "JK1": JOKER, "JOKER": JOKER, "*": JOKER, "🃏": JOKER, "JK2": SECOND_JOKER}

# Cards may also be written without a space between them, so a word is read card by card.
_SUIT: Final = f"[{''.join(_SUITS)}]"
_CARD: Final = re.compile(
    # the 2 of Jk2d and the 1 of Jk10h belong to the next card
    rf"JOKER | JK[12](?! 0 | {_SUIT}) | JK | \* | 🃏 | (?: 10 | [2-9TJQKA]) {_SUIT} [\ufe0e\ufe0f]?",
    re.ASCII | re.IGNORECASE | re.VERBOSE,  # without ASCII the Kelvin sign would be a king
)
_ALLOWED: Final = "write a rank (2-9, T or 10, J, Q, K, A) and a suit (s, h, d, c), or Jk for a joker"


def parse_card(token: str) -> Card:
    """The card that a token names.

    >>> [parse_card(token) for token in ("As", "10h", "t♦", "JOKER")]
    [As, Th, Td, Jk]
    """
    if not _CARD.fullmatch(token):
        raise NotationError(f"{token!r} is not a card: {_ALLOWED}")
    name = token.upper().rstrip("\ufe0e\ufe0f")
    if name in _JOKERS:
        return _JOKERS[name]
    return Card.of(_RANKS[name[:-1]], _SUITS[name[-1]])


def parse_cards(text: str, known: Iterable[Card] = ()) -> tuple[Card, ...]:
    """The cards of a text, split by spaces, commas, bars, or nothing at all.

    A second ``Jk`` is the second joker, also where the first one is among the cards that are known already. Other cards
    may repeat: whether they may is the deck's business.

    >>> parse_cards("As, kd 10h|Td Jk jk"), parse_cards("AsKdTh"), parse_cards("Jk 2c", parse_cards("Jk 7d"))
    ((As, Kd, Th, Td, Jk, Jk2), (As, Kd, Th), (Jk2, 2c))
    """
    cards = list(known)
    before = len(cards)
    for word in re.split(r"[\s,;|/]+", text):
        cards.extend(parse_card(token) for token in _tokens(word))
    return tuple(_tell_jokers_apart(cards)[before:])


def _tokens(word: str) -> list[str]:
    """The cards run together in one word; where they do not fill it, the rest, so that the error names it."""
    tokens, start = [], 0
    while start < len(word):
        match = _CARD.match(word, start)
        token = match.group() if match else word[start:]
        tokens.append(token)
        start += len(token)
    return tokens


def _tell_jokers_apart(cards: list[Card]) -> list[Card]:
    if cards.count(JOKER) == 2 and SECOND_JOKER not in cards:
        second = len(cards) - 1 - cards[::-1].index(JOKER)
        cards[second] = SECOND_JOKER
    return cards


def print_cards(cards: Iterable[Card]) -> str:
    """Cards the way Pitboss prints them.

    >>> print_cards(parse_cards("10H,ac,JOKER"))
    'Th Ac Jk'
    """
    return " ".join(map(str, cards))
