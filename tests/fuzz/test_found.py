"""What fuzzing has found, once each: broken before it was mended, and refused in a sentence since."""

import pytest

from fuzz.oracle import judge
from fuzz.table import TARGETS
from pitboss.cli.house.user_input import read_instant
from pitboss.errors import NotationError, PitbossError
from pitboss.games.command import CommandError
from pitboss.games.fortune_san_lo.house_ways import find_house_way
from pitboss.games.power_blackjack import Double
from pitboss.games.table import Limit, TableRulesError
from pitboss.house.errors import RefusedError, StorageError
from pitboss.house.property import Property, PropertySettings
from pitboss.house.tables.table import Table
from pitboss.paytables import Game

RULES = {"game": "three-card-poker"}
WAY = {"name": "ours", "rules": [{"name": "all", "holding": None, "requirements": {}, "order": ["low", "mid", "high"]}]}
STORED = {"format": 1, **RULES, "rules": RULES, "seats": {"1": "ann"}, "lit": {}, "commands": []}


def changed(tree, **changes):
    """A tree with something else in it."""
    return {name: value for name, value in (tree | changes).items() if value is not ...}


@pytest.mark.parametrize(
    ("name", "given"),
    [
        # Python's own words reached people: what is missing, and of which class
        ("rules of three-card-poker", changed(RULES, limits=None)),
        ("rules of three-card-poker", changed(RULES, limits={"ante": {}})),
        ("rules of three-card-poker", changed(RULES, settling_order=[1, "ante"])),
        ("rules of double-draw", {"game": "double-draw", "paytable": None}),
        ("rules of power-blackjack", {"game": "power-blackjack", "blackjack_pays": None}),
        ("rules of fortune-san-lo", {"game": "fortune-san-lo", "positions": [1, "2"]}),
        ("a round of three-card-poker", changed(STORED, seats=None)),
        ("a round of three-card-poker", changed(STORED, lit={"one": 100})),
        ("a round of three-card-poker", changed(STORED, commands=...)),
        ("a stored aquarius", {"format": 1, "controller": "aquarius", "seats": 7, "buttons": [{}], "presses": []}),
        ("how a game starts", {"chips": 3}),
        ("table settings", {"rules": None}),
        ("the manifest of a backup", b'{"format": 1, "king": "sqlite"}'),
        # it was taken, and nobody could have played by it
        ("rules of fortune-san-lo", {"game": "fortune-san-lo", "house_way": WAY | {"name": 3}}),
        ("rules of fortune-san-lo", {"game": "fortune-san-lo", "house_way": {"rules": []}}),
        ("a command of the office", {"do": "note-log-in", "badge": "17", "is_right": "yes"}),
        # errors that are no refusals
        ("a stored table", {"public": None, "secret": None}),
        ("a time zone", "x" * 400),
        ("when the day begins", "06:00+01:00"),
        ("a paytable file", b"a" + b".a" * 3000 + b" = 1"),
        ("what a house way asks for", "x" * 50_000),
        ("a house-way file", b'format = 1\nname = """\n' + b" " * 3000 + b'x\n"""\n'),
    ],
)
def test_it_is_refused_in_a_sentence(name, given):
    assert not judge(TARGETS[name], given)


def test_a_long_word_is_read_card_by_card():
    assert judge(TARGETS["cards"], "As" * 50_000)


def test_a_sentence_is_short_and_says_what_is_allowed_at_its_end():
    with pytest.raises(NotationError) as caught:
        TARGETS["cards"].read("1" * 1_000_000)
    assert len(str(caught.value)) < 900
    assert str(caught.value).startswith("'1111")
    assert str(caught.value).endswith("or Jk for a joker")
    assert str(PitbossError("one\r\ntwo\u2028three")) == "one two three"


def test_limits_are_whole_cents():
    with pytest.raises(TableRulesError, match="a limit is in whole cents, not 500.5"):
        Limit(500.5, 1000, 500)


def test_what_a_command_may_leave_out_is_of_its_kind_where_it_is_said():
    with pytest.raises(CommandError, match="cents of double must be a whole number or nothing, not '5'"):
        Double(1, "5")


def test_a_house_way_that_no_file_can_be_called():
    with pytest.raises(TableRulesError, match="there is no house way"):
        find_house_way("x" * 5000)


def test_an_instant_before_the_calendar_begins():
    with pytest.raises(PitbossError, match="is not a time: write one such as"):
        read_instant(Property("P1", "Lucky Ace"), "0001-01-01T00:00:00+14:00")


def test_the_day_begins_by_the_clock_of_the_room():
    with pytest.raises(RefusedError, match="the day begins by the clock of the room"):
        PropertySettings(day_starts="06:00+01:00")


def test_a_table_that_was_not_stored_by_us_says_what_to_do():
    with pytest.raises(StorageError, match="restore a backup"):
        Table.from_json("T1", {"settings": 3}, {})


def test_every_game_has_its_targets():
    for game in Game:
        assert {f"rules of {game.value}", f"a round of {game.value}", f"a command of {game.value}"} <= set(TARGETS)
