"""The table of a player: whole rounds by mouse and by keyboard alone, two draws, bets and their reasons, lost connections."""

import re

import pytest
from playwright.sync_api import expect

from pitboss.house.room import AUTO_DEALER
from pitboss.house.tables.commands import StartRound, SuspendTable
from pitboss.paytables import Game
from support.floor import SUPERVISOR

NARROW = {"width": 390, "height": 844}


@pytest.fixture
def ann(house, visit):
    """Ann sits down at the first seat of a table whose next deck deals her these cards."""
    house.floor.player("ann", 1000)

    def sit(table, game, cards, dealer="", **window):
        house.floor.entropy.stack(game, {1: cards}, dealer)
        page = visit.player("ann", f"/tables/{table}?sit=1", **window)
        expect(own(page)).to_be_visible()
        expect(spot(page, "Ante")).not_to_have_attribute("aria-disabled", "true")  # the bets are open
        return page

    return sit


def own(page):
    return page.get_by_role("region", name="Your seat, number 1")


def spot(page, wager):
    return page.get_by_role("button", name=re.compile(rf"^{wager}: "))


@pytest.fixture
def bet(house):
    """Lays a chip of $5 onto each spot. When all is laid that lies at the seat, in cents, the bets are closed."""

    def lay(page, *wagers, **all_cents):
        for wager in wagers:
            spot(page, wager).click()
            expect(page.get_by_role("button", name=f"Take the bet on {wager} back")).to_be_visible()
        if all_cents:
            house.close_bets(page, 1, **all_cents)

    return lay


def focus(page, name):
    """Reach something by the Tab key alone."""
    for _ in range(80):
        page.keyboard.press("Tab")
        if name in page.evaluate("document.activeElement.textContent"):
            return
    raise AssertionError(f"the Tab key does not reach {name}")


def lines(page):
    """The itemised result: each wager with its outcome, what was bet and what comes back."""
    rows = page.get_by_role("table", name="The result of seat 1").locator("tbody tr")
    return [re.sub(r"\s+", " ", words).strip() for words in rows.all_inner_texts()]


def test_a_round_of_three_card_poker(ann, bet):
    page = ann("T1", Game.THREE_CARD_POKER, "Ks Kd 4h", "Js 9d 2h")
    bet(page, "Ante", "Pair Plus", ante=500, pair_plus=500)
    expect(page.get_by_role("button", name="Play: bet $5")).to_be_visible()
    place = own(page)
    expect(place.get_by_alt_text("king of spades")).to_be_visible()
    expect(place.get_by_text("pair of kings, four kicker")).to_be_visible()
    dealer = page.get_by_role("region", name="The dealer", exact=True)
    expect(dealer.get_by_alt_text("card face down")).to_have_count(3)
    page.get_by_role("button", name=re.compile("^Hint")).click()
    expect(place.get_by_text("Basic strategy: Play")).to_be_visible()
    page.get_by_role("button", name="Play: bet $5").click()
    expect(place.get_by_text("You win $10")).to_be_visible()
    expect(dealer.get_by_alt_text("jack of spades")).to_be_visible()
    assert lines(page) == [
        "Play pushes: the dealer does not play $5 $5",
        "Ante wins 1 to 1, $5 $5 $10",
        "Pair Plus wins 1 to 1, $5 $5 $10",
    ]
    expect(page.get_by_text("Dealer: “Dealer doesn't play”").first).to_be_attached()
    expect(page.get_by_text("$210 in chips")).to_be_visible()


def test_two_draws_by_keyboard_alone(ann, bet):
    page = ann("T3", Game.DOUBLE_DRAW, "Ks Kd 9h 9c 2d")
    page.keyboard.press("2")
    focus(page, "Ante: ")
    page.keyboard.press("Enter")
    bet(page, ante=500, bonus=500)
    ask = page.get_by_text("Choose up to three cards to replace, or keep all five.")
    expect(ask).to_be_visible()
    page.keyboard.press("t")
    expect(page.get_by_role("button", name="Replace the two of diamonds", pressed=True)).to_be_visible()
    page.keyboard.press("d")
    expect(page.get_by_text("Choose one card to replace, or keep all five.")).to_be_visible()
    expect(page.get_by_role("button", name="Replace the two of diamonds")).to_have_count(0)
    expect(page.get_by_role("button", name="Draw: bet $5, keep all")).to_be_enabled()
    page.keyboard.press("d")
    expect(own(page).get_by_text("You win $15")).to_be_visible()
    assert [line.split(" ")[0] for line in lines(page)] == ["Ante", "Draw", "Draw", "Bonus"]


