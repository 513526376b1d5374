"""Whole rounds of Fortune San Lo and Power Blackjack as a player has them in the browser, and the rounds one has played."""

import re

import pytest
from playwright.sync_api import expect

from pitboss.house.tables.commands import BuyInFromWallet, HandOver, TakeSeat
from pitboss.paytables import Game
from support.floor import SUPERVISOR

SEAT = 3
OWN, DEALER = "Ks Kd 4h Ac Jd Qs", "9s 9d 2h Td 6c 5s"
"""Kings with a four, ace-jack and a queen beat whatever comes of nines."""


@pytest.fixture
def sit(house, visit):
    """Somebody at a seat with chips, before a page; the deck or the shoe has been stacked before."""

    def at(table, name="ann", seat=SEAT, **window):
        who = house.floor.player(name, 500)
        house.floor.at(table, TakeSeat(seat, name), who)
        page = visit.player(name, f"/tables/{table}", **window)
        expect(own_place(page)).to_be_visible()
        # With chips on the table the round begins, and the page is told.
        house.floor.at(table, BuyInFromWallet(seat, 20_000), who)
        return page

    return at


@pytest.fixture
def bet(house):
    """Lays chips of a dollar or of five onto the spots. When the last has bet, the bets are closed."""

    def lay(page, is_last=True, **dollars):
        for spot, amount in dollars.items():
            chip = 1 if amount % 5 else 5
            page.get_by_role("button", name=f"Bet with chips of ${chip}", exact=True).click()
            name = spot.replace("_", " ")
            for _ in range(amount // chip):
                own_place(page).get_by_role("button", name=re.compile(f"^{name}:", re.IGNORECASE)).click()
        if is_last:
            house.close_bets(page, SEAT, **{spot: 100 * amount for spot, amount in dollars.items()})

    return lay


def own_place(page):
    return page.get_by_role("region", name=re.compile("^Your seat"))


def place(page, number):
    """One of the six places of a hand that is being set."""
    return page.locator(f"[data-place='{number - 1}']")


def press(page, name):
    """A decision at the own place."""
    own_place(page).get_by_role("button", name=re.compile(f"^{name}")).click()


# ---- Fortune San Lo


@pytest.fixture
def san_lo(house):
    house.floor.entropy.stack(Game.FORTUNE_SAN_LO, {SEAT: OWN}, DEALER)


def test_a_whole_round_of_san_lo_by_drag_and_by_taps(san_lo, sit, bet):
    page = sit("T2")
    bet(page, main=5, hat_trick=5, fortune_bonus=1)
    board = page.get_by_role("group", name=re.compile("three high, two mid, one low"))
    expect(board).to_contain_text("pair of kings, ace kicker")
    # The ace is dragged to the low hand, where it fouls; then two taps bring it to the mid hand.
    place(page, 1).drag_to(place(page, 6))
    expect(page.get_by_text("This would be a foul.")).to_be_visible()
    place(page, 4).click()
    place(page, 6).click()
    for words in ("pair of kings, four kicker", "ace-jack high", "queen high"):
        expect(board).to_contain_text(words)
    expect(page.get_by_text("High is above mid, and mid is above low.")).to_be_visible()
    press(page, "Set the hand")
    expect(page.get_by_text("You win all three: Hat Trick!")).to_be_visible()
    matchups = page.get_by_label("The three matchups")
    expect(matchups.get_by_text("Won")).to_have_count(3)
    expect(matchups).to_contain_text("pair of nines")
    expect(own_place(page)).to_contain_text("You win $29")


def test_a_foul_is_warned_of_asked_about_and_lost(san_lo, sit, bet):
    page = sit("T2")
    bet(page, main=5)
    expect(place(page, 1)).to_be_visible()
    # By keyboard alone: the first and the last card change places, and the hand is set against the warning.
    for key in ("1", "6"):
        page.keyboard.press(key)
    expect(page.get_by_text("The mid hand (queen-jack high) is not above the low hand (ace high)")).to_be_visible()
    page.keyboard.press("s")
    expect(page.get_by_text("Set a fouled hand?")).to_be_visible()
    press(page, "Start over")
    expect(page.get_by_role("button", name="Set the hand")).to_be_visible()
    press(page, "Set the hand")
    press(page, "Yes, lose the bet")
    expect(page.get_by_text(re.compile("^Fouled: the mid hand"))).to_be_visible()
    expect(own_place(page)).to_contain_text("You lose $5")


@pytest.mark.parametrize("size", [{"width": 1440, "height": 900}, {"width": 1280, "height": 720}])
def test_the_rail_does_not_cover_the_hand_that_is_set(house, sit, size, bet):
    # By their ranks the eights lie in the mid hand: the warning takes room too.
    house.floor.entropy.stack(Game.FORTUNE_SAN_LO, {SEAT: "Qc Jc 9h 8s 8d 4s"}, DEALER)
    page = sit("T2", size=size)
    bet(page, main=5)
    expect(page.get_by_text("This would be a foul.")).to_be_visible()
    hand, rail = own_place(page).bounding_box(), page.get_by_role("region", name="Chips").bounding_box()
    assert hand["y"] >= 0
    assert hand["y"] + hand["height"] <= rail["y"]


def test_arrows_lead_from_card_to_card(san_lo, sit, bet):
    page = sit("T2")
    bet(page, main=5)
    place(page, 1).focus()
    for key in ("Enter", "ArrowLeft", "Enter"):
        page.keyboard.press(key)
    expect(place(page, 6)).to_be_focused()
    expect(place(page, 6)).to_have_accessible_name("ace of clubs, Low hand, place 6")


def test_the_house_way_sets_the_hand_and_says_why(san_lo, sit, bet):
    page = sit("T2")
    bet(page, main=5)
    press(page, "House way")
    expect(page.get_by_label("The three matchups")).to_be_visible()
    expect(page.get_by_text("Why the house way set it this way")).to_be_visible()


def test_a_hint_waits_until_the_others_have_set(house, sit, visit, bet):
    house.floor.entropy.stack(Game.FORTUNE_SAN_LO, {SEAT: OWN, 4: "2c 3d 5h 7s 9c Jh"}, DEALER)
    bob = house.floor.player("bob", 500)
    house.floor.at("T2", TakeSeat(4, "bob"), bob)
    page = sit("T2")
    visit.allow("409")
    house.floor.at("T2", BuyInFromWallet(4, 10_000), bob)
    bet(page, is_last=False, main=5)
    house.floor.act("T2", "place-wager", bob, seat=4, wager="main", cents=500)
    house.close_bets(page, SEAT, main=500)
    expect(place(page, 1)).to_be_visible()
    press(page, "Hint")
    expect(page.get_by_text(re.compile("locked until all other players have set or asked for it"))).to_be_visible()
    house.floor.act("T2", "ask-house-way", bob, seat=4)
    press(page, "Hint")
    # Laid out, not set.
    expect(page.get_by_text("High is above mid, and mid is above low.")).to_be_visible()
    expect(page.get_by_role("button", name="Set the hand")).to_be_visible()


# ---- Power Blackjack


def hand(page, number, of=2):
    return own_place(page).get_by_role("group", name=f"Hand {number} of {of}")


def test_a_power_split_with_a_double_and_a_dealers_22(house, sit, bet):
    house.floor.entropy.stack_shoe("Ks 6h 6c Td  8d 5s Th  6s")
    page = sit("T4")
    bet(page, bet=5, push_22=1)
    expect(page.get_by_text("You have hard 16; the dealer shows the six of hearts.")).to_be_visible()
    doubled = page.get_by_role("button", name=re.compile("^Power double"))
    expect(doubled).to_have_accessible_description(re.compile("a power double is for hard 10 or 11, not hard 16"))
    press(page, "Power split")
    expect(hand(page, 1)).to_contain_text("hard 18")
    expect(hand(page, 1)).to_have_attribute("aria-current", "true")
    press(page, "Stand")
    expect(page.get_by_text("Hand 2 of 2: you have hard 11; the dealer shows the six of hearts.")).to_be_visible()
    press(page, "Double")
    expect(hand(page, 2)).to_contain_text("hard 21")
    place = own_place(page)
    expect(place).to_contain_text("You win $11")
    for wager in ("Bet", "Split 2", "Double 2"):
        expect(place.get_by_role("row", name=re.compile(f"^{wager} pushes"))).to_be_visible()


def test_the_card_of_a_power_double_is_replaced_by_keys_alone(house, sit, bet):
    house.floor.entropy.stack_shoe("8s Th 3d 7c  6d 9h")
    page = sit("T4")
    bet(page, bet=5)
    expect(page.get_by_role("button", name=re.compile("^Power double"))).to_be_enabled()
    page.keyboard.press("e")
    words = "The six of diamonds makes hard 17. Keep it, or take the next card instead? The next one is final."
    expect(page.get_by_text(words)).to_be_visible()
    expect(page.get_by_role("button", name="Replace the card")).to_be_enabled()
    page.keyboard.press("r")
    expect(own_place(page)).to_contain_text("hard 20")
    expect(own_place(page)).to_contain_text("You win $10")


def test_insurance_for_less_than_half_the_bet(house, sit, bet):
    house.floor.entropy.stack_shoe("Ts Ah 9d Kc")
    page = sit("T4")
    bet(page, bet=10)
    amount = page.get_by_role("slider", name="Insurance")
    expect(amount).to_have_value("500")
    amount.press("ArrowLeft")
    press(page, re.escape("Insure: $2.50"))
    place = own_place(page)
    expect(place.get_by_role("row", name=re.compile(r"^Insurance wins 2 to 1"))).to_be_visible()
    expect(place).to_contain_text("You lose $5")


def test_a_double_for_less_than_the_bet(house, sit, bet):
    house.floor.table("T7", Game.POWER_BLACKJACK, rules={"double_for_less": True})
    house.floor.at("T7", HandOver("house"), SUPERVISOR)
    house.floor.entropy.stack_shoe("6s Th 3d 7c  Td")
    page = sit("T7")
    bet(page, bet=10)
    amount = page.get_by_role("slider", name="Double for", exact=True)
    expect(amount).to_have_value("1000")
    amount.press("ArrowLeft")
    press(page, re.escape("Double: $5"))
    place = own_place(page)
    expect(place).to_contain_text("hard 19")
    expect(place.get_by_role("row", name=re.compile(r"^Double wins 1 to 1, \$5 \$5 \$10"))).to_be_visible()
    expect(place).to_contain_text("You win $15")


# ---- rounds that are over


def test_a_round_is_looked_up_and_its_shuffle_checked(san_lo, sit, bet):
    page = sit("T2")
    bet(page, main=5)
    press(page, "House way")
    expect(page.get_by_label("The three matchups")).to_be_visible()
    page.get_by_role("button", name="History").click()
    history = page.get_by_role("dialog")
    history.get_by_role("button", name=re.compile("^Round 1 ")).click()
    expect(history.get_by_role("row", name=re.compile("^Main"))).to_be_visible()
    history.get_by_role("button", name="Check the shuffle").click()
    expect(
        history.get_by_text("Yes. All 12 cards you saw were at the place in the deck that was locked before the deal")
    ).to_be_visible()
    expect(history.get_by_text("Your browser received this root")).to_be_visible()
    expect(history.get_by_text("proven", exact=False)).not_to_have_count(0)


def test_a_forged_card_turns_the_check_red(san_lo, sit, bet):
    page = sit("T2")

    def forge(route):
        told = route.fetch().json()
        told["seals"][0]["openings"][0]["nonce"] = "00" * 32
        route.fulfill(json=told)

    page.route("**/openings", forge)
    bet(page, main=5)
    press(page, "House way")
    expect(page.get_by_label("The three matchups")).to_be_visible()
    page.get_by_role("button", name="History").click()
    history = page.get_by_role("dialog")
    history.get_by_role("button", name=re.compile("^Round 1 ")).click()
    history.get_by_role("button", name="Check the shuffle").click()
    expect(history.get_by_text(re.compile("^ *✕? *No. Something does not match"))).to_be_visible()
    expect(history.get_by_text("it leads to another root")).to_have_count(1)
