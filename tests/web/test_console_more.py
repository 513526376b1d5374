"""The dealer console and the floor where play is not as usual: irregularities, chores of the table, wins on the way."""

import json
import re

import pytest
from playwright.sync_api import expect

from pitboss.house.errors import NotPermittedError
from pitboss.house.tables.commands import DealCards, HandOver, StartRound
from pitboss.paytables import Game
from support.floor import DEALER_7
from support.floor import SUPERVISOR as ON_THE_FLOOR
from support.pages import sign

EXECUTIVE, SUPERVISOR, SURVEILLANCE, DEALER = "3", "4", "6", "7"
BETS = {"T1": ["ante"], "T2": ["main"], "T3": ["ante", "bonus"], "T4": ["bet"]}
NARROW = {"width": 390, "height": 844}
TICKS = ("the winning hand", "the wager on its sensor", "the amount to be paid", "the player at the seat")


@pytest.fixture
def ann(house):
    """A player with money."""
    return house.floor.player("ann", 500)


@pytest.fixture
def console(visit):
    """Opens the console of a table, and waits until it knows what may be done."""

    def open_console(badge, table, **context):
        page = visit.staff(badge, f"/deal/{table}", **context)
        expect(page.get_by_text(re.compile("Tray"))).to_be_visible()
        return page

    return open_console


def press(page, name):
    button = page.get_by_role("button", name=name, exact=True)
    expect(button).not_to_have_attribute("aria-disabled", "true")
    button.click()


def answer(page, **answers):
    """Fill in the dialog that is open, and have it done."""
    dialog = page.get_by_role("dialog")
    for label, value in answers.items():
        dialog.get_by_label(label.replace("_", " ")).fill(value)
    dialog.get_by_role("button", name="Do it").click()
    expect(dialog).to_have_count(0)


def refused(page, name, why):
    """A button that cannot be pressed, and says why."""
    expect(page.get_by_role("button", name=name, exact=True)).to_have_attribute("title", re.compile(why))


def region(page, name):
    return page.get_by_role("region", name=name)


def deal(house, table, seats, **wagers):
    """Badge 7 deals a round until somebody decides."""
    floor = house.floor
    floor.at(table, StartRound())
    for seat in seats:
        for wager, cents in wagers.items():
            floor.act(table, "place-wager", seat=seat, wager=wager, cents=cents)
    floor.act(table, "no-more-bets")
    while floor.awaiting(table).kind != "decision":
        acts = floor.awaiting(table).operations
        floor.act(table, "peek") if "peek" in acts else floor.at(table, DealCards())


@pytest.fixture
def dealt_by_hand(house, ann):
    """Hands a table from the house to badge 7, with ann at seat 2."""

    def hand_over(table):
        house.floor.at(table, HandOver(DEALER), DEALER_7)
        house.floor.sit(table, 2, "ann")

    return hand_over


# ---- irregularities


def test_at_blackjack_a_hit_is_backed_up_cards_are_burned_and_a_hand_is_dead(house, ann, console, dealt_by_hand, visit):
    visit.allow("409|422")
    house.floor.entropy.stack_shoe("8s Th 3d 7c  6d 9h")
    dealt_by_hand("T4")
    deal(house, "T4", [2], bet=500)
    house.floor.act("T4", "hit", ann, seat=2)
    house.floor.at("T4", DealCards())
    page, dealer = console(SUPERVISOR, "T4"), console(DEALER, "T4")
    seat = page.get_by_role("group", name="Seat 2")
    expect(seat.get_by_role("img", name="six of diamonds")).to_be_visible()
    refused(dealer, "Back up the last hit of seat 2", "for a supervisor or an executive")

    press(page, "Back up the last hit of seat 2")
    answer(page, Reason="seat 2 had waved")
    expect(seat.get_by_role("img", name="six of diamonds")).to_have_count(0)
    expect(region(dealer, "Hand log")).to_contain_text("Burned: six of diamonds (seat 2 had waved).")

    press(page, "Burn cards")
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("How many cards").fill("11")
    dialog.get_by_label("Reason").fill("exposed at the shoe")
    dialog.get_by_role("button", name="Do it").click()
    expect(dialog.get_by_role("alert")).to_contain_text("a burn takes 1 to 10 cards, not 11")
    dialog.get_by_label("How many cards").fill("1")
    dialog.get_by_role("button", name="Do it").click()
    expect(dialog).to_have_count(0)
    press(dealer, "Burn one card")
    expect(region(page, "Hand log")).to_contain_text("(exposed at the shoe)")
    expect(region(page, "Hand log")).not_to_contain_text("nine of hearts")

    press(page, "Dead hand: seat 2, hand 1")
    answer(page, Reason="a card fell off the table")
    expect(seat.get_by_text("dead", exact=True)).to_be_visible()
    refused(page, "Dead hand: seat 2, hand 1", "is dead already")


