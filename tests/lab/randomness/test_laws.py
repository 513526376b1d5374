"""Laws and exact distributions: against published quantiles, and against every order of a small deck."""

from itertools import permutations
from math import comb, exp, factorial

import numpy as np
import pytest

from pitboss.lab.randomness import exact, kernels
from pitboss.lab.randomness.law import (
    Fit,
    Tails,
    binomial_two_sided,
    chi_square_tails,
    normal_tails,
    poisson_upper,
    worst_of,
)

# Upper points of the chi-square law as every book of tables prints them.
PRINTED = [
    (1, 0.05, 3.841459),
    (1, 0.01, 6.634897),
    (2, 0.99, 0.020101),
    (5, 0.95, 1.145476),
    (10, 0.05, 18.307038),
    (10, 0.005, 25.188180),
    (30, 0.95, 18.492661),
    (100, 0.01, 135.806723),
    (100, 0.99, 70.064895),
]


@pytest.mark.parametrize(("degrees", "chance", "point"), PRINTED)
def test_chi_square_is_that_of_the_tables(degrees, chance, point):
    tails = chi_square_tails(point, degrees)
    assert tails.upper == pytest.approx(chance, rel=2e-5)
    assert tails.lower + tails.upper == pytest.approx(1)


@pytest.mark.parametrize("statistic", [0.5, 7.0, 40.0, 400.0, 1400.0])
def test_chi_square_with_two_degrees_is_an_exponential(statistic):
    assert chi_square_tails(statistic, 2).upper == pytest.approx(exp(-statistic / 2), rel=1e-9)


@pytest.mark.parametrize("degrees", [2_601, 48_516, 1_000_000])
@pytest.mark.parametrize("strays", [-4, -1, 0, 2, 5])
def test_with_many_degrees_it_follows_the_cube_root_law(degrees, strays):
    # Wilson and Hilferty: the cube root is nearly normal.
    share = 2 / (9 * degrees)
    tails = chi_square_tails(degrees * (1 - share + strays * share**0.5) ** 3, degrees)
    assert tails.two_sided == pytest.approx(normal_tails(strays).two_sided, rel=0.02)


def test_poisson_and_binomial_are_sums_of_their_terms():
    assert poisson_upper(3, 2.5) == pytest.approx(1 - sum(exp(-2.5) * 2.5**k / factorial(k) for k in range(3)))
    shares = [comb(30, k) * 0.2**k * 0.8 ** (30 - k) for k in range(31)]
    two_sided = [min(1, 2 * min(sum(shares[: k + 1]), sum(shares[k:]))) for k in range(31)]
    assert binomial_two_sided(30, 0.2).tolist() == pytest.approx(two_sided)


def test_the_worst_of_several_is_corrected_for_being_the_worst():
    assert worst_of(0.05, 1) == pytest.approx(0.05)
    assert worst_of(1e-20, 2_704) == pytest.approx(2_704e-20)
    assert worst_of(1.0, 52) == 1.0
    assert Tails(0.98, 0.02).two_sided == 0.04


@pytest.fixture(scope="module")
def every_order():
    return np.array(list(permutations(range(6))), np.uint8)


def test_orders_are_described_as_their_exact_distributions_say(every_order):
    rows = np.empty((len(every_order), 6), np.int64)
    kernels.describe(every_order, rows)
    laws = (
        exact.fixed_points,
        exact.cycles,
        exact.descents,
        exact.descents,
        exact.up_down_runs,
        exact.inversions,
    )
    for column, law in zip(rows.T, laws, strict=True):
        counts = np.bincount(column, minlength=len(law(6))).tolist()
        assert counts == pytest.approx([720 * chance for chance in law(6)])


def test_each_choice_of_the_shuffle_is_found_again(every_order):
    counts = np.zeros((7, 6), np.int64)
    kernels.count_choices(every_order, counts)
    assert [counts[limit, :limit].tolist() for limit in range(2, 7)] == [
        [720 // limit] * limit for limit in range(2, 7)
    ]


def test_choices_are_those_that_were_drawn():
    drawn, order = {5: 3, 4: 4, 3: 0, 2: 1, 1: 0}, list(range(6))
    for last, chosen in drawn.items():
        order[last], order[chosen] = order[chosen], order[last]
    counts = np.zeros((7, 6), np.int64)
    kernels.count_choices(np.array([order], np.uint8), counts)
    assert {limit - 1: int(counts[limit].argmax()) for limit in range(2, 7)} == drawn


def test_distributions_of_small_decks_are_what_counting_gives(every_order):
    marked = every_order >= 3  # three marked cards of six
    first = marked.argmax(axis=1)
    assert (np.bincount(first + 1) / 720).tolist() == pytest.approx(exact.spacing(6, 3))
    runs = 1 + (marked[:, 1:] != marked[:, :-1]).sum(axis=1)
    assert (np.bincount(runs, minlength=7) / 720).tolist() == pytest.approx(exact.runs_of_two(3, 3))
    assert (np.bincount(marked[:, :4].sum(axis=1), minlength=4) / 720).tolist() == pytest.approx(exact.drawn(6, 3, 4))
    kinds = every_order // 2  # three kinds of two
    waits = np.max([(kinds == kind).argmax(axis=1) for kind in range(3)], axis=0) + 1
    assert (np.bincount(waits) / 720).tolist() == pytest.approx(exact.seen_all(6, 2, kinds=3))


@pytest.mark.parametrize(
    "law",
    [
        exact.fixed_points(54),
        exact.cycles(54),
        exact.descents(52),
        exact.up_down_runs(53),
        exact.inversions(54),
        exact.runs_of_two(144, 168),
        exact.spacing(312, 24),
        exact.seen_all(53, 4),
        exact.coupons(13, 200),
        exact.gaps(0.25, 60),
        exact.equal_pairs(24),
    ],
)
def test_chances_add_up_to_one(law):
    assert sum(law) == pytest.approx(1)


def test_cells_with_few_expected_are_taken_together():
    fit = Fit(np.array([90, 4, 3, 2, 1]), [0.9, 0.04, 0.03, 0.02, 0.01])
    assert fit.wanted.tolist() == pytest.approx([90, 10])
    assert fit.statistic == pytest.approx(0)


def test_a_value_that_cannot_be_is_not_overlooked():
    with pytest.raises(AssertionError):
        Fit(np.array([5, 5, 1]), [0.5, 0.5])
