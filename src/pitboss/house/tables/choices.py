"""Lists the decisions of a player at a table: what each costs now, or why it is not allowed."""

from dataclasses import dataclass
from typing import Any

from pitboss.errors import PitbossError
from pitboss.games.command import Command
from pitboss.games.decisions import decision_name
from pitboss.games.power_blackjack import Double, Insure, PowerBlackjackRules, PowerDouble
from pitboss.games.round import Round
from pitboss.games.rounds import ROUNDS
from pitboss.games.table import TableRules
from pitboss.house.tables.play import verify_in_round
from pitboss.house.tables.settings import CardKind
from pitboss.house.tables.table import Table
from pitboss.paytables import print_dollars


@dataclass(frozen=True)
class Choice:
    """A decision of the game, which the player may be allowed to make now.

    >>> Choice("play", "Play: bet $5", 500, None).reason is None
    True
    """

    do: str
    words: str
    cents: int | None
    """What it costs; nothing if the rules do not allow it now."""
    reason: str | None
    """Why it is not allowed now."""
    step_cents: int | None = None
    """If less may be bet, too: any multiple of this."""


def choices(table: Table, seat: int) -> list[Choice]:
    """Every decision of the game for a player; none with live cards, where players tell the dealer."""
    if table.settings.cards is CardKind.PHYSICAL:
        return []
    # Before the first round of a table, a round that has not begun lists the same decisions.
    unstarted = ROUNDS[table.settings.game](table.settings.rules, seats={seat: table.seatings[seat].player})
    round = table.round or unstarted
    return [_choice(table, round, seat, command) for command in round.decisions(seat)]


def _choice(table: Table, round: Round[Any, Any], seat: int, command: Command) -> Choice:
    cents = round.cost_cents(command, seat) if round.can(command) else None
    return Choice(
        command.slug(), _words(command, cents), cents, _why_not(table, command), step_cents(round.rules, command)
    )


def step_cents(rules: TableRules, command: Command) -> int | None:
    """The unit of a decision whose amount the player chooses; nothing if the rules fix the amount.

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
    # A player may insure any amount up to the maximum.
    return f"{name}: {'up to' if isinstance(command, Insure) else 'bet'} {print_dollars(cents)}"


def _why_not(table: Table, command: Command) -> str | None:
    try:
        verify_in_round(table, command)
    except PitbossError as error:
        return str(error)
    return None
