"""The floor: tables at a glance, jackpots from claim to payment, incidents and people."""

import re

import pytest
from playwright.sync_api import expect

from pitboss.house.actor import Actor, Role
from pitboss.house.people.players import ExcludePlayer
from pitboss.house.records.clock_doubts import NoteClock
from pitboss.house.tables.commands import ClaimWin, HandOver, MarkFold
from pitboss.house.tables.room_host import RoomHost
from pitboss.house.tables.settings import CardKind
from support.floor import DEALER_7, SUPERVISOR
from support.pages import sign

EXECUTIVE_BADGE, SUPERVISOR_BADGE, ACCOUNTING_BADGE, SURVEILLANCE_BADGE, DEALER_BADGE = "3", "4", "5", "6", "7"


def card_of(page, table):
    return page.get_by_role("article", name=f"Table {table}")


def answer(page, confirm, is_signed=False, /, **answers):
    """Fill in the dialog that is open, and confirm it."""
    dialog = page.get_by_role("dialog")
    for label, value in answers.items():
        field = dialog.get_by_label(label.replace("_", " "))
        if value is True:
            field.check()
        else:
            field.fill(value)
    dialog.get_by_role("button", name=confirm, exact=True).click()
    if is_signed:
        sign(page)
    expect(dialog).to_have_count(0)


def find_winner(page, search):
    """Look for a payee by id or name: the next dialog has who was found."""
    press(page, "Pay")
    page.get_by_role("dialog").get_by_label("Find the winner").fill(search)
    page.get_by_role("dialog").get_by_role("button", name="Next", exact=True).click()


def press(page, name):
    page.get_by_role("button", name=name, exact=True).first.click()


def test_a_suspended_table_is_seen_by_everybody_on_the_floor(house, visit):
    supervisor, executive = visit.staff(SUPERVISOR_BADGE, "/floor"), visit.staff(EXECUTIVE_BADGE, "/floor")
    card_of(supervisor, "T2").get_by_role("button", name="Suspend").click()
    supervisor.get_by_role("dialog").get_by_role("button", name="Suspend").click()
    expect(supervisor.get_by_text("Fill this in.")).to_be_visible()
    answer(supervisor, "Suspend", Reason="a fire alarm")
    expect(card_of(executive, "T2").get_by_text("Suspended: a fire alarm")).to_be_visible()
    assert house.floor.room.table("T2").status == "suspended"
    card_of(executive, "T2").get_by_role("button", name="Resume").click()
    answer(executive, "Resume")
    expect(card_of(supervisor, "T2").get_by_text("open", exact=True)).to_be_visible()


def test_the_tray_is_filled_credited_and_counted(house, visit):
    visit.allow("409")
    page = visit.staff(SUPERVISOR_BADGE, "/floor/tables/T6")
    press(page, "Fill")
    answer(page, "Fill", Amount="1,250.50")
    expect(page.get_by_text("$6,250.50", exact=True)).to_be_visible()
    press(page, "Credit")
    page.get_by_role("dialog").get_by_label("Amount").fill("9000")
    page.get_by_role("dialog").get_by_role("button", name="Credit").click()
    expect(page.get_by_role("alert")).to_have_text("the tray has $6,250.50, less than $9,000")
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    press(page, "Close the table")
    answer(page, "Close the table", Closer="6,250")
    expect(page.get_by_text("closed", exact=True).first).to_be_visible()
    assert (house.floor.cents("tray:T6"), house.floor.cents("house:table-result:T6")) == (0, 50)
    expect(page.get_by_role("button", name="Fill")).to_have_attribute("title", "It is closed.")


@pytest.fixture
def a_big_win(house):
    """A-K-Q of spades at a meter that shows so much that an executive and surveillance are asked."""
    floor = house.floor
    floor.player("ann", 500)
    floor.adjust("M1", "display corrected", 6000)
    floor.at("T1", HandOver("7"), SUPERVISOR)
    floor.sit("T1", 3, "ann")
    wagers = {3: {"ante": 500, "progressive": 100}}
    floor.play("T1", wagers=wagers, hands={3: "As Ks Qs"}, dealer="9h 8d 2c")
    return floor


