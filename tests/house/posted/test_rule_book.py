"""The rule book: its examples are what they are called, and its rulings follow the settings of the table."""

from dataclasses import replace

import pytest

from pitboss.cards import best_five, parse_cards
from pitboss.games import read_hand
from pitboss.games.power_blackjack import PowerBlackjackRules
from pitboss.games.three_card_poker import ThreeCardPokerRules
from pitboss.house.posted.rule_book import rule_book
from pitboss.house.tables.settings import ControllerKind, TableSettings
from pitboss.server.first_day import tables

TABLES = tables()


def worth_of(game, text):
    cards = parse_cards(text)
    return best_five(cards) if len(cards) == 5 else read_hand(game, cards)[0].worth


@pytest.mark.parametrize("table_id", TABLES)
def test_every_example_is_the_hand_that_it_is_called(table_id):
    settings = TABLES[table_id]
    for hands in rule_book(settings).hands:
        for row in hands.rows:
            worth = worth_of(settings.game, row.cards)
            category = getattr(worth, "category", None)
            named = category.label if hasattr(category, "label") else worth.sentence
            assert named.endswith(row.hand), (table_id, row)


@pytest.mark.parametrize("table_id", ["T1", "T2", "T3"])
def test_hands_come_best_first(table_id):
    settings = TABLES[table_id]
    for hands in rule_book(settings).hands:
        worths = [worth_of(settings.game, row.cards) for row in hands.rows]
        assert worths == sorted(worths, reverse=True), hands.title


def abouts(settings):
    return {ruling.about: ruling.here for ruling in rule_book(settings).rulings}


def test_a_ruling_stands_only_where_its_wager_is_offered():
    settings = TABLES["T1"]
    without = TableSettings(rules=replace(settings.rules, progressive=None, six_card_bonus=None))
    assert "Folded hands and the progressive" in abouts(settings)
    assert not {"Folded hands and the progressive", "6 Card Bonus of a folded hand"} & abouts(without).keys()


def test_a_ruling_says_how_this_table_is_set():
    assert "4 hands" in abouts(TABLES["T4"])["After a split"]
    rules = PowerBlackjackRules(hands_per_seat=2, surrender=True)
    told = abouts(TableSettings(rules=rules))
    assert "2 hands" in told["After a split"]
    assert "half the bet" in told["Surrender"]


def test_every_way_to_split_aces_and_to_double_is_told():
    ways = [{"split_aces_one_card": one, "resplit_aces": again} for one in (True, False) for again in (True, False)]
    aces = [abouts(TableSettings(rules=PowerBlackjackRules(**way)))["Split aces"] for way in ways]
    assert len(set(aces)) == 4
    doubles = [
        abouts(TableSettings(rules=PowerBlackjackRules(double_for_less=less)))["What a double costs"]
        for less in (True, False)
    ]
    assert len(set(doubles)) == 2


def test_envy_is_told_as_the_controller_reads_it():
    rules = ThreeCardPokerRules()
    told = {kind: abouts(TableSettings(rules=rules, controller=kind))["Envy with two hands"] for kind in ControllerKind}
    assert told[ControllerKind.AQUARIUS] != told[ControllerKind.NEXUS]


@pytest.mark.parametrize("table_id", TABLES)
def test_nothing_is_ruled_twice_and_every_setting_is_one_of_the_table(table_id):
    rulings = rule_book(TABLES[table_id]).rulings
    assert len({ruling.about for ruling in rulings}) == len(rulings)
    assert all("{" not in ruling.here for ruling in rulings)
