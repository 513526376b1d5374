"""Approving, booking and authorizing ask for the PIN again, for exactly what is sent, once."""

import json

import pytest
from sqlalchemy import select, text

from pitboss.house.errors import PinNeededError, RefusedError, WrongPinError
from pitboss.house.people.proposals import Propose
from pitboss.house.permissions import MATRIX, SIGNED, is_signed, signed_presses
from pitboss.house.records.journal import as_record, hash_of
from pitboss.house.storage.schema import JOURNAL
from pitboss.house.tables.commands import PayBooked, Press, VerifyJackpot
from support.card_room import approval
from support.demo import BADGES
from support.floor import ACCOUNTING, DEALER_7, EXECUTIVE, HOUSE, OWN_PIN, PIN, SUPERVISOR

ADJUSTED = {"meter_id": "M1", "reason": "display corrected", "millicents": 1000, "note": "read off the display"}


@pytest.fixture
def proposed(demo):
    """A proposal that waits for somebody to approve it."""
    demo.office(Propose("p1", "adjust-meter", "M1", ADJUSTED, "as read"), SUPERVISOR)
    return "p1"


def status_of(demo):
    with demo.database.reading() as connection:
        return connection.scalar(text("SELECT status FROM proposals WHERE proposal_id = 'p1'"))


def failed_of(demo, badge="3"):
    with demo.database.reading() as connection:
        return connection.scalar(text(f"SELECT failed FROM staff WHERE badge = '{badge}'"))


def record_of(demo, command_id):
    with demo.database.reading() as connection:
        return as_record(connection.execute(select(JOURNAL).where(JOURNAL.c.command_id == command_id)).one())


def sent(visitor, **more):
    """What an executive's page sends to approve; the digest is what it has read."""
    digest = visitor.look("/api/proposals/p1").get("digest")
    body = {"command_id": "c1", "proposal_id": "p1"} | ({"digest": digest} if digest else {})
    return visitor.post("/api/office/approve", json=body | more)


def test_an_open_session_alone_approves_nothing(visitors, demo, proposed):
    answer = sent(visitors.as_("executive"))
    assert (answer.status_code, answer.json()["code"]) == (403, "pin-needed")
    assert status_of(demo) == "pending"


def test_the_pin_signs_what_is_approved_and_the_record_says_so(visitors, demo, proposed):
    answer = sent(visitors.as_("executive"), pin=PIN)
    assert answer.status_code == 200, answer.text
    record = record_of(demo, "c1")
    signed = json.loads(record.drawn)["signed"]
    assert signed["how"] == "pin"
    assert signed["hash"] == hash_of((record.property_id, record.chain, record.actor, "c1", record.asked))
    assert PIN not in record.asked + record.drawn + record.events
    assert '"digest"' in record.asked


def test_a_wrong_pin_approves_nothing_counts_and_locks(visitors, demo, proposed):
    executive = visitors.as_("executive")
    for tries in range(1, 6):
        answer = sent(executive, pin="0000")
        assert (answer.status_code, answer.json()["code"]) == (403, "wrong-pin")
        assert failed_of(demo) == tries
    assert sent(executive, pin=PIN).json()["code"] == "wrong-pin"
    assert status_of(demo) == "pending"


def test_the_pin_of_another_is_none(visitors, demo, proposed):
    visitors.as_("admin").done("/api/office/set-pin", old_pin=PIN, pin="135790")
    assert sent(visitors.as_("executive"), pin="135790").json()["code"] == "wrong-pin"


def test_the_same_command_again_is_answered_again_and_asks_for_no_pin(visitors, demo, proposed):
    executive = visitors.as_("executive")
    first = sent(executive, pin=PIN).json()
    for more in ({}, {"pin": "0000"}):
        again = sent(executive, **more)
        assert again.status_code == 200, again.text
        assert (again.json()["repeat"], again.json()["version"]) == (True, first["version"])
    assert failed_of(demo) == 0


def test_a_signature_is_good_for_one_command_alone(visitors, demo, proposed):
    executive = visitors.as_("executive")
    sent(executive, pin=PIN)
    demo.office(Propose("p2", "adjust-meter", "M1", ADJUSTED, "as read again"), SUPERVISOR)
    digest = executive.look("/api/proposals/p2")["digest"]
    body = {"command_id": "c1", "proposal_id": "p2", "digest": digest}
    assert executive.post("/api/office/approve", json=body).json()["code"] == "command-reused"
    assert executive.post("/api/office/approve", json=body | {"command_id": "c2"}).json()["code"] == "pin-needed"


