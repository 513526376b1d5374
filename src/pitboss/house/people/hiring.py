"""What takes two people about staff: to hire, to give another role, to set another's PIN, to take somebody back.

Whoever could do one of these alone could be two people: have a second badge, and approve with it what the first one
proposed.
"""

from typing import Any

from pitboss.house.checks import read_texts, verify_words
from pitboss.house.errors import RefusedError
from pitboss.house.office import Desk
from pitboss.house.people.events import StaffChanged
from pitboss.house.people.pins import verify_is_hash
from pitboss.house.people.staff import (
    Newcomer,
    change,
    enter,
    give_pin,
    person_of,
    read_role,
    verify_new,
    verify_two_left,
)
from pitboss.house.proposals import Agreed, on_approval, on_proposal

# A PIN that is not hashed must not get into a record, so all of this is looked at when it is proposed, and once more
# when it is approved.


@on_proposal("add-staff")
def verify_add_staff(content: dict[str, Any], desk: Desk) -> None:
    """A badge that nobody has, and a first PIN, hashed."""
    verify_new(desk, Newcomer(**read_texts(content, "add-staff", ("badge", "name", "role", "pin_hash"))))


@on_approval("add-staff")
def add_staff(agreed: Agreed, desk: Desk) -> None:
    """Somebody new. The first PIN counts as that of whoever proposed it, until they set one of their own."""
    enter(desk, Newcomer(**agreed.content), pin_set_by=agreed.proposed_by)


@on_proposal("change-staff")
def verify_change_staff(content: dict[str, Any], desk: Desk) -> None:
    """Another role, or another name, of somebody who is known."""
    texts = read_texts(content, "change-staff", ("badge", "name", "role"))
    person, role = person_of(desk, texts["badge"]), read_role(texts["role"])
    verify_words(texts["name"], "name")
    verify_two_left(desk, person, role)


@on_approval("change-staff")
def change_staff(agreed: Agreed, desk: Desk) -> None:
    """Somebody has another name or another role."""
    person, name, role = person_of(desk, agreed.content["badge"]), agreed.content["name"], agreed.content["role"]
    change(desk, person, name=name, role=role)
    desk.events.append(StaffChanged(person.badge, f"is {name}, {role}"))


@on_proposal("reset-pin")
def verify_reset_pin(content: dict[str, Any], desk: Desk) -> None:
    """A PIN, hashed, for somebody who is known."""
    texts = read_texts(content, "reset-pin", ("badge", "pin_hash"))
    person_of(desk, texts["badge"])
    verify_is_hash(texts["pin_hash"])


@on_approval("reset-pin")
def reset_pin(agreed: Agreed, desk: Desk) -> None:
    """Somebody who forgot their PIN has a new one, to be changed by them."""
    person = person_of(desk, agreed.content["badge"])
    give_pin(desk, person, agreed.content["pin_hash"], set_by=agreed.proposed_by)


@on_proposal("reactivate-staff")
def verify_reactivate_staff(content: dict[str, Any], desk: Desk) -> None:
    """Somebody who was deactivated."""
    person = person_of(desk, read_texts(content, "reactivate-staff", ("badge",))["badge"])
    if person.is_active:
        raise RefusedError(f"badge {person.badge} is active already")


@on_approval("reactivate-staff")
def reactivate_staff(agreed: Agreed, desk: Desk) -> None:
    """Somebody works here again."""
    person = person_of(desk, agreed.content["badge"])
    change(desk, person, is_active=1)
    desk.events.append(StaffChanged(person.badge, f"is active again: {agreed.reason}"))
