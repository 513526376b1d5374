"""The shoe at a blackjack table: shuffled whole, dealt over many rounds until its cut card, refilled if it runs out."""

from dataclasses import dataclass
from typing import Any

from pitboss.cards import Card, Deck
from pitboss.shuffler.allowed import is_allowed
from pitboss.shuffler.chance import require_live
from pitboss.shuffler.deck_in_play import DeckInPlay, shuffle_deck
from pitboss.shuffler.errors import NotNowError, OutOfCardsError, ShufflerError
from pitboss.shuffler.record import FORMAT, Record, deck_as_json
from pitboss.shuffler.seal import Seal
from pitboss.shuffler.sealed_deck import SealedDeck
from pitboss.shuffler.shuffle import shuffle
from pitboss.sources import Entropy


@dataclass
class Shoe:
    """A shoe at a table. The round in which the cut card comes is its last.

    A round that needs more cards than are left goes on with a refill: the burned card and the discards of earlier
    rounds, shuffled and sealed under a root of their own. What lies on the table stays there. After that round all
    cards are shuffled anew.

    >>> from pitboss.cards import shoe
    >>> from pitboss.sources import SeededEntropy
    >>> entropy = SeededEntropy("a drill")
    >>> dealt_from = Shoe(shoe(6), cut_percent=75, is_drill=True)
    >>> str(dealt_from.start_round(entropy))[:25], dealt_from.deal(2)
    ('six-deck shoe under root ', (6h, Jh))
    >>> is_allowed(dealt_from.verify_refill, entropy)
    False
    >>> dealt_from.take_back_cards()
    >>> dealt_from.needs_shuffle
    False
    """

    whole: Deck
    """The cards that the shoe holds when it is full."""
    cut_percent: int
    is_drill: bool = False
    """A drill may be dealt from seeded entropy; everything else is live."""
    shuffled: DeckInPlay | None = None
    """The shoe as it was last shuffled whole."""
    refilled: DeckInPlay | None = None
    """What it was refilled with in this round, if it ran out."""
    discarded: int = 0
    """How many cards had left the shoe before this round: they lie in the discard rack."""
    is_in_round: bool = False

    def __post_init__(self) -> None:
        # A restored shoe must be one that could have come about.
        gone = 0 if self.shuffled is None else self.shuffled.gone
        if self.discarded > gone or (self.is_in_round and not self.discarded):
            raise ShufflerError(f"{self.discarded} cards cannot be discarded: {gone} have left the {self.whole}")
        for deck in (self.shuffled, self.refilled):
            if deck is not None and deck.seal.deck != self.whole:
                raise ShufflerError(f"a {self.whole} is not dealt from a {deck.seal.deck}")
        if self.refilled is not None and (gone < self.whole.size or self.refilled.seal.size != self.discarded):
            raise ShufflerError(f"a shoe with {self.discarded} discards, {gone} cards dealt cannot be refilled so")

    @property
    def deck(self) -> DeckInPlay | None:
        """What is dealt from now."""
        return self.refilled or self.shuffled

    @property
    def needs_shuffle(self) -> bool:
        """Whether the next round is dealt from a new shuffle."""
        return self.shuffled is None or self.refilled is not None or self.shuffled.needs_reshuffle

    def verify_start_round(self, entropy: Entropy) -> None:
        """Raise unless a round can begin now. Nothing is shuffled while cards are on the table."""
        if self.is_in_round:
            raise NotNowError("no round can start from the shoe: the cards of the last one are not taken back")
        self._verify_source(entropy)

    def start_round(self, entropy: Entropy) -> Seal:
        """Begin a round, after the cut card from a new shuffle whose first card is burned. Its seal is published."""
        self.verify_start_round(entropy)
        if self.needs_shuffle:
            fresh = shuffle_deck(self.whole, entropy, cut_percent=self.cut_percent, is_drill=self.is_drill)
            fresh.burn()
            self.shuffled, self.refilled = fresh, None
        assert self.shuffled is not None
        self.discarded, self.is_in_round = self.shuffled.gone, True
        return self.shuffled.seal

    def verify_deal(self, number: int = 1) -> None:
        """Raise unless so many cards can leave the shoe now."""
        self._verify_in_round("no card leaves the shoe").verify_deal(number)

    def can_deal(self, number: int = 1) -> bool:
        """Whether so many cards can leave the shoe now."""
        return is_allowed(self.verify_deal, number)

    def deal(self, number: int = 1) -> tuple[Card, ...]:
        """The next cards."""
        self.verify_deal(number)
        assert self.deck is not None
        return self.deck.deal(number)

    def verify_refill(self, entropy: Entropy) -> None:
        """Raise unless the shoe has run out in the middle of a round, and the discard rack holds something."""
        left = self._verify_in_round("the shoe is not refilled").remaining
        if self.refilled is not None and not left:
            raise OutOfCardsError(
                f"every card of the {self.whole} is in this round, and none is left to refill from: the floor decides"
            )
        if left:
            raise NotNowError(f"the shoe is not refilled while cards are left in it: it has {left}")
        self._verify_source(entropy)

    def refill(self, entropy: Entropy) -> Seal:
        """Shuffle and seal the burned and discarded cards, and deal the round on from them. The seal is published."""
        self.verify_refill(entropy)
        assert self.shuffled is not None
        order = shuffle(self.shuffled.sealed.order[: self.discarded], entropy)
        sealed = SealedDeck.of(self.whole, order, entropy, left_out=self.whole.size - self.discarded)
        self.refilled = DeckInPlay(sealed)
        return self.refilled.seal

    def verify_take_back_cards(self) -> None:
        """Raise unless a round is going on."""
        self._verify_in_round("no cards can be taken back")

    def can_take_back_cards(self) -> bool:
        """Whether a round is going on."""
        return is_allowed(self.verify_take_back_cards)

    def take_back_cards(self) -> None:
        """End the round. A shoe past its cut card is retired, and with it what refilled it."""
        self.verify_take_back_cards()
        self.is_in_round = False
        if self.needs_shuffle:
            # Not before: opened whole, the shoe would tell the dealer's hole card.
            for deck in (self.shuffled, self.refilled):
                if deck is not None:
                    deck.retire()

    def _verify_in_round(self, refusal: str) -> DeckInPlay:
        if not self.is_in_round or self.deck is None:
            raise NotNowError(f"{refusal} between rounds: start a round first")
        return self.deck

    def _verify_source(self, entropy: Entropy) -> None:
        if not self.is_drill:
            require_live(entropy)

    def as_json(self) -> dict[str, Any]:
        """The public record: it names no card."""
        return {
            "format": FORMAT,
            "whole": deck_as_json(self.whole),
            "cut_percent": self.cut_percent,
            "is_drill": self.is_drill,
            "shuffled": self.shuffled and self.shuffled.as_json(),
            "refilled": self.refilled and self.refilled.as_json(),
            "discarded": self.discarded,
            "is_in_round": self.is_in_round,
        }

    @staticmethod
    def from_json(data: object, sealed: object = None, refill: object = None) -> "Shoe":
        """The shoe from its public record and, where it has them, the secret ones of the shuffle and of the refill."""
        keys = "format whole cut_percent is_drill shuffled refilled discarded is_in_round"
        record = Record(data, "the shoe", keys.split())
        shuffled, refilled = record.data["shuffled"], record.data["refilled"]
        return Shoe(
            whole=record.deck("whole"),
            cut_percent=record.integer("cut_percent", 1, 100),
            is_drill=record.boolean("is_drill"),
            shuffled=None if shuffled is None else DeckInPlay.from_json(shuffled, sealed),
            refilled=None if refilled is None else DeckInPlay.from_json(refilled, refill),
            discarded=record.integer("discarded", 0),
            is_in_round=record.boolean("is_in_round"),
        )
