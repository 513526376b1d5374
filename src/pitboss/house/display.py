"""What the display above a table says of its progressive: the amount, the pays, PENDING while a win is verified."""

from typing import Any

from sqlalchemy import Connection

from pitboss.house import jackpots, meters
from pitboss.progressive import MeterParameters


def display(connection: Connection, property_id: str, meter_id: str) -> dict[str, Any]:
    """A meter as everybody may see it. What is set aside and not displayed stays so."""
    stored = meters.look(connection, property_id, meter_id)
    parameters = stored.parameters
    return {
        "meter": meter_id,
        "version": stored.version,
        "shown_cents": stored.displayed_cents,
        "maximum_cents": parameters.maximum_cents,
        "wager_cents": parameters.denomination_cents,
        "pending": jackpots.pending(connection, property_id, meter_id),
        "is_suspended": stored.suspended is not None,
        "last_win": _last_win(connection, property_id, meter_id),
        "pays": [
            {"hand": row.hand.label, "pay": str(row.pay), "envy_cents": _envy_cents(parameters, row.envy_cents)}
            for row in parameters.pays.rows
        ],
    }


def _last_win(connection: Connection, property_id: str, meter_id: str) -> dict[str, Any] | None:
    """The newest win that took a supervisor, for the show. Who won it is nobody's business."""
    row = jackpots.last_celebrated(connection, property_id, meter_id)
    if row is None:
        return None
    return {
        "jackpot_id": row.jackpot_id,
        "table": row.table_id,
        "seat": row.seat,
        "hand": row.hand,
        "pay": row.pay,
        "cents": row.cents,
        "at": row.won_at,
    }


def _envy_cents(parameters: MeterParameters, cents_at_a_dollar: int | None) -> int | None:
    return None if cents_at_a_dollar is None else parameters.at_denomination(cents_at_a_dollar)
