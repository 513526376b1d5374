"""``pitboss staff``, ``log-in``, ``log-out`` and ``device``: manages staff, sessions and device tokens."""

from typing import Annotated

from cyclopts import App, Parameter

from pitboss.cli.house.generated import add_generated
from pitboss.cli.house.place import Place, open_place, reading
from pitboss.cli.house.proposals import Because, OwnId, propose
from pitboss.cli.house.sending import (
    ME,
    StoredSession,
    Working,
    ask_badge,
    ask_room,
    forget_session,
    on_shift,
    read_session,
    tell_events,
    with_pin,
    write_session,
)
from pitboss.cli.house.showing import NO_OPTIONS, QueryOptions, listed, show
from pitboss.cli.house.user_input import TableId, ask_line, ask_new_pin
from pitboss.cli.output import TerminalError, open_screen
from pitboss.house.actor import Role
from pitboss.house.errors import UnknownError
from pitboss.house.people.proposals import Propose
from pitboss.house.people.queries import StaffMember, staff_list
from pitboss.house.people.second_factor import in_groups, new_factor
from pitboss.house.people.sessions import idle_time
from pitboss.house.people.staff import find, read_role, staff_roles
from pitboss.house.terminal import Credentials, TerminalRequest
from pitboss.sources import SystemEntropy

app = App(name="staff")

Badge = Annotated[str, Parameter(help="The person's badge.")]
StaffRole = Annotated[str, Parameter(help=f"One of: {', '.join(role.value for role in staff_roles())}.")]
License = Annotated[
    str,
    Parameter(
        name="--license",
        show_default=False,
        help="The number of their license or certification; a practice room needs none.",
    ),
]
NewPinFile = Annotated[
    str,
    Parameter(
        env_var="PITBOSS_NEW_PIN_FILE",
        show_default=False,
        help="A file with the new PIN; you type it if you name none.",
    ),
]
HERE = Place()


@app.command(name="list")
def list_staff(*, options: QueryOptions = NO_OPTIONS) -> None:
    """List all staff, active and deactivated."""
    with reading(options) as (connection, house):
        people = staff_list(connection, house.property_id)
    rows = [(each.badge, each.name, each.role, each.license, each.status, _app(each)) for each in people]
    show(options, people, listed("Staff", ("Badge", "Name", "Role", "License", "Status", "Authenticator"), rows))


def _app(person: StaffMember) -> str:
    return "yes" if person.has_factor else "no"


@app.command
def add(  # noqa: PLR0913 - each is an option of the command
    badge: Badge,
    role: StaffRole,
    name: str,
    /,
    *,
    license_number: License = "",
    reason: Because = "somebody new",
    proposal_id: OwnId = "",
    me: Working = ME,
) -> None:
    """Propose a new member of staff. The approver gets a code for them to choose a PIN with: pitboss staff enroll.

    Parameters
    ----------
    name
        Their name.
    """
    read_role(role)
    with on_shift(me) as shift:
        content = {"badge": badge, "name": name, "role": role, "license": license_number}
        propose(shift, Propose(proposal_id or shift.own_id, "add-staff", badge, content, reason))


@app.command(name="role")
def change_role(  # noqa: PLR0913 - each is an option of the command
    badge: Badge,
    role: StaffRole,
    /,
    *,
    reason: Because,
    name: str = "",
    license_number: License = "",
    proposal_id: OwnId = "",
    me: Working = ME,
) -> None:
    """Propose to change a person's role, and their name if needed.

    Parameters
    ----------
    name
        The new name; if you leave it out, the name stays.
    """
    with on_shift(me) as shift:
        with shift.room.database.reading() as connection:
            person = find(connection, shift.room.house.property_id, badge)
        if person is None:
            raise UnknownError(f"nobody here has badge {badge!r}")
        content = {"badge": badge, "name": name or person.name, "role": role, "license": license_number}
        propose(shift, Propose(proposal_id or shift.own_id, "change-staff", badge, content, reason))


@app.command(name="pin")
def set_pin(*, new_pin_file: NewPinFile = "", me: Working = ME) -> None:
    """Change your own PIN: you type the old one first."""
    with on_shift(me, signs=True) as shift:
        new = ask_new_pin(new_pin_file, "--new-pin-file", f"badge {shift.badge}")
        shift.tell(shift.ask("set-pin", new=new))


