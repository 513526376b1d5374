"""Who is let in without a badge in hand, and when the house dealer moves next."""

from sqlalchemy import CheckConstraint, Index, PrimaryKeyConstraint, Table

from pitboss.house.storage.schema.base import METADATA, RECORDED, SIGNED, WAKE_UPS, number, text

SESSIONS = Table(
    "sessions",
    METADATA,
    text("property_id", SIGNED),
    text("token_hash", SIGNED),
    text("kind", SIGNED),
    text("actor", SIGNED),
    text("subject", SIGNED),
    text("table_id", SIGNED, nullable=True),
    text("csrf", SIGNED),
    text("label", SIGNED),
    text("made_at", SIGNED),
    text("ends_at", SIGNED, nullable=True),
    text("seen_at", SIGNED, nullable=True),
    text("seal", SIGNED),
    PrimaryKeyConstraint("property_id", "token_hash"),
    CheckConstraint("kind IN ('session', 'display', 'controller')", name="kind"),
)
"""Who is logged in: people in a browser, and devices that are bound to a table. Of a token only the hash is kept, so
nobody can log in with what is read here. ``seal`` is made with the room's key of all other columns and of the epoch of
``subject`` (a badge, a player, a pass), so nobody can write a session here either. ``seen_at`` is when its person
last did something, to the minute."""

SESSION_EPOCHS = Table(
    "session_epochs",
    METADATA,
    text("property_id", RECORDED),
    text("subject", RECORDED),
    number("epoch", RECORDED),
    PrimaryKeyConstraint("property_id", "subject"),
)
"""The number of the office's record that last ended every session of a person or pass. What was opened before it stays
ended, also when its row is put back."""

DEADLINES = Table(
    "deadlines",
    METADATA,
    text("property_id", WAKE_UPS),
    text("table_id", WAKE_UPS),
    number("version", WAKE_UPS),
    text("due_at", WAKE_UPS),
    text("claimed_until", WAKE_UPS, nullable=True),
    PrimaryKeyConstraint("property_id", "table_id"),
    Index(None, "property_id", "due_at"),
)
"""When the house dealer moves next at a table, and at which version of it. Whoever claims one does it for a while."""
