"""The recipe for a controller: registered, its keys are at an address, at the terminal and in the document."""

import pytest

from pitboss.house.tables.settings import CardKind, ControllerKind
from pitboss.progressive.controllers import CONTROLLERS, Nexus, add_controller
from pitboss.registry import DoubleError
from pitboss.server import app as application
from pitboss.server import commands
from support.recipe import carried_out, files_of, in_terminal

MARK = 6
BELL = "/api/tables/T8/keypad/ring-bell"


@pytest.fixture
def example(monkeypatch):
    # The addresses of other tests were made once, before there was this controller.
    monkeypatch.setattr(application, "command_routes", commands.command_routes)
    with carried_out("controller", CONTROLLERS) as module:
        yield module


@pytest.fixture
def dealer(example, floor, visitors):
    """The dealer of T8, which has live cards and a bell. Seat 2 has a wager."""
    floor.table("T8", meter="M1", cards=CardKind.LIVE, controller=ControllerKind("bell"))
    dealer = visitors.as_("dealer")
    dealer.done("/api/tables/T8/keypad/place-chip", seat=2)
    return dealer


def test_the_recipe_has_few_files():
    assert len(files_of("A controller")) <= MARK


def test_its_key_is_pressed_and_refused_at_its_address(dealer, visitors):
    refused = dealer.command(BELL)
    assert (refused.status_code, refused.json()["detail"]) == (409, "no game is on: START GAME comes first")
    dealer.done("/api/tables/T8/keypad/press-start-game")
    told = dealer.done(BELL)
    assert told["events"] == [{"event": "bell-rang"}]


def test_what_it_did_is_done_again_from_the_record(dealer, visitors, floor):
    dealer.done("/api/tables/T8/keypad/press-start-game")
    dealer.done(BELL)
    floor.room._forget("T8")
    keypad = floor.room.table("T8").controller
    assert [press.slug() for press in keypad.presses] == ["place-chip", "press-start-game", "ring-bell"]


def test_its_key_is_for_those_whom_it_names(dealer, visitors):
    statuses = {}
    for who in ("supervisor", "accounting", "auditor", "ann", "nobody"):
        statuses[who] = visitors.as_(who).post(BELL, json={}).status_code
    assert statuses == {"supervisor": 422, "accounting": 403, "auditor": 403, "ann": 403, "nobody": 401}


def test_its_key_is_in_the_document_of_the_interface(example, visitors):
    told = visitors.app.openapi()["paths"]["/api/tables/{table_id}/keypad/ring-bell"]["post"]
    assert told["x-command"] == "press"
    assert told["summary"] == "BELL: the floor is called to the table."


def test_its_key_is_a_command_of_the_terminal():
    told = in_terminal("controller", "table", "keypad", "ring-bell", "--help")
    assert "BELL: the floor is called to the table." in told.out, told.err
    assert "For: dealer, supervisor, executive." in told.out


def test_the_page_is_told_its_keys(dealer):
    pad = dealer.look("/api/tables/T8")["controller"]
    assert (pad["controller"], pad["label"], pad["taking_press"]) == ("bell", "Bell controller", "press-start-game")
    bell = next(each for each in pad["presses"] if each["do"] == "ring-bell")
    assert (bell["values"], bell["refused"]) == ({}, "no game is on: START GAME comes first")


def test_its_approval_says_that_no_approval_names_it(dealer, visitors):
    told = visitors.as_("auditor").look("/api/tables/T8/approval")
    assert "bell" in [each["value"] for each in told["departures"] if each["setting"] == "controller"]


def test_a_name_is_given_once(example):
    with pytest.raises(DoubleError, match="controller 'nexus' is registered already"):
        add_controller(Nexus)
