"""What a hostile reading found: double presses, lost answers, wrong clocks, lost focus, other people in other windows."""

import re

import pytest
from playwright.sync_api import expect

from pitboss.games.audience import PUBLIC
from pitboss.house.room import AUTO_DEALER
from pitboss.house.tables.commands import BuyInFromWallet, ReportMalfunction, TakeSeat
from pitboss.paytables import Game
from support.floor import SUPERVISOR
from support.pages import Held

BUY = "**/api/tables/T1/buy-in-from-wallet"

IN_HASTE = """
const usual = window.setTimeout;
window.setTimeout = (work, ms, ...more) => usual(work, ms <= 3000 ? ms / 30 : ms, ...more);
"""
"""Pauses between two tries pass quickly."""

A_MINUTE_BEHIND = "const right = Date.now.bind(Date); Date.now = () => right() - 60_000;"

RING = """
window.ring = [];
const rest = document.querySelector(".left .rest");
new MutationObserver(() => window.ring.push(parseFloat(rest.getAttribute("stroke-dasharray"))))
  .observe(rest, { attributes: true });
"""

TWO_MORE = """() => new Promise((done) => {
  const before = window.ring.length, rest = document.querySelector(".left .rest");
  new MutationObserver(() => window.ring.length > before + 1 && done(window.ring)).observe(rest, { attributes: true });
})"""
"""How full the ring was all the time, when it has moved twice more."""


@pytest.fixture
def ann(house, visit):
    """Ann, at the first seat of T1 with $200 in chips; what runs in her window first may be given."""
    who = house.floor.player("ann", 1000)
    house.floor.at("T1", TakeSeat(1, "ann"), who)
    house.floor.at("T1", BuyInFromWallet(1, 20_000), who)

    def sit(first=""):
        page = visit.player("ann", "about:blank")
        page.add_init_script(first)
        page.goto("/tables/T1")
        expect(page.get_by_text("$200 in chips")).to_be_visible()
        return page

    return sit


def open_purse(page):
    page.get_by_role("button", name="Buy chips", exact=True).click()
    return page.get_by_role("dialog")


def buy(page, dollars):
    page.get_by_role("dialog").get_by_role("button", name=f"Buy ${dollars}", exact=True).click()


def bet(house, seat, who):
    house.floor.act("T1", "place-wager", who, seat=seat, wager="ante", cents=500)


def test_a_double_click_buys_once(ann):
    page = ann()
    held = Held(page, BUY)
    with page.expect_request(BUY):
        open_purse(page).get_by_role("button", name="Buy $50", exact=True).dblclick()
    expect(page.get_by_role("dialog").get_by_role("button", name="Buy $100")).to_have_attribute("aria-disabled", "true")
    held.let_go()
    expect(page.get_by_text("$250 in chips")).to_be_visible()
    assert len(held.routes) == 1


def test_a_button_that_works_is_not_pressed_again(house, visit):
    """Whatever it does: here the guide of a broken shuffler, which would go on by two steps."""
    house.floor.at("T1", ReportMalfunction("a card is stuck"), SUPERVISOR)
    page = visit.staff("4", "/floor/tables/T1")
    held = Held(page, "**/follow-guide")
    with page.expect_request("**/follow-guide"):
        page.get_by_role("button", name="The guide does not help").dblclick()
    page.evaluate("document.title")
    held.let_go()
    house.wait_until(lambda: house.floor.room.table("T1").malfunction.failed_tries == 1)
    assert len(held.routes) == 1


def test_a_lost_answer_and_a_second_press_count_once(ann, visit):
    page = ann(IN_HASTE)
    visit.allow("ERR_FAILED")
    ids = []

    def lose(route):
        ids.append(route.request.post_data_json["command_id"])
        if len(ids) == 1:
            assert route.fetch().ok  # it reaches the house
        route.abort()

    page.route(BUY, lose)
    dialog = open_purse(page)
    buy(page, 50)
    expect(dialog.get_by_role("alert")).to_contain_text("does not answer")
    page.unroute(BUY)
    page.on("request", lambda each: ids.append(each.post_data_json["command_id"]) if "buy-in" in each.url else None)
    buy(page, 50)
    expect(dialog).to_be_hidden()
    expect(page.get_by_text("This was already done when you sent it the first time")).to_be_visible()
    expect(page.get_by_text("$250 in chips")).to_be_visible()
    assert len(ids) == 5
    assert len(set(ids)) == 1
    open_purse(page)
    buy(page, 50)
    expect(page.get_by_text("$300 in chips")).to_be_visible()
    assert ids[-1] != ids[0]


