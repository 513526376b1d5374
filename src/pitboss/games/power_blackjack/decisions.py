"""The players' decisions, hand by hand."""

from pitboss.cards import Card
from pitboss.games.command import Command
from pitboss.games.event import Announced
from pitboss.games.power_blackjack.choices import OPERATIONS, WHY_NOT, gets_one_card
from pitboss.games.power_blackjack.commands import Double, Hit, PowerDouble, PowerSplit, Split, Stand, Surrender
from pitboss.games.power_blackjack.hand import Hand, Stage
from pitboss.games.power_blackjack.layout import BlackjackLayout
from pitboss.games.round import NotAllowedError
from pitboss.paytables import print_dollars

_AFTER_A_CARD = {
    Stage.OPEN: Stage.OPEN,
    Stage.DRAWING: Stage.OPEN,
    Stage.DOUBLING: Stage.DONE,
    Stage.POWER_DOUBLING: Stage.CHOOSING,
    Stage.REPLACING: Stage.DONE,
}


class Decisions(BlackjackLayout):
    """The part of a round in which the players play their hands."""

    def _playing(self, seat: int) -> Hand:
        """The hand of a seat whose turn it is."""
        turn = self.turn
        assert turn is not None
        assert turn[0] == seat, "verified before"
        return turn[1]

    def _verify_turn(self, seat: int, kind: str) -> Hand:
        """The hand to decide on; refuse if it is not this seat's turn, or a card comes first."""
        self._verify_phase("deciding", f"to {kind}")
        self._seat(seat)
        turn = self.turn
        assert turn is not None, "the round has gone on when every hand was done"
        if turn[0] != seat:
            raise NotAllowedError(f"it is not the turn of seat {seat}: the round waits for {self.awaiting.words}")
        if turn[1].awaits_card:
            raise NotAllowedError(f"to {kind} is not possible now: the round waits for {self.awaiting.words}")
        return turn[1]

    def _verify_choice(self, seat: int, kind: type[Command]) -> Hand:
        what = OPERATIONS[kind].replace("_", " ")
        hand = self._verify_turn(seat, what)
        if hand.stage is Stage.CHOOSING:
            reason: str | None = "the double-down card is kept or replaced first"
        else:
            reason = WHY_NOT[kind](self.rules, self.seats[seat].hands, hand)
        if reason:
            raise NotAllowedError(f"seat {seat} cannot {what}: {reason}")
        return hand

    # ---- a card for a hand

    def _receive(self, card: Card) -> None:
        """The card that the hand in turn waits for."""
        turn = self.turn
        assert turn is not None
        seat, hand = turn
        self._give(seat, hand, card)
        hand.stage = _AFTER_A_CARD[hand.stage]
        if hand.stage is Stage.OPEN and self._is_finished(seat, hand):
            hand.stage = Stage.DONE
        if hand.total.is_bust:
            self.events.append(Announced(f"{self._called(seat, hand).capitalize()}: {hand.total.sentence}"))
        self._go_on()

    def _is_finished(self, seat: int, hand: Hand) -> bool:
        """Nobody draws to 21, and a split ace has its one card."""
        return hand.total.total >= 21 or gets_one_card(self.rules, self.seats[seat].hands, hand)

    # ---- hit and stand

    def verify_hit(self, seat: int) -> None:
        """The hand in turn may have another card, except one of split aces."""
        self._verify_choice(seat, Hit)

    def _hit(self, seat: int) -> None:
        self._decided(seat, "hit", self._playing(seat))
        self._playing(seat).stage = Stage.DRAWING

    def verify_stand(self, seat: int) -> None:
        """The hand in turn may always stand."""
        self._verify_choice(seat, Stand)

    def _stand(self, seat: int) -> None:
        self._finish(seat, "stand")

    def _finish(self, seat: int, choice: str) -> None:
        hand = self._playing(seat)
        self._decided(seat, choice, hand)
        hand.stage = Stage.DONE
        self._go_on()

    # ---- doubles

    def verify_double(self, seat: int, cents: int | None = None) -> None:
        """Any two cards may be doubled, for as much as the bet, or less where the table allows it."""
        self._verify_choice(seat, Double)
        self._verify_double_cents(seat, cents)

    def _double(self, seat: int, cents: int | None = None) -> None:
        self._stake_double(seat, cents, "double")
        self._playing(seat).stage = Stage.DOUBLING

    def verify_power_double(self, seat: int, cents: int | None = None) -> None:
        """The first two cards may be power doubled if they are hard 10 or 11."""
        self._verify_choice(seat, PowerDouble)
        self._verify_double_cents(seat, cents)

    def _power_double(self, seat: int, cents: int | None = None) -> None:
        self._stake_double(seat, cents, "power double")
        self._playing(seat).stage = Stage.POWER_DOUBLING

    def _verify_double_cents(self, seat: int, cents: int | None) -> None:
        bet, unit = self.seats[seat].wagers["bet"], self.rules.limit("bet").unit_cents
        if cents is None or cents == bet:
            return
        what, of_the_bet = f"a double of {print_dollars(cents)} at seat {seat}", f"the bet of {print_dollars(bet)}"
        if cents > bet:
            raise NotAllowedError(f"{what} is above {of_the_bet}")
        if not self.rules.double_for_less:
            raise NotAllowedError(f"{what} is less than {of_the_bet}, and this table has no double for less")
        if cents <= 0 or cents % unit:
            raise NotAllowedError(f"{what} is not a multiple of {print_dollars(unit)}")

    def _stake_double(self, seat: int, cents: int | None, choice: str) -> None:
        hand = self._playing(seat)
        self._decided(seat, choice, hand)
        self._stake(seat, hand.double_wager, self.seats[seat].wagers["bet"] if cents is None else cents)

    # ---- the card of a power double

    def _verify_choosing(self, seat: int, what: str) -> None:
        if self._verify_turn(seat, what).stage is not Stage.CHOOSING:
            raise NotAllowedError(f"seat {seat} has no card of a power double to keep or replace")

    def verify_keep_card(self, seat: int) -> None:
        """The card of a power double may stay."""
        self._verify_choosing(seat, "keep the card")

    def _keep_card(self, seat: int) -> None:
        self._finish(seat, "keep")

    def verify_replace_card(self, seat: int) -> None:
        """The card of a power double may be replaced once; the card in its place is final."""
        self._verify_choosing(seat, "replace the card")

    def _replace_card(self, seat: int) -> None:
        hand = self._playing(seat)
        self._decided(seat, "replace", hand)
        self._burn_from(seat, hand, f"replaced at seat {seat}")
        hand.stage = Stage.REPLACING

    # ---- splits

    def verify_split(self, seat: int) -> None:
        """A pair may be split until the seat has its most hands."""
        self._verify_choice(seat, Split)

    def _split(self, seat: int) -> None:
        self._split_hand(seat, "split")

    def verify_power_split(self, seat: int) -> None:
        """The first two cards may be power split if they are hard 15 or 16 and no pair."""
        self._verify_choice(seat, PowerSplit)

    def _power_split(self, seat: int) -> None:
        self._split_hand(seat, "power split")

    def _split_hand(self, seat: int, choice: str) -> None:
        """The second card goes to the end of the row, with a bet of its own."""
        state, hand = self.seats[seat], self._playing(seat)
        self._decided(seat, choice, hand)
        other = hand.split_off(len(state.hands) + 1)
        state.hands.append(other)
        state.gather()
        self._stake(seat, other.bet_wager, state.wagers["bet"])

    # ---- surrender

    def verify_surrender(self, seat: int) -> None:
        """The first two cards may be given up for half the bet where the table allows it."""
        self._verify_choice(seat, Surrender)

    def _surrender(self, seat: int) -> None:
        self._playing(seat).is_surrendered = True
        self._finish(seat, "surrender")
