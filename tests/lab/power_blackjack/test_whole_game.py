"""The whole game: against published figures, against fractions on a small shoe, against the readable rules played."""

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

import numpy as np
import pytest

from pitboss.games.power_blackjack import PowerBlackjackRules
from pitboss.lab.power_blackjack.against import POWER_DOUBLE, POWER_SPLIT, SPLIT, SURRENDER
from pitboss.lab.power_blackjack.analysis import ERROR, analyse, bet_readings
from pitboss.lab.power_blackjack.compiled import UnknownOptionError, compile_rules
from pitboss.lab.power_blackjack.kernels import DOUBLE, HIT, STAND
from pitboss.lab.power_blackjack.solution import full_shoe, solve_game
from pitboss.lab.store import Store
from pitboss.lab.work import Resources
from pitboss.paytables import Pay
from support.best_player import BestPlayer
from support.blackjack_fractions import SmallShoe, mean, without

ORDINARY = PowerBlackjackRules(power_split=False, power_double=False, dealer_hits_soft_17=False)


def edge(**settings):
    return -solve_game(compile_rules(PowerBlackjackRules(**settings)), full_shoe(settings.get("decks", 6))).value


def test_ordinary_blackjack_is_what_eric_farmers_analyser_says():
    """Six decks, dealer stands on soft 17, double any two and after splits, split to four hands, aces once.

    Eric Farmer's combinatorial analyser (github.com/possibly-wrong/blackjack) gives -0.402870236%.
    """
    reading = analyse(ORDINARY, dealer_22_pushes=False).reading
    assert abs(reading.mean * 100 + 0.402870236) < 1e-9


@pytest.fixture(scope="module")
def usual():
    return edge()


@pytest.mark.parametrize(
    ("setting", "sign"),
    [
        ({"dealer_hits_soft_17": False}, -1),
        ({"blackjack_pays": Pay.parse("6 to 5")}, 1),
        ({"double_after_split": False}, 1),
        ({"hands_per_seat": 2}, 1),
        ({"split_aces_one_card": False}, -1),
        ({"resplit_aces": True}, -1),
        ({"surrender": True}, -1),
        ({"power_split": False}, 1),
        ({"power_double": False}, 1),
    ],
)
def test_every_option_moves_the_edge_the_way_it_should(usual, setting, sign):
    moved = edge(**setting) - usual
    assert moved * sign > 1e-6


def test_six_to_five_costs_what_the_blackjacks_say(usual):
    """A blackjack against none of the dealer's pays 0.3 less; how often that is, is counted by hand."""
    cards, aces, tens = 312, 24, 96
    own = Fraction(2 * aces * tens, cards * (cards - 1))
    both = Fraction(2 * aces * tens * 2 * (aces - 1) * (tens - 1), cards * (cards - 1) * (cards - 2) * (cards - 3))
    lost = Fraction(3, 10) * (own - both)
    assert abs(edge(blackjack_pays=Pay.parse("6 to 5")) - usual - float(lost)) < 1e-13


def test_tens_are_never_split_so_their_rank_does_not_matter(usual):
    assert abs(edge(split_equal_value=False) - usual) < 1e-13


def test_insurance_is_taken_only_where_it_pays():
    assert analyse(PowerBlackjackRules()).insurance_gain == 0
    generous = analyse(PowerBlackjackRules(insurance_pays=Pay.parse("3 to 1"))).insurance_gain
    # Always insured half a bet at 3 to 1: 24 aces of 312, and 96 tens under them in 311 cards.
    always = Fraction(24, 312) * (4 * Fraction(96, 311) - 1) / 2
    assert always <= generous < always * Fraction(101, 100)


def test_the_outcomes_add_up_to_the_value():
    solution = solve_game(compile_rules(PowerBlackjackRules(surrender=True)), full_shoe(6))
    assert abs(sum(solution.nets.values()) - 1) < 1e-13
    assert abs(sum(float(net) * chance for net, chance in solution.nets.items()) - solution.value) < 1e-13
    assert 1.2 < solution.staked < 1.3


