"""Staff changes that take two people: hiring, another role, a PIN reset, and reactivating a badge.

One person who could do one of these alone could give themselves a second badge, and approve with it what the first one
proposed. For the same reason no proposal contains a PIN: after a hiring or a reset the person chooses one themselves,
with a code that only the approver sees (``enrollment``).
"""

from collections.abc import Iterator
from typing import Any

from pitboss.house.errors import RefusedError
from pitboss.house.field_checks import read_texts, verify_words
from pitboss.house.office import OfficeContext
from pitboss.house.people.enrollment import open_enrollment, opened_enrollment
from pitboss.house.people.events import StaffChanged
from pitboss.house.people.licenses import license_of
from pitboss.house.people.proposals import on_approval, on_proposal
from pitboss.house.people.sessions import end_all_of, subject_of
from pitboss.house.people.staff import (
    STAFF_TABLES,
    Newcomer,
    change_person,
    new_person,
    person_of,
    read_role,
    record_new_person,
    verify_license,
    verify_new,
    verify_two_left,
)
from pitboss.house.permissions import deciders
from pitboss.house.records.projector import Agreed, Recorded, RowWrite, projects

PERSON_FIELDS = ("badge", "name", "role", "license")


@on_proposal("add-staff")
def verify_add_staff(content: dict[str, Any], desk: OfficeContext) -> None:
    """The badge and the license number must be free."""
    verify_new(desk, Newcomer(**read_texts(content, "add-staff", PERSON_FIELDS)))


@on_approval("add-staff")
def add_staff(agreed: Agreed, desk: OfficeContext) -> None:
    """Add a person, who then enrolls with the approver present."""
    record_new_person(desk, Newcomer(**agreed.content))
    open_enrollment(desk, agreed.content["badge"])


@projects("add-staff", into=STAFF_TABLES)
def list_newcomer(record: Recorded) -> Iterator[RowWrite]:
    """Insert the new person, and open their enrollment."""
    yield new_person(record, record.content)
    yield from opened_enrollment(record)


@on_proposal("change-staff")
def verify_change_staff(content: dict[str, Any], desk: OfficeContext) -> None:
    """The badge must exist. Without a license number, the person keeps the one they have."""
    texts = read_texts(content, "change-staff", PERSON_FIELDS)
    person, role = person_of(desk, texts["badge"]), read_role(texts["role"])
    verify_words(texts["name"], "name")
    verify_license(desk, person.badge, texts["license"] or person.license)
    verify_two_left(desk, person, role)


@on_approval("change-staff")
def change_staff(agreed: Agreed, desk: OfficeContext) -> None:
    """Change a name, role or license number. A person whose new role approves proposals chooses a longer PIN."""
    person, name, role = person_of(desk, agreed.content["badge"]), agreed.content["name"], agreed.content["role"]
    desk.found["license"] = license_of(person.badge, agreed.content["license"] or person.license)
    end_all_of(desk, subject_of(person.actor))
    desk.events.append(StaffChanged(person.badge, f"is {name}, {role}"))
    if read_role(role) in deciders() and person.role not in deciders():
        open_enrollment(desk, person.badge)


@projects("change-staff", into=STAFF_TABLES)
def list_changed(record: Recorded) -> Iterator[RowWrite]:
    """Store the new name, role and license number, and open an enrollment if the record does."""
    now = {name: record.content[name] for name in ("name", "role")}
    yield from change_person(record, record.content["badge"], **now, license=record.found["license"])
    yield from opened_enrollment(record)


@on_proposal("reset-pin")
def verify_reset_pin(content: dict[str, Any], desk: OfficeContext) -> None:
    """The badge must exist."""
    person_of(desk, read_texts(content, "reset-pin", ("badge",))["badge"])


@on_approval("reset-pin")
def reset_pin(agreed: Agreed, desk: OfficeContext) -> None:
    """A person who forgot their PIN, or lost their authenticator app, enrolls again with the approver present."""
    open_enrollment(desk, agreed.content["badge"])


@projects("reset-pin", into=STAFF_TABLES)
def list_reset(record: Recorded) -> Iterator[RowWrite]:
    """Remove the PIN, and open the enrollment."""
    yield from opened_enrollment(record)


@on_proposal("reactivate-staff")
def verify_reactivate_staff(content: dict[str, Any], desk: OfficeContext) -> None:
    """The badge must be deactivated."""
    person = person_of(desk, read_texts(content, "reactivate-staff", ("badge",))["badge"])
    if person.is_active:
        raise RefusedError(f"badge {person.badge} is active already")


@on_approval("reactivate-staff")
def reactivate_staff(agreed: Agreed, desk: OfficeContext) -> None:
    """Make a deactivated badge active again."""
    person = person_of(desk, agreed.content["badge"])
    end_all_of(desk, subject_of(person.actor))
    desk.events.append(StaffChanged(person.badge, f"is active again: {agreed.reason}"))


@projects("reactivate-staff", into=STAFF_TABLES)
def list_reactivated(record: Recorded) -> Iterator[RowWrite]:
    """Mark the badge as active."""
    yield from change_person(record, record.content["badge"], is_active=1)
