"""The side of the wagers, the same at both controllers: sensors, seats of one player, the count of chips, the link."""

from collections.abc import Iterator
from typing import ClassVar

from pitboss.progressive.controllers import events as happened
from pitboss.progressive.controllers.count import ChipCount
from pitboss.progressive.controllers.errors import PressRefusedError
from pitboss.progressive.controllers.events import ControllerEvent
from pitboss.progressive.controllers.machine import KeyMachine
from pitboss.progressive.controllers.presses import (
    CountChips,
    ExplainCount,
    LiftChip,
    LoseLink,
    MarkApart,
    MarkTogether,
    PlaceChip,
    Press,
    RestoreLink,
    ReturnWager,
    SitOut,
)
from pitboss.progressive.controllers.sensors import Sensors
from pitboss.progressive.controllers.start import Start


class WagerTaker(KeyMachine):
    """What senses, takes and counts the progressive wagers of a table."""

    taking_key: ClassVar[str]
    """The key that takes the wagers."""
    wager_operations: ClassVar[tuple[type[Press], ...]] = (
        PlaceChip,
        LiftChip,
        SitOut,
        ReturnWager,
        MarkTogether,
        MarkApart,
        CountChips,
        ExplainCount,
        LoseLink,
        RestoreLink,
    )
    seats: int

    def _begin_wagers(self, start: Start) -> None:
        self.sensors = Sensors(chips=set(start.chips), carried=set(start.carried))
        self.together = set(start.together)
        """Seats that are one player's with the next seat."""
        self.link_is_lost = start.link_is_lost
        self.count = ChipCount()

    def _left_to_the_next(self) -> Start:
        return Start(
            chips=tuple(sorted(self.sensors.chips)),
            carried=tuple(sorted(self.sensors.carried)),
            together=tuple(sorted(self.together)),
            link_is_lost=self.link_is_lost,
        )

    # ---- what is refused in several places

    def _verify_seat(self, seat: int) -> None:
        if not 1 <= seat <= self.seats:
            raise PressRefusedError(f"there is no seat {seat}: this table has seats 1 to {self.seats}")

    def _verify_game_on(self) -> None:
        if not self.sensors.is_locked:
            raise PressRefusedError(f"no game is on: {self.taking_key} comes first")

    def _verify_sensors_open(self) -> None:
        if self.sensors.is_locked:
            raise PressRefusedError(f"the game is on since {self.taking_key}")

    def _verify_link(self, what: str) -> None:
        if self.link_is_lost:
            raise PressRefusedError(f"the link is lost: {what}")

    # ---- the sensors

    def verify_place_chip(self, seat: int) -> None:
        """A sensor takes one chip; before the wagers are taken it needs the link."""
        self._verify_seat(seat)
        if seat in self.sensors.carried:
            raise PressRefusedError(f"seat {seat} is lit already, since the void game")
        if seat in self.sensors.chips | self.sensors.taken:
            raise PressRefusedError(f"seat {seat} has a chip on its sensor or in the game already")
        if not self.sensors.is_locked:
            self._verify_link("no progressive wagers are taken")

    def _place_chip(self, seat: int) -> Iterator[ControllerEvent]:
        self.sensors.chips.add(seat)
        yield happened.LateWager(seat) if self.sensors.is_locked else happened.ChipPlaced(seat)

    def verify_lift_chip(self, seat: int) -> None:
        """Only a chip that is not in a game can be lifted."""
        self._verify_seat(seat)
        if seat in self.sensors.carried | self.sensors.taken:
            raise PressRefusedError(f"the wager of seat {seat} is taken: it stays")
        if seat not in self.sensors.chips:
            raise PressRefusedError(f"no chip lies on the sensor of seat {seat}")

    def _lift_chip(self, seat: int) -> Iterator[ControllerEvent]:
        self.sensors.chips.remove(seat)
        yield happened.ChipLifted(seat)

    def _verify_carried(self, seat: int) -> None:
        self._verify_seat(seat)
        self._verify_sensors_open()
        if seat not in self.sensors.carried:
            raise PressRefusedError(f"seat {seat} has no wager lit since a void game")

    def verify_sit_out(self, seat: int) -> None:
        """Only a wager lit since a void game can wait one game more."""
        self._verify_carried(seat)

    def _sit_out(self, seat: int) -> Iterator[ControllerEvent]:
        self.sensors.sitting_out ^= {seat}
        yield happened.SatOut(seat) if seat in self.sensors.sitting_out else happened.SatIn(seat)

    def verify_return_wager(self, seat: int) -> None:
        """Only a wager lit since a void game goes back from the tray."""
        self._verify_carried(seat)

    def _return_wager(self, seat: int) -> Iterator[ControllerEvent]:
        self.sensors.carried.remove(seat)
        self.sensors.sitting_out.discard(seat)
        yield happened.WagerReturned(seat)

    def _verify_take_wagers(self) -> None:
        self._verify_sensors_open()
        self._verify_link("no progressive wagers are taken")
        if not self.sensors.chips | (self.sensors.carried - self.sensors.sitting_out):
            raise PressRefusedError("no progressive wager lies on a sensor")

    def _take_wagers(self) -> Iterator[ControllerEvent]:
        self.sensors.lock()
        taken = self.sensors.taken
        yield happened.WagersTaken(tuple(sorted(taken)), tuple(sorted(self.sensors.locked - taken)))

    # ---- seats of one player

    def partner_of(self, seat: int) -> int | None:
        """The other seat of the same player, where the dealer marked one."""
        if seat in self.together:
            return seat + 1
        return seat - 1 if seat - 1 in self.together else None

    def _verify_marks_free(self) -> None:
        """Refuse to move a mark that something was decided by."""

    def verify_mark_together(self, seat: int, other: int) -> None:
        """One player may have two adjacent seats."""
        for number in (seat, other):
            self._verify_seat(number)
            if self.partner_of(number):
                raise PressRefusedError(f"seats {number} and {self.partner_of(number)} are one player already")
        if abs(seat - other) != 1:
            raise PressRefusedError(
                f"seats {seat} and {other} are not adjacent: one player may have two adjacent seats"
            )
        self._verify_marks_free()

    def _mark_together(self, seat: int, other: int) -> Iterator[ControllerEvent]:
        self.together.add(min(seat, other))
        yield happened.MarkedTogether(min(seat, other), max(seat, other))

    def verify_mark_apart(self, seat: int) -> None:
        """Only seats that are marked together come apart."""
        self._verify_seat(seat)
        if not self.partner_of(seat):
            raise PressRefusedError(f"seat {seat} is not marked together with another one")
        self._verify_marks_free()

    def _mark_apart(self, seat: int) -> Iterator[ControllerEvent]:
        first = seat if seat in self.together else seat - 1
        self.together.remove(first)
        yield happened.MarkedApart(first, first + 1)

    # ---- the count of the chips

    def verify_count_chips(self, chips: int) -> None:
        """Chips are counted when they have been collected."""
        self._verify_game_on()
        if chips < 0:
            raise PressRefusedError(f"{chips} chips cannot be collected: count 0 or more")

    def _count_chips(self, chips: int) -> Iterator[ControllerEvent]:
        self.count = ChipCount(chips, len(self.sensors.taken))
        if self.count.is_open:
            yield happened.CountDiffers(chips, self.count.wagers)
        else:
            yield happened.CountAgrees(chips)

    def verify_explain_count(self, note: str) -> None:
        """Only a difference is explained, and in words."""
        if not self.count.is_open:
            raise PressRefusedError("there is no difference in the count to explain")
        if not note.strip():
            raise PressRefusedError("a difference in the count needs a note that explains it")

    def _explain_count(self, note: str) -> Iterator[ControllerEvent]:
        self.count.note = note
        yield happened.CountExplained(self.count.chips or 0, self.count.wagers, note)

    def _verify_count_closed(self) -> None:
        if self.count.is_open:
            raise PressRefusedError(
                f"chips collected: {self.count.chips}, wagers taken: {self.count.wagers}; a note must explain it"
            )

    # ---- the link

    def verify_lose_link(self) -> None:
        """A link is lost once."""
        self._verify_link("it cannot be lost again")

    def _lose_link(self) -> Iterator[ControllerEvent]:
        self.link_is_lost = True
        yield happened.LinkLost()

    def verify_restore_link(self) -> None:
        """Only a lost link comes back."""
        if not self.link_is_lost:
            raise PressRefusedError("the link is not lost")

    def _restore_link(self) -> Iterator[ControllerEvent]:
        self.link_is_lost = False
        yield happened.LinkRestored()
