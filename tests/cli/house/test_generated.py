"""The terminal is made from the commands of the house: none is forgotten, and each says who may send it."""

from dataclasses import dataclass

import pytest
from cyclopts import App

from pitboss.cli.app import app
from pitboss.cli.house import generated
from pitboss.cli.house.generated import BY_HAND, ENDINGS, PLACES, add_generated, generated_commands
from pitboss.games.command import Command, Who
from pitboss.games.rounds import ROUNDS
from pitboss.house.actor import Role
from pitboss.house.permissions import MATRIX, roles_of
from pitboss.house.tables.preconditions import MACHINES
from pitboss.progressive.controllers import CONTROLLERS

BY_PEOPLE = {slug for slug, roles in MATRIX.items() if roles - {Role.HOUSE, Role.PLAYER}} - {"act", "press"}
MACHINES_OF_TABLES = (*ROUNDS.values(), *CONTROLLERS.values())


def at(path):
    """The command of the terminal at a path."""
    found = app
    for word in path.split():
        found = found[word]
    return found


def test_every_command_that_people_send_has_its_place_at_the_terminal():
    found = {each.kind.slug() for each in generated_commands() if each.wrap is None}
    assert found.isdisjoint(BY_HAND)
    assert found | set(BY_HAND) == BY_PEOPLE
    for place in [*map(str, generated_commands()), *BY_HAND.values()]:
        assert at(place).default_command is not None, place


def test_every_act_of_a_game_and_every_key_has_its_place():
    wanted = {
        kind.slug().removeprefix("press-")
        for machine in MACHINES_OF_TABLES
        for kind in machine.operations
        if not kind.who & MACHINES and roles_of(kind) - {Role.HOUSE, Role.PLAYER}
    }
    assert {each.name for each in generated_commands() if each.wrap} == wanted
    assert not any(each.group == "office" for each in generated_commands()), "it has a group of its own"


def test_no_two_commands_have_the_same_place():
    places = [*map(str, generated_commands()), *BY_HAND.values()]
    assert len(places) == len(set(places))
    assert set(PLACES) <= BY_PEOPLE
    assert {each.group for each in generated_commands()} >= set(ENDINGS.values())


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("table fill", ("Bring chips from the cage to the tray.", "For: supervisor, executive.", "such as $1,000")),
        ("table keypad j-pot", ("For: supervisor, executive. It asks for your PIN again.",)),
        ("table follow-local-procedure", ("--void", "The reference of the approval.")),
        ("incident open", ("--incident-id", "--reportable", "--no-reportable", "in the room's own time")),
        ("device revoke", ("For: admin.",)),
    ],
)
def test_the_help_says_what_it_does_and_who_may(capsys, command, words):
    app([*command.split(), "--help"], result_action="return_none")
    helped = " ".join(capsys.readouterr().out.replace("│", " ").split())
    for each in words:
        assert each in helped


@dataclass(frozen=True)
class WaveFlag(Command):
    """Somebody waves a flag.

    >>> WaveFlag("red", 500).color
    'red'
    """

    who = frozenset({Who.FLOOR})
    color: str
    """What color it has."""
    price_cents: int


def test_a_command_that_is_new_is_found_without_another_line(capsys, monkeypatch):
    monkeypatch.setattr(generated, "OFFICE_COMMANDS", (*generated.OFFICE_COMMANDS, WaveFlag))
    monkeypatch.setitem(MATRIX, "wave-flag", frozenset({Role.AUDITOR}))
    generated_commands.cache_clear()
    try:
        office = App(name="office")
        add_generated(office, "office")
    finally:
        generated_commands.cache_clear()
    office(["wave-flag", "--help"], result_action="return_none")
    helped = " ".join(capsys.readouterr().out.replace("│", " ").split())
    for words in ("wave-flag [OPTIONS] COLOR PRICE", "Somebody waves a flag.", "For: auditor.", "What color it has."):
        assert words in helped


def test_a_device_gets_a_token_that_is_shown_once_and_works_until_it_is_revoked(playing):
    told = playing.say("1", "device issue lobby display T1")
    assert "pass lobby of a display at table T1 was issued" in told
    assert "Its token, which is not shown again: " in told
    assert "is not for dealer 4" in playing.line("4", "device issue bar display T1").err
    assert "there is a pass 'lobby' already" in playing.line("1", "device issue lobby display T1").err
    assert "pass lobby of a display at table T1 was revoked" in playing.say("1", "device revoke lobby")
