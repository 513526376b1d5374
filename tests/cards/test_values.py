"""What hands are worth, a line a hand, in the words of the value itself."""

import re

import pytest

from pitboss.cards import (
    FIVE_CARD,
    SAN_LO_HIGH,
    SAN_LO_LOW,
    SAN_LO_MID,
    THREE_CARD_POKER,
    Rank,
    Suit,
    best_five,
    parse_cards,
    print_cards,
)
from pitboss.errors import DuplicateCardError, HandSizeError, NotInDeckError


def explained(value):
    """The sentences of a value, the one about the joker shortened so that a hand fits on a line."""
    joker = re.sub(r"^the joker(s?) stands? for", r"Jk\1 =", value.joker_sentence or "")
    return " / ".join(filter(None, [value.sentence, joker]))


FIVE = """
    As Ks Qs Js Ts   | natural royal flush | royal flush in spades
    As Ks Jk Js Ts   | wild royal flush    | wild royal flush in spades / Jk = the queen of spades
    As Jk Qs Jk Ts   | wild royal flush    | wild royal flush in spades / Jks = the king of spades and the jack of spades
    Ks Qs Js Ts Jk   | wild royal flush    | wild royal flush in spades / Jk = the ace of spades
    As Ad Ac Ah Jk   | five aces           | five aces / Jk = an ace
    As Jk Ac Ah Jk   | five aces           | five aces / Jks = two aces
    9h 8h 7h 6h 5h   | straight flush      | nine-high straight flush in hearts
    5h 4h 3h 2h Ah   | straight flush      | five-high straight flush in hearts
    5h 4h 3h 2h Jk   | straight flush      | six-high straight flush in hearts / Jk = the six of hearts
    Ah 4h 3h 2h Jk   | straight flush      | five-high straight flush in hearts / Jk = the five of hearts
    9s 9d 9c 9h As   | four of a kind      | four nines, ace kicker
    9s 9d 9c 9h Jk   | four of a kind      | four nines, ace kicker / Jk = an ace
    As Ad Ac Jk 7h   | four of a kind      | four aces, seven kicker / Jk = an ace
    As Ad Jk Jk 7h   | four of a kind      | four aces, seven kicker / Jks = two aces
    Ks Kd Kc 5h 5s   | full house          | full house, kings over fives
    Ks Kd Kc As Jk   | full house          | full house, kings over aces / Jk = an ace
    As Ad Jk 5h 5s   | full house          | full house, aces over fives / Jk = an ace
    Kh Jh 9h 5h 2h   | flush               | flush in hearts, king-jack-nine-five-two
    Kh Jk 9h 5h 2h   | flush               | flush in hearts, ace-king-nine-five-two / Jk = the ace of hearts
    Ah Jk 9h 5h 2h   | flush               | flush in hearts, ace-king-nine-five-two / Jk = the king of hearts
    Ah Jk Jk 5h 9h   | flush               | flush in hearts, ace-king-queen-nine-five / Jks = the king of hearts and the queen of hearts
    As Kd Qc Jh Ts   | straight            | ace-high straight
    As 2d 3c 4h 5s   | straight            | five-high straight
    9s 8d Jk 6h 5s   | straight            | nine-high straight / Jk = a seven
    9s 7d Jk 6h 5s   | straight            | nine-high straight / Jk = an eight
    9s 8d 7c 6h Jk   | straight            | ten-high straight / Jk = a ten
    As 2d 3c Jk Jk   | straight            | five-high straight / Jks = a five and a four
    9s Jk Jk 8h 7s   | straight            | jack-high straight / Jks = a jack and a ten
    7s 7d 7c Kh 4s   | three of a kind     | three sevens, king-four kickers
    Ks 7d As Jk 2s   | pair                | pair of aces, king-seven-two kickers / Jk = an ace
    Ks 7d Ah Jk Ac   | three of a kind     | three aces, king-seven kickers / Jk = an ace
    Ks 7d Jk Jk 2s   | pair                | pair of aces, king-seven-two kickers / Jks = two aces
    Ks Kd Jk Jk 2s   | two pair            | two pair, aces and kings, two kicker / Jks = two aces
    Ks Kd 5c 5h Qs   | two pair            | two pair, kings and fives, queen kicker
    6s 6d 5c 3h 2s   | pair                | pair of sixes, five-three-two kickers
    As Kd 9c 4h 2s   | high card           | ace-king-nine-four-two high
    Ks Jd 9c 4h Jk   | high card           | ace-king-jack-nine-four high / Jk = an ace
"""

