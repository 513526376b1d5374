"""Disputes and incidents: the round stays as it was, and the clock runs."""

from datetime import timedelta, timezone

import pytest
from sqlalchemy import update

from pitboss.games.audience import player
from pitboss.house.actor import Actor, Role
from pitboss.house.errors import NotPermittedError, RefusedError, UnknownError
from pitboss.house.jackpots.display_readings import RecordReading
from pitboss.house.people.disputes import CloseDispute, OpenDispute, RuleDispute, SignDispute, disputes
from pitboss.house.people.incidents import AddNote, CloseIncident, OpenIncident, ReportToCommission, incidents, notes_of
from pitboss.house.records.audit import verify_chains
from pitboss.house.records.replay import replay_round
from pitboss.house.reports.gaming_day import print_instant
from pitboss.house.storage.schema import JOURNAL
from pitboss.house.tables.commands import ResumeTable, SuspendTable
from pitboss.house.tables.settings import CardKind
from pitboss.house.tables.table_holds import verify_may_resume
from support.card_room import change_role
from support.floor import ACCOUNTING, ADMIN, DEALER_7, EXECUTIVE, SECOND_ADMIN, SUPERVISOR, SURVEILLANCE

ANN = Actor("ann", Role.PLAYER)
HANDS = {3: "9h 8h 7h"}


@pytest.fixture
def floor(floor):
    floor.player("ann")
    floor.table("T1")
    floor.sit("T1", 3, "ann")
    return floor


def a_round(floor, **ways):
    floor.play("T1", wagers={3: {"ante": 500, "pair-plus": 500}}, hands=HANDS, dealer="Qs 6d 4c", **ways)


def the_dispute(floor):
    with floor.database.reading() as connection:
        (found,) = disputes(connection, "P1")
    return found


# ---- disputes


def test_a_dispute_from_the_claim_to_the_signatures(floor):
    a_round(floor)
    floor.office(OpenDispute("D1", "T1", 1, "ann", "Pair Plus paid 6 to 1"), DEALER_7)
    floor.office(RuleDispute("D1", "a straight flush: 40 to 1"), SUPERVISOR)
    floor.office(SignDispute("D1", "player", "Ann Lee"), ANN)
    floor.office(SignDispute("D1", "supervisor", "S. Ortiz"), SUPERVISOR)
    floor.office(CloseDispute("D1"), EXECUTIVE)
    found = the_dispute(floor)
    assert (found.status, found.ruling, found.ruled_by) == ("closed", "a straight flush: 40 to 1", "supervisor:4")
    assert found.signatures == {"player": "Ann Lee", "supervisor": "S. Ortiz"}


def test_a_dispute_is_closed_only_when_it_is_ruled_and_signed(floor):
    a_round(floor)
    floor.office(OpenDispute("D1", "T1", 1, "ann", "short paid"), SURVEILLANCE)
    with pytest.raises(RefusedError, match="D1 is not ruled yet"):
        floor.office(CloseDispute("D1"), SUPERVISOR)
    with pytest.raises(RefusedError, match="D1 is open: a ruling is signed once it is made"):
        floor.office(SignDispute("D1", "player", "Ann Lee"), ANN)
    floor.office(RuleDispute("D1", "paid as it lay"), EXECUTIVE)
    with pytest.raises(RefusedError, match="was ruled by executive:3: paid as it lay"):
        floor.office(RuleDispute("D1", "paid again"), SUPERVISOR)
    floor.office(SignDispute("D1", "supervisor", "S. Ortiz"), SUPERVISOR)
    with pytest.raises(RefusedError, match="is not signed by: player"):
        floor.office(CloseDispute("D1"), SUPERVISOR)


def test_nobody_signs_for_another(floor):
    bob = floor.player("bob")
    a_round(floor)
    floor.office(OpenDispute("D1", "T1", 1, "ann", "short paid"), DEALER_7)
    floor.office(RuleDispute("D1", "paid as it lay"), SUPERVISOR)
    with pytest.raises(NotPermittedError, match="bob cannot sign for the player ann"):
        floor.office(SignDispute("D1", "player", "Bob"), bob)
    with pytest.raises(NotPermittedError, match="ann cannot sign for the supervisor"):
        floor.office(SignDispute("D1", "supervisor", "Ann Lee"), ANN)
    with pytest.raises(RefusedError, match="'dealer' does not sign a ruling"):
        floor.office(SignDispute("D1", "dealer", "D. Kim"), SUPERVISOR)
    floor.office(SignDispute("D1", "player", "Ann Lee"), ANN)
    with pytest.raises(RefusedError, match="the player has signed: Ann Lee"):
        floor.office(SignDispute("D1", "player", "Ann Lee"), SUPERVISOR)


def test_who_rules_does_not_take_the_players_signature_in_another_role_either(floor):
    a_round(floor)
    floor.office(OpenDispute("D1", "T1", 1, "ann", "short paid"), DEALER_7)
    floor.office(RuleDispute("D1", "paid as it lay"), SUPERVISOR)
    change_role(floor.room, "4", "executive", (ADMIN, SECOND_ADMIN))
    with pytest.raises(NotPermittedError, match="executive:4 ruled: the player signs, or another of the floor"):
        floor.office(SignDispute("D1", "player", "Ann Lee"), Actor("4", Role.EXECUTIVE))


