"""Every page writes an instant one way, by the clock of the room, in whatever zone the browser stands."""

import re

import pytest
from playwright.sync_api import expect

from pitboss.house.people.disputes import OpenDispute, RuleDispute
from pitboss.house.people.incidents import OpenIncident, ReportToCommission
from pitboss.house.people.proposals import Propose
from pitboss.house.tables.commands import HandOver, PayBooked
from support.floor import ACCOUNTING, DEALER_7, EXECUTIVE, SUPERVISOR

FAR_AWAY = {"timezone_id": "Asia/Tokyo", "locale": "de-DE"}
WRITTEN = re.compile(
    r"[A-Z][a-z]{2} \d{1,2}, \d{4} \d{1,2}:\d\d:\d\d [AP]M( (daylight|standard) time)?,\s+gaming day [A-Z][a-z]{2} \d{1,2}"
)
OTHER = re.compile(r"\d{4}-\d\d-\d\d|\d\d?:\d\d|\bUTC\b|\d\.\d\d?\.\d{4}")
"""What is left of a time when all that is written in the one form is taken away."""

WORDS = "() => { document.querySelectorAll('svg').forEach((each) => each.remove()); return document.body.innerText; }"
"""All words of a page, but for the axis of a chart: it has room for parts of a time only."""

PAGES = {
    "/floor": 0,
    "/floor/jackpots": 1,
    "/floor/incidents": 1,
    "/floor/disputes": 1,
    "/floor/players": 0,
    "/floor/tables/T5": 1,
    "/manager/meters/M1": 1,
    "/manager/proposals": 1,
    "/manager/reports": 0,
    "/manager/days": 0,
    "/manager/register": 0,
    "/manager/audit": 1,
    "/display/M1": 1,
    "/display/T5": 1,
}
"""How many instants a page has, at least."""


@pytest.fixture
def eventful(house):
    """A jackpot that was paid, an incident, a dispute and a proposal."""
    floor = house.floor
    floor.at("T5", HandOver("7"), SUPERVISOR)
    floor.key_in_a_jackpot("T5")
    floor.player("bob")
    floor.at("T5", PayBooked("T5-1-2", "bob", "licence WDL-1", ""), ACCOUNTING)
    floor.office(OpenIncident("I1", "table T5", "the keypad sticks", True, None), DEALER_7)
    floor.office(ReportToCommission("I1", "letter 118"), EXECUTIVE)
    floor.player("ann", 500)
    floor.office(OpenDispute("D1", "T5", 1, "ann", "my chip was not counted"), DEALER_7)
    floor.office(RuleDispute("D1", "it was counted"), SUPERVISOR)
    adjust = {"meter_id": "M1", "reason": "seed", "millicents": 1_000_000, "note": "more"}
    floor.office(Propose("p1", "adjust-meter", "M1", adjust, "as found"), SUPERVISOR)
    return house


def test_no_page_has_another_time_than_the_clock_of_the_room_tells(eventful, visit):
    page = visit.staff("3", "about:blank", **FAR_AWAY)
    wrong = {}
    for address, least in PAGES.items():
        page.goto(address)
        page.wait_for_load_state("networkidle")
        expect(page.get_by_role("heading", level=1)).not_to_have_count(0)
        if address == "/manager/audit":
            page.get_by_role("button", name="Search", exact=True).click()
            expect(page.get_by_role("cell", name="table:T5").first).to_be_visible()
        if least:
            expect(page.locator("body")).to_contain_text(WRITTEN)
        words = page.evaluate(WORDS)
        found, rest = len(WRITTEN.findall(words)), WRITTEN.sub("", words)
        left = OTHER.search(rest)
        if found < least or left:
            wrong[address] = (found, left and rest[max(0, left.start() - 40) : left.end() + 20])
    assert wrong == {}


def test_the_history_of_a_player_tells_the_time_of_the_room(house, visit):
    floor = house.floor
    floor.at("T1", HandOver("7"), SUPERVISOR)
    player = floor.player("ann", 500)
    floor.sit("T1", 3, player.name)
    floor.play("T1", wagers={3: {"ante": 500}}, hands={3: "Ks Kd 4h"}, dealer="Qs Jd 2h")
    page = visit.player("ann", "/tables/T1", **FAR_AWAY)
    page.get_by_role("button", name="History").click()
    expect(page.get_by_role("dialog").get_by_text(WRITTEN).first).to_be_visible()
