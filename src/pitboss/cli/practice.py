"""The practice table of ``play`` and ``drill``: its rounds, and the bets and decisions that a player types."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from rich.console import Console

from pitboss.cards import Card, parse_cards, print_cards
from pitboss.errors import NotationError, PitbossError
from pitboss.games import double_draw, fortune_san_lo
from pitboss.games.card_source import CardSource
from pitboss.games.command import Command, NoMoreBets, PlaceWager
from pitboss.games.driver import Strategy, answer
from pitboss.games.event import Event
from pitboss.games.round import NotAllowedError, Round
from pitboss.games.rounds import BASE_WAGERS, ROUNDS, STRATEGIES
from pitboss.games.statement import Statement
from pitboss.games.table import TableRules
from pitboss.paytables import Game, Paytable, print_dollars
from pitboss.progressive import PracticeMeter, practice_meter
from pitboss.sources import Entropy

COMPANY = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn")


@dataclass
class PracticeTable:
    """A table with play money."""

    game: Game
    entropy: Entropy
    seats: dict[int, str]
    rules: TableRules | None = None
    """The table's settings; None means the game's usual ones."""
    history: list[Round[Any, Any]] = field(default_factory=list)
    round: Round[Any, Any] | None = None

    def __post_init__(self) -> None:
        kind = ROUNDS[self.game]
        self.rules = self.rules or kind.rules_type()  # type: ignore[call-arg]
        self.source = CardSource(self.rules, is_drill=True)
        progressive: Paytable | None = getattr(self.rules, "progressive", None)
        self.meter: PracticeMeter | None = None
        if progressive is not None:
            self.meter = practice_meter(progressive.designator, self.rules.limit("progressive").unit_cents)

    def new_round(self) -> Round[Any, Any]:
        """Start the next round. If no card of the last one was dealt, its sealed cards are kept."""
        before = self.round
        lit = {} if before is None else before.still_lit if before.is_over else before.lit
        self.round = ROUNDS[self.game](self.rules, seats=self.seats, lit=lit)
        if before is None or before.is_over:
            self.source.start_round(self.entropy)
        return self.round

    def bet_for_company(self, round: Round[Any, Any], own_seat: int | None) -> Iterator[Event]:
        """The others make the smallest bets that play; if nobody plays at the terminal, they make every bet."""
        for seat in round.seats:
            if seat != own_seat:
                for wager in BASE_WAGERS[self.game] if own_seat is not None else round.rules.offered():
                    if wager != "progressive" or seat not in round.lit:
                        yield from round.do(PlaceWager(seat, wager, round.rules.limit(wager).minimum_cents))

    def close_bets(self, round: Round[Any, Any]) -> Iterator[Event]:
        """Close the bets; the meter takes its wagers."""
        yield from round.do(NoMoreBets())
        if self.meter is not None:
            self.meter.take(round.progressive_report)

    def settle(self, round: Round[Any, Any]) -> Statement:
        """The statement of a finished round, with its progressive wins. Call it once for each round."""
        won = () if self.meter is None else self.meter.settle(round.progressive_report).statement_lines
        return Statement((*round.statement.lines, *won))

    def next_command(self, round: Round[Any, Any], decide: Strategy) -> Command:
        """The command that moves the round on."""
        return self.source.answer(round, self.entropy) or answer(round, _no_cards, decide)

    def company(self) -> Strategy:
        """The strategy of the others."""
        return STRATEGIES[self.game]


def _no_cards(number: int) -> tuple[Card, ...]:
    raise AssertionError(f"{number} cards come from the shuffler or the shoe")


AnyRound = Round[Any, Any]


def read_amount(text: str) -> int:
    """Dollars as people type them, in cents.

    >>> read_amount("$12.50"), read_amount("5")
    (1250, 500)
    """
    match = re.fullmatch(r"\$?([0-9]{1,9})(?:\.([0-9]{2}))?", text.strip())
    if match is None:
        raise NotationError(f"{text!r} is not an amount: write dollars such as 5 or 12.50, or 0 for none")
    return int(match[1]) * 100 + int(match[2] or 0)


def verify_chips(round: AnyRound, seat: int, command: Command, chips_cents: int) -> None:
    """Refuse a wager that the player's chips do not cover."""
    staked = round.seats[seat].staked_cents + round.cost_cents(command, seat)
    if staked > chips_cents:
        has, needs = print_dollars(chips_cents), print_dollars(staked)
        raise NotAllowedError(f"that makes {needs} on the table, and you have {has}")


