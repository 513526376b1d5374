"""The people of the room, and what two of them decide together."""

from sqlalchemy import CheckConstraint, Column, ForeignKeyConstraint, Index, Integer, PrimaryKeyConstraint, Table

from pitboss.house.schema.base import METADATA, number, text

STAFF = Table(
    "staff",
    METADATA,
    text("property_id"),
    text("badge"),
    text("name"),
    text("role"),
    text("pin_hash"),
    text("pin_set_by"),
    Column("is_active", Integer, nullable=False),
    Column("failed", Integer, nullable=False),
    text("locked_at", nullable=True),
    text("added_at"),
    PrimaryKeyConstraint("property_id", "badge"),
)
"""Who works here. Nobody is ever deleted. ``failed`` counts wrong PINs since the last right one."""

PLAYERS = Table(
    "players",
    METADATA,
    text("property_id"),
    text("player"),
    text("name"),
    text("born", nullable=True),
    Column("is_guest", Integer, nullable=False),
    text("registered_at"),
    text("chips_day", nullable=True),
    PrimaryKeyConstraint("property_id", "player"),
)
"""Who plays here. ``chips_day`` is the last gambling day on which a guest got play money."""

EXCLUSIONS = Table(
    "exclusions",
    METADATA,
    text("property_id"),
    text("player"),
    number("number"),
    text("until", nullable=True),
    text("reason"),
    text("made_by"),
    text("made_at"),
    text("lifted_by", nullable=True),
    text("lifted_at", nullable=True),
    text("lifted_reason", nullable=True),
    PrimaryKeyConstraint("property_id", "player", "number"),
    ForeignKeyConstraint(["property_id", "player"], ["players.property_id", "players.player"]),
)
"""Who may not play here, and until when; no end is for good. An exclusion stays in force until it is lifted."""

PROPOSALS = Table(
    "proposals",
    METADATA,
    text("property_id"),
    text("proposal_id"),
    text("kind"),
    text("subject"),
    text("content"),
    text("reason"),
    text("proposed_by"),
    text("proposed_at"),
    text("status"),
    text("decided_by", nullable=True),
    text("decided_at", nullable=True),
    text("note", nullable=True),
    text("checked_by", nullable=True),
    text("used_in", nullable=True),
    PrimaryKeyConstraint("property_id", "proposal_id"),
    CheckConstraint("status IN ('pending', 'approved', 'rejected', 'withdrawn', 'used')", name="known_status"),
    # Whatever the code does, nobody decides over their own proposal; only taking it back is theirs.
    CheckConstraint("decided_by IS NULL OR decided_by <> proposed_by OR status = 'withdrawn'", name="two_people"),
    Index(None, "property_id", "status"),
)
"""What one person proposes and another decides. People are named by their badges: a role can change, a person not.
``content`` is JSON with sorted keys; ``checked_by`` is who of surveillance has seen on camera what is proposed;
``used_in`` is the record in which an approved proposal came true."""
