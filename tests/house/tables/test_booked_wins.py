"""J-POT books a win at live cards: its amount and its place among linked tables are fixed before the key is back."""

import pytest

from pitboss.errors import PitbossError
from pitboss.house.actor import Actor, Role
from pitboss.house.errors import NotPermittedError, RefusedError, UnknownError
from pitboss.house.jackpots import jackpot_rows
from pitboss.house.jackpots.win_page import read_win_page
from pitboss.house.people.proposals import Propose, Reject, WithdrawProposal
from pitboss.house.posted.display import display
from pitboss.house.records.self_check import refuse_play, selfcheck
from pitboss.house.tables.commands import AwardEnvy, CloseTable, PayBooked, ReverseJackpot
from pitboss.house.tables.settings import CardKind, ControllerKind
from pitboss.progressive import MeterError
from support.floor import ACCOUNTING, ADMIN, EXECUTIVE, SECOND_ADMIN, SUPERVISOR, told

TOP = "akq-of-spades"
TENTH = "royal-flush"


@pytest.fixture
def linked(floor):
    """Physical tables P and Q on one meter, without the jackpot lock."""
    floor.meter("M1", "TCPP-1")
    take_in(floor)
    return floor


def take_in(floor):
    for table_id in ("P", "Q"):
        floor.table(table_id, meter="M1", cards=CardKind.LIVE)
        floor.press(table_id, "place-chip", seat=2)
        floor.press(table_id, "press-coin-in")


def light(floor, table_id, row=TOP):
    floor.press(table_id, "press-hand", row=row)
    floor.name_winner(table_id, 2)
    floor.press(table_id, "turn-key", SUPERVISOR, position="JPH")


def j_pot(floor, table_id, by=SUPERVISOR):
    return floor.press(table_id, "press-j-pot", by, seat=2)


def run(floor, table_id, by=SUPERVISOR):
    return floor.press(table_id, "turn-key", by, position="RUN")


def shown(floor):
    with floor.database.reading() as connection:
        now = display(connection, "P1", "M1")
    return now.shown_cents, now.pending


def test_linked_tables_are_paid_in_the_order_of_booking_whoever_turns_the_key_first(linked):
    floor = linked
    light(floor, "P")
    light(floor, "Q")
    j_pot(floor, "P")
    j_pot(floor, "Q")
    run(floor, "Q")
    run(floor, "P")
    assert [floor.jackpot(f"{table_id}-1-2").cents for table_id in ("P", "Q")] == [100_028, 100_000]
    assert floor.meter_now("M1").shown == floor.meter_now("M1").displayed_cents * 1000 == 100_000_000
    assert floor.cents("house:jackpots") == 200_028


def test_what_j_pot_has_booked_does_not_grow_until_the_key_is_back(linked):
    floor = linked
    light(floor, "P")
    j_pot(floor, "P")
    floor.adjust("M1", "seed", 2000, "a better seed")
    run(floor, "P")
    assert floor.jackpot("P-1-2").cents == 100_028
    assert shown(floor) == (300_000, 0)


def test_a_booked_win_is_on_record_and_on_the_display_until_the_meter_is_adjusted(linked):
    """The key back at RUN takes it off the display; what other tables add meanwhile is seen."""
    floor = linked
    light(floor, "P")
    assert shown(floor) == (100_028, 0)
    j_pot(floor, "P")
    found = floor.jackpot("P-1-2")
    assert (found.cents, found.status, found.verified_by) == (100_028, "authorized", "supervisor:4")
    with floor.database.reading() as connection:
        assert "$1,000.28" in str(read_win_page(connection, floor.room.house, "P-1-2").sections)
    assert shown(floor) == (100_028, 1)
    floor.press("Q", "press-game-over")
    floor.press("Q", "place-chip", seat=2)
    floor.press("Q", "press-coin-in")
    assert shown(floor) == (100_042, 1)
    run(floor, "P")
    assert shown(floor) == (100_014, 0)
    assert floor.jackpot("P-1-2").status == "booked"


