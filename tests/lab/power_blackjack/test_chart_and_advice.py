"""The chart and the adviser, which rest on the same values; the shipped charts are what comes out."""

import sys
from pathlib import Path

import numpy as np
import pytest

from pitboss.cards import parse_card, parse_cards
from pitboss.errors import DuplicateCardError, HandSizeError, NotInDeckError
from pitboss.games.power_blackjack import PowerBlackjackRules
from pitboss.games.power_blackjack.charts import chart_for
from pitboss.lab.power_blackjack.advice import AdviceError, advise, advise_insurance, advise_replacing
from pitboss.lab.power_blackjack.analysis import analyse
from pitboss.lab.power_blackjack.chart import COLUMNS, LETTERS
from pitboss.paytables import Pay

SCRIPTS = Path(__file__).parents[3] / "scripts"


@pytest.fixture(scope="module")
def usual():
    return analyse(PowerBlackjackRules())


def best(text, up, rules=None, **known):
    return advise(parse_cards(text), parse_card(up), rules, **known)[0].name


def test_the_shipped_chart_of_the_usual_table_is_what_comes_out(monkeypatch):
    monkeypatch.syspath_prepend(str(SCRIPTS))
    import blackjack_charts

    made = blackjack_charts.text_of(6, True)
    assert made in blackjack_charts.FILE.read_text(encoding="utf-8")
    sys.modules.pop("blackjack_charts")


def test_the_chart_has_a_row_for_every_hand(usual):
    labels = {section: list(usual.chart.section(section)) for section in ("hard", "soft", "pairs", "power-split")}
    assert labels["hard"] == [str(total) for total in range(5, 21)]
    assert labels["soft"] == [str(total) for total in range(12, 21)]
    assert labels["pairs"] == ["A-A", *(f"{points}-{points}" for points in range(2, 11))]
    assert sorted(labels["power-split"]) == ["10-5", "10-6", "8-7", "9-6", "9-7"]
    assert all(len(row.entries) == len(COLUMNS) for row in usual.chart.rows)
    assert all(entry in LETTERS or entry.isdigit() for row in usual.chart.rows for entry in row.entries)


def test_a_table_without_an_option_has_no_rows_for_it():
    chart = analyse(PowerBlackjackRules(decks=1, power_split=False, power_double=False)).chart
    assert {row.section for row in chart.rows} == {"hard", "soft", "pairs"}


def test_exceptions_are_where_the_very_cards_say_otherwise(usual):
    """With six decks only a 12 with a ten in it against a 5 is so close."""
    assert [(e.cards, e.up, e.chart, e.best) for e in usual.chart.exceptions] == [
        ("10-A-A", "5", "S", "H"),
        ("10-2", "5", "S", "H"),
    ]
    assert usual.chart.longer_exceptions == 0
    assert best("Ts 2d", "5h") == "hit"
    assert best("9s 3d", "5h") == "stand"


def test_first_hands_are_what_the_adviser_says(usual):
    values = usual.first_hands["9"]["10-6"]
    told = {option.name: option.value for option in advise(parse_cards("Ks 6d"), parse_card("9h"))}
    assert told == pytest.approx({name: values[name] for name in told}, abs=1e-13)
    assert set(told) == {"stand", "hit", "double", "power-split"}


def test_the_chart_and_the_shipped_one_agree(usual):
    shipped = chart_for(PowerBlackjackRules())
    for total, row in shipped.hard.items():
        assert "".join(usual.chart.section("hard")[str(total)]) == row
    for total, row in shipped.replace_up_to.items():
        assert tuple(map(int, usual.chart.section("replace")[str(total)])) == row


@pytest.mark.parametrize(
    ("cards", "up", "known", "answer"),
    [
        ("Ts 6d", "9h", {}, "power-split"),
        ("8s 8d", "6h", {}, "split"),
        ("Ts 5d", "9h", {"hands": 2}, "hit"),
        ("6s 5d", "6h", {"hands": 2}, "double"),
        ("6s 5d", "6h", {}, "power-double"),
        ("As Ad", "9h", {"hands": 2}, "stand"),
        ("Ts 4d 3h", "Kh", {}, "stand"),
    ],
)
def test_the_adviser_answers(cards, up, known, answer):
    assert best(cards, up, **known) == answer


