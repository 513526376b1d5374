"""The tables of people: staff, players, exclusions, proposals and sessions; and the deadlines of the auto-dealer."""

from sqlalchemy import CheckConstraint, ForeignKeyConstraint, Index, PrimaryKeyConstraint, Table, UniqueConstraint

from pitboss.house.storage.schema.base import METADATA, RECORDED, SIGNED, WAKE_UPS, number, small, text

STAFF = Table(
    "staff",
    METADATA,
    text("property_id", RECORDED),
    text("badge", RECORDED),
    text("name", RECORDED),
    text("role", RECORDED),
    text("license", RECORDED),
    text("pin_hash", RECORDED, nullable=True),
    text("code_by", RECORDED, nullable=True),
    text("code_until", RECORDED, nullable=True),
    text("factor", RECORDED, nullable=True),
    number("factor_step", RECORDED),
    small("is_active", RECORDED),
    small("failed", RECORDED),
    text("locked_at", RECORDED, nullable=True),
    text("added_at", RECORDED),
    PrimaryKeyConstraint("property_id", "badge"),
    UniqueConstraint("property_id", "license"),
)
"""The staff. Nobody is ever deleted, and a license number belongs to one badge only. A badge has no PIN until its owner
enrolls, with the code that the approver ``code_by`` was shown, until ``code_until``. The secret of an authenticator app
is derived from ``factor`` and the room's key, and ``factor_step`` is the step of its last code. ``failed`` counts wrong
PINs and codes since the last right one."""

PLAYERS = Table(
    "players",
    METADATA,
    text("property_id", RECORDED),
    text("player", RECORDED),
    text("name", RECORDED),
    text("born", RECORDED, nullable=True),
    small("is_guest", RECORDED),
    text("registered_at", RECORDED),
    text("chips_day", RECORDED, nullable=True),
    PrimaryKeyConstraint("property_id", "player"),
)
"""The players. ``chips_day`` is the last gaming day on which a guest got play money."""

EXCLUSIONS = Table(
    "exclusions",
    METADATA,
    text("property_id", RECORDED),
    text("player", RECORDED),
    number("number", RECORDED),
    text("until", RECORDED, nullable=True),
    text("reason", RECORDED),
    text("made_by", RECORDED),
    text("made_at", RECORDED),
    text("lifted_by", RECORDED, nullable=True),
    text("lifted_at", RECORDED, nullable=True),
    text("lifted_reason", RECORDED, nullable=True),
    PrimaryKeyConstraint("property_id", "player", "number"),
    ForeignKeyConstraint(["property_id", "player"], ["players.property_id", "players.player"]),
)
"""The players who may not play, and until when; without an end it is permanent. An exclusion stays in force until it is
lifted."""

PROPOSALS = Table(
    "proposals",
    METADATA,
    text("property_id", RECORDED),
    text("proposal_id", RECORDED),
    text("kind", RECORDED),
    text("subject", RECORDED),
    text("content", RECORDED),
    text("reason", RECORDED),
    text("proposed_by", RECORDED),
    text("proposed_at", RECORDED),
    text("status", RECORDED),
    text("decided_by", RECORDED, nullable=True),
    text("decided_at", RECORDED, nullable=True),
    text("note", RECORDED, nullable=True),
    text("checked_by", RECORDED, nullable=True),
    text("used_in", RECORDED, nullable=True),
    PrimaryKeyConstraint("property_id", "proposal_id"),
    CheckConstraint("status IN ('pending', 'approved', 'rejected', 'withdrawn', 'used')", name="known_status"),
    # Whatever the code does, nobody decides their own proposal; they may only withdraw it.
    CheckConstraint("decided_by IS NULL OR decided_by <> proposed_by OR status = 'withdrawn'", name="two_people"),
    Index(None, "property_id", "status"),
)
"""Proposals of one person that another decides. People are named by their badges, since a role can change. ``content``
is JSON with sorted keys; ``checked_by`` is the person of surveillance who saw on camera what is proposed;
``used_in`` is the record that carried out an approved proposal."""


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
"""The open sessions: people in a browser, and devices that are bound to a table. Only the hash of a token is kept, so
nobody who reads this table can log in. ``seal`` is made with the room's key from all other columns and the epoch of
``subject`` (a badge, a player, a pass), so nobody who writes this table can log in either. ``seen_at`` is the minute of
the last activity."""

SESSION_EPOCHS = Table(
    "session_epochs",
    METADATA,
    text("property_id", RECORDED),
    text("subject", RECORDED),
    number("epoch", RECORDED),
    PrimaryKeyConstraint("property_id", "subject"),
)
"""The number of the office's record that last ended all sessions of a person or pass. Older sessions stay ended, even
if their rows are put back."""

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
"""When the auto-dealer acts next at a table, and at which version of it. A process claims a deadline for a limited
time."""
