"""Where the lab is asked for work, and where workers fetch it: jobs with clock, database and permissions."""

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
from pitboss.jobs.rows import Job, JobRequest, Status
from pitboss.sources import Clock

ASK, CANCEL = "ask-job", "cancel-job"
"""Their lines in the grid."""

LEASE_SECONDS: Final = 30.0
"""For how long a job is left to a worker that says nothing."""

KEPT: Final = timedelta(days=1)
"""So long a job waits for a worker of its code: while a room is upgraded, some may be of either."""

MOST_OPEN: Final = 200
"""So many jobs may wait or be worked on."""


class JobDesk:
    """The jobs of a card room."""

    def __init__(self, database: Database, property_id: str, clock: Clock, lab: Laboratory | None = None) -> None:
        self._database, self._property_id, self._clock = database, property_id, clock
        self.lab = lab or LocalLab()

    # ---- asking

    def ask(self, kind: str, inputs: Mapping[str, Any], *, by: Actor, command_id: str) -> Job:
        """The job that answers a question; where it was answered before, it is done already."""
        verify_may_ask(by, ASK)
        verify_command_id(command_id)
        asked = question(kind, inputs)
        self.lab.verify(kind, asked.inputs)
        with self._database.transaction() as connection:
            if by.is_staff:
                verify_on_duty(connection, self._property_id, by)
            known = rows.find(connection, self._property_id, asked.job_id)
            if known is None or known.status.is_lost:
                self._verify_room(rows.number_open(connection, self._property_id))
            return rows.ask(connection, self._property_id, asked, JobRequest(by, command_id, self._clock.now()))

    def _verify_room(self, number: int) -> None:
        if number >= MOST_OPEN:
            raise RefusedError(f"{number} jobs wait already, and {MOST_OPEN} may: wait, or cancel some")

    def cancel(self, job_id: str, *, by: Actor) -> Job:
        """Nobody works on it any more."""
        verify_may_ask(by, CANCEL)
        with self._database.transaction() as connection:
            verify_on_duty(connection, self._property_id, by)
            return rows.cancel(connection, self._property_id, job_id, by, self._clock.now())

    # ---- looking

    def find(self, kind: str, inputs: Mapping[str, Any]) -> Job | None:
        """The job of a question; nothing where nobody has asked it of this code."""
        with self._database.reading() as connection:
            return rows.find(connection, self._property_id, question(kind, inputs).job_id)

    def stored(
        self, kind: str, several: Sequence[Mapping[str, Any]]
    ) -> list[tuple[Job, dict[str, Any] | None] | tuple[None, None]]:
        """The jobs of several questions of a kind with their results, as far as there are any."""
        job_ids = [question(kind, inputs).job_id for inputs in several]
        with self._database.reading() as connection:
            found = rows.with_results(connection, self._property_id, job_ids)
        return [found.get(job_id, (None, None)) for job_id in job_ids]

    def look(self, job_id: str) -> tuple[Job, dict[str, Any] | None]:
        """A job with its result, as far as there is one."""
        with self._database.reading() as connection:
            found = rows.with_results(connection, self._property_id, [job_id])
        if job_id not in found:
            raise rows.no_job(job_id)
        return found[job_id]

    def last(self, limit: int) -> list[Job]:
        """The last jobs, the newest first."""
        with self._database.reading() as connection:
            return rows.listed(connection, self._property_id, limit)

    # ---- working

    def claim(self, worker: str) -> Job | None:
        """The next job for a worker. Where there is none, nothing is written.

        A job that was asked of other code is left to a worker of that code: its result would not be this code's.
        """
        now = self._clock.now()
        with self._database.reading() as connection:
            found = claims.free(connection, self._property_id, now)
        own = [each.question.job_id for each in found if is_own(each.question)]
        if not own:
            return None
        with self._database.transaction() as connection:
            return claims.claim(connection, self._property_id, own, worker, (now, LEASE_SECONDS))

    def clear_away(self) -> int:
        """Cancel what was asked of other code a day ago or more, and nobody has worked on; how many these were."""
        now = self._clock.now()
        before = print_instant(now - KEPT)
        with self._database.reading() as connection:
            found = claims.free(connection, self._property_id, now)
        old = [each.question.job_id for each in found if each.asked_at < before and not is_own(each.question)]
        over = rows.ended(Status.CANCELLED, now) | {"reason": "asked of another version of the lab: ask again"}
        with self._database.transaction() as connection:
            return sum(claims.give_up(connection, self._property_id, job_id, now, over) for job_id in old)

    def renew(self, job_id: str, worker: str, done_blocks: int, all_blocks: int) -> bool:
        """Say that it goes on; false where it is not this worker's any more."""
        with self._database.transaction() as connection:
            held = self._hold(job_id, worker)
            return held.renew(connection, self._clock.now(), LEASE_SECONDS, done_blocks, all_blocks)

    def finish(self, job_id: str, worker: str, result: Mapping[str, Any]) -> bool:
        """Keep the result; false where nobody waits for it any more."""
        told = json.dumps(result, allow_nan=False, separators=(",", ":"))
        with self._database.transaction() as connection:
            return self._hold(job_id, worker).finish(connection, self._clock.now(), told)

    def fail(self, job_id: str, worker: str, reason: str) -> bool:
        """It cannot be done."""
        with self._database.transaction() as connection:
            return self._hold(job_id, worker).fail(connection, self._clock.now(), reason)

    def put_back(self, job_id: str, worker: str) -> bool:
        """Leave it to another worker."""
        with self._database.transaction() as connection:
            return self._hold(job_id, worker).put_back(connection)

    def _hold(self, job_id: str, worker: str) -> JobLease:
        return JobLease(self._property_id, job_id, worker)