@pytest.mark.parametrize(("cards", "answer"), [("6s 5d 7h", "replace-card"), ("6s 5d 8h", "keep-card")])
def test_the_card_of_a_power_double(cards, answer):
    assert advise_replacing(parse_cards(cards), parse_card("9h"))[0].name == answer


def test_what_is_no_power_double_has_no_card_to_replace():
    with pytest.raises(AdviceError, match="Ts 6d 5h is not hard 10 or 11 and the card of a power double"):
        advise_replacing(parse_cards("Ts 6d 5h"), parse_card("9h"))


def test_a_hand_that_may_not_be_split_again_is_not():
    names = {option.name for option in advise(parse_cards("8s 8d"), parse_card("6h"), hands=4)}
    assert names == {"stand", "hit", "double"}


def test_kings_and_queens_where_only_equal_ranks_are_split():
    rules = PowerBlackjackRules(split_equal_value=False)
    assert "split" not in {o.name for o in advise(parse_cards("Ks Qd"), parse_card("6h"), rules)}
    equal = {o.name: o.value for o in advise(parse_cards("Ks Kd"), parse_card("6h"), rules)}
    any_ten = {o.name: o.value for o in advise(parse_cards("Ks Kd"), parse_card("6h"))}
    # Tens are better not split again, so how many make a pair does not matter.
    assert equal == any_ten


def test_cards_seen_elsewhere_are_out_of_the_shoe():
    rules = PowerBlackjackRules(decks=1)
    before = {o.name: o.value for o in advise(parse_cards("6s 5d"), parse_card("9h"), rules)}
    seen = parse_cards("Ts Td Th Tc Js Jd Jh Jc Qs Qd Qh Qc")
    after = {o.name: o.value for o in advise(parse_cards("6s 5d"), parse_card("9h"), rules, seen=seen)}
    assert after["double"] < before["double"]


@pytest.mark.parametrize(
    ("cards", "up", "known", "error", "words"),
    [
        ("Ts", "9h", {}, HandSizeError, "at least 2 cards, not 1"),
        ("Ts 9d 5h", "9h", {}, AdviceError, "bust with 24, with nothing to decide"),
        ("As Kd", "9h", {}, AdviceError, "blackjack, with nothing to decide"),
        ("Ts 6d", "9h", {"hands": 5}, AdviceError, "5 hands at a seat: allowed are 1 to 4"),
        ("Ts Ts Ts", "Ts", {"seen": parse_cards("Ts Ts Ts")}, DuplicateCardError, "Ts appears 7 times"),
        ("Ts Jk", "9h", {}, NotInDeckError, "Jk is not in"),
    ],
)
def test_what_the_adviser_cannot_answer(cards, up, known, error, words):
    with pytest.raises(error, match=words):
        advise(parse_cards(cards), parse_card(up), **known)


def test_insurance_by_the_cards_in_hand():
    assert advise_insurance(parse_cards("Ts Td")) < advise_insurance(parse_cards("9s 9d")) < 0
    rules = PowerBlackjackRules(insurance_pays=Pay.parse("3 to 1"))
    assert advise_insurance(parse_cards("9s 9d"), rules) > 0
    with pytest.raises(AdviceError, match="this table does not offer insurance"):
        advise_insurance(parse_cards("9s 9d"), PowerBlackjackRules(insurance=False))


def test_every_option_of_a_first_hand_is_below_the_best_of_the_analysis(usual):
    """No decision brings more than winning all that it can stake."""
    values = [value for row in usual.first_hands.values() for hand in row.values() for value in hand.values()]
    assert np.isfinite(values).all()
    assert -2 <= min(values) <= max(values) < 1.5
