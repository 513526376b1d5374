"""Jobs of the lab: what was asked, how far it is, and what came of it."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter
from msgspec import Meta, Struct

from pitboss.jobs.rows import Job
from pitboss.server.queries.endpoint import Limit, TheHall, look, path_id

router = APIRouter(tags=["the lab"])

JobId = Annotated[str, path_id("The job.", "5f0c77aa12b3c4d5")]


class JobStatus(Struct, frozen=True, kw_only=True):
    """A job as it stands, without its lease, which is renewed where nothing else happens."""

    job_id: Annotated[str, Meta(examples=["5f0c77aa12b3c4d5"])]
    kind: Annotated[str, Meta(examples=["par"])]
    inputs: Annotated[dict[str, Any], Meta(examples=[{"designator": "TCP-01"}])]
    asked_by: Annotated[
        str, Meta(description="Role and badge; the house asks for the theory of its tables.", examples=["admin:1"])
    ]
    asked_at: Annotated[str, Meta(examples=["2026-11-15T20:00:00.000000Z"])]
    status: Literal["queued", "running", "done", "failed", "cancelled"]
    done_blocks: Annotated[int, Meta(description="How far the present step is.", examples=[12])]
    all_blocks: Annotated[int, Meta(description="Of how many blocks; 0 while that is not known.", examples=[40])]
    worker: Annotated[str | None, Meta(description="Who works on it, or did last.", examples=["ace-4711-5f0c"])]
    started_at: str | None
    finished_at: str | None
    reason: Annotated[str | None, Meta(description="Why it failed, or who cancelled it.")]


class JobRow(JobStatus, frozen=True, kw_only=True):
    """A job with its lease."""

    lease_until: Annotated[str | None, Meta(description="Until when it is left to that worker.")]


class JobWithResult(JobRow, frozen=True, kw_only=True):
    """A job with its result."""

    result: Annotated[
        dict[str, Any] | None, Meta(description="What came of it, by the kind of job; nothing before it is done.")
    ]


class Jobs(Struct, frozen=True, kw_only=True):
    """The last jobs, the newest first."""

    jobs: list[JobRow]


@look(router, "/lab/jobs", "lab-jobs")
async def show_jobs(hall: TheHall, limit: Limit = 50) -> Jobs:
    """The last jobs of the lab, the newest first, without their results."""
    return Jobs(jobs=[JobRow(**job.as_json()) for job in await hall.do(hall.jobs.last, limit)])


@look(router, "/lab/jobs/{job_id}", "lab-jobs")
async def show_job(job_id: JobId, hall: TheHall) -> JobWithResult:
    """One job of the lab, with its result."""
    return with_result(*await hall.do(hall.jobs.look, job_id))


def with_result(job: Job, result: dict[str, Any] | None) -> JobWithResult:
    """A job with its result, as it is told."""
    return JobWithResult(**job.as_json(), result=result)
