"""Somebody works: comes in with badge and PIN, sends a command, and reads what happened."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Final

from cyclopts import Group, Parameter

from pitboss.cli.house.pin import ask_pin
from pitboss.cli.house.place import open_place
from pitboss.cli.house.showing import Looking
from pitboss.cli.house.words import in_words
from pitboss.cli.output import TerminalError
from pitboss.cli.screen import open_screen
from pitboss.games.audience import PUBLIC
from pitboss.games.command import Command
from pitboss.house.actor import Actor
from pitboss.house.answers import Answer
from pitboss.house.checks import is_id, verify_id
from pitboss.house.people import staff
from pitboss.house.people.door import log_in
from pitboss.house.people.enrollment import code_for
from pitboss.house.people.signing import OwnPin
from pitboss.house.permissions import is_signed
from pitboss.house.room import Room
from pitboss.outside import SystemIds

YOU: Final = Group("You", sort_key=20)
"""The options that say who acts."""


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Working(Looking):
    """Who acts, and under which id."""

    badge: Annotated[str, Parameter(env_var="PITBOSS_BADGE", group=YOU, show_default=False, help="Your badge.")] = ""
    pin_file: Annotated[
        str,
        Parameter(
            env_var="PITBOSS_PIN_FILE", group=YOU, show_default=False, help="A file with your PIN; else you type it."
        ),
    ] = ""
    second: Annotated[
        str,
        Parameter(env_var="PITBOSS_CODE", group=YOU, show_default=False, help="The code of your authenticator app."),
    ] = ""
    command_id: Annotated[
        str,
        Parameter(
            group=YOU, show_default=False, help="A name for this command: sent again under it, it is done only once."
        ),
    ] = ""


ME: Final = Working()
"""Whoever the environment names, or who answers the questions."""


@dataclass(frozen=True)
class Shift:
    """A person at the terminal, for one command: their PIN logs them in, or signs what must be signed."""

    room: Room
    badge: str
    pin: OwnPin
    command_id: str
    me: Working

    @cached_property
    def actor(self) -> Actor:
        """The person, logged in."""
        return log_in(self.room, self.badge, self.pin.pin, self.pin.second)

    @property
    def own_id(self) -> str:
        """A short id for what this command makes: the same whenever the command is sent again."""
        # Ids begin with the time they were made at: only their end tells two of the same minute apart.
        return self.command_id if self.me.command_id and is_id(self.me.command_id) else self.command_id[-8:]

    def in_office(self, command: Command) -> None:
        """Do a command of the office, and tell what happened."""
        by = self._sender(command)
        self.tell(self.room.in_office(command, by=by, command_id=self.command_id, pin=self.pin), by)

    def at_table(self, table_id: str, command: Command) -> None:
        """Do a command at a table, and tell what happened."""
        by = self._sender(command)
        self.tell(self.room.at_table(table_id, command, by=by, command_id=self.command_id, pin=self.pin))

    def _sender(self, command: Command) -> Actor:
        """Who sends a command. One that is signed is verified by the room itself, with the PIN that comes with it: a
        code of an authenticator app is good for one of the two only."""
        with self.room.database.reading() as connection:
            person = staff.find(connection, self.room.property_id, self.badge)
        return person.actor if person is not None and is_signed(person.actor, command) else self.actor

    def say(self, words: str) -> None:
        """A hint about what comes next; machines need none."""
        if not self.me.as_json:
            open_screen().print(words, style="dim", soft_wrap=True)

    def tell(self, answer: Answer, by: Actor | None = None) -> None:
        """Say what happened, and the code of an enrollment that this person approved."""
        events, code = answer.seen_by(PUBLIC), by and code_for(self.room, by, answer)
        if self.me.as_json:
            told = {"command_id": self.command_id, "chain": answer.chain, "version": answer.version}
            told |= {"enrollment": vars(code)} if code else {}
            print(json.dumps(told | {"is_repeat": answer.is_repeat, "events": events}, indent=2))
            return
        screen = open_screen()
        if answer.is_repeat:
            screen.print("This was done before, and is not done twice:", style="dim")
        for event in events:
            screen.print(in_words(event), soft_wrap=True)
        if code:
            screen.print(f"The enrollment code of badge {code.badge}: {code.code}", style="bold", soft_wrap=True)
            screen.print(f"Stay here while they choose their PIN: pitboss staff enroll {code.badge}", soft_wrap=True)


@contextmanager
def on_shift(me: Working, *, is_upgrade: bool = False) -> Iterator[Shift]:
    """Log in with badge and PIN; for an upgrade, also where tables go another way than their records say."""
    if me.command_id:
        verify_id(me.command_id, "command id")
    with open_place(me, is_upgrade=is_upgrade) as room:
        badge = me.badge or _ask_badge()
        pin = ask_pin(me.pin_file, "--pin-file", f"badge {badge}")
        yield Shift(room, badge, OwnPin(pin, me.second), me.command_id or SystemIds().new(), me)


def in_office(me: Working, command: Command) -> None:
    """Come in and do a command of the office."""
    with on_shift(me) as shift:
        shift.in_office(command)


def at_table(me: Working, table_id: str, command: Command) -> None:
    """Come in and do a command at a table."""
    verify_id(table_id, "table")
    with on_shift(me) as shift:
        shift.at_table(table_id, command)


def _ask_badge() -> str:
    if not sys.stdin.isatty():
        raise TerminalError("who are you? name your badge with --badge or PITBOSS_BADGE")
    try:
        return open_screen().input("Your badge: ").strip()
    except EOFError:
        raise TerminalError("no badge was typed") from None
