"""The win page: everything about one jackpot on one sheet, for the winner's file and the accounts."""

import json
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, func, select

from pitboss.dates import written_day
from pitboss.house import jackpots
from pitboss.house.actor import Role
from pitboss.house.errors import UnknownError
from pitboss.house.journal import chain_of
from pitboss.house.local_time import LocalTime
from pitboss.house.people import players, staff
from pitboss.house.printing import render
from pitboss.house.property import Property
from pitboss.house.proposals import written
from pitboss.house.schema import JOURNAL, PROPOSALS, TABLES
from pitboss.house.tables.state import HOUSE
from pitboss.paytables import Game, print_dollars

Rows = list[tuple[str, "str | LocalTime"]]

REVERSED: Final = "reversed"
_STANDS: Final = {REVERSED: "was reversed (backed out)"}
_NAMES_DEALER: Final = ("hand-over", "create-table", "configure-table", "close-table")
"""What names a dealer, or leaves the table without one."""
_NO_WIN: Final = {
    REVERSED: "not needed: the win was reversed",
    "rejected": "not needed: it was no win",
    "withheld": "-",
}


@dataclass(frozen=True)
class WinPage:
    """A win page, to be shown or printed.

    >>> WinPage("Win page T1-12-3", "Lucky Ace", "$540", "paid", ()).stands
    'is paid'
    """

    title: str
    house: str
    amount: str
    status: str
    sections: tuple[tuple[str, Rows], ...]

    @property
    def stands(self) -> str:
        """What became of the win, in words."""
        return _STANDS.get(self.status, f"is {self.status}")

    def as_html(self) -> str:
        """The page for the browser and the printer."""
        return render("win.html", **vars(self), stands=self.stands)

    def as_json(self) -> dict[str, Any]:
        """The page for machines: its instants as ISO."""
        return vars(self) | {"sections": {name: dict(map(_plain, rows)) for name, rows in self.sections}}


def _plain(row: tuple[str, str | LocalTime]) -> tuple[str, str]:
    name, value = row
    return name, value.plain if isinstance(value, LocalTime) else value


def read_win_page(connection: Connection, house: Property, jackpot_id: str) -> WinPage:
    """The win page of a jackpot as it stands."""
    row: Any = jackpots.find(connection, house.property_id, jackpot_id)
    amount = print_dollars(row.cents)
    sections = (
        ("The win", _the_win(connection, house, row)),
        ("The meter", _the_meter(row)),
        ("Who verified it", [*_who(connection, house, row), *_withheld_by(connection, row)]),
        ("The winner", _the_winner(connection, row)),
    )
    return WinPage(f"Win page {row.jackpot_id}", house.name, amount, row.status, sections)


def _withheld_by(connection: Connection, row: Any) -> Rows:
    """The two people who have withheld it; nothing of a win that is not withheld."""
    content = written({"jackpot_id": row.jackpot_id, "player": row.player})
    agreed = (PROPOSALS.c.property_id == row.property_id) & (PROPOSALS.c.kind == "withhold-win")
    agreed &= (PROPOSALS.c.status == "used") & (PROPOSALS.c.content == content)
    found = connection.execute(select(PROPOSALS).where(agreed)).first()
    if found is None:
        return []
    proposer, approver = (_badge(connection, row.property_id, each) for each in (found.proposed_by, found.decided_by))
    return [("Withheld by", f"{proposer}, who proposed it, and {approver}")]


def _the_win(connection: Connection, house: Property, row: Any) -> Rows:
    return [
        ("Claimed", house.local_time(row.claimed_at, row.claimed_day)),
        ("Gaming day", written_day(row.claimed_day)),
        ("Table", row.table_id),
        *_at_the_table(connection, row),
        ("Round", str(row.round_number)),
        ("Seat", str(row.seat)),
        ("Hand", row.hand),
        ("Cards", row.cards or "keyed in from the felt"),
        ("Pays", row.pay),
        ("Amount", print_dollars(row.cents)),
        ("Paid from", "the meter" if row.source == "meter" else "the tray"),
    ]


