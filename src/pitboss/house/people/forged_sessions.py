"""Refuses sessions in the database that this room did not write or has already ended, and opens an incident."""

from dataclasses import dataclass
from typing import Final, NamedTuple

from pitboss.house.office import OfficeContext, handles
from pitboss.house.people.incidents import SESSION_PREFIX, OpenIncident, open_incident
from pitboss.house.permissions import OfficeCommand

FORGED: Final = "forged-session "
"""Prefix of the command ids of these records, so that each forged session is recorded once."""


class ForgedSession(NamedTuple):
    """A stored session that differs from what this room wrote, or was put back after its end.

    >>> ForgedSession("5f0c", "session of admin:1 (badge 1)").sentence
    'the session of admin:1 (badge 1) was not written by this room as it is stored, or was ended: it opens nothing'
    """

    mark: str
    """Identifies the row."""
    whose: str

    @property
    def sentence(self) -> str:
        """What is wrong with it."""
        return f"the {self.whose} was not written by this room as it is stored, or was ended: it opens nothing"


@dataclass(frozen=True)
class NoteForgedSession(OfficeCommand):
    """A forged session was in the database, and its token was used.

    >>> NoteForgedSession("5f0c", "session of admin:1 (badge 1)").mark
    '5f0c'
    """

    mark: str
    whose: str


@handles(NoteForgedSession)
def note_forged_session(command: NoteForgedSession, desk: OfficeContext) -> None:
    """Open an incident: the database was written to by other means."""
    open_incident(desk, incident_of(command.mark, command.whose))


def incident_of(mark: str, whose: str) -> OpenIncident:
    """The incident of a forged session.

    >>> incident_of("5f0c", "session of admin:1 (badge 1)").incident_id
    'session-5f0c'
    """
    words = f"{ForgedSession(mark, whose).sentence}; the database was written to by other means"
    return OpenIncident(f"{SESSION_PREFIX}{mark}", "the database", words, True, None)