def test_a_jackpot_from_the_claim_to_the_payment(a_big_win, visit):
    supervisor, executive = visit.staff(SUPERVISOR_BADGE, "/floor"), visit.staff(EXECUTIVE_BADGE, "/floor/jackpots")
    surveillance = visit.staff(SURVEILLANCE_BADGE, "/floor")
    expect(card_of(supervisor, "T1").get_by_text("1 pending jackpot")).to_be_visible()
    expect(supervisor.get_by_role("img", name="king of spades")).to_be_visible()
    authorize = supervisor.get_by_role("button", name="Authorize")
    expect(authorize).to_have_attribute("title", "This amount needs an executive.")
    press(supervisor, "Verify the hand")
    sign(supervisor)
    press(surveillance, "Checklist")
    for tick in ("hand", "wager", "payout"):
        surveillance.get_by_role("dialog").get_by_label(re.compile(f"The {tick}")).check()
    press(surveillance, "Confirm")
    expect(surveillance.get_by_text("Check all of them.")).to_be_visible()
    answer(surveillance, "Confirm", The_player=True)
    expect(executive.get_by_text("by surveillance:6")).to_be_visible()
    press(executive, "Authorize")
    answer(executive, "Authorize", True, Identity_document_of_the_winner="WA-1", Number_of_the_tax_form="W2-G 7")
    expect(executive.get_by_text("No jackpot is pending.")).to_be_visible()
    expect(executive.get_by_role("cell", name="$7,000.14")).to_be_visible()
    with executive.expect_popup() as opened:
        executive.get_by_role("link", name=re.compile("T1-1-3")).click()
    expect(opened.value.get_by_text("W2-G 7")).to_be_visible()
    jackpot = a_big_win.jackpot("T1-1-3")
    assert (jackpot.status, jackpot.decided_by, jackpot.checked_by) == ("paid", "executive:3", "surveillance:6")


@pytest.fixture
def a_held_win(house, monkeypatch):
    """Ann at seat 3 of T1 has won $4,030, which is seen on camera first."""
    # As in Washington: the room is one for practice.
    monkeypatch.setattr(RoomHost, "camera_above_cents", lambda host: host._record_answer(300_000, "camera_above_cents"))
    floor = house.floor
    floor.player("ann", 500)
    floor.at("T1", HandOver("7"), SUPERVISOR)
    floor.sit("T1", 3, "ann", dollars=300)
    wagers = {3: {"ante": 500, "pair-plus": 10_000}}
    floor.play("T1", wagers=wagers, hands={3: "9h 8h 7h"}, dealer="Jh 8c 3c")
    return floor


def test_a_win_that_the_camera_shows_to_be_none_is_rejected(a_held_win, visit):
    supervisor, ann = visit.staff(SUPERVISOR_BADGE, "/floor"), visit.player("ann", "/tables/T1")
    held = supervisor.get_by_role("article", name="Table T1: seat 3 wins $4,030")
    press(held, "Reject")
    answer(supervisor, "Reject", Reason="a card was switched")
    expect(held).to_have_count(0)
    told = "Your win of $4,030 is rejected: a card was switched. The bets go back"
    expect(ann.get_by_role("list", name="Hand log").get_by_text(told)).to_be_visible()
    assert a_held_win.cents("chips:T1:3") == 30_000


def test_a_large_win_is_paid_when_surveillance_has_seen_it(a_held_win, visit):
    dealer, ann = visit.staff(DEALER_BADGE, "/deal/T1"), visit.player("ann", "/tables/T1")
    surveillance = visit.staff(SURVEILLANCE_BADGE, "/floor")
    expect(dealer.get_by_text("Surveillance must see the win on camera").first).to_be_visible()
    expect(dealer.get_by_role("button", name="Surveillance checklist")).to_have_attribute(
        "title", "This is for: surveillance"
    )
    expect(ann.get_by_text("Your win of $4,030 is checked on camera first; then the chips are paid.")).to_be_visible()
    expect(card_of(surveillance, "T1").get_by_text("1 pending jackpot")).to_be_visible()
    held = surveillance.get_by_role("article", name="Table T1: seat 3 wins $4,030")
    expect(held.get_by_text("Pair Plus $100 wins 40 to 1")).to_be_visible()
    press(surveillance, "Checklist")
    answer(surveillance, "Confirm", The_hand=True, The_wager=True, The_payout=True, The_player=True)
    expect(held).to_have_count(0)
    expect(ann.get_by_text("is checked on camera first")).to_have_count(0)
    expect(dealer.get_by_role("button", name="Open the bets")).to_be_enabled()
    assert a_held_win.cents("chips:T1:3") == 30_000 + 403_000


def test_a_claim_is_rejected_with_a_reason(a_big_win, visit):
    executive = visit.staff(EXECUTIVE_BADGE, "/floor")
    press(executive, "Reject")
    answer(executive, "Reject", Reason="the hand was fouled")
    expect(executive.get_by_text("Pending jackpots")).to_have_count(0)
    assert a_big_win.jackpot("T1-1-3").reason == "the hand was fouled"