def test_a_player_whose_name_is_the_badge_of_who_ruled_signs(floor):
    a_round(floor)
    four = floor.player("4")
    floor.office(OpenDispute("D1", "T1", 1, "4", "short paid"), DEALER_7)
    floor.office(RuleDispute("D1", "paid as it lay"), SUPERVISOR)
    floor.office(SignDispute("D1", "player", "Ann Lee"), four)
    assert the_dispute(floor).signatures == {"player": "Ann Lee"}


@pytest.mark.parametrize("number", [0, -1, 2, 10**30])
def test_a_dispute_is_about_a_round_that_was_dealt(floor, number):
    a_round(floor)
    with pytest.raises(UnknownError, match=f"there is no round {number} at table T1"):
        floor.office(OpenDispute("D1", "T1", number, "ann", "short paid"), DEALER_7)
    with pytest.raises(UnknownError, match="there is no table 'T9'"):
        floor.office(OpenDispute("D1", "T9", 1, "ann", "short paid"), DEALER_7)


@pytest.mark.parametrize("nobody", ["nobody", "Ann Lee", ""])
def test_a_dispute_is_of_somebody_who_is_registered(floor, nobody):
    a_round(floor)
    with pytest.raises(UnknownError, match=f"player '{nobody}' is not registered"):
        floor.office(OpenDispute("D1", "T1", 1, nobody, "short paid"), DEALER_7)
    floor.player("zoe")  # who was not in the round
    floor.office(OpenDispute("D1", "T1", 1, "zoe", "the bet behind seat 3 was hers"), DEALER_7)


def in_progress(floor):
    """A round that waits for ann to decide."""
    for _ in floor.steps("T1", {3: {"ante": 500}}, HANDS, "Qs 6d 4c", until="decision"):
        pass


def test_a_round_in_progress_is_disputed_at_a_suspended_table(floor):
    in_progress(floor)
    claim = OpenDispute("D1", "T1", 1, "ann", "the dealer burned a card")
    with pytest.raises(RefusedError, match="the round is in progress: suspend table T1 first"):
        floor.office(claim, DEALER_7)
    floor.at("T1", SuspendTable("dispute"), SUPERVISOR)
    floor.office(claim, DEALER_7)
    with floor.database.transaction() as connection, pytest.raises(RefusedError, match="rule it first"):
        verify_may_resume(connection, "P1", "T1", 1)
    floor.office(RuleDispute("D1", "play on"), SUPERVISOR)
    with floor.database.transaction() as connection:
        verify_may_resume(connection, "P1", "T1", 1)
    floor.at("T1", ResumeTable(), SUPERVISOR)
    assert floor.awaiting("T1").kind == "decision"


def test_an_earlier_round_may_be_disputed_while_the_table_plays(floor):
    a_round(floor)
    in_progress(floor)
    floor.office(OpenDispute("D1", "T1", 1, "ann", "short paid"), DEALER_7)
    with floor.database.transaction() as connection:
        verify_may_resume(connection, "P1", "T1", 2)
    assert the_dispute(floor).status == "open"


# ---- the round again


def test_a_round_is_dealt_again_from_its_records(floor):
    a_round(floor)
    then = floor.room.view("T1", player(3)).round
    a_round(floor, folds={3})
    floor.reopen()
    again = replay_round(floor.room, "T1", 1)
    assert again.is_same
    assert again.round.view(player(3)) == then
    assert [step.kind for step in again.steps][:2] == ["start-round", "act"]
    assert {line.wager: line.pay_cents for line in again.round.statement.lines}["pair-plus"] == 500 * 41
    assert replay_round(floor.room, "T1", 2).round.seats[3].is_folded


def test_nobody_sees_the_cards_of_a_round_in_progress_by_a_replay(floor):
    in_progress(floor)
    with pytest.raises(RefusedError, match="round 1 of table T1 is in progress: its cards are seen when it is over"):
        replay_round(floor.room, "T1", 1)
    floor.act("T1", "void", SUPERVISOR, reason="disputed")
    again = replay_round(floor.room, "T1", 1)
    assert again.is_same
    assert [str(card) for card in again.round.seats[3].cards] == ["9h", "8h", "7h"]


def test_a_replay_shows_what_was_changed_in_the_records(floor):
    a_round(floor)
    with floor.database.transaction() as connection:
        changed = next(row for row in floor.rows("journal") if '"6d"' in row["events"])
        events = changed["events"].replace('"6d"', '"6h"')
        of_record = (JOURNAL.c.chain == changed["chain"]) & (JOURNAL.c.seq == changed["seq"])
        connection.execute(update(JOURNAL).where(of_record).values(events=events))
    assert not replay_round(floor.room, "T1", 1).is_same
    with floor.database.reading() as connection:
        assert verify_chains(connection, "P1").first.seq == changed["seq"]


