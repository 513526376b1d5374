"""A meter for practice: play money, the usual parameters, nothing to confirm."""

from pitboss.games.reports import ProgressiveReport
from pitboss.progressive.awards import Pricing, price, take_wagers
from pitboss.progressive.meter import Meter
from pitboss.progressive.parameters import MeterParameters, usual_parameters


class PracticeMeter:
    """A meter that goes on from round to round. It rises when the bets are closed and pays when the round is over.

    >>> from pitboss.games.reports import ProgressiveWager
    >>> practice = practice_meter("TCPP-1")
    >>> practice.take(ProgressiveReport((ProgressiveWager(2, "ann", 100),), ()))
    >>> practice.shown_cents
    100014
    """

    def __init__(self, parameters: MeterParameters) -> None:
        self.parameters = parameters
        self.meter = Meter.start(parameters).meter

    @property
    def shown_cents(self) -> int:
        """What the display says."""
        return self.meter.shown_cents

    def take(self, report: ProgressiveReport) -> None:
        """The wagers of a round, when the bets are closed."""
        self.meter = take_wagers(report, self.parameters, self.meter).meter

    def settle(self, report: ProgressiveReport) -> Pricing:
        """What a round that is over wins; its lines join the round's statement."""
        pricing = price(report, self.parameters, self.meter)
        self.meter = pricing.meter
        return pricing


def practice_meter(designator: str, denomination_cents: int = 100) -> PracticeMeter:
    """A practice meter by a progressive paytable.

    >>> practice_meter("FSLPP-01").shown_cents
    500000
    """
    return PracticeMeter(usual_parameters(designator, denomination_cents=denomination_cents))