def test_what_is_approved_is_what_was_read(visitors, demo, proposed):
    executive = visitors.as_("executive")
    read = executive.look("/api/proposals/p1")["digest"]
    with demo.database.transaction() as connection:
        connection.execute(text("UPDATE proposals SET reason = 'another reason' WHERE proposal_id = 'p1'"))
    body = {"command_id": "c1", "proposal_id": "p1", "digest": read, "pin": PIN}
    answer = executive.post("/api/office/approve", json=body)
    assert answer.json()["detail"] == "proposal p1 is not what you have read: read it again before you approve it"
    assert status_of(demo) == "pending"


def test_the_room_itself_asks_at_a_table(demo):
    demo.key_in_a_jackpot("T5")
    paid = PayBooked("T5-1-2", "ann", "driving license WDL-1", "")
    before = demo.everything()
    with pytest.raises(PinNeededError, match="pay-booked asks for the PIN of badge 5 again"):
        demo.room.at_table("T5", paid, by=ACCOUNTING, command_id="c1")
    assert demo.everything() == before
    demo.at("T5", paid, ACCOUNTING)


def test_what_would_be_refused_anyway_asks_for_no_pin(demo):
    with pytest.raises(RefusedError, match="no jackpot is pending at seat 3"):
        demo.room.at_table("T1", VerifyJackpot(3), by=SUPERVISOR, command_id="c1")


def test_the_room_itself_asks_in_the_office(demo, proposed):
    approved = approval(demo.room, "p1")
    with pytest.raises(PinNeededError):
        demo.room.in_office(approved, by=EXECUTIVE, command_id="c1")
    with pytest.raises(WrongPinError):
        demo.room.in_office(approved, by=EXECUTIVE, command_id="c1", pin=type(OWN_PIN)("0000"))
    assert status_of(demo) == "pending"


def test_who_may_not_send_it_is_not_asked_and_nothing_is_counted(visitors, demo, proposed):
    answer = visitors.as_("dealer").command("/api/office/approve", proposal_id="p1", digest="", pin="0000")
    assert answer.json()["code"] == "not-permitted"
    assert failed_of(demo, BADGES["dealer"]) == 0


def test_keys_of_the_controller_and_of_the_dealer_ask_for_nothing():
    coin_in, j_pot = Press({"do": "press-coin-in"}), Press({"do": "press-j-pot", "seat": 2})
    assert [is_signed(by, coin_in) for by in (DEALER_7, SUPERVISOR, HOUSE)] == [False] * 3
    assert [is_signed(by, j_pot) for by in (SUPERVISOR, EXECUTIVE, HOUSE)] == [True, True, False]


def test_everything_that_approves_books_or_authorizes_is_signed():
    assert signed_presses() == {"press-j-pot", "swipe-card"}
    booking = {"name-winner", "verify-jackpot", "authorize-jackpot", "pay-booked", "withhold-win"}
    assert set(SIGNED) == {"approve", "reverse-jackpot", "award-late"} | booking
    # A line is signed for everybody who may send it, or for nobody.
    assert all(SIGNED[slug] == MATRIX[slug] for slug in SIGNED)


def test_a_jackpot_is_booked_with_the_pin(visitors, demo):
    """J-POT at a live-card table: the dealer presses keys freely, the supervisor's J-POT asks."""
    dealer, supervisor = visitors.as_("dealer"), visitors.as_("supervisor")
    keypad = "/api/tables/T5/keypad"
    for seat in (2, 5):
        dealer.done(f"{keypad}/place-chip", seat=seat)
    dealer.done(f"{keypad}/press-coin-in")
    dealer.done(f"{keypad}/press-hand", row="akq-of-another-suit")
    supervisor.done(f"{keypad}/turn-key", position="JPH")
    bare = supervisor.post(f"{keypad}/press-j-pot", json={"command_id": "j1", "seat": 2})
    assert bare.json()["code"] == "pin-needed"
    supervisor.done(f"{keypad}/press-j-pot", seat=2)
    supervisor.done(f"{keypad}/turn-key", position="RUN")
