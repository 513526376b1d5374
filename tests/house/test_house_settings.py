"""House settings: set by two people, in versions that each hold from a gaming day, and compared with the records."""

from datetime import date

import pytest
from sqlalchemy import text

from pitboss.house.errors import NotPermittedError, RefusedError, StorageError
from pitboss.house.open_room import open_room
from pitboss.house.people.login import log_in
from pitboss.house.people.players import RegisterPlayer
from pitboss.house.people.proposals import Propose
from pitboss.house.property import PropertySettings, versions_of
from pitboss.house.records.self_check import selfcheck
from pitboss.house.records.strongbox import Strongbox, read_key
from pitboss.house.tables.commands import TakeSeat
from pitboss.progressive import usual_parameters
from support.floor import ADMIN, EXECUTIVE, HOUSE, PIN, SUPERVISOR

TODAY, TOMORROW, LATER = "2026-11-15", "2026-11-16", "2026-11-20"
AS_MADE = PropertySettings()


def failed(floor, **ways):
    checks = selfcheck(floor.database, floor.room.house, Strongbox(read_key(floor.key)), **ways)
    return {each.name: each.words for each in checks if not each.is_ok}


def wish(from_day=TOMORROW, **settings):
    return {"room": "P1", "from_day": from_day, "settings": AS_MADE.changed(**settings).as_json()}


def agree(floor, **wishes):
    floor.agree("set-house", "P1", wish(**wishes), EXECUTIVE, ADMIN)


def refusal(floor, content):
    with pytest.raises(RefusedError) as refused:
        floor.office(Propose("refused", "set-house", "P1", content, "as discussed"), EXECUTIVE)
    return str(refused.value)


def edit(floor, statement):
    with floor.database.transaction() as connection:
        assert connection.execute(text(statement)).rowcount == 1


# ---- on record


def test_the_founding_is_the_first_record_and_says_what_the_room_is_set_to(floor):
    founding = floor.rows("journal")[0]
    assert (founding["kind"], founding["actor"], founding["chain"]) == ("found-room", "house:founder", "room")
    assert '"min_age":18' in founding["asked"]


@pytest.mark.parametrize(
    ("column", "was", "now"),
    [
        ("settings", '"jurisdiction": "practice"', '"jurisdiction": "washington"'),
        ("settings", '"min_age": 18', '"min_age": 8'),
        ("settings", '"tax_form_from_cents": 60000', '"tax_form_from_cents": 900000'),
        ("from_day", TODAY, TOMORROW),
    ],
)
def test_an_edited_setting_is_found_also_by_the_quick_form(floor, column, was, now):
    edit(floor, f"UPDATE house_settings SET {column} = replace({column}, '{was}', '{now}')".replace(":", "\\:"))
    words = (
        "version 1 of the house settings is not what the records say: the house settings were edited outside Pitboss"
    )
    assert failed(floor, is_quick=True) == {"configuration": words}
    assert failed(floor)["configuration"] == words
    assert failed(floor)["lists"].startswith("version 1 is not what the records say")


def test_a_room_with_edited_settings_is_not_opened(floor):
    edit(floor, "UPDATE house_settings SET settings = replace(settings, 'practice', 'washington')")
    with pytest.raises(StorageError, match="the self-check refuses play: configuration: version 1 of the house"):
        open_room(floor.database, floor.key, clock=floor.clock)


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("DELETE FROM house_settings WHERE number = 2", "there are 1 versions of the house settings, and"),
        ("UPDATE house_settings SET number = 3 WHERE number = 2", "version 3 of the house settings is not what the"),
        ("UPDATE house_settings SET seq = 1 WHERE number = 2", "version 2 of the house settings is not what the"),
        ("UPDATE properties SET name = 'Lucky Deuce'", "the room is called 'Lucky Deuce', and was founded under"),
    ],
)
def test_whatever_else_somebody_writes_there_is_found(floor, statement, words):
    agree(floor, min_age=21)
    assert failed(floor) == {}
    edit(floor, statement)
    assert failed(floor, is_quick=True)["configuration"].startswith(words)
    assert "lists" in failed(floor)


def test_a_record_that_was_edited_with_its_settings_is_found_by_its_seal(floor):
    for table in ("house_settings SET settings = replace(settings", "journal SET events = replace(events"):
        edit(floor, f"UPDATE {table}, 'practice', 'washington') " + "WHERE seq = 1")
    assert failed(floor, is_quick=True)["configuration"] == (
        "record 1 of the office, which set the house, does not bear the seal of this room's key"
    )


# ---- two people


