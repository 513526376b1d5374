"""What a round brings: the same as the settlement of the table says."""

from dataclasses import replace
from fractions import Fraction

import pytest

from pitboss.cards import FIVE_CARD, FiveCardCategory, parse_cards
from pitboss.errors import PaytableError
from pitboss.games.double_draw import DoubleDrawRound, DoubleDrawRules
from pitboss.games.double_draw.second_draw import FOLD_1, FOLD_2
from pitboss.lab.double_draw.money import LARGEST, Money
from pitboss.paytables import Pay, load_catalogue

ONE_OF_EACH = {
    FiveCardCategory.HIGH_CARD: "Ks 9d 7h 5c 2h",
    FiveCardCategory.PAIR: "Jk Jk2 9s 5d 2c",
    FiveCardCategory.TWO_PAIR: "Js Jh 4d 4c 9s",
    FiveCardCategory.THREE_OF_A_KIND: "7s 7h 7d Kc 2h",
    FiveCardCategory.STRAIGHT: "9s 8h 7d 6c 5s",
    FiveCardCategory.FLUSH: "Kd Jd 9d 6d 2d",
    FiveCardCategory.FULL_HOUSE: "Ks Kh Kd 4s 4h",
    FiveCardCategory.FOUR_OF_A_KIND: "9s 9h 9d 9c 2c",
    FiveCardCategory.STRAIGHT_FLUSH: "9h 8h Jk 6h 5h",
    FiveCardCategory.WILD_ROYAL_FLUSH: "As Ks Qs Js Jk",
    FiveCardCategory.NATURAL_ROYAL_FLUSH: "As Ks Qs Js Ts",
    FiveCardCategory.FIVE_ACES: "As Ah Ad Ac Jk",
}


def settled(paytable, hand, draws):
    """What a seat with a unit of $10 has more after a round in which it stays for so many draws without replacing."""
    round = DoubleDrawRound(DoubleDrawRules(paytable=paytable), seats={1: "ann"})
    round.place_wager(1, "ante", 1000)
    round.place_wager(1, "bonus", 1000)
    round.no_more_bets()
    round.deal(parse_cards(hand))
    round.press_green_button()
    for _ in range(draws):
        round.draw(1)
    if draws < 2:
        round.fold(1)
    round.settle(1)
    return Fraction(sum(line.net_cents for line in round.lines), 1000)


def with_pay(bonus, slug, pay):
    rows = tuple(replace(row, pay=Pay.parse(pay)) if row.hand.slug == slug else row for row in bonus.rows)
    return replace(bonus, rows=rows)


@pytest.mark.parametrize("designator", ["DDP-1", "DDP-2"])
def test_every_end_brings_what_the_table_pays(designator):
    paytable = load_catalogue()[designator]
    nets = Money.of(paytable["bonus"]).nets
    for category, hand in ONE_OF_EACH.items():
        assert FIVE_CARD.value(parse_cards(hand)).category is category
        assert nets[category] == settled(paytable, hand, 2)
    assert tuple(settled(paytable, "Ks 9d 7h 5c 2h", draws) for draws in (0, 1)) == (FOLD_1, FOLD_2)


def test_amounts_are_whole_whatever_is_paid(bonus):
    money = Money.of(with_pay(with_pay(bonus, "straight", "3 to 2"), "flush", "7 to 3"))
    assert money.parts == 6
    assert money.amounts[FiveCardCategory.STRAIGHT] == 6 * (3 + Fraction(3, 2) + 3)
    assert money.amounts[FiveCardCategory.FLUSH] == 6 * (3 + Fraction(7, 3) + 3)
    assert money.amounts[FiveCardCategory.PAIR] == -6
    assert money.fold_1 == 6


def test_a_pay_that_would_overflow_is_refused(bonus):
    Money.of(with_pay(bonus, "five-aces", f"{LARGEST - 6} to 1"))
    with pytest.raises(PaytableError, match=r"Bonus 1 pays 1000000 to 1, too much for this analysis: at most 799,994"):
        Money.of(with_pay(bonus, "five-aces", "1000000 to 1"))


def test_odds_that_cut_a_unit_too_finely_are_refused(bonus):
    with pytest.raises(PaytableError, match="Bonus 1 cuts a unit into 999,983 parts, too many for this analysis"):
        Money.of(with_pay(bonus, "straight", "1 to 999983"))


def test_a_paytable_of_another_game_is_refused():
    with pytest.raises(PaytableError, match="Pair Plus A is a paytable of Three Card Poker, not of Double Draw Poker"):
        Money.of(load_catalogue()["TCP-01"]["pair-plus"])