def test_a_setting_that_nobody_knows_is_refused():
    @dataclass(frozen=True, kw_only=True)
    class TripleDown(PowerBlackjackRules):
        triple_down: bool = True

    with pytest.raises(UnknownOptionError, match="does not know the setting 'triple_down'"):
        compile_rules(TripleDown())


def test_a_kept_analysis_is_the_same(tmp_path):
    resources = Resources(store=Store(tmp_path), processes=1)
    first = analyse(PowerBlackjackRules(decks=2), resources)
    assert analyse(PowerBlackjackRules(decks=2), resources) == first
    reading = bet_readings(PowerBlackjackRules(decks=2), resources)["rules"]
    assert reading == first.reading
    assert reading.as_json()["house_edge"]["error_percent"] == ERROR * 100
    assert 1.15 < reading.standard_deviation < 1.25
    assert reading.element_of_risk.value < reading.house_edge.value


# ---- a small shoe in fractions

RANKS = (3, 0, 0, 0, 4, 3, 0, 0, 0, 9, 0, 0, 0)


def options_in_fractions(small, against, cards, rules):
    """Every option of two first cards."""
    left = small.left
    for card in cards:
        left = without(left, card)
    options = {STAND: small.stand(cards, left), HIT: small.hit(cards, left), DOUBLE: small.double(cards, left)}
    names = {STAND: "stand", HIT: "hit", DOUBLE: "double"}
    if cards[0] == cards[1] or cards in ((4, 9), (5, 9)):
        nets = small.split(cards, set(), lambda hand: names[against.split_actions[against.hand(*hand)]])
        options[SPLIT if cards[0] == cards[1] else POWER_SPLIT] = mean(nets)
    if cards in ((4, 4), (4, 5)):
        options[POWER_DOUBLE] = small.power_double(cards, left)[0]
    return options | {SURRENDER: Fraction(-1, 2)}


def test_the_whole_game_on_a_small_shoe():
    rules = compile_rules(PowerBlackjackRules(hands_per_seat=2, surrender=True))
    shoe = np.array(RANKS[:10], np.int64)
    solution = solve_game(rules, shoe)
    total, cards = Fraction(0), sum(RANKS)
    for against in solution.against:
        small = SmallShoe(rules, RANKS, against.up)
        for first in (0, 4, 5, 9):
            for second in (0, 4, 5, 9):
                if second < first:
                    continue
                ways = small.left[first] * (small.left[second] - (first == second)) * (2 - (first == second))
                chance = Fraction(RANKS[against.up] * ways, cards * (cards - 1) * (cards - 2))
                left = without(without(small.left, first), second)
                dealer = Fraction(left[against.blackjack], sum(left)) if against.blackjack >= 0 else Fraction(0)
                if (first, second) == (0, 9):
                    total += chance * (1 - dealer) * Fraction(3, 2)
                    continue
                options = options_in_fractions(small, against, (first, second), rules)
                for option, value in options.items():
                    assert abs(against.options[first, second, option] - value) < 1e-13
                total += chance * ((1 - dealer) * max(options.values()) - dealer)
    assert abs(solution.value - total) < 1e-13


# ---- the readable rules, played


@pytest.mark.parametrize("settings", [{}, {"decks": 1, "surrender": True, "resplit_aces": True}])
def test_the_readable_rules_played_this_way_bring_as_much(settings):
    player = BestPlayer(PowerBlackjackRules(**settings))
    nets = np.array([player.net(f"round {number}") for number in range(2500)])[:, 0]
    strays = (nets.mean() - player.solution.value) / (nets.std() / sqrt(len(nets)))
    assert abs(strays) < 4
    expected = sqrt(sum(float(net) ** 2 * chance for net, chance in player.solution.nets.items()))
    assert abs(nets.std() / expected - 1) < 0.05