def test_a_win_on_physical_cards_is_booked_with_the_key_and_paid_at_the_desk(house, visit):
    floor = house.floor
    floor.at("T5", HandOver("7"), DEALER_7)
    for seat in (1, 2):
        floor.press("T5", "place-chip", seat=seat)
    floor.press("T5", "press-coin-in")
    supervisor, accounting = visit.staff(SUPERVISOR_BADGE, "/floor"), visit.staff(ACCOUNTING_BADGE, "/floor/jackpots")
    floor.press("T5", "press-hand", row="akq-of-spades")
    lit = supervisor.get_by_role("article", name="Table T5: progressive hit, A-K-Q of spades")
    expect(lit).to_contain_text("The dealer has not said whose hand it is.")
    # The dealer chooses seat 2. On the floor no seat is chosen before, so the first one is not booked by mistake.
    floor.at("T5", ClaimWin(2), DEALER_7)
    expect(lit).to_contain_text("The dealer says: seat 2.")
    expect(lit.get_by_label("Seat of the winner")).to_have_value("")
    expect(lit.get_by_role("button", name="J-POT")).to_have_attribute("aria-disabled", "true")
    name = lit.get_by_role("button", name="Name the winner")
    expect(name).to_have_attribute("title", "Choose the seat first.")
    lit.get_by_label("Seat of the winner").select_option("1")
    expect(name).to_have_attribute("title", re.compile("the dealer says that seat 2 has the hand, not seat 1"))
    lit.get_by_label("Seat of the winner").select_option("2")
    name.click()
    dialog = supervisor.get_by_role("dialog", name="Is seat 2 the winner?")
    for words in ("no name at this seat", "A-K-Q of spades", "$1,000.28, 100% of meter"):
        expect(dialog).to_contain_text(words)
    dialog.get_by_role("button", name="Name seat 2").click()
    sign(supervisor)
    expect(lit).to_contain_text("Seat 2 is named as the winner.")
    for key in ("Turn the key to JPH", "J-POT for seat 2", "Turn the key to RUN"):
        expect(supervisor.get_by_role("button", name=key)).not_to_have_attribute("aria-disabled", "true")
        press(supervisor, key)
        if key.startswith("J-POT"):
            sign(supervisor)
    papers = {"Identity_document_of_the_winner": "WA-2", "Number_of_the_tax_form": "W2-G 8"}
    find_winner(accounting, "nobody of that name")
    expect(accounting.get_by_text("No player with this id or name")).to_be_visible()
    accounting.get_by_role("dialog").get_by_label("Id", exact=True).fill("ann")
    accounting.get_by_role("dialog").get_by_label("Name").fill("Ann Archer")
    accounting.get_by_role("dialog").get_by_label("Born").fill("1985-01-31")
    accounting.get_by_role("dialog").get_by_role("button", name="Register a player").click()
    accounting.get_by_role("dialog").get_by_label("Winner", exact=True).select_option("ann")
    answer(accounting, "Pay", True, **papers)
    expect(accounting.get_by_role("cell", name="ann", exact=True)).to_be_visible()


def test_a_win_that_the_law_forbids_to_pay_is_withheld_by_two_people(house, visit):
    visit.allow("409")
    floor = house.floor
    floor.player("ann")
    floor.at("T5", HandOver("7"), DEALER_7)
    floor.key_in_a_jackpot("T5")
    floor.office(ExcludePlayer("ann", None, "asked for it"), SUPERVISOR)
    accounting = visit.staff(ACCOUNTING_BADGE, "/floor/jackpots")
    find_winner(accounting, "ann")
    accounting.get_by_role("dialog").get_by_label("Winner", exact=True).select_option("ann")
    accounting.get_by_role("dialog").get_by_label("Identity document of the winner").fill("WA-2")
    accounting.get_by_role("dialog").get_by_role("button", name="Pay", exact=True).click()
    sign(accounting)
    expect(accounting.get_by_text("no payment to ann at this window: it needs the shift manager")).to_be_visible()
    supervisor = visit.staff(SUPERVISOR_BADGE, "/floor/jackpots")
    press(supervisor, "Propose to withhold it")
    answer(supervisor, "Propose to withhold it", Id_of_the_winner="ann", Reason="as the list says")
    executive = visit.staff(EXECUTIVE_BADGE, "/manager/proposals")
    press(executive, "Approve")
    sign(executive)
    press(executive, "Apply at the table")
    sign(executive)
    expect(executive.get_by_text("The settings are applied.")).to_be_visible()
    assert floor.cents("house:confiscated") == 50_000
    executive.goto(executive.url.replace("/manager/proposals", "/floor/incidents"))
    expect(executive.get_by_text("is withheld and confiscated: give notice to the commission")).to_be_visible()


