"""What the office keeps about the room: incidents, disputes, and the amounts that were read off displays."""

from sqlalchemy import CheckConstraint, ForeignKeyConstraint, Index, PrimaryKeyConstraint, Table

from pitboss.house.schema.base import METADATA, number, text

INCIDENTS = Table(
    "incidents",
    METADATA,
    text("property_id"),
    text("incident_id"),
    text("subject"),
    text("words"),
    number("is_reportable"),
    text("noticed_at"),
    text("due_at"),
    text("opened_at"),
    text("opened_by"),
    text("reported_at", nullable=True),
    text("reported_by", nullable=True),
    text("reference", nullable=True),
    text("closed_at", nullable=True),
    text("closed_by", nullable=True),
    text("outcome", nullable=True),
    PrimaryKeyConstraint("property_id", "incident_id"),
    Index(None, "property_id", "due_at"),
)
"""What went wrong, since when, and until when the commission must know."""

INCIDENT_NOTES = Table(
    "incident_notes",
    METADATA,
    text("property_id"),
    text("incident_id"),
    number("number"),
    text("at"),
    text("actor"),
    text("words"),
    PrimaryKeyConstraint("property_id", "incident_id", "number"),
    ForeignKeyConstraint(["property_id", "incident_id"], ["incidents.property_id", "incidents.incident_id"]),
)
"""What was found out about an incident; notes are added, never changed."""

DISPUTES = Table(
    "disputes",
    METADATA,
    text("property_id"),
    text("dispute_id"),
    text("table_id"),
    number("round_number"),
    text("player"),
    text("claim"),
    text("status"),
    number("first_seq"),
    text("opened_at"),
    text("opened_by"),
    text("ruling", nullable=True),
    text("ruled_at", nullable=True),
    text("ruled_by", nullable=True),
    text("closed_at", nullable=True),
    text("closed_by", nullable=True),
    PrimaryKeyConstraint("property_id", "dispute_id"),
    CheckConstraint("status IN ('open', 'ruled', 'closed')", name="status"),
    Index(None, "property_id", "table_id", "status"),
)
"""What players dispute: a claim about one round, the ruling, and where the round begins in its table's records."""

SIGNATURES = Table(
    "signatures",
    METADATA,
    text("property_id"),
    text("dispute_id"),
    text("party"),
    text("signature"),
    text("at"),
    text("actor"),
    PrimaryKeyConstraint("property_id", "dispute_id", "party"),
    ForeignKeyConstraint(["property_id", "dispute_id"], ["disputes.property_id", "disputes.dispute_id"]),
)
"""Who signed a ruling: the player and a supervisor."""

CONDITIONS = Table(
    "conditions",
    METADATA,
    text("property_id"),
    text("table_id"),
    text("condition"),
    text("status"),
    text("evidence"),
    text("dated"),
    text("proposed_by", nullable=True),
    text("recorded_by"),
    text("recorded_at"),
    PrimaryKeyConstraint("property_id", "table_id", "condition"),
    ForeignKeyConstraint(["property_id", "table_id"], ["tables.property_id", "tables.table_id"]),
    CheckConstraint("status IN ('met', 'not met')", name="status"),
)
"""How a table stands to each condition of its game's letter of approval: the evidence, its day, and who recorded it."""

READINGS = Table(
    "readings",
    METADATA,
    text("property_id"),
    text("meter_id"),
    number("seq"),
    text("at"),
    text("day"),
    text("actor"),
    number("read_cents"),
    number("meter_cents"),
    PrimaryKeyConstraint("property_id", "meter_id", "seq"),
    ForeignKeyConstraint(["property_id", "meter_id"], ["meters.property_id", "meters.meter_id"]),
)
"""What a display showed when somebody read it, beside what the books said at that moment. The number is the record's
in the chain of the office."""
