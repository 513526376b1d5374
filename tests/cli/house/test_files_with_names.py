"""Files that name players or staff are for their owner only; what is pinned up for everybody is not."""

import os
import stat

import pytest

FILES = {
    "report master-game --csv day.csv": "day.csv",
    "report master-game --html day.html": "day.html",
    "report meters --pdf meters.pdf": "meters.pdf",
    "audit export journal.csv": "journal.csv",
    "audit export journal.json": "journal.json",
    "progressive win-page T2-1-3 --html win.html": "win.html",
    "progressive win-page T2-1-3 --pdf win.pdf": "win.pdf",
    "backup monday.backup": "monday.backup",
    "backup tuesday.backup --with-key": "tuesday.backup",
}


@pytest.fixture
def playing(playing, once):
    """A jackpot was paid to bob, and the umask is the usual one, which lets everybody read."""
    won = once(playing, "won", win)
    before = os.umask(0o022)
    yield won
    os.umask(before)


def win(playing):
    for badge, line in (
        ("4", "table keypad place-chip T2 3"),
        ("4", "table keypad coin-in T2"),
        ("4", "table keypad hand T2 akq-of-another-suit"),
        ("3", "table keypad turn-key T2 JPH"),
        ("3", "table keypad j-pot T2 3"),
        ("3", "table keypad turn-key T2 RUN"),
        ("5", "player register bob 'Bob Ray' --born 1990-12-31"),
        ("5", "table jackpots pay T2-1-3 --player bob --identity 'licence WDL-1'"),
    ):
        playing.say(badge, line)


def mode(path):
    return stat.filemode(path.stat().st_mode)


@pytest.mark.parametrize(("line", "name"), FILES.items())
def test_a_file_with_names_is_readable_by_its_owner_only(playing, line, name):
    assert playing.line(None, line).status == 0
    for file in playing.path.glob(f"{name}*"):
        assert mode(file) == "-rw-------", file


def test_a_file_that_everybody_could_read_is_closed_before_names_are_written_into_it(playing):
    (playing.path / "day.csv").write_text("of yesterday\n")
    assert mode(playing.path / "day.csv") == "-rw-r--r--"
    assert playing.line(None, "report master-game --csv day.csv").status == 0
    assert mode(playing.path / "day.csv") == "-rw-------"


def test_a_placard_is_for_everybody(playing):
    assert playing.line(None, "table placard T1 --html placard.html").status == 0
    assert mode(playing.path / "placard.html") == "-rw-r--r--"


def test_the_room_itself_is_for_its_owner(playing):
    for file in playing.path.glob("pitboss.db*"):
        assert mode(file) == "-rw-------", file
