"""Claims: a worker claims a job with a lease, and renews the lease while it works.

If the worker dies, another one claims the job when the lease has expired, and continues from what the lab has stored.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, case, select, update

from pitboss.house.reports.gaming_day import print_instant
from pitboss.house.storage.schema import JOBS
from pitboss.jobs.rows import Job, JobQuestion, Status, change, ended, get

MAX_LOST: Final = 3
"""A job is given up after this many workers died on it: the job itself may be the cause."""


class ClaimableJob(NamedTuple):
    """A job that no worker has."""

    question: JobQuestion
    asked_at: str


def free(connection: Connection, property_id: str, now: datetime) -> list[ClaimableJob]:
    """The jobs that can be claimed, oldest first; those that people asked for come before the house's own."""
    of_house = case((JOBS.c.asked_by.startswith("house:"), 1), else_=0)
    query = select(JOBS.c.kind, JOBS.c.inputs, JOBS.c.key, JOBS.c.asked_at).where(_is_free(property_id, now))
    rows = connection.execute(query.order_by(of_house, JOBS.c.asked_at, JOBS.c.job_id))
    return [ClaimableJob(JobQuestion(row.kind, json.loads(row.inputs), row.key), row.asked_at) for row in rows]


def claim(
    connection: Connection, property_id: str, job_ids: Sequence[str], worker: str, lease: tuple[datetime, float]
) -> Job | None:
    """Claim the first of these jobs that is still free. The lease is an instant and a number of seconds from then."""
    now, lease_seconds = lease
    # Skip a row that another process is about to claim. SQLite has one writer, and ignores this.
    query = select(JOBS.c.status, JOBS.c.lost, JOBS.c.started_at).with_for_update(skip_locked=True)
    for job_id in job_ids:
        row = connection.execute(query.where(_is_free(property_id, now), JOBS.c.job_id == job_id)).first()
        if row is None:
            continue
        lost = row.lost + (row.status == Status.RUNNING)
        if lost < MAX_LOST:
            claimed = {"status": Status.RUNNING.value, "worker": worker, "lost": lost}
            claimed |= {"started_at": row.started_at or print_instant(now)}
            change(connection, property_id, job_id, claimed | {"lease_until": _until(now, lease_seconds)})
            return get(connection, property_id, job_id)
        reason = f"{lost} workers died while they worked on it"
        change(connection, property_id, job_id, ended(Status.FAILED, now) | {"reason": reason, "lost": lost})
    return None


def give_up(connection: Connection, property_id: str, job_id: str, now: datetime, over: Mapping[str, Any]) -> bool:
    """End a job that no worker has; false if a worker has claimed it by now."""
    free_job = _is_free(property_id, now) & (JOBS.c.job_id == job_id)
    return connection.execute(update(JOBS).where(free_job).values(over)).rowcount == 1


@dataclass(frozen=True)
class JobLease:
    """A worker's claim on a job."""

    property_id: str
    job_id: str
    worker: str

    def renew(
        self, connection: Connection, now: datetime, lease_seconds: float, done_blocks: int, all_blocks: int
    ) -> bool:
        """Renew the lease and store the progress; false if the job is not this worker's any more."""
        progress = {"done_blocks": done_blocks, "all_blocks": all_blocks}
        return self._update_own(connection, progress | {"lease_until": _until(now, lease_seconds)})

    def finish(self, connection: Connection, now: datetime, result: str) -> bool:
        """Store the result, as JSON."""
        blocks = {"done_blocks": JOBS.c.all_blocks}
        return self._update_own(connection, ended(Status.DONE, now) | blocks | {"result": result})

    def fail(self, connection: Connection, now: datetime, reason: str) -> bool:
        """Mark the job as failed."""
        return self._update_own(connection, ended(Status.FAILED, now) | {"reason": reason})

    def put_back(self, connection: Connection) -> bool:
        """Put the job back into the queue."""
        return self._update_own(connection, {"status": Status.QUEUED.value, "worker": None, "lease_until": None})

    def _update_own(self, connection: Connection, changes: Mapping[str, Any]) -> bool:
        own = (JOBS.c.property_id == self.property_id) & (JOBS.c.job_id == self.job_id)
        mine = own & (JOBS.c.status == Status.RUNNING.value) & (JOBS.c.worker == self.worker)
        return connection.execute(update(JOBS).where(mine).values(changes)).rowcount == 1


def _is_free(property_id: str, now: datetime) -> ColumnElement[bool]:
    has_expired = (JOBS.c.status == Status.RUNNING.value) & (JOBS.c.lease_until <= print_instant(now))
    return (JOBS.c.property_id == property_id) & ((JOBS.c.status == Status.QUEUED.value) | has_expired)


def _until(now: datetime, lease_seconds: float) -> str:
    return print_instant(now + timedelta(seconds=lease_seconds))
