"""The tables of incidents, disputes, approval conditions, display readings, and the jobs of the lab."""

from sqlalchemy import CheckConstraint, ForeignKeyConstraint, Index, PrimaryKeyConstraint, Table, UniqueConstraint

from pitboss.house.storage.schema.base import LAB_WORK, METADATA, RECORDED, number, text

INCIDENTS = Table(
    "incidents",
    METADATA,
    text("property_id", RECORDED),
    text("incident_id", RECORDED),
    text("subject", RECORDED),
    text("words", RECORDED),
    number("is_reportable", RECORDED),
    text("noticed_at", RECORDED),
    text("due_at", RECORDED),
    text("opened_at", RECORDED),
    text("opened_by", RECORDED),
    text("reported_at", RECORDED, nullable=True),
    text("reported_by", RECORDED, nullable=True),
    text("reference", RECORDED, nullable=True),
    text("closed_at", RECORDED, nullable=True),
    text("closed_by", RECORDED, nullable=True),
    text("outcome", RECORDED, nullable=True),
    PrimaryKeyConstraint("property_id", "incident_id"),
    Index(None, "property_id", "due_at"),
)
"""Incidents: what went wrong, since when, and the deadline for the report to the commission."""

INCIDENT_NOTES = Table(
    "incident_notes",
    METADATA,
    text("property_id", RECORDED),
    text("incident_id", RECORDED),
    number("number", RECORDED),
    text("at", RECORDED),
    text("actor", RECORDED),
    text("words", RECORDED),
    PrimaryKeyConstraint("property_id", "incident_id", "number"),
    ForeignKeyConstraint(["property_id", "incident_id"], ["incidents.property_id", "incidents.incident_id"]),
)
"""Notes about an incident; they are added, never changed."""

DISPUTES = Table(
    "disputes",
    METADATA,
    text("property_id", RECORDED),
    text("dispute_id", RECORDED),
    text("table_id", RECORDED),
    number("round_number", RECORDED),
    text("player", RECORDED),
    text("claim", RECORDED),
    text("status", RECORDED),
    number("first_seq", RECORDED),
    text("opened_at", RECORDED),
    text("opened_by", RECORDED),
    text("ruling", RECORDED, nullable=True),
    text("ruled_at", RECORDED, nullable=True),
    text("ruled_by", RECORDED, nullable=True),
    text("closed_at", RECORDED, nullable=True),
    text("closed_by", RECORDED, nullable=True),
    PrimaryKeyConstraint("property_id", "dispute_id"),
    CheckConstraint("status IN ('open', 'ruled', 'closed')", name="status"),
    Index(None, "property_id", "table_id", "status"),
)
"""Disputes of players: a claim about one round, the ruling, and the first record of that round."""

SIGNATURES = Table(
    "signatures",
    METADATA,
    text("property_id", RECORDED),
    text("dispute_id", RECORDED),
    text("party", RECORDED),
    text("signature", RECORDED),
    text("at", RECORDED),
    text("actor", RECORDED),
    PrimaryKeyConstraint("property_id", "dispute_id", "party"),
    ForeignKeyConstraint(["property_id", "dispute_id"], ["disputes.property_id", "disputes.dispute_id"]),
)
"""The signatures on a ruling, by the player and a supervisor."""

CONDITIONS = Table(
    "conditions",
    METADATA,
    text("property_id", RECORDED),
    text("table_id", RECORDED),
    text("condition", RECORDED),
    text("status", RECORDED),
    text("evidence", RECORDED),
    text("dated", RECORDED),
    text("proposed_by", RECORDED, nullable=True),
    text("recorded_by", RECORDED),
    text("recorded_at", RECORDED),
    PrimaryKeyConstraint("property_id", "table_id", "condition"),
    ForeignKeyConstraint(["property_id", "table_id"], ["tables.property_id", "tables.table_id"]),
    CheckConstraint("status IN ('met', 'not met')", name="status"),
)
"""Whether a table meets each condition of its game's approval letter: the evidence, its day, and who recorded it."""

READINGS = Table(
    "readings",
    METADATA,
    text("property_id", RECORDED),
    text("meter_id", RECORDED),
    number("seq", RECORDED),
    text("at", RECORDED),
    text("day", RECORDED),
    text("actor", RECORDED),
    number("read_cents", RECORDED),
    number("meter_cents", RECORDED),
    PrimaryKeyConstraint("property_id", "meter_id", "seq"),
    ForeignKeyConstraint(["property_id", "meter_id"], ["meters.property_id", "meters.meter_id"]),
)
"""What a display showed when it was read, and what the books said at that moment. The number is that of the record in
the chain of the office."""


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
"""The jobs of the lab, their progress and their results. The same question to the same code is one job. ``lost`` counts
the workers that disappeared while they worked on it."""
