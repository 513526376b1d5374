"""A page shows the answer to its own command at once, and the push of the same record changes nothing."""

import re

import pytest
from playwright.sync_api import expect

from pitboss.house.tables.commands import DealCards, HandOver, StartRound, SuspendTable
from pitboss.paytables import Game
from support.floor import DEALER_7, SUPERVISOR
from support.pages import HeldPushes


@pytest.fixture
def table(house):
    """Badge 7 deals at T1, so that nothing happens there by itself; ann has seat 1, and the bets are open."""
    floor = house.floor
    floor.at("T1", HandOver("7"), SUPERVISOR)
    floor.player("ann", 1000)
    floor.sit("T1", 1, "ann")
    floor.entropy.stack(Game.THREE_CARD_POKER, {1: "Ks Kd 4h"}, "Qs Jd 2h")
    floor.at("T1", StartRound(), DEALER_7)
    return floor


def opened(page, address):
    pushes = HeldPushes(page)
    page.goto(address)
    return page, pushes


@pytest.fixture
def ann(table, visit):
    """Ann's page, and what is pushed to it."""
    page, pushes = opened(visit.player("ann", "about:blank"), "/tables/T1")
    expect(ante(page)).not_to_have_attribute("aria-disabled", "true")
    return page, pushes


def ante(page):
    return page.get_by_role("button", name=re.compile("^Ante: "))


def log(page):
    """The hand log, the newest line first."""
    return page.get_by_role("list", name="Hand log").get_by_role("listitem")


def test_a_bet_is_shown_from_the_answer_alone(ann):
    page, pushes = ann
    pushes.hold()
    ante(page).click()
    expect(page.get_by_role("button", name="Take the bet on Ante back")).to_be_visible()
    expect(page.get_by_text("$95 in chips")).to_be_visible()
    expect(log(page).first).to_have_text("You bet $5 on Ante")


def test_a_decision_is_shown_from_the_answer_alone_and_told_once(ann, table):
    page, pushes = ann
    ante(page).click()
    expect(page.get_by_text("$95 in chips")).to_be_visible()
    table.act("T1", "no-more-bets", DEALER_7)
    for _ in ("seat 1", "the dealer"):
        table.at("T1", DealCards())
    play = page.get_by_role("button", name="Play: bet $5")
    expect(play).to_be_visible()
    pushes.hold()
    play.click()
    expect(page.get_by_text("$90 in chips")).to_be_visible()
    expect(log(page).first).to_have_text("You: play")
    expect(play).to_have_count(0)
    pushes.let_go()
    table.at("T1", SuspendTable("the lamp is broken"), SUPERVISOR)
    expect(page.get_by_text("Play is suspended: the lamp is broken.")).to_be_visible()
    expect(log(page).get_by_text("You: play")).to_have_count(1)


def test_what_others_did_meanwhile_is_told_by_the_push(ann, table):
    page, pushes = ann
    pushes.hold()
    table.sit("T1", 2, table.player("bob", 1000).name)
    ante(page).click()
    expect(page.get_by_role("region", name="Seat 2, taken")).to_be_visible()
    expect(log(page).get_by_text("You bet $5 on Ante")).to_have_count(1)
    expect(log(page).get_by_text("Seat 2 sits down")).to_have_count(0)
    pushes.let_go()
    expect(log(page).get_by_text("Seat 2 sits down")).to_have_count(1)
    expect(log(page).get_by_text("You bet $5 on Ante")).to_have_count(1)
    expect(page.get_by_text("$95 in chips")).to_be_visible()


def test_an_older_push_does_not_take_the_page_back(ann):
    page, pushes = ann
    pushes.hold()
    ante(page).click()
    expect(page.get_by_text("$95 in chips")).to_be_visible()
    older = pushes.shown["table:T1"]
    said = {"version": older["version"], "event": {"event": "announced", "words": "Place your bets"}}
    pushes.push(older | {"fresh": False, "events": [said]})
    expect(log(page).first).to_have_text("Dealer: “Place your bets”")
    expect(page.get_by_text("$95 in chips")).to_be_visible()


def test_the_floor_shows_the_answer_of_its_command(table, visit):
    page, pushes = opened(visit.staff("4", "about:blank"), "/floor/tables/T1")
    suspend = page.get_by_role("button", name="Suspend")
    expect(page.get_by_role("cell", name="ann", exact=True)).to_be_visible()
    pushes.hold()
    suspend.click()
    page.get_by_role("dialog").get_by_label("Reason").fill("the lamp is broken")
    page.get_by_role("dialog").get_by_role("button", name="Suspend").click()
    expect(page.get_by_text("Suspended: the lamp is broken")).to_be_visible()


def test_the_console_tells_its_own_command_once(table, visit):
    table.act("T1", "place-wager", seat=1, wager="ante", cents=500)
    page, pushes = opened(visit.staff("7", "about:blank"), "/deal/T1")
    key = page.get_by_role("button", name="No more bets")
    expect(key).to_be_visible()
    pushes.hold()
    key.click()
    log = page.get_by_role("region", name="Hand log").get_by_role("listitem")
    expect(log.get_by_text("No more bets", exact=False)).to_have_count(1)
    pushes.let_go()
    table.at("T1", SuspendTable("the lamp is broken"), SUPERVISOR)
    expect(page.get_by_role("alert")).to_have_text("Suspended: the lamp is broken")
    expect(log.get_by_text("No more bets", exact=False)).to_have_count(1)
