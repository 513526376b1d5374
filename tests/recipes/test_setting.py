"""The recipe for a setting of the property: registered, it is shown, proposed, described, and at the terminal."""

import json

import pytest

from pitboss.house.errors import RefusedError
from pitboss.house.property import SETTINGS, PropertySettings, Whole
from pitboss.registry import DoubleError
from support.recipe import carried_out, files_of, in_terminal

MARK = 3


@pytest.fixture
def example():
    with carried_out("setting", SETTINGS) as module:
        yield module


def wish(visitor, **settings):
    """The proposal of other settings, as it is sent."""
    last = visitor.look("/api/settings")["versions"][-1]["settings"]
    content = {"room": "P1", "from_day": "2026-12-01", "settings": last | settings}
    return {"proposal_id": "s1", "kind": "set-house", "subject": "P1", "content": content, "reason": "a new rule"}


def test_the_recipe_has_few_files():
    assert len(files_of("A setting of the property")) <= MARK


def test_an_older_room_has_its_default(example, visitors):
    assert visitors.as_("admin").look("/api/settings")["settings"][example.NAME] == 2


def test_two_people_set_it(example, visitors):
    executive, admin = visitors.as_("executive"), visitors.as_("admin")
    executive.done("/api/office/propose", **wish(executive, most_seats=3))
    admin.approve("s1")
    last = admin.look("/api/settings")["versions"][-1]
    assert last["settings"][example.NAME] == 3
    assert SETTINGS[example.NAME].of(PropertySettings(**last["settings"])) == 3


@pytest.mark.parametrize("number", [0, 8])
def test_a_value_that_it_cannot_have_is_refused(number, example, visitors):
    executive = visitors.as_("executive")
    refused = executive.command("/api/office/propose", **wish(executive, most_seats=number))
    assert (refused.status_code, refused.json()["detail"]) == (
        409,
        f"most_seats must be a whole number from 1 to 7, not {number}",
    )


def test_it_is_for_those_who_set_the_house(example, visitors):
    proposal = wish(visitors.as_("executive"), most_seats=3)
    for who, status in (("supervisor", 403), ("accounting", 403), ("dealer", 403), ("nobody", 401)):
        assert visitors.as_(who).command("/api/office/propose", **proposal).status_code == status, who
    assert visitors.as_("dealer").get("/api/settings").status_code == 403


def test_it_is_in_the_document_of_the_interface(example, visitors):
    described = visitors.app.openapi()["components"]["schemas"]["HouseSettings"]["properties"]
    assert described[example.NAME] == {
        "type": "integer",
        "minimum": 1,
        "maximum": 7,
        "default": 2,
        "description": "How many seats one player may take at a table.",
    }


def test_it_is_an_option_of_the_terminal(visitors, tmp_path):
    assert "--most-seats" in in_terminal("setting", "house", "set", "--help").out
    told = in_terminal("setting", "house", "show", "--database", str(tmp_path / "room.db"), "--json")
    assert json.loads(told.out)[0]["most_seats"] == 2, told.err


def test_it_is_gone_where_it_is_not_registered(visitors):
    assert "most_seats" not in visitors.as_("admin").look("/api/settings")["settings"]
    with pytest.raises(RefusedError, match="'most_seats' is not a setting of a room"):
        PropertySettings(most_seats=3)


def test_a_name_is_given_once(example):
    with pytest.raises(DoubleError, match="setting 'most_seats' is registered already"):
        SETTINGS.add(example.NAME, Whole(5, "How many seats.", minimum=1))


def test_settings_do_not_change():
    with pytest.raises(AttributeError, match="min_age does not change"):
        PropertySettings().min_age = 12
