"""What the parts of a table work with: a command that is verified, and one that is done. Both last for one command."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from pitboss.games.command import Command
from pitboss.games.event import Event
from pitboss.house.actor import Actor
from pitboss.house.cage.ledger import Entry, account
from pitboss.house.tables.count_differences import Difference
from pitboss.house.tables.events import MoneyMoved
from pitboss.house.tables.host import Checks, Effects
from pitboss.house.tables.state import TableState


@dataclass(frozen=True, slots=True)
class Verifying:
    """A command that is verified: the state is only read, and the room only asked."""

    state: TableState
    host: Checks
    by: Actor


@dataclass(slots=True)
class Doing:
    """A command that is done: the state to change, the room, and what came of it so far."""

    state: TableState
    host: Effects
    by: Actor
    events: list[Event] = field(default_factory=list)
    entry: Entry = field(default_factory=Entry)
    is_checkpoint: bool = False
    """Whether the table should be stored as it stands now."""
    has_new_status: bool = False
    dealt_from: dict[str, Any] = field(default_factory=dict)
    """Where in the sealed deck the cards lay that it dealt."""

    def tell(self, *events: Event) -> None:
        """Note what happened."""
        self.events.extend(events)

    def move(self, source: str, target: str, cents: int) -> None:
        """Post an amount from account to account. Nothing else moves the balances of the table."""
        self.entry.move_cents(source, target, cents)
        balances = self.state.balances
        if source in balances:
            balances[source] -= cents
        if target in balances:
            balances[target] += cents


class Handler(NamedTuple):
    """What refuses a command, and what does it. Both take the fields of the command."""

    verify: Callable[..., None]
    do: Callable[..., None]


Part = Mapping[type[Command], Handler]
"""Commands of a table that belong together. A part has no state, and calls others through functions on ``Doing``."""


def handlers_of(parts: Iterable[Part]) -> dict[type[Command], Handler]:
    """The commands of all parts, each of one part only.

    >>> from pitboss.house.tables.seats import SEATS
    >>> handlers_of([SEATS, SEATS])
    Traceback (most recent call last):
    TypeError: take-seat is a command of two parts of a table
    """
    found: dict[type[Command], Handler] = {}
    for part in parts:
        for kind, handler in part.items():
            if kind in found:
                raise TypeError(f"{kind.slug()} is a command of two parts of a table")
            if not kind.who:
                raise TypeError(f"{kind.slug()} does not say who may do it")
            found[kind] = handler
    return found


# ---- money


def pay_from_tray(doing: Doing, seat: int, cents: int) -> None:
    """Pay a seat in chips."""
    take_from_tray(doing, doing.state.chips_account(seat), cents)


def take_from_tray(doing: Doing, target: str, cents: int) -> None:
    """Take chips out of the tray. Nobody waits for their money: a fill is posted with the pay where one is needed."""
    state = doing.state
    if cents > state.tray_cents:
        add_fill(doing, cents - state.tray_cents)
    doing.move(state.tray_account, target, cents)


def add_fill(doing: Doing, cents: int) -> None:
    """Bring chips from the cage to the tray."""
    doing.move("desk", doing.state.tray_account, cents)
    doing.tell(MoneyMoved("fill", cents, None))


def tray_pays(doing: Doing, target: str, cents: int) -> None:
    """Take chips of the progressive out of the tray of a live-card table: for a player's hand, or aside for a winner.

    A tray that can pay more than the books have in it has won that much on the felt, and it is a part of the table
    result before anything is counted. No fill is posted, since no chips came from the cage.
    """
    state = doing.state
    won = cents - state.tray_cents
    if won > 0:
        post_difference(doing, Difference(result_cents=won), state.tray_account)
        state.result_cents += won
        doing.tell(MoneyMoved("table result so far", won, None))
    take_from_tray(doing, target, cents)


def put_chips_back(doing: Doing, source: str, cents: int) -> None:
    """Put chips into the tray they came from; of a table that is closed, into the cage with all its chips."""
    state = doing.state
    doing.move(source, "desk" if state.status == "closed" else state.tray_account, cents)


def post_difference(doing: Doing, found: Difference, counted_in: str, *of: str) -> None:
    """Post what a count differs by to the account of what was counted, from the accounts of the table."""
    found.post(doing.move, counted_in, doing.state.table_id, *of)


def wallet_of(player: str) -> str:
    """The account of what a player has at the cage."""
    return account("wallet", player)


# ---- awards


def note_award(doing: Doing, kind: str, seat: int, cents: int) -> None:
    """Note what is paid beside the lines: a win of the ``progressive``, a verified ``jackpot``, or ``envy``."""
    doing.state.awards.append({"kind": kind, "seat": seat, "cents": cents})
