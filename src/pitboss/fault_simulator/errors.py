"""What can go wrong in the simulator, and what it finds."""

from pitboss.errors import PitbossError


class SimulatorError(PitbossError):
    """A run that cannot be made as it was asked for.

    >>> raise SimulatorError("0 steps: ask for one or more")
    Traceback (most recent call last):
    pitboss.fault_simulator.errors.TortureError: 0 steps: ask for one or more
    """


class BrokenError(Exception):
    """Something that must hold in a card room does not.

    >>> str(BrokenError("balance", "record 7 of table:T1 does not balance"))
    'balance: record 7 of table:T1 does not balance'
    """

    def __init__(self, invariant: str, words: str) -> None:
        super().__init__(f"{invariant}: {words}")
        self.invariant, self.words = invariant, words


class PlugPulledError(BaseException):
    """The process, or the whole machine, stops here. Nothing in the house can catch it and go on."""
