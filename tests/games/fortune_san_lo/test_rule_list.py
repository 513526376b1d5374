"""A house way by rules: its vocabulary, the first rule that applies, and files that cannot be loaded."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import DECK_53, parse_cards
from pitboss.games.fortune_san_lo.house_way_file import HouseWayError
from pitboss.games.fortune_san_lo.rule_list import (
    HOLDINGS,
    Requirement,
    Rule,
    RuleList,
    holding_of,
    load_rule_list,
    shipped_rule_list,
)
from pitboss.games.fortune_san_lo.setting import RANKINGS

six_cards = st.lists(st.sampled_from(DECK_53.cards), min_size=6, max_size=6, unique=True)

GOOD = """\
format = 1
name = "my own"

[[rules]]
name = "Three pair"
holding = "three pair"
mid = "pair"
order = ["high", "mid", "low"]

[[rules]]
name = "Kings up"
high = "pair of kings or better"
mid = "ace-ten high or better"
low = "nine or lower"

[[rules]]
name = "The rest"
"""


def load(tmp_path, text):
    (tmp_path / "mine.toml").write_text(text)
    return load_rule_list(tmp_path / "mine.toml", "mine.toml")


@pytest.mark.parametrize(
    ("cards", "number", "setting"),
    [
        ("Ks Kc Qs Qc Jh Jd", 1, "Ks Kc Qs / Jh Jd / Qc"),
        ("Ks Kc As Tc 7h 2d", 2, "Ks Kc 2d / As Tc / 7h"),
        ("Ks Kc As 9c 7h 2d", 3, "As 7h 2d / Kc 9c / Ks"),
    ],
)
def test_the_first_rule_that_applies_sets_the_hand(tmp_path, cards, number, setting):
    rules = load(tmp_path, GOOD)
    choice = rules.choose(parse_cards(cards))
    assert (choice.number, str(choice.setting)) == (number, setting)
    assert choice.rule is rules.rules[number - 1]
    assert choice.words.startswith(f"Rule {number}, {choice.rule.name}: ")


def test_a_choice_says_which_rule_and_what_it_asks_for(tmp_path):
    assert load(tmp_path, GOOD).choose(parse_cards("Ks Kc As Tc 7h 2d")).words == (
        "Rule 2, Kings up: high hand pair of kings or better, mid hand ace-ten high or better, low hand nine or lower; "
        "then the best low, mid, high hand."
    )


@given(six_cards)
def test_the_shipped_list_always_yields_a_legal_setting(cards):
    choice = shipped_rule_list().choose(cards)
    choice.setting.verify_sets(cards)
    assert choice.setting.is_legal


ONE_HAND_PER_RULE = """\
Jk Ah 9s 8h 7h 2c
Ah 6h 6d 3h 2h 2c
Ac Jc 6c 4c 3s 3c
Ac Qd 9s 9h 9c 8c
Ad Ac Kc Jh 8s 2c
Jk Jd Tc 9s 8d 2h
As Ah Qd Th 7c 2d
Ac Ts 9d 8h 6h 2d
Kh Kd 9h 6s 2h 2d
Ks Kh Kd Tc 7d 3s
Kh Qs 8s 8c 5d 2c
Ah 9s 8c 5d 3h 2d
Th 9d 8d 7d 4h 2c
Qh Tc 8s 6s 6h 5c
Qd Jc 9s 8h 6c 2d
"""


def test_every_rule_of_the_shipped_list_sets_some_hand():
    hands = [parse_cards(line) for line in ONE_HAND_PER_RULE.splitlines()]
    numbers = [shipped_rule_list().choose(cards).number for cards in hands]
    assert numbers == list(range(1, len(shipped_rule_list().rules) + 1))


@pytest.mark.parametrize(
    ("cards", "holding"),
    [
        ("As Ks 9c 7h 4d 2d", "no pair"),
        ("As Jk 9c 7h 4d 2d", "one pair"),
        ("As Ac 9c 9h 4d 2d", "two pair"),
        ("As Jk 9c 9h 4d 4c", "three pair"),
        ("9s 9c 9h 7h 4d Jk", "three of a kind"),
        ("9s 9c 9h 7h Ad Jk", "full house"),
        ("9s 9c 9h As Ad Jk", "two threes"),
        ("9s 9c 9h 9d Ad 4c", "four of a kind"),
        ("9s 9c 9h 9d Ad Jk", "four and a pair"),
        ("As Ac Ah Ad Jk 4c", "five aces"),
    ],
)
def test_what_six_cards_hold(cards, holding):
    assert holding_of(parse_cards(cards)) == holding
    assert holding in HOLDINGS.values()


@pytest.mark.parametrize(
    ("text", "hand", "met", "not_met"),
    [
        ("pair", "mid", "9s 9d", "As Kd"),
        ("pair or better", "high", "2s 5s 9s", "As Kd 9c"),
        ("pair of nines", "high", "9s 9d Ac", "8s 8d Ac"),
        ("pair of nines or lower", "high", "9s 9d Ac", "Ts Td 2c"),
        ("pair of nines or better", "high", "9s 9d 2c", "8s 8d Ac"),
        ("three sixes", "high", "6s 6d 6c", "7s 7d 7c"),
        ("three of a kind", "high", "2s 2d 2c", "As 2s 3s"),
        ("three of a kind or better", "high", "As 2s 3s", "As 2s 3d"),
        ("ace high", "mid", "As 2d", "2s 2d"),
        ("ace-ten high or better", "mid", "As Td", "As 9d"),
        ("ace-ten high or lower", "mid", "As Td", "As Jd"),
        ("king or better", "low", "Jk", "Qs"),
        ("king", "low", "Ks", "As"),
        ("king-high flush or better", "high", "Ks 5s 2s", "Qs Js 9s"),
        ("flush", "high", "Ks 5s 2s", "Ks Qs Js"),
        ("eight-high straight or better", "high", "As 2d 3c", "7s 6d 5c"),
        ("ace-high straight", "high", "As 2d 3c", "Ks Qd Jc"),
        ("straight flush", "high", "As 2s Jk", "As 2d Jk"),
        ("high card", "mid", "As Kd", "2s 2d"),
    ],
)
def test_what_a_rule_may_ask_of_a_hand(text, hand, met, not_met):
    requirement = Requirement.parse(text)
    assert requirement.is_met_by(RANKINGS[hand].value(parse_cards(met)))
    assert not requirement.is_met_by(RANKINGS[hand].value(parse_cards(not_met)))


@pytest.mark.parametrize(
    ("old", "new", "line", "sentence"),
    [
        ("format = 1", "format = 7", 1, "the format is 7; this version reads format 1"),
        ('name = "my own"\n', "", 1, "name is missing: write what the list is called"),
        ('"my own"', "5", 2, "name is 5: write what the list is called"),
        ('name = "my own"', 'name = "my own"\ntitle = "x"', 3, "'title' is unknown here; allowed: format, name, rules"),
        ('name = "Kings up"\n', "", 10, "a rule needs a name: write it like 'Three pair'"),
        ('name = "Kings up"', "name = 7", 11, "a rule needs a name: write it like 'Three pair'"),
        ('low = "nine', 'lwo = "nine', 14, "'lwo' is unknown here; allowed: name, holding, high, mid, low, order"),
        ('"three pair"', '"three pairs"', 6, "'three pairs' is nothing to hold; allowed: no pair, one pair, two pair,"),
        ('"three pair"', '["three pair"]', 6, "['three pair'] is nothing to hold; allowed: no pair, one pair,"),
        (
            "pair of kings or",
            "pair of kngs or",
            12,
            "'pair of kngs' is not a hand, before ' or better' or ' or lower'; the nearest are pair of kings, pair of tens,",
        ),
        ('"pair of kings or better"', "13", 12, "13 is not a hand: write it like 'pair of kings or better'"),
        ('"nine or lower"', '"pair or better"', 14, "'pair or better' asks for what a low hand of 1 cannot be"),
        ('"ace-ten high', '"flush', 13, "'flush or better' asks for what a mid hand of 2 cannot be"),
        ('"mid", "low"]', '"mid"]', 8, "['high', 'mid'] is not an order: name each hand once, like [\"low\","),
        ('["high", "mid", "low"]', '"high"', 8, "'high' is not an order: name each hand once"),
        ('name = "The rest"', 'name = "The rest"\nmid = "pair"', 16, "'The rest' is the last rule, and must apply to"),
        (
            'holding = "three pair"\nmid = "pair"\n',
            "",
            4,
            "'Three pair' applies to every hand, so no rule after it can",
        ),
        ('name = "The rest"', "name = The rest", 17, "Invalid value"),
    ],
)
def test_a_spoilt_list(tmp_path, old, new, line, sentence):
    assert old in GOOD
    with pytest.raises(HouseWayError) as caught:
        load(tmp_path, GOOD.replace(old, new, 1))
    assert str(caught.value).startswith(f"mine.toml, line {line}: {sentence}")


@pytest.mark.parametrize("rules", ["", "rules = []\n", "rules = 5\n"])
def test_a_list_without_rules(tmp_path, rules):
    with pytest.raises(HouseWayError, match=r"there is no rule; write each under a line \[\[rules\]\]"):
        load(tmp_path, 'format = 1\nname = "x"\n' + rules)


def test_a_rule_that_is_not_a_table(tmp_path):
    with pytest.raises(HouseWayError, match=r"'x' is not a rule; write each under a line \[\[rules\]\]"):
        load(tmp_path, 'format = 1\nname = "x"\nrules = ["x"]\n')


@pytest.mark.parametrize("rules", [(), (Rule("Two pair", holding="two pair"),)])
def test_a_list_that_would_leave_hands_unset(rules):
    with pytest.raises(HouseWayError, match="the last rule of 'ours' must apply to every hand"):
        RuleList("ours", rules)
