"""Shows the result of a simulation: rows for the terminal and the page, and the plots."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from importlib.metadata import version
from itertools import accumulate
from math import sqrt
from statistics import NormalDist
from typing import Final

from pitboss.lab.plots.data import Plot, Series
from pitboss.lab.simulation.checking import Check
from pitboss.lab.simulation.result import QUANTILES, Result, quantile
from pitboss.paytables import print_dollars
from pitboss.printing import pages_of

BANKROLLS: Final = (20, 50, 100, 200, 400)
"""In units of the first wager."""
CONFIDENCES: Final = (0.95, 0.99)

Rows = list[tuple[str, str]]


def wager_rows(result: Result) -> list[tuple[str, ...]]:
    """A row for each wager, and one for all together."""
    rows = [
        (
            spot.spot.title,
            print_dollars(spot.spot.cents),
            f"{spot.made:,}",
            str(spot.house_edge),
            str(spot.element_of_risk),
            f"{spot.deviation:.4f}",
        )
        for spot in result.spots
    ]
    return [*rows, ("All together", "", f"{result.rounds:,} rounds", str(result.house_edge), "", "")]


def ending_rows(result: Result) -> list[tuple[str, str, str, str]]:
    """The frequency of each ending."""
    return [
        (spot.spot.title, ending.label, f"{count:,}", f"{count / spot.made:.6%}" if spot.made else "")
        for spot in result.spots
        for ending, count in zip(spot.spot.endings, spot.counts, strict=False)
        if count
    ]


def session_rows(result: Result) -> Rows:
    """Results of sessions, and the risk of losing the whole bankroll."""
    total = sum(result.results.values())
    if not total:
        return [("Sessions", f"none: the rounds do not fill one of {result.simulation.session:,}")]
    unit = result.spots[0].spot.cents
    rows = [("Sessions", f"{total:,} of {result.simulation.session:,} rounds")]
    for share in QUANTILES:
        place = quantile(result.results, share)
        assert place is not None, "there are sessions"
        rows.append((f"{share:.0%} end at or below", print_dollars(place * unit)))
    winning = sum(count for place, count in result.results.items() if place >= 0) / total
    rows.append(("Sessions without a loss", f"{winning:.2%}"))
    return rows + [
        (f"Risk of losing {print_dollars(units * unit)}", f"{result.ruin(units):.3%}") for units in BANKROLLS
    ]


def day_rows(result: Result) -> Rows:
    """The hold of gaming days, and how many fell outside the control band."""
    days = sum(result.holds.values())
    if not days:
        return [("Days", f"none: the rounds do not fill one of {result.simulation.day:,}")]
    rows = [("Days of a table", f"{days:,} of {result.simulation.day:,} rounds")]
    for share in (0.05, 0.5, 0.95):
        tenths = quantile(result.holds, share)
        assert tenths is not None, "there are days"
        rows.append((f"{share:.0%} hold at most", f"{tenths / 10:.1f}%"))
    for confidence in CONFIDENCES:
        low, high = day_band(result, confidence)
        outside = sum(count for tenths, count in result.holds.items() if not low <= tenths / 1000 <= high) / days
        rows.append((f"Outside {low:.1%} to {high:.1%}", f"{outside:.2%}, by chance {1 - confidence:.0%}"))
    return rows


def day_band(result: Result, confidence: float) -> tuple[float, float]:
    """The control band of a day's hold, by the mean and the spread of all rounds and the normal approximation."""
    edge, day = result.house_hold, result.simulation.day
    reach = NormalDist().inv_cdf(0.5 + confidence / 2) * result.hold_deviation / sqrt(day)
    return edge - reach, edge + reach


