"""Events of a table controller: what a press did. The host turns them into changes of the meter and the ledger."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from pitboss.games.event import Event
from pitboss.paytables import print_dollars


def seats_in_words(seats: Iterable[int]) -> str:
    """Seats as a sentence names them.

    >>> seats_in_words([3]), seats_in_words([5, 1]), seats_in_words([])
    ('seat 3', 'seats 1, 5', 'no seat')
    """
    numbers = sorted(seats)
    if not numbers:
        return "no seat"
    return f"seat{'s' if len(numbers) > 1 else ''} {', '.join(map(str, numbers))}"


@dataclass(frozen=True)
class ControllerEvent(Event):
    """The root of what a controller answers.

    >>> KeyTurned("JPH").as_json(), KeyTurned("JPH").sentence
    ({'event': 'key-turned', 'position': 'JPH'}, 'the key is at JPH')
    """

    words: ClassVar[str]
    """The sentence, with the values to fill in."""

    @property
    def sentence(self) -> str:
        """The event in words."""
        return self.words.format_map(vars(self))


# ---- the sensors


@dataclass(frozen=True)
class ChipPlaced(ControllerEvent):
    """A chip lies on a sensor, in time.

    >>> ChipPlaced(3).sentence
    'the sensor of seat 3 lights up'
    """

    words: ClassVar[str] = "the sensor of seat {seat} lights up"
    seat: int


@dataclass(frozen=True)
class LateWager(ControllerEvent):
    """A chip was put on a sensor after the wagers were taken; it does not count.

    >>> LateWager(3).sentence
    'the wager of seat 3 is late and does not count'
    """

    words: ClassVar[str] = "the wager of seat {seat} is late and does not count"
    seat: int


@dataclass(frozen=True)
class ChipLifted(ControllerEvent):
    """A chip left its sensor.

    >>> ChipLifted(3).as_json()
    {'event': 'chip-lifted', 'seat': 3}
    """

    words: ClassVar[str] = "the sensor of seat {seat} is dark again"
    seat: int


@dataclass(frozen=True)
class SatOut(ControllerEvent):
    """A wager that is lit since a void game waits one game more.

    >>> SatOut(3).sentence
    'seat 3 sits this game out; its wager stays lit'
    """

    words: ClassVar[str] = "seat {seat} sits this game out; its wager stays lit"
    seat: int


@dataclass(frozen=True)
class SatIn(ControllerEvent):
    """A seat that was to sit out plays this game after all.

    >>> SatIn(3).sentence
    'seat 3 plays this game after all'
    """

    words: ClassVar[str] = "seat {seat} plays this game after all"
    seat: int


@dataclass(frozen=True)
class WagerReturned(ControllerEvent):
    """A wager that was lit since a void game went back from the tray; the meter keeps its part.

    >>> WagerReturned(3).sentence
    'seat 3 gets its lit wager back from the tray, as an expense of the house'
    """

    words: ClassVar[str] = "seat {seat} gets its lit wager back from the tray, as an expense of the house"
    seat: int


@dataclass(frozen=True)
class MarkedTogether(ControllerEvent):
    """Two seats are one player's from now on.

    >>> MarkedTogether(3, 4).sentence
    'seats 3 and 4 are one player'
    """

    words: ClassVar[str] = "seats {seat} and {other} are one player"
    seat: int
    other: int


@dataclass(frozen=True)
class MarkedApart(ControllerEvent):
    """Two seats are two players' from now on.

    >>> MarkedApart(3, 4).sentence
    'seats 3 and 4 are two players'
    """

    words: ClassVar[str] = "seats {seat} and {other} are two players"
    seat: int
    other: int


@dataclass(frozen=True)
class WagersTaken(ControllerEvent):
    """The sensors are locked. Only ``seats`` contribute to the meter; the carried ones did so in the void game.

    >>> WagersTaken(seats=(1, 5), carried=(3,)).sentence
    'wagers taken: seats 1, 5; carried from the void game: seat 3'
    """

    seats: tuple[int, ...]
    carried: tuple[int, ...]

    @property
    def sentence(self) -> str:
        """The event in words."""
        carried = f"; carried from the void game: {seats_in_words(self.carried)}" if self.carried else ""
        return f"wagers taken: {seats_in_words(self.seats)}{carried}"


# ---- the count of the chips


@dataclass(frozen=True)
class CountAgrees(ControllerEvent):
    """As many chips were collected as wagers taken.

    >>> CountAgrees(2).sentence
    '2 chips collected, as many as wagers taken'
    """

    chips: int

    @property
    def sentence(self) -> str:
        """The event in words."""
        return f"{self.chips} chip{'s' * (self.chips != 1)} collected, as many as wagers taken"


@dataclass(frozen=True)
class CountDiffers(ControllerEvent):
    """The chips collected are not the wagers taken; a supervisor must explain it.

    >>> CountDiffers(chips=2, wagers=3).sentence
    'chips collected: 2, wagers taken: 3'
    """

    words: ClassVar[str] = "chips collected: {chips}, wagers taken: {wagers}"
    chips: int
    wagers: int


@dataclass(frozen=True)
class CountExplained(ControllerEvent):
    """Why the chips collected were not the wagers taken.

    >>> CountExplained(2, 3, "one chip fell").sentence
    'chips collected: 2, wagers taken: 3, explained: one chip fell'
    """

    words: ClassVar[str] = "chips collected: {chips}, wagers taken: {wagers}, explained: {note}"
    chips: int
    wagers: int
    note: str


# ---- winning hands


@dataclass(frozen=True)
class SpotSelected(ControllerEvent):
    """The dealer selected the winner's spot.

    >>> SpotSelected(3).sentence
    'seat 3 is selected'
    """

    words: ClassVar[str] = "seat {seat} is selected"
    seat: int


@dataclass(frozen=True)
class SpotCleared(ControllerEvent):
    """No spot is selected any more.

    >>> SpotCleared(3).sentence
    'seat 3 is no longer selected'
    """

    words: ClassVar[str] = "seat {seat} is no longer selected"
    seat: int


@dataclass(frozen=True)
class HandLit(ControllerEvent):
    """A hand button is lit: a win is pending.

    >>> HandLit("royal-flush").sentence
    'the button royal-flush is lit'
    """

    words: ClassVar[str] = "the button {row} is lit"
    row: str


@dataclass(frozen=True)
class HandOff(ControllerEvent):
    """A hand button was put out before anything was booked; a mis-keyed hand stays on record so.

    >>> HandOff("royal-flush").sentence
    'the button royal-flush is off again, nothing booked'
    """

    words: ClassVar[str] = "the button {row} is off again, nothing booked"
    row: str


@dataclass(frozen=True)
class KeyTurned(ControllerEvent):
    """The supervisor's key was turned.

    >>> KeyTurned("JPH").sentence
    'the key is at JPH'
    """

    words: ClassVar[str] = "the key is at {position}"
    position: str


@dataclass(frozen=True)
class WinConfirmed(ControllerEvent):
    """A supervisor verified the win; a card must follow.

    >>> WinConfirmed(3, "royal-flush").sentence
    'royal-flush of seat 3 is confirmed'
    """

    words: ClassVar[str] = "{row} of seat {seat} is confirmed"
    seat: int
    row: str


@dataclass(frozen=True)
class CardSwiped(ControllerEvent):
    """A card authorized a prize.

    >>> CardSwiped("executive", 600_000).sentence
    'the executive card authorizes $6,000'
    """

    card: str
    prize_cents: int

    @property
    def sentence(self) -> str:
        """The event in words."""
        return f"the {self.card} card authorizes {print_dollars(self.prize_cents)}"


@dataclass(frozen=True)
class WinBooked(ControllerEvent):
    """A win is in the books; from here only a reversal by two people takes it back.

    >>> WinBooked(3, "royal-flush").sentence
    'royal-flush of seat 3 is booked'
    """

    words: ClassVar[str] = "{row} of seat {seat} is booked"
    seat: int
    row: str


@dataclass(frozen=True)
class WinReversed(ControllerEvent):
    """A win that was booked or paid by mistake is no win of this game any more.

    >>> WinReversed(3, "royal-flush").sentence
    'royal-flush of seat 3 is reversed'
    """

    words: ClassVar[str] = "{row} of seat {seat} is reversed"
    seat: int
    row: str


@dataclass(frozen=True)
class MeterAdjusted(ControllerEvent):
    """The meter moves for a booked win: down by a percentage pay, by nothing for a fixed one.

    >>> MeterAdjusted(3, "royal-flush").sentence
    'the meter is adjusted for royal-flush of seat 3'
    """

    words: ClassVar[str] = "the meter is adjusted for {row} of seat {seat}"
    seat: int
    row: str


@dataclass(frozen=True)
class DealerPaid(ControllerEvent):
    """The dealer paid a win from the tray and recorded it.

    >>> DealerPaid(3, "full-house").sentence
    'the dealer pays full-house of seat 3 from the tray'
    """

    words: ClassVar[str] = "the dealer pays {row} of seat {seat} from the tray"
    seat: int
    row: str


# ---- envy


@dataclass(frozen=True)
class EnvyOwed(ControllerEvent):
    """Seats are owed envy for another one's hand.

    >>> EnvyOwed(winner=3, cents=2500, seats=(1, 5)).sentence
    'the hand of seat 3 brings $25 envy to seats 1, 5'
    """

    winner: int
    cents: int
    """What each seat is owed."""
    seats: tuple[int, ...]

    @property
    def sentence(self) -> str:
        """The event in words."""
        return f"the hand of seat {self.winner} brings {print_dollars(self.cents)} envy to {seats_in_words(self.seats)}"


@dataclass(frozen=True)
class EnvyPaid(ControllerEvent):
    """A seat got all its envy.

    >>> EnvyPaid(1, 2500).sentence
    'seat 1 is paid $25 envy'
    """

    seat: int
    cents: int

    @property
    def sentence(self) -> str:
        """The event in words."""
        return f"seat {self.seat} is paid {print_dollars(self.cents)} envy"


@dataclass(frozen=True)
class EnvyCancelled(ControllerEvent):
    """Envy that was owed is not any more, because the game is void.

    >>> EnvyCancelled((1, 5)).sentence
    'the envy owed to seats 1, 5 is cancelled'
    """

    seats: tuple[int, ...]

    @property
    def sentence(self) -> str:
        """The event in words."""
        return f"the envy owed to {seats_in_words(self.seats)} is cancelled"


@dataclass(frozen=True)
class EnvyWithdrawn(ControllerEvent):
    """A hand was none: what was owed for it and is not paid is owed no more.

    >>> EnvyWithdrawn(3, (1, 5)).sentence
    'the hand of seat 3 was none: its envy for seats 1, 5 is withdrawn'
    """

    winner: int
    seats: tuple[int, ...]

    @property
    def sentence(self) -> str:
        """The event in words."""
        return f"the hand of seat {self.winner} was none: its envy for {seats_in_words(self.seats)} is withdrawn"


# ---- the end of a game, and the link


@dataclass(frozen=True)
class GameOver(ControllerEvent):
    """All is reconciled; the sensors are open for the next game.

    >>> GameOver().sentence
    'the game is over, the sensors are open'
    """

    words: ClassVar[str] = "the game is over, the sensors are open"


@dataclass(frozen=True)
class GameVoided(ControllerEvent):
    """The game came to nothing; the wagers in it stay lit for the next one.

    >>> GameVoided("two cards stuck together", (1, 3)).sentence
    'the game is void: two cards stuck together; seats 1, 3 stay lit'
    """

    reason: str
    lit: tuple[int, ...]

    @property
    def sentence(self) -> str:
        """The event in words."""
        return f"the game is void: {self.reason}; {seats_in_words(self.lit)} stay{'s' * (len(self.lit) == 1)} lit"


@dataclass(frozen=True)
class LinkLost(ControllerEvent):
    """The host cannot be reached.

    >>> LinkLost().sentence
    'the link is lost: no progressive wagers'
    """

    words: ClassVar[str] = "the link is lost: no progressive wagers"


@dataclass(frozen=True)
class LinkRestored(ControllerEvent):
    """The host is reached again.

    >>> LinkRestored().sentence
    'the link is back'
    """

    words: ClassVar[str] = "the link is back"
