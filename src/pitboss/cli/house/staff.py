"""``pitboss staff``: who works here."""

from typing import Annotated, Any

from cyclopts import App, Parameter

from pitboss.cli.house.pin import ask_new_pin
from pitboss.cli.house.place import Place, open_place, reading
from pitboss.cli.house.proposals import Because, OwnId, propose
from pitboss.cli.house.showing import LOOK, Looking, listed, show
from pitboss.cli.house.words import in_words
from pitboss.cli.house.work import ME, Working, in_office, on_shift
from pitboss.cli.screen import open_screen
from pitboss.games.audience import PUBLIC
from pitboss.house.errors import UnknownError
from pitboss.house.looking import staff_list
from pitboss.house.people.door import unlock_admins
from pitboss.house.people.sessions import LogOutEverywhere
from pitboss.house.people.staff import DeactivateStaff, SetPin, UnlockStaff, find, read_role
from pitboss.house.proposals import Propose

app = App(name="staff")

Badge = Annotated[str, Parameter(help="Somebody's badge.")]
NewPinFile = Annotated[
    str,
    Parameter(env_var="PITBOSS_NEW_PIN_FILE", show_default=False, help="A file with the new PIN; else it is typed."),
]
HERE = Place()


@app.command(name="list")
def list_staff(*, look: Looking = LOOK) -> None:
    """Everybody who works here or has worked here."""
    with reading(look) as (connection, house):
        people = staff_list(connection, house.property_id)
    rows = [(each["badge"], each["name"], each["role"], each["status"], _pin(each)) for each in people]
    show(look, people, listed("Staff", ("Badge", "Name", "Role", "Status", "PIN"), rows))


def _pin(person: dict[str, Any]) -> str:
    return "own" if person["pin_set_by"] == person["badge"] else f"set by badge {person['pin_set_by']}"


@app.command
def add(  # noqa: PLR0913 - each is an option of the command
    badge: Badge,
    role: str,
    name: str,
    /,
    *,
    reason: Because = "somebody new",
    new_pin_file: NewPinFile = "",
    proposal_id: OwnId = "",
    me: Working = ME,
) -> None:
    """Propose somebody new. They key in a first PIN themselves, and set another one when they come in.

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
        content = {"badge": badge, "name": name, "role": role, "pin_hash": shift.hash_of(pin)}
        propose(shift, Propose(proposal_id or shift.own_id, "add-staff", badge, content, reason))


@app.command(name="role")
def change_role(  # noqa: PLR0913 - each is an option of the command
    badge: Badge, role: str, /, *, reason: Because, name: str = "", proposal_id: OwnId = "", me: Working = ME
) -> None:
    """Propose another role for somebody, or another name with it.

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
        content = {"badge": badge, "name": name or person.name, "role": role}
        propose(shift, Propose(proposal_id or shift.own_id, "change-staff", badge, content, reason))


@app.command(name="pin")
def set_pin(*, new_pin_file: NewPinFile = "", me: Working = ME) -> None:
    """Set your own PIN."""
    with on_shift(me) as shift:
        pin = ask_new_pin(new_pin_file, "--new-pin-file", f"badge {shift.actor.name}")
        shift.in_office(SetPin(shift.hash_of(pin)))


@app.command
def reset_pin(
    badge: Badge, /, *, reason: Because, new_pin_file: NewPinFile = "", proposal_id: OwnId = "", me: Working = ME
) -> None:
    """Propose a new PIN for somebody who forgot theirs. They key it in, and set another one when they come in."""
    with on_shift(me) as shift:
        pin = ask_new_pin(new_pin_file, "--new-pin-file", f"badge {badge}")
        content = {"badge": badge, "pin_hash": shift.hash_of(pin)}
        propose(shift, Propose(proposal_id or shift.own_id, "reset-pin", badge, content, reason))


@app.command(name="log-out")
def log_out(*, me: Working = ME) -> None:
    """End all your sessions, in every browser: such as after you left a screen open."""
    in_office(me, LogOutEverywhere())


@app.command
def unlock(badge: Badge, /, *, me: Working = ME) -> None:
    """Let a badge in again that was locked after wrong PINs."""
    in_office(me, UnlockStaff(badge))


@app.command(name="unlock-admins")
def rescue(*, place: Place = HERE) -> None:
    """Let all admins in again, where every one of them is locked after wrong PINs. It needs the key, and no badge."""
    with open_place(place) as room:
        answer = unlock_admins(room)
    for event in answer.seen_by(PUBLIC):
        open_screen().print(in_words(event), soft_wrap=True)


@app.command
def deactivate(badge: Badge, /, *, reason: Annotated[str, Parameter(help="Why.")], me: Working = ME) -> None:
    """Somebody does not work here any more."""
    in_office(me, DeactivateStaff(badge, reason))


@app.command
def reactivate(badge: Badge, /, *, reason: Because, proposal_id: OwnId = "", me: Working = ME) -> None:
    """Propose that somebody works here again."""
    with on_shift(me) as shift:
        propose(shift, Propose(proposal_id or shift.own_id, "reactivate-staff", badge, {"badge": badge}, reason))
