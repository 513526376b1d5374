"""Presses: everything that can be done to a table controller, as typed commands that can be stored and done again."""

from dataclasses import dataclass
from typing import Any, Final

from pitboss.games.command import DEALING, ON_THE_FLOOR, Command, CommandError, Who

BY_THE_METER: Final = frozenset({Who.METER})
BY_THE_HOUSE: Final = frozenset({Who.HOUSE})


@dataclass(frozen=True)
class Press(Command, is_base=True):
    """The root of all presses. Amounts are in cents, seats count from the dealer's far left.

    >>> PlaceChip(3).as_json(), TurnKey.who
    ({'do': 'place-chip', 'seat': 3}, frozenset({<Who.FLOOR: 'floor'>}))
    """


# ---- the sensors


@dataclass(frozen=True)
class PlaceChip(Press):
    """A player puts the progressive wager on the sensor.

    >>> PlaceChip(3).operation()
    'place_chip'
    """

    who = DEALING
    seat: int


@dataclass(frozen=True)
class LiftChip(Press):
    """A chip leaves the sensor before it was taken, or a late one goes back.

    >>> LiftChip(3).seat
    3
    """

    who = DEALING
    seat: int


@dataclass(frozen=True)
class SitOut(Press):
    """The player of a wager that is lit since a void game sits this game out; pressed again, plays after all.

    >>> SitOut(3).seat
    3
    """

    who = DEALING
    seat: int


@dataclass(frozen=True)
class ReturnWager(Press):
    """A player leaves, and gets the wager that is lit since a void game back from the tray.

    >>> ReturnWager(3).who
    frozenset({<Who.FLOOR: 'floor'>})
    """

    who = ON_THE_FLOOR
    seat: int


@dataclass(frozen=True)
class MarkTogether(Press):
    """Two adjacent seats are one player's.

    >>> MarkTogether(3, 4).as_json()
    {'do': 'mark-together', 'seat': 3, 'other': 4}
    """

    who = DEALING
    seat: int
    other: int


@dataclass(frozen=True)
class MarkApart(Press):
    """A seat and its neighbour are two players' again.

    >>> MarkApart(3).seat
    3
    """

    who = DEALING
    seat: int


# ---- the keys of Aquarius


@dataclass(frozen=True)
class PressCoinIn(Press):
    """COIN IN: the wagers are taken and the sensors locked.

    >>> PressCoinIn().operation()
    'press_coin_in'
    """

    who = DEALING


@dataclass(frozen=True)
class TurnKey(Press):
    """The supervisor's key turns to RUN or JPH.

    >>> TurnKey("JPH").as_json()
    {'do': 'turn-key', 'position': 'JPH'}
    """

    who = ON_THE_FLOOR
    position: str


@dataclass(frozen=True)
class PressJPot(Press):
    """J-POT: the win is booked. Aquarius has no spot key, so the supervisor enters the seat.

    >>> PressJPot(3).operation()
    'press_j_pot'
    """

    who = ON_THE_FLOOR
    is_signed = True
    seat: int


@dataclass(frozen=True)
class PressGameOver(Press):
    """GAME OVER: all is reconciled, and the sensors open for the next game.

    >>> PressGameOver().operation()
    'press_game_over'
    """

    who = DEALING


# ---- the keys of Nexus


@dataclass(frozen=True)
class PressStartGame(Press):
    """START GAME: the wagers are taken and the sensors locked.

    >>> PressStartGame().operation()
    'press_start_game'
    """

    who = DEALING


@dataclass(frozen=True)
class PressSpot(Press):
    """The spot of the player with the winning hand; pressed again, no spot is selected.

    >>> PressSpot(3).seat
    3
    """

    who = DEALING
    seat: int


@dataclass(frozen=True)
class PressConfirm(Press):
    """CONFIRM: the supervisor has verified the win.

    >>> PressConfirm().who
    frozenset({<Who.FLOOR: 'floor'>})
    """

    who = ON_THE_FLOOR


