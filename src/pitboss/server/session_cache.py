"""Caches sessions for some seconds, so that not every request looks one up in the database.

A log-out removes its session here at once, and in other processes soon.
"""

from datetime import UTC, datetime, timedelta
from typing import Final

from pitboss.house.people.sessions import Session

KNOWN_FOR: Final = timedelta(seconds=5)
"""A session that was ended elsewhere may be used here for this long. It cannot write: the journal itself checks whether
a badge is on duty."""

TOUCHED_EVERY: Final = timedelta(minutes=1)
"""How often the database records that a person is still at the screen."""

MOST: Final = 20_000

_LONG_AGO: Final = datetime.min.replace(tzinfo=UTC)


class SessionCache:
    """Sessions by token.

    >>> known, noon = SessionCache(), datetime(2026, 11, 15, 12, tzinfo=UTC)
    >>> known.keep("token", None, noon), known.find("token", noon + timedelta(seconds=6))
    (None, None)
    """

    def __init__(self) -> None:
        self._sessions: dict[str, tuple[Session, datetime]] = {}
        self._touched: dict[str, datetime] = {}

    def keep(self, token: str, session: Session | None, now: datetime) -> Session | None:
        """Keep the session of a token; without a session, forget the token."""
        if session is None:
            self.forget(token)
        else:
            if len(self._sessions) >= MOST:
                self._sessions.clear()
            self._sessions[token] = (session, now + KNOWN_FOR)
        return session

    def find(self, token: str, now: datetime) -> Session | None:
        """The session of a token, if it was looked up within the last seconds."""
        session, until = self._sessions.get(token, (None, now))
        return session if now < until else None

    def last(self, token: str) -> Session | None:
        """The session of a token when it was last looked up. It grants no access: the limits count by it."""
        kept = self._sessions.get(token)
        return kept and kept[0]

    def expect(self, token: str, session: Session) -> None:
        """Let the limits count a new session from now on. Its first request looks it up like any other."""
        self._sessions[token] = (session, _LONG_AGO)

    def is_to_be_touched(self, token: str, now: datetime) -> bool:
        """Whether the last record that a person is at this session's screen is a minute old.

        >>> known, noon = SessionCache(), datetime(2026, 11, 15, 12)
        >>> [known.is_to_be_touched("token", noon + timedelta(seconds=seconds)) for seconds in (0, 59, 60)]
        [True, False, True]
        """
        if now < self._touched.get(token, now) + TOUCHED_EVERY and token in self._touched:
            return False
        if len(self._touched) >= MOST:
            self._touched.clear()
        self._touched[token] = now
        return True

    def forget(self, token: str) -> None:
        """Forget a token after a log-out."""
        self._sessions.pop(token, None)
        self._touched.pop(token, None)

    def doubt_all(self) -> None:
        """Look up every session again before its next use, because some session was ended."""
        for token, (session, _) in list(self._sessions.items()):
            self._sessions[token] = (session, _LONG_AGO)
