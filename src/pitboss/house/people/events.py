"""Events about staff and players: log-ins, PINs, enrollment, hiring, and players who are registered or excluded."""

from dataclasses import dataclass

from pitboss.games.event import Event


@dataclass(frozen=True)
class StaffChanged(Event):
    """A staff member was added, changed, deactivated, unlocked or enrolled, or has another PIN.

    >>> StaffChanged("17", "is unlocked").sentence
    'badge 17 is unlocked'
    """

    badge: str
    words: str

    @property
    def sentence(self) -> str:
        """The event in words."""
        return f"badge {self.badge} {self.words}"


@dataclass(frozen=True)
class LoggedIn(Event):
    """A person logged in with badge and PIN.

    >>> LoggedIn("17", "dealer").sentence
    'badge 17 logs in as dealer'
    """

    badge: str
    role: str

    @property
    def sentence(self) -> str:
        """The event in words."""
        return f"badge {self.badge} logs in as {self.role}"


@dataclass(frozen=True)
class PinChecked(Event):
    """A logged-in person keyed in their PIN again, for a command that must be theirs.

    >>> PinChecked("17", "enroll").sentence
    'badge 17 keys in its PIN again, to enroll'
    """

    badge: str
    purpose: str

    @property
    def sentence(self) -> str:
        """The event in words."""
        return f"badge {self.badge} keys in its PIN again, to {self.purpose}"


@dataclass(frozen=True)
class EnrollmentOpened(Event):
    """A person may choose a PIN, with the code that their approver sees. The code itself is in no record.

    >>> EnrollmentOpened("17", "3", "2026-11-15T20:15:00.000000Z").sentence
    'badge 17 may enroll within 15 minutes, with the code and the PIN of badge 3'
    """

    badge: str
    by: str
    until: str

    @property
    def sentence(self) -> str:
        """The event in words."""
        return f"badge {self.badge} may enroll within 15 minutes, with the code and the PIN of badge {self.by}"


@dataclass(frozen=True)
class LogInRefused(Event):
    """A log-in was refused. An unknown badge is not recorded: a PIN may have been typed in its place.

    >>> LogInRefused("17", "wrong PIN").sentence
    'badge 17 cannot log in: wrong PIN'
    """

    badge: str
    why: str

    @property
    def sentence(self) -> str:
        """The event in words."""
        return f"badge {self.badge} cannot log in: {self.why}" if self.badge else f"log-in refused: {self.why}"


@dataclass(frozen=True)
class PlayerChanged(Event):
    """A player was registered, corrected, excluded or readmitted.

    >>> PlayerChanged("ann", "is excluded until Jan 1, 2027").sentence
    'ann is excluded until Jan 1, 2027'
    """

    player: str
    words: str

    @property
    def sentence(self) -> str:
        """The event in words."""
        return f"{self.player} {self.words}"
