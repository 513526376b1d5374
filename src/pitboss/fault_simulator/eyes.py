"""What somebody sees, and what the felt and the ledger say: a table looked at from outside."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from msgspec import to_builtins

from pitboss.cards import Card
from pitboss.fault_simulator.errors import BrokenError
from pitboss.games.audience import Audience
from pitboss.games.event import CardsDealt, CardsShown
from pitboss.games.round import Round
from pitboss.house.tables import Table
from pitboss.house.tables.views import TableView

_CARD: Final = re.compile(r"[2-9TJQKA][cdhs]|Jk|JK|[Jj]oker")
CARDS_IN_TEXT: Final = re.compile(rf"(?:{_CARD.pattern})(?:[ ,]+(?:{_CARD.pattern}))*")


def verify_nothing_leaks(table: Table, audience: Audience, shown: TableView) -> None:
    """Nobody is shown a card that was dealt face down to somebody else, or not dealt at all."""
    if table.round is None:
        return
    known = _known(table.round, audience)
    for card in _cards_in(to_builtins(shown)):
        if card not in known:
            seats = sorted(audience.seats)
            raise BrokenError("leak", f"{audience.role.value} {seats} at {table.table_id} was shown {card}")


def _known(round: Round[Any, Any], audience: Audience) -> set[str]:
    """Cards that lie face up, or were dealt to this audience."""
    known: set[str] = set()
    for event in round.events:
        if isinstance(event, CardsShown) or (
            isinstance(event, CardsDealt) and (event.face_up or audience.may_look_at(event.seat))
        ):
            known |= {str(card) for card in event.cards if isinstance(card, Card)}
    return known


def _cards_in(thing: Any) -> Iterator[str]:
    """Every card that is written somewhere in what somebody was sent."""
    kind = type(thing)
    if kind is str:
        if CARDS_IN_TEXT.fullmatch(thing):
            yield from _CARD.findall(thing)
    elif kind in (dict, list, tuple):
        for value in thing.values() if kind is dict else thing:
            yield from _cards_in(value)


def verify_felt(table: Table, accounts: Mapping[str, int]) -> None:
    """What a table has is what the ledger says, and what the round has in action lies on the felt."""
    on_felt, in_action = table.balances[table.felt_account], table.cents_in_action
    if on_felt != in_action:
        raise BrokenError("felt", f"{table.felt_account} holds {on_felt} cents, and {in_action} are in action")
    for account, cents in table.balances.items():
        if accounts.get(account, 0) != cents * 1000:
            raise BrokenError("felt", f"{account} holds {accounts.get(account, 0)}, and the table has {cents * 1000}")


def verify_settled(table: Table, won: Mapping[str, int]) -> None:
    """Every seat got what the rules give: the round is played again, by the rules alone, and its lines are added up."""
    round = table.round
    if round is None or not round.is_over or table.jackpots or table.held_wins or round.lit:
        return
    again = type(round)(round.rules, seats={number: seat.player for number, seat in round.seats.items()})
    for command in round.commands:
        again.do(command)
    for seat in round.seats:
        lines = sum(line.net_cents for line in again.lines if line.seat == seat)
        if round.void_reason is not None:
            lines = -again.still_lit.get(seat, 0)
        awards = sum(award["cents"] for award in table.awards if award["seat"] == seat and award["kind"] != "jackpot")
        got, due = won.get(f"chips:{table.table_id}:{seat}", 0), (lines + awards) * 1000
        if got != due:
            words = f"seat {seat} of {table.table_id} gained {got} in round {table.round_number}, and is due {due}"
            raise BrokenError("settlement", words)
