"""The win page: everything about one jackpot on one sheet, for the winner's file and the accounts.

Each of its lines is a function that is registered with ``@line``. The sheet, the terminal and the OpenAPI document
follow from that.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from msgspec import Struct
from sqlalchemy import Connection, func, select

from pitboss.dates import written_day
from pitboss.house.actor import Role
from pitboss.house.errors import UnknownError
from pitboss.house.jackpots import jackpot_rows
from pitboss.house.people import players, staff
from pitboss.house.people.proposals import written
from pitboss.house.property import Property, Schema
from pitboss.house.records.journal import chain_of
from pitboss.house.reports.gaming_day import LocalTime
from pitboss.house.reports.sheet import render
from pitboss.house.storage.schema import JOURNAL, PROPOSALS, TABLES
from pitboss.house.tables.state import HOUSE
from pitboss.paytables import Game, print_dollars
from pitboss.registry import Registry

Value = str | LocalTime
Rows = list[tuple[str, Value]]

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

    def as_json(self) -> "PlainWinPage":
        """The page for machines: its instants as ISO."""
        sections = {name: dict(map(_plain, rows)) for name, rows in self.sections}
        return PlainWinPage(self.title, self.house, self.amount, self.status, sections)


class PlainWinPage(Struct, frozen=True):
    """A win page as JSON. Its sections and lines are those that are registered."""

    title: str
    house: str
    amount: str
    status: str
    sections: dict[str, dict[str, str]]


def _plain(row: tuple[str, Value]) -> tuple[str, str]:
    name, value = row
    return name, value.plain if isinstance(value, LocalTime) else value


@dataclass(frozen=True)
class Win:
    """A jackpot on record, as the lines of its page look at it."""

    connection: Connection
    house: Property
    row: Any
    """Its row in the list of jackpots."""

    @property
    def is_reversed(self) -> bool:
        """Whether it was reversed."""
        return bool(self.row.status == REVERSED)

    def named(self, actors: str | None) -> str:
        """Everybody of a list, with their names."""
        return (
            ", ".join(_person(self.connection, self.house.property_id, each) for each in (actors or "").split(", "))
            or "-"
        )


@dataclass(frozen=True)
class Line:
    """A line of the win page: in which section, what it is called, and its value; nothing where it is left out."""

    section: str
    label: str
    value: Callable[[Win], Value | None]


LINES: Final = Registry[Line]("line of the win page")
"""Every line of the win page by its section and label, in their order."""


def line(section: str, label: str) -> Callable[[Callable[[Win], Value | None]], Callable[[Win], Value | None]]:
    """Register a function as a line of the win page. One that answers nothing leaves the line out."""

    def register(value: Callable[[Win], Value | None]) -> Callable[[Win], Value | None]:
        LINES.add(f"{section}: {label}", Line(section, label, value))
        return value

    return register


def read_win_page(connection: Connection, house: Property, jackpot_id: str) -> WinPage:
    """The win page of a jackpot as it stands."""
    row: Any = jackpot_rows.find(connection, house.property_id, jackpot_id)
    win = Win(connection, house, row)
    sections: dict[str, Rows] = {}
    for each in LINES.values():
        value = each.value(win)
        if value is not None:
            sections.setdefault(each.section, []).append((each.label, value))
    return WinPage(
        f"Win page {row.jackpot_id}", house.name, print_dollars(row.cents), row.status, tuple(sections.items())
    )


def win_page_schema() -> Schema:
    """The win page, for the document of the interface: a JSON schema, made from the lines that are registered."""
    sections: dict[str, Any] = {}
    for each in LINES.values():
        section = sections.setdefault(each.section, {"type": "object", "properties": {}})
        section["properties"][each.label] = {"type": "string"}
    told = {name: {"type": "string"} for name in ("title", "house", "amount", "status")}
    about = "Everything about one jackpot on one sheet. A line that says nothing of this jackpot is left out."
    properties = told | {"sections": {"type": "object", "properties": sections, "required": list(sections)}}
    return {"type": "object", "description": about, "properties": properties, "required": list(properties)}


# ---- the win

THE_WIN: Final = "The win"


@line(THE_WIN, "Claimed")
def _claimed(win: Win) -> Value:
    return win.house.local_time(win.row.claimed_at, win.row.claimed_day)


@line(THE_WIN, "Gaming day")
def _day(win: Win) -> Value:
    return written_day(win.row.claimed_day)


@line(THE_WIN, "Table")
def _table(win: Win) -> Value:
    return str(win.row.table_id)


@line(THE_WIN, "Game")
def _game(win: Win) -> Value:
    of_table = (TABLES.c.property_id == win.row.property_id) & (TABLES.c.table_id == win.row.table_id)
    return Game(win.connection.execute(select(TABLES.c.game).where(of_table)).scalar_one()).label


@line(THE_WIN, "Dealer")
def _dealer(win: Win) -> Value:
    """Who dealt when the win was claimed: the records of the table say so."""
    row = win.row
    of_chain = (JOURNAL.c.property_id == row.property_id) & (JOURNAL.c.chain == chain_of(row.table_id))
    claim = select(func.min(JOURNAL.c.seq)).where(of_chain, JOURNAL.c.at == row.claimed_at).scalar_subquery()
    turns = select(JOURNAL.c.asked).where(of_chain, JOURNAL.c.kind.in_(_NAMES_DEALER), JOURNAL.c.seq <= claim)
    asked = json.loads(win.connection.scalar(turns.order_by(JOURNAL.c.seq.desc()).limit(1)) or "{}")
    dealer = asked.get("to", "")
    if dealer == HOUSE:
        return "auto-dealt"
    return win.named(f"{Role.DEALER}:{dealer}") if dealer else "nobody was named"


@line(THE_WIN, "Round")
def _round(win: Win) -> Value:
    return str(win.row.round_number)


@line(THE_WIN, "Seat")
def _seat(win: Win) -> Value:
    return str(win.row.seat)


@line(THE_WIN, "Hand")
def _hand(win: Win) -> Value:
    return str(win.row.hand)


@line(THE_WIN, "Cards")
def _cards(win: Win) -> Value:
    return win.row.cards or "keyed in from the felt"


@line(THE_WIN, "Pays")
def _pays(win: Win) -> Value:
    return str(win.row.pay)


@line(THE_WIN, "Amount")
def _amount(win: Win) -> Value:
    return print_dollars(win.row.cents)


@line(THE_WIN, "Paid from")
def _paid_from(win: Win) -> Value:
    return "the meter" if win.row.source == "meter" else "the tray"


# ---- the meter

THE_METER: Final = "The meter"


@line(THE_METER, "Meter")
def _meter(win: Win) -> Value:
    return str(win.row.meter_id)


@line(THE_METER, "Before")
def _before(win: Win) -> Value:
    return print_dollars(win.row.shown_before_cents)


@line(THE_METER, "After")
def _after(win: Win) -> Value:
    return print_dollars(win.row.shown_after_cents)


# ---- who verified it

WHO: Final = "Who verified it"


@line(WHO, "Seat named by")
def _seat_named_by(win: Win) -> Value | None:
    """What they answered about other seats follows their name as it is stored."""
    if not win.row.named_by:
        return None
    actor, semicolon, answer = win.row.named_by.partition(";")
    return f"{win.named(actor)}{semicolon}{answer}"


@line(WHO, "Hand verified by")
def _verified_by(win: Win) -> Value:
    return win.named(win.row.verified_by)


@line(WHO, "Seen on camera by")
def _seen_by(win: Win) -> Value:
    camera = _NO_WIN.get(win.row.status, "missing") if win.row.needs_surveillance else "not asked for"
    return win.named(win.row.checked_by) if win.row.checked_by else camera


@line(WHO, "Reversed by")
def _reversed_by(win: Win) -> Value | None:
    return win.named(win.row.decided_by) if win.is_reversed else None


@line(WHO, "Decided by")
def _decided_by(win: Win) -> Value | None:
    return None if win.is_reversed else win.named(win.row.decided_by)


@line(WHO, "Reversed")
def _reversed(win: Win) -> Value | None:
    return _decided_at(win) if win.is_reversed else None


@line(WHO, "Decided")
def _decided(win: Win) -> Value | None:
    return None if win.is_reversed else _decided_at(win)


def _decided_at(win: Win) -> Value:
    row = win.row
    return win.house.local_time(row.decided_at, row.decided_day) if row.decided_at else "-"


@line(WHO, "Reason")
def _reason(win: Win) -> Value | None:
    return win.row.reason or None


@line(WHO, "Evidence")
def _evidence(win: Win) -> Value | None:
    return win.row.evidence or None


@line(WHO, "Withheld by")
def _withheld_by(win: Win) -> Value | None:
    """The two people who have withheld it."""
    row = win.row
    content = written({"jackpot_id": row.jackpot_id, "player": row.player})
    agreed = (PROPOSALS.c.property_id == row.property_id) & (PROPOSALS.c.kind == "withhold-win")
    agreed &= (PROPOSALS.c.status == "used") & (PROPOSALS.c.content == content)
    found = win.connection.execute(select(PROPOSALS).where(agreed)).first()
    if found is None:
        return None
    people = (_badge(win.connection, row.property_id, each) for each in (found.proposed_by, found.decided_by))
    return ", who proposed it, and ".join(people)


# ---- the winner

THE_WINNER: Final = "The winner"


@line(THE_WINNER, "Player")
def _player(win: Win) -> Value:
    """By name, with the id. At a live-card table a seat may have been played by somebody who is not known."""
    try:
        return f"{players.find(win.connection, win.row.property_id, win.row.player).name} ({win.row.player})"
    except UnknownError:
        return str(win.row.player)


@line(THE_WINNER, "Identity")
def _identity(win: Win) -> Value:
    return win.row.identity or "-"


@line(THE_WINNER, "Tax form")
def _tax_form(win: Win) -> Value:
    missing = _NO_WIN.get(win.row.status, "missing") if win.row.needs_tax_form else "not asked for"
    return win.row.tax_form or missing


# ---- people


def _person(connection: Connection, property_id: str, actor: str) -> str:
    """Somebody by name, with the badge: of those two only the badge never changes."""
    role, _, badge = actor.partition(":")
    person = staff.find(connection, property_id, badge)
    return actor if person is None else f"{person.name} ({role}, badge {badge})"


def _badge(connection: Connection, property_id: str, badge: str) -> str:
    """Somebody by name, with the role of today: what is told with a badge alone."""
    person = staff.find(connection, property_id, badge)
    return f"badge {badge}" if person is None else _person(connection, property_id, f"{person.role.value}:{badge}")
