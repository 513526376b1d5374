"""Keeps face-down cards encrypted with the room's key in the records of a table, and decrypts them for readers.

A record says of such cards only what everybody at the table sees: whose they are, how many, and their positions in the
sealed deck. Their faces, and what a player says about them (discards, a hand that is set), are in one encrypted part of
the record. It is bound to its table, round and record, and its length reveals nothing. All code that shows a record
decrypts it here.
"""

import base64
import json
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from pitboss.games.audience import HIDDEN
from pitboss.house.records.journal import Record, Stamp
from pitboss.house.records.strongbox import Strongbox
from pitboss.house.storage.json_text import json_text
from pitboss.sources import Entropy

Events = Sequence[dict[str, Any]]
"""Complete events, as :func:`pitboss.house.answers.stored` makes them."""

_PACKET: Final = 64
"""The encrypted part of a deal is padded to a multiple of this many bytes: it has the faces of a packet only."""

_OTHER: Final = 256
"""The same for all other records: the longest words about a hand that is set fit in."""

_NAME: Final = "face_down"


class Covered(NamedTuple):
    """A command and its events as the record shows them, and their secret part.

    >>> covered({"do": "act", "command": {"do": "draw", "cards": "7c 2d"}}, []).asked
    {'do': 'act', 'command': {'do': 'draw', 'cards': '??'}}
    """

    asked: Mapping[str, Any]
    events: Events
    secret: dict[str, Any]
    """The hidden values of both; empty if no card is face down."""


def covered(asked: Mapping[str, Any], events: Events) -> Covered:
    """Split a command and its events into what a record may show, and the secret rest.

    >>> dealt = {"public": {"seat": 2, "cards": ["??"]}, "all": {"seat": 2, "cards": ["As"]}, "open_to": [2]}
    >>> _, events, secret = covered({"do": "deal-cards"}, [dealt])
    >>> events, secret
    ([{'public': {'seat': 2, 'cards': ['??']}, 'open_to': [2]}], {'events': [{'cards': ['As']}]})
    """
    secret: dict[str, Any] = {}
    command = asked.get("command")
    if isinstance(command, Mapping) and command.get("cards"):
        secret["cards"] = command["cards"]
        asked = {**asked, "command": {**command, "cards": HIDDEN}}
    hidden = [event for event in events if "public" in event]
    if hidden:
        secret["events"] = [_hidden_in(event) for event in hidden]
        events = [_without_all(event) if "public" in event else event for event in events]
    return Covered(asked, events, secret)


def _hidden_in(event: dict[str, Any]) -> dict[str, Any]:
    public = event["public"]
    return {name: value for name, value in event["all"].items() if value != public[name]}


def _without_all(event: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in event.items() if name != "all"}


def locked(box: Strongbox, entropy: Entropy, stamp: Stamp, round_number: int, covered: Covered) -> dict[str, int | str]:
    """The encrypted secret, for the ``drawn`` part of the record; empty if there is no secret."""
    if not covered.secret:
        return {}
    unit = _PACKET if covered.asked["do"] == "deal-cards" else _OTHER
    secret = json_text(covered.secret).encode()
    # Blanks after JSON do not change it.
    secret = secret.ljust(-(-len(secret) // unit) * unit)
    encrypted = box.lock(secret, _place(stamp, round_number), entropy)
    return {"round": round_number, _NAME: base64.b64encode(encrypted).decode()}


def asked_of(box: Strongbox, record: Record) -> dict[str, Any]:
    """The command of a record, with the cards that it named. Each kind of command has its own JSON.

    >>> asked_of(Strongbox(bytes(32)), Record(*"abcdefghi", '{"do":"settle"}', "{}", "[]", ""))
    {'do': 'settle'}
    """
    asked: dict[str, Any] = json.loads(record.asked)
    secret = secret_of(box, record)
    if "cards" in secret:
        asked["command"]["cards"] = secret["cards"]
    return asked


def events_of(box: Strongbox, record: Record) -> list[dict[str, Any]]:
    """The complete events of a record: ``seen_by`` gives the part that an audience may see.

    Each kind of event has its own JSON.
    """
    events: list[dict[str, Any]] = json.loads(record.events)
    hidden = iter(secret_of(box, record).get("events", ()))
    for event in events:
        if "public" in event:
            event["all"] = event["public"] | next(hidden)
    return events


def secret_of(box: Strongbox, record: Record) -> dict[str, Any]:
    """Decrypt the secret part of a record, parts of the JSON of its command and events; empty if it has none."""
    if f'"{_NAME}"' not in record.drawn:
        return {}
    drawn = json.loads(record.drawn)
    place = _place(record.stamp, drawn["round"])
    secret: dict[str, Any] = json.loads(box.unlock(base64.b64decode(drawn[_NAME]), place))
    return secret


def _place(stamp: Stamp, round_number: int) -> str:
    return f"{stamp.place} round {round_number} face down"
