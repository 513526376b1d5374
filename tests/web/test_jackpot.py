"""A progressive hit from coin-in to the win page: the dealer, the supervisor and the display, each in a window."""

import re

from playwright.sync_api import expect

from pitboss.house.people.players import RegisterPlayer
from pitboss.house.tables.commands import PayBooked
from support.floor import ACCOUNTING, DEALER_7
from support.floor import SUPERVISOR as ON_THE_FLOOR
from support.pages import sign

DEALER, SUPERVISOR = "7", "4"
PAPERS = {
    "Identity document of the winner": "WA-2",
    "Number of the tax form": "W-2G 8",
}


def key(page, pressed, reads):
    """Press a key of the controller, and read its display."""
    page.keyboard.press(pressed)
    expect(page.get_by_role("status", name="Aquarius controller")).to_contain_text(reads)


def console(visit, badge):
    page = visit.staff(badge, "/deal/T5")
    expect(page.get_by_text("Tray $")).to_be_visible()
    return page


def test_from_coin_in_to_the_win_page(house, visit):
    house.floor.office(RegisterPlayer("ann", "Ann Archer", "1985-01-31", is_guest=False), ON_THE_FLOOR)
    display = visit("/display/M1")
    expect(display.get_by_text("$1,000.00").first).to_be_visible()
    dealer, supervisor = console(visit, DEALER), console(visit, SUPERVISOR)

    # Two players bet a dollar each, and one of them holds ace, king and queen of spades.
    key(dealer, "3", "1 LIT: PRESS COIN IN")
    key(dealer, "5", "2 LIT: PRESS COIN IN")
    key(dealer, "c", "GAME ON: 2 IN")
    expect(display.get_by_text("$1,000.28").first).to_be_visible()
    key(dealer, "a", "A-K-Q OF SPADES: CALL SUPERVISOR")
    expect(display.get_by_text("PENDING").first).to_be_visible()

    # The supervisor brings the key; the meter begins anew, and the others get their envy.
    key(supervisor, "j", "Choose the seat first.")
    key(supervisor, "Shift+Digit3", "CALL SUPERVISOR")
    key(supervisor, "k", "ENTER SEAT, PRESS J-POT")
    key(supervisor, "j", "Name the winner first.")
    supervisor.keyboard.press("w")
    named = supervisor.get_by_role("dialog", name="Is seat 3 the winner?")
    expect(named).to_contain_text("A-K-Q of spades")
    expect(named).to_contain_text("$1,000.28, 100% of meter")
    named.get_by_role("button", name="Name seat 3").click()
    sign(supervisor)
    expect(supervisor.get_by_text("Seat 3 is named as the winner.").first).to_be_visible()
    supervisor.keyboard.press("j")
    sign(supervisor)
    expect(supervisor.get_by_role("status", name="Aquarius controller")).to_contain_text(
        "SEAT 3 BOOKED: TURN KEY TO RUN"
    )
    key(supervisor, "k", "PAY ENVY: SEAT 5")
    expect(display.get_by_text("A-K-Q of spades").first).to_be_visible()
    expect(display.get_by_text("$1,000.28").first).to_be_visible()  # what was won
    key(supervisor, "n", "GAME OVER ENDS IT")
    key(supervisor, "o", "PLACE PROGRESSIVE WAGERS")

    # The cage pays against papers, and the win page has all of it.
    desk = visit.staff("5", "/floor/jackpots")
    desk.get_by_role("button", name="Pay", exact=True).click()
    dialog = desk.get_by_role("dialog")
    dialog.get_by_label("Find the winner").fill("arch")
    dialog.get_by_role("button", name="Next", exact=True).click()
    dialog.get_by_label("Winner", exact=True).select_option("ann")
    for label, value in PAPERS.items():
        dialog.get_by_label(label).fill(value)
    dialog.get_by_role("button", name="Pay", exact=True).click()
    sign(desk)
    expect(desk.get_by_role("cell", name="ann", exact=True)).to_be_visible()
    manager = visit.staff(SUPERVISOR, "/manager/meters/M1")
    manager.goto(manager.get_by_role("link", name=re.compile("^T5-")).first.get_attribute("href"))
    for words in ("Ann Archer", "A-K-Q of spades", "$1,000.28", "WA-2"):
        expect(manager.get_by_text(words).first).to_be_visible()


