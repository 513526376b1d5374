"""Looks up the first draw of Double Draw Poker: the cards to replace in each of the 3,162,510 hands, by number."""

from functools import lru_cache
from math import comb
from typing import Final

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.cards import FiveCardCategory, Rank
from pitboss.games.double_draw.first_draw import lines_of, nearest_shipped
from pitboss.games.double_draw.options import FOLD, LETTERS, MASKS
from pitboss.lab.double_draw import best_play
from pitboss.lab.double_draw.classes import exchange, hands, ranks_of
from pitboss.lab.double_draw.numbering import CHOOSE, DECK, categories, every_set, number_of
from pitboss.lab.store import Store
from pitboss.lab.work import Resources
from pitboss.paytables import WagerPaytable

FOLDS: Final = 255
"""The mark of a folded hand, in place of the replaced cards."""
THREE_LOWEST: Final = 0b00111

_ACE: Final = Rank.ACE - Rank.TWO
_PLACES: Final = np.array([1 << place for place in range(5)], np.uint8)

FirstDraws = NDArray[np.uint8]
"""By number of the hand: the places of the cards replaced, the lowest card in bit 0; or ``FOLDS``."""


def best_first_draws(bonus: WagerPaytable, resources: Resources | None = None) -> FirstDraws:
    """The best first draw of every hand: as shipped, or computed by the lab in half a minute and stored.

    >>> from pitboss.paytables import load_catalogue
    >>> draws = best_first_draws(load_catalogue()["DDP-1"]["bonus"])
    >>> int((draws == FOLDS).sum()), int((draws == 0).sum())
    (63000, 38458)
    """
    designator, is_shipped = nearest_shipped(bonus)
    return _spread_letters(
        _shipped(designator) if is_shipped else best_play(bonus, resources or Resources(Store())).decisions.letters
    )


def pairs_only() -> FirstDraws:
    """The first draw of a player who holds a straight or better, else paired cards, else the two highest cards.

    A joker counts as an ace. No hand is folded.

    >>> draws = pairs_only()
    >>> int((draws == FOLDS).sum()), int((draws == 0).sum())
    (0, 53370)
    """
    ranks = np.minimum(every_set(5) // 4, _ACE)
    paired = np.zeros(ranks.shape, bool)
    # The lowest card is first, so equal ranks are adjacent.
    equal = ranks[:, 1:] == ranks[:, :-1]
    paired[:, 1:] |= equal
    paired[:, :-1] |= equal
    draws = np.where(paired.any(axis=1), ~paired @ _PLACES, np.uint8(THREE_LOWEST))
    return np.where(categories() >= FiveCardCategory.STRAIGHT, np.uint8(0), draws)


def _shipped(designator: str) -> str:
    """The letters of a shipped paytable, one for each class of hands, in their order."""
    lines = lines_of(designator)
    cards = hands().cards
    ranks = (np.minimum(cards, 52) // 4) @ 14 ** np.arange(5)
    _, examples, sizes = np.unique(ranks, return_index=True, return_counts=True)
    found = ((lines[ranks_of(cards[example].tolist())], size) for example, size in zip(examples, sizes, strict=True))
    by_ranks = "".join(line * int(size) if len(line) == 1 else line for line, size in found)
    letters = np.empty(len(cards), "S1")
    # Classes of the same ranks come in the order of their suits, as the letters of a line do.
    letters[np.argsort(ranks, kind="stable")] = np.frombuffer(by_ranks.encode("ascii"), "S1")
    return letters.tobytes().decode("ascii")


@lru_cache(maxsize=2)
def _spread_letters(letters: str) -> FirstDraws:
    """Convert a letter for each class to the places replaced in each hand."""
    masks = np.zeros(128, np.uint8)
    masks[[ord(letter) for letter in LETTERS]] = MASKS
    masks[ord(LETTERS[FOLD])] = FOLDS
    by_class = np.zeros(comb(DECK, 5), np.uint8)
    by_class[number_of(hands().cards)] = masks[np.frombuffer(letters.encode("ascii"), np.uint8)]
    draws = np.empty_like(by_class)
    _spread(every_set(5), by_class, draws)
    return draws


@njit(cache=True, nogil=True)
def _spread(cards, by_class, draws):  # type: ignore[no-untyped-def]
    """Each hand copies the choice of the hand that represents its class, card by card."""
    new, places = np.empty(54, np.uint8), np.empty(5, np.int64)
    for hand in range(cards.shape[0]):
        exchange(cards[hand], 5, new)
        number = np.uint64(0)
        for place in range(5):
            card, below = new[cards[hand, place]], 0
            for other in range(5):
                below += new[cards[hand, other]] < card
            places[place] = below
            number += CHOOSE[card, below + 1]
        mask = by_class[number]
        draws[hand] = mask
        if mask != FOLDS:
            draws[hand] = 0
            for place in range(5):
                draws[hand] |= (mask >> places[place] & 1) << place
