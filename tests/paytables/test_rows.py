"""Which row pays which hand."""

import pytest

from pitboss.cards import FIVE_CARD, THREE_CARD_POKER, best_five, blackjack_total, parse_cards
from pitboss.paytables import load_catalogue

CATALOGUE = load_catalogue()

ROWS = """
    TCP-01        | pair-plus      | 3s 2s As          | straight-flush      | 40 to 1
    TCP-01        | pair-plus      | 3s 2s Ad          | straight            | 6 to 1
    TCP-01        | pair-plus      | Ks Kd 2c          | pair                | 1 to 1
    TCP-01        | pair-plus      | Ks Qd 2c          | -                   | -
    TCP-01        | ante-bonus     | 9s 7s 2s          | -                   | -
    TCP-01        | ante-bonus     | 9s 8d 7c          | straight            | 1 to 1
    TCPP-1        | progressive    | As Ks Qs          | akq-of-spades       | 100% of meter
    TCPP-1        | progressive    | Ah Kh Qh          | akq-of-another-suit | 500 for 1
    TCPP-1        | progressive    | 3s 2s As          | straight-flush      | 70 for 1
    TCPP-1        | progressive    | As Kd Qs          | straight            | 6 for 1
    TCPP-2        | progressive    | As Kd Qs          | -                   | -
    TCP-6B1       | six-card-bonus | As Ks Qs Js Ts 2d | royal-flush         | 1,000 to 1
    TCP-6B1       | six-card-bonus | As Ad 2s 2d 9c 8c | -                   | -
    FSLP-01       | fortune-bonus  | As Ks Qs Js Jk 2d | royal-flush         | 200 to 1
    FSLP-01       | fortune-bonus  | As Ad Ac Ah Jk 2d | five-aces           | 1,000 to 1
    FSLP-01       | fortune-bonus  | As Ks Jk 5d 5c 2h | two-pair            | 2 to 1
    FSLPP-01      | progressive    | As Ks Jk 5d 5c 2h | -                   | -
    FSLPP-01      | progressive    | As Ks Qs Js Ts 2d | royal-flush         | 10% of meter
    DDP-1         | bonus          | As Ks Qs Js Ts    | natural-royal-flush | 100 to 1
    DDP-1         | bonus          | As Jk Qs Js Ts    | wild-royal-flush    | 50 to 1
    DDP-1         | bonus          | 9s 9d 5c 5h 2s    | two-pair            | push
    DDP-1         | bonus          | 9s 9d 5c 4h 2s    | -                   | -
    PUSH22-11     | push-22        | Ks 6d 6h          | any-22              | 11 to 1
    PUSH22-SUITED | push-22        | Ks 6s 6s          | suited-22           | 35 to 1
    PUSH22-SUITED | push-22        | Kh 6d 6h          | coloured-22         | 17 to 1
    PUSH22-SUITED | push-22        | Kh 6d 6c          | any-22              | 10 to 1
    PUSH22-SUITED | push-22        | Kh 6d 5c          | -                   | -
"""


def worth(designator, cards):
    if designator.startswith("PUSH22"):
        return blackjack_total(cards)
    return {3: THREE_CARD_POKER.value, 5: FIVE_CARD.value, 6: best_five}[len(cards)](cards)


@pytest.mark.parametrize("line", ROWS.strip().splitlines())
def test_the_row_that_pays(line):
    designator, wager, cards, hand, pay = (cell.strip() for cell in line.split("|"))
    row = CATALOGUE[designator][wager].row_for(worth(designator, parse_cards(cards)))
    assert (row.hand.slug if row else "-", str(row.pay) if row else "-") == (hand, pay)


def test_a_hand_of_another_size_matches_no_row():
    """Category numbers of three and of five cards overlap; the rows do not mix them up."""
    pair = FIVE_CARD.value(parse_cards("Ks Kd 9c 4h 2s"))
    assert CATALOGUE["TCP-01"]["pair-plus"].row_for(pair) is None
    assert CATALOGUE["PUSH22-11"]["push-22"].row_for(pair) is None
