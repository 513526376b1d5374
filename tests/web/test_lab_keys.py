"""The lab by keyboard alone: Tab, Enter and the arrows lead everywhere, and one always sees where one is."""

import re
from threading import Thread

import pytest
from playwright.sync_api import expect

from pitboss.house.actor import Actor, Role
from pitboss.jobs.worker import Worker

ADMIN = Actor("1", Role.ADMIN)
PATIENCE_MS = 60_000
"""The first question loads the kernels of the lab."""

MAX_TABS = 150

WHERE = """() => {
    const here = document.activeElement, style = getComputedStyle(here), box = here.getBoundingClientRect();
    const isIn = box.width > 0 && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
    return { tag: here.tagName, ring: style.outlineStyle === "none" ? 0 : parseFloat(style.outlineWidth), isIn };
}"""


class Keys:
    """Somebody without a mouse."""

    def __init__(self, page):
        self.page = page

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)

    def to(self, role, name, by="Tab"):
        """Go on until the focus is there; at each stop it must be seen."""
        wanted = self.page.get_by_role(role, name=name, exact=isinstance(name, str))
        expect(wanted).to_be_attached(timeout=PATIENCE_MS)
        for _ in range(MAX_TABS):
            self.press(by)
            where = self.page.evaluate(WHERE)
            if where["tag"] != "BODY":
                assert where["ring"] >= 2, f"the focus is not seen: {where}"
                assert where["isIn"], f"the focus is outside of the window: {where}"
            if wanted.evaluate("each => each === document.activeElement"):
                return wanted
        raise AssertionError(f"{role} {name} is not reached")

    def open(self, role, name, by="Tab"):
        self.to(role, name, by)
        self.press("Enter")


@pytest.fixture
def worker(house):
    """A worker in this process, one job at a time."""
    worker = Worker(house.context.jobs, "test", processes=1)
    thread = Thread(target=worker.run, daemon=True)
    thread.start()
    yield worker
    worker.stop()
    thread.join(PATIENCE_MS / 1000)


def test_a_sheet_advice_and_a_design_by_keyboard_alone(house, visit, worker):
    page = visit.staff("4", "/lab/jobs")
    keys = Keys(page)
    # A sheet is asked for, and read.
    keys.to("combobox", "Paytable or game")
    page.keyboard.type("TCPP-1")
    keys.open("button", "Ask")
    keys.open("link", "Open: Par sheet: TCPP-1")
    expect(page.get_by_role("heading", name=re.compile("TCPP-1"))).to_have_count(2, timeout=PATIENCE_MS)
    keys.to("region", "Progressive 1: outcomes")
    # Advice: the arrows go from card to card.
    keys.open("link", "Hand adviser", by="Shift+Tab")
    keys.to("button", "Take the ace of spades")
    keys.press("ArrowRight", "ArrowRight", "Enter")
    keys.press("ArrowDown", "ArrowDown", *["ArrowRight"] * 6, "Enter")
    keys.press("ArrowUp", "ArrowRight", "ArrowRight", "Enter")
    expect(page.get_by_role("heading", name="Best: play")).to_be_visible(timeout=PATIENCE_MS)
    keys.open("button", "Remove the four of hearts", by="Shift+Tab")
    expect(page.get_by_role("button", name="Your cards: three")).to_be_focused()
    # A design is edited, and what was found for it is taken.
    keys.open("link", "Designer", by="Shift+Tab")
    keys.to("spinbutton", "Flush, to 1")
    page.keyboard.type("15")
    edge = page.get_by_role("row", name=re.compile("House edge"))
    expect(edge).to_contain_text("15.2790%", timeout=PATIENCE_MS)
    keys.to("combobox", "Solve for")
    page.keyboard.type("Flush")
    keys.press("ArrowDown")  # Straight, where "Straight flush" begins alike
    keys.to("spinbutton", "Wanted house edge, %")
    page.keyboard.type("8")
    keys.open("button", re.compile("^Take 14 to 1"))
    expect(page.get_by_role("spinbutton", name="Straight, to 1", exact=True)).to_be_focused()
    expect(edge).to_contain_text("8.1740%", timeout=PATIENCE_MS)
    keys.open("button", "Undo all changes")
    expect(page.get_by_role("spinbutton", name="Flush, to 1", exact=True)).to_have_value("20")


AGREES = {
    "designator": "TCP-6B1", "wager": "six-card-bonus", "figure": "hit-frequency", "printed": "7.28%",
    "exact": {"fraction": "1/14", "text": "7.279822%"}, "verdict": "agrees", "why": "",
}  # fmt: skip


def test_the_list_the_verdicts_and_the_chart_by_keyboard_alone(house, visit):
    desk = house.context.jobs
    job_id = desk.ask("verify", {}, by=ADMIN, command_id="c1").job_id
    desk.claim("test")
    desk.finish(job_id, "test", {"verdicts": [AGREES]})
    page = visit.staff("4", "/lab/verify")
    keys = Keys(page)
    keys.open("button", "agrees (1)")
    expect(page.get_by_role("button", name="agrees (1)")).to_have_attribute("aria-pressed", "true")
    assert page.evaluate(WHERE)["ring"] >= 3, "what is pressed hides the focus"
    keys.to("link", "TCP-6B1")
    # A link into the list and back: the focus stays in the page.
    keys.open("link", "Paytables", by="Shift+Tab")
    keys.open("link", "Par sheet of TCP-02")
    expect(page.get_by_text("The lab is working on it")).to_be_visible()
    keys.open("link", "All paytables")
    expect(page.get_by_role("row", name=re.compile("TCP-02"))).to_contain_text("queued")
    keys.open("link", "Strategy")
    keys.open("button", "2 decks")
    expect(page).to_have_url(re.compile("decks=2"))
    expect(page.get_by_role("button", name="2 decks")).to_be_focused()
