"""Both ways to count matchups, against the readable rules and against each other."""

import random
from functools import cache
from math import comb
from operator import ge

import numpy as np

from pitboss.cards import CARDS, DECK_53, parse_cards
from pitboss.cards.batch import san_lo, suit_class
from pitboss.games.fortune_san_lo.house_way import house_way
from pitboss.games.fortune_san_lo.house_way_batch import strengths_of
from pitboss.games.fortune_san_lo.matchups import compare
from pitboss.games.fortune_san_lo.rule_list import shipped_rule_list
from pitboss.games.fortune_san_lo.setting import WAYS, every_setting, legal_settings
from pitboss.lab.fortune_san_lo.directly import win_counts
from pitboss.lab.fortune_san_lo.exclusion import win_counts_by_exclusion
from pitboss.lab.fortune_san_lo.worth_counting import (
    COLUMNS,
    Column,
    _fill_unbeaten,
    legal_settings_of,
    settings_of,
)

EDGES = [
    "As Ac Ad Ah Jk Ks",  # five aces
    "As Ac Ad Jk Ks Qs",
    "Ks Kc Qs Qc Js Jc",  # three pair
    "2s 2c 2d 2h 3s 3c",  # hardly anything to win with
    "As Jk Kc Kd Qh Qd",
    "Qs Qd Qh 8c 8d 8h",  # two threes
    "5s 5d 5h 5c Ks 9d",  # four of a kind
    "9h 8h 7d Kh 2h 2c",  # a straight or a flush
    "7s 6s 5s 4s 3s 2s",  # six of a suit in a row
    "Jk 7s 6s 5s 4s 3s",
    "As 2s 3s Kd Qd Ad",  # ace-two-three or ace-king-queen
    "Jk 2h 3d Kh Qd 9c",
    "2s 3d 4h 5c 7s 8d",  # as bad as it gets
]


def encoded(hands):
    return np.array([sorted(card.code for card in cards) for cards in hands], np.uint8)


@cache
def _places():
    ranking = san_lo()[0]
    return {ranking.meaning(strength): strength for strength in range(ranking.number_of_strengths)}


def placed(setting):
    """The strengths of a setting of the readable rules, as the kernels number them."""
    return tuple(_places()[value.strength] for value in setting.values)


def dealt(number, seed, lowest=0):
    rng = random.Random(seed)
    return [tuple(rng.sample(CARDS[lowest:53], 6)) for _ in range(number)]


def counted_by_the_rules(setting, others):
    won = [0, 0, 0, 0]
    for dealer in others:
        won[compare(setting, dealer).won] += 1
    return won


def test_every_setting_of_hands_of_a_small_deck_by_the_readable_rules(small_dealer, small_hands):
    """Each legal setting against each of the 462 dealer hands, ties to the house."""
    hands = [tuple(parse_cards(text)) for text in ("As Ac Ad Ah Jk Ks", "Ks Kd Qs Qd Jk Js", "Jc Jd Jh Js Qc Qd")]
    hands += dealt(3, seed=1, lowest=36)
    codes = encoded(hands)
    found = win_counts(codes, legal_settings_of(codes), small_dealer)
    for cards, counts in zip(hands, found, strict=True):
        others = [setting for other, setting in small_hands.items() if not set(other) & set(cards)]
        assert len(others) == 462
        for setting, won in zip(every_setting(cards), counts.tolist(), strict=True):
            expected = counted_by_the_rules(setting, others) if setting.is_legal else [0, 0, 0, 0]
            assert won == expected, (str(setting), cards)


def test_all_deals_of_a_small_deck_by_the_readable_rules(small_dealer, small_held, small_hands):
    """All 12,376 hands, set by the readable house way, against each other: 5,717,712 deals, counted plainly."""
    strengths = sorted({value.strength for setting in small_hands.values() for value in setting.values})
    place = {strength: number for number, strength in enumerate(strengths)}
    values = np.array([[place[value.strength] for value in setting.values] for setting in small_hands.values()])
    masks = np.array([sum(1 << card.code for card in cards) for cards in small_hands], np.uint64)
    plain = np.zeros(4, np.int64)
    for mask, own in zip(masks, values, strict=True):
        others = values[masks & mask == 0]
        plain += np.bincount((own > others).sum(axis=1), minlength=4)
    won = win_counts_by_exclusion(small_dealer.hands, settings_of(small_dealer.hands), small_dealer, small_held)
    assert plain.sum() == 12_376 * 462
    assert (small_dealer.sizes.astype(np.int64) @ won[:, Column.HOUSE_WAY] == plain).all()


