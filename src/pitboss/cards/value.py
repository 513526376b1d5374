"""What a hand is worth, and why, in words."""

from dataclasses import dataclass
from functools import cached_property, lru_cache, total_ordering

from pitboss.cards.card import Card, Rank, Suit
from pitboss.cards.category import Category, ThreeCardCategory


@dataclass(frozen=True)
class StandIn:
    """What a joker stands for: a rank, and a suit where the suit matters.

    >>> StandIn(Rank.QUEEN, Suit.SPADES).words, StandIn(Rank.ACE).words
    ('the queen of spades', 'an ace')
    """

    rank: Rank
    suit: Suit | None = None

    @property
    def words(self) -> str:
        """The card in a sentence."""
        if self.suit is not None:
            return f"the {self.rank.word} of {self.suit.word}"
        return f"{'an' if self.rank in (Rank.ACE, Rank.EIGHT) else 'a'} {self.rank.word}"


@total_ordering
@dataclass(frozen=True, eq=False)
class HandValue:
    """What a hand is worth. Values compare by category, then by ranks; equal values tie.

    Where all shared ranks are equal, the hand with more ranks is the higher (K-Q-4 over K-Q): this is how hands of
    different sizes compare in Fortune San Lo.

    >>> from pitboss.cards import FIVE_CARD, parse_cards
    >>> value = FIVE_CARD.value(parse_cards("Ks Jk Ts Js As"))
    >>> value.category.label, value.sentence, value.joker_sentence
    ('wild royal flush', 'wild royal flush in spades', 'the joker stands for the queen of spades')
    """

    category: Category
    ranks: tuple[Rank, ...]
    """The ranks that matter, in the order in which they are compared."""
    cards: tuple[Card, ...]
    """The cards that count, in the order in which the hand reads."""
    stand_ins: tuple[StandIn, ...] = ()
    """What the jokers among the cards stand for, in the same order."""

    @property
    def strength(self) -> tuple[Category, tuple[Rank, ...]]:
        """What is compared."""
        return self.category, self.ranks

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, HandValue):
            return NotImplemented
        return type(self.category) is type(other.category) and self.strength == other.strength

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, HandValue):
            return NotImplemented
        if type(self.category) is not type(other.category):
            raise TypeError(f"{self.sentence!r} and {other.sentence!r} belong to different rankings")
        return self.strength < other.strength

    def __hash__(self) -> int:
        return hash((type(self.category), self.strength))

    @property
    def suit(self) -> Suit | None:
        """The one suit of a flush, straight flush or royal flush; otherwise nothing."""
        if not self.category.name.endswith("FLUSH"):
            return None
        return next(card.suit for card in self.cards if not card.is_joker)

    @cached_property
    def sentence(self) -> str:
        """The hand in words.

        >>> from pitboss.cards import FIVE_CARD, parse_cards
        >>> FIVE_CARD.value(parse_cards("Kd 9s Ks 2c Qh")).sentence
        'pair of kings, queen-nine-two kickers'
        """
        return _sentence(self.category, self.ranks, self.suit)

    @property
    def joker_sentence(self) -> str | None:
        """What the joker stands for, in words; nothing where no joker counts."""
        if not self.stand_ins:
            return None
        if len(self.stand_ins) == 1:
            return f"the joker stands for {self.stand_ins[0].words}"
        first, second = self.stand_ins
        if first == second:
            return f"the jokers stand for two {first.rank.plural}"
        return f"the jokers stand for {first.words} and {second.words}"


# A few thousand sentences tell every hand. Typed, since categories of the two kinds are equal as numbers.
@lru_cache(maxsize=None, typed=True)
def _sentence(category: Category, ranks: tuple[Rank, ...], suit: Suit | None) -> str:
    name = category.name  # the two kinds of category share their names
    first, rest = ranks[0], ranks[1:]
    in_suit = f" in {suit.word}" if suit is not None else ""
    match name:
        case "FIVE_ACES":
            return "five aces"
        case "NATURAL_ROYAL_FLUSH" | "WILD_ROYAL_FLUSH":
            return category.label.removeprefix("natural ") + in_suit
        case "STRAIGHT" | "STRAIGHT_FLUSH":
            return f"{_run(category, ranks)} {category.label}{in_suit}"
        case "FLUSH":
            return f"flush{in_suit}, {_words(ranks)}"
        case "FOUR_OF_A_KIND":
            return f"four {first.plural}{_kickers(rest)}"
        case "FULL_HOUSE":
            return f"full house, {first.plural} over {rest[0].plural}"
        case "THREE_OF_A_KIND":
            return f"three {first.plural}{_kickers(rest)}"
        case "TWO_PAIR":
            return f"two pair, {first.plural} and {rest[0].plural}{_kickers(rest[1:])}"
        case "PAIR":
            return f"pair of {first.plural}{_kickers(rest)}"
        case _:
            return f"{_words(ranks)} high"


def _run(category: Category, ranks: tuple[Rank, ...]) -> str:
    """How a straight is called: short runs by their cards where the ace decides, otherwise by the highest card."""
    if isinstance(category, ThreeCardCategory) and Rank.ACE in ranks:
        return _words(ranks)
    return f"{ranks[0].word}-high"


def _words(ranks: tuple[Rank, ...]) -> str:
    return "-".join(rank.word for rank in ranks)


def _kickers(ranks: tuple[Rank, ...]) -> str:
    if not ranks:
        return ""
    return f", {_words(ranks)} kicker{'s' if len(ranks) > 1 else ''}"
