"""The tables of the journal, and of everything that is computed from it: accounts, tables, meters, rounds, jackpots."""

from typing import Any, Final

from sqlalchemy import (
    CheckConstraint,
    ForeignKeyConstraint,
    Index,
    PrimaryKeyConstraint,
    Table,
    UniqueConstraint,
)

from pitboss.house.storage.schema.base import (
    DERIVED,
    HASHED,
    LOCKED,
    METADATA,
    RECORDED,
    SEALED,
    blob,
    number,
    small,
    text,
)

CLUSTERED: Final[Any] = {"sqlite_with_rowid": False}
"""Small rows that every command writes are stored in the order of their keys, so no second tree is written. Records are
too large for that: such a tree of SQLite moves a row above a quarter of a page to a page of its own."""

PROPERTIES = Table(
    "properties",
    METADATA,
    text("property_id", RECORDED),
    text("name", RECORDED),
    PrimaryKeyConstraint("property_id"),
)
"""The card rooms in this database; nearly always one."""

HOUSE_SETTINGS = Table(
    "house_settings",
    METADATA,
    text("property_id", RECORDED),
    number("number", RECORDED),
    text("from_day", RECORDED),
    text("settings", RECORDED),
    number("seq", RECORDED),
    PrimaryKeyConstraint("property_id", "number"),
    ForeignKeyConstraint(["property_id"], ["properties.property_id"]),
)
"""Every version of the settings of a room, as JSON, with the gaming day from which it holds and the record of the
office that made it."""

JOURNAL = Table(
    "journal",
    METADATA,
    text("property_id", SEALED),
    text("chain", SEALED),
    number("seq", SEALED),
    text("command_id", SEALED),
    text("actor", SEALED),
    text("at", SEALED),
    text("day", SEALED),
    text("correlation", SEALED),
    text("kind", SEALED),
    text("asked", SEALED),
    text("drawn", SEALED),
    text("events", SEALED),
    text("previous", SEALED),
    small("format", SEALED),
    text("hash", SEALED),
    PrimaryKeyConstraint("property_id", "chain", "seq"),
    UniqueConstraint("property_id", "command_id"),
    Index(None, "property_id", "day", "kind"),
)
"""Every command that was done, with its events. Each chain (a table, or the room) is numbered without a gap, and each
record has the hash of the one before. The number is the version of the table."""

POSTINGS = Table(
    "postings",
    METADATA,
    text("property_id", SEALED),
    text("chain", SEALED),
    number("seq", SEALED),
    small("line", SEALED),
    text("account", SEALED),
    number("millicents", SEALED),
    PrimaryKeyConstraint("property_id", "chain", "seq", "line"),
    **CLUSTERED,
)
"""The money that each record moved from account to account."""

ACCOUNTS = Table(
    "accounts",
    METADATA,
    text("property_id", DERIVED),
    text("account", DERIVED),
    small("may_owe", DERIVED),
    number("millicents", DERIVED),
    PrimaryKeyConstraint("property_id", "account"),
    CheckConstraint("millicents >= 0 OR may_owe = 1", name="not_below_nothing"),
    **CLUSTERED,
)
"""The balance of every account: the sum of its postings."""

TABLES = Table(
    "tables",
    METADATA,
    text("property_id", DERIVED),
    text("table_id", DERIVED),
    text("game", DERIVED),
    text("status", DERIVED),
    text("meter_id", DERIVED, nullable=True),
    number("version", DERIVED),
    text("hash", DERIVED),
    text("snapshot", HASHED),
    blob("sealed", LOCKED),
    PrimaryKeyConstraint("property_id", "table_id"),
)
"""Each table at a version between two rounds; later records are replayed on top of it. Cards that are not dealt yet are
encrypted with the room's key, which is kept outside the database."""

METERS = Table(
    "meters",
    METADATA,
    text("property_id", HASHED),
    text("meter_id", HASHED),
    number("version", HASHED),
    number("revision", HASHED),
    text("parameters", HASHED),
    text("meter", HASHED),
    text("suspended", RECORDED, nullable=True),
    PrimaryKeyConstraint("property_id", "meter_id"),
)
"""The current meter of each progressive, with the parameters in force, and why it is suspended if it is. The version
counts its movements, the revision how often it was stored."""

PARAMETERS = Table(
    "parameters",
    METADATA,
    text("property_id", RECORDED),
    text("meter_id", RECORDED),
    number("number", RECORDED),
    text("parameters", RECORDED),
    text("since", RECORDED),
    text("day", RECORDED),
    text("approved_by", RECORDED),
    PrimaryKeyConstraint("property_id", "meter_id", "number"),
    ForeignKeyConstraint(["property_id", "meter_id"], ["meters.property_id", "meters.meter_id"]),
)
"""Every set of parameters of a meter, and since when it was in force."""

MOVEMENTS = Table(
    "movements",
    METADATA,
    text("property_id", HASHED),
    text("meter_id", HASHED),
    number("number", HASHED),
    text("chain", HASHED),
    number("seq", HASHED),
    text("at", HASHED),
    text("day", HASHED),
    text("source", HASHED),
    text("target", HASHED),
    number("millicents", HASHED),
    text("act", HASHED),
    text("reason", HASHED),
    text("note", HASHED, nullable=True),
    text("win", HASHED, nullable=True),
    number("shown_after", HASHED),
    PrimaryKeyConstraint("property_id", "meter_id", "number"),
    ForeignKeyConstraint(["property_id", "meter_id"], ["meters.property_id", "meters.meter_id"]),
    Index(None, "property_id", "chain", "seq"),
)
"""Every movement of every meter, with its act, its reason, and its win if there is one."""


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
"""Every time that the clock was behind the newest record or far ahead of it, what it said, and who acknowledged that.
The number is that of the record in the chain of the office."""

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
"""Gaming days that two people have closed: no new record can have such a day. With the slips that were counted,
the tables that stay by book, and a hash of the reports."""


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
seat bet and got back. Its commands and rules are encrypted with the room's key: they contain hands that were never
shown."""


JACKPOTS = Table(
    "jackpots",
    METADATA,
    text("property_id", HASHED),
    text("jackpot_id", HASHED),
    text("table_id", HASHED),
    number("round_number", HASHED),
    small("seat", HASHED),
    text("player", HASHED),
    text("meter_id", HASHED),
    text("row", HASHED),
    text("hand", HASHED),
    text("pay", HASHED),
    number("cents", HASHED),
    text("source", HASHED),
    text("percent", HASHED, nullable=True),
    text("needs", HASHED),
    small("needs_surveillance", HASHED),
    small("needs_tax_form", HASHED),
    number("shown_before_cents", HASHED),
    number("shown_after_cents", HASHED),
    text("claim", HASHED, nullable=True),
    text("status", HASHED),
    text("verified_by", HASHED, nullable=True),
    text("checked_by", HASHED, nullable=True),
    text("decided_by", HASHED, nullable=True),
    text("identity", HASHED, nullable=True),
    text("tax_form", HASHED, nullable=True),
    text("reason", HASHED, nullable=True),
    text("evidence", HASHED, nullable=True),
    text("named_by", HASHED, nullable=True),
    text("cards", HASHED),
    text("claimed_at", HASHED),
    text("claimed_day", HASHED),
    text("decided_at", HASHED, nullable=True),
    text("decided_day", HASHED, nullable=True),
    PrimaryKeyConstraint("property_id", "jackpot_id"),
    Index(None, "property_id", "meter_id", "decided_at"),
)
"""Each win that people must verify, and each that the dealer paid at a live table, with its current status."""
