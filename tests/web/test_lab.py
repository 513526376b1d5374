"""The lab: paytables and their par sheets, the adviser, the designer, and jobs with a worker at them."""

import re
from contextlib import contextmanager
from threading import Thread

import pytest
from playwright.sync_api import expect

from pitboss.house.actor import Actor, Role
from pitboss.jobs.worker import Worker

ADMIN = Actor("1", Role.ADMIN)
PATIENCE_MS = 60_000
"""The first question loads the kernels of the lab."""


@contextmanager
def worker_of(house):
    """A worker in this process, one job at a time."""
    worker = Worker(house.context.jobs, "test", processes=1)
    thread = Thread(target=worker.run, daemon=True)
    thread.start()
    yield
    worker.stop()
    thread.join(PATIENCE_MS / 1000)


def ask(house, kind, **inputs):
    return house.context.jobs.ask(kind, inputs, by=ADMIN, command_id=f"{kind} {inputs}")


def worked_out(house, kind, **inputs):
    """A job that is done."""
    job = ask(house, kind, **inputs)
    if job.status.is_open:  # it is not, where a test is tried again
        assert Worker(house.context.jobs, "test", processes=1).work_on_one()
    return job.job_id


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
    expect(page.get_by_role("row", name=re.compile("TCP-02"))).to_contain_text("not computed yet")
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
    expect(page.get_by_role("alert")).to_contain_text("the lab has not computed this yet")


def test_the_adviser_knows_the_hand_that_is_just_played(lab_house, glance):
    page = glance("/lab/advise")
    page.get_by_role("button", name="Enter as a guest").click()
    for card in ("queen of spades", "six of diamonds"):
        page.get_by_role("button", name=f"Take the {card}").click()
    page.get_by_role("button", name="Take the six of diamonds").click(force=True)
    expect(page.get_by_text("This card is already dealt.")).to_be_visible()
    page.get_by_role("button", name="Take the four of hearts").click()
    expect(page.get_by_role("heading", name="Best: play")).to_be_visible(timeout=PATIENCE_MS)
    page.get_by_role("button", name="Remove the four of hearts").click()
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
    page.get_by_role("button", name="Undo all changes").click()
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
    expect(job).to_contain_text("queued")
    with worker_of(house):
        expect(job).to_contain_text("done", timeout=PATIENCE_MS)
    job.get_by_role("link").click()
    expect(page.get_by_role("heading", name=re.compile("TCPP-1 Three Card"))).to_be_visible()


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
    expect(page.get_by_role("status").first).to_contain_text("The lab is working on it")
    with worker_of(house):
        expect(page.get_by_role("heading", name=re.compile("1 deck"))).to_be_visible(timeout=PATIENCE_MS)
    expect(page.get_by_role("table", name="Hard totals")).to_be_visible()


# ---- what came of a job


def opened(visit, job_id):
    page = visit.staff("6", "/lab/jobs")
    page.locator(f"a[href$='{job_id}']").click()
    return page


def test_the_meter_of_a_progressive_is_read_from_its_job(lab_house, glance):
    page = opened(glance, worked_out(lab_house, "progressive", designator="TCPP-1", others=3))
    expect(page.get_by_role("heading", name="Meter of a progressive: TCPP-1, 3 other players on envy")).to_be_visible()
    # It is $9,030.00 with six, as the par sheet says.
    expect(page.get_by_role("region", name="TCPP-1", exact=True)).to_contain_text("$9,555.00")
    expect(
        page.get_by_role("img", name=re.compile("what the house keeps, by the meter")).locator("svg")
    ).to_be_visible()


def test_an_edited_paytable_is_read_from_its_job(lab_house, glance):
    text = 'base = "TCP-6B1"\nwagers.six-card-bonus.pays.flush = "15 to 1"'
    page = opened(glance, worked_out(lab_house, "design", text=text))
    expect(page.get_by_role("heading", name="Edited paytable: TCP-6B1")).to_be_visible()
    changed = page.get_by_role("region", name="What is changed").get_by_role("row", name=re.compile("flush"))
    expect(changed).to_contain_text("20 to 1")
    expect(changed).to_contain_text("15 to 1")
    expect(page.get_by_role("row", name=re.compile("House edge"))).to_contain_text("15.2790%")


