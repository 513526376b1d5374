"""Jobs: work that the lab was asked for."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Do the step."""
    op.create_table(
        "jobs",
        sa.Column("property_id", sa.Text(), nullable=False),
        sa.Column("job_id", sa.Text(), nullable=False),
        sa.Column("command_id", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("inputs", sa.Text(), nullable=False),
        sa.Column("asked_by", sa.Text(), nullable=False),
        sa.Column("asked_at", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("done_blocks", sa.BigInteger(), nullable=False),
        sa.Column("all_blocks", sa.BigInteger(), nullable=False),
        sa.Column("lost", sa.BigInteger(), nullable=False),
        sa.Column("worker", sa.Text(), nullable=True),
        sa.Column("lease_until", sa.Text(), nullable=True),
        sa.Column("started_at", sa.Text(), nullable=True),
        sa.Column("finished_at", sa.Text(), nullable=True),
        sa.Column("result", sa.Text(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.CheckConstraint(
            "status IN ('queued', 'running', 'done', 'failed', 'cancelled')", name=op.f("ck_jobs_status")
        ),
        sa.PrimaryKeyConstraint("property_id", "job_id", name=op.f("pk_jobs")),
        sa.UniqueConstraint("property_id", "command_id", name=op.f("uq_jobs_property_id_command_id")),
    )
    op.create_index(
        op.f("ix_jobs_property_id_status_asked_at"), "jobs", ["property_id", "status", "asked_at"], unique=False
    )
