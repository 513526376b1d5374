"""What can be done in a round of Fortune San Lo Poker, besides what every game knows."""

from dataclasses import dataclass

from pitboss.cards import Card
from pitboss.games.command import AT_SEAT, BY_THE_SHUFFLER, DEALING, Command


@dataclass(frozen=True)
class PressGreenButton(Command):
    """The dealer starts the shuffler, and the display shows the number that it drew, 1 to 7.

    The number comes from outside, like the cards: a round draws nothing.

    >>> PressGreenButton(4).as_json()
    {'do': 'press-green-button', 'start': 4}
    """

    who = BY_THE_SHUFFLER
    start: int


@dataclass(frozen=True)
class SetHand(Command):
    """A player lays the six cards down: three for the high hand, two for the mid hand, one for the low hand.

    >>> from pitboss.cards import parse_cards
    >>> SetHand(2, parse_cards("Ks Kd 4h Ac Jd Qs")).as_json()
    {'do': 'set-hand', 'seat': 2, 'cards': 'Ks Kd 4h Ac Jd Qs'}
    """

    who = AT_SEAT
    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True)
class AskHouseWay(Command):
    """A player leaves the setting of the hand to the house way.

    >>> AskHouseWay(2).operation()
    'ask_house_way'
    """

    who = AT_SEAT
    seat: int


@dataclass(frozen=True)
class PlayerHouseWay(Command):
    """The dealer presses PLAYER HOUSE WAY and the seat number: the display shows the hand set, and so it lies.

    >>> PlayerHouseWay(2).as_json()
    {'do': 'player-house-way', 'seat': 2}
    """

    who = DEALING
    seat: int


@dataclass(frozen=True)
class ExitDisplay(Command):
    """The dealer presses EXIT, and the display goes back to DEALER HOUSE WAY.

    >>> ExitDisplay().operation()
    'exit_display'
    """

    who = DEALING


@dataclass(frozen=True)
class DealerHouseWay(Command):
    """The dealer turns the own cards over and presses DEALER HOUSE WAY, which sets them.

    >>> DealerHouseWay().operation()
    'dealer_house_way'
    """

    who = DEALING
