"""Limits how many requests, sockets, log-ins and commands one client may have, so that none can slow down the room.

Staff, devices and players who sit at a table with chips are counted by their own session: what strangers at the same
address do does not count against them. All other clients share the limits of their address.
"""

from asyncio import Semaphore
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Network, ip_address, ip_network
from math import ceil
from threading import Lock
from typing import Final, NamedTuple, TypeVar
from weakref import WeakValueDictionary

from pitboss.house.actor import Role
from pitboss.house.errors import RefusedError
from pitboss.house.people.sessions import Session
from pitboss.server.problems import TooManyTriesError
from pitboss.server.settings import ServerSettings

Value = TypeVar("Value")

AT_ONCE_SECONDS: Final = 5
"""A client that was quiet may send this many seconds' worth of requests at once: a page loads many files."""

FILE_COST: Final = 0.2
"""A file of the pages counts as a fifth of a request: a page loads many, and each comes from memory."""

SERVED_AT_ONCE: Final = 2
"""How many requests of one address are read at the same time. The others wait in line, so that a burst from one address
does not hold up the commands of everybody else."""

STAFF_TIMES: Final = 10
"""A session that is counted by itself may send this many seconds' worth at once."""

PLAYING_FOR: Final = timedelta(minutes=15)
"""A guest counts as a player at a table for this long after a command that left the guest with chips."""

MAX_KEYS: Final = 10_000
"""A limit remembers at most this many clients, and forgets the oldest first."""

PLACE: Final = "place"
"""The name under which the state of a socket keeps its :class:`Place`."""

GUEST: Final = "guest-"
"""The ids of guests start with this."""


class Limit:
    """A token bucket per client: it allows a number of acts in a time, and no more at once than the bucket holds.

    >>> noon, limit = datetime(2026, 11, 15, 12), Limit(2, 60)
    >>> [limit.take("10.0.0.7", noon) for _ in range(3)]
    [0.0, 0.0, 30.0]
    >>> limit.take("10.0.0.7", noon + timedelta(seconds=30))
    0.0
    """

    def __init__(self, number: float, seconds: float, at_once: float = 0) -> None:
        self.number = number
        """Zero means no limit."""
        self._rate, self._most = number / seconds, at_once or number
        self._left: dict[str, tuple[float, datetime]] = {}
        self._guard = Lock()

    def take(self, who: str, now: datetime, cost: float = 1) -> float:
        """Count an act; returns zero, or the seconds after which the client may try again."""
        if not self.number:
            return 0.0
        with self._guard:
            left, since = self._left.get(who, (self._most, now))
            left = min(self._most, left + max(0.0, (now - since).total_seconds()) * self._rate)
            is_refused = left < cost
            _keep(self._left, who, (left if is_refused else left - cost, now))
        return (cost - left) / self._rate if is_refused else 0.0


class Places:
    """Counts how many sockets each client holds at the same time.

    >>> sockets = Places(1)
    >>> with sockets.held("10.0.0.7"):
    ...     sockets.is_full("10.0.0.7"), sockets.is_full("10.0.0.8")
    (True, False)
    """

    def __init__(self, most: int) -> None:
        self.most = most
        """Zero means no limit."""
        self._held: dict[str, int] = {}

    def is_full(self, who: str) -> bool:
        """Whether a client holds as many as it may."""
        return bool(self.most) and self._held.get(who, 0) >= self.most

    @contextmanager
    def held(self, who: str) -> Iterator["Place"]:
        """Hold one place as long as the context lasts."""
        place = Place(self, who)
        try:
            yield place
        finally:
            place.leave()

    def take(self, who: str) -> None:
        """Give a client one more place."""
        self._held[who] = self._held.get(who, 0) + 1

    def give_back(self, who: str) -> None:
        """Take one place back from a client."""
        self._held[who] -= 1
        if not self._held[who]:
            del self._held[who]


