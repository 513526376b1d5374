"""The dealer console: whole rounds by keyboard alone, the equipment, and what it refuses."""

import re

import pytest
from playwright.sync_api import expect

from pitboss.house.tables.commands import HandOver
from pitboss.paytables import Game
from support.floor import DEALER_7
from support.floor import SUPERVISOR as ON_THE_FLOOR
from support.pages import sign

DEALER, SUPERVISOR, SURVEILLANCE = "7", "4", "6"
ROYAL = "As Ks Qs"


@pytest.fixture
def ann(house):
    """A player with money."""
    return house.floor.player("ann", 500)


@pytest.fixture
def console(visit):
    """Opens the console of a table, and waits until it knows what may be done."""

    def open_console(badge, table, **context):
        page = visit.staff(badge, f"/deal/{table}", **context)
        expect(page.get_by_role("heading", name="Procedure")).to_be_visible()
        expect(page.get_by_text(re.compile("Tray"))).to_be_visible()
        return page

    return open_console


def due(page):
    return page.locator("li[aria-current=step] b")


def lcd(page, device):
    return page.get_by_role("status", name=device)


def sit_down(house, player, seat=3, table="T1", **stacked):
    """A player at a table whose next round is dealt from a stacked deck; the house has opened the bets of it."""
    house.floor.entropy.stack(Game.THREE_CARD_POKER, {seat: stacked["hand"]}, stacked["dealer"])
    house.floor.sit(table, seat, player.name, by=ON_THE_FLOOR)


def bet(house, player, seat=3, table="T1", **wagers):
    for wager, cents in wagers.items():
        house.floor.act(table, "place-wager", player, seat=seat, wager=wager.replace("_", "-"), cents=cents)


def deal_to_the_decision(house, page, player, **wagers):
    """The dealer takes the table and deals, all by keys."""
    expect(due(page)).to_have_text("No more bets")
    page.keyboard.press("t")
    expect(page.get_by_text("You deal")).to_be_visible()
    bet(house, player, **wagers)
    expect(page.get_by_role("button", name="No more bets")).not_to_have_attribute("aria-disabled", "true")
    page.keyboard.press("n")
    for whose in ("seat 3", "yourself"):
        expect(page.get_by_role("button", name=f"Deal 3 cards to {whose}")).to_be_visible()
        page.keyboard.press("n")
    expect(due(page)).to_have_text("Players play or fold")


def reveal_and_settle(house, page, player):
    house.floor.act("T1", "play", player, seat=3)
    expect(due(page)).to_have_text("Turn over your hand")
    page.keyboard.press("n")
    expect(page.get_by_text("Seat 3 is next")).to_be_visible()
    page.keyboard.press("n")


def test_a_whole_round_by_keyboard_alone(house, ann, console):
    sit_down(house, ann, hand="Ks Kd 4h", dealer="Js 9d 2h")
    page = console(DEALER, "T1")
    deal_to_the_decision(house, page, ann, ante=500, pair_plus=500)
    expect(page.get_by_role("group", name="Seat 3").get_by_alt_text("card face down")).to_have_count(3)
    reveal_and_settle(house, page, ann)
    expect(due(page)).to_have_text("Open the bets")
    settlement = page.get_by_role("region", name="Take and pay")
    expect(settlement).to_contain_text("Ante wins 1 to 1, $5")
    expect(settlement).to_contain_text("Play pushes: the dealer does not play")
    page.keyboard.press("t")
    expect(page.get_by_text("Auto-dealt", exact=True)).to_be_visible()


