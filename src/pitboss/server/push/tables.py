"""The feed of a table: the view for each viewer, and every event once, as far as the viewer may see it."""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from msgspec.structs import replace

from pitboss.games.audience import PUBLIC, Audience
from pitboss.house.answers import seen_by
from pitboss.house.errors import UnknownError
from pitboss.house.people.sessions import Session
from pitboss.house.records import journal
from pitboss.house.records.face_down import events_of
from pitboss.house.records.journal import chain_of
from pitboss.house.tables.table import Table
from pitboss.house.tables.views import TableView
from pitboss.server import caches
from pitboss.server.authentication import audience_at, audience_from, shown_to, table_for
from pitboss.server.bus import News
from pitboss.server.context import ServerContext
from pitboss.server.deal_clock import deadline_of
from pitboss.server.encoding import encode
from pitboss.server.push.feed import Feed, Watch
from pitboss.server.push.messages import Happening, TablePush

KEPT: Final = 200
"""How many records a socket that reconnects can catch up on; one that missed more starts over."""

Views = dict[Audience, TableView]


@dataclass(frozen=True)
class PushedEvents:
    """The events of one record of a table, with the players who sat at its seats then."""

    version: int
    events: list[dict[str, Any]]
    seats: Mapping[int, str]

    def seen_by(self, viewer: Session | None) -> list[bytes]:
        """The events as a viewer may see them, by the seat that the viewer had then."""
        audience = audience_from(self.seats, viewer)
        seen = (shown_to(audience, seen_by(event, audience)) for event in self.events)
        return [encode(Happening(version=self.version, event=event)) for event in seen]


@dataclass(frozen=True)
class Sight:
    """What one read of a table returned: the views and the events since the last read."""

    version: int
    views: Mapping[Session | None, bytes]
    after: int
    """The version after which its events start."""
    events: list[PushedEvents]


class TableFeed(Feed):
    """The feed of a table."""

    def __init__(self, context: ServerContext, table_id: str) -> None:
        super().__init__(context, chain_of(table_id))
        self._table_id = table_id
        self._sight: Sight | None = None
        self._newest = 0
        """The newest version that news named."""
        self._recent: deque[PushedEvents] = deque()
        self._start = 0
        """The recent events start after this version."""
        self._written: dict[tuple[Session | None, int | None], str] = {}
        """The encoded messages of this sight, because most sockets get the same one."""

    def wake(self, news: News | None = None) -> None:
        """Note a new version."""
        if news is not None:
            self._newest = max(news.version, self._newest)
        super().wake(news)

    async def refresh(self) -> None:
        """Read the table once for all viewers, and the events since the last read."""
        viewers = frozenset(watch.viewer for watch in self.watches)
        sight = await self.context.do(
            look_at_table, self.context, self._table_id, viewers, self._wanted(), self._newest
        )
        if self._sight is None or sight.after != self._sight.version:
            self._recent.clear()
            self._start = sight.after
        self._recent.extend(sight.events)
        while len(self._recent) > KEPT:
            self._start = self._recent.popleft().version
        self._sight = sight
        self._written.clear()

    def _wanted(self) -> int | None:
        """The version after which events are needed: the last read, or an older one for a socket that reconnected."""
        before = [watch.sent for watch in self.watches if watch.sent is not None and not watch.shown]
        if self._sight is not None:
            before = [sent for sent in before if sent < self._start] + [self._sight.version]
        return min(before, default=None)

    def message(self, watch: Watch) -> str | None:
        """The newest view, with all events that the socket has not been sent."""
        sight = self._sight
        if sight is None or watch.viewer not in sight.views:
            return None
        view = sight.views[watch.viewer]
        if (watch.sent, watch.shown) == (sight.version, view):
            return None
        since = watch.sent if watch.sent is not None and self._start <= watch.sent <= sight.version else None
        watch.sent, watch.shown = sight.version, view
        key = (watch.viewer, since)
        if key not in self._written:
            events = [] if since is None else self._events(watch.viewer, since)
            self._written[key] = self.push(TablePush, sight.version, view, events, fresh=since is None)
        return self._written[key]

    def _events(self, viewer: Session | None, since: int) -> list[bytes]:
        return [event for record in self._recent if record.version > since for event in record.seen_by(viewer)]


def look_at_table(
    context: ServerContext, table_id: str, viewers: Iterable[Session | None], wanted: int | None, newest: int
) -> Sight:
    """Read a table as each viewer may see it, and its events after a version; called from a thread of the house."""

    def look(table: Table, version: int) -> tuple[int, dict[Session | None, Audience], Views, dict[int, str]]:
        if not version:
            raise UnknownError(f"there is no table {table_id!r}")
        audiences = {viewer: audience_at(table, viewer) for viewer in viewers}
        views = {audience: table.view(audience, version) for audience in {PUBLIC, *audiences.values()}}
        return version, audiences, views, {seat: seating.player for seat, seating in table.seatings.items()}

    # News names the version there must be; without news, another process may have written since.
    sight = context.room.query_cached(table_id, look, newest) if newest else context.room.query_table(table_id, look)
    version, audiences, views, seats = sight
    deadline = deadline_of(context, views[PUBLIC])
    written = {
        audience: encode(table_for(audience, replace(view, deadline=deadline))) for audience, view in views.items()
    }
    after = version if wanted is None else max(min(wanted, version), version - KEPT)
    events = _with_seats(_records_between(context, chain_of(table_id), after, version), seats)
    return Sight(version, {viewer: written[audience] for viewer, audience in audiences.items()}, after, events)


def _records_between(context: ServerContext, chain: str, after: int, until: int) -> Sequence[caches.CachedRecord]:
    """The records after one version up to another, from the cache if this process wrote them, else from the journal."""
    cached = context.events.between(chain, after, until)
    if cached is not None:
        return cached
    with context.room.database.reading() as connection:
        records = list(journal.read(connection, context.room.property_id, chain, after, until))
    return [(record.seq, events_of(context.room.box, record)) for record in records]


def _with_seats(rows: Sequence[caches.CachedRecord], seats: Mapping[int, str]) -> list[PushedEvents]:
    """The records, oldest first, each with its players by seat: worked out backwards from the players of today."""
    pushed = []
    for version, events in reversed(rows):
        pushed.append(PushedEvents(version, list(events), seats))
        seats = _before(pushed[-1].events, seats)
    return pushed[::-1]


def _before(events: list[dict[str, Any]], seats: Mapping[int, str]) -> Mapping[int, str]:
    """The players by seat before these events.

    >>> _before([{"all": {"event": "seat-taken", "seat": 2, "player": "ann"}}], {1: "bob", 2: "ann"})
    {1: 'bob'}
    """
    for event in reversed(events):
        match event["all"]:
            case {"event": "seat-taken", "seat": seat}:
                seats = {number: player for number, player in seats.items() if number != seat}
            case {"event": "seat-left", "seat": seat, "player": player}:
                seats = {**seats, seat: player}
    return seats