def ask_bets(screen: Console, round: AnyRound, seat: int, last: dict[str, int], chips_cents: int) -> None:
    """Ask for every wager that the table offers; Enter is a rebet."""
    base = BASE_WAGERS[round.game]
    for wager in round.rules.offered():
        if wager in base[1:]:  # always the same amount as the first
            if last[base[0]]:
                round.do(PlaceWager(seat, wager, last[base[0]]))
            continue
        usual = last.get(wager, round.rules.limit(wager).minimum_cents if wager == base[0] else 0)
        purse = chips_cents // len(base) if wager == base[0] else chips_cents
        last[wager] = _ask_bet(screen, round, (seat, wager), usual, purse)


def _ask_bet(screen: Console, round: AnyRound, spot: tuple[int, str], usual: int, purse_cents: int) -> int:
    seat, wager = spot
    limit = round.rules.limit(wager)
    low, high = print_dollars(limit.minimum_cents), print_dollars(limit.maximum_cents)
    while True:
        typed = screen.input(f"{wager} ({low} to {high}, Enter for {print_dollars(usual)}): ")
        try:
            cents = read_amount(typed) if typed.strip() else usual
            if cents:
                command = PlaceWager(seat, wager, cents)
                verify_chips(round, seat, command, purse_cents)
                round.do(command)
        except PitbossError as error:
            screen.print(str(error), style="red")
        else:
            return cents


def ask_decision(screen: Console, round: AnyRound, seat: int, adviser: Strategy, chips_cents: int) -> Command:
    """Ask until the answer is a command that the rules allow. ``?`` asks for a hint."""
    while True:
        typed = screen.input(f"{round.awaiting.words.capitalize()}. {_help(round)} (? for a hint): ").strip()
        try:
            if typed == "?":
                screen.print(hint(round, seat, adviser), style="cyan")
                continue
            command = _READERS.get(round.game, _read_choice)(round, seat, typed)
            round.verify(command)
            verify_chips(round, seat, command, chips_cents)
        except PitbossError as error:
            screen.print(str(error), style="red")
        else:
            return command


def hint(round: AnyRound, seat: int, adviser: Strategy) -> str:
    """What the strategy would do; in Fortune San Lo only while the display may be used."""
    if isinstance(round, fortune_san_lo.FortuneSanLoRound):
        choice = round.hint(seat)
        return f"The house way: {print_cards(choice.setting.cards)}. {choice.words}"
    command = adviser(round, seat)
    cards = getattr(command, "cards", ())
    return f"Basic strategy: {command.operation().replace('_', ' ')} {print_cards(cards)}".rstrip()


def _choices(round: AnyRound) -> dict[str, Command]:
    return {option.operation().replace("_", " "): option for option in round.options()}


def _help(round: AnyRound) -> str:
    if round.game is Game.DOUBLE_DRAW:
        return "Type the cards to replace, Enter to keep all, or fold"
    if round.game is Game.FORTUNE_SAN_LO:
        return "Type six cards as high, mid, low, or Enter for the house way"
    return ", ".join(_choices(round))


def _read_choice(round: AnyRound, seat: int, typed: str) -> Command:
    """Read the one choice that begins with what was typed."""
    choices = _choices(round)
    matches = [name for name in choices if typed and name.startswith(typed.lower())]
    if typed.lower() in choices:
        matches = [typed.lower()]
    if len(matches) != 1:
        raise NotationError(f"{typed!r} is not one of {', '.join(choices)}")
    return choices[matches[0]]


def _read_draw(round: AnyRound, seat: int, typed: str) -> Command:
    if typed.lower() in ("f", "fold"):
        return double_draw.Fold(seat)
    return double_draw.Draw(seat, parse_cards(typed))


def _read_setting(round: AnyRound, seat: int, typed: str) -> Command:
    if not typed:
        return fortune_san_lo.AskHouseWay(seat)
    return fortune_san_lo.SetHand(seat, parse_cards(typed))


_READERS: dict[Game, Callable[[AnyRound, int, str], Command]] = {
    Game.DOUBLE_DRAW: _read_draw,
    Game.FORTUNE_SAN_LO: _read_setting,
}
