"""Tests neighboring cards: which card follows which, as cards, as ranks and as suits.

With n cards in random order the counts of neighbours have the covariance (n I - T - R - C + J/n) / (n(n - 1)) for each
shuffle: T turns a pair round, R joins pairs with the same first card, C those with the same second, J all. Its
eigenvalues are n - 1 where a count is the same both ways round, n + 1 where it is opposite, 1 for the sums of rows and
columns. Those sums depend only on the first and last card, which another test covers, and are left out.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from pitboss.lab.randomness.finding import Finding, chi_square
from pitboss.lab.randomness.sample import Sample


def pair_findings(sample: Sample) -> list[Finding]:
    """Neighbours as cards, where each is there once, and as ranks and suits."""
    ranks = np.minimum(np.arange(sample.subject.values) // 4, 13)
    suits = np.where(np.arange(sample.subject.values) < 52, np.arange(sample.subject.values) % 4, 4)
    counts = count_neighbours(sample)
    cards = [] if sample.is_shoe else neighbour_findings(sample, counts)
    return [
        *cards,
        class_finding("rank-neighbours", sample, counts, ranks),
        class_finding("suit-neighbours", sample, counts, suits),
    ]


def count_neighbours(sample: Sample) -> NDArray[np.int64]:
    """How often a card (a row) was followed by another (a column)."""
    values = sample.subject.values
    counts = np.zeros(values * values, np.int64)
    for first, second in zip(sample.orders.T, sample.orders.T[1:], strict=False):
        counts += np.bincount(first.astype(np.intp) * values + second, minlength=values * values)
    return counts.reshape(values, values)


def neighbour_findings(sample: Sample, counts: NDArray[np.int64]) -> list[Finding]:
    """Pairs of cards, first whichever comes first, then which of them does."""
    n, shuffles, subject = sample.size, sample.shuffles, str(sample.subject)
    strays = counts.astype(np.float64) - shuffles / n
    np.fill_diagonal(strays, 0.0)
    rest = _without_sums(strays)
    both, turned = (rest + rest.T) / 2, (rest - rest.T) / 2
    scale = n * (n - 1) / shuffles
    seen = shuffles * (n - 1)
    return [
        chi_square("neighbours", subject, seen, scale * float(np.square(both).sum()) / (n - 1), n * (n - 3) // 2),
        chi_square(
            "followers", subject, seen, scale * float(np.square(turned).sum()) / (n + 1), (n - 1) * (n - 2) // 2
        ),
    ]


def _without_sums(strays: NDArray[np.float64]) -> NDArray[np.float64]:
    """What is left when each row and column is brought to the sum of nothing; there is no diagonal."""
    n = len(strays)
    rows, columns = strays.sum(axis=1), strays.sum(axis=0)
    share = (n - 1) ** 2 - 1
    first, second = ((n - 1) * rows + columns) / share, ((n - 1) * columns + rows) / share
    rest: NDArray[np.float64] = strays - first[:, None] - second[None, :]
    np.fill_diagonal(rest, 0.0)
    return rest


def class_finding(test: str, sample: Sample, counts: NDArray[np.int64], class_of: NDArray[np.int64]) -> Finding:
    """Neighbours by what they have in common, such as their rank; ``class_of`` tells it for each card."""
    sizes = np.bincount(class_of) * sample.subject.deck.copies
    together = np.zeros((len(sizes), len(sizes)))
    np.add.at(together, (class_of[:, None], class_of[None, :]), counts)
    pairs = sizes[:, None] * (sizes[None, :] - np.eye(len(sizes)))
    strays = (together - sample.shuffles * pairs / sample.size).ravel()
    levels, vectors = _directions(tuple(sizes.tolist()))
    statistic = float((np.square(vectors @ strays) / levels).sum()) / sample.shuffles
    return chi_square(test, str(sample.subject), sample.shuffles * (sample.size - 1), statistic, len(levels))


@lru_cache
def _directions(sizes: tuple[int, ...]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The directions in which the counts vary, a row each, and by how much; those in which they cannot are left out."""
    levels, vectors = np.linalg.eigh(class_covariance(np.array(sizes)))
    kept = levels > levels.max() * 1e-9
    return levels[kept], vectors.T[kept]


def class_covariance(sizes: NDArray[np.int64]) -> NDArray[np.float64]:
    """The covariance of the counts of neighbouring classes in one shuffle; ``sizes`` says how many cards each has.

    >>> class_covariance(np.array([1, 1])).tolist()  # two cards: ab or ba
    [[0.0, 0.0, 0.0, 0.0], [0.0, 0.25, -0.25, 0.0], [0.0, -0.25, 0.25, 0.0], [0.0, 0.0, 0.0, 0.0]]
    """
    n, kinds = int(sizes.sum()), len(sizes)
    same = np.eye(kinds)
    remaining = sizes[None, :] - same  # [a, b]: how many of b are left when one of a is taken
    pairs = (sizes[:, None] * remaining).ravel()
    first, second = np.divmod(np.arange(kinds * kinds), kinds)
    is_same, is_turned = np.diag(pairs), np.zeros((kinds * kinds, kinds * kinds))
    is_turned[np.arange(kinds * kinds), second * kinds + first] = pairs
    left = remaining[first, second]
    rows = same[np.ix_(first, first)] * sizes[first][:, None] * left[:, None] * left[None, :]
    right = remaining[second, first]
    columns = same[np.ix_(second, second)] * sizes[second][:, None] * right[:, None] * right[None, :]
    covariance: NDArray[np.float64] = n * is_same - is_turned - rows - columns + np.outer(pairs, pairs) / n
    return covariance / (n * (n - 1))
