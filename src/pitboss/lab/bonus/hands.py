"""Counts the hands of each kind: three cards of 52, and the best five of six cards of 52 or 53.

Six cards of the 53-card deck are six of the 52, or the joker with five of the 52. The joker is read in two ways. By
the rules the best five of the six count. The approval's own arithmetic takes the joker, when dealt, as one of the five.
"""

from collections import Counter
from collections.abc import Mapping
from functools import cache
from itertools import combinations
from typing import Any, Final

from pitboss.cards import CARDS, THREE_CARD_POKER, FiveCardCategory
from pitboss.lab.work import Resources, Work, only, remembered
from pitboss.paytables import WAGERS, Game

_MODULES: Final = ("pitboss.lab.bonus.hands", "pitboss.cards")

SIX_OF_52: Final = "six of 52"
JOKER_AND_FIVE: Final = "joker and five of 52"
JOKER_COUNTED: Final = "joker and five of 52, the joker counted"


def six_card_kinds(which: str, resources: Resources | None = None) -> dict[FiveCardCategory, int]:
    """The number of hands of each kind in a named set of hands.

    >>> kinds = six_card_kinds(JOKER_AND_FIVE)
    >>> kinds[FiveCardCategory.FIVE_ACES], sum(kinds.values())
    (48, 2598960)
    """
    work = Work("six-card-kinds", {"which": which}, _MODULES, 1, _count_kinds)
    counts = remembered(work, resources or Resources(processes=1), only)
    return {kind: counts[kind] for kind in FiveCardCategory}


def _count_kinds(inputs: Mapping[str, Any], _block: int) -> list[int]:
    return _kinds(inputs["which"])


# Cached, so that the same few numbers are counted only once, even without a store.
@cache
def _kinds(which: str) -> list[int]:
    import numpy as np  # noqa: PLC0415

    from pitboss.cards.batch import best_five_of_six, every_hand, five_card  # noqa: PLC0415

    if which == SIX_OF_52:
        kinds = best_five_of_six().categories(every_hand(52, 6))
    else:
        fives = every_hand(52, 5)
        joker = np.full((len(fives), 1), CARDS[52].code, np.uint8)
        if which == JOKER_AND_FIVE:
            kinds = best_five_of_six().categories(np.hstack([fives, joker]))
        else:
            with_joker = (np.hstack([np.delete(fives, left_out, axis=1), joker]) for left_out in range(5))
            kinds = np.max([five_card().categories(hands) for hands in with_joker], axis=0)
    return [int(np.count_nonzero(kinds == kind)) for kind in FiveCardCategory]


def three_card_rows(wager: str, resources: Resources | None = None) -> dict[str, int]:
    """How many of the 22,100 hands of Three Card Poker win each row of a wager, by the rules.

    >>> three_card_rows("pair-plus")
    {'straight-flush': 48, 'three-of-a-kind': 52, 'straight': 720, 'flush': 1096, 'pair': 3744}
    """
    modules = (*_MODULES, "pitboss.paytables.wagers")
    work = Work("three-card-rows", {"wager": wager}, modules, 1, _count_rows)
    counts: dict[str, int] = remembered(work, resources or Resources(processes=1), only)
    return counts


def _count_rows(inputs: Mapping[str, Any], _block: int) -> dict[str, int]:
    return _rows(inputs["wager"])


@cache
def _rows(wager: str) -> dict[str, int]:
    rows = WAGERS[Game.THREE_CARD_POKER][wager].hands
    counts: Counter[str] = Counter({row.slug: 0 for row in rows})
    for cards in combinations(CARDS[:52], 3):
        value = THREE_CARD_POKER.read(cards)
        counts.update([row.slug for row in rows if row.matches(value)][:1])
    return dict(counts)
