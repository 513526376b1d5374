"""Wallets of players: deposits, withdrawals, play money of guests, corrections, and money that may not be paid."""

from dataclasses import dataclass
from typing import Any, Final

from pitboss.dates import written_day
from pitboss.games.event import Event
from pitboss.house.actor import Role
from pitboss.house.cage.ledger import account
from pitboss.house.errors import MoneyError, NotPermittedError, RefusedError
from pitboss.house.field_checks import read_day, verify_cents, verify_correction
from pitboss.house.office import OfficeContext, handles
from pitboss.house.people.incidents import of_confiscated_money, open_incident
from pitboss.house.people.players import (
    Player,
    find,
    verify_barred,
    verify_may_play,
    verify_no_play_money,
    verify_served,
)
from pitboss.house.people.proposals import on_approval, on_proposal
from pitboss.house.permissions import OfficeCommand
from pitboss.house.records import journal
from pitboss.house.records.projector import Agreed
from pitboss.paytables import print_dollars
from pitboss.progressive import MILLICENTS, print_millicents

HOW: Final = ("cash", "check", "card", "transfer")
"""The ways to deposit money."""


@dataclass(frozen=True)
class Deposit(OfficeCommand):
    """Deposit money of a player.

    >>> Deposit("ann", 50_000, "cash").cents
    50000
    """

    player: str
    cents: int
    how: str


@dataclass(frozen=True)
class Withdraw(OfficeCommand):
    """Pay out money of a player.

    >>> Withdraw("ann", 50_000).cents
    50000
    """

    player: str
    cents: int


@dataclass(frozen=True)
class GiveGuestChips(OfficeCommand):
    """Give a guest play money, once in a gaming day; the amount is a setting of the room.

    >>> GiveGuestChips("bob").player
    'bob'
    """

    player: str


@dataclass(frozen=True)
class WalletChanged(Event):
    """The wallet of a player changed.

    >>> WalletChanged("ann", "withdrawal", 50_000).sentence
    'withdrawal of $500 by ann'
    """

    player: str
    what: str
    cents: int
    day: str | None = None
    """The gaming day that a correction is about. A closed day is not changed."""

    @property
    def sentence(self) -> str:
        """The event in words."""
        about = "" if self.day is None else f", about gaming day {written_day(self.day)}"
        return f"{self.what} of {print_dollars(self.cents)} by {self.player}{about}"


@handles(Deposit)
def deposit(command: Deposit, desk: OfficeContext) -> None:
    """Add a deposit to the wallet of a player who may play and is no guest."""
    registered = _verify_plays_for_money(desk, command.player, "deposit")
    verify_cents(command.cents, "deposit")
    if command.how not in HOW:
        raise RefusedError(f"a deposit comes as {', '.join(HOW)}, not as {command.how!r}")
    verify_served(desk.connection, desk.property_id, registered.player, desk.stamp.day, "deposit of")
    desk.entry.move_cents("desk", _wallet(registered), command.cents)
    desk.events.append(WalletChanged(registered.player, f"deposit ({command.how})", command.cents))


@handles(Withdraw)
def withdraw(command: Withdraw, desk: OfficeContext) -> None:
    """Pay out at most the balance. If the law forbids to pay the player, two people decide what is returned."""
    registered = _verify_plays_for_money(desk, command.player, "withdrawal")
    verify_cents(command.cents, "withdrawal")
    verify_served(desk.connection, desk.property_id, registered.player, desk.stamp.day, "payment to")
    _verify_has(desk, registered, command.cents)
    desk.entry.move_cents(_wallet(registered), "desk", command.cents)
    desk.events.append(WalletChanged(registered.player, "withdrawal", command.cents))