def test_a_game_at_physical_cards_is_told_by_its_presses(floor):
    floor.meter("M1", "TCPP-1")
    floor.table("T2", meter="M1", cards=CardKind.LIVE)
    floor.press("T2", "place-chip", seat=2)
    floor.press("T2", "press-coin-in")
    floor.press("T2", "press-game-over")
    floor.office(OpenDispute("D1", "T2", 1, "ann", "my coin was not counted"), DEALER_7)
    again = replay_round(floor.room, "T2", 1)
    assert again.round is None
    assert [step.asked["press"]["do"] for step in again.steps] == ["press-coin-in", "press-game-over"]


# ---- incidents


def test_an_incident_from_the_notice_to_the_end(floor):
    floor.office(OpenIncident("I1", "table T1", "the display is dark", True, None), DEALER_7)
    floor.office(AddNote("I1", "the cable was loose"), SURVEILLANCE)
    with pytest.raises(RefusedError, match="must be reported to the commission before it is closed"):
        floor.office(CloseIncident("I1", "cable fixed"), EXECUTIVE)
    floor.office(ReportToCommission("I1", "letter 2026-118"), EXECUTIVE)
    when = r"\(Nov 15, 2026 \d+:\d\d:\d\d [AP]M, gaming day Nov 15\)"
    with pytest.raises(RefusedError, match=f"was reported already {when}: add a note"):
        floor.office(ReportToCommission("I1", "letter 2026-119"), ACCOUNTING)
    floor.office(CloseIncident("I1", "cable fixed"), EXECUTIVE)
    with pytest.raises(RefusedError, match=f"incident I1 was closed already {when}: open another one"):
        floor.office(AddNote("I1", "and again"), SURVEILLANCE)
    with floor.database.reading() as connection:
        (found,) = incidents(connection, "P1")
        notes = notes_of(connection, "P1", "I1")
    assert (found.status, found.reference, found.outcome) == ("closed", "letter 2026-118", "cable fixed")
    assert [(note.actor, note.words) for note in notes] == [("surveillance:6", "the cable was loose")]


def late(floor, **later):
    at = floor.clock.now() + timedelta(**later)
    with floor.database.reading() as connection:
        return [found.incident_id for found in incidents(connection, "P1") if found.is_overdue(at)]


def test_the_commission_must_know_within_72_hours(floor):
    floor.office(OpenIncident("I1", "table T1", "the display is dark", True, None), DEALER_7)
    floor.office(OpenIncident("I2", "bar", "a glass fell", False, None), DEALER_7)
    assert late(floor, hours=71, minutes=59) == []
    assert late(floor, hours=72, seconds=2) == ["I1"]
    floor.office(ReportToCommission("I1", "letter 2026-118"), EXECUTIVE)
    assert late(floor, days=30) == []


def test_nobody_keeps_a_variance_from_being_an_incident_by_taking_its_name(floor):
    floor.meter("M1", "TCPP-1")
    (seq,) = [row["seq"] for row in floor.rows("journal") if row["chain"] == "room"][-1:]
    with pytest.raises(
        RefusedError, match=f"'reading-{seq + 2}' begins like the ids that the room gives itself: choose another"
    ):
        floor.office(OpenIncident(f"reading-{seq + 2}", "meter M1", "nothing", False, None), DEALER_7)
    floor.office(OpenIncident("I1", "meter M1", "nothing", False, None), DEALER_7)
    floor.office(RecordReading("M1", 1), ACCOUNTING)
    with floor.database.reading() as connection:
        assert [each.incident_id for each in incidents(connection, "P1")] == ["I1", f"reading-{seq + 2}"]


def test_the_clock_runs_since_it_was_noticed(floor):
    noticed = print_instant(floor.clock.now() - timedelta(hours=70))
    floor.office(OpenIncident("I1", "table T1", "the display is dark", True, noticed), DEALER_7)
    assert late(floor, hours=3) == ["I1"]
    assert late(floor, hours=1) == []


def test_an_instant_is_kept_in_one_form(floor):
    noticed = (floor.clock.now() - timedelta(hours=70)).replace(microsecond=0)
    in_washington = noticed.astimezone(timezone(timedelta(hours=-8))).isoformat()
    floor.office(OpenIncident("I1", "table T1", "the display is dark", True, in_washington), DEALER_7)
    assert floor.rows("incidents")[0]["noticed_at"] == print_instant(noticed)


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (OpenIncident("I 1", "T1", "dark", True, None), "'I 1' cannot be a incident"),
        (OpenIncident("I1", "T1", " ", True, None), "a description is needed"),
        (OpenIncident("I1", "T1", "dark", True, "yesterday"), "'yesterday' is not an instant"),
        (OpenIncident("I1", "T1", "dark", True, "2026-11-15T10:00:00"), "is not an instant"),
        (OpenIncident("I1", "T1", "dark", True, "2099-01-01T00:00:00.000000Z"), "which is in the future"),
        (AddNote("I9", "a note"), "there is no incident 'I9'"),
    ],
)
def test_what_is_no_incident_is_refused(floor, command, reason):
    before = floor.everything()
    with pytest.raises((RefusedError, UnknownError), match=reason):
        floor.office(command, SUPERVISOR)
    assert floor.everything() == before
