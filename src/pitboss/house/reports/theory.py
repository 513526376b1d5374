"""The theory report: actual vs theoretical win and hold of every table, with the bands that chance alone explains."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from sqlalchemy import Connection

from pitboss.dates import written_day, written_days
from pitboss.house.property import Property
from pitboss.house.reports.expected import Theory, title_of
from pitboss.house.reports.history import (
    History,
    hits_on_record,
    meters_on_record,
    settings_on_record,
    tables_of_day,
)
from pitboss.house.reports.master import TableDay, TableDayView, by_count
from pitboss.house.reports.registry import ReportDays, report
from pitboss.house.reports.sheet import Cell, Money, ReportTable, ReportView
from pitboss.house.reports.span import Span
from pitboss.house.reports.tally import Moment, TableTally, WagerTally, rounds_played
from pitboss.lab.store import Store
from pitboss.paytables import Game
from pitboss.progressive import MILLICENTS

if TYPE_CHECKING:
    from pitboss.lab.plots.data import Plot

USUAL, SURE = 0.95, 0.99
"""The confidences of the two bands; a table outside the second raises an alarm."""

OUTSIDE: Final = "outside the band: look at it"


class TheoryWagerView(Struct, frozen=True, kw_only=True):
    """A kind of wager for machines; theory is an exact fraction."""

    wager: str
    title: str
    handle_cents: int
    win_millicents: int
    theoretical_win_cents: str | None
    missing: str | None


class TheoryLineView(Struct, frozen=True, kw_only=True):
    """A table, or all tables, for machines; hold and theory are exact fractions."""

    table_id: str
    game: str
    rounds: int
    handle_cents: int
    win_millicents: int
    hold: str | None
    theoretical_win_cents: str | None
    standard_deviation_cents: float | None
    bands_cents: dict[str, tuple[float, float] | None]
    """By the confidence of the band, such as 95%."""
    is_outside: bool
    verdict: str
    wagers: list[TheoryWagerView]


@dataclass(frozen=True)
class TheoryLine:
    """A table, or all tables, over the days. Amounts are in cents or thousandths of a cent."""

    table_id: str
    game: str
    rounds: int
    wagers: tuple[WagerTally, ...]
    variance: float
    """In square cents, an upper bound."""
    moments: tuple[Moment, ...] = ()
    is_live: bool = False

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
        """The theoretical win; None if that of any wager is not known."""
        of_wagers = [wager.expected_cents for wager in self.wagers]
        return None if None in of_wagers else sum((each for each in of_wagers if each is not None), Fraction(0))

    @property
    def missing(self) -> tuple[str, ...]:
        """The commands that compute what is not known yet."""
        return tuple(dict.fromkeys(wager.missing for wager in self.wagers if wager.missing is not None))

    @property
    def hold(self) -> Fraction | None:
        """Win over handle."""
        return _share(Fraction(self.won_millicents, MILLICENTS), self.handle_cents)

    def band(self, confidence: float) -> tuple[float, float] | None:
        """The range of the win by chance alone, in cents."""
        if self.expected_cents is None:
            return None
        reach = NormalDist().inv_cdf(0.5 + confidence / 2) * sqrt(self.variance)
        return float(self.expected_cents) - reach, float(self.expected_cents) + reach

    def is_within(self, confidence: float) -> bool | None:
        """Whether the win is in a band; None if there is no band."""
        band = self.band(confidence)
        return None if band is None else band[0] <= self.won_millicents / MILLICENTS <= band[1]

    @property
    def is_outside(self) -> bool:
        """Whether the win is outside the 99% band."""
        # Award envy may be paid on a day after its round, on which nothing is wagered: then there is no band.
        return self.handle_cents > 0 and self.is_within(SURE) is False

    @property
    def verdict(self) -> str:
        """How the win compares with theory, in words."""
        if not self.handle_cents:
            return "nothing was played"
        if self.missing:
            return f"theory is not worked out yet: {'; '.join(self.missing)}"
        if self.is_outside:
            return OUTSIDE
        return "within 95%" if self.is_within(USUAL) else "within 99%"

    @property
    def alarm(self) -> str:
        """The alarm in a sentence."""
        band = self.band(SURE)
        assert band is not None, "what is outside has a band"
        low, high = map(_money, band)
        rounds = "1 round" if self.rounds == 1 else f"{self.rounds:,} rounds"
        return f"{self.table_id} is {OUTSIDE}. It won {Money(self.won_millicents)} in {rounds}; 99% is {low} to {high}"

    def picture(self) -> "Plot":
        """A plot of the hold over the rounds, with its band."""
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
        about = f"{self.game}, the progressive only" if self.is_live else self.game
        amounts = (Money.of_cents(self.handle_cents), Money(self.won_millicents), theory[0], self.hold, theory[1])
        return (self.table_id, about, self.rounds, *amounts, self.verdict)

    def band_cells(self) -> tuple[Cell, ...]:
        """The line for the sheet of bands; empty if theory is not known."""
        bands = [self.band(sure) or (None, None) for sure in (USUAL, SURE)]
        edges = (None if cents is None else _money(cents) for band in bands for cents in band)
        return (self.table_id, Money(self.won_millicents), *edges)

    def view(self) -> TheoryLineView:
        """The line for machines."""
        expected = self.expected_cents
        return TheoryLineView(
            table_id=self.table_id,
            game=self.game,
            rounds=self.rounds,
            handle_cents=self.handle_cents,
            win_millicents=self.won_millicents,
            hold=None if self.hold is None else str(self.hold),
            theoretical_win_cents=None if expected is None else str(expected),
            standard_deviation_cents=None if expected is None else sqrt(self.variance),
            bands_cents={f"{sure:.0%}": self.band(sure) for sure in (USUAL, SURE)},
            is_outside=self.is_outside,
            verdict=self.verdict,
            wagers=[_wager_view(wager) for wager in self.wagers],
        )


def wager_cells(wager: WagerTally) -> tuple[Cell, ...]:
    """A kind of wager as a line for a sheet."""
    expected, handle = wager.expected_cents, wager.handle_cents
    hold = _share(Fraction(wager.won_millicents, MILLICENTS), handle)
    theory = (None, None) if expected is None else (_money(expected), _share(expected, handle))
    words = f"theory is not worked out yet: {wager.missing}" if wager.missing else ""
    title = title_of(wager.game, wager.kind)
    return (title, Money.of_cents(handle), Money(wager.won_millicents), theory[0], hold, theory[1], words)


def _wager_view(wager: WagerTally) -> TheoryWagerView:
    expected = wager.expected_cents
    return TheoryWagerView(
        wager=wager.kind,
        title=title_of(wager.game, wager.kind),
        handle_cents=wager.handle_cents,
        win_millicents=wager.won_millicents,
        theoretical_win_cents=None if expected is None else str(expected),
        missing=wager.missing,
    )


def _share(cents: Fraction, handle_cents: int) -> Fraction | None:
    return cents / handle_cents if handle_cents else None


def _money(cents: Fraction | float) -> Money:
    """A theoretical amount in whole cents for people; JSON has it exact."""
    return Money.of_cents(round(cents))


if TYPE_CHECKING:
    from pitboss.lab.plots.data import Plot

_NOTES: Final = (
    "Handle is all that was wagered in settled rounds; win and hold (win over handle) are by the rounds on record, not "
    "by the count. Theory is each stake times the house edge of its wager under the table's rules at that time; it is "
    "exact except for San Lo and blackjack.",
    "The band is an upper bound: deviations of all wagers of a round are added, since they share cards, and rounds are "
    "taken as independent. It uses the normal distribution, which fits many rounds, not few. Over many rounds, chance "
    "alone puts less than one table in a hundred outside 99%.",
    "From progressives the house keeps in the long run what is not contributed, less fixed pays, award envy and seeds. "
    "Win and theory both count this way, so what a meter pays is not a loss of the table.",
)
_BY_COUNT: Final = (
    "At live-card tables nobody keys in the ordinary wagers: their win is the table result, by the counts of tray and "
    "drop box. Without the handle it has no theory to compare with. Above, these tables have the progressive only."
)
_OF_GAMES: Final = {
    Game.THREE_CARD_POKER: "Three Card Poker: the Ante by the best play; a weaker player loses more.",
    Game.FORTUNE_SAN_LO: "Fortune San Lo: for a player who sets every hand the house way; the best player loses less. "
    "The edges of main bet and Hat Trick come from hands drawn, and their error (on the par sheet) is not in the band.",
    Game.DOUBLE_DRAW: "Double Draw: by the best play of both draws; a weaker player loses more.",
    Game.POWER_BLACKJACK: "Power Blackjack: by the best play; a table holds more as players play worse. The rounds of "
    "a shoe depend on each other a little, which the band neglects.",
}
_AGAINST: Final = ("Handle", "Win", "Theoretical win", "Hold", "Theoretical hold")
_BANDS: Final = ("95% from", "95% to", "99% from", "99% to")


class TheoryView(ReportView, frozen=True, kw_only=True, tag_field="report", tag="theory"):
    """Actual vs theoretical win for machines."""

    house: str
    first_day: str
    last_day: str
    tables: list[TheoryLineView]
    total: TheoryLineView
    by_count: list[TableDayView]


@dataclass(frozen=True)
class TheoryReport:
    """Actual vs theoretical win and hold over a span of gaming days."""

    house: str
    first: str
    last: str
    tables: tuple[TheoryLine, ...]
    by_count: tuple[TableDay, ...] = ()
    """Live-card tables with their actual win. Their ordinary wagers have no known handle, and so no theory."""

    @property
    def title(self) -> str:
        """The title of the report."""
        is_one = self.first == self.last
        days = f"day {written_day(self.last)}" if is_one else f"days {written_days(self.first, self.last)}"
        return f"Actual vs theoretical win and hold, gaming {days}"

    @property
    def total(self) -> TheoryLine:
        """All tables together; tables are independent of each other."""
        wagers = tuple(wager for table in self.tables for wager in table.wagers)
        rounds, variance = sum(table.rounds for table in self.tables), sum(table.variance for table in self.tables)
        return TheoryLine("All", "", rounds, wagers, variance)

    @property
    def alarms(self) -> tuple[str, ...]:
        """Tables outside the band."""
        return tuple(table.alarm for table in self.tables if table.is_outside)

    def pictures(self) -> Sequence["Plot"]:
        """A plot for each table: its hold over the rounds, with its band."""
        return [table.picture() for table in self.tables if table.handle_cents and not table.missing]

    def sheets(self) -> Sequence[ReportTable]:
        """By table, the bands of tables that were played, and by table and wager."""
        games = tuple(_OF_GAMES[game] for game in Game if any(table.game == game.label for table in self.tables))
        tables = tuple(table.cells() for table in self.tables)
        bands = tuple(table.band_cells() for table in self.tables if table.wagers)
        wagers = tuple((table.table_id, *wager_cells(wager)) for table in self.tables for wager in table.wagers)
        return (
            ReportTable(
                "Tables", ("Table", "Game", "Rounds", *_AGAINST, ""), tables, self.total.cells(), _NOTES[:1] + games
            ),
            ReportTable(
                "Bands by chance alone",
                ("Table", "Win", *_BANDS),
                bands,
                self.total.band_cells(),
                _NOTES[1:2],
            ),
            ReportTable("Wagers", ("Table", "Wager", *_AGAINST, ""), wagers, notes=_NOTES[2:]),
            *self._by_count(),
        )

    def _by_count(self) -> tuple[ReportTable, ...]:
        """The actual win of ordinary wagers at live-card tables, where there are any."""
        columns = ("Table", "Game", "Drop", "Table result", "Hold of the drop")
        lines = tuple(
            (
                table.table_id,
                table.game,
                Money.of_cents(table.drop_cents),
                Money.of_cents(table.result_cents),
                Fraction(table.result_cents, table.drop_cents) if table.drop_cents else None,
            )
            for table in self.by_count
        )
        return (ReportTable("Live-card tables, by the count", columns, lines, notes=(_BY_COUNT,)),) if lines else ()

    def view(self) -> TheoryView:
        """The report for machines."""
        return TheoryView(
            house=self.house,
            first_day=self.first,
            last_day=self.last,
            tables=[table.view() for table in self.tables],
            total=self.total.view(),
            by_count=[table.view() for table in self.by_count],
        )


# ---- from the records


def theory_report(
    connection: Connection, house: Property, first: str, last: str, store: Store | None = None
) -> TheoryReport:
    """The report over a span of gaming days. It computes no theory: it names what the lab has not computed yet."""
    theory = Theory(connection, house.property_id, store)
    meters = meters_on_record(connection, house.property_id)
    lines = []
    for table_id, game, is_live in tables_of_day(connection, house.property_id, last):
        key = (house.property_id, table_id)
        history = History(settings_on_record(connection, key), meters)
        tally = TableTally(theory, history)
        hits = hits_on_record(connection, key, game, (first, last))
        tally.add(rounds_played(connection, key, first, last), hits)
        wagers, moments = tuple(tally.wagers.values()), tuple(tally.thinned())
        values = (table_id, game.label, tally.rounds, wagers, tally.variance, moments, is_live)
        lines.append(TheoryLine(*values))
    return TheoryReport(house.name, first, last, tuple(lines), by_count(connection, house, first, last))


@report("theory", "Actual vs theoretical win", days=ReportDays.SPAN)
def _report(connection: Connection, span: Span) -> TheoryReport:
    """Win and hold of every table against theory with the control band, on a gaming day or since another."""
    return theory_report(connection, span.house, span.first(1), span.last)