@pytest.mark.usefixtures("ann")
def test_who_is_away_gets_the_time_out_and_what_the_floor_was_refused_is_listed(house, console, dealt_by_hand, visit):
    house.floor.entropy.stack(Game.DOUBLE_DRAW, {2: "Ks Kd 9h 5c 2d"})
    dealt_by_hand("T3")
    deal(house, "T3", [2], ante=500, bonus=500)
    with pytest.raises(NotPermittedError):
        house.floor.act("T3", "draw", ON_THE_FLOOR, seat=2, cards="Ks")
    page = console(SUPERVISOR, "T3")
    press(page, "Time-out for seat 2")
    answer(page)
    expect(region(page, "Hand log")).to_contain_text("Seat 2 discards 3.")
    house.floor.at("T3", DealCards())

    audit = visit.staff(SURVEILLANCE, "/manager/audit")
    refused_at = audit.get_by_role("region", name="Refused at the tables")
    expect(refused_at).to_contain_text("supervisor:4")
    expect(refused_at).to_contain_text("draw")
    expect(refused_at).to_contain_text("seat 2")
    expect(refused_at).not_to_contain_text("Ks")


@pytest.mark.parametrize(("table", "wagers"), [("T2", BETS["T2"]), ("T3", BETS["T3"])])
def test_the_guide_helps_and_the_round_goes_on(house, console, dealt_by_hand, table, wagers):
    dealt_by_hand(table)
    floor = house.floor
    floor.at(table, StartRound())
    for wager in wagers:
        floor.act(table, "place-wager", seat=2, wager=wager, cents=500)
    floor.act(table, "no-more-bets")
    page, dealer = console(SUPERVISOR, table), console(DEALER, table)
    press(dealer, "Report a malfunction")
    answer(dealer, What_is_seen="the door is open")
    expect(page.get_by_role("heading", name="The shuffler is stopped: the door is open")).to_be_visible()
    expect(dealer.get_by_role("status", name="i-Deal shuffler")).to_contain_text("STOPPED")
    press(page, "It helped")
    expect(page.get_by_role("heading", name=re.compile("The shuffler is stopped"))).to_have_count(0)
    expect(dealer.get_by_role("status", name="i-Deal shuffler")).not_to_contain_text("STOPPED")


def test_a_fault_at_a_live_card_table_is_ended_by_a_local_procedure(house, console):
    house.floor.press("T6", "place-chip", seat=2)
    page, dealer = console(SUPERVISOR, "T6"), console(DEALER, "T6")
    press(dealer, "Report a malfunction")
    answer(dealer, What_is_seen="the lid is open")
    expect(page.get_by_role("heading", name="The shuffler is stopped: the lid is open")).to_be_visible()
    refused(dealer, "Followed; the round goes on", "follow-local-procedure is not for dealer 7")
    press(page, "Followed; the round goes on")
    answer(page, Reference_of_the_approval="letter of 3 May", What_was_done="shuffled by hand")
    expect(page.get_by_role("heading", name=re.compile("The shuffler is stopped"))).to_have_count(0)
    last = house.floor.rows("journal")[-1]
    assert (last["kind"], json.loads(last["asked"])["approval"]) == ("follow-local-procedure", "letter of 3 May")


