"""The Game Manager's registers: conditions of the approval letters, and what the house is set to."""

import re

from playwright.sync_api import expect

from pitboss.house.reports.gaming_day import parse_instant
from support.pages import sign

ADMIN_BADGE, EXECUTIVE_BADGE, AUDITOR_BADGE = "1", "3", "6"


def press(page, name):
    page.get_by_role("button", name=name, exact=True).first.click()


def test_a_condition_is_met_by_two_people_and_lapses_by_one(house, visit):
    executive = visit.staff(EXECUTIVE_BADGE, "/manager/register")
    row = executive.get_by_role("row", name=re.compile("T1 the room submits its internal controls"))
    expect(row).to_contain_text("not recorded")
    press(executive, "Record as met: T1, internal-controls")
    dialog = executive.get_by_role("dialog")
    dialog.get_by_label("Evidence", exact=True).fill("approval 4711 of the Commission")
    dialog.get_by_label("Day of the evidence").fill("2026-11-03")
    dialog.get_by_label("Why it is proposed").fill("the letter came")
    press(dialog, "Propose")
    expect(dialog).to_have_count(0)
    admin = visit.staff(ADMIN_BADGE, "/manager/proposals")
    expect(admin.get_by_role("row", name="Evidence approval 4711 of the Commission")).to_be_visible()
    press(admin, "Approve")
    sign(admin)
    expect(admin.get_by_text("Nothing waits for a decision.")).to_be_visible()
    executive.reload()
    expect(row).to_contain_text("approval 4711 of the Commission, Nov 3, 2026")
    expect(row).to_contain_text("proposed by badge 3, approved by badge 1")
    press(executive, "No longer met: T1, internal-controls")
    dialog.get_by_label("Evidence", exact=True).fill("letter 12")
    dialog.get_by_label("Day of the evidence").fill("2026-11-04")
    press(dialog, "No longer met")
    expect(row).to_contain_text("recorded by badge 3")
    expect(executive.get_by_role("cell", name="not met since Nov 4, 2026")).to_be_visible()
    watching = visit.staff(AUDITOR_BADGE, "/manager/register")
    expect(watching.get_by_role("row", name=re.compile("T1 the room submits its internal controls"))).to_be_visible()
    expect(watching.get_by_role("button", name=re.compile("Record as met"))).to_have_count(0)


def test_two_people_set_the_house(house, visit):
    visit.allow("409")
    today = house.floor.room.house.days.day_of(parse_instant(house.floor.rows("journal")[-1]["at"]))
    executive = visit.staff(EXECUTIVE_BADGE, "/manager/checks")
    press(executive, "Propose other settings")
    dialog = executive.get_by_role("dialog")
    dialog.get_by_label("From gaming day").fill(str(today))
    dialog.get_by_label("Min age").fill("21")
    dialog.get_by_label("Tax form from", exact=True).fill("2,000")
    dialog.get_by_label("Why it is proposed").fill("a new law")
    press(dialog, "Propose")
    expect(dialog.get_by_role("alert")).to_contain_text("or a later day")
    dialog.get_by_label("From gaming day").fill(str(today.replace(year=today.year + 1)))
    press(dialog, "Propose")
    expect(dialog).to_have_count(0)
    admin = visit.staff(ADMIN_BADGE, "/manager/proposals")
    expect(admin.get_by_role("row", name=re.compile("Min age")).get_by_role("cell")).to_have_text(["18", "21"])
    press(admin, "Approve")
    sign(admin)
    expect(admin.get_by_text("Nothing waits for a decision.")).to_be_visible()
    executive.reload()
    expect(executive.get_by_role("columnheader", name=re.compile(r"Version 1, .* \(in force\)"))).to_be_visible()
    expect(executive.get_by_role("row", name="Min age 18 21")).to_be_visible()
    expect(executive.get_by_role("row", name="Tax form from $600 $2,000")).to_be_visible()
