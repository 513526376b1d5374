"""Cards that lie face down, in the records of a table: locked with the room's key.

A record says of such cards what everybody at the table sees: whose they are, how many, and at which positions of the
sealed deck they lay. Their faces, and what a player says of them (discards, a hand that is set), are in one locked part
of the record. It is locked for its table, its round and its record, and its length tells nothing. Everything that
shows somebody a record opens it here.
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
"""Events with all that is in them, as :func:`pitboss.house.answers.stored` makes them."""

_PACKET: Final = 64
"""What is locked of a deal has so many bytes: the faces of a packet, and no words."""

_SAID: Final = 256
"""What is locked of anything else: the longest words about a hand that is set fit in."""

_NAME: Final = "face_down"


class Covered(NamedTuple):
    """A command and its events as they are written down.

    >>> covered({"do": "act", "command": {"do": "draw", "cards": "7c 2d"}}, []).asked
    {'do': 'act', 'command': {'do': 'draw', 'cards': '??'}}
    """

    asked: Mapping[str, Any]
    events: Events
    secret: dict[str, Any]
    """What was taken out of both; empty where nothing lies face down."""


def covered(asked: Mapping[str, Any], events: Events) -> Covered:
    """What a record may say in the clear, and the rest.

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


def locked(box: Strongbox, entropy: Entropy, stamp: Stamp, round_number: int, covered: Covered) -> dict[str, Any]:
    """What is written down of the secret, among what the room has answered; nothing where there is none."""
    if not covered.secret:
        return {}
    unit = _PACKET if covered.asked["do"] == "deal-cards" else _SAID
    secret = json_text(covered.secret).encode()
    # JSON is the same with blanks after it.
    secret = secret.ljust(-(-len(secret) // unit) * unit)
    shut = box.lock(secret, _place(stamp, round_number), entropy)
    return {"round": round_number, _NAME: base64.b64encode(shut).decode()}


def asked_of(box: Strongbox, record: Record) -> dict[str, Any]:
    """What was asked for, with the cards that were named.

    >>> asked_of(Strongbox(bytes(32)), Record(*"abcdefghi", '{"do":"settle"}', "{}", "[]", ""))
    {'do': 'settle'}
    """
    asked: dict[str, Any] = json.loads(record.asked)
    secret = secret_of(box, record)
    if "cards" in secret:
        asked["command"]["cards"] = secret["cards"]
    return asked


def events_of(box: Strongbox, record: Record) -> list[dict[str, Any]]:
    """What happened, with all that is in it: ``seen_by`` shows everybody what they may see of it."""
    events: list[dict[str, Any]] = json.loads(record.events)
    hidden = iter(secret_of(box, record).get("events", ()))
    for event in events:
        if "public" in event:
            event["all"] = event["public"] | next(hidden)
    return events


def secret_of(box: Strongbox, record: Record) -> dict[str, Any]:
    """What was taken out of a record that says of face-down cards no more than everybody sees."""
    if f'"{_NAME}"' not in record.drawn:
        return {}
    drawn = json.loads(record.drawn)
    place = _place(record.stamp, drawn["round"])
    secret: dict[str, Any] = json.loads(box.unlock(base64.b64decode(drawn[_NAME]), place))
    return secret


def _place(stamp: Stamp, round_number: int) -> str:
    return f"{stamp.place} round {round_number} face down"
