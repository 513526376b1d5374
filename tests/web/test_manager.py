"""The Game Manager: what two people change, the books, the audit, and the passes of devices."""

import json
import re

import pytest
from playwright.sync_api import expect

from pitboss.house.tables.commands import CloseTable, Fill, HandOver
from pitboss.progressive import usual_parameters
from support.floor import SUPERVISOR
from support.pages import Held, sign

ADMIN_BADGE, EXECUTIVE_BADGE, ACCOUNTING_BADGE, SURVEILLANCE_BADGE = "1", "3", "5", "6"


def press(page, name):
    page.get_by_role("button", name=name, exact=True).first.click()


@pytest.fixture
def link_at_rest(house):
    """No table of meter M1 is open, so that its parameters may change."""
    for table_id in ("T1", "T5"):
        house.floor.at(table_id, CloseTable(500_000), SUPERVISOR)
    return house.floor


def test_two_people_change_a_parameter(link_at_rest, visit):
    executive = visit.staff(EXECUTIVE_BADGE, "/manager/meters/M1")
    press(executive, "Propose other parameters")
    dialog = executive.get_by_role("dialog")
    dialog.get_by_label("Share of each wager to the meter").fill("twenty")
    dialog.get_by_label("Why it is proposed").fill("a faster meter")
    press(dialog, "Propose")
    expect(dialog.get_by_role("alert")).to_contain_text("a share is a percentage such as 14%")
    dialog.get_by_label("Share of each wager to the meter").fill("20%")
    dialog.get_by_label("Posted maximum").fill("50,000")
    press(dialog, "Propose")
    expect(dialog).to_have_count(0)
    executive.get_by_role("link", name="Proposals").click()
    expect(executive.get_by_role("button", name="Approve")).to_have_attribute(
        "title", "Another person decides what you propose."
    )
    admin = visit.staff(ADMIN_BADGE, "/manager/proposals")
    row = admin.get_by_role("row", name=re.compile("Share of each wager to the meter"))
    expect(row.get_by_role("cell")).to_have_text(["14%", "20%"])
    expect(admin.get_by_text("11 settings stay as they are")).to_be_visible()
    press(admin, "Approve")
    sign(admin)
    expect(admin.get_by_text("Nothing waits for a decision.")).to_be_visible()
    executive.goto("/manager/meters/M1")
    expect(executive.get_by_role("row", name="Posted maximum $50,000")).to_be_visible()
    assert link_at_rest.rows("meters")[0]["meter_id"] == "M1"


def test_an_adjustment_is_approved_by_somebody_else(house, visit):
    accounting = visit.staff(ACCOUNTING_BADGE, "/manager/meters/M1")
    press(accounting, "Propose an adjustment")
    dialog = accounting.get_by_role("dialog")
    dialog.get_by_label("By how much").fill("12.50")
    dialog.get_by_label("Reason").select_option("display corrected")
    dialog.get_by_label("Note for the record").fill("read by two people")
    dialog.get_by_label("Why it is proposed").fill("the display was behind")
    press(dialog, "Propose")
    expect(dialog).to_have_count(0)
    executive = visit.staff(EXECUTIVE_BADGE, "/manager/proposals")
    expect(executive.get_by_role("row", name="Amount $12.50")).to_be_visible()
    press(executive, "Approve")
    sign(executive)
    expect(accounting.locator("[data-cents='101250']")).to_be_visible()
    assert house.floor.meter_now("M1").shown_cents == 101_250


def test_funds_that_are_not_displayed_leave_the_pot_that_is_chosen(house, visit):
    visit.allow("409")
    accounting = visit.staff(ACCOUNTING_BADGE, "/manager/meters/M1")
    press(accounting, "Propose an adjustment")
    dialog = accounting.get_by_role("dialog")
    dialog.get_by_label("By how much").fill("-1")
    dialog.get_by_label("Note for the record").fill("the fund is closed")
    dialog.get_by_label("Why it is proposed").fill("the fund is closed")
    for reason, refusal in (
        ("not displayed/reserve", "$1 cannot be moved: $0 is reserve"),
        ("not displayed/overflow", "$1 cannot be moved: $0 is overflow"),
        ("over maximum", "$1 cannot be moved: $0 is shown above the maximum"),
    ):
        dialog.get_by_label("Reason").select_option(reason)
        press(dialog, "Propose")
        expect(dialog.get_by_role("alert")).to_contain_text(refusal)


