"""The time of the room: clocks in doubt, and gaming days that are closed."""

from sqlalchemy import PrimaryKeyConstraint, Table

from pitboss.house.schema.base import METADATA, number, text

CLOCK_DOUBTS = Table(
    "clock_doubts",
    METADATA,
    text("property_id"),
    number("number"),
    text("at"),
    text("clock"),
    text("words"),
    text("acknowledged_at", nullable=True),
    text("acknowledged_clock", nullable=True),
    text("proposed_by", nullable=True),
    text("acknowledged_by", nullable=True),
    text("reason", nullable=True),
    PrimaryKeyConstraint("property_id", "number"),
)
"""When the clock was found behind the newest record or far ahead of it, what it said, and who acknowledged that. The
number is the record's in the chain of the office."""

CLOSED_DAYS = Table(
    "closed_days",
    METADATA,
    text("property_id"),
    text("day"),
    text("closed_at"),
    text("proposed_by"),
    text("closed_by"),
    text("reason"),
    number("slips"),
    text("by_book"),
    number("win_cents"),
    number("drop_cents"),
    text("reports_hash"),
    PrimaryKeyConstraint("property_id", "day"),
)
"""Gaming days that two people have closed: no record can be of such a day any more. With the slips that were counted,
the tables that stay by book, and a hash of the reports."""
