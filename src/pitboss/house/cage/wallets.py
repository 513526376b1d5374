"""The cash desk: money that players bring and take, and the play money of guests."""

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
"""How money comes in."""


@dataclass(frozen=True)
class Deposit(OfficeCommand):
    """A player brings money.

    >>> Deposit("ann", 50_000, "cash").cents
    50000
    """

    player: str
    cents: int
    how: str


@dataclass(frozen=True)
class Withdraw(OfficeCommand):
    """A player takes money home.

    >>> Withdraw("ann", 50_000).cents
    50000
    """

    player: str
    cents: int


@dataclass(frozen=True)
class GiveGuestChips(OfficeCommand):
    """A guest gets play money, once in a gambling day; how much is a setting of the room.

    >>> GiveGuestChips("bob").player
    'bob'
    """

    player: str


@dataclass(frozen=True)
class WalletChanged(Event):
    """Money came to a player at the cash desk, or left.

    >>> WalletChanged("ann", "withdrawal", 50_000).sentence
    'withdrawal of $500 by ann'
    """

    player: str
    what: str
    cents: int
    day: str | None = None
    """The gaming day that a correction is about; it may be closed, and stays as it was."""

    @property
    def sentence(self) -> str:
        """The event in words."""
        about = "" if self.day is None else f", about gaming day {written_day(self.day)}"
        return f"{self.what} of {print_dollars(self.cents)} by {self.player}{about}"


@handles(Deposit)
def deposit(command: Deposit, desk: OfficeContext) -> None:
    """From somebody who may play, and plays for money."""
    known = _verify_plays_for_money(desk, command.player, "deposit")
    verify_cents(command.cents, "deposit")
    if command.how not in HOW:
        raise RefusedError(f"a deposit comes as {', '.join(HOW)}, not as {command.how!r}")
    verify_served(desk.connection, desk.property_id, known.player, desk.stamp.day, "deposit of")
    desk.entry.move_cents("desk", _wallet(known), command.cents)
    desk.events.append(WalletChanged(known.player, f"deposit ({command.how})", command.cents))


@handles(Withdraw)
def withdraw(command: Withdraw, desk: OfficeContext) -> None:
    """What is there. Of somebody whom the law forbids to pay, two people decide what is returned."""
    known = _verify_plays_for_money(desk, command.player, "withdrawal")
    verify_cents(command.cents, "withdrawal")
    verify_served(desk.connection, desk.property_id, known.player, desk.stamp.day, "payment to")
    _verify_has(desk, known, command.cents)
    desk.entry.move_cents(_wallet(known), "desk", command.cents)
    desk.events.append(WalletChanged(known.player, "withdrawal", command.cents))


@handles(GiveGuestChips)
def give_guest_chips(command: GiveGuestChips, desk: OfficeContext) -> None:
    """Once in a gambling day, and only in a room for practice. Players ask for themselves."""
    if desk.actor.role is Role.PLAYER and desk.actor.name != command.player:
        raise NotPermittedError(f"{desk.actor.name} cannot ask for the play money of {command.player}")
    known = find(desk.connection, desk.property_id, command.player)
    if not known.is_guest:
        raise RefusedError(f"{known.player} plays for money: play money is for guests")
    verify_no_play_money(known, desk.house.jurisdiction)
    verify_may_play(desk.connection, desk.property_id, known.player, desk.stamp.day)
    if known.chips_day == desk.stamp.day:
        day = written_day(desk.stamp.day)
        raise RefusedError(f"{known.player} got play money on {day} already: once in a gaming day")
    cents = desk.house.settings.guest_chips_cents
    desk.entry.move_cents("desk", _wallet(known), cents)
    desk.events.append(WalletChanged(known.player, "play money", cents))


@on_proposal("correct-wallet")
def verify_wallet_correction(content: dict[str, Any], desk: OfficeContext) -> None:
    """Of somebody known, by an amount, about a gaming day that has begun."""
    if not {"player", "cents"} <= set(content) <= {"player", "cents", "day"}:
        words = f"correct-wallet takes player and cents, not {', '.join(content) or 'nothing'}"
        raise RefusedError(f"{words}; the gaming day that it is about can be named too, as day")
    if "day" in content:
        _verify_past_day(content["day"], desk.stamp.day)
    find(desk.connection, desk.property_id, content["player"])
    verify_correction(content["cents"])


@on_approval("correct-wallet")
def correct_wallet(agreed: Agreed, desk: OfficeContext) -> None:
    """A slip at the cage, put right by a new posting that two people answer for; below nothing takes back."""
    content = agreed.content
    known, cents = find(desk.connection, desk.property_id, content["player"]), content["cents"]
    _verify_has(desk, known, -cents)
    desk.entry.move_cents("desk", _wallet(known), cents)
    desk.events.append(WalletChanged(known.player, "correction", cents, content.get("day")))


def _verify_past_day(text: object, today: str) -> None:
    day = read_day(text, "gaming day").isoformat()
    if day > today:
        allowed = written_day(today)
        raise RefusedError(f"a correction is about a gaming day up to {allowed}, not {written_day(day)}")


@on_proposal("return-money")
@on_proposal("confiscate-money")
def verify_barred_money(content: dict[str, Any], desk: OfficeContext) -> None:
    """Of somebody whom the law forbids to pay, and no more than is at the cage for them."""
    if set(content) != {"player", "cents"}:
        raise RefusedError(f"this takes player and cents, not {', '.join(content) or 'nothing'}")
    known = _verify_plays_for_money(desk, content["player"], "payment")
    verify_cents(content["cents"], "amount")
    verify_barred(desk.connection, desk.property_id, known.player, desk.stamp.day)
    _verify_has(desk, known, content["cents"])


@on_approval("return-money")
def return_money(agreed: Agreed, desk: OfficeContext) -> None:
    """It was never won by a prohibited wager, and is the person's own: RCW 9.46.071 forfeits no more than that."""
    player, cents = agreed.content["player"], agreed.content["cents"]
    desk.entry.move_cents(account("wallet", player), "desk", cents)
    desk.events.append(WalletChanged(player, "money returned", cents))


@on_approval("confiscate-money")
def confiscate_money(agreed: Agreed, desk: OfficeContext) -> None:
    """It was won by a prohibited wager, and the commission must know of it."""
    player, cents = agreed.content["player"], agreed.content["cents"]
    desk.entry.move_cents(account("wallet", player), account("house", "confiscated"), cents)
    desk.events.append(WalletChanged(player, "money confiscated", cents))
    open_incident(desk, of_confiscated_money(desk.stamp.seq, player, cents))


def _wallet(player: Player) -> str:
    return account("wallet", player.player)


def _verify_plays_for_money(desk: OfficeContext, player: str, what: str) -> Player:
    known = find(desk.connection, desk.property_id, player)
    if known.is_guest:
        raise RefusedError(f"{player} is a guest with play money: no {what}")
    return known


def _verify_has(desk: OfficeContext, player: Player, cents: int) -> None:
    has = journal.balance(desk.connection, desk.property_id, _wallet(player))
    if cents * MILLICENTS > has:
        raise MoneyError(
            f"{player.player} has {print_millicents(has)} at the cash desk, less than {print_dollars(cents)}"
        )
