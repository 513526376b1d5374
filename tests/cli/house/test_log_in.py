"""A log-in at the terminal spares badge and PIN for every command, and ends as a session in the browser does."""

import json
import shutil
import stat
from datetime import timedelta

import pytest

from pitboss.sources import SystemClock
from support.started import Started


def file_of(folder):
    (file,) = (folder.path / "state" / "pitboss").iterdir()
    return file


def refused(answer, sentence):
    assert (answer.status, answer.out) == (2, ""), answer
    assert sentence in answer.err
    assert answer.err.count("\n") == 1


def test_whoever_is_logged_in_is_asked_for_nothing_until_they_log_out(playing):
    told = playing.say("3", "log-in")
    assert told == "badge 3, supervisor, is logged in, until pitboss log-out or 15 idle minutes\n"
    assert playing.say(None, "table fill T1 $100") == "fill of $100\n"
    assert playing.say(None, "log-out") == "badge 3 logs out\n"
    refused(playing.line(None, "table fill T1 $100"), "who are you? name your badge with --badge or PITBOSS_BADGE")
    refused(playing.line(None, "log-out"), "nobody is logged in at this terminal")


def test_only_its_owner_can_read_the_file_and_no_record_has_the_token(playing):
    told = json.loads(playing.say("3", "log-in --json"))
    file = file_of(playing)
    assert told == {"badge": "3", "role": "supervisor", "session_file": str(file)}
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    token = json.loads(file.read_text())["token"]
    assert token.encode() not in (playing.path / "pitboss.db").read_bytes()
    assert token not in playing.say(None, "audit export --json")


def test_what_is_signed_asks_for_the_pin_again(playing):
    playing.say("2", "log-in")
    playing.say("5", "player correct-wallet ann --more $1 --reason slip --proposal-id w1")
    asked = playing.line(None, "proposals approve w1")
    assert (asked.status, "why       slip" in asked.out) == (2, True), "the proposal is shown first"
    assert "a PIN is typed in a terminal, and this is none: name a file with --pin-file" in asked.err
    playing.pin_file("2", pin="111112")
    refused(playing.line(None, "proposals approve w1 --pin-file 2.pin"), "approve is not signed: badge, PIN or")
    (playing.path / "2.pin").unlink()
    playing.pin_file("2")
    assert "w1 (correct-wallet, ann) is approved by badge 2" in playing.say(
        None, "proposals approve w1 --pin-file 2.pin"
    )
    refused(playing.line(None, "staff pin --new-pin-file 3.pin"), "a PIN is typed in a terminal, and this is none")


def test_somebody_else_who_is_named_is_asked_for_their_own_pin(playing):
    playing.say("3", "log-in")
    refused(playing.line(None, "player deposit ann $5 --badge 5"), "a PIN is typed in a terminal, and this is none")
    assert playing.say("5", "player deposit ann $5") == "deposit (cash) of $5 by ann\n"
    refused(playing.line(None, "player deposit ann $5"), "deposit is not for supervisor 3")
    assert playing.say(None, "table fill T1 $5 --badge 3") == "fill of $5\n"


ENDED = "your session has ended: log in again with `pitboss log-in`, or name your badge with --badge"


@pytest.mark.parametrize(
    ("badge", "line"),
    [
        ("3", "staff pin --new-pin-file 9.pin"),
        ("3", "staff log-out-everywhere"),
        ("1", "staff deactivate 3 --reason 'gone home'"),
    ],
)
def test_it_ends_as_any_session_of_staff_does(playing, badge, line):
    playing.pin_file("9")
    playing.say("3", "log-in")
    playing.say(badge, line)
    refused(playing.line(None, "table fill T1 $100"), ENDED)


def test_it_ends_after_idle_minutes_each_command_is_a_sign_of_life(playing, monkeypatch):
    playing.say("3", "log-in")
    for minutes in (14, 28):
        now = playing.clock.now() + timedelta(minutes=minutes)
        monkeypatch.setattr(SystemClock, "now", lambda _, now=now: now)
        assert playing.say(None, "table fill T1 $1") == "fill of $1\n"
    monkeypatch.setattr(SystemClock, "now", lambda _: playing.clock.now() + timedelta(minutes=44))
    refused(playing.line(None, "table fill T1 $1"), ENDED)
    assert playing.say(None, "log-out") == "the session had ended before\n"


def test_another_log_in_ends_the_one_before(playing):
    playing.say("3", "log-in")
    first = file_of(playing).read_text()
    playing.say("2", "log-in")
    assert playing.say(None, "table fill T1 $1") == "fill of $1\n"
    file_of(playing).write_text(first)
    refused(playing.line(None, "table fill T1 $1"), ENDED)


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda file: file.chmod(0o640), "others can read or change the session in"),
        (lambda file: file.write_text("{}"), "there is no session in"),
        (lambda file: file.write_text("[" * 4096), "there is no session in"),
        (lambda file: file.write_text(json.dumps(json.loads(file.read_text()) | {"room": "5f0c"})), "of another card"),
        (lambda file: file.symlink_to(file.rename(file.with_suffix(".moved"))), "cannot be read: Too many levels"),
        (lambda file: (file.unlink(), file.mkdir()), "is not a regular file, so it cannot hold a session"),
    ],
)
def test_a_file_that_is_not_as_it_was_written_opens_nothing(playing, spoil, sentence):
    playing.say("3", "log-in")
    spoil(file_of(playing))
    answer = playing.line(None, "table fill T1 $1")
    refused(answer, sentence)
    assert playing.say("3", "table fill T1 $1") == "fill of $1\n", "who names badge and PIN needs none"


def test_a_session_of_one_room_is_none_of_a_copy_elsewhere(playing):
    playing.say("3", "log-in")
    playing.say(None, "backup now.backup")
    shutil.copy(playing.path / "pitboss.key", playing.path / "copy.key")
    playing.say(None, "restore now.backup --database copy.db --key copy.key")
    refused(playing.line(None, "table fill T1 $1 --database copy.db --key copy.key"), "who are you?")


def test_another_file_can_be_named(playing, monkeypatch):
    monkeypatch.setenv("PITBOSS_SESSION_FILE", "own.json")
    playing.say("3", "log-in")
    assert stat.S_IMODE((playing.path / "own.json").stat().st_mode) == 0o600
    assert playing.say(None, "table fill T1 $1") == "fill of $1\n"
    monkeypatch.setenv("PITBOSS_SESSION_FILE", "no/where.json/own.json")
    (playing.path / "no").write_text("")
    refused(playing.line("3", "log-in"), "the session cannot be kept in no/where.json/own.json: ")


def test_it_is_one_session_with_and_without_a_server(playing):
    with Started(playing.path, "--port", "0") as server:
        assert server.address
        playing.say("3", "log-in")
        assert server.stop() == 0
    file = file_of(playing)
    kept = json.loads(file.read_text())
    assert kept["badge"] == "3"
    with Started(playing.path, "--port", "0") as server, server.client() as client:
        me = client.get("/api/me", headers={"authorization": f"Bearer {kept['token']}"}).json()
        assert (me["role"], me["name"]) == ("supervisor", "3")
        assert server.stop() == 0
