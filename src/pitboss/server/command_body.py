"""Checks the body of commands, and handles those that carry secrets: PINs, codes, and the tokens of devices.

Such secrets are recorded only as a hash, or not at all.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import isfinite
from typing import Any, Final, TypeVar

from pitboss.house.actor import Actor
from pitboss.house.answers import Answer
from pitboss.house.people.login import change_pin, confirm_factor
from pitboss.house.people.second_factor import AddSecondFactor
from pitboss.house.people.sessions import IssuePass, hash_token, new_token
from pitboss.house.people.staff import SetPin
from pitboss.server.context import ServerContext

Answered = tuple[Answer, str | None]
"""The answer, and the secret that the sender is shown once, if any."""


@dataclass(frozen=True)
class Secretive:
    """A command with fields that are not recorded as they are sent."""

    fields: dict[str, Any]
    """The fields that are sent."""
    do: Callable[[ServerContext, Actor, str, dict[str, Any]], Answered]
    """Does the command. Its random numbers derive from the id of the command, so a repeat gets the same answer."""


def _set_pin(context: ServerContext, by: Actor, command_id: str, sent: dict[str, Any]) -> Answered:
    chance, keyed = context.room.entropy_for(command_id), (sent["old_pin"], sent["pin"], sent["second"] or "")
    named: dict[str, Any] = {"command_id": command_id, "ids": context.ids, "entropy": chance}
    work = lambda: change_pin(context.room, by.name, *keyed, **named)  # noqa: E731
    return context.at_login(work, SetPin("", ""), by=by, command_id=command_id), None


def _add_second_factor(context: ServerContext, by: Actor, command_id: str, sent: dict[str, Any]) -> Answered:
    keyed = (sent["pin"], sent["salt"], sent["code"], sent["second"] or "")
    work = lambda: confirm_factor(context.room, by.name, *keyed, command_id=command_id, ids=context.ids)  # noqa: E731
    return context.at_login(work, AddSecondFactor("", sent["salt"], 0), by=by, command_id=command_id), None


def _issue_pass(context: ServerContext, by: Actor, command_id: str, sent: dict[str, Any]) -> Answered:
    token = new_token(context.room.entropy_for(command_id))
    command = IssuePass(**sent, token_hash=hash_token(token))
    return context.in_office(command, by=by, command_id=command_id), token


SECRETIVE: Final = {
    "set-pin": Secretive({"old_pin": str, "pin": str, "second": str | None}, _set_pin),
    "add-second-factor": Secretive({"pin": str, "salt": str, "code": str, "second": str | None}, _add_second_factor),
    "issue-pass": Secretive({"label": str, "kind": str, "table_id": str}, _issue_pass),
}
"""The commands with secrets, by name."""


DEEPEST: Final = 20
"""How deep a value may be nested. Ours have six levels at most; with a thousand, JSON can be read but not written."""

Sent = TypeVar("Sent")


def verify_plain_json(sent: Sent) -> Sent:
    """Return the value if every reader of the records can read it, else refuse it.

    >>> verify_plain_json({"rules": {"paytable": "TCP-01"}})
    {'rules': {'paytable': 'TCP-01'}}
    >>> verify_plain_json({"millicents": float("nan")})
    Traceback (most recent call last):
    ValueError: nan is not a number that can be recorded
    """
    level: list[Any] = [sent]
    for _ in range(DEEPEST):
        for value in level:
            _verify(value)
        level = [inner for value in level for inner in _inside(value)]
        if not level:
            return sent
    raise ValueError(f"it is nested deeper than {DEEPEST} times")


def _inside(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [*value, *value.values()]
    return value if isinstance(value, list) else []


def _verify(value: Any) -> None:
    if isinstance(value, float) and not isfinite(value):
        raise ValueError(f"{value} is not a number that can be recorded")
    if isinstance(value, str) and ("\0" in value or any("\ud800" <= sign <= "\udfff" for sign in value)):
        raise ValueError("it has a text with characters that cannot be recorded")