def test_what_a_folded_hand_has_given_up_is_off_the_felt_before_the_dealer_s_hand_is_turned_over(house, console):
    floor = house.floor
    floor.at("T1", HandOver("7"), ON_THE_FLOOR)
    for seat, name in ((2, "ann"), (3, "bob")):
        floor.player(name)
        floor.sit("T1", seat, name)
    deal(house, "T1", [2, 3], ante=500)
    page = console(DEALER, "T1")
    box = page.get_by_role("group", name="Seat 2", exact=True)
    expect(box).to_contain_text("Ante")
    floor.act("T1", "fold", seat=2)
    floor.act("T1", "play", seat=3)
    expect(box).not_to_contain_text("Ante")
    expect(page.get_by_role("group", name="Seat 3", exact=True)).to_contain_text("Ante")
    expect(region(page, "Take and pay")).to_contain_text("Ante loses: folded")


@pytest.mark.parametrize(("table", "wagers"), BETS.items())
def test_the_floor_voids_a_round_and_the_dealer_reads_why_not(house, console, dealt_by_hand, table, wagers):
    dealt_by_hand(table)
    page, dealer = console(SUPERVISOR, table), console(DEALER, table)
    deal(house, table, [2], **dict.fromkeys(wagers, 500))
    refused(dealer, "Void the round", "void is for a supervisor or an executive")
    press(page, "Void the round")
    answer(page, Reason="the deck was boxed")
    expect(region(dealer, "Hand log")).to_contain_text("The round is void: the deck was boxed.")
    expect(dealer.get_by_role("button", name="Open the bets")).not_to_have_attribute("aria-disabled", "true")
    assert house.floor.room.table(table).chips_cents(2) == 10_000


def test_a_game_on_a_keypad_is_void_and_its_wagers_stay_lit(house, console):
    page = console(SUPERVISOR, "T6")
    screen = page.get_by_role("status", name="Nexus Command controller")
    page.keyboard.press("2")
    expect(screen).to_contain_text("1 LIT")
    page.keyboard.press("c")
    expect(screen).to_contain_text("GAME ON")
    press(page, "Void the game")
    answer(page, Reason="a card fell off the table")
    expect(region(page, "Hand log")).to_contain_text("The game is void: a card fell off the table.")
    seat = page.get_by_role("group", name="Seat 2")
    press(seat, "Return wager")
    expect(screen).to_contain_text("PLACE PROGRESSIVE WAGERS")


# ---- the table


def test_a_table_is_suspended_resumed_closed_and_opened(house, console):
    page, dealer = console(SUPERVISOR, "T3"), console(DEALER, "T3")
    refused(dealer, "Suspend", "not for dealer")
    press(page, "Suspend")
    answer(page, Reason="a fire alarm")
    for each in (page, dealer):
        expect(each.get_by_role("alert").first).to_have_text("Suspended: a fire alarm")
    press(page, "Resume play")
    expect(dealer.get_by_role("alert")).to_have_count(0)
    press(page, "Close")
    answer(page, **{"Closer_as_counted,_in_dollars": "4999.50"})
    expect(dealer.get_by_text("closed", exact=True)).to_be_visible()
    assert house.floor.cents("house:variance:T3") == 50
    refused(dealer, "Open", "not for dealer")
    press(page, "Open")
    answer(page, **{"Opener,_in_dollars": "2500"})
    expect(dealer.get_by_text("Tray $2,500")).to_be_visible()


def test_a_table_with_somebody_at_it_is_not_closed(house, ann, console):
    house.floor.sit("T3", 2, "ann", by=ON_THE_FLOOR)
    refused(console(SUPERVISOR, "T3"), "Close", "ann still sits|is in progress")