def _at_the_table(connection: Connection, row: Any) -> Rows:
    """What is played there, and who dealt when the win was claimed: the records of the table say so."""
    of_table = (TABLES.c.property_id == row.property_id) & (TABLES.c.table_id == row.table_id)
    game = Game(connection.execute(select(TABLES.c.game).where(of_table)).scalar_one())
    of_chain = (JOURNAL.c.property_id == row.property_id) & (JOURNAL.c.chain == chain_of(row.table_id))
    claim = select(func.min(JOURNAL.c.seq)).where(of_chain, JOURNAL.c.at == row.claimed_at).scalar_subquery()
    turns = select(JOURNAL.c.asked).where(of_chain, JOURNAL.c.kind.in_(_NAMES_DEALER), JOURNAL.c.seq <= claim)
    asked = json.loads(connection.scalar(turns.order_by(JOURNAL.c.seq.desc()).limit(1)) or "{}")
    return [("Game", game.label), ("Dealer", _dealer(connection, row.property_id, asked.get("to", "")))]


def _dealer(connection: Connection, property_id: str, dealer: str) -> str:
    if dealer == HOUSE:
        return "auto-dealt"
    return _person(connection, property_id, f"{Role.DEALER}:{dealer}") if dealer else "nobody was named"


def _the_meter(row: Any) -> Rows:
    shown = [("Before", print_dollars(row.shown_before_cents)), ("After", print_dollars(row.shown_after_cents))]
    return [("Meter", row.meter_id), *shown]


def _who(connection: Connection, house: Property, row: Any) -> Rows:
    def named(actors: str | None) -> str:
        """Everybody of a list, with their names."""
        return ", ".join(_person(connection, house.property_id, each) for each in (actors or "").split(", ")) or "-"

    camera = _NO_WIN.get(row.status, "missing") if row.needs_surveillance else "not asked for"
    decided = house.local_time(row.decided_at, row.decided_day) if row.decided_at else "-"
    return [
        *([("Seat named by", _named_by(connection, house.property_id, row.named_by))] if row.named_by else []),
        ("Hand verified by", named(row.verified_by)),
        ("Seen on camera by", named(row.checked_by) if row.checked_by else camera),
        ("Reversed by" if row.status == REVERSED else "Decided by", named(row.decided_by)),
        ("Reversed" if row.status == REVERSED else "Decided", decided),
        *([("Reason", row.reason)] if row.reason else []),
        *([("Evidence", row.evidence)] if row.evidence else []),
    ]


def _person(connection: Connection, property_id: str, actor: str) -> str:
    """Somebody by name, with the badge: of those two only the badge never changes."""
    role, _, badge = actor.partition(":")
    person = staff.find(connection, property_id, badge)
    return actor if person is None else f"{person.name} ({role}, badge {badge})"


def _named_by(connection: Connection, property_id: str, stored: str) -> str:
    """Who named the winner's seat, by name; what they answered about other seats follows as it is stored."""
    actor, semicolon, answer = stored.partition(";")
    return f"{_person(connection, property_id, actor)}{semicolon}{answer}"


def _badge(connection: Connection, property_id: str, badge: str) -> str:
    """Somebody by name, with the role of today: what is told with a badge alone."""
    person = staff.find(connection, property_id, badge)
    return f"badge {badge}" if person is None else _person(connection, property_id, f"{person.role.value}:{badge}")


def _the_winner(connection: Connection, row: Any) -> Rows:
    form = _NO_WIN.get(row.status, "missing") if row.needs_tax_form else "not asked for"
    papers = [("Identity", row.identity or "-"), ("Tax form", row.tax_form or form)]
    return [("Player", _player(connection, row.property_id, row.player)), *papers]


def _player(connection: Connection, property_id: str, player: str) -> str:
    """A player by name, with the id. At a live-card table a seat may have been played by somebody who is not known."""
    try:
        return f"{players.find(connection, property_id, player).name} ({player})"
    except UnknownError:
        return player
