"""The job desk: people and the house ask the lab for work here, and workers claim it, with permissions checked."""

import json
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any, Final

from pitboss.house.actor import Actor
from pitboss.house.errors import RefusedError
from pitboss.house.field_checks import verify_command_id
from pitboss.house.people.staff import verify_on_duty
from pitboss.house.permissions import verify_may_ask
from pitboss.house.reports.gaming_day import print_instant
from pitboss.house.storage.database import Database
from pitboss.jobs import claims, rows
from pitboss.jobs.claims import JobLease
from pitboss.jobs.laboratory import Laboratory, LocalLab, is_own, question
from pitboss.jobs.rows import Job, JobRequest, Status, StoredJob
from pitboss.sources import Clock

ASK, CANCEL = "ask-job", "cancel-job"
"""Their names in the list of permissions."""

LEASE_SECONDS: Final = 30.0
"""How long a worker keeps a job without renewing its lease."""

KEPT: Final = timedelta(days=1)
"""How long a job waits for a worker that runs its version of the lab: during an upgrade, both versions may run."""

MAX_OPEN: Final = 200
"""The maximum number of queued and running jobs."""


class JobDesk:
    """The jobs of a card room."""

    def __init__(self, database: Database, property_id: str, clock: Clock, lab: Laboratory | None = None) -> None:
        self._database, self._property_id, self._clock = database, property_id, clock
        self.lab = lab or LocalLab()

    # ---- asking

    def ask(self, kind: str, inputs: Mapping[str, Any], *, by: Actor, command_id: str) -> Job:
        """The job that answers a question; if it was answered before, that job is done already."""
        verify_may_ask(by, ASK)
        verify_command_id(command_id)
        to_answer = question(kind, inputs)
        self.lab.verify(kind, to_answer.inputs)
        with self._database.transaction() as connection:
            if by.is_staff:
                verify_on_duty(connection, self._property_id, by)
            job = rows.find(connection, self._property_id, to_answer.job_id)
            if job is None or job.status.is_lost:
                self._verify_room(rows.number_open(connection, self._property_id))
            return rows.ask(connection, self._property_id, to_answer, JobRequest(by, command_id, self._clock.now()))

    def _verify_room(self, number: int) -> None:
        if number >= MAX_OPEN:
            raise RefusedError(f"{number} jobs wait already, and {MAX_OPEN} may: wait, or cancel some")

    def cancel(self, job_id: str, *, by: Actor) -> Job:
        """Cancel a job."""
        verify_may_ask(by, CANCEL)
        with self._database.transaction() as connection:
            verify_on_duty(connection, self._property_id, by)
            return rows.cancel(connection, self._property_id, job_id, by, self._clock.now())

    # ---- queries

    def find(self, kind: str, inputs: Mapping[str, Any]) -> Job | None:
        """The job of a question; None if it was not asked of this version of the lab."""
        with self._database.reading() as connection:
            return rows.find(connection, self._property_id, question(kind, inputs).job_id)

    def stored(self, kind: str, several: Sequence[Mapping[str, Any]]) -> list[StoredJob | None]:
        """The jobs of several questions of one kind with their results, None where there is no job."""
        job_ids = [question(kind, inputs).job_id for inputs in several]
        with self._database.reading() as connection:
            jobs = rows.with_results(connection, self._property_id, job_ids)
        return [jobs.get(job_id) for job_id in job_ids]

    def get(self, job_id: str) -> StoredJob:
        """A job with its result, if there is one."""
        with self._database.reading() as connection:
            jobs = rows.with_results(connection, self._property_id, [job_id])
        if job_id not in jobs:
            raise rows.no_job(job_id)
        return jobs[job_id]

    def last(self, limit: int) -> list[Job]:
        """The last jobs, newest first."""
        with self._database.reading() as connection:
            return rows.listed(connection, self._property_id, limit)

    # ---- working

    def claim(self, worker: str) -> Job | None:
        """The next job for a worker; if there is none, nothing is written.

        A job that was asked of another version of the lab is left to a worker of that version.
        """
        now = self._clock.now()
        with self._database.reading() as connection:
            free = claims.free(connection, self._property_id, now)
        own = [each.question.job_id for each in free if is_own(each.question)]
        if not own:
            return None
        with self._database.transaction() as connection:
            return claims.claim(connection, self._property_id, own, worker, (now, LEASE_SECONDS))

    def clear_away(self) -> int:
        """Cancel jobs that were asked of another version a day ago or more and that no worker has; returns how many."""
        now = self._clock.now()
        before = print_instant(now - KEPT)
        with self._database.reading() as connection:
            free = claims.free(connection, self._property_id, now)
        old = [each.question.job_id for each in free if each.asked_at < before and not is_own(each.question)]
        over = rows.ended(Status.CANCELLED, now) | {"reason": "asked of another version of the lab: ask again"}
        with self._database.transaction() as connection:
            return sum(claims.give_up(connection, self._property_id, job_id, now, over) for job_id in old)

    def renew(self, job_id: str, worker: str, done_blocks: int, all_blocks: int) -> bool:
        """Renew the lease; false if the job is not this worker's any more."""
        with self._database.transaction() as connection:
            lease = self._lease(job_id, worker)
            return lease.renew(connection, self._clock.now(), LEASE_SECONDS, done_blocks, all_blocks)

    def finish(self, job_id: str, worker: str, result: Mapping[str, Any]) -> bool:
        """Store the result; false if the job is not this worker's any more."""
        text = json.dumps(result, allow_nan=False, separators=(",", ":"))
        with self._database.transaction() as connection:
            return self._lease(job_id, worker).finish(connection, self._clock.now(), text)

    def fail(self, job_id: str, worker: str, reason: str) -> bool:
        """Mark the job as failed."""
        with self._database.transaction() as connection:
            return self._lease(job_id, worker).fail(connection, self._clock.now(), reason)

    def put_back(self, job_id: str, worker: str) -> bool:
        """Put the job back into the queue."""
        with self._database.transaction() as connection:
            return self._lease(job_id, worker).put_back(connection)

    def _lease(self, job_id: str, worker: str) -> JobLease:
        return JobLease(self._property_id, job_id, worker)
