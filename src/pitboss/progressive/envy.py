"""Envy: what the other progressive wagers at the table receive for a high hand.

Whose hands award it to whom is the rule of the table's controller, also where tables with other controllers feed the
same meter.
"""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from pitboss.games.reports import ProgressiveReport, ProgressiveWager, QualifyingHand
from pitboss.games.statement import Line
from pitboss.paytables import print_dollars
from pitboss.progressive.parameters import MeterParameters


class EnvyReading(StrEnum):
    """Who is another player for the envy pay: the wording of the table's controller.

    >>> EnvyReading.AQUARIUS.value
    'aquarius'
    """

    AQUARIUS = "aquarius"
    """Hands are independent: a player with several hands collects on the other ones."""
    NEXUS = "nexus"
    """Nobody collects from oneself, whatever the number of hands."""


@dataclass(frozen=True)
class EnvyAward:
    """What one progressive wager receives for a hand at another seat; always from the tray.

    >>> EnvyAward(1, "bob", 4, "five-aces", "five aces", 10_000).line.sentence
    'envy wins $100: five aces at seat 4'
    """

    seat: int
    player: str
    from_seat: int
    row: str
    words: str
    cents: int

    @property
    def line(self) -> Line:
        """The award in the statement. The stake stands in the line of the progressive wager."""
        outcome = f"wins {print_dollars(self.cents)}: {self.words} at seat {self.from_seat}"
        return Line(self.seat, "envy", 0, outcome, self.cents, hand=self.words)

    def as_json(self) -> dict[str, Any]:
        """The award for machines."""
        return asdict(self)


def envy_awards(
    report: ProgressiveReport, parameters: MeterParameters, reading: EnvyReading = EnvyReading.AQUARIUS
) -> Iterator[EnvyAward]:
    """Every envy pay of a round, hand by hand and then seat by seat, from the dealer's right."""
    for hand in sorted(report.hands, key=lambda hand: -hand.seat):
        row = parameters.row(hand.row)
        if row is None or not row.envy_cents or not _brings_envy(hand, parameters):
            continue
        for wager in sorted(report.wagers, key=lambda wager: -wager.seat):
            if _is_another(wager, hand, reading):
                cents = parameters.at_denomination(row.envy_cents)
                yield EnvyAward(wager.seat, wager.player, hand.seat, hand.row, hand.words, cents)


def _brings_envy(hand: QualifyingHand, parameters: MeterParameters) -> bool:
    may_play = parameters.folded_hands_play or not hand.is_folded
    return may_play and (hand.has_wager or not parameters.envy_needs_wager)


def _is_another(wager: ProgressiveWager, hand: QualifyingHand, reading: EnvyReading) -> bool:
    if reading is EnvyReading.NEXUS:
        return wager.player != hand.player
    return wager.seat != hand.seat
