"""The readable rankings and the kernels agree, on every hand wherever the hands can be gone through.

Three witnesses: the readable rules; the tables, which count; and for jokers a third one, which tries the joker as
every card.
"""

from functools import cache
from itertools import combinations_with_replacement

import numpy as np
import pytest

from pitboss.cards import (
    CARDS,
    FIVE_CARD,
    SAN_LO_HIGH,
    SAN_LO_LOW,
    SAN_LO_MID,
    THREE_CARD_POKER,
    FiveCardCategory,
    best_five,
    blackjack_total,
)
from pitboss.cards.batch import (
    NO_CARD,
    best_five_of_six,
    blackjack_totals,
    decode,
    encode,
    every_hand,
    five_card,
    san_lo,
    suit_classes,
    three_card_poker,
)
from pitboss.errors import HandSizeError, NotInDeckError

PARTS = 12


@cache
def six_card_classes():
    representatives, _ = suit_classes(53, 6)
    return representatives


def disagreements(batch, readable, hands):
    """Hands on which the two differ, at most three, so that a failure is readable."""
    meanings = [batch.meaning(strength) for strength in range(batch.number_of_strengths)]
    found = []
    for codes, strength in zip(hands.tolist(), batch.strengths(hands).tolist(), strict=True):
        cards = [CARDS[code] for code in codes]
        if readable(cards) != meanings[strength]:
            found.append((cards, readable(cards), meanings[strength]))
            if len(found) == 3:
                break
    return found


@pytest.mark.parametrize("part", range(PARTS))
def test_every_five_card_hand_of_the_54_card_deck_and_so_of_the_53_and_52(part):
    hands = np.array_split(every_hand(54, 5), PARTS)[part]
    assert disagreements(five_card(), FIVE_CARD.strength, hands) == []


def test_every_six_card_hand_of_the_53_card_deck_by_its_five_card_hands():
    """The best of the six hands of five, each by the kernel that is held against the readable ranking above."""
    batch, fives = best_five_of_six(), five_card()
    for hands in np.array_split(every_hand(53, 6), 8):
        best = np.max([fives.strengths(np.delete(hands, left_out, axis=1)) for left_out in range(6)], axis=0)
        assert (batch.strengths(hands) == best).all()
        assert (batch.categories(hands) == batch.category_of[best]).all()


@pytest.mark.parametrize("part", range(PARTS))
def test_every_suit_class_of_six_cards_of_the_53_card_deck(part):
    hands = np.array_split(six_card_classes(), PARTS)[part]
    assert disagreements(best_five_of_six(), lambda cards: best_five(cards).strength, hands) == []


def test_every_three_card_poker_hand():
    assert disagreements(three_card_poker(), THREE_CARD_POKER.strength, every_hand(52, 3)) == []


@pytest.mark.parametrize(("ranking", "number"), [(SAN_LO_HIGH, 0), (SAN_LO_MID, 1), (SAN_LO_LOW, 2)])
def test_every_san_lo_hand(ranking, number):
    assert disagreements(san_lo()[number], ranking.strength, every_hand(53, ranking.size)) == []


def test_san_lo_strengths_compare_across_sizes():
    """The order of the strengths is the order of the readable values, for hands of all three sizes together."""
    rankings = (SAN_LO_HIGH, SAN_LO_MID, SAN_LO_LOW)
    meanings = {
        int(strength): ranking.strength(cards)
        for batch, ranking in zip(san_lo(), rankings, strict=True)
        for hands in [every_hand(53, ranking.size)]
        for strength, cards in zip(batch.strengths(hands), decode(hands), strict=True)
    }
    in_order = [meanings[strength] for strength in sorted(meanings)]
    assert in_order == sorted(set(in_order))


