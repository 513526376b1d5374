"""The ways to play Power Blackjack: by the lab's analysis of a full shoe, by a chart, or by a simple rule."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Protocol

import numpy as np

from pitboss.cards import Card, card_points
from pitboss.data_file import read_toml
from pitboss.games.command import Command
from pitboss.games.power_blackjack import (
    Double,
    Hand,
    Hit,
    PowerBlackjackRules,
    PowerDouble,
    PowerSplit,
    ReplaceCard,
    Split,
    Stand,
    Surrender,
)
from pitboss.games.power_blackjack import charts as chart_files
from pitboss.games.power_blackjack.charts import ChartError, StrategyChart, chart_for
from pitboss.games.power_blackjack.strategy import by_the_chart
from pitboss.lab.power_blackjack.compiled import compile_rules
from pitboss.lab.power_blackjack.solution import full_shoe, solve_game
from pitboss.lab.simulation.table import SeatingError

CHART: Final = "chart"
"""The habit: the chart that decides how hands are played."""
BASIC: Final = "basic"
NEVER_BUST: Final = "never-bust"
MIMIC_DEALER: Final = "mimic-dealer"

_BY_OPTION: Final[tuple[type[Command], ...]] = (Stand, Hit, Double, Split, PowerSplit, PowerDouble, Surrender)
_STANDS: Final = "S" * 10


class Way(Protocol):
    """A way to play hands."""

    def decide(self, hand: Hand, up: Card, allowed: Sequence[type[Command]]) -> type[Command]:
        """The action for a hand; a split if it is allowed and may be chosen."""

    def replaces(self, hand: Hand, up: Card) -> bool:
        """Whether the third card, that of a power double, is replaced."""

    def splits_again(self, cards: Sequence[Card], up: Card, card: Card) -> bool:
        """Whether a further card like this is split again after these first two."""


class ByAnalysis:
    """The best play of the lab, by the exact cards of the hand; each split hand as if it had not been split.

    >>> way = ByAnalysis(PowerBlackjackRules(decks=1))
    >>> from pitboss.cards import parse_card, parse_cards
    >>> way.decide(Hand(cards=parse_cards("Ts 6d")), parse_card("9h"), (Stand, Hit, PowerSplit)).__name__
    'PowerSplit'
    """

    def __init__(self, rules: PowerBlackjackRules) -> None:
        solution = solve_game(compile_rules(rules), full_shoe(rules.decks))
        self._against = {against.up: against for against in solution.against}

    def decide(self, hand: Hand, up: Card, allowed: Sequence[type[Command]]) -> type[Command]:
        """The option of the highest value."""
        against, cards = self._against[_value(up)], [_value(card) for card in hand.cards]
        if hand.is_untouched:
            options = against.options[min(cards), max(cards)].copy()
            options[[kind not in allowed for kind in _BY_OPTION]] = np.nan
            return _BY_OPTION[int(np.nanargmax(options))]
        if Split in allowed:
            return Split
        if Hit not in allowed:
            return Stand
        actions = against.split_actions if hand.is_split else against.actions
        return _BY_OPTION[int(actions[against.hand(*cards)])]

    def replaces(self, hand: Hand, up: Card) -> bool:
        """Whether the average next card is worth more than this one."""
        against, cards = self._against[_value(up)], [_value(card) for card in hand.cards]
        keep, replace = against.replacing[against.hand(*cards[:2])][cards[2]]
        return bool(replace > keep)

    def splits_again(self, cards: Sequence[Card], up: Card, card: Card) -> bool:
        """Always or never for cards of this kind, whichever is better."""
        pair = min(map(_value, cards)), max(map(_value, cards))
        split = self._against[_value(up)].splits.get(pair)
        return split is not None and _value(card) in pair and bool(split.again[pair.index(_value(card))])


class ByChart:
    """The play of a chart.

    >>> from pitboss.cards import parse_card, parse_cards
    >>> way = ByChart(chart_for(PowerBlackjackRules()))
    >>> way.decide(Hand(cards=parse_cards("Ts 6d")), parse_card("9h"), (Stand, Hit)).__name__
    'Hit'
    """

    def __init__(self, chart: StrategyChart) -> None:
        self._chart = chart

    def decide(self, hand: Hand, up: Card, allowed: Sequence[type[Command]]) -> type[Command]:
        """The chart's decision."""
        return type(by_the_chart(1, hand, up, allowed, self._chart))

    def replaces(self, hand: Hand, up: Card) -> bool:
        """Up to the chart's total."""
        return isinstance(by_the_chart(1, hand, up, (), self._chart), ReplaceCard)

    def splits_again(self, cards: Sequence[Card], up: Card, card: Card) -> bool:
        """Whenever the chart splits the two cards."""
        return True


