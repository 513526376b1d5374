"""One person is one badge: whatever an admin tries alone, they do not become a second person."""

import argon2
import pytest
from sqlalchemy import select

from pitboss.house.people.second_factor import STEP_SECONDS, secret_of, totp
from pitboss.house.permissions import APPROVERS
from pitboss.house.storage.schema import JOURNAL
from support.card_room import CHEAP
from support.demo_rooms import visited
from support.floor import ADMIN, EXECUTIVE, PIN
from support.visitors import CSRF, log_in

KNOWN = "739105"
NIA = {"badge": "9", "name": "Nia", "license": "68-9"}


@pytest.fixture
def own_visitors(own_demo):
    """People at the door of a room for one test alone."""
    with visited(own_demo) as visitors:
        yield visitors


@pytest.fixture
def two(own_visitors):
    """The two admins: the first is the one who tries."""
    return [log_in(own_visitors.nobody(), badge) for badge in ("1", "2")]


def proposal(number, kind, badge, **content):
    return {
        "proposal_id": f"p{number}",
        "kind": kind,
        "subject": badge,
        "content": {"badge": badge} | content,
        "reason": "busy",
    }


def hired(two, role="executive"):
    """What the approver is answered who approves that Nia is hired."""
    proposer, approver = two
    proposer.done("/api/office/propose", **proposal(9, "add-staff", **NIA, role=role))
    return approver.approve("p9")


def enroll(client, code, pin=KNOWN, **other):
    keyed = {"badge": "9", "code": code, "pin": pin, "approver": "2", "approver_pin": PIN} | other
    return client.post("/api/enroll", json=keyed)


def test_who_proposes_a_badge_cannot_come_in_with_it(own_visitors, two):
    """With a first PIN in the proposal, badge 1 came in as badge 9 and approved its own proposal with it."""
    chief, deputy = two
    with_pin = proposal(8, "add-staff", **NIA, role="executive", pin=KNOWN)
    assert chief.command("/api/office/propose", **with_pin).status_code == 409
    code = hired(two)["enrollment"]["code"]
    thief = own_visitors.nobody()
    assert thief.post("/api/log-in", json={"badge": "9", "pin": KNOWN}).status_code == 403
    # The code alone, or with their own badge and PIN, is of no use to the proposer.
    for other in ({"approver": "1"}, {"approver_pin": "820014"}, {"approver": "9", "approver_pin": KNOWN}):
        assert enroll(thief, code, **other).status_code == 403
    assert thief.post("/api/log-in", json={"badge": "9", "pin": KNOWN}).status_code == 403
    assert deputy.look("/api/me")["name"] == "2"
    assert enroll(thief, code).status_code == 200
    # Nobody is logged in by it: neither the approver nor the new person.
    assert thief.look("/api/me")["role"] == "nobody"
    assert deputy.look("/api/me")["name"] == "2"
    assert log_in(own_visitors.nobody(), "9", KNOWN).look("/api/me")["role"] == "executive"


def test_the_code_is_in_nothing_that_the_proposer_sees_or_that_is_stored(own_demo, own_visitors, two):
    chief, _ = two
    told = hired(two)["enrollment"]
    plain = told["code"].replace("-", "")
    seen = [
        chief.get(address).text
        for address in ("/api/proposals?all=true", "/api/proposals/p9", "/api/staff", "/api/office/records")
    ]
    with own_demo.database.reading() as connection:
        seen += [str(tuple(row)) for row in connection.execute(select(JOURNAL))]
    seen += [str(rows) for rows in own_demo.everything().values()]
    assert not [text for text in seen if told["code"] in text or plain in text]
    assert "enrollment" not in chief.done("/api/office/unlock-staff", badge=lock(own_visitors, "7"))


def lock(visitors, badge):
    for _ in range(5):
        visitors.nobody().post("/api/log-in", json={"badge": badge, "pin": "9999"})
    return badge


def test_the_approver_who_asks_again_is_shown_the_same_code_and_only_while_it_is_open(own_visitors, two):
    chief, deputy = two
    chief.done("/api/office/propose", **proposal(9, "add-staff", **NIA, role="dealer"))
    digest = deputy.look("/api/proposals/p9")["digest"]
    approval = {"command_id": "yes", "proposal_id": "p9", "digest": digest, "pin": PIN}
    first, again = (deputy.post("/api/office/approve", json=approval).json() for _ in range(2))
    assert (first["repeat"], again["repeat"]) == (False, True)
    assert first["enrollment"] == again["enrollment"]
    assert chief.post("/api/office/approve", json=approval).json()["code"] == "command-reused"
    newer = deputy.done("/api/office/new-enrollment-code", badge="9")["enrollment"]
    assert newer["badge"] == "9"
    assert enroll(own_visitors.nobody(), newer["code"]).status_code == 200
    assert "enrollment" not in deputy.post("/api/office/approve", json=approval).json()


