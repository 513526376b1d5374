"""Reading the data files of a house way. Whatever is wrong is said in one sentence that names the file and the line."""

from collections import Counter
from collections.abc import Iterable
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import NoReturn

from pitboss.data_file import read_toml
from pitboss.errors import PitbossError

FORMAT = 1


class HouseWayError(PitbossError):
    """A file of a house way that cannot be loaded; the message names the file and the line.

    >>> issubclass(HouseWayError, PitbossError)
    True
    """


def shipped_file(name: str) -> Traversable:
    """A data file that comes with Pitboss.

    >>> shipped_file("house_way_low.toml").is_file()
    True
    """
    return files("pitboss.games.fortune_san_lo") / "data" / name


class DataFile:
    """A TOML file under reading: its data, and on which line each part of it stands.

    >>> DataFile(shipped_file("house_way_low.toml")).data["hand"]
    'low'
    """

    def __init__(self, file: Path | Traversable, name: str | None = None) -> None:
        self.name = name or str(file)
        self.text, self.data = read_toml(file, self.name, HouseWayError)
        self._lines = _lines_of_keys(self.text)
        if self.data.get("format") != FORMAT:
            found = f"is {self.data['format']!r}" if "format" in self.data else "is missing"
            self.fail(f"the format {found}; this version reads format {FORMAT}", key="format")

    def fail(self, sentence: str, table: str = "", key: str = "", number: int = 0) -> NoReturn:
        """Refuse the file because of a key in a table, or the table itself; without a table, of the head of the file.

        Of tables that are written several times, as ``[[rules]]`` are, the number says which is meant.
        """
        places = ((table, number, key), (table, number, ""), (key, 0, ""))
        line = next((self._lines[place] for place in places if place in self._lines), 1)
        raise HouseWayError(f"{self.name}, line {line}: {sentence}")

    def check_keys(self, keys: Iterable[str], allowed: Iterable[str], table: str = "", number: int = 0) -> None:
        """Refuse keys that nobody reads: most are slips of the pen."""
        for key in keys:
            if key not in allowed:
                self.fail(f"{key!r} is unknown here; allowed: {', '.join(allowed)}", table, key, number)

    def text_at_head(self, key: str, what: str) -> str:
        """A text at the head of the file, which must be there."""
        entry = self.data.get(key)
        if not isinstance(entry, str):
            found = "is missing" if entry is None else f"is {entry!r}"
            self.fail(f"{key} {found}: write {what}", key=key)
        return entry


def _lines_of_keys(text: str) -> dict[tuple[str, int, str], int]:
    """The line of every key by table, which of the tables of that name, and key; the table itself has the key ''."""
    lines: dict[tuple[str, int, str], int] = {}
    seen: Counter[str] = Counter()
    table, number = "", 0
    for line_number, line in enumerate(text.splitlines(), start=1):
        written = line.strip()
        if written.startswith("["):
            table = written.lstrip("[").partition("]")[0].strip(" \t\"'")
            number = seen[table]
            seen[table] += 1
            lines[table, number, ""] = line_number
        elif "=" in written:
            key = written.partition("=")[0].strip().strip("\"'")
            lines.setdefault((table, number, key), line_number)
    return lines
