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
    "a wallet that may owe": "UPDATE accounts SET may_owe = 1 WHERE account LIKE 'wallet:ann%'",
    "an open table listed as closed": "UPDATE tables SET status = 'closed' WHERE table_id = 'T1'",
    "a table taken off its meter": "UPDATE tables SET meter_id = NULL WHERE table_id = 'T1'",
    "a table taken out of the list": "DELETE FROM tables WHERE table_id = 'T5'",
}
"""What every start finds."""

FULL = {
    "two balances": "UPDATE accounts SET millicents = millicents + CASE WHEN account LIKE 'wallet:ann%' THEN 100000 ELSE -100000 END "
    "WHERE account LIKE 'wallet:ann%' OR account LIKE 'wallet:bob%'",
    "a role": "UPDATE staff SET role = 'admin' WHERE badge = '7'",
    "who may enroll": "UPDATE staff SET code_by = '1', code_until = '2027-01-01T00:00:00.000000Z' WHERE badge = '3'",
    "a badge put in": "INSERT INTO staff SELECT property_id, '99', name, role, '68-99', pin_hash, NULL, NULL, NULL, 0, 1, 0, NULL, added_at FROM staff WHERE badge = '3'",
    "a proposal that is good again": "UPDATE proposals SET status = 'approved', used_in = NULL WHERE kind = 'create-table' AND subject = 'T1'",
    "a proposal of somebody else": "UPDATE proposals SET proposed_by = '5' WHERE kind = 'create-meter'",
    "a proposal put in": "INSERT INTO proposals SELECT property_id, 'ghost', kind, 'T9', content, reason, proposed_by, proposed_at, 'approved', decided_by, decided_at, NULL, NULL, NULL FROM proposals WHERE kind = 'create-table' AND subject = 'T1'",
    "a proposal taken out": "DELETE FROM proposals WHERE kind = 'create-meter'",
    "a guest who plays for money": "UPDATE players SET is_guest = 0 WHERE is_guest = 1",
    "play money once more": "UPDATE players SET chips_day = NULL WHERE is_guest = 1",
    "an exclusion": f"INSERT INTO exclusions (property_id, player, number, reason, made_by, made_at) SELECT property_id, player, 1, 'a grudge', 'supervisor:4', '{AN_HOUR}' FROM players WHERE player = 'ann'",
    "what a meter is set to": "UPDATE meters SET parameters = replace(parameters, '7/50', '1/2')",
    "what a meter was set to": "UPDATE parameters SET approved_by = 'executive:9'",
    "a reading put in": f"INSERT INTO readings SELECT property_id, meter_id, 9, '{AN_HOUR}', '2026-11-15', 'accounting:5', 1, 1 FROM meters",
    "an incident put in": f"INSERT INTO incidents (property_id, incident_id, subject, words, is_reportable, noticed_at, due_at, opened_at, opened_by) SELECT property_id, 'I1', 'T1', 'nothing', 0, '{AN_HOUR}', '{AN_HOUR}', '{AN_HOUR}', 'dealer:7' FROM properties",
    "a dispute put in": f"INSERT INTO disputes (property_id, dispute_id, table_id, round_number, player, claim, status, first_seq, opened_at, opened_by) SELECT property_id, 'D1', 'T1', 1, 'ann', 'none', 'closed', 1, '{AN_HOUR}', 'dealer:7' FROM properties",
    "a planted trigger": "CREATE TRIGGER unlock AFTER INSERT ON journal BEGIN UPDATE staff SET failed = 0, locked_at = NULL; END",
    "a rule taken out": "DROP TRIGGER enter_record",
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
            # What changes no rows but the database itself counts as less than none.
            assert file.execute(statement).rowcount != 0, "nothing was changed"
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
