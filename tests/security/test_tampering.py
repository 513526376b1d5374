"""Somebody changes the database with other tools: the audit or the self-check finds it, and no room opens for play."""

import shutil
import sqlite3
from contextlib import closing

import pytest

from pitboss.cli import main

AN_HOUR = "2026-11-15T21:00:00.000000Z"

QUICK = {
    "a record": "UPDATE journal SET actor = 'supervisor:9' WHERE chain = 'table:T1' AND seq = 1",
    "what was asked": "UPDATE journal SET asked = replace(asked, '500000', '500001') WHERE kind = 'open-table'",
    "when": f"UPDATE journal SET at = '{AN_HOUR}' WHERE chain = 'room' AND seq = (SELECT max(seq) FROM journal WHERE chain = 'room')",
    "a record taken out": "DELETE FROM journal WHERE chain = 'table:T1' AND seq = 1",
    "a posting": "UPDATE postings SET millicents = millicents + 100000 WHERE chain = 'room' AND account LIKE 'wallet:ann%'",
    "a posting taken out": "DELETE FROM postings WHERE chain = 'table:T1' AND line = 1",
    "a balance": "UPDATE accounts SET millicents = millicents + 100000 WHERE account LIKE 'wallet:ann%'",
    "a meter": "UPDATE meters SET meter = replace(meter, '\"shown\": 1', '\"shown\": 9')",
    "sealed cards": "UPDATE tables SET sealed = zeroblob(64) WHERE length(sealed) > 0",
}
"""What every start finds."""

FULL = {
    "two balances": "UPDATE accounts SET millicents = millicents + CASE WHEN account LIKE 'wallet:ann%' THEN 100000 ELSE -100000 END "
    "WHERE account LIKE 'wallet:ann%' OR account LIKE 'wallet:bob%'",
    "a role": "UPDATE staff SET role = 'admin' WHERE badge = '7'",
    "a movement": "DELETE FROM movements WHERE number = 1",
    "a table": "UPDATE tables SET snapshot = replace(snapshot, 'TCP-01', 'TCP-02') WHERE table_id = 'T1'",
}
"""What the full self-check of the day finds."""


@pytest.fixture
def tampered(sqlite_demo, tmp_path, monkeypatch):
    """Makes a room whose file somebody has changed."""
    monkeypatch.chdir(tmp_path)
    for name in ("room.db", "room.key"):
        shutil.copy(sqlite_demo[0] / name, tmp_path / name)

    def change(statement):
        with closing(sqlite3.connect("room.db")) as file:
            assert file.execute(statement).rowcount > 0, "nothing was changed"
            file.commit()

    return change


def run(capsys, *arguments):
    capsys.readouterr()
    with pytest.raises(SystemExit) as left:
        main([*arguments, "--database", "room.db"])
    return left.value.code, capsys.readouterr()


@pytest.mark.parametrize("what", QUICK)
def test_a_room_that_was_changed_is_not_opened(tampered, capsys, what, monkeypatch):
    tampered(QUICK[what])
    status, told = run(capsys, "serve", "--port", "0")
    assert (status, told.out) == (2, "")
    assert "the self-check refuses play: " in told.err
    assert len(told.err.splitlines()) == 1


@pytest.mark.parametrize("what", FULL)
def test_the_full_check_finds_what_was_done_with_care(tampered, capsys, what):
    tampered(FULL[what])
    status, told = run(capsys, "selfcheck")
    assert status == 1
    assert told.err == ""
