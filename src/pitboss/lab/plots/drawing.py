"""Draws plot data into PNG or SVG files with matplotlib."""

import base64
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import matplotlib as mpl
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, NullFormatter

from pitboss.errors import PitbossError
from pitboss.lab.plots.data import Plot

FORMATS: Final = ("png", "svg")
_INK, _FELT, _BRASS = "#2b2118", "#1d6b4a", "#b98a2f"

# The same data give the same file: no dates, no random names inside.
mpl.rcParams.update({"svg.hashsalt": "pitboss", "font.family": "DejaVu Sans", "font.size": 9, "axes.edgecolor": _INK})


def save_plot(plot: Plot, file: Path) -> None:
    """Draw a plot into a .png or .svg file, and make its folder if it is missing."""
    kind = file.suffix.lower().lstrip(".")
    if kind not in FORMATS:
        raise PitbossError(f"a plot cannot be saved as {file.name!r}: give the file the ending .png or .svg")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(drawn(plot, kind))
    except OSError as error:
        raise PitbossError(f"{file} cannot be written: {error.strerror}") from error


def as_svg_data(plot: Plot) -> str:
    """A plot as a data address, which a page can contain."""
    return "data:image/svg+xml;base64," + base64.b64encode(drawn(plot, "svg")).decode()


def drawn(plot: Plot, kind: str) -> bytes:
    """A plot as PNG or SVG.

    >>> from pitboss.lab.plots.data import Series
    >>> line = Plot("line", "Meter", "Rounds", "Dollars", (Series("meter", (0, 1), (5.0, 6.0)),))
    >>> drawn(line, "png")[:4]
    b'\\x89PNG'
    """
    figure = Figure(figsize=_size(plot), layout="constrained")
    axes = figure.add_subplot()
    _DRAWERS[plot.kind](axes, plot)
    _label(axes, plot)
    out = BytesIO()
    figure.savefig(out, format=kind, dpi=150, metadata={"Date": None} if kind == "svg" else {"Software": None})
    return out.getvalue()


def _size(plot: Plot) -> tuple[float, float]:
    rows = len(plot.series) if plot.kind == "chart" else len(plot.series[0].x) if plot.kind == "bars" else 0
    return 6.4, max(3.6, 0.34 * rows + 1.2)


def _label(axes: Any, plot: Plot) -> None:
    axes.set_title(plot.title, fontsize=10, color=_INK, loc="left")
    if plot.kind == "chart":
        return
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(visible=True, color="#00000018")
    axes.set_axisbelow(True)
    if plot.kind != "bars":
        axes.set_xlabel(plot.x_label)
        axes.set_ylabel(plot.y_label)


def _draw_bars(axes: Any, plot: Plot) -> None:
    """Draw horizontal bars, so that their names are readable."""
    bars = plot.series[0]
    axes.barh(range(len(bars.x)), bars.y, color=_FELT, height=0.62)
    axes.set_yticks(range(len(bars.x)), bars.x)
    axes.invert_yaxis()
    if plot.log_y:
        axes.set_xscale("log")
        axes.xaxis.set_minor_formatter(NullFormatter())
    axes.xaxis.set_major_formatter(_percent() if plot.percent_y else _plain())
    for number, value in enumerate(bars.y):
        axes.annotate(
            f" {value:.3g}" if not plot.percent_y else f" {value * 100:.3g}%", (value, number), va="center", fontsize=7
        )
    axes.margins(x=0.12)


def _draw_band(axes: Any, plot: Plot) -> None:
    low, high, *lines = plot.series
    axes.fill_between(low.x, low.y, high.y, color=_FELT, alpha=0.22, linewidth=0)
    for line in lines:
        axes.plot(line.x, line.y, color=_BRASS, label=line.name)
    _scale(axes, plot)


def _draw_line(axes: Any, plot: Plot) -> None:
    for line, colour in zip(plot.series, (_FELT, _BRASS, _INK, "#8c2f39"), strict=False):
        axes.plot(line.x, line.y, color=colour, label=line.name)
    if len(plot.series) > 1:
        axes.legend(frameon=False)
    _scale(axes, plot)


def _scale(axes: Any, plot: Plot) -> None:
    if plot.log_x:
        axes.set_xscale("log")
    if plot.log_y:
        axes.set_yscale("log")
    axes.yaxis.set_major_formatter(_percent() if plot.percent_y else _plain())
    axes.xaxis.set_major_formatter(_plain())


def _draw_chart(axes: Any, plot: Plot) -> None:
    """Draw a strategy chart: a row for each hand, a column for each up card, a letter and a color in each cell."""
    colours = dict(plot.colours)
    for number, row in enumerate(plot.series):
        for column, letter in enumerate(row.y):
            axes.add_patch(
                mpl.patches.Rectangle((column, number), 1, 1, facecolor=colours.get(letter, "white"), edgecolor="white")
            )
            axes.text(column + 0.5, number + 0.5, letter, ha="center", va="center", fontsize=8, color=_INK)
    axes.set_xlim(0, len(plot.series[0].x))
    axes.set_ylim(len(plot.series), 0)
    axes.set_xticks([n + 0.5 for n in range(len(plot.series[0].x))], plot.series[0].x)
    axes.set_yticks([n + 0.5 for n in range(len(plot.series))], [row.name for row in plot.series])
    axes.xaxis.tick_top()
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)


def _percent() -> FuncFormatter:
    return FuncFormatter(lambda value, _: f"{value * 100:.6g}%")


def _plain() -> FuncFormatter:
    return FuncFormatter(lambda value, _: f"{value:,.0f}" if abs(value) >= 1e5 else f"{value:,.6g}")


_DRAWERS: Final = {"bars": _draw_bars, "band": _draw_band, "line": _draw_line, "chart": _draw_chart}
