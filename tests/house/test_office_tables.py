"""The office in tables that a card-room person can read: a line per operation, with its result."""

import re
from pathlib import Path

import pytest

from support.office_words import Office

TABLES = sorted((Path(__file__).parent / "office").glob("*.txt"))


def blocks(path):
    """Each table of a file: the people, the columns between operation and result, and the lines."""
    for text in re.split(r"^people ", path.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        people, header, *lines = [line for line in text.splitlines() if line and not line.startswith("#")]
        listed = [tuple(words.split()) for words in people.split(", ")]
        yield listed, cells(header)[2:-1], [cells(line) for line in lines]


def cells(line):
    return [cell.strip() for cell in line.split("|")]


CASES = [
    pytest.param(*block, id=f"{path.stem}-{number}")
    for path in TABLES
    for number, block in enumerate(blocks(path), start=1)
]


@pytest.mark.parametrize(("people", "accounts", "lines"), CASES)
def test_it_goes_as_the_table_says(room, clock, people, accounts, lines):
    office = Office(room, clock)
    office.people(*people)
    for by, operation, *held, result in lines:
        answer = office.do(by, operation)
        happened = [by, operation, *map(office.holds, accounts), answer]
        assert happened == [by, operation, *held, result]


def test_there_are_tables():
    assert len(CASES) >= 4
