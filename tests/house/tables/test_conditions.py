"""The conditions of the approval letters: a register per table, kept by people, compared with the records."""

import pytest

from pitboss.house.errors import NotPermittedError, RefusedError, UnknownError
from pitboss.house.people.proposals import Propose
from pitboss.house.tables.approval import standing
from pitboss.house.tables.commands import CreateTable
from pitboss.house.tables.conditions import LapseCondition, Register, letter_of
from pitboss.house.tables.queries import approval_of
from pitboss.house.tables.settings import TableSettings
from pitboss.paytables import Game
from support.floor import ADMIN, EXECUTIVE, RULES, SUPERVISOR
from support.lists import change, found, wrong

COMMERCIAL = ["internal-controls", "suppliers-licensed"]
TRIBAL = ["tga-approval", "concurrence", "compact-supplement", "suppliers-certified"]
IDEAL = ("i-Deal v3.8.024", "i-Verify v1.0.0.17")


def settings_of(game):
    rules = RULES[game](progressive=None) if game in (Game.THREE_CARD_POKER, Game.FORTUNE_SAN_LO) else RULES[game]()
    return TableSettings(rules=rules, equipment=IDEAL)


def content(condition, **changed):
    texts = {"table_id": "T1", "condition": condition, "evidence": f"letter about {condition}", "dated": "2026-11-03"}
    return texts | changed


def meet(floor, condition, by=EXECUTIVE, approved_by=ADMIN, **changed):
    floor.agree("meet-condition", "T1", content(condition, **changed), by, approved_by)


def stands(floor, table_id="T1"):
    with floor.database.reading() as connection:
        return approval_of(connection, floor.room.house, table_id)


def departs(floor):
    return {each.setting: each.value for each in stands(floor)[2].departures}


@pytest.fixture
def floor(floor):
    """A table of Double Draw that lacks nothing but what people must record."""
    settings = settings_of(Game.DOUBLE_DRAW).as_json()
    floor.at("T1", CreateTable(settings, floor.agree("create-table", "T1", settings)), EXECUTIVE)
    return floor


# ---- the letters


@pytest.mark.parametrize("game", list(Game))
@pytest.mark.parametrize(("kind", "conditions"), [("commercial", COMMERCIAL), ("tribal", TRIBAL)])
def test_every_letter_names_the_conditions_of_both_kinds_of_room(game, kind, conditions):
    assert [each.slug for each in letter_of(game).conditions_for(kind)] == conditions
    found = standing(settings_of(game), None, Register(game, kind, {}))
    assert [each.setting for each in found.departures] == [f"condition: {slug}" for slug in conditions]
    assert not found.is_as_approved


def test_a_departure_names_the_letter_and_what_it_demands():
    first = standing(settings_of(Game.DOUBLE_DRAW), None, Register(Game.DOUBLE_DRAW, "tribal", {})).departures[1]
    assert first.sentence == (
        "condition: concurrence is not recorded; the approval: letter of Jan 14, 2014, Double Draw Poker: "
        "the Commission concurs before the Tribal Gaming Agency lets the game be played"
    )


# ---- as approved


def test_a_table_is_as_approved_when_two_people_have_recorded_every_condition(floor):
    assert departs(floor) == {f"condition: {slug}": "not recorded" for slug in COMMERCIAL}
    for condition in COMMERCIAL:
        meet(floor, condition)
    _, register, found = stands(floor)
    assert found.is_as_approved
    line = register.lines()[0]
    assert (line.status, line.evidence, line.dated) == (
        "met",
        "letter about internal-controls",
        "2026-11-03",
    )
    assert (line.proposed_by, line.recorded_by) == (EXECUTIVE.name, ADMIN.name)


def test_one_person_records_that_a_condition_is_no_longer_met(floor):
    for condition in COMMERCIAL:
        meet(floor, condition)
    floor.office(LapseCondition("T1", "suppliers-licensed", "license 12-1 lapsed", "2026-11-14"), EXECUTIVE)
    assert departs(floor) == {"condition: suppliers-licensed": "not met since Nov 14, 2026"}
    meet(floor, "suppliers-licensed", evidence="license 12-2", dated="2026-11-15")
    assert departs(floor) == {}


def test_another_kind_of_room_has_other_conditions(floor):
    for condition in COMMERCIAL:
        meet(floor, condition)
    house = floor.room.house
    tribal = house.settings.as_json() | {"kind": "tribal"}
    wish = {"room": "P1", "from_day": "2026-11-16", "settings": tribal}
    floor.agree("set-house", "P1", wish, EXECUTIVE, ADMIN)
    assert departs(floor) == {}, "it holds from tomorrow on"
    floor.clock.tick(days=1)
    floor.room.read_settings()
    assert departs(floor) == {f"condition: {slug}": "not recorded" for slug in TRIBAL}


# ---- who may, and what is refused


def test_a_supervisor_proposes_no_condition_and_nobody_approves_their_own(floor):
    with pytest.raises(NotPermittedError, match="meet-condition is not proposed by supervisor 4"):
        floor.office(Propose("p1", "meet-condition", "T1", content("internal-controls"), "it is met"), SUPERVISOR)
    floor.office(Propose("p2", "meet-condition", "T1", content("internal-controls"), "it is met"), EXECUTIVE)
    with pytest.raises(NotPermittedError, match="another person must decide it"):
        floor.approve("p2", EXECUTIVE)
    with pytest.raises(NotPermittedError, match="lapse-condition is not for supervisor 4"):
        floor.office(LapseCondition("T1", "internal-controls", "a call", "2026-11-15"), SUPERVISOR)


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"condition": "good-looks"}, "'good-looks' is not a condition of the letter; known are internal-controls, "),
        ({"evidence": " "}, "a line of evidence is needed"),
        ({"dated": "2026-11-16"}, "the evidence is dated Nov 16, 2026, and today is Nov 15, 2026"),
        ({"dated": "soon"}, "'soon' is not a day of evidence"),
        ({"dated": 3}, "meet-condition takes table_id, condition, evidence and dated, each a text"),
    ],
)
def test_what_is_refused_when_it_is_proposed(floor, changed, words):
    with pytest.raises(RefusedError, match=words):
        floor.agree("meet-condition", "T1", content("internal-controls") | changed, EXECUTIVE, ADMIN)


def test_only_what_is_met_can_lapse_and_only_at_a_table_that_is_there(floor):
    with pytest.raises(RefusedError, match="internal-controls is not recorded at table T1: only what is met can lapse"):
        floor.office(LapseCondition("T1", "internal-controls", "a call", "2026-11-15"), EXECUTIVE)
    with pytest.raises(UnknownError, match="there is no table 'T9'"):
        floor.office(LapseCondition("T9", "internal-controls", "a call", "2026-11-15"), EXECUTIVE)


# ---- on record


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE conditions SET status = 'met' WHERE condition = 'suppliers-licensed'",
        "UPDATE conditions SET evidence = 'another' WHERE condition = 'internal-controls'",
        "UPDATE conditions SET recorded_by = '9' WHERE condition = 'internal-controls'",
        "DELETE FROM conditions WHERE condition = 'suppliers-licensed'",
    ],
)
def test_an_edited_register_is_found(floor, statement):
    for condition in COMMERCIAL:
        meet(floor, condition)
    floor.office(LapseCondition("T1", "suppliers-licensed", "license 12-1 lapsed", "2026-11-14"), EXECUTIVE)
    assert wrong(floor) == []
    change(floor, statement)
    slug = "suppliers-licensed" if "suppliers" in statement else "internal-controls"
    assert wrong(floor) == found(f"condition T1 {slug}", "conditions")
