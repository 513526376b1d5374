"""Computes the value of every option for every first two cards against one up card."""

from typing import Final

import numpy as np

from pitboss.lab.power_blackjack.compiled import CompiledRules
from pitboss.lab.power_blackjack.kernels import DOUBLE, HIT, STAND, choose, power_double, value_hands
from pitboss.lab.power_blackjack.splitting import PairingTens, SplitPlay
from pitboss.lab.power_blackjack.tables import ACE, TEN, Floats, Ints, facing

SPLIT: Final = 3
POWER_SPLIT: Final = 4
POWER_DOUBLE: Final = 5
SURRENDER: Final = 6
OPTIONS: Final = ("stand", "hit", "double", "split", "power-split", "power-double", "surrender")
"""The options, in the order of the numbers that the kernels use."""

POWER_SPLITS: Final = ((4, 9), (5, 9), (5, 8), (6, 8), (6, 7))
"""Hard 15 and 16 that are not pairs, by value: 5-10, 6-10, 6-9, 7-9, 7-8."""


class Against:
    """The game against one up card. ``shoe`` is the rest of the shoe, including the hole card.

    ``values`` are those of standing, hitting and doubling by number of the hand; ``options`` those of the seven
    options by the two values of the first cards, the lower first, NaN for an option that is not allowed. All values
    assume that the dealer has no blackjack.
    """

    def __init__(self, rules: CompiledRules, shoe: Ints, up: int) -> None:
        self.rules, self.shoe, self.up = rules, shoe, up
        self.facing = facing(up, rules.dealer_hits_soft_17, rules.dealer_22_pushes)
        self.table, self.blackjack = self.facing.table, self.facing.blackjack
        hands = len(self.table.total)
        self.values = np.zeros((hands, 3))
        value_hands(shoe, self.facing, self.values)
        self.actions, self.split_actions = np.zeros(hands, np.int64), np.zeros(hands, np.int64)
        choose(self.table, self.values, 1, self.actions)
        choose(self.table, self.values, rules.double_after_split, self.split_actions)
        self.options = np.full((10, 10, len(OPTIONS)), np.nan)
        self.splits: dict[tuple[int, int], SplitPlay] = {}
        self.replacing: dict[int, Floats] = {}
        """By number of a hand of hard 10 or 11: the values of keeping and of replacing each card of a power double."""
        self.doubled: dict[int, Floats] = {}
        """How these hands end: by the net of a unit, and by the dealer's end."""
        self.reach = np.zeros(hands)
        """The probability of reaching each hand by hits, stands and doubles."""

    def hand(self, *cards: int) -> int:
        """The number of the hand of these values."""
        number = 0
        for card in cards:
            number = int(self.table.after[number, card])
        return number

    def solve(self) -> "Against":
        """Value every option of every first two cards."""
        for first in range(10):
            for second in range(first, 10):
                left = self.shoe - self.table.counts[self.hand(first, second)]
                if (first, second) != (ACE, TEN) and left.min() >= 0:
                    self.value_start(first, second)
        return self

    def value_start(self, first: int, second: int, tens: tuple[PairingTens, ...] | None = None) -> Floats:
        """Value every option of two first cards, the lower first."""
        rules, hand = self.rules, self.hand(first, second)
        options: Floats = self.options[first, second]
        options[[STAND, HIT, DOUBLE]] = self.values[hand]
        is_power_split = bool(rules.power_split) and (first, second) in POWER_SPLITS
        if first == second or is_power_split:
            left = self.shoe - self.table.counts[hand]
            split = SplitPlay(rules, self.facing, self.split_actions, left, (first, second))
            split.tens = self._pairing_tens((first, second).count(TEN)) if tens is None else tens
            self.splits[first, second] = split
            options[POWER_SPLIT if is_power_split else SPLIT] = split.best()
        if rules.power_double and self.table.total[hand] in (10, 11) and not self.table.soft[hand]:
            options[POWER_DOUBLE] = self.value_power_double(hand)
        if rules.surrender:
            options[SURRENDER] = -0.5
        return options

    def value_power_double(self, hand: int) -> float:
        """Value the power double of a hand of two cards, and the choice about each possible third card."""
        choices, tally = np.full((10, 2), np.nan), np.zeros((3, 7))
        value = power_double(self.shoe - self.table.counts[hand], hand, self.facing, choices, tally)
        self.replacing[hand], self.doubled[hand] = choices, tally
        return float(value)

    def _pairing_tens(self, held: int) -> tuple[PairingTens, ...]:
        """If only equal ranks may be split: a quarter of all tens pair, less those held; the up card may be one."""
        if self.rules.split_equal_value:
            return ()
        tens = int(self.shoe[TEN]) + (self.up == TEN)
        unseen = tens // 4 - held
        if self.up != TEN or tens == held:
            return (PairingTens(1.0, unseen),)
        shows = unseen / (tens - held)
        return PairingTens(shows, unseen - 1), PairingTens(1 - shows, unseen)
