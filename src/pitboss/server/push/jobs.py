"""The feed of the lab's jobs: how far each is, looked up every second while somebody watches.

Jobs are worked on in other processes, and are in no chain: nobody tells of them, so they are asked for.
"""

import asyncio
from typing import Final

from pitboss.house.views import view_of
from pitboss.server.bus import News
from pitboss.server.context import Hall
from pitboss.server.encoding import encode
from pitboss.server.push.feed import Feed, Watch
from pitboss.server.push.messages import JobsPush, JobsView
from pitboss.server.queries.jobs import JobStatus

JOBS: Final = "jobs"
"""What is watched."""

SHOWN: Final = 50
"""So many of the last jobs are shown."""

LOOK_SECONDS: Final = 1.0


class JobsFeed(Feed):
    """The jobs that are watched."""

    def __init__(self, hall: Hall) -> None:
        super().__init__(hall, JOBS)
        self._view, self._version = b"", 0
        self._next: asyncio.TimerHandle | None = None

    def wake(self, news: News | None = None) -> None:
        """What happens at tables is nothing to the jobs."""
        if news is None:
            super().wake()

    def stop(self) -> None:
        """Nobody is told anything any more."""
        super().stop()
        if self._next is not None:
            self._next.cancel()

    async def refresh(self) -> None:
        """Look, and again in a second."""
        jobs = await self.hall.do(self.hall.jobs.last, SHOWN)
        shown = [view_of(JobStatus, job, status=job.status.value) for job in jobs]
        view = encode(JobsView(jobs=shown))
        self._version += view != self._view
        self._view = view
        if self._next is not None:
            self._next.cancel()
        self._next = asyncio.get_running_loop().call_later(LOOK_SECONDS, self.wake)

    def message(self, watch: Watch) -> str | None:
        """The list, if it is another than was sent."""
        if watch.shown == self._view:
            return None
        watch.sent, watch.shown = self._version, self._view
        return self.push(JobsPush, self._version, self._view)