def test_a_jackpot_from_the_claim_to_the_payment(house, ann, console):
    sit_down(house, ann, hand=ROYAL, dealer="Jh 8c 3c")
    dealer, supervisor = console(DEALER, "T1"), console(SUPERVISOR, "T1")
    deal_to_the_decision(house, dealer, ann, ante=500, progressive=100)
    reveal_and_settle(house, dealer, ann)
    expect(dealer.get_by_text("A jackpot is pending. It must be decided first.")).to_be_visible()
    expect(dealer.get_by_role("button", name="Verify the hand")).to_have_attribute("aria-disabled", "true")

    expect(supervisor.get_by_role("button", name="Authorize and pay")).to_have_attribute("aria-disabled", "true")
    supervisor.get_by_role("button", name="Verify the hand").click()
    sign(supervisor)
    supervisor.get_by_role("button", name="Authorize and pay").click()
    supervisor.get_by_label("Identity document").fill("driving licence WDL-1")
    supervisor.get_by_label(re.compile("tax form")).fill("W-2G 17")
    supervisor.get_by_role("button", name="Do it").click()
    sign(supervisor)
    expect(supervisor.get_by_text("No jackpot is pending.")).to_be_visible()
    expect(due(dealer)).to_have_text("Open the bets")


def test_a_hit_on_aquarius_from_coin_in_to_j_pot(house, console):
    dealer, supervisor = console(DEALER, "T5"), console(SUPERVISOR, "T5")
    screen = lcd(dealer, "Aquarius controller")
    for key, reads in (
        ("3", "1 LIT: PRESS COIN IN"),
        ("5", "2 LIT: PRESS COIN IN"),
        ("c", "GAME ON: 2 IN"),
        ("a", "A-K-Q OF SPADES: CALL SUPERVISOR"),
        ("k", "This is for a supervisor or an executive."),
    ):
        dealer.keyboard.press(key)
        expect(screen).to_contain_text(reads)
    expect(dealer.get_by_role("button", name="Lift the chip of seat 3")).to_have_attribute("aria-disabled", "true")

    screen = lcd(supervisor, "Aquarius controller")
    for key, reads in (
        ("j", "Choose the seat first."),
        ("Shift+Digit3", "CALL SUPERVISOR"),
        ("k", "ENTER SEAT, PRESS J-POT"),
        ("j", "Name the winner first."),
        ("w", "ENTER SEAT, PRESS J-POT"),
        ("j", "SEAT 3 BOOKED: TURN KEY TO RUN"),
        ("k", "PAY ENVY: SEAT 5"),
        ("o", "envy is unpaid: seat 5"),
        ("n", "GAME OVER ENDS IT"),
        ("o", "PLACE PROGRESSIVE WAGERS"),
    ):
        supervisor.keyboard.press(key)
        if key == "w":
            supervisor.get_by_role("dialog").get_by_role("button", name="Name seat 3").click()
            sign(supervisor)
            expect(supervisor.get_by_role("region", name="Jackpots")).to_contain_text("Seat 3 is named")
        elif reads.startswith("SEAT 3 BOOKED"):
            sign(supervisor)
        expect(screen).to_contain_text(reads)
    expect(supervisor.get_by_role("region", name="Jackpots")).to_contain_text("Waits for: cage")


def test_a_hit_on_nexus_from_start_game_to_the_card(house, console):
    page = console(SUPERVISOR, "T6")
    screen = lcd(page, "Nexus Command controller")
    for key, reads in (
        ("2", "1 LIT: PRESS START GAME"),
        ("c", "GAME ON: 1 IN"),
        ("a", "no spot is selected: it comes before the hand"),
        ("2", "SEAT 2: PRESS HAND"),
        ("a", "SEAT 2 A-K-Q OF SPADES: CALL SUPERVISOR"),
        ("j", "no win is confirmed: CONFIRM comes before the card"),
        ("w", "CALL SUPERVISOR"),
        ("k", "SEAT 2 CONFIRMED: SWIPE CARD"),
        ("j", "END GAME ENDS IT"),
        ("o", "PLACE PROGRESSIVE WAGERS"),
    ):
        page.keyboard.press(key)
        if key == "w":
            page.get_by_role("dialog").get_by_role("button", name="Name seat 2").click()
            sign(page)
            expect(page.get_by_role("region", name="Jackpots")).to_contain_text("Seat 2 is named")
        elif reads == "END GAME ENDS IT":
            sign(page)
        expect(screen).to_contain_text(reads)


