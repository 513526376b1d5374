"""Jackpots at electronic tables: claimed by the cards, verified by people, paid or rejected; then envy."""

import pytest

from pitboss.games.audience import PUBLIC
from pitboss.games.round_view import CardRow, HandView
from pitboss.house.errors import NotPermittedError, RefusedError
from pitboss.house.jackpots import jackpot_rows
from pitboss.house.people.proposals import WithdrawProposal
from pitboss.house.records.self_check import refuse_play, selfcheck
from pitboss.house.tables.commands import (
    AuthorizeJackpot,
    CheckJackpot,
    LeaveSeat,
    RejectJackpot,
    StartRound,
    TakeSeat,
    VerifyJackpot,
)
from pitboss.paytables import Game
from pitboss.progressive import SeveralWins
from support.floor import ACCOUNTING, DEALER_7, EXECUTIVE, SUPERVISOR, SURVEILLANCE, told

SPADES, WEAK = "As Ks Qs", "Jh 8c 3c"
"""The top hand of Three Card Poker, and a dealer who does not play."""
ROYAL, OTHER_ROYAL, WEAK_SIX = "As Ks Qs Js Ts 2c", "Ah Kh Qh Jh Th 3d", "9s 8d 6h 5c 3c 2d"
BETS = {"ante": 500, "progressive": 100}
SEEN = "hand wager payout player"


@pytest.fixture
def room_of_two(floor):
    """Table T1 of Three Card Poker with ann at seat 2 and bob at seat 5, on a meter of $1,000."""
    floor.meter("M1", "TCPP-1")
    seat_two(floor)
    return floor


def seat_two(floor):
    floor.table("T1", meter="M1")
    for seat, name in ((2, "ann"), (5, "bob")):
        floor.player(name)
        floor.sit("T1", seat, name)


def win_spades(floor, table_id="T1", seat=2, **other):
    """The seat has A-K-Q of spades; whoever else sits there has nothing."""
    hands = {seat: SPADES} | dict.fromkeys(other.get("others", (5,)), "9c 7d 2h")
    return floor.play(table_id, wagers=dict.fromkeys(sorted(hands), BETS), hands=hands, dealer=WEAK)


def san_lo(floor, seats=((2, "ann"), (5, "bob")), **settings):
    """Table F of Fortune San Lo, on a meter of $5,000."""
    floor.meter("M2", "FSLPP-01", **settings)
    floor.table("F", Game.FORTUNE_SAN_LO, meter="M2")
    for seat, name in seats:
        floor.player(name)
        floor.sit("F", seat, name)


def two_royals(floor):
    bets = {"main": 500, "progressive": 100}
    return floor.play("F", wagers={2: bets, 5: bets}, hands={2: ROYAL, 5: OTHER_ROYAL}, dealer=WEAK_SIX)


def verify(floor, seat=2, table_id="T1"):
    floor.at(table_id, VerifyJackpot(seat), SUPERVISOR)


def authorize(floor, seat=2, by=SUPERVISOR, table_id="T1", **papers):
    noted = {"identity": "licence WDL-1", "tax_form": "W-2G 17"} | papers
    return floor.at(table_id, AuthorizeJackpot(seat, **noted), by)


def pending(floor, meter_id="M1"):
    with floor.database.reading() as connection:
        return jackpot_rows.pending(connection, "P1", meter_id)


def hits(floor, meter_id="M1"):
    with floor.database.reading() as connection:
        return [(row.jackpot_id, row.cents) for row in jackpot_rows.last_hits(connection, "P1", meter_id)]


def statuses(floor, table_id="T1"):
    return {entry.seat: entry.status for entry in floor.room.view(table_id, PUBLIC).jackpots}


def awards(floor, table_id="T1"):
    """What the view of a table says that the seats got beside the lines of their wagers."""
    return [(each.kind, each.seat, each.cents) for each in floor.room.view(table_id, PUBLIC).awards]


