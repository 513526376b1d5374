"""``pitboss log-in`` and ``pitboss log-out``: one log-in for many commands."""

from pitboss.cli.house.place import open_place
from pitboss.cli.house.session_file import StoredSession, forget_session, read_session, write_session
from pitboss.cli.house.showing import LOOK, Looking, show
from pitboss.cli.house.work import ME, Working, ask_badge, ask_room, with_pin
from pitboss.cli.output import TerminalError
from pitboss.house.actor import Role
from pitboss.house.people.sessions import idle_time
from pitboss.house.terminal import Credentials, TerminalRequest


def log_in(*, me: Working = ME) -> None:
    """Log in at this terminal: until you log out, commands ask for your PIN only where they are signed.

    The session ends as one in the browser does: after idle minutes, with log-out, with a new PIN or another role. It
    is kept in a file that only you can read.
    """
    with open_place(me) as room:
        try:
            old = read_session(room)
        except TerminalError:
            old = None  # what nobody can trust is written over
        credentials = with_pin(Credentials(me.badge or ask_badge()), me)
        told = ask_room(room, TerminalRequest("log-in", credentials, values={"old": old.token if old else ""}))
        file = write_session(room, StoredSession(told["badge"], told.pop("token")))
        minutes = int(idle_time(room.house.settings, Role(told["role"])).total_seconds()) // 60
    words = f"badge {told['badge']}, {told['role']}, is logged in, until pitboss log-out or {minutes} idle minutes"
    show(me, told | {"session_file": str(file)}, words)


def log_out(*, look: Looking = LOOK) -> None:
    """Log out at this terminal: the session ends, and its file is removed."""
    with open_place(look) as room:
        stored = read_session(room)
        if stored is None:
            raise TerminalError("nobody is logged in at this terminal")
        told = ask_room(room, TerminalRequest("log-out", Credentials(token=stored.token)))
        forget_session(room)
    show(look, told, f"badge {told['badge']} logs out" if told["badge"] else "the session had ended before")
