"""Pages for everybody: nothing serious that axe finds, and no page that scrolls sideways on a small telephone."""

from pathlib import Path

import pytest

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
SERIOUS = ("serious", "critical")
SMALL = {"width": 360, "height": 740}
WIDE = {"width": 1440, "height": 900}

ADDRESSES = {
    "nobody": [
        "/",
        "/log-in",
        "/none",
        "/tables/T1",
        "/display/M1",
        "/lab",
        *(f"/rules/T{number}" for number in range(1, 5)),
    ],
    "ann": [*(f"/tables/T{number}" for number in range(1, 5)), "/lab/advise", "/lab/design"],
    "7": ["/deal/T1", "/deal/T2", "/deal/T3", "/deal/T4", "/deal/T5", "/deal/T6"],
    "4": ["/floor", "/floor/staff", "/profile"],
    "3": [
        "/floor",
        "/manager",
        "/manager/meters/M1",
        "/manager/proposals",
        "/manager/reports",
        "/manager/audit",
        "/lab/jobs",
    ],
}
"""What is looked at, and by whom: a player, or staff by badge."""


DRAWN = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""The page knows its new size, and has been drawn in it."""

ENDING = """() => Promise.allSettled(document.getAnimations()
    .filter(each => each.effect.getComputedTiming().endTime < 60_000)
    .map(each => each.finished))"""
"""Whatever moves and comes to an end has come to it. The slow drift of a display never does."""


def window_of(glance, house, who):
    """A window of theirs, in which they go from page to page."""
    if who == "nobody":
        return glance("/")
    if who.isdecimal():
        return glance.staff(who, "/")
    house.floor.player(who, 100)
    return glance.player(who, "/")


def findings(page):
    """What axe finds that is serious, and whether it scrolls sideways, in words."""
    found = page.evaluate("() => axe.run(document, { resultTypes: ['violations'] })")["violations"]
    words = [
        f"{each['id']}: {each['help']}: {[node['target'] for node in each['nodes']][:3]}"
        for each in found
        if each["impact"] in SERIOUS
    ]
    is_too_wide = page.evaluate("() => document.scrollingElement.scrollWidth > innerWidth")
    return [*words, "it scrolls sideways"] if is_too_wide else words


def settled(page):
    """The page is there, and nothing moves any more."""
    page.wait_for_load_state("networkidle")
    page.wait_for_function("() => document.querySelector('h1') !== null")
    page.evaluate(ENDING)
    return page


@pytest.mark.parametrize("who", ADDRESSES)
def test_nobody_is_shut_out(quiet_house, glance, who):
    glance.allow("404|403")
    window, axe, found = window_of(glance, quiet_house, who), AXE.read_text(), {}
    for address in ADDRESSES[who]:
        # Once loaded, a page must do in every window and in all surroundings: it is not loaded anew for each.
        window.set_viewport_size(WIDE)
        window.emulate_media(color_scheme="light")
        window.goto(address)
        settled(window).evaluate(axe)
        found[address, "wide, light"] = findings(window)
        window.set_viewport_size(SMALL)
        window.emulate_media(color_scheme="dark")
        window.evaluate(DRAWN)
        window.evaluate(ENDING)
        found[address, "small, dark"] = findings(window)
    assert not {where: what for where, what in found.items() if what}
