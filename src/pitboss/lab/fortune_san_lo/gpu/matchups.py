"""Counts matchups on a GPU: stores the dealer hands as bits, runs the kernel, and reads the counts."""

from collections.abc import Iterator
from importlib.resources import files
from itertools import permutations
from typing import Any, Final, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

DECK: Final = 53
WORD: Final = 32
STRENGTHS: Final = 846
"""The number of strengths of hands, and one above all of them."""


class Classes(Protocol):
    """The part of :class:`~pitboss.lab.fortune_san_lo.dealer.DealerTable` that is needed, without loading Numba."""

    @property
    def hands(self) -> NDArray[np.uint8]:
        """Six card codes in each row, for each suit class."""

    @property
    def setting(self) -> NDArray[np.uint32]:
        """The index in ``settings`` of each class."""

    @property
    def settings(self) -> NDArray[np.uint16]:
        """The strengths of high, mid and low hand."""


class DealerBits(NamedTuple):
    """Every dealer hand as bits in tiles, and the rows of the conditions on them."""

    tiles: Any
    """By tile, row and word: 32 hands to a word. First a row for each card: the hands that hold it. Then, for high, mid
    and low hands, a row for each number of strengths: the hands that have one of so many lowest."""
    row_of: NDArray[np.uint16]
    """By high, mid or low hand and strength: the row of the hands that are below it."""
    number_of_hands: int


