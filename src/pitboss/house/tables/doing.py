"""What the parts of a table share: the context of one command, its handlers, and the functions that move money."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from pitboss.games.command import Command
from pitboss.games.event import Event
from pitboss.house.actor import Actor
from pitboss.house.cage.ledger import Entry, account
from pitboss.house.tables.count_differences import Difference
from pitboss.house.tables.events import MoneyMoved
from pitboss.house.tables.host import Checks, Effects
from pitboss.house.tables.state import TableState
from pitboss.house.tables.views import Award


@dataclass(frozen=True, slots=True)
class Verifying:
    """The context of a command that is verified: the state is only read, the room only asked."""

    state: TableState
    host: Checks
    by: Actor


@dataclass(slots=True)
class Doing:
    """The context of a command that is done: the state to change, the room, and the events and postings so far."""

    state: TableState
    host: Effects
    by: Actor
    events: list[Event] = field(default_factory=list)
    entry: Entry = field(default_factory=Entry)
    is_checkpoint: bool = False
    """Whether the table should be stored after this command."""
    has_new_status: bool = False
    dealt_from: dict[str, Any] = field(default_factory=dict)
    """The places in the sealed deck of the cards that were dealt."""

    def tell(self, *events: Event) -> None:
        """Record events."""
        self.events.extend(events)

    def move(self, source: str, target: str, cents: int) -> None:
        """Post an amount from account to account. Nothing else changes the balances of the table."""
        self.entry.move_cents(source, target, cents)
        balances = self.state.balances
        if source in balances:
            balances[source] -= cents
        if target in balances:
            balances[target] += cents


class Handler(NamedTuple):
    """The function that verifies a command, and the one that does it. Both take the fields of the command."""

    verify: Callable[..., None]
    do: Callable[..., None]


Part = Mapping[type[Command], Handler]
"""Commands of a table that belong together. A part has no state, and calls others through functions on ``Doing``."""


def handlers_of(parts: Iterable[Part]) -> dict[type[Command], Handler]:
    """The commands of all parts; each belongs to one part only.

    >>> from pitboss.house.tables.seats import SEATS
    >>> handlers_of([SEATS, SEATS])
    Traceback (most recent call last):
    TypeError: take-seat is a command of two parts of a table
    """
    handlers: dict[type[Command], Handler] = {}
    for part in parts:
        for kind, handler in part.items():
            if kind in handlers:
                raise TypeError(f"{kind.slug()} is a command of two parts of a table")
            if not kind.who:
                raise TypeError(f"{kind.slug()} does not say who may do it")
            handlers[kind] = handler
    return handlers


# ---- money


def pay_from_tray(doing: Doing, seat: int, cents: int) -> None:
    """Pay a seat in chips."""
    take_from_tray(doing, doing.state.chips_account(seat), cents)


def take_from_tray(doing: Doing, target: str, cents: int) -> None:
    """Take chips out of the tray; if it has too few, a fill is posted with the pay, so that no player waits."""
    state = doing.state
    if cents > state.tray_cents:
        add_fill(doing, cents - state.tray_cents)
    doing.move(state.tray_account, target, cents)


def add_fill(doing: Doing, cents: int) -> None:
    """Bring chips from the cage to the tray."""
    doing.move("desk", doing.state.tray_account, cents)
    doing.tell(MoneyMoved("fill", cents, None))


def tray_pays(doing: Doing, target: str, cents: int) -> None:
    """Pay a progressive amount out of the tray of a live-card table.

    If the tray pays more than its book balance, it has won the rest on the felt: that is table result, known before
    the count. No fill is posted, because no chips came from the cage.
    """
    state = doing.state
    won = cents - state.tray_cents
    if won > 0:
        post_difference(doing, Difference(result_cents=won), state.tray_account)
        state.result_cents += won
        doing.tell(MoneyMoved("table result so far", won, None))
    take_from_tray(doing, target, cents)


def put_chips_back(doing: Doing, source: str, cents: int) -> None:
    """Return chips to the tray; if the table is closed, to the cage, where its chips are."""
    state = doing.state
    doing.move(source, "desk" if state.status == "closed" else state.tray_account, cents)


def post_difference(doing: Doing, difference: Difference, counted_in: str, *of: str) -> None:
    """Post the difference that a count found to the account that was counted."""
    difference.post(doing.move, counted_in, doing.state.table_id, *of)


def wallet_of(player: str) -> str:
    """The account of a player's wallet at the cage."""
    return account("wallet", player)


# ---- awards


def note_award(doing: Doing, kind: Literal["progressive", "jackpot", "envy"], seat: int, cents: int) -> None:
    """Note a payment that is no line of a wager: a ``progressive`` win, a verified ``jackpot``, or ``envy``."""
    doing.state.awards.append(Award(kind=kind, seat=seat, cents=cents))