# ---- who decides


def test_the_dealer_pays_a_small_win_from_the_tray(room_of_two):
    floor = room_of_two
    answer = floor.play("T1", wagers={2: BETS}, hands={2: "4s 5s 6s"}, dealer=WEAK)
    paid = [event for event in told(answer) if event["event"] == "progressive-paid"]
    assert [(event["seat"], event["cents"], event["source"]) for event in paid] == [(2, 7000, "tray")]
    assert statuses(floor) == {}
    assert pending(floor) == 0
    assert floor.meter_now("M1").shown_cents == 100_014
    floor.at("T1", StartRound())


def test_a_supervisor_verifies_and_pays_what_is_below_the_executives_limit(room_of_two):
    floor = room_of_two
    win_spades(floor)
    assert statuses(floor) == {2: "claimed"}
    assert pending(floor) == 1
    with pytest.raises(RefusedError, match="is claimed: a supervisor must verify it first"):
        authorize(floor)
    with pytest.raises(NotPermittedError, match="verify-jackpot is not for dealer 7"):
        floor.at("T1", VerifyJackpot(2), DEALER_7)
    verify(floor)
    assert statuses(floor) == {2: "verified"}
    with pytest.raises(RefusedError, match="verified already"):
        verify(floor)
    with pytest.raises(NotPermittedError, match="authorize-jackpot is not for dealer 7"):
        authorize(floor, by=DEALER_7)
    assert floor.meter_now("M1").shown_cents == 100_028
    authorize(floor)
    assert floor.cents("wallet:ann") == 100_028
    assert floor.cents("house:jackpots") == 0
    assert floor.meter_now("M1").shown_cents == 100_000
    assert floor.cents("custody:M1") == 100_000
    assert floor.cents("seed:M1") == -200_000
    assert pending(floor) == 0
    assert hits(floor) == [("T1-1-2", 100_028)]


def test_the_record_of_a_win_says_who_did_what(room_of_two):
    floor = room_of_two
    win_spades(floor)
    claimed_at = floor.jackpot("T1-1-2").claimed_at
    verify(floor)
    authorize(floor, by=EXECUTIVE)
    row = floor.jackpot("T1-1-2")
    assert (row.table_id, row.round_number, row.seat, row.player, row.meter_id) == ("T1", 1, 2, "ann", "M1")
    assert (row.row, row.hand, row.pay) == (
        "akq-of-spades",
        "ace-king-queen straight flush in spades",
        "100% of meter",
    )
    assert (row.cents, row.shown_before_cents, row.shown_after_cents) == (100_028, 100_028, 100_000)
    assert (row.verified_by, row.checked_by, row.decided_by) == ("supervisor:4", None, "executive:3")
    assert (row.identity, row.tax_form, row.status) == ("licence WDL-1", "W-2G 17", "paid")
    assert row.claimed_at == claimed_at < row.decided_at


def test_a_fixed_pay_of_500_dollars_comes_from_the_tray_and_needs_a_supervisor(room_of_two):
    floor = room_of_two
    floor.play("T1", wagers={2: BETS}, hands={2: "Ah Kh Qh"}, dealer=WEAK)
    tray, shown = floor.cents("tray:T1"), floor.meter_now("M1").shown_cents
    verify(floor)
    authorize(floor, tax_form="")
    assert floor.cents("wallet:ann") == 50_000
    assert floor.cents("tray:T1") == tray - 50_000
    assert floor.meter_now("M1").shown_cents == shown


def test_a_tray_that_cannot_pay_a_jackpot_is_filled_with_it(floor):
    floor.meter("M1", "TCPP-1")
    floor.table("T1", meter="M1", opener=120)
    floor.player("ann")
    floor.sit("T1", 2, "ann", dollars=100)
    floor.play("T1", wagers={2: BETS}, hands={2: "Ah Kh Qh"}, dealer=WEAK)
    has = floor.cents("tray:T1")
    assert has < 50_000
    verify(floor)
    events = told(authorize(floor))
    assert [event["cents"] for event in events if event["event"] == "money-moved"] == [50_000 - has]
    assert floor.cents("tray:T1") == 0
    assert floor.cents("wallet:ann") == 50_000