def dealer_bits(dealer: Classes, arrays: Any, words: int) -> DealerBits:
    """All dealer hands in tiles of ``words`` words.

    >>> from pitboss.lab.fortune_san_lo.dealer import dealer_table
    >>> bits = dealer_bits(dealer_table().of_cards_from(36), np, words=12)
    >>> bits.tiles.shape, bits.number_of_hands  # 33 tiles of 384 hands
    ((33, 711, 12), 12376)
    """
    masks, setting = every_hand(dealer, arrays)
    known = [np.unique(column) for column in dealer.settings.T]
    places = [np.searchsorted(*columns) for columns in zip(known, dealer.settings.T, strict=True)]
    # The hands that fill up the last tile hold every card, so they are never possible.
    filling = -len(masks) % (words * WORD)
    padded = arrays.concatenate([masks, arrays.full(filling, (1 << DECK) - 1, masks.dtype)])
    settings = arrays.concatenate([setting, arrays.zeros(filling, setting.dtype)])
    rows = DECK + sum(len(strengths) + 1 for strengths in known)
    tiles = arrays.empty((len(padded) // (words * WORD), rows, words), np.uint32)
    for row, asked in enumerate(_rows(padded, [arrays.asarray(place)[settings] for place in places], known)):
        tiles[:, row] = arrays.packbits(asked).view(np.uint32).reshape(-1, words)
    return DealerBits(tiles, _row_of(known), len(masks))


def every_hand(dealer: Classes, arrays: Any) -> tuple[Any, Any]:
    """The cards of each hand as bits, and its setting. Here every hand is listed, not just one of each class.

    >>> from pitboss.lab.fortune_san_lo.dealer import dealer_table
    >>> masks, setting = every_hand(dealer_table().of_cards_from(36), np)
    >>> len(masks), len(setting), int(masks[0]).bit_count()
    (12376, 12376, 6)
    """
    hands = arrays.asarray(dealer.hands)
    turned = [arrays.asarray(_turned(order))[hands].sum(axis=1) for order in permutations(range(4))]
    # Orders that exchange suits of equal ranks give the same hand again.
    masks, first = arrays.unique(arrays.concatenate(turned), return_index=True)
    return masks, arrays.asarray(dealer.setting)[first % len(hands)]


def _turned(order: tuple[int, ...]) -> NDArray[np.uint64]:
    """The bit of each card with the suits in another order; the joker stays."""
    codes = [code & ~3 | order[code & 3] if code < DECK - 1 else code for code in range(DECK)]
    bits: NDArray[np.uint64] = np.uint64(1) << np.array(codes, np.uint64)
    return bits


def _rows(masks: Any, places: list[Any], known: list[NDArray[np.uint16]]) -> Iterator[Any]:
    """In the order of :attr:`DealerBits.tiles`, a boolean for each hand."""
    for card in range(DECK):
        yield (masks & np.uint64(1 << card)) != 0
    for place, strengths in zip(places, known, strict=True):
        for number in range(len(strengths) + 1):
            yield place < number


def _row_of(known: list[NDArray[np.uint16]]) -> NDArray[np.uint16]:
    firsts = DECK + np.cumsum([0, *(len(strengths) + 1 for strengths in known[:-1])])
    below = [np.searchsorted(strengths, np.arange(STRENGTHS)) for strengths in known]
    return (firsts[:, np.newaxis] + below).astype(np.uint16)


CARDS: Final = 6
SLOTS: Final = 4
"""Settings of a hand that one thread counts."""
THREADS: Final = 512
WIDTH: Final = 3
"""A tile has this many times 128 hands. Odd, so that rows use different banks of the shared memory; and small, so that
any GPU has room for a tile. Wider ones are up to 6% faster on an H200."""
BLOCKS: Final = 4096
"""About how many blocks are launched at once: enough to keep a large GPU busy, few enough to stop between launches."""


class Tasks(NamedTuple):
    """The settings to count, four to a task."""

    asked: NDArray[np.uint16]
    """By entry and task, numbers of rows: six cards, then high, mid and low hand of each slot."""
    task: NDArray[np.int64]
    """The task of each setting, in the order of rows and columns."""
    slot: NDArray[np.int64]


def tasks_of(hands: NDArray[np.uint8], settings: NDArray[np.uint16], row_of: NDArray[np.uint16]) -> Tasks:
    """The questions of :meth:`Gpu.win_counts` as tasks. A slot without a setting wins nothing.

    >>> row_of = np.arange(3 * 846, dtype=np.uint16).reshape(3, 846)
    >>> hands, settings = np.arange(6, dtype=np.uint8)[np.newaxis], np.full((1, 5, 3), 7, np.uint16)
    >>> tasks = tasks_of(hands, settings, row_of)
    >>> tasks.asked.shape, tasks.task.tolist(), tasks.slot.tolist()
    ((18, 2), [0, 0, 0, 0, 1], [0, 1, 2, 3, 0])
    """
    wanted = settings[..., 0] > 0
    row, _ = np.nonzero(wanted)
    numbers = wanted.sum(axis=1)
    tasks = -(-numbers // SLOTS)
    within = np.arange(len(row)) - np.repeat(np.cumsum(numbers) - numbers, numbers)
    task, slot = (np.cumsum(tasks) - tasks)[row] + within // SLOTS, within % SLOTS
    asked = np.empty((CARDS + 3 * SLOTS, int(tasks.sum())), np.uint16)
    asked[:CARDS] = np.repeat(hands, tasks, axis=0).T
    for hand, strengths in enumerate(settings[wanted].T):
        asked[CARDS + hand :: 3] = row_of[hand, 0]
        asked[CARDS + hand + 3 * slot, task] = row_of[hand, strengths]
    return Tasks(asked, task, slot)


class Gpu:
    """A GPU that holds all dealer hands in its memory."""

    def __init__(self, dealer: Classes, cupy: Any) -> None:
        self._cupy = cupy
        self.bits: DealerBits = dealer_bits(dealer, cupy, WIDTH * 4)
        rows = self.bits.tiles.shape[1]
        names = {"ROWS": rows, "WIDTH": WIDTH, "SLOTS": SLOTS, "THREADS": THREADS}
        source = files(__package__).joinpath("matchups.cu").read_text(encoding="utf-8")
        module = cupy.RawModule(code=source, options=tuple(f"-D{name}={value}" for name, value in names.items()))
        self._kernel = module.get_function("count_matchups")
        self._tile_bytes = rows * WIDTH * 16

    def win_counts(self, hands: NDArray[np.uint8], settings: NDArray[np.uint16]) -> NDArray[np.int64]:
        """The counts of :func:`~pitboss.lab.fortune_san_lo.directly.win_counts`, against this dealer."""
        tasks = tasks_of(hands, settings, self.bits.row_of)
        counts = self._count(tasks.asked)
        possible = counts[0, tasks.task]
        one, two, three = (counts[1 + number + 3 * tasks.slot, tasks.task] for number in range(3))
        won = np.zeros((*settings.shape[:2], 4), np.int64)
        won[settings[..., 0] > 0] = np.stack([possible - one, one - two, two - three, three], axis=1)
        return won

    def _count(self, asked: NDArray[np.uint16]) -> NDArray[np.int64]:
        """By entry and task: the possible dealer hands, and how many lose at least one, two, three matchups."""
        tiles, tasks = self.bits.tiles, asked.shape[1]
        counts = self._cupy.zeros((1 + 3 * SLOTS, tasks), np.uint32)
        across = -(-tasks // THREADS)
        grid = across, min(len(tiles), BLOCKS // max(across, 1) + 1)
        arguments = tiles, np.uint32(len(tiles)), self._cupy.asarray(asked), np.uint32(tasks), counts
        if tasks:
            self._kernel(grid, (THREADS,), arguments, shared_mem=self._tile_bytes)
        counted: NDArray[np.int64] = self._cupy.asnumpy(counts).astype(np.int64)
        return counted
