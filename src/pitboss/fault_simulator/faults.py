"""What is done to the card room on purpose."""

from enum import StrEnum
from typing import Final


class Fault(StrEnum):
    """One kind of trouble.

    >>> Fault.TORN in OF_THE_DISK, Fault.LOST in OF_THE_DISK
    (True, False)
    """

    CRASH = "a server dies between two writes"
    CRASH_DONE = "a server dies after the commit, before the answer"
    TORN = "the power fails in the middle of a commit"
    IO_ERROR = "the disk fails"
    FULL = "the disk is full"
    BUSY = "the database is locked, or its connection is gone"
    LATE_ERROR = "an error is told after the commit"
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
    MALICE = "somebody sends what they may not"


OF_THE_DISK: Final = (
    Fault.CRASH,
    Fault.CRASH_DONE,
    Fault.TORN,
    *(Fault.IO_ERROR, Fault.FULL, Fault.BUSY, Fault.LATE_ERROR, Fault.SLOW) * 2,
    *(Fault.RACE,) * 3,
)
"""What strikes while a command is written, as often as it is listed: a restart takes long."""

OF_THE_NETWORK: Final = (Fault.LOST, Fault.LOST_ANSWER, Fault.REPEATED, Fault.DELAYED)
"""What strikes a message on its way."""
