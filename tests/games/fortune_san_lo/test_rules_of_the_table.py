"""The settings of a Fortune San Lo Poker table."""

import json

import pytest

from pitboss.cards import parse_cards
from pitboss.errors import PitbossError
from pitboss.games.fortune_san_lo import FortuneSanLoRules, find_house_way, shipped_house_way, shipped_rule_list
from pitboss.games.fortune_san_lo.house_ways import restore_house_way, store_house_way
from pitboss.games.table import Limit, TableRulesError
from pitboss.paytables import load_catalogue
from support.san_lo import BEST_HIGH, dealt


def test_the_usual_settings():
    rules = FortuneSanLoRules()
    assert rules.offered() == ("main", "fortune-bonus", "hat-trick", "progressive")
    assert (rules.fortune_bonus.designator, rules.progressive.designator) == ("FSLP-01", "FSLPP-01")
    assert [rules.seat_of_number(number) for number in range(1, 8)] == [1, 2, 3, 4, 5, 6, 7]
    assert rules.house_way == shipped_house_way()


def test_each_bonus_can_be_left_out():
    assert FortuneSanLoRules(fortune_bonus=None, progressive=None, hat_trick=False).offered() == ("main",)


CATALOGUE = load_catalogue()
NONSENSE = [
    (
        {"seats": 8},
        "8 seats at Fortune San Lo Poker: the layout has 7 positions and each gets a hand; leave seats empty",
    ),
    ({"positions": (1, 2, 3)}, "the positions of the display must name each seat from 1 to 7 once, not 1, 2, 3"),
    ({"positions": ()}, "the positions of the display must name each seat from 1 to 7 once, not none"),
    (
        {"positions": (1, 1, 3, 4, 5, 6, 7)},
        "the positions of the display must name each seat from 1 to 7 once, not 1, 1",
    ),
    ({"settling_order": ("main",)}, "the settling order must name each of main, fortune-bonus, hat-trick, progressive"),
    ({"limits": {"ante": Limit(100, 100, 100)}}, "a limit for 'ante': wagers are main, fortune-bonus, hat-trick"),
    ({"fortune_bonus": CATALOGUE["TCP-01"]}, "TCP-01 is a paytable of Three Card Poker, not of this game"),
    ({"fortune_bonus": CATALOGUE["FSLPP-01"]}, "FSLPP-01 does not pay 'fortune-bonus'; it pays progressive"),
]


@pytest.mark.parametrize(("setting", "words"), NONSENSE)
def test_nonsense_is_refused_with_the_reason(setting, words):
    with pytest.raises(PitbossError) as refusal:
        FortuneSanLoRules(**setting)
    assert str(refusal.value).startswith(words)


@pytest.mark.parametrize(
    "rules",
    [
        FortuneSanLoRules(),
        FortuneSanLoRules(house_way=BEST_HIGH),
        FortuneSanLoRules(house_way=shipped_rule_list(), positions=(7, 6, 5, 4, 3, 2, 1), hat_trick=False),
        FortuneSanLoRules(progressive=None, limits={"main": Limit(1000, 5000, 1000)}),
    ],
)
def test_rules_are_stored_and_come_back(rules):
    assert FortuneSanLoRules.from_json(json.loads(json.dumps(rules.as_json()))) == rules


def test_stored_rules_need_not_name_every_setting():
    assert FortuneSanLoRules.from_json({"house_way": "rule-list"}).house_way == shipped_rule_list()
    assert FortuneSanLoRules.from_json({}) == FortuneSanLoRules()


def test_a_house_way_is_found_by_name_or_file(tmp_path):
    own = tmp_path / "ours.toml"
    own.write_text('format = 1\nname = "ours"\n\n[[rules]]\nname = "Best low card"\n')
    assert find_house_way("tables") == shipped_house_way()
    assert find_house_way("rule-list") == shipped_rule_list()
    assert find_house_way(str(own)).name == "ours"


def test_a_stored_list_of_rules_does_not_need_its_file(tmp_path):
    own = tmp_path / "ours.toml"
    own.write_text('format = 1\nname = "ours"\n\n[[rules]]\nname = "Best low card"\n')
    stored = FortuneSanLoRules(house_way=find_house_way(str(own))).as_json()
    own.unlink()
    assert FortuneSanLoRules.from_json(stored).house_way.name == "ours"


def test_an_unknown_house_way_is_refused():
    with pytest.raises(
        TableRulesError, match="^there is no stored house way 'mine'; known by name: tables, rule-list$"
    ):
        restore_house_way("mine")


def test_a_house_way_that_nobody_could_restore_is_not_stored():
    class Whim:
        name = "whim"

    with pytest.raises(TableRulesError, match="^the house way 'whim' cannot be stored: only our tables and"):
        store_house_way(Whim())


@pytest.mark.parametrize("way", [shipped_house_way(), shipped_rule_list(), BEST_HIGH])
def test_the_house_way_of_the_table_sets_the_dealers_hand_and_gives_the_hints(way):
    dealer = "4h Ks Jd Kd Ac Qs"
    round = dealt({1: "Td Th 9c 8s 4d 2h"}, dealer, rules=FortuneSanLoRules(house_way=way))
    assert round.hint(1).setting == way.choose(parse_cards("Td Th 9c 8s 4d 2h")).setting
    round.set_hand(1, round.seats[1].cards)
    round.dealer_house_way()
    assert round.dealer_choice == way.choose(parse_cards(dealer))
