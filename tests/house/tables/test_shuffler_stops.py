"""The shuffler of a live table fails: who says what, what is refused meanwhile, and what a restart brings back."""

import json

import pytest

from pitboss.cards import print_cards
from pitboss.games.audience import PUBLIC
from pitboss.games.command import CommandError
from pitboss.games.round import NotAllowedError
from pitboss.house.errors import NotPermittedError, RefusedError
from pitboss.house.records import journal
from pitboss.house.records.replay import replay_round
from pitboss.house.storage.json_text import json_text
from pitboss.house.tables.commands import (
    CloseTable,
    ConfigureTable,
    DealCards,
    FollowGuide,
    FollowLocalProcedure,
    LeaveSeat,
    OpenTable,
    ReplaceShuffler,
    ReportMalfunction,
    ResumeTable,
    StartRound,
    SuspendTable,
)
from pitboss.house.tables.settings import CardKind, ControllerKind, TableSettings
from pitboss.house.tables.table import Table
from pitboss.house.tables.views import StoppedShuffler
from pitboss.paytables import Game
from pitboss.shuffler import NotNowError
from support.floor import ADMIN, DEALER_7, EXECUTIVE, HOUSE, SUPERVISOR, SURVEILLANCE, told
from support.invariants import verify_everything, verify_reload

JAM = "cards are stuck at the mouth"
STOPPED = f"the shuffler of table T1 is stopped \\({JAM}\\): "
HANDS, BETS = {2: "9c 7d 2h", 5: "Ac 8d 4h"}, {"ante": 500, "progressive": 100}


@pytest.fixture
def floor(floor):
    """Table T1 of Three Card Poker with ann and bob."""
    floor.meter("M1", "TCPP-1")
    floor.table("T1", meter="M1")
    for seat, name in ((2, "ann"), (5, "bob")):
        floor.player(name)
        floor.sit("T1", seat, name)
    return floor


def stop(floor, by=DEALER_7, fault=JAM):
    return floor.at("T1", ReportMalfunction(fault), by)


def replace_shuffler(floor, *steps):
    for step in steps or range(1, 8):
        answer = floor.at("T1", ReplaceShuffler(step), SUPERVISOR)
    return answer


def deal_until(floor, kind, bets=BETS):
    """A round as far as it waits for something of that kind."""
    wagers = dict.fromkeys(HANDS, bets)
    for _ in floor.steps("T1", wagers=wagers, hands=HANDS, dealer="Jh 8c 3c", until=kind):
        pass


def finish(floor):
    while floor.awaiting("T1").kind != "nothing":
        floor.at("T1", floor._next("T1", HANDS, ()))


def restart(floor):
    """The room from its database, with the malfunction as it was."""
    before, trouble = floor.views("T1"), floor.room.table("T1").malfunction
    floor.reopen()
    assert floor.views("T1") == before
    assert floor.room.table("T1").malfunction == trouble
    verify_everything(floor, floor.everything())
    verify_reload(floor)


def trouble(floor):
    return floor.room.view("T1", PUBLIC).malfunction


# ---- what is asked for, and what is refused meanwhile


def test_no_card_comes_and_no_round_begins_until_the_guide_has_helped(floor):
    deal_until(floor, "cards")
    assert told(stop(floor)) == [
        {
            "event": "shuffler-changed",
            "status": "stopped",
            "words": f"{JAM}; a supervisor is called, the guide on it comes first",
        }
    ]
    assert trouble(floor) == StoppedShuffler(fault=JAM, asked_for="the guide on it comes first")
    with pytest.raises(RefusedError, match=f"{STOPPED}the guide on it comes first"):
        floor.at("T1", DealCards())
    order = print_cards(floor.room.table("T1").cards.machine.deck.sealed.order)
    restart(floor)
    with pytest.raises(RefusedError, match=STOPPED):
        floor.at("T1", DealCards())
    floor.at("T1", FollowGuide(helped=True), SUPERVISOR)
    assert print_cards(floor.room.table("T1").cards.machine.deck.sealed.order) == order
    assert trouble(floor) is None
    finish(floor)
    assert replay_round(floor.room, "T1", 1).is_same


