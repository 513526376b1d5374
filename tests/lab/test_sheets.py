"""Par sheets: every paytable that needs no long work, the form for machines, the page, and what is refused."""

import json
import subprocess
import sys
from datetime import UTC, datetime
from fractions import Fraction

import pytest

from pitboss.errors import UnknownNameError
from pitboss.games.table import TableRulesError
from pitboss.lab.par import as_html, file_sheet
from pitboss.lab.question import Question, QuestionError, read_rules_file
from pitboss.lab.sheet import ParSheet
from pitboss.lab.sheets import METHODS, par_sheet, paytables_of
from pitboss.paytables import Game, load_catalogue
from pitboss.printing import to_pdf

CATALOGUE = load_catalogue()
QUICK = [paytable.designator for paytable in CATALOGUE if paytable.game is not Game.DOUBLE_DRAW]


def sheet_of(designator, resources, **asked):
    return par_sheet(Question.ask(designator, CATALOGUE, **asked), resources)


def test_every_wager_of_the_catalogue_has_somebody_who_works_it_out():
    asked = {(paytable.game, wager.wager.slug) for paytable in CATALOGUE for wager in paytable.wagers}
    assert asked == set(METHODS)


@pytest.mark.parametrize("designator", QUICK)
def test_the_counts_of_a_paytable_make_its_figures(designator, resources):
    for wager in sheet_of(designator, resources).wagers:
        for reading in wager.readings.values():
            told = reading.as_json()
            assert sum(told["counts"].values()) == told["total"]
            edge = Fraction(told["house_edge"]["fraction"])
            back = (
                sum((Fraction(told["pays"][name]) * count for name, count in told["counts"].items()), Fraction(0))
                / told["total"]
            )
            assert -edge == back + reading.envy_value
            assert told["house_edge"]["percent"] == pytest.approx(float(edge * 100))
            assert 0 < Fraction(told["hit_frequency"]["fraction"]) < 1
            assert told["standard_deviation"] > 0


def test_the_form_for_machines_is_the_agreed_one(resources):
    told = sheet_of("FSLP-01", resources).as_json()
    assert (told["designator"], told["game"]) == ("FSLP-01", "fortune-san-lo")
    (wager,) = told["wagers"]
    assert wager["wager"] == "fortune-bonus"
    assert set(wager["readings"]) == {"rules", "printed"}
    assert wager["printed_figures"]["house-edge"] == ["2.00%"]
    assert wager["readings"]["printed"]["total"] == 22_957_480
    assert wager["readings"]["rules"]["counts"]["five-aces"] == 48
    assert round(wager["readings"]["printed"]["house_edge"]["percent"], 2) == 2.00
    assert round(wager["readings"]["rules"]["house_edge"]["percent"], 2) == 1.90
    (pair_plus,) = (
        wager for wager in sheet_of("TCP-01", resources).as_json()["wagers"] if wager["wager"] == "pair-plus"
    )
    assert set(pair_plus["readings"]) == {"rules"}
    assert pair_plus["readings"]["rules"]["house_edge"]["fraction"] == "128/5525"


def test_a_main_game_has_all_wagers_of_its_table(resources):
    told = sheet_of("three-card-poker", resources)
    assert [wager.wager for wager in told.wagers] == ["ante-bonus", "pair-plus", "six-card-bonus", "progressive"]
    assert [paytable.designator for paytable in paytables_of(Question.ask("three-card-poker", CATALOGUE))] == [
        "TCP-01",
        "TCP-6B1",
        "TCPP-1",
    ]


def test_push_22_depends_on_the_decks(resources):
    edges = [sheet_of("PUSH22-11", resources, decks=decks)["push-22"].reading.house_edge.exact for decks in (1, 6, 8)]
    assert len(set(edges)) == 3


def test_power_blackjack_is_an_estimate_with_its_error(resources):
    reading = sheet_of("power-blackjack", resources, decks=6)["bet"].reading
    told = reading.as_json()
    assert told["house_edge"]["fraction"] is None
    assert 0 < told["house_edge"]["error_percent"] < 1e-6
    assert told["average_wager"] > 1
    assert told["element_of_risk"]["percent"] < told["house_edge"]["percent"]


def test_a_sheet_is_kept_and_read_without_the_kernels(resources, tmp_path):
    sheet = sheet_of("TCP-01", resources)
    assert ParSheet.restored(json.loads(json.dumps(sheet.stored()))) == sheet
    code = (
        "import sys\n"
        "from pitboss.cli import main\n"
        "main(['par', 'TCP-01', '--json'])\n"
        "assert 'numba' not in sys.modules and 'sqlalchemy' not in sys.modules, 'the answer was only to be read'\n"
    )
    environment = {"PITBOSS_CACHE": str(tmp_path), "PATH": "/usr/bin"}
    first = subprocess.run(
        [sys.executable, "-m", "pitboss", "par", "TCP-01", "--json"], env=environment, check=True, capture_output=True
    )
    again = subprocess.run([sys.executable, "-c", code], env=environment, check=True, capture_output=True)
    assert first.stdout == again.stdout


def test_a_sheet_is_printed_with_its_marks(resources):
    question = Question.ask("TCPP-1", CATALOGUE)
    filing = file_sheet(par_sheet(question, resources), paytables_of(question), datetime(2026, 3, 4, 5, 6, tzinfo=UTC))
    page = as_html(filing)
    for words in (
        "Par sheet TCPP-1",
        "Mar 4, 2026 5:06:00 AM UTC",
        filing.code_hash,
        filing.paytable_hash,
        "Break-even meter",
    ):
        assert words in page
    assert "22.33%" in page
    assert "22.3348%" in page
    assert to_pdf(page).startswith(b"%PDF-")


@pytest.mark.parametrize(
    ("asked", "error", "match"),
    [
        (
            {"name": "TCP-99"},
            UnknownNameError,
            "there is no paytable 'TCP-99'; near it are .*games are three-card-poker",
        ),
        ({"name": "power-blackjack", "decks": 0}, TableRulesError, "0 decks in the shoe: allowed are 1 to 8"),
        ({"name": "power-blackjack", "decks": 9}, TableRulesError, "9 decks in the shoe: allowed are 1 to 8"),
        ({"name": "TCP-01", "decks": 6}, QuestionError, "6 decks for Three Card Poker: decks can be chosen for"),
        ({"name": "TCP-01", "rules": {"seats": "7"}}, TableRulesError, "seats must be a whole number, not '7'"),
        ({"name": "TCP-01", "rules": []}, TableRulesError, "these are not the settings of a Three Card Poker table"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_one_sentence(asked, error, match):
    name = asked.pop("name")
    with pytest.raises(error, match=match):
        Question.ask(name, CATALOGUE, **asked)


def test_a_file_of_settings_that_is_none_is_refused(tmp_path):
    for text in ("{", "[" * 200_000):
        (tmp_path / "rules.json").write_text(text)
        with pytest.raises(QuestionError, match="it is not JSON, or nests too deep"):
            read_rules_file(tmp_path / "rules.json")
