"""Limits: how much one address and one session may ask for, so that a single client cannot slow down the room.

Staff, devices and players who sit at a table with chips are counted by their own session: nothing that strangers do at
the same address is counted against them. Everybody else shares the limits of their address.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Network, ip_address, ip_network
from math import ceil
from threading import Lock
from typing import Final, NamedTuple, TypeVar

from pitboss.house.actor import Role
from pitboss.house.errors import RefusedError
from pitboss.house.people.sessions import Session
from pitboss.server.problems import TooManyTriesError
from pitboss.server.settings import ServerSettings

Value = TypeVar("Value")

AT_ONCE_SECONDS: Final = 5
"""A client that was quiet may send the requests of so many seconds at once: a page loads many files."""

FILE_COST: Final = 0.2
"""A file of the pages counts as a fifth of a request: a page loads many, and each comes from memory."""

STAFF_TIMES: Final = 10
"""A session that is counted by itself may send so many seconds' worth at once."""

PLAYING_FOR: Final = timedelta(minutes=15)
"""A guest counts as a player at a table for so long after a command that left the guest with chips."""

MOST_KEYS: Final = 10_000
"""A limit remembers no more clients than this; the one that came first is forgotten first."""

PLACE: Final = "place"
"""Under which name a socket carries its place among those of its client."""

GUEST: Final = "guest-"
"""How the ids of guests begin."""


class Limit:
    """A token bucket per client: a number of acts in a time, and no more at once than the bucket holds.

    >>> noon, limit = datetime(2026, 11, 15, 12), Limit(2, 60)
    >>> [limit.take("10.0.0.7", noon) for _ in range(3)]
    [0.0, 0.0, 30.0]
    >>> limit.take("10.0.0.7", noon + timedelta(seconds=30))
    0.0
    """

    def __init__(self, number: float, seconds: float, at_once: float = 0) -> None:
        self.number = number
        """Zero is no limit."""
        self._rate, self._most = number / seconds, at_once or number
        self._left: dict[str, tuple[float, datetime]] = {}
        self._guard = Lock()

    def take(self, who: str, now: datetime, cost: float = 1) -> float:
        """Count an act; returns zero, or after how many seconds the client may try again."""
        if not self.number:
            return 0.0
        with self._guard:
            left, since = self._left.get(who, (self._most, now))
            left = min(self._most, left + max(0.0, (now - since).total_seconds()) * self._rate)
            is_refused = left < cost
            _keep(self._left, who, (left if is_refused else left - cost, now))
        return (cost - left) / self._rate if is_refused else 0.0


class Places:
    """How many of something each client holds at the same time.

    >>> sockets = Places(1)
    >>> with sockets.held("10.0.0.7"):
    ...     sockets.is_full("10.0.0.7"), sockets.is_full("10.0.0.8")
    (True, False)
    """

    def __init__(self, most: int) -> None:
        self.most = most
        """Zero is no limit."""
        self._held: dict[str, int] = {}

    def is_full(self, who: str) -> bool:
        """Whether a client holds as many as it may."""
        return bool(self.most) and self._held.get(who, 0) >= self.most

    @contextmanager
    def held(self, who: str) -> Iterator["Place"]:
        """Hold one as long as the context lasts."""
        place = Place(self, who)
        try:
            yield place
        finally:
            place.leave()

    def take(self, who: str) -> None:
        """A client holds one more."""
        self._held[who] = self._held.get(who, 0) + 1

    def give_back(self, who: str) -> None:
        """A client holds one less."""
        self._held[who] -= 1
        if not self._held[who]:
            del self._held[who]


class Place:
    """One of the things that a client holds.

    >>> of_addresses, of_sessions = Places(1), Places(1)
    >>> place = Place(of_addresses, "10.0.0.7")
    >>> place.move(of_sessions, "lobby")
    >>> of_addresses.is_full("10.0.0.7"), of_sessions.is_full("lobby")
    (False, True)
    """

    def __init__(self, places: Places, who: str) -> None:
        self._places, self._who = places, who
        places.take(who)

    def move(self, places: Places, who: str) -> None:
        """Whoever holds it has logged in: from now on it counts for the session."""
        self.leave()
        self._places, self._who = places, who
        places.take(who)

    def leave(self) -> None:
        """Nobody holds it any more."""
        self._places.give_back(self._who)