def meter_rows(result: Result) -> Rows:
    """The figures of the meter."""
    meter = result.meter
    if meter is None:
        return []
    rows = [("Wagers on the meter", f"{meter['wagers']:,}")]
    labels = {ending.slug: ending.label for ending in result.spots[-1].spot.endings}
    rows += [(f"Hits of {labels[slug]}", f"{count:,}") for slug, count in meter["hits"].items()]
    rows.append(("Paid by the meter", print_dollars(meter["paid_cents"])))
    if meter["reseeds"]:
        rows += [
            ("Reseeds", f"{meter['reseeds']:,}"),
            ("Meter when won, on average", print_dollars(round(meter["average_cents_when_won"]))),
            ("  it strays by", print_dollars(round(meter["deviation_cents_when_won"]))),
        ]
    rows.append(("Meter at the end", print_dollars(meter["shown_cents_at_the_end"])))
    return [*rows, ("Paid for envy", print_dollars(result.envy_cents))]


def plots_of(result: Result) -> tuple[Plot, ...]:
    """The plots that have data: session results, risk of ruin, holds of days, and the path of the meter."""
    found = []
    unit = result.spots[0].spot.cents / 100
    if result.results:
        found += [_spread("How sessions end", "Dollars", result.results, unit), _ruin(result, unit)]
    if result.holds:
        found.append(_spread("The hold of gaming days", "Hold, percent", result.holds, 0.1))
    if result.meter and result.meter["path"]:
        path = result.meter["path"]
        series = Series("meter", tuple(wagers for wagers, _ in path), tuple(cents / 100 for _, cents in path))
        found.append(Plot("line", "The meter", "Wagers", "Dollars", (series,)))
    return tuple(found)


def _spread(title: str, label: str, bins: Mapping[int, int], unit: float) -> Plot:
    """The share at or below each value, which does not depend on the size of the bins."""
    # The last thousandth on either side is a handful of cases, and would squeeze the rest of the plot.
    low, high = (quantile(bins, share) for share in (0.001, 0.999))
    assert low is not None, "there is something to draw"
    assert high is not None, "there is something to draw"
    places = [place for place in sorted(bins) if low <= place <= high]
    total = sum(bins.values())
    below = sum(count for place, count in bins.items() if place < low)
    shares = tuple((below + seen) / total for seen in accumulate(bins[place] for place in places))
    series = Series("share at or below", tuple(place * unit for place in places), shares)
    return Plot("line", title, label, "Share at or below", (series,), percent_y=True)


def _ruin(result: Result, unit: float) -> Plot:
    lows = sorted(result.lows, reverse=True)
    total = sum(result.lows.values())
    beyond = list(accumulate(result.lows[low] for low in reversed(lows)))[::-1]
    pairs = [(-low * unit, share / total) for low, share in zip(lows, beyond, strict=True) if low < 0]
    series = Series("risk", tuple(dollars for dollars, _ in pairs), tuple(share for _, share in pairs))
    title = f"The risk of losing it all within {result.simulation.session:,} rounds"
    return Plot("line", title, "Dollars brought to the table", "Risk", (series,), percent_y=True)


def parts_of(result: Result) -> list[tuple[str, list[tuple[str, str]]]]:
    """The other parts of a report, if they have data."""
    parts = [("Sessions", session_rows(result)), ("Gaming days", day_rows(result)), ("The meter", meter_rows(result))]
    return [(title, rows) for title, rows in parts if rows]


def as_html(result: Result, checks: Sequence[Check], made_at: datetime) -> str:
    """The page."""
    from pitboss.lab.plots.drawing import as_svg_data  # noqa: PLC0415

    game = result.simulation.game.label
    return (
        pages_of("pitboss.lab.simulation")
        .get_template("simulation.html")
        .render(
            title=f"Simulation of {game}",
            house=game,
            result=result,
            checks=checks,
            version=version("pitboss"),
            made_at=made_at,
            wagers=wager_rows(result),
            endings=ending_rows(result),
            parts=parts_of(result),
            plots=[as_svg_data(plot) for plot in plots_of(result)],
        )
    )
