"""Who may do what: every command has a line, no line is too many, and the page says what the grids say."""

import runpy
from collections import Counter
from pathlib import Path

import pytest

from pitboss.games.command import Command, Who
from pitboss.games.rounds import ROUNDS
from pitboss.house.actor import Actor, Role
from pitboss.house.errors import NotPermittedError
from pitboss.house.office import HANDLERS
from pitboss.house.office_commands import OFFICE_COMMANDS
from pitboss.house.people.proposals import AT_THE_TABLE, DECIDED_AT_THE_TABLE, ON_APPROVAL, Approve
from pitboss.house.permissions import (
    APPROVERS,
    MATRIX,
    PROPOSERS,
    SECTIONS,
    SIGNED,
    OfficeCommand,
    roles_of,
    verify_may_send,
    verify_permitted,
)
from pitboss.house.tables.table import Table
from pitboss.progressive.controllers import CONTROLLERS
from pitboss.progressive.controllers.presses import PlaceChip, Press

ROOT = Path(__file__).parents[2]
KNOWN = [*Table.operations, *OFFICE_COMMANDS]


def name_of(command):
    return command.operation().replace("_", "-")


def test_the_page_says_what_the_grids_say():
    page = (ROOT / "docs" / "permissions.md").read_text(encoding="utf-8")
    assert runpy.run_path(str(ROOT / "scripts" / "permissions.py"))["page"]() == page, "run scripts/permissions.py"


def test_every_command_has_one_line_and_none_is_superfluous():
    listed = Counter(name for names in SECTIONS.values() for name in names)
    assert listed == Counter(map(name_of, KNOWN))
    assert set(MATRIX) == set(listed)


def test_the_office_knows_all_its_commands():
    assert set(OFFICE_COMMANDS) == set(HANDLERS)
    assert all(issubclass(command, Command) for command in OFFICE_COMMANDS)


def test_every_command_is_for_somebody():
    assert [name for name, roles in MATRIX.items() if not roles] == []


def test_every_kind_of_proposal_comes_true_somewhere_once():
    assert set(ON_APPROVAL) | AT_THE_TABLE | DECIDED_AT_THE_TABLE == set(PROPOSERS) == set(APPROVERS)
    assert not set(ON_APPROVAL) & (AT_THE_TABLE | DECIDED_AT_THE_TABLE)


def test_who_proposes_and_decides_some_kind_may_send_the_command():
    assert MATRIX["propose"] == MATRIX["withdraw-proposal"] == frozenset().union(*PROPOSERS.values())
    assert MATRIX["approve"] == MATRIX["reject"] == frozenset().union(*APPROVERS.values())


def test_nobody_who_only_watches_moves_money():
    watching = {Role.SURVEILLANCE, Role.AUDITOR}
    moving = [
        "deposit",
        "withdraw",
        "fill",
        "credit",
        "buy-in-with-cash",
        "buy-in-from-wallet",
        "cash-out",
        "propose",
        "approve",
        "count-drop",
    ]
    assert [name for name in moving if watching & MATRIX[name]] == []


def test_a_refusal_names_whose_it_is():
    with pytest.raises(NotPermittedError, match="approve is not for dealer 17; it is for: executive"):
        verify_permitted(Actor("17", Role.DEALER), Approve("p1", "5f0c"))
    verify_permitted(Actor("3", Role.EXECUTIVE), Approve("p1", "5f0c"))


def test_a_command_without_a_line_is_for_nobody():
    with pytest.raises(NotPermittedError, match="unheard is not for admin 1; it is for: nobody"):
        verify_may_send(Actor("1", Role.ADMIN), "unheard")


def test_a_command_of_the_office_without_a_line_cannot_be_defined():
    with pytest.raises(TypeError, match="Unheard has no line in the grid of permissions"):

        class Unheard(OfficeCommand):
            pass


@pytest.mark.parametrize("base", [Command, Press, PlaceChip])
def test_an_act_that_does_not_say_who_may_do_it_cannot_be_defined(base):
    """Also where it inherits from one that does."""
    with pytest.raises(TypeError, match="Unheard does not say who may do it"):

        class Unheard(base):
            pass


@pytest.mark.parametrize("who", [frozenset(), frozenset({"anybody"}), "dealer", [Who.DEALER]])
def test_who_may_do_an_act_is_said_in_the_closed_words(who):
    with pytest.raises(TypeError, match="Unheard does not say who may do it"):
        type("Unheard", (Command,), {"who": who, "__annotations__": {}})


@pytest.mark.parametrize("command", Table.operations, ids=name_of)
def test_the_grid_says_of_a_table_command_what_the_command_says_itself(command):
    assert (MATRIX[command.slug()], command.slug() in SIGNED) == (roles_of(command), command.is_signed)


def test_acts_and_presses_are_for_everybody_for_whom_some_act_or_press_is():
    for line, machines in (("act", ROUNDS), ("press", CONTROLLERS)):
        kinds = [kind for machine in machines.values() for kind in machine.operations]
        assert MATRIX[line] == frozenset().union(*map(roles_of, kinds))
