"""A whole day of a card room through the command line, on both databases; day.txt tells it line by line."""

import csv
import json
import shlex
from pathlib import Path

from support.lines import read_lines

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
        assert (answer.status, answer.err) == (0, ""), f"{place}\n{answer.out}"
        assert plain(expected) in plain(answer.out), f"{place}: {expected} is not in\n{answer.out}"


def test_a_whole_day(folder, monkeypatch, two_places):
    room, elsewhere = two_places
    monkeypatch.setenv("PITBOSS_KEY_FILE", "room.key")
    template = folder.run(None, "table", "template", "three-card-poker").out
    folder.write("t1.toml", template)
    folder.write("t2.toml", template.replace('"electronic"', '"physical"'))
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
