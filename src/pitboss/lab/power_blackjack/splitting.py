"""Values a split of two cards against one up card: its best plan, its value and its outcomes."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from pitboss.lab.power_blackjack.compiled import CompiledRules
from pitboss.lab.power_blackjack.split_kernels import (
    NETS,
    further_chances,
    part_ranks,
    play_kinds,
    tally_plan,
    value_plan,
)
from pitboss.lab.power_blackjack.split_plans import Plan, most_known, split_plan
from pitboss.lab.power_blackjack.tables import ACE, TEN, Facing, Floats, Ints


class PairingTens(NamedTuple):
    """How many tens in the shoe pair with the one that is split, and the probability of that number."""

    chance: float
    left: int


class SplitPlay:
    """Two split cards with all their hands played; ``left`` is the shoe without both and without the up card.

    ``actions`` has the action for each hand after a split; split aces that get one card always stand.
    """

    def __init__(
        self,
        rules: CompiledRules,
        against: Facing,
        actions: Ints,
        left: Ints,
        kinds: tuple[int, int],
    ) -> None:
        self.left, self.kinds = left, kinds
        self._rules, self._facing = rules, against
        self._is_pair = kinds[0] == kinds[1]
        self.tens: tuple[PairingTens, ...] = ()
        """Filled only if equal ranks alone may be split."""
        known = most_known(self._most_hands) + 1
        self._tallies = np.zeros((2, known, known, 2, 2, 3, 7))
        one_card = kinds[0] == ACE and rules.split_aces_one_card
        play_kinds(
            left.copy(), np.array(kinds), against, np.zeros_like(actions) if one_card else actions, self._tallies
        )

    def best(self) -> float:
        """The value with the best choice of which cards to split again, which it stores."""
        value, self.again = max((self.value_of(again), again) for again in self._choices())
        return value

    @property
    def _most_hands(self) -> int:
        return 2 if self.kinds[0] == ACE and not self._rules.resplit_aces else self._rules.hands_per_seat

    def _choices(self) -> tuple[tuple[bool, bool], ...]:
        """Each kind is split again always or never."""
        if self._most_hands == 2:
            return _EITHER[:1]
        return _EITHER[:2] if self._is_pair else _EITHER

    def _plans(self, again: tuple[bool, bool]) -> list[Plan]:
        """The plans by which card came first, which are equally likely; its hand is first in the row."""
        orders = [(0, 0)] if self._is_pair else [(0, 1), (1, 0)]
        return [split_plan(order, self._most_hands, again) for order in orders]

    def value_of(self, again: tuple[bool, bool]) -> float:
        """The value if these cards are split again."""
        plans = self._plans(again)
        return sum(
            chance / len(plans) * float(value_plan(plan, chances, tallies))
            for chance, chances, tallies in self._cases()
            for plan in plans
        )

    def _cases(self) -> Iterator[tuple[float, Floats, Floats]]:
        """The chances of further cards, and the tallies; where tens differ, for each number that makes a pair."""
        kinds, some_tens = np.array(self.kinds), TEN in self.kinds and bool(self.tens)
        for chance, tens in self.tens if some_tens else (PairingTens(1.0, 0),):
            ranks, tallies = self.left[kinds].copy(), self._tallies
            if some_tens:
                ranks[kinds == TEN] = tens
                tallies = tallies.copy()
                part_ranks(self.left, kinds, ranks, tallies)
            chances = np.zeros(tallies.shape[1:3])
            further_chances(self.left, kinds, ranks, self._facing.blackjack, chances)
            yield chance, chances, tallies

    def outcomes(self) -> tuple[Floats, float]:
        """The probabilities of -8 to 8 units, and the average stake."""
        nets, staked, plans = np.zeros(NETS), 0.0, self._plans(self.again)
        for chance, chances, tallies in self._cases():
            for plan in plans:
                own = np.zeros(NETS)
                staked += chance / len(plans) * float(tally_plan(plan, chances, tallies, own))
                nets += chance / len(plans) * own
        return nets, staked


_EITHER = ((False, False), (True, False), (False, True), (True, True))
