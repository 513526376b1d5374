"""What is to be drawn, as data: the browser and the printer draw the same."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log10
from typing import Any, Final

from pitboss.lab.band import hold_band
from pitboss.lab.outcome_table import AnyReading, Reading
from pitboss.lab.sheet import WagerSheet

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
    """A plot: its kind, its words and its series.

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
    """For a chart: what each letter means and its colour."""

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
    """How often each outcome comes, on a scale where the rare ones can be seen too."""
    shares = _shares(sheet.reading)
    labels, values = tuple(label for label, _ in shares), tuple(share for _, share in shares)
    series = (Series("probability", labels, values),)
    return Plot(
        "bars", f"{sheet.title}: how often each outcome comes", "", "Probability", series, log_y=True, percent_y=True
    )


def _shares(reading: AnyReading) -> list[tuple[str, float]]:
    if isinstance(reading, Reading):
        return [(o.label, o.count / reading.total) for o in reading.outcomes if o.count]
    return [(s.label, s.probability) for s in reading.shares if s.probability > 0]


_STEPS: Final = 60


def hold_plot(sheet: WagerSheet, confidence: float = 0.95, rounds: Sequence[int] = (100, 1_000_000)) -> Plot:
    """The band of the hold as rounds go by."""
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
