"""Work that the lab was asked for."""

from sqlalchemy import CheckConstraint, Index, PrimaryKeyConstraint, Table, UniqueConstraint

from pitboss.house.schema.base import METADATA, number, text

JOBS = Table(
    "jobs",
    METADATA,
    text("property_id"),
    text("job_id"),
    text("command_id"),
    text("key"),
    text("kind"),
    text("inputs"),
    text("asked_by"),
    text("asked_at"),
    text("status"),
    number("done_blocks"),
    number("all_blocks"),
    number("lost"),
    text("worker", nullable=True),
    text("lease_until", nullable=True),
    text("started_at", nullable=True),
    text("finished_at", nullable=True),
    text("result", nullable=True),
    text("reason", nullable=True),
    PrimaryKeyConstraint("property_id", "job_id"),
    UniqueConstraint("property_id", "command_id"),
    CheckConstraint("status IN ('queued', 'running', 'done', 'failed', 'cancelled')", name="status"),
    Index(None, "property_id", "status", "asked_at"),
)
"""What the lab was asked, how far it is, and the result. A question asked of the same code is one job. Lost is how
often a worker went away without a word while it worked on it."""
