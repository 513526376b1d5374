"""The shipped charts of basic strategy: exact for their tables, made by the lab.

Each row reads: against the dealer's 2, 3, 4, 5, 6, 7, 8, 9, ten, ace. The letters:

    H hit, S stand, D double, or hit where one may not, d double, or stand where one may not; P split, W power split,
    p and w the same, but surrender where one may; X power double, R surrender; a dot: play the total.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

from pitboss.data_file import read_toml
from pitboss.errors import PitbossError
from pitboss.games.power_blackjack.rules import PowerBlackjackRules

FORMAT: Final = 1
_COLUMNS = 10
_LETTERS = {
    "hard": "HSDd",
    "soft": "HSDd",
    "pairs": "Pp.",
    "power_splits": "Ww.",
    "power_doubles": "X.",
    "surrender": "R.",
}


class ChartError(PitbossError):
    """A file of charts that cannot be loaded.

    >>> _row("hard", "16", "SSSSSHHHH")
    Traceback (most recent call last):
    pitboss.games.power_blackjack.charts.ChartError: hard 16: 'SSSSSHHHH' is not a row of ten letters out of H S D d
    """


@dataclass(frozen=True)
class StrategyChart:
    """A chart for one number of decks and one rule for soft 17.

    >>> shipped_charts()[0].hard[16]
    'SSSSSHHHHH'
    """

    decks: int
    dealer_hits_soft_17: bool
    hard: Mapping[int, str]
    """By total; below is all hit, above is all stand."""
    soft: Mapping[int, str]
    pairs: Mapping[int, str]
    """By the points of one card."""
    power_splits: Mapping[tuple[int, int], str]
    """By the points of both cards, the higher first."""
    power_doubles: Mapping[int, str]
    """By total."""
    replace_up_to: Mapping[int, tuple[int, ...]]
    """The highest total to replace the card of a power double for, by what was doubled."""
    surrender: Mapping[int, str]
    """By total; where no split is better."""


@cache
def shipped_charts() -> tuple[StrategyChart, ...]:
    """The charts that come with Pitboss.

    >>> sorted({chart.decks for chart in shipped_charts()})
    [1, 2, 6]
    """
    name = "charts.toml"
    _, data = read_toml(files("pitboss.games.power_blackjack") / "data" / name, name, ChartError)
    if data.get("format") != FORMAT:
        raise ChartError(f"{name}: format {data.get('format')!r}: this program reads format {FORMAT}")
    return tuple(read_chart(entry) for entry in data["chart"])


def read_chart(data: Mapping[str, Any]) -> StrategyChart:
    """A chart as a file of charts has it.

    >>> sections = {name: {} for name in (*_LETTERS, "replace_up_to")}
    >>> read_chart({"decks": 6, "dealer_hits_soft_17": True} | sections | {"hard": {"16": "SSSSSHHHHH"}}).hard
    {16: 'SSSSSHHHHH'}
    """

    def by_total(section: str) -> dict[int, str]:
        return {int(label): _row(section, label, row) for label, row in data[section].items()}

    splits = data["power_splits"].items()
    return StrategyChart(
        decks=data["decks"],
        dealer_hits_soft_17=data["dealer_hits_soft_17"],
        hard=by_total("hard"),
        soft=by_total("soft"),
        pairs=by_total("pairs"),
        power_splits={_points(label): _row("power_splits", label, row) for label, row in splits},
        power_doubles=by_total("power_doubles"),
        replace_up_to={int(label): tuple(row) for label, row in data["replace_up_to"].items()},
        surrender=by_total("surrender"),
    )


def _points(label: str) -> tuple[int, int]:
    high, low = label.split("-")
    return int(high), int(low)


def _row(section: str, label: str, row: str) -> str:
    letters = _LETTERS[section]
    if len(row) != _COLUMNS or set(row) - set(letters):
        raise ChartError(f"{section} {label}: {row!r} is not a row of ten letters out of {' '.join(letters)}")
    return row


@cache
def nearest_chart(decks: int, dealer_hits_soft_17: bool) -> StrategyChart:
    """The chart for a table, or that of the nearest one: the same rule for soft 17, then the nearest number of decks.

    >>> nearest_chart(8, True).decks, nearest_chart(3, False).decks
    (6, 2)
    """
    charts = [chart for chart in shipped_charts() if chart.dealer_hits_soft_17 == dealer_hits_soft_17]
    # Between two equally near the larger shoe: a deck more or less matters less there.
    return min(charts, key=lambda chart: (abs(chart.decks - decks), -chart.decks))


def chart_for(rules: PowerBlackjackRules) -> StrategyChart:
    """The nearest chart for a table.

    >>> chart_for(PowerBlackjackRules()).decks
    6
    """
    return nearest_chart(rules.decks, rules.dealer_hits_soft_17)