def test_the_display_keeps_the_house_way_until_all_have_set(house, ann, console):
    house.floor.player("bob", 500)
    house.floor.at("T2", HandOver(DEALER), DEALER_7)
    for seat, name in ((2, "ann"), (5, "bob")):
        house.floor.sit("T2", seat, name)
    hands = {2: "Ks Kd 4h Ac Jd Qs", 5: "9s 9d 3h 8c 7d 2s"}
    wagers = {seat: {"main": 500} for seat in hands}
    list(house.floor.steps("T2", wagers, hands, "Ts Td 6h 5c 4d 2c", until="decision"))
    house.floor.act("T2", "ask-house-way", ann, seat=2)

    page = console(DEALER, "T2")
    screen = lcd(page, "i-Verify display")
    page.keyboard.press("h")
    expect(screen).to_contain_text("the dealer's house way is locked until all players have set")
    page.keyboard.press("Shift+Digit2")
    expect(screen).to_contain_text("the house way of seat 2 is locked until all other players have set")
    house.floor.act("T2", "ask-house-way", seat=5)
    expect(page.get_by_role("button", name="PLAYER HOUSE WAY, Seat 2")).not_to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Shift+Digit2")
    expect(screen).to_contain_text("PLAYER HOUSE WAY, SEAT 2")
    expect(screen.get_by_alt_text("card face down")).to_have_count(6)
    page.keyboard.press("e")
    expect(screen).not_to_contain_text("SEAT 2")


def test_a_malfunction_is_reported_and_the_backup_takes_over(house, ann, console):
    house.floor.sit("T1", 3, "ann", by=ON_THE_FLOOR)
    dealer, supervisor = console(DEALER, "T1"), console(SUPERVISOR, "T1")
    dealer.keyboard.press("m")
    expect(dealer.get_by_role("dialog").get_by_role("textbox")).to_be_focused()
    dealer.keyboard.type("cards are stuck")
    dealer.keyboard.press("Enter")
    expect(lcd(dealer, "i-Deal shuffler")).to_contain_text("STOPPED")
    expect(dealer.get_by_role("button", name="It helped")).to_have_attribute("aria-disabled", "true")
    supervisor.get_by_role("button", name="It did not help").click()
    for step in range(1, 8):
        supervisor.get_by_role("button", name=f"Step {step} is done").click()
    expect(lcd(supervisor, "i-Deal shuffler")).not_to_contain_text("STOPPED")


def test_keys_rest_while_somebody_writes_and_can_be_switched_off(house, console):
    page = console(DEALER, "T5")
    page.keyboard.press("?")
    page.get_by_label("Keys are on").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("3")
    page.get_by_role("button", name=re.compile("^Keys")).click()
    page.get_by_label("Keys are on").check()
    page.keyboard.press("4")  # a key of the dialog, not of the console
    page.keyboard.press("Escape")
    page.keyboard.press("5")
    expect(lcd(page, "Aquarius controller")).to_contain_text("1 LIT")


def test_the_console_comes_back_after_the_house_was_away(house, visit, console):
    visit.allow("WebSocket|Failed to load resource|ERR_CONNECTION")
    page = console(SUPERVISOR, "T5")
    house.stop()
    expect(page.get_by_role("alert")).to_contain_text("The connection is lost")
    house.start()
    expect(page.get_by_role("alert")).to_have_count(0)
    page.keyboard.press("4")
    expect(lcd(page, "Aquarius controller")).to_contain_text("1 LIT")


def test_a_player_is_told_whose_console_it_is(house, visit, ann):
    page = visit.player("ann", "/deal/T1")
    expect(page.get_by_text("The console is for dealers, the floor and surveillance.")).to_be_visible()
