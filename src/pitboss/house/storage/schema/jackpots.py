"""Wins of the progressives."""

from sqlalchemy import Index, PrimaryKeyConstraint, Table

from pitboss.house.storage.schema.base import HASHED, METADATA, number, small, text

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
"""Each win that somebody must verify, and each that the dealer paid at physical cards, as it stands."""
