"""Wins of the progressives."""

from sqlalchemy import Column, Index, Integer, PrimaryKeyConstraint, Table

from pitboss.house.schema.base import METADATA, number, text

JACKPOTS = Table(
    "jackpots",
    METADATA,
    text("property_id"),
    text("jackpot_id"),
    text("table_id"),
    number("round_number"),
    Column("seat", Integer, nullable=False),
    text("player"),
    text("meter_id"),
    text("row"),
    text("hand"),
    text("pay"),
    number("cents"),
    text("source"),
    text("percent", nullable=True),
    text("needs"),
    Column("needs_surveillance", Integer, nullable=False),
    Column("needs_tax_form", Integer, nullable=False),
    number("shown_before_cents"),
    number("shown_after_cents"),
    text("claim", nullable=True),
    text("status"),
    text("verified_by", nullable=True),
    text("checked_by", nullable=True),
    text("decided_by", nullable=True),
    text("identity", nullable=True),
    text("tax_form", nullable=True),
    text("reason", nullable=True),
    text("evidence", nullable=True),
    text("named_by", nullable=True),
    text("cards"),
    text("claimed_at"),
    text("claimed_day"),
    text("decided_at", nullable=True),
    text("decided_day", nullable=True),
    PrimaryKeyConstraint("property_id", "jackpot_id"),
    Index(None, "property_id", "meter_id", "decided_at"),
)
"""Each win that somebody must verify, and each that the dealer paid at physical cards, as it stands."""
