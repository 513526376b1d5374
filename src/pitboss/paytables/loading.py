"""Reading a paytable file. Whatever is wrong is said in one sentence that names the file and the line."""

import re
from collections.abc import Callable
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from pitboss.data_file import read_toml
from pitboss.errors import PaytableError
from pitboss.paytables.pay import Pay, PayKind, check_chance, parse_dollars, parse_percent
from pitboss.paytables.paytable import MeterTerms, Paytable, PrintedFigure, Row, WagerPaytable
from pitboss.paytables.wagers import WAGERS, Game, Wager

FORMAT = 1
_Parsed = TypeVar("_Parsed")
_Path = tuple[str, ...]


def _edge(text: str) -> Any:
    """An edge may be negative, where the player has it."""
    return parse_percent(text.removeprefix("-"))


FIGURES: dict[str, Callable[[str], Any]] = {
    "house-edge": _edge,
    "house-advantage": _edge,
    "hold": parse_percent,
    "estimated-hold": parse_percent,
    "par-per-ante": parse_percent,
    "hit-frequency": parse_percent,
    "top-probability": check_chance,
    "average-top-payout": parse_dollars,
    "seed-amount": parse_dollars,
}
"""The figures that approvals print, each with what it must look like."""


def load_paytable(file: Path | Traversable, name: str | None = None) -> Paytable:
    """The paytable in a file, which error messages call by its path or by the given name.

    >>> from importlib.resources import files
    >>> load_paytable(files("pitboss.paytables") / "data" / "DDP-1.toml").title
    'Double Draw Poker, Bonus 1'
    """
    return _File(file, name or str(file)).paytable()