class Client(NamedTuple):
    """Who sends something: an address, and the session that came along, if this process knows it.

    >>> Client("10.0.0.7", None, "").key
    '10.0.0.7'
    """

    address: str
    session: Session | None
    token: str
    is_playing: bool = False
    """Whether it is a guest who sits at a table with chips."""
    is_free: bool = False
    """Whether no limit holds for its address."""

    @property
    def is_own(self) -> bool:
        """Whether the session is counted by itself, not together with its address."""
        return self.session is not None and (self.is_playing or not is_guest(self.session))

    @property
    def key(self) -> str:
        """By what it is counted."""
        return f"session {self.token}" if self.is_own else self.address


class Limits:
    """All limits of one process.

    >>> limits, noon = Limits(ServerSettings(requests_a_second=1)), datetime(2026, 11, 15, 12)
    >>> stranger = limits.client("10.0.0.7", None, "", noon)
    >>> [limits.request(stranger, noon) for _ in range(6)]
    [0.0, 0.0, 0.0, 0.0, 0.0, 1.0]
    """

    def __init__(self, settings: ServerSettings) -> None:
        self.settings, workers = settings, settings.workers
        self._log_ins = Limit(-(-settings.log_ins_a_minute // workers), 60)
        self._questions = Limit(-(-settings.questions_a_minute // workers), 60)
        self._guests = Limit(-(-settings.guests_an_hour // workers), 3600)
        self._guest_commands = Limit(settings.guest_commands_a_minute, 60)
        by_address, by_session = settings.requests_a_second, settings.session_requests_a_second
        self._by_address = Limit(by_address, 1, by_address * AT_ONCE_SECONDS)
        self._by_session = Limit(by_session, 1, by_session * STAFF_TIMES)
        self._apart = Limit(by_address, 1, by_address * AT_ONCE_SECONDS)
        self._unknown_tokens = Limit(by_address, 1, by_address * AT_ONCE_SECONDS)
        self._messages = Limit(settings.messages_a_second, 1, settings.messages_a_second * AT_ONCE_SECONDS)
        self._own_messages = Limit(settings.messages_a_second, 1, settings.messages_a_second * 60)
        self._sockets = Places(settings.sockets_per_address)
        self._own_sockets = Places(settings.sockets_per_session)
        self._free_sockets = Places(0)
        self._playing: dict[str, datetime] = {}
        self._address_of: dict[str, str] = {}
        self.seating = Lock()
        """Held while a guest takes a seat, so that the seats of an address are counted one after another."""

    def client(self, address: str, session: Session | None, token: str, now: datetime) -> Client:
        """Who sends something. Of a guest the address is remembered: the seats of an address are counted by it."""
        line = line_of(address)
        is_playing, is_free = False, is_listed(address, self.settings.unlimited)
        if session is not None and is_guest(session):
            self._address_of.pop(session.actor.name, None)
            if not is_free:
                _keep(self._address_of, session.actor.name, line)
            is_playing = now < self._playing.get(session.actor.name, now)
        return Client(line, session, token, is_playing, is_free)

    def request(self, client: Client, now: datetime, cost: float = 1, apart: str = "") -> float:
        """Count a request; returns zero, or after how many seconds the client may try again.

        ``apart`` names what is counted by address, but apart from all other requests, such as the health check.
        """
        if client.is_free:
            return 0.0
        if apart:
            return self._apart.take(f"{client.address} {apart}", now, cost)
        if client.session is None:
            # A token that is not known here is looked up in the database: it may be somebody's who came in elsewhere.
            return (self._unknown_tokens if client.token else self._by_address).take(client.address, now, cost)
        wait = self._by_session.take(client.token, now, cost)
        return wait or (0.0 if client.is_own else self._by_address.take(client.address, now, cost))

    def request_words(self, client: Client) -> str:
        """What was one too many, in words."""
        if client.is_own:
            return f"more than {self.settings.session_requests_a_second:g} requests a second in one session"
        return f"more than {self.settings.requests_a_second:g} requests a second from one address"

    def message(self, client: Client, now: datetime) -> float:
        """Count a message through a socket; returns zero, or after how many seconds the client may try again."""
        if client.is_free:
            return 0.0
        return (self._own_messages if client.is_own else self._messages).take(client.key, now)

    def sockets_of(self, client: Client) -> Places:
        """The sockets that a client of this kind holds."""
        if client.is_free:
            return self._free_sockets
        return self._own_sockets if client.is_own else self._sockets

    def note_chips(self, session: Session, has_chips: bool, now: datetime) -> None:
        """A guest has done something at a table, and has chips there or has none."""
        if has_chips:
            _keep(self._playing, session.actor.name, now + PLAYING_FOR)
        else:
            self._playing.pop(session.actor.name, None)

    def verify_log_in(self, client: Client, now: datetime) -> None:
        """Refuse a try to log in that is one too many from its address."""
        words = f"more than {self.settings.log_ins_a_minute} log-in tries a minute from one address"
        self._verify(self._log_ins, client, client.address, now, words)

    def verify_guest(self, client: Client, now: datetime) -> None:
        """Refuse a guest who is one too many from the address."""
        words = f"more than {self.settings.guests_an_hour} guests an hour from one address"
        self._verify(self._guests, client, client.address, now, words)

    def verify_command(self, client: Client, session: Session, now: datetime) -> None:
        """Refuse a command of a guest that is one too many: each writes a record that is kept for years.

        Guests who sit at a table with chips are counted one by one; all other guests of an address together.
        """
        if is_guest(session):
            whose = "one guest" if client.is_own else "the guests of one address who have no chips at a table"
            words = f"more than {self.settings.guest_commands_a_minute} commands a minute of {whose}"
            self._verify(self._guest_commands, client, client.key, now, words)

    def verify_question(self, client: Client, session: Session, now: datetime) -> None:
        """Refuse a short question to the lab that is one too many of its person."""
        words = f"more than {self.settings.questions_a_minute} questions a minute"
        self._verify(self._questions, client, str(session.actor), now, words)

    @staticmethod
    def _verify(limit: Limit, client: Client, who: str, now: datetime, words: str) -> None:
        wait = 0.0 if client.is_free else limit.take(who, now)
        if wait:
            raise TooManyTriesError(f"{words}: try again in {print_seconds(wait)}", wait)

    def verify_may_sit(self, session: Session, others: list[str]) -> None:
        """Refuse a guest a seat where the guest, or the guests of the same address, hold as many as they may.

        ``others`` are the players at all other seats of the room, one name for each seat.
        """
        name, most = session.actor.name, self.settings
        address = self._address_of.get(name)
        if most.seats_per_guest and others.count(name) >= most.seats_per_guest:
            raise RefusedError(f"a guest has {most.seats_per_guest} seats at most: leave one first")
        taken = sum(self._address_of.get(other) == address for other in others)
        if address is not None and most.guest_seats_per_address and taken >= most.guest_seats_per_address:
            raise RefusedError(
                f"guests of one address have {most.guest_seats_per_address} seats at most, and all of them are taken"
            )


def is_guest(session: Session) -> bool:
    """Whether a session is of a guest with play money, whom nobody knows.

    >>> from pitboss.house.actor import Actor
    >>> is_guest(Session("session", Actor("guest-41", Role.PLAYER), None, ""))
    True
    """
    return session.actor.role is Role.PLAYER and session.actor.name.startswith(GUEST)


def _keep(kept: dict[str, Value], who: str, value: Value) -> None:
    """Remember something of a client, and forget the one that came first where there are too many."""
    kept[who] = value
    if len(kept) > MOST_KEYS:
        del kept[next(iter(kept))]


@lru_cache(4096)
def is_listed(address: str, listed: str) -> bool:
    """Whether an address is one of a list with commas, which names addresses and networks; * is everybody.

    >>> is_listed("10.0.0.7", "127.0.0.1, 10.0.0.0/24"), is_listed("10.0.0.7", "")
    (True, False)
    """
    if listed.strip() == "*":
        return True
    for each in filter(None, map(str.strip, listed.split(","))):
        try:
            if ip_address(address) in ip_network(each, strict=False):
                return True
        except ValueError:
            if address == each:
                return True
    return False


@lru_cache(4096)
def line_of(address: str) -> str:
    """The line of an address: one subscriber has 2^64 addresses of IPv6, and all of them are counted as one.

    >>> line_of("10.0.0.7"), line_of("2001:db8:1:2:aa::7"), line_of("::ffff:10.0.0.7"), line_of("testclient")
    ('10.0.0.7', '2001:db8:1:2::/64', '10.0.0.7', 'testclient')
    """
    try:
        known = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(known, IPv4Address):
        return str(known)
    return str(known.ipv4_mapped or IPv6Network((known, 64), strict=False))


def print_seconds(seconds: float) -> str:
    """A waiting time in words, rounded up.

    >>> print_seconds(0.2), print_seconds(29.5)
    ('1 second', '30 seconds')
    """
    whole = max(1, ceil(seconds))
    return "1 second" if whole == 1 else f"{whole} seconds"
