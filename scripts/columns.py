"""Write docs/columns.md: every column of the database, and what finds an edit of it, from the schema itself.

.venv/bin/python scripts/columns.py
"""

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from sqlalchemy import Table

from pitboss.house.storage.schema import METADATA
from pitboss.house.storage.schema.base import guard_of

PAGE = Path(__file__).parents[1] / "docs" / "columns.md"

START = """# What protects each column

Written by scripts/columns.py from `src/pitboss/house/storage/schema`, where every column names its guard; a column
without one cannot be added. A test (`tests/house/storage/test_schema_columns.py`) edits each protected column in a busy
room, takes a row out of every protected table and puts one in, and expects the self-check to say so.

"""


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(), encoding="utf-8")


def page() -> str:
    """The page as it must be."""
    tables = METADATA.sorted_tables
    guards = sorted({guard_of(column) for table in tables for column in table.c})
    lines = ["| protection | how |", "|---|---|", *(f"| {guard.kind} | {guard.words} |" for guard in guards), ""]
    lines += ["| table | columns | protection |", "|---|---|---|"]
    for table in sorted(tables, key=lambda each: each.name):
        lines += rows_of(table)
    return START + "\n".join(lines) + "\n"


def rows_of(table: Table) -> Iterator[str]:
    """A row for every protection that columns of a table have."""
    columns = sorted(table.c, key=lambda column: guard_of(column).kind)
    for guard, own in groupby(columns, key=guard_of):
        names = ", ".join(f"`{column.name}`" for column in own)
        yield f"| {table.name} | {names} | {guard.kind} |"


if __name__ == "__main__":
    main()
