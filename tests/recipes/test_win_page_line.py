"""The recipe for a line of the win page: registered, it is on the sheet, at the terminal and in the document."""

import json

import pytest

from pitboss.house.jackpots.win_page import LINES, THE_METER
from pitboss.house.tables.commands import AuthorizeJackpot, VerifyJackpot
from pitboss.registry import DoubleError
from support.floor import SUPERVISOR
from support.recipe import carried_out, files_of, in_terminal

MARK = 3
WIN = "T8-1-2"
PAGE = f"/api/jackpots/{WIN}/win-page"


@pytest.fixture
def example():
    with carried_out("win_page_line", LINES) as module:
        yield module


@pytest.fixture
def win(floor):
    """Ann is paid the meter of $1,000.28."""
    floor.table("T8", meter="M1")
    floor.sit("T8", 2, "ann")
    bets = {"ante": 500, "progressive": 100}
    floor.play("T8", wagers={2: bets}, hands={2: "As Ks Qs"}, dealer="Jh 8c 3c")
    floor.at("T8", VerifyJackpot(2), SUPERVISOR)
    floor.at("T8", AuthorizeJackpot(2, "driving license WDL-1", "W-2G 17"), SUPERVISOR)


def test_the_recipe_has_few_files():
    assert len(files_of("A line of the win page")) <= MARK


def test_it_is_on_the_sheet(example, win, visitors):
    accounting = visitors.as_("accounting")
    meter = accounting.look(PAGE, format="json")["sections"][THE_METER]
    assert list(meter) == ["Meter", "Before", "After", example.LABEL]
    assert meter[example.LABEL].startswith("$")
    html = accounting.get(PAGE).text
    assert f'<th>{example.LABEL}</th><td><span class="whole">{meter[example.LABEL]}</span></td>' in html


def test_it_is_for_those_who_see_the_page(example, win, visitors):
    for who, status in (("supervisor", 200), ("auditor", 200), ("dealer", 403), ("ann", 403), ("nobody", 401)):
        assert visitors.as_(who).get(PAGE).status_code == status, who


def test_it_is_in_the_document_of_the_interface(example, visitors):
    document = visitors.app.openapi()
    answer = document["paths"]["/api/jackpots/{jackpot_id}/win-page"]["get"]["responses"]["200"]
    assert answer["content"]["application/json"]["schema"] == {"$ref": "#/components/schemas/WinPage"}
    sections = document["components"]["schemas"]["WinPage"]["properties"]["sections"]["properties"]
    assert example.LABEL in sections[THE_METER]["properties"]


def test_it_is_at_the_terminal(win, tmp_path):
    told = in_terminal(
        "win_page_line", "progressive", "win-page", WIN, "--database", str(tmp_path / "room.db"), "--json"
    )
    assert "Fell by" in json.loads(told.out)["sections"][THE_METER], told.err


def test_it_is_gone_where_it_is_not_registered(win, visitors):
    assert "Fell by" not in visitors.as_("accounting").look(PAGE, format="json")["sections"][THE_METER]


def test_a_line_is_there_once(example):
    with pytest.raises(DoubleError, match="line of the win page 'The meter: Fell by' is registered already"):
        LINES.add(f"{THE_METER}: {example.LABEL}", LINES[f"{THE_METER}: {example.LABEL}"])
