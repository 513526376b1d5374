"""Who may do what: every command has a line, no line is too many, and the page says what the grids say."""

import runpy
from collections import Counter
from pathlib import Path

import pytest

from pitboss.games.command import Command
from pitboss.house.actor import Actor, Role
from pitboss.house.commands_of_the_office import OFFICE_COMMANDS
from pitboss.house.errors import NotPermittedError
from pitboss.house.office import HANDLERS
from pitboss.house.permissions import APPROVERS, MATRIX, PROPOSERS, SECTIONS, verify_permitted
from pitboss.house.proposals import AT_THE_TABLE, DECIDED_AT_THE_TABLE, ON_APPROVAL, Approve
from pitboss.house.tables import Table

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
    moving = ["deposit", "withdraw", "fill", "credit", "buy-in", "cash-out", "propose", "approve", "count-drop"]
    assert [name for name in moving if watching & MATRIX[name]] == []


def test_a_refusal_names_whose_it_is():
    with pytest.raises(NotPermittedError, match="approve is not for dealer 17; it is for: executive"):
        verify_permitted(Actor("17", Role.DEALER), Approve("p1", "5f0c"))
    verify_permitted(Actor("3", Role.EXECUTIVE), Approve("p1", "5f0c"))


def test_a_command_without_a_line_is_for_nobody():
    class Unheard(Command):
        pass

    with pytest.raises(NotPermittedError, match="unheard is not for admin 1; it is for: nobody"):
        verify_permitted(Actor("1", Role.ADMIN), Unheard())