def test_a_booked_win_never_has_the_display_above_the_posted_maximum(floor):
    """The overflow comes back as soon as the win is booked, and is seen when the win has left the display."""
    floor.meter("M1", "TCPP-1", maximum_cents=100_020)
    take_in(floor)
    assert (shown(floor), floor.meter_now("M1").overflow) == ((100_020, 0), 8_000)
    light(floor, "P")
    j_pot(floor, "P")
    floor.press("Q", "press-game-over")
    floor.press("Q", "place-chip", seat=2)
    rose = told(floor.press("Q", "press-coin-in"))[-1]
    assert (shown(floor), rose["shown_cents"], floor.meter_now("M1").overflow) == ((100_020, 1), 100_020, 2_000)
    run(floor, "P")
    assert shown(floor) == (100_020, 0)


def test_a_booked_win_waits_for_the_key_over_a_restart(linked):
    floor = linked
    light(floor, "P")
    j_pot(floor, "P")
    floor.reopen()
    run(floor, "P")
    assert floor.jackpot("P-1-2").cents == 100_028
    assert floor.meter_now("M1").claims == ()


def test_a_booked_share_leaves_the_rest_to_the_next(floor):
    floor.meter("M1", "FSLPP-01")
    for table_id in ("P", "Q"):
        floor.table(table_id, "fortune-san-lo", meter="M1", cards=CardKind.LIVE)
        floor.press(table_id, "place-chip", seat=2)
        floor.press(table_id, "press-coin-in")
        light(floor, table_id, TENTH)
    for table_id in ("P", "Q"):
        j_pot(floor, table_id)
    assert shown(floor)[0] == 500_042
    for table_id in ("Q", "P"):
        run(floor, table_id)
    assert [floor.jackpot(f"{table_id}-1-2").cents for table_id in ("P", "Q")] == [50_004, 45_003]
    assert shown(floor) == (405_035, 0)


def test_everybody_who_has_seen_a_win_stands_on_its_page(floor):
    floor.meter("M1", "TCPP-1", executive_above_cents=90_000)
    floor.table("P", meter="M1", cards=CardKind.LIVE, controller=ControllerKind.NEXUS)
    floor.press("P", "place-chip", seat=2)
    floor.press("P", "press-start-game")
    floor.press("P", "press-spot", seat=2)
    floor.press("P", "press-hand", row=TOP)
    floor.name_winner("P", 2)
    floor.press("P", "press-confirm", SUPERVISOR)
    floor.press("P", "swipe-card", EXECUTIVE)
    assert floor.jackpot("P-1-2").verified_by == "supervisor:4, executive:3"


# ---- a booked win that was none


@pytest.fixture
def booked(linked):
    """At table P seat 2 has won all of the meter, and seat 5 envies it. The hand was none."""
    floor = linked
    for name in ("ann", "bob"):
        floor.player(name)
    floor.press("P", "press-game-over")
    for seat in (2, 5):
        floor.press("P", "place-chip", seat=seat)
    floor.press("P", "press-coin-in")
    return floor


def book(floor, row=TOP):
    light(floor, "P", row)
    j_pot(floor, "P")
    run(floor, "P")


WHY = {"reason": "the king was a jack", "evidence": "camera 4, 10:41 PM"}


def propose(floor, jackpot_id="P-2-2", by=SUPERVISOR, *, keeps_seed=False, **why):
    content = {"jackpot_id": jackpot_id, "keeps_seed": keeps_seed} | WHY | why
    proposal_id = floor.ids.new()
    floor.office(Propose(proposal_id, "reverse-jackpot", jackpot_id, content, content["reason"]), by)
    return proposal_id


def approve(floor, proposal_id, jackpot_id="P-2-2", by=EXECUTIVE, *, keeps_seed=False, **why):
    why = WHY | why
    table_id = jackpot_id.split("-")[0]
    return floor.at(table_id, ReverseJackpot(jackpot_id, *why.values(), keeps_seed, proposal_id), by)


def reverse(floor, jackpot_id="P-2-2", *, keeps_seed=False):
    proposal_id = propose(floor, jackpot_id, keeps_seed=keeps_seed)
    return approve(floor, proposal_id, jackpot_id, keeps_seed=keeps_seed)