THREE_CARD = """
    Ah Kh Qh | straight flush  | ace-king-queen straight flush in hearts
    3h 2h Ah | straight flush  | three-two-ace straight flush in hearts
    7s 7d 7c | three of a kind | three sevens
    9s 8d 7c | straight        | nine-high straight
    Kh 9h 4h | flush           | flush in hearts, king-nine-four
    Qd Ks Kc | pair            | pair of kings, queen kicker
    Ks 9d 4c | high card       | king-nine-four high
"""

SAN_LO = """
    Ah Kh Jk | straight flush  | ace-king-queen straight flush in hearts / Jk = the queen of hearts
    Jk 2h 3h | straight flush  | ace-two-three straight flush in hearts / Jk = the ace of hearts
    Jk Kh Qh | straight flush  | ace-king-queen straight flush in hearts / Jk = the ace of hearts
    Jk 4h 3h | straight flush  | five-high straight flush in hearts / Jk = the five of hearts
    As Ad Jk | three of a kind | three aces / Jk = an ace
    Jk 9s 7d | straight        | nine-high straight / Jk = an eight
    Ad Jk 2c | straight        | ace-two-three straight / Jk = a three
    Jk Ah 9h | flush           | flush in hearts, ace-king-nine / Jk = the king of hearts
    Jk Kh 9h | flush           | flush in hearts, ace-king-nine / Jk = the ace of hearts
    Ks Kd Jk | pair            | pair of kings, ace kicker / Jk = an ace
    Ks 9d Jk | high card       | ace-king-nine high / Jk = an ace
    Ad 9h Jk | pair            | pair of aces, nine kicker / Jk = an ace
    7s 7d    | pair            | pair of sevens
    Ad Jk    | pair            | pair of aces / Jk = an ace
    Kh Jk    | high card       | ace-king high / Jk = an ace
    Kh Qh    | high card       | king-queen high
    Jk       | high card       | ace high / Jk = an ace
    4c       | high card       | four high
"""


def lines(text):
    return [tuple(cell.strip() for cell in line.split("|")) for line in text.strip().splitlines()]


@pytest.mark.parametrize(("cards", "category", "words"), lines(FIVE))
def test_five_cards(cards, category, words):
    value = FIVE_CARD.value(parse_cards(cards))
    assert (value.category.label, explained(value)) == (category, words)


@pytest.mark.parametrize(("cards", "category", "words"), lines(THREE_CARD))
def test_three_card_poker(cards, category, words):
    value = THREE_CARD_POKER.value(parse_cards(cards))
    assert (value.category.label, explained(value)) == (category, words)


@pytest.mark.parametrize(("cards", "category", "words"), lines(SAN_LO))
def test_fortune_san_lo(cards, category, words):
    ranking = {3: SAN_LO_HIGH, 2: SAN_LO_MID, 1: SAN_LO_LOW}[len(cards.split())]
    value = ranking.value(parse_cards(cards))
    assert (value.category.label, explained(value)) == (category, words)


def test_hands_of_three_sizes_compare_in_san_lo():
    in_order = ["As Ks Jk", "7s 7d 9h", "7s 7d 2h", "7s 7d", "2c 2d", "As 3c", "Ks Qd 4h", "Ks Qd", "Ks 5c", "Ks", "2c"]
    sizes = {3: SAN_LO_HIGH, 2: SAN_LO_MID, 1: SAN_LO_LOW}
    values = [sizes[len(text.split())].value(parse_cards(text)) for text in in_order]
    assert values == sorted(values, reverse=True)
    assert len(set(values)) == len(values)


def test_straights_of_three_card_poker_end_with_3_2_a():
    straights = ["As Kd Qh", "Ks Qd Jh", "4s 3d 2h", "3s 2d Ah"]
    values = [THREE_CARD_POKER.value(parse_cards(text)) for text in straights]
    assert values == sorted(values, reverse=True)