def test_the_seven_steps_go_in_their_order_and_a_restart_loses_none(floor):
    deal_until(floor, "cards")
    stop(floor)
    with pytest.raises(NotNowError, match="a shuffler is replaced only when it keeps failing"):
        replace_shuffler(floor, 1)
    floor.at("T1", FollowGuide(helped=False), SUPERVISOR)
    chips = floor.cents("chips:T1:2")
    for step in range(1, 8):
        restart(floor)
        with pytest.raises(NotNowError, match=f"the next is step {step}"):
            replace_shuffler(floor, step + 1 if step < 7 else 6)
        answer = replace_shuffler(floor, step)
    assert [event["event"] for event in told(answer)] == ["shuffler-changed", "round-voided"]
    restart(floor)
    view = floor.room.view("T1", PUBLIC)
    assert view.round.void_reason == f"shuffler malfunction, {JAM}"
    # The ante went back; the progressive wager is the meter's, and stays lit.
    assert floor.cents("chips:T1:2") == chips + 500
    assert {seat: seating.lit_cents for seat, seating in view.seats.items()} == {2: 100, 5: 100}
    deal_until(floor, "nothing", {"ante": 500})


def test_a_round_in_which_bets_are_still_open_is_void_too(floor):
    floor.at("T1", StartRound())
    floor.act("T1", "place-wager", seat=2, wager="ante", cents=500)
    stop(floor)
    floor.at("T1", FollowGuide(helped=False), SUPERVISOR)
    replace_shuffler(floor)
    assert floor.room.table("T1").round.phase == "void"
    assert floor.cents("chips:T1:2") == 10_000


def test_a_round_whose_packets_are_all_out_goes_on(floor):
    deal_until(floor, "decision")
    stop(floor)
    floor.at("T1", FollowGuide(helped=False), SUPERVISOR)
    replace_shuffler(floor)
    restart(floor)
    finish(floor)
    assert floor.room.table("T1").round.phase == "over"
    deal_until(floor, "nothing")


def test_a_machine_that_failed_before_may_be_replaced_at_once_and_its_backup_may_not(floor):
    stop(floor)
    floor.at("T1", FollowGuide(helped=True), SUPERVISOR)
    floor.play("T1", wagers={2: {"ante": 500}}, hands={2: "9c 7d 2h"}, dealer="Jh 8c 3c")
    floor.reopen()
    stop(floor)
    assert trouble(floor).asked_for == "the guide on it again, or the backup in its place"
    replace_shuffler(floor)
    floor.play("T1", wagers={2: {"ante": 500}}, hands={2: "9c 7d 2h"}, dealer="Jh 8c 3c")
    floor.reopen()
    stop(floor)
    with pytest.raises(NotNowError, match="follow the guide on it first"):
        replace_shuffler(floor, 1)


def test_a_round_that_ends_meanwhile_is_stored_with_the_malfunction(floor):
    deal_until(floor, "decision")
    stop(floor)
    finish(floor)
    stored = floor.room.table("T1")
    assert Table.from_json("T1", json.loads(json_text(stored.stored())), {}).malfunction == stored.malfunction
    restart(floor)
    with pytest.raises(RefusedError, match=STOPPED):
        floor.at("T1", StartRound())
    floor.at("T1", FollowGuide(helped=True), SUPERVISOR)
    floor.at("T1", StartRound())
    assert floor.room.table("T1").round_number == 2


def test_the_floor_may_void_the_round_itself(floor):
    deal_until(floor, "cards")
    stop(floor)
    floor.act("T1", "void", SUPERVISOR, reason="two cards came out together")
    with pytest.raises(RefusedError, match=STOPPED):
        floor.at("T1", StartRound())
    floor.at("T1", FollowGuide(helped=True), SUPERVISOR)
    assert floor.room.table("T1").cards.machine.deck.retired
    deal_until(floor, "nothing", {"ante": 500})


