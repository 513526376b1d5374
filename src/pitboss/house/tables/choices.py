"""What a player may do now at a table, what it costs, and why not."""

from dataclasses import dataclass
from typing import Any

from pitboss.errors import PitbossError
from pitboss.games.command import Command
from pitboss.games.decisions import decision_name
from pitboss.games.power_blackjack import Double, Insure, PowerBlackjackRules, PowerDouble
from pitboss.games.round import Round
from pitboss.games.rounds import ROUNDS
from pitboss.games.table import TableRules
from pitboss.house.tables import Table
from pitboss.house.tables.play import verify_in_round
from pitboss.house.tables.settings import CardKind
from pitboss.paytables import print_dollars


@dataclass(frozen=True)
class Choice:
    """A decision that a player may make now, or not.

    >>> Choice("play", "Play: bet $5", 500, None).reason is None
    True
    """

    do: str
    words: str
    cents: int | None
    """What it puts on the table; nothing where the rules do not allow it now."""
    reason: str | None
    """Why it is not possible now."""
    step_cents: int | None = None
    """Where less may be put on the table, too: any multiple of this."""


def choices(table: Table, seat: int) -> list[Choice]:
    """Every decision that the game of a table knows for a player; none at physical cards, where people say them."""
    if table.settings.cards is CardKind.PHYSICAL:
        return []
    # Where no round lies on the table, one that has not begun knows the decisions as well.
    usual = ROUNDS[table.settings.game](table.settings.rules, seats={seat: table.seatings[seat].player})
    round = table.round or usual
    return [_choice(table, round, seat, command) for command in round.decisions(seat)]


def _choice(table: Table, round: Round[Any, Any], seat: int, command: Command) -> Choice:
    cents = round.cost_cents(command, seat) if round.can(command) else None
    return Choice(
        command.slug(), _words(command, cents), cents, _why_not(table, command), step_cents(round.rules, command)
    )


def step_cents(rules: TableRules, command: Command) -> int | None:
    """Of what the player may stake any multiple with a decision; nothing where the rules say how much it is.

    >>> from pitboss.games.power_blackjack import Insure
    >>> step_cents(PowerBlackjackRules(), Insure(1, 500))
    250
    """
    if not isinstance(rules, PowerBlackjackRules):
        return None
    if isinstance(command, Insure):
        return rules.insurance_unit_cents
    is_double = isinstance(command, Double | PowerDouble)
    return rules.limit("bet").unit_cents if is_double and rules.double_for_less else None


def _words(command: Command, cents: int | None) -> str:
    name = decision_name(command)
    if not cents:
        return name
    # Any amount up to the highest may be insured.
    return f"{name}: {'up to' if isinstance(command, Insure) else 'bet'} {print_dollars(cents)}"


def _why_not(table: Table, command: Command) -> str | None:
    try:
        verify_in_round(table, command)
    except PitbossError as error:
        return str(error)
    return None
