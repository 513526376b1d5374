"""The 54 cards, each of which exists once."""

from enum import IntEnum
from typing import TYPE_CHECKING, Any, Final, NoReturn, final

from pitboss.errors import CardError, JokerFaceError


class Suit(IntEnum):
    """The four suits; the order is only that of the integer encoding.

    >>> Suit.SPADES.letter, Suit.SPADES.sign, Suit.SPADES.word
    ('s', '♠', 'spades')
    """

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    __hash__ = int.__hash__  # Enum would hash the name, many times slower

    @property
    def letter(self) -> str:
        """The letter of the notation."""
        return "cdhs"[self]

    @property
    def sign(self) -> str:
        """The sign on the card."""
        return "♣♦♥♠"[self]

    @property
    def word(self) -> str:
        """The name in a sentence."""
        return self.name.lower()

    @property
    def is_red(self) -> bool:
        """Whether the suit is hearts or diamonds."""
        return self in (Suit.DIAMONDS, Suit.HEARTS)


class Rank(IntEnum):
    """The thirteen ranks, ordered as poker orders them: two lowest, ace highest.

    >>> Rank.SIX.letter, Rank.SIX.word, Rank.SIX.plural
    ('6', 'six', 'sixes')
    """

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    __hash__ = int.__hash__

    @property
    def letter(self) -> str:
        """The letter or digit of the notation (``T`` for ten)."""
        return "23456789TJQKA"[self - 2]

    @property
    def word(self) -> str:
        """The name in a sentence."""
        return _RANK_WORDS[self - 2]

    @property
    def plural(self) -> str:
        """The name of several."""
        return f"{self.word}es" if self is Rank.SIX else f"{self.word}s"


_RANK_WORDS: Final = tuple(rank.name.lower() for rank in Rank)

JOKER_CODES: Final = (52, 53)
"""The integer codes of the first and the second joker."""

JOKER_HEIGHT: Final = Rank.ACE + 1
"""Jokers are above aces."""


_EXISTING: "dict[int, Card]" = {}


@final
class Card:
    """One of the 54 cards. There is one object per card, so ``is`` and ``==`` agree.

    Kernels use the integer ``code``: 4 x (rank - 2) + suit for 0-51 (``2c`` is 0, ``As`` is 51), 52 for the joker and
    53 for the second joker. A joker has neither rank nor suit until a hand gives it one.

    >>> Card.of(Rank.ACE, Suit.SPADES), Card.from_code(52), Card.from_code(0).rank
    (As, Jk, <Rank.TWO: 2>)
    """

    __slots__ = ("code", "height", "is_joker", "rank", "suit")
    code: int
    height: int
    """The rank as a number; a joker's is above the ace's."""
    is_joker: bool
    rank: Rank
    suit: Suit

    def __new__(cls, code: int) -> "Card":
        """The card of that code, which exists already."""
        if not 0 <= code < 54:
            raise CardError(f"{code} is not the code of a card: codes go from 0 (2c) to 53 (the second joker)")
        return _EXISTING[code] if code in _EXISTING else cls._make(code)

    @classmethod
    def _make(cls, code: int) -> "Card":
        card = _EXISTING[code] = object.__new__(cls)
        values: dict[str, object] = {"code": code, "height": JOKER_HEIGHT, "is_joker": code in JOKER_CODES}
        if code not in JOKER_CODES:
            values |= {"height": code // 4 + 2, "rank": Rank(code // 4 + 2), "suit": Suit(code % 4)}
        for name, value in values.items():
            object.__setattr__(card, name, value)
        return card

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{name} of {self} cannot be changed")

    if not TYPE_CHECKING:  # or any attribute would pass for one of a card

        def __getattr__(self, name: str) -> NoReturn:
            # Reached only for a joker's rank and suit, which are never set.
            if name in ("rank", "suit"):
                raise JokerFaceError(f"{self} has no {name} of its own")
            raise AttributeError(name)

    @staticmethod
    def of(rank: Rank, suit: Suit) -> "Card":
        """The card of that rank and suit."""
        return CARDS[4 * (rank - 2) + suit]

    @staticmethod
    def from_code(code: int) -> "Card":
        """The card of that integer code, 0 to 53."""
        return Card(code)

    def __str__(self) -> str:
        if self.is_joker:
            return "Jk" if self.code == JOKER_CODES[0] else "Jk2"
        return self.rank.letter + self.suit.letter

    __repr__ = __str__

    def __reduce__(self) -> tuple[Any, ...]:
        # Copies and pickles give back the one object that exists.
        return Card.from_code, (self.code,)


CARDS: Final[tuple[Card, ...]] = tuple(map(Card, range(54)))
"""Every card, at the index of its code."""

JOKER: Final = CARDS[52]
"""The joker of the 53-card deck."""

SECOND_JOKER: Final = CARDS[53]
"""The other joker of the 54-card deck."""
