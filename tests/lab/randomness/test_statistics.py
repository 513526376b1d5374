"""Each statistic has the law it is said to have: on every order of a small deck, and on many sound samples."""

from itertools import permutations
from types import SimpleNamespace

import numpy as np
import pytest

from pitboss.lab.randomness.battery import judge, judge_deck
from pitboss.lab.randomness.generator import byte_findings
from pitboss.lab.randomness.pairs import class_covariance, class_finding, count_neighbours, neighbour_findings
from pitboss.lab.randomness.positions import choice_findings, position_findings
from pitboss.lab.randomness.question import RandomnessQuestion
from pitboss.lab.randomness.sample import Drawn, Sample
from pitboss.lab.randomness.series import cards_until_all_ranks, collections, first_gaps, ring_moments


def small(order, copies=1):
    """One shuffle of a deck that a person can count."""
    order = np.array([order], np.uint8)
    deck = SimpleNamespace(copies=copies, size=order.size)
    return Sample(SimpleNamespace(deck=deck, values=order.size // copies), order)


def mean_of(finding, orders):
    found = [finding(small(order)) for order in orders]
    return sum(each.statistic for each in found) / len(found), found[0].degrees


@pytest.mark.parametrize(
    "finding",
    [
        lambda sample: position_findings(sample)[0],
        lambda sample: choice_findings(sample)[0],
        lambda sample: neighbour_findings(sample, count_neighbours(sample))[0],
        lambda sample: neighbour_findings(sample, count_neighbours(sample))[1],
        lambda sample: class_finding("rank-neighbours", sample, count_neighbours(sample), np.array([0, 0, 1, 1, 2])),
    ],
    ids=["card-position", "choices", "neighbours", "followers", "classes"],
)
def test_over_all_orders_the_mean_of_a_sum_of_squares_is_its_degrees_of_freedom(finding):
    mean, degrees = mean_of(finding, list(permutations(range(5))))
    assert mean == pytest.approx(degrees)


def test_so_it_is_for_a_shoe():
    orders = [[card // 2 for card in order] for order in permutations(range(6))]
    found = [position_findings(small(order, copies=2))[0] for order in orders]
    assert found[0].degrees == (3 - 1) * (6 - 1)
    assert np.mean([each.statistic for each in found]) == pytest.approx(found[0].degrees)


def test_neighbours_vary_together_as_reckoned():
    sizes, class_of = np.array([3, 2, 1]), np.array([0, 0, 0, 1, 1, 2])
    rows = []
    for order in permutations(range(6)):
        counts = np.zeros((3, 3))
        np.add.at(counts, (class_of[list(order)][:-1], class_of[list(order)][1:]), 1)
        rows.append(counts.ravel())
    assert np.cov(np.array(rows).T, bias=True) == pytest.approx(class_covariance(sizes), abs=1e-12)


def test_products_in_a_ring_vary_together_as_reckoned():
    cards = np.array([0.0, 1.0, 2.0, 5.0, 5.0, 9.0, 11.0])
    orders = np.array(list(permutations(cards - cards.mean())))
    one, two = ((orders * np.roll(orders, -lag, axis=1)).sum(axis=1) for lag in (1, 2))
    mean, variance, covariance = ring_moments(cards)
    assert (one.mean(), two.mean()) == pytest.approx((mean, mean))
    assert np.cov([one, two], bias=True) == pytest.approx(np.array([[variance, covariance], [covariance, variance]]))


def test_waits_are_counted_from_the_top():
    order = np.arange(52, dtype=np.uint8)[None, :]
    assert first_gaps(order).tolist() == [1]
    assert cards_until_all_ranks(order).tolist() == [49]
    assert collections(np.array([*range(13), 0, *range(13), 5], np.uint8)).tolist() == [13, 14]


ASKED = RandomnessQuestion(shuffles=1_000)


def sound(seed):
    """Data from a generator that is known to be sound and is none of ours."""
    chance, samples = np.random.default_rng(seed), []
    for subject in ASKED.subjects:
        new_deck = np.array([card.code for card in subject.deck.cards], np.uint8)
        orders = chance.permuted(np.tile(new_deck, (ASKED.shuffles_of(subject), 1)), axis=1)
        starts = chance.integers(1, 8, len(orders), np.uint8) if subject.positions else None
        samples.append(Sample(subject, orders, starts))
    numbers = {limit: np.bincount(chance.integers(0, limit, 20 * limit), minlength=limit) for limit in range(2, 60)}
    return Drawn(tuple(samples), chance.integers(0, 256, 20_000, np.uint8), numbers)


def test_p_values_of_sound_data_are_spread_evenly():
    found = [finding for seed in range(10) for finding in judge(sound(seed)) if not finding.counts_repeats]
    p_values = np.array([finding.p for finding in found if not finding.test.startswith("worst-cell")])
    assert p_values.size > 1_100
    # Shares of 1,200 p-values stray by about 0.006, 0.003 and 0.015; tests of one deck hang together a little.
    assert np.mean(p_values < 0.05) == pytest.approx(0.05, abs=0.02)
    assert np.mean(p_values < 0.01) < 0.02
    assert np.mean(p_values < 0.5) == pytest.approx(0.5, abs=0.05)


def test_bits_are_counted_as_they_lie():
    octets = np.random.default_rng(1).integers(0, 256, 3_200, np.uint8)
    found, bits = {finding.test: finding for finding in byte_findings(octets)}, np.unpackbits(octets).astype(int)
    changes = int((bits[1:] != bits[:-1]).sum())
    assert found["bits"].statistic == pytest.approx((2 * bits.sum() - bits.size) / bits.size**0.5)
    assert found["bit-runs"].statistic == pytest.approx((2 * changes - bits.size + 1) / (bits.size - 1) ** 0.5)
    blocks = bits.reshape(-1, 128).sum(axis=1)
    assert found["bit-blocks"].statistic == pytest.approx((4 * (blocks - 64) ** 2 / 128).sum())
    places = bits.reshape(-1, 8).sum(axis=0)
    assert found["bit-places"].statistic == pytest.approx((4 * (places - 1_600) ** 2 / 3_200).sum())


def test_data_that_are_too_even_are_as_suspicious_as_uneven_ones():
    even = np.tile(np.arange(256, dtype=np.uint8), 80)
    found = {finding.test: finding for finding in byte_findings(even)}
    assert found["byte-values"].statistic == 0
    assert found["byte-values"].is_too_good
    assert found["byte-values"].p < 1e-12


def test_a_deck_that_is_never_shuffled_fails_nearly_everything():
    subject = ASKED.subjects[0]
    new_deck = np.tile(np.arange(52, dtype=np.uint8), (1_000, 1))
    found = judge_deck(Sample(subject, new_deck))
    sound_still = {finding.test for finding in found if finding.p > 1e-6}
    assert sound_still <= {"followers"}