def test_a_code_runs_out_and_only_its_approver_makes_another(own_demo, own_visitors, two):
    chief, deputy = two
    code = hired(two)["enrollment"]["code"]
    own_demo.clock.tick(minutes=15, seconds=1)
    told = enroll(own_visitors.nobody(), code)
    assert (told.status_code, "has run out after 15 minutes" in told.json()["detail"]) == (409, True)
    deputy, chief = (log_in(own_visitors.nobody(), badge) for badge in ("2", "1"))
    assert chief.command("/api/office/new-enrollment-code", badge="9").status_code == 403
    newer = deputy.done("/api/office/new-enrollment-code", badge="9")["enrollment"]["code"]
    assert newer != code
    assert enroll(own_visitors.nobody(), code).status_code == 403
    assert enroll(own_visitors.nobody(), newer).status_code == 200


def test_an_approver_who_has_another_role_now_enrolls_nobody(own_visitors, two):
    chief, _ = two
    code = hired(two)["enrollment"]["code"]
    demoted = proposal(1, "change-staff", "2", name="Eve", role="dealer", license="")
    chief.done("/api/office/propose", **demoted)
    log_in(own_visitors.nobody(), "3").approve("p1")
    told = enroll(own_visitors.nobody(), code)
    assert (told.status_code, "is not for dealer 2" in told.json().get("detail", "")) == (403, True)
    assert own_visitors.nobody().post("/api/log-in", json={"badge": "9", "pin": KNOWN}).status_code == 403


def test_a_reset_goes_the_same_way_and_ends_what_the_old_pin_opened(own_visitors, two):
    chief, deputy = two
    dealer = log_in(own_visitors.nobody(), "7")
    chief.done("/api/office/propose", **proposal(1, "reset-pin", "7"))
    code = deputy.approve("p1")["enrollment"]["code"]
    assert dealer.look("/api/me")["role"] == "nobody"
    assert own_visitors.nobody().post("/api/log-in", json={"badge": "7", "pin": PIN}).status_code == 403
    assert enroll(own_visitors.nobody(), code, badge="7").status_code == 200
    assert log_in(own_visitors.nobody(), "7", KNOWN).look("/api/me")["role"] == "dealer"


def test_one_license_number_has_one_badge_for_good(own_visitors, two):
    chief, _ = two
    code = hired(two, "dealer")["enrollment"]["code"]
    enroll(own_visitors.nobody(), code)
    chief.done("/api/office/deactivate-staff", badge="9", reason="left us")
    # Written in another way it is the same number.
    same = ("68-9", " 68-9 ", "689", "68 9", "6 8.9", "68\u20139", "\uff16\uff18-\uff19", "68-3")
    for number, given in enumerate(same):
        second = proposal(f"-{number}", "add-staff", **NIA | {"badge": "10", "license": given}, role="dealer")
        told = chief.command("/api/office/propose", **second)
        assert (told.status_code, "one license number has one badge" in told.json()["detail"]) == (409, True)
    again = proposal("-again", "change-staff", "7", name="Bo", role="dealer", license="68-9")
    assert chief.command("/api/office/propose", **again).status_code == 409


def test_a_session_alone_does_not_change_a_pin(own_visitors, two):
    """A screen that somebody left open was enough: the new PIN was taken without the old one."""
    chief, _ = two
    assert chief.command("/api/office/set-pin", pin=KNOWN).status_code == 422
    for _ in range(5):
        assert chief.command("/api/office/set-pin", old_pin="9999", pin=KNOWN).status_code == 403
    # Wrong ones count: the badge is locked now, for the right one too.
    assert chief.command("/api/office/set-pin", old_pin=PIN, pin=KNOWN).status_code == 403


