"""Lists beside the journal that somebody has edited: the full self-check compares them with the records."""

import json

import pytest

from pitboss.house.actor import Actor, Role
from pitboss.house.cage.wallets import GiveGuestChips
from pitboss.house.errors import NotPermittedError
from pitboss.house.jackpots.meter_suspension import SuspendMeter
from pitboss.house.people.enrollment import NewEnrollmentCode
from pitboss.house.people.login import confirm_factor, enroll, log_in
from pitboss.house.people.players import ExcludePlayer, LiftExclusion, RegisterPlayer
from pitboss.house.people.proposals import Propose, Reject, WithdrawProposal
from pitboss.house.people.second_factor import STEP_SECONDS, new_factor, secret_of, totp
from pitboss.house.people.staff import DeactivateStaff, UnlockStaff
from pitboss.house.records import list_check
from pitboss.house.tables.commands import CreateTable
from pitboss.house.tables.settings import TableSettings
from pitboss.paytables import Game
from pitboss.progressive import usual_parameters
from support.floor import ADMIN, EXECUTIVE, HOUSE, PIN, RULES, SECOND_ADMIN, SUPERVISOR
from support.lists import change, found, wrong

CONTENT = TableSettings(rules=RULES[Game.THREE_CARD_POKER](progressive=None)).as_json()
"""A table without a progressive."""


@pytest.fixture
def floor(floor):
    """Something of everything that lists are made of, and of every way out of it."""
    floor.player("ann", 200)
    floor.player("bob")
    propose(floor)
    floor.office(RegisterPlayer("guest", "Guest", None, is_guest=True), HOUSE)
    floor.office(GiveGuestChips("guest"), HOUSE)
    floor.agree("correct-player", "bob", {"player": "bob", "name": "Robert", "born": "1980-01-01"})
    exclude(floor)
    floor.meter("M1", "TCPP-1", maximum_cents=100_010)
    again = {"meter_id": "M1", "parameters": usual_parameters("TCPP-1", maximum_cents=900_000).as_json()}
    floor.agree("set-parameters", "M1", again)
    hire(floor)
    return floor


def propose(floor):
    """A proposal of every standing: the id says which."""
    for name in ("open", "rejected", "withdrawn"):
        floor.office(Propose(name, "correct-wallet", "ann", {"player": "ann", "cents": 7000}, "a slip"), SUPERVISOR)
    floor.office(Reject("rejected", "no"), EXECUTIVE)
    floor.office(WithdrawProposal("withdrawn"), SUPERVISOR)
    for name, table_id in (("approved", "T8"), ("used", "T9")):
        floor.office(Propose(name, "create-table", table_id, CONTENT, "a new table"), SUPERVISOR)
        floor.approve(name, EXECUTIVE)
    floor.at("T9", CreateTable(CONTENT, "used"), ADMIN)


def exclude(floor):
    """Ann was excluded for a day, then longer, and is back; Bob is excluded for good."""
    floor.office(ExcludePlayer("ann", "2026-11-15", "asked for a day"), SUPERVISOR)
    floor.office(ExcludePlayer("ann", "2026-11-16", "asked for another"), SUPERVISOR)
    floor.days_pass(3)
    floor.office(LiftExclusion("ann", "asked in writing"), EXECUTIVE)
    floor.office(ExcludePlayer("bob", None, "asked for it"), SUPERVISOR)


def hire(floor):
    """Nine is locked out, ten was unlocked and has an authenticator app, eleven was deactivated; twelve has keyed in a
    wrong enrollment code, got another one and has not used it, and thirteen was promoted."""
    for badge in ("9", "10", "11"):
        floor.hire(Actor(badge, Role.SUPERVISOR))
    new = {"badge": "12", "name": "Late", "role": "dealer", "license": "68-12"}
    floor.office(Propose("late", "add-staff", "12", new, "busy"), ADMIN)
    floor.approve("late", SECOND_ADMIN)
    for code in ("2222-2222", "3333-3333"):
        with pytest.raises(NotPermittedError):
            enroll(floor.room, "12", code, PIN, approver=(SECOND_ADMIN.name, PIN), ids=floor.ids)
        floor.office(NewEnrollmentCode("12"), SECOND_ADMIN)
    floor.hire(Actor("13", Role.DEALER))
    promoted = {"badge": "13", "name": "Promoted", "role": "supervisor", "license": ""}
    floor.agree("change-staff", "13", promoted, ADMIN, SECOND_ADMIN)
    app = new_factor(floor.room, "10", floor.entropy)
    code = first_code(floor, "10", app.salt)
    confirm_factor(floor.room, "10", PIN, app.salt, code, command_id="app-10", ids=floor.ids)
    for badge in ("9", "10"):
        for _ in range(floor.room.house.settings.failed_tries):
            with pytest.raises(NotPermittedError):
                log_in(floor.room, badge, "9999")
    floor.office(UnlockStaff("10"), ADMIN)
    floor.office(DeactivateStaff("11", "left"), ADMIN)


