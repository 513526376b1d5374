"""The hops of a wager: the functions that docs/follow-a-wager.md lists, and those that really ran in the server."""

import re
import threading
from itertools import pairwise, takewhile
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
PACKAGE = str(ROOT / "src" / "pitboss") + "/"

_ROW = re.compile(r"^\| (\d+) \| `([^`]+)` \| `([^`]+)` \|", re.MULTILINE)


class Hop(NamedTuple):
    """A function that the wager passes."""

    number: int
    file: str
    function: str

    @property
    def is_on_the_server(self):
        return self.file.endswith(".py")


def hops_on(page):
    """The hops in the tables of a page, one list for each table."""
    rows = [Hop(int(number), file, function) for number, file, function in _ROW.findall(page)]
    starts = [index for index, hop in enumerate(rows) if hop.number == 1] + [len(rows)]
    return [rows[start:end] for start, end in pairwise(starts)]


class Tracer:
    """Notes which functions of the package run, in all threads that start while it is installed."""

    def __init__(self):
        self._ran, self._is_on = [], False

    def __enter__(self):
        threading.setprofile(self._note)
        return self

    def __exit__(self, *_):
        threading.setprofile(None)

    def start(self):
        """Forget what ran so far, and note what runs from now on."""
        self._ran.clear()
        self._is_on = True

    def stop(self):
        self._is_on = False

    def _note(self, frame, event, _argument):
        code = frame.f_code
        if self._is_on and event == "call" and code.co_filename.startswith(PACKAGE):
            self._ran.append((code.co_filename.removeprefix(PACKAGE), code.co_qualname.replace(".<locals>", "")))

    def followed(self, hops):
        """The hops that ran one after the other, up to the first that did not run after the one before it."""
        ran = iter(self._ran)
        return list(takewhile(lambda hop: (hop.file, hop.function) in ran, hops))
