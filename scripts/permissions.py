"""Write docs/permissions.md anew: who may do what, from the grids that decide it.

.venv/bin/python scripts/permissions.py
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from pitboss.house.actor import Role
from pitboss.house.permissions import (
    APPROVERS,
    ASKS,
    MATRIX,
    PROPOSERS,
    QUERIES,
    QUERY_SECTIONS,
    SECTIONS,
    SIGNED,
    readers,
)

PAGE = Path(__file__).parents[1] / "docs" / "permissions.md"

START = """# Who may do what

Written by scripts/permissions.py from the grids in `src/pitboss/house/permissions.py`, which decide it.

An x is a permission. An s is one, too, and asks for the person's PIN again: whoever approves, books or authorizes
signs exactly what they send, once. Of the keys of a progressive, J-POT and the card of Nexus are signed when a person
presses them; without a card reader the PIN takes the place of the card. Some commands check more: players act for
themselves, at their own seat; everybody sets their own PIN, and nobody else's; nobody unlocks or deactivates
themselves; a jackpot that needs an executive is authorized and rejected by one; players who register themselves are
guests with play money. The house is Pitboss itself: the log-in, the auto-dealer.

A room begins with two admins, each with a PIN of their own. Everybody else is hired by two people, and of those who
hire, two always stay. Where all admins are locked after wrong PINs, whoever has the key of the room lets them in again;
nobody gets a new badge or a new PIN that way.
"""

TWO_PEOPLE = """
## Proposals

p proposes, a decides, b does both, and nobody decides their own proposal, whatever role they have by then. Whoever
proposes or approves has set their PIN themselves. A table is created or set anew by a command that names the approved
proposal; everything else comes true when it is approved.

Who is hired, gets another role or a new PIN, or comes back has no part in it: nobody proposes or decides about
themselves. A first PIN, and one that was forgotten, is keyed in by its owner when it is proposed; nobody who approves
it sees it, and nobody proposes or approves with it before setting another.

A proposal can be approved for seven gaming days after its own. What was approved for a table comes true until the end
of the next gaming day, and not after a later agreement about the same table has come true.
"""

ASKING = """
## Who may ask the lab

What is asked changes nothing in the books, so it is in no journal. The adviser and the designer answer at once; players
may ask them in a room for practice only. A job is work that takes its time; everybody sees the par sheets that come of
it.
"""

LOOKING = """
## Who may read what

Through the server. A person at the machine of the room itself, with its files, sees what the terminal shows.
Everybody sees what a card room posts: its tables as they are played, placards, displays. Who has not come in is nobody
here. A display or a controller sees as much as nobody, and of tables only its own.

Some queries show less to some: a player sees their own wallet, disputes and hidden cards, and nobody else's; a round on
record shows a hidden card to whom it was dealt; what lay face down is open to surveillance and auditors when the round
is over, in its openings. Hashes of PINs and tokens, the chance behind a shuffle and cards that are not dealt yet are
for nobody.
"""


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(), encoding="utf-8")


def page() -> str:
    """The page as it must be."""
    lines = [START]
    for section, commands in SECTIONS.items():
        lines += [f"## {section[0].upper()}{section[1:]}\n", *table("command", commands, may), ""]
    lines += [TWO_PEOPLE.lstrip("\n"), *table("kind", PROPOSERS, decides), ASKING]
    lines += [*table("question", ASKS, asks), LOOKING]
    for section, queries in QUERY_SECTIONS.items():
        lines += [f"### {section[0].upper()}{section[1:]}\n", *table("query", queries, sees, readers()), ""]
    return "\n".join(lines[:-1]) + "\n"


def table(
    first: str, names: Iterable[str], mark: Callable[[str, Any], str], columns: Sequence[str] = tuple(Role)
) -> Iterator[str]:
    """A row per name, a column per role, aligned."""
    rows = [[first, *columns], *([name, *(mark(name, column) for column in columns)] for name in names)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for number, row in enumerate(rows):
        yield "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |"
        if number == 0:
            yield "|" + "|".join("-" * (width + 2) for width in widths) + "|"


def may(command: str, role: Role) -> str:
    """The mark of a command."""
    return "s" if role in SIGNED.get(command, ()) else "x" if role in MATRIX[command] else ""


def asks(question: str, role: Role) -> str:
    """The mark of something that the lab is asked."""
    return "x" if role in ASKS[question] else ""


def sees(query: str, who: str) -> str:
    """The mark of a query."""
    return "x" if who in QUERIES[query] else ""


def decides(kind: str, role: Role) -> str:
    """The mark of a kind of proposal."""
    marks = {(True, True): "b", (True, False): "p", (False, True): "a", (False, False): ""}
    return marks[role in PROPOSERS[kind], role in APPROVERS[kind]]


if __name__ == "__main__":
    main()
