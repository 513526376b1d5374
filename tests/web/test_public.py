"""What everybody sees: the lobby, the displays, the rules, the door."""

import hashlib
import re

import pytest
from playwright.sync_api import expect

from pitboss.games.audience import PUBLIC
from pitboss.house.people.sessions import IssuePass
from pitboss.house.tables.commands import AuthorizeJackpot, SuspendTable, TakeSeat, VerifyJackpot
from support.floor import ADMIN, SUPERVISOR

GAMES = {
    "T1": "Three Card Poker",
    "T2": "Fortune San Lo Poker",
    "T3": "Double Draw Poker",
    "T4": "Power Blackjack with Push 22",
}
SMALL = {"width": 390, "height": 844}
SHOWN = "[data-cents]"
RECORDING = """selector => {
    window.seen = [];
    const meter = document.querySelector(selector);
    new MutationObserver(() => window.seen.push(meter.dataset.cents)).observe(meter, { attributes: true });
}"""
"""Every amount that is shown from now on is kept in the page itself: none is missed, however busy the machine is."""
STEADY = """() => {
    let now = performance.now();
    performance.now = () => now;
    const usual = requestAnimationFrame;
    window.requestAnimationFrame = work => usual(() => work(now += 16));
}"""
"""Each picture is drawn 16 milliseconds after the one before, however long the machine takes for it."""


def coin_in(house, *seats):
    """Progressive wagers at table T5, keyed in."""
    for seat in seats:
        house.floor.press("T5", "place-chip", seat=seat)
    house.floor.press("T5", "press-coin-in")


def book(house, seat):
    """The supervisor's key books the hand that is lit at table T5."""
    house.floor.name_winner("T5", seat)
    house.floor.press("T5", "turn-key", SUPERVISOR, position="JPH")
    house.floor.press("T5", "press-j-pot", SUPERVISOR, seat=seat)
    house.floor.press("T5", "turn-key", SUPERVISOR, position="RUN")


def shown(house, meter="M1"):
    return house.floor.meter_now(meter).shown_cents


# ---- the lobby


def test_from_the_lobby_to_a_seat_in_two_clicks(house, visit):
    page = visit("/")
    page.get_by_role("link", name="Sit down at Three Card Poker, table T1").click()
    expect(page).to_have_url(re.compile("/tables/T1"))
    expect(page.get_by_role("button", name=re.compile("Stand up|Tap out"))).to_be_visible()
    expect(page.get_by_text(re.compile(r"\$[1-9][0-9,]* in chips"))).to_be_visible()
    (seat,) = house.floor.room.table("T1").view(PUBLIC, 0).seats.values()
    assert seat.chips_cents > 0


def test_the_lobby_tells_games_limits_seats_and_jackpots(house, visit):
    ann = house.floor.player("ann")
    page = visit("/")
    for table_id, game in GAMES.items():
        card = page.get_by_role("article", name=f"{game}, Table {table_id}")
        expect(card).to_contain_text("$5 to $300")
        expect(card).to_contain_text("seats open")
    expect(page.get_by_label("Progressive jackpots").locator(SHOWN)).to_have_count(3)
    card = page.get_by_role("article", name="Double Draw Poker, Table T3")
    expect(card).to_contain_text("6 of 6 seats open")
    house.floor.at("T3", TakeSeat(2, "ann"), ann)
    expect(card).to_contain_text("5 of 6 seats open")


def test_the_lobby_tells_of_the_last_win(house, visit):
    page = visit("/")
    coin_in(house, 2)
    house.floor.press("T5", "press-hand", row="akq-of-spades")
    book(house, seat=2)
    expect(page.get_by_label("Progressive jackpots")).to_contain_text("Last big win $1,000.14, A-K-Q of spades")
    expect(page.locator(SHOWN).first).to_have_attribute("data-cents", "100000")


def test_a_table_that_takes_nobody_says_why(house, visit):
    page = visit("/", SMALL)
    card = page.get_by_role("article", name="Three Card Poker, Table T1")
    house.floor.at("T1", SuspendTable("a spilled drink"), SUPERVISOR)
    expect(card.get_by_role("button", name="Sit down")).to_have_attribute("aria-disabled", "true")
    expect(card).to_contain_text("This table is suspended.")
    physical = page.get_by_role("article", name="Three Card Poker, Table T5")
    expect(physical).to_contain_text("Live cards: take a seat in the card room.")


