"""What is sent in the clear and recorded only as a hash: PINs, and the tokens of devices."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from pitboss.house.people.pins import hash_pin
from pitboss.house.people.sessions import hash_token, new_token
from pitboss.outside import Entropy

Hidden = tuple[dict[str, Any], str | None]
"""The fields as they are recorded, and what the sender is told once."""


@dataclass(frozen=True)
class Secretive:
    """A command some of whose fields are not recorded as they are sent."""

    fields: dict[str, Any]
    """What is sent."""
    hide: Callable[[dict[str, Any], Entropy], Hidden]
    """Chance comes from the id of the command: sent again, it is the same command, and brings the same answer."""


def _set_pin(sent: dict[str, Any], chance: Entropy) -> Hidden:
    return {"pin_hash": hash_pin(sent["pin"], chance)}, None


def _issue_pass(sent: dict[str, Any], chance: Entropy) -> Hidden:
    token = new_token(chance)
    return sent | {"token_hash": hash_token(token)}, token


def _propose(sent: dict[str, Any], chance: Entropy) -> Hidden:
    content = dict(sent["content"])
    if isinstance(content.get("pin"), str):
        content["pin_hash"] = hash_pin(content.pop("pin"), chance)
    return sent | {"content": content}, None


SECRETIVE: Final = {
    "set-pin": Secretive({"pin": str}, _set_pin),
    "issue-pass": Secretive({"label": str, "kind": str, "table_id": str}, _issue_pass),
    "propose": Secretive(
        {"proposal_id": str, "kind": str, "subject": str, "content": dict[str, Any], "reason": str}, _propose
    ),
}
"""The commands, by name."""
