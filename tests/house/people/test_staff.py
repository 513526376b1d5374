"""The door, the PINs and the people behind the tables that a card-room person reads."""

import json
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import count

import argon2
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import func, select

from pitboss.errors import PitbossError
from pitboss.games.command import read_command
from pitboss.house.actor import Actor, Role, read_actor
from pitboss.house.errors import NotPermittedError, RefusedError, StorageError, UnknownError
from pitboss.house.office_commands import OFFICE_COMMANDS
from pitboss.house.people import pins, staff
from pitboss.house.people.enrollment import Enroll, NewEnrollmentCode, code_for
from pitboss.house.people.login import LOGIN, first_admins, log_in, unlock_admins
from pitboss.house.people.pins import PinHasher, verify_is_hash
from pitboss.house.people.players import ExcludePlayer, RegisterPlayer, verify_may_play
from pitboss.house.people.proposals import Propose
from pitboss.house.people.second_factor import AddSecondFactor
from pitboss.house.people.staff import DeactivateStaff, FirstAdmins, NoteLogIn, SetPin, UnlockAdmins, UnlockStaff
from pitboss.house.property import PropertySettings
from pitboss.house.records import journal
from pitboss.house.reports.gaming_day import parse_instant
from pitboss.house.storage.schema import EXCLUSIONS, JOURNAL, PLAYERS, PROPOSALS, STAFF
from support.card_room import (
    CHIEF,
    DEPUTY,
    LIVE,
    PIN,
    approval,
    approved,
    hire,
    hire_chiefs,
    new_pin,
    new_room,
    newcomer,
    office,
    register,
)
from support.office_words import Office
from support.replay import signed_as

NUMBERS = count(1)
ON_ONE_DATABASE = settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])


def another_room(room, clock, tmp_path, **settings):
    """A further card room in the same database, for the next example."""
    return new_room(room.database, tmp_path / "room.key", clock, f"R{next(NUMBERS)}", **settings)


def person(room, badge):
    with room.database.reading() as connection:
        return staff.find(connection, room.house.property_id, badge)


def is_let_in(room, badge, pin=PIN):
    try:
        return log_in(room, badge, pin) is not None
    except NotPermittedError:
        return False


def events_of_the_last_record(room):
    with room.database.reading() as connection:
        (*_, last) = journal.read(connection, room.house.property_id, "room")
    return [event["all"] for event in json.loads(last.events)]


def number_of_records(room):
    with room.database.reading() as connection:
        return journal.head(connection, room.house.property_id, "room")[0]


# ---- PINs


HASHER = PinHasher(bytes(32), "P1")
DEALER = Actor("17", Role.DEALER)


def test_a_pin_is_kept_as_the_one_place_says(monkeypatch):
    monkeypatch.setattr(pins, "HASHER", LIVE)
    assert HASHER.hash("17", "4711", Role.DEALER).startswith("$argon2id$v=19$m=65536,t=3,p=4$")