@pytest.mark.parametrize("house", [{"betting_seconds": 5}], indirect=True)
def test_the_countdown_goes_by_the_clock_of_the_house_which_closes_the_bets(ann):
    page = ann(A_MINUTE_BEHIND)
    page.get_by_role("button", name=re.compile("^Ante: ")).click()
    expect(page.get_by_role("timer").first).to_have_text(re.compile(r"^\s*[0-5]$"))
    expect(page.get_by_role("button", name="Fold")).to_be_visible()


@pytest.fixture
def both(house, visit):
    """Ann and Bob are to decide; the window is Ann's."""
    people = {3: house.floor.player("ann", 100), 4: house.floor.player("bob", 100)}
    house.floor.entropy.stack(Game.THREE_CARD_POKER, {3: "As Ks 2h", 4: "Qd Jd 9c"}, "8h 7d 6c")
    for seat, who in people.items():
        house.floor.at("T1", TakeSeat(seat, who.name), who)
    for seat, who in people.items():
        house.floor.at("T1", BuyInFromWallet(seat, 5000), who)
    page = visit.player("ann", "/tables/T1")
    expect(page.get_by_role("button", name=re.compile("^Ante: "))).not_to_have_attribute("aria-disabled", "true")
    for seat, who in people.items():
        bet(house, seat, who)
    house.floor.act("T1", "no-more-bets", AUTO_DEALER)
    expect(page.get_by_role("button", name="Fold")).to_be_visible()
    return page, people


def test_what_others_do_neither_refills_the_ring_nor_takes_the_hint_away(house, both):
    page, people = both
    page.get_by_role("button", name=re.compile("^Hint")).click()
    hint = page.get_by_text("Basic strategy: ")
    expect(hint).to_be_visible()
    page.evaluate(RING)
    page.evaluate(TWO_MORE)
    house.floor.act("T1", "fold", people[4], seat=4)
    expect(page.get_by_text("Seat 4: fold").first).to_be_attached()
    ring = page.evaluate(TWO_MORE)
    assert ring == sorted(ring, reverse=True)
    expect(hint).to_be_visible()
    page.get_by_role("button", name="Fold").click()
    expect(hint).to_be_hidden()


def test_the_focus_goes_back_after_a_dialog_and_into_the_page_after_a_link(ann):
    page = ann()
    open_purse(page)
    buy(page, 50)
    expect(page.get_by_role("dialog")).to_be_hidden()
    expect(page.get_by_role("button", name="Buy chips")).to_be_focused()
    page.get_by_role("link", name=re.compile("rules", re.IGNORECASE)).first.click()
    page.wait_for_url("**/rules/T1")
    expect(page.get_by_role("main")).to_be_focused()
    page.go_back()
    expect(page.get_by_text("$250 in chips")).to_be_visible()
    expect(page.get_by_role("main")).to_be_focused()


def test_somebody_else_in_another_window_is_told_in_words(ann, visit, house):
    page = ann()
    visit.allow("403")
    held = Held(page, BUY)
    dialog = open_purse(page)
    with page.expect_request(BUY):
        buy(page, 50)
    # Before it reaches the house, another window lets somebody else in.
    page.context.request.post(f"{house.url}/api/log-in", data={"badge": "7", "pin": "470815"})
    held.let_go()
    expect(page.get_by_text("Another person has logged in")).not_to_have_count(0)
    expect(page.get_by_role("banner").get_by_text("dealer 7")).to_be_attached()
    assert "csrf" not in page.locator("body").inner_text()
    assert (
        house.floor.room.query_table("T1", lambda table, version: table.view(PUBLIC, version)).seats[1].chips_cents
        == 20_000
    )
    expect(dialog).to_be_hidden()


@pytest.mark.parametrize("address", ["/tables/%ff", "/constructor", "/toString"])
def test_an_address_that_is_none_says_so(glance, address):
    glance.allow("404")
    expect(glance(address).get_by_role("heading", name="There is no such page.")).to_be_visible()