def test_a_count_is_corrected_by_two_people(link_at_rest, visit):
    visit.allow("409")
    accounting = visit.staff(ACCOUNTING_BADGE, "/manager/proposals")
    accounting.get_by_text("Propose", exact=True).click()
    # A win is backed out where it is shown, and not from this list.
    expect(accounting.get_by_role("button", name="A booked win that was none")).to_have_count(0)
    press(accounting, "A correction of a count")
    dialog = accounting.get_by_role("dialog")
    dialog.get_by_label("Table").fill("T1")
    dialog.get_by_label("What was counted").select_option("The tray")
    dialog.get_by_label("Amount").fill("-5,000.01")
    dialog.get_by_label("Why it is proposed").fill("a rack was counted twice")
    press(dialog, "Propose")
    expect(dialog.get_by_role("alert")).to_contain_text("the tray of table T1 had $5,000 at its last count")
    dialog.get_by_label("Amount").fill("-100")
    press(dialog, "Propose")
    expect(dialog).to_have_count(0)
    executive = visit.staff(EXECUTIVE_BADGE, "/manager/proposals")
    expect(executive.get_by_role("row", name="What was counted tray")).to_be_visible()
    press(executive, "Approve")
    sign(executive)
    expect(executive.get_by_text("Nothing waits for a decision.")).to_be_visible()
    assert link_at_rest.balances()["house:variance:T1:tray"] == 10_000_000


def test_a_table_is_linked_anew_by_two_people(link_at_rest, visit):
    executive, admin = (
        visit.staff(EXECUTIVE_BADGE, "/manager/proposals"),
        visit.staff(ADMIN_BADGE, "/manager/proposals"),
    )
    executive.get_by_text("Propose", exact=True).click()
    press(executive, "Another setting of a table")
    press(executive.get_by_role("dialog"), "Next")
    dialog = executive.get_by_role("dialog", name="Propose settings of table T1")
    dialog.get_by_label("Equipment").fill("i-Deal v3.8.024\nGame Manager v6.6 Build 520")
    dialog.get_by_label("Why it is proposed").fill("the register")
    press(dialog, "Propose")
    expect(dialog).to_have_count(0)
    admin.reload()
    expect(admin.get_by_text("i-Deal v3.8.024, Game Manager v6.6 Build 520")).to_be_visible()
    press(admin, "Approve")
    sign(admin)
    press(admin, "Apply at the table")
    expect(admin.get_by_text("Nothing waits for a decision.")).to_be_visible()
    admin.get_by_role("link", name="Register").click()
    expect(admin.get_by_role("cell", name="6.6 Build 520", exact=True)).to_be_visible()


def proposing_settings(page):
    """The form for other settings of table T1."""
    page.get_by_text("Propose", exact=True).click()
    press(page, "Another setting of a table")
    press(page.get_by_role("dialog"), "Next")
    return page.get_by_role("dialog", name="Propose settings of table T1")


def test_the_rules_of_a_table_are_proposed_by_a_form_and_the_house_judges(link_at_rest, visit):
    visit.allow("409")
    executive, admin = (visit.staff(badge, "/manager/proposals") for badge in (EXECUTIVE_BADGE, ADMIN_BADGE))
    dialog = proposing_settings(executive)
    dialog.get_by_label("6 Card Bonus", exact=True).select_option("not offered")
    dialog.get_by_label("The Ante is mandatory").check()
    press(dialog, "Earlier: Ante")
    ante = dialog.get_by_role("group", name="Limits: Ante")
    ante.get_by_label("min").fill("10")
    ante.get_by_label("max").fill("5")
    dialog.get_by_label("Why it is proposed").fill("quieter mornings")
    press(dialog, "Propose")
    expect(dialog.get_by_role("alert")).to_have_text("the minimum $10 is above the maximum $5")
    ante.get_by_label("max").fill("200")
    press(dialog, "Propose")
    expect(dialog).to_have_count(0)
    admin.reload()
    for setting, cells in {
        "6 Card Bonus": ["TCP-6B1", "none"],
        "The Ante is mandatory": ["no", "yes"],
        "Ante: max": ["as usual", "$200"],
        "Order of settling": [re.compile("^Play, Ante Bonus, Ante"), re.compile("^Play, Ante, Ante Bonus")],
    }.items():
        row = admin.get_by_role("row", name=re.compile(f"^{setting}"))
        expect(row.get_by_role("cell")).to_have_text(cells)
    press(admin, "Approve")
    sign(admin)
    press(admin, "Apply at the table")
    expect(admin.get_by_text("Nothing waits for a decision.")).to_be_visible()
    rules = link_at_rest.room.table("T1").settings.rules
    assert (rules.limit("ante").maximum_cents, rules.six_card_bonus, rules.ante_is_mandatory) == (20_000, None, True)
    assert set(rules.limits) == {"ante"}, "what nobody sets stays the usual"


