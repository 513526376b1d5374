"""How hands rank: one readable reading of the rules for every size of hand, with and without semi-wild jokers.

A joker is an ace, or completes a straight, a flush or a straight flush. So a hand has at most three readings: its
jokers are aces and it counts by groups of equal ranks; or they fill the gaps of a straight; or they are the highest
cards missing from a flush. The best reading is the value of the hand. A hand without jokers goes the same way.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from operator import itemgetter

from pitboss.cards.card import JOKER_HEIGHT, Card, Rank, Suit
from pitboss.cards.category import Category
from pitboss.cards.deck import Deck
from pitboss.cards.shape import Shape
from pitboss.cards.value import HandValue, StandIn
from pitboss.errors import HandSizeError

_DOWNWARD = tuple(sorted(Rank, reverse=True))

_Reading = tuple[Category, tuple[Rank, ...], tuple[StandIn, ...]]


@dataclass(frozen=True, eq=False)
class Ranking:
    """The ranking of hands of one size.

    >>> from pitboss.cards import THREE_CARD_POKER, parse_cards
    >>> THREE_CARD_POKER.value(parse_cards("Qd Ks Kc")).sentence
    'pair of kings, queen kicker'
    """

    name: str
    size: int
    deck: Deck
    """The largest deck that such a hand may come from."""
    groups: Mapping[tuple[int, ...], Category]
    """Sizes of the groups of equal ranks, and what they make."""
    runs: tuple[tuple[Rank, ...], ...] = ()
    """The straights, best first, each in the order in which it reads."""
    straight: Category | None = None
    flush: Category | None = None
    straight_flush: Category | None = None
    royal: tuple[Category, Category] | None = None
    """The natural and the wild royal flush, where the best straight flush has a name of its own."""

    @property
    def categories(self) -> tuple[Category, ...]:
        """Every kind of hand that there is here, the highest first.

        >>> from pitboss.cards import SAN_LO_MID
        >>> [category.label for category in SAN_LO_MID.categories]
        ['pair', 'high card']
        """
        named = (self.straight, self.flush, self.straight_flush, *(self.royal or ()))
        found = {*self.groups.values(), *(category for category in named if category is not None)}
        return tuple(sorted(found, reverse=True))

    def value(self, cards: Sequence[Card]) -> HandValue:
        """What these cards are worth. Raises for a wrong number of cards, or cards that the deck does not hold.

        >>> from pitboss.cards import SAN_LO_HIGH, parse_cards
        >>> SAN_LO_HIGH.value(parse_cards("2h Jk 3h")).sentence
        'ace-two-three straight flush in hearts'
        """
        if len(cards) != self.size:
            size = f"{self.size} card{'s' if self.size > 1 else ''}"
            raise HandSizeError(f"a {self.name} has {size}, not {len(cards)}: {' '.join(map(str, cards)) or 'none'}")
        self.deck.check(cards)
        return self.read(cards)

    def read(self, cards: Sequence[Card]) -> HandValue:
        """The value of cards already known to be a hand of this ranking."""
        category, ranks, stand_ins = self._best_reading(cards)
        return HandValue(category, ranks, _arranged(cards, ranks, stand_ins), stand_ins)

    def strength(self, cards: Sequence[Card]) -> tuple[Category, tuple[Rank, ...]]:
        """What :meth:`read` would compare, without the rest of the value."""
        category, ranks, _ = self._best_reading(cards)
        return category, ranks

    def strength_of(self, shape: Shape) -> tuple[Category, tuple[Rank, ...]]:
        """The strength of any hand of that shape.

        >>> from pitboss.cards import SAN_LO_MID
        >>> SAN_LO_MID.strength_of(((15, 14), True))
        (<ThreeCardCategory.PAIR: 1>, (<Rank.ACE: 14>,))
        """
        heights, is_one_suit = shape
        suit = Suit.CLUBS if is_one_suit and self.flush is not None else None
        category, ranks, _ = _best(self, tuple(sorted(heights, reverse=True)), suit)
        return category, ranks

    def _best_reading(self, cards: Sequence[Card]) -> _Reading:
        heights = sorted([card.height for card in cards], reverse=True)
        return _best(self, tuple(heights), self._suit(cards))

    def _readings(self, ranks: tuple[Rank, ...], jokers: int, suit: Suit | None) -> Iterator[_Reading]:
        yield self._by_groups(ranks, jokers)
        run = self._run(ranks)
        if suit is not None:
            yield self._straight_flush(run, ranks, suit) if run else self._flush(ranks, jokers, suit)
        elif run:
            yield self._straight(run, ranks)

    def _by_groups(self, ranks: tuple[Rank, ...], jokers: int) -> _Reading:
        """Equal ranks together, larger groups first, with every joker an ace."""
        everything = ranks + (Rank.ACE,) * jokers
        order = sorted(set(everything), key=lambda rank: (-everything.count(rank), -rank))
        shape = tuple(everything.count(rank) for rank in order)
        return self.groups[shape], tuple(order), (StandIn(Rank.ACE),) * jokers

    def _run(self, ranks: tuple[Rank, ...]) -> tuple[Rank, ...] | None:
        """The best straight that holds all these ranks; jokers are what is missing."""
        if len(set(ranks)) < len(ranks):
            return None
        return next((run for run in self.runs if all(rank in run for rank in ranks)), None)

    def _suit(self, cards: Sequence[Card]) -> Suit | None:
        """The suit of all the cards but jokers, where there is one and a flush counts."""
        suits = {card.suit for card in cards if not card.is_joker} if self.flush is not None else set()
        return suits.pop() if len(suits) == 1 else None

    def _straight(self, run: tuple[Rank, ...], ranks: tuple[Rank, ...]) -> _Reading:
        assert self.straight is not None
        return self.straight, run, tuple(StandIn(rank) for rank in run if rank not in ranks)

    def _flush(self, ranks: tuple[Rank, ...], jokers: int, suit: Suit) -> _Reading:
        assert self.flush is not None
        missing = [rank for rank in _DOWNWARD if rank not in ranks][:jokers]
        stand_ins = tuple(StandIn(rank, suit) for rank in missing)
        return self.flush, tuple(sorted([*ranks, *missing], reverse=True)), stand_ins

    def _straight_flush(self, run: tuple[Rank, ...], ranks: tuple[Rank, ...], suit: Suit) -> _Reading:
        assert self.straight_flush is not None
        stand_ins = tuple(StandIn(rank, suit) for rank in run if rank not in ranks)
        category = self.straight_flush
        if self.royal is not None and run is self.runs[0]:
            natural, wild = self.royal
            category = wild if stand_ins else natural
        return category, run, stand_ins


# Few sets of ranks make up the millions of hands, so the best reading of each is remembered.
@cache
def _best(ranking: Ranking, heights: tuple[int, ...], suit: Suit | None) -> _Reading:
    jokers = heights.count(JOKER_HEIGHT)
    ranks = tuple(map(Rank, heights[jokers:]))
    return max(ranking._readings(ranks, jokers, suit), key=itemgetter(0, 1))


def _arranged(cards: Sequence[Card], ranks: tuple[Rank, ...], stand_ins: tuple[StandIn, ...]) -> tuple[Card, ...]:
    """The cards in the order in which the hand reads, each joker where its stand-in belongs."""
    stand_in = iter(stand_ins)
    return tuple(sorted(cards, key=lambda card: ranks.index(next(stand_in).rank if card.is_joker else card.rank)))
