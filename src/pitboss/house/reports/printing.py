"""The pages of the house for the printer: reports, placards and win pages."""

from functools import cache
from typing import Any

from jinja2 import Environment

from pitboss.house.reports.sheet import print_cell
from pitboss.paytables import print_dollars
from pitboss.printing import pages_of


def render(template: str, **values: Any) -> str:
    """A page of ``house/pages``, filled in. What people have written is shown as they wrote it, never as HTML.

    >>> "&lt;b&gt;" in render("report.html", title="<b>", house="Lucky Ace", alarms=[], sheets=[])
    True
    """
    return _pages().get_template(template).render(**values)


@cache
def _pages() -> Environment:
    pages = pages_of("pitboss.house")
    pages.filters |= {"cell": print_cell, "dollars": print_dollars}
    return pages
