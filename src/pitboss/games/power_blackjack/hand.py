"""A player's hand, and the seat that may hold up to four of them."""

from dataclasses import dataclass, field
from enum import StrEnum

from pitboss.cards import BlackjackTotal, Card, Rank, blackjack_total
from pitboss.games.round import SeatState
from pitboss.games.round_view import HandStatus


class Stage(StrEnum):
    """Where a hand stands in its turn.

    >>> Stage.CHOOSING.value
    'choosing'
    """

    OPEN = "open"
    """The player decides; a hand of one card gets its second first."""
    DRAWING = "drawing"
    """A card comes for a hit."""
    DOUBLING = "doubling"
    """The one card of a double comes."""
    POWER_DOUBLING = "power-doubling"
    """The first card of a power double comes."""
    CHOOSING = "choosing"
    """The player keeps or replaces that card."""
    REPLACING = "replacing"
    """The card in its place comes."""
    DONE = "done"


_AWAITING_A_CARD = frozenset((Stage.DRAWING, Stage.DOUBLING, Stage.POWER_DOUBLING, Stage.REPLACING))


@dataclass
class Hand:
    """A hand of a seat. Hands are numbered in the order in which they came about, which is that of their turns.

    >>> from pitboss.cards import parse_cards
    >>> hand = Hand(cards=parse_cards("8s 8d"))
    >>> second = hand.split_off(2)
    >>> hand.cards, second.cards, second.bet_wager, second.double_wager
    ((8s,), (8d,), 'split-2', 'double-2')
    """

    number: int = 1
    cards: tuple[Card, ...] = ()
    is_split: bool = False
    """Whether it came from a split, so that 21 in two cards is no blackjack."""
    stage: Stage = Stage.OPEN
    is_surrendered: bool = False
    dead_reason: str | None = None
    _total: BlackjackTotal | None = field(default=None, repr=False, compare=False)

    @property
    def bet_wager(self) -> str:
        """The name of the bet on this hand."""
        return "bet" if self.number == 1 else f"split-{self.number}"

    @property
    def double_wager(self) -> str:
        """The name of the wager that doubles it."""
        return "double" if self.number == 1 else f"double-{self.number}"

    @property
    def total(self) -> BlackjackTotal:
        """What the cards count."""
        # Asked for many times between two cards, so remembered.
        if self._total is None:
            self._total = blackjack_total(self.cards, after_split=self.is_split)
        return self._total

    @property
    def is_dead(self) -> bool:
        """Whether the floor declared it dead."""
        return self.dead_reason is not None

    @property
    def is_live(self) -> bool:
        """Whether the dealer's hand decides it: not bust, nor dead, nor given up, nor a blackjack."""
        if self.is_dead or self.is_surrendered or not self.cards:
            return False
        return not self.total.is_bust and not self.total.natural

    @property
    def status(self) -> HandStatus:
        """How it stands, as people see it.

        >>> from pitboss.cards import parse_cards
        >>> Hand(cards=parse_cards("Ts 6d 9c")).status
        'bust'
        """
        if self.is_dead:
            return "dead"
        if self.is_surrendered:
            return "surrendered"
        return "bust" if self.cards and self.total.is_bust else "in-play"

    @property
    def is_untouched(self) -> bool:
        """Whether these are the first two cards of the seat."""
        return len(self.cards) == 2 and not self.is_split

    @property
    def is_split_ace(self) -> bool:
        """Whether it grew from an ace of a split pair."""
        return self.is_split and self.cards[0].rank is Rank.ACE

    @property
    def awaits_card(self) -> bool:
        """Whether a card comes before anything else."""
        return self.stage in _AWAITING_A_CARD or (self.stage is Stage.OPEN and len(self.cards) < 2)

    def lay(self, card: Card) -> None:
        """Add a card."""
        self.cards += (card,)
        self._total = None

    def lift(self) -> Card:
        """Take the last card off."""
        card = self.cards[-1]
        self.cards, self._total = self.cards[:-1], None
        return card

    def split_off(self, number: int) -> "Hand":
        """Make a hand of the second card."""
        self.is_split = True
        return Hand(number, (self.lift(),), is_split=True)


@dataclass
class BlackjackSeat(SeatState):
    """What lies at a seat: its wagers, and its hands side by side, face up.

    >>> BlackjackSeat("ann").hands
    []
    """

    is_shown: bool = True
    hands: list[Hand] = field(default_factory=list)
    has_answered: bool = False
    """Whether the player took or declined insurance."""

    @property
    def is_contested(self) -> bool:
        """Whether a hand is left that is not dead."""
        return any(not hand.is_dead for hand in self.hands)

    def gather(self) -> None:
        """Keep the seat's cards those of its hands."""
        self.cards = tuple(card for hand in self.hands for card in hand.cards)