def test_a_table_is_handed_over_to_a_badge(house, console, visit):
    visit.allow("409")
    page, dealer = console(SUPERVISOR, "T3"), console(DEALER, "T3")
    press(page, "Hand over to a badge")
    dialog = page.get_by_role("dialog")
    for badge, why in (("99", "no active person has badge '99'"), ("5", "badge 5 is accounting")):
        dialog.get_by_label("Badge").fill(badge)
        dialog.get_by_role("button", name="Do it").click()
        expect(dialog.get_by_role("alert").last).to_contain_text(why)
    answer(page, Badge=DEALER)
    expect(dealer.get_by_text("You deal", exact=True)).to_be_visible()
    expect(page.get_by_text("Badge 7 deals")).to_be_visible()
    press(dealer, "Tap out")
    expect(page.get_by_text("No dealer is tapped in", exact=True)).to_be_visible()


# ---- wins on the way


def check_all(page):
    dialog = page.get_by_role("dialog")
    for tick in TICKS[:-1]:
        dialog.get_by_label(re.compile(tick)).check()
    expect(dialog.get_by_role("button", name="Do it")).to_have_attribute("title", "Everything must be seen on camera.")
    dialog.get_by_label(re.compile(TICKS[-1])).check()
    dialog.get_by_role("button", name="Do it").click()
    expect(dialog).to_have_count(0)


def test_surveillance_ticks_the_checklist_at_the_console(house, console, dealt_by_hand):
    house.floor.adjust("M1", "display corrected", 6000)
    dealt_by_hand("T1")
    wagers = {2: {"ante": 500, "progressive": 100}}
    house.floor.play("T1", wagers=wagers, hands={2: "As Ks Qs"}, dealer="9h 8d 2c")
    surveillance, executive = console(SURVEILLANCE, "T1"), console(EXECUTIVE, "T1")
    refused(executive, "Surveillance checklist", "This is for: surveillance")
    press(surveillance, "Surveillance checklist")
    check_all(surveillance)
    refused(surveillance, "Surveillance checklist", "Surveillance has seen it.")
    press(executive, "Verify the hand")
    sign(executive)
    press(executive, "Authorize and pay")
    dialog = executive.get_by_role("dialog")
    dialog.get_by_label("Identity document").fill("WA-1")
    dialog.get_by_label("Number of the tax form, where one is needed").fill("W-2G 1")
    dialog.get_by_role("button", name="Do it").click()
    sign(executive)
    expect(executive.get_by_text("No jackpot is pending.")).to_be_visible()
    assert house.floor.jackpot("T1-1-2").checked_by == "surveillance:6"


def test_a_lit_hand_says_what_it_would_pay_and_surveillance_looks_first(house, console, visit):
    visit.allow("409")
    floor = house.floor
    floor.adjust("M1", "display corrected", 6000)
    lobby = visit("/")
    expect(lobby.get_by_text("A-K-Q of spades: the whole meter").first).to_be_visible()
    floor.press("T5", "place-chip", seat=2)
    floor.press("T5", "press-coin-in")
    floor.press("T5", "press-hand", row="akq-of-spades")
    expect(lobby.get_by_text("Pending: a win is being verified")).to_have_count(1)
    surveillance, executive = console(SURVEILLANCE, "T5"), console(EXECUTIVE, "T5")
    wins = region(executive, "Jackpots")
    expect(wins).to_contain_text("$7,000.14")
    expect(wins).to_contain_text("100% of meter as of now.")
    expect(wins).to_contain_text("Surveillance checks first. An executive books it.")
    expect(executive.get_by_text("PENDING", exact=True)).to_be_visible()

    # Another table feeds the meter meanwhile.
    ann = floor.player("ann", 500)
    floor.at("T1", HandOver(DEALER), DEALER_7)
    floor.sit("T1", 3, "ann")
    floor.at("T1", StartRound())
    for wager, cents in (("ante", 500), ("progressive", 100)):
        floor.act("T1", "place-wager", ann, seat=3, wager=wager, cents=cents)
    floor.act("T1", "no-more-bets")
    expect(wins).to_contain_text("$7,000.28")

    screen = executive.get_by_role("status", name="Aquarius controller")
    executive.keyboard.press("k")
    expect(screen).to_contain_text("ENTER SEAT, PRESS J-POT")
    press(executive, "Seat 2 for J-POT and PAY")
    executive.keyboard.press("w")
    executive.get_by_role("dialog").get_by_role("button", name="Name seat 2").click()
    sign(executive)
    expect(wins).to_contain_text("Seat 2 is named as the winner.")
    executive.keyboard.press("j")
    expect(executive.get_by_text(re.compile("needs the checklist of surveillance first")).first).to_be_visible()
    press(surveillance, "Surveillance checklist: Seat 2")
    check_all(surveillance)
    expect(executive.get_by_role("button", name="J-POT", exact=True)).not_to_have_attribute("aria-disabled", "true")
    executive.keyboard.press("j")
    sign(executive)
    expect(screen).to_contain_text("SEAT 2 BOOKED")


