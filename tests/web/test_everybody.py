"""Pages for everybody: nothing serious that axe finds, and no page that scrolls sideways on a small telephone."""

from pathlib import Path

import pytest

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
SERIOUS = ("serious", "critical")
SMALL = {"width": 360, "height": 740}
WIDE = {"width": 1440, "height": 900}

ADDRESSES = {
    "nobody": ["/", "/log-in", "/none", "/tables/T1", "/display/M1", *(f"/rules/T{number}" for number in range(1, 5))],
    "ann": [f"/tables/T{number}" for number in range(1, 5)],
    "7": ["/deal/T1", "/deal/T2", "/deal/T3", "/deal/T4", "/deal/T5", "/deal/T6"],
    "4": ["/floor"],
    "3": ["/floor", "/manager", "/manager/meters/M1", "/manager/proposals", "/manager/reports", "/manager/audit"],
}
"""What is looked at, and by whom: a player, or staff by badge."""


ENDING = """() => Promise.allSettled(document.getAnimations()
    .filter(each => each.effect.getComputedTiming().endTime < 60_000)
    .map(each => each.finished))"""
"""Whatever moves and comes to an end has come to it. The slow drift of a display never does."""


def opened(visit, who, address, size, scheme):
    if who == "nobody":
        return visit(address, size, color_scheme=scheme)
    return (visit.staff if who.isdecimal() else visit.player)(who, address, size, color_scheme=scheme)


def findings(page):
    """What axe finds that is serious, in words."""
    page.evaluate(AXE.read_text())
    found = page.evaluate("() => axe.run(document, { resultTypes: ['violations'] })")["violations"]
    return [
        f"{each['id']}: {each['help']}: {[node['target'] for node in each['nodes']][:3]}"
        for each in found
        if each["impact"] in SERIOUS
    ]


def settled(page):
    """The page is there, and nothing moves any more."""
    page.wait_for_load_state("networkidle")
    page.wait_for_function("() => document.querySelector('h1') !== null")
    page.evaluate(ENDING)
    return page


@pytest.mark.parametrize("who", ADDRESSES)
def test_nobody_is_shut_out(house, visit, who):
    visit.allow("404|403")
    if who == "ann":
        house.floor.player("ann", 100)
    found = {}
    for address in ADDRESSES[who]:
        for size, scheme in ((WIDE, "light"), (SMALL, "dark")):
            page = settled(opened(visit, who, address, size, scheme))
            found[address, scheme] = findings(page)
            if page.evaluate("() => document.scrollingElement.scrollWidth > innerWidth"):
                found[address, scheme].append("it scrolls sideways")
            page.close()
    assert not {where: what for where, what in found.items() if what}
