"""What the cards that are kept are called, a pair or four to a flush, and whether they win already."""

from collections.abc import Callable, Sequence
from functools import cache
from operator import attrgetter
from typing import Final, NamedTuple

from pitboss.cards import FIVE_CARD, JOKER_HEIGHT, Card, Rank, print_cards, shapes
from pitboss.cards.shape import Shape
from pitboss.games.double_draw.round import is_winner

_RUNS: Final = tuple(map(frozenset, FIVE_CARD.runs))
_ROYAL: Final = _RUNS[0]


class _Kept(NamedTuple):
    """Cards that are kept. A joker is an ace among equal ranks, and fits into any suit and any straight."""

    counts: tuple[int, ...]
    """How many cards of each rank, the most first: (2, 1) is a pair and another card."""
    aces: int
    has_joker: bool
    is_suited: bool
    straights: int
    """In how many straights the cards stand together: the more, the more cards complete one."""
    is_royal: bool
    """Whether the highest of them is one."""


def _look_at(heights: tuple[int, ...], is_suited: bool) -> _Kept:
    ranks = [min(height, Rank.ACE) for height in heights]
    naturals = [height for height in heights if height != JOKER_HEIGHT]
    counts = tuple(sorted([ranks.count(rank) for rank in set(ranks)], reverse=True))
    is_paired = len(set(naturals)) < len(naturals)
    straights = 0 if is_paired else sum([run.issuperset(naturals) for run in _RUNS])
    is_royal = not is_paired and _ROYAL.issuperset(naturals)
    return _Kept(counts, ranks.count(Rank.ACE), len(naturals) < len(heights), is_suited, straights, is_royal)


def _is_joker_straight_flush(kept: _Kept) -> bool:
    return kept.has_joker and kept.is_suited and kept.straights > 0


class _Hold(NamedTuple):
    """Something that is kept: its name, how many cards it is, and how to tell it."""

    name: str
    size: int
    fits: Callable[[_Kept], bool]


_HOLDS: Final = (
    _Hold("three of a kind and another card", 4, lambda kept: kept.counts == (3, 1)),
    _Hold("four of a kind", 4, lambda kept: kept.counts == (4,)),
    _Hold("two pair", 4, lambda kept: kept.counts == (2, 2)),
    _Hold("four to a royal flush", 4, lambda kept: kept.is_suited and kept.is_royal),
    _Hold("four to a straight flush", 4, lambda kept: kept.is_suited and kept.straights > 0),
    _Hold("four to a flush", 4, lambda kept: kept.is_suited),
    _Hold("a joker and three to a straight", 4, lambda kept: kept.has_joker and kept.straights > 0),
    _Hold("four to an open straight", 4, lambda kept: kept.straights > 1),
    _Hold("four to an inside straight", 4, lambda kept: kept.straights > 0),
    _Hold("a pair with two other cards", 4, lambda kept: kept.counts == (2, 1, 1)),
    _Hold("three aces", 3, lambda kept: kept.aces == 3),
    _Hold("three of a kind", 3, lambda kept: kept.counts == (3,)),
    _Hold("a joker and two to a royal flush", 3, lambda kept: kept.has_joker and kept.is_suited and kept.is_royal),
    _Hold(
        "a joker and two to a straight flush", 3, lambda kept: kept.has_joker and kept.is_suited and kept.straights > 0
    ),
    _Hold("a joker and two cards of one suit", 3, lambda kept: kept.has_joker and kept.is_suited),
    _Hold("a pair and an ace", 3, lambda kept: kept.counts == (2, 1) and kept.aces == 1),
    _Hold("a pair and another card", 3, lambda kept: kept.counts == (2, 1)),
    _Hold("three to a royal flush", 3, lambda kept: kept.is_suited and kept.is_royal),
    _Hold("three to a straight flush", 3, lambda kept: kept.is_suited and kept.straights > 0),
    _Hold("three to a flush", 3, lambda kept: kept.is_suited),
    _Hold("three to a straight", 3, lambda kept: kept.straights > 0),
    _Hold("a pair of aces", 2, lambda kept: kept.aces == 2),
    _Hold("a pair", 2, lambda kept: kept.counts == (2,)),
    _Hold("a joker and one card", 2, lambda kept: kept.has_joker),
    _Hold("two close cards of one suit", 2, lambda kept: kept.is_suited and kept.straights > 1),
    _Hold("two cards of one suit", 2, lambda kept: kept.is_suited),
    _Hold("two close cards", 2, lambda kept: kept.straights > 1),
)


def wins_already(kept: Sequence[Card]) -> bool:
    """Whether kept cards are two pair or better whatever comes to them.

    >>> from pitboss.cards import parse_cards
    >>> wins_already(parse_cards("Jk As 7h 7d")), wins_already(parse_cards("As Ks Qs Js"))
    (True, False)
    """
    if len(kept) == FIVE_CARD.size:
        return is_winner(FIVE_CARD.value(kept))
    counts = _look_at(tuple(card.height for card in kept), False).counts
    return counts[0] >= 3 or counts[:2] == (2, 2)


def name_of(kept: Sequence[Card]) -> str:
    """What two to five kept cards are called.

    >>> from pitboss.cards import parse_cards
    >>> name_of(parse_cards("9h 8h 6h 5h")), name_of(parse_cards("Ks Kd")), name_of(parse_cards("As Ks Qs Js 2s"))
    ('four to a straight flush', 'a pair', 'a flush')
    """
    if len(kept) == FIVE_CARD.size:
        label = FIVE_CARD.value(kept).category.label
        return label if label.startswith(("two", "three", "four", "five", "high")) else f"a {label}"
    highest_first = sorted(kept, key=attrgetter("height"), reverse=True)
    (shape,) = shapes(highest_first, len(kept))
    return _name(shape) or print_cards(kept)


@cache
def _name(shape: Shape) -> str | None:
    kept = _look_at(*shape)
    fitting = (hold.name for hold in _HOLDS if hold.size == len(shape[0]) and hold.fits(kept))
    return next(fitting, None)