def win_the_meter(floor, table_id, seat, player):
    """The win of a seat at an Aquarius table, from COIN IN to the payment at the cage."""
    floor.office(RegisterPlayer(player, player.title(), "1985-01-31", is_guest=False), ON_THE_FLOOR)
    floor.press(table_id, "place-chip", seat=seat)
    for do, values, by in (
        ("press-coin-in", {}, DEALER_7),
        ("press-hand", {"row": "akq-of-spades"}, DEALER_7),
        ("turn-key", {"position": "JPH"}, ON_THE_FLOOR),
        ("press-j-pot", {"seat": seat}, ON_THE_FLOOR),
        ("turn-key", {"position": "RUN"}, ON_THE_FLOOR),
        ("press-game-over", {}, DEALER_7),
    ):
        if do == "press-j-pot":
            floor.name_winner(table_id, seat)
        floor.press(table_id, do, by, **values)
    jackpot_id = f"{table_id}-{floor.room.table(table_id).round_number}-{seat}"
    floor.at(table_id, PayBooked(jackpot_id, player, "license WDL-1", "W-2G 17"), ACCOUNTING)
    return jackpot_id


def test_a_paid_win_is_reversed_on_the_page_and_leaves_the_seed_of_a_later_winner(house, visit):
    """The page offered a reversal only of wins that wait for the cage, and never left the seed."""
    visit.allow("409")
    floor = house.floor
    first, _later = win_the_meter(floor, "T5", 3, "ann"), win_the_meter(floor, "T5", 5, "bob")
    supervisor = visit.staff(SUPERVISOR, "/floor/jackpots")
    row = supervisor.get_by_role("row").filter(has_text=first)
    row.get_by_role("button", name="Propose to reverse it").click()
    dialog = supervisor.get_by_role("dialog")
    dialog.get_by_label("Reason", exact=True).fill("the king was a jack")
    dialog.get_by_label("Evidence").fill("camera 4, 10:41 PM")
    dialog.get_by_role("button", name="Propose to reverse it").click()
    expect(dialog).to_contain_text("was paid $1,000.14 and would have been $1,000.28")
    dialog.get_by_label("A later win was paid: leave the seed on the meter").check()
    dialog.get_by_role("button", name="Propose to reverse it").click()
    expect(dialog).to_have_count(0)

    executive = visit.staff("3", "/manager/proposals")
    expect(executive.get_by_role("row", name="Shown $1,000.00 $2,000.14")).to_be_visible()
    executive.get_by_role("button", name="Approve").click()
    sign(executive)
    expect(executive.get_by_text("Nothing waits for a decision.")).to_be_visible()
    assert floor.jackpot(first).status == "reversed"
    expect(row.get_by_role("button")).to_have_count(0)


def test_a_win_that_was_booked_by_mistake_is_reversed_by_two_people(house, visit):
    """The display says PENDING from the proposal on, and shows afterwards what it would have shown without the win."""
    display = visit("/display/M1")
    floor = house.floor
    for seat in (3, 5):
        floor.press("T5", "place-chip", seat=seat)
    floor.press("T5", "press-coin-in")
    floor.press("T5", "press-hand", row="akq-of-spades")
    for do, values in (
        ("turn-key", {"position": "JPH"}),
        ("press-j-pot", {"seat": 3}),
        ("turn-key", {"position": "RUN"}),
    ):
        if do == "press-j-pot":
            floor.name_winner("T5", 3)
        floor.press("T5", do, ON_THE_FLOOR, **values)
    expect(display.get_by_text("$1,000.00").first).to_be_visible()

    supervisor = visit.staff(SUPERVISOR, "/floor/jackpots")
    supervisor.get_by_role("button", name="Propose to reverse it").click()
    dialog = supervisor.get_by_role("dialog")
    expect(dialog.get_by_role("heading")).to_contain_text("Reverse (back out) $1,000.28: seat 3, A-K-Q of spades")
    dialog.get_by_label("Reason", exact=True).fill("the king was a jack")
    dialog.get_by_label("Evidence").fill("camera 4, 10:41 PM")
    dialog.get_by_role("button", name="Propose to reverse it").click()
    expect(display.get_by_text("PENDING").first).to_be_visible()

    executive = visit.staff("3", "/manager/proposals")
    expect(executive.get_by_text("Evidence: camera 4, 10:41 PM")).to_be_visible()
    expect(executive.get_by_role("row", name="Shown $1,000.00 $1,000.28")).to_be_visible()
    executive.get_by_role("button", name="Approve").click()
    sign(executive)
    expect(executive.get_by_text("Nothing waits for a decision.")).to_be_visible()
    expect(display.get_by_text("PENDING")).to_have_count(0)
    expect(display.get_by_text("$1,000.28").first).to_be_visible()
    assert floor.jackpot("T5-1-3").status == "reversed"