@pytest.mark.parametrize("jokers", [1, 2])
def test_a_joker_tried_as_every_card(jokers):
    """An ace, or whatever completes a straight or flush: on every hand with jokers, by the kernel for 52 cards."""
    batch = five_card()
    naturals = every_hand(52, 5 - jokers)
    best = np.zeros(len(naturals), np.uint16)
    for stand_ins in every_hand(52, jokers):
        hands = np.hstack([naturals, np.broadcast_to(stand_ins, (len(naturals), jokers))])
        distinct = ~np.isin(naturals, stand_ins).any(axis=1)
        strengths = batch.strengths(hands[distinct])
        allowed = np.isin(batch.category_of[strengths], [4, 5, 8, 10]) | (stand_ins >= 48).all()
        best[distinct] = np.maximum(best[distinct], np.where(allowed, strengths, 0))
    with_jokers = np.hstack([naturals, np.broadcast_to([52, 53][:jokers], (len(naturals), jokers))])
    found = batch.strengths(np.ascontiguousarray(with_jokers, np.uint8))
    # The two names that only jokers know: five aces has no natural twin, a wild royal flush is a royal flush.
    five_aces = (naturals >= 48).sum(axis=1) + jokers == 5
    wild = batch.category_of[found] == FiveCardCategory.WILD_ROYAL_FLUSH
    assert (batch.category_of[found[five_aces]] == FiveCardCategory.FIVE_ACES).all()
    assert (batch.category_of[best[wild]] == FiveCardCategory.NATURAL_ROYAL_FLUSH).all()
    assert (found == best)[~five_aces & ~wild].all()


def test_every_blackjack_hand_by_points():
    """Every choice of up to eleven points-cards whose total can still matter, in ascending and descending order."""
    suit = {points: CARDS[4 * (points - 2)] for points in range(2, 11)} | {1: CARDS[48]}
    hands = [
        [suit[points] for points in order]
        for size in range(1, 12)
        for chosen in combinations_with_replacement(range(1, 11), size)
        if sum(chosen) <= 31
        for order in (chosen, chosen[::-1])
    ]
    assert len(hands) > 20_000
    rows = np.full((len(hands), 11), NO_CARD, np.uint8)
    for row, hand in zip(rows, hands, strict=True):
        row[: len(hand)] = [card.code for card in hand]
    totals = blackjack_totals(rows)
    readable = [blackjack_total(hand) for hand in hands]
    assert totals.total.tolist() == [value.total for value in readable]
    assert totals.soft.tolist() == [value.soft for value in readable]
    assert totals.natural.tolist() == [value.natural for value in readable]


def test_batches_refuse_what_is_not_a_hand():
    with pytest.raises(HandSizeError, match=r"rows of 5 card codes, not in the shape \(1, 4\)"):
        five_card().strengths([[1, 2, 3, 4]])
    with pytest.raises(NotInDeckError, match="54 is not the code of a card in the 54-card deck"):
        five_card().strengths([[1, 2, 3, 4, 54]])
    with pytest.raises(NotInDeckError, match="52 is not the code of a card in the 52-card deck"):
        three_card_poker().categories([[1, 2, 52]])
    with pytest.raises(NotInDeckError, match="52 is not the code of a card in a blackjack shoe"):
        blackjack_totals([[1, 52]])
    with pytest.raises(HandSizeError, match="rows of card codes"):
        blackjack_totals([1, 2])


@pytest.mark.parametrize(
    ("code", "words"), [(307, "307 is not"), (-1, "-1 is not"), (51.9, "whole numbers, not float64")]
)
def test_numbers_that_are_no_bytes_do_not_wrap_around(code, words):
    with pytest.raises(NotInDeckError, match=words):
        five_card().strengths(np.array([[code, 47, 43, 39, 35]]))
    with pytest.raises(NotInDeckError, match=words):
        blackjack_totals([[code, 47]])


@pytest.mark.parametrize("out", [np.empty(3, np.uint16), np.empty(1, np.uint16), np.empty(2, np.uint8)])
def test_the_array_for_the_answer_must_fit(out):
    with pytest.raises(ValueError, match="out must be 2 uint16"):
        five_card().strengths(every_hand(52, 5)[:2], out)


def test_no_hands_give_no_strengths():
    assert five_card().strengths(np.empty((0, 5), np.uint8)).size == 0


def test_encode_and_decode():
    hands = [tuple(CARDS[:3]), tuple(CARDS[51:54])]
    assert decode(encode(hands)) == hands


def test_columns_of_a_larger_array_are_read_right():
    """An array that is not contiguous is copied, not misread."""
    wide = every_hand(52, 6)[:1000]
    assert (five_card().strengths(wide[:, :5]) == five_card().strengths(wide[:, :5].copy())).all()
