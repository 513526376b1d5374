"""The blocks of the work, and what becomes of them."""

from base64 import b64decode, b64encode
from collections.abc import Iterator
from typing import Any
from zlib import compress, decompress

import numpy as np
from numpy.typing import NDArray

from pitboss.games.double_draw.options import FOLD, LETTERS, REPLACED, STAND
from pitboss.lab.double_draw.classes import dead_cards, hands
from pitboss.lab.double_draw.first_draw import choose, places
from pitboss.lab.double_draw.money import CASES_OF_A_DRAW, DEAD_CLASSES, SETS_OF_A_BLOCK, blocks_of_size
from pitboss.lab.double_draw.outcomes import OutcomeTally
from pitboss.lab.double_draw.tables import Amounts, kept_sums, tables


def _sets(size: int, block: int) -> range:
    """The sets of so many dead cards that belong to a block."""
    return range(block * SETS_OF_A_BLOCK, min((block + 1) * SETS_OF_A_BLOCK, DEAD_CLASSES[size]))


def sums_block(amounts: Amounts, block: int) -> str:
    """The sums over all draws beside some of the sets of three dead cards, packed."""
    sums = np.stack([kept_sums(tables(amounts), dead_cards(3).cards[number]) for number in _sets(3, block)])
    return b64encode(compress(sums.astype("<i8").tobytes(), 1)).decode()


def decisions(amounts: Amounts, fold: int, blocks: list[str]) -> dict[str, Any]:
    """The best first decision of every class, what they bring together, and how many hands fold or replace cards."""
    raw = b"".join(decompress(b64decode(block)) for block in blocks)
    choices = choose(tables(amounts), fold, np.frombuffer(raw, "<i8").reshape(DEAD_CLASSES[3], -1))
    sizes = hands().sizes
    # The values of one size of class fit into 64 bits together; those of all hands need not.
    value = sum(int(size) * int(choices.values[sizes == size].sum()) for size in np.unique(sizes))
    folds, replaced = choices.options == FOLD, np.array(REPLACED)[choices.options]
    numbers = [int(sizes[folds].sum()), *(int(sizes[~folds & (replaced == size)].sum()) for size in range(4))]
    return {"letters": "".join(LETTERS[option] for option in choices.options), "value": value, "hands": numbers}


def ends_block(amounts: Amounts, letters: str, block: int) -> list[int]:
    """How many cases end in each category and in a fold at the second draw, beside some of the sets of dead cards."""
    size = 3
    while block >= blocks_of_size(size):
        block -= blocks_of_size(size)
        size -= 1
    tally, options = OutcomeTally(tables(amounts)), _options(letters)
    if size == 0:
        standing = options == STAND
        tally.stand(hands().cards[standing], hands().sizes[standing])
    else:
        for number, kept, sizes in _keepers(options, size, _sets(size, block)):
            tally.draw(dead_cards(size).cards[number], kept, sizes)
    return [count * CASES_OF_A_DRAW[size] for count in tally.counts()]


def _options(letters: str) -> NDArray[np.uint8]:
    numbers = np.zeros(128, np.uint8)
    numbers[[ord(letter) for letter in LETTERS]] = range(len(LETTERS))
    return numbers[np.frombuffer(letters.encode("ascii"), np.uint8)]


def _keepers(
    options: NDArray[np.uint8], size: int, numbers: range
) -> Iterator[tuple[int, NDArray[np.int64], NDArray[np.int64]]]:
    """For each set of dead cards: what the hands that replace it keep, and how many hands do."""
    where = places(size)
    drawing = np.flatnonzero(np.array(REPLACED)[options] == size)
    column = np.searchsorted(where.options, options[drawing])
    dead, kept = where.dead[drawing, column], where.kept[drawing, column]
    for number in numbers:
        here = dead == number
        if here.any():
            yield number, kept[here].astype(np.int64), hands().sizes[drawing[here]]
