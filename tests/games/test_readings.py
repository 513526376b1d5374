import pytest

from pitboss.cards import parse_cards
from pitboss.games import deck_of, read_hand
from pitboss.paytables import Game


def test_every_game_has_its_deck():
    assert [deck_of(game).size for game in Game] == [52, 53, 54, 312]


@pytest.mark.parametrize(
    ("cards", "remark"),
    [
        ("As Ks Jk 5d 5c 2h", "In order: high above mid, mid above low."),
        (
            "5d 5c 2h Ks Kc Jk",
            "Fouled: the high hand (pair of fives, two kicker) is not above the mid hand (pair of kings).",
        ),
        ("5d 5c 2h Ks 9c Jk", "Fouled: the mid hand (king-nine high) is not above the low hand (ace high)."),
        ("Kd Qc 4h Ks Qh Kc", "In order: high above mid, mid above low."),
        (
            "Kd Qc 4h Ks Kh 2c",
            "Fouled: the high hand (king-queen-four high) is not above the mid hand (pair of kings).",
        ),
    ],
)
def test_san_lo_says_whether_the_hands_are_in_order(cards, remark):
    remarks = [reading.remark for reading in read_hand(Game.FORTUNE_SAN_LO, parse_cards(cards)) if reading.remark]
    assert remarks == [remark]


def test_wagers_look_at_the_hands_they_are_about():
    readings = read_hand(Game.THREE_CARD_POKER, parse_cards("Ks Kd 2h Kh 9c 2s"))
    assert [reading.wagers for reading in readings] == [
        ("ante-bonus", "pair-plus", "progressive"),
        (),
        ("six-card-bonus",),
    ]