def checked(floor):
    refuse_play(selfcheck(floor.database, floor.room.house, floor.room.box))


def test_a_booked_win_that_was_none_leaves_no_trace_on_the_meter(booked):
    """$1,000.28 booked by mistake left $2,000.28, which the next winner was paid: the seed stayed on the meter."""
    floor = booked
    book(floor)
    assert floor.room.table("P").controller.envy.owed == {5: 10_000}
    floor.press("Q", "press-game-over")
    floor.press("Q", "place-chip", seat=2)
    floor.press("Q", "press-coin-in")
    reverse(floor)
    assert shown(floor) == (100_070, 0), "with what the other table has added since"
    assert (floor.cents("house:jackpots"), floor.cents("seed:M1")) == (0, -100_000)
    found = floor.jackpot("P-2-2")
    assert (found.status, found.decided_by, found.reason) == ("reversed", "executive:3", "the king was a jack")
    assert found.evidence == "camera 4, 10:41 PM"
    with floor.database.reading() as connection:
        assert jackpot_rows.number_of_hits(connection, "P1", "M1") == 0
        assert display(connection, "P1", "M1").last_win is None
    light(floor, "Q")
    j_pot(floor, "Q")
    run(floor, "Q")
    assert floor.jackpot("Q-2-2").cents == 100_070
    checked(floor)


def test_while_a_reversal_is_proposed_the_display_says_pending_and_nothing_is_paid_or_booked(booked):
    floor = booked
    book(floor)
    waiting = propose(floor)
    assert shown(floor) == (100_000, 1)
    with pytest.raises(RefusedError, match="the reversal of P-2-2 is proposed .*: decide it first"):
        floor.at("P", PayBooked("P-2-2", "ann", "licence WDL-1", "W-2G 17"), ACCOUNTING)
    light(floor, "Q")
    with pytest.raises(RefusedError, match="no win is booked on meter M1 until it is decided"):
        j_pot(floor, "Q")
    with pytest.raises(RefusedError, match="the reversal of P-2-2 is proposed already"):
        propose(floor)
    floor.office(Reject(waiting, "it was a king"), EXECUTIVE)
    j_pot(floor, "Q")
    floor.at("P", PayBooked("P-2-2", "ann", "licence WDL-1", "W-2G 17"), ACCOUNTING)


def test_who_booked_a_win_may_propose_its_reversal_and_never_approves_it(booked):
    floor = booked
    light(floor, "P")
    j_pot(floor, "P", EXECUTIVE)
    run(floor, "P", EXECUTIVE)
    waiting = propose(floor, by=SUPERVISOR)
    with pytest.raises(NotPermittedError, match="badge 3 booked the win P-2-2: another person must approve this"):
        approve(floor, waiting, by=EXECUTIVE)
    floor.office(WithdrawProposal(waiting), SUPERVISOR)
    waiting = propose(floor, by=EXECUTIVE)
    with pytest.raises(NotPermittedError, match="badge 3 booked the win"):
        approve(floor, waiting, by=EXECUTIVE)
    with pytest.raises(NotPermittedError, match="reverse-jackpot is not for supervisor 4"):
        approve(floor, waiting, by=SUPERVISOR)
    approve(floor, waiting, by=ACCOUNTING)
    assert floor.jackpot("P-2-2").status == "reversed"


def test_whoever_has_paid_a_small_win_from_the_tray_has_booked_it(booked):
    floor = booked
    floor.press("P", "press-hand", row="straight")
    floor.press("P", "pay-hand", EXECUTIVE, seat=2)
    waiting = propose(floor)
    with pytest.raises(NotPermittedError, match="badge 3 booked the win P-2-2: another person must approve this"):
        approve(floor, waiting, by=EXECUTIVE)
    approve(floor, waiting, by=ACCOUNTING)
    assert floor.jackpot("P-2-2").status == "reversed"


