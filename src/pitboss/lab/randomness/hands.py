"""Tests dealt hands: the poker test, the seats one by one, and the cards of a shoe before its cut card."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from pitboss.cards.batch import every_hand, five_card, three_card_poker
from pitboss.lab.randomness import exact
from pitboss.lab.randomness.exact import Chances
from pitboss.lab.randomness.finding import Finding, chi_square, worst
from pitboss.lab.randomness.law import Fit, chi_square_tails
from pitboss.lab.randomness.orders import exact_finding
from pitboss.lab.randomness.positions import even_squares
from pitboss.lab.randomness.sample import Sample

SEATS = 7


def hand_findings(sample: Sample) -> list[Finding]:
    """The hands of the top five cards and of the seats; for a shoe the burned card and the cut too."""
    if sample.is_shoe:
        return [*_shoe_poker(sample), _shoe_seats(sample), *_shoe_cut(sample)]
    hands = np.ascontiguousarray(sample.orders[:, :5])
    poker = exact_finding("poker", sample, five_card().categories(hands), hand_chances(sample.size, 5))
    return [*poker, _seats(sample)]


@lru_cache
def hand_chances(deck_size: int, hand_size: int) -> Chances:
    """The frequency of each kind of hand, from every hand of the deck.

    >>> round(hand_chances(52, 3)[5] * 22_100)  # straight flushes
    48
    """
    ranking = five_card() if hand_size == 5 else three_card_poker()
    counts = np.bincount(ranking.categories(every_hand(deck_size, hand_size)), minlength=12)
    return tuple((counts / counts.sum()).tolist())


def _seats(sample: Sample) -> Finding:
    """The packets as the game deals them; of six cards only the first five are used."""
    packet = sample.subject.packet
    held = min(packet, 5)
    ranking, chances = five_card() if held == 5 else three_card_poker(), hand_chances(sample.size, held)
    uppers = []
    for seat in range(SEATS):
        hands = np.ascontiguousarray(sample.orders[:, seat * packet : seat * packet + held])
        fit = Fit(np.bincount(ranking.categories(hands)), chances)
        uppers.append(chi_square_tails(fit.statistic, fit.degrees).upper)
    return _worst_seat(sample, uppers)


def _worst_seat(sample: Sample, uppers: list[float]) -> Finding:
    names = [f"packet {seat}" for seat in range(1, SEATS + 1)]
    return worst("packets", str(sample.subject), sample.shuffles * SEATS, uppers, names)


def _shoe_poker(sample: Sample) -> list[Finding]:
    ranks = sample.orders[:, 1:6] // 4
    equal = sum(
        (ranks[:, first] == ranks[:, second]).astype(np.int64) for first in range(5) for second in range(first + 1, 5)
    )
    return exact_finding("poker", sample, np.asarray(equal), exact.equal_pairs(4 * sample.subject.deck.copies))


def _shoe_seats(sample: Sample) -> Finding:
    """Two cards each after the burned one, the dealer last; a hand is which two points it has."""
    points = np.minimum(np.arange(52) // 4 + 2, 10)
    points[48:] = 1
    chances = _two_card_chances(sample.subject.deck.copies)
    uppers = []
    for seat in range(SEATS):
        pair = np.sort(points[sample.orders[:, [1 + seat, 2 + SEATS + seat]]], axis=1)
        fit = Fit(np.bincount(pair[:, 0] * 11 + pair[:, 1]), chances)
        uppers.append(chi_square_tails(fit.statistic, fit.degrees).upper)
    return _worst_seat(sample, uppers)


@lru_cache
def _two_card_chances(copies: int) -> Chances:
    held = [0, *([4 * copies] * 9), 16 * copies]
    size = 52 * copies
    chances = [0.0] * 121
    for first in range(1, 11):
        for second in range(first, 11):
            ways = held[first] * (held[first] - 1) if first == second else 2 * held[first] * held[second]
            chances[first * 11 + second] = ways / (size * (size - 1))
    return tuple(chances)


def _shoe_cut(sample: Sample) -> list[Finding]:
    subject, copies = sample.subject, sample.subject.deck.copies
    assert subject.cut_after is not None, "a shoe has a cut card"
    dealt = sample.orders[:, : subject.cut_after]
    burned = np.bincount(sample.orders[:, 0], minlength=subject.values)
    return [
        chi_square("burned-card", str(subject), sample.shuffles, even_squares(burned), subject.values - 1),
        *_before_cut("cut-tens", sample, (dealt >= 32) & (dealt < 48), 16 * copies),
        *_before_cut("cut-aces", sample, dealt >= 48, 4 * copies),
    ]


def _before_cut(test: str, sample: Sample, marked: NDArray[np.bool_], number: int) -> list[Finding]:
    chances = exact.drawn(sample.size, number, marked.shape[1])
    return exact_finding(test, sample, marked.sum(axis=1), chances)
