"""Write the tables of docs/controllers.md anew: what every key does in every state, asked of the controllers.

.venv/bin/python scripts/controllers.py
"""

from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path

from pitboss.progressive.controllers import CONTROLLERS, Controller, HandButton, Press, Start
from pitboss.progressive.controllers.console import offered
from pitboss.progressive.controllers.presses import (
    CountChips,
    LoseLink,
    MarkTogether,
    OweEnvy,
    PayHand,
    PlaceChip,
    PressConfirm,
    PressHand,
    PressJPot,
    PressSpot,
    SwipeCard,
    TurnKey,
)

PAGE = Path(__file__).parents[1] / "docs" / "controllers.md"
MARK = "<!-- From here on written by scripts/controllers.py. -->\n"
BUTTONS = [HandButton("royal", "Royal flush", stops_table=True), HandButton("straight", "Straight", stops_table=False)]

CHIPS = (PlaceChip(1), PlaceChip(3))
CARD = SwipeCard("supervisor", 100_000, 500_000, 300_000, checklist_done=False)


def states(name: str) -> dict[str, tuple[Press, ...]]:
    """The states a controller can be in, each by the presses that lead there; seats 1 and 3 have a wager."""
    kind = CONTROLLERS[name]
    spot = (PressSpot(1),) if PressSpot in kind.operations else ()
    on = (MarkTogether(1, 2), *CHIPS, kind.taking_press())
    royal = (*on, *spot, PressHand("royal"))
    before = {
        "sensors open": (),
        "chips lit": CHIPS,
        "no link": (LoseLink(),),
        "chips lit, no link": (*CHIPS, LoseLink()),
    }
    middle = {
        "game on": on,
        "game on, no link": (*on, LoseLink()),
        "count differs": (*on, CountChips(1)),
        "envy owed": (*on, OweEnvy(1, 2500, (3,))),
        "small hand lit": (*on, *spot, PressHand("straight")),
        "small hand paid": (*on, *spot, PressHand("straight"), PayHand(1)),
        "big hand lit": royal,
    }
    if TurnKey in kind.operations:
        jph = (*royal, TurnKey("JPH"))
        booked = (*jph, PressJPot(1))
        own = {
            "key at JPH": jph,
            "key at JPH, no link": (*jph, LoseLink()),
            "win booked": booked,
            "win booked, no link": (*booked, LoseLink()),
            "meter adjusted": (*booked, TurnKey("RUN")),
        }
        return before | middle | own
    confirmed = (*royal, PressConfirm())
    return before | {
        **middle,
        "spot selected": (*on, *spot),
        "win confirmed": confirmed,
        "win confirmed, no link": (*confirmed, LoseLink()),
        "card swiped": (*confirmed, CARD),
    }


def at(name: str, presses: tuple[Press, ...], start: Start | None = None) -> Controller:
    """A controller after these presses."""
    controller = CONTROLLERS[name](seats=4, buttons=BUTTONS, start=start)
    for press in presses:
        controller.do(press)
    return controller


def controllers(name: str) -> dict[str, Controller]:
    """Every state of a controller, with the one that a void game leaves."""
    found = {title: at(name, presses) for title, presses in states(name).items()}
    return found | {"lit since a void game": at(name, (), Start(carried=(1, 3)))}


def answer(controller: Controller, kind: type[Press]) -> tuple[str, bool]:
    """What a key does, or why it is refused: at a seat or hand where it is allowed, if there is one."""
    presses = [press for _, press in offered(controller) if type(press) is kind]
    for press in presses:
        if controller.can(press):
            names = (event.as_json()["event"].replace("-", " ") for event in controller.do(press))
            return ", ".join(names), True
    return str(controller.why_not(presses[0])), False


def table(name: str, kinds: tuple[type[Press], ...], reasons: dict[str, int]) -> Iterator[str]:
    """One table: a row per state, a column per key; a refusal is the number of its reason."""
    yield "| state | " + " | ".join(kind.operation().removeprefix("press_").replace("_", " ") for kind in kinds) + " |"
    yield "|---|" + "---|" * len(kinds)
    for title, controller in controllers(name).items():
        cells = []
        for kind in kinds:
            # Asked of a copy each time, because the answer is what the press really did.
            words, is_done = answer(deepcopy(controller), kind)
            cells.append(f"**{words}**" if is_done else f"no ({reasons.setdefault(words, len(reasons) + 1)})")
        yield f"| {title} | {' | '.join(cells)} |"


def tables(name: str) -> Iterator[str]:
    """Everything about one controller."""
    kind = CONTROLLERS[name]
    reasons: dict[str, int] = {}
    wagers = kind.wager_operations
    yield from (f"## {name.capitalize()}, key by key", "")
    yield from table(name, tuple(press for press in kind.operations if press not in wagers), reasons)
    yield ""
    yield from table(name, wagers, reasons)
    yield ""
    yield from (f"{number}. {reason}" for reason, number in reasons.items())


def page(text: str) -> str:
    """The page with its tables written anew."""
    lines = [line for name in CONTROLLERS for line in (*tables(name), "")]
    return text.partition(MARK)[0] + MARK + "\n" + "\n".join(lines).rstrip() + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
