"""Finds the hands whose best action differs from the chart's, which goes by totals."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from pitboss.lab.power_blackjack.against import POWER_DOUBLE, POWER_SPLIT, SPLIT, SURRENDER
from pitboss.lab.power_blackjack.chart import COLUMNS, SECTIONS, Chart, ChartException
from pitboss.lab.power_blackjack.charting import Column, card_name, chart_rows, columns_of
from pitboss.lab.power_blackjack.kernels import DOUBLE, HIT, STAND
from pitboss.lab.power_blackjack.solution import Solution
from pitboss.lab.power_blackjack.tables import Floats

_LETTERS = {STAND: "S", HIT: "H", DOUBLE: "D", SPLIT: "P", POWER_SPLIT: "W", POWER_DOUBLE: "X", SURRENDER: "R"}
_LISTED = 3
"""Longer hands are only counted: there can be hundreds, and each is rare."""


class _Found(NamedTuple):
    size: int
    exception: ChartException


def make_chart(solution: Solution, title: str) -> Chart:
    """The chart of a solved game, and its exceptions."""
    columns = columns_of(solution)
    chart = Chart(title, chart_rows(solution, columns))
    found = [found for up, column in zip(COLUMNS, columns, strict=True) for found in _Told(chart, up, column).wrong()]
    listed = sorted((f.exception for f in found if f.size <= _LISTED), key=lambda exception: -exception.gain)
    return Chart(title, chart.rows, tuple(listed), sum(f.size > _LISTED for f in found))


class _Told:
    """The actions of a chart against one up card."""

    def __init__(self, chart: Chart, up: str, column: Column) -> None:
        self._up, self._column, self._table = up, column, column.table
        place = COLUMNS.index(up)
        self._sections = {
            name: {label: entries[place] for label, entries in chart.section(name).items()} for name in SECTIONS
        }

    def wrong(self) -> Iterator[_Found]:
        """The hands for which another action is better."""
        table, values = self._table, self._column.against.values
        played = (self._column.reach > 0) & (table.total < 21)
        for hand in np.nonzero(played & (table.size == 2))[0].tolist():
            first, second = np.repeat(np.arange(10), table.counts[hand])
            options = self._column.against.options[first, second]
            yield from self._compare(hand, options, self._first_option(hand, options))
        told = np.array([self._by_total(hand) if played[hand] else STAND for hand in range(len(played))])
        best = values[:, HIT] > values[:, STAND]
        for hand in np.nonzero(played & (table.size > 2) & (best != (told == HIT)))[0].tolist():
            yield from self._compare(hand, values[hand, :DOUBLE], int(told[hand]))
        for hand in self._column.against.replacing:
            yield from self._compare_replacing(hand)

    def _name(self, hand: int) -> str:
        return "-".join(card_name(card) for card in range(9, -1, -1) for _ in range(self._table.counts[hand, card]))

    def _compare(self, hand: int, values: Floats, told: int) -> Iterator[_Found]:
        best = int(np.nanargmax(values))
        if best != told:
            gain = float(values[best] - values[told])
            exception = ChartException(self._name(hand), self._up, _LETTERS[told], _LETTERS[best], gain)
            yield _Found(int(self._table.size[hand]), exception)

    def _first_option(self, hand: int, options: Floats) -> int:
        """What is told for the first two cards: a special option, a double, or by the total."""
        name, total = self._name(hand), str(self._table.total[hand])
        hard = total if not self._table.soft[hand] else ""
        for section, row, option in (
            ("pairs", name, SPLIT),
            ("power-split", name, POWER_SPLIT),
            ("surrender", hard, SURRENDER),
            ("power-double", hard, POWER_DOUBLE),
        ):
            letter = self._sections[section].get(row, ".")
            if letter != "." and np.isfinite(options[option]):
                return SURRENDER if letter.islower() else option
        return DOUBLE if self._letter(hand) in "Dd" else self._by_total(hand)

    def _letter(self, hand: int) -> str:
        rows = self._sections["soft" if self._table.soft[hand] else "hard"]
        return rows.get(str(self._table.total[hand]), "H")

    def _by_total(self, hand: int) -> int:
        return HIT if self._letter(hand) in "HD" else STAND

    def _compare_replacing(self, hand: int) -> Iterator[_Found]:
        """Cards of a power double that are better kept, or replaced, than is told."""
        up_to = int(self._sections["replace"][str(self._table.total[hand])])
        for card, (keep, replace) in enumerate(self._column.against.replacing[hand]):
            then = int(self._table.total[self._table.after[hand, card]])
            if np.isfinite(keep) and (replace > keep) != (then <= up_to):
                words = ("replace", "keep") if then <= up_to else ("keep", "replace")
                name = f"{self._name(hand)} and {card_name(card)}"
                yield _Found(_LISTED, ChartException(name, self._up, *words, float(abs(replace - keep))))
