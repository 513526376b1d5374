"""What somebody has seen of a deck, and what it proves."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from pitboss.shuffler.errors import RecordError
from pitboss.shuffler.record import Record
from pitboss.shuffler.seal import Opening, Seal, StartOpening, seal_of
from pitboss.shuffler.shuffle import check_deck


@dataclass(frozen=True)
class SeenCards:
    """The openings somebody was given, under the seal that was published before the deal.

    >>> from pitboss.cards import DECK_52
    >>> from pitboss.sources import SeededEntropy
    >>> from pitboss.shuffler import shuffle_deck
    >>> deck = shuffle_deck(DECK_52, SeededEntropy("a drill"), is_drill=True)
    >>> cards = deck.deal(3)
    >>> seen = SeenCards(deck.seal, tuple(map(deck.open, deck.packets[-1].positions)))
    >>> seen.verify()
    >>> seen.is_complete, SeenCards.from_json(seen.as_json()) == seen
    (False, True)
    """

    seal: Seal
    openings: tuple[Opening, ...]
    start: StartOpening | None = None
    """The start position, where the display showed one."""

    def __post_init__(self) -> None:
        if not self.openings:
            raise RecordError("there is no opening, so nothing can be proven: give at least 1")
        (position, times), *_ = Counter(opening.position for opening in self.openings).most_common(1)
        if times > 1:
            raise RecordError(f"position {position} is opened {times} times: give each position once")

    @property
    def is_complete(self) -> bool:
        """Whether every position of the deck is opened."""
        return {opening.position for opening in self.openings} == set(range(1, self.seal.size + 1))

    def verify(self) -> None:
        """Raise unless every opening is true and the cards can come from the deck, all of it where all are open."""
        for opening in self.openings:
            self.seal.verify(opening)
        if self.start is not None:
            self.seal.verify_start(self.start)
        cards = [opening.card for opening in self.openings]
        if self.is_complete and not self.seal.left_out:
            check_deck(self.seal.deck, cards)
        else:
            # True openings of two equal cards prove that the deck was wrong when it was sealed.
            self.seal.deck.check(cards)

    def as_json(self) -> dict[str, Any]:
        """The record that others can check."""
        start = {} if self.start is None else {"start": self.start.as_json()}
        return self.seal.as_json() | {"openings": [opening.as_json() for opening in self.openings]} | start

    @staticmethod
    def from_json(data: object, name: str = "the record") -> "SeenCards":
        """The record that :meth:`as_json` wrote."""
        record = Record(data, name, ("format", "root", "deck", "openings"), ("size", "start"))
        numbered = enumerate(record.entries("openings"), start=1)
        openings = tuple(Opening.from_json(entry, f"opening {number} of {name}") for number, entry in numbered)
        start = record.data.get("start")
        opened = None if start is None else StartOpening.from_json(start, f"the start position of {name}")
        return SeenCards(seal_of(record), openings, opened)
