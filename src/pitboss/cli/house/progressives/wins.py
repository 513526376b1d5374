"""The win page of a jackpot."""

from typing import Annotated

from cyclopts import Parameter

from pitboss.cli.house.pages import PAGES, Pages, say_where
from pitboss.cli.house.place import reading
from pitboss.cli.house.showing import facts, show
from pitboss.house.win_page import WinPage, read_win_page


def show_win_page(
    jackpot: Annotated[str, Parameter(help="Table, round and seat, as in T1-12-3.")], /, *, out: Pages = PAGES
) -> None:
    """Everything about one jackpot on one sheet: table, seat, hand, meter before and after, who verified it."""
    with reading(out) as (connection, house):
        page: WinPage = read_win_page(connection, house, jackpot)
    files = out.write(page.as_html)
    if out.as_json or not files:
        show(out, page.as_json(), *(facts(name, dict(rows)) for name, rows in page.sections))
    else:
        say_where(page.title, files)
