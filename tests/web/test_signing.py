"""Enter your PIN to approve: one dialog that shows exactly what is signed, wherever something is signed."""

import re
from pathlib import Path

from playwright.sync_api import expect

from pitboss.house.people.proposals import Propose
from support.floor import PIN, SUPERVISOR
from support.pages import sign

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
ADJUSTED = {"meter_id": "M1", "reason": "display corrected", "millicents": 1_250_000, "note": "read by two people"}


def waiting(house, visit):
    """A proposal, and the page of an executive who is about to approve it."""
    house.floor.office(Propose("p1", "adjust-meter", "M1", ADJUSTED, "the display was behind"), SUPERVISOR)
    page = visit.staff("3", "/manager/proposals")
    page.get_by_role("button", name="Approve", exact=True).click()
    return page, page.get_by_role("dialog", name="Enter your PIN to approve")


def test_the_dialog_shows_exactly_what_is_signed(house, visit):
    page, dialog = waiting(house, visit)
    for words in ("M1", "$12.50", "the display was behind", "badge 4, p1", "Your PIN signs exactly this, once."):
        expect(dialog).to_contain_text(words)
    sign(page)
    expect(page.get_by_text("Approved.")).to_be_visible()
    assert house.floor.meter_now("M1").shown_cents == 101_250


def test_a_wrong_pin_is_said_beside_the_field_and_keyed_in_again(house, visit):
    visit.allow("403")
    page, dialog = waiting(house, visit)
    field = dialog.get_by_label("Your PIN", exact=True)
    page.keyboard.press("Enter")
    expect(dialog.get_by_role("alert")).to_have_text("Enter your PIN.")
    page.keyboard.type("0000")
    page.keyboard.press("Enter")
    expect(dialog.get_by_role("alert")).to_contain_text("approve is not signed: badge")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_value("")
    expect(field).to_be_focused()
    assert house.floor.rows("proposals")[-1]["status"] == "pending"
    page.keyboard.type(PIN)
    page.keyboard.press("Enter")
    expect(dialog).to_have_count(0)
    expect(page.get_by_text("Approved.")).to_be_visible()


def test_the_dialog_is_for_everybody(house, visit):
    """Nothing serious that axe finds, and nothing that scrolls sideways on a small telephone."""
    page, dialog = waiting(house, visit)
    page.set_viewport_size({"width": 360, "height": 740})
    expect(dialog).to_be_visible()
    page.evaluate(AXE.read_text())
    found = page.evaluate("() => axe.run('dialog', { resultTypes: ['violations'] })")["violations"]
    assert [each["id"] for each in found if each["impact"] in ("serious", "critical")] == []
    assert dialog.evaluate("each => each.scrollWidth <= each.clientWidth")


def test_who_gives_it_up_has_done_nothing(house, visit):
    page, dialog = waiting(house, visit)
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(page.get_by_text("Nothing was done: no PIN was entered.")).to_be_visible()
    assert house.floor.rows("proposals")[-1]["status"] == "pending"
    page.get_by_role("button", name="Approve", exact=True).click()
    sign(page)
    assert house.floor.rows("proposals")[-1]["status"] == "used"


def test_the_pin_is_nowhere_on_the_page_afterwards(house, visit):
    page, _ = waiting(house, visit)
    sign(page)
    expect(page.get_by_text("Approved.")).to_be_visible()
    assert PIN not in page.content()
    assert not re.search(PIN, page.url)
