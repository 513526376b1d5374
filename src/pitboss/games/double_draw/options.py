"""The options of the first decision, in the order in which ties are broken.

Of options that are worth the same the one is taken that risks less: folding, then replacing fewer cards, then replacing
the lower ones. A hand's cards stand lowest first, so an option is a mask of places: bit 0 is the lowest card.
"""

from itertools import combinations
from typing import Final

FOLD: Final = 0
"""The number of the option to fold."""
STAND: Final = 1
"""The number of the option to keep all cards."""

MASKS: Final[tuple[int, ...]] = (
    0,
    *(sum(1 << place for place in places) for size in range(4) for places in combinations(range(5), size)),
)
"""Which places each option replaces; none to fold or to keep all."""

REPLACED: Final[tuple[int, ...]] = tuple(mask.bit_count() for mask in MASKS)
"""How many cards each option replaces."""

LETTERS: Final = "fsabcdeghijklmnopqrtuvwxyzA"
"""A letter for each option, in files: f folds, s stands."""
