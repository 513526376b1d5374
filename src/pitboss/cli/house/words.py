"""What happened, in words: the events of an answer as sentences."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from pitboss.games.event import Event


def in_words(event: Mapping[str, Any]) -> str:
    """An event as it was stored, in words.

    >>> in_words({"event": "announced", "words": "No more bets"})
    'the dealer says: No more bets'
    >>> in_words({"event": "of-a-later-version", "seat": 3})
    'of a later version: seat 3'
    """
    values = {name: value for name, value in event.items() if name != "event"}
    for kind in _kinds().get(event["event"], ()):
        known = kind.from_json(values)
        if known is not None:
            return known.sentence
    told = ", ".join(f"{name} {value}" for name, value in values.items())
    return f"{event['event'].replace('-', ' ')}: {told}"


@cache
def _kinds() -> dict[str, list[type[Event]]]:
    """Every kind of event by its name; a table and a keypad both have an event of envy, with other entries."""
    found: dict[str, list[type[Event]]] = {}
    waiting: list[type[Event]] = [Event]
    while waiting:
        kind = waiting.pop()
        waiting += kind.__subclasses__()
        found.setdefault(re.sub(r"(?<!^)(?=[A-Z])", "-", kind.__name__).lower(), []).append(kind)
    return found
