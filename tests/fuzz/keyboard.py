"""Spoilt words at the terminal: arguments of commands, and what is typed into a game."""

import contextlib
import io
import json
import os
import sys
from pathlib import Path

from hypothesis import strategies as st

from fuzz import machines, seeds
from fuzz.junk import WORDS
from fuzz.oracle import FaultError, judge_sentence
from fuzz.spoiling import texts
from pitboss.cli.app import main

ANYWHERE = (
    (["hand", "As Kd Th", "--game", "three-card-poker"], ""),
    (["hand", "As Ks Jk 5d 5c 2h", "--game", "fortune-san-lo", "--json"], ""),
    (["paytables", "TCP-01"], ""),
    (["paytables", "--json"], ""),
    (["fair", "seen.json"], ""),
    (["replay", "round.txt"], ""),
    (["play", "three-card-poker", "--seat", "3", "--company", "2", "--seed", "7"], "5\n5\n1\n\n?\nplay\nh\nq\n"),
    (["play", "fortune-san-lo", "--seed", "7", "--company", "0"], "5\n\n\n\n?\n\nAsKdTh9c9d2s\nq\n"),
    (["play", "double-draw", "--seed", "7", "--company", "1"], "5\n?\n2c 3d\nfold\nq\n"),
    (["play", "power-blackjack", "--seed", "7", "--company", "0"], "5\n\n?\nhit\nstand\nkeep\nq\n"),
    (["play"], "1\n5\n\n\n\nfold\nq\n"),
    (
        ["drill", "double-draw", "--rounds", "1", "--seats", "2", "--seed", "7", "--faults", "1"],
        "guide\nreplace\nabcdefg\nvoid\n2\ntake\npush\npay 12.50\n",
    ),
)
"""What needs no card room: arguments, and lines at the keyboard."""

IN_THE_ROOM = (
    (["table", "show", "T1"], ""),
    (["table", "list", "--json"], ""),
    (["table", "fill", "T1", "$500"], ""),
    (["table", "keypad", "place-chip", "T5", "3"], ""),
    (["table", "keypad", "lift-chip", "T5", "3"], ""),
    (["table", "approval", "T1"], ""),
    (["report", "master-game", "--day", "2026-11-15"], ""),
    (["report", "trial-balance", "--day", "2026-11-15"], ""),
    (["report", "reconciliation", "--since", "2026-11-09", "--day", "2026-11-15"], ""),
    (["incident", "open", "T1", "a dark display", "--noticed", "2026-11-15 10:00"], ""),
    (["incident", "list"], ""),
    (["player", "wallet", "ann"], ""),
    (["player", "exclude", "bob", "--until", "2027-01-01", "--reason", "asked for it"], ""),
    (["player", "register", "cleo", "Cleo", "--born", "1990-12-31"], ""),
    (["progressive", "adjust", "M1", "$5", "--reason", "display-malfunction", "--note", "dark"], ""),
    (["progressive", "history", "M1"], ""),
    (["proposals", "list"], ""),
    (["staff", "list"], ""),
)
"""What needs one."""


def lay_files(folder):
    """The files that the commands name."""
    (folder / "seen.json").write_text(json.dumps(machines.records()[0]), encoding="utf-8")
    (folder / "round.txt").write_text(seeds.transcripts()[0], encoding="utf-8")
    (folder / "pin.txt").write_text("470815\n", encoding="utf-8")


@st.composite
def lines(draw, commands):
    """A command with a word lost, doubled, swapped or spoilt, and what is typed into it."""
    arguments, typed = draw(st.sampled_from(commands))
    words = list(arguments)
    for _ in range(draw(st.sampled_from((0, 1, 1, 1, 2, 3)))):
        one, other = draw(st.integers(0, len(words) - 1)), draw(st.integers(0, len(words) - 1))
        how = draw(st.sampled_from(("lose", "double", "swap", "other", "spoil", "spoil")))
        if how == "lose" and len(words) > 1:
            del words[one]
        elif how == "double":
            words.insert(other, words[one])
        elif how == "swap":
            words[one], words[other] = words[other], words[one]
        elif one:  # the first is the command itself
            words[one] = draw(st.sampled_from(WORDS) if how == "other" else texts((words[one],)))
    return [_word(word) for word in words], draw(texts((typed,))) if typed else ""


def type_in(arguments, typed):
    """Run a command with what was typed, and judge how it ends; its exit status."""
    out, err = _stream(), _stream()
    before = sys.stdin, sys.stdout, sys.stderr
    sys.stdin = io.TextIOWrapper(io.BytesIO(typed.encode("utf-8", "surrogatepass")), encoding="utf-8")
    sys.stdout, sys.stderr = out, err
    try:
        main(arguments)
        status = 0
    except SystemExit as end:
        status = end.code or 0
    finally:
        sys.stdin, sys.stdout, sys.stderr = before
    told = _told(err)
    if status not in (0, 1, 2) or (status == 2 and not told.startswith("pitboss: ")):
        raise FaultError(f"pitboss {arguments!r:.500} ended with {status}: {told[:500]}")
    if status == 2:
        judge_sentence(told.strip(), arguments, f"pitboss {arguments!r:.300}")
    return status


def _word(text):
    """As a shell passes it on: no NUL, and of what is no text only single bytes."""
    return "".join(sign for sign in text if sign != "\0" and not "\ud800" <= sign < "\udc80")


def _stream():
    return io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="backslashreplace")


def _told(stream):
    stream.flush()
    return stream.buffer.getvalue().decode()


@contextlib.contextmanager
def working_in(folder, **environment):
    """Work in a folder, with these words of the environment."""
    before, saved = Path.cwd(), dict(os.environ)
    os.chdir(folder)
    os.environ.update(environment)
    try:
        yield folder
    finally:
        os.chdir(before)
        os.environ.clear()
        os.environ.update(saved)


def of_the_room(folder):
    """How the environment names the room of a folder, and a supervisor."""
    return {
        "PITBOSS_DATABASE": str(folder / "room.db"),
        "PITBOSS_KEY_FILE": str(folder / "room.key"),
        "PITBOSS_BADGE": "4",
        "PITBOSS_PIN_FILE": str(folder / "pin.txt"),
        "COLUMNS": "100",
    }
