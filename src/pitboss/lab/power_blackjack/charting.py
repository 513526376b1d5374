"""Makes the chart from the values of all hands: hands of one total vote with their values and frequencies.

The frequency of a hand is that of a player who only hits and stands, so that the cards of a total have the weight of
the table, whatever other options the rules allow for the first two.
"""

from collections.abc import Callable, Iterator

import numpy as np

from pitboss.lab.power_blackjack.against import (
    POWER_DOUBLE,
    POWER_SPLIT,
    POWER_SPLITS,
    SPLIT,
    SURRENDER,
    Against,
)
from pitboss.lab.power_blackjack.chart import ChartRow
from pitboss.lab.power_blackjack.kernels import DOUBLE, HIT, STAND, choose, spread
from pitboss.lab.power_blackjack.solution import Solution
from pitboss.lab.power_blackjack.tables import ACE, TEN, Ints

_HARD, _SOFT = range(5, 21), range(12, 21)
_DOUBLED, _GIVEN_UP = (10, 11), range(12, 18)
_POWER = {(first, second): f"{second + 1}-{first + 1}" for first, second in POWER_SPLITS}


def card_name(card: int) -> str:
    """The name of a value in a chart.

    >>> card_name(0), card_name(9)
    ('A', '10')
    """
    return "A" if card == ACE else str(card + 1)


class Column:
    """One up card: all hands with their frequencies."""

    def __init__(self, against: Against) -> None:
        self.against, self.table = against, against.table
        self.starts = np.zeros(len(self.table.total))
        for first in range(10):
            for second in range(first, 10):
                ways = against.shoe[first] * (against.shoe[second] - (first == second)) * (2 - (first == second))
                if (first, second) != (ACE, TEN) and ways > 0:
                    self.starts[against.hand(first, second)] = ways
        self.reach = self.starts / self.starts.sum()
        actions = np.zeros(len(self.reach), np.int64)
        choose(self.table, against.values, 0, actions)
        spread(against.shoe, against.facing, actions, self.reach, np.zeros((len(self.reach), 2)))
        self.is_pair = (self.table.size == 2) & (self.table.counts.max(axis=1) == 2)

    def hands(self, total: int, soft: bool) -> Ints:
        """All hands of a total that occur."""
        fits = (self.table.total == total) & (self.table.soft == soft) & (self.table.size > 1) & (self.reach > 0)
        return np.nonzero(fits)[0]

    def two_cards(self, hands: Ints) -> Ints:
        """The hands of two cards; pairs only if there are no others."""
        two = hands[self.starts[hands] > 0]
        return two[~self.is_pair[two]] if (~self.is_pair[two]).any() else two

    def total_letter(self, total: int, soft: bool) -> str:
        """The best action for a total: hit, stand, or double with two cards."""
        values, hands = self.against.values, self.hands(total, soft)
        if not len(hands):
            return "H" if total < 17 else "S"
        stand, hit, _ = self.reach[hands] @ values[hands]
        two = self.two_cards(hands)
        doubling = self.starts[two] @ values[two]
        doubles = len(two) > 0 and doubling[DOUBLE] > max(doubling[STAND], doubling[HIT])
        if doubles:
            return "D" if hit > stand else "d"
        return "H" if hit > stand else "S"

    def split_letter(self, first: int, second: int, option: int, letter: str) -> str:
        """Whether to split two first cards; a small letter if surrender is even better."""
        options = self.against.options[first, second]
        if not np.isfinite(options[option]) or options[option] < np.nanmax(options[:SURRENDER]):
            return "."
        return letter.lower() if options[SURRENDER] > options[option] else letter

    def power_double_letter(self, total: int) -> str:
        """Whether hands of a total are worth more with a power double than with a hit."""
        gain = 0.0
        for hand in self.doubled(total):
            cards = np.nonzero(self.table.counts[hand])[0]
            options = self.against.options[cards[0], cards[-1]]
            others = np.nanmax(options[[STAND, HIT, DOUBLE]])
            gain += self.starts[hand] * (options[POWER_DOUBLE] - others)
        return "X" if gain > 0 else "."

    def replace_up_to(self, total: int) -> str:
        """The highest total for which the card of a power double is replaced."""
        gains: dict[int, float] = {}
        for hand in self.doubled(total):
            left = self.against.shoe - self.table.counts[hand]
            for card, (keep, replace) in enumerate(self.against.replacing[hand]):
                if np.isfinite(keep):
                    then = int(self.table.total[self.table.after[hand, card]])
                    gains[then] = gains.get(then, 0.0) + self.starts[hand] * left[card] * (replace - keep)
        return str(max((then for then, gain in gains.items() if gain > 0), default=0))

    def doubled(self, total: int) -> Iterator[int]:
        """The hands of a total that may be power doubled."""
        return (hand for hand in self.against.replacing if self.table.total[hand] == total)

    def surrender_letter(self, total: int) -> str:
        """Whether to surrender a hard total of two cards rather than play it without a split."""
        two = self.two_cards(self.hands(total, soft=False))
        best = self.against.values[two].max(axis=1)
        return "R" if len(two) and float(self.starts[two] @ (best + 0.5)) < 0 else "."


def columns_of(solution: Solution) -> list[Column]:
    """The columns of a chart, from a two to an ace."""
    by_up = {against.up: Column(against) for against in solution.against}
    return [by_up[up] for up in (*range(1, 10), ACE)]


def chart_rows(solution: Solution, columns: list[Column]) -> tuple[ChartRow, ...]:
    """The rows of a chart; sections of options that the table does not have are left out."""

    def row(section: str, label: object, entry: Callable[..., str], *values: object) -> ChartRow:
        return ChartRow(section, str(label), tuple(entry(column, *values) for column in columns))

    rules = solution.rules
    rows = [row("hard", total, Column.total_letter, total, False) for total in _HARD]
    rows += [row("soft", total, Column.total_letter, total, True) for total in _SOFT]
    for card, name in enumerate(map(card_name, range(10))):
        rows.append(row("pairs", f"{name}-{name}", Column.split_letter, card, card, SPLIT, "P"))
    if rules.power_split:
        rows += [
            row("power-split", name, Column.split_letter, *pair, POWER_SPLIT, "W") for pair, name in _POWER.items()
        ]
    if rules.power_double:
        rows += [row("power-double", total, Column.power_double_letter, total) for total in _DOUBLED]
        rows += [row("replace", total, Column.replace_up_to, total) for total in _DOUBLED]
    if rules.surrender:
        rows += [row("surrender", total, Column.surrender_letter, total) for total in _GIVEN_UP]
    return tuple(rows)