def test_dealers_find_their_tables_in_the_lobby(glance):
    page = glance.staff("7", "/")
    expect(page.get_by_role("link", name="Dealer console of table T5")).to_have_attribute("href", "/deal/T5")


# ---- displays


@pytest.mark.parametrize("address", ["/display/M1", "/display/T5"])
def test_a_display_counts_up_truthfully(house, visit, address):
    page = visit(address)
    expect(page.locator(SHOWN)).to_have_attribute("data-cents", "100000")
    page.evaluate(STEADY)
    page.evaluate(RECORDING, SHOWN)
    coin_in(house, *range(1, 8))
    expect(page.locator(SHOWN)).to_have_attribute("data-cents", "100098")
    seen = [int(cents) for cents in page.evaluate("window.seen")]
    assert seen == sorted(seen)
    assert max(seen) == shown(house) == 100_098
    assert len(set(seen)) > 2, "it counts, and does not jump"
    expect(page.locator(".figures")).to_have_text("$1,000.98")
    expect(page.get_by_role("row", name="A-K-Q of spades")).to_contain_text("$100")


def test_whoever_wants_no_motion_sees_the_amount_at_once(house, visit):
    page = visit("/display/M1", reduced_motion="reduce")
    expect(page.locator(SHOWN)).to_have_attribute("data-cents", "100000")
    page.evaluate(RECORDING, SHOWN)
    coin_in(house, 1, 2, 3)
    expect(page.locator(SHOWN)).to_have_attribute("data-cents", "100042")
    assert page.evaluate("window.seen") == ["100042"]


def test_a_display_goes_from_pending_to_the_show_at_physical_cards(house, visit):
    page = visit("/display/M1")
    coin_in(house, 2, 5)
    expect(page.get_by_text("Jackpot pending")).to_have_count(0)
    house.floor.press("T5", "press-hand", row="akq-of-spades")
    expect(page.get_by_role("status").filter(has_text="Jackpot pending")).to_be_visible()
    book(house, seat=2)
    show = page.get_by_role("alert").filter(has_text="Jackpot")
    expect(show).to_contain_text("$1,000.28")
    expect(show).to_contain_text("table T5, seat 2")
    expect(page.get_by_text("Jackpot pending")).to_have_count(0)
    expect(page.locator(SHOWN)).to_have_attribute("data-cents", "100000")


def test_a_display_shows_a_win_that_people_verify_and_never_who_won_it(house, visit):
    floor = house.floor
    floor.table("T7", meter="M1")
    floor.player("ann")
    floor.sit("T7", 2, "ann")
    page = visit("/display/M1")
    expect(page.locator(SHOWN)).to_be_visible()
    bets = {2: {"ante": 500, "progressive": 100}}
    floor.play("T7", wagers=bets, hands={2: "As Ks Qs"}, dealer="Jh 8c 3c")
    expect(page.get_by_text("A win is being verified")).to_be_visible()
    floor.at("T7", VerifyJackpot(2), SUPERVISOR)
    floor.at("T7", AuthorizeJackpot(2, "licence WDL-1", "W-2G 17"), SUPERVISOR)
    show = page.get_by_role("alert").filter(has_text="Jackpot")
    expect(show).to_contain_text("$1,000.14")
    assert "ann" not in page.content().lower().split("<body")[1]
    page.reload()
    expect(page.get_by_text("Last big win: $1,000.14")).to_be_visible()
    expect(show).to_have_count(0)  # an old win is no reason for a show


def test_a_display_says_that_the_line_is_lost_and_comes_back(house, visit):
    visit.allow("WebSocket|ERR_CONNECTION_REFUSED|Failed to load resource")
    page = visit("/display/M1")
    expect(page.locator(SHOWN)).to_have_attribute("data-cents", "100000")
    house.stop()
    expect(page.get_by_role("alert")).to_have_text(
        re.compile(
            r"No connection since \w+ \d+, \d{4} \d+:\d\d:\d\d [AP]M, gaming day \w+ \d+\. The amount may be old\."
        )
    )
    expect(page.locator(".window.dim")).to_be_visible()
    house.start()
    coin_in(house, 4)
    # A page tries again every five seconds at last.
    expect(page.locator(SHOWN)).to_have_attribute("data-cents", "100014")
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.locator(".window.dim")).to_have_count(0)