def test_who_named_the_seat_of_a_win_never_approves_its_reversal(booked):
    """A win is reversed because it was booked for the wrong seat: who named that seat does not judge it."""
    floor = booked
    floor.press("P", "press-hand", row=TOP)
    floor.press("P", "turn-key", SUPERVISOR, position="JPH")
    floor.name_winner("P", 2, EXECUTIVE)
    j_pot(floor, "P")
    run(floor, "P")
    waiting = propose(floor)
    with pytest.raises(NotPermittedError, match="badge 3 booked the win P-2-2: another person must approve this"):
        approve(floor, waiting, by=EXECUTIVE)
    approve(floor, waiting, by=ACCOUNTING)
    assert floor.jackpot("P-2-2").status == "reversed"


def test_whoever_booked_a_win_in_another_role_never_approves_its_reversal(booked):
    """The supervisor who booked it was promoted since: it is the person who counts, and not the role."""
    floor = booked
    book(floor)
    waiting = propose(floor, by=EXECUTIVE)
    content = {"badge": SUPERVISOR.name, "name": "Badge 4", "role": Role.EXECUTIVE.value, "license": ""}
    floor.agree("change-staff", SUPERVISOR.name, content, ADMIN, SECOND_ADMIN)
    promoted = Actor(SUPERVISOR.name, Role.EXECUTIVE)
    with pytest.raises(NotPermittedError, match="badge 4 booked the win P-2-2: another person must approve this"):
        approve(floor, waiting, by=promoted)


def test_nobody_reverses_a_win_alone_or_another_one_than_was_proposed(booked):
    floor = booked
    book(floor)
    waiting = propose(floor, by=EXECUTIVE)
    with pytest.raises(NotPermittedError, match="another person must decide it"):
        approve(floor, waiting)
    with pytest.raises(UnknownError, match="there is no proposal"):
        approve(floor, "nothing")
    with pytest.raises(RefusedError, match="with another content"):
        approve(floor, waiting, by=ACCOUNTING, reason="another")
    with pytest.raises(RefusedError, match="is approved by doing it: pitboss table jackpots reverse P-2-2"):
        floor.approve(waiting, ACCOUNTING)
    assert floor.jackpot("P-2-2").status == "booked"


def test_the_key_must_be_at_run_first(booked):
    floor = booked
    book(floor)
    waiting = propose(floor)
    floor.press("P", "press-hand", row="akq-of-another-suit")
    floor.press("P", "turn-key", SUPERVISOR, position="JPH")
    with pytest.raises(PitbossError, match="the key is at JPH: turn it back to RUN"):
        approve(floor, waiting)
    floor.press("P", "turn-key", SUPERVISOR, position="RUN")
    approve(floor, waiting)


@pytest.mark.parametrize("controller", ["aquarius", "nexus"])
def test_the_true_hand_of_the_seat_is_recorded_after_the_reversal_with_its_envy(floor, controller):
    """Both were refused: seat 2 has akq-of-spades already."""
    floor.meter("M1", "TCPP-1")
    floor.table("P", meter="M1", cards=CardKind.LIVE, controller=ControllerKind(controller))
    for seat in (2, 5):
        floor.press("P", "place-chip", seat=seat)
    floor.press("P", "press-coin-in" if controller == "aquarius" else "press-start-game")

    def book_as(row):
        if controller == "aquarius":
            return book(floor, row)
        floor.press("P", "press-spot", seat=2)
        floor.press("P", "press-hand", row=row)
        floor.name_winner("P", 2)
        floor.press("P", "press-confirm", SUPERVISOR)
        return floor.press("P", "swipe-card", SUPERVISOR)

    book_as(TOP)
    assert floor.room.table("P").controller.envy.owed == {5: 10_000}
    reverse(floor, "P-1-2")
    assert floor.room.table("P").controller.envy.owed == {}
    book_as("akq-of-another-suit")
    assert floor.room.table("P").controller.envy.owed == {5: 2_500}
    assert (floor.jackpot("P-1-2").status, floor.jackpot("P-1-2.2").status) == ("reversed", "booked")
    reverse(floor, "P-1-2.2")
    if controller == "nexus":
        floor.press("P", "press-spot", seat=2)
    floor.press("P", "press-hand", row="straight")
    floor.press("P", "pay-hand", seat=2)
    assert (floor.jackpot("P-1-2.3").status, floor.room.table("P").booked) == ("paid", {})
    floor.reopen()
    assert floor.room.table("P").controller.wins == {2: "straight"}
    floor.press("P", "press-game-over" if controller == "aquarius" else "press-end-game")
    checked(floor)


