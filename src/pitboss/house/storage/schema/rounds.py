"""Rounds that are over: one row each, written with the record that ended the round, and never changed."""

from sqlalchemy import CheckConstraint, Index, PrimaryKeyConstraint, Table

from pitboss.house.storage.schema.base import HASHED, METADATA, number, text

ROUND_ROWS = Table(
    "rounds",
    METADATA,
    text("property_id", HASHED),
    text("table_id", HASHED),
    number("number", HASHED),
    text("began_at", HASHED),
    text("began_day", HASHED),
    text("day", HASHED),
    number("first_seq", HASHED),
    number("last_seq", HASHED),
    number("shuffled_seq", HASHED, nullable=True),
    text("outcome", HASHED),
    text("stakes", HASHED),
    text("sealed", HASHED),
    PrimaryKeyConstraint("property_id", "table_id", "number"),
    CheckConstraint("outcome IN ('played', 'void')", name="outcome"),
    Index(None, "property_id", "table_id", "first_seq"),
    Index(None, "property_id", "table_id", "day"),
)
"""Each round that is over: the first and the last of its records in the chain of its table, the record with which its
deck or shoe was shuffled (electronic cards), and the gaming days on which it began and ended. The stakes are what every
seat bet and got back. Its commands and rules are sealed with the room's key: there are hands in them that were never
shown."""
