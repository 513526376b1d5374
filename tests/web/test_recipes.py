"""What is registered is on the pages: a report in the list, a setting in its table, the keys of a controller."""

import pytest
from playwright.sync_api import expect

from pitboss.house.property import SETTINGS
from pitboss.house.reports.report_list import REPORTS
from pitboss.house.tables.settings import CardKind, ControllerKind
from pitboss.progressive.controllers import CONTROLLERS
from pitboss.server import app as application
from pitboss.server import commands
from support.recipe import carried_out


@pytest.fixture
def examples(monkeypatch):
    # The addresses of other tests were made once, before there was this controller.
    monkeypatch.setattr(application, "command_routes", commands.command_routes)
    with carried_out("report", REPORTS), carried_out("setting", SETTINGS), carried_out("controller", CONTROLLERS):
        yield


def test_what_is_registered_is_on_the_pages(examples, house, visit):
    page = visit.staff("3", "/manager/reports")
    page.get_by_role("link", name="Player wallets").click()
    expect(page.get_by_role("heading", name="Wallets, gaming day")).to_be_visible()

    page.goto(f"{house.url}/manager/checks")
    expect(page.get_by_role("row", name="Most seats 2")).to_be_visible()

    house.floor.table("T8", meter="M1", cards=CardKind.LIVE, controller=ControllerKind("bell"))
    house.floor.press("T8", "place-chip", seat=2)
    house.floor.press("T8", "press-start-game")
    console = visit.staff("7", "/deal/T8")
    pad = console.get_by_role("region", name="Bell controller")
    pad.get_by_role("button", name="ring bell").click()
    house.wait_until(lambda: house.floor.room.table("T8").controller.presses[-1].slug() == "ring-bell")
