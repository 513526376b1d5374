"""The secret of a deck: the order of its cards, its start position, and the nonce of each."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from pitboss.cards import Card, Deck
from pitboss.shuffler.chance import MAX_POSITIONS, draw_token
from pitboss.shuffler.errors import EntropyError, SealedCardError, WrongDeckError
from pitboss.shuffler.record import FORMAT, HASH_SIZE, Record, deck_as_json
from pitboss.shuffler.seal import Opening, Seal, StartOpening
from pitboss.shuffler.shuffle import check_deck
from pitboss.shuffler.tree import Tree, grow, leaf_hash, path_of, start_hash
from pitboss.sources import Entropy


@dataclass(frozen=True)
class SealedDeck:
    """A deck in its order, sealed. Who holds this knows every card: it is stored under lock and shown to nobody.

    >>> from pitboss.cards import DECK_52
    >>> from pitboss.sources import SeededEntropy
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
    """One for each position, and the last for the start position."""
    start: int | None = field(default=None, repr=False)
    """The position that gets the first packet; none where the game has no such thing."""
    left_out: int = field(default=0, repr=False)
    """How many cards of the deck lay on the table when these were sealed: only a shoe is ever refilled so."""

    def __post_init__(self) -> None:
        if self.left_out:
            self._check_refill()
        else:
            check_deck(self.deck, self.order)
        fresh, needed = {nonce for nonce in self.nonces if len(nonce) == HASH_SIZE}, self.size + 1
        if len(fresh) != needed or len(self.nonces) != needed:
            raise EntropyError(
                f"{len(self.nonces)} nonces with {len(fresh)} different ones of {HASH_SIZE} bytes were given: "
                f"the {self.deck} needs {needed} of each"
            )

    def _check_refill(self) -> None:
        self.deck.check(self.order)
        expected = self.deck.size - self.left_out
        if len(self.order) != expected or not 0 < expected < self.deck.size:
            raise WrongDeckError(
                f"{len(self.order)} cards with {self.left_out} on the table are not the {self.deck}, "
                f"which has {self.deck.size}"
            )

    @staticmethod
    def of(
        deck: Deck, order: Sequence[Card], entropy: Entropy, *, start: int | None = None, left_out: int = 0
    ) -> "SealedDeck":
        """Seal the cards of a deck in this order, each position and the start position with a fresh nonce."""
        size = HASH_SIZE * (len(order) + 1)
        drawn = draw_token(entropy, size)
        nonces = tuple(drawn[at : at + HASH_SIZE] for at in range(0, size, HASH_SIZE))
        return SealedDeck(deck, tuple(order), nonces, start, left_out)

    @property
    def size(self) -> int:
        """How many cards are sealed."""
        return len(self.order)

    @cached_property
    def _tree(self) -> Tree:
        places = enumerate(zip(self.order, self.nonces[:-1], strict=True), start=1)
        leaves = [leaf_hash(self.size, position, card, nonce) for position, (card, nonce) in places]
        return grow([*leaves, start_hash(self.size, self.start, self.nonces[-1])])

    @cached_property
    def seal(self) -> Seal:
        """The public part."""
        return Seal(self.deck, self._tree[range(self.size + 1)], self.left_out)

    def verify_position(self, position: int) -> None:
        """Raise unless the deck has that position."""
        if not 1 <= position <= self.size:
            raise SealedCardError(f"there is no position {position} in the {self.deck}: it has 1 to {self.size}")

    def opening(self, position: int) -> Opening:
        """The opening of a position. Whether anybody may see it is the business of the deck in play."""
        self.verify_position(position)
        path = path_of(self._tree, position - 1, self.size + 1)
        return Opening(position, self.order[position - 1], self.nonces[position - 1], path)

    def verify_start(self) -> None:
        """Raise unless a start position was drawn."""
        if self.start is None:
            raise SealedCardError(f"no start position was drawn for the {self.deck}: the game has none")

    def start_opening(self) -> StartOpening:
        """The opening of the start position."""
        self.verify_start()
        assert self.start is not None
        return StartOpening(self.start, self.nonces[-1], path_of(self._tree, self.size, self.size + 1))

    def as_json(self) -> dict[str, Any]:
        """The secret record."""
        return {
            "format": FORMAT,
            "deck": deck_as_json(self.deck),
            "order": [str(card) for card in self.order],
            "nonces": [nonce.hex() for nonce in self.nonces],
            "start": self.start,
            "left_out": self.left_out,
        }

    @staticmethod
    def from_json(data: object) -> "SealedDeck":
        """The sealed deck that :meth:`as_json` wrote."""
        keys = ("format", "deck", "order", "nonces", "start", "left_out")
        record = Record(data, "the sealed deck", keys, secret=True)
        return SealedDeck(
            record.deck("deck"),
            record.cards("order"),
            record.hashes("nonces"),
            record.optional_integer("start", 1, MAX_POSITIONS),
            record.integer("left_out", 0),
        )
