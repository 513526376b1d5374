"""Reads a design file: the paytable to edit, the edits, and the question to solve. Errors name file and place."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from pitboss.data_file import read_toml
from pitboss.errors import UnknownNameError
from pitboss.lab.design.places import CONTRIBUTION, ENVY, PAYS, SEED, DesignError, Place
from pitboss.lab.progressives.sheet import MAX_OTHERS
from pitboss.lab.sheet import PRINTED, RULES
from pitboss.paytables import Catalogue, PayKind, Paytable, load_catalogue, parse_percent

FORMAT: Final = 1
_MAX_DOTS: Final = 20
"""The limit for one line: Python's TOML parser takes hours for a name of thousands of parts, and blocks the server."""
_KEYS: Final = ("format", "base", "title", "others", "wagers", "solve")
_SOLVE_KEYS: Final = ("unknown", "target", "reading")
_TARGET = re.compile(r"(?:house-edge|house-advantage) (-?)(\S+)")


@dataclass(frozen=True)
class Edit:
    """One change of a design; ``before`` is None for a new row.

    >>> str(Edit("wagers.pair-plus.pays.flush", "4 to 1", "3 to 1"))
    'wagers.pair-plus.pays.flush: 4 to 1 -> 3 to 1'
    """

    place: str
    before: str | None
    after: str

    def __str__(self) -> str:
        return f"{self.place}: {self.before or 'nothing'} -> {self.after}"


@dataclass(frozen=True)
class DesignQuestion:
    """The question which amount gives its wager the target house edge.

    >>> DesignQuestion(Place("pair-plus", "pays", "flush"), Fraction(1, 20)).reading
    'rules'
    """

    unknown: Place
    target: Fraction
    reading: str = RULES


@dataclass(frozen=True)
class Design:
    """An edited paytable, with an optional question about it.

    >>> design = read_design('base = "TCP-01"\\n[wagers.pair-plus.pays]\\nflush = "3 to 1"')
    >>> [str(edit) for edit in design.edits], str(design.paytable["pair-plus"].rows[3].pay)
    (['wagers.pair-plus.pays.flush: 4 to 1 -> 3 to 1'], '3 to 1')
    """

    base: Paytable
    paytable: Paytable
    edits: tuple[Edit, ...] = ()
    others: int | None = None
    """How many other hands award envy, if that differs from the approval."""
    question: DesignQuestion | None = None


def read_design(source: Path | str, catalogue: Catalogue | None = None, name: str = "the design") -> Design:
    """Read a design from a file, or from its text.

    >>> read_design('base = "TCP-01"\\nprice = 3')
    Traceback (most recent call last):
    pitboss.lab.design.places.DesignError: the design: 'price' is unknown here; allowed: base, format, others, solve, \
title, wagers
    """
    if isinstance(source, Path):
        name = str(source)
        _, data = read_toml(source, name, DesignError)
    else:
        if any(line.count(".") > _MAX_DOTS for line in source.splitlines()):
            raise DesignError(f"{name} cannot be read: a line has more than {_MAX_DOTS} dots")
        try:
            data = tomllib.loads(source)
        except (tomllib.TOMLDecodeError, ValueError, RecursionError) as error:
            raise DesignError(f"{name} cannot be read: {error}") from error
    return design_of(data, catalogue, name)


def design_of(data: Mapping[str, Any], catalogue: Catalogue | None = None, name: str = "the design") -> Design:
    """Read a design from the entries of a file.

    >>> design_of({"base": "TCP-6B1"}).paytable.designator
    'TCP-6B1'
    """
    try:
        return _design(data, catalogue or load_catalogue())
    except (DesignError, UnknownNameError) as error:
        raise DesignError(f"{name}: {error}") from error


def _design(data: Mapping[str, Any], catalogue: Catalogue) -> Design:
    _known(data, _KEYS)
    if data.get("format", FORMAT) != FORMAT:
        raise DesignError(f"format {data['format']!r} is unknown; this version reads format {FORMAT}")
    base = catalogue[_text(data, "base", "the designator of a paytable, such as 'TCP-01'")]
    title = _text(data, "title", "a text") if "title" in data else f"{base.title}, edited"
    paytable, edits = base, []
    for place, text in _entries(base, data.get("wagers", {})):
        before, paytable = place.text_in(paytable), place.put_text(paytable, text)
        edits.append(Edit(str(place), before, str(text)))
    question = _question(paytable, data["solve"]) if "solve" in data else None
    return Design(base, replace(paytable, title=title), tuple(edits), _others(data), question)


def _entries(base: Paytable, wagers: Any) -> Iterator[tuple[Place, Any]]:
    """Every place that the design changes, pays before envy, with its text."""
    for wager, parts in _table(wagers, "wagers").items():
        place = f"wagers.{wager}"
        _known(_table(parts, place), (PAYS, ENVY, SEED, CONTRIBUTION), place)
        for part in (PAYS, ENVY):
            for row, text in _table(parts.get(part, {}), f"{place}.{part}").items():
                yield Place.parse(f"{place}.{part}.{row}", base), text
        for part in (SEED, CONTRIBUTION):
            if part in parts:
                yield Place.parse(f"{place}.{part}", base), parts[part]


def _question(paytable: Paytable, data: Any) -> DesignQuestion:
    _known(_table(data, "solve"), _SOLVE_KEYS, "solve")
    place = Place.parse(_text(data, "unknown", "a place such as 'wagers.pair-plus.pays.flush'"), paytable)
    row = place.row_in(paytable)
    if place.part == PAYS and row is not None and row.pay.kind is PayKind.METER:
        raise DesignError(
            f"{place} is a share of the meter: the meter pays out what it takes in, whatever the share, so the "
            "long-run house edge does not depend on it"
        )
    if place.part == ENVY and row is None:
        raise DesignError(f"{place}: the paytable has no such row to award envy")
    text = _text(data, "target", "a text such as 'house-edge 5%'")
    match = _TARGET.fullmatch(text)
    if match is None:
        raise DesignError(f"solve.target is {text!r}, and must be a text such as 'house-edge 5%'")
    try:
        target = parse_percent(match[2]) * (-1 if match[1] else 1)
    except ValueError as error:
        raise DesignError(f"solve.target: {error}") from error
    reading = data.get("reading", RULES)
    if reading not in (RULES, PRINTED):
        raise DesignError(f"solve.reading is {reading!r}, and must be '{RULES}' or '{PRINTED}'")
    return DesignQuestion(place, target, reading)


def _others(data: Mapping[str, Any]) -> int | None:
    others = data.get("others")
    if others is not None and (type(others) is not int or not 0 <= others <= MAX_OTHERS):
        raise DesignError(f"others is {others!r}, and must be a whole number from 0 to {MAX_OTHERS}")
    return others


def _known(data: Mapping[str, Any], allowed: tuple[str, ...], place: str = "") -> None:
    for key in data:
        if key not in allowed:
            full_key = f"{place}.{key}" if place else key
            raise DesignError(f"{full_key!r} is unknown here; allowed: {', '.join(sorted(allowed))}")


def _table(data: Any, place: str) -> Mapping[str, Any]:
    if not isinstance(data, Mapping):
        raise DesignError(f"{place} is {data!r}, and must be a table")
    return data


def _text(data: Mapping[str, Any], key: str, what: str) -> str:
    text = data.get(key)
    if not isinstance(text, str) or not text.strip() or not text.isprintable():
        raise DesignError(f"{key} is {text!r}, and must be {what}" if key in data else f"{key} is missing: {what}")
    return text
