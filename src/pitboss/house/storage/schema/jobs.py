"""Work that the lab was asked for."""

from sqlalchemy import CheckConstraint, Index, PrimaryKeyConstraint, Table, UniqueConstraint

from pitboss.house.storage.schema.base import LAB_WORK, METADATA, number, text

JOBS = Table(
    "jobs",
    METADATA,
    text("property_id", LAB_WORK),
    text("job_id", LAB_WORK),
    text("command_id", LAB_WORK),
    text("key", LAB_WORK),
    text("kind", LAB_WORK),
    text("inputs", LAB_WORK),
    text("asked_by", LAB_WORK),
    text("asked_at", LAB_WORK),
    text("status", LAB_WORK),
    number("done_blocks", LAB_WORK),
    number("all_blocks", LAB_WORK),
    number("lost", LAB_WORK),
    text("worker", LAB_WORK, nullable=True),
    text("lease_until", LAB_WORK, nullable=True),
    text("started_at", LAB_WORK, nullable=True),
    text("finished_at", LAB_WORK, nullable=True),
    text("result", LAB_WORK, nullable=True),
    text("reason", LAB_WORK, nullable=True),
    PrimaryKeyConstraint("property_id", "job_id"),
    UniqueConstraint("property_id", "command_id"),
    CheckConstraint("status IN ('queued', 'running', 'done', 'failed', 'cancelled')", name="status"),
    Index(None, "property_id", "status", "asked_at"),
)
"""What the lab was asked, how far it is, and the result. A question asked of the same code is one job. Lost is how
often a worker went away without a word while it worked on it."""
