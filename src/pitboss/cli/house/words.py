"""What happened, in words: the events of an answer as sentences."""

import re
from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from typing import Any

from pitboss.games.event import Event
from pitboss.games.statement import Line


def in_words(event: Mapping[str, Any]) -> str:
    """An event as it was stored, in words.

    >>> in_words({"event": "announced", "words": "No more bets"})
    'the dealer says: No more bets'
    >>> in_words({"event": "of-a-later-version", "seat": 3})
    'of a later version: seat 3'
    """
    values = {name: value for name, value in event.items() if name != "event"}
    kind = _kinds().get((event["event"], frozenset(values)))
    if kind is None:
        told = ", ".join(f"{name} {value}" for name, value in values.items())
        return f"{event['event'].replace('-', ' ')}: {told}"
    if "lines" in values:
        values["lines"] = tuple(Line(**line) for line in values["lines"])
    return kind(**values).sentence


@cache
def _kinds() -> dict[tuple[str, frozenset[str]], type[Event]]:
    """Every kind of event by its name and its fields: a table and a keypad both have an event of envy."""
    found: dict[tuple[str, frozenset[str]], type[Event]] = {}
    waiting: list[type[Event]] = [Event]
    while waiting:
        kind = waiting.pop()
        waiting += kind.__subclasses__()
        name = re.sub(r"(?<!^)(?=[A-Z])", "-", kind.__name__).lower()
        found[name, frozenset(entry.name for entry in fields(kind))] = kind
    return found
