"""A simple strategy for Double Draw Poker: two short lists, one for each draw, of cards worth keeping.

Go down the list and keep the first thing that the hand has; a hand with nothing on the list folds. It is meant to be
remembered at the table, not to be the best play. A winner is never given away: whatever is kept of two pair or better
is two pair or better by itself.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Any, Final, NamedTuple

from pitboss.cards import FIVE_CARD, Card, Rank
from pitboss.games.command import Command
from pitboss.games.double_draw.acts import Draw, Fold
from pitboss.games.double_draw.round import DoubleDrawRound
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


class _Kept(NamedTuple):
    """Cards that might be kept. A joker is an ace among equal ranks, and fits into any suit and any straight."""

    cards: tuple[Card, ...]
    counts: tuple[int, ...]
    """How many cards of each rank, the most first: (2, 1) is a pair and another card."""
    aces: int
    has_joker: bool
    is_suited: bool
    straights: int
    """In how many straights the cards stand together: the more, the more cards complete one."""


def _look_at(cards: tuple[Card, ...]) -> _Kept:
    naturals = [card for card in cards if not card.is_joker]
    jokers = len(cards) - len(naturals)
    counts, aces, straights = _look_at_ranks(tuple([card.rank for card in naturals]), jokers)
    return _Kept(cards, counts, aces, jokers > 0, len({card.suit for card in naturals}) == 1, straights)


# Few sets of ranks make up the many choices of cards, so each is looked at once.
@cache
def _look_at_ranks(ranks: tuple[Rank, ...], jokers: int) -> tuple[tuple[int, ...], int, int]:
    groups = Counter(ranks + (Rank.ACE,) * jokers)
    is_paired = len(set(ranks)) < len(ranks)
    straights = 0 if is_paired else sum(set(ranks) <= set(run) for run in FIVE_CARD.runs)
    return tuple(sorted(groups.values(), reverse=True)), groups[Rank.ACE], straights


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
    highest_first = sorted(cards, key=_height, reverse=True)
    choices: dict[int, list[_Kept]] = {}
    for name, size, fits in _LISTS[draw_number]:
        if size not in choices:
            choices[size] = [_look_at(some) for some in combinations(highest_first, size)]
        fitting = [kept for kept in choices[size] if fits(kept)]
        if fitting:
            # Of several, the cards with the most straights through them; then the highest.
            kept = max(fitting, key=lambda kept: kept.straights)
            return Advice(False, tuple(card for card in cards if card not in kept.cards), f"keep {name}")
    return Advice(True, (), "nothing worth a Draw bet")


def _height(card: Card) -> int:
    """Jokers above aces."""
    return Rank.ACE + 1 if card.is_joker else card.rank


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