def test_a_2_3_is_the_second_highest_straight_of_san_lo():
    straights = ["As Kd Qh", "3s 2d Ah", "Ks Qd Jh", "4s 3d 2h"]
    values = [SAN_LO_HIGH.value(parse_cards(text)) for text in straights]
    assert values == sorted(values, reverse=True)


def test_equal_values_tie_whatever_the_suits():
    one, other = (FIVE_CARD.value(parse_cards(text)) for text in ("Ks Kd 9h 4c 2d", "Kh Kc 9s 4d 2s"))
    assert one == other
    assert hash(one) == hash(other)
    assert not one < other


def test_values_of_different_rankings_do_not_compare():
    three, five = THREE_CARD_POKER.value(parse_cards("Ks Kd 2h")), FIVE_CARD.value(parse_cards("Ks Kd 9h 4c 2d"))
    assert three != five
    assert three != "pair"
    with pytest.raises(TypeError, match="different rankings"):
        _ = three < five
    with pytest.raises(TypeError):
        _ = three < 3


@pytest.mark.parametrize(
    ("cards", "arranged"),
    [
        ("2h Kd 9s Ks 9c", "Kd Ks 9s 9c 2h"),
        ("Ah 2h Jk 4h 5h", "5h 4h Jk 2h Ah"),
        ("2h Kd Jk Ks 9c", "Kd Ks Jk 9c 2h"),
        ("5d 5c As Ks Jk", "As Jk 5d 5c Ks"),
        ("Jk Ts Qs Jk2 As", "As Jk Qs Jk2 Ts"),
    ],
)
def test_cards_are_arranged_as_the_hand_reads(cards, arranged):
    assert print_cards(FIVE_CARD.value(parse_cards(cards)).cards) == arranged


def test_the_ranks_that_matter_and_the_suit():
    value = FIVE_CARD.value(parse_cards("Ks Kd 9h 9c 2d"))
    assert value.ranks == (Rank.KING, Rank.NINE, Rank.TWO)
    assert value.suit is None
    assert FIVE_CARD.value(parse_cards("Jk 9d 8d 3d 2d")).suit is Suit.DIAMONDS


@pytest.mark.parametrize(
    ("cards", "words", "five"),
    [
        ("As Ks Jk 5d 5c 2h", "two pair, aces and fives, king kicker", "As Jk 5d 5c Ks"),
        ("9h 8h 7h 6h 5h 9s", "nine-high straight flush in hearts", "9h 8h 7h 6h 5h"),
        ("9h 9d 8h 8d 7c 7s", "two pair, nines and eights, seven kicker", "9h 9d 8h 8d 7c"),
        ("As Ks Qs Js Ts Jk", "royal flush in spades", "As Ks Qs Js Ts"),
        ("Ks Kd Kh Qs Qd Jk", "full house, kings over queens", "Ks Kd Kh Qs Qd"),
    ],
)
def test_best_five_of_six(cards, words, five):
    value = best_five(parse_cards(cards))
    assert (value.sentence, print_cards(value.cards)) == (words, five)


@pytest.mark.parametrize(
    ("ranking", "cards", "error", "message"),
    [
        (THREE_CARD_POKER, "As Kd", HandSizeError, "a Three Card Poker hand has 3 cards, not 2: As Kd"),
        (SAN_LO_LOW, "", HandSizeError, "a Fortune San Lo low hand has 1 card, not 0: none"),
        (FIVE_CARD, "As", HandSizeError, "a five-card poker hand has 5 cards, not 1: As"),
        (THREE_CARD_POKER, "As Kd Jk", NotInDeckError, "Jk is not in the 52-card deck"),
        (SAN_LO_MID, "Jk Jk", DuplicateCardError, "2 jokers are too many: the 53-card deck has 1"),
        (FIVE_CARD, "As As 3d 4d 5d", DuplicateCardError, "As appears twice"),
    ],
)
def test_hands_that_are_not(ranking, cards, error, message):
    with pytest.raises(error, match=f"^{message}"):
        ranking.value(parse_cards(cards))


def test_best_five_needs_five():
    with pytest.raises(HandSizeError, match="at least 5 cards, not 4"):
        best_five(parse_cards("As Ks Qs Js"))
