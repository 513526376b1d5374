"""The seal of a deck, published before the deal, and the openings that are checked against it."""

from dataclasses import dataclass
from typing import Any

from pitboss.cards import Card, Deck
from pitboss.shuffler.allowed import is_allowed
from pitboss.shuffler.chance import MAX_POSITIONS
from pitboss.shuffler.errors import FalseOpeningError
from pitboss.shuffler.record import FORMAT, Record, deck_as_json
from pitboss.shuffler.tree import climb, leaf_hash, path_length, start_hash


@dataclass(frozen=True)
class Opening:
    """What shows one card of a sealed deck, and nothing about any other.

    >>> from pitboss.cards import DECK_52
    >>> from pitboss.sources import SeededEntropy
    >>> from pitboss.shuffler import shuffle_deck
    >>> deck = shuffle_deck(DECK_52, SeededEntropy("a drill"), is_drill=True)
    >>> deck.deal(3)
    (Th, Ks, 7c)
    >>> opening = deck.open(2)
    >>> opening.position, opening.card, deck.seal.proves(opening)
    (2, Ks, True)
    """

    position: int
    """Where the card lay in the deck; the first card out is 1."""
    card: Card
    nonce: bytes
    """32 bytes of this position alone, without which its hash tells nothing."""
    path: tuple[bytes, ...]
    """The hashes that lead to the root, from the card upward."""

    def as_json(self) -> dict[str, Any]:
        """The opening as others may read it."""
        path = [entry.hex() for entry in self.path]
        return {"position": self.position, "card": str(self.card), "nonce": self.nonce.hex(), "path": path}

    @staticmethod
    def from_json(data: object, name: str = "the opening") -> "Opening":
        """The opening that :meth:`as_json` wrote."""
        record = Record(data, name, ("position", "card", "nonce", "path"))
        return Opening(record.integer("position", 1), record.card("card"), record.hash("nonce"), record.hashes("path"))


@dataclass(frozen=True)
class StartOpening:
    """What shows that a start position was sealed with its deck.

    >>> from pitboss.cards import DECK_53
    >>> from pitboss.sources import SeededEntropy
    >>> from pitboss.shuffler import shuffle_deck
    >>> deck = shuffle_deck(DECK_53, SeededEntropy("a drill"), start_positions=7, is_drill=True)
    >>> start = deck.open_start()
    >>> start.number, deck.seal.proves_start(start)
    (6, True)
    """

    number: int
    """What the display showed."""
    nonce: bytes
    path: tuple[bytes, ...]
    """The hashes that lead to the root, from the start position upward."""

    def as_json(self) -> dict[str, Any]:
        """The opening as others may read it."""
        return {"number": self.number, "nonce": self.nonce.hex(), "path": [entry.hex() for entry in self.path]}

    @staticmethod
    def from_json(data: object, name: str = "the start position") -> "StartOpening":
        """The opening that :meth:`as_json` wrote."""
        record = Record(data, name, ("number", "nonce", "path"))
        return StartOpening(record.integer("number", 1, MAX_POSITIONS), record.hash("nonce"), record.hashes("path"))


@dataclass(frozen=True)
class Seal:
    """What is published about a deck before the deal: which deck it is, and the root over all its positions.

    >>> from pitboss.cards import DECK_53
    >>> seal = Seal(DECK_53, bytes(32))
    >>> str(seal), Seal.from_json(seal.as_json()) == seal
    ('53-card deck under root 0000000000000000...', True)
    """

    deck: Deck
    root: bytes
    left_out: int = 0
    """How many cards of the deck are not in it, because a shoe was refilled while they lay on the table."""

    def __str__(self) -> str:
        return f"{self.name} under root {self.root.hex()[:16]}..."

    @property
    def size(self) -> int:
        """How many cards were sealed."""
        return self.deck.size - self.left_out

    @property
    def name(self) -> str:
        """What was sealed, in words."""
        return f"{'refill of the ' if self.left_out else ''}{self.deck}"

    def verify(self, opening: Opening) -> None:
        """Raise, with the reason, unless that card was sealed at that position."""
        what, position = f"the opening of position {opening.position}", opening.position
        if not 1 <= position <= self.size:
            raise FalseOpeningError(f"{what} is false: the {self.name} has 1 to {self.size}")
        leaf = leaf_hash(self.size, position, opening.card, opening.nonce)
        self._verify_leaf(what, str(opening.card), leaf, position - 1, opening.path)

    def verify_start(self, opening: StartOpening) -> None:
        """Raise, with the reason, unless that start position was sealed with the deck."""
        leaf = start_hash(self.size, opening.number, opening.nonce)
        self._verify_leaf("the start position", str(opening.number), leaf, self.size, opening.path)

    def _verify_leaf(self, what: str, value: str, leaf: bytes, index: int, path: tuple[bytes, ...]) -> None:
        leaves = self.size + 1  # the start position comes after the cards
        expected, found = path_length(index, leaves), len(path)
        if found != expected:
            raise FalseOpeningError(f"{what} is false: its path has {found} hashes, and must have {expected}")
        if climb(leaf, index, leaves, path) != self.root:
            raise FalseOpeningError(f"{what} is false: {value} with this nonce and path does not lead to the root")

    def proves(self, opening: Opening) -> bool:
        """Whether that card was sealed at that position."""
        return is_allowed(self.verify, opening)

    def proves_start(self, opening: StartOpening) -> bool:
        """Whether that start position was sealed with the deck."""
        return is_allowed(self.verify_start, opening)

    def as_json(self) -> dict[str, Any]:
        """The public record."""
        return {"format": FORMAT, "root": self.root.hex(), "deck": deck_as_json(self.deck), "size": self.size}

    @staticmethod
    def from_json(data: object, name: str = "the seal") -> "Seal":
        """The seal that :meth:`as_json` wrote."""
        return seal_of(Record(data, name, ("format", "root", "deck"), ("size",)))


def seal_of(record: Record) -> Seal:
    """The seal among the entries of a record. The size of a whole deck may be left out."""
    deck = record.deck("deck")
    size = record.integer("size", 1, deck.size) if "size" in record.data else deck.size
    return Seal(deck, record.hash("root"), deck.size - size)