def _value(card: Card) -> int:
    """The lab's number for a value."""
    return card_points(card) - 1


def way_for(rules: PowerBlackjackRules, value: object) -> Way:
    """The way of a habit; best play without one.

    >>> way_for(PowerBlackjackRules(), "by-feel")
    Traceback (most recent call last):
    pitboss.lab.simulation.table.SeatingError: chart 'by-feel': say basic, never-bust, mimic-dealer, a file or a table
    """
    if value is None:
        return ByAnalysis(rules)
    if isinstance(value, Mapping):
        return ByChart(_own(rules, value, CHART))
    if value == BASIC:
        return ByChart(chart_for(rules))
    if value == NEVER_BUST:
        return ByChart(_stands_on(rules, hard=12, soft=18))
    if value == MIMIC_DEALER:
        return ByChart(_stands_on(rules, hard=17, soft=18 if rules.dealer_hits_soft_17 else 17))
    if isinstance(value, str) and value.endswith(".toml"):
        return ByChart(_from_file(rules, Path(value)))
    raise SeatingError(f"{CHART} {value!r}: say {BASIC}, {NEVER_BUST}, {MIMIC_DEALER}, a file or a table")


def _stands_on(rules: PowerBlackjackRules, hard: int, soft: int) -> StrategyChart:
    """Hits and stands only."""
    return StrategyChart(
        decks=rules.decks,
        dealer_hits_soft_17=rules.dealer_hits_soft_17,
        hard={hard: _STANDS},
        soft={soft: _STANDS},
        pairs={},
        power_splits={},
        power_doubles={},
        replace_up_to={},
        surrender={},
    )


def _from_file(rules: PowerBlackjackRules, file: Path) -> StrategyChart:
    """The chart in a file; of several, the one for a table like this."""
    _, data = read_toml(file, file.name, SeatingError)
    if data.get("format") != chart_files.FORMAT:
        raise SeatingError(
            f"{file.name}: format {data.get('format')!r}: this program reads format {chart_files.FORMAT}"
        )
    charts = [_own(rules, entry, file.name) for entry in data.get("chart", [])]
    wanted = rules.decks, rules.dealer_hits_soft_17
    fitting = [chart for chart in charts if (chart.decks, chart.dealer_hits_soft_17) == wanted]
    if len(charts) != 1 and len(fitting) != 1:
        soft = "hits" if rules.dealer_hits_soft_17 else "stands on"
        raise SeatingError(f"{file.name} has no one chart for {rules.decks} decks where the dealer {soft} soft 17")
    return (fitting or charts)[0]


_SECTIONS: Final = ("hard", "soft", "pairs", "power_splits", "power_doubles", "surrender", "replace_up_to")


def _own(rules: PowerBlackjackRules, data: Mapping[str, Any], where: str) -> StrategyChart:
    """Read a chart in the format of charts.toml. Missing sections are empty; the table may be missing too."""
    table = {"decks": rules.decks, "dealer_hits_soft_17": rules.dealer_hits_soft_17}
    try:
        chart = chart_files.read_chart(table | {section: {} for section in _SECTIONS} | dict(data))
        doubled = [total for total, row in chart.power_doubles.items() if "X" in row]
        if not chart.hard or not chart.soft or any(len(chart.replace_up_to[total]) != 10 for total in doubled):
            raise ValueError
    except ChartError as error:
        raise SeatingError(f"{where}: {error}") from None
    except (AttributeError, KeyError, TypeError, ValueError):
        needed = "rows for hard and soft totals, and ten totals in replace_up_to for each power double"
        raise SeatingError(f"{where}: this is no chart: it needs {needed}") from None
    return chart
