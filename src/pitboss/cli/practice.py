"""A practice table: play money, a house dealer, a shuffler or a shoe whose cards are sealed, company at other seats."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from pitboss.cards import Card
from pitboss.games.card_source import CardSource
from pitboss.games.command import Command, NoMoreBets, PlaceWager
from pitboss.games.driver import Strategy, answer
from pitboss.games.event import Event
from pitboss.games.round import Round
from pitboss.games.rounds import BASE_WAGERS, ROUNDS, STRATEGIES
from pitboss.games.statement import Statement
from pitboss.games.table import TableRules
from pitboss.outside import Entropy
from pitboss.paytables import Game, Paytable
from pitboss.progressive import PracticeMeter, practice_meter

COMPANY = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn")


@dataclass
class PracticeTable:
    """A table at which nothing is at stake."""

    game: Game
    entropy: Entropy
    seats: dict[int, str]
    rules: TableRules | None = None
    """The table's settings; the game's usual ones where nothing is said."""
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
        """The next round. While no card of the last one was dealt it keeps the cards that were sealed for it."""
        before = self.round
        lit = {} if before is None else before.still_lit if before.is_over else before.lit
        self.round = ROUNDS[self.game](self.rules, seats=self.seats, lit=lit)
        if before is None or before.is_over:
            self.source.start_round(self.entropy)
        return self.round

    def bet_for_company(self, round: Round[Any, Any], own_seat: int | None) -> Iterator[Event]:
        """The others make the smallest bets that play; without a player of one's own, every bet there is."""
        for seat in round.seats:
            if seat != own_seat:
                for wager in BASE_WAGERS[self.game] if own_seat is not None else round.rules.offered():
                    if wager != "progressive" or seat not in round.lit:
                        yield from round.do(PlaceWager(seat, wager, round.rules.limit(wager).minimum_cents))

    def close_bets(self, round: Round[Any, Any]) -> Iterator[Event]:
        """No more bets; the meter takes its wagers."""
        yield from round.do(NoMoreBets())
        if self.meter is not None:
            self.meter.take(round.progressive_report)

    def settle(self, round: Round[Any, Any]) -> Statement:
        """What a round that is over came to, with what its progressive wagers won. To be asked once."""
        won = () if self.meter is None else self.meter.settle(round.progressive_report).statement_lines
        return Statement((*round.statement.lines, *won))

    def next_command(self, round: Round[Any, Any], decide: Strategy) -> Command:
        """What happens next."""
        return self.source.answer(round, self.entropy) or answer(round, _no_cards, decide)

    def company(self) -> Strategy:
        """How the others decide."""
        return STRATEGIES[self.game]


def _no_cards(number: int) -> tuple[Card, ...]:
    raise AssertionError(f"{number} cards come from the shuffler or the shoe")
