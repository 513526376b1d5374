"""The secret of a deck: the order of its cards, and the nonce of each position."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from pitboss.cards import Card, Deck
from pitboss.outside import Entropy
from pitboss.shuffler.chance import draw_token
from pitboss.shuffler.errors import EntropyError, SealedCardError
from pitboss.shuffler.record import FORMAT, HASH_SIZE, Record, deck_as_json
from pitboss.shuffler.seal import Opening, Seal
from pitboss.shuffler.shuffle import check_deck
from pitboss.shuffler.tree import Tree, grow, leaf_hash, path_of


@dataclass(frozen=True)
class SealedDeck:
    """A deck in its order, sealed. Who holds this knows every card: it is stored under lock and shown to nobody.

    >>> from pitboss.cards import DECK_52
    >>> from pitboss.outside import SeededEntropy
    >>> sealed = SealedDeck.of(DECK_52, DECK_52.cards, SeededEntropy("a drill"))
    >>> sealed
    SealedDeck(deck=Deck(jokers=0, copies=1))
    >>> sealed.seal.proves(sealed.opening(52)), sealed.opening(52).card
    (True, As)
    """

    deck: Deck
    # Kept out of what is printed, so that no log and no error page tells the cards.
    order: tuple[Card, ...] = field(repr=False)
    nonces: tuple[bytes, ...] = field(repr=False)

    def __post_init__(self) -> None:
        check_deck(self.deck, self.order)
        fresh = {nonce for nonce in self.nonces if len(nonce) == HASH_SIZE}
        if len(fresh) != self.deck.size or len(self.nonces) != self.deck.size:
            raise EntropyError(
                f"{len(self.nonces)} nonces with {len(fresh)} different ones of {HASH_SIZE} bytes were given: "
                f"the {self.deck} needs {self.deck.size} of each"
            )

    @staticmethod
    def of(deck: Deck, order: Sequence[Card], entropy: Entropy) -> "SealedDeck":
        """Seal the cards of a deck in this order, each position with a fresh nonce."""
        return SealedDeck(deck, tuple(order), tuple(draw_token(entropy, HASH_SIZE) for _ in order))

    @cached_property
    def _tree(self) -> Tree:
        places = enumerate(zip(self.order, self.nonces, strict=True), start=1)
        return grow([leaf_hash(self.deck.size, position, card, nonce) for position, (card, nonce) in places])

    @cached_property
    def seal(self) -> Seal:
        """The public part."""
        return Seal(self.deck, self._tree[range(self.deck.size)])

    def verify_position(self, position: int) -> None:
        """Raise unless the deck has that position."""
        if not 1 <= position <= self.deck.size:
            raise SealedCardError(f"there is no position {position} in the {self.deck}: it has 1 to {self.deck.size}")

    def opening(self, position: int) -> Opening:
        """The opening of a position. Whether anybody may see it is the business of the deck in play."""
        self.verify_position(position)
        path = path_of(self._tree, position - 1, self.deck.size)
        return Opening(position, self.order[position - 1], self.nonces[position - 1], path)

    def as_json(self) -> dict[str, Any]:
        """The secret record."""
        return {
            "format": FORMAT,
            "deck": deck_as_json(self.deck),
            "order": [str(card) for card in self.order],
            "nonces": [nonce.hex() for nonce in self.nonces],
        }

    @staticmethod
    def from_json(data: object) -> "SealedDeck":
        """The sealed deck that :meth:`as_json` wrote."""
        record = Record(data, "the sealed deck", ("format", "deck", "order", "nonces"), secret=True)
        return SealedDeck(record.deck("deck"), record.cards("order"), record.hashes("nonces"))