@pytest.mark.parametrize(
    ("dollars", "needs_check", "needs_executive"), [(1999, False, False), (2001, True, False), (4001, True, True)]
)
def test_above_3000_surveillance_looks_first_and_above_5000_an_executive_decides(
    room_of_two, dollars, needs_check, needs_executive
):
    floor = room_of_two
    floor.adjust("M1", "display corrected", dollars)
    win_spades(floor)
    verify(floor)
    if needs_check:
        with pytest.raises(RefusedError, match="needs the checklist of surveillance first"):
            authorize(floor, by=EXECUTIVE)
        with pytest.raises(RefusedError, match="missing: payout, player"):
            floor.at("T1", CheckJackpot(2, "hand wager"), SURVEILLANCE)
        with pytest.raises(NotPermittedError, match="check-jackpot is not for executive 3"):
            floor.at("T1", CheckJackpot(2, SEEN), EXECUTIVE)
        floor.at("T1", CheckJackpot(2, SEEN), SURVEILLANCE)
    if needs_executive:
        with pytest.raises(NotPermittedError, match="needs an executive card"):
            authorize(floor)
    authorize(floor, by=EXECUTIVE if needs_executive else SUPERVISOR)
    assert floor.cents("wallet:ann") == dollars * 100 + 100_028
    assert floor.jackpot("T1-1-2").checked_by == ("surveillance:6" if needs_check else None)


# ---- papers


def test_a_winner_is_known_by_a_document(room_of_two):
    win_spades(room_of_two)
    verify(room_of_two)
    with pytest.raises(RefusedError, match="a jackpot needs the winner's identity document"):
        authorize(room_of_two, identity=" ")


def test_600_dollars_are_paid_with_a_tax_form(room_of_two):
    win_spades(room_of_two)
    verify(room_of_two)
    with pytest.raises(RefusedError, match=r"\$1,000.28 at seat 2 is paid with a tax form: note its number"):
        authorize(room_of_two, tax_form=" ")


def test_below_600_dollars_no_tax_form_is_asked_for(floor):
    san_lo(floor)
    two_royals(floor)
    verify(floor, 5, "F")
    authorize(floor, 5, table_id="F", tax_form="")
    assert floor.jackpot("F-1-5").tax_form is None


# ---- several wins


def test_the_seat_on_the_dealers_right_comes_first_and_the_next_takes_from_what_is_left(floor):
    san_lo(floor)
    two_royals(floor)
    verify(floor, 2, "F")
    verify(floor, 5, "F")
    with pytest.raises(RefusedError, match="seat 5 comes first"):
        authorize(floor, 2, table_id="F")
    with pytest.raises(RefusedError, match="seat 5 comes first"):
        floor.at("F", RejectJackpot(2, "misread"), SUPERVISOR)
    authorize(floor, 5, table_id="F")
    assert statuses(floor, "F") == {5: "paid", 2: "verified"}
    authorize(floor, 2, table_id="F")
    assert (floor.cents("wallet:bob"), floor.cents("wallet:ann")) == (50_004, 45_003)
    assert floor.meter_now("M2").shown_cents == 500_042 - 50_004 - 45_003
    assert hits(floor, "M2") == [("F-1-2", 45_003), ("F-1-5", 50_004)]


def test_where_each_gets_the_full_meter_they_are_paid_together(floor):
    san_lo(floor, several_wins=SeveralWins.FULL_METER_EACH)
    two_royals(floor)
    for seat in (2, 5):
        verify(floor, seat, "F")
    authorize(floor, 2, table_id="F")
    assert statuses(floor, "F") == {5: "verified", 2: "authorized"}
    assert floor.cents("wallet:ann") == 0
    assert pending(floor, "M2") == 2
    authorize(floor, 5, table_id="F")
    assert (floor.cents("wallet:bob"), floor.cents("wallet:ann")) == (50_004, 50_004)
    assert floor.meter_now("M2").shown_cents == 500_042 - 2 * 50_004
    floor.at("F", StartRound())


