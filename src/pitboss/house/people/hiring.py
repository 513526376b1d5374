"""What takes two people about staff: to hire, to give another role, to reset a PIN, to take somebody back.

Whoever could do one of these alone could be two people: have a second badge, and approve with it what the first one
proposed. So no proposal carries a PIN: after a hiring or a reset the person chooses one themselves, with a code that
only the approver is shown (``enrollment``).
"""

from typing import Any

from pitboss.house.checks import read_texts, verify_words
from pitboss.house.errors import RefusedError
from pitboss.house.office import Desk
from pitboss.house.people.enrollment import open_enrollment
from pitboss.house.people.events import StaffChanged
from pitboss.house.people.staff import (
    Newcomer,
    change,
    enter,
    license_of,
    person_of,
    read_role,
    verify_license,
    verify_new,
    verify_two_left,
)
from pitboss.house.permissions import DECIDERS
from pitboss.house.proposals import Agreed, on_approval, on_proposal

ABOUT_A_PERSON = ("badge", "name", "role", "license")


@on_proposal("add-staff")
def verify_add_staff(content: dict[str, Any], desk: Desk) -> None:
    """A badge and a license number that nobody has."""
    verify_new(desk, Newcomer(**read_texts(content, "add-staff", ABOUT_A_PERSON)))


@on_approval("add-staff")
def add_staff(agreed: Agreed, desk: Desk) -> None:
    """Somebody new, who enrolls beside the approver."""
    enter(desk, Newcomer(**agreed.content), pin_hash=None)
    open_enrollment(desk, person_of(desk, agreed.content["badge"]))


@on_proposal("change-staff")
def verify_change_staff(content: dict[str, Any], desk: Desk) -> None:
    """Another role, name or license number of somebody who is known; without a number, theirs stays."""
    texts = read_texts(content, "change-staff", ABOUT_A_PERSON)
    person, role = person_of(desk, texts["badge"]), read_role(texts["role"])
    verify_words(texts["name"], "name")
    verify_license(desk, person.badge, texts["license"] or person.license)
    verify_two_left(desk, person, role)


@on_approval("change-staff")
def change_staff(agreed: Agreed, desk: Desk) -> None:
    """Somebody has another name or role. Who may decide from now on, and could not before, chooses a longer PIN."""
    person, name, role = person_of(desk, agreed.content["badge"]), agreed.content["name"], agreed.content["role"]
    number = license_of(person.badge, agreed.content["license"] or person.license)
    change(desk, person, name=name, role=role, license=number)
    desk.events.append(StaffChanged(person.badge, f"is {name}, {role}"))
    if read_role(role) in DECIDERS and person.role not in DECIDERS:
        open_enrollment(desk, person_of(desk, person.badge))


@on_proposal("reset-pin")
def verify_reset_pin(content: dict[str, Any], desk: Desk) -> None:
    """The badge of somebody who is known."""
    person_of(desk, read_texts(content, "reset-pin", ("badge",))["badge"])


@on_approval("reset-pin")
def reset_pin(agreed: Agreed, desk: Desk) -> None:
    """Somebody who forgot their PIN, or lost their authenticator app, enrolls again beside the approver."""
    open_enrollment(desk, person_of(desk, agreed.content["badge"]))


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
