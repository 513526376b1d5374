"""A simulated disk between the house and its database, which can fail at any write or commit.

It wraps the connections of the database driver, below SQLAlchemy and below the house's hot path. So a fault can strike
before and after every statement that writes and every commit.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from pitboss.fault_simulator.errors import PlugPulledError
from pitboss.fault_simulator.faults import Fault

BEGIN, WRITE, COMMIT, COMMITTED = "begin", "write", "commit", "committed"

STRIKES: Final[Mapping[Fault, tuple[str, ...]]] = {
    Fault.CRASH: (BEGIN, WRITE, COMMIT),
    Fault.CRASH_DONE: (COMMITTED,),
    Fault.TORN: (COMMITTED,),
    Fault.IO_ERROR: (BEGIN, WRITE, COMMIT),
    Fault.FULL: (WRITE, COMMIT),
    Fault.BUSY: (BEGIN,),
    Fault.LATE_ERROR: (COMMITTED,),
    Fault.SLOW: (BEGIN, WRITE, COMMIT),
    Fault.RACE: (BEGIN,),
}
"""The moments of a transaction at which each fault can strike."""

ERRORS: Final = {
    Fault.IO_ERROR: "disk I/O error",
    Fault.FULL: "database or disk is full",
    Fault.BUSY: "database is locked",
    Fault.LATE_ERROR: "disk I/O error",
}
"""The driver's message for each fault."""


@dataclass
class Disk:
    """A disk that fails on purpose. One fault at a time is armed, and strikes once."""

    log: Path | None = None
    """SQLite's write-ahead log; a power cut destroys its end."""
    on_slow: Callable[[], None] = lambda: None
    on_race: Callable[[], None] = lambda: None
    torn: tuple[int, int] | None = None
    """The start and end, in the log, of the commit that was cut short."""
    struck: list[Fault] = field(default_factory=list)
    _armed: Fault | None = None
    _passes: int = 0
    _log_size: int = 0

    def arm(self, fault: Fault, passes: int) -> None:
        """Arm a fault that strikes after this many moments have passed."""
        self._armed, self._passes = fault, passes if WRITE in STRIKES[fault] else 0

    def disarm(self) -> None:
        """Disarm the fault."""
        self._armed = None

    def reach(self, moment: str, error: Callable[[str], Exception]) -> None:
        """A transaction has reached a moment: the armed fault may strike. ``error`` makes the driver's error."""
        if self._armed is None:
            return
        if moment == COMMIT and self.log is not None:
            self._log_size = _size(self.log)
        fault = self._armed
        if moment not in STRIKES[fault]:
            return
        # Short transactions have few moments: at the last one the fault strikes anyway.
        if self._passes and moment != COMMIT:
            self._passes -= 1
            return
        self.disarm()
        self._strike(fault, error)

    def _strike(self, fault: Fault, error: Callable[[str], Exception]) -> None:
        self.struck.append(fault)
        if fault is Fault.SLOW:
            self.on_slow()
        elif fault is Fault.RACE:
            self.on_race()
        elif fault in ERRORS:
            raise error(ERRORS[fault])
        else:
            if fault is Fault.TORN and self.log is not None:
                self.torn = self._log_size, _size(self.log)
            raise PlugPulledError(fault)


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0