def test_where_each_gets_the_full_meter_a_rejected_claim_lets_the_others_be_paid(floor):
    san_lo(floor, several_wins=SeveralWins.FULL_METER_EACH)
    two_royals(floor)
    verify(floor, 5, "F")
    authorize(floor, 5, table_id="F")
    floor.at("F", RejectJackpot(2, "a marked card"), SUPERVISOR)
    assert (floor.cents("wallet:bob"), floor.cents("wallet:ann")) == (50_004, 0)
    assert (floor.jackpot("F-1-5").status, floor.jackpot("F-1-2").status) == ("paid", "rejected")
    floor.at("F", StartRound())


def wait_for_the_other(floor, **papers):
    """The win of seat 2 is authorized, and waits for that of seat 5, since they are paid together."""
    san_lo(floor, several_wins=SeveralWins.FULL_METER_EACH)
    two_royals(floor)
    for seat in (2, 5):
        verify(floor, seat, "F")
    authorize(floor, 2, table_id="F", **papers)


@pytest.mark.parametrize(
    ("command", "by"), [(CheckJackpot(2, SEEN), SURVEILLANCE), (RejectJackpot(2, "a marked card"), SUPERVISOR)]
)
def test_a_win_that_waits_for_another_has_its_papers_on_record(floor, command, by):
    wait_for_the_other(floor)
    assert floor.jackpot("F-1-2").tax_form == "W-2G 17"
    floor.at("F", command, by)
    refuse_play(selfcheck(floor.database, floor.room.house, floor.room.box))


def test_a_win_that_grew_while_it_waited_for_another_is_authorized_again_with_its_new_papers(floor):
    wait_for_the_other(floor, tax_form="")
    floor.adjust("M2", "display corrected", 2000)
    with pytest.raises(RefusedError, match=r"\$700.04 at seat 2 is paid with a tax form: note its number"):
        authorize(floor, 5, table_id="F")
    authorize(floor, 2, table_id="F", tax_form="W-2G 18")
    assert statuses(floor, "F") == {5: "verified", 2: "authorized"}
    authorize(floor, 5, table_id="F")
    assert (floor.cents("wallet:bob"), floor.cents("wallet:ann")) == (70_004, 70_004)
    assert floor.jackpot("F-1-2").tax_form == "W-2G 18"
    refuse_play(selfcheck(floor.database, floor.room.house, floor.room.box))


def test_a_win_that_grew_while_it_waited_for_another_can_be_rejected(floor):
    wait_for_the_other(floor, tax_form="")
    floor.adjust("M2", "display corrected", 2000)
    floor.at("F", RejectJackpot(2, "a marked card"), SUPERVISOR)
    authorize(floor, 5, table_id="F")
    assert (floor.cents("wallet:bob"), floor.cents("wallet:ann")) == (70_004, 0)


def test_a_win_that_grows_because_the_one_before_is_rejected_needs_what_its_new_amount_asks_for(floor):
    """10% of $32,000 are $3,200, and then 10% of what is left $2,880: only the first asks for surveillance."""
    san_lo(floor)
    floor.adjust("M2", "display corrected", 27_000)
    two_royals(floor)
    assert [floor.jackpot(f"F-1-{seat}").needs_surveillance for seat in (5, 2)] == [1, 0]
    floor.at("F", RejectJackpot(5, "a marked card"), SUPERVISOR)
    verify(floor, 2, "F")
    with pytest.raises(RefusedError, match="needs the checklist of surveillance first"):
        authorize(floor, 2, table_id="F")
    floor.at("F", CheckJackpot(2, SEEN), SURVEILLANCE)
    authorize(floor, 2, table_id="F")
    assert floor.cents("wallet:ann") == 320_004


