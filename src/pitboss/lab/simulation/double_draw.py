"""Simulates Double Draw Poker: looks up the first draw, and computes the second for each hand.

Ante, Bonus and Draw bets win or lose together, so they are one spot: the lab's ``bonus``, which it measures by Ante
and Bonus together. The unit of its endings is therefore twice the Ante.
"""

from dataclasses import fields, replace
from fractions import Fraction
from functools import cache
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import FiveCardCategory
from pitboss.games.double_draw import DoubleDrawRules
from pitboss.games.double_draw.second_draw import FOLD_1, FOLD_2
from pitboss.lab.double_draw.money import Money
from pitboss.lab.double_draw.numbering import DECK, NO_HAND, completed
from pitboss.lab.double_draw.tables import tables
from pitboss.lab.simulation.dealing import Cards, Dealer
from pitboss.lab.simulation.double_draw_first import FOLDS, THREE_LOWEST, FirstDraws, best_first_draws, pairs_only
from pitboss.lab.simulation.double_draw_kernel import Felt, play, room_for
from pitboss.lab.simulation.spots import Ending, Spot
from pitboss.lab.simulation.table import DealtTable, Endings, Luck, Rows, Seating, SeatingError
from pitboss.lab.work import Resources
from pitboss.paytables import print_dollars

NEVER_FOLD: Final = "never-fold"
"""The habit: never fold; where the best play folds at the first draw, replace the three lowest cards."""
HOLD_PAIRS_ONLY: Final = "hold-pairs-only"
"""The habit: at the first draw, hold a straight or better, else paired cards, else the two highest cards."""
MIND_DISCARDS: Final = "mind-discards"
"""The habit: whether the second draw considers the player's discards, which cannot come back; usually true."""

_USUAL: Final = {NEVER_FOLD: False, HOLD_PAIRS_ONLY: False, MIND_DISCARDS: True}
_SETTINGS: Final = {"paytable", "limits", "seats", "adjacent_seats"}
"""The settings that the simulation knows; only the paytable and the limits affect the money of a seat."""

_LINE: Final = 64
"""The bytes in a cache line of the processor."""


class DoubleDrawTable(DealtTable):
    """A table of Double Draw Poker, compiled.

    >>> table = DoubleDrawTable(Seating(DoubleDrawRules(), 1, {"ante": 500, "bonus": 500}))
    >>> [(spot.wager, spot.title, spot.cents) for spot in table.spots]
    [('bonus', 'Ante and Bonus', 1000)]
    """

    def __init__(self, seating: Seating, resources: Resources | None = None) -> None:
        rules = seating.rules
        assert isinstance(rules, DoubleDrawRules)
        _verify(rules, seating)
        habits = _habits(seating)
        money = Money.of(rules.paytable["bonus"])
        self.spots = (_spot(rules, seating, money),)
        self.felt = Felt(
            _first_draws(rules, habits, resources),
            _completed(),
            tables(money.amounts).fours,
            tables(money.amounts).by_category,
            habits[MIND_DISCARDS],
            not habits[NEVER_FOLD],
        )
        self.dealer = Dealer(DECK, 9 * seating.seats)
        self._room = room_for(seating.seats)

    def play_cards(self, cards: Cards, luck: Luck | None, endings: Endings, rows: Rows) -> None:
        """Play rounds with given cards: five for each seat, then the draws, in the order of the round."""
        play(cards, self.felt, self._room, endings)


def _verify(rules: DoubleDrawRules, seating: Seating) -> None:
    for setting in fields(rules):
        if setting.name not in _SETTINGS:
            raise SeatingError(f"the simulation of {rules.game.label} does not know the setting {setting.name!r}")
    if not 1 <= seating.seats <= rules.seats:
        raise SeatingError(f"{seating.seats} seats taken at a table of {rules.seats}: allowed are 1 to {rules.seats}")
    bets = [seating.bets.get(wager, 0) for wager in rules.wagers]
    if bets[0] != bets[1]:
        amounts = f"an Ante of {print_dollars(bets[0])} and a Bonus of {print_dollars(bets[1])}"
        raise SeatingError(f"{amounts}: {rules.game.label} takes them in equal amounts")


def _habits(seating: Seating) -> dict[str, bool]:
    for habit, value in seating.habits.items():
        if habit not in _USUAL:
            raise SeatingError(f"no habit of Double Draw Poker is called {habit!r}: there are {', '.join(_USUAL)}")
        if not isinstance(value, bool):
            raise SeatingError(f"{habit} is {value!r}: it can be true or false")
    return _USUAL | dict(seating.habits)


def _spot(rules: DoubleDrawRules, seating: Seating, money: Money) -> Spot:
    # In the order of the lab, which the kernel relies on: hands from the best down, then the folds.
    hands = [
        Ending(kind.label.replace(" ", "-"), kind.label.capitalize(), money.nets[kind] / 2, staked=2)
        for kind in reversed(FiveCardCategory)
    ]
    folds = [
        Ending("fold-2", "Fold at the second draw", FOLD_2 / 2, staked=Fraction(3, 2)),
        Ending("fold-1", "Fold at the first draw", FOLD_1 / 2, staked=1),
    ]
    ante = Spot.on(rules, "ante", seating.bets.get("ante", 0), (*hands, *folds))
    return replace(ante, wager="bonus", title="Ante and Bonus", cents=2 * ante.cents)


def _first_draws(rules: DoubleDrawRules, habits: dict[str, bool], resources: Resources | None) -> FirstDraws:
    draws = pairs_only() if habits[HOLD_PAIRS_ONLY] else best_first_draws(rules.paytable["bonus"], resources)
    return np.where(draws == FOLDS, np.uint8(THREE_LOWEST), draws) if habits[NEVER_FOLD] else draws


@cache
def _completed() -> NDArray[np.uint8]:
    """The lab's table transposed, so that everything about four cards is in one cache line of the processor."""
    room = np.full(comb(DECK, 4) * _LINE + _LINE, NO_HAND, np.uint8)
    start = -room.ctypes.data % _LINE
    turned = room[start : start + comb(DECK, 4) * _LINE].reshape(-1, _LINE)
    turned[:, :DECK] = completed().T
    return turned
