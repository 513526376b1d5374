"""``pitboss bots`` at the keyboard."""

import json

import pytest


def test_bots_play_and_say_what_came_of_it(quickly_served, pitboss_process, tmp_path):
    file = tmp_path / "summary.json"
    with quickly_served() as (floor, url):
        options = ("--url", url, "--tables", "2", "--seats", "2", "--pace", "flat", "--minutes", "0.03")
        done = pitboss_process(
            "bots", *options, "--make-tables", "--json", str(file), PITBOSS_STAFF="3:470815 4:470815"
        )
        assert (done.err, done.status) == ("", 0)
        assert all(not floor.room.table(table_id).seatings for table_id in ("B1", "B2"))
    assert done.out.startswith("4 bots at 2 tables, simple, at flat pace.\n")
    assert "Summary" in done.out
    told = json.loads(file.read_text())
    assert (told["tables"], told["lost"]) == (2, {})
    assert told["commands"] > 0


def test_bots_in_several_processes_are_counted_together(quickly_served, pitboss_process, tmp_path):
    file = tmp_path / "summary.json"
    with quickly_served() as (_, url):
        options = ("--url", url, "--tables", "2", "--seats", "1", "--pace", "flat", "--minutes", "0.03")
        staff = ("--make-tables", "--staff", "3:470815 4:470815")
        done = pitboss_process("bots", *options, *staff, "--processes", "2", "--json", str(file))
        assert (done.err, done.status) == ("", 0)
    told = json.loads(file.read_text())
    assert (told["tables"], told["guests"], told["lost"]) == (2, 2, {})


def test_a_room_without_tables_for_bots_says_so(quickly_served, pitboss_process):
    with quickly_served() as (_, url):
        done = pitboss_process("bots", "--url", url)
    assert done.status == 2
    assert done.err.startswith("pitboss: 0 auto-dealt tables are open, and --tables asks for 4: give fewer")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--url", "http://127.0.0.1:1"], "the room at http://127.0.0.1:1 cannot be seen"),
        (["--url", "somewhere"], "'somewhere' is no address of a card room"),
        (["--seats", "8"], "--seats"),
        (["--minutes", "0"], "--minutes must be more than 0"),
        (["--strategy", "wild"], "'wild' is not a strategy; known are simple, timid, random, sleeper"),
        (["--pace", "slow"], "'slow' is not a pace; known are human, flat"),
        (["--staff", "3"], "staff are named by badge and PIN"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_sentence(pitboss, options, words):
    done = pitboss("bots", *options)
    assert done.status == 2
    assert done.err.startswith("pitboss: ")
    assert words in done.err
    assert len(done.err.splitlines()) == 1
