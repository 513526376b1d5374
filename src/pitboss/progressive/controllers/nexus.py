"""The Nexus Command controller: START GAME, spots, hand buttons, CONFIRM, a card, END GAME."""

from collections.abc import Iterator
from typing import ClassVar

from msgspec import structs

from pitboss.paytables import print_dollars
from pitboss.progressive.controllers import events as happened
from pitboss.progressive.controllers.console import ControllerView
from pitboss.progressive.controllers.controller import Controller
from pitboss.progressive.controllers.errors import PressRefusedError
from pitboss.progressive.controllers.events import ControllerEvent
from pitboss.progressive.controllers.presses import (
    Press,
    PressConfirm,
    PressEndGame,
    PressSpot,
    PressStartGame,
    SwipeCard,
)
from pitboss.progressive.controllers.start import Start
from pitboss.progressive.envy import EnvyReading

SUPERVISOR = "supervisor"
EXECUTIVE = "executive"


class Nexus(Controller):
    """The Nexus Command controller of a table. The card both books a win and adjusts the meter.

    >>> from pitboss.progressive.controllers import HandButton
    >>> from pitboss.progressive.controllers.presses import PlaceChip, PressHand
    >>> table = Nexus(seats=7, buttons=[HandButton("royal", "Royal flush", stops_table=True)])
    >>> card = SwipeCard("supervisor", 100_000, 500_000, 300_000, checklist_done=False)
    >>> for press in (PlaceChip(3), PressStartGame(), PressSpot(3), PressHand("royal"), PressConfirm(), card):
    ...     print("; ".join(event.sentence for event in table.do(press)))
    the sensor of seat 3 lights up
    wagers taken: seat 3
    seat 3 is selected
    the button royal is lit
    royal of seat 3 is confirmed
    the supervisor card authorizes $1,000; royal of seat 3 is booked; the meter is adjusted for royal of seat 3
    """

    name = "nexus"
    taking_key = "START GAME"
    ending_key = "END GAME"
    label = "Nexus Command controller"
    taking_press, ending_press = PressStartGame, PressEndGame
    envy_rule = EnvyReading.NEXUS
    operations: ClassVar[tuple[type[Press], ...]] = (
        *Controller.common_operations,
        PressStartGame,
        PressSpot,
        PressConfirm,
        SwipeCard,
        PressEndGame,
    )

    def _begin(self, start: Start) -> None:
        super()._begin(start)
        self.spot: int | None = None
        self.is_confirmed = False

    def _pending(self) -> str | None:
        if self.is_confirmed:
            return f"{self._label} of seat {self.spot} is confirmed: a card must book it"
        return self._lit_in_words()

    # ---- keys

    def verify_press_start_game(self) -> None:
        """START GAME needs open sensors, the link and a wager."""
        self._verify_take_wagers()

    def _press_start_game(self) -> Iterator[ControllerEvent]:
        yield from self._take_wagers()

    def verify_press_spot(self, seat: int) -> None:
        """A spot is selected before its hand, and has a wager that has not won yet."""
        self._verify_game_on()
        self._verify_nothing_pending()
        self._verify_may_win(seat)

    def _press_spot(self, seat: int) -> Iterator[ControllerEvent]:
        self.spot = None if self.spot == seat else seat
        yield happened.SpotSelected(seat) if self.spot else happened.SpotCleared(seat)

    def verify_press_hand(self, row: str) -> None:
        """A hand belongs to the selected spot."""
        super().verify_press_hand(row)
        if self.spot is None:
            raise PressRefusedError("no spot is selected: it comes before the hand")

    def _press_hand(self, row: str) -> Iterator[ControllerEvent]:
        self.is_confirmed = False
        yield from super()._press_hand(row)

    def verify_pay_hand(self, seat: int) -> None:
        """The dealer pays the seat whose spot is selected."""
        super().verify_pay_hand(seat)
        if seat != self.spot:
            raise PressRefusedError(f"{self._label} is lit for seat {self.spot}, not for seat {seat}")

    def _settle(self, seat: int) -> str:
        self.spot, self.is_confirmed = None, False
        return super()._settle(seat)

    def verify_press_confirm(self) -> None:
        """A lit hand that stops the table is confirmed once."""
        self._verify_lit()
        if not self._stops_table:
            raise PressRefusedError(f"{self._label} does not stop the table: the dealer pays it")
        if self.is_confirmed:
            raise PressRefusedError(self._pending() or "")

    def _press_confirm(self) -> Iterator[ControllerEvent]:
        assert self.spot is not None
        assert self.lit is not None
        self.is_confirmed = True
        yield happened.WinConfirmed(self.spot, self.lit)

    def verify_swipe_card(
        self, card: str, prize_cents: int, executive_above_cents: int, checklist_above_cents: int, checklist_done: bool
    ) -> None:
        """The card must be good for the prize, and follow the confirmation and the checklist."""
        if card not in (SUPERVISOR, EXECUTIVE):
            raise PressRefusedError(f"{card!r} is no card that books a win: swipe a {SUPERVISOR} or {EXECUTIVE} card")
        self._verify_game_on()
        if not self.is_confirmed:
            raise PressRefusedError("no win is confirmed: CONFIRM comes before the card")
        self._verify_link("a win cannot be booked")
        if prize_cents < 1:
            raise PressRefusedError(f"a prize of {prize_cents} cents: it must be 1 cent or more")
        if card == SUPERVISOR and prize_cents > executive_above_cents:
            limit = print_dollars(executive_above_cents)
            raise PressRefusedError(
                f"{print_dollars(prize_cents)} needs the executive card: the supervisor card is good up to {limit}"
            )
        if prize_cents > checklist_above_cents and not checklist_done:
            limit = print_dollars(checklist_above_cents)
            raise PressRefusedError(
                f"{print_dollars(prize_cents)} is above {limit}: the surveillance checklist comes before the card"
            )

    def _swipe_card(self, card: str, prize_cents: int, *_: int) -> Iterator[ControllerEvent]:
        assert self.spot is not None
        seat = self.spot
        row = self._settle(seat)
        yield happened.CardSwiped(card, prize_cents)
        yield happened.WinBooked(seat, row)
        yield happened.MeterAdjusted(seat, row)

    def verify_press_end_game(self) -> None:
        """END GAME needs everything reconciled."""
        self._verify_end()

    def _press_end_game(self) -> Iterator[ControllerEvent]:
        yield from self._end()

    # ---- the console

    def view(self) -> ControllerView:
        """What a console shows, with the spot and whether the win is confirmed."""
        return structs.replace(super().view(), spot=self.spot, is_confirmed=self.is_confirmed)

    def _lcd_of_win(self) -> str | None:
        if self.is_confirmed:
            return f"SEAT {self.spot} CONFIRMED: SWIPE CARD"
        if self.lit is not None:
            return (
                f"SEAT {self.spot} {self._label.upper()}: {'CALL SUPERVISOR' if self._stops_table else 'PAY FROM TRAY'}"
            )
        return f"SEAT {self.spot}: PRESS HAND" if self.spot is not None else None