def test_the_dealer_says_whose_hand_it_is_and_marks_folds(house, console):
    floor = house.floor
    for seat in (2, 5):
        floor.press("T5", "place-chip", seat=seat)
    floor.press("T5", "press-coin-in")
    dealer, supervisor = console(DEALER, "T5"), console(ON_THE_FLOOR.name, "T5")
    press(dealer, "Mark a fold at seat 5")
    expect(dealer.get_by_text("folded", exact=True)).to_be_visible()
    press(dealer, "A-K-Q of spades stops the table")
    refused(dealer, "Name the winner", "For: executive, supervisor.")
    dealer.keyboard.press("Shift+Digit2")
    wins = region(supervisor, "Jackpots")
    expect(wins).to_contain_text("The dealer says: seat 2.")
    expect(wins.get_by_label("Seat of the winner")).to_have_value("")
    assert floor.room.table("T5").live_game.claimed_seat == 2
    assert floor.room.table("T5").live_game.folded == {5}
    press(dealer, "Seat 5 has not folded")
    expect(dealer.get_by_text("folded", exact=True)).to_have_count(0)


def test_envy_for_a_hand_without_a_wager_is_brought_for_the_seat_and_hand_that_are_chosen(house, console):
    floor = house.floor
    floor.press("T5", "place-chip", seat=2)
    floor.press("T5", "press-coin-in")
    dealer = console(DEALER, "T5")
    boxes = region(dealer, "Chips, envy and marks").get_by_role("combobox")
    expect(boxes).to_have_count(2)
    seat, hand = boxes.all()
    refused(dealer, "Award envy", "Choose the seat and the hand first.")
    seat.select_option("3")
    refused(dealer, "Award envy", "Choose the seat and the hand first.")
    hand.select_option("akq-of-spades")
    press(dealer, "Award envy")
    expect(seat).to_have_value("")
    assert floor.room.table("T5").live_game.hands_brought == {3: "akq-of-spades"}


def test_a_small_win_says_what_the_dealer_pays(house, console):
    floor = house.floor
    floor.press("T5", "place-chip", seat=2)
    floor.press("T5", "press-coin-in")
    floor.press("T5", "press-hand", row="straight")
    wins = region(console(DEALER, "T5"), "Jackpots")
    expect(wins).to_contain_text("$6.00")
    expect(wins).to_contain_text("6 for 1, a fixed prize. The dealer pays it from the tray.")


