"""Deals cards and numbers for the test: with the code of the tables, or with a fault that is planted on purpose."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from pitboss.cards import Card, Deck
from pitboss.shuffler import draw_below, shuffle, shuffle_deck
from pitboss.sources import Entropy

Dealt = tuple[tuple[Card, ...], int | None]
"""The order of the cards, and the start position where the game has one."""


_READ: Final = 4096
"""How many bytes are read at once: seeded bytes are slow in larger pieces."""


def raw_bytes(entropy: Entropy, number: int) -> Iterator[bytes]:
    """The next bytes of a source, in pieces.

    >>> from pitboss.sources import SeededEntropy
    >>> [len(piece) for piece in raw_bytes(SeededEntropy("a drill"), 10_000)]
    [4096, 4096, 1808]
    """
    for first in range(0, number, _READ):
        yield entropy.token(min(_READ, number - first))


class AsAtTheTable:
    """The code that deals at the tables, called as the shuffler and the shoe call it: shuffled, started, sealed.

    >>> from pitboss.cards import DECK_53
    >>> from pitboss.sources import SeededEntropy
    >>> order, start = AsAtTheTable().deal(DECK_53, SeededEntropy("a drill"), 7)
    >>> order[:3], start
    ((Kh, Jk, 4c), 6)
    """

    def source(self, entropy: Entropy) -> Entropy:
        """The source of the bytes."""
        return entropy

    def draw(self, entropy: Entropy, limit: int) -> int:
        """A number below a limit."""
        return draw_below(entropy, limit)

    def deal(self, deck: Deck, entropy: Entropy, positions: int | None) -> Dealt:
        """A shuffled deck."""
        sealed = shuffle_deck(deck, entropy, start_positions=positions, is_drill=not entropy.is_live).sealed
        return sealed.order, sealed.start


class _BiasedShuffle(AsAtTheTable):
    """A dealing with a faulty shuffle and a correct start position."""

    def deal(self, deck: Deck, entropy: Entropy, positions: int | None) -> Dealt:
        start = None if positions is None else 1 + self.draw(entropy, positions)
        return self.shuffle(deck, entropy), start

    def shuffle(self, deck: Deck, entropy: Entropy) -> tuple[Card, ...]:
        return shuffle(deck.cards, entropy)


class _SwapWithAny(_BiasedShuffle):
    def shuffle(self, deck: Deck, entropy: Entropy) -> tuple[Card, ...]:
        order = list(deck.cards)
        for place in range(len(order)):
            chosen = draw_below(entropy, len(order))
            order[place], order[chosen] = order[chosen], order[place]
        return tuple(order)


class _Modulo(_BiasedShuffle):
    def draw(self, entropy: Entropy, limit: int) -> int:
        size = 1 if limit <= 256 else 2
        return int.from_bytes(entropy.token(size)) % limit

    def shuffle(self, deck: Deck, entropy: Entropy) -> tuple[Card, ...]:
        order = list(deck.cards)
        for last in range(len(order) - 1, 0, -1):
            chosen = self.draw(entropy, last + 1)
            order[last], order[chosen] = order[chosen], order[last]
        return tuple(order)


class _OffByOne(_BiasedShuffle):
    def shuffle(self, deck: Deck, entropy: Entropy) -> tuple[Card, ...]:
        order = list(deck.cards)
        for last in range(len(order) - 1, 0, -1):
            chosen = draw_below(entropy, last)
            order[last], order[chosen] = order[chosen], order[last]
        return tuple(order)


class _StickyTop(_BiasedShuffle):
    def shuffle(self, deck: Deck, entropy: Entropy) -> tuple[Card, ...]:
        order = super().shuffle(deck, entropy)
        if draw_below(entropy, 100):
            return order
        top = order.index(deck.cards[0])
        return (order[top], *order[:top], *order[top + 1 :])


class _Unshuffled(_BiasedShuffle):
    def shuffle(self, deck: Deck, entropy: Entropy) -> tuple[Card, ...]:
        return super().shuffle(deck, entropy) if draw_below(entropy, 200) else deck.cards


class _Repeated(_BiasedShuffle):
    last: tuple[Card, ...] | None = None

    def shuffle(self, deck: Deck, entropy: Entropy) -> tuple[Card, ...]:
        if self.last is None or draw_below(entropy, 200):
            self.last = super().shuffle(deck, entropy)
        return self.last


class _StartPosition(AsAtTheTable):
    def deal(self, deck: Deck, entropy: Entropy, positions: int | None) -> Dealt:
        order, _ = super().deal(deck, entropy, None)
        return order, None if positions is None else 1 + entropy.token(1)[0] % 8 % positions


@dataclass
class _StuckBit:
    """Every byte has the bit 16 set."""

    entropy: Entropy
    is_live: bool = False

    def token(self, size: int) -> bytes:
        return bytes(byte | 16 for byte in self.entropy.token(size))


class _ShortPeriod:
    """The upper byte of a linear congruential generator of 16 bits, which comes round after 65,536 bytes."""

    is_live = False

    def __init__(self, entropy: Entropy) -> None:
        self._state = int.from_bytes(entropy.token(2))

    def token(self, size: int) -> bytes:
        out = bytearray(size)
        for place in range(size):
            self._state = (25_173 * self._state + 13_849) & 0xFFFF
            out[place] = self._state >> 8
        return bytes(out)


class _FromStuckBit(AsAtTheTable):
    def source(self, entropy: Entropy) -> Entropy:
        return _StuckBit(entropy)


class _FromShortPeriod(AsAtTheTable):
    def source(self, entropy: Entropy) -> Entropy:
        return _ShortPeriod(entropy)


BIASES: Final[Mapping[str, tuple[str, Callable[[], AsAtTheTable]]]] = {
    "swap-any": ("each card is swapped with any other, not with one of those left", _SwapWithAny),
    "modulo": ("numbers are folded into their range by the remainder, and none is thrown away", _Modulo),
    "off-by-one": ("the shuffle never leaves a card where it is (Sattolo)", _OffByOne),
    "stuck-bit": ("the bit 16 of every byte is set", _FromStuckBit),
    "short-period": ("the bytes come from a generator that repeats itself after 65,536 of them", _FromShortPeriod),
    "sticky-top": ("in 1 of 100 shuffles the top card of the new deck is put back on top", _StickyTop),
    "unshuffled": ("1 of 200 decks comes out as it went in", _Unshuffled),
    "repeated": ("1 of 200 shuffles repeats the one before", _Repeated),
    "start-position": ("start position 1 is drawn twice as often as the others", _StartPosition),
}
"""The faults that can be planted: a description, and the dealing with the fault."""


def dealing_of(bias: str | None) -> AsAtTheTable:
    """The dealing of the tables, or one with a fault.

    >>> type(dealing_of(None)).__name__
    'AsAtTheTable'
    """
    return AsAtTheTable() if bias is None else BIASES[bias][1]()
