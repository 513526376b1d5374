"""The journal and what follows from it."""

from typing import Any, Final

from sqlalchemy import (
    CheckConstraint,
    Column,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    Table,
    UniqueConstraint,
)

from pitboss.house.schema.base import METADATA, number, text

CLUSTERED: Final[Any] = {"sqlite_with_rowid": False}
"""Small rows of the hot path lie in the order of their keys: no second tree is written with every command. Records are
too large for that: a sorted tree of SQLite keeps what is above a quarter of a page elsewhere, on a page of its own."""

PROPERTIES = Table(
    "properties",
    METADATA,
    text("property_id"),
    text("name"),
    PrimaryKeyConstraint("property_id"),
)
"""The card rooms in this database; nearly always one."""

HOUSE_SETTINGS = Table(
    "house_settings",
    METADATA,
    text("property_id"),
    number("number"),
    text("from_day"),
    text("settings"),
    number("seq"),
    PrimaryKeyConstraint("property_id", "number"),
    ForeignKeyConstraint(["property_id"], ["properties.property_id"]),
)
"""Every version of what a room is set to, as JSON, with the gaming day from which it holds and the record of the
office that made it."""

JOURNAL = Table(
    "journal",
    METADATA,
    text("property_id"),
    text("chain"),
    number("seq"),
    text("command_id"),
    text("actor"),
    text("at"),
    text("day"),
    text("correlation"),
    text("kind"),
    text("asked"),
    text("drawn"),
    text("events"),
    text("previous"),
    text("hash"),
    PrimaryKeyConstraint("property_id", "chain", "seq"),
    UniqueConstraint("property_id", "command_id"),
    Index(None, "property_id", "day", "kind"),
)
"""Every command that was done, once, with what happened. Each chain (a table, or the room) is numbered without a gap,
and each record carries the hash of the one before. The number is the version of the table."""

POSTINGS = Table(
    "postings",
    METADATA,
    text("property_id"),
    text("chain"),
    number("seq"),
    Column("line", Integer, nullable=False),
    text("account"),
    number("millicents"),
    PrimaryKeyConstraint("property_id", "chain", "seq", "line"),
    **CLUSTERED,
)
"""What each record moved from account to account."""

ACCOUNTS = Table(
    "accounts",
    METADATA,
    text("property_id"),
    text("account"),
    Column("may_owe", Integer, nullable=False),
    number("millicents"),
    PrimaryKeyConstraint("property_id", "account"),
    CheckConstraint("millicents >= 0 OR may_owe = 1", name="not_below_nothing"),
    **CLUSTERED,
)
"""The balance of every account: the sum of its postings, kept at hand."""

TABLES = Table(
    "tables",
    METADATA,
    text("property_id"),
    text("table_id"),
    text("game"),
    text("status"),
    text("meter_id", nullable=True),
    number("version"),
    text("hash"),
    text("snapshot"),
    Column("sealed", LargeBinary, nullable=False),
    PrimaryKeyConstraint("property_id", "table_id"),
)
"""Each table as it stood at a version between two rounds; later records are done again on top of it.
Cards that are not dealt yet are sealed with a key that is kept elsewhere."""

METERS = Table(
    "meters",
    METADATA,
    text("property_id"),
    text("meter_id"),
    number("version"),
    number("revision"),
    text("parameters"),
    text("meter"),
    text("suspended", nullable=True),
    PrimaryKeyConstraint("property_id", "meter_id"),
)
"""Each progressive's meter as it stands, with the parameters in force, and why it is suspended where it is. The version
counts its movements, the revision how often it was stored."""

PARAMETERS = Table(
    "parameters",
    METADATA,
    text("property_id"),
    text("meter_id"),
    number("number"),
    text("parameters"),
    text("since"),
    text("day"),
    text("approved_by"),
    PrimaryKeyConstraint("property_id", "meter_id", "number"),
    ForeignKeyConstraint(["property_id", "meter_id"], ["meters.property_id", "meters.meter_id"]),
)
"""Every set of parameters that a meter has had, and since when."""

MOVEMENTS = Table(
    "movements",
    METADATA,
    text("property_id"),
    text("meter_id"),
    number("number"),
    text("chain"),
    number("seq"),
    text("at"),
    text("day"),
    text("source"),
    text("target"),
    number("millicents"),
    text("act"),
    text("reason"),
    text("note", nullable=True),
    text("win", nullable=True),
    number("shown_after"),
    PrimaryKeyConstraint("property_id", "meter_id", "number"),
    ForeignKeyConstraint(["property_id", "meter_id"], ["meters.property_id", "meters.meter_id"]),
    Index(None, "property_id", "chain", "seq"),
)
"""Every rise and fall of every meter, with the act that it is part of, its reason, and the win that it is about."""
