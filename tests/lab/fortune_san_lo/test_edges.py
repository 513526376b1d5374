"""Main bet and Hat Trick: counted, drawn, shared among processes, stopped and gone on with."""

import random
import subprocess
import sys
from collections import Counter
from math import comb, sqrt

import numpy as np
import pytest

from pitboss.games.fortune_san_lo.house_way_batch import set_by_rules, set_hands, share_arrays, strengths_of
from pitboss.games.fortune_san_lo.house_way_shares import shipped_shares
from pitboss.games.fortune_san_lo.matchups import compare
from pitboss.games.fortune_san_lo.rule_list import shipped_rule_list
from pitboss.games.fortune_san_lo.setting import legal_settings
from pitboss.lab.fortune_san_lo import CountedEdges, Player, SampledEdges, edges
from pitboss.lab.fortune_san_lo.blocks import choices, draw_hands, model_shares
from pitboss.lab.fortune_san_lo.edges import DEALER_HANDS, PLAYER_HANDS, _add_up
from pitboss.lab.fortune_san_lo.exclusion import win_counts_by_exclusion
from pitboss.lab.fortune_san_lo.sheet import wager_sheets
from pitboss.lab.fortune_san_lo.work import SAMPLE_SIZE, counting, sampling
from pitboss.lab.fortune_san_lo.worth_counting import settings_of
from pitboss.lab.sheet import ParSheet
from pitboss.lab.store import Store
from pitboss.lab.work import Resources, StoppedError, do_work
from pitboss.paytables import Game

# The whole, as `prove/fortune_san_lo.py` counts it again: the deals that win none, one, two and three matchups, and the
# hands that are set best for the main bet.
EXACT = CountedEdges(
    {
        Player.HOUSE_WAY: (41_385_598_195_944, 87_768_950_359_596, 82_851_960_291_284, 34_501_108_549_216, 20_902_662),
        Player.RULE_LIST: (42_114_740_690_346, 88_002_926_740_690, 82_478_992_507_068, 33_910_957_457_936, 19_811_946),
        Player.BEST: (42_913_019_882_266, 85_796_788_086_528, 84_250_032_023_014, 33_547_777_404_232, 22_957_480),
        Player.BEST_HAT_TRICK: (
            47_427_909_393_404,
            87_891_090_943_390,
            74_242_156_827_190,
            36_946_460_232_056,
            16_863_596,
        ),
        Player.BEST_BOTH: (43_682_489_564_820, 86_673_665_092_638, 79_617_905_595_322, 36_533_557_143_260, 20_294_342),
    }
)

LOWEST = 36
SMALL_HANDS = comb(17, 6)
SMALL_DEALS = SMALL_HANDS * comb(11, 6)


@pytest.fixture(scope="module")
def small_counts():
    resources = Resources(processes=1)
    return do_work(counting(resources, blocks=3, lowest=LOWEST), resources)


@pytest.fixture(scope="module")
def small_edges(small_counts):
    counts = _add_up(small_counts, exact=True)
    return CountedEdges({Player(name): sums for name, sums in counts.items()}, SMALL_HANDS)


# ---- counted


def test_every_deal_of_a_small_deck_is_counted_once(small_edges):
    for player in Player:
        assert small_edges.main_bet(player).total == small_edges.hat_trick(player).total == SMALL_DEALS


def test_the_best_setting_is_what_the_readable_rules_find(small_dealer, small_held, small_hands):
    """Every legal setting of some hands against every dealer hand of a small deck."""
    wanted = {
        Player.BEST: lambda main, three: (main, three),
        Player.BEST_HAT_TRICK: lambda main, three: (three, main),
        Player.BEST_BOTH: lambda main, three: 2 * main + 6 * three,
    }
    for cards in random.Random(8).sample(list(small_hands), 6):
        others = [setting for other, setting in small_hands.items() if not set(other) & set(cards)]
        hands = np.array([sorted(card.code for card in cards)], np.uint8)
        won = win_counts_by_exclusion(hands, settings_of(hands), small_dealer, small_held)
        every = [Counter(compare(setting, other).won for other in others) for setting in legal_settings(cards)]
        for player, value in wanted.items():
            _, _, two, three = won[0, choices(won)[player][0]].tolist()
            assert value(two + three, three) == max(value(counts[2] + counts[3], counts[3]) for counts in every)


@pytest.mark.parametrize("found", ["small_edges", "exact"])
def test_nobody_does_better_than_the_best(found, request):
    result = EXACT if found == "exact" else request.getfixturevalue(found)
    for player in Player:
        assert result.main_bet_behind(player).exact >= 0
        assert result.hat_trick_behind(player).exact >= 0
        assert (result.main_bet_behind(player).exact == 0) == (result.best_hands(player).exact == 1)
        both = result.main_bet(player).mean + result.hat_trick(player).mean
        assert both <= result.main_bet(Player.BEST_BOTH).mean + result.hat_trick(Player.BEST_BOTH).mean


def test_the_figures():
    assert all(EXACT.main_bet(player).total == PLAYER_HANDS * DEALER_HANDS for player in Player)
    main = {player.value: str(EXACT.main_bet(player).house_edge) for player in Player}
    hat_trick = {player.value: str(EXACT.hat_trick(player).house_edge) for player in Player}
    assert main == {
        "house-way": "4.7875%",
        "rule-list": "5.5689%",
        "best": "4.4266%",
        "best-hat-trick": "9.7889%",
        "best-both": "5.7624%",
    }
    assert hat_trick == {
        "house-way": "16.0242%",
        "rule-list": "17.4607%",
        "best": "18.3446%",
        "best-hat-trick": "10.0722%",
        "best-both": "11.0773%",
    }
    behind = [EXACT.main_bet_behind(player) for player in (Player.HOUSE_WAY, Player.RULE_LIST)]
    best = [EXACT.best_hands(player) for player in (Player.HOUSE_WAY, Player.RULE_LIST)]
    assert [str(figure) for figure in behind + best] == ["0.3608%", "1.1422%", "91.0495%", "86.2984%"]


