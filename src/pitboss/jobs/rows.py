"""Jobs of the lab as database rows, which the server and the workers share.

The id of a job follows from its question and the version of the lab, so the same question is one job, no matter who
asks. Jobs touch neither money nor cards, so they are not in the journal.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Row, Select, func, select, text, update

from pitboss.house.actor import Actor
from pitboss.house.errors import CommandReusedError, RefusedError, UnknownError
from pitboss.house.reports.gaming_day import print_instant
from pitboss.house.storage.schema import JOBS

_NOT_LISTED: Final = frozenset({"property_id", "command_id", "key", "lost", "result"})
"""Columns that a list of jobs does not show."""


class Status(StrEnum):
    """The status of a job.

    >>> Status.RUNNING.is_open, Status.DONE.is_open
    (True, False)
    """

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"

    @property
    def is_open(self) -> bool:
        """Whether the job is queued or running."""
        return self in (Status.QUEUED, Status.RUNNING)

    @property
    def is_lost(self) -> bool:
        """Whether the job failed or was cancelled, so that it has no result unless it is asked for again."""
        return self in (Status.FAILED, Status.CANCELLED)


@dataclass(frozen=True)
class JobQuestion:
    """A question to the lab, with a key that is the same whenever the answer is the same.

    >>> JobQuestion("par", {"designator": "TCP-01"}, "5f" * 32).job_id
    '5f5f5f5f5f5f5f5f'
    """

    kind: str
    inputs: Mapping[str, Any]
    key: str

    @property
    def job_id(self) -> str:
        """The id of its job."""
        return self.key[:16]


@dataclass(frozen=True)
class Job:
    """A job and its status now."""

    job_id: str
    kind: str
    inputs: dict[str, Any]
    asked_by: str
    asked_at: str
    status: Status
    done_blocks: int
    all_blocks: int
    """0 while the number is not known."""
    worker: str | None
    lease_until: str | None
    started_at: str | None
    finished_at: str | None
    reason: str | None
    """Why it failed, or who cancelled it."""


class StoredJob(NamedTuple):
    """A job with its result, if there is one."""

    job: Job
    result: dict[str, Any] | None
    """JSON of the lab: each kind of job has its own."""


# ---- asking


class JobRequest(NamedTuple):
    """Who asks, by which command, and when."""

    by: Actor
    command_id: str
    at: datetime

    def values(self) -> dict[str, str | int]:
        """The columns of a newly queued job."""
        queued: dict[str, str | int] = {"status": Status.QUEUED.value, "done_blocks": 0, "all_blocks": 0, "lost": 0}
        request = {"command_id": self.command_id, "asked_by": str(self.by), "asked_at": print_instant(self.at)}
        return queued | request


def ask(connection: Connection, property_id: str, question: JobQuestion, asking: JobRequest) -> Job:
    """The job that answers a question: a new one, or the existing one. A failed or cancelled job is queued again.

    Sending the same command again changes nothing, whatever the job's status is now.
    """
    row = _row(connection, property_id, question.job_id, is_held=True)
    if row is None:
        _insert(connection, property_id, question, asking)
    elif row.command_id == asking.command_id:
        if row.asked_by != str(asking.by):
            raise _reused(row)
    else:
        _verify_unused(connection, property_id, asking.command_id)
        if Status(row.status).is_lost:
            cleared = dict.fromkeys(("worker", "lease_until", "started_at", "finished_at", "reason"))
            change(connection, property_id, question.job_id, asking.values() | cleared)
    return get(connection, property_id, question.job_id)


# Both databases accept it. Two people who ask the same at the same moment get the same job.
_INSERT: Final = text(
    "INSERT INTO jobs (property_id, job_id, command_id, key, kind, inputs, asked_by, asked_at, status, done_blocks, "
    "all_blocks, lost) VALUES (:property_id, :job_id, :command_id, :key, :kind, :inputs, :asked_by, :asked_at, "
    ":status, :done_blocks, :all_blocks, :lost) ON CONFLICT DO NOTHING"
)


def _insert(connection: Connection, property_id: str, question: JobQuestion, asking: JobRequest) -> None:
    inputs = json.dumps(dict(question.inputs), sort_keys=True)
    values = {"job_id": question.job_id, "key": question.key, "kind": question.kind, "inputs": inputs}
    connection.execute(_INSERT, {"property_id": property_id, **values, **asking.values()})
    if _row(connection, property_id, question.job_id) is None:
        _verify_unused(connection, property_id, asking.command_id)


def _verify_unused(connection: Connection, property_id: str, command_id: str) -> None:
    used = (JOBS.c.property_id == property_id) & (JOBS.c.command_id == command_id)
    row = connection.execute(select(JOBS).where(used)).first()
    if row is not None:
        raise _reused(row)


def _reused(row: Row[Any]) -> CommandReusedError:
    used = f"command id {row.command_id!r} was used for job {row.job_id} ({row.kind}) by {row.asked_by}"
    return CommandReusedError(f"{used}: make a new id")


def cancel(connection: Connection, property_id: str, job_id: str, by: Actor, now: datetime) -> Job:
    """Cancel a job. A worker that has it stops when it next renews its lease."""
    row = _row(connection, property_id, job_id, is_held=True)
    if row is None:
        raise no_job(job_id)
    status = Status(row.status)
    if status.is_open:
        over = ended(Status.CANCELLED, now) | {"reason": f"cancelled by {by}"}
        change(connection, property_id, job_id, over)
    elif status is not Status.CANCELLED:
        raise RefusedError(f"job {job_id} is {status.value} already: only what is queued or running can be cancelled")
    return get(connection, property_id, job_id)


# ---- queries


def get(connection: Connection, property_id: str, job_id: str) -> Job:
    """The job with this id.

    :raises UnknownError: if there is none
    """
    row = _row(connection, property_id, job_id)
    if row is None:
        raise no_job(job_id)
    return _job(row)


def find(connection: Connection, property_id: str, job_id: str) -> Job | None:
    """The job with this id; None if there is none."""
    row = _row(connection, property_id, job_id)
    return None if row is None else _job(row)


def with_results(connection: Connection, property_id: str, job_ids: Sequence[str]) -> dict[str, StoredJob]:
    """Jobs by their ids, each with its result, or None while there is none."""
    rows = connection.execute(select(JOBS).where(JOBS.c.property_id == property_id, JOBS.c.job_id.in_(job_ids)))
    return {row.job_id: StoredJob(_job(row), None if row.result is None else json.loads(row.result)) for row in rows}


def listed(connection: Connection, property_id: str, limit: int) -> list[Job]:
    """The last jobs, newest first."""
    query = _without_results().where(JOBS.c.property_id == property_id)
    rows = connection.execute(query.order_by(JOBS.c.asked_at.desc(), JOBS.c.job_id.desc()).limit(limit))
    return [_job(row) for row in rows]


def number_of(connection: Connection, property_id: str) -> int:
    """The number of jobs so far."""
    return connection.scalar(select(func.count()).select_from(JOBS).where(JOBS.c.property_id == property_id)) or 0


def number_open(connection: Connection, property_id: str) -> int:
    """The number of jobs that are queued or running."""
    is_open = JOBS.c.status.in_([status.value for status in Status if status.is_open])
    query = select(func.count()).select_from(JOBS).where(JOBS.c.property_id == property_id, is_open)
    return connection.scalar(query) or 0


def ended(status: Status, now: datetime) -> dict[str, str | None]:
    """The columns of a job that has ended."""
    return {"status": status.value, "finished_at": print_instant(now), "lease_until": None}


def change(connection: Connection, property_id: str, job_id: str, changes: Mapping[str, Any]) -> None:
    """Change the columns of a job, whatever its status."""
    own = (JOBS.c.property_id == property_id) & (JOBS.c.job_id == job_id)
    connection.execute(update(JOBS).where(own).values(changes))


def _without_results() -> Select[Any]:
    return select(*(column for column in JOBS.c if column.name != "result"))


def _row(connection: Connection, property_id: str, job_id: str, *, is_held: bool = False) -> Row[Any] | None:
    query = _without_results().where(JOBS.c.property_id == property_id, JOBS.c.job_id == job_id)
    return connection.execute(query.with_for_update() if is_held else query).first()


def _job(row: Row[Any]) -> Job:
    values = {name: value for name, value in row._mapping.items() if name not in _NOT_LISTED}
    return Job(**values | {"inputs": json.loads(row.inputs), "status": Status(row.status)})


def no_job(job_id: str) -> UnknownError:
    """The refusal of an unknown job id."""
    return UnknownError(f"there is no job {job_id!r}")
