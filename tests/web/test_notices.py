"""What a player is told when play is not as usual: void rounds, a shuffler that stops, jackpots that wait, tables that stop.

Badge 7 deals by hand here, so that each round stands still where a test looks at it.
"""

import re
from itertools import count

import pytest
from playwright.sync_api import expect

from pitboss.house.tables.commands import (
    AuthorizeJackpot,
    CloseTable,
    FollowGuide,
    HandOver,
    LeaveSeat,
    RejectJackpot,
    ReplaceShuffler,
    ReportMalfunction,
    ResumeTable,
    StartRound,
    SuspendTable,
    VerifyJackpot,
)
from support.floor import DEALER_7, SUPERVISOR

BETS = {"ante": 500, "progressive": 100}
SPADES, LOW, BOBS, WEAK = "As Ks Qs", "9c 7d 2h", "Td 7s 4h", "Jh 8c 3c"
JAM = "cards are stuck at the mouth"


@pytest.fixture(scope="module")
def house(quiet_house):
    """One room for all tests: each has a table of its own."""
    return quiet_house


class Game:
    """A table with a meter of its own, dealt by badge 7: Ann at seat 2 and Bob at seat 5, each with $100 in chips."""

    numbers = count(1)

    def __init__(self, floor):
        number = next(self.numbers)
        self.floor, self.table = floor, f"N{number}"
        self.ann, self.bob = f"ann{number}", f"bob{number}"
        floor.meter(f"P{number}", "TCPP-1")
        floor.table(self.table, meter=f"P{number}")
        self.at(HandOver("7"), SUPERVISOR)
        self.sit(2, self.ann)
        self.sit(5, self.bob)

    def at(self, command, by=DEALER_7):
        self.floor.at(self.table, command, by)

    def void(self, reason):
        self.floor.act(self.table, "void", SUPERVISOR, reason=reason)

    def sit(self, seat, name):
        self.floor.player(name)
        self.floor.sit(self.table, seat, name)

    def deal(self, until="nothing", ann=LOW):
        """A round as far as it waits for something of that kind."""
        hands = {2: ann, 5: BOBS}
        wagers = dict.fromkeys(hands, BETS)
        for _ in self.floor.steps(self.table, wagers=wagers, hands=hands, dealer=WEAK, until=until):
            pass


@pytest.fixture
def game(house):
    """A table."""
    return Game(house.floor)


@pytest.fixture
def ann(game, visit):
    """Ann's page."""
    page = visit.player(game.ann, f"/tables/{game.table}")
    expect(page.get_by_text("$100 in chips")).to_be_visible()
    return page


def line(page, name):
    """The line of the itemised result that begins so: with its outcome where another wager has a longer name."""
    result = page.get_by_role("table", name=re.compile("^The result of seat"))
    return result.get_by_role("row", name=re.compile(f"^{name}"))


def test_a_shuffler_that_stops_and_is_replaced_voids_the_round(game, ann):
    game.deal(until="cards")
    expect(ann.get_by_text("$94 in chips")).to_be_visible()
    game.at(ReportMalfunction(JAM))
    stopped = ann.get_by_text(f"The shuffler has stopped: {JAM}. Your bets are safe; a supervisor has been called.")
    expect(stopped).to_be_visible()
    game.at(FollowGuide(helped=False), SUPERVISOR)
    for step in range(1, 8):
        game.at(ReplaceShuffler(step), SUPERVISOR)
    expect(stopped).to_have_count(0)
    void = ann.get_by_text(
        f"This round is void: shuffler malfunction, {JAM}. All bets go back. Progressive wagers stay lit"
    )
    expect(void).to_be_visible()
    expect(ann.get_by_text("$99 in chips")).to_be_visible()
    expect(ann.get_by_text("The next round begins soon.")).to_be_visible()
    game.at(StartRound())
    expect(void).to_have_count(0)
    place = ann.get_by_role("region", name="Your seat, number 2")
    expect(place.get_by_role("button", name=re.compile(r"^Progressive: \$1 bet"))).to_be_visible()
    expect(ann.get_by_role("button", name="Take the bet on Progressive back")).to_have_count(0)  # it stays lit


def test_a_round_that_the_floor_voids_gives_the_bets_back(game, ann):
    game.deal(until="decision")
    play = ann.get_by_role("button", name="Play: bet $5")
    expect(play).to_be_visible()
    game.void(reason="a card was exposed")
    expect(ann.get_by_text("This round is void: a card was exposed. All bets go back.")).to_be_visible()
    expect(play).to_have_count(0)
    expect(ann.get_by_text("$99 in chips")).to_be_visible()
    expect(ann.get_by_role("table", name="The result of seat 2")).to_have_count(0)
    expect(ann.get_by_text("The round is void: a card was exposed. Bets go back")).not_to_have_count(0)


