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
    text("subject"),
    text("table_id", nullable=True),
    text("csrf"),
    text("label"),
    text("made_at"),
    text("ends_at", nullable=True),
    text("seal"),
    PrimaryKeyConstraint("property_id", "token_hash"),
    CheckConstraint("kind IN ('session', 'display', 'controller')", name="kind"),
)
"""Who is logged in: people in a browser, and devices that are bound to a table. Of a token only the hash is kept, so
nobody can log in with what is read here. ``seal`` is made with the room's key of all other columns and of the epoch of
``subject`` (a badge, a player, a pass), so nobody can write a session here either."""

SESSION_EPOCHS = Table(
    "session_epochs",
    METADATA,
    text("property_id"),
    text("subject"),
    number("epoch"),
    PrimaryKeyConstraint("property_id", "subject"),
)
"""The number of the office's record that last ended every session of a person or pass. What was opened before it stays
ended, also when its row is put back."""

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
