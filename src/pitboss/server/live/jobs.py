"""The feed of the lab's jobs: how far each is, looked up every second while somebody watches.

Jobs are worked on in other processes, and are in no chain: nobody tells of them, so they are asked for.
"""

import asyncio
from typing import Any, Final

from pitboss.house.jobs import Job
from pitboss.server.bus import News
from pitboss.server.hall import Hall
from pitboss.server.live.feed import Feed, Watch, write

JOBS: Final = "jobs"
"""What is watched."""

SHOWN: Final = 50
"""So many of the last jobs are shown."""

LOOK_SECONDS: Final = 1.0


class JobsFeed(Feed):
    """The jobs that are watched."""

    def __init__(self, hall: Hall) -> None:
        super().__init__(hall, JOBS)
        self._view, self._version = "", 0
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
        view = write({"jobs": [_shown(job) for job in jobs]})
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
        return self.write_message(self._version, self._view)


def _shown(job: Job) -> dict[str, Any]:
    """A job without its lease, which is renewed where nothing else happens."""
    return {name: value for name, value in job.as_json().items() if name != "lease_until"}
