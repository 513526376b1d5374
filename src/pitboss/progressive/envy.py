"""Envy: what the other progressive wagers at the table receive for a high hand.

Whose hands award it to whom is the rule of the table's controller, also where tables with other controllers feed the
same meter.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import ClassVar, Final, Protocol

from pitboss.games.reports import ProgressiveReport, QualifyingHand
from pitboss.games.statement import Line
from pitboss.paytables import print_dollars
from pitboss.progressive.parameters import MeterParameters
from pitboss.registry import Registry


class Sits(Protocol):
    """Somebody at a seat: with a progressive wager, or with a hand."""

    @property
    def seat(self) -> int:
        """The seat."""

    @property
    def player(self) -> str:
        """The player there."""


@dataclass(frozen=True)
class EnvyReading:
    """Who is another player for the envy pay. A controller names the rule that its tables follow.

    >>> EnvyReading.NEXUS.words
    'Nobody collects envy from a hand of their own.'
    """

    name: str
    words: str
    """The rule as players read it."""
    is_another: Callable[[Sits, Sits], bool]
    """Whether the first, who has a wager, is another player than the second, who has the hand. Never at one seat."""

    AQUARIUS: ClassVar["EnvyReading"]
    """Hands are independent: a player with several hands collects on the other ones."""
    NEXUS: ClassVar["EnvyReading"]
    """Nobody collects from oneself, whatever the number of hands."""


ENVY_RULES: Final = Registry[EnvyReading]("envy rule")
"""Every rule of envy by its name."""


def envy_rule(name: str, words: str, is_another: Callable[[Sits, Sits], bool]) -> EnvyReading:
    """Register a rule of envy."""
    made = EnvyReading(name, words, is_another)
    ENVY_RULES.add(name, made)
    return made


EnvyReading.AQUARIUS = envy_rule(
    "aquarius",
    "Who plays two hands collects envy on one for the other.",
    lambda wager, hand: wager.seat != hand.seat,
)
EnvyReading.NEXUS = envy_rule(
    "nexus",
    "Nobody collects envy from a hand of their own.",
    lambda wager, hand: wager.player != hand.player,
)


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


def envy_awards(
    report: ProgressiveReport, parameters: MeterParameters, reading: EnvyReading = EnvyReading.AQUARIUS
) -> Iterator[EnvyAward]:
    """Every envy pay of a round, hand by hand and then seat by seat, from the dealer's right."""
    for hand in sorted(report.hands, key=lambda hand: -hand.seat):
        row = parameters.row(hand.row)
        if row is None or not row.envy_cents or not _brings_envy(hand, parameters):
            continue
        for wager in sorted(report.wagers, key=lambda wager: -wager.seat):
            if wager.seat != hand.seat and reading.is_another(wager, hand):
                cents = parameters.at_denomination(row.envy_cents)
                yield EnvyAward(wager.seat, wager.player, hand.seat, hand.row, hand.words, cents)


def _brings_envy(hand: QualifyingHand, parameters: MeterParameters) -> bool:
    may_play = parameters.folded_hands_play or not hand.is_folded
    return may_play and (hand.has_wager or not parameters.envy_needs_wager)
