"""What players, the dealer and the floor can do. A decision is about the hand of the seat whose turn it is."""

from dataclasses import dataclass

from pitboss.games.command import AT_SEAT, DEALING, ON_THE_FLOOR, Command


@dataclass(frozen=True)
class Insure(Command):
    """A player takes insurance against the dealer's ace, up to half the bet; on a blackjack that is even money.

    >>> Insure(2, 250).as_json()
    {'do': 'insure', 'seat': 2, 'cents': 250}
    """

    who = AT_SEAT
    seat: int
    cents: int


@dataclass(frozen=True)
class NoInsurance(Command):
    """A player declines insurance.

    >>> NoInsurance(2).operation()
    'no_insurance'
    """

    who = AT_SEAT
    seat: int


@dataclass(frozen=True)
class Peek(Command):
    """The dealer looks under an ace or a ten for a blackjack, and settles the insurance.

    >>> Peek().as_json()
    {'do': 'peek'}
    """

    who = DEALING


@dataclass(frozen=True)
class PayBlackjack(Command):
    """The dealer pays a blackjack, before anybody draws.

    >>> PayBlackjack(3).operation()
    'pay_blackjack'
    """

    who = DEALING
    seat: int


@dataclass(frozen=True)
class Hit(Command):
    """A player asks for a card.

    >>> Hit(1).operation()
    'hit'
    """

    who = AT_SEAT
    seat: int


@dataclass(frozen=True)
class Stand(Command):
    """A player wants no more cards.

    >>> Stand(1).operation()
    'stand'
    """

    who = AT_SEAT
    seat: int


@dataclass(frozen=True)
class Double(Command):
    """A player doubles the bet for one card more. Nothing said means as much as the bet.

    >>> Double(1), Double(1, 500).cents
    (Double(seat=1, cents=None), 500)
    """

    who = AT_SEAT
    seat: int
    cents: int | None = None


@dataclass(frozen=True)
class Split(Command):
    """A player makes two hands of a pair, with a second bet.

    >>> Split(1).operation()
    'split'
    """

    who = AT_SEAT
    seat: int


@dataclass(frozen=True)
class PowerDouble(Command):
    """A player doubles hard 10 or 11, and may once replace the card that comes.

    >>> PowerDouble(1).operation()
    'power_double'
    """

    who = AT_SEAT
    seat: int
    cents: int | None = None


@dataclass(frozen=True)
class KeepCard(Command):
    """A player waves over the double-down card: it stays.

    >>> KeepCard(1).operation()
    'keep_card'
    """

    who = AT_SEAT
    seat: int


@dataclass(frozen=True)
class ReplaceCard(Command):
    """A player rolls a finger: the double-down card is burned, and the next one is final.

    >>> ReplaceCard(1).operation()
    'replace_card'
    """

    who = AT_SEAT
    seat: int


@dataclass(frozen=True)
class PowerSplit(Command):
    """A player makes two hands of hard 15 or 16, with a second bet.

    >>> PowerSplit(1).operation()
    'power_split'
    """

    who = AT_SEAT
    seat: int


@dataclass(frozen=True)
class Surrender(Command):
    """A player gives up the first two cards for half the bet, where the table allows it.

    >>> Surrender(1).operation()
    'surrender'
    """

    who = AT_SEAT
    seat: int


@dataclass(frozen=True)
class TurnHoleCard(Command):
    """The dealer turns the hole card over.

    >>> TurnHoleCard().operation()
    'turn_hole_card'
    """

    who = DEALING


@dataclass(frozen=True)
class Burn(Command):
    """The floor has the next cards of the shoe burned. How many is the floor's decision, which ones the shoe's.

    >>> Burn(1, "the shoe gave two cards at once").as_json()
    {'do': 'burn', 'number': 1, 'reason': 'the shoe gave two cards at once'}
    """

    who = ON_THE_FLOOR
    number: int
    reason: str


@dataclass(frozen=True)
class BackUp(Command):
    """The floor has the card of the last hit taken off again and burned; the hand decides anew.

    >>> BackUp(2, "seat 2 had waved").operation()
    'back_up'
    """

    who = ON_THE_FLOOR
    seat: int
    reason: str


@dataclass(frozen=True)
class DeadHand(Command):
    """The floor declares a hand dead: what is staked on it goes back.

    >>> DeadHand(2, 1, "card dealt off the table").arguments()
    (2, 1, 'card dealt off the table')
    """

    who = ON_THE_FLOOR
    seat: int
    hand: int
    reason: str
