"""A whole day of a card room through the command line, on both databases; day.txt tells it line by line."""

import csv
import json
import shlex
from collections import Counter
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from pitboss.house.open_room import open_room
from pitboss.house.people.staff import all_staff
from pitboss.house.storage.database import Database
from pitboss.house.storage.one_writer import ServerAddress
from support.lines import read_lines
from support.serving import app_for, listening

DAY = read_lines(Path(__file__).with_name("day.txt"))


def plain(text):
    """Without the blanks that align columns."""
    return " ".join(text.split())


def check(answer, expected, place):
    if expected.startswith("no: "):
        assert answer.status == 2, (place, answer.out)
        assert answer.out == ""
        assert answer.err.startswith("pitboss: ")
        assert answer.err.count("\n") == 1
        assert expected.removeprefix("no: ") in answer.err, place
    else:
        assert (answer.status, answer.err) == (0, ""), f"{place}: {answer.err}{answer.out}"
        assert plain(expected) in plain(answer.out), f"{place}: {expected} is not in\n{answer.out}"


def test_a_whole_day(folder, monkeypatch, two_places):
    live_through(folder, monkeypatch, two_places)


def test_a_whole_day_beside_a_server(folder, monkeypatch):
    """Every command goes to the server that has the room open, and every sentence and exit status is the same."""
    (folder.path / "elsewhere").mkdir()
    asked = Counter()
    with closing(BesideServer(folder.path / "room.db", folder.path / "room.key", asked)) as server:

        def found(database):
            return server.of(database)

        monkeypatch.setattr(Database, "server", found)
        live_through(folder, monkeypatch, ("room.db", "elsewhere/room.db"))
    assert asked["/api/terminal"] > 150


class BesideServer:
    """A server in a thread of the test, which opens the room as soon as it is made."""

    def __init__(self, room, key, asked):
        self._room, self._key, self._asked, self._open = room, key, asked, ExitStack()
        self._address = None

    def of(self, database):
        """The server of a database, as a terminal finds it."""
        if Path(str(database.url.database)).resolve() != self._room:
            return None
        with database.reading() as connection:
            if not all_staff(connection, "main"):
                return None
        if self._address is None:
            self._address = ServerAddress(self._open.enter_context(self._listening()), "")
        return self._address

    @contextmanager
    def _listening(self):
        with closing(Database(str(self._room))) as database:
            app = app_for(open_room(database, self._key))

            async def counted(scope, receive, send):
                self._asked[scope.get("path")] += 1
                await app(scope, receive, send)

            with listening(counted) as address:
                yield address

    def close(self):
        self._open.close()


def live_through(folder, monkeypatch, two_places):
    room, elsewhere = two_places
    monkeypatch.setenv("PITBOSS_KEY_FILE", "room.key")
    template = folder.run(None, "table", "template", "three-card-poker").out
    folder.write("t1.toml", template)
    folder.write("t2.toml", template.replace('"electronic"', '"live"'))
    for badge in "12345678":
        folder.pin_file(badge)
    for place, badge, line, expected in DAY:
        named = {"room": room, "elsewhere": elsewhere} | {f"code{of}": code for of, code in folder.codes.items()}
        words = [word.format(**named) for word in shlex.split(line)]
        check(folder.run(badge, *words), expected, place)
        monkeypatch.setenv("PITBOSS_DATABASE", room)
    master = list(csv.reader((folder.path / "m.csv").read_text().splitlines()))
    assert ["Controls"] in master
    assert (folder.path / "m.pdf").read_bytes().startswith(b"%PDF-")
    assert "Lucky Ace" in (folder.path / "placard.html").read_text()
    everything = b"".join(file.read_bytes() for file in folder.path.glob("journal.csv"))
    assert b"argon2" not in everything
    assert json.loads(folder.run(None, "report", "trial-balance", "--json").out)["total_millicents"] == 0
