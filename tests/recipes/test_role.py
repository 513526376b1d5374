"""The recipe for a role: registered, it may do what its columns give it, at every door, and nothing else."""

import re
import runpy

import pytest

from pitboss.house import permissions
from pitboss.house.actor import ROLES, Actor, Role, add_role
from pitboss.house.permissions import permit, read_grid, roles_of
from pitboss.house.tables.table import Table
from pitboss.registry import DoubleError
from support.recipe import ROOT, carried_out, files_of, in_terminal

MARK = 4
GRIDS = [getattr(permissions, name) for name in ("MATRIX", "SIGNED", "PROPOSERS", "APPROVERS", "QUERIES", "ASKS")]
NOT_THROUGH = (401, 403)


@pytest.fixture
def example():
    with carried_out("role", ROLES, permissions.COLUMNS, *GRIDS) as module:
        yield module


@pytest.fixture
def person(example, floor):
    """Cy, hired in the role."""
    return floor.hire(Actor("9", Role(example.NAME)))


@pytest.fixture
def cy(person, visitors):
    """Cy, who has logged in."""
    return visitors.session_of(Actor("9", Role("compliance")))


def given(example):
    """What the example gives its role, and what everybody sees."""
    public = {name for name, roles in permissions.QUERIES.items() if permissions.NOBODY in roles}
    return set(read_grid(example.COMMANDS)), set(read_grid(example.QUERIES)) | public


def addresses(visitors, mark):
    """Every address, filled in, with its line in a grid and the roles that the document names there."""
    for path, methods in visitors.app.openapi()["paths"].items():
        for told in methods.values():
            if mark in told:
                yield re.sub(r"{\w+}", "x-1", path), told[mark], told["x-roles"]


def test_the_recipe_has_few_files():
    assert len(files_of("A role")) <= MARK


def test_it_has_no_permission_that_it_is_not_given(example):
    commands, looks = given(example)
    having = [{name for name, roles in grid.items() if example.NAME in roles} for grid in GRIDS]
    assert having == [commands, {"close-incident"}, set(), set(), looks, set()]
    assert [kind.slug() for kind in Table.operations if Role(example.NAME) in roles_of(kind)] == []


def test_without_a_column_it_may_do_nothing(example):
    intern = add_role("intern")
    assert [name for grid in GRIDS for name, roles in grid.items() if intern in roles] == []


def test_it_sees_at_least_what_people_see_who_are_not_logged_in(example):
    _, looks = given(example)
    assert {"room", "interface", "meters"} <= looks - set(read_grid(example.QUERIES))


def test_commands_are_for_it_where_it_has_a_mark(example, cy, visitors):
    commands, _ = given(example)
    found = list(addresses(visitors, "x-command"))
    assert commands < {name for _, name, _ in found}
    for path, name, roles in found:
        may = cy.post(path, json={}).status_code not in NOT_THROUGH
        assert may == (name in commands) == (example.NAME in roles), path


def test_looks_are_for_it_where_it_has_a_mark(example, cy, visitors):
    _, looks = given(example)
    for path, name, roles in addresses(visitors, "x-query"):
        may = cy.get(path).status_code not in NOT_THROUGH
        assert may == (name in looks) == (example.NAME in roles), path


def test_nobody_else_has_more_or_less(example, visitors):
    before = {role.value: visitors.as_(role).get("/api/incidents").status_code for role in (Role.DEALER, Role.AUDITOR)}
    assert before == {"dealer": 403, "auditor": 200}


def test_the_pages_know_it(example, cy, visitors):
    me = cy.look("/api/me")
    assert (me["role"], me["page"], me.get("deals", False)) == (example.NAME, "/manager/reports", False)
    told = visitors.as_("nobody").look("/api/permissions")
    assert {"name": example.NAME, "deals": False} in told["roles"]
    assert example.NAME in told["queries"]["records"]


def test_somebody_is_hired_in_it(example, visitors):
    executive, admin = visitors.as_("executive"), visitors.as_("admin")
    content = {"badge": "10", "name": "Di", "role": example.NAME, "license": ""}
    proposal = {"proposal_id": "h1", "kind": "add-staff", "subject": "10", "content": content, "reason": "hired"}
    refused = executive.command("/api/office/propose", **proposal)
    assert refused.status_code == 403, "executives decide about staff, and do not propose"
    admin.done("/api/office/propose", **proposal)
    executive.approve("h1")
    assert {each["badge"]: each["role"] for each in admin.look("/api/staff")["staff"]}["10"] == example.NAME


def test_it_is_in_the_help_of_the_terminal():
    told = in_terminal("role", "incident", "close", "--help")
    assert "compliance" in told.out, told.err
    assert "compliance" not in in_terminal("role", "table", "fill", "--help").out
    for command in ("add", "role"):
        assert "compliance" in in_terminal("role", "staff", command, "--help").out


def test_it_has_a_column_on_the_page_of_permissions(example):
    page = runpy.run_path(str(ROOT / "scripts" / "permissions.py"))["page"]()
    assert re.search(rf"^\| query .*\| {example.NAME} +\|", page, re.MULTILINE)


def test_a_role_and_its_column_are_there_once(example):
    with pytest.raises(DoubleError, match="role 'compliance' is registered already"):
        add_role(example.NAME)
    with pytest.raises(DoubleError, match="column of permissions 'queries: compliance' is registered already"):
        permit(queries=example.QUERIES)


def test_a_line_that_is_none_is_refused(example):
    add_role("intern")
    with pytest.raises(ValueError, match="'juggle' is none of the commands; there are: take-seat"):
        permit(commands="          intern\n  juggle  x")


def test_a_column_of_no_role_is_refused():
    before = dict(permissions.COLUMNS)
    with pytest.raises(ValueError, match="'clown' is not a role"):
        permit(queries="          clown\n  records x")
    assert before == permissions.COLUMNS