def test_a_new_progressive_begins_with_what_its_paytable_was_approved_with(house, visit):
    executive = visit.staff(EXECUTIVE_BADGE, "/manager")
    press(executive, "Propose a progressive")
    dialog = executive.get_by_role("dialog")
    dialog.get_by_label("Name of the progressive").fill("M9")
    dialog.get_by_label("Paytable").select_option("FSLPP-01")
    press(dialog, "Next")
    dialog = executive.get_by_role("dialog", name="Propose parameters of M9")
    expect(dialog.get_by_label("Share of each wager to the meter")).to_have_value("21%")
    dialog.get_by_label("Why it is proposed").fill("a second one")
    press(dialog, "Propose")
    expect(dialog).to_have_count(0)
    (proposal,) = [row for row in house.floor.rows("proposals") if row["subject"] == "M9"]
    content = json.loads(proposal["content"])
    assert content["parameters"] == usual_parameters("FSLPP-01").as_json() | {"rate": "21/100", "reserve_rate": "0/100"}


def test_a_report_shows_the_figures_of_the_house(house, visit):
    house.floor.player("ann", 500)
    house.floor.at("T1", HandOver("7"), SUPERVISOR)
    house.floor.sit("T1", 3, "ann")
    house.floor.play("T1", wagers={3: {"ante": 500, "pair-plus": 500}}, hands={3: "Ks Kd 4h"}, dealer="Qs Jd 2h")
    page = visit.staff(ACCOUNTING_BADGE, "/manager/reports")
    told = page.request.get("/api/reports/master-game").json()["tables"][0]
    assert (told["table_id"], told["drop_cents"], told["win_cents"]) == ("T1", 10_000, -1_500)
    row = page.get_by_role("row", name=re.compile("^T1 "))
    expect(row.get_by_role("cell", name="-$15", exact=True)).to_be_visible()
    expect(row.get_by_role("cell", name="$100", exact=True)).to_be_visible()
    for name in ("Trial balance", "Deposits", "Progressives", "Reconciliation"):
        page.get_by_role("navigation", name="Reports").get_by_role("link", name=name).click()
        expect(page.get_by_role("heading", level=2)).to_contain_text(re.compile(name[:5], re.IGNORECASE))
    csv = page.request.get(page.get_by_role("link", name="CSV").get_attribute("href"))
    assert csv.text().startswith('"Reconciliation')


def test_a_reading_that_is_off_by_more_than_fifty_dollars_is_an_alarm(visit):
    page = visit.staff(ACCOUNTING_BADGE, "/manager/readings")
    press(page, "Reading of M1")
    page.get_by_role("dialog").get_by_label("The display shows").fill("900")
    press(page.get_by_role("dialog"), "Record")
    expect(page.get_by_text("meter M1 showed $900")).to_be_visible()
    page.goto("/floor/incidents")
    expect(page.get_by_text("a variance of $100, over $50")).to_be_visible()


def test_the_chart_is_drawn_and_the_sum_of_the_pots_holds(visit):
    page = visit.staff(EXECUTIVE_BADGE, "/manager/meters/M2")
    expect(page.get_by_role("img", name=re.compile("The amount shown by M2")).locator("path").first).to_be_attached()
    expect(page.get_by_text("In balance.")).to_be_visible()


