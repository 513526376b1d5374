"""What happens to the people of the room."""

from dataclasses import dataclass

from pitboss.games.event import Event


@dataclass(frozen=True)
class StaffChanged(Event):
    """A person of the staff was added, changed, deactivated, unlocked, enrolled, or has another PIN.

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
    """Somebody gave badge and PIN.

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
    """A person keyed in their PIN once more, for something that needs them themselves.

    >>> PinChecked("17", "enroll").sentence
    'badge 17 keys in its PIN once more, to enroll'
    """

    badge: str
    purpose: str

    @property
    def sentence(self) -> str:
        """The event in words."""
        return f"badge {self.badge} keys in its PIN once more, to {self.purpose}"


@dataclass(frozen=True)
class EnrollmentOpened(Event):
    """A person may choose a PIN, with the code that their approver is shown. The code itself is in no record.

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
    """Somebody was not let in. An unknown badge is not named: what was typed there may have been a PIN.

    >>> LogInRefused("17", "wrong PIN").sentence
    'badge 17 is not let in: wrong PIN'
    """

    badge: str
    why: str

    @property
    def sentence(self) -> str:
        """The event in words."""
        return f"badge {self.badge} is not let in: {self.why}" if self.badge else f"nobody is let in: {self.why}"


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
