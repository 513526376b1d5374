"""Sessions that this room did not write, or has ended: they open nothing, and go on record as an incident."""

from dataclasses import dataclass
from typing import Final, NamedTuple

from pitboss.house.office import OfficeContext, handles
from pitboss.house.people.incidents import OF_SESSIONS, OpenIncident, open_incident
from pitboss.house.permissions import OfficeCommand

FORGED: Final = "forged-session "
"""How the ids of these records begin: each is written once."""


class ForgedSession(NamedTuple):
    """A row of the list of sessions that is not as this room wrote it, or was put back.

    >>> ForgedSession("5f0c", "session of admin:1 (badge 1)").sentence
    'the session of admin:1 (badge 1) was not written by this room as it is stored, or was ended: it opens nothing'
    """

    mark: str
    """Of the row, by which it is told from any other."""
    whose: str

    @property
    def sentence(self) -> str:
        """What is wrong with it."""
        return f"the {self.whose} was not written by this room as it is stored, or was ended: it opens nothing"


@dataclass(frozen=True)
class NoteForgedSession(OfficeCommand):
    """A session that this room did not write, or has ended, was in the database, and somebody had its token.

    >>> NoteForgedSession("5f0c", "session of admin:1 (badge 1)").mark
    '5f0c'
    """

    mark: str
    whose: str


@handles(NoteForgedSession)
def note_forged_session(command: NoteForgedSession, desk: OfficeContext) -> None:
    """It is an incident: somebody has written into the database by other means."""
    open_incident(desk, incident_of(command.mark, command.whose))


def incident_of(mark: str, whose: str) -> OpenIncident:
    """The incident of a forged session.

    >>> incident_of("5f0c", "session of admin:1 (badge 1)").incident_id
    'session-5f0c'
    """
    words = f"{ForgedSession(mark, whose).sentence}; somebody has written into the database by other means"
    return OpenIncident(f"{OF_SESSIONS}{mark}", "the database", words, True, None)