def test_a_joker_is_explained_and_no_fourth_card_is_replaced(ann, bet):
    page = ann("T3", Game.DOUBLE_DRAW, "Jk Ks 9h 5c 2d", size=NARROW)
    bet(page, "Bonus", ante=500, bonus=500)
    expect(page.get_by_text("A joker is an ace, or the card that completes")).to_be_visible()
    for card in ("king of spades", "nine of hearts", "five of clubs"):
        page.get_by_role("button", name=f"Replace the {card}").click()
    expect(page.get_by_role("button", name="Replace the two of diamonds")).to_have_attribute("aria-disabled", "true")
    page.get_by_role("button", name="Fold").click()
    expect(own(page).get_by_text("You lose $10")).to_be_visible()


@pytest.mark.parametrize("width", [360, 390])
def test_five_cards_fit_a_telephone(ann, bet, width):
    page = ann("T3", Game.DOUBLE_DRAW, "Ks Kd 9h 9c 2d", size={"width": width, "height": 844}, reduced_motion="reduce")
    bet(page, "Bonus", ante=500, bonus=500)
    cards = page.get_by_role("button", name=re.compile("^Replace the ")).locator("img")
    expect(cards).to_have_count(5)
    boxes, place = [card.bounding_box() for card in cards.all()], own(page).bounding_box()
    edges = [place["x"], *(edge for box in boxes for edge in (box["x"], box["x"] + box["width"]))]
    assert edges == sorted(edges), "the cards lie side by side"
    assert edges[-1] <= place["x"] + place["width"]


def test_bets_are_changed_cleared_and_repeated(ann, house, bet):
    page = ann("T1", Game.THREE_CARD_POKER, "7s 5d 2h", "Qs 9d 2c")
    page.keyboard.press("1")
    expect(spot(page, "Ante")).to_have_accessible_description("Ante: min $5.")
    page.keyboard.press("2")
    bet(page, "Ante")
    spot(page, "Ante").click()
    expect(spot(page, "Ante")).to_have_accessible_name(re.compile(r"\$10 bet"))
    page.keyboard.press("c")
    expect(spot(page, "Ante")).to_have_accessible_name(re.compile("no bet"))
    bet(page, "6 Card Bonus")
    expect(page.get_by_text("These bets do not go together yet")).to_be_visible()
    bet(page, "Ante", "Progressive")
    expect(page.get_by_text("These bets do not go together yet")).to_have_count(0)
    bet(page, ante=500, six_card_bonus=500, progressive=100)
    page.get_by_role("button", name=re.compile("^Fold")).click()
    expect(own(page).get_by_text("You lose $11")).to_be_visible()
    house.floor.at("T1", StartRound(), AUTO_DEALER)
    expect(page.get_by_role("button", name=re.compile("^Rebet"))).to_be_enabled()
    page.keyboard.press("r")
    for wager in ("Ante", "6 Card Bonus", "Progressive"):
        expect(page.get_by_role("button", name=f"Take the bet on {wager} back")).to_be_visible()


def test_a_lost_connection_loses_nothing(ann, house, visit, bet):
    visit.allow("WebSocket|ERR_|Failed to load")
    page = ann("T1", Game.THREE_CARD_POKER, "Ks Kd 4h", "Js 9d 2h")
    bet(page, "Ante", ante=500)
    expect(page.get_by_role("button", name="Play: bet $5")).to_be_visible()
    house.stop()
    expect(page.get_by_role("alert")).to_contain_text("The connection is lost")
    house.start()
    expect(page.get_by_role("alert")).to_have_count(0)
    page.get_by_role("button", name="Play: bet $5").click()
    expect(own(page).get_by_text("You win $5")).to_be_visible()


def test_who_watches_sees_no_hand_and_hears_why_play_stops(ann, house, visit, bet):
    page = ann("T1", Game.THREE_CARD_POKER, "Ks Kd 4h", "Js 9d 2h")
    watcher = visit("/tables/T1")
    bet(page, "Ante", ante=500)
    expect(page.get_by_role("button", name="Play: bet $5")).to_be_visible()
    seat = watcher.get_by_role("region", name="Seat 1, taken")
    expect(seat.get_by_alt_text("card face down")).to_have_count(3)
    expect(watcher.get_by_role("button", name="Play: bet $5")).to_have_count(0)
    house.floor.at("T1", SuspendTable("the lamp is broken"), SUPERVISOR)
    expect(watcher.get_by_text("Play is suspended: the lamp is broken.")).to_be_visible()
    expect(page.get_by_text("Play is suspended: the lamp is broken.")).to_be_visible()


def test_one_player_has_two_seats_and_stands_up_from_one(ann):
    page = ann("T1", Game.THREE_CARD_POKER, "Ks Kd 4h", "Js 9d 2h")
    page.get_by_role("button", name="Play a second hand at seat 2").click()
    expect(page.get_by_role("region", name="Your seat, number 2")).to_be_visible()
    page.get_by_role("button", name="Stand up from seat 1").click()
    expect(own(page)).to_have_count(0)
    page.get_by_role("button", name="Buy chips").click()
    page.get_by_role("button", name="Buy $50", exact=True).click()
    expect(page.get_by_text("$250 in chips")).to_be_visible()