@dataclass(frozen=True)
class SwipeCard(Press):
    """A card is swiped: it books the confirmed win and adjusts the meter.

    >>> SwipeCard("supervisor", 50_000, 500_000, 300_000, checklist_done=False).card
    'supervisor'
    """

    who = ON_THE_FLOOR
    is_signed = True
    card: str
    """``supervisor`` or ``executive``."""
    prize_cents: int
    executive_above_cents: int
    """A larger prize needs the executive card."""
    checklist_above_cents: int
    """A larger prize needs the surveillance checklist."""
    checklist_done: bool

    def __post_init__(self) -> None:
        super().__post_init__()
        if type(self.checklist_done) is not bool:
            raise CommandError(f"checklist_done of swipe-card must be true or false, not {self.checklist_done!r}")


@dataclass(frozen=True)
class PressEndGame(Press):
    """END GAME: all is reconciled, and the sensors open for the next game.

    >>> PressEndGame().operation()
    'press_end_game'
    """

    who = DEALING


# ---- what both have


@dataclass(frozen=True)
class PressHand(Press):
    """A hand button lights; pressed again, it is off.

    >>> PressHand("royal-flush").as_json()
    {'do': 'press-hand', 'row': 'royal-flush'}
    """

    who = DEALING
    row: str


@dataclass(frozen=True)
class PayHand(Press):
    """The dealer pays the lit hand from the tray: a win that does not stop the table.

    >>> PayHand(3).operation()
    'pay_hand'
    """

    who = DEALING
    seat: int


@dataclass(frozen=True)
class CountChips(Press):
    """The dealer enters how many chips were collected from the sensors.

    >>> CountChips(4).chips
    4
    """

    who = DEALING
    chips: int


@dataclass(frozen=True)
class ExplainCount(Press):
    """A supervisor explains why the chips collected are not the wagers taken.

    >>> ExplainCount("one chip had rolled under the rail").who
    frozenset({<Who.FLOOR: 'floor'>})
    """

    who = ON_THE_FLOOR
    note: str


@dataclass(frozen=True)
class OweEnvy(Press):
    """The host says who is owed envy for one hand, and how much each.

    >>> OweEnvy(winner=3, cents=2500, seats=(1, 5)).as_json()
    {'do': 'owe-envy', 'winner': 3, 'cents': 2500, 'seats': [1, 5]}
    """

    who = BY_THE_METER
    winner: int
    """The seat with the hand, which may have no progressive wager of its own."""
    cents: int
    seats: tuple[int, ...]

    def __post_init__(self) -> None:
        super().__post_init__()
        if (
            not isinstance(self.seats, tuple | list)
            or not self.seats
            or any(type(seat) is not int for seat in self.seats)
        ):
            raise CommandError(f"seats of owe-envy must be one seat number or more, not {self.seats!r}")
        object.__setattr__(self, "seats", tuple(self.seats))  # storage gives a list

    def as_json(self) -> dict[str, Any]:
        """The press for storage."""
        return super().as_json() | {"seats": list(self.seats)}


@dataclass(frozen=True)
class WithdrawEnvy(Press):
    """The host says that a hand was none, so that nobody is owed envy for it.

    >>> WithdrawEnvy(winner=3).as_json()
    {'do': 'withdraw-envy', 'winner': 3}
    """

    who = BY_THE_METER
    winner: int


@dataclass(frozen=True)
class ReverseWin(Press):
    """The host says that a win of this game was reversed: the seat can still win with its true hand.

    >>> ReverseWin(winner=3).as_json()
    {'do': 'reverse-win', 'winner': 3}
    """

    who = BY_THE_METER
    winner: int


@dataclass(frozen=True)
class PayEnvy(Press):
    """The dealer pays a seat all the envy that it is owed.

    >>> PayEnvy(5).seat
    5
    """

    who = DEALING
    seat: int


@dataclass(frozen=True)
class VoidGame(Press):
    """The game is void: wagers taken stay lit for the next one.

    >>> VoidGame("two cards stuck together").who
    frozenset({<Who.FLOOR: 'floor'>})
    """

    who = ON_THE_FLOOR
    reason: str


@dataclass(frozen=True)
class LoseLink(Press):
    """The host cannot be reached: no progressive wagers are taken.

    >>> LoseLink().who
    frozenset({<Who.HOUSE: 'house'>})
    """

    who = BY_THE_HOUSE


@dataclass(frozen=True)
class RestoreLink(Press):
    """The host is reached again.

    >>> RestoreLink().operation()
    'restore_link'
    """

    who = BY_THE_HOUSE
