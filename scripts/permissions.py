"""Write docs/permissions.md anew: who may do what, from the grids that decide it.

.venv/bin/python scripts/permissions.py
"""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from pitboss.house.actor import Role
from pitboss.house.permissions import APPROVERS, MATRIX, PROPOSERS, SECTIONS

PAGE = Path(__file__).parents[1] / "docs" / "permissions.md"

START = """# Who may do what

Written by scripts/permissions.py from the grids in `src/pitboss/house/permissions.py`, which decide it.

A cross is a permission. Some commands look closer: players act for themselves, at their own seat; everybody sets their
own PIN, and nobody else's; nobody unlocks or deactivates themselves; a jackpot that needs an executive is authorised
and rejected by one; players who register themselves are guests with play money. The house is Pitboss itself: the door,
the house dealer.

A room begins with two admins, each with a PIN of their own. Everybody else is hired by two people, and of those who
hire, two always stay. Where all admins are locked after wrong PINs, whoever has the key of the room lets them in again;
nobody gets a new badge or a new PIN that way.
"""

TWO_PEOPLE = """
## Proposals

p proposes, a decides, b does both, and nobody decides their own proposal, whatever role they have by then. Whoever
approves has set their PIN themselves. A table is created or set anew by a command that names the approved proposal;
everything else comes true when it is approved.

Who is hired, gets another role or a new PIN, or comes back has no part in it: nobody proposes or decides about
themselves. A first PIN, and one that was forgotten, is keyed in by its owner when it is proposed; nobody who approves
it sees it, and nobody approves with it before setting another.

A proposal can be approved for seven gambling days after its own. What was approved for a table comes true until the end
of the next gambling day, and not after a later agreement about the same table has come true.
"""


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(), encoding="utf-8")


def page() -> str:
    """The page as it must be."""
    lines = [START]
    for section, commands in SECTIONS.items():
        lines += [f"## {section[0].upper()}{section[1:]}\n", *table("command", commands, may), ""]
    return "\n".join([*lines[:-1], TWO_PEOPLE, *table("kind", PROPOSERS, decides)]) + "\n"


def table(first: str, names: Iterable[str], mark: Callable[[str, Role], str]) -> Iterator[str]:
    """A row per name, a column per role, aligned."""
    rows = [[first, *Role], *([name, *(mark(name, role) for role in Role)] for name in names)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for number, row in enumerate(rows):
        yield "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |"
        if number == 0:
            yield "|" + "|".join("-" * (width + 2) for width in widths) + "|"


def may(command: str, role: Role) -> str:
    """The mark of a command."""
    return "x" if role in MATRIX[command] else ""


def decides(kind: str, role: Role) -> str:
    """The mark of a kind of proposal."""
    marks = {(True, True): "b", (True, False): "p", (False, True): "a", (False, False): ""}
    return marks[role in PROPOSERS[kind], role in APPROVERS[kind]]


if __name__ == "__main__":
    main()
