"""One table of the report against theory: what it won, what was to be expected, and the band around that."""

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, Final

from pitboss.house.reports.expected import title_of
from pitboss.house.reports.sheet import Cell, Money
from pitboss.house.reports.tally import Moment, WagerTally
from pitboss.progressive import MILLICENTS

if TYPE_CHECKING:
    from pitboss.lab.plots.data import Plot

USUAL, SURE = 0.95, 0.99
"""The confidences of the two bands; outside the second somebody must look."""

OUTSIDE: Final = "outside the band: look at it"


@dataclass(frozen=True)
class TheoryLine:
    """A table, or all of them, over the days. Amounts in cents or thousandths of a cent."""

    table_id: str
    game: str
    rounds: int
    wagers: tuple[WagerTally, ...]
    variance: float
    """In square cents, an upper bound."""
    moments: tuple[Moment, ...] = ()
    is_physical: bool = False

    @property
    def handle_cents(self) -> int:
        """All that was wagered."""
        return sum(wager.handle_cents for wager in self.wagers)

    @property
    def won_millicents(self) -> int:
        """What the house won."""
        return sum(wager.won_millicents for wager in self.wagers)

    @property
    def expected_cents(self) -> Fraction | None:
        """The theoretical win; nothing where that of a wager is not known."""
        found = [wager.expected_cents for wager in self.wagers]
        return None if None in found else sum((each for each in found if each is not None), Fraction(0))

    @property
    def missing(self) -> tuple[str, ...]:
        """The commands that would work out what is not known."""
        return tuple(dict.fromkeys(wager.missing for wager in self.wagers if wager.missing is not None))

    @property
    def hold(self) -> Fraction | None:
        """The share of the handle that was won."""
        return _share(Fraction(self.won_millicents, MILLICENTS), self.handle_cents)

    def band(self, confidence: float) -> tuple[float, float] | None:
        """Between what the win lies by chance alone, in cents."""
        if self.expected_cents is None:
            return None
        reach = NormalDist().inv_cdf(0.5 + confidence / 2) * sqrt(self.variance)
        return float(self.expected_cents) - reach, float(self.expected_cents) + reach

    def is_within(self, confidence: float) -> bool | None:
        """Whether the win lies in a band; nothing where there is none."""
        band = self.band(confidence)
        return None if band is None else band[0] <= self.won_millicents / MILLICENTS <= band[1]

    @property
    def is_outside(self) -> bool:
        """Whether somebody must look."""
        # Envy may be paid on a day after its round, on which nothing is wagered: there is no band to leave then.
        return self.handle_cents > 0 and self.is_within(SURE) is False

    @property
    def verdict(self) -> str:
        """How the win stands to theory, in words."""
        if not self.handle_cents:
            return "nothing was played"
        if self.missing:
            return f"theory is not worked out yet: {'; '.join(self.missing)}"
        if self.is_outside:
            return OUTSIDE
        return "within 95%" if self.is_within(USUAL) else "within 99%"

    @property
    def alarm(self) -> str:
        """Why somebody must look, in a sentence."""
        band = self.band(SURE)
        assert band is not None, "what is outside has a band"
        low, high = map(_money, band)
        rounds = "1 round" if self.rounds == 1 else f"{self.rounds:,} rounds"
        return f"{self.table_id} is {OUTSIDE}. It won {Money(self.won_millicents)} in {rounds}; 99% is {low} to {high}"

    def picture(self) -> "Plot":
        """The hold as rounds went by, in its band."""
        from pitboss.lab.plots.data import Plot, Series  # noqa: PLC0415

        seen = [moment for moment in self.moments if moment.handle]
        rounds = tuple(moment.rounds for moment in seen)
        reach = NormalDist().inv_cdf(0.5 + SURE / 2)
        lines = {
            "low": [(moment.expected - reach * sqrt(moment.variance)) / moment.handle for moment in seen],
            "high": [(moment.expected + reach * sqrt(moment.variance)) / moment.handle for moment in seen],
            "hold": [moment.won / moment.handle for moment in seen],
        }
        series = tuple(Series(name, rounds, tuple(values)) for name, values in lines.items())
        title = f"{self.table_id}: the hold, and where it is {SURE:.0%} of the time"
        return Plot("band", title, "Rounds", "Hold", series, percent_y=True)

    def cells(self) -> tuple[Cell, ...]:
        """The line for a sheet."""
        expected = self.expected_cents if self.wagers else None
        theory = (None, None) if expected is None else (_money(expected), _share(expected, self.handle_cents))
        about = f"{self.game}, the progressive only" if self.is_physical else self.game
        amounts = (Money.of_cents(self.handle_cents), Money(self.won_millicents), theory[0], self.hold, theory[1])
        return (self.table_id, about, self.rounds, *amounts, self.verdict)

    def band_cells(self) -> tuple[Cell, ...]:
        """The line for a sheet of the bands; empty where theory is not known."""
        bands = [self.band(sure) or (None, None) for sure in (USUAL, SURE)]
        edges = (None if cents is None else _money(cents) for band in bands for cents in band)
        return (self.table_id, Money(self.won_millicents), *edges)

    def as_json(self) -> dict[str, Any]:
        """The line for machines."""
        expected = self.expected_cents
        return {
            "table_id": self.table_id,
            "game": self.game,
            "rounds": self.rounds,
            "handle_cents": self.handle_cents,
            "win_millicents": self.won_millicents,
            "hold": None if self.hold is None else str(self.hold),
            "theoretical_win_cents": None if expected is None else str(expected),
            "standard_deviation_cents": None if expected is None else sqrt(self.variance),
            "bands_cents": {f"{sure:.0%}": self.band(sure) for sure in (USUAL, SURE)},
            "is_outside": self.is_outside,
            "verdict": self.verdict,
            "wagers": [_wager_json(wager) for wager in self.wagers],
        }


def wager_cells(wager: WagerTally) -> tuple[Cell, ...]:
    """A kind of wager as a line for a sheet."""
    expected, handle = wager.expected_cents, wager.handle_cents
    hold = _share(Fraction(wager.won_millicents, MILLICENTS), handle)
    theory = (None, None) if expected is None else (_money(expected), _share(expected, handle))
    words = f"theory is not worked out yet: {wager.missing}" if wager.missing else ""
    title = title_of(wager.game, wager.kind)
    return (title, Money.of_cents(handle), Money(wager.won_millicents), theory[0], hold, theory[1], words)


def _wager_json(wager: WagerTally) -> dict[str, Any]:
    expected = wager.expected_cents
    return {
        "wager": wager.kind,
        "title": title_of(wager.game, wager.kind),
        "handle_cents": wager.handle_cents,
        "win_millicents": wager.won_millicents,
        "theoretical_win_cents": None if expected is None else str(expected),
        "missing": wager.missing,
    }


def _share(cents: Fraction, handle_cents: int) -> Fraction | None:
    return cents / handle_cents if handle_cents else None


def _money(cents: Fraction | float) -> Money:
    """Theory in whole cents, as people read it; machines get it exact."""
    return Money.of_cents(round(cents))
