"""What can go wrong at a progressive.

::

    ProgressiveError          what a progressive refuses
    ├── ParametersError           parameters of a meter that make no sense
    ├── MeterError                a change of a meter that is not lawful, or a record that does not add up
    │   └── LaterWinPaidError         a win that cannot be reversed any more, with the figures of the later one
    ├── PricingError              a report that this meter cannot price
    └── LinkError                 tables that may not share a meter
"""

from pitboss.errors import PitbossError


class ProgressiveError(PitbossError):
    """What a progressive refuses. Nothing has changed.

    >>> issubclass(MeterError, ProgressiveError)
    True
    """


class ParametersError(ProgressiveError):
    """Parameters of a meter that make no sense.

    >>> from pitboss.progressive import usual_parameters
    >>> usual_parameters("TCPP-1", maximum_cents=50_000)
    Traceback (most recent call last):
    pitboss.progressive.errors.ParametersError: the seed of $1,000 is above the maximum of $500
    """


class MeterError(ProgressiveError):
    """A change of a meter that is not lawful, or a stored meter that does not add up.

    >>> from pitboss.progressive import Meter, RiseReason, usual_parameters
    >>> parameters = usual_parameters("TCPP-1")
    >>> Meter.start(parameters).meter.adjust(RiseReason.SEED, -1000, "too much")
    Traceback (most recent call last):
    pitboss.progressive.errors.MeterError: a meter does not go down for 'seed': lawful reasons are won, display \
malfunction, over maximum, not displayed, seed recovered
    """


class LaterWinPaidError(MeterError):
    """A win that cannot be reversed any more: a later one was paid from what it had left.

    >>> issubclass(LaterWinPaidError, MeterError)
    True
    """


class PricingError(ProgressiveError):
    """A report that this meter cannot price.

    >>> from pitboss.games.reports import ProgressiveReport, ProgressiveWager
    >>> from pitboss.progressive import Meter, price, usual_parameters
    >>> parameters = usual_parameters("TCPP-1")
    >>> report = ProgressiveReport((ProgressiveWager(2, "ann", 500),), ())
    >>> price(report, parameters, Meter.start(parameters).meter)
    Traceback (most recent call last):
    pitboss.progressive.errors.PricingError: the progressive wager of $5 at seat 2 is not one of this meter, which \
takes $1
    """


class LinkError(ProgressiveError):
    """Tables that may not share a meter; the sentence says why.

    >>> issubclass(LinkError, ProgressiveError)
    True
    """
