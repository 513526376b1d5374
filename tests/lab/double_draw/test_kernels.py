"""Each kernel against the readable rules, or against plain trying where the rules would take too long."""

from math import comb
from random import Random

import numpy as np
import pytest

from pitboss.cards import CARDS, FIVE_CARD, parse_cards
from pitboss.lab.double_draw.classes import dead_cards, exchange, hands
from pitboss.lab.double_draw.first_draw import places, stand_values
from pitboss.lab.double_draw.numbering import NO_HAND, categories, completed, every_set, number_of
from pitboss.lab.double_draw.outcomes import OutcomeTally
from pitboss.lab.double_draw.tables import kept_sums


def codes(text):
    return np.array(sorted(card.code for card in parse_cards(text)), np.uint8)


def number(cards):
    return int(number_of(np.sort(np.asarray(cards, np.uint8))[np.newaxis])[0])


def random_cards(random, size):
    return np.array(random.sample(range(54), size), np.uint8)


def test_sets_stand_in_the_order_of_their_numbers():
    for size in range(1, 5):
        sets = every_set(size)
        assert len(sets) == comb(54, size)
        assert (np.diff(sets.astype(int), axis=1) > 0).all()
        assert (number_of(sets) == np.arange(len(sets))).all()


def test_the_categories_are_those_of_the_rules():
    random = Random(7)
    jokers = [np.array([52, 53, *random.sample(range(52), 3)]) for _ in range(300)]
    lone = [np.array([53, *random.sample(range(52), 4)]) for _ in range(300)]
    edges = [
        codes(text)
        for text in ("As 2d 3h 4c 5s", "As Jk 3h 4c Jk2", "As Ks Qs Js Jk", "As Ks Qs Js Ts", "As Ah Jk Ad Ac")
    ]
    for hand in [*jokers, *lone, *edges, *(random_cards(random, 5) for _ in range(1000))]:
        assert categories()[number(hand)] == FIVE_CARD.strength([CARDS[code] for code in hand])[0]


def test_a_card_makes_of_four_cards_what_the_five_are():
    random = Random(8)
    for _ in range(2000):
        *four, card = random.sample(range(54), 5)
        assert completed()[card, number(four)] == categories()[number([*four, card])]
        assert completed()[four[1], number(four)] == NO_HAND


def test_every_hand_is_of_one_class():
    assert len(hands().cards) == 152_646  # 134,459 without a joker, 16,432 with one, 1,755 with two
    assert hands().sizes.sum() == comb(54, 5)
    assert [len(dead_cards(size).cards) for size in range(4)] == [1, 14, 183, 1937]


def test_an_exchange_of_suits_and_jokers_changes_no_hand():
    random, new = Random(9), np.empty(54, np.uint8)
    for size in (1, 2, 3) * 300:
        dead, hand = random_cards(random, size), random_cards(random, 5)
        exchange(dead, size, new)
        assert sorted(new) == list(range(54))
        assert dead_cards(size).class_of[number(new[dead])] >= 0
        assert categories()[number(new[hand])] == categories()[number(hand)]


def test_the_dead_and_the_kept_of_an_option_are_the_hand_up_to_an_exchange():
    random = Random(10)
    for size in (1, 2, 3):
        found, sets, kept = places(size), dead_cards(size).cards, every_set(5 - size)
        for _ in range(200):
            hand, option = random.randrange(len(hands().cards)), random.randrange(len(found.options))
            together = np.concatenate([sets[found.dead[hand, option]], kept[found.kept[hand, option]]])
            assert sorted(min(code, 52) // 4 for code in together) == sorted(
                min(code, 52) // 4 for code in hands().cards[hand]
            )
            assert categories()[number(together)] == categories()[number(hands().cards[hand])]


HANDS = ["Ks Kd 9h 5c 2d", "As Ks Qs Js 2s", "9s 8h 6d 5c Kh", "Jk Ah 3h 3d 4h", "Jk Jk2 As 5s 3d", "Ah 8h Kd Jc 3s"]


@pytest.mark.parametrize("text", HANDS)
def test_a_hand_that_stands_is_decided_as_by_the_rules(table, worth_by_the_rules, text):
    assert stand_values(table, codes(text)[np.newaxis])[0] == worth_by_the_rules(codes(text), ())


@pytest.mark.parametrize(("kept", "dead"), [("Ks Kd 9h 5c", "2d"), ("9s 8h 7s Jk", "2c"), ("As Ah Jk2 3c", "Jk")])
def test_one_card_drawn_is_summed_as_by_the_rules(table, worth_by_the_rules, kept, dead):
    own, gone = codes(kept), codes(dead)
    draws = [code for code in range(54) if code not in {*own, *gone}]
    assert kept_sums(table, gone)[number(own)] == sum(worth_by_the_rules([*own, drawn], gone) for drawn in draws)


def test_plain_trying_decides_as_the_rules_do(try_all_draws, worth_by_the_rules):
    random = Random(12)
    for kept, dead in (("Ks Qs Js", "7h 2d"), ("Jk 8s 7s", "2d Kh"), ("9h 8h", "Kd 3c 2s"), ("7s 7d", "Jk 9h 9c")):
        worth, _ = try_all_draws(codes(kept), codes(dead))
        for hand in random.sample(sorted(worth), 60):
            assert worth[hand] == worth_by_the_rules(hand, codes(dead))


DRAWS = [
    ("Ks Qs Js", "7h 2d"),
    ("Jk 8s 7s", "2d Kh"),
    ("Ts 8d 8h Jk", "As"),
    ("9h 8h", "Kd 3c 2s"),
    ("7s 7d", "Jk 9h 9c"),
]


@pytest.mark.parametrize(("kept", "dead"), DRAWS)
def test_draws_are_summed_and_end_as_plain_trying_has_it(table, try_all_draws, kept, dead):
    own, gone = codes(kept), codes(dead)
    worth, ends = try_all_draws(own, gone)
    assert kept_sums(table, gone)[number(own)] == sum(worth.values())
    tally = OutcomeTally(table)
    tally.draw(gone, np.array([number(own)]), np.array([1]))
    assert tally.counts() == [ends[place] for place in range(13)]


def test_what_ends_and_what_is_summed_agree_for_many_hands_at_once(table):
    random = Random(11)
    for size in (1, 2, 3):
        dead = random_cards(random, size)
        live = [code for code in range(54) if code not in dead]
        kept = np.array([number(random.sample(live, 5 - size)) for _ in range(20)])
        sizes = np.array([random.randrange(1, 49) for _ in kept])
        tally = OutcomeTally(table)
        tally.draw(dead, kept, sizes)
        counts = tally.counts()
        assert sum(counts) == sizes.sum() * comb(49, size) * (49 - size)
        brought = sum(count * int(amount) for count, amount in zip(counts[:12], table.by_category[:12], strict=True))
        assert brought == (kept_sums(table, dead)[kept] * sizes).sum()


def test_hands_that_stand_end_as_plain_trying_has_it(table, try_all_draws):
    for text in HANDS:
        tally = OutcomeTally(table)
        tally.stand(codes(text)[np.newaxis], np.array([3]))
        _, ends = try_all_draws(codes(text), ())
        assert tally.counts() == [3 * ends[place] for place in range(13)]