def test_exclusion_counts_what_going_through_all_hands_counts(dealer, held):
    codes = encoded([parse_cards(text) for text in EDGES] + dealt(40, seed=2))
    settings = settings_of(codes)
    directly = win_counts(codes, settings, dealer)
    assert (directly == win_counts_by_exclusion(codes, settings, dealer, held)).all()
    assert (directly.sum(axis=2)[settings[..., 0] > 0] == 10_737_573).all()


def test_hands_of_the_same_ranks_are_counted_together_as_they_are_alone(dealer, held):
    hands = dealer.hands[500_000:500_060]
    settings = settings_of(hands)
    together = win_counts_by_exclusion(hands, settings, dealer, held)
    alone = [win_counts_by_exclusion(hands[[row]], settings[[row]], dealer, held)[0] for row in range(60)]
    assert (together == np.array(alone)).all()
    shuffled = np.random.default_rng(3).permutation(60)
    assert (win_counts_by_exclusion(hands[shuffled], settings[shuffled], dealer, held) == together[shuffled]).all()


def test_suits_make_no_difference(dealer):
    codes = encoded(dealt(8, seed=4))
    turned = np.sort(np.where(codes < 52, codes // 4 * 4 + np.array([2, 0, 3, 1], np.uint8)[codes % 4], codes), axis=1)
    assert (codes != turned).any()
    assert (win_counts(codes, settings_of(codes), dealer) == win_counts(turned, settings_of(turned), dealer)).all()


def test_held_cards_count_the_hands_that_hold_them(small_dealer, small_held, small_hands):
    held = small_held
    for text in ("Jk", "As Kd", "As Ks Qd", "Ac Ad Kc Jk", "Js Jd Jh Qc Kc"):
        cards = set(parse_cards(text))
        codes = sorted(card.code for card in cards)
        at = held.first_of[len(codes)] + sum(comb(code, place) for place, code in enumerate(codes, start=1))
        start, end = held.starts[held.class_of[at] :][:2]
        entries = zip(held.setting[start:end], held.hands[start:end], strict=True)
        found = {tuple(small_dealer.settings[setting].tolist()): int(count) for setting, count in entries}
        holding = [hand for hand in small_hands if cards <= set(hand)]
        expected = settings_of(encoded(holding))[:, Column.HOUSE_WAY]
        values, counts = np.unique(expected, axis=0, return_counts=True)
        assert found == dict(zip(map(tuple, values.tolist()), counts.tolist(), strict=True))


def test_the_settings_worth_counting_are_those_that_nothing_beats():
    hands = [parse_cards(text) for text in EDGES] + dealt(150, seed=5)
    codes = encoded(hands)
    for cards, found in zip(hands, settings_of(codes).tolist(), strict=True):
        legal = set(map(placed, legal_settings(cards)))
        unbeaten = [own for own in legal if not any(other != own and all(map(ge, other, own)) for other in legal)]
        assert [tuple(row) for row in found[Column.UNBEATEN :] if row[0]] == sorted(unbeaten, reverse=True)
        assert tuple(found[Column.HOUSE_WAY]) == placed(house_way(cards).setting)
        assert tuple(found[Column.RULE_LIST]) == placed(shipped_rule_list().choose(cards).setting)


def test_no_hand_has_more_settings_than_there_are_columns(dealer):
    """The kernel does not look whether there is room, so all 1,097,447 classes are gone through with room for all."""
    most = 0
    for hands in np.array_split(dealer.hands, 4):
        settings = np.zeros((len(hands), len(WAYS), 3), np.uint16)
        _fill_unbeaten(strengths_of(hands), settings)
        most = max(most, int((settings[..., 0] > 0).sum(axis=1).max()))
    assert most == COLUMNS - Column.UNBEATEN


def test_the_dealer_table_sets_each_class_as_the_readable_house_way(dealer):
    rows = np.random.default_rng(6).choice(len(dealer.hands), 400, replace=False)
    for row in rows:
        cards = [CARDS[code] for code in dealer.hands[row]]
        assert tuple(dealer.settings[dealer.setting[row]].tolist()) == placed(house_way(cards).setting)
    assert (suit_class(dealer.hands) == dealer.hands).all()
    assert dealer.number_of_hands == len(DECK_53.cards) * 52 * 51 * 50 * 49 * 48 // 720
