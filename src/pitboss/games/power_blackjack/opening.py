"""After the deal and before the players draw: insurance, the look under an ace or ten, blackjacks."""

from pitboss.cards import Rank, card_points
from pitboss.games.event import Announced
from pitboss.games.power_blackjack.hand import Stage
from pitboss.games.power_blackjack.layout import BlackjackLayout
from pitboss.games.round import NotAllowedError
from pitboss.games.statement import Line, lost, won
from pitboss.paytables import print_dollars


class Opening(BlackjackLayout):
    """The part of a round in which blackjacks are found and paid."""

    # ---- insurance

    def _asked(self) -> list[int]:
        """Seats that have yet to take or decline insurance."""
        if not (self.rules.insurance and self.up_card.rank is Rank.ACE):
            return []
        seats = self.seats.items()
        return [number for number, seat in seats if seat.is_contested and not seat.has_answered]

    def _verify_answer(self, seat: int) -> None:
        if not self.rules.insurance:
            raise NotAllowedError("this table does not offer insurance")
        self._verify_phase("insuring", "insurance")
        state = self._seat(seat)
        if state.has_answered:
            raise NotAllowedError(f"seat {seat} has answered for insurance already")
        if not state.is_contested:
            raise NotAllowedError(f"seat {seat} has no hand in play to insure")

    def verify_insure(self, seat: int, cents: int) -> None:
        """Insurance is up to half the bet, against an ace, once."""
        self._verify_answer(seat)
        half, unit = self._half_bet(seat), self.rules.insurance_unit_cents
        what = f"insurance of {print_dollars(cents)} at seat {seat}"
        if cents > half:
            raise NotAllowedError(f"{what} is above {print_dollars(half)}, half the bet")
        if cents <= 0 or cents % unit:
            raise NotAllowedError(f"{what} is not a multiple of {print_dollars(unit)}")

    def _half_bet(self, seat: int) -> int:
        return self.seats[seat].wagers.get("bet", 0) // 2

    def _insure(self, seat: int, cents: int) -> None:
        self._decided(seat, "insurance")
        self._stake(seat, "insurance", cents)
        self._answer(seat)

    def verify_no_insurance(self, seat: int) -> None:
        """A seat answers once."""
        self._verify_answer(seat)

    def _no_insurance(self, seat: int) -> None:
        self._decided(seat, "no insurance")
        self._answer(seat)

    def _answer(self, seat: int) -> None:
        self.seats[seat].has_answered = True
        if not self._asked():
            self.events.append(Announced("Insurance is closed"))
        self._go_on()

    # ---- the peek

    def _may_have_blackjack(self) -> bool:
        return self.up_card.rank is Rank.ACE or card_points(self.up_card) == 10

    def verify_peek(self) -> None:
        """The dealer looks once, under an ace or a ten, when insurance is closed."""
        self._verify_phase("peeking", "looking at the hole card")

    def _peek(self) -> None:
        self.has_peeked = True
        if self.dealer_total.natural:
            self._show_blackjack()
        else:
            self.events.append(Announced("No blackjack"))
        self._settle_insurance()
        self._go_on()

    def _show_blackjack(self) -> None:
        self.dealer_is_shown = True
        self._shown(None, self.dealer_cards[1:], self.dealer_total.sentence)
        self.events.append(Announced("Dealer has blackjack"))
        for _, hand in self._hands():
            hand.stage = Stage.DONE

    def _settle_insurance(self) -> None:
        for number in sorted(self.seats, reverse=True):
            seat = self.seats[number]
            # The insurance of a dead hand goes back with the hand, at the end.
            if "insurance" in seat.wagers and seat.is_contested:
                self._settle_early(number, [self._insurance_line(number, seat.wagers["insurance"])])

    def _insurance_line(self, seat: int, cents: int) -> Line:
        if self.dealer_total.natural:
            return won(seat, "insurance", cents, self.rules.insurance_pays)
        return lost(seat, "insurance", cents, "loses: the dealer has no blackjack")

    # ---- blackjacks

    def _blackjacks(self) -> list[int]:
        """Seats whose blackjack waits to be paid, in the order of settling."""
        if self.dealer_is_shown:
            return []
        return [number for number in sorted(self.seats, reverse=True) if self._has_unpaid_blackjack(number)]

    def _has_unpaid_blackjack(self, number: int) -> bool:
        seat = self.seats[number]
        return seat.is_contested and seat.hands[0].total.natural and "bet" in seat.unsettled

    def verify_pay_blackjack(self, seat: int) -> None:
        """Blackjacks are paid from the dealer's right to left, before anybody draws."""
        self._verify_phase("paying", "paying a blackjack")
        self._seat(seat)
        following = self._blackjacks()[0]
        if seat != following:
            raise NotAllowedError(f"seat {seat} is not next: pay the blackjack at seat {following}")

    def _pay_blackjack(self, seat: int) -> None:
        state = self.seats[seat]
        pay, words = self.rules.blackjack_pays, state.hands[0].total.sentence
        self._settle_early(seat, [won(seat, "bet", state.wagers["bet"], pay, words)])
        self._go_on()
