"""Errors of the simulator: a run that cannot be made, a broken invariant, and a simulated crash."""

from pitboss.errors import PitbossError


class SimulatorError(PitbossError):
    """A run of the simulator that cannot be made.

    >>> raise SimulatorError("0 steps: ask for one or more")
    Traceback (most recent call last):
    pitboss.fault_simulator.errors.SimulatorError: 0 steps: ask for one or more
    """


class BrokenError(Exception):
    """An invariant of the card room is broken.

    >>> str(BrokenError("balance", "record 7 of table:T1 does not balance"))
    'balance: record 7 of table:T1 does not balance'
    """

    def __init__(self, invariant: str, words: str) -> None:
        super().__init__(f"{invariant}: {words}")
        self.invariant, self.words = invariant, words


class PlugPulledError(BaseException):
    """A simulated crash of the process or machine. It is a BaseException so that nothing in the house catches it."""
