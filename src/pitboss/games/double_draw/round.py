"""A round of Double Draw Poker."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations
from typing import ClassVar, Final

from pitboss.cards import DECK_54, FIVE_CARD, Card, FiveCardCategory, HandValue, print_cards
from pitboss.games.audience import HIDDEN, Audience
from pitboss.games.command import Command
from pitboss.games.double_draw.acts import CardsDiscarded, Draw, Fold, PressGreenButton, StubDispensed
from pitboss.games.double_draw.rules import SHUFFLER, DoubleDrawRules
from pitboss.games.event import Decided, WagerPlaced
from pitboss.games.round import NotAllowedError, Round, SeatState
from pitboss.games.round_view import Awaiting, CardRow, HandView, faces
from pitboss.games.statement import Line, lost, won
from pitboss.games.table import EVEN_MONEY
from pitboss.paytables import Game, Pay, print_dollars

MAX_DISCARDS: Final = {1: 3, 2: 1}
"""How many cards a seat may replace in the first and in the second draw."""

_SETTLING_ORDER = ("ante", "draw-1", "draw-2", "bonus")
_ORDINALS = {1: "first", 2: "second"}
_CARDS_IN_WORDS = ("no cards", "one card", "two cards", "three cards", "four cards", "five cards")


@dataclass
class DoubleDrawSeat(SeatState):
    """What lies at a seat: the hand, and the discards face down above the Ante.

    >>> DoubleDrawSeat("ann").discards
    ()
    """

    discards: tuple[Card, ...] = ()


def is_winner(hand: HandValue) -> bool:
    """Whether a hand is two pair or better.

    >>> from pitboss.cards import parse_cards
    >>> is_winner(FIVE_CARD.value(parse_cards("Jk Jk 9s 5d 2c")))  # a pair of aces
    False
    """
    return hand.category >= FiveCardCategory.TWO_PAIR


class DoubleDrawRound(Round[DoubleDrawRules, DoubleDrawSeat]):
    """A round of Double Draw Poker.

    >>> from pitboss.cards import parse_cards
    >>> round = DoubleDrawRound(seats={2: "ann"})
    >>> _ = round.place_wager(2, "ante", 500), round.place_wager(2, "bonus", 500), round.no_more_bets()
    >>> _ = round.deal(parse_cards("Ks Kd 9h 5c 2d")), round.press_green_button()
    >>> _ = round.draw(2, parse_cards("9h 5c 2d")), round.deal(parse_cards("Kh 8s 3c"))
    >>> _ = round.draw(2), round.settle(2)
    >>> [(line.wager, line.outcome) for line in round.lines]  # doctest: +NORMALIZE_WHITESPACE
    [('ante', 'wins 1 to 1, $5'), ('draw-1', 'wins 1 to 1, $5'), ('draw-2', 'wins 1 to 1, $5'),
     ('bonus', 'wins 1 to 1, $5')]
    """

    game = Game.DOUBLE_DRAW
    operations: ClassVar = (*Round.common_operations, PressGreenButton, Draw, Fold)
    rules_type = DoubleDrawRules
    seat_type = DoubleDrawSeat
    deck = DECK_54
    shuffler: ClassVar = SHUFFLER
    """What the shuffler must be set to."""

    def __init__(
        self, rules: DoubleDrawRules | None = None, *, seats: Mapping[int, str], lit: Mapping[int, int] | None = None
    ) -> None:
        super().__init__(rules, seats=seats, lit=lit)
        self.draw_number = 0
        """Which draw the decisions are about: 1 or 2; 0 before the first."""

    # ---- what the round waits for

    def _wanted(self) -> Awaiting:
        """Wagers, packets, the green button, decisions with their replacement cards, settling."""
        match self.phase:
            case "dealing" | "replacing":
                return self._wanted_cards()
            case "dispensing":
                words = "the dealer to press the green button"
                return Awaiting("dealer", words, operations=("press_green_button",))
            case "deciding":
                return self._wanted_decision()
            case _:
                return super()._wanted()

    def _wanted_cards(self) -> Awaiting:
        """A seat that draws has fewer than five cards until they are replaced."""
        seat = next(filter(self._missing, self._in_play()))
        missing = self._missing(seat)
        return Awaiting("cards", f"{_CARDS_IN_WORDS[missing]} for seat {seat}", seat, missing, ("deal",))

    def _missing(self, seat: int) -> int:
        return FIVE_CARD.size - len(self.seats[seat].cards)

    def _wanted_decision(self) -> Awaiting:
        seat, most = self._next_to_decide(), _CARDS_IN_WORDS[MAX_DISCARDS[self.draw_number]]
        words = f"seat {seat} to fold, or to make the {_ORDINALS[self.draw_number]} Draw bet and replace up to {most}"
        return Awaiting("decision", words, seat, operations=("draw", "fold"))

    def _next_to_decide(self) -> int | None:
        """The first seat that has still to decide about this draw."""
        wager = self._draw_wager
        for number in self._in_play():
            seat = self.seats[number]
            if not seat.is_folded and wager not in seat.wagers:
                return number
        return None

    @property
    def _draw_wager(self) -> str:
        return f"draw-{self.draw_number}"

    def options(self) -> tuple[Command, ...]:
        """Every choice of discards, and to fold; the green button; settling."""
        if self.phase == "dispensing":
            return (PressGreenButton(),)
        if self.phase != "deciding":
            return super().options()
        seat = self._next_to_decide()
        assert seat is not None
        numbers = range(MAX_DISCARDS[self.draw_number] + 1)
        choices = chain.from_iterable(combinations(self.seats[seat].cards, number) for number in numbers)
        return (*(Draw(seat, discards) for discards in choices), Fold(seat))

    def decisions(self, seat: int) -> tuple[Command, ...]:
        """Draw, of which the discards are still to be chosen, or fold."""
        return Draw(seat), Fold(seat)

    # ---- wagers

    def _verify_wagers(self, seat: int, wagers: Mapping[str, int]) -> None:
        for wager in self.rules.wagers:
            if wager not in wagers:
                raise NotAllowedError(
                    f"seat {seat} has no {self._label(wager)}: Ante and Bonus are both bet, in equal amounts"
                )
        ante, bonus = wagers["ante"], wagers["bonus"]
        if ante != bonus:
            amounts = f"an Ante of {print_dollars(ante)} and a Bonus of {print_dollars(bonus)}"
            raise NotAllowedError(f"seat {seat} has {amounts}: they must be equal")

    # ---- dealing

    def _hand_out(self, seat: int | None, cards: tuple[Card, ...]) -> None:
        assert seat is not None, "every card goes to a seat"
        self._dealt(seat, cards)
        self.seats[seat].cards += cards
        if self.phase == "replacing":
            self._go_on()
        elif not any(map(self._missing, self._in_play())):
            self.phase = "dispensing"

    def verify_press_green_button(self) -> None:
        """The stub is dispensed once, when every seat has its packet."""
        self._verify_phase("dispensing", "pressing the green button")

    def _press_green_button(self) -> None:
        self.events.append(StubDispensed(self.stub_size))
        self.draw_number = 1
        self.phase = "deciding"

    @property
    def stub_size(self) -> int:
        """How many cards are not dealt: in the shuffler, and in the dealer's hand from the green button on."""
        return self.deck.size - len(self._drawn)

    # ---- decisions

    def _verify_turn(self, seat: int, what: str) -> None:
        self._verify_phase("deciding", what)
        state = self._seat(seat)
        if not state.wagers:
            raise NotAllowedError(f"seat {seat} has no wager and nothing to decide")
        if state.is_folded:
            raise NotAllowedError(f"seat {seat} has folded and has nothing to decide")
        following = self._next_to_decide()
        if seat != following:
            raise NotAllowedError(f"seat {seat} is not next: seat {following} decides now")

    def verify_draw(self, seat: int, cards: tuple[Card, ...] = ()) -> None:
        """Seats decide in their order, and discard few enough cards, all of their own."""
        self._verify_turn(seat, "drawing")
        most, ordinal = MAX_DISCARDS[self.draw_number], _ORDINALS[self.draw_number]
        if len(cards) > most:
            discards = f"{_CARDS_IN_WORDS[most]} at most in the {ordinal} draw, not {len(cards)}"
            raise NotAllowedError(f"seat {seat} may discard {discards}: {print_cards(cards)}")
        if len(set(cards)) < len(cards):
            raise NotAllowedError(f"seat {seat} discards a card twice: {print_cards(cards)}")
        # No card is named: a refusal may be read by others than the owner of the hand, who could ask for each in turn.
        if not set(cards) <= set(self.seats[seat].cards):
            raise NotAllowedError(f"seat {seat} does not hold all of these cards: only own cards are discarded")

    def _draw(self, seat: int, cards: tuple[Card, ...] = ()) -> None:
        state = self.seats[seat]
        state.wagers[self._draw_wager] = state.wagers["ante"]
        self.events += [Decided(seat, "draw"), WagerPlaced(seat, self._draw_wager, state.wagers["ante"])]
        if not cards:
            self._go_on()
            return
        state.cards = tuple(card for card in state.cards if card not in cards)
        state.discards += cards
        self.events.append(CardsDiscarded(seat, cards))
        self.phase = "replacing"

    def verify_fold(self, seat: int) -> None:
        """Seats decide in their order."""
        self._verify_turn(seat, "folding")

    def _fold(self, seat: int) -> None:
        self.seats[seat].is_folded = True
        self.events.append(Decided(seat, "fold"))
        self._go_on()

    def _go_on(self) -> None:
        """To the next seat, to the second draw, or to settling when nobody is left to decide."""
        if self._next_to_decide() is None:
            self.draw_number = 2
        self.phase = "settling" if self._next_to_decide() is None else "deciding"

    # ---- what may be seen

    def _view_discards(self, number: int, seat: DoubleDrawSeat, audience: Audience) -> list[CardRow]:
        # They stay face down even when the hand is shown.
        seen = faces(seat.discards, audience.may_look_at(number))
        return [CardRow(seen, "discards")] if seen else []

    def _view_dealer(self, audience: Audience) -> list[HandView]:
        """The dealer has no hand, only the stub."""
        return []

    def _view_piles(self) -> list[CardRow]:
        """The stub, once the shuffler has given it to the dealer. Nobody sees a face of it."""
        return [CardRow([HIDDEN] * self.stub_size, "stub")] if self.draw_number > 0 else []

    # ---- settling

    def hand_of(self, seat: int) -> HandValue:
        """What a seat holds."""
        return _value(self.seats[seat].cards)

    def held(self, seat: int) -> str | None:
        """The five cards in words, with what the jokers are."""
        return None if self._missing(seat) else _in_words(self.hand_of(seat))

    def _settle(self, seat: int) -> None:
        state = self.seats[seat]
        if not state.is_folded:
            state.is_shown = True
            self._shown(seat, self.hand_of(seat).cards, _in_words(self.hand_of(seat)))
        super()._settle(seat)

    def _settlement(self, seat: int) -> Iterable[Line]:
        state = self.seats[seat]
        wagers = [(wager, state.wagers[wager]) for wager in _SETTLING_ORDER if wager in state.wagers]
        if state.is_folded:
            return [lost(seat, wager, cents, "loses: folded") for wager, cents in wagers]
        hand = self.hand_of(seat)
        if not is_winner(hand):
            return [lost(seat, wager, cents, "loses: less than two pair", hand.sentence) for wager, cents in wagers]
        return [won(seat, wager, cents, self._pay(wager, hand), hand.sentence) for wager, cents in wagers]

    def _pay(self, wager: str, hand: HandValue) -> Pay:
        """What a winning hand is paid: the Bonus by the paytable, the other bets even money."""
        if wager != "bonus":
            return EVEN_MONEY
        row = self.rules.paytable["bonus"].row_for(hand)
        assert row is not None, "every Bonus paytable has a row for two pair and for each better hand"
        return row.pay


# Every wager at a seat asks what the same hand is worth.
@lru_cache(maxsize=64)
def _value(cards: tuple[Card, ...]) -> HandValue:
    return FIVE_CARD.value(cards)


def _in_words(hand: HandValue) -> str:
    return "; ".join(words for words in (hand.sentence, hand.joker_sentence) if words is not None)
