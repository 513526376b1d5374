"""The lab: paytables and their par sheets, the adviser, the designer, and jobs with a worker at them."""

import re
from contextlib import contextmanager
from threading import Thread

import pytest
from playwright.sync_api import expect

from pitboss.house.actor import Actor, Role
from pitboss.house.worker import Worker

ADMIN = Actor("1", Role.ADMIN)
PATIENCE_MS = 60_000
"""The first question loads the kernels of the lab."""


@contextmanager
def worker_of(house):
    """A worker in this process, one job at a time."""
    worker = Worker(house.hall.jobs, "test", processes=1)
    thread = Thread(target=worker.run, daemon=True)
    thread.start()
    yield
    worker.stop()
    thread.join(PATIENCE_MS / 1000)


def ask(house, kind, **inputs):
    return house.hall.jobs.ask(kind, inputs, by=ADMIN, command_id=f"{kind} {inputs}")


def worked_out(house, kind, **inputs):
    """A job that is done."""
    ask(house, kind, **inputs)
    assert Worker(house.hall.jobs, "test", processes=1).work_on_one()


@pytest.fixture(scope="module")
def lab_house(quiet_house):
    """The quiet room, where the par sheet of TCPP-1 is worked out."""
    worked_out(quiet_house, "par", designator="TCPP-1")
    return quiet_house


def test_the_list_leads_to_a_par_sheet(lab_house, glance):
    glance.allow("404")  # no verdicts are worked out here
    page = glance("/")
    page.get_by_role("link", name="Lab").click()
    row = page.get_by_role("row", name=re.compile("TCPP-1"))
    expect(row).to_contain_text("22.3348%")
    expect(row).to_contain_text("22.33%")
    expect(page.get_by_role("row", name=re.compile("TCP-02"))).to_contain_text("not worked out yet")
    page.get_by_role("link", name="Par sheet of TCPP-1").click()
    expect(page.get_by_role("heading", name=re.compile("TCPP-1"))).to_be_visible()
    outcomes = page.get_by_role("region", name="Progressive 1: outcomes")
    expect(outcomes.get_by_role("row", name=re.compile("A-K-Q of spades"))).to_contain_text("22,100")
    expect(page.get_by_text("$9,030.00")).to_be_visible()
    expect(
        page.get_by_role("img", name="Progressive 1: what the house keeps, by the meter").locator("svg")
    ).to_be_visible()


def test_what_nobody_has_asked_for_says_so(lab_house, glance):
    glance.allow("404")
    page = glance("/lab/par/TCP-02")
    expect(page.get_by_role("alert")).to_contain_text("nobody has asked the lab for this yet")


def test_the_adviser_knows_the_hand_that_is_just_played(lab_house, glance):
    page = glance("/lab/advise")
    page.get_by_role("button", name="Come in as a guest").click()
    for card in ("queen of spades", "six of diamonds"):
        page.get_by_role("button", name=f"Take the {card}").click()
    page.get_by_role("button", name="Take the six of diamonds").click(force=True)
    expect(page.get_by_text("This card is dealt already.")).to_be_visible()
    page.get_by_role("button", name="Take the four of hearts").click()
    expect(page.get_by_role("heading", name="Best: play")).to_be_visible(timeout=PATIENCE_MS)
    page.get_by_role("button", name="Give back the four of hearts").click()
    page.get_by_role("button", name="Take the three of hearts").click()
    expect(page.get_by_role("heading", name="Best: fold")).to_be_visible(timeout=PATIENCE_MS)


def test_the_adviser_wants_the_dealers_card(lab_house, glance):
    page = glance.player("ann", "/lab/advise")
    page.get_by_role("button", name="Power Blackjack").click()
    page.get_by_label("Or type them").fill("10s 6d")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Choose the dealer’s card first.")).to_be_visible()
    page.get_by_role("button", name="Take the nine of hearts").click()
    expect(page.get_by_role("heading", name="Best: power split")).to_be_visible(timeout=PATIENCE_MS)


def test_the_designer_changes_an_edge_and_solves_for_one(lab_house, glance):
    page = glance.player("ann", "/lab/design?base=TCP-6B1")
    edge = page.get_by_role("row", name=re.compile("House edge"))
    expect(edge).to_contain_text("10.2248%", timeout=PATIENCE_MS)
    page.get_by_label("Flush, to 1", exact=True).fill("15")
    expect(edge).to_contain_text("15.2790%")
    expect(edge).to_contain_text("+5.0542")
    page.get_by_label("Solve for").select_option(label="Straight")
    page.get_by_label("Wanted house edge").fill("8")
    page.get_by_role("button", name="Take 14 to 1").click()
    expect(page.get_by_label("Straight, to 1", exact=True)).to_have_value("14")
    expect(edge).to_contain_text("8.1740%")
    page.get_by_role("button", name="As it was").click()
    expect(page.get_by_label("Flush, to 1", exact=True)).to_have_value("20")


def test_a_design_that_no_paytable_can_say_is_refused_in_a_sentence(lab_house, glance):
    glance.allow("422|409")
    page = glance.player("ann", "/lab/design?base=TCPP-1")
    page.get_by_role("spinbutton", name="To the meter").fill("120")
    expect(page.get_by_role("alert")).to_contain_text("less than 100%", timeout=PATIENCE_MS)


def test_a_job_goes_from_waiting_to_done(house, visit):
    page = visit.staff("4", "/lab/jobs")
    page.get_by_label("Paytable or game").select_option("TCPP-1")
    page.get_by_role("button", name="Ask", exact=True).click()
    job = page.get_by_role("listitem").filter(has_text="Par sheet: TCPP-1")
    expect(job).to_contain_text("waits")
    with worker_of(house):
        expect(job).to_contain_text("done", timeout=PATIENCE_MS)
    job.get_by_role("link").click()
    expect(page.get_by_role("heading", name=re.compile("TCPP-1"))).to_be_visible()


def test_a_job_is_cancelled_by_who_may(house, visit):
    ask(house, "verify")
    watching = visit.staff("6", "/lab/jobs")
    expect(watching.get_by_text("Asking is for:")).to_be_visible()
    expect(watching.get_by_role("button", name=re.compile("Cancel"))).to_have_count(0)
    page = visit.staff("4", "/lab/jobs")
    page.get_by_role("button", name="Cancel: Every printed figure").click()
    expect(page.get_by_role("listitem")).to_contain_text("cancelled by supervisor:4")
    expect(watching.get_by_role("listitem")).to_contain_text("cancelled", timeout=PATIENCE_MS)


def test_a_sheet_that_is_asked_for_shows_when_it_is_there(house, visit):
    page = visit.staff("4", "/lab/strategy?decks=1")
    expect(page.get_by_role("status").first).to_contain_text("The lab is at work on it")
    with worker_of(house):
        expect(page.get_by_role("heading", name=re.compile("1 deck"))).to_be_visible(timeout=PATIENCE_MS)
    expect(page.get_by_role("table", name="Hard totals")).to_be_visible()
