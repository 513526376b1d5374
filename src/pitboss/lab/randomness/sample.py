"""Draws the data to test: shuffled decks, raw bytes and bounded numbers, in pieces that processes share."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.lab.randomness.dealing import AsAtTheTable, dealing_of, raw_bytes
from pitboss.lab.randomness.question import RandomnessQuestion, Subject
from pitboss.lab.work import Resources, Work, do_work
from pitboss.sources import Entropy

Orders = NDArray[np.uint8]

_CARDS_IN_PIECE: Final = 100_000
_BYTES_IN_PIECE: Final = 1_000_000
_LIMITS_IN_PIECE: Final = 8
BYTES_PER_SHUFFLE: Final = 20
MIN_DRAWS: Final = 5
"""The minimum number of draws below a limit for each possible number."""


@dataclass(frozen=True)
class Sample:
    """The shuffles of one deck: a row of card codes for each, and the start positions."""

    subject: Subject
    orders: Orders
    starts: Orders | None = None

    @property
    def shuffles(self) -> int:
        """How many there are."""
        return len(self.orders)

    @property
    def size(self) -> int:
        """How many cards a deck has."""
        return int(self.orders.shape[1])

    @property
    def is_shoe(self) -> bool:
        """Whether the deck has several copies of each card."""
        return self.subject.deck.copies > 1


class Drawn(NamedTuple):
    """All data of one run of the battery."""

    samples: tuple[Sample, ...]
    octets: Orders
    """Raw bytes of the generator."""
    numbers: Mapping[int, NDArray[np.int64]]
    """For each limit, how often each number below it was drawn."""


class Piece(NamedTuple):
    """A part of the work: ``kind`` names the data, ``first`` and ``number`` the range."""

    kind: str
    first: int
    number: int


def draw(question: RandomnessQuestion, resources: Resources) -> Drawn:
    """Draw the data of a run, shared among processes; a seed gives the same data however they are shared.

    >>> question = RandomnessQuestion(decks=("52",), shuffles=1_000, seed="a drill")
    >>> drawn = draw(question, Resources(processes=1))
    >>> drawn.samples[0].orders.shape, drawn.octets.size, sorted(drawn.numbers)[-1]
    ((1000, 52), 20000, 52)
    """
    pieces = _pieces(question)
    work = Work("rng-test", {"asked": question, "pieces": pieces}, (), len(pieces), _do_piece)
    results = do_work(work, resources)
    found: dict[str, list[Any]] = {}
    for piece, result in zip(pieces, results, strict=True):
        found.setdefault(piece.kind, []).append(result)
    samples = tuple(
        _sample(subject, found[name]) for name, subject in zip(question.decks, question.subjects, strict=True)
    )
    numbers = {limit: np.array(counts, np.int64) for limit, counts in chain.from_iterable(found["numbers"])}
    return Drawn(samples, np.frombuffer(b"".join(found["bytes"]), np.uint8), numbers)


def _pieces(question: RandomnessQuestion) -> list[Piece]:
    pieces = []
    for name, subject in zip(question.decks, question.subjects, strict=True):
        pieces += _cut(name, question.shuffles_of(subject), _CARDS_IN_PIECE // subject.deck.size)
    pieces += _cut("bytes", BYTES_PER_SHUFFLE * question.shuffles, _BYTES_IN_PIECE)
    most = max(subject.deck.size for subject in question.subjects)
    return pieces + [
        Piece(piece.kind, 2 + piece.first, piece.number) for piece in _cut("numbers", most - 1, _LIMITS_IN_PIECE)
    ]


def _cut(kind: str, number: int, size: int) -> list[Piece]:
    return [Piece(kind, first, min(size, number - first)) for first in range(0, number, size)]


def _sample(subject: Subject, results: list[tuple[bytes, bytes]]) -> Sample:
    orders = np.frombuffer(b"".join(order for order, _ in results), np.uint8).reshape(-1, subject.deck.size)
    starts = np.frombuffer(b"".join(start for _, start in results), np.uint8)
    return Sample(subject, orders, starts if subject.positions is not None else None)


def _do_piece(inputs: Mapping[str, Any], block: int) -> Any:
    question: RandomnessQuestion = inputs["asked"]
    piece: Piece = inputs["pieces"][block]
    dealing = dealing_of(question.bias)
    entropy = dealing.source(question.entropy(f"{piece.kind} {piece.first}"))
    if piece.kind == "bytes":
        return b"".join(raw_bytes(entropy, piece.number))
    if piece.kind == "numbers":
        return [
            (limit, _counted(dealing, entropy, limit, question.shuffles))
            for limit in range(piece.first, piece.first + piece.number)
        ]
    subject = question.subjects[question.decks.index(piece.kind)]
    orders, starts = bytearray(), bytearray()
    for _ in range(piece.number):
        order, start = dealing.deal(subject.deck, entropy, subject.positions)
        orders += bytes([card.code for card in order])
        starts.append(start or 0)
    return bytes(orders), bytes(starts)


def _counted(dealing: AsAtTheTable, entropy: Entropy, limit: int, shuffles: int) -> list[int]:
    counts = [0] * limit
    for _ in range(max(shuffles // 50, MIN_DRAWS * limit)):
        counts[dealing.draw(entropy, limit)] += 1
    return counts
