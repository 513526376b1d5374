"""The books in tables that a card-room person can read: a line per operation, what it touched, and what came of it."""

import pytest

from support.ledger_words import FOLDER, Books, blocks, tell_block

CASES = [
    pytest.param(block, id=f"{path.stem}-{number}")
    for path in sorted(FOLDER.glob("*.txt"))
    for number, block in enumerate(blocks(path.read_text(encoding="utf-8")), start=1)
]


def test_there_are_tables():
    assert len(CASES) >= 10


@pytest.mark.parametrize("block", CASES)
def test_the_books_go_as_the_table_says(database, tmp_path, clock, block):
    remarks, head, columns, lines = block

    def new_books(players, head):
        return Books(database, tmp_path / "room.key", clock, players, head)

    assert tell_block(new_books, *block).splitlines() == [*remarks, head, columns, *lines]
