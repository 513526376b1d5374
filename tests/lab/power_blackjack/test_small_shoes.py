"""The kernels against fractions on small shoes: every hand, power doubles, splits played in the order of the table."""

from fractions import Fraction

import numpy as np
import pytest

from pitboss.games.power_blackjack import PowerBlackjackRules
from pitboss.lab.power_blackjack.against import POWER_DOUBLE, Against
from pitboss.lab.power_blackjack.compiled import compile_rules
from pitboss.lab.power_blackjack.kernels import DOUBLE, HIT, STAND
from support.blackjack_fractions import SmallShoe, mean, total, value, without

CLOSE = 1e-13

#        A  2  3  4  5  6  7  8  9  T  J  Q  K
MIXED = (3, 0, 3, 0, 0, 3, 0, 3, 0, 8, 0, 0, 0)
DOUBLES = (2, 3, 0, 0, 4, 3, 0, 0, 3, 8, 0, 0, 0)
EIGHTS = (2, 0, 3, 0, 0, 0, 2, 6, 0, 9, 0, 0, 0)
ACES = (5, 0, 0, 0, 3, 0, 0, 4, 0, 9, 0, 0, 0)
FACES = (2, 0, 0, 0, 4, 0, 0, 1, 0, 9, 0, 0, 3)
POWER = (1, 0, 0, 0, 6, 1, 0, 0, 0, 11, 0, 0, 0)


def values_of(ranks):
    return np.array([*ranks[:9], sum(ranks[9:])], np.int64)


def both(ranks, up, pushes=True, **settings):
    rules = compile_rules(PowerBlackjackRules(**settings), dealer_22_pushes=pushes)
    small = SmallShoe(rules, ranks, up)
    shoe = values_of(ranks)
    shoe[value(up)] -= 1
    return small, Against(rules, shoe, value(up))


def left_of(small, cards):
    left = small.left
    for card in cards:
        left = without(left, card)
    return left


def hands_of(against):
    """Every hand of two to four cards that the shoe can make and that is not bust, as values."""
    for hand in range(1, len(against.table.total)):
        counts = against.table.counts[hand]
        if 2 <= counts.sum() <= 4 and against.table.total[hand] <= 21 and (against.shoe - counts).min() >= 0:
            yield hand, tuple(card for card in range(10) for _ in range(counts[card]))


@pytest.mark.parametrize(
    ("up", "pushes", "hits_soft_17"),
    [(0, True, True), (0, False, False), (5, True, True), (7, False, True), (9, True, False)],
)
def test_every_hand_is_worth_what_fractions_say(up, pushes, hits_soft_17):
    small, against = both(MIXED, up, pushes, dealer_hits_soft_17=hits_soft_17)
    for hand, cards in hands_of(against):
        left = left_of(small, cards)
        assert abs(against.values[hand, STAND] - small.stand(cards, left)) < CLOSE
        if total(cards)[0] < 21:
            assert abs(against.values[hand, HIT] - small.hit(cards, left)) < CLOSE
            assert abs(against.values[hand, DOUBLE] - small.double(cards, left)) < CLOSE


@pytest.mark.parametrize("up", [0, 1, 9])
def test_standing_with_six_decks(up):
    """The longest sums there are, with the shoe that they are meant for."""
    small, against = both((*[24] * 9, 96, 0, 0, 0), up)
    for cards in ((9, 8), (5, 9), (0, 0, 8, 9)):
        exact = small.stand(cards, left_of(small, cards))
        assert abs(against.values[against.hand(*cards), STAND] - exact) < CLOSE


@pytest.mark.parametrize(("up", "cards"), [(0, (1, 8)), (5, (4, 4)), (8, (4, 5)), (9, (4, 4)), (9, (1, 8))])
def test_power_doubles_and_their_second_card(up, cards):
    small, against = both(DOUBLES, up)
    options = against.value_start(*cards)
    worth, choices = small.power_double(cards, left_of(small, cards))
    assert abs(options[POWER_DOUBLE] - worth) < CLOSE
    found = against.replacing[against.hand(*cards)]
    for card, (keep, replace) in choices.items():
        assert abs(found[card, 0] - keep) < CLOSE
        assert abs(found[card, 1] - replace) < CLOSE


def by_the_kernels(against):
    """What a hand does after a split, as the analysis has it."""
    names = {STAND: "stand", HIT: "hit", DOUBLE: "double"}

    def action(hand):
        return names[against.split_actions[against.hand(*map(value, hand))]]

    return action


def split_exactly(small, against, cards, kinds):
    nets = small.split(cards, kinds, by_the_kernels(against))
    assert sum(nets.values()) == 1, "the shoe is large enough"
    return mean(nets)


def check_split(ranks, up, cards, again, **settings):
    small, against = both(ranks, up, **settings)
    first, second = sorted(map(value, cards))
    against.value_start(first, second)
    kinds = {kind for kind, is_again in zip((first, second), again, strict=True) if is_again}
    exact = (split_exactly(small, against, cards, kinds) + split_exactly(small, against, cards[::-1], kinds)) / 2
    assert abs(against.splits[first, second].value_of(again) - exact) < CLOSE


@pytest.mark.parametrize(("hands", "up"), [(2, 9), (3, 0), (4, 2), (4, 6), (4, 9)])
def test_pairs_are_split_as_fractions_say(hands, up):
    check_split(EIGHTS, up, (7, 7), (hands > 2, False), hands_per_seat=hands)


def test_pairs_without_doubles_after_a_split_or_without_splitting_again():
    check_split(EIGHTS, 9, (7, 7), (True, False), double_after_split=False)
    check_split(EIGHTS, 0, (7, 7), (False, False))


@pytest.mark.parametrize(("one_card", "again", "up"), [(True, False, 7), (True, True, 9), (False, True, 7)])
def test_aces(one_card, again, up):
    check_split(ACES, up, (0, 0), (again, False), split_aces_one_card=one_card, resplit_aces=again)


@pytest.mark.parametrize(("equal_value", "up"), [(True, 4), (False, 4), (False, 7), (False, 0)])
def test_tens_of_equal_value_or_rank(equal_value, up):
    check_split(FACES, up, (12, 12), (True, False), split_equal_value=equal_value)


def test_tens_of_equal_rank_against_a_ten_that_may_be_one_of_them():
    """Nine tens and three kings: two kings are split, and the ten that shows is the third king once in ten times."""
    exact = 0
    for up, chance in ((12, Fraction(1, 10)), (9, Fraction(9, 10))):
        small, against = both(FACES, up, split_equal_value=False)
        exact += chance * split_exactly(small, against, (12, 12), {9})
    against.value_start(9, 9)
    assert abs(against.splits[9, 9].value_of((True, False)) - exact) < CLOSE


@pytest.mark.parametrize("again", [(False, False), (True, False), (False, True), (True, True)])
@pytest.mark.parametrize(("up", "hands"), [(5, 4), (9, 4), (0, 3)])
def test_power_splits_in_the_order_of_the_table(again, up, hands):
    check_split(POWER, up, (4, 9), again, hands_per_seat=hands)
