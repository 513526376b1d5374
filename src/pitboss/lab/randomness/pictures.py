"""Draws the pictures of a report: each card at each position, the p-values against chance, the fixed points."""

import base64
from collections.abc import Callable, Iterator
from io import BytesIO
from math import sqrt
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from matplotlib.figure import Figure

from pitboss.cards import Card
from pitboss.lab.plots import drawing
from pitboss.lab.randomness import kernels
from pitboss.lab.randomness.battery import Run
from pitboss.lab.randomness.exact import fixed_points
from pitboss.lab.randomness.orders import describe
from pitboss.lab.randomness.positions import residuals
from pitboss.lab.randomness.question import RandomnessError
from pitboss.lab.randomness.sample import Sample
from pitboss.lab.randomness.verdict import Report

_INK, _FELT, _BRASS = drawing._INK, drawing._FELT, drawing._BRASS
_REACH: Final = 4.0
"""Standard errors at which the colours end."""
_MAX_FIXED: Final = 7


class Picture(NamedTuple):
    """A drawing with its name and its caption."""

    name: str
    caption: str
    draw: Callable[[Any], None]
    size: tuple[float, float]

    def as_bytes(self, kind: str) -> bytes:
        """The drawing as PNG or SVG."""
        figure = Figure(figsize=self.size, layout="constrained")
        self.draw(figure.add_subplot())
        out = BytesIO()
        metadata = {"Date": None} if kind == "svg" else {"Software": None}
        figure.savefig(out, format=kind, dpi=150, metadata=metadata)
        return out.getvalue()

    def as_data(self) -> str:
        """The drawing as a data address."""
        return "data:image/svg+xml;base64," + base64.b64encode(self.as_bytes("svg")).decode()


def pictures_of(report: Report) -> Iterator[Picture]:
    """All pictures of a report."""
    yield p_value_picture(report.runs[-1])
    for sample in report.drawn.samples:
        if not sample.is_shoe:
            yield fixed_point_picture(sample)
            break
    for sample in report.drawn.samples:
        yield heat_map(sample)


def heat_map(sample: Sample) -> Picture:
    """Each card at each position, in standard errors; positions of a shoe in groups of as many as it has decks."""
    copies, values = sample.subject.deck.copies, sample.subject.values
    strays = residuals(sample).reshape(values, -1, copies).sum(axis=2) / sqrt(copies)

    def draw(axes: Any) -> None:
        image = axes.imshow(strays, cmap="PuOr", vmin=-_REACH, vmax=_REACH, aspect="auto", interpolation="nearest")
        rows = list(range(0, values, 4))
        axes.set_yticks(rows, [str(Card.from_code(code)) for code in rows], fontsize=7)
        columns = list(range(0, strays.shape[1], 6))
        axes.set_xticks(columns, [str(1 + column * copies) for column in columns], fontsize=7)
        axes.set_xlabel("Position" if copies == 1 else f"Position, in groups of {copies}")
        axes.figure.colorbar(image, ax=axes, label="Standard errors", shrink=0.9)
        axes.set_title(f"The {sample.subject}: each card at each position", fontsize=10, color=_INK, loc="left")

    farthest = f"The farthest of {strays.size:,} cells strays {np.abs(strays).max():.2f} standard errors."
    caption = f"Sound shuffles show no rows, columns or stripes of one colour. {farthest}"
    return Picture(f"positions-{sample.size}", caption, draw, (6.4, 5.2))


def p_value_picture(run: Run) -> Picture:
    """P-values in order against those of chance. Tests that only count things that came twice are left out."""
    ordered = np.sort([finding.p for finding in run.findings if not finding.counts_repeats])
    number = len(ordered)
    even = np.arange(1, number + 1) / (number + 1)
    reach = 1.96 * np.sqrt(even * (1 - even) / (number + 2))

    def draw(axes: Any) -> None:
        axes.fill_between(even, np.maximum(even - reach, 0), np.minimum(even + reach, 1), color=_FELT, alpha=0.18, lw=0)
        axes.plot([0, 1], [0, 1], color=_BRASS, lw=1)
        axes.plot(even, ordered, ".", color=_INK, markersize=4)
        axes.set_xlabel("By chance")
        axes.set_ylabel("P-value")
        axes.spines[["top", "right"]].set_visible(False)
        axes.set_title("P-values in order, uncorrected", fontsize=10, color=_INK, loc="left")

    caption = "Sound shuffles follow the line; each point lies within the band 95 times in 100."
    return Picture("p-values", caption, draw, (4.6, 4.2))


def fixed_point_picture(sample: Sample) -> Picture:
    """How many cards lie where the new deck had them, against the exact distribution."""
    seen = np.bincount(np.minimum(describe(sample)[:, kernels.FIXED_POINTS], _MAX_FIXED), minlength=_MAX_FIXED + 1)
    chances = fixed_points(sample.size)
    wanted = np.array([*chances[:_MAX_FIXED], sum(chances[_MAX_FIXED:])]) * sample.shuffles

    def draw(axes: Any) -> None:
        places = np.arange(_MAX_FIXED + 1)
        axes.bar(places - 0.2, seen, 0.38, color=_FELT, label="seen")
        axes.bar(places + 0.2, wanted, 0.38, color=_BRASS, label="exact")
        axes.set_xticks(places, [*map(str, range(_MAX_FIXED)), f"{_MAX_FIXED}+"])
        axes.set_xlabel("Cards that lie where they lay")
        axes.set_ylabel("Shuffles")
        axes.legend(frameon=False)
        axes.spines[["top", "right"]].set_visible(False)
        axes.set_title(f"The {sample.subject}: fixed points", fontsize=10, color=_INK, loc="left")

    return Picture("fixed-points", "The exact distribution is counted, not estimated.", draw, (4.6, 4.2))


def save_pictures(report: Report, folder: Path) -> None:
    """Draw all pictures into a folder; make the folder if it is missing."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for picture in pictures_of(report):
            (folder / f"{picture.name}.png").write_bytes(picture.as_bytes("png"))
    except OSError as error:
        raise RandomnessError(f"{folder} cannot be drawn into: {error.strerror}") from error