def test_a_pin_of_four_digits_is_too_short_for_who_decides(own_visitors, two):
    deciders = {role for roles in APPROVERS.values() for role in roles}
    assert {role.value for role in deciders} == {"executive", "accounting", "admin"}
    code = hired(two, "supervisor")["enrollment"]["code"]
    told = enroll(own_visitors.nobody(), code, "4711")
    assert (told.status_code, told.json()["detail"]) == (409, "the PIN of a supervisor has 6 to 12 digits")
    for badge in ("3", "4", "5", "1"):
        somebody = log_in(own_visitors.nobody(), badge)
        assert somebody.command("/api/office/set-pin", old_pin=PIN, pin="4711").status_code == 409
    for badge in ("6", "7", "8"):
        log_in(own_visitors.nobody(), badge).done("/api/office/set-pin", old_pin=PIN, pin="4711")


def test_a_thief_of_the_database_has_nothing_to_try_pins_against(own_demo):
    """Every stored hash opened at once when the PIN was tried against it; a thief has hours, and PINs few digits."""
    hashes = {row["badge"]: row["pin_hash"] for row in own_demo.rows("staff")}
    assert len(hashes) >= 8
    for badge, kept in hashes.items():
        for tried in (PIN, f"{badge}{PIN}", f"P1\0{badge}\0{PIN}"):
            with pytest.raises(argon2.exceptions.VerifyMismatchError):
                CHEAP.verify(kept, tried)
        assert own_demo.room.pin_hasher.is_right(badge, PIN, kept)


def test_the_hash_of_one_badge_is_worth_nothing_at_another(own_demo, own_visitors):
    with own_demo.database.transaction() as connection:
        own_of_dealer = "(SELECT pin_hash FROM staff WHERE badge = '7')"
        connection.exec_driver_sql(f"UPDATE staff SET pin_hash = {own_of_dealer} WHERE badge = '3'")
    assert own_visitors.nobody().post("/api/log-in", json={"badge": "3", "pin": PIN}).status_code == 403


# ---- the second factor


def code_now(floor, badge, salt, steps=0):
    """What the app of a badge shows now, or so many steps later."""
    step = int(floor.clock.now().timestamp()) // STEP_SECONDS + steps
    return totp(secret_of(floor.room, badge, salt), step)


def with_app(floor, visitors, badge):
    """Somebody who has set up an authenticator app; its salt."""
    client = log_in(visitors.nobody(), badge)
    salt = client.post("/api/second-factor").json()["salt"]
    assert client.command("/api/office/add-second-factor", pin=PIN, salt=salt, code="000000").status_code == 409
    client.done("/api/office/add-second-factor", pin=PIN, salt=salt, code=code_now(floor, badge, salt))
    return salt


def test_with_an_app_the_pin_alone_opens_nothing_and_a_code_is_good_once(own_demo, own_visitors):
    salt = with_app(own_demo, own_visitors, "3")
    nobody = own_visitors.nobody()

    def comes_in(second, pin=PIN):
        return nobody.post("/api/log-in", json={"badge": "3", "pin": pin, "second": second}).status_code == 200

    assert not comes_in("")
    # The code with which it was set up is used up; the next one is the next step's, and the window is one step.
    assert not comes_in(code_now(own_demo, "3", salt))
    assert not comes_in(code_now(own_demo, "3", salt, steps=2))
    later = code_now(own_demo, "3", salt, steps=1)
    assert not comes_in(later, "9999")
    assert comes_in(f"{later[:3]} {later[3:]}")
    assert not comes_in(later)
    own_demo.clock.tick(minutes=2)
    assert comes_in(code_now(own_demo, "3", salt))
    for _ in range(5):
        assert not comes_in("000000")
    own_demo.clock.tick(minutes=2)
    assert not comes_in(code_now(own_demo, "3", salt)), "wrong codes lock the badge, as wrong PINs do"


def test_another_app_takes_a_code_of_the_first_and_a_reset_takes_both_away(own_demo, own_visitors, two):
    salt = with_app(own_demo, own_visitors, "3")
    own_demo.clock.tick(minutes=2)
    told = own_visitors.nobody().post(
        "/api/log-in", json={"badge": "3", "pin": PIN, "second": code_now(own_demo, "3", salt)}
    )
    thief = own_visitors.nobody()
    thief.cookies.update(told.cookies)
    thief.headers[CSRF] = told.json()["csrf"]
    own = thief.post("/api/second-factor").json()["salt"]
    first = {"pin": PIN, "salt": own, "code": code_now(own_demo, "3", own)}
    assert thief.command("/api/office/add-second-factor", **first).status_code == 403
    two[0].done("/api/office/propose", **proposal(1, "reset-pin", "3"))
    code = two[1].approve("p1")["enrollment"]["code"]
    assert enroll(own_visitors.nobody(), code, badge="3").status_code == 200
    assert log_in(own_visitors.nobody(), "3", KNOWN).look("/api/me")["role"] == "executive"


