"""The feeds of the room (all tables and meters in one list), of one meter, and of the jobs of the lab."""

import asyncio
from typing import ClassVar, Final

from sqlalchemy import select

from pitboss.house.answers import view_of
from pitboss.house.posted.display import MeterDisplay, display
from pitboss.house.records import journal
from pitboss.house.records.journal import chain_of
from pitboss.house.room import OFFICE
from pitboss.house.storage.schema import METERS, TABLES
from pitboss.house.tables.queries import listed
from pitboss.house.tables.views import ListedTable
from pitboss.server.bus import News
from pitboss.server.context import ServerContext
from pitboss.server.encoding import encode
from pitboss.server.push.feed import Feed, Watch
from pitboss.server.push.messages import JobsPush, JobsView, MeterLine, MeterPush, RoomPush, RoomView
from pitboss.server.queries.lab import JobStatus


class RoomFeed(Feed):
    """The feed of the room. It reads only tables with news again."""

    pace: ClassVar[int] = 5

    def __init__(self, context: ServerContext) -> None:
        super().__init__(context, OFFICE)
        self._tables: dict[str, ListedTable] = {}
        self._chains: set[str] = set()
        self._version, self._view = 0, b""

    def wake(self, news: News | None = None) -> None:
        """Note news of a table or of the office."""
        if news is not None:
            self._chains.add(news.chain)
        super().wake(news)

    async def refresh(self) -> None:
        """Read the tables with news and all meters."""
        chains, self._chains = self._chains, set()
        try:
            self._version, self._view = await self.context.do(self._look, chains)
        except BaseException:
            self._chains |= chains
            raise

    def _look(self, chains: set[str]) -> tuple[int, bytes]:
        property_id = self.context.room.house.property_id
        with self.context.room.database.reading() as connection:
            version, _ = journal.head(connection, property_id, OFFICE)
            of_tables = select(TABLES.c.table_id).where(TABLES.c.property_id == property_id)
            table_ids = connection.scalars(of_tables.order_by(TABLES.c.table_id)).all()
            of_meters = select(METERS.c.meter_id).where(METERS.c.property_id == property_id)
            meter_ids = connection.scalars(of_meters.order_by(METERS.c.meter_id)).all()
            shown = [display(connection, property_id, meter_id) for meter_id in meter_ids]
        for table_id in table_ids:
            if table_id not in self._tables or chain_of(table_id) in chains:
                self._tables[table_id] = self.context.room.query_table(table_id, lambda table, _: listed(table))
        meters = [view_of(MeterLine, each) for each in shown]
        return version, encode(RoomView(tables=[self._tables[table_id] for table_id in table_ids], meters=meters))

    def message(self, watch: Watch) -> str | None:
        """The list, if it differs from the one that was sent."""
        if watch.shown == self._view:
            return None
        watch.sent, watch.shown = self._version, self._view
        return self.push(RoomPush, self._version, self._view)


class MeterFeed(Feed):
    """The feed of a meter."""

    def __init__(self, context: ServerContext, meter_id: str) -> None:
        super().__init__(context, f"meter:{meter_id}")
        self._meter_id = meter_id
        self._version, self._view = 0, b""

    async def refresh(self) -> None:
        """What the displays show now."""
        shown = await self.context.show(self._look)
        self._version, self._view = shown.version, encode(shown)

    def _look(self) -> MeterDisplay:
        with self.context.room.database.reading() as connection:
            return display(connection, self.context.room.house.property_id, self._meter_id)

    def message(self, watch: Watch) -> str | None:
        """The display, if it differs from the one that was sent."""
        if watch.shown == self._view:
            return None
        watch.sent, watch.shown = self._version, self._view
        return self.push(MeterPush, self._version, self._view)


JOBS: Final = "jobs"
"""The name under which sockets watch the jobs."""

SHOWN: Final = 50
"""How many of the last jobs are shown."""

LOOK_SECONDS: Final = 1.0


class JobsFeed(Feed):
    """The feed of the jobs of the lab, read every second."""

    def __init__(self, context: ServerContext) -> None:
        super().__init__(context, JOBS)
        self._view, self._version = b"", 0
        self._next: asyncio.TimerHandle | None = None

    def wake(self, news: News | None = None) -> None:
        """Ignore news of tables: it does not concern the jobs."""
        if news is None:
            super().wake()

    def stop(self) -> None:
        """Stop the feed and its timer."""
        super().stop()
        if self._next is not None:
            self._next.cancel()

    async def refresh(self) -> None:
        """Read the jobs, and again in a second."""
        jobs = await self.context.do(self.context.jobs.last, SHOWN)
        shown = [view_of(JobStatus, job, status=job.status.value) for job in jobs]
        view = encode(JobsView(jobs=shown))
        self._version += view != self._view
        self._view = view
        if self._next is not None:
            self._next.cancel()
        self._next = asyncio.get_running_loop().call_later(LOOK_SECONDS, self.wake)

    def message(self, watch: Watch) -> str | None:
        """The list, if it differs from the one that was sent."""
        if watch.shown == self._view:
            return None
        watch.sent, watch.shown = self._version, self._view
        return self.push(JobsPush, self._version, self._view)