def test_a_card_is_swiped_on_the_floor(house, visit):
    floor = house.floor
    floor.press("T6", "place-chip", seat=2)
    floor.press("T6", "press-start-game")
    floor.press("T6", "press-spot", seat=2)
    floor.press("T6", "press-hand", row="akq-of-spades")
    page = visit.staff(SUPERVISOR, "/floor")
    lit = page.get_by_role("article", name="Table T6: progressive hit, A-K-Q of spades")
    expect(lit).to_contain_text("$1,000.14")
    expect(page.get_by_role("article", name="Table T6", exact=True)).to_contain_text("1 pending jackpot")
    refused(lit, "Swipe my card", "CONFIRM comes before the card")
    refused(lit, "CONFIRM", "Name the winner first.")
    expect(lit).to_contain_text("The dealer has selected spot 2.")
    press(lit, "Name the winner")
    press(page.get_by_role("dialog"), "Name seat 2")
    sign(page)
    press(lit, "CONFIRM")
    press(lit, "Swipe my card")
    sign(page)
    expect(lit).to_have_count(0)
    booked = page.get_by_role("article", name=re.compile("Table T6, seat 2"))
    expect(booked).to_contain_text("$1,000.14")


def test_what_was_paid_besides_the_wagers_is_there_after_a_reload(house, console, dealt_by_hand):
    house.floor.player("bob", 500)
    dealt_by_hand("T1")
    house.floor.sit("T1", 5, "bob")
    wagers = {seat: {"ante": 500, "progressive": 100} for seat in (2, 5)}
    house.floor.play("T1", wagers=wagers, hands={2: "6s 5d 4h", 5: "Kd Kh 2s"}, dealer="9h 8d 2c")
    page = console(DEALER, "T1")
    paid = region(page, "Take and pay")
    expect(paid).to_contain_text("Progressive: pay seat 2 $6 for six-high straight.")
    page.reload()
    expect(paid).to_contain_text("Progressive: pay seat 2 $6 for six-high straight.")
    press(page, "Open the bets")
    expect(paid).to_contain_text("Nothing is settled yet.")
    expect(paid).not_to_contain_text("Progressive")


# ---- the procedure


def test_the_next_step_is_named_where_the_list_is_folded(console):
    wide, narrow = console(DEALER, "T1"), console(DEALER, "T1", size=NARROW)
    expect(narrow.get_by_text("Then: No more bets")).to_be_visible()
    expect(wide.get_by_text("Players play or fold")).to_be_visible()
    expect(wide.get_by_text("Then: No more bets")).to_be_hidden()


# ---- the floor's records


def test_an_incident_was_noticed_before_it_is_entered(house, visit):
    visit.allow("409")
    page = visit.staff(SUPERVISOR, "/floor/incidents")
    page.get_by_role("button", name="Open an incident").click()
    dialog = page.get_by_role("dialog")
    noticed = dialog.get_by_label("Noticed")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d", noticed.input_value())
    dialog.get_by_label("What it is about").fill("meter M1")
    dialog.get_by_label("What happened").fill("the display was dark")
    noticed.fill("2999-01-01T00:00")
    dialog.get_by_role("button", name="Open an incident").click()
    expect(page.get_by_role("alert")).to_contain_text("which is in the future")
    noticed.fill("2026-01-31T08:15")
    dialog.get_by_role("button", name="Open an incident").click()
    expect(page.get_by_text(re.compile("Noticed Jan 31, 2026 8:15:00 AM, gaming day Jan 31"))).to_be_visible()
    assert house.floor.rows("incidents")[0]["noticed_at"] == "2026-01-31T16:15:00.000000Z"


def test_players_are_searched_among_all(house, visit):
    for name in ("ann", "bea", "hannah"):
        house.floor.player(name)
    page = visit.staff(SUPERVISOR, "/floor/players")
    expect(page.get_by_role("cell", name="bea", exact=True)).to_be_visible()
    with page.expect_response(re.compile("search=ANN")):
        page.get_by_label("Search by id or name").fill("ANN")
    expect(page.get_by_role("cell", name="bea", exact=True)).to_have_count(0)
    for name in ("ann", "hannah"):
        expect(page.get_by_role("cell", name=name, exact=True)).to_be_visible()
    page.get_by_label("Search by id or name").fill("100%")
    expect(page.get_by_text("No id or name contains “100%”.")).to_be_visible()
