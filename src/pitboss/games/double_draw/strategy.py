"""A simple strategy for Double Draw Poker: two short lists, one for each draw, of cards worth keeping.

Go down the list and keep the first thing that the hand has; a hand with nothing on the list folds. It is meant to be
remembered at the table, not to be the best play. A winner is never given away: whatever is kept of two pair or better
is two pair or better by itself.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import chain, combinations, islice
from operator import attrgetter
from typing import Any, Final, NamedTuple

from pitboss.cards import FIVE_CARD, JOKER_HEIGHT, Card, Rank, shapes
from pitboss.cards.shape import Shape
from pitboss.games.command import Command
from pitboss.games.double_draw.acts import Draw, Fold
from pitboss.games.double_draw.round import MOST_DISCARDS, DoubleDrawRound
from pitboss.games.round import Round


@dataclass(frozen=True)
class Advice:
    """What the strategy would do, and why.

    >>> Advice(folds=True, discards=(), why="nothing worth a Draw bet").folds
    True
    """

    folds: bool
    discards: tuple[Card, ...]
    why: str


# ---- what some of the cards are good for


_RUNS: Final = tuple(map(frozenset, FIVE_CARD.runs))


class _Kept(NamedTuple):
    """Cards that might be kept. A joker is an ace among equal ranks, and fits into any suit and any straight."""

    counts: tuple[int, ...]
    """How many cards of each rank, the most first: (2, 1) is a pair and another card."""
    aces: int
    has_joker: bool
    is_suited: bool
    straights: int
    """In how many straights the cards stand together: the more, the more cards complete one."""


def _look_at(heights: tuple[int, ...], is_suited: bool) -> _Kept:
    ranks = [min(height, Rank.ACE) for height in heights]
    naturals = [height for height in heights if height != JOKER_HEIGHT]
    counts = tuple(sorted([ranks.count(rank) for rank in set(ranks)], reverse=True))
    is_paired = len(set(naturals)) < len(naturals)
    straights = 0 if is_paired else sum([run.issuperset(naturals) for run in _RUNS])
    return _Kept(counts, ranks.count(Rank.ACE), len(naturals) < len(heights), is_suited, straights)


# ---- the two lists


class _Hold(NamedTuple):
    """A line of a list: what is kept, how many cards it is, and how to tell it."""

    name: str
    size: int
    fits: Callable[[_Kept], bool]


def _stands(kept: _Kept) -> bool:
    return kept.is_suited or kept.straights > 0 or kept.counts == (3, 2)


_TOP_HANDS: Final = _Hold(
    "five aces or a straight flush", 5, lambda kept: kept.aces == 5 or (kept.is_suited and kept.straights > 0)
)
_FOUR_OF_A_KIND: Final = _Hold("four of a kind", 4, lambda kept: kept.counts == (4,))
_STRAIGHT_TO_FULL_HOUSE: Final = _Hold("a straight, flush or full house", 5, _stands)
_TWO_PAIR: Final = _Hold("two pair", 4, lambda kept: kept.counts == (2, 2))
_FOUR_TO_A_STRAIGHT_FLUSH: Final = _Hold(
    "four to a straight flush", 4, lambda kept: kept.is_suited and kept.straights > 0
)
_FOUR_TO_A_FLUSH: Final = _Hold("four to a flush", 4, lambda kept: kept.is_suited)
_FOUR_TO_AN_OPEN_STRAIGHT: Final = _Hold("four to an open straight", 4, lambda kept: kept.straights > 1)

_FIRST_DRAW: Final = (
    _TOP_HANDS,
    _FOUR_OF_A_KIND,
    _Hold("three aces", 3, lambda kept: kept.aces == 3),
    _STRAIGHT_TO_FULL_HOUSE,
    _Hold("three of a kind", 3, lambda kept: kept.counts == (3,)),
    _TWO_PAIR,
    _FOUR_TO_A_STRAIGHT_FLUSH,
    _Hold("a pair of aces", 2, lambda kept: kept.aces == 2),
    _Hold(
        "a joker and two close cards of one suit",
        3,
        lambda kept: kept.has_joker and kept.is_suited and kept.straights > 2,
    ),
    _Hold("a joker and three to an open straight", 4, lambda kept: kept.has_joker and kept.straights > 1),
    _FOUR_TO_A_FLUSH,
    _Hold("three to an open straight flush", 3, lambda kept: kept.is_suited and kept.straights > 1),
    _Hold("a pair and an ace", 3, lambda kept: kept.counts == (2, 1) and kept.aces == 1),
    _Hold("a pair", 2, lambda kept: kept.counts == (2,)),
    _FOUR_TO_AN_OPEN_STRAIGHT,
    _Hold("three to a straight flush", 3, lambda kept: kept.is_suited and kept.straights > 0),
    _Hold("a joker and one card", 2, lambda kept: kept.has_joker),
    _Hold("three to a flush with an ace", 3, lambda kept: kept.is_suited and kept.aces == 1),
    _Hold("two close cards of one suit", 2, lambda kept: kept.is_suited and kept.straights > 2),
    _Hold("an ace and a card of its suit", 2, lambda kept: kept.is_suited and kept.aces == 1),
    _Hold("three to a flush", 3, lambda kept: kept.is_suited),
    _Hold("two fairly close cards of one suit", 2, lambda kept: kept.is_suited and kept.straights > 1),
)
_SECOND_DRAW: Final = (
    _TOP_HANDS,
    _FOUR_OF_A_KIND,
    _STRAIGHT_TO_FULL_HOUSE,
    _Hold("three of a kind", 4, lambda kept: kept.counts[0] == 3),
    _TWO_PAIR,
    _FOUR_TO_A_STRAIGHT_FLUSH,
    _FOUR_TO_A_FLUSH,
    _FOUR_TO_AN_OPEN_STRAIGHT,
    _Hold("a pair", 4, lambda kept: kept.counts[0] == 2),
    _Hold("four to an inside straight", 4, lambda kept: kept.straights > 0),
)
_LISTS: Final = {1: _FIRST_DRAW, 2: _SECOND_DRAW}


# ---- what to do


def advise(cards: tuple[Card, ...], draw_number: int) -> Advice:
    """What to do with five cards in the first or the second draw.

    >>> from pitboss.cards import parse_cards
    >>> advise(parse_cards("Ks 9d Kd 5c 2h"), 1)
    Advice(folds=False, discards=(9d, 5c, 2h), why='keep a pair')
    >>> advise(parse_cards("Ks 9d 6d 5c 2h"), 2)
    Advice(folds=True, discards=(), why='nothing worth a Draw bet')
    """
    highest_first = sorted(cards, key=attrgetter("height"), reverse=True)
    sizes = range(FIVE_CARD.size - MOST_DISCARDS[draw_number], FIVE_CARD.size + 1)
    merits = [_merit(draw_number, shape) for shape in shapes(highest_first, *sizes)]
    best = min(merits)
    line, _ = best
    if line == len(_LISTS[draw_number]):
        return Advice(True, (), "nothing worth a Draw bet")
    choices = chain.from_iterable(combinations(highest_first, size) for size in sizes)
    kept = next(islice(choices, merits.index(best), None))
    return Advice(False, tuple([card for card in cards if card not in kept]), f"keep {_LISTS[draw_number][line].name}")


@cache
def _merit(draw_number: int, shape: Shape) -> tuple[int, int]:
    """The first line of the list that cards of this shape fit, or one too many; then their straights, the most first.

    The lowest is the best. Of equal ones the highest cards are kept, which come first.
    """
    kept, lines = _look_at(*shape), _LISTS[draw_number]
    fitting = (line for line, hold in enumerate(lines) if hold.size == len(shape[0]) and hold.fits(kept))
    return next(fitting, len(lines)), -kept.straights


def simple_strategy(round: Round[Any, Any], seat: int) -> Command:
    """Decide for a seat by the two lists, looking at its own five cards and nothing else.

    >>> from pitboss.cards import parse_cards
    >>> round = DoubleDrawRound(seats={2: "ann"})
    >>> _ = round.place_wager(2, "ante", 500), round.place_wager(2, "bonus", 500), round.no_more_bets()
    >>> _ = round.deal(parse_cards("Ks 9d Kd 5c 2h")), round.press_green_button()
    >>> simple_strategy(round, 2)
    Draw(seat=2, cards=(9d, 5c, 2h))
    """
    assert isinstance(round, DoubleDrawRound), "the strategy knows one game"
    advice = advise(round.seats[seat].cards, round.draw_number)
    return Fold(seat) if advice.folds else Draw(seat, advice.discards)


def time_out(round: Round[Any, Any], seat: int) -> Command:
    """Decide for a player who does not answer, as the posted policy says: the simple strategy's choice.

    The only bet it makes is the Draw bet without which the hand could not stay in the round. Since the strategy never
    gives a winner away, neither does a time-out.

    >>> from pitboss.cards import parse_cards
    >>> round = DoubleDrawRound(seats={2: "ann"})
    >>> _ = round.place_wager(2, "ante", 500), round.place_wager(2, "bonus", 500), round.no_more_bets()
    >>> _ = round.deal(parse_cards("Ks 9d 7h 5c 2h")), round.press_green_button()
    >>> time_out(round, 2)
    Fold(seat=2)
    """
    return simple_strategy(round, seat)
