"""The people of the room, and what two of them decide together."""

from sqlalchemy import CheckConstraint, ForeignKeyConstraint, Index, PrimaryKeyConstraint, Table, UniqueConstraint

from pitboss.house.storage.schema.base import METADATA, RECORDED, number, small, text

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
"""Who works here. Nobody is ever deleted, and a license number is one badge's only. There is no PIN until its owner has
enrolled: with the code that the approver ``code_by`` was shown, until ``code_until``. ``factor`` is what the secret of
an authenticator app is made from, together with the room's key, and ``factor_step`` the step of its last code.
``failed`` counts wrong PINs and codes since the last right one."""

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
"""Who plays here. ``chips_day`` is the last gambling day on which a guest got play money."""

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
"""Who may not play here, and until when; no end is for good. An exclusion stays in force until it is lifted."""

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
    # Whatever the code does, nobody decides over their own proposal; only taking it back is theirs.
    CheckConstraint("decided_by IS NULL OR decided_by <> proposed_by OR status = 'withdrawn'", name="two_people"),
    Index(None, "property_id", "status"),
)
"""What one person proposes and another decides. People are named by their badges: a role can change, a person not.
``content`` is JSON with sorted keys; ``checked_by`` is who of surveillance has seen on camera what is proposed;
``used_in`` is the record in which an approved proposal came true."""
