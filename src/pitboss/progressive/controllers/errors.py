"""What can go wrong at a table controller.

::

    ControllerError           what a table controller refuses
    ├── PressRefusedError         a press that is not allowed now, with the reason
    └── ControllerRecordError     a controller that cannot be set up, or a stored one that cannot be read
"""

from pitboss.errors import PitbossError


class ControllerError(PitbossError):
    """What a table controller refuses.

    >>> issubclass(PressRefusedError, ControllerError)
    True
    """


class PressRefusedError(ControllerError):
    """A press that is not allowed now, with the reason. Nothing has changed.

    >>> from pitboss.progressive.controllers import Aquarius, HandButton
    >>> Aquarius(seats=7, buttons=[HandButton("royal", "Royal flush", stops_table=True)]).press_coin_in()
    Traceback (most recent call last):
    pitboss.progressive.controllers.errors.PressRefusedError: no progressive wager lies on a sensor
    """


class ControllerRecordError(ControllerError):
    """A controller that cannot be set up so, or a stored one that cannot be read.

    >>> from pitboss.progressive.controllers import Aquarius
    >>> Aquarius(seats=7, buttons=[])
    Traceback (most recent call last):
    pitboss.progressive.controllers.errors.ControllerRecordError: a controller needs at least one hand button
    """
