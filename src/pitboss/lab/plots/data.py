"""Makes the data of every plot: outcomes, hold, strategy chart and meter. The browser and the printer draw it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import log10
from typing import Any, Final

from pitboss.lab.band import hold_band
from pitboss.lab.outcome_table import AnyReading, OutcomeTable
from pitboss.lab.power_blackjack.chart import COLUMNS, LETTERS, Chart
from pitboss.lab.progressives import ProgressiveSheet
from pitboss.lab.sheet import RULES, WagerSheet

Kind = str
"""``bars``, ``band``, ``line`` or ``chart``."""


@dataclass(frozen=True)
class Series:
    """One line, one edge of a band, or one set of bars.

    >>> Series("edge", (1.0, 2.0), (0.1, 0.2)).name
    'edge'
    """

    name: str
    x: tuple[Any, ...]
    y: tuple[Any, ...]


@dataclass(frozen=True)
class Plot:
    """A plot: its kind, its labels and its series.

    >>> Plot("line", "Meter", "Rounds", "Dollars", (Series("meter", (0, 1), (5.0, 6.0)),)).as_json()["kind"]
    'line'
    """

    kind: Kind
    title: str
    x_label: str
    y_label: str
    series: tuple[Series, ...]
    log_x: bool = False
    log_y: bool = False
    percent_y: bool = False
    colours: tuple[tuple[str, str], ...] = ()
    """For a chart: each letter and its color."""

    def as_json(self) -> dict[str, Any]:
        """The plot for the browser."""
        return {
            "kind": self.kind,
            "title": self.title,
            "x_label": self.x_label,
            "y_label": self.y_label,
            "log_x": self.log_x,
            "log_y": self.log_y,
            "percent_y": self.percent_y,
            "series": [{"name": s.name, "x": list(s.x), "y": list(s.y)} for s in self.series],
            "colours": [list(pair) for pair in self.colours],
        }


def outcome_plot(sheet: WagerSheet) -> Plot:
    """The probability of each outcome, on a logarithmic scale that shows rare ones too."""
    shares = _shares(sheet.reading)
    labels, values = tuple(label for label, _ in shares), tuple(share for _, share in shares)
    series = (Series("probability", labels, values),)
    return Plot(
        "bars", f"{sheet.title}: how often each outcome comes", "", "Probability", series, log_y=True, percent_y=True
    )


def _shares(reading: AnyReading) -> list[tuple[str, float]]:
    if isinstance(reading, OutcomeTable):
        return [(o.label, o.count / reading.total) for o in reading.outcomes if o.count]
    return [(s.label, s.probability) for s in reading.shares if s.probability > 0]


_STEPS: Final = 60


def hold_plot(sheet: WagerSheet, confidence: float = 0.95, rounds: Sequence[int] = (100, 1_000_000)) -> Plot:
    """The band of the hold by the number of rounds."""
    low, high = log10(rounds[0]), log10(rounds[1])
    numbers = tuple(round(10 ** (low + (high - low) * step / _STEPS)) for step in range(_STEPS + 1))
    reading = sheet.reading
    bands = [hold_band(reading.house_edge.value, reading.standard_deviation, n, confidence) for n in numbers]
    series = (
        Series("low", numbers, tuple(band.low for band in bands)),
        Series("high", numbers, tuple(band.high for band in bands)),
        Series("edge", numbers, (reading.house_edge.value,) * len(numbers)),
    )
    title = f"{sheet.title}: the hold, {confidence:.0%} of the time"
    return Plot("band", title, "Rounds", "Hold", series, log_x=True, percent_y=True)


_SHORT = {"hard": "Hard", "soft": "Soft", "pairs": "", "replace": "Replace up to, doubled", "surrender": "Surrender"}
"""Short names for the rows of a section; other sections keep their names."""


def chart_plot(chart: Chart) -> Plot:
    """The strategy chart of Power Blackjack as a plot.

    >>> from pitboss.lab.power_blackjack.chart import ChartRow
    >>> chart_plot(Chart("Six decks", (ChartRow("hard", "16", tuple("SSSSSHHHHH")),))).series[0].name
    'Hard 16'
    """
    rows = tuple(Series(f"{_short(row.section)} {row.label}".strip(), COLUMNS, row.entries) for row in chart.rows)
    colours = tuple((letter, colour) for letter, (_, colour) in LETTERS.items())
    return Plot("chart", chart.title, "", "", rows, colours=colours)


def _short(section: str) -> str:
    return _SHORT.get(section, section.replace("-", " ").capitalize())


def meter_plots(sheets: Mapping[str, ProgressiveSheet]) -> tuple[Plot, Plot, Plot]:
    """The plots of a progressive by the rules.

    >>> from pitboss.lab.progressives import progressive_sheets
    >>> from pitboss.paytables import load_catalogue
    >>> sheets = progressive_sheets(load_catalogue()["TCPP-1"]["progressive"])
    >>> [plot.y_label for plot in meter_plots(sheets)]
    ['House advantage', 'Meter, dollars', 'Not won yet']
    """
    sheet = sheets[RULES]
    return advantage_plot(sheet), rise_plot(sheet), waiting_plot(sheet)


def advantage_plot(sheet: ProgressiveSheet) -> Plot:
    """The house advantage by the meter: it is zero at the break-even meter."""
    terms, end = sheet.terms, sheet.terms.break_even_meter(sheet.others) * Fraction(5, 4)
    meters = [end * step / _STEPS for step in range(_STEPS + 1)]
    edges = tuple(float(terms.advantage(meter, sheet.others)) for meter in meters)
    dollars = tuple(map(float, meters))
    flat = (0.0,) * len(meters)
    series = (Series("house advantage", dollars, edges), Series("break-even", dollars, flat))
    title = f"{sheet.name}: what the house keeps, by the meter"
    return Plot("line", title, "Meter, dollars", "House advantage", series, percent_y=True)


def rise_plot(sheet: ProgressiveSheet) -> Plot:
    """The mean meter by the number of wagers since it was reseeded, if the whole meter was not won."""
    terms = sheet.terms
    wagers = _wagers(terms.top)
    kept = terms.meter_return - terms.top
    # A smaller share s, won with probability q, takes s * q of the meter with every wager on average.
    if kept:
        rate, level = float(kept), float(terms.contribution / kept)
        meters = tuple(level + (float(terms.seed) - level) * (1 - rate) ** n for n in wagers)
    else:
        meters = tuple(float(terms.seed + terms.contribution * n) for n in wagers)
    series = (Series("mean meter", wagers, meters),)
    return Plot("line", f"{sheet.name}: the meter since it was reseeded", "Wagers", "Meter, dollars", series)


def waiting_plot(sheet: ProgressiveSheet) -> Plot:
    """The probability that the whole meter has not been won, by the number of wagers."""
    chance = float(sheet.terms.top)
    wagers = _wagers(sheet.terms.top)
    left = tuple((1 - chance) ** n for n in wagers)
    title = f"{sheet.name}: the chance that the meter is not won yet"
    return Plot("line", title, "Wagers", "Not won yet", (Series("not won", wagers, left),), percent_y=True)


def _wagers(top: Fraction) -> tuple[int, ...]:
    """Numbers of wagers up to four times the average between two wins."""
    return tuple(round(4 / top * step / _STEPS) for step in range(_STEPS + 1))
