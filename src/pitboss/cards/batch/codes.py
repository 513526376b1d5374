"""Card codes as bytes."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pitboss.errors import NotInDeckError


def as_codes(hands: ArrayLike) -> NDArray[np.uint8]:
    """Card codes as contiguous bytes; numbers that are no bytes would wrap around and are refused.

    >>> as_codes([[51, 300]])
    Traceback (most recent call last):
    pitboss.errors.NotInDeckError: 300 is not the code of a card
    """
    codes = np.asarray(hands)
    if codes.dtype == np.uint8:
        return np.ascontiguousarray(codes)
    if codes.size and codes.dtype.kind not in "iu":
        raise NotInDeckError(f"codes of cards are whole numbers, not {codes.dtype}")
    if codes.size and not 0 <= codes.min() <= codes.max() <= 255:
        wrong = codes.min() if codes.min() < 0 else codes.max()
        raise NotInDeckError(f"{wrong} is not the code of a card")
    return np.ascontiguousarray(codes, np.uint8)
