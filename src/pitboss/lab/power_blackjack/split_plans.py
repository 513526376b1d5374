"""Lists how a split can go: which cards make new hands, and which do not.

A split starts from two cards, each a separate hand that gets a second card. If that card pairs again, and the
seat may have another hand, it is split off and its old place gets a new second card. Hands take their turns in a row;
a new one goes to its end. We may deal all second cards first: as long as every hand is played by its own cards alone,
the order in which an unknown shoe is dealt changes nothing (see docs/methods.md).

A plan counts the ways by what matters: how many cards of either kind made new hands, how many hands got a second
card known not to be their own kind, and how many got one of which nothing is known, since they could not be split.
"""

from collections import Counter
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Plan = NDArray[np.int64]
"""A row for each way: how many draws of A and of B made hands; hands of A and of B whose second card is another; hands
of A and of B with a free second card; how many orders there are."""


class _State(NamedTuple):
    row: tuple[int, ...]
    """The kinds of the hands that wait for a second card, 0 for A and 1 for B."""
    hands: int
    same: tuple[int, int] = (0, 0)
    other: tuple[int, int] = (0, 0)
    free: tuple[int, int] = (0, 0)


def _more(pair: tuple[int, int], kind: int) -> tuple[int, int]:
    return (pair[0] + (kind == 0), pair[1] + (kind == 1))


@lru_cache
def split_plan(kinds: tuple[int, int], most_hands: int, again: tuple[bool, bool]) -> Plan:
    """The ways of a split whose two cards are of these kinds; ``again`` says which kinds are split again.

    A pair that may be split to three hands: no further card of it, or one, on the first or the second hand.

    >>> split_plan((0, 0), 3, (True, False)).tolist()
    [[0, 0, 2, 0, 0, 0, 1], [1, 0, 0, 0, 3, 0, 1], [1, 0, 1, 0, 2, 0, 1]]
    """
    ways: Counter[tuple[int, ...]] = Counter()
    states = [_State(kinds, 2)]
    while states:
        state = states.pop()
        if not state.row:
            ways[(*state.same, *state.other, *state.free)] += 1
        else:
            states += _next(state, most_hands, again)
    return np.array([(*way, orders) for way, orders in sorted(ways.items())], np.int64)


def _next(state: _State, most_hands: int, again: tuple[bool, bool]) -> list[_State]:
    """The first hand of the row gets its second card."""
    kind, *waiting = state.row
    if state.hands == most_hands or not again[kind]:
        return [state._replace(row=tuple(waiting), free=_more(state.free, kind))]
    return [
        state._replace(row=tuple(waiting), other=_more(state.other, kind)),
        state._replace(row=(kind, *waiting, kind), hands=state.hands + 1, same=_more(state.same, kind)),
    ]


def most_known(most_hands: int) -> int:
    """Of how many second cards at most a way has to know that they are of a kind, or are not.

    >>> [most_known(hands) for hands in (2, 3, 4)]
    [0, 2, 4]
    """
    return 2 * (most_hands - 2)
