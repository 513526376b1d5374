"""The kinds of faults that the simulator can cause."""

from enum import StrEnum
from typing import Final


class Fault(StrEnum):
    """One kind of fault.

    >>> Fault.TORN in OF_THE_DISK, Fault.LOST in OF_THE_DISK
    (True, False)
    """

    CRASH = "a server dies between two writes"
    CRASH_DONE = "a server dies after the commit, before the answer"
    TORN = "the power fails in the middle of a commit"
    IO_ERROR = "the disk fails"
    FULL = "the disk is full"
    BUSY = "the database is locked, or its connection is gone"
    LATE_ERROR = "an error is reported after the commit"
    SLOW = "the disk takes minutes"
    RACE = "another server writes first"
    LOST = "a message is lost"
    LOST_ANSWER = "an answer is lost"
    REPEATED = "a message comes twice"
    DELAYED = "a message comes late, after others"
    STALE = "a client has seen an older version"
    CLOCK_AHEAD = "the clock jumps ahead"
    CLOCK_BACK = "the clock is set back"
    RESTART = "a server is stopped and started"
    MALICE = "a person sends a forbidden command"


OF_THE_DISK: Final = (
    Fault.CRASH,
    Fault.CRASH_DONE,
    Fault.TORN,
    *(Fault.IO_ERROR, Fault.FULL, Fault.BUSY, Fault.LATE_ERROR, Fault.SLOW) * 2,
    *(Fault.RACE,) * 3,
)
"""Faults while a command is written. Some are listed more often, because crashes need a slow restart."""

OF_THE_NETWORK: Final = (Fault.LOST, Fault.LOST_ANSWER, Fault.REPEATED, Fault.DELAYED)
"""Faults of a message on its way."""
