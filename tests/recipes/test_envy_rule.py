"""The recipe for an envy rule: registered and named by a controller, the tables of that controller follow it."""

import pytest

from pitboss.games.reports import ProgressiveReport, ProgressiveWager, QualifyingHand
from pitboss.house.tables.settings import CardKind, ControllerKind, TableSettings
from pitboss.progressive import ENVY_RULES, EnvyReading, Meter, price, usual_parameters
from pitboss.progressive.controllers import CONTROLLERS
from pitboss.registry import DoubleError
from support.floor import DEALER_7
from support.recipe import carried_out, files_of, in_terminal

MARK = 5


@pytest.fixture
def example():
    with carried_out("envy_rule", ENVY_RULES, CONTROLLERS) as module:
        yield module


def envied(rule):
    """The seats that collect envy for the hand of seat 3, by a rule."""
    parameters = usual_parameters("FSLPP-01")
    wagers = tuple(ProgressiveWager(seat, f"p{seat}", 100) for seat in (1, 2, 3, 4, 6))
    hand = QualifyingHand(3, "p3", "royal-flush", "royal flush", has_wager=True, is_folded=False)
    report = ProgressiveReport(wagers, (hand,))
    return [award.seat for award in price(report, parameters, Meter.start(parameters).meter, envy_reading=rule).envy]


@pytest.fixture
def table(example, floor):
    """T8, with live cards and the keypad of the example."""
    floor.table("T8", meter="M1", cards=CardKind.LIVE, controller=ControllerKind("neighborly"))
    return floor


def test_the_recipe_has_few_files():
    assert len(files_of("An envy rule")) <= MARK


def test_envy_is_awarded_by_it(example):
    assert (envied(EnvyReading.NEXUS), envied(example.RULE)) == ([6, 4, 2, 1], [4, 2])


def test_the_keypad_owes_envy_by_it(table):
    for seat in (1, 2, 3, 5):
        table.press("T8", "place-chip", DEALER_7, seat=seat)
    table.press("T8", "press-coin-in", DEALER_7)
    keypad = table.room.table("T8").controller
    assert [seat for seat in (1, 2, 3, 5) if keypad.has_envy(seat, 2)] == [1, 3]
    table.press("T8", "press-hand", DEALER_7, row="akq-of-spades")
    for_five = next(each for each in keypad.view().presses if (each.do, each.of) == ("owe-envy", 5))
    assert for_five.refused == "seat 5 has no envy for its own hand", "nobody sits next to seat 5"


def test_everybody_reads_it_in_the_rules_of_the_table(example, table, visitors):
    for who in ("nobody", "ann", "dealer"):
        rulings = visitors.as_(who).look("/api/tables/T8/rules")["rulings"]
        assert example.WORDS in [each["here"] for each in rulings], who
    others = visitors.as_("nobody").look("/api/tables/T5/rules")["rulings"]
    assert example.WORDS not in [each["here"] for each in others]


def test_the_settings_of_a_table_name_its_controller(example, visitors):
    assert "neighborly" in visitors.as_("admin").look("/api/games/three-card-poker/template")["controllers"]
    assert '"neighborly"' in in_terminal("envy_rule", "table", "template", "three-card-poker").out


def test_the_settings_are_stored_and_read(table):
    settings = table.room.table("T8").settings
    assert TableSettings.from_json(settings.as_json()).envy_reading.name == "neighbors"


def test_a_rule_is_there_once(example):
    with pytest.raises(DoubleError, match="envy rule 'neighbors' is registered already"):
        ENVY_RULES.add(example.NAME, example.RULE)


def test_without_it_no_table_names_it():
    with pytest.raises(ValueError, match="'neighborly' is not a controller; controllers are aquarius, nexus"):
        ControllerKind("neighborly")
