"""What a round's progressive wagers win: awards from meter and tray in paying order, envy, and the meter after them."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from pitboss.games.reports import ProgressiveReport, QualifyingHand
from pitboss.games.statement import Line, Source
from pitboss.paytables import PayKind, Row, print_dollars
from pitboss.progressive.envy import EnvyAward, EnvyReading, envy_awards
from pitboss.progressive.errors import PricingError
from pitboss.progressive.history import WinStatus
from pitboss.progressive.meter import Change, Meter
from pitboss.progressive.movements import MILLICENTS, Movement, Pot
from pitboss.progressive.parameters import MeterParameters, SeveralWins


class Level(StrEnum):
    """Who must confirm an award.

    >>> [level.value for level in Level]
    ['dealer', 'supervisor', 'executive']
    """

    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    EXECUTIVE = "executive"


@dataclass(frozen=True, kw_only=True)
class Award:
    """What one progressive wager wins.

    >>> from pitboss.games.reports import ProgressiveWager
    >>> from pitboss.progressive import usual_parameters
    >>> parameters = usual_parameters("TCPP-1")
    >>> hand = QualifyingHand(2, "ann", "straight", "six-high straight", has_wager=True, is_folded=False)
    >>> report = ProgressiveReport((ProgressiveWager(2, "ann", 100),), (hand,))
    >>> award = price(report, parameters, Meter.start(parameters).meter).awards[0]
    >>> award.line.sentence, award.cents, award.needs.value
    ('progressive wins 6 for 1, $6', 600, 'dealer')
    """

    seat: int
    player: str
    row: str
    words: str
    """The hand."""
    pay: str
    """The pay as the paytable prints it."""
    cents: int
    source: Source
    percent: Fraction | None
    """The share of the meter; nothing for a fixed pay."""
    shown_before_cents: int
    shown_after_cents: int
    needs: Level
    needs_surveillance: bool
    house_cents: int = 0
    """What of it the house adds, because the meter did not hold it."""
    claim: str | None = None
    """The claim that it waits in, under the jackpot lock."""

    @property
    def line(self) -> Line:
        """The award in the statement. The stake stands in the round's own line; a claim is paid when confirmed."""
        amount = print_dollars(self.cents)
        if self.claim is not None:
            return Line(
                self.seat, "progressive", 0, f"claims {self.pay}, {amount}, pending", 0, self.source, self.words
            )
        return Line(self.seat, "progressive", 0, f"wins {self.pay}, {amount}", self.cents, self.source, self.words)


@dataclass(frozen=True)
class Pricing:
    """Everything that a round's progressive comes to.

    >>> from pitboss.progressive import usual_parameters
    >>> parameters = usual_parameters("TCPP-1")
    >>> price(ProgressiveReport((), ()), parameters, Meter.start(parameters).meter).statement_lines
    ()
    """

    awards: tuple[Award, ...]
    """In paying order."""
    envy: tuple[EnvyAward, ...]
    """Paid at the end of the round."""
    meter: Meter
    movements: tuple[Movement, ...]
    """Of the meter only. What moves to the winner there is paid by the lines whose source is the meter."""

    @property
    def statement_lines(self) -> tuple[Line, ...]:
        """The lines that join the round's own statement. They carry no stake: the round has charged it."""
        return (*(award.line for award in self.awards), *(envy.line for envy in self.envy))


def price(  # noqa: PLR0913 - what is won depends on all of them
    report: ProgressiveReport,
    parameters: MeterParameters,
    meter: Meter,
    names: Mapping[int, str] | None = None,
    status: WinStatus = WinStatus.PAID,
    *,
    envy_reading: EnvyReading = EnvyReading.AQUARIUS,
) -> Pricing:
    """What a round's progressive wagers win, and the meter after it. Under the lock, wins are claims first.

    The wins of the meter have a name for each seat; where none is given they are named by their seats.

    The reading of envy is that of the controller of the table.

    Where wins are booked one by one, price one hand at a time, with the meter as it stands then.

    >>> from pitboss.games.reports import ProgressiveWager
    >>> from pitboss.progressive import usual_parameters
    >>> parameters = usual_parameters("FSLPP-01")
    >>> wagers = tuple(ProgressiveWager(seat, player, 100) for seat, player in [(1, "ann"), (3, "bob"), (6, "cy")])
    >>> hands = (
    ...     QualifyingHand(1, "ann", "royal-flush", "royal flush", has_wager=True, is_folded=False),
    ...     QualifyingHand(6, "cy", "royal-flush", "royal flush", has_wager=True, is_folded=False),
    ... )
    >>> pricing = price(ProgressiveReport(wagers, hands), parameters, Meter.start(parameters).meter)
    >>> [(award.player, award.cents, award.shown_after_cents) for award in pricing.awards]
    [('cy', 50000, 450000), ('ann', 45000, 405000)]
    >>> [(award.player, award.from_seat, award.cents) for award in pricing.envy]
    [('bob', 6, 5000), ('ann', 6, 5000), ('cy', 1, 5000), ('bob', 1, 5000)]
    """
    verify_report(report, parameters)
    winners = [(hand, parameters.paid_row(hand.row)) for hand in _winners(report, parameters)]
    shares = [(hand, row.pay.amount) for hand, row in winners if row.pay.kind is PayKind.METER]
    named = [(names or {}).get(hand.seat, f"seat {hand.seat}") for hand, _ in shares]
    draws = iter(_draws([share for _, share in shares], parameters, meter, named, status))
    awards: list[Award] = []
    movements: list[Movement] = []
    for hand, row in winners:
        # A fixed pay comes from the tray and leaves the meter as it is.
        fixed = Change(meter, (), int(row.pay.amount * parameters.denomination_cents))
        change = next(draws) if row.pay.kind is PayKind.METER else fixed
        awards.append(_award(hand, row, meter, change, parameters))
        movements += change.movements
        meter = change.meter
    return Pricing(tuple(awards), tuple(envy_awards(report, parameters, envy_reading)), meter, tuple(movements))