@given(pin=st.text("0123456789", min_size=4, max_size=12))
def test_a_pin_opens_or_was_refused(pin):
    try:
        kept = HASHER.hash("17", pin, Role.DEALER)
    except RefusedError:
        half = {pin[:size] * (len(pin) // size) for size in range(1, len(pin)) if len(pin) % size == 0}
        rows = {"".join(str((int(pin[0]) + step * place) % 10) for place in range(len(pin))) for step in range(10)}
        assert pin in half | rows
        return
    assert pin not in kept
    assert HASHER.is_right("17", pin, kept)
    assert not HASHER.is_right("17", pin[::-1], kept) or pin == pin[::-1]


@pytest.mark.parametrize("pin", ["", "471", "4711471147114", "47 11", "４７１１", "4711\n", "-4711", 4711, None])
def test_what_is_no_pin(pin):
    with pytest.raises(RefusedError, match="the PIN of a dealer has 4 to 12 digits"):
        HASHER.hash("17", pin, Role.DEALER)


@pytest.mark.parametrize("role", staff.staff_roles())
def test_who_decides_has_a_longer_pin(role):
    decides = role in (Role.SUPERVISOR, Role.EXECUTIVE, Role.ACCOUNTING, Role.ADMIN)
    with suppress(RefusedError) if not decides else pytest.raises(RefusedError, match="has 6 to 12 digits"):
        HASHER.hash("17", "47110", role)
    assert HASHER.is_right("17", "471103", HASHER.hash("17", "471103", role))


def test_a_stored_hash_that_cannot_be_read_lets_nobody_in():
    with pytest.raises(StorageError, match="reset this PIN"):
        HASHER.is_right("17", "4711", "4711")


def test_a_pin_never_goes_into_a_command_by_mistake(room):
    hire_chiefs(room)
    hire(room, "18", "dealer")
    approved(room, "p0", "reset-pin", "18", {"badge": "18"})
    before = number_of_records(room)
    bare, new = {"pin_hash": "739105528846"}, newcomer("17", "dealer", "Bo")
    mark, until = marks_of(room, "100")[0], person(room, "18").code_until
    for command, by in (
        (Propose("p1", "add-staff", "17", new | bare, "new"), CHIEF),
        (Propose("p1", "add-staff", "17", new | {"pin": "739105528846"}, "new"), CHIEF),
        (Propose("p1", "reset-pin", "18", {"badge": "18"} | bare, "forgot it"), CHIEF),
        (SetPin(mark, "739105528846"), DEPUTY),
        (Enroll("18", "100", until, True, mark, "739105528846"), LOGIN),
    ):
        refused = r"hashed before it is sent|takes badge"
        with pytest.raises(RefusedError, match=refused) as refusal:
            office(room, command, by)
        assert "739105528846" not in str(refusal.value)
        assert isinstance(command, Propose) or "739105528846" not in repr(command)
    assert "739105528846" not in repr(FirstAdmins([new | bare]))
    assert number_of_records(room) == before


# ---- the door


@pytest.mark.parametrize("parameters", ["m=4294967295,t=1,p=1", "m=8,t=4294967295,p=1", "m=8,t=1,p=9999", "m=8,t=1"])
def test_a_hash_that_takes_hours_to_check_is_no_hash(parameters):
    """It would keep a thread of the server busy with every try, and eight of them keep everybody out."""
    good = HASHER.hash("17", "739105", Role.DEALER)
    salt_and_digest = good.split("$")[-2:]
    with pytest.raises(RefusedError, match="this is not a hash of argon2id with m=8,t=1,p=1"):
        verify_is_hash("$".join(["", "argon2id", "v=19", parameters, *salt_and_digest]))
    verify_is_hash(good)


def test_an_unknown_badge_costs_as_much_as_a_known_one(room, monkeypatch):
    hire_chiefs(room)
    compared = []
    verify = PinHasher.is_right

    def noting(hasher, badge, pin, kept):
        compared.append(kept)
        return verify(hasher, badge, pin, kept)

    monkeypatch.setattr(PinHasher, "is_right", noting)
    told, records = [], []
    for badge in ("1", "2", "1:2", "", "\x00", "\ud800", 7):
        before = number_of_records(room)
        with pytest.raises(NotPermittedError) as refusal:
            log_in(room, badge, "9999")
        told.append(str(refusal.value))
        records.append(number_of_records(room) - before)
    assert len(set(told)) == 1
    assert set(records) == {1}
    assert [kept is None for kept in compared] == [False, True, True, True, True, True, True]
    # The hash that stands in for an unknown badge has the cost of every other one.
    of_nobody, of_somebody = map(argon2.extract_parameters, (pins._decoy_hash(), HASHER.hash("17", PIN, Role.DEALER)))
    assert of_nobody == of_somebody


def test_neither_pins_nor_unknown_badges_are_on_record(room):
    secret, typed = "739105528846", "820014673395"
    first_admins(room, ("1", "Ada", "68-1", secret), ("2", "Eve", "68-2", secret))
    assert log_in(room, "1", secret) == CHIEF
    for badge, pin in (("1", typed), (typed, secret), (secret, typed)):
        assert not is_let_in(room, badge, pin)
    with room.database.reading() as connection:
        written = [str(tuple(row)) for row in connection.execute(select(JOURNAL))]
        written += [str(tuple(row)) for row in connection.execute(select(STAFF))]
    assert len(written) == 8
    assert not [row for row in written if secret in row or typed in row]


@ON_ONE_DATABASE
@given(
    tries=st.integers(1, 6),
    done=st.lists(st.sampled_from(["right", "wrong", "wrong", "wrong", "unlock", "unknown"]), max_size=20),
)
def test_so_many_wrong_pins_in_a_row_lock_and_nothing_else_does(room, clock, tmp_path, tries, done):
    fresh = another_room(room, clock, tmp_path, failed_tries=tries)
    hire_chiefs(fresh)
    hire(fresh, "17", "dealer")
    wrong_in_a_row = 0
    for what in done:
        is_locked = wrong_in_a_row >= tries
        if what == "unlock" and is_locked:
            office(fresh, UnlockStaff("17"), CHIEF)
            wrong_in_a_row = 0
        elif what == "unknown":
            assert not is_let_in(fresh, "18")
        elif what in ("right", "wrong"):
            assert is_let_in(fresh, "17", PIN if what == "right" else "9999") == (what == "right" and not is_locked)
            if not is_locked:
                wrong_in_a_row = 0 if what == "right" else wrong_in_a_row + 1
        assert person(fresh, "17").is_locked == (wrong_in_a_row >= tries)
        assert person(fresh, "17").failed == wrong_in_a_row


def test_many_tries_at_once_are_counted_one_by_one(room):
    hire_chiefs(room)
    hire(room, "17", "dealer")
    with ThreadPoolExecutor(8) as hands:
        let_in = list(hands.map(lambda number: is_let_in(room, "17", f"90{number:02}"), range(16)))
    assert not any(let_in)
    assert (person(room, "17").failed, person(room, "17").is_locked) == (5, True)
    # A right PIN that was compared before the badge was locked comes too late.
    office(room, NoteLogIn("17", True, "", 0, "log-in"), LOGIN)
    assert events_of_the_last_record(room) == [{"event": "log-in-refused", "badge": "17", "why": "locked"}]


def test_an_old_pin_lets_nobody_in_while_another_one_is_set(room, monkeypatch):
    """Comparing takes a quarter of a second: what notes the log-in looks whether the hash is still the same."""
    hire_chiefs(room)
    dealer = hire(room, "17", "dealer")
    verify = PinHasher.is_right

    def compare(hasher, badge, pin, kept):
        is_the_one = verify(hasher, badge, pin, kept)
        patch.setattr(PinHasher, "is_right", verify)
        new_pin(room, dealer, "80815")
        return is_the_one

    with monkeypatch.context() as patch:
        patch.setattr(PinHasher, "is_right", compare)
        assert not is_let_in(room, "17")
    why = "another PIN was set meanwhile"
    assert events_of_the_last_record(room) == [{"event": "log-in-refused", "badge": "17", "why": why}]
    assert person(room, "17").failed == 0
    assert is_let_in(room, "17", "80815")


def marks_of(room, *badges):
    """By what the PINs of these badges are told from others."""
    with room.database.reading() as connection:
        return [pins.mark_of(staff.pin_hash_of(connection, room.property_id, badge)) for badge in badges]


def test_whose_pin_changed_meanwhile_neither_sets_another_nor_enrolls_anybody(room):
    hire_chiefs(room)
    answer = approved(room, "p1", "add-staff", "17", newcomer("17", "dealer"))
    code, (mark,) = code_for(room, DEPUTY, answer), marks_of(room, "100")
    assert code_for(room, CHIEF, answer) is None
    new_pin(room, DEPUTY, "820014")
    good = HASHER.hash("100", "739105", Role.ADMIN)
    with pytest.raises(NotPermittedError, match="badge 100 has another PIN now: give that one as the old one"):
        office(room, SetPin(mark, good), DEPUTY)
    with pytest.raises(NotPermittedError, match="badge 100 has another PIN now: key in that one"):
        office(room, Enroll("17", "100", code.until, True, mark, good), LOGIN)
    with pytest.raises(NotPermittedError, match="badge 100 has another PIN now: key in that one"):
        office(room, AddSecondFactor(mark, "00" * 20, 1), DEPUTY)
    (mark,) = marks_of(room, "100")
    with pytest.raises(RefusedError, match="another code was made for badge 17 meanwhile"):
        office(room, Enroll("17", "100", "", True, mark, good), LOGIN)


def test_no_hash_of_a_pin_is_on_record_a_second_time(room):
    hire_chiefs(room)
    assert is_let_in(room, "1")
    with room.database.reading() as connection:
        (kept,) = connection.scalars(select(STAFF.c.pin_hash).where(STAFF.c.badge == "1"))
        naming = connection.scalars(select(JOURNAL.c.kind).where(JOURNAL.c.asked.contains(kept))).all()
    assert naming == ["first-admins"]


def test_only_the_door_notes_who_comes_in(room):
    hire_chiefs(room)
    with pytest.raises(NotPermittedError, match="note-log-in is not for admin 1"):
        office(room, NoteLogIn("1", True, "", 0, "log-in"), CHIEF)


# ---- the first two admins

ADA, EVE, FAY = (("1", "Ada", "a", PIN), ("100", "Eve", "e", PIN), ("3", "Fay", "f", PIN))


def test_a_room_begins_with_two_admins_and_gets_no_more_this_way(room):
    assert first_admins(room, ADA, EVE) == (CHIEF, DEPUTY)
    assert [(person(room, badge).is_enrolled, person(room, badge).license) for badge in ("1", "100")] == [
        (True, "A"),
        (True, "E"),
    ]
    with pytest.raises(RefusedError, match="there are admins already: two people hire everybody else"):
        first_admins(room, FAY, ("4", "Gus", "g", PIN))
    with pytest.raises(NotPermittedError, match="first-admins is not for admin 1"):
        office(room, FirstAdmins([]), CHIEF)


@pytest.mark.parametrize("people", [(), (ADA,), (ADA, EVE, FAY)])
def test_there_are_two_of_them(room, people):
    with pytest.raises(RefusedError, match="a room begins with two admins"):
        first_admins(room, *people)
    assert (number_of_records(room), person(room, "1")) == (1, None)


@pytest.mark.parametrize(
    ("admins", "reason"),
    [
        ("12", "a room begins with two admins"),
        ([{"badge": "1"}, {"badge": "2"}], "an admin takes badge, name, license and pin_hash, each a text"),
        ([["1"], ["2"]], "an admin takes badge, name, license and pin_hash, each a text"),
    ],
)
def test_first_admins_that_are_none(room, admins, reason):
    with pytest.raises(RefusedError, match=reason):
        office(room, FirstAdmins(admins), LOGIN)


def test_one_person_is_not_both_of_them(room):
    with pytest.raises(RefusedError, match="badge a1 is taken"):
        first_admins(room, ("a1", "Ada", "68-1", PIN), ("A1", "Ada", "68-2", PIN))
    with pytest.raises(RefusedError, match="68-A is the license number of badge a1: one license number has one badge"):
        first_admins(room, ("a1", "Ada", "68-a", PIN), ("a2", "Ada", "68-A", PIN))
    assert person(room, "a1") is None


def lock_out(room, badge):
    for _ in range(5):
        assert not is_let_in(room, badge, "9999")


def test_where_every_admin_is_locked_out_they_are_let_in_again_and_nobody_else_is(room):
    with pytest.raises(RefusedError, match="nobody here is an admin yet"):
        unlock_admins(room)
    hire_chiefs(room)
    for badge, role in (("2", "admin"), ("3", "executive")):
        hire(room, badge, role)
        lock_out(room, badge)
    office(room, DeactivateStaff("2", "left"), CHIEF)
    lock_out(room, "1")
    with pytest.raises(RefusedError, match="badge 100 is an admin who can log in, and unlocks the others"):
        unlock_admins(room)
    lock_out(room, "100")
    with pytest.raises(NotPermittedError, match="unlock-admins is not for admin 1"):
        office(room, UnlockAdmins(), CHIEF)
    unlock_admins(room)
    assert [is_let_in(room, badge) for badge in ("1", "100", "2", "3")] == [True, True, False, False]
    assert [is_let_in(room, badge, "9999") for badge in ("1", "100")] == [False, False]


def test_nobody_unlocks_themselves(room):
    hire_chiefs(room)
    for _ in range(5):
        assert not is_let_in(room, "1", "9999")
    with pytest.raises(NotPermittedError, match="badge 1 cannot unlock itself"):
        office(room, UnlockStaff("1"), CHIEF)


@ON_ONE_DATABASE
@given(
    done=st.lists(
        st.tuples(
            st.sampled_from("12"), st.sampled_from(["role", "approve", "out"]), st.sampled_from(["1", "2", "3", "100"])
        )
    )
)
def test_two_who_hire_are_always_left(room, clock, tmp_path, done):
    fresh = another_room(room, clock, tmp_path)
    hire_chiefs(fresh)
    boss, admins = hire(fresh, "3", "executive"), {"1": CHIEF, "2": hire(fresh, "2", "admin")}
    auditor = {"name": "Somebody", "role": "auditor", "license": ""}
    for by, what, badge in done:
        # Proposals wait: whoever made one may be gone when another person approves it.
        command = {
            "out": DeactivateStaff(badge, "gone"),
            "role": Propose(f"p{by}-{badge}", "change-staff", badge, auditor | {"badge": badge}, "another job"),
            "approve": approval(fresh, f"p{by}-{badge}"),
        }[what]
        with suppress(PitbossError):
            office(fresh, command, boss if what == "approve" else admins[by])
        with fresh.database.reading() as connection:
            left = [one.role for one in staff.all_staff(connection, fresh.house.property_id) if one.is_active]
        assert Role.ADMIN in left
        assert left.count(Role.ADMIN) + left.count(Role.EXECUTIVE) >= 2


def test_everybody_is_listed_by_badge(room):
    hire_chiefs(room)
    hire(room, "17", "dealer", "Bo")
    with room.database.reading() as connection:
        listed = staff.all_staff(connection, "P1")
    assert [(one.badge, one.name, one.actor) for one in listed] == [
        ("1", "Chief", CHIEF),
        ("100", "Deputy", DEPUTY),
        ("17", "Bo", Actor("17", Role.DEALER)),
    ]


# ---- texts that no database likes

NASTY = ["", " ", "a\x00b", "\ud800", "a\nb", "x" * 501, "\u202e"]


@pytest.mark.parametrize("text", NASTY)
def test_nasty_texts_are_refused_in_one_sentence_and_change_nothing(room, text):
    hire_chiefs(room)
    register(room, "ann")
    before = number_of_records(room)
    house = Actor("house", Role.HOUSE)
    for command, by in (
        (RegisterPlayer("ben", text, "1990-12-31", False), house),
        (RegisterPlayer(text, "Ben", "1990-12-31", False), house),
        (RegisterPlayer("ben", "Ben", text, False), house),
        (ExcludePlayer("ann", None, text), Actor("ann", Role.PLAYER)),
        (ExcludePlayer("ann", text, "why"), Actor("ann", Role.PLAYER)),
        (Propose("p1", "add-staff", text, newcomer(text, "dealer"), "new"), CHIEF),
        (Propose("p1", "add-staff", "17", newcomer("17", "dealer", text), "new"), CHIEF),
        (Propose("p1", "add-staff", "17", newcomer("17", text), "new"), CHIEF),
        (Propose("p1", "reactivate-staff", text, {"badge": text}, "back"), CHIEF),
        (NewEnrollmentCode(text), CHIEF),
        (UnlockStaff(text), CHIEF),
    ):
        with pytest.raises((RefusedError, UnknownError, NotPermittedError)) as refusal:
            office(room, command, by)
        assert "\n" not in str(refusal.value)
        str(refusal.value).encode()
    with room.database.reading() as connection, pytest.raises(UnknownError, match="is not registered"):
        verify_may_play(connection, "P1", text, "2026-11-15")
    assert number_of_records(room) == before


@pytest.mark.parametrize(
    ("setting", "value"),
    [("failed_tries", 0), ("failed_tries", "5"), ("min_age", -1), ("guest_chips_cents", 0), ("min_age", True)],
)
def test_settings_of_the_room_that_are_no_numbers(setting, value):
    with pytest.raises(RefusedError, match=f"{setting} must be a whole number from"):
        PropertySettings(**{setting: value})


# ---- the record


def test_the_records_of_the_office_done_again_give_the_same_people(room, clock, tmp_path):
    words = Office(room, clock)
    words.people(("2", "admin"), ("3", "executive"), ("5", "accounting"), ("17", "dealer"))
    for by, operation in (
        ("-", "log-in 17 9999"),
        ("admin 1", "role 17 supervisor"),
        ("supervisor 17", "register ann 1990-12-31"),
        ("player bob", "guest bob"),
        ("player bob", "play-money bob"),
        ("player ann", "exclude ann until 2026-11-15"),
        ("-", "wait 1 days"),
        ("executive 3", "lift ann"),
        ("accounting 5", "deposit ann 50 cash"),
        ("accounting 5", "propose p1 correct-wallet ann 5"),
        ("executive 3", "approve p1"),
        ("supervisor 17", "propose p2 create-table T1"),
        ("admin 2", "deactivate 17 left"),
    ):
        words.do(by, operation)
    with room.database.reading() as connection:
        records = list(journal.read(connection, "P1", "room"))
    clock.instant = parse_instant(records[0].at)
    again = new_room(room.database, tmp_path / "room.key", clock, "P2")
    assert {"enroll", "note-log-in", "first-admins"} <= {record.kind for record in records}
    for record in records[1:]:  # the first is the founding
        clock.instant = parse_instant(record.at)
        command = read_command(json.loads(record.asked), OFFICE_COMMANDS)
        with signed_as(record):
            again.in_office(command, by=read_actor(record.actor), command_id=record.command_id)
    with room.database.reading() as connection:
        for table in (STAFF, PLAYERS, EXCLUSIONS, PROPOSALS):
            first, second = (
                [
                    tuple(value for name, value in row._mapping.items() if name not in ("property_id", "used_in"))
                    for row in connection.execute(select(table).where(table.c.property_id == property_id))
                ]
                for property_id in ("P1", "P2")
            )
            assert sorted(map(str, first)) == sorted(map(str, second)) != []
        assert connection.scalar(select(func.count()).select_from(JOURNAL)) == 2 * len(records)