class Place:
    """One place that a client holds.

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
        """Count it for another key from now on, such as for the session of a client that has logged in."""
        self.leave()
        self._places, self._who = places, who
        places.take(who)

    def leave(self) -> None:
        """Give the place back."""
        self._places.give_back(self._who)


class Client(NamedTuple):
    """The sender of a request: its address, and its session if this process knows it.

    >>> Client("10.0.0.7", None, "").key
    '10.0.0.7'
    """

    address: str
    session: Session | None
    token: str
    is_playing: bool = False
    """Whether the client is a guest who sits at a table with chips."""
    is_free: bool = False
    """Whether its address is exempt from the limits."""

    @property
    def is_own(self) -> bool:
        """Whether the session is counted by itself instead of with its address."""
        return self.session is not None and (self.is_playing or not is_guest(self.session))

    @property
    def key(self) -> str:
        """What the client is counted by: its session or its address."""
        return f"session {self.token}" if self.is_own else self.address


class Limits:
    """Keeps all limits of one process.

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
        self._lines: WeakValueDictionary[str, Semaphore] = WeakValueDictionary()
        self.seating = Lock()
        """Held while a guest takes a seat, so that the guests of an address are counted one at a time."""

    def client(self, address: str, session: Session | None, token: str, now: datetime) -> Client:
        """The sender of a request. Remembers the address of a guest, because the seats of an address are counted."""
        line = line_of(address)
        is_playing, is_free = False, is_listed(address, self.settings.unlimited)
        if session is not None and is_guest(session):
            self._address_of.pop(session.actor.name, None)
            if not is_free:
                _keep(self._address_of, session.actor.name, line)
            is_playing = now < self._playing.get(session.actor.name, now)
        return Client(line, session, token, is_playing, is_free)

    def request(self, client: Client, now: datetime, cost: float = 1, apart: str = "") -> float:
        """Count a request; returns zero, or the seconds after which the client may try again.

        ``apart`` names a path that is counted by address but separately from other requests, such as the health check.
        """
        if client.is_free:
            return 0.0
        if apart:
            return self._apart.take(f"{client.address} {apart}", now, cost)
        if client.session is None:
            # The database looks up a token that this process does not know: the log-in may be with another process.
            return (self._unknown_tokens if client.token else self._by_address).take(client.address, now, cost)
        wait = self._by_session.take(client.token, now, cost)
        return wait or (0.0 if client.is_own else self._by_address.take(client.address, now, cost))

    def line(self, client: Client, apart: str = "") -> Semaphore | None:
        """The line in which an address waits for the answers that it reads; nothing for a client that does not wait.

        >>> limits = Limits(ServerSettings())
        >>> first, second = (limits.line(Client(address, None, "")) for address in ("10.0.0.7", "10.0.0.8"))
        >>> first is second, first is limits.line(Client("10.0.0.7", None, ""))
        (False, True)
        """
        if client.is_own or client.is_free:
            return None
        who = f"{client.address} {apart}"
        line = self._lines.get(who)
        if line is None:
            line = self._lines[who] = Semaphore(SERVED_AT_ONCE)
        return line

    def request_words(self, client: Client) -> str:
        """The limit of requests that the client exceeded, in words."""
        if client.is_own:
            return f"more than {self.settings.session_requests_a_second:g} requests a second in one session"
        return f"more than {self.settings.requests_a_second:g} requests a second from one address"

    def message(self, client: Client, now: datetime) -> float:
        """Count a message through a socket; returns zero, or the seconds after which the client may try again."""
        if client.is_free:
            return 0.0
        return (self._own_messages if client.is_own else self._messages).take(client.key, now)

    def sockets_of(self, client: Client) -> Places:
        """The count of sockets that applies to a client of this kind."""
        if client.is_free:
            return self._free_sockets
        return self._own_sockets if client.is_own else self._sockets

    def note_chips(self, session: Session, has_chips: bool, now: datetime) -> None:
        """Note whether a guest has chips at a table, after a command of the guest there."""
        if has_chips:
            _keep(self._playing, session.actor.name, now + PLAYING_FOR)
        else:
            self._playing.pop(session.actor.name, None)

    def verify_log_in(self, client: Client, now: datetime) -> None:
        """Refuse a log-in attempt if its address has made too many."""
        words = f"more than {self.settings.log_ins_a_minute} log-in tries a minute from one address"
        self._verify(self._log_ins, client, client.address, now, words)

    def verify_guest(self, client: Client, now: datetime) -> None:
        """Refuse a new guest if the address has had too many."""
        words = f"more than {self.settings.guests_an_hour} guests an hour from one address"
        self._verify(self._guests, client, client.address, now, words)

    def verify_command(self, client: Client, session: Session, now: datetime) -> None:
        """Refuse a command of a guest who sent too many: each writes a record that is kept for years.

        Guests who sit at a table with chips are counted one by one, all other guests of an address together.
        """
        if is_guest(session):
            whose = "one guest" if client.is_own else "the guests of one address who have no chips at a table"
            words = f"more than {self.settings.guest_commands_a_minute} commands a minute of {whose}"
            self._verify(self._guest_commands, client, client.key, now, words)

    def verify_question(self, client: Client, session: Session, now: datetime) -> None:
        """Refuse a short question to the lab if the person has asked too many."""
        words = f"more than {self.settings.questions_a_minute} questions a minute"
        self._verify(self._questions, client, str(session.actor), now, words)

    @staticmethod
    def _verify(limit: Limit, client: Client, who: str, now: datetime, words: str) -> None:
        wait = 0.0 if client.is_free else limit.take(who, now)
        if wait:
            raise TooManyTriesError(f"{words}: try again in {print_seconds(wait)}", wait)

    def verify_may_sit(self, session: Session, others: list[str]) -> None:
        """Refuse a guest a seat if the guest, or the guests of the same address, already hold the maximum.

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
    """Whether the session belongs to an unregistered guest with play money.

    >>> from pitboss.house.actor import Actor
    >>> is_guest(Session("session", Actor("guest-41", Role.PLAYER), None, ""))
    True
    """
    return session.actor.role is Role.PLAYER and session.actor.name.startswith(GUEST)


def _keep(kept: dict[str, Value], who: str, value: Value) -> None:
    """Remember a value for a client, and forget the oldest if there are too many."""
    kept[who] = value
    if len(kept) > MAX_KEYS:
        del kept[next(iter(kept))]


@lru_cache(4096)
def is_listed(address: str, listed: str) -> bool:
    """Whether an address is in a comma-separated list of addresses and networks; * means every address.

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
    """The subscriber line of an address: a subscriber has 2^64 addresses of IPv6, which count as one.

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
    """A wait in words, rounded up to seconds.

    >>> print_seconds(0.2), print_seconds(29.5)
    ('1 second', '30 seconds')
    """
    whole = max(1, ceil(seconds))
    return "1 second" if whole == 1 else f"{whole} seconds"