def test_a_round_that_the_dealer_calls_off_has_no_bets_to_lose(game, ann):
    game.at(StartRound())
    expect(ann.get_by_text("Place your bets").first).to_be_visible()
    game.floor.act(game.table, "call-off", DEALER_7)
    void = ann.get_by_text("This round is void: nobody has bet. All bets go back.")
    expect(void).to_be_visible()
    expect(void).not_to_contain_text("lit")
    expect(ann.get_by_text("$100 in chips")).to_be_visible()


def test_a_jackpot_waits_is_paid_and_stays_in_the_result_after_a_reload(game, ann, visit):
    bob = visit.player(game.bob, f"/tables/{game.table}")
    game.deal(ann=SPADES)
    claimed = "ace-king-queen straight flush in spades wins $1,000.28 of the progressive. The floor verifies it before play goes on."
    expect(ann.get_by_text(f"Your {claimed}")).to_be_visible()
    expect(bob.get_by_text(f"Seat 2’s {claimed}")).to_be_visible()
    expect(ann.get_by_text("PENDING", exact=True)).to_be_visible()
    expect(line(ann, "Ante wins")).to_be_visible()
    game.at(VerifyJackpot(2), SUPERVISOR)
    expect(ann.get_by_text("It is verified, and paid next.")).to_be_visible()
    game.at(AuthorizeJackpot(2, "licence WDL-1", "W-2G 17"), SUPERVISOR)
    expect(ann.get_by_text(re.compile("of the progressive[.]"))).to_have_count(0)
    for page, name, award in (
        (ann, r"Progressive jackpot to your wallet – \$1,000.28", r"^You win \$1,0"),
        (bob, r"Envy bonus – \$100", r"^You win \$104$"),
    ):
        expect(line(page, name)).to_be_visible()
        total = page.get_by_text(re.compile(award)).inner_text()
        page.reload()
        expect(line(page, name)).to_be_visible()
        expect(page.get_by_text(total, exact=True)).to_be_visible()
    game.at(StartRound())
    ann.reload()
    expect(ann.get_by_text("Place your bets").first).to_be_visible()
    expect(line(ann, "Progressive jackpot")).to_have_count(0)


def test_a_small_award_and_a_rejected_jackpot(game, ann):
    game.deal(ann="4s 5s 6s")
    expect(line(ann, r"Progressive award – \$70")).to_be_visible()
    game.deal(ann=SPADES)
    expect(ann.get_by_text("The floor verifies it before play goes on.")).to_be_visible()
    game.at(RejectJackpot(2, "the wager was late"), SUPERVISOR)
    expect(ann.get_by_text("The floor verifies it before play goes on.")).to_have_count(0)
    expect(line(ann, "Ante wins")).to_be_visible()
    expect(line(ann, "Progressive jackpot")).to_have_count(0)


def test_nobody_sees_the_result_of_whoever_had_the_seat_before(game, ann, visit):
    game.deal()
    expect(line(ann, "Ante wins")).to_be_visible()
    game.at(LeaveSeat(2))
    game.sit(2, f"cid-{game.table}")
    cid = visit.player(f"cid-{game.table}", f"/tables/{game.table}")
    expect(cid.get_by_role("region", name="Your seat, number 2")).to_be_visible()
    expect(cid.get_by_text("$100 in chips")).to_be_visible()
    expect(cid.get_by_role("table", name="The result of seat 2")).to_have_count(0)


def test_a_table_is_suspended_goes_on_and_is_closed(game, ann, visit):
    visit.allow("40[34]")  # The page may still ask what a seat may decide when it has just been left.
    game.deal(until="decision")
    play = ann.get_by_role("button", name="Play: bet $5")
    expect(play).to_be_visible()
    game.at(SuspendTable("the lamp is broken"), SUPERVISOR)
    expect(ann.get_by_text("Play is suspended: the lamp is broken.")).to_be_visible()
    expect(play).to_have_count(0)
    game.at(ResumeTable(), SUPERVISOR)
    play.click()
    expect(ann.get_by_text("The table waits for seat 5 to play or fold.").first).to_be_attached()
    game.void(reason="the lamp is broken again")
    expect(ann.get_by_text("This round is void: the lamp is broken again.")).to_be_visible()
    for seat in (2, 5):
        game.at(LeaveSeat(seat))
    game.at(CloseTable(0), SUPERVISOR)
    expect(ann.get_by_text("This table is closed.")).to_be_visible()
    expect(ann.get_by_text("You are watching.")).to_be_visible()
    expect(ann.get_by_role("button", name="Sit down")).to_have_count(0)


def test_a_refusal_names_the_wager_as_the_felt_does(game, ann):
    game.at(StartRound())
    ann.keyboard.press("1")
    ann.get_by_role("button", name=re.compile("^6 Card Bonus: ")).click()
    expect(ann.get_by_text("seat 2 has 6 Card Bonus without an Ante or a Pair Plus")).to_be_visible()