def test_the_audit_finds_exports_and_verifies(house, visit):
    page = visit.staff(SURVEILLANCE_BADGE, "/manager/audit")
    press(page, "Verify the chains")
    expect(page.get_by_text("In balance, audit chain intact.")).to_be_visible()
    expect(page.get_by_text(f"{len(house.floor.rows('journal'))} records and")).to_be_visible()
    expect(page.get_by_role("row", name=re.compile("^table:T6 "))).to_be_visible()
    page.get_by_label("Kind").fill("open-table")
    press(page, "Search")
    expect(page.get_by_text("6 records")).to_be_visible()
    exported = page.request.get(page.get_by_role("link", name="Export JSON").get_attribute("href")).json()
    assert {record["kind"] for record in exported} == {"open-table"}
    assert len(exported) == len(house.floor.rows("tables"))


def test_a_search_goes_on_where_a_page_of_it_ends(house, visit):
    for _ in range(205):
        house.floor.at("T3", Fill(100), SUPERVISOR)
    page = visit.staff(SURVEILLANCE_BADGE, "/manager/audit")
    page.get_by_label("Kind").fill("fill")
    press(page, "Search")
    expect(page.get_by_text("The first 200 records")).to_be_visible()
    press(page, "More records")
    expect(page.get_by_text("205 records", exact=True)).to_be_visible()
    expect(page.get_by_role("row", name=re.compile("^table:T3 "))).to_have_count(205)
    expect(page.get_by_role("button", name="More records")).to_have_count(0)


def test_a_pass_is_shown_once_and_opens_a_display(visit):
    visit.allow("401|403|WebSocket")  # the display may ask again with the pass that was revoked
    admin = visit.staff(ADMIN_BADGE, "/manager/devices")
    press(admin, "Issue a pass")
    admin.get_by_role("dialog").get_by_label("Name").fill("pit-1")
    press(admin.get_by_role("dialog"), "Issue a pass")
    address = admin.get_by_role("dialog").locator("code").nth(1).inner_text()
    assert "/display/M1#pass=" in address
    press(admin, "Close")
    # Closed, it is nobody's dialog any more; a moment later it is gone from the page with what it showed.
    expect(admin.locator("dialog")).to_have_count(0)
    expect(admin.get_by_role("cell", name="pit-1", exact=True)).to_be_visible()
    assert address.partition("=")[2] not in admin.content()
    display = visit(address)
    expect(display.get_by_text(re.compile("1,000")).first).to_be_visible()
    press(admin, "Revoke: pit-1")
    press(admin.get_by_role("dialog"), "Revoke")
    expect(admin.get_by_text("No device has a pass.")).to_be_visible()


def test_a_pass_is_asked_for_when_there_are_tables_to_choose_from(visit):
    admin = visit.staff(ADMIN_BADGE, "/manager/devices")
    expect(admin.get_by_text("No device has a pass.")).to_be_visible()
    held = Held(admin, "**/api/tables")
    with admin.expect_request("**/api/tables"):
        press(admin, "Issue a pass")
    expect(admin.get_by_role("dialog")).to_have_count(0)
    held.let_go()
    expect(admin.get_by_role("dialog").get_by_label("Table")).to_have_value("T1")


def test_a_page_that_is_for_others_says_so(visit):
    admin = visit.staff(ADMIN_BADGE, "/manager/reports")
    expect(admin.get_by_text("This page is for: accounting, auditor, executive, surveillance.")).to_be_visible()
    expect(admin.get_by_role("navigation", name="Pages of the Game Manager")).not_to_contain_text("Reports")


def test_a_gaming_day_is_closed_only_when_it_is_over(house, visit):
    accounting = visit.staff(ACCOUNTING_BADGE, "/manager/days")
    expect(accounting.get_by_role("heading", name="Gaming days")).to_be_visible()
    expect(accounting.get_by_text("The gaming day is not over.")).to_be_visible()
    expect(accounting.get_by_role("button", name=re.compile("^Close 20"))).to_have_count(0)
    expect(accounting.get_by_text("No gaming day is closed yet.")).to_be_visible()
