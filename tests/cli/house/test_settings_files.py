"""The settings of a table as a file: what the template prints is the usual, and a bad file says what is wrong."""

from dataclasses import fields

import pytest

from pitboss.cli.house.settings_file import NOTES, read_settings, template
from pitboss.games.rounds import ROUNDS
from pitboss.games.table import usual_rules
from pitboss.paytables import Game


@pytest.mark.parametrize("game", list(Game))
def test_the_template_is_the_usual_table(folder, game):
    folder.write("table.toml", folder.run(None, "table", "template", game.value).out)
    settings = read_settings(folder.path / "table.toml")
    usual = usual_rules(ROUNDS[game].rules_type)
    assert settings.meter_id == ("M1" if "progressive" in usual.offered() else None)
    for entry in fields(usual):
        if entry.name != "limits":
            assert getattr(settings.rules, entry.name) == getattr(usual, entry.name)
    for wager in usual.offered():
        assert settings.rules.limit(wager) == usual.limit(wager)


def test_the_template_explains_every_rule_and_no_other():
    named = {entry.name for kind in ROUNDS.values() for entry in fields(kind.rules_type)} - {"limits"}
    assert set(NOTES) == named


def test_what_is_left_out_is_as_usual(tmp_path):
    (tmp_path / "short.toml").write_text('game = "double-draw"\n')
    assert read_settings(tmp_path / "short.toml").rules == usual_rules(ROUNDS[Game.DOUBLE_DRAW].rules_type)


def test_none_takes_a_wager_off_the_table(tmp_path):
    (tmp_path / "plain.toml").write_text(
        'game = "three-card-poker"\n[rules]\nprogressive = "none"\nsix_card_bonus = "none"\n'
    )
    assert read_settings(tmp_path / "plain.toml").rules.offered() == ("ante", "pair-plus")


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (("seats = 7", "seats = "), ", line 10: Invalid value"),
        (("seats = 7", "seats = 9"), "9 seats at Three Card Poker: allowed are 1 to 7"),
        (("seats = 7", 'seats = "many"'), "seats must be a whole number, not 'many'"),
        (("seats = 7", "chairs = 7"), "'chairs' is not a setting of Three Card Poker"),
        (("three-card-poker", "bridge"), "game is 'bridge', and must be one of three-card-poker, fortune-san-lo"),
        (('"electronic"', '"wooden"'), "cards is 'wooden', and must be one of electronic, live"),
        (("TCP-01", "TCP-99"), "there is no paytable 'TCP-99'"),
        (("equipment", "colour"), "'colour' is not a setting of a table; settings are game, cards"),
        (('meter = "M1"', "meter = 1"), "meter is 1, and must be the name of a progressive"),
        (('minimum = "$5"', "minimum = 2.5"), "the minimum of ante is 2.5: write dollars in quotes, such as '$5'"),
        (('minimum = "$5"', 'minimum = "five"'), "'five' is not an amount"),
        (('minimum = "$5"', 'minimum = "$500"'), "the minimum $500 is above the maximum $300"),
        (('minimum = "$5"', ""), "[limits.ante] must say minimum, maximum, unit, each in dollars"),
        (("[limits.ante]", "[limits.anti]"), "a limit for 'anti': wagers are ante, pair-plus"),
        (("[rules]", 'rules = "usual"\n[old]'), "'old' is not a setting of a table"),
    ],
)
def test_a_bad_file_is_refused_with_its_name_and_the_reason(staffed, change, sentence):
    text = template(Game.THREE_CARD_POKER)
    assert change[0] in text
    staffed.write("bad.toml", text.replace(*change, 1))
    answer = staffed.line("3", "table propose T1 --reason new --settings bad.toml")
    assert (answer.status, answer.out) == (2, "")
    assert answer.err.startswith("pitboss: bad.toml")
    assert answer.err.count("\n") == 1
    assert sentence in answer.err


def test_other_settings_for_a_table_that_is_there(playing):
    playing.line("3", "table close T1 $5,000")
    playing.write("t1.toml", template(Game.THREE_CARD_POKER).replace("$300", "$200"))
    proposed = playing.line("3", "table propose T1 --settings t1.toml --reason lower --proposal-id lower")
    assert "(configure-table, T1)" in proposed.out
    assert playing.line("2", "proposals approve lower").status == 0
    assert (
        playing.line("2", "table configure T1 --proposal lower").out
        == "the table is closed: configured for Three Card Poker\n"
    )
    assert "Ante $5 $200 $5" in " ".join(playing.line(None, "table placard T1").out.split())
