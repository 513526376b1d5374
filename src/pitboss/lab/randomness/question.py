"""The question of a test of randomness: the decks, the number of shuffles, the bytes, and a planted fault."""

from dataclasses import dataclass, field
from typing import Final

from pitboss.cards import Deck, shoe
from pitboss.errors import PitbossError
from pitboss.games.double_draw.rules import SHUFFLER as DOUBLE_DRAW
from pitboss.games.fortune_san_lo.rules import SHUFFLER as FORTUNE_SAN_LO
from pitboss.games.power_blackjack.rules import PowerBlackjackRules
from pitboss.games.three_card_poker.rules import SHUFFLER as THREE_CARD_POKER
from pitboss.lab.randomness.dealing import BIASES
from pitboss.sources import Entropy, SeededEntropy, SystemEntropy

SHUFFLES: Final = (1_000, 5_000_000)
"""The minimum number of shuffles for a useful test, and the maximum that fits into memory."""
MAX_DECKS: Final = 8
_SETTINGS: Final = {str(setting.deck.size): setting for setting in (THREE_CARD_POKER, FORTUNE_SAN_LO, DOUBLE_DRAW)}
SHOE: Final = "shoe"
DECKS: Final = (*_SETTINGS, SHOE)


class RandomnessError(PitbossError):
    """The test cannot be done; the message says why.

    >>> issubclass(RandomnessError, PitbossError)
    True
    """


@dataclass(frozen=True)
class Subject:
    """A deck, and how its game deals it.

    >>> subject_of("53"), subject_of("shoe").cut_after
    (Subject(deck=Deck(jokers=1, copies=1), packet=6, positions=7, cut_after=None), 234)
    """

    deck: Deck
    packet: int
    """How many cards a hand has."""
    positions: int | None = None
    """How many start positions there are, where the game draws one."""
    cut_after: int | None = None
    """How many cards lie before the cut card of a shoe."""

    @property
    def values(self) -> int:
        """How many different cards there are."""
        return self.deck.size // self.deck.copies

    def __str__(self) -> str:
        return str(self.deck)


def subject_of(name: str, decks: int = 6) -> Subject:
    """The deck of that name, as its game sets the shuffler."""
    if name == SHOE:
        return Subject(shoe(decks), 2, cut_after=PowerBlackjackRules(decks=decks).cut_card_at)
    setting = _SETTINGS[name]
    return Subject(setting.deck, setting.packet_size, setting.start_positions)


@dataclass(frozen=True)
class RandomnessQuestion:
    """One question to the battery.

    >>> RandomnessQuestion(decks=("52",), shuffles=2_000, seed="a drill").source_words
    "bytes that follow from the seed 'a drill', for reproducing: a live table never uses them"
    """

    decks: tuple[str, ...] = DECKS
    shuffles: int = 100_000
    """For each deck; a shoe gets as many as have the same number of cards."""
    in_shoe: int = 6
    """How many decks the shoe has."""
    seed: str | None = None
    """None for the operating system's generator."""
    bias: str | None = None
    again: bool = field(default=False, repr=False)
    """Whether these are the fresh data of a second look."""

    def __post_init__(self) -> None:
        least, most = SHUFFLES
        if not least <= self.shuffles <= most:
            raise RandomnessError(f"{self.shuffles:,} shuffles cannot be tested: give from {least:,} to {most:,}")
        if not 2 <= self.in_shoe <= MAX_DECKS:
            raise RandomnessError(f"a shoe of {self.in_shoe} decks is not tested: give from 2 to {MAX_DECKS}")
        if self.bias is not None and self.bias not in BIASES:
            raise RandomnessError(f"{self.bias!r} is no bias that can be planted: there are {', '.join(BIASES)}")

    @property
    def subjects(self) -> tuple[Subject, ...]:
        """The decks."""
        return tuple(subject_of(name, self.in_shoe) for name in self.decks)

    def shuffles_of(self, subject: Subject) -> int:
        """How often to shuffle a deck: at least so often that each card is expected five times at each position."""
        return max(5 * subject.values, self.shuffles // subject.deck.copies)

    def entropy(self, place: str) -> Entropy:
        """The bytes for one named piece of the work, so that a seed gives the same data however the work is shared."""
        if self.seed is None:
            return SystemEntropy()
        return SeededEntropy(f"rng-test {self.seed}{' again' if self.again else ''} {place}")

    @property
    def source_words(self) -> str:
        """The source of the bytes, in words."""
        if self.seed is None:
            return "the operating system's generator (os.urandom), as at every live table"
        return f"bytes that follow from the seed {self.seed!r}, for reproducing: a live table never uses them"
