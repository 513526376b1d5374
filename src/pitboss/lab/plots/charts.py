"""The strategy chart as plot data."""

from pitboss.lab.plots.data import Plot, Series
from pitboss.lab.power_blackjack.chart import COLUMNS, LETTERS, Chart

_SHORT = {"hard": "Hard", "soft": "Soft", "pairs": "", "replace": "Replace up to, doubled", "surrender": "Surrender"}
"""How a row is called; a section that is not here keeps its name."""


def chart_plot(chart: Chart) -> Plot:
    """The chart of Power Blackjack, ready to be drawn.

    >>> from pitboss.lab.power_blackjack.chart import ChartRow
    >>> chart_plot(Chart("Six decks", (ChartRow("hard", "16", tuple("SSSSSHHHHH")),))).series[0].name
    'Hard 16'
    """
    rows = tuple(Series(f"{_short(row.section)} {row.label}".strip(), COLUMNS, row.entries) for row in chart.rows)
    colours = tuple((letter, colour) for letter, (_, colour) in LETTERS.items())
    return Plot("chart", chart.title, "", "", rows, colours=colours)


def _short(section: str) -> str:
    return _SHORT.get(section, section.replace("-", " ").capitalize())