# ---- rejection


def test_a_rejected_claim_leaves_the_meter_as_it_is(room_of_two):
    floor = room_of_two
    win_spades(floor)
    before = floor.meter_now("M1")
    with pytest.raises(RefusedError, match="a rejection needs a reason"):
        floor.at("T1", RejectJackpot(2, " "), SUPERVISOR)
    floor.at("T1", RejectJackpot(2, "a marked card"), SUPERVISOR)
    assert floor.meter_now("M1") == before
    assert floor.cents("wallet:ann") == 0
    row = floor.jackpot("T1-1-2")
    assert (row.status, row.reason, row.decided_by) == ("rejected", "a marked card", "supervisor:4")
    assert hits(floor) == []
    assert pending(floor) == 0
    floor.at("T1", StartRound())


@pytest.mark.parametrize("has_lock", [False, True])
def test_a_claim_that_an_executive_pays_is_rejected_by_an_executive(floor, has_lock):
    floor.meter("M1", "TCPP-1", jackpot_lock=has_lock)
    floor.adjust("M1", "display corrected", 4001)
    seat_two(floor)
    win_spades(floor)
    with pytest.raises(NotPermittedError, match=r"\$5,001.28 at seat 2 needs an executive card"):
        floor.at("T1", RejectJackpot(2, "a marked card"), SUPERVISOR)
    floor.at("T1", RejectJackpot(2, "a marked card"), EXECUTIVE)
    assert (floor.jackpot("T1-1-2").decided_by, floor.meter_now("M1").shown_cents) == ("executive:3", 500_128)
    floor.reopen()
    floor.at("T1", StartRound())


def test_a_claim_that_grew_beyond_the_supervisors_limit_is_not_theirs_to_reject(room_of_two):
    floor = room_of_two
    win_spades(floor)
    floor.adjust("M1", "display corrected", 4001)
    with pytest.raises(NotPermittedError, match=r"\$5,001.28 at seat 2 needs an executive card"):
        floor.at("T1", RejectJackpot(2, "a marked card"), SUPERVISOR)


def test_a_rejected_hand_brings_nobody_envy(room_of_two):
    floor = room_of_two
    win_spades(floor)
    chips = floor.cents("chips:T1:5")
    answer = floor.at("T1", RejectJackpot(2, "a marked card"), SUPERVISOR)
    assert "envy-paid" not in [event["event"] for event in told(answer)]
    assert floor.cents("chips:T1:5") == chips


def test_under_the_lock_a_claim_is_frozen_and_a_rejected_one_given_back(floor):
    floor.meter("M1", "TCPP-1", jackpot_lock=True)
    seat_two(floor)
    win_spades(floor)
    meter = floor.meter_now("M1")
    assert (meter.shown_cents, meter.frozen) == (100_000, 100_028_000)
    assert floor.cents("custody:M1") == 200_028
    floor.at("T1", RejectJackpot(2, "a marked card"), SUPERVISOR)
    meter = floor.meter_now("M1")
    assert (meter.shown_cents, meter.frozen, meter.paid) == (100_028, 0, 0)
    assert floor.cents("custody:M1") == 100_028
    assert floor.cents("seed:M1") == -100_000
    notes = [(row["reason"], row["note"]) for row in floor.rows("movements") if row["note"]]
    assert notes == [("claim rejected", "a marked card"), ("seed recovered", "a marked card")]


