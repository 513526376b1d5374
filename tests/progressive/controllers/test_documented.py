"""The page about the controllers says what every key does in every state, and says it truly."""

import runpy
from pathlib import Path

import pytest

from pitboss.progressive.controllers import CONTROLLERS

ROOT = Path(__file__).parents[3]
SCRIPT = runpy.run_path(str(ROOT / "scripts" / "controllers.py"))
PAGE = (ROOT / "docs" / "controllers.md").read_text(encoding="utf-8")


def test_the_page_is_what_the_controllers_do_now():
    assert SCRIPT["page"](PAGE) == PAGE, "run scripts/controllers.py"


@pytest.mark.parametrize("name", CONTROLLERS)
def test_every_key_is_answered_in_every_state(name):
    rows = [line for line in SCRIPT["tables"](name) if line.startswith("| ")]
    states, keys = SCRIPT["controllers"](name), CONTROLLERS[name].operations
    cells = [cell.strip() for row in rows for cell in row.strip("|").split(" | ")]
    answered = [cell for cell in cells if cell.startswith(("**", "no ("))]
    assert len(answered) == len(states) * len(keys)


@pytest.mark.parametrize("name", CONTROLLERS)
def test_the_states_are_different_and_every_key_does_something_in_one(name):
    states = SCRIPT["controllers"](name)
    views = [str(controller.view()) for controller in states.values()]
    assert len(set(views)) == len(views) > 14
    idle = [
        kind.operation()
        for kind in CONTROLLERS[name].operations
        if not any(SCRIPT["answer"](controller, kind)[1] for controller in SCRIPT["controllers"](name).values())
    ]
    assert idle == []
