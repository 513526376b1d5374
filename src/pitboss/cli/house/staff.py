"""``pitboss staff``: who works here."""

from dataclasses import asdict
from typing import Annotated

from cyclopts import App, Parameter

from pitboss.cli.house.pin import ask_new_pin
from pitboss.cli.house.place import Place, open_place, reading
from pitboss.cli.house.showing import LOOK, Looking, listed, show
from pitboss.cli.house.work import ME, Working, in_office, on_shift
from pitboss.cli.screen import open_screen
from pitboss.house.errors import UnknownError
from pitboss.house.people.door import first_admin
from pitboss.house.people.staff import (
    AddStaff,
    ChangeStaff,
    DeactivateStaff,
    Person,
    ReactivateStaff,
    SetPin,
    UnlockStaff,
    everybody,
    find,
    read_role,
)

app = App(name="staff")

Badge = Annotated[str, Parameter(help="Somebody's badge.")]
Reason = Annotated[str, Parameter(help="Why.")]
NewPinFile = Annotated[
    str,
    Parameter(env_var="PITBOSS_NEW_PIN_FILE", show_default=False, help="A file with the new PIN; else it is typed."),
]
HERE = Place()


@app.command(name="list")
def list_staff(*, look: Looking = LOOK) -> None:
    """Everybody who works here or has worked here."""
    with reading(look) as (connection, house):
        people = everybody(connection, house.property_id)
    rows = [(each.badge, each.name, each.role.value, _status(each), _pin(each)) for each in people]
    data = [asdict(each) | {"role": each.role.value, "status": _status(each)} for each in people]
    show(look, data, listed("Staff", ("Badge", "Name", "Role", "Status", "PIN"), rows))


def _status(person: Person) -> str:
    if not person.is_active:
        return "inactive"
    return "locked" if person.is_locked else "active"


def _pin(person: Person) -> str:
    return "own" if person.pin_set_by == person.badge else f"set by badge {person.pin_set_by}"


@app.command
def add(badge: Badge, role: str, name: str, /, *, new_pin_file: NewPinFile = "", me: Working = ME) -> None:
    """Somebody new, with a first PIN that they change themselves.

    Parameters
    ----------
    role
        dealer, supervisor, executive, accounting, surveillance, auditor or admin.
    name
        What they are called.
    """
    read_role(role)
    with on_shift(me) as shift:
        pin = ask_new_pin(new_pin_file, "--new-pin-file", f"badge {badge}")
        shift.in_office(AddStaff(badge, name, role, shift.hash_of(pin)))


@app.command(name="role")
def change_role(badge: Badge, role: str, /, *, name: str = "", me: Working = ME) -> None:
    """Give somebody another role, or another name with it.

    Parameters
    ----------
    name
        Another name; else the name stays.
    """
    with on_shift(me) as shift:
        with shift.room.database.reading() as connection:
            person = find(connection, shift.room.house.property_id, badge)
        if person is None:
            raise UnknownError(f"nobody here has badge {badge!r}")
        shift.in_office(ChangeStaff(badge, name or person.name, role))


@app.command(name="pin")
def set_pin(badge: str = "", /, *, new_pin_file: NewPinFile = "", me: Working = ME) -> None:
    """Set your own PIN; an admin sets anybody's.

    Parameters
    ----------
    badge
        Whose PIN; your own where none is named.
    """
    with on_shift(me) as shift:
        whose = badge or shift.actor.name
        pin = ask_new_pin(new_pin_file, "--new-pin-file", f"badge {whose}")
        shift.in_office(SetPin(whose, shift.hash_of(pin)))


@app.command
def unlock(badge: Badge, /, *, me: Working = ME) -> None:
    """Let a badge in again that was locked after wrong PINs."""
    in_office(me, UnlockStaff(badge))


@app.command
def deactivate(badge: Badge, /, *, reason: Reason, me: Working = ME) -> None:
    """Somebody does not work here any more."""
    in_office(me, DeactivateStaff(badge, reason))


@app.command
def reactivate(badge: Badge, /, *, reason: Reason, me: Working = ME) -> None:
    """Somebody works here again."""
    in_office(me, ReactivateStaff(badge, reason))


@app.command(name="first-admin")
def rescue(badge: Badge, name: str, /, *, new_pin_file: NewPinFile = "", place: Place = HERE) -> None:
    """A new admin, where every admin is locked out or none was ever made. It needs the key, and no badge.

    Parameters
    ----------
    name
        What they are called.
    """
    with open_place(place) as room:
        pin = ask_new_pin(new_pin_file, "--new-pin-file", f"badge {badge}")
        first_admin(room, badge, name, pin)
    open_screen().print(f"badge {badge} is {name}, admin")
