"""The recipe for a report: registered, it is at an address, at the terminal, in the document and in the list of the page."""

import json

import pytest

from pitboss.house.reports.report_list import REPORTS
from pitboss.registry import DoubleError
from support.recipe import carried_out, files_of, in_terminal

MARK = 4


@pytest.fixture
def example():
    with carried_out("report", REPORTS) as module:
        yield module


def test_the_recipe_has_few_files():
    assert len(files_of("A report")) <= MARK


def test_it_is_at_its_address_in_every_form(example, visitors):
    accounting = visitors.as_("accounting")
    told = accounting.look(f"/api/reports/{example.NAME}", day="2026-11-15")
    assert told["wallets_millicents"]["ann"] > 0
    for form, start in (("csv", '"Wallets,'), ("html", "<!doctype html>")):
        answer = accounting.get(f"/api/reports/{example.NAME}", params={"format": form})
        assert answer.text.startswith(start)


def test_the_page_lists_it(example, visitors):
    listed = visitors.as_("auditor").look("/api/reports")["reports"]
    assert {"name": example.NAME, "label": "Player wallets", "days": "day", "is_by_meter": False} in listed


def test_it_is_for_those_who_see_reports(example, visitors):
    for who, status in (("auditor", 200), ("supervisor", 403), ("dealer", 403), ("ann", 403), ("nobody", 401)):
        assert visitors.as_(who).get(f"/api/reports/{example.NAME}").status_code == status, who


def test_it_is_in_the_document_of_the_interface(example, visitors):
    address = visitors.app.openapi()["paths"]["/api/reports/{name}"]["get"]
    assert example.NAME in address["parameters"][0]["schema"]["enum"]


def test_it_is_a_command_of_the_terminal(visitors, tmp_path):
    arguments = ("wallets", "--database", str(tmp_path / "room.db"), "--key", str(tmp_path / "room.key"))
    told = in_terminal("report", "report", *arguments, "--day", "2026-11-15", "--json")
    assert json.loads(told.out)["wallets_millicents"]["ann"] > 0, told.err
    assert "What every player has at the cage" in in_terminal("report", "report", "--help").out


def test_it_is_gone_where_it_is_not_registered(visitors):
    assert visitors.as_("auditor").get("/api/reports/wallets").status_code == 422


def test_a_name_is_given_once(example):
    with pytest.raises(DoubleError, match="report 'wallets' is registered already"):
        REPORTS.add(example.NAME, REPORTS[example.NAME])
