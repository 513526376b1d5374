"""J-POT books a win at physical cards: its amount and its place among linked tables are fixed before the key is back."""

import pytest

from pitboss.house import jackpots
from pitboss.house.display import display
from pitboss.house.errors import NotPermittedError, RefusedError, UnknownError
from pitboss.house.selfcheck import refuse_play, selfcheck
from pitboss.house.tables import CardKind, ControllerKind
from pitboss.house.tables.commands import BackOutWin, BringEnvy, CloseTable, PayBooked
from pitboss.house.win_page import read_win_page
from pitboss.progressive import EnvyReading
from support.floor import ACCOUNTING, EXECUTIVE, SUPERVISOR, told

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
        floor.table(table_id, meter="M1", cards=CardKind.PHYSICAL)
        floor.press(table_id, "place-chip", seat=2)
        floor.press(table_id, "press-coin-in")


def light(floor, table_id, row=TOP):
    floor.press(table_id, "press-hand", row=row)
    floor.press(table_id, "turn-key", SUPERVISOR, position="JPH")


def j_pot(floor, table_id, by=SUPERVISOR):
    return floor.press(table_id, "press-j-pot", by, seat=2)


def run(floor, table_id, by=SUPERVISOR):
    return floor.press(table_id, "turn-key", by, position="RUN")


def shown(floor):
    with floor.database.reading() as connection:
        now = display(connection, "P1", "M1")
    return now["shown_cents"], now["pending"]


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
    assert (found.cents, found.status, found.verified_by) == (100_028, "authorised", "supervisor:4")
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
        floor.table(table_id, "fortune-san-lo", meter="M1", cards=CardKind.PHYSICAL)
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
    floor.meter("M1", "TCPP-1", envy_reading=EnvyReading.NEXUS, executive_above_cents=90_000)
    floor.table("P", meter="M1", cards=CardKind.PHYSICAL, controller=ControllerKind.NEXUS)
    floor.press("P", "place-chip", seat=2)
    floor.press("P", "press-start-game")
    floor.press("P", "press-spot", seat=2)
    floor.press("P", "press-hand", row=TOP)
    floor.press("P", "press-confirm", SUPERVISOR)
    floor.press("P", "swipe-card", EXECUTIVE)
    assert floor.jackpot("P-1-2").verified_by == "supervisor:4, executive:3"


# ---- a booked win that was none


@pytest.fixture
def booked(linked):
    """At table P seat 2 has won all of the meter, and seat 5 envies it. The hand was none."""
    floor = linked
    floor.press("P", "press-game-over")
    for seat in (2, 5):
        floor.press("P", "place-chip", seat=seat)
    floor.press("P", "press-coin-in")
    return floor


def book(floor, row=TOP):
    light(floor, "P", row)
    j_pot(floor, "P")
    run(floor, "P")


def back_out(floor, jackpot_id="P-2-2", reason="the king was a jack", **people):
    proposal = floor.agree("back-out-win", "P", {"jackpot_id": jackpot_id, "reason": reason}, **people)
    return floor.at("P", BackOutWin(jackpot_id, reason, proposal), SUPERVISOR)


def test_a_booked_win_that_was_none_goes_back_on_the_meter_with_its_envy(booked):
    floor = booked
    book(floor)
    assert floor.room.table("P").controller.envy.owed == {5: 10_000}
    back_out(floor)
    assert shown(floor) == (200_056, 0), "with the seed that came for it, which is recovered apart"
    assert floor.cents("house:jackpots") == 0
    found = floor.jackpot("P-2-2")
    assert (found.status, found.decided_by, found.reason) == ("backed-out", "supervisor:4", "the king was a jack")
    floor.press("P", "press-game-over")
    with floor.database.reading() as connection:
        assert jackpots.number_of_hits(connection, "P1", "M1") == 0
        assert display(connection, "P1", "M1")["last_win"] is None


def test_what_was_backed_out_is_never_paid_and_what_was_paid_is_not_backed_out_so(booked):
    floor = booked
    book(floor)
    back_out(floor)
    pay = PayBooked("P-2-2", "Ann Lee", "licence WDL-1", "W-2G 17")
    with pytest.raises(RefusedError, match="no booked win 'P-2-2' waits to be paid at table P; waiting: none"):
        floor.at("P", pay, ACCOUNTING)
    with pytest.raises(RefusedError, match="the win P-2-2 is backed-out: only one that is booked can be backed out"):
        back_out(floor)


@pytest.mark.parametrize("is_closed", [False, True])
def test_a_fixed_win_that_was_none_puts_its_chips_back(booked, is_closed):
    floor = booked
    book(floor, "akq-of-another-suit")
    if is_closed:
        floor.press("P", "pay-envy", seat=5)
        floor.press("P", "press-game-over")
        floor.at("P", CloseTable(floor.room.table("P").tray_cents), SUPERVISOR)
    before = {name: floor.cents(name) for name in ("tray:P", "desk")}
    back_out(floor)
    gained = {name: floor.cents(name) - before[name] for name in before}
    assert gained == {"tray:P": 0 if is_closed else 50_000, "desk": 50_000 if is_closed else 0}
    refuse_play(selfcheck(floor.database, floor.room.house, floor.room.box))


def test_nobody_backs_out_a_win_alone(booked):
    floor = booked
    book(floor)
    with pytest.raises(NotPermittedError, match="another person must decide it"):
        back_out(floor, by=EXECUTIVE, approved_by=EXECUTIVE)
    with pytest.raises(UnknownError, match="there is no proposal"):
        floor.at("P", BackOutWin("P-2-2", "the king was a jack", "nothing"), SUPERVISOR)
    proposal = floor.agree("back-out-win", "P", {"jackpot_id": "P-2-2", "reason": "one"})
    with pytest.raises(RefusedError, match="was approved with another content"):
        floor.at("P", BackOutWin("P-2-2", "another", proposal), SUPERVISOR)
    assert floor.jackpot("P-2-2").status == "booked"


def test_a_backed_out_win_stays_so_over_a_restart(booked):
    floor = booked
    book(floor)
    back_out(floor)
    floor.reopen()
    table = floor.room.table("P")
    assert (table.booked, table.controller.envy.owed) == ({}, {})


def test_envy_that_was_keyed_in_for_a_wrong_seat_is_taken_back_by_the_same_key(booked):
    floor = booked
    floor.at("P", BringEnvy(3, TOP))
    assert floor.room.table("P").controller.envy.owed == {2: 10_000, 5: 10_000}
    floor.at("P", BringEnvy(3, TOP))
    floor.at("P", BringEnvy(4, TOP))
    floor.press("P", "pay-envy", seat=2)
    floor.at("P", BringEnvy(4, TOP))
    floor.press("P", "press-game-over")


@pytest.mark.parametrize("content", [{}, {"jackpot_id": "P-2-2"}, {"jackpot_id": "P-2-2", "reason": " "}])
def test_what_is_no_proposal_to_back_out(booked, content):
    book(booked)
    with pytest.raises(RefusedError, match=r"back-out-win takes jackpot_id and reason|a reason is needed"):
        booked.agree("back-out-win", "P", content)
