"""A kept result is found by the same question only, asked of the same code: nothing that decides it is left out."""

import sys
from dataclasses import fields

import pytest

from pitboss.cards import parse_cards
from pitboss.games.fortune_san_lo import FortuneSanLoRules
from pitboss.games.fortune_san_lo.house_way import shipped_house_way
from pitboss.games.fortune_san_lo.rule_list import shipped_rule_list
from pitboss.games.power_blackjack import PowerBlackjackRules
from pitboss.games.table import TableRulesError
from pitboss.lab.double_draw.solving import MODULES as DOUBLE_DRAW
from pitboss.lab.fortune_san_lo import advise, set_hands
from pitboss.lab.power_blackjack.analysis import MODULES as POWER_BLACKJACK
from pitboss.lab.power_blackjack.compiled import _NO_MATTER
from pitboss.lab.question import Question
from pitboss.lab.sheets import inputs_of, modules_of, par_sheet
from pitboss.lab.store import code_hash
from pitboss.lab.work import Resources
from pitboss.paytables import Game, load_catalogue
from support.imports import rests_on, under

CATALOGUE = load_catalogue()

BESIDE = {f"pitboss.lab.{name}" for name in ("figure", "question", "sheet", "store", "work")}
"""How results are asked for, kept and shown: what these say is part of the question, or decides no number."""


def asked(name, **rules):
    return Question.ask(name, CATALOGUE, rules=rules)


def test_every_setting_that_moves_a_figure_of_power_blackjack_is_part_of_the_question():
    matters = {field.name for field in fields(PowerBlackjackRules)} - set(_NO_MATTER)
    assert set(asked("power-blackjack").settings) == matters


def test_insurance_by_other_odds_is_another_sheet(resources):
    edges = [
        par_sheet(asked("power-blackjack", decks=1, insurance_pays=pays), resources)["insurance"].reading.house_edge
        for pays in ("2 to 1", "11 to 5")
    ]
    assert [str(edge.exact) for edge in edges] == ["1/17", "-1/255"]


def test_another_way_of_the_same_name_is_another_question():
    stored = FortuneSanLoRules(house_way=shipped_rule_list()).as_json()["house_way"]
    other = asked("fortune-san-lo", house_way=stored | {"name": shipped_house_way().name})
    assert inputs_of(other) != inputs_of(asked("fortune-san-lo"))
    with pytest.raises(TableRulesError, match="the dealer of this table sets by 'house way'"):
        par_sheet(other, Resources(processes=1))


def numbers_beside(declared):
    """Modules with numbers in them that an analysis rests on and does not declare."""
    return {
        module
        for module in rests_on(declared) - under(declared) - BESIDE
        if module.startswith(("pitboss.lab.", "pitboss.cards.batch"))
    }


@pytest.mark.parametrize("game", Game)
def test_a_sheet_declares_all_of_the_lab_that_it_rests_on(game):
    assert numbers_beside(modules_of(asked(game.value))) == set()
    assert {"pitboss.lab.sheet", "pitboss.lab.outcome_table"} <= under(modules_of(asked(game.value)))
    assert code_hash(modules_of(asked(game.value))), "every module that it declares exists"


@pytest.mark.parametrize("declared", [DOUBLE_DRAW, POWER_BLACKJACK], ids=["double draw", "power blackjack"])
def test_long_work_declares_all_of_the_lab_that_it_rests_on(declared):
    assert numbers_beside(declared) == set()
    assert code_hash(declared), "every module that it declares exists"


@pytest.mark.parametrize(("ask", "given"), [(advise, [parse_cards("Ks Kc 2h 9s 9d Jk")]), (set_hands, [])])
def test_work_declares_the_module_that_does_it(ask, given, monkeypatch):
    class SeenError(Exception):
        """The work, before anybody does it."""

    def see(work, *_):
        raise SeenError(work)

    monkeypatch.setattr(sys.modules[ask.__module__], "remembered", see)
    with pytest.raises(SeenError) as seen:
        ask(*given)
    (work,) = seen.value.args
    assert work.run.func.__module__ in work.modules
