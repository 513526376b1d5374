"""Sessions that were looked up a moment ago. Whoever leaves is forgotten here at once, by other processes soon."""

from datetime import UTC, datetime, timedelta
from typing import Final

from pitboss.house.people.sessions import Session

KNOWN_FOR: Final = timedelta(seconds=5)
"""A session that was ended elsewhere is known here for so long. What it writes is refused anyway: the journal itself
asks whether a badge is on duty."""

TOUCHED_EVERY: Final = timedelta(minutes=1)
"""So seldom it is written down that somebody is still there."""

MOST: Final = 20_000

_LONG_AGO: Final = datetime.min.replace(tzinfo=UTC)


class SessionCache:
    """Tokens with their sessions.

    >>> known, noon = SessionCache(), datetime(2026, 11, 15, 12, tzinfo=UTC)
    >>> known.keep("token", None, noon), known.find("token", noon + timedelta(seconds=6))
    (None, None)
    """

    def __init__(self) -> None:
        self._found: dict[str, tuple[Session, datetime]] = {}
        self._touched: dict[str, datetime] = {}

    def keep(self, token: str, session: Session | None, now: datetime) -> Session | None:
        """Remember whose token it is; one that is nobody's is forgotten."""
        if session is None:
            self.forget(token)
        else:
            if len(self._found) >= MOST:
                self._found.clear()
            self._found[token] = (session, now + KNOWN_FOR)
        return session

    def find(self, token: str, now: datetime) -> Session | None:
        """Whose token it is, if that was known a moment ago."""
        session, until = self._found.get(token, (None, now))
        return session if now < until else None

    def last(self, token: str) -> Session | None:
        """Whose token it was when it was last looked up. It opens nothing: limits are counted by it."""
        found = self._found.get(token)
        return found and found[0]

    def expect(self, token: str, session: Session) -> None:
        """A session was opened: limits are counted by it from now on. Its first request looks it up like any other."""
        self._found[token] = (session, _LONG_AGO)

    def is_to_be_touched(self, token: str, now: datetime) -> bool:
        """Whether it is a minute ago that it was written down that somebody is at this session's screen.

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
        """Somebody has left."""
        self._found.pop(token, None)
        self._touched.pop(token, None)

    def doubt_all(self) -> None:
        """Somebody was sent away: every session is looked up again before it opens anything."""
        for token, (session, _) in list(self._found.items()):
            self._found[token] = (session, _LONG_AGO)
