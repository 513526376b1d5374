"""The time of the room: clocks in doubt, and gaming days that are closed."""

from sqlalchemy import PrimaryKeyConstraint, Table

from pitboss.house.storage.schema.base import METADATA, RECORDED, number, text

CLOCK_DOUBTS = Table(
    "clock_doubts",
    METADATA,
    text("property_id", RECORDED),
    number("number", RECORDED),
    text("at", RECORDED),
    text("clock", RECORDED),
    text("words", RECORDED),
    text("acknowledged_at", RECORDED, nullable=True),
    text("acknowledged_clock", RECORDED, nullable=True),
    text("proposed_by", RECORDED, nullable=True),
    text("acknowledged_by", RECORDED, nullable=True),
    text("reason", RECORDED, nullable=True),
    PrimaryKeyConstraint("property_id", "number"),
)
"""When the clock was found behind the newest record or far ahead of it, what it said, and who acknowledged that. The
number is the record's in the chain of the office."""

CLOSED_DAYS = Table(
    "closed_days",
    METADATA,
    text("property_id", RECORDED),
    text("day", RECORDED),
    text("closed_at", RECORDED),
    text("proposed_by", RECORDED),
    text("closed_by", RECORDED),
    text("reason", RECORDED),
    number("slips", RECORDED),
    text("by_book", RECORDED),
    number("win_cents", RECORDED),
    number("drop_cents", RECORDED),
    text("reports_hash", RECORDED),
    PrimaryKeyConstraint("property_id", "day"),
)
"""Gaming days that two people have closed: no record can be of such a day any more. With the slips that were counted,
the tables that stay by book, and a hash of the reports."""