def test_envy_that_was_paid_for_the_false_hand_counts_for_the_true_one(booked):
    floor = booked
    book(floor, "akq-of-another-suit")
    floor.press("P", "pay-envy", seat=5)
    reverse(floor)
    book(floor)
    assert floor.room.table("P").controller.envy.owed == {5: 10_000 - 2_500}


def test_what_was_reversed_is_never_paid_and_not_reversed_again(booked):
    floor = booked
    book(floor)
    reverse(floor)
    pay = PayBooked("P-2-2", "ann", "licence WDL-1", "W-2G 17")
    with pytest.raises(RefusedError, match="no booked win 'P-2-2' waits to be paid at table P; waiting: none"):
        floor.at("P", pay, ACCOUNTING)
    with pytest.raises(
        RefusedError, match="the win P-2-2 is reversed: only a win that is booked, paid or withheld can be"
    ):
        propose(floor)


def test_a_win_that_was_paid_is_the_houses_expense_when_it_is_reversed(booked):
    floor = booked
    book(floor)
    floor.press("P", "pay-envy", seat=5)
    floor.press("P", "press-game-over")
    floor.at("P", PayBooked("P-2-2", "ann", "licence WDL-1", "W-2G 17"), ACCOUNTING)
    words = told(reverse(floor))[0]["words"]
    assert words.endswith("at seat 2 is reversed; tax form W-2G 17 must be corrected")
    assert shown(floor) == (100_056, 0)
    assert (floor.cents("house:reversals:M1"), floor.cents("house:jackpots")) == (-100_056, 0)
    checked(floor)


def test_a_later_win_that_is_not_paid_is_reversed_first(booked):
    floor = booked
    book(floor)
    light(floor, "Q")
    j_pot(floor, "Q")
    run(floor, "Q")
    with pytest.raises(MeterError, match="the win Q-1-2 was booked later and is not paid: reverse it first"):
        propose(floor)
    reverse(floor, "Q-1-2")
    reverse(floor, "P-2-2")
    assert shown(floor) == (100_056, 0)


def test_after_a_later_win_was_paid_the_refusal_has_the_figures_and_what_remains_is_done(booked):
    floor = booked
    book(floor)
    light(floor, "Q")
    j_pot(floor, "Q")
    run(floor, "Q")
    floor.at("Q", PayBooked("Q-1-2", "bob", "licence WDL-2", "W-2G 18"), ACCOUNTING)
    with pytest.raises(MeterError) as refusal:
        propose(floor)
    assert "Q-1-2 was paid $1,000 and would have been $1,000.56" in str(refusal.value)
    assert "give the $1,000.56 of P-2-2 back to the meter without its seed of $1,000" in str(refusal.value)
    reverse(floor, keeps_seed=True)
    assert shown(floor) == (200_056, 0)
    floor.adjust("M1", "won", -0.56, "dispute D1: the difference is Bob Lee's")
    floor.adjust("M1", "seed recovered", -1000, "dispute D1: the seed of P-2-2")
    assert shown(floor) == (100_000, 0), "as it would be had the first win never been booked"
    checked(floor)


def test_a_seed_that_was_kept_for_a_later_winner_goes_with_that_win(booked):
    """Neither win was one: in whichever order they are reversed, no seed stays for the next winner."""
    floor = booked
    book(floor)
    light(floor, "Q")
    j_pot(floor, "Q")
    run(floor, "Q")
    floor.at("Q", PayBooked("Q-1-2", "bob", "licence WDL-2", "W-2G 18"), ACCOUNTING)
    reverse(floor, keeps_seed=True)
    assert (shown(floor), floor.cents("seed:M1")) == ((200_056, 0), -300_000)
    reverse(floor, "Q-1-2")
    assert (shown(floor), floor.cents("seed:M1")) == ((100_056, 0), -100_000)
    assert floor.meter_now("M1").seed_left == 100_000_000
    checked(floor)


