"""Numbers drawn by chance, each equally often."""

from typing import Final

from pitboss.shuffler.errors import EntropyError, ShufflerError
from pitboss.sources import Entropy

MAX_REJECTIONS: Final = 256
"""A sound source is rejected this often once in at least 2 to the power of 256 draws; a stuck one always is."""

MAX_POSITIONS: Final = 100
"""More start positions than any table has."""


def require_live(entropy: Entropy) -> None:
    """Raise unless a live table may be dealt from this source.

    >>> from pitboss.sources import SystemEntropy
    >>> require_live(SystemEntropy())
    """
    if not entropy.is_live:
        name = type(entropy).__name__
        raise EntropyError(
            f"a live table is not dealt from {name}, whose bytes can be foreseen: use the operating system's generator"
        )


def draw_token(entropy: Entropy, size: int) -> bytes:
    """The next bytes of a source, which must be as many as were asked for."""
    token = entropy.token(size)
    if len(token) != size:
        raise EntropyError(f"{type(entropy).__name__} gave {len(token)} bytes, and {size} were asked for")
    return token


def draw_below(entropy: Entropy, limit: int) -> int:
    """A number from 0 to ``limit`` - 1, each equally often.

    >>> from pitboss.sources import SeededEntropy
    >>> entropy = SeededEntropy("a drill")
    >>> [draw_below(entropy, 52) for _ in range(5)]
    [21, 2, 27, 36, 39]
    """
    if limit < 1:
        raise ShufflerError(f"no number can be drawn below {limit}: the limit is at least 1")
    bits = (limit - 1).bit_length()
    size = (bits + 7) // 8
    for _ in range(MAX_REJECTIONS):
        number = int.from_bytes(draw_token(entropy, size)) >> (8 * size - bits)
        # Folding a number that is too high back into the range would favour some, so it is thrown away.
        if number < limit:
            return number
    raise EntropyError(
        f"{type(entropy).__name__} gave {MAX_REJECTIONS} numbers not below {limit} in a row: it is stuck"
    )


def verify_positions(positions: int) -> None:
    """Raise unless a table can have so many start positions."""
    if not 1 <= positions <= MAX_POSITIONS:
        raise ShufflerError(f"a table has 1 to {MAX_POSITIONS} start positions, not {positions}")


def draw_start_position(entropy: Entropy, positions: int = 7) -> int:
    """The position that gets the first packet, from 1 to ``positions``.

    >>> from pitboss.sources import SeededEntropy
    >>> entropy = SeededEntropy("a drill")
    >>> [draw_start_position(entropy) for _ in range(5)]
    [3, 1, 4, 5, 5]
    """
    verify_positions(positions)
    return 1 + draw_below(entropy, positions)