@handles(GiveGuestChips)
def give_guest_chips(command: GiveGuestChips, desk: OfficeContext) -> None:
    """Give play money once in a gaming day, only in a practice room. Players can ask only for themselves."""
    if desk.actor.role is Role.PLAYER and desk.actor.name != command.player:
        raise NotPermittedError(f"{desk.actor.name} cannot ask for the play money of {command.player}")
    registered = find(desk.connection, desk.property_id, command.player)
    if not registered.is_guest:
        raise RefusedError(f"{registered.player} plays for money: play money is for guests")
    verify_no_play_money(registered, desk.house.jurisdiction)
    verify_may_play(desk.connection, desk.property_id, registered.player, desk.stamp.day)
    if registered.chips_day == desk.stamp.day:
        day = written_day(desk.stamp.day)
        raise RefusedError(f"{registered.player} got play money on {day} already: once in a gaming day")
    cents = desk.house.settings.guest_chips_cents
    desk.entry.move_cents("desk", _wallet(registered), cents)
    desk.events.append(WalletChanged(registered.player, "play money", cents))


@on_proposal("correct-wallet")
def verify_wallet_correction(content: dict[str, Any], desk: OfficeContext) -> None:
    """The player must be registered; a named gaming day must not be in the future."""
    if not {"player", "cents"} <= set(content) <= {"player", "cents", "day"}:
        words = f"correct-wallet takes player and cents, not {', '.join(content) or 'nothing'}"
        raise RefusedError(f"{words}; the gaming day that it is about can be named too, as day")
    if "day" in content:
        _verify_past_day(content["day"], desk.stamp.day)
    find(desk.connection, desk.property_id, content["player"])
    verify_correction(content["cents"])


@on_approval("correct-wallet")
def correct_wallet(agreed: Agreed, desk: OfficeContext) -> None:
    """Correct a mistake at the cage by a new posting that two people agreed on; a negative amount takes money back."""
    content = agreed.content
    registered, cents = find(desk.connection, desk.property_id, content["player"]), content["cents"]
    _verify_has(desk, registered, -cents)
    desk.entry.move_cents("desk", _wallet(registered), cents)
    desk.events.append(WalletChanged(registered.player, "correction", cents, content.get("day")))


def _verify_past_day(text: object, today: str) -> None:
    day = read_day(text, "gaming day").isoformat()
    if day > today:
        allowed = written_day(today)
        raise RefusedError(f"a correction is about a gaming day up to {allowed}, not {written_day(day)}")


@on_proposal("return-money")
@on_proposal("confiscate-money")
def verify_barred_money(content: dict[str, Any], desk: OfficeContext) -> None:
    """The law must forbid to pay the player, and the wallet must have the amount."""
    if set(content) != {"player", "cents"}:
        raise RefusedError(f"this takes player and cents, not {', '.join(content) or 'nothing'}")
    registered = _verify_plays_for_money(desk, content["player"], "payment")
    verify_cents(content["cents"], "amount")
    verify_barred(desk.connection, desk.property_id, registered.player, desk.stamp.day)
    _verify_has(desk, registered, content["cents"])


@on_approval("return-money")
def return_money(agreed: Agreed, desk: OfficeContext) -> None:
    """Return money that no prohibited wager has won: RCW 9.46.071 does not forfeit it."""
    player, cents = agreed.content["player"], agreed.content["cents"]
    desk.entry.move_cents(account("wallet", player), "desk", cents)
    desk.events.append(WalletChanged(player, "money returned", cents))


@on_approval("confiscate-money")
def confiscate_money(agreed: Agreed, desk: OfficeContext) -> None:
    """Confiscate money that a prohibited wager has won, and open an incident for the commission."""
    player, cents = agreed.content["player"], agreed.content["cents"]
    desk.entry.move_cents(account("wallet", player), account("house", "confiscated"), cents)
    desk.events.append(WalletChanged(player, "money confiscated", cents))
    open_incident(desk, of_confiscated_money(desk.stamp.seq, player, cents))


def _wallet(player: Player) -> str:
    return account("wallet", player.player)


def _verify_plays_for_money(desk: OfficeContext, player: str, what: str) -> Player:
    registered = find(desk.connection, desk.property_id, player)
    if registered.is_guest:
        raise RefusedError(f"{player} is a guest with play money: no {what}")
    return registered


def _verify_has(desk: OfficeContext, player: Player, cents: int) -> None:
    has = journal.balance(desk.connection, desk.property_id, _wallet(player))
    if cents * MILLICENTS > has:
        raise MoneyError(f"{player.player} has {print_millicents(has)} at the cage, less than {print_dollars(cents)}")
