"""Evidence that somebody has edited: readings, incidents, disputes and jackpots are compared with the records too."""

import pytest

from pitboss.house.jackpots.display_readings import RecordReading
from pitboss.house.people.disputes import CloseDispute, OpenDispute, RuleDispute, SignDispute
from pitboss.house.people.incidents import AddNote, CloseIncident, OpenIncident, ReportToCommission
from pitboss.house.tables.commands import AuthorizeJackpot, CheckJackpot, PayBooked, RejectJackpot, VerifyJackpot
from pitboss.house.tables.settings import CardKind
from support.floor import ACCOUNTING, DEALER_7, EXECUTIVE, SUPERVISOR, SURVEILLANCE
from support.lists import change, found, wrong

BETS = {"ante": 500, "progressive": 100}


@pytest.fixture
def floor(floor):
    """Something of everything that is kept as evidence."""
    floor.player("ann", 200)
    floor.meter("M1", "TCPP-1", maximum_cents=900_000)
    floor.table("T1", meter="M1")
    floor.sit("T1", 2, "ann")
    win(floor)
    floor.table("P", meter="M1", cards=CardKind.LIVE)
    floor.key_in_a_jackpot("P")
    go_wrong(floor)
    return floor


def win(floor):
    """Ann has a paid win (round 1), a rejected one (2) and one that waits for surveillance (3)."""
    for spades in ("As Ks Qs", "Ah Kh Qh", "Ad Kd Qd"):
        floor.play("T1", wagers={2: BETS}, hands={2: spades}, dealer="Jh 8c 3c")
        floor.at("T1", VerifyJackpot(2), SUPERVISOR)
        if "s" in spades:
            floor.at("T1", CheckJackpot(2, "hand wager payout player"), SURVEILLANCE)
            floor.at("T1", AuthorizeJackpot(2, "licence WDL-1", "W-2G 17"), EXECUTIVE)
        elif "h" in spades:
            floor.at("T1", RejectJackpot(2, "the hand was exposed"), EXECUTIVE)


def go_wrong(floor):
    """A dispute that is over and one that is not; incidents; a display that is read right, and one that is not."""
    floor.office(OpenDispute("D1", "T1", 2, "ann", "short paid"), DEALER_7)
    floor.office(RuleDispute("D1", "paid as it lay"), SUPERVISOR)
    floor.office(SignDispute("D1", "player", "Ann Lee"), EXECUTIVE)
    floor.office(SignDispute("D1", "supervisor", "S. Ortiz"), SUPERVISOR)
    floor.office(CloseDispute("D1"), EXECUTIVE)
    floor.office(OpenDispute("D2", "T1", 1, "ann", "envy is missing"), DEALER_7)
    floor.office(OpenIncident("I1", "table T1", "the display is dark", True, "2026-11-15T10:00:00Z"), DEALER_7)
    floor.office(AddNote("I1", "the cable was loose"), SUPERVISOR)
    floor.office(ReportToCommission("I1", "letter 118"), EXECUTIVE)
    floor.office(CloseIncident("I1", "display replaced"), EXECUTIVE)
    floor.office(OpenIncident("I2", "table T1", "a chair broke", False, None), DEALER_7)
    shown = floor.meter_now("M1").shown_cents
    for off in (0, 9_000):
        floor.office(RecordReading("M1", shown + off), ACCOUNTING)


def test_a_room_with_evidence_passes(floor):
    assert [(row["jackpot_id"], row["status"]) for row in floor.rows("jackpots")] == [
        ("P-1-2", "booked"),
        ("P-1-5", "paid"),
        ("T1-1-2", "paid"),
        ("T1-2-2", "rejected"),
        ("T1-3-2", "verified"),
    ]
    assert wrong(floor) == []
    floor.at("P", PayBooked("P-1-2", "ann", "licence WDL-2", ""), ACCOUNTING)
    assert wrong(floor) == []


JACKPOTS = {
    "more": ("T1-1-2", "cents = cents + 100"),
    "another winner": ("T1-1-2", "player = 'mallory'"),
    "another hand": ("T1-1-2", "hand = 'royal flush'"),
    "another pay": ("T1-1-2", "pay = 'all of it'"),
    "another seat": ("T1-1-2", "seat = 3"),
    "another round": ("T1-1-2", "round_number = 4"),
    "another table": ("T1-1-2", "table_id = 'T2'"),
    "verified by somebody else": ("T1-1-2", "verified_by = 'supervisor:9'"),
    "seen by somebody else": ("T1-1-2", "checked_by = 'surveillance:9'"),
    "authorized by somebody else": ("T1-1-2", "decided_by = 'executive:9'"),
    "other papers": ("T1-1-2", "identity = 'none'"),
    "no tax form": ("T1-1-2", "tax_form = NULL"),
    "claimed on another day": ("T1-1-2", "claimed_day = '2026-11-01'"),
    "claimed at another time": ("T1-1-2", "claimed_at = '2026-11-01T20:00:00.000000Z'"),
    "paid on another day": ("T1-1-2", "decided_day = '2026-11-01'"),
    "paid at another time": ("T1-1-2", "decided_at = '2026-11-01T20:00:00.000000Z'"),
    "rejected and paid": ("T1-2-2", "status = 'paid'"),
    "rejected for another reason": ("T1-2-2", "reason = 'none'"),
    "waiting and paid": ("T1-3-2", "status = 'paid'"),
    "booked and paid": ("P-1-2", "status = 'paid'"),
    "booked by somebody else": ("P-1-2", "verified_by = 'supervisor:9'"),
    "paid by another dealer": ("P-1-5", "decided_by = 'dealer:9'"),
    "more by the dealer": ("P-1-5", "cents = cents + 100"),
}