@pytest.fixture
def two_royals(house):
    """Live-card table T7 of Fortune San Lo with seats 1, 6 and 7 in the game; seat 7 has folded, and a royal is lit."""
    floor = house.floor
    floor.table("T7", "fortune-san-lo", meter="M2", cards=CardKind.LIVE)
    for seat in (1, 6, 7):
        floor.press("T7", "place-chip", seat=seat)
    floor.press("T7", "press-coin-in")
    floor.at("T7", MarkFold(7), DEALER_7)
    floor.press("T7", "press-hand", row="royal-flush")
    return floor


def test_the_seat_farther_right_goes_first_when_the_supervisor_says_there_is_one(two_royals, visit):
    page = visit.staff(SUPERVISOR_BADGE, "/floor/jackpots")
    lit = page.get_by_role("article", name="Table T7: progressive hit, Royal flush")

    def name(seat, answer):
        lit.get_by_label("Seat of the winner").select_option(seat)
        lit.get_by_role("button", name="Name the winner").click()
        page.get_by_role("dialog").get_by_role("button", name=answer).click()
        sign(page)

    lit.get_by_label("Seat of the winner").select_option("1")
    lit.get_by_role("button", name="Name the winner").click()
    expect(page.get_by_role("dialog")).to_contain_text("Seat 6: no meter hand?")
    page.get_by_role("dialog").get_by_role("button", name="There is one").click()
    sign(page)
    expect(lit).to_contain_text(
        "Seat 6: one has a meter hand and goes first. Put the hand button out by a second press."
    )
    press(lit, "Turn the key to JPH")
    j_pot = lit.get_by_role("button", name="J-POT for seat 1")
    expect(j_pot).to_have_attribute(
        "title", re.compile("seat farther right than seat 1 has a meter hand and goes first")
    )
    press(lit, "Turn the key to RUN")
    expect(lit.get_by_role("button", name="Turn the key to JPH")).to_be_visible()
    for seat, answer in (("6", "Name seat 6"), ("1", "Name seat 1")):
        if seat == "6":
            two_royals.press("T7", "press-hand", row="royal-flush")
            expect(lit).to_have_count(0)
        two_royals.press("T7", "press-hand", row="royal-flush")
        name(seat, answer)
        for key in ("Turn the key to JPH", f"J-POT for seat {seat}", "Turn the key to RUN"):
            expect(lit.get_by_role("button", name=key)).not_to_have_attribute("aria-disabled", "true")
            press(lit, key)
            if key.startswith("J-POT"):
                sign(page)
        expect(lit).to_have_count(0)
    assert [two_royals.jackpot(f"T7-1-{seat}").cents for seat in (6, 1)] == [50_006, 45_005]


def test_an_incident_is_reported_before_it_is_closed(visit):
    supervisor = visit.staff(SUPERVISOR_BADGE, "/floor/incidents")
    press(supervisor, "Open an incident")
    about = {"What_it_is_about": "meter M1", "What_happened": "the display was dark"}
    answer(supervisor, "Open an incident", **about, It_must_be_reported_to_the_commission=True)
    expect(supervisor.get_by_text("Report to the commission by")).to_be_visible()
    press(supervisor, "Add a note")
    answer(supervisor, "Add a note", Finding="a cable had come loose")
    executive = visit.staff(EXECUTIVE_BADGE, "/floor/incidents")
    executive.get_by_text("Notes and findings").click()
    expect(executive.get_by_text("a cable had come loose")).to_be_visible()
    close = executive.get_by_role("button", name="Close the incident")
    expect(close).to_have_attribute("title", "Report it to the commission first.")
    press(executive, "Report to the commission")
    answer(executive, "Report to the commission", Reference="GC-118")
    expect(executive.get_by_text(re.compile("Reported .*, reference GC-118"))).to_be_visible()
    press(executive, "Close the incident")
    answer(executive, "Close the incident", Outcome="replaced")
    expect(executive.get_by_text("No incident is open.")).to_be_visible()


def sign_statement(page, party, name):
    press(page, "Sign")
    page.get_by_role("dialog").get_by_label("For", exact=True).select_option(party)
    answer(page, "Sign", **{"Name,_as_signed": name})


