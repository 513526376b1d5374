"""Many rounds of Power Blackjack: the same however they are cut, and what the lab says; players who do worse."""

from math import sqrt

import numpy as np
import pytest

from pitboss.games.power_blackjack import PowerBlackjackRules
from pitboss.games.table import shipped_paytable
from pitboss.lab.power_blackjack.analysis import bet_readings
from pitboss.lab.power_blackjack.push_22 import push_22_readings
from pitboss.lab.simulation.dealing import CHUNK
from pitboss.lab.simulation.power_blackjack import PowerBlackjackTable
from pitboss.lab.simulation.spots import NOT_MADE
from pitboss.lab.simulation.table import Seating

BETS = {"bet": 1000, "push-22": 100}
BASIC = {"chart": "basic"}
SUITED = shipped_paytable("PUSH22-SUITED")
HITS_TWENTY = {"hard": {"20": "HHHHHHHHHH"}, "soft": {"20": "SSSSSSSSSS"}}


def room(table, seats, rounds):
    return np.empty((seats, len(table.spots), rounds), np.uint8), np.empty((seats, rounds), np.uint8)


@pytest.mark.parametrize("fresh_shoe", [False, True])
def test_a_block_is_the_same_however_it_is_cut_into_chunks(fresh_shoe):
    def block(chunk, first=10_000, seed=8):
        table = PowerBlackjackTable(Seating(PowerBlackjackRules(), 2, BETS, BASIC, fresh_shoe=fresh_shoe))
        table.begin(seed, first)
        endings, rows = room(table, 2, 1200)
        for start in range(0, 1200, chunk):
            table.play(first + start, None, endings[:, :, start : start + chunk], rows[:, start : start + chunk])
        return endings

    assert (block(400) == block(1)).all()
    assert (block(400) != block(400, seed=9)).any()
    assert (block(400) != block(400, first=20_000)).any()


def test_a_round_for_which_one_deck_does_not_suffice_is_void():
    """Seven seats that split whatever they can and hit to 20 may need more than a deck has."""
    splits = {"pairs": dict.fromkeys(map(str, range(1, 11)), "P" * 10)}
    rules = PowerBlackjackRules(decks=1, split_aces_one_card=False, resplit_aces=True)
    table = PowerBlackjackTable(Seating(rules, 7, BETS, {"chart": HITS_TWENTY | splits}, fresh_shoe=True))
    endings, rows = room(table, 7, CHUNK)
    table.begin(3, 0)
    voids = 0
    for chunk in range(100):
        table.play(chunk * CHUNK, None, endings, rows)
        void = (endings == NOT_MADE).any(axis=(0, 1))
        assert (endings[:, :, void] == NOT_MADE).all()
        voids += int(void.sum())
    assert 0 < voids < 5000


# ---- against the lab


def counted(table, seed, chunks):
    """How often each spot ended how."""
    counts = np.zeros((len(table.spots), 256), np.int64)
    endings, rows = room(table, 1, CHUNK)
    table.begin(seed, 0)
    for chunk in range(chunks):
        table.play(chunk * CHUNK, None, endings, rows)
        for spot in range(len(table.spots)):
            counts[spot] += np.bincount(endings[0, spot], minlength=256)
    return counts


def assert_near(count, rounds, chance):
    assert abs(count - rounds * chance) < 4.5 * sqrt(rounds * chance * (1 - chance)) + 3


@pytest.mark.parametrize(
    "settings", [{}, {"decks": 1, "surrender": True, "push_22": SUITED, "split_aces_one_card": False}]
)
def test_best_play_from_fresh_shoes_is_what_the_lab_says(settings, resources):
    rules, chunks = PowerBlackjackRules(**settings), 200
    table = PowerBlackjackTable(Seating(rules, 1, BETS, fresh_shoe=True))
    counts, rounds = counted(table, 17, chunks), chunks * CHUNK
    bet, push_22 = (
        bet_readings(rules, resources)["rules"],
        push_22_readings(rules.push_22["push-22"], rules=rules)["rules"],
    )
    nets = table.spots[0].nets / BETS["bet"]
    error = bet.standard_deviation / sqrt(rounds)
    assert abs(counts[0] @ nets / rounds - bet.mean) < 4.5 * error
    staked = counts[0] @ table.spots[0].stakes / BETS["bet"] / rounds
    assert abs(staked - bet.wagered) < 4.5 / sqrt(rounds)
    for share in bet.shares:
        assert_near(counts[0, nets == share.net].sum(), rounds, share.probability)
    for outcome in push_22.outcomes:
        assert_near(counts[1, table.spots[1].number(outcome.slug)], rounds, outcome.count / push_22.total)


def test_a_shoe_to_the_cut_card_brings_about_as_much(resources):
    """The cut card moves the edge by some hundredths of a percent, far below what 400,000 rounds tell."""
    table = PowerBlackjackTable(Seating(PowerBlackjackRules(), 1, BETS))
    counts, rounds = counted(table, 23, 400), 400 * CHUNK
    bet = bet_readings(PowerBlackjackRules(), resources)["rules"]
    mean = counts[0] @ table.spots[0].nets / BETS["bet"] / rounds
    assert abs(mean - bet.mean) < 4.5 * bet.standard_deviation / sqrt(rounds)
    push_22 = push_22_readings(PowerBlackjackRules().push_22["push-22"])["rules"]
    assert_near(counts[1, 1], rounds, push_22.hit_frequency.value)


def test_players_without_a_chart_do_worse():
    def mean(habits):
        table = PowerBlackjackTable(Seating(PowerBlackjackRules(), 1, {"bet": 1000}, habits))
        return counted(table, 4, 200)[0] @ table.spots[0].nets / (1000 * 200 * CHUNK)

    basic = mean(BASIC)
    assert mean({"chart": "never-bust"}) < basic - 0.02
    assert mean({"chart": "mimic-dealer"}) < basic - 0.02


def test_an_own_chart_may_come_from_a_file(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text('format = 1\n[[chart]]\n[chart.hard]\n20 = "HHHHHHHHHH"\n[chart.soft]\n20 = "SSSSSSSSSS"\n')
    own, same = (
        counted(PowerBlackjackTable(Seating(PowerBlackjackRules(), 1, BETS, {"chart": chart})), 2, 2)
        for chart in (str(file), HITS_TWENTY)
    )
    assert (own == same).all()