def take_wagers(report: ProgressiveReport, parameters: MeterParameters, meter: Meter) -> Change:
    """The meter after the wagers of a round were taken; one that was carried over has contributed already.

    >>> from pitboss.games.reports import ProgressiveWager
    >>> from pitboss.progressive import usual_parameters
    >>> parameters = usual_parameters("TCPP-1")
    >>> wagers = (ProgressiveWager(1, "ann", 100), ProgressiveWager(2, "bob", 100, is_carried=True))
    >>> take_wagers(ProgressiveReport(wagers, ()), parameters, Meter.start(parameters).meter).meter.shown_cents
    100014
    """
    verify_report(report, parameters)
    return meter.contribute(parameters, sum(not wager.is_carried for wager in report.wagers))


def verify_report(report: ProgressiveReport, parameters: MeterParameters) -> None:
    """Refuse wagers of another denomination, hands that the paytable does not have, and seats that appear twice.

    >>> from pitboss.games.reports import ProgressiveWager
    >>> from pitboss.progressive import usual_parameters
    >>> verify_report(ProgressiveReport((ProgressiveWager(1, "ann", 100),), ()), usual_parameters("TCPP-1"))
    """
    for wager in report.wagers:
        if wager.cents != parameters.denomination_cents:
            placed, taken = print_dollars(wager.cents), print_dollars(parameters.denomination_cents)
            raise PricingError(
                f"the progressive wager of {placed} at seat {wager.seat} is not one of this meter, which takes {taken}"
            )
    owners = {wager.seat: wager.player for wager in report.wagers}
    for seats in ([wager.seat for wager in report.wagers], [hand.seat for hand in report.hands]):
        seat, times = max(Counter(seats).items(), key=lambda item: item[1], default=(0, 1))
        if times > 1:
            raise PricingError(f"seat {seat} is reported {times} times, and a seat has one wager and one hand")
    for hand in report.hands:
        parameters.paid_row(hand.row)
        if hand.has_wager != (owners.get(hand.seat) == hand.player):
            raise PricingError(f"the report does not agree with itself about the progressive wager at seat {hand.seat}")


def _winners(report: ProgressiveReport, parameters: MeterParameters) -> list[QualifyingHand]:
    """The hands that win, from the dealer's far right."""
    playing = (hand for hand in report.hands if hand.has_wager and (parameters.folded_hands_play or not hand.is_folded))
    return sorted(playing, key=lambda hand: -hand.seat)


def _draws(
    shares: list[Fraction], parameters: MeterParameters, meter: Meter, names: list[str], status: WinStatus
) -> Iterator[Change]:
    """What the meter gives for each of its wins, by the policy of the house."""
    if parameters.several_wins is SeveralWins.FULL_METER_EACH:
        yield from meter.pay_each_in_full(parameters, shares, names, status)
        return
    for share, name in zip(shares, names, strict=True):
        if parameters.jackpot_lock:
            change = meter.freeze(parameters, name, share)
        else:
            change = meter.pay_percent(parameters, share, name, status)
        yield change
        meter = change.meter


def _award(hand: QualifyingHand, row: Row, meter: Meter, change: Change, parameters: MeterParameters) -> Award:
    is_share = row.pay.kind is PayKind.METER
    added = sum(movement.millicents for movement in change.movements if _is_house_to_winner(movement))
    names = {claim.name for claim in meter.claims}
    frozen = next((claim.name for claim in change.meter.claims if claim.name not in names), None)
    return Award(
        seat=hand.seat,
        player=hand.player,
        row=hand.row,
        words=hand.words,
        pay=str(row.pay),
        cents=change.cents,
        source=Source.METER if is_share else Source.TRAY,
        percent=row.pay.amount if is_share else None,
        shown_before_cents=meter.shown_cents,
        shown_after_cents=change.meter.shown_cents,
        needs=level_of(change.cents, is_share, parameters),
        needs_surveillance=change.cents > parameters.surveillance_above_cents,
        house_cents=added // MILLICENTS,
        claim=frozen,
    )


def _is_house_to_winner(movement: Movement) -> bool:
    return movement.source is Pot.HOUSE and movement.target is Pot.WINNER


def level_of(cents: int, is_share_of_meter: bool, parameters: MeterParameters) -> Level:
    """Who must confirm an award of that amount.

    >>> from pitboss.progressive import usual_parameters
    >>> level_of(50_000, False, usual_parameters("TCPP-1")).value, level_of(100, True, usual_parameters("TCPP-1")).value
    ('supervisor', 'supervisor')
    """
    if cents > parameters.executive_above_cents:
        return Level.EXECUTIVE
    stops = cents >= parameters.supervisor_from_cents or cents > parameters.surveillance_above_cents
    return Level.SUPERVISOR if is_share_of_meter or stops else Level.DEALER
