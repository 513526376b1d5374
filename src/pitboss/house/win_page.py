"""The win page: everything about one jackpot on one sheet, for the winner's file and the accounts."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, select

from pitboss.house import jackpots
from pitboss.house.printing import render
from pitboss.house.property import Property
from pitboss.house.proposals import written
from pitboss.house.schema import PLAYERS, PROPOSALS
from pitboss.paytables import print_dollars


@dataclass(frozen=True)
class WinPage:
    """A win page, to be shown or printed.

    >>> WinPage("Win page T1-12-3", "Lucky Ace", "$540", "paid", ()).title
    'Win page T1-12-3'
    """

    title: str
    house: str
    amount: str
    status: str
    sections: tuple[tuple[str, list[tuple[str, str]]], ...]

    def as_html(self) -> str:
        """The page for the browser and the printer."""
        return render("win.html", **vars(self))

    def as_json(self) -> dict[str, Any]:
        """The page for machines."""
        return vars(self) | {"sections": {name: dict(rows) for name, rows in self.sections}}


def read_win_page(connection: Connection, house: Property, jackpot_id: str) -> WinPage:
    """The win page of a jackpot as it stands."""
    row: Any = jackpots.find(connection, house.property_id, jackpot_id)
    amount = print_dollars(row.cents)
    sections = _sections(row, _withheld_by(connection, row), _named(connection, row))
    return WinPage(f"Win page {row.jackpot_id}", house.name, amount, row.status, sections)


def _sections(row: Any, withheld_by: str | None, winner: str) -> tuple[tuple[str, list[tuple[str, str]]], ...]:
    who = [*_who(row), *([("Withheld by", withheld_by)] if withheld_by else [])]
    return (
        ("The win", _the_win(row)),
        ("The meter", _the_meter(row)),
        ("Who verified it", who),
        ("The winner", [("Player", winner), ("Identity", row.identity or "-"), ("Tax form", _tax_form(row))]),
    )


def _named(connection: Connection, row: Any) -> str:
    """The winner by name and id; the seat, as long as nobody is registered for a win at live cards."""
    of_player = (PLAYERS.c.property_id == row.property_id) & (PLAYERS.c.player == row.player)
    name = connection.scalar(select(PLAYERS.c.name).where(of_player))
    return str(row.player) if name is None else f"{name} ({row.player})"


def _withheld_by(connection: Connection, row: Any) -> str | None:
    """The two people who have withheld it; nothing of a win that is not withheld."""
    content = written({"jackpot_id": row.jackpot_id, "player": row.player})
    agreed = (PROPOSALS.c.property_id == row.property_id) & (PROPOSALS.c.kind == "withhold-win")
    agreed &= (PROPOSALS.c.status == "used") & (PROPOSALS.c.content == content)
    found = connection.execute(select(PROPOSALS).where(agreed)).first()
    return None if found is None else f"badge {found.proposed_by}, who proposed it, and badge {found.decided_by}"


def _the_win(row: Any) -> list[tuple[str, str]]:
    return [
        ("Table", row.table_id),
        ("Round", str(row.round_number)),
        ("Seat", str(row.seat)),
        ("Hand", row.hand),
        ("Cards", row.cards or "keyed in from the felt"),
        ("Pays", row.pay),
        ("Amount", print_dollars(row.cents)),
        ("Paid from", "the meter" if row.source == "meter" else "the tray"),
    ]


def _the_meter(row: Any) -> list[tuple[str, str]]:
    shown = [("Before", print_dollars(row.shown_before_cents)), ("After", print_dollars(row.shown_after_cents))]
    return [("Meter", row.meter_id), *shown]


def _who(row: Any) -> list[tuple[str, str]]:
    camera = row.checked_by or ("missing" if row.needs_surveillance else "not asked for")
    return [
        ("Claimed", row.claimed_at),
        *([("Seat named by", row.named_by)] if row.named_by else []),
        ("Hand verified by", row.verified_by or "-"),
        ("Seen on camera by", camera),
        ("Decided by", row.decided_by or "-"),
        ("Decided", row.decided_at or "-"),
        *([("Reason", row.reason)] if row.reason else []),
    ]


def _tax_form(row: Any) -> str:
    if row.status == "withheld":
        return row.tax_form or "-"
    return row.tax_form or ("missing" if row.needs_tax_form else "not asked for")
