"""Tests each card at each position, and the numbers that the shuffle drew."""

from math import sqrt

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Card
from pitboss.lab.randomness.finding import Finding, chi_square, worst
from pitboss.lab.randomness.kernels import count_choices
from pitboss.lab.randomness.law import binomial_two_sided, chi_square_tails
from pitboss.lab.randomness.sample import Sample


def count_cards(sample: Sample) -> NDArray[np.int64]:
    """How often each card (a row) was at each position (a column)."""
    values = sample.subject.values
    return np.stack([np.bincount(column, minlength=values) for column in sample.orders.T], axis=1)


def residuals(sample: Sample) -> NDArray[np.float64]:
    """How far each card deviates at each position, in standard errors."""
    share = 1 / sample.subject.values
    error = sqrt(sample.shuffles * share * (1 - share))
    return (count_cards(sample) - sample.shuffles * share).astype(np.float64) / error


def position_findings(sample: Sample) -> list[Finding]:
    """The whole table of cards and positions, its worst row, column and cell, and its worst card that stays.

    The counts of a table add up in each row and column, and stray together by exactly known covariances: those of a
    projection, so that the scaled sum of squares follows the chi-square law with (cards - 1)(positions - 1) degrees of
    freedom. A row by itself varies with (cards - 1)/cards of that, a column with (positions - 1)/positions.
    """
    values, size, subject = sample.subject.values, sample.size, str(sample.subject)
    counts = count_cards(sample)
    squares = np.square(counts - sample.shuffles / values) * (values / sample.shuffles)
    rows = squares.sum(axis=1) * (size - 1) / size * values / (values - 1)
    columns = squares.sum(axis=0)
    cells = binomial_two_sided(sample.shuffles, 1 / values)[counts]
    cards = [str(Card.from_code(code)) for code in range(values)]
    places = [f"position {place}" for place in range(1, size + 1)]
    seen = sample.shuffles * size
    by_card = [chi_square_tails(row, size - 1).upper for row in rows]
    by_position = [chi_square_tails(column, values - 1).upper for column in columns]
    cell_names = [f"{card} at {place}" for card in cards for place in places]
    # Place by place, the new deck has its cards in order, deck after deck.
    stays = [cells[place % values, place] for place in range(size)]
    stay_names = [f"{cards[place % values]} at {places[place]}" for place in range(size)]
    return [
        chi_square("card-position", subject, seen, squares.sum() * (size - 1) / size, (values - 1) * (size - 1)),
        worst("worst-card", subject, seen, by_card, cards),
        worst("worst-position", subject, seen, by_position, places),
        worst("worst-cell", subject, seen, cells.ravel().tolist(), cell_names),
        worst("worst-stay", subject, seen, stays, stay_names),
    ]


def choice_findings(sample: Sample) -> list[Finding]:
    """The numbers drawn at the steps of the shuffle, where each card is there once and tells them."""
    counts = np.zeros((sample.size + 1, sample.size), np.int64)
    count_choices(sample.orders, counts)
    by_limit = {limit: counts[limit, :limit] for limit in range(2, sample.size + 1)}
    return limit_findings(by_limit, ("choices", "worst-choice"), str(sample.subject))


def limit_findings(by_limit: dict[int, NDArray[np.int64]], tests: tuple[str, str], subject: str) -> list[Finding]:
    """Numbers below each limit: all limits together, and the worst of them."""
    seen = sum(int(counts.sum()) for counts in by_limit.values())
    sums = {limit: even_squares(counts) for limit, counts in by_limit.items()}
    uppers = [chi_square_tails(total, limit - 1).upper for limit, total in sums.items()]
    return [
        chi_square(tests[0], subject, seen, sum(sums.values()), sum(limit - 1 for limit in sums)),
        worst(tests[1], subject, seen, uppers, [f"numbers below {limit}" for limit in sums]),
    ]


def even_squares(counts: NDArray[np.int64]) -> float:
    """The chi-square statistic of counts that should all be equal.

    >>> even_squares(np.array([48, 52]))
    0.16
    """
    wanted = counts.sum() / counts.size
    return float((np.square(counts - wanted) / wanted).sum())
