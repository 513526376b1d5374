"""A practice table: play money, a house dealer, a sealed deck for every round, company at the other seats."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from pitboss.cards import Card
from pitboss.games import deck_of
from pitboss.games.audience import HIDDEN, Audience
from pitboss.games.command import Command, NoMoreBets, PlaceWager
from pitboss.games.driver import Strategy, answer
from pitboss.games.event import CardsDealt, CardsShown, Event
from pitboss.games.round import Round
from pitboss.games.rounds import BASE_WAGERS, STRATEGIES, round_type
from pitboss.outside import Entropy
from pitboss.paytables import Game
from pitboss.shuffler import DeckInPlay, SeenCards, draw_below, shuffle_deck

COMPANY = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn")


@dataclass
class PracticeTable:
    """A table at which nothing is at stake."""

    game: Game
    entropy: Entropy
    seats: dict[int, str]
    deck: DeckInPlay | None = None
    history: list[Round[Any, Any]] = field(default_factory=list)
    first_packet: int = 0
    """Which packet of the deck is the first of the round."""

    def new_round(self) -> Round[Any, Any]:
        """The next round, from a fresh deck; a shoe goes on until its cut card."""
        if self.deck is None or self.deck.needs_reshuffle:
            whole = deck_of(self.game)
            self.deck = shuffle_deck(whole, self.entropy, cut_percent=75 if whole.copies > 1 else None)
            if whole.copies > 1:
                self.deck.burn()  # the first card of a shoe
        self.first_packet = len(self.deck.packets)
        return round_type(self.game)(seats=self.seats)

    def deal(self, number: int) -> tuple[Card, ...]:
        """The next cards."""
        assert self.deck is not None
        return self.deck.deal(number)

    def seen_by(self, audience: Audience, round: Round[Any, Any]) -> SeenCards:
        """The openings of the cards that somebody has seen in the round, for ``pitboss fair``."""
        assert self.deck is not None
        dealt = [event for event in round.events if isinstance(event, CardsDealt)]
        shown = [card for event in round.events if isinstance(event, CardsShown) for card in event.cards]
        openings = []
        for event, packet in zip(dealt, self.deck.packets[self.first_packet :], strict=True):
            known = event.seen_by(audience).cards
            for position, card, face in zip(packet.positions, event.cards, known, strict=True):
                if face != HIDDEN or card in shown:
                    openings.append(self.deck.open(position))
        return SeenCards(self.deck.seal, tuple(openings))

    def bet_for_company(self, round: Round[Any, Any], own_seat: int | None) -> Iterator[Event]:
        """The others make the smallest bets that play; without a player of one's own, every bet there is."""
        for seat in round.seats:
            if seat != own_seat:
                for wager in BASE_WAGERS[self.game] if own_seat is not None else round.rules.offered():
                    yield from round.do(PlaceWager(seat, wager, round.rules.limit(wager).minimum_cents))

    def close_bets(self, round: Round[Any, Any]) -> Iterator[Event]:
        """No more bets."""
        yield from round.do(NoMoreBets())

    def next_command(self, round: Round[Any, Any], decide: Strategy) -> Command:
        """What happens next."""
        return answer(round, self.deal, decide, lambda limit: draw_below(self.entropy, limit))

    def company(self) -> Strategy:
        """How the others decide."""
        return STRATEGIES[self.game]
