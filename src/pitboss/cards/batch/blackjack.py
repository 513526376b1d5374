"""Blackjack totals of many hands at once, by a table of what each card does to a total."""

from typing import Final, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import ArrayLike, NDArray

from pitboss.cards.batch.codes import as_codes
from pitboss.errors import HandSizeError, NotInDeckError

NO_CARD: Final = 255
"""Fills the rows of hands that have fewer cards than the longest."""

_SOFT = 32
_TOP = 31


class BlackjackTotals(NamedTuple):
    """Totals of many hands, in step with the hands.

    >>> blackjack_totals([[51, 47], [51, 19]]).natural.tolist()  # As Ks, As 6s
    [True, False]
    """

    total: NDArray[np.uint8]
    soft: NDArray[np.bool_]
    natural: NDArray[np.bool_]


def _after(state: int, points: int) -> int:
    """The state after one more card; a state is a total, plus 32 when an ace counts eleven in it."""
    total, soft = state % _SOFT, state >= _SOFT
    total += points
    if points == 1 and total + 10 <= 21:
        total, soft = total + 10, True
    if soft and total > 21:
        total, soft = total - 10, False
    return min(total, _TOP) + _SOFT * soft


def _transitions() -> NDArray[np.uint8]:
    points = [min(code // 4 + 2, 10) if code // 4 < 12 else 1 for code in range(52)]
    table = [[_after(state, points[code]) for code in range(52)] for state in range(2 * _SOFT)]
    return np.array(table, np.uint8)


_TRANSITIONS = _transitions()


def blackjack_totals(hands: ArrayLike) -> BlackjackTotals:
    """The total of every hand, a row of card codes filled up with :data:`NO_CARD`. Totals stop counting at 31.

    >>> from pitboss.cards import parse_cards
    >>> codes = [[card.code for card in parse_cards(text)] for text in ("As Kd", "As 6d", "9s 8d")]
    >>> totals = blackjack_totals(codes)
    >>> totals.total.tolist(), totals.soft.tolist(), totals.natural.tolist()
    ([21, 17, 17], [True, True, False], [True, False, False])
    """
    cards = as_codes(hands)
    if cards.ndim != 2:
        raise HandSizeError(f"hands come as rows of card codes, not in the shape {cards.shape}")
    wrong = cards[(cards >= 52) & (cards != NO_CARD)]
    if wrong.size:
        raise NotInDeckError(f"{wrong[0]} is not the code of a card in a blackjack shoe")
    states, numbers = np.empty(len(cards), np.uint8), np.empty(len(cards), np.uint8)
    _run(cards, _TRANSITIONS, states, numbers)
    total, soft = states % _SOFT, states >= _SOFT
    return BlackjackTotals(total, soft, (total == 21) & (numbers == 2))


@njit(cache=True, nogil=True)
def _run(hands, transitions, states, numbers):  # type: ignore[no-untyped-def]
    for row in range(hands.shape[0]):
        state, number = np.uint8(0), 0
        for card in hands[row]:
            if card != NO_CARD:
                state = transitions[state, card]
                number += 1
        states[row] = state
        numbers[row] = number
