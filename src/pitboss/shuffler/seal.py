"""The seal of a deck, published before the deal, and the openings that are checked against it."""

from dataclasses import dataclass
from typing import Any

from pitboss.cards import Card, Deck
from pitboss.shuffler.allowed import is_allowed
from pitboss.shuffler.errors import FalseOpeningError
from pitboss.shuffler.record import FORMAT, Record, deck_as_json
from pitboss.shuffler.tree import climb, leaf_hash, path_length


@dataclass(frozen=True)
class Opening:
    """What shows one card of a sealed deck, and nothing about any other.

    >>> from pitboss.cards import DECK_52
    >>> from pitboss.outside import SeededEntropy
    >>> from pitboss.shuffler import shuffle_deck
    >>> deck = shuffle_deck(DECK_52, SeededEntropy("a drill"))
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
class Seal:
    """What is published about a deck before the deal: which deck it is, and the root over all its positions.

    >>> from pitboss.cards import DECK_53
    >>> seal = Seal(DECK_53, bytes(32))
    >>> str(seal), Seal.from_json(seal.as_json()) == seal
    ('53-card deck under root 0000000000000000...', True)
    """

    deck: Deck
    root: bytes

    def __str__(self) -> str:
        return f"{self.deck} under root {self.root.hex()[:16]}..."

    def verify(self, opening: Opening) -> None:
        """Raise, with the reason, unless that card was sealed at that position."""
        size, position = self.deck.size, opening.position
        if not 1 <= position <= size:
            raise FalseOpeningError(f"the opening of position {position} is false: the {self.deck} has 1 to {size}")
        expected, found = path_length(position - 1, size), len(opening.path)
        if found != expected:
            raise FalseOpeningError(
                f"the opening of position {position} is false: its path has {found} hashes, and must have {expected}"
            )
        leaf = leaf_hash(size, position, opening.card, opening.nonce)
        if climb(leaf, position - 1, size, opening.path) != self.root:
            raise FalseOpeningError(
                f"the opening of position {position} is false: "
                f"{opening.card} with this nonce and path does not lead to the root"
            )

    def proves(self, opening: Opening) -> bool:
        """Whether that card was sealed at that position."""
        return is_allowed(self.verify, opening)

    def as_json(self) -> dict[str, Any]:
        """The public record."""
        deck = deck_as_json(self.deck)
        return {"format": FORMAT, "root": self.root.hex(), "deck": deck, "size": self.deck.size}

    @staticmethod
    def from_json(data: object, name: str = "the seal") -> "Seal":
        """The seal that :meth:`as_json` wrote."""
        return seal_of(Record(data, name, ("format", "root", "deck"), ("size",)))


def seal_of(record: Record) -> Seal:
    """The seal among the entries of a record. The size may be left out, for the deck tells it."""
    seal = Seal(record.deck("deck"), record.hash("root"))
    if "size" in record.data and record.integer("size", 1) != seal.deck.size:
        raise record.fail("size", f"{seal.deck.size}, the size of the {seal.deck}")
    return seal