def test_stopped_and_gone_on_with_by_two_processes_it_is_the_same(tmp_path, small_counts):
    def stop(done, _total):
        if done == 1:
            raise StoppedError("stopped")

    store = Store(tmp_path)
    with pytest.raises(StoppedError):
        do_work(*_small_work(Resources(store, 1, stop)))
    seen = []
    assert do_work(*_small_work(Resources(store, 2, lambda done, _total: seen.append(done)))) == small_counts
    assert seen == [1, 2, 3]


def _small_work(resources):
    return counting(resources, blocks=3, lowest=LOWEST), resources


# ---- drawn


def test_drawn_hands_agree_with_all_hands_of_a_small_deck(small_edges):
    resources, blocks = Resources(processes=1), 4
    sums = _add_up(do_work(sampling(resources, blocks=blocks, lowest=LOWEST), resources), exact=False)
    drawn = SampledEdges({Player(name): found for name, found in sums.items()}, blocks * SAMPLE_SIZE)
    for player in Player:
        for figure in ("main_bet_behind", "hat_trick_behind", "best_hands"):
            found, known = (getattr(result, figure)(player) for result in (drawn, small_edges))
            assert abs(found.value - known.value) <= 4 * found.error
        for wager in ("main_bet", "hat_trick"):
            found, known = (getattr(result, wager)(player) for result in (drawn, small_edges))
            assert abs(found.house_edge.value - known.house_edge.value) < 4 * found.house_edge.error
            assert sum(share.probability for share in found.shares) == pytest.approx(1)


def test_drawn_hands_agree_with_all_hands():
    drawn = edges(Resources(processes=1), blocks=2)
    for player in Player:
        for wager in ("main_bet", "hat_trick"):
            found, known = (getattr(result, wager)(player) for result in (drawn, EXACT))
            assert 0.0005 < found.house_edge.error < 0.02
            assert abs(found.house_edge.value - known.house_edge.value) < 4 * found.house_edge.error
    assert "1,024 player hands" in drawn.main_bet(Player.BEST).how
    assert "one standard error" in drawn.main_bet(Player.BEST).how


def test_deals_played_out_agree_with_all_deals():
    """Two hands dealt at random, set by the kernels of the game and compared: nothing of the lab is used."""
    deals, rng = 250_000, np.random.default_rng(11)
    dealt = np.argsort(rng.random((deals, 53), np.float32), axis=1)[:, :12].astype(np.uint8)
    player, dealer = strengths_of(dealt[:, :6]), strengths_of(dealt[:, 6:])
    tables = share_arrays(shipped_shares())
    ways = {
        Player.HOUSE_WAY: set_hands(player, tables),
        Player.RULE_LIST: set_by_rules(player, shipped_rule_list()),
    }
    theirs = np.stack(dealer.set(set_hands(dealer, tables)))
    for name, chosen in ways.items():
        won = np.bincount((np.stack(player.set(chosen)) > theirs).sum(axis=0), minlength=4)
        for count, outcome in zip(won[::-1].tolist(), EXACT.main_bet(name).outcomes, strict=True):
            chance = outcome.count / (PLAYER_HANDS * DEALER_HANDS)
            assert abs(count / deals - chance) < 4 * sqrt(chance * (1 - chance) / deals)


def test_the_draw_is_fixed_and_even():
    hands = draw_hands(53, 0, 40_000)
    assert (draw_hands(53, 12_345, 100) == hands[12_345:12_445]).all()
    assert (draw_hands(54, 0, 100) != hands[:100]).any()
    assert (np.diff(hands.astype(int), axis=1) > 0).all()
    times, chance = np.bincount(hands.reshape(-1), minlength=53), 6 / 53
    assert len(times) == 53
    assert (abs(times / 40_000 - chance) < 4.5 * sqrt(chance * (1 - chance) / 40_000)).all()
    assert draw_hands(53, 0, 2000, LOWEST).min() == LOWEST


def test_the_model_is_that_of_the_house_way(dealer):
    """The chance to win two of three that the description of the rule list gives for the tables."""
    none, one, two, three = dealer.counts @ model_shares(dealer.settings) / dealer.number_of_hands
    assert none + one + two + three == pytest.approx(1)
    assert f"{two + three:.3%}" == "47.306%"


# ---- on paper


def test_the_sheet_has_both_wagers_for_each_player():
    sheets = wager_sheets(EXACT)
    assert [sheet.wager for sheet in sheets] == [
        "main",
        "main-house-way",
        "main-rule-list",
        "hat-trick",
        "hat-trick-house-way",
        "hat-trick-rule-list",
    ]
    assert sheets[0].reading.house_edge == EXACT.main_bet(Player.BEST).house_edge
    assert sheets[3].reading.house_edge == EXACT.hat_trick(Player.BEST_HAT_TRICK).house_edge
    assert sheets[1].notes[0].startswith("Falls 0.")
    sheet = ParSheet("fortune-san-lo", Game.FORTUNE_SAN_LO, "Fortune San Lo Poker", sheets)
    assert ParSheet.restored(sheet.stored()) == sheet


def test_a_result_is_read_without_numpy_and_numba():
    """Who only reads a result does not wait for them."""
    code = "import sys, pitboss.lab.fortune_san_lo; print({'numpy', 'numba'} & set(sys.modules))"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "set()"
