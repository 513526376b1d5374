"""What both table controllers share besides the wagers: hands, envy, the end of a game, voids, view and storage.

A controller is a pure state machine: clock, money and meter are its host's, who reads its events.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import Any, ClassVar, NamedTuple, Self

from pitboss.games.command import CommandError, read_command
from pitboss.progressive.controllers import events as happened
from pitboss.progressive.controllers.buttons import HandButton, by_row
from pitboss.progressive.controllers.console import ControllerView, view
from pitboss.progressive.controllers.envy import Envy
from pitboss.progressive.controllers.errors import ControllerRecordError, PressRefusedError
from pitboss.progressive.controllers.events import ControllerEvent, seats_in_words
from pitboss.progressive.controllers.presses import (
    OweEnvy,
    PayEnvy,
    PayHand,
    Press,
    PressHand,
    ReverseWin,
    VoidGame,
    WithdrawEnvy,
)
from pitboss.progressive.controllers.start import Start
from pitboss.progressive.controllers.wagers import WagerTaker
from pitboss.progressive.envy import EnvyReading

FORMAT = 1


class _AtSeat(NamedTuple):
    """Somebody at a seat, for the rule of envy."""

    seat: int
    player: str


class Controller(WagerTaker, ABC):
    """What Aquarius and Nexus share.

    >>> from pitboss.progressive.controllers import CONTROLLERS, HandButton
    >>> buttons = [HandButton("royal", "Royal flush", stops_table=True)]
    >>> [kind(seats=7, buttons=buttons).lcd for kind in CONTROLLERS.values()]
    ['PLACE PROGRESSIVE WAGERS', 'PLACE PROGRESSIVE WAGERS']
    """

    taking_press: ClassVar[type[Press]]
    """The press that takes the wagers."""
    ending_press: ClassVar[type[Press]]
    """The press that ends the game."""
    ending_key: ClassVar[str]
    """The key that ends the game."""
    label: ClassVar[str]
    """What people call it."""
    envy_rule: ClassVar[EnvyReading]
    """Who collects envy for whose hand at its tables."""
    common_operations: ClassVar[tuple[type[Press], ...]] = (
        *WagerTaker.wager_operations,
        PressHand,
        PayHand,
        OweEnvy,
        WithdrawEnvy,
        ReverseWin,
        PayEnvy,
        VoidGame,
    )

    def __init__(self, *, seats: int, buttons: Iterable[HandButton], start: Start | None = None) -> None:
        if type(seats) is not int or seats < 1:
            raise ControllerRecordError(f"a table has one seat or more, not {seats!r}")
        self.seats = seats
        self.buttons = by_row(buttons)
        self._begin(start or Start())

    def _begin(self, start: Start) -> None:
        """Start a game: everything of the game before is gone but what the start says."""
        start.verify(self.seats)
        self.start = start
        self._begin_wagers(start)
        self.lit: str | None = None
        self.wins: dict[int, str] = {}
        """The row that each seat has won in this game, booked or paid by the dealer."""
        self.envy = Envy()
        self.presses = []

    # ---- pending wins

    def _verify_nothing_pending(self) -> None:
        reason = self._pending()
        if reason:
            raise PressRefusedError(reason)

    @abstractmethod
    def _pending(self) -> str | None:
        """The win that waits for somebody, in words; nothing where none does."""

    def _verify_may_win(self, seat: int) -> None:
        self._verify_seat(seat)
        if seat not in self.sensors.locked:
            raise PressRefusedError(
                f"seat {seat} has no progressive wager in this game: {seats_in_words(self.sensors.locked)} can win"
            )
        if seat in self.wins:
            raise PressRefusedError(
                f"seat {seat} has {self.wins[seat]} in this game already: a win that was none is reversed first"
            )

    # ---- winning hands

    def verify_press_hand(self, row: str) -> None:
        """One hand is lit at a time."""
        if row not in self.buttons:
            raise PressRefusedError(f"there is no hand button {row!r}; there are {', '.join(self.buttons)}")
        self._verify_game_on()
        if self.lit not in (None, row):
            raise PressRefusedError(f"{self._label} is lit: finish it, or press it again to put it out")

    def _press_hand(self, row: str) -> Iterator[ControllerEvent]:
        self.lit = row if self.lit is None else None
        yield happened.HandLit(row) if self.lit else happened.HandOff(row)

    @property
    def _label(self) -> str:
        return self.buttons[self.lit].label if self.lit else "no hand"

    @property
    def _stops_table(self) -> bool:
        return self.lit is not None and self.buttons[self.lit].stops_table

    def _verify_lit(self) -> None:
        self._verify_game_on()
        if self.lit is None:
            raise PressRefusedError("no hand button is lit")

    def verify_pay_hand(self, seat: int) -> None:
        """The dealer pays only what does not stop the table."""
        self._verify_lit()
        if self._stops_table:
            raise PressRefusedError(f"{self._label} stops the table: call a supervisor")
        self._verify_may_win(seat)

    def _pay_hand(self, seat: int) -> Iterator[ControllerEvent]:
        yield happened.DealerPaid(seat, self._settle(seat))

    def _settle(self, seat: int) -> str:
        """Put the lit hand out as this seat's win, and say which it was."""
        assert self.lit is not None
        self.wins[seat], self.lit = self.lit, None
        return self.wins[seat]

    def _lit_in_words(self) -> str | None:
        if self.lit is None:
            return None
        what = "a supervisor must book it" if self._stops_table else "the dealer must pay it"
        return f"{self._label} is lit: {what}, or a second press puts it out"

    def verify_reverse_win(self, winner: int) -> None:
        """A win of the game that is on, booked or paid by the dealer."""
        self._verify_seat(winner)
        self._verify_game_on()
        if winner not in self.wins:
            raise PressRefusedError(f"seat {winner} has no win in this game: {seats_in_words(self.wins)} won")

    def _reverse_win(self, winner: int) -> Iterator[ControllerEvent]:
        yield happened.WinReversed(winner, self.wins.pop(winner))
        if winner in self.envy.winners:
            yield from self._withdraw_envy(winner)

    # ---- envy

    def verify_owe_envy(self, winner: int, cents: int, seats: tuple[int, ...]) -> None:
        """Envy goes to other progressive wagers in the game, once for each hand."""
        self._verify_seat(winner)
        self._verify_game_on()
        if cents < 1:
            raise PressRefusedError(f"envy of {cents} cents: it must be 1 cent or more")
        if winner in self.envy.winners:
            raise PressRefusedError(f"the hand of seat {winner} has brought its envy already")
        if len(set(seats)) != len(seats):
            raise PressRefusedError(f"{seats_in_words(seats)}: every seat is owed envy once for one hand")
        for seat in seats:
            self._verify_envies(seat, winner)

    def _verify_envies(self, seat: int, winner: int) -> None:
        self._verify_seat(seat)
        if seat not in self.sensors.locked:
            raise PressRefusedError(f"seat {seat} has no progressive wager in this game, so no envy")
        if seat == winner:
            raise PressRefusedError(f"seat {seat} has no envy for its own hand")
        if self.has_envy(seat, winner):
            return
        if seat == self.partner_of(winner):
            raise PressRefusedError(f"seats {winner} and {seat} are one player, who has no envy for the own hand")
        raise PressRefusedError(f"seat {seat} has no envy for the hand of seat {winner}: {self.envy_rule.words}")

    def has_envy(self, seat: int, winner: int) -> bool:
        """Whether a wager collects envy for the hand of another seat, by the rule of this controller."""
        return seat != winner and self.envy_rule.is_another(self._sits(seat), self._sits(winner))

    def _sits(self, seat: int) -> _AtSeat:
        """Two seats of one player have the same name; players of a felt are not known by another."""
        return _AtSeat(seat, f"seat {min(seat, self.partner_of(seat) or seat)}")

    def _owe_envy(self, winner: int, cents: int, seats: tuple[int, ...]) -> Iterator[ControllerEvent]:
        self.envy.owe(winner, cents, seats)
        due = self.envy.winners[winner]
        for amount in sorted(set(due.values()), reverse=True):
            yield happened.EnvyOwed(winner, amount, tuple(sorted(seat for seat in due if due[seat] == amount)))

    def verify_withdraw_envy(self, winner: int) -> None:
        """Envy is withdrawn with the hand that brought it, while the game is on."""
        self._verify_seat(winner)
        self._verify_game_on()
        if winner not in self.envy.winners:
            raise PressRefusedError(f"the hand of seat {winner} has brought no envy")

    def _withdraw_envy(self, winner: int) -> Iterator[ControllerEvent]:
        yield happened.EnvyWithdrawn(winner, self.envy.withdraw(winner))

    def _verify_marks_free(self) -> None:
        if self.envy.winners:
            raise PressRefusedError("envy of this game is owed already, by the seats as they were marked")

    def verify_pay_envy(self, seat: int) -> None:
        """Envy is paid at the end, when no win is pending."""
        self._verify_seat(seat)
        self._verify_game_on()
        self._verify_nothing_pending()
        if seat not in self.envy.owed:
            raise PressRefusedError(f"seat {seat} is owed no envy; owed some: {seats_in_words(self.envy.owed)}")

    def _pay_envy(self, seat: int) -> Iterator[ControllerEvent]:
        yield happened.EnvyPaid(seat, self.envy.pay(seat))

    # ---- the end of a game

    def _verify_end(self) -> None:
        self._verify_game_on()
        self._verify_nothing_pending()
        if self.envy.owed:
            raise PressRefusedError(f"envy is unpaid: {seats_in_words(self.envy.owed)}")
        self._verify_count_closed()

    def _end(self) -> Iterator[ControllerEvent]:
        self.sensors.open()
        self._begin(self._left_to_the_next())
        yield happened.GameOver()

    def verify_void_game(self, reason: str) -> None:
        """A game can be void until something was booked or paid, and never without a reason."""
        if not reason.strip():
            raise PressRefusedError("a void needs a reason")
        self._verify_game_on()
        if self.wins:
            raise PressRefusedError(
                f"{seats_in_words(self.wins)} won already: no void any more, a win that was none is reversed"
            )
        if self.envy.is_paid_in_part:
            raise PressRefusedError("envy was paid already: a void is no longer possible")
        self._verify_count_closed()

    def _void_game(self, reason: str) -> Iterator[ControllerEvent]:
        if self.lit:
            yield happened.HandOff(self.lit)
        if self.envy.owed:
            yield happened.EnvyCancelled(tuple(sorted(self.envy.owed)))
        self.sensors.open(keep=self.sensors.locked)
        self._begin(self._left_to_the_next())
        yield happened.GameVoided(reason, self.start.carried)

    # ---- the console

    def view(self) -> ControllerView:
        """What a console shows: lights, the line of the LCD, and every press with the reason where it is refused."""
        return view(self)

    @property
    def lcd(self) -> str:
        """The line of the LCD: what comes next."""
        if self.link_is_lost:
            return "NO LINK: NO PROGRESSIVE WAGERS"
        if not self.sensors.is_locked:
            lit = len(self.sensors.chips | self.sensors.carried)
            return f"{lit} LIT: PRESS {self.taking_key}" if lit else "PLACE PROGRESSIVE WAGERS"
        return self._lcd_of_win() or self._lcd_of_end()

    @abstractmethod
    def _lcd_of_win(self) -> str | None:
        """What a pending win waits for; nothing where none does."""

    def _lcd_of_end(self) -> str:
        if self.count.is_open:
            return f"{self.count.chips} CHIPS, {self.count.wagers} WAGERS: NOTE NEEDED"
        if self.envy.owed:
            return f"PAY ENVY: {seats_in_words(self.envy.owed).upper()}"
        return f"GAME ON: {len(self.sensors.locked)} IN, {self.ending_key} ENDS IT"

    # ---- storage

    def as_json(self) -> dict[str, Any]:
        """The controller for storage: how the game started, and its presses, from which it is made again."""
        return {
            "format": FORMAT,
            "controller": self.name,
            "seats": self.seats,
            "buttons": [asdict(button) for button in self.buttons.values()],
            "start": self.start.as_json(),
            "presses": [press.as_json() for press in self.presses],
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        """The controller that was stored, made again from its presses."""
        if not isinstance(data, dict) or data.get("format") != FORMAT or data.get("controller") != cls.name:
            raise ControllerRecordError(f"this is not a stored {cls.name} controller in format {FORMAT}")
        wrong = f"the stored {cls.name} controller cannot be read"
        for name in ("buttons", "presses"):
            if not isinstance(data.get(name), list):
                raise ControllerRecordError(f"{wrong}: it has no list of {name}")
        for button in data["buttons"]:
            if not isinstance(button, dict) or set(button) != set(HandButton.__match_args__):
                raise ControllerRecordError(f"{wrong}: a hand button has row, label and stops_table, not {button!r}")
        try:
            start = Start.from_json(data.get("start"))
        except ControllerRecordError as error:
            raise ControllerRecordError(f"{wrong}: {error}") from None
        buttons = [HandButton(**button) for button in data["buttons"]]
        again = cls(seats=data.get("seats", 0), buttons=buttons, start=start)
        try:
            for press in data["presses"]:
                again.do(cls.read_press(press))
        except (CommandError, PressRefusedError) as error:
            raise ControllerRecordError(f"{wrong}: {error}") from error
        return again

    @classmethod
    def read_press(cls, data: dict[str, Any]) -> Press:
        """The press that was stored."""
        press = read_command(data, cls.operations)
        assert isinstance(press, Press)
        return press