def test_a_seed_that_was_recovered_by_hand_is_not_recovered_again(booked):
    floor = booked
    book(floor)
    light(floor, "Q")
    j_pot(floor, "Q")
    run(floor, "Q")
    floor.at("Q", PayBooked("Q-1-2", "bob", "licence WDL-2", "W-2G 18"), ACCOUNTING)
    reverse(floor, keeps_seed=True)
    floor.adjust("M1", "seed recovered", -1000, "the seed of P-2-2")
    reverse(floor, "Q-1-2")
    assert (shown(floor), floor.cents("seed:M1")) == ((100_056, 0), -100_000)
    checked(floor)


def test_a_refusal_names_the_win_of_the_seat_also_under_the_jackpot_lock(floor):
    """The lit button froze the amount before anybody had said whose hand it was."""
    floor.meter("M1", "TCPP-1", jackpot_lock=True)
    take_in(floor)
    floor.press("P", "press-game-over")
    for seat in (2, 5):
        floor.press("P", "place-chip", seat=seat)
    floor.press("P", "press-coin-in")
    light(floor, "Q")
    j_pot(floor, "Q")
    run(floor, "Q")
    floor.press("P", "press-hand", row=TOP)
    floor.name_winner("P", 5)
    floor.press("P", "turn-key", SUPERVISOR, position="JPH")
    floor.press("P", "press-j-pot", SUPERVISOR, seat=5)
    run(floor, "P")
    with pytest.raises(MeterError, match="the win P-2-5 was booked later and is not paid: reverse it first"):
        propose(floor, "Q-1-2")


@pytest.mark.parametrize("is_closed", [False, True])
def test_a_fixed_win_that_was_none_puts_its_chips_back(booked, is_closed):
    floor = booked
    book(floor, "akq-of-another-suit")
    if is_closed:
        floor.press("P", "pay-envy", seat=5)
        floor.press("P", "press-game-over")
        floor.at("P", CloseTable(floor.room.table("P").tray_cents), SUPERVISOR)
    before = {name: floor.cents(name) for name in ("tray:P", "desk")}
    reverse(floor)
    gained = {name: floor.cents(name) - before[name] for name in before}
    assert gained == {"tray:P": 0 if is_closed else 50_000, "desk": 50_000 if is_closed else 0}
    checked(floor)


def test_a_reversed_win_stays_so_over_a_restart(booked):
    floor = booked
    book(floor)
    reverse(floor)
    floor.reopen()
    table = floor.room.table("P")
    assert (table.booked, table.controller.envy.owed, table.controller.wins) == ({}, {}, {})


def test_envy_that_was_keyed_in_for_a_wrong_seat_is_taken_back_by_the_same_key(booked):
    floor = booked
    floor.at("P", AwardEnvy(3, TOP))
    assert floor.room.table("P").controller.envy.owed == {2: 10_000, 5: 10_000}
    floor.at("P", AwardEnvy(3, TOP))
    floor.at("P", AwardEnvy(4, TOP))
    floor.press("P", "pay-envy", seat=2)
    floor.at("P", AwardEnvy(4, TOP))
    floor.press("P", "press-game-over")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ({}, "reverse-jackpot takes jackpot_id, reason, evidence, and keeps_seed as true or false"),
        ({"jackpot_id": "P-2-2", "keeps_seed": "no"} | WHY, "reverse-jackpot takes jackpot_id"),
        ({"jackpot_id": "P-2-2", "keeps_seed": False} | WHY | {"evidence": " "}, "a line of evidence is needed"),
        ({"jackpot_id": "P-2-2", "keeps_seed": True} | WHY, "no later win was paid: the seed .* is recovered with it"),
        ({"jackpot_id": "P-9-9", "keeps_seed": False} | WHY, "its content about 'P-9-9'"),
    ],
)
def test_what_is_no_proposal_to_reverse_a_win(booked, content, words):
    book(booked)
    with pytest.raises(PitbossError, match=words):
        booked.office(Propose("p1", "reverse-jackpot", "P-2-2", content, "as discussed"), SUPERVISOR)
