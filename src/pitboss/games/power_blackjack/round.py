"""A round of Power Blackjack with Push 22."""

from collections.abc import Iterable, Mapping
from typing import ClassVar

from pitboss.cards import Card
from pitboss.games.command import Command
from pitboss.games.event import Announced
from pitboss.games.power_blackjack.choices import OPERATIONS, choices
from pitboss.games.power_blackjack.commands import (
    BackUp,
    Burn,
    DeadHand,
    Double,
    Hit,
    Insure,
    KeepCard,
    NoInsurance,
    PayBlackjack,
    Peek,
    PowerDouble,
    PowerSplit,
    ReplaceCard,
    Split,
    Stand,
    Surrender,
    TurnHoleCard,
)
from pitboss.games.power_blackjack.decisions import Decisions
from pitboss.games.power_blackjack.floor import Floor
from pitboss.games.power_blackjack.hand import Hand, Stage
from pitboss.games.power_blackjack.opening import Opening
from pitboss.games.power_blackjack.settling import PUSH, push_22_stands, settle_hand, settle_push_22
from pitboss.games.round import NotAllowedError, Round
from pitboss.games.round_view import Awaiting
from pitboss.games.statement import Line, pushed

_PARTS = ("dealing", "insuring", "peeking", "paying", "deciding", "revealing", "drawing", "settling")
"""The parts of a round after the bets, in order; one with nothing to do is passed over."""