def test_where_the_house_asks_for_an_app_nobody_approves_without_one(own_demo, own_visitors):
    settings = own_demo.room.house.settings.as_json() | {"second_factor": True}
    tomorrow = {"room": "P1", "from_day": "2026-11-16", "settings": settings}
    own_demo.agree("set-house", "P1", tomorrow, ADMIN, EXECUTIVE)
    own_demo.days_pass(1)
    supervisor, executive = (log_in(own_visitors.nobody(), badge) for badge in ("4", "3"))
    content = {"player": "ann", "cents": 500}
    wallet = {"proposal_id": "w1", "kind": "correct-wallet", "subject": "ann", "content": content, "reason": "a slip"}
    supervisor.done("/api/office/propose", **wallet)
    digest = executive.look("/api/proposals/w1")["digest"]
    told = executive.command("/api/office/approve", proposal_id="w1", digest=digest)
    assert (told.status_code, "has no authenticator app" in told.json()["detail"]) == (403, True)
    salt = executive.post("/api/second-factor").json()["salt"]
    executive.done("/api/office/add-second-factor", pin=PIN, salt=salt, code=code_now(own_demo, "3", salt))
    own_demo.clock.tick(minutes=2)
    approve = {"proposal_id": "w1", "digest": digest}
    assert executive.command("/api/office/approve", **approve).status_code == 403, (
        "the PIN alone does not sign any more"
    )
    executive.done("/api/office/approve", **approve, second=code_now(own_demo, "3", salt))


def test_a_code_that_was_used_signs_nothing_more_and_locks_nobody(own_demo, own_visitors):
    """An executive who approved several proposals within 30 seconds locked their own badge."""
    salt = with_app(own_demo, own_visitors, "3")
    supervisor = log_in(own_visitors.nobody(), "4")
    own_demo.clock.tick(minutes=2)
    code = code_now(own_demo, "3", salt)
    executive = log_in(own_visitors.nobody(), "3", second=code)
    wallet = {
        "kind": "correct-wallet",
        "subject": "ann",
        "content": {"player": "ann", "cents": 500},
        "reason": "a slip",
    }
    supervisor.done("/api/office/propose", proposal_id="w1", **wallet)
    approve = {"proposal_id": "w1", "digest": executive.look("/api/proposals/w1")["digest"]}
    for _ in range(own_demo.room.house.settings.failed_tries + 1):
        told = executive.command("/api/office/approve", **approve, second=code)
        assert told.json()["detail"].endswith("this code was used before: wait for the next one, at most 30 seconds")
    own_demo.clock.tick(minutes=2)
    executive.done("/api/office/approve", **approve, second=code_now(own_demo, "3", salt))


# ---- sessions that nobody touches


def test_a_session_that_nobody_touches_ends_and_a_dealers_lasts_for_the_shift(own_demo, own_visitors):
    """A supervisor's screen stayed open for twelve hours, whoever walked by."""
    people = {badge: log_in(own_visitors.nobody(), badge) for badge in ("4", "3", "7", "6")}

    def are_in():
        return {badge for badge, client in people.items() if client.look("/api/me")["role"] != "nobody"}

    for _ in range(3):
        own_demo.clock.tick(minutes=14)
        assert are_in() == {"3", "4", "6", "7"}
        # What a page does by itself does not count; what a person does, and what a page says of them, does.
        people["3"].look("/api/proposals")
        people["4"].post("/api/here")
        people["3"].command("/api/office/approve", proposal_id="nothing")
    own_demo.clock.tick(minutes=10)
    people["4"].look("/api/proposals")
    own_demo.clock.tick(minutes=6)
    assert are_in() == {"6", "7"}
    assert people["4"].command("/api/tables/T1/fill", cents=500).status_code == 401
    own_demo.clock.tick(hours=9)
    assert are_in() == {"6", "7"}
    own_demo.clock.tick(hours=1)
    assert are_in() == set()


def test_that_somebody_is_there_is_written_once_a_minute_at_most(own_demo, own_visitors):
    supervisor = log_in(own_visitors.nobody(), "4")
    seen = []
    for seconds in (1, 30, 28, 2, 30):
        own_demo.clock.tick(seconds=seconds)
        supervisor.post("/api/here")
        (row,) = own_demo.rows("sessions")
        seen.append(row["seen_at"])
    assert len(set(seen[:3])) == 1
    assert seen[3] == seen[4] > seen[2]
