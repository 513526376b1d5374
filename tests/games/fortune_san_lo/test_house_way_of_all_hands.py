"""The house way of every hand: the tables are made again, the kernel agrees with the readable choice, nothing fouls."""

import importlib.util
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from pitboss.cards import DECK_53, parse_cards
from pitboss.cards.batch import encode, suit_classes
from pitboss.games.fortune_san_lo.house_way import house_way
from pitboss.games.fortune_san_lo.house_way_batch import (
    count_set,
    scores,
    set_by_rules,
    set_hands,
    share_arrays,
    strengths_of,
)
from pitboss.games.fortune_san_lo.house_way_shares import MILLION, shipped_shares
from pitboss.games.fortune_san_lo.rule_list import shipped_rule_list
from pitboss.games.fortune_san_lo.setting import WAYS, every_setting

SCRIPT = Path(__file__).parents[3] / "scripts" / "house_way_tables.py"

EDGES = [
    "As Ac Ad Ah Jk Ks",  # five aces
    "As Ac Ad Ah Jk 2s",
    "As Ac Ad Jk Ks Qs",
    "Ks Kc Qs Qc Js Jc",  # three pair
    "2s 2c 3s 3c 4s 4c",
    "As Jk Kc Kd Qh Qd",
    "Qs Qd Qh 8c 8d 8h",  # two threes
    "As Ad Ac Kh Kd 2c",  # full house
    "5s 5d 5h 5c Ks 9d",  # four of a kind
    "5s 5d 5h 5c 9s 9d",
    "9h 8h 7d Kh 2h 2c",  # a straight or a flush
    "7s 6s 5s 4s 3s 2s",  # six of a suit in a row
    "Jk 7s 6s 5s 4s 3s",
    "As 2s 3s Kd Qd Ad",  # ace-two-three or ace-king-queen
    "Jk 2h 3d Kh Qd 9c",
    "Jk Ah Kd 9c 5s 2d",
    "2s 3d 4h 5c 7s 8d",  # as bad as it gets
]


@pytest.fixture(scope="module")
def script():
    spec = importlib.util.spec_from_file_location("house_way_tables", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def all_hands():
    """One hand of every suit class with the strengths of all its hands, and how many hands it stands for."""
    hands, sizes = suit_classes(53, 6)
    assert sizes.sum() == 22_957_480
    return strengths_of(hands), sizes


@pytest.fixture(scope="module")
def tables():
    return share_arrays(shipped_shares())


def dealt(number, seed):
    rng = random.Random(seed)
    return [tuple(rng.sample(DECK_53.cards, 6)) for _ in range(number)]


def test_the_script_makes_the_shipped_tables_again(script, capsys):
    texts = script.files(script.make_tables())
    script.check(texts)
    assert "pass 14" in capsys.readouterr().out
    spoilt = texts | {"house_way_low.toml": texts["house_way_low.toml"].replace("A = ", "A = 1")}
    with pytest.raises(SystemExit, match=r"not what comes out: house_way_low\.toml"):
        script.check(spoilt)


def test_the_script_says_what_it_can_do():
    answer = subprocess.run([sys.executable, SCRIPT, "--help"], capture_output=True, text=True, check=True)
    assert "--check" in answer.stdout
    assert "--rules" in answer.stdout


def test_another_pass_moves_the_shipped_tables_by_less_than_a_hundredth_of_a_point(script, all_hands, tables):
    strengths, sizes = all_hands
    counted = script.shares(script.hands_below(count_set(strengths, set_hands(strengths, tables), sizes)))
    of_hands = tables > 0  # strengths that are not a hand of that size have nothing in the tables
    moved = (np.abs(counted - tables) / 2)[of_hands].max()
    assert 0 < moved < MILLION / 10_000


def test_the_kernel_and_the_readable_house_way_agree(tables):
    hands = [parse_cards(text) for text in EDGES] + dealt(3000, seed=3)
    ways = set_hands(strengths_of(encode(hands)), tables)
    assert [every_setting(cards)[way] for cards, way in zip(hands, ways, strict=True)] == [
        house_way(cards).setting for cards in hands
    ]


def test_the_kernel_breaks_ties_as_the_readable_house_way_does():
    """With nothing to choose by, the highest high hand and then the highest mid hand, of one hand for each holding."""
    hands = [parse_cards(text) for text in EDGES]
    ways = set_hands(strengths_of(encode(hands)), np.zeros((3, 845), np.int64))
    for cards, way in zip(hands, ways, strict=True):
        legal = [setting for setting in every_setting(cards) if setting.is_legal]
        assert every_setting(cards)[way].values == max(setting.values for setting in legal)


def test_the_house_way_never_fouls_and_nothing_does_better(all_hands, tables):
    """On every suit class, against all 60 settings scored by plain arithmetic on arrays."""
    strengths, _ = all_hands
    ways = set_hands(strengths, tables)
    every_way = [np.array([sorted({way[hand] for way in WAYS}).index(way[hand]) for way in WAYS]) for hand in range(3)]
    for rows in np.array_split(np.arange(len(ways)), 24):
        hands = (strengths.high[rows], strengths.mid[rows], strengths.low[rows])
        high, mid, low = (hand[:, columns].astype(np.int64) for hand, columns in zip(hands, every_way, strict=True))
        p, q, r = tables[0][high], tables[1][mid], tables[2][low]
        score = np.where((high > mid) & (mid > low), MILLION * (p * q + p * r + q * r) - 2 * p * q * r, -1)
        chosen = score[np.arange(len(rows)), ways[rows]]
        assert chosen.min() >= 0
        assert (chosen == score.max(axis=1)).all()


def test_suits_make_no_difference(tables):
    """Hands of one class are set alike, which is why one of each is enough."""
    hands = encode(dealt(2000, seed=4))
    exchanged = np.where(hands < 52, hands // 4 * 4 + np.array([2, 0, 3, 1], np.uint8)[hands % 4], hands)
    first, second = (strengths_of(codes) for codes in (hands, exchanged))
    for one, other in zip(first.set(set_hands(first, tables)), second.set(set_hands(second, tables)), strict=True):
        assert (one == other).all()


# ---- the shipped list of rules


def test_how_far_the_rules_fall_behind(all_hands, tables):
    """The figures that the description of the list gives, counted over all hands."""
    strengths, sizes = all_hands
    by_tables, by_rules = set_hands(strengths, tables), set_by_rules(strengths, shipped_rule_list())
    best, found = (np.average(scores(strengths, ways, tables), weights=sizes) for ways in (by_tables, by_rules))
    assert f"{best:.3%}, {found:.3%}, {best - found:.3%}" == "47.306%, 46.935%, 0.371%"
    assert f"{np.average(by_tables == by_rules, weights=sizes):.2%}" == "89.60%"


def test_the_rules_never_foul(all_hands):
    strengths, _ = all_hands
    ways = set_by_rules(strengths, shipped_rule_list())
    high, mid, low = strengths.set(ways)
    assert ways.min() >= 0
    assert ((high > mid) & (mid > low)).all()


def test_the_kernel_and_the_readable_rules_agree():
    hands = [parse_cards(text) for text in EDGES] + dealt(1500, seed=5)
    ways = set_by_rules(strengths_of(encode(hands)), shipped_rule_list())
    assert [every_setting(cards)[way] for cards, way in zip(hands, ways, strict=True)] == [
        shipped_rule_list().choose(cards).setting for cards in hands
    ]
