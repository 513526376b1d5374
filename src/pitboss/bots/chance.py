"""Random choices of a bot: pick one of several, do something with a probability, think for a random time."""

from collections.abc import Sequence
from typing import Final, TypeVar

from pitboss.shuffler import draw_below
from pitboss.sources import Entropy

Some = TypeVar("Some")

_FINE: Final = 10_000


class Chance:
    """A source of random choices.

    >>> from pitboss.sources import SeededEntropy
    >>> chance = Chance(SeededEntropy("a bot"))
    >>> chance.pick("abc") in "abc", chance.happens(100), chance.happens(0)
    (True, True, False)
    """

    def __init__(self, entropy: Entropy) -> None:
        self._entropy = entropy

    def below(self, limit: int) -> int:
        """A number from 0 to ``limit`` - 1."""
        return draw_below(self._entropy, limit)

    def pick(self, things: Sequence[Some]) -> Some:
        """One of several."""
        return things[self.below(len(things))]

    def some(self, things: Sequence[Some], number: int) -> list[Some]:
        """A number of different items, in random order.

        >>> from pitboss.sources import SeededEntropy
        >>> sorted(Chance(SeededEntropy("a bot")).some([1, 2, 3], 3))
        [1, 2, 3]
        """
        left = list(things)
        return [left.pop(self.below(len(left))) for _ in range(number)]

    def happens(self, percent: int) -> bool:
        """Whether something with this probability happens."""
        return self.below(100) < percent

    def between(self, low: float, high: float) -> float:
        """A random amount between two amounts.

        >>> from pitboss.sources import SeededEntropy
        >>> 1 <= Chance(SeededEntropy("a bot")).between(1, 2) <= 2
        True
        """
        return low + (high - low) * self.below(_FINE) / _FINE
