"""Sessions that somebody wrote into the database, changed there, or put back: such a session is nobody's."""

import pytest
from sqlalchemy import delete, event, insert, select, text, update

from pitboss.house.people.sessions import hash_token
from pitboss.house.records.self_check import selfcheck
from pitboss.house.storage.schema import SESSIONS
from pitboss.server.authentication import COOKIE
from support.floor import PIN
from support.visitors import log_in

TOKEN = "T" * 43


def room_of(visitors):
    return visitors.app.state.context.room


def stored(visitors, **wanted):
    """Sessions as they are stored, those with these values."""
    own = [SESSIONS.c[name] == value for name, value in wanted.items()]
    with room_of(visitors).database.reading() as connection:
        return [dict(row._mapping) for row in connection.execute(select(SESSIONS).where(*own))]


def write(visitors, statement):
    with room_of(visitors).database.transaction() as connection:
        assert connection.execute(statement).rowcount != 0
    visitors.app.state.context.sessions.doubt_all()


def put_in(visitors, row):
    write(visitors, insert(SESSIONS).values(row))


def forge(visitors, genuine, **changes):
    """A session that nobody opened: like a genuine one, with a token that the forger knows."""
    row = genuine | {"token_hash": hash_token(TOKEN), "csrf": "forged"} | changes
    put_in(visitors, row)
    forger = visitors.nobody()
    forger.cookies.set(COOKIE, TOKEN)
    forger.headers["x-csrf-token"] = "forged"
    return forger


def found(visitors):
    """What the full self-check finds, and only that."""
    room = room_of(visitors)
    return {check.name: check.words for check in selfcheck(room.database, room.house, room.box) if not check.is_ok}


def role_of(visitor):
    return visitor.get("/api/me").json().get("role", "refused")


@pytest.mark.parametrize("actor", ["executive:3", "admin:1"])
def test_a_session_that_was_written_into_the_database_is_nobodys(visitors, actor):
    log_in(visitors.nobody(), "7")
    genuine = stored(visitors, actor="dealer:7")[-1]
    forger = forge(visitors, genuine, actor=actor)
    assert role_of(forger) == "nobody"
    assert forger.command("/api/office/propose").status_code == 401


def test_two_rows_written_by_hand_move_no_meter(visitors):
    log_in(visitors.nobody(), "7")
    genuine = stored(visitors, actor="dealer:7")[-1]
    proposer = forge(visitors, genuine, actor="supervisor:4")
    adjusted = {"meter_id": "M1", "reason": "1", "millicents": 100_000_000, "note": "mine now"}
    answer = proposer.command(
        "/api/office/propose", proposal_id="x1", kind="adjust-meter", subject="M1", content=adjusted, reason="mine now"
    )
    assert answer.json()["code"] == "not-logged-in"


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("actor", "admin:1"),
        ("subject", "badge 1"),
        ("table_id", "T1"),
        ("csrf", "mine"),
        ("label", "mine"),
        ("made_at", "2026-11-15T19:00:00.000000Z"),
        ("ends_at", "2036-11-15T19:00:00.000000Z"),
        ("ends_at", None),
    ],
)
def test_a_session_that_was_changed_is_nobodys(visitors, column, value):
    dealer = log_in(visitors.nobody(), "7")
    assert role_of(dealer) == "dealer"
    write(visitors, update(SESSIONS).where(SESSIONS.c.actor == "dealer:7").values({column: value}))
    assert role_of(dealer) == "nobody"
    assert "was not written by this room" in found(visitors)["sessions"]


def test_a_person_cannot_be_made_a_device_nor_a_device_of_another_table(visitors):
    display = visitors.device("display", "T1")
    assert role_of(display) == "display"
    write(visitors, update(SESSIONS).where(SESSIONS.c.kind == "display").values(kind="controller", table_id="T5"))
    assert role_of(display) == "refused"
    assert "pass display-" in found(visitors)["sessions"]


def test_a_session_that_was_logged_out_stays_so_when_its_row_is_put_back(visitors):
    dealer = log_in(visitors.nobody(), "7")
    kept, token = stored(visitors, actor="dealer:7"), dealer.cookies[COOKIE]
    dealer.post("/api/log-out").raise_for_status()
    for row in kept:
        put_in(visitors, row)
    dealer.cookies.set(COOKIE, token)
    assert role_of(dealer) == "nobody"
    assert "badge 7" in found(visitors)["sessions"]


def test_a_session_that_was_ended_by_another_log_in_stays_so(visitors):
    dealer = log_in(visitors.nobody(), "7")
    (kept,), token = stored(visitors, actor="dealer:7"), dealer.cookies[COOKIE]
    log_in(dealer, "7")
    put_in(visitors, kept)
    thief = visitors.nobody()
    thief.cookies.set(COOKIE, token)
    assert role_of(thief) == "nobody"


