"""Plots of a progressive: what the house keeps as the meter rises, and the meter as wagers go by."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from pitboss.lab.plots.data import Plot, Series
from pitboss.lab.progressives import ProgressiveSheet
from pitboss.lab.sheet import RULES

_STEPS: Final = 60


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
    """The house advantage by the meter: it is nothing at the break-even meter."""
    terms, end = sheet.terms, sheet.terms.break_even_meter(sheet.others) * Fraction(5, 4)
    meters = [end * step / _STEPS for step in range(_STEPS + 1)]
    edges = tuple(float(terms.advantage(meter, sheet.others)) for meter in meters)
    dollars = tuple(map(float, meters))
    flat = (0.0,) * len(meters)
    series = (Series("house advantage", dollars, edges), Series("break-even", dollars, flat))
    title = f"{sheet.name}: what the house keeps, by the meter"
    return Plot("line", title, "Meter, dollars", "House advantage", series, percent_y=True)


def rise_plot(sheet: ProgressiveSheet) -> Plot:
    """The mean meter after so many wagers since it was reseeded, where the whole was not won."""
    terms = sheet.terms
    wagers = _wagers(terms.top)
    kept = terms.meter_return - terms.top
    # A lesser share s, won with chance q, takes s q of the meter with every wager on average.
    if kept:
        rate, level = float(kept), float(terms.contribution / kept)
        meters = tuple(level + (float(terms.seed) - level) * (1 - rate) ** n for n in wagers)
    else:
        meters = tuple(float(terms.seed + terms.contribution * n) for n in wagers)
    series = (Series("mean meter", wagers, meters),)
    return Plot("line", f"{sheet.name}: the meter since it was reseeded", "Wagers", "Meter, dollars", series)


def waiting_plot(sheet: ProgressiveSheet) -> Plot:
    """The chance that the whole meter is not won within so many wagers."""
    chance = float(sheet.terms.top)
    wagers = _wagers(sheet.terms.top)
    left = tuple((1 - chance) ** n for n in wagers)
    title = f"{sheet.name}: the chance that the meter is not won yet"
    return Plot("line", title, "Wagers", "Not won yet", (Series("not won", wagers, left),), percent_y=True)


def _wagers(top: Fraction) -> tuple[int, ...]:
    """Up to four times as many wagers as there are between two wins on average."""
    return tuple(round(4 / top * step / _STEPS) for step in range(_STEPS + 1))