@pytest.mark.parametrize("what", JACKPOTS)
def test_a_jackpot_that_was_edited(floor, what):
    jackpot_id, values = JACKPOTS[what]
    change(floor, f"UPDATE jackpots SET {values} WHERE jackpot_id = '{jackpot_id}'")
    assert wrong(floor) == found(f"jackpot {jackpot_id}", "jackpots")


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_an_amount_that_is_none(floor):
    change(floor, "UPDATE jackpots SET cents = 'a lot' WHERE jackpot_id = 'T1-1-2'")
    assert wrong(floor) == found("jackpot T1-1-2", "jackpots")


@pytest.mark.parametrize("jackpot_id", ["T1-2-2", "P-1-5"])
def test_a_jackpot_that_was_taken_out_or_put_in(floor, jackpot_id):
    change(floor, f"UPDATE jackpots SET jackpot_id = 'Z-1-1' WHERE jackpot_id = '{jackpot_id}'")
    assert wrong(floor) == found(f"jackpot {jackpot_id}", "jackpots")
    change(floor, "DELETE FROM jackpots WHERE jackpot_id = 'Z-1-1'")
    assert wrong(floor) == found(f"jackpot {jackpot_id}", "jackpots")


def of(table, key, *columns):
    """A case for every column of a row, which gets another value."""
    name, value = key
    return {f"{table} {column}": f"UPDATE {table} SET {column} = '9' WHERE {name} = '{value}'" for column in columns}


INCIDENTS = of("incidents", ("incident_id", "I1"), "subject", "words", "is_reportable", "noticed_at", "due_at") | of(
    "incidents",
    ("incident_id", "I1"),
    *("opened_at", "opened_by", "reported_at", "reported_by", "reference", "closed_at", "closed_by", "outcome"),
)
DISPUTES = of("disputes", ("dispute_id", "D1"), "table_id", "round_number", "player", "claim", "first_seq") | of(
    "disputes",
    ("dispute_id", "D1"),
    *("opened_at", "opened_by", "ruling", "ruled_at", "ruled_by", "closed_at", "closed_by"),
)
COLUMNS = {
    **dict.fromkeys(INCIDENTS.values(), ("incident I1", "incidents")),
    **dict.fromkeys(DISPUTES.values(), ("dispute D1", "disputes")),
    "UPDATE disputes SET status = 'closed' WHERE dispute_id = 'D2'": ("dispute D2", "disputes"),
    **dict.fromkeys(
        of("incident_notes", ("incident_id", "I1"), "at", "actor", "words").values(),
        ("note I1 1", "notes upon incidents"),
    ),
    **dict.fromkeys(
        of("signatures", ("party", "player"), "signature", "at", "actor").values(),
        ("signature D1 player", "signatures"),
    ),
    "DELETE FROM signatures WHERE party = 'player'": ("signature D1 player", "signatures"),
    "DELETE FROM incident_notes": ("note I1 1", "notes upon incidents"),
    "DELETE FROM incidents WHERE incident_id = 'I2'": ("incident I2", "incidents"),
    "DELETE FROM disputes WHERE dispute_id = 'D2'": ("dispute D2", "disputes"),
}


@pytest.mark.parametrize("statement", COLUMNS)
def test_evidence_that_was_edited(floor, statement):
    change(floor, statement)
    assert wrong(floor) == found(*COLUMNS[statement])


@pytest.mark.parametrize("column", ["at", "day", "actor", "read_cents", "meter_cents"])
def test_a_reading_that_was_edited(floor, column):
    seq = min(row["seq"] for row in floor.rows("readings"))
    change(floor, f"UPDATE readings SET {column} = '9' WHERE seq = {seq}")
    assert wrong(floor) == found(f"reading M1 {seq}", "readings")


def test_an_alarm_that_was_hidden(floor):
    """What the display showed is made what the books say, and the incident that it opened is taken away."""
    seq = max(row["seq"] for row in floor.rows("readings"))
    change(floor, f"UPDATE readings SET meter_cents = read_cents WHERE seq = {seq}")
    change(floor, f"DELETE FROM incidents WHERE incident_id = 'reading-{seq}'")
    expected = [*found(f"reading M1 {seq}", "readings"), *found(f"incident reading-{seq}", "incidents")]
    assert wrong(floor) == ["; ".join(expected)]