def test_what_two_people_agree_on_holds_from_its_day_in_every_process(floor):
    for name in ("ann", "bob"):
        floor.office(RegisterPlayer(name, name.title(), "2007-06-01", is_guest=False), HOUSE)  # nineteen
    floor.table("T1")
    other = open_room(floor.database, floor.key, clock=floor.clock)
    agree(floor, from_day=LATER, min_age=21)
    floor.at("T1", TakeSeat(3, "ann"), HOUSE)
    floor.days_pass(5)
    floor.room.read_settings()
    assert (floor.room.house.settings.min_age, floor.room.house.on(date(2026, 11, 19)).settings.min_age) == (21, 18)
    for room, seat in ((floor.room, 4), (other, 5)):
        with pytest.raises(RefusedError, match="bob is 19 years old, and must be 21 to play"):
            room.at_table("T1", TakeSeat(seat, "bob"), by=HOUSE, command_id=f"seat-{seat}")


def test_a_process_that_was_open_before_goes_by_the_new_settings(floor):
    other = open_room(floor.database, floor.key, clock=floor.clock)
    agree(floor, failed_tries=2)
    floor.clock.tick(days=1)
    for _ in range(2):
        with pytest.raises(NotPermittedError, match="after 2 wrong tries"):
            log_in(other, SUPERVISOR.name, "0000")
    with pytest.raises(NotPermittedError):
        log_in(other, SUPERVISOR.name, PIN)


def test_one_person_alone_sets_nothing(floor):
    floor.office(Propose("p1", "set-house", "P1", wish(min_age=21), "a new rule"), EXECUTIVE)
    with pytest.raises(NotPermittedError, match="badge 3 proposed p1: another person must decide it"):
        floor.approve("p1", EXECUTIVE)
    with pytest.raises(NotPermittedError, match="set-house is not proposed by supervisor 4"):
        floor.office(Propose("p2", "set-house", "P1", wish(min_age=21), "a new rule"), SUPERVISOR)
    floor.approve("p1", ADMIN)
    with floor.database.reading() as connection:
        assert [version.settings.min_age for version in versions_of(connection, "P1")] == [18, 21]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (wish(), "nothing would change: the house is set so from Nov 15, 2026 on"),
        (wish(TODAY, min_age=21), "name Nov 16, 2026 or a later day, not Nov 15, 2026"),
        (wish("tomorrow", min_age=21), "'tomorrow' is not a gaming day"),
        (wish(min_age=21) | {"room": "P2"}, "the proposal is about 'P1', and its content about 'P2'"),
        (wish() | {"by": "me"}, "set-house takes room, from_day and settings, not"),
        (wish() | {"settings": {"min_age": 21}}, "'zone' is missing among the settings of a room"),
        (wish() | {"settings": AS_MADE.as_json() | {"pin": 4}}, "'pin' is missing among the settings of a room, or is"),
        (
            wish() | {"settings": AS_MADE.as_json() | {"kind": "floating"}},
            "'floating' is not a kind of room; known are",
        ),
        (wish() | {"settings": AS_MADE.as_json() | {"max_tables": True}}, "max_tables must be a whole number from 1"),
        (
            wish() | {"settings": AS_MADE.as_json() | {"day_starts": 6}},
            "6 is not a time of day; write one such as 06:00",
        ),
    ],
)
def test_what_is_refused_when_it_is_proposed(floor, content, words):
    assert words in refusal(floor, content)


def test_nothing_comes_before_what_was_agreed_on_earlier(floor):
    agree(floor, from_day=LATER, min_age=21)
    assert "name Nov 20, 2026 or a later day, not Nov 17, 2026" in refusal(floor, wish("2026-11-17", min_age=19))
    agree(floor, from_day=LATER, min_age=19)
    floor.clock.tick(days=5)
    floor.room.read_settings()
    assert floor.room.house.settings.min_age == 19, "of one day the last agreement holds"


def test_an_approval_that_comes_too_late_for_the_day_is_refused(floor):
    floor.office(Propose("p1", "set-house", "P1", wish(TOMORROW, min_age=21), "a new rule"), EXECUTIVE)
    floor.clock.tick(hours=17, minutes=55)  # five minutes to six
    with pytest.raises(RefusedError, match="name Nov 17, 2026 or a later day"):
        floor.approve("p1", ADMIN)


def test_another_beginning_of_the_day_makes_no_day_twice_and_none_with_two_settings(floor):
    agree(floor, from_day=TOMORROW, day_starts="09:00")
    for name, hours in (("ann", 0), ("bob", 19), ("cid", 2)):  # at noon, at seven, at nine
        floor.clock.tick(hours=hours)
        floor.office(RegisterPlayer(name, name.title(), "1990-12-31", is_guest=False), HOUSE)
    days = [row["day"] for row in floor.rows("journal") if row["kind"] == "register-player"]
    assert days == [TODAY, TODAY, TOMORROW]


# ---- another law


def test_play_money_never_becomes_money(floor):
    floor.player("ann", 200)
    assert "play money must never become money" in refusal(floor, wish(jurisdiction="washington"))


def test_what_the_room_has_must_go_with_the_new_law(floor):
    agree(floor, jurisdiction="washington")
    high = usual_parameters("TCPP-1", surveillance_above_cents=500_000)
    with pytest.raises(RefusedError, match="Washington wants every win above"):
        floor.agree("create-meter", "M1", {"meter_id": "M1", "parameters": high.as_json()})
