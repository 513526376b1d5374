"""A round of Three Card Poker."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from pitboss.cards import DECK_52, THREE_CARD_POKER, Card, HandValue, Rank, ThreeCardCategory, best_five
from pitboss.games.audience import Audience
from pitboss.games.command import AT_SEAT, DEALING, Command
from pitboss.games.event import Announced, Decided, Event, WagerPlaced
from pitboss.games.reports import QualifyingHand
from pitboss.games.round import NotAllowedError, Round, SeatState
from pitboss.games.round_view import Awaiting, CardRow, HandView, faces
from pitboss.games.statement import Line, Source, lost, pushed, won
from pitboss.games.table import EVEN_MONEY
from pitboss.games.three_card_poker.rules import SHUFFLER, ThreeCardPokerRules
from pitboss.paytables import Game, PayKind, Row


@dataclass(frozen=True)
class Play(Command):
    """A player puts a Play wager equal to the Ante.

    >>> Play(2).operation()
    'play'
    """

    who = AT_SEAT
    seat: int


@dataclass(frozen=True)
class Fold(Command):
    """A player gives the Ante up, and the Pair Plus with it.

    >>> Fold(2).operation()
    'fold'
    """

    who = AT_SEAT
    seat: int


@dataclass(frozen=True)
class RevealDealer(Command):
    """The dealer turns the own hand over and says whether it plays.

    >>> RevealDealer().operation()
    'reveal_dealer'
    """

    who = DEALING


@dataclass(frozen=True)
class HandPickedUp(Event):
    """The dealer took a hand off the layout: one that has folded, or one to be paid where the table picks and pays.

    >>> HandPickedUp(3).sentence
    'the dealer picks up the hand of seat 3'
    """

    seat: int

    @property
    def sentence(self) -> str:
        """The event in words."""
        return f"the dealer picks up the hand of seat {self.seat}"


def dealer_plays(hand: HandValue) -> bool:
    """Whether the dealer's hand is queen high or better.

    >>> from pitboss.cards import parse_cards
    >>> dealer_plays(THREE_CARD_POKER.value(parse_cards("Qs 3d 2h")))
    True
    """
    return hand.category is not ThreeCardCategory.HIGH_CARD or hand.ranks[0] >= Rank.QUEEN


class ThreeCardPokerRound(Round[ThreeCardPokerRules, SeatState]):
    """A round of Three Card Poker.

    >>> from pitboss.cards import parse_cards
    >>> round = ThreeCardPokerRound(seats={2: "ann"})
    >>> _ = round.place_wager(2, "ante", 500), round.no_more_bets()
    >>> _ = round.deal(parse_cards("Ks Kd 4h")), round.deal(parse_cards("Js 9d 2h"))
    >>> _ = round.play(2), round.reveal_dealer(), round.settle(2)
    >>> [(line.wager, line.outcome) for line in round.lines]
    [('play', 'pushes: the dealer does not play'), ('ante', 'wins 1 to 1, $5')]
    """

    game = Game.THREE_CARD_POKER
    operations: ClassVar = (*Round.common_operations, Play, Fold, RevealDealer)
    rules_type = ThreeCardPokerRules
    seat_type = SeatState
    deck = DECK_52
    shuffler: ClassVar = SHUFFLER

    def __init__(
        self,
        rules: ThreeCardPokerRules | None = None,
        *,
        seats: Mapping[int, str],
        lit: Mapping[int, int] | None = None,
    ) -> None:
        super().__init__(rules, seats=seats, lit=lit)
        self.dealer_cards: tuple[Card, ...] = ()
        self.dealer_is_shown = False
        self.picked_up: set[int] = set()
        """Seats whose cards are off the layout already."""

    # ---- what the round waits for

    def _wanted(self) -> Awaiting:
        """Wagers, then a packet for each seat with a wager and the dealer, decisions, the dealer's hand, settling."""
        if self.phase == "dealing":
            return self._wanted_packet()
        if self.phase == "deciding":
            seat = self._undecided()[0]
            return Awaiting("decision", f"seat {seat} to play or fold", seat, operations=("play", "fold"))
        if self.phase == "revealing":
            return Awaiting("dealer", "the dealer to reveal the hand", operations=("reveal_dealer",))
        return super()._wanted()

    def options(self) -> tuple[Command, ...]:
        """Play or fold, the dealer's reveal, settling."""
        if self.phase == "deciding":
            seat = self._undecided()[0]
            return Play(seat), Fold(seat)
        return (RevealDealer(),) if self.phase == "revealing" else super().options()

    def decisions(self, seat: int) -> tuple[Command, ...]:
        """Play or fold."""
        return Play(seat), Fold(seat)

    def _wanted_packet(self) -> Awaiting:
        seat = next((number for number in self._in_play() if not self.seats[number].cards), None)
        receiver = "the dealer" if seat is None else f"seat {seat}"
        return Awaiting("cards", f"three cards for {receiver}", seat, 3, ("deal",))

    def _undecided(self) -> list[int]:
        return [
            number
            for number in self._in_play()
            if "ante" in self.seats[number].wagers
            and "play" not in self.seats[number].wagers
            and not self.seats[number].is_folded
        ]

    # ---- wagers

    def _verify_wagers(self, seat: int, wagers: Mapping[str, int]) -> None:
        if self.rules.ante_is_mandatory and "ante" not in wagers:
            raise NotAllowedError(f"seat {seat} has no Ante, which this table asks for")
        if "ante" not in wagers and "pair-plus" not in wagers:
            raise NotAllowedError(f"seat {seat} has {self._label(*wagers)} without an Ante or a Pair Plus")

    def _no_more_bets(self) -> None:
        super()._no_more_bets()
        without = [str(number) for number in self._in_play() if "pair-plus" not in self.seats[number].wagers]
        if without:
            self.events.append(Announced(f"No Pair Plus, position {_listed(without)}"))

    # ---- dealing

    def _hand_out(self, seat: int | None, cards: tuple[Card, ...]) -> None:
        self._dealt(seat, cards)
        if seat is not None:
            self.seats[seat].cards = cards
            return
        self.dealer_cards = cards
        self.phase = "deciding" if self._undecided() else "revealing"

    # ---- decisions

    def _verify_decision(self, seat: int, what: str) -> None:
        self._verify_phase("deciding", f"to {what}")
        if "ante" not in self._seat(seat).wagers:
            raise NotAllowedError(f"seat {seat} has no Ante and nothing to decide")
        if seat not in self._undecided():
            raise NotAllowedError(f"seat {seat} has decided already")

    def verify_play(self, seat: int) -> None:
        """A seat with an ante decides once."""
        self._verify_decision(seat, "play")

    def _play(self, seat: int) -> None:
        wagers = self.seats[seat].wagers
        wagers["play"] = wagers["ante"]
        self.events.append(WagerPlaced(seat, "play", wagers["play"]))
        self._decided(seat, "play")

    def verify_fold(self, seat: int) -> None:
        """A seat with an ante decides once."""
        self._verify_decision(seat, "fold")

    def _fold(self, seat: int) -> None:
        self.seats[seat].is_folded = True
        self._decided(seat, "fold")

    def _decided(self, seat: int, choice: str) -> None:
        self.events.append(Decided(seat, choice))
        if not self._undecided():
            for number in sorted(self._in_play(), reverse=True):
                if self.seats[number].is_folded:
                    self._collect(number)
            self.phase = "revealing"

    def _collect(self, seat: int) -> None:
        """What a folded hand has given up is taken, and its cards with it, unless they may still win something."""
        wagers = self.seats[seat].wagers
        given_up = {wager: cents for wager, cents in wagers.items() if not self._plays_when_folded(wager)}
        self._settle_early(seat, self._lines(seat, given_up))
        brings_envy = self.rules.progressive is not None and self.rules.folded_hands_qualify
        if not brings_envy and given_up == wagers:
            self._pick_up(seat)

    def _plays_when_folded(self, wager: str) -> bool:
        """Whether a wager may win although the hand has folded."""
        return wager == "six-card-bonus" or (wager == "progressive" and self.rules.folded_hands_qualify)

    def _pick_up(self, seat: int) -> None:
        self.picked_up.add(seat)
        self.events.append(HandPickedUp(seat))

    # ---- the dealer's hand

    def verify_reveal_dealer(self) -> None:
        """The dealer's hand is turned over when every seat has decided."""
        self._verify_phase("revealing", "revealing the dealer's hand")

    def _reveal_dealer(self) -> None:
        hand = self.dealer_hand
        self.dealer_is_shown = True
        self._shown(None, hand.cards, hand.sentence)
        self.events.append(Announced("Dealer plays with a Queen" if dealer_plays(hand) else "Dealer doesn't play"))
        self.phase = "over" if self._is_all_settled else "settling"

    @property
    def dealer_hand(self) -> HandValue:
        """What the dealer holds."""
        return _value(self.dealer_cards)

    def hand_of(self, seat: int) -> HandValue:
        """What a seat holds."""
        return _value(self.seats[seat].cards)

    def held(self, seat: int) -> str | None:
        """The three cards in words."""
        return self.hand_of(seat).sentence if self.seats[seat].cards and seat not in self.picked_up else None

    def _view_hands(self, number: int, seat: SeatState, audience: Audience) -> list[HandView]:
        if number in self.picked_up:
            return [HandView(1, [], "folded" if seat.is_folded else "picked-up")]
        return super()._view_hands(number, seat, audience)

    def _view_dealer(self, audience: Audience) -> list[HandView]:
        return [HandView(1, [CardRow(faces(self.dealer_cards, self.dealer_is_shown))])] if self.dealer_cards else []

    # ---- settling

    def _settle(self, seat: int) -> None:
        state = self.seats[seat]
        # A folded hand that still lies there stays face down, unless a bonus needs it or it wins the progressive.
        if not state.is_folded or "six-card-bonus" in state.wagers or self._progressive_row(seat) is not None:
            state.is_shown = True
            self._shown(seat, self.hand_of(seat).cards, self.hand_of(seat).sentence)
            if not self.rules.lay_and_pay and not self._awards_envy(seat):
                self._pick_up(seat)
        super()._settle(seat)

    def _settlement(self, seat: int) -> Iterable[Line]:
        return self._lines(seat, self.seats[seat].unsettled)

    def _lines(self, seat: int, wagers: Mapping[str, int]) -> Iterable[Line]:
        settle: dict[str, Callable[[int, int], Line]] = {
            "play": self._settle_play,
            "ante": self._settle_ante,
            "pair-plus": self._settle_pair_plus,
            "six-card-bonus": self._settle_six_card_bonus,
            "progressive": self._settle_progressive,
        }
        for wager in self.rules.settling_order:
            if wager == "ante-bonus":
                yield from self._ante_bonus(seat)
            elif wager in wagers:
                yield settle[wager](seat, wagers[wager])

    def _settle_play(self, seat: int, cents: int) -> Line:
        hand = self.hand_of(seat)
        if not dealer_plays(self.dealer_hand):
            return pushed(seat, "play", cents, "pushes: the dealer does not play", hand.sentence)
        return self._against_dealer(seat, "play", cents)

    def _settle_ante(self, seat: int, cents: int) -> Line:
        if self.seats[seat].is_folded:
            return lost(seat, "ante", cents, "loses: folded")
        if not dealer_plays(self.dealer_hand):
            return won(seat, "ante", cents, EVEN_MONEY, self.hand_of(seat).sentence)
        return self._against_dealer(seat, "ante", cents)

    def _against_dealer(self, seat: int, wager: str, cents: int) -> Line:
        hand, dealer = self.hand_of(seat), self.dealer_hand
        if hand > dealer:
            return won(seat, wager, cents, EVEN_MONEY, hand.sentence)
        if hand < dealer:
            return lost(seat, wager, cents, f"loses to {dealer.sentence}", hand.sentence)
        return pushed(seat, wager, cents, "pushes: equal hands", hand.sentence)

    def _ante_bonus(self, seat: int) -> Iterable[Line]:
        """Paid for the Play wager whatever the dealer holds; it has no stake of its own."""
        wagers = self.seats[seat].wagers
        if "play" not in wagers:
            return
        hand = self.hand_of(seat)
        row = self.rules.paytable["ante-bonus"].row_for(hand)
        if row is not None:
            bonus = won(seat, "ante-bonus", wagers["ante"], row.pay, hand.sentence)
            yield Line(seat, "ante-bonus", 0, bonus.outcome, bonus.net_cents, hand=hand.sentence)

    def _settle_pair_plus(self, seat: int, cents: int) -> Line:
        if self.seats[seat].is_folded:
            return lost(seat, "pair-plus", cents, "loses: folded")
        hand = self.hand_of(seat)
        row = self.rules.paytable["pair-plus"].row_for(hand)
        if row is None:
            return lost(seat, "pair-plus", cents, hand=hand.sentence)
        return won(seat, "pair-plus", cents, row.pay, hand.sentence)

    def _settle_six_card_bonus(self, seat: int, cents: int) -> Line:
        assert self.rules.six_card_bonus is not None
        hand = best_five([*self.seats[seat].cards, *self.dealer_cards])
        row = self.rules.six_card_bonus["six-card-bonus"].row_for(hand)
        if row is None:
            return lost(seat, "six-card-bonus", cents, hand=hand.sentence)
        return won(seat, "six-card-bonus", cents, row.pay, hand.sentence)

    def _settle_progressive(self, seat: int, cents: int) -> Line:
        """The wager was taken when the bets were closed; what it wins is priced by the progressive."""
        if self.seats[seat].is_folded and not self.rules.folded_hands_qualify:
            return Line(seat, "progressive", cents, "taken: a folded hand does not qualify", 0)
        hand, row = self.hand_of(seat), self._progressive_row(seat)
        if row is None:
            # Words would tell what lies face down.
            words = None if self.seats[seat].is_folded else hand.sentence
            return Line(seat, "progressive", cents, "taken", 0, hand=words)
        source = Source.METER if row.pay.kind is PayKind.METER else Source.TRAY
        return Line(seat, "progressive", cents, f"taken; wins {row.pay}", 0, source, hand.sentence)

    def _awards_envy(self, seat: int) -> bool:
        """Whether a hand stays face up until the others are paid for it, also where the table picks and pays.

        Without a progressive wager at the table, a hand wins nothing of the progressive and awards no envy.
        """
        row = self._progressive_row(seat)
        is_played_for = any("progressive" in state.wagers for state in self.seats.values())
        return is_played_for and row is not None and bool(row.envy_cents)

    def _progressive_row(self, seat: int) -> Row | None:
        """The row of the progressive that a seat's hand wins, or brings envy by; a folded hand only where it may."""
        if self.rules.progressive is None or (self.seats[seat].is_folded and not self.rules.folded_hands_qualify):
            return None
        return self.rules.progressive["progressive"].row_for(self.hand_of(seat))

    def _qualifying_hands(self) -> Iterable[QualifyingHand]:
        for number in self._in_play():
            seat, row = self.seats[number], self._progressive_row(number)
            if row is not None:
                words, has_wager = self.hand_of(number).sentence, "progressive" in seat.wagers
                yield QualifyingHand(number, seat.player, row.hand.slug, words, has_wager, seat.is_folded)


# Every wager at a seat asks what the same hand is worth.
@lru_cache(maxsize=64)
def _value(cards: tuple[Card, ...]) -> HandValue:
    return THREE_CARD_POKER.value(cards)


def _listed(numbers: list[str]) -> str:
    return numbers[0] if len(numbers) == 1 else f"{', '.join(numbers[:-1])} and {numbers[-1]}"
