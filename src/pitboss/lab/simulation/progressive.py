"""The meter of a simulation: prices its hits, in the order of the rounds, with the card room's own meter code."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby
from typing import Any, Final

from pitboss.lab.simulation.running import Simulation
from pitboss.lab.simulation.tally import HIT, SESSION_OVER, bin_of
from pitboss.progressive import Meter, MeterParameters, SeveralWins, usual_parameters

Note = Sequence[int]
"""A row of the tally's notes."""

MAX_POINTS: Final = 2_000
"""How many points of a meter's path are stored; of a longer path every second point, and so on."""


def meter_parameters(simulation: Simulation) -> MeterParameters | None:
    """The configuration of the meter; None if the table has no progressive or nobody bets on it."""
    paytable = getattr(simulation.rules, "progressive", None)
    cents = simulation.bets.get("progressive")
    if paytable is None or cents is None:
        return None
    folded = bool(getattr(simulation.rules, "folded_hands_qualify", False))
    return usual_parameters(paytable.designator, denomination_cents=cents, folded_hands_play=folded)


@dataclass
class MeterPath:
    """A meter over all rounds: what it paid, how often, and its path.

    >>> path = MeterPath(usual_parameters("TCPP-1"), unit=500)
    >>> path.meter.shown_cents
    100000
    """

    parameters: MeterParameters
    unit: int
    """The unit of session results, in cents."""
    meter: Meter = field(init=False)
    counted: int = 0
    """Wagers that are on the meter."""
    hits: dict[int, int] = field(default_factory=dict)
    """By row."""
    paid_cents: int = 0
    at_hits: list[int] = field(default_factory=list)
    """The displayed cents whenever the whole meter was won: their number, sum, and sum of squares."""
    points: list[tuple[int, int]] = field(default_factory=list)
    """Wagers so far, and cents on the display, before and after each hit of the whole."""
    squares: list[int] = field(default_factory=lambda: [0, 0])
    """The amounts that awards add to the sums of squares of the progressive and of all wagers together."""
    sessions: dict[tuple[int, int], list[int]] = field(default_factory=dict)
    """By table and seat, an unfinished session with hits: its result and its lowest point."""
    results: dict[int, int] = field(default_factory=dict)
    lows: dict[int, int] = field(default_factory=dict)
    _step: int = 1
    _seen: int = 0

    def __post_init__(self) -> None:
        self.meter = Meter.start(self.parameters).meter
        self.at_hits = [0, 0, 0]

    def add_block(self, result: Mapping[str, Any]) -> None:
        """Process the notes of the next block."""
        before = self.counted
        for (kind, _), notes in groupby(result["notes"], key=lambda note: (note[0], note[2])):
            together = list(notes)
            if kind == HIT:
                self._win(together, before)
            else:
                self._end_sessions(together)
        self._contribute(before + result["wagers"])

    def _contribute(self, wagers: int) -> None:
        self.meter = self.meter.contribute(self.parameters, wagers - self.counted).meter
        self.counted = wagers

    def _win(self, notes: Sequence[Note], before: int) -> None:
        """The hits of one round, in paying order."""
        self._contribute(before + notes[0][1])
        rows = self.parameters.pays.rows
        shares = [rows[note[5] - 1].pay.amount for note in notes]
        shown = self.meter.shown_cents
        awards = list(self._pay(shares))
        for note, share, cents in zip(notes, shares, awards, strict=True):
            self.hits[note[5]] = self.hits.get(note[5], 0) + 1
            self.paid_cents += cents
            self._go_on(note, cents)
            if share == 1:
                self.at_hits = [self.at_hits[0] + 1, self.at_hits[1] + shown, self.at_hits[2] + shown**2]
        won = sum(awards)
        for place, sum_of_round in enumerate(notes[0][8:10]):
            self.squares[place] += won * won + 2 * won * sum_of_round
        if 1 in shares:
            self._keep_point(shown)

    def _pay(self, shares: Sequence[Fraction]) -> Iterable[int]:
        if self.parameters.several_wins is SeveralWins.FULL_METER_EACH:
            changes = self.meter.pay_each_in_full(self.parameters, shares)
            self.meter = changes[-1].meter.without_history()
            return [change.cents for change in changes]
        cents = []
        for share in shares:
            change = self.meter.pay_percent(self.parameters, share)
            self.meter = change.meter.without_history()
            cents.append(change.cents)
        return cents

    def _go_on(self, note: Note, award: int) -> None:
        """A session goes on after a hit, with the award."""
        session = self.sessions.setdefault((note[3], note[4]), [0, 0])
        session[1] = min(session[1], session[0] + note[7])
        session[0] += note[6] + award

    def _end_sessions(self, notes: Sequence[Note]) -> None:
        for note in notes:
            result, low = self.sessions.pop((note[3], note[4]))
            if note[0] == SESSION_OVER:
                low = min(low, result, result + note[7])
                result += note[6]
                for bins, cents in ((self.results, result), (self.lows, low)):
                    place = bin_of(cents, self.unit)
                    bins[place] = bins.get(place, 0) + 1

    def _keep_point(self, shown: int) -> None:
        self._seen += 1
        if self._seen % self._step == 0:
            self.points += [(self.counted, shown), (self.counted, self.meter.shown_cents)]
        if len(self.points) >= MAX_POINTS:
            self._step *= 2
            kept = [self.points[number : number + 2] for number in range(2, len(self.points), 4)]
            self.points = [point for pair in kept for point in pair]