def test_a_display_with_a_pass_shows_its_table_and_one_with_a_wrong_pass_says_so(house, visit):
    visit.allow("401|403|WebSocket")
    token = "a-pass-for-a-screen"
    house.floor.office(IssuePass("screen", "display", "T5", hashlib.sha256(token.encode()).hexdigest()), ADMIN)
    page = visit(f"/display/T5#pass={token}")
    expect(page.locator(SHOWN)).to_have_attribute("data-cents", "100000")
    coin_in(house, 3)
    expect(page.locator(SHOWN)).to_have_attribute("data-cents", "100014")
    wrong = visit("/display/T5#pass=something-else")
    expect(wrong.get_by_role("alert").filter(has_text="pass")).to_have_text(
        "The pass of this display is not valid. Ask for a new one."
    )


SCREENS = ({"width": 1920, "height": 1080}, {"width": 1080, "height": 1920}, SMALL)

OUTSIDE = """() => [...document.querySelectorAll("main h1, main tr, main .window, main footer span, main li")]
    .filter(each => {
        const box = each.getBoundingClientRect();
        return box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight;
    }).map(each => each.textContent)"""


@pytest.mark.parametrize("name", ["M1", "M2", "T3", "T4"])
def test_a_display_fits_every_screen(glance, name):
    page = glance(f"/display/{name}", SCREENS[0])
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    for size in SCREENS:
        page.set_viewport_size(size)
        page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        assert page.evaluate(OUTSIDE) == [], size
        assert page.evaluate("() => document.documentElement.scrollHeight <= innerHeight"), size


def test_f_makes_a_display_fill_the_screen(glance):
    page = glance("/display/M2")
    expect(page.get_by_role("button", name="Full screen (F)")).to_be_visible()
    page.keyboard.press("f")
    expect(page.get_by_role("button", name="Exit full screen (F)")).to_be_attached()


def test_a_display_of_nothing_says_so(glance):
    expect(glance("/display/M9").get_by_role("alert")).to_have_text("There is no progressive and no table M9.")


# ---- rules


@pytest.mark.parametrize("table_id", GAMES)
def test_the_rules_of_every_game(glance, table_id):
    page = glance(f"/rules/{table_id}", SMALL)
    expect(page.get_by_role("heading", level=1)).to_have_text(GAMES[table_id])
    for part in ("The round", "Hands", "What is paid", "Limits", "Rulings of the house", "If you do not agree"):
        expect(page.get_by_role("heading", name=part, exact=True)).to_be_attached()
    expect(page.locator("#hands [role=img]").nth(5)).to_be_attached()
    expect(page.locator("#rulings h3").nth(3)).to_be_attached()
    words = page.locator("main").inner_text()
    assert not re.search("undefined|NaN|\\{|\\}", words)
    for form, kind in (("html", "text/html"), ("pdf", "application/pdf")):
        answer = page.request.get(f"/api/tables/{table_id}/placard?format={form}")
        assert answer.headers["content-type"].startswith(kind)


def test_rulings_follow_the_settings_of_the_table(house, visit):
    house.floor.table("T8", rules={"six_card_bonus": None, "ante_is_mandatory": True})
    page = visit("/rules/T8")
    expect(page.locator("#rulings")).to_contain_text("The Ante is mandatory here")
    expect(page.locator("#rulings")).not_to_contain_text("6 Card Bonus of a folded hand")


def test_the_contents_lead_to_their_parts_by_keyboard(glance):
    page = glance("/rules/T1")
    page.get_by_role("link", name="Is the shuffle fair?").press("Enter")
    expect(page.locator("#fairness")).to_be_in_viewport()


def test_there_are_no_rules_of_no_table(glance):
    glance.allow("404")
    expect(glance("/rules/T99").get_by_role("alert")).to_contain_text("T99")


# ---- the door


def test_staff_come_in_and_a_wrong_pin_is_told(glance):
    glance.allow("403")
    page = glance("/log-in")
    page.get_by_label("Badge", exact=True).fill("4")
    page.get_by_label("PIN", exact=True).fill("9999")
    page.get_by_role("button", name="Log in").click()
    expect(page.locator(".notice.bad")).to_be_visible()
    expect(page.get_by_label("PIN", exact=True)).to_be_focused()
    page.get_by_label("PIN", exact=True).fill("470815")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/floor$"))
