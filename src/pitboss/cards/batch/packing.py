"""A strength as one integer: the category, then up to five ranks of four bits each.

Integers compare as hand values do: by category, then by ranks, and a rank that is not there counts as nothing.
"""

from collections.abc import Sequence

RANK_SLOTS = 5
CATEGORY_SHIFT = 4 * RANK_SLOTS


def pack(category: int, ranks: Sequence[int]) -> int:
    """Category and ranks in one integer.

    >>> hex(pack(1, (13, 12)))
    '0x1dc000'
    """
    packed = category
    for slot in range(RANK_SLOTS):
        packed = packed << 4 | (ranks[slot] if slot < len(ranks) else 0)
    return packed


def unpack(packed: int) -> tuple[int, tuple[int, ...]]:
    """The category and ranks of a packed strength.

    >>> unpack(0x1DC000)
    (1, (13, 12))
    """
    nibbles = (packed >> shift & 15 for shift in range(CATEGORY_SHIFT - 4, -1, -4))
    return packed >> CATEGORY_SHIFT, tuple(rank for rank in nibbles if rank)
