"""A folder with a card room of its own, and the command as its people run it, each with a PIN file."""

import os
import re
import shlex
import shutil
from dataclasses import dataclass

import pytest

from pitboss.cli import main
from pitboss.house.people import pins
from pitboss.sources import SystemClock
from support.card_room import CHEAP, FakeClock, pin_of
from support.databases import at, copied

CLOCK = FakeClock()


@dataclass
class Answer:
    status: int
    out: str
    err: str


CODE = re.compile(r"The enrollment code of badge (\S+): (\S+)")


class Folder:
    """A folder in which people run the command."""

    clock = CLOCK

    def __init__(self, path, capsys, monkeypatch):
        self.path, self._capsys, self._monkeypatch = path, capsys, monkeypatch
        self.codes = {}
        """The enrollment codes that approvers were shown, by badge."""

    def pin_file(self, badge, pin=None):
        """The file with somebody's PIN; each has another one."""
        file = self.path / f"{badge}.pin"
        if pin or not file.exists():
            file.write_text(f"{pin or pin_of(badge)}\n")
        return str(file)

    def write(self, name, text):
        (self.path / name).write_text(text, encoding="utf-8")

    def run(self, badge, *arguments):
        """Run the command as somebody; as nobody without a badge."""
        with self._monkeypatch.context() as patch:
            if badge:
                patch.setenv("PITBOSS_BADGE", badge)
                patch.setenv("PITBOSS_PIN_FILE", self.pin_file(badge))
            self._capsys.readouterr()
            try:
                main(list(arguments))
                status = 0
            except SystemExit as left:
                status = left.code or 0
        out, err = self._capsys.readouterr()
        self.codes |= dict(CODE.findall(out))
        return Answer(status, out, err)

    def say(self, badge, line):
        """Run a command that must be done."""
        answer = self.line(badge, line)
        assert answer.status == 0, (line, answer.err)
        return answer.out

    def line(self, badge, line):
        """Run a command as it is written in a line."""
        return self.run(badge, *shlex.split(line))


@pytest.fixture
def folder(tmp_path, capsys, monkeypatch):
    """An empty folder, PINs that are quick to check, and a clock that stands still."""
    for name in [name for name in os.environ if name.startswith("PITBOSS_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(pins, "HASHER", CHEAP)
    monkeypatch.setattr(SystemClock, "now", lambda _: CLOCK.now())
    return Folder(tmp_path, capsys, monkeypatch)


STAFF = {
    "2": "executive",
    "3": "supervisor",
    "4": "dealer",
    "5": "accounting",
    "6": "surveillance",
    "8": "auditor",
}


def hire(folder):
    """A room, and somebody in every role, who has enrolled."""
    begin(folder)
    for badge, role in STAFF.items():
        file = folder.pin_file(badge)
        folder.say("1", f"staff add {badge} {role} {role.title()} --proposal-id hire-{badge}")
        folder.say("7", f"proposals approve hire-{badge}")
        folder.say("7", f"staff enroll {badge} --code {folder.codes[badge]} --new-pin-file {file}")


def begin(folder):
    """A room with its first two admins, badges 1 and 7."""
    folder.say("1", f"init --name 'Lucky Ace' --second-badge 7 --second-pin-file {folder.pin_file('7')}")


@pytest.fixture(scope="session")
def kept(tmp_path_factory):
    """Where folders are kept once they are made, by name: making one takes many commands, copying it none."""
    return tmp_path_factory.mktemp("kept")


@pytest.fixture
def once(kept):
    """Makes a folder once, and copies it for every test after."""

    def made(folder, name, make):
        if not (kept / name).exists():
            make(folder)
            shutil.copytree(folder.path, kept / name)
        shutil.copytree(kept / name, folder.path, dirs_exist_ok=True)
        return folder

    return made


@pytest.fixture
def staffed(folder, once):
    """A room with its staff, and nothing else."""
    return once(folder, "staffed", hire)


@pytest.fixture
def playing(staffed, once):
    """A room with a progressive, an electronic table T1 and one with live cards T2, both open, and ann at the cage."""
    return once(staffed, "playing", open_tables)


def open_tables(folder):
    """What a morning brings, by the people who may."""
    template = folder.say(None, "table template three-card-poker")
    folder.write("t1.toml", template)
    folder.write("t2.toml", template.replace('"electronic"', '"live"'))
    folder.say("3", "progressive create M1 TCPP-1 --proposal-id m1")
    folder.say("2", "proposals approve m1")
    for table in ("t1", "t2"):
        name = table.upper()
        folder.say("3", f"table propose {name} --settings {table}.toml --reason new --proposal-id {table}")
        folder.say("2", f"table approve {table}")
        folder.say("7", f"table create {name} --proposal {table}")
        folder.say("3", f"table open {name} $5,000")
    folder.say("5", "player register ann 'Ann Lee' --born 1990-12-31")
    folder.say("5", "player deposit ann $500")


@pytest.fixture(params=["sqlite", "postgresql"])
def two_places(request, folder):
    """A place for a card room and an empty one elsewhere, in files or on a server."""
    if request.param == "sqlite":
        (folder.path / "elsewhere").mkdir()
        yield "room.db", "elsewhere/room.db"
        return
    server = request.getfixturevalue("postgresql")
    with copied(server, "template1") as room, copied(server, "template1") as elsewhere:
        yield at(server, room), at(server, elsewhere)
