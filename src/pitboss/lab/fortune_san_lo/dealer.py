"""Makes the dealer's table: every possible hand, set by the house way."""

import zipfile
import zlib
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards.batch import suit_classes
from pitboss.games.fortune_san_lo.house_way_batch import set_hands, share_arrays, strengths_of
from pitboss.games.fortune_san_lo.house_way_shares import shipped_shares
from pitboss.lab.store import put_file


class DealerTable(NamedTuple):
    """One hand of every suit class, with its setting by the house way.

    All hands of a class are set into equal high, mid and low hands, so one represents them.
    """

    hands: NDArray[np.uint8]
    """Six card codes in each row, the lowest first; hands of the same ranks are adjacent."""
    sizes: NDArray[np.uint8]
    """The number of hands in each class."""
    setting: NDArray[np.uint32]
    """The index in ``settings`` of each class."""
    settings: NDArray[np.uint16]
    """The strengths of high, mid and low hand of every different setting."""

    def of_cards_from(self, lowest: int) -> "DealerTable":
        """The table of a smaller deck, without the ranks below that of a code; for tests that go through every deal.

        >>> dealer_table().of_cards_from(36).number_of_hands  # jacks to aces and the joker
        12376
        """
        kept = self.hands[:, 0] >= lowest // 4 * 4
        return self._replace(hands=self.hands[kept], sizes=self.sizes[kept], setting=self.setting[kept])

    @property
    def number_of_hands(self) -> int:
        """The number of hands in all classes.

        >>> dealer_table().number_of_hands
        22957480
        """
        return int(self.sizes.sum(dtype=np.int64))

    @property
    def counts(self) -> NDArray[np.int64]:
        """The number of hands for each setting."""
        return np.bincount(self.setting, self.sizes, len(self.settings)).astype(np.int64)


@cache
def dealer_table() -> DealerTable:
    """Every hand of the 53-card deck, set by the house way of Pitboss.

    >>> table = dealer_table()
    >>> len(table.hands), len(table.settings)
    (1097447, 88838)
    """
    hands, sizes = suit_classes(53, 6)
    order = np.argsort(rank_keys(hands), kind="stable")
    hands, sizes = hands[order], sizes[order]
    strengths = strengths_of(hands)
    chosen = np.stack(strengths.set(set_hands(strengths, share_arrays(shipped_shares()))), axis=1)
    packed = chosen.astype(np.uint64) @ np.array([1 << 32, 1 << 16, 1], np.uint64)
    _, first, setting = np.unique(packed, return_index=True, return_inverse=True)
    return DealerTable(hands, sizes.astype(np.uint8), setting.astype(np.uint32), chosen[first])


def rank_keys(hands: NDArray[np.uint8]) -> NDArray[np.int64]:
    """A number for the ranks of each row of cards, the lowest card first; the joker counts as a separate rank.

    >>> rank_keys(np.array([[0, 1, 2, 3, 4, 52], [0, 1, 2, 3, 5, 52], [0, 1, 2, 3, 4, 51]], np.uint8)).tolist()
    [7030128, 7030128, 6492304]
    """
    keys: NDArray[np.int64] = (hands >> 2).astype(np.int64) @ 14 ** np.arange(6)
    return keys


def kept_dealer_table(folder: str | None, key: str) -> DealerTable:
    """Read the table from a file in the folder of results, or make it and write the file; without a folder, make it.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     made, read = kept_dealer_table(folder, "a" * 64), kept_dealer_table(folder, "a" * 64)
    >>> made is dealer_table(), read is made, all(map(np.array_equal, read, made))
    (True, False, True)
    """
    if folder is None:
        return dealer_table()
    file = Path(folder) / key[:2] / f"{key[2:]}.npz"
    try:
        with file.open("rb") as source, np.load(source) as kept:
            return DealerTable(**kept)
    except (OSError, EOFError, ValueError, TypeError, zipfile.BadZipFile, zlib.error):
        table = dealer_table()
        put_file(file, lambda draft: np.savez(draft, **table._asdict()))
        return table
