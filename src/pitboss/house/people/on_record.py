"""Staff as the records have it: who was hired, in which role, with which PIN. The list of staff must say the same."""

import json
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, select

from pitboss.house.actor import Role, read_actor
from pitboss.house.schema import JOURNAL, STAFF

_CHAIN: Final = "room"
_KINDS: Final = ("first-admins", "set-pin", "deactivate-staff", "propose", "approve")


class Standing(NamedTuple):
    """How somebody stands.

    >>> Standing("Bo", "dealer", "$argon2id$...", True).role
    'dealer'
    """

    name: str
    role: str
    pin_hash: str
    is_active: bool


def wrong_badges(connection: Connection, property_id: str) -> list[str]:
    """The badges of whom the list says something else than the records."""
    listed = {
        row.badge: Standing(row.name, row.role, row.pin_hash, bool(row.is_active))
        for row in connection.execute(select(STAFF).where(STAFF.c.property_id == property_id))
    }
    recorded = staff_on_record(connection, property_id)
    return sorted(badge for badge in listed.keys() | recorded.keys() if listed.get(badge) != recorded.get(badge))


def staff_on_record(connection: Connection, property_id: str) -> dict[str, Standing]:
    """Everybody by badge, from the records alone."""
    staff: dict[str, Standing] = {}
    proposed: dict[str, dict[str, Any]] = {}
    for kind, actor, asked in _records(connection, property_id):
        match kind:
            case "first-admins":
                for admin in asked["admins"]:
                    staff[admin["badge"]] = Standing(admin["name"], Role.ADMIN.value, admin["pin_hash"], True)
            case "set-pin":
                badge = read_actor(actor).name
                staff[badge] = staff[badge]._replace(pin_hash=asked["pin_hash"])
            case "deactivate-staff":
                staff[asked["badge"]] = staff[asked["badge"]]._replace(is_active=False)
            case "propose":
                proposed[asked["proposal_id"]] = asked
            case "approve":
                _come_true(proposed[asked["proposal_id"]], staff)
    return staff


def _come_true(agreed: dict[str, Any], staff: dict[str, Standing]) -> None:
    content = agreed["content"]
    match agreed["kind"]:
        case "add-staff":
            staff[content["badge"]] = Standing(content["name"], content["role"], content["pin_hash"], True)
        case "change-staff":
            person = staff[content["badge"]]
            staff[content["badge"]] = person._replace(name=content["name"], role=content["role"])
        case "reset-pin":
            staff[content["badge"]] = staff[content["badge"]]._replace(pin_hash=content["pin_hash"])
        case "reactivate-staff":
            staff[content["badge"]] = staff[content["badge"]]._replace(is_active=True)


def _records(connection: Connection, property_id: str) -> Iterator[tuple[str, str, dict[str, Any]]]:
    of_staff = (JOURNAL.c.property_id == property_id) & (JOURNAL.c.chain == _CHAIN) & JOURNAL.c.kind.in_(_KINDS)
    columns = (JOURNAL.c.kind, JOURNAL.c.actor, JOURNAL.c.asked)
    for kind, actor, asked in connection.execute(select(*columns).where(of_staff).order_by(JOURNAL.c.seq)):
        yield kind, actor, json.loads(asked)