class _File:
    """A file under reading: its data, and where each part of it stands."""

    def __init__(self, file: Path | Traversable, name: str) -> None:
        self.name = name
        self.text, self.data = read_toml(file, name, PaytableError)

    def fail(self, path: _Path, sentence: str) -> NoReturn:
        raise PaytableError(f"{self.place(path)}: {sentence}")

    def place(self, path: _Path) -> str:
        return f"{self.name}, line {_line_of(self.text, path)}"

    def get(self, path: _Path, kind: type[_Parsed], what: str) -> _Parsed:
        """The entry at a path, which must be there and of that kind."""
        place: Any = self.data
        for key in path:
            if not isinstance(place, dict) or key not in place:
                self.fail(path, f"{'.'.join(path)} is missing: it must be {what}")
            place = place[key]
        if not isinstance(place, kind) or isinstance(place, bool):
            self.fail(path, f"{'.'.join(path)} is {place!r}, and must be {what}")
        return place

    def parse(self, path: _Path, parser: Callable[[str], _Parsed], what: str) -> _Parsed:
        try:
            return parser(self.get(path, str, what))
        except ValueError as error:
            self.fail(path, str(error))

    def known(self, path: _Path, allowed: set[str]) -> None:
        """Refuse keys that nobody reads: most are slips of the pen."""
        for key in self.get(path, dict, "a table") if path else self.data:
            if key not in allowed:
                self.fail((*path, key), f"{key!r} is unknown here; allowed: {', '.join(sorted(allowed))}")

    def texts(self, path: _Path) -> tuple[str, ...]:
        entries = self.get(path, list, "a list of texts")
        if not entries:
            self.fail(path, f"{'.'.join(path)} is an empty list")
        for entry in entries:
            if not isinstance(entry, str):
                self.fail(path, f"{entry!r} in {'.'.join(path)} is not a text")
        return tuple(entries)

    def paytable(self) -> Paytable:
        self.known((), {"format", "designator", "game", "title", "source", "operator-supplied", "notes", "wagers"})
        if self.get(("format",), int, f"{FORMAT}, as in 'format = {FORMAT}'") != FORMAT:
            self.fail(("format",), f"format {self.data['format']} is unknown; this version reads format {FORMAT}")
        game = self.parse(("game",), self._game, "the name of a game")
        wagers = self.get(("wagers",), dict, "a table with at least one wager")
        if not wagers:
            self.fail(("wagers",), "there is no wager; write one as a table such as [wagers.bonus]")
        return Paytable(
            designator=self.parse(("designator",), _designator, "a text such as 'TCP-01'"),
            game=game,
            title=self.parse(("title",), _printable, "a text"),
            source=self.parse(("source",), _printable, "the document that the paytable comes from"),
            wagers=tuple(self._wager(game, slug) for slug in wagers),
            operator_supplied=self.texts(("operator-supplied",)) if "operator-supplied" in self.data else (),
            notes=self.texts(("notes",)) if "notes" in self.data else (),
            place=self.place(("designator",)),
        )

    @staticmethod
    def _game(text: str) -> Game:
        if text not in [game.value for game in Game]:
            raise ValueError(f"{text!r} is not a game; allowed: {', '.join(Game)}")
        return Game(text)

    def _wager(self, game: Game, slug: str) -> WagerPaytable:
        path = ("wagers", slug)
        wager = WAGERS[game].get(slug)
        if wager is None:
            allowed = ", ".join(WAGERS[game])
            self.fail(path, f"{slug!r} is not a wager of {game.label} that a paytable pays; allowed: {allowed}")
        terms = {"seed", "contribution", "envy"} if wager.is_progressive else set()
        self.known(path, {"name", "pays", "printed"} | terms)
        return WagerPaytable(
            wager=wager,
            name=self.parse((*path, "name"), _printable, "a text"),
            rows=self._rows(wager, path),
            meter=self._meter(path) if wager.is_progressive else None,
            printed=self._printed((*path, "printed")) if "printed" in self.data["wagers"][slug] else (),
        )

    def _rows(self, wager: Wager, path: _Path) -> tuple[Row, ...]:
        pays = self.get((*path, "pays"), dict, "a table of hands and pays")
        envy = self._envy(wager, path, pays) if "envy" in self.get(path, dict, "a table") else {}
        for slug in pays:
            if wager.hand(slug) is None:
                self.fail((*path, "pays", slug), f"{slug!r} is not a hand that {wager.title} pays; {_hands(wager)}")
        for hand in wager.hands:
            if hand.required and hand.slug not in pays:
                self.fail((*path, "pays"), f"the row {hand.slug!r} is missing; {_hands(wager)}")
        return tuple(
            Row(hand, self._pay(wager, (*path, "pays", hand.slug)), envy.get(hand.slug))
            for hand in wager.hands
            if hand.slug in pays
        )

    def _pay(self, wager: Wager, path: _Path) -> Pay:
        pay = self.parse(path, Pay.parse, "a text such as '40 to 1'")
        allowed = (PayKind.FOR, PayKind.METER) if wager.is_progressive else (PayKind.TO, PayKind.PUSH)
        if pay.kind not in allowed:
            meant = "'for 1' or '% of meter'" if wager.is_progressive else "'to 1' or 'push'"
            self.fail(path, f"{wager.title} pays {meant}, not '{pay}'")
        return pay

    def _envy(self, wager: Wager, path: _Path, pays: dict[str, Any]) -> dict[str, int]:
        envy = self.get((*path, "envy"), dict, "a table of hands and amounts")
        for slug in envy:
            if slug not in pays:
                self.fail((*path, "envy", slug), f"{slug!r} brings envy but {wager.title} has no such row")
        return {slug: self.parse((*path, "envy", slug), parse_dollars, "an amount such as '$100'") for slug in envy}

    def _meter(self, path: _Path) -> MeterTerms:
        contribution = self.parse((*path, "contribution"), parse_percent, "a percentage such as '21%'")
        if not 0 < contribution < 1:
            self.fail((*path, "contribution"), "the contribution must be more than 0% and less than 100%")
        return MeterTerms(self.parse((*path, "seed"), parse_dollars, "an amount such as '$5,000'"), contribution)

    def _printed(self, path: _Path) -> tuple[PrintedFigure, ...]:
        self.known(path, set(FIGURES))
        return tuple(self._figure((*path, name)) for name in self.get(path, dict, "a table of figures"))

    def _figure(self, path: _Path) -> PrintedFigure:
        name = path[-1]
        entry = self.get(path, object, "a text")
        texts = self.texts(path) if isinstance(entry, list) else (self.get(path, str, "a text"),)
        for text in texts:
            try:
                FIGURES[name](text)
            except ValueError as error:
                self.fail(path, str(error))
        return PrintedFigure(name, texts)


def _designator(text: str) -> str:
    if not re.fullmatch(r"(?=.{1,32}$)[A-Z0-9]+(-[A-Z0-9]+)*", text):
        allowed = "write up to 32 capital letters and digits joined by '-', like 'TCP-01'"
        raise ValueError(f"{text!r} is not a designator: {allowed}")
    return text


def _printable(text: str) -> str:
    if not text.strip() or not text.isprintable():
        raise ValueError(f"{text!r} must be a line of printable text")
    return text


def _hands(wager: Wager) -> str:
    return f"its rows are {', '.join(hand.slug for hand in wager.hands)}"


_KEY = r"""(?:"[^"]*"|'[^']*'|[A-Za-z0-9_-]+)"""
_KEYS = rf"{_KEY}(?:[ \t]*\.[ \t]*{_KEY})*"
_HEADER = re.compile(rf"\s*\[\[?\s*({_KEYS})\s*\]")
_ENTRY = re.compile(rf"\s*({_KEYS})\s*=")


def _line_of(text: str, path: _Path) -> int:
    """The line of an entry, or of the nearest part above it that is written out."""
    table: _Path = ()
    line, depth = 1, 0
    for number, written in enumerate(text.split("\n"), start=1):
        if header := _HEADER.match(written):
            here = table = _split(header[1])
        elif entry := _ENTRY.match(written):
            here = table + _split(entry[1])
        else:
            continue
        if len(here) > depth and here == path[: len(here)]:
            line, depth = number, len(here)
    return line


def _split(keys: str) -> _Path:
    return tuple(part.strip(" \t\"'") for part in re.findall(_KEY, keys))