def first_code(floor, badge, salt):
    """What an app shows now that has just been given this salt."""
    return totp(secret_of(floor.room, badge, salt), int(floor.clock.now().timestamp()) // STEP_SECONDS)


def test_a_room_in_which_all_of_it_has_happened_passes(floor):
    assert wrong(floor) == []


GHOST = (
    "INSERT INTO proposals (property_id, proposal_id, kind, subject, content, reason, proposed_by, proposed_at, status) "
    "SELECT property_id, 'ghost', kind, subject, content, reason, proposed_by, proposed_at, 'pending' "
    "FROM proposals WHERE proposal_id = 'open'"
)

PROPOSALS = {
    "of another kind": ("used", "SET kind = 'configure-table'"),
    "about something else": ("open", "SET subject = 'bob'"),
    "of more": ("open", "SET content = replace(content, '7000', '700000')"),
    "that cannot be read": ("open", "SET content = '{'"),
    "for another reason": ("open", "SET reason = 'a gift'"),
    "of somebody else": ("open", "SET proposed_by = '5'"),
    "of another day": ("open", "SET proposed_at = '2026-11-19T20:00:00.000000Z'"),
    "rejected and pending again": ("rejected", "SET status = 'pending', decided_by = NULL, decided_at = NULL"),
    "rejected and approved": ("rejected", "SET status = 'approved'"),
    "rejected for another reason": ("rejected", "SET note = 'yes'"),
    "decided by somebody else": ("approved", "SET decided_by = '5'"),
    "decided on another day": ("approved", "SET decided_at = '2026-11-19T20:00:00.000000Z'"),
    "withdrawn and approved": ("withdrawn", "SET status = 'approved', decided_by = '3'"),
    "used and good again": ("used", "SET status = 'approved', used_in = NULL"),
    "used elsewhere": ("used", "SET used_in = 'P1 table:T8 1'"),
    "approved and used up": ("approved", "SET status = 'used', used_in = 'P1 table:T9 1'"),
}


@pytest.mark.parametrize("what", PROPOSALS)
def test_a_proposal_that_was_edited(floor, what):
    name, values = PROPOSALS[what]
    change(floor, f"UPDATE proposals {values} WHERE proposal_id = '{name}'")
    assert wrong(floor) == found(f"proposal {name}", "proposals")


def test_a_proposal_that_was_taken_out(floor):
    change(floor, "DELETE FROM proposals WHERE proposal_id = 'rejected'")
    assert wrong(floor) == found("proposal rejected", "proposals")


def test_a_proposal_that_nobody_made_is_found_before_and_after_somebody_approves_it(floor):
    change(floor, GHOST)
    assert wrong(floor) == found("proposal ghost", "proposals")
    floor.approve("ghost", EXECUTIVE)
    assert wrong(floor) == found("proposal ghost", "proposals")
    change(floor, "DELETE FROM proposals WHERE proposal_id = 'ghost'")
    assert wrong(floor) == found("proposal ghost", "proposals")


PLAYERS = {
    "another name": ("bob", "SET name = 'Bob'"),
    "older": ("ann", "SET born = '1950-12-31'"),
    "a guest who plays for money": ("guest", "SET is_guest = 0"),
    "another day": ("ann", "SET registered_at = '2026-11-14T20:00:00.000000Z'"),
    "play money once more": ("guest", "SET chips_day = NULL"),
}


@pytest.mark.parametrize("what", PLAYERS)
def test_a_player_who_was_edited(floor, what):
    player, values = PLAYERS[what]
    change(floor, f"UPDATE players {values} WHERE player = '{player}'")
    assert wrong(floor) == found(f"player {player}", "players")


def test_a_player_who_was_put_in(floor):
    ann = "FROM players WHERE player = 'ann'"
    change(floor, f"INSERT INTO players SELECT property_id, 'eve', name, born, 0, registered_at, NULL {ann}")
    assert wrong(floor) == found("player eve", "players")


EXCLUSIONS = {
    "shorter": ("bob 1", "UPDATE exclusions SET until = '2026-11-16' WHERE player = 'bob'"),
    "for another reason": ("bob 1", "UPDATE exclusions SET reason = 'a whim' WHERE player = 'bob'"),
    "made by somebody else": ("bob 1", "UPDATE exclusions SET made_by = 'supervisor:9' WHERE player = 'bob'"),
    "made earlier": ("bob 1", "UPDATE exclusions SET made_at = '2026-01-01T20:00:00.000000Z' WHERE player = 'bob'"),
    "lifted": ("bob 1", "UPDATE exclusions SET lifted_at = '2026-11-19T20:00:00.000000Z' WHERE player = 'bob'"),
    "lifted by somebody else": ("ann 1", "UPDATE exclusions SET lifted_by = 'executive:9' WHERE player = 'ann'"),
    "lifted for another reason": ("ann 2", "UPDATE exclusions SET lifted_reason = 'a whim' WHERE number = 2"),
    "numbered otherwise": ("ann 2", "UPDATE exclusions SET number = 3 WHERE number = 2"),
    "taken out": ("bob 1", "DELETE FROM exclusions WHERE player = 'bob'"),
}


@pytest.mark.parametrize("what", EXCLUSIONS)
def test_an_exclusion_that_was_edited(floor, what):
    named, statement = EXCLUSIONS[what]
    change(floor, statement)
    assert wrong(floor) == found(f"exclusion {named}", "exclusions")


def test_a_meter_that_was_set_by_nobody(floor):
    change(floor, "UPDATE meters SET parameters = replace(parameters, '900000', '500000')")
    expected = [*found("meter M1", "meters"), *found("the setting of meter M1", "meters")]
    assert sorted(wrong(floor)[0].split("; ")) == expected


def test_a_meter_that_nobody_resumed(floor):
    floor.office(SuspendMeter("M1", "no funds"), EXECUTIVE)
    assert wrong(floor) == []
    change(floor, "UPDATE meters SET suspended = NULL")
    assert wrong(floor) == found("the setting of meter M1", "meters")


PARAMETERS = {
    "another rate": "UPDATE parameters SET parameters = replace(parameters, '100010', '200010') WHERE number = 1",
    "since another day": "UPDATE parameters SET since = '2026-11-14T20:00:00.000000Z', day = '2026-11-14' WHERE number = 1",
    "approved by somebody else": "UPDATE parameters SET approved_by = 'executive:9' WHERE number = 1",
    "taken out": "DELETE FROM parameters WHERE number = 1",
}


@pytest.mark.parametrize("what", PARAMETERS)
def test_what_a_meter_was_set_to_before(floor, what):
    change(floor, PARAMETERS[what])
    assert wrong(floor) == found("set of parameters M1 1", "parameters")


def test_parameters_may_be_written_in_another_way(floor):
    told = usual_parameters("TCPP-1").as_json()
    assert told["rate"] == "7/50"
    floor.agree("create-meter", "M2", {"meter_id": "M2", "parameters": told | {"rate": "14/100"}})
    assert [json.loads(row["parameters"]) for row in floor.rows("meters") if row["meter_id"] == "M2"] == [told]
    assert wrong(floor) == []


STAFF = {
    "role": ("7", "SET role = 'admin'"),
    "name": ("7", "SET name = 'Mallory'"),
    "PIN": ("7", "SET pin_hash = '$argon2id$v=19$m=8,t=1,p=1$AAAA$AAAA'"),
    "license": ("7", "SET license = '68-99'"),
    "enrolled": ("12", "SET pin_hash = '$argon2id$v=19$m=8,t=1,p=1$AAAA$AAAA'"),
    "approved by somebody else": ("12", "SET code_by = '1'"),
    "with more time": ("12", "SET code_until = '2026-12-19T20:00:00.000000Z'"),
    "without an app": ("10", "SET factor = NULL"),
    "with somebody else's app": ("9", "SET factor = '00'"),
    "with a code once more": ("10", "SET factor_step = 0"),
    "dismissed": ("7", "SET is_active = 0"),
    "back again": ("11", "SET is_active = 1"),
    "unlocked": ("9", "SET locked_at = NULL"),
    "locked": ("10", "SET locked_at = '2026-11-19T20:00:00.000000Z'"),
    "fewer wrong PINs": ("9", "SET failed = 0"),
    "hired earlier": ("9", "SET added_at = '2026-01-01T20:00:00.000000Z'"),
}


@pytest.mark.parametrize("what", STAFF)
def test_staff_that_was_edited(floor, what):
    badge, values = STAFF[what]
    change(floor, f"UPDATE staff {values} WHERE badge = '{badge}'")
    assert wrong(floor) == found(f"badge {badge}", "staff")


def test_a_badge_that_was_taken_out(floor):
    change(floor, "DELETE FROM staff WHERE badge = '11'")
    assert wrong(floor) == found("badge 11", "staff")


def test_a_badge_that_was_put_in_is_found_also_after_it_was_used(floor):
    change(
        floor,
        "INSERT INTO staff SELECT property_id, '99', name, 'executive', '68-99', pin_hash, NULL, NULL, NULL, 0, 1, 0, "
        "NULL, added_at FROM staff WHERE badge = '3'",
    )
    assert wrong(floor) == found("badge 99", "staff")
    with pytest.raises(NotPermittedError):
        log_in(floor.room, "99", "9999")
    assert wrong(floor) == found("badge 99", "staff")


def test_every_list_that_was_edited_is_named(floor):
    change(floor, "UPDATE players SET chips_day = NULL WHERE player = 'guest'")
    change(floor, "DELETE FROM proposals WHERE proposal_id = 'open'")
    expected = [*found("proposal open", "proposals"), *found("player guest", "players")]
    assert wrong(floor) == ["; ".join(expected)]


def test_what_is_done_while_somebody_looks_is_no_difference(floor, monkeypatch):
    """A room at work is checked too: records and lists are read as of one moment."""

    def rebuild(connection, property_id):
        rebuilt = rebuild_quietly(connection, property_id)
        floor.player("late")
        return rebuilt

    rebuild_quietly = list_check.rebuild
    monkeypatch.setattr(list_check, "rebuild", rebuild)
    assert wrong(floor) == []
    assert "late" in [row["player"] for row in floor.rows("players")]
