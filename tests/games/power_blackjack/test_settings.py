"""The settings of a table: defaults, storage, and what is refused with which sentence."""

import json

import pytest

from pitboss.games.power_blackjack import PowerBlackjackRound, PowerBlackjackRules
from pitboss.games.table import Limit, TableRulesError
from pitboss.paytables import Pay, load_catalogue


def test_pbj_rule_settings_have_the_ruled_defaults():
    rules = PowerBlackjackRules()
    assert (rules.seats, rules.decks, rules.cut_card_percent, rules.cut_card_at) == (7, 6, 75, 234)
    assert (str(rules.blackjack_pays), str(rules.insurance_pays)) == ("3 to 2", "2 to 1")
    assert rules.push_22.designator == "PUSH22-11"
    assert rules.hands_per_seat == 4
    on = ("dealer_hits_soft_17", "insurance", "double_after_split", "split_equal_value", "split_aces_one_card")
    assert all(getattr(rules, name) for name in (*on, "power_split", "power_double"))
    assert not any(getattr(rules, name) for name in ("double_for_less", "resplit_aces", "surrender"))


@pytest.mark.parametrize("decks", [0, -1, 9])
def test_pbj_rule_settings_decks_are_1_to_8(decks):
    with pytest.raises(TableRulesError) as refusal:
        PowerBlackjackRules(decks=decks)
    assert str(refusal.value) == f"{decks} decks in the shoe: allowed are 1 to 8"


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"seats": 8}, "8 seats at Power Blackjack with Push 22: allowed are 1 to 7, as the layout has positions"),
        ({"cut_card_percent": 100}, "100 percent of the shoe before the cut card: allowed are 10 to 90"),
        ({"hands_per_seat": 1}, "1 as the most hands at a seat: allowed are 2 to 4"),
        ({"hands_per_seat": 5}, "5 as the most hands at a seat: allowed are 2 to 4"),
        ({"blackjack_pays": Pay.parse("3 for 2")}, "blackjack pays 3 for 2: write odds like '3 to 2'"),
        ({"insurance_pays": Pay.parse("push")}, "insurance pays push: write odds like '3 to 2'"),
        ({"push_22": load_catalogue()["TCP-01"]}, "TCP-01 is a paytable of Three Card Poker, not of this game"),
        ({"limits": {"ante": Limit(500, 500, 500)}}, "a limit for 'ante': wagers are bet, push-22"),
        (
            {"limits": {"bet": Limit(25, 500, 25)}},
            "a unit of $0.25 on Bet makes 3 to 2 fall between cents; choose another unit",
        ),
        (
            {"limits": {"bet": Limit(25, 500, 25)}, "blackjack_pays": Pay.parse("6 to 5")},
            "a unit of $0.25 on Bet makes half a bet fall between cents; choose another unit",
        ),
        (
            {"limits": {"bet": Limit(50, 500, 50)}, "insurance_pays": Pay.parse("3 to 2")},
            "insurance of $0.25 makes 3 to 2 fall between cents; choose another unit on Bet",
        ),
    ],
)
def test_pbj_rule_settings_that_make_no_sense_are_refused(settings, sentence):
    with pytest.raises(TableRulesError) as refusal:
        PowerBlackjackRules(**settings)
    assert str(refusal.value) == sentence


def test_pbj_rule_settings_an_odd_unit_is_fine_where_nothing_halves_it():
    limits, pays = {"bet": Limit(25, 500, 25)}, Pay.parse("6 to 5")
    assert PowerBlackjackRules(limits=limits, blackjack_pays=pays, insurance=False).limit("bet").unit_cents == 25
    with pytest.raises(TableRulesError, match="half a bet"):
        PowerBlackjackRules(limits=limits, blackjack_pays=pays, insurance=False, surrender=True)


def test_pbj_rule_settings_are_stored_and_read_again():
    rules = PowerBlackjackRules(
        decks=2, blackjack_pays=Pay.parse("6 to 5"), push_22=None, surrender=True, limits={"bet": Limit(500, 5000, 100)}
    )
    assert PowerBlackjackRules.from_json(json.loads(json.dumps(rules.as_json()))) == rules
    assert PowerBlackjackRules.from_json(PowerBlackjackRules().as_json()) == PowerBlackjackRules()


def test_pbj_rule_settings_stored_nonsense_is_refused():
    with pytest.raises(TableRulesError, match="'three to two' is not a pay"):
        PowerBlackjackRules.from_json({"blackjack_pays": "three to two"})
    with pytest.raises(TableRulesError, match="'jokers' is not a setting"):
        PowerBlackjackRules.from_json({"jokers": 2})


def test_pbj_rule_settings_of_a_round_survive_its_storage(felt):
    table = felt({1: "Ts 5d"}, "9h 8c", decks=2, surrender=True).play("surrender@1")
    again = PowerBlackjackRound.from_json(json.loads(json.dumps(table.round.as_json())))
    assert again.rules == table.round.rules
    assert again.as_json() == table.round.as_json()