@pytest.mark.parametrize("how", ["pin", "dismissed", "everywhere", "unlocked"])
def test_what_ended_all_sessions_of_a_person_holds_against_a_row_put_back(visitors, how):
    dealer = log_in(visitors.nobody(), "7")
    (kept,) = stored(visitors, actor="dealer:7")
    token, csrf = dealer.cookies[COOKIE], dealer.headers["x-csrf-token"]
    END[how](visitors, dealer)
    assert stored(visitors, actor="dealer:7") == []
    put_in(visitors, kept)
    dealer.cookies.set(COOKIE, token)
    dealer.headers["x-csrf-token"] = csrf
    assert role_of(dealer) == "nobody"
    assert "badge 7" in found(visitors)["sessions"]


def by_another_pin(_visitors, dealer):
    dealer.done("/api/office/set-pin", old_pin=PIN, pin="135790")


def by_dismissal(visitors, _dealer):
    visitors.as_("admin").done("/api/office/deactivate-staff", badge="7", reason="left the house")


def by_themselves(_visitors, dealer):
    dealer.done("/api/office/log-out-everywhere")


def by_unlocking(visitors, _dealer):
    for _ in range(5):
        visitors.nobody().post("/api/log-in", json={"badge": "7", "pin": "0000"})
    visitors.as_("admin").done("/api/office/unlock-staff", badge="7")


END = {"pin": by_another_pin, "dismissed": by_dismissal, "everywhere": by_themselves, "unlocked": by_unlocking}


def test_a_device_whose_pass_was_revoked_stays_out_when_its_row_is_put_back(visitors):
    display = visitors.device("display", "T1")
    (kept,) = stored(visitors, kind="display")
    visitors.as_("admin").done("/api/office/revoke-pass", label=kept["label"])
    put_in(visitors, kept)
    assert role_of(display) == "refused"
    assert f"pass {kept['label']}" in found(visitors)["sessions"]


def test_a_pass_that_was_taken_out_of_the_list_is_found(visitors):
    visitors.device("display", "T1")
    write(visitors, delete(SESSIONS).where(SESSIONS.c.kind == "display"))
    assert "the list of passes was edited outside Pitboss" in found(visitors)["lists"]


def test_a_label_that_is_given_again_is_another_pass(visitors):
    admin = visitors.as_("admin")
    admin.done("/api/office/issue-pass", label="lobby", kind="display", table_id="T1")
    admin.done("/api/office/revoke-pass", label="lobby")
    told = admin.done("/api/office/issue-pass", label="lobby", kind="display", table_id="T1")
    display = visitors.nobody()
    display.headers["authorization"] = f"Bearer {told['token']}"
    assert role_of(display) == "display"
    assert found(visitors) == {}


def test_a_forged_session_is_on_the_audit_trail_once_with_an_incident(visitors):
    log_in(visitors.nobody(), "7")
    forger = forge(visitors, stored(visitors, actor="dealer:7")[-1], actor="admin:1")
    for _ in range(3):
        assert role_of(forger) == "nobody"
        visitors.app.state.context.sessions.doubt_all()
    with room_of(visitors).database.reading() as connection:
        noted = list(connection.scalars(text("SELECT events FROM journal WHERE kind = 'note-forged-session'")))
        incidents = list(connection.scalars(text("SELECT words FROM incidents")))
    assert len(noted) == 1
    assert [words for words in incidents if "badge 1" in words or "badge 7" in words] == incidents != []
    assert TOKEN not in noted[0]
    assert "badge 7" in found(visitors)["sessions"]


def test_an_epoch_that_was_set_back_is_found(visitors):
    dealer = log_in(visitors.nobody(), "7")
    dealer.done("/api/office/set-pin", old_pin=PIN, pin="135790")
    write(visitors, text("UPDATE session_epochs SET epoch = 0 WHERE subject = 'badge 7'"))
    assert found(visitors)["lists"].startswith("epoch of badge 7 is not what the records say")


def test_to_look_a_session_up_takes_one_statement(visitors):
    dealer = log_in(visitors.nobody(), "7")
    asked = []
    database = room_of(visitors).database
    event.listen(database.engine, "before_cursor_execute", lambda *told: asked.append(told[2]))
    visitors.app.state.context.sessions.doubt_all()
    assert role_of(dealer) == "dealer"
    assert len([words for words in asked if "sessions" in words]) == 1


def test_an_honest_room_has_nothing_to_find(visitors):
    dealer = log_in(visitors.nobody(), "7")
    visitors.device("display", "T1")
    dealer.post("/api/log-out").raise_for_status()
    log_in(visitors.nobody(), "7", PIN)
    assert found(visitors) == {}
