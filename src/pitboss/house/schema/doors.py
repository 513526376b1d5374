"""Who is let in without a badge in hand, and when the house dealer moves next."""

from sqlalchemy import CheckConstraint, Index, PrimaryKeyConstraint, Table

from pitboss.house.schema.base import METADATA, number, text

SESSIONS = Table(
    "sessions",
    METADATA,
    text("property_id"),
    text("token_hash"),
    text("kind"),
    text("actor"),
    text("table_id", nullable=True),
    text("csrf"),
    text("label"),
    text("made_at"),
    text("ends_at", nullable=True),
    PrimaryKeyConstraint("property_id", "token_hash"),
    CheckConstraint("kind IN ('session', 'display', 'controller')", name="kind"),
)
"""Who has come in and not left: people in a browser, and devices that are bound to a table. Of a token only the hash is
kept, so nobody can come in with what is read here."""

DEADLINES = Table(
    "deadlines",
    METADATA,
    text("property_id"),
    text("table_id"),
    number("version"),
    text("due_at"),
    text("claimed_until", nullable=True),
    PrimaryKeyConstraint("property_id", "table_id"),
    Index(None, "property_id", "due_at"),
)
"""When the house dealer moves next at a table, and at which version of it. Whoever claims one does it for a while."""
