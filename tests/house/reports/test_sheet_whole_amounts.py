"""No line ends inside an amount: in the terminal, and on the pages that are printed."""

import io

import pytest
from rich.console import Console
from weasyprint import HTML

from pitboss.cli.house.showing import facts, listed
from pitboss.house.reports.sheet import Money, ReportTable, ReportView, as_html, as_text

WORDS = "it won -$20,000.05 and then -$5"


class Narrow:
    """A report whose words have amounts in them, too."""

    title = "Too short by -$1,234,567.89"
    alarms = (WORDS,)

    def sheets(self):
        row = ("tray:T1", "the chips of a tray as they were counted", Money(-123_456_789_000), WORDS)
        return [ReportTable("Accounts", ("Account", "What is there", "Balance", "Because of"), (row,), notes=(WORDS,))]

    def view(self):
        return ReportView()


def in_terminal(page, width):
    out = io.StringIO()
    Console(width=width, file=out).print(page, crop=False)
    return out.getvalue()


@pytest.mark.parametrize("width", [20, 32, 44, 60])
def test_a_report_in_a_narrow_terminal(width):
    told = in_terminal(as_text(Narrow()), width)
    assert told.count("-$1,234,567.89") >= 1
    table = told.split("Accounts")[1]
    assert "-$20,000.05" in table


@pytest.mark.parametrize("width", [20, 32, 44, 60])
def test_a_list_and_facts_in_a_narrow_terminal(width):
    row = ("T1-1-2", "a win that was reversed on the day before", "-$1,234,567.89", WORDS)
    for page in (listed("Wins", ("Win", "What", "Amount", "Why"), [row]), facts("Win", {"a long name of it": WORDS})):
        told = in_terminal(page, width)
        assert "-$20,000.05" in told
        assert told.count("-$5") == 1


@pytest.mark.parametrize("millimeters", [20, 40, 60, 80, 120])
def test_a_printed_report(millimeters):
    narrow = f"<style>body {{ width: {millimeters}mm }}</style></head>"
    document = HTML(string=as_html(Narrow(), "Lucky Ace").replace("</head>", narrow)).render()
    boxes = [box for page in document.pages for box in page._page_box.descendants()]
    lines = [box.text for box in boxes if type(box).__name__ == "TextBox"]
    assert "\n".join(lines).count("-$20,000.05") == 3, "of the alarm, the row and the note"
    assert not [line for line in lines if line.endswith("-") or line.startswith("$")]