@app.command(name="enroll")
def enroll_person(
    badge: Badge,
    /,
    *,
    code: Annotated[
        str, Parameter(show_default=False, help="The code that you were shown; you type it if you leave it out.")
    ] = "",
    new_pin_file: NewPinFile = "",
    me: Working = ME,
) -> None:
    """Let a new person choose their PIN at your terminal: you approved them, and type your own PIN and the code."""
    with on_shift(me, signs=True) as shift:
        shown = code or ask_line(f"The code of badge {badge}: ", "--code")
        new = ask_new_pin(new_pin_file, "--new-pin-file", f"badge {badge}, who chooses it")
        shift.tell(shift.ask("enroll", badge=badge, code=shown, new=new))


@app.command
def second_factor(*, me: Working = ME) -> None:
    """Set up an authenticator app on your phone: from then on you type its code with your PIN."""
    with on_shift(me, signs=True) as shift:
        app_of = new_factor(shift.room, shift.badge, SystemEntropy())
        screen = open_screen()
        screen.print(f"Type this secret into the app, for {app_of.room}, badge {app_of.badge}:", soft_wrap=True)
        screen.print(in_groups(app_of.secret), style="bold", soft_wrap=True)
        shown = ask_line("The code that the app shows now: ", "")
        shift.tell(shift.ask("add-second-factor", salt=app_of.salt, code=shown))


@app.command
def reset_pin(badge: Badge, /, *, reason: Because, proposal_id: OwnId = "", me: Working = ME) -> None:
    """Propose to enroll a person again who forgot their PIN or lost their authenticator app."""
    with on_shift(me) as shift:
        propose(shift, Propose(proposal_id or shift.own_id, "reset-pin", badge, {"badge": badge}, reason))


@app.command(name="unlock-admins")
def rescue(*, place: Place = HERE) -> None:
    """Unlock all admins, if every one of them is locked after wrong PINs. It needs the key, but no badge."""
    with open_place(place) as room:
        tell_events(ask_room(room, TerminalRequest("unlock-admins")))


@app.command
def reactivate(badge: Badge, /, *, reason: Because, proposal_id: OwnId = "", me: Working = ME) -> None:
    """Propose to reactivate a deactivated member of staff."""
    with on_shift(me) as shift:
        propose(shift, Propose(proposal_id or shift.own_id, "reactivate-staff", badge, {"badge": badge}, reason))


device_app = App(name="device")


@device_app.command(name="issue")
def issue_pass(
    label: Annotated[str, Parameter(help="A name for it, such as lobby.")],
    kind: Annotated[str, Parameter(help="display or controller.")],
    table: TableId,
    /,
    *,
    me: Working = ME,
) -> None:
    """Issue a token to a device; it is shown only once. For: admin."""
    with on_shift(me) as shift:
        answer = shift.ask("issue-pass", label=label, kind=kind, table_id=table)
        shift.tell(answer)
        shift.say(f"Its token, which is not shown again: {answer.token}")


add_generated(device_app, "device")
add_generated(app, "staff")


def log_in(*, me: Working = ME) -> None:
    """Log in at this terminal: until you log out, only signed commands ask for your PIN.

    The session ends like one in the browser: after some idle minutes, when you log out, or when your PIN or role
    changes. It is kept in a file that only you can read.
    """
    with open_place(me) as room:
        try:
            old = read_session(room)
        except TerminalError:
            old = None  # a session that cannot be trusted is overwritten
        credentials = with_pin(Credentials(me.badge or ask_badge()), me)
        answer = ask_room(room, TerminalRequest("log-in", credentials, values={"old": old.token if old else ""}))
        file = write_session(room, StoredSession(str(answer.badge), answer.token))
        minutes = int(idle_time(room.house.settings, Role(answer.role)).total_seconds()) // 60
    words = f"badge {answer.badge}, {answer.role}, is logged in, until pitboss log-out or {minutes} idle minutes"
    show(me, {"badge": answer.badge, "role": answer.role, "session_file": str(file)}, words)


def log_out(*, options: QueryOptions = NO_OPTIONS) -> None:
    """Log out at this terminal: the session ends, and its file is removed."""
    with open_place(options) as room:
        stored = read_session(room)
        if stored is None:
            raise TerminalError("nobody is logged in at this terminal")
        answer = ask_room(room, TerminalRequest("log-out", Credentials(token=stored.token)))
        forget_session(room)
    show(options, answer, f"badge {answer.badge} logs out" if answer.badge else "the session had ended before")
