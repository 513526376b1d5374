"""The tree of hashes over a deck: a leaf for each position, one for the start position, and one root over all.

A span of leaves is split at the largest power of two below its length, as in Certificate Transparency (RFC 6962). So
any number of leaves has one tree without padding, and size and position tell how long a path is.
"""

import hashlib
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from pitboss.cards import Card

# Leaves, the start and forks are hashed with different words in front, so none can pass for another.
_LEAF: Final = b"pitboss deck 1 leaf\0"
_START: Final = b"pitboss deck 1 start\0"
_FORK: Final = b"pitboss deck 1 fork\0"

Tree = dict[range, bytes]
"""The hash over each span of leaves."""


def leaf_hash(size: int, position: int, card: Card, nonce: bytes) -> bytes:
    """The hash of one card at one position (the first is 1) of a deck of that size; the nonce hides which card."""
    return hashlib.sha256(_LEAF + size.to_bytes(4) + position.to_bytes(4) + card.code.to_bytes(1) + nonce).digest()


def start_hash(size: int, start: int | None, nonce: bytes) -> bytes:
    """The hash of the start position of a deck of that size. Every deck has this leaf; without a start it says 0."""
    return hashlib.sha256(_START + size.to_bytes(4) + (start or 0).to_bytes(4) + nonce).digest()


def _fork_hash(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(_FORK + left + right).digest()


def _halves(span: range) -> tuple[range, range]:
    middle = 1 << ((len(span) - 1).bit_length() - 1)
    return span[:middle], span[middle:]


def grow(leaves: Sequence[bytes]) -> Tree:
    """The tree over these leaves."""
    tree = dict(zip(_ends(len(leaves)), leaves, strict=True))
    for span, left, right in _forks(len(leaves)):
        tree[span] = _fork_hash(tree[left], tree[right])
    return tree


# Every deck of a size has a tree of the same shape, and most are of few sizes: one deck, or the decks of a shoe.
@lru_cache(maxsize=8)
def _ends(size: int) -> tuple[range, ...]:
    return tuple(range(leaf, leaf + 1) for leaf in range(size))


@lru_cache(maxsize=8)
def _forks(size: int) -> tuple[tuple[range, range, range], ...]:
    """Every span of more than one leaf with its halves, which stand before it."""
    return tuple(_forks_under(range(size)))


def _forks_under(span: range) -> Iterator[tuple[range, range, range]]:
    if len(span) > 1:
        left, right = _halves(span)
        yield from _forks_under(left)
        yield from _forks_under(right)
        yield span, left, right


def _turns(index: int, size: int) -> list[tuple[range, bool]]:
    """From the leaf up to the root: the span that lies beside the way, and whether it lies on the left."""
    turns, span = [], range(size)
    while len(span) > 1:
        left, right = _halves(span)
        beside, span = (right, left) if index in left else (left, right)
        turns.append((beside, beside is left))
    return turns[::-1]


def path_length(index: int, size: int) -> int:
    """How many hashes lead from that leaf to the root."""
    return len(_turns(index, size))


def path_of(tree: Tree, index: int, size: int) -> tuple[bytes, ...]:
    """The hashes beside the way from that leaf to the root: they say nothing about the cards under them."""
    return tuple(tree[beside] for beside, _ in _turns(index, size))


def climb(leaf: bytes, index: int, size: int, path: Sequence[bytes]) -> bytes:
    """The root to which a leaf and its path lead."""
    reached = leaf
    for (_, on_the_left), beside in zip(_turns(index, size), path, strict=True):
        reached = _fork_hash(beside, reached) if on_the_left else _fork_hash(reached, beside)
    return reached
