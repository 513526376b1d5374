"""``pitboss selfcheck``: whether the room may play."""

import sys
from collections.abc import Sequence
from typing import Annotated

from cyclopts import Parameter
from rich.console import RenderableType
from rich.text import Text

from pitboss.cli.house.place import open_books
from pitboss.cli.house.showing import LOOK, Looking, listed, progress, show
from pitboss.house.selfcheck import Check, selfcheck
from pitboss.house.strongbox import Strongbox, read_key


def show_checks(
    *,
    quick: Annotated[bool, Parameter(negative="", help="Only what is checked at every start.")] = False,
    look: Looking = LOOK,
) -> None:
    """Check code, settings, database, books, chains, meters, lists and key. The exit status is 1 where one fails."""
    box = Strongbox(read_key(look.key_file))
    with open_books(look) as books, progress("The room is checked"):
        checks = selfcheck(books.database, books.house, box, is_quick=quick)
    show(look, [check.as_json() for check in checks], *page_of(checks))
    if not all(check.is_ok for check in checks):
        sys.stdout.flush()  # while a reader who has left is still told from a failure
        sys.exit(1)


def page_of(checks: Sequence[Check]) -> list[RenderableType]:
    """The checks for people."""
    rows = [
        (Text("ok", style="green") if check.is_ok else Text("FAILED", style="bold red"), check.name, check.words)
        for check in checks
    ]
    failed = sum(not check.is_ok for check in checks)
    words = f"{failed} of {len(checks)} checks failed: the room may not play." if failed else "The room may play."
    style = "bold red" if failed else "green"
    return [listed("Self-check", ("", "Check", "Finding"), rows), Text(), Text(words, style=style)]
