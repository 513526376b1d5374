"""Solves the whole game under best play, for every up card and first two cards: value, outcomes, average stake."""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

import numpy as np

from pitboss.lab.power_blackjack.against import POWER_DOUBLE, POWER_SPLIT, SPLIT, SURRENDER, Against
from pitboss.lab.power_blackjack.compiled import CompiledRules
from pitboss.lab.power_blackjack.kernels import play_hands
from pitboss.lab.power_blackjack.tables import ACE, TEN, Ints

_SPLITS: Final = (SPLIT, POWER_SPLIT)


def full_shoe(decks: int) -> Ints:
    """The number of cards of each value in a shoe, aces first.

    >>> full_shoe(6).tolist()
    [24, 24, 24, 24, 24, 24, 24, 24, 24, 96]
    """
    return np.array([4 * decks] * 9 + [16 * decks], np.int64)


@dataclass
class Solution:
    """The result of a round under best play, for a bet of one unit, without insurance.

    >>> from pitboss.games.power_blackjack import PowerBlackjackRules
    >>> from pitboss.lab.power_blackjack.compiled import compile_rules
    >>> solution = solve_game(compile_rules(PowerBlackjackRules(decks=1)), full_shoe(1))
    >>> -0.01 < solution.value < 0.01, abs(sum(solution.nets.values()) - 1) < 1e-12
    (True, True)
    """

    rules: CompiledRules
    shoe: Ints
    against: list[Against] = field(default_factory=list)
    value: float = 0.0
    staked: float = 0.0
    """The average stake."""
    insured: float = 0.0
    """The gain of insurance for half the bet, taken only when it pays."""
    nets: dict[Fraction, float] = field(default_factory=dict)
    """The probability of each net result of a round."""

    def add(self, net: Fraction, chance: float, stake: float = 1.0) -> None:
        """Count an outcome."""
        self.nets[net] = self.nets.get(net, 0.0) + chance
        self.staked += chance * stake


def solve_game(rules: CompiledRules, shoe: Ints) -> Solution:
    """Best play of a round from this shoe."""
    solution = Solution(rules, shoe)
    cards = int(shoe.sum())
    for up in range(10):
        if not shoe[up]:
            continue
        left = shoe.copy()
        left[up] -= 1
        against = Against(rules, left, up).solve()
        solution.against.append(against)
        _add_up_card(solution, against, float(shoe[up] / cards))
    return solution


def _add_up_card(solution: Solution, against: Against, chance: float) -> None:
    """Every first two cards against one up card."""
    cards = int(against.shoe.sum())
    for first in range(10):
        for second in range(first, 10):
            ways = against.shoe[first] * (against.shoe[second] - (first == second)) * (1 if first == second else 2)
            if ways:
                start = chance * float(ways) / (cards * (cards - 1))
                _add_start(solution, against, (first, second), start)
    _add_played(solution, against)


def _add_start(solution: Solution, against: Against, pair: tuple[int, int], chance: float) -> None:
    """Two first cards: the dealer's blackjack, the player's, or the best option."""
    left = against.shoe - against.table.counts[against.hand(*pair)]
    dealer = float(left[against.blackjack] / left.sum()) if against.blackjack >= 0 else 0.0
    is_blackjack = pair == (ACE, TEN)
    rules = solution.rules
    if dealer:
        solution.add(Fraction(0 if is_blackjack else -1), chance * dealer)
        solution.value -= 0.0 if is_blackjack else chance * dealer
    if against.up == ACE and rules.insurance:
        gain = dealer * rules.insurance_pays / rules.insurance_for - (1 - dealer)
        solution.insured += chance * max(gain, 0.0) / 2
    chance *= 1 - dealer
    if is_blackjack:
        pays = Fraction(rules.blackjack_pays, rules.blackjack_for)
        solution.add(pays, chance)
        solution.value += chance * float(pays)
    else:
        for share, may_split in _equal_ranks(solution, pair):
            _add_option(solution, against, pair, chance * share, may_split)


def _equal_ranks(solution: Solution, pair: tuple[int, int]) -> list[tuple[float, bool]]:
    """Two tens may always be split, or only if they have equal rank."""
    if pair != (TEN, TEN) or solution.rules.split_equal_value:
        return [(1.0, True)]
    tens = int(solution.shoe[TEN])
    equal = (tens // 4 - 1) / (tens - 1)
    return [(equal, True), (1 - equal, False)]


def _add_option(solution: Solution, against: Against, pair: tuple[int, int], chance: float, may_split: bool) -> None:
    options = against.options[pair].copy()
    if not may_split:
        options[SPLIT] = np.nan
    best = int(np.nanargmax(options))
    solution.value += chance * float(options[best])
    if best == SURRENDER:
        solution.add(Fraction(-1, 2), chance)
    elif best == POWER_DOUBLE:
        for net, share in zip((-2, 0, 2), against.doubled[against.hand(*pair)].sum(axis=1), strict=True):
            solution.add(Fraction(net), chance * float(share), 2.0)
    elif best in _SPLITS:
        nets, staked = against.splits[pair].outcomes()
        for net, share in enumerate(nets):
            solution.add(Fraction(net - 8), chance * float(share), 0.0)
        solution.staked += chance * staked
    else:
        against.reach[against.hand(*pair)] += chance


def _add_played(solution: Solution, against: Against) -> None:
    """All hands that stand, hit or double, in one pass."""
    tally = np.zeros((2, 3, 7))
    busts = play_hands(against.shoe, against.facing, against.actions, against.reach.copy(), tally)
    for stake in (1, 2):
        for net in (-1, 0, 1):
            share = float(tally[stake - 1, net + 1].sum()) + (float(busts[stake - 1]) if net < 0 else 0.0)
            solution.add(Fraction(net * stake), share, stake)