# ---- the stub in the dealer's hand


@pytest.mark.parametrize(("until", "phase"), [("press_green_button", "void"), ("draw", "over")])
def test_a_round_from_a_stub_is_lost_only_while_the_stub_is_inside(floor, until, phase):
    floor.table("D1", Game.DOUBLE_DRAW)
    floor.player("cid")
    floor.sit("D1", 2, "cid", dollars=300)
    floor.at("D1", StartRound())
    for wager in ("ante", "bonus"):
        floor.act("D1", "place-wager", seat=2, wager=wager, cents=500)
    floor.act("D1", "no-more-bets")
    while until not in " ".join(floor.awaiting("D1").operations):
        floor.at("D1", floor._next("D1", {}, ()))
    floor.at("D1", ReportMalfunction(JAM))
    floor.at("D1", FollowGuide(helped=False), SUPERVISOR)
    for step in range(1, 8):
        floor.at("D1", ReplaceShuffler(step), SUPERVISOR)
        floor.reopen()
    while floor.awaiting("D1").kind != "nothing":
        floor.at("D1", floor._next("D1", {}, ()))
    assert floor.room.table("D1").round.phase == phase


# ---- a table that stops, closes or is set anew


def test_a_malfunction_outlasts_the_night_and_new_settings(floor):
    stop(floor)
    for seat in HANDS:
        floor.at("T1", LeaveSeat(seat))
    floor.at("T1", CloseTable(floor.cents("tray:T1")), SUPERVISOR)
    settings = floor.room.table("T1").settings
    anew = TableSettings(rules=settings.rules, meter_id="M1", equipment=("backup shuffler",)).as_json()
    floor.at("T1", ConfigureTable(anew, floor.agree("configure-table", "T1", anew)), ADMIN)
    floor.reopen()
    assert trouble(floor).fault == JAM
    floor.at("T1", FollowGuide(helped=False), SUPERVISOR)
    floor.at("T1", OpenTable(500_000), SUPERVISOR)
    floor.sit("T1", 2, "ann", dollars=20)
    with pytest.raises(RefusedError, match=STOPPED):
        floor.at("T1", StartRound())
    replace_shuffler(floor)
    floor.at("T1", StartRound())


def test_the_last_step_of_a_suspended_table_waits_where_it_would_void_the_round(floor):
    """The round may be what the table is suspended for."""
    deal_until(floor, "cards")
    stop(floor)
    floor.at("T1", FollowGuide(helped=False), SUPERVISOR)
    floor.at("T1", SuspendTable("a dispute"), SURVEILLANCE)
    with pytest.raises(RefusedError, match="table T1 is suspended: a dispute"):
        replace_shuffler(floor)
    floor.at("T1", ResumeTable(), SUPERVISOR)
    replace_shuffler(floor, 7)
    assert floor.room.table("T1").round.phase == "void"


# ---- who, and where