def test_a_disputed_round_is_dealt_again_ruled_signed_and_closed(house, visit):
    house.floor.player("ann", 500)
    house.floor.at("T1", HandOver("7"), SUPERVISOR)
    house.floor.sit("T1", 3, "ann")
    house.floor.play("T1", wagers={3: {"ante": 500}}, hands={3: "Ks Kd 4h"}, dealer="Qs Jd 2h")
    page = visit.staff(SUPERVISOR_BADGE, "/floor/disputes")
    expect(page.get_by_text("No round is disputed.")).to_be_visible()
    press(page, "Open a dispute")
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Table").select_option("T1")
    dialog.get_by_label("Player", exact=True).fill("ann")
    answer(page, "Open a dispute", Number_of_the_round="1", What_the_player_says="the kings were not paid")
    page.get_by_role("link", name=re.compile("Replay the round")).click()
    expect(page.get_by_text("The replay matches the records, card by card.")).to_be_visible()
    expect(page.get_by_role("img", name="king of diamonds").first).to_be_visible()
    press(page, "Rule on it")
    answer(page, "Rule on it", Ruling="they were: $10")
    sign_statement(page, "supervisor", "Badge 4")
    taken = "You made the ruling: the player signs, or another supervisor takes the signature."
    expect(page.get_by_role("button", name="Sign", exact=True)).to_have_attribute("title", taken)
    page = visit.staff(EXECUTIVE_BADGE, "/floor/disputes")
    sign_statement(page, "player", "Ann Archer")
    press(page, "Close the dispute")
    page.get_by_label("Show closed ones too").check()
    expect(page.get_by_text("closed", exact=True)).to_be_visible()


def test_players_are_registered_paid_and_excluded(house, visit):
    accounting = visit.staff(ACCOUNTING_BADGE, "/floor/players")
    press(accounting, "Register a player")
    accounting.get_by_role("dialog").get_by_label("Id", exact=True).fill("bea")
    accounting.get_by_role("dialog").get_by_label("Name").fill("Bea Long")
    answer(accounting, "Register a player", Born="1985-01-31")
    press(accounting, "Deposit: bea")
    answer(accounting, "Deposit", Amount="300")
    expect(accounting.get_by_role("cell", name="$300.00")).to_be_visible()
    press(accounting, "Exclude: bea")
    answer(accounting, "Exclude", Reason="asked for it herself")
    expect(accounting.get_by_text("The player may not play.")).to_be_visible()
    expect(accounting.get_by_role("cell", name="for good")).to_have_count(0)
    supervisor = visit.staff(SUPERVISOR_BADGE, "/floor/players")
    expect(supervisor.get_by_role("cell", name="for good")).to_be_visible()
    assert house.floor.cents("wallet:bea") == 30_000


def test_what_is_for_others_is_said_in_one_sentence(visit):
    visit.allow("403|401")
    dealer = visit.staff(DEALER_BADGE, "/floor/staff")
    sentence = "This page is for: admin, auditor, executive, supervisor, surveillance."
    expect(dealer.get_by_text(sentence)).to_be_visible()
    expect(visit("/floor").get_by_text("The floor is for staff")).to_be_visible()


def test_the_floor_comes_back_after_the_house_was_away(house, visit):
    visit.allow("ERR_|WebSocket|Failed to load")
    page = visit.staff(SUPERVISOR_BADGE, "/floor")
    expect(card_of(page, "T2")).to_be_visible()
    house.stop()
    expect(page.get_by_text("The connection is lost.")).to_be_visible()
    house.start()
    expect(page.get_by_text("The connection is lost.")).to_have_count(0)
    card_of(page, "T2").get_by_role("button", name="Suspend").click()
    answer(page, "Suspend", Reason="a fire alarm")
    expect(card_of(page, "T2").get_by_text("Suspended: a fire alarm")).to_be_visible()


def test_the_floor_sees_that_the_clock_is_in_doubt_and_proposes_to_acknowledge_it(house, visit):
    noted = NoteClock("2026-11-15T19:00:00.000000Z", "2026-11-15T20:00:00.000000Z")
    house.context.in_office(noted, by=Actor("clock", Role.HOUSE), command_id="clock went back")
    page = visit.staff("4", "/floor")
    notice = page.get_by_role("alert")
    expect(notice).to_contain_text("The clock is 1:00:00 behind the newest record: nothing new begins")
    notice.get_by_role("button", name="Acknowledge the clock").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Why it is proposed").fill("the clock was set by hand")
    dialog.get_by_role("button", name="Propose").click()
    expect(page.get_by_text("It is proposed; an executive approves it")).to_be_visible()
    executive = visit.staff("3", "/manager/proposals")
    executive.get_by_role("button", name="Approve").click()
    sign(executive)
    expect(executive.get_by_text("Approved.")).to_be_visible()
    expect(notice).to_have_count(0)