def test_a_par_sheet_of_another_shoe_is_read_from_its_job(lab_house, glance):
    page = opened(glance, worked_out(lab_house, "par", designator="PUSH22-11", decks=2))
    expect(page.get_by_role("heading", name="Par sheet: PUSH22-11, 2 decks")).to_be_visible()
    expect(page.get_by_role("region", name="Push 22 11 to 1: outcomes")).to_be_visible()


VERDICTS = [
    {"designator": "TCP-6B1", "wager": "six-card-bonus", "figure": "hit-frequency", "printed": "7.2798%",
     "exact": {"fraction": "1/14", "text": "7.279800%"}, "verdict": "agrees", "why": ""},
    {"designator": "DDP-1", "wager": "bonus", "figure": "house-edge", "printed": "3.37%",
     "exact": None, "verdict": "cannot be derived", "why": "nobody knows"},
]  # fmt: skip


def test_the_printed_figures_are_read_and_sifted_in_their_job(lab_house, glance):
    desk, job = lab_house.context.jobs, ask(lab_house, "verify")
    assert desk.claim("test").job_id == job.job_id
    assert desk.finish(job.job_id, "test", {"verdicts": VERDICTS})
    page = opened(glance, job.job_id)
    page.get_by_role("button", name="cannot be derived (1)").click()
    expect(page.get_by_text("1 of 2 figures")).to_be_visible()
    expect(page.get_by_role("row", name=re.compile("DDP-1"))).to_contain_text("nobody knows")
    expect(page.get_by_role("row", name=re.compile("TCP-6B1"))).to_have_count(0)
    expect(page).to_have_url(re.compile(job.job_id))


def test_a_job_that_failed_says_why(lab_house, glance):
    desk, job = lab_house.context.jobs, ask(lab_house, "strategy", decks=7)
    assert desk.claim("test").job_id == job.job_id
    assert desk.fail(job.job_id, "test", "7 decks are too many today")
    page = opened(glance, job.job_id)
    expect(page.get_by_role("region", name="Strategy chart: 7 decks")).to_contain_text("7 decks are too many today")


def test_an_open_job_turns_into_its_result(house, visit):
    job = ask(house, "par", designator="TCPP-1")
    page = visit.staff("4", f"/lab/jobs/{job.job_id}")
    expect(page.get_by_role("region", name="Par sheet: TCPP-1")).to_contain_text("queued")
    with worker_of(house):
        expect(page.get_by_role("region", name="Progressive 1: outcomes")).to_be_visible(timeout=PATIENCE_MS)
    expect(page.get_by_role("region", name="Par sheet: TCPP-1")).to_contain_text("done")


def test_a_job_that_is_not_there_says_so(house, visit):
    visit.allow("404")
    expect(visit.staff("4", "/lab/jobs/nine").get_by_role("alert")).to_contain_text("there is no job 'nine'")
    expect(visit("/lab/jobs/nine").get_by_text("This page is for:")).to_be_visible()


def test_a_long_design_is_asked_for_as_a_job(house, visit):
    page = visit.staff("4", "/lab/design?base=DDP-1")
    page.get_by_label("Flush, to 1", exact=True).fill("5")
    page.get_by_role("button", name="Ask for it as a job").click()
    expect(page.get_by_role("region", name="Edited paytable: DDP-1")).to_contain_text("queued")


def test_jobs_are_told_and_not_asked_for(house, visit):
    page = visit.staff("4", "/lab/jobs")
    looks = []
    page.on("request", lambda request: looks.append(request.url) if "/api/lab/jobs" in request.url else None)
    for designator in ("TCP-01", "TCP-02"):
        ask(house, "par", designator=designator)
        expect(page.get_by_role("listitem").filter(has_text=f"Par sheet: {designator}")).to_contain_text("queued")
    assert not looks