def test_dealer_and_floor_report_and_only_the_floor_ends_it(floor):
    for by in (SURVEILLANCE, ADMIN):
        with pytest.raises(NotPermittedError, match="it is for: dealer, supervisor, executive, house"):
            stop(floor, by)
    stop(floor, HOUSE)
    for command in (FollowGuide(helped=True), ReplaceShuffler(1)):
        with pytest.raises(NotPermittedError, match="it is for: supervisor, executive"):
            floor.at("T1", command, DEALER_7)
    floor.at("T1", FollowGuide(helped=True), EXECUTIVE)


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (ReportMalfunction(" "), "a fault is needed"),
        (ReplaceShuffler(1), "the shuffler of table T1 runs: no malfunction is reported"),
        (FollowGuide(helped=True), "the shuffler of table T1 runs: no malfunction is reported"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_sentence(floor, command, words):
    with pytest.raises(RefusedError, match=words):
        floor.at("T1", command, SUPERVISOR)


@pytest.mark.parametrize("step", [0, 8, -1])
def test_there_are_seven_steps(floor, step):
    stop(floor)
    with pytest.raises(RefusedError, match=f"there is no step {step} of the replacement: it has 1 to 7"):
        replace_shuffler(floor, step)
    with pytest.raises(CommandError, match="step of replace-shuffler must be a whole number"):
        ReplaceShuffler("1")
    with pytest.raises(CommandError, match="helped of follow-guide must be true or false, not 'yes'"):
        FollowGuide(helped="yes")


def test_a_shoe_has_no_shuffler(floor):
    floor.table("B1", Game.POWER_BLACKJACK)
    floor.table("B2", Game.POWER_BLACKJACK, cards=CardKind.LIVE)
    for table_id in ("B1", "B2"):
        with pytest.raises(RefusedError, match=f"table {table_id} deals from a shoe: it has no shuffler"):
            floor.at(table_id, ReportMalfunction(JAM))


# ---- the procedure that the local regulator has approved

APPROVAL, DONE = "WSGC letter of 3 May 2026", "the deck was shuffled by hand under a camera"


def follow_local(floor, table_id="T1", by=SUPERVISOR, **other):
    asked = {"approval": APPROVAL, "done": DONE, "round_goes_on": True} | other
    return floor.at(table_id, FollowLocalProcedure(**asked), by)


def test_a_local_procedure_is_on_record_with_its_approval_and_the_same_cards_are_dealt_on(floor):
    deal_until(floor, "cards")
    stop(floor)
    answer = follow_local(floor)
    assert told(answer) == [
        {"event": "shuffler-changed", "status": "running", "words": f"{DONE}, by the local procedure of {APPROVAL}"}
    ]
    assert trouble(floor) is None
    finish(floor)
    assert floor.room.table("T1").round.phase == "over"
    assert replay_round(floor.room, "T1", 1).is_same


def test_a_local_procedure_may_void_the_round_also_when_all_packets_are_out(floor):
    deal_until(floor, "decision")
    chips = floor.cents("chips:T1:2")
    stop(floor)
    assert [event["event"] for event in told(follow_local(floor, round_goes_on=False))] == [
        "shuffler-changed",
        "round-voided",
    ]
    assert floor.cents("chips:T1:2") == chips + 500
    floor.reopen()
    deal_until(floor, "nothing", {"ante": 500})


@pytest.mark.parametrize(
    ("other", "reason"),
    [
        ({"approval": " "}, "a reference of the approval is needed"),
        ({"done": ""}, "a description of what was done is needed"),
    ],
)
def test_a_local_procedure_names_its_approval_and_what_was_done(floor, other, reason):
    stop(floor)
    with pytest.raises(RefusedError, match=reason):
        follow_local(floor, **other)


def test_a_local_procedure_takes_the_place_of_the_guide_and_the_seven_steps_and_does_not_end_them(floor):
    with pytest.raises(RefusedError, match="the shuffler of table T1 runs: no malfunction is reported"):
        follow_local(floor)
    stop(floor)
    with pytest.raises(NotPermittedError, match="it is for: supervisor, executive"):
        follow_local(floor, by=DEALER_7)
    floor.at("T1", FollowGuide(helped=False), SUPERVISOR)
    replace_shuffler(floor, 1)
    with pytest.raises(NotNowError, match="no local procedure can begin during the replacement"):
        follow_local(floor)


def test_a_settled_seat_keeps_a_local_procedure_from_voiding_the_round(floor):
    deal_until(floor, "dealer")
    floor.act("T1", "reveal-dealer")
    floor.act("T1", "settle", seat=5)
    stop(floor)
    with pytest.raises(NotAllowedError, match="seat 5 is settled: a void is no longer possible"):
        follow_local(floor, round_goes_on=False)
    follow_local(floor)


# ---- live cards: the game is that of the keypad


@pytest.fixture(params=["aquarius", "nexus"])
def live(floor, request):
    """Table P with live cards, and the key that takes the progressive wagers in."""
    controller = ControllerKind(request.param)
    floor.table("P", meter="M1", cards=CardKind.LIVE, controller=controller)
    floor.starts = "press-coin-in" if controller == ControllerKind.AQUARIUS else "press-start-game"
    floor.ends = "press-game-over" if controller == ControllerKind.AQUARIUS else "press-end-game"
    return floor


def stop_live(floor):
    return floor.at("P", ReportMalfunction(JAM))


def live_trouble(floor):
    return floor.room.view("P", PUBLIC).malfunction


def test_at_a_live_card_table_a_fault_is_recorded_and_no_game_begins(live):
    live.press("P", "place-chip", seat=2)
    stop_live(live)
    assert live_trouble(live) == StoppedShuffler(fault=JAM, asked_for="the guide on it comes first")
    with pytest.raises(
        RefusedError, match=f"the shuffler of table P is stopped \\({JAM}\\): the guide on it comes first"
    ):
        live.press("P", live.starts)
    live.reopen()
    live.at("P", FollowGuide(helped=True), SUPERVISOR)
    assert live_trouble(live) is None
    live.press("P", live.starts)
    with live.database.reading() as connection:
        kinds = [record.kind for record in journal.read(connection, "P1", "table:P")]
    assert [kind for kind in kinds if kind in ("report-malfunction", "follow-guide")] == [
        "report-malfunction",
        "follow-guide",
    ]


def test_at_a_live_card_table_the_game_that_is_on_is_ended_or_voided_before_the_backup_resumes_play(live):
    """Nobody but the dealer knows whether it needs cards that left with the machine."""
    live.press("P", "place-chip", seat=2)
    live.press("P", live.starts)
    stop_live(live)
    live.at("P", FollowGuide(helped=False), SUPERVISOR)
    for step in range(1, 7):
        live.at("P", ReplaceShuffler(step), SUPERVISOR)
    with pytest.raises(RefusedError, match="the game of table P is on: play it to its end, or void it, before step 7"):
        live.at("P", ReplaceShuffler(7), SUPERVISOR)
    live.press("P", "void-game", SUPERVISOR, reason="the cards left with the shuffler")
    live.reopen()
    live.at("P", ReplaceShuffler(7), SUPERVISOR)
    assert live.room.table("P").controller.sensors.carried == {2}
    live.press("P", live.starts)
    live.press("P", live.ends)
    verify_everything(live, live.everything())


def test_at_a_live_card_table_a_local_procedure_says_what_becomes_of_the_game(live):
    live.press("P", "place-chip", seat=2)
    live.press("P", live.starts)
    shown = live.meter_now("M1").shown
    stop_live(live)
    answer = follow_local(live, "P", round_goes_on=False)
    assert [event["event"] for event in told(answer)] == ["shuffler-changed", "game-voided"]
    assert live.room.table("P").controller.sensors.carried == {2}
    assert live.meter_now("M1").shown == shown, "a meter never goes down for a void"
    live.reopen()
    live.press("P", live.starts)
    stop_live(live)
    follow_local(live, "P")
    live.press("P", live.ends)
    verify_everything(live, live.everything())


def test_at_a_live_card_table_without_a_progressive_a_fault_is_recorded_too(floor):
    floor.table("D", Game.DOUBLE_DRAW, cards=CardKind.LIVE)
    floor.at("D", ReportMalfunction(JAM))
    floor.reopen()
    assert floor.room.view("D", PUBLIC).malfunction.fault == JAM
    floor.at("D", FollowLocalProcedure(APPROVAL, DONE, round_goes_on=False), SUPERVISOR)
    assert floor.room.view("D", PUBLIC).malfunction is None


# ---- several processes


def test_a_second_process_sees_the_malfunction(floor, database, clock):
    from support.floor import Floor

    stop(floor)
    other = Floor(database, floor.key, clock, is_new=False, ids="other")
    with pytest.raises(RefusedError, match=STOPPED):
        other.at("T1", StartRound())
    other.at("T1", FollowGuide(helped=True), SUPERVISOR)
    floor.at("T1", StartRound())
    assert trouble(floor) is None