class PowerBlackjackRound(Opening, Decisions, Floor):
    """A round of Power Blackjack with Push 22.

    >>> from pitboss.cards import parse_card
    >>> round = PowerBlackjackRound(seats={2: "ann"})
    >>> _ = round.place_wager(2, "bet", 1000), round.no_more_bets()
    >>> _ = [round.deal((parse_card(token),)) for token in ("6s", "9h", "5d", "8c")]
    >>> _ = round.power_double(2), round.deal((parse_card("Ah"),))
    >>> _ = round.replace_card(2), round.deal((parse_card("9s"),))
    >>> _ = round.turn_hole_card(), round.settle(2)
    >>> [(line.wager, line.outcome, line.hand) for line in round.lines]
    [('bet', 'wins 1 to 1, $10', 'hard 20'), ('double', 'wins 1 to 1, $10', 'hard 20')]
    """

    operations: ClassVar = (
        *Round.common_operations,
        Insure,
        NoInsurance,
        Peek,
        PayBlackjack,
        Hit,
        Stand,
        Double,
        Split,
        PowerDouble,
        KeepCard,
        ReplaceCard,
        PowerSplit,
        Surrender,
        TurnHoleCard,
        Burn,
        BackUp,
        DeadHand,
    )

    # ---- what the round waits for

    def _wanted(self) -> Awaiting:
        """What the round waits for: see the parts of a round."""
        if self.burning is not None:
            return Awaiting("cards", self.burning.words, None, self.burning.number, ("deal",))
        if self.phase == "dealing":
            return self._want_first_cards()
        if self.phase == "deciding":
            return self._want_player()
        if self.phase == "drawing":
            words = f"one card for the dealer, who has {self.dealer_total.sentence}"
            return Awaiting("cards", words, None, 1, ("deal",))
        if self.phase == "insuring":
            seat = self._asked()[0]
            words = f"seat {seat} to take or decline insurance"
            return Awaiting("decision", words, seat, operations=("insure", "no_insurance"))
        return self._want_dealer()

    def _want_first_cards(self) -> Awaiting:
        seat = self._receiver()
        if seat is not None:
            return Awaiting("cards", f"one card for seat {seat}", seat, 1, ("deal",))
        which = "hole" if self.dealer_cards else "up"
        return Awaiting("cards", f"the dealer's {which} card", None, 1, ("deal",))

    def _want_player(self) -> Awaiting:
        turn = self.turn
        assert turn is not None
        seat, hand = turn
        called = self._called(seat, hand)
        if hand.awaits_card:
            return Awaiting("cards", f"one card for {called}", seat, 1, ("deal",), hand.number)
        allowed = tuple(OPERATIONS[kind] for kind in choices(self.rules, self.seats[seat].hands, hand))
        return Awaiting(
            "decision",
            f"a decision on the {hand.total.sentence} of {called}",
            seat,
            operations=allowed,
            hand=hand.number,
        )

    def _want_dealer(self) -> Awaiting:
        if self.phase == "peeking":
            return Awaiting("dealer", "the dealer to look at the hole card", operations=("peek",))
        if self.phase == "paying":
            seat = self._blackjacks()[0]
            words = f"the dealer to pay the blackjack at seat {seat}"
            return Awaiting("dealer", words, seat, operations=("pay_blackjack",))
        if self.phase == "revealing":
            return Awaiting("dealer", "the dealer to turn the hole card over", operations=("turn_hole_card",))
        return super()._wanted()

    def options(self) -> tuple[Command, ...]:
        """Every decision or act of the dealer that is wanted now; amounts at their highest."""
        if self.phase == "insuring":
            seat = self._asked()[0]
            return Insure(seat, self._half_bet(seat)), NoInsurance(seat)
        if self.phase == "peeking":
            return (Peek(),)
        if self.phase == "paying":
            return (PayBlackjack(self._blackjacks()[0]),)
        if self.phase == "deciding":
            return self._choices()
        return (TurnHoleCard(),) if self.phase == "revealing" else super().options()

    def decisions(self, seat: int) -> tuple[Command, ...]:
        """Insurance; what is done with a hand; the card of a power double."""
        half = self._half_bet(seat) if seat in self.seats else 0
        kinds = (Stand, Hit, Double, PowerDouble, Split, PowerSplit, Surrender, KeepCard, ReplaceCard)
        return Insure(seat, half), NoInsurance(seat), *(kind(seat) for kind in kinds)

    def _choices(self) -> tuple[Command, ...]:
        turn = self.turn
        assert turn is not None
        seat, hand = turn
        if hand.awaits_card:
            return ()
        kinds: Iterable[type] = choices(self.rules, self.seats[seat].hands, hand)
        return tuple(kind(seat) for kind in kinds)

    # ---- from part to part

    def _go_on(self) -> None:
        while self.phase in _PARTS[:-1] and self._has_nothing_left(self.phase):
            self._enter(_PARTS[_PARTS.index(self.phase) + 1])

    def _has_nothing_left(self, part: str) -> bool:
        if not any(seat.is_contested and not seat.is_settled for seat in self.seats.values()):
            return True
        if part == "dealing":
            return len(self.dealer_cards) == 2
        if part == "insuring":
            return not self._asked()
        if part == "peeking":
            return self.has_peeked or not self._may_have_blackjack()
        if part == "paying":
            return not self._blackjacks()
        if part == "deciding":
            return self._unfinished() is None
        return self.dealer_is_shown if part == "revealing" else not self._dealer_draws()

    def _enter(self, part: str) -> None:
        self.phase = part
        if part == "insuring" and self._is_insurance_asked():
            self.events.append(Announced("Insurance?"))
        if part == "settling":
            self._announce_dealer()
            if self._is_all_settled:
                self.phase = "over"

    def _is_insurance_asked(self) -> bool:
        return len(self.dealer_cards) == 2 and bool(self._asked())

    # ---- wagers and dealing

    def _verify_wagers(self, seat: int, wagers: Mapping[str, int]) -> None:
        if "bet" not in wagers:
            raise NotAllowedError(f"seat {seat} has a {self._label(*wagers)} wager without a bet")

    def _no_more_bets(self) -> None:
        super()._no_more_bets()
        for number in self._in_play():
            self.seats[number].hands = [Hand()]

    def _receiver(self) -> int | None:
        """The seat that gets the next of the first cards; nothing means the dealer, who follows the seats twice."""
        wanted = len(self.dealer_cards) + 1
        for number, hand in self._hands():
            if len(hand.cards) < wanted and not hand.is_dead:
                return number
        return None

    def _hand_out(self, seat: int | None, cards: tuple[Card, ...]) -> None:
        if self.burning is not None:
            self._burn_dealt(cards)
        elif seat is None:
            self._give_dealer(cards[0])
            self._go_on()
        elif self.phase == "dealing":
            self._give_first(seat, cards[0])
        else:
            self._receive(cards[0])

    def _give_first(self, seat: int, card: Card) -> None:
        (hand,) = self.seats[seat].hands
        self._give(seat, hand, card)
        if hand.total.natural:
            hand.stage = Stage.DONE

    # ---- the dealer's hand

    def verify_turn_hole_card(self) -> None:
        """The hole card is turned over when every player is done."""
        self._verify_phase("revealing", "turning the hole card over")

    def _turn_hole_card(self) -> None:
        self.dealer_is_shown = True
        self._shown(None, self.dealer_cards[1:], self.dealer_total.sentence)
        self._go_on()

    def _dealer_draws(self) -> bool:
        """The dealer draws for hands still live and for Push 22 wagers that can still win."""
        needed = any(hand.is_live for _, hand in self._hands()) or any(map(push_22_stands, self.seats.values()))
        return needed and self.rules.dealer_draws(self.dealer_total)

    def _announce_dealer(self) -> None:
        if not self.dealer_is_shown or self.dealer_total.natural:
            return
        total = self.dealer_total
        words = f"busts with {total.total}" if total.is_bust else f"has {total.total}"
        self.events.append(Announced(f"Dealer {words}"))
        if total.total == PUSH:
            self.events.append(Announced("Table push"))

    # ---- settling

    def _settlement(self, seat: int) -> Iterable[Line]:
        """Hands as seats are settled, the last first; then what lies beside them."""
        state, waiting = self.seats[seat], self.seats[seat].unsettled
        for hand in reversed(state.hands):
            for wager in (hand.bet_wager, hand.double_wager):
                if wager in waiting:
                    yield self._settle_hand(seat, wager, waiting[wager], hand)
        for wager in ("insurance", "push-22"):
            if wager in waiting:
                yield self._settle_beside(seat, wager, waiting[wager])

    def _settle_hand(self, seat: int, wager: str, cents: int, hand: Hand) -> Line:
        if hand.is_dead:
            return pushed(seat, wager, cents, f"goes back: dead hand, {hand.dead_reason}")
        return settle_hand(seat, wager, cents, hand, self.dealer_total)

    def _settle_beside(self, seat: int, wager: str, cents: int) -> Line:
        state = self.seats[seat]
        if not state.is_contested:
            return pushed(seat, wager, cents, "goes back: no hand of the seat is left in play")
        assert self.rules.push_22 is not None
        assert wager == "push-22", "insurance on a hand in play was settled at the peek"
        return settle_push_22(seat, cents, state.hands, self.dealer_total, self.rules.push_22["push-22"])
