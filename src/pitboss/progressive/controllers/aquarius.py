"""The Aquarius controller: COIN IN, hand buttons, a key with RUN and JPH, J-POT, GAME OVER."""

from collections.abc import Iterator
from typing import ClassVar

from msgspec import structs

from pitboss.progressive.controllers import events as happened
from pitboss.progressive.controllers.console import ControllerView
from pitboss.progressive.controllers.controller import Controller
from pitboss.progressive.controllers.errors import PressRefusedError
from pitboss.progressive.controllers.events import ControllerEvent
from pitboss.progressive.controllers.presses import Press, PressCoinIn, PressGameOver, PressJPot, TurnKey
from pitboss.progressive.controllers.start import Start
from pitboss.progressive.envy import EnvyReading

RUN = "RUN"
JPH = "JPH"


class Aquarius(Controller):
    """The Aquarius controller of a table. J-POT books a win; the key back at RUN adjusts the meter.

    >>> from pitboss.progressive.controllers import HandButton
    >>> from pitboss.progressive.controllers.presses import PlaceChip, PressHand
    >>> table = Aquarius(seats=7, buttons=[HandButton("royal", "Royal flush", stops_table=True)])
    >>> for press in (PlaceChip(3), PressCoinIn(), PressHand("royal"), TurnKey("JPH"), PressJPot(3), TurnKey("RUN")):
    ...     print("; ".join(event.sentence for event in table.do(press)))
    the sensor of seat 3 lights up
    wagers taken: seat 3
    the button royal is lit
    the key is at JPH
    royal of seat 3 is booked
    the key is at RUN; the meter is adjusted for royal of seat 3
    >>> table.can(PressJPot(3)), table.why_not(PressJPot(3))
    (False, 'the key is at RUN: J-POT needs it at JPH')
    """

    name = "aquarius"
    taking_key = "COIN IN"
    ending_key = "GAME OVER"
    label = "Aquarius controller"
    taking_press, ending_press = PressCoinIn, PressGameOver
    envy_rule = EnvyReading.AQUARIUS
    operations: ClassVar[tuple[type[Press], ...]] = (
        *Controller.common_operations,
        PressCoinIn,
        TurnKey,
        PressJPot,
        PressGameOver,
    )

    def _begin(self, start: Start) -> None:
        super()._begin(start)
        self.key_position = RUN
        self.booked_seat: int | None = None
        """The seat whose booked win waits for the key to adjust the meter."""

    def _pending(self) -> str | None:
        if self.booked_seat is not None:
            return f"the win of seat {self.booked_seat} is booked: the key back at {RUN} adjusts the meter"
        if self.key_position == JPH:
            return f"the key is at {JPH}: turn it back to {RUN}"
        return self._lit_in_words()

    def _verify_at_run(self) -> None:
        if self.key_position != RUN:
            raise PressRefusedError(self._pending() or "")

    # ---- keys

    def verify_press_coin_in(self) -> None:
        """COIN IN needs open sensors, the link and a wager."""
        self._verify_take_wagers()

    def _press_coin_in(self) -> Iterator[ControllerEvent]:
        yield from self._take_wagers()

    def verify_press_hand(self, row: str) -> None:
        """Hand buttons are the dealer's, while the key is at RUN."""
        super().verify_press_hand(row)
        self._verify_at_run()

    def verify_turn_key(self, position: str) -> None:
        """The key goes to JPH for a hand that stops the table, and back."""
        if position not in (RUN, JPH):
            raise PressRefusedError(f"the key has the positions {RUN} and {JPH}, not {position!r}")
        if position == self.key_position:
            raise PressRefusedError(f"the key is at {position} already")
        if position == JPH:
            self._verify_lit()
            if not self._stops_table:
                raise PressRefusedError(f"{self._label} does not stop the table: the dealer pays it")
        elif self.booked_seat is not None:
            self._verify_link("the meter cannot be adjusted")

    def _turn_key(self, position: str) -> Iterator[ControllerEvent]:
        self.key_position = position
        yield happened.KeyTurned(position)
        if self.booked_seat is not None:
            seat, self.booked_seat = self.booked_seat, None
            yield happened.MeterAdjusted(seat, self._settle(seat))

    def verify_press_j_pot(self, seat: int) -> None:
        """J-POT needs the key at JPH, and books one win per turn of the key and per seat."""
        if self.key_position != JPH:
            raise PressRefusedError(f"the key is at {RUN}: J-POT needs it at {JPH}")
        if self.booked_seat is not None:
            raise PressRefusedError(self._pending() or "")
        self._verify_link("a win cannot be booked")
        self._verify_may_win(seat)

    def _press_j_pot(self, seat: int) -> Iterator[ControllerEvent]:
        assert self.lit is not None
        self.booked_seat = seat
        yield happened.WinBooked(seat, self.lit)

    def verify_press_game_over(self) -> None:
        """GAME OVER needs everything reconciled."""
        self._verify_end()

    def _press_game_over(self) -> Iterator[ControllerEvent]:
        yield from self._end()

    def verify_reverse_win(self, winner: int) -> None:
        """A reversal needs the key at RUN, where the meter has moved for every booked win."""
        super().verify_reverse_win(winner)
        self._verify_at_run()

    def verify_void_game(self, reason: str) -> None:
        """A void needs the key at RUN, where nothing is half booked."""
        super().verify_void_game(reason)
        self._verify_at_run()

    # ---- the console

    def view(self) -> ControllerView:
        """What a console shows, with the key and the seat that J-POT has booked."""
        return structs.replace(super().view(), key_position=self.key_position, booked_seat=self.booked_seat)

    def _lcd_of_win(self) -> str | None:
        if self.booked_seat is not None:
            return f"SEAT {self.booked_seat} BOOKED: TURN KEY TO {RUN}"
        if self.key_position == JPH:
            return "ENTER SEAT, PRESS J-POT"
        if self.lit is None:
            return None
        return f"{self._label.upper()}: {'CALL SUPERVISOR' if self._stops_table else 'PAY FROM TRAY'}"
