"""Tests the generator itself: its bits, its bytes, and the numbers that are drawn from them."""

from collections.abc import Mapping
from math import sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.lab.randomness.finding import Finding, chi_square, normal, repeats
from pitboss.lab.randomness.positions import even_squares, limit_findings

BYTES: Final = "bytes"
NUMBERS: Final = "numbers"
_BLOCK: Final = 16
"""Bytes in a block of 128 bits."""
_DISTANCES: Final = 8


def byte_findings(octets: NDArray[np.uint8]) -> list[Finding]:
    """Bits and bytes, straight from the source."""
    values, bits = np.bincount(octets, minlength=256), 8 * octets.size
    ones = values @ np.unpackbits(np.arange(256, dtype=np.uint8).reshape(-1, 1), axis=1)
    return [
        normal("bits", BYTES, bits, float(2 * ones.sum() - bits) / sqrt(bits)),
        chi_square("bit-places", BYTES, bits, float((np.square(2 * ones - octets.size) / octets.size).sum()), 8),
        _blocks(octets),
        _bit_runs(octets),
        chi_square("byte-values", BYTES, octets.size, even_squares(values), 255),
        _byte_series(octets),
        _byte_repeats(octets),
    ]


def number_findings(numbers: Mapping[int, NDArray[np.int64]]) -> list[Finding]:
    """Numbers drawn below each limit that the decks need."""
    return limit_findings(dict(numbers), ("limits", "worst-limit"), NUMBERS)


def _blocks(octets: NDArray[np.uint8]) -> Finding:
    blocks = octets[: octets.size // _BLOCK * _BLOCK].reshape(-1, _BLOCK)
    ones = np.bitwise_count(blocks).sum(axis=1, dtype=np.int64)
    size = 8 * _BLOCK
    return chi_square("bit-blocks", BYTES, ones.size, float((np.square(2 * ones - size) / size).sum()), ones.size)


def _bit_runs(octets: NDArray[np.uint8]) -> Finding:
    """Whether a bit differs from the one before is as good as a coin, whatever the bits were."""
    within = int(np.bitwise_count((octets ^ (octets >> 1)) & 0x7F).sum(dtype=np.int64))
    between = int(((octets[:-1] & 1) != (octets[1:] >> 7)).sum())
    steps = 8 * octets.size - 1
    return normal("bit-runs", BYTES, steps + 1, (2 * (within + between) - steps) / sqrt(steps))


def _byte_series(octets: NDArray[np.uint8]) -> Finding:
    values = octets - 127.5
    variance = (256**2 - 1) / 12
    strays = [
        float((values[:-lag] * values[lag:]).sum()) / (variance * sqrt(values.size - lag))
        for lag in range(1, _DISTANCES + 1)
    ]
    return chi_square("byte-series", BYTES, octets.size, sum(stray**2 for stray in strays), _DISTANCES)


def _byte_repeats(octets: NDArray[np.uint8]) -> Finding:
    words = octets[: octets.size // 8 * 8].view(np.uint64)
    twice = words.size - np.unique(words).size
    return repeats("byte-repeats", BYTES, words.size, twice, words.size**2 / 2 / 2.0**64)