def test_under_the_lock_linked_tables_play_on_and_win_the_new_seed(floor):
    floor.meter("M1", "TCPP-1", jackpot_lock=True)
    seat_two(floor)
    floor.table("T2", meter="M1")
    floor.player("cid")
    floor.sit("T2", 3, "cid")
    win_spades(floor)
    assert pending(floor) == 1
    win_spades(floor, "T2", seat=3, others=())
    assert pending(floor) == 2
    assert floor.meter_now("M1").frozen == 100_028_000 + 100_014_000
    # The later claim is decided first: each has its own frozen amount.
    verify(floor, 3, "T2")
    authorize(floor, 3, table_id="T2")
    verify(floor)
    authorize(floor)
    assert (floor.cents("wallet:cid"), floor.cents("wallet:ann")) == (100_014, 100_028)
    meter = floor.meter_now("M1")
    assert (meter.shown_cents, meter.frozen, meter.paid) == (100_000, 0, 200_042_000)
    assert floor.jackpot("T1-1-2").shown_before_cents == 100_028
    assert floor.jackpot("T2-1-3").shown_after_cents == 100_000


def test_without_the_lock_a_linked_table_raises_the_amount_until_it_is_paid(room_of_two):
    floor = room_of_two
    floor.table("T2", meter="M1")
    floor.player("cid")
    floor.sit("T2", 3, "cid")
    win_spades(floor)
    floor.play("T2", wagers={3: BETS}, hands={3: "9c 7d 2h"}, dealer=WEAK)
    verify(floor)
    authorize(floor)
    assert floor.cents("wallet:ann") == 100_042
    assert floor.jackpot("T1-1-2").cents == 100_042


# ---- envy and the end of the round


def test_envy_is_paid_at_the_end_and_the_hand_lies_open_until_then(room_of_two):
    floor = room_of_two
    for seat, name in ((6, "cid"), (7, "dot")):
        floor.player(name)
        floor.sit("T1", seat, name)
    hands = {2: SPADES, 5: "9c 7d 2h", 6: "Tc 7c 2d", 7: "Td 8d 2s"}
    wagers = {2: BETS, 5: BETS, 6: {"ante": 500}, 7: BETS}
    # Seat 7 folds: it loses its ante, and is owed envy all the same.
    floor.play("T1", wagers=wagers, hands=hands, dealer=WEAK, folds=(7,))
    before = {seat: floor.cents(f"chips:T1:{seat}") for seat in hands}
    assert floor.room.view("T1", PUBLIC).round.seats[2].cards == SPADES.split()
    with pytest.raises(RefusedError, match="a jackpot is pending at table T1: decide it before a new round starts"):
        floor.at("T1", StartRound())
    with pytest.raises(RefusedError, match="a jackpot is pending at table T1"):
        floor.act("T1", "settle", seat=2)
    verify(floor)
    assert floor.room.view("T1", PUBLIC).round.seats[2].cards == SPADES.split()
    envy = [event for event in told(authorize(floor)) if event["event"] == "envy-paid"]
    assert [(event["seat"], event["from_seat"], event["cents"]) for event in envy] == [(7, 2, 10_000), (5, 2, 10_000)]
    gained = {seat: floor.cents(f"chips:T1:{seat}") - before[seat] for seat in hands}
    assert gained == {2: 0, 5: 10_000, 6: 0, 7: 10_000}
    floor.at("T1", StartRound())


def test_what_came_beside_the_wagers_lies_there_until_the_next_round(room_of_two):
    floor = room_of_two
    win_spades(floor)
    assert awards(floor) == []
    verify(floor)
    authorize(floor)
    assert awards(floor) == [("jackpot", 2, 100_028), ("envy", 5, 10_000)]
    floor.reopen()
    assert awards(floor) == [("jackpot", 2, 100_028), ("envy", 5, 10_000)]
    floor.play("T1", wagers={2: BETS}, hands={2: "4s 5s 6s"}, dealer=WEAK)
    assert awards(floor) == [("progressive", 2, 7000)]
    floor.at("T1", StartRound())
    assert awards(floor) == []


def test_a_hand_without_a_wager_of_its_own_brings_envy_at_once(room_of_two):
    floor = room_of_two
    wagers = {2: {"ante": 500}, 5: BETS}
    answer = floor.play("T1", wagers=wagers, hands={2: SPADES, 5: "9c 7d 2h"}, dealer=WEAK)
    assert [event["seat"] for event in told(answer) if event["event"] == "envy-paid"] == [5]
    assert statuses(floor) == {}
    assert floor.meter_now("M1").paid == 0


def test_a_folded_hand_neither_wins_nor_brings_envy(room_of_two):
    floor = room_of_two
    hands = {2: SPADES, 5: "9c 7d 2h"}
    answer = floor.play("T1", wagers=dict.fromkeys(hands, BETS), hands=hands, dealer=WEAK, folds=(2,))
    assert statuses(floor) == {}
    assert "envy-paid" not in [event["event"] for event in told(answer)]


def test_a_fouled_hand_wins_the_progressive(floor):
    san_lo(floor, seats=((2, "ann"),))
    fouled = "2c Ts Js Ks Qs As"
    answer = floor.play("F", wagers={2: {"main": 500, "progressive": 100}}, hands={2: fouled}, dealer=WEAK_SIX)
    lines = next(event["lines"] for event in told(answer) if event["event"] == "seat-settled")
    assert lines[0]["pay_cents"] == 0
    assert statuses(floor, "F") == {2: "claimed"}
    assert floor.jackpot("F-1-2").cents == 50_002


def test_two_hands_award_envy_to_each_other_and_a_rejected_one_does_not(floor):
    san_lo(floor, seats=((2, "ann"), (4, "cid"), (5, "bob")))
    bets = {"main": 500, "progressive": 100}
    hands = {2: ROYAL, 4: "9c 9h 7d 5d 4h 4s", 5: OTHER_ROYAL}
    floor.play("F", wagers=dict.fromkeys(hands, bets), hands=hands, dealer=WEAK_SIX)
    floor.at("F", RejectJackpot(5, "a marked card"), SUPERVISOR)
    verify(floor, 2, "F")
    envy = [event for event in told(authorize(floor, 2, table_id="F")) if event["event"] == "envy-paid"]
    assert [(event["seat"], event["from_seat"], event["cents"]) for event in envy] == [(5, 2, 5000), (4, 2, 5000)]


def test_whoever_is_owed_envy_may_leave_before_it_is_paid(room_of_two):
    floor = room_of_two
    win_spades(floor)
    verify(floor)
    chips = floor.cents("chips:T1:5")
    floor.at("T1", LeaveSeat(5))
    authorize(floor)
    assert floor.cents("wallet:bob") == chips + 10_000
    assert statuses(floor) == {}


def test_a_winner_may_leave_before_the_win_is_paid(room_of_two):
    floor = room_of_two
    win_spades(floor)
    floor.at("T1", LeaveSeat(2))
    chips = floor.cents("wallet:ann")
    with pytest.raises(RefusedError, match="seat 2 was left in this round"):
        floor.at("T1", TakeSeat(2, "bob"))
    verify(floor)
    authorize(floor)
    assert floor.cents("wallet:ann") == chips + 100_028


# ---- what was paid stays paid


def test_a_win_that_was_paid_is_reversed_by_two_people_only(room_of_two):
    floor = room_of_two
    win_spades(floor)
    verify(floor)
    authorize(floor)
    for command in (AuthorizeJackpot(2, "licence", "form"), RejectJackpot(2, "a mistake"), VerifyJackpot(2)):
        with pytest.raises(RefusedError, match="no jackpot is pending at seat 2 of table T1; pending: none"):
            floor.at("T1", command, SUPERVISOR)
    with pytest.raises(NotPermittedError, match="badge 3 proposed id-[0-9]+: another person must decide it"):
        floor.reverse("T1-1-2", by=EXECUTIVE, approved_by=EXECUTIVE)
    (waiting,) = [row["proposal_id"] for row in floor.rows("proposals") if row["status"] == "pending"]
    floor.office(WithdrawProposal(waiting), EXECUTIVE)
    floor.reverse("T1-1-2", by=EXECUTIVE, approved_by=ACCOUNTING)
    meter = floor.meter_now("M1")
    assert (meter.shown_cents, meter.paid) == (100_028, 0)
    assert floor.cents("custody:M1") == 100_028
    assert floor.cents("house:reversals:M1") == -100_028, "the house has paid what was no win"
    assert floor.cents("wallet:ann") == 100_028


def test_who_authorized_a_win_has_booked_it_and_never_approves_its_reversal(room_of_two):
    floor = room_of_two
    win_spades(floor)
    verify(floor)
    authorize(floor, by=EXECUTIVE)
    with pytest.raises(NotPermittedError, match="badge 3 booked the win T1-1-2: another person must approve this"):
        floor.reverse("T1-1-2", by=SUPERVISOR, approved_by=EXECUTIVE)
    assert floor.jackpot("T1-1-2").status == "paid"


def test_the_envy_of_a_win_that_is_reversed_before_the_round_closes_is_withdrawn(floor):
    """It was paid all the same: the round knew of rejected wins only."""
    san_lo(floor)
    two_royals(floor)
    verify(floor, 2, "F")
    verify(floor, 5, "F")
    authorize(floor, 5, table_id="F")
    floor.reverse("F-1-5")
    assert statuses(floor, "F") == {5: "reversed", 2: "verified"}
    floor.reopen()
    authorize(floor, 2, table_id="F")
    assert awards(floor, "F") == [("jackpot", 5, 50_004), ("jackpot", 2, 50_004), ("envy", 5, 5000)]
    refuse_play(selfcheck(floor.database, floor.room.house, floor.room.box))


def test_the_last_hits_are_the_newest_25(room_of_two):
    floor = room_of_two
    for _ in range(3):
        win_spades(floor)
        verify(floor)
        authorize(floor)
    assert hits(floor) == [("T1-3-2", 100_028), ("T1-2-2", 100_028), ("T1-1-2", 100_028)]


def test_under_the_lock_a_rejected_claim_has_the_next_reckoned_again(floor):
    san_lo(floor, jackpot_lock=True)
    two_royals(floor)
    first, second = floor.jackpot("F-1-5"), floor.jackpot("F-1-2")
    assert (first.cents, second.cents, floor.meter_now("M2").frozen) == (50_004, 45_003, 95_007_000)
    floor.at("F", RejectJackpot(5, "the hand was misread"), SUPERVISOR)
    again = floor.jackpot("F-1-2")
    assert (again.cents, again.status, floor.meter_now("M2").frozen) == (50_004, "claimed", 50_004_000)
    floor.at("F", VerifyJackpot(2), SUPERVISOR)
    floor.at("F", AuthorizeJackpot(2, "licence", ""), SUPERVISOR)
    assert (floor.cents("wallet:ann"), floor.meter_now("M2").frozen) == (50_004, 0)
    assert floor.meter_now("M2").shown_cents == 500_042 - 50_004


def test_where_the_dealer_picks_and_pays_a_hand_lies_there_until_its_jackpot_is_decided(floor):
    """It awards no envy, so the dealer may pick it up; but somebody must verify it first."""
    floor.meter("M1", "TCPP-1", supervisor_from_cents=5_000)
    floor.table("T1", meter="M1", rules={"lay_and_pay": False})
    floor.player("ann")
    floor.sit("T1", 2, "ann")
    floor.play("T1", wagers={2: BETS}, hands={2: "9h 8h 7h"}, dealer=WEAK)
    assert statuses(floor) == {2: "claimed"}
    seat = floor.room.view("T1", PUBLIC).round.seats[2]
    assert seat.hands == [HandView(1, [CardRow(["9h", "8h", "7h"])])]
    verify(floor)
    authorize(floor)
    seat = floor.room.view("T1", PUBLIC).round.seats[2]
    assert seat.hands == [HandView(1, [], "picked-up")]
