"""Generates terminal commands from the command classes of the house, so that no new command can be forgotten.

A command belongs to the group that its name ends with: ``close-incident`` is ``pitboss incident close``. Commands
at a table are under ``table``, the acts of a game under ``table round`` and the keys of a progressive's keypad
under ``table keypad``. Commands without a group are under ``office``.
"""

import ast
import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Annotated, Any, Final, get_type_hints

from cyclopts import App, Parameter

from pitboss.cli.house.sending import ME, Shift, Working, on_shift
from pitboss.cli.house.user_input import read_dollars, read_instant
from pitboss.cli.output import TerminalError
from pitboss.games.command import Command
from pitboss.games.rounds import ROUNDS
from pitboss.house.actor import Role
from pitboss.house.field_checks import TICKS, verify_id
from pitboss.house.office_commands import OFFICE_COMMANDS
from pitboss.house.permissions import MATRIX, SIGNED, roles_of
from pitboss.house.tables.commands import Act, Press
from pitboss.house.tables.preconditions import MACHINES
from pitboss.house.tables.table import Table
from pitboss.progressive.controllers import CONTROLLERS

BY_HAND: Final[Mapping[str, str]] = {
    "create-table": "table create",
    "configure-table": "table configure",
    "pay-booked": "table jackpots pay",
    "withhold-win": "table jackpots withhold",
    "reverse-jackpot": "table jackpots reverse",
    "award-late": "table jackpots award-late",
    "propose": "table propose",
    "approve": "proposals approve",
    "set-pin": "staff pin",
    "add-second-factor": "staff second-factor",
    "issue-pass": "device issue",
}
"""Commands with a handwritten terminal command, and its name: it fills in what two people agreed on, finds the table
by the jackpot, or asks for a PIN twice."""

ENDINGS: Final[Mapping[str, str]] = {
    "table": "table",
    "seat": "table seat",
    "round": "table round",
    "shuffler": "table shuffler",
    "jackpot": "table jackpots",
    "incident": "incident",
    "dispute": "dispute",
    "player": "player",
    "staff": "staff",
    "meter": "progressive",
    "proposal": "proposals",
    "pass": "device",
}
"""The last word of a command's name, and the group that it belongs to."""

PLACES: Final[Mapping[str, str]] = {
    "lapse-condition": "table",
    "add-note": "incident",
    "report-to-commission": "incident",
    "lift-exclusion": "player",
    "deposit": "player",
    "withdraw": "player",
    "give-guest-chips": "player",
    "log-out-everywhere": "staff",
    "new-enrollment-code": "staff",
    "record-reading": "progressive",
    "reject": "proposals",
    "check-award": "proposals",
    "anchor-chains": "audit",
}
"""The group of office commands whose name does not end with it."""

OPTIONS: Final = frozenset({"reason", "evidence", "dated", "identity", "tax_form", "how", "fault", "approval", "done"})
"""Fields that become options, because they describe what was done."""

DEFAULTS: Final[Mapping[str, Any]] = {"how": "cash", "tax_form": "", "to": "", "is_reportable": True, "is_guest": False}
"""The value of a field that is left out."""

NO: Final[Mapping[str, str]] = {
    "helped": "--failed",
    "round_goes_on": "--void",
    "none_to_the_right": "--one-to-the-right",
    "is_guest": "",
}
"""The name of the opposite of an option, if "no-" in front of it would not be English."""

WORDS: Final[Mapping[str, str]] = {
    "table_id": "The table, such as T1.",
    "seat": "The seat, 1 at the dealer's far left.",
    "cents": "Dollars, such as $1,000 or 12.50.",
    "player": "The player's id, such as ann.",
    "badge": "A badge.",
    "meter_id": "The progressive, such as M1.",
    "row": "The hand as a row of the paytable, such as royal-flush.",
    "cards": 'Cards in quotes, such as "As Kd".',
    "seen": f"Each of {', '.join(TICKS)}, seen on camera.",
    "noticed_at": "Since when, such as '2026-11-15 10:00' in the room's own time; the default is now.",
    "born": "The day of birth, such as 1990-12-31.",
    "until": "The last day; permanent if none is named.",
    "reason": "Why.",
    "tax_form": "The number of the tax form, if the amount requires one.",
    "identity": "The winner's document, such as 'driver license WDL-1'.",
}
"""The help of a field without a docstring in its command."""

SWIPED: Final = "swipe-card"
"""A press without arguments: the card identifies its holder, and the values come from the meter."""


@dataclass(frozen=True)
class GeneratedCommand:
    """A command of the house and its name at the terminal.

    >>> next(str(each) for each in generated_commands() if each.kind.slug() == "close-incident")
    'incident close'
    """

    group: str
    name: str
    kind: type[Command]
    wrap: Callable[[dict[str, Any]], Command] | None = None
    """The table command that carries the act of a game or the press of a key."""
    is_at_table: bool = False

    def __str__(self) -> str:
        return f"{self.group} {self.name}"

    @property
    def roles(self) -> list[str]:
        """The roles that may send it."""
        allowed = roles_of(self.kind) if self.wrap else MATRIX[self.kind.slug()]
        return [role.value for role in Role if role in allowed - {Role.HOUSE, Role.PLAYER}]

    @property
    def words(self) -> str:
        """Its help: the docstring of the command, and the roles that may send it."""
        parts = inspect.cleandoc(self.kind.__doc__ or "").split("\n\n")
        paragraphs = [part for part in parts if not part.startswith(">>>")]
        is_signed = self.kind.is_signed if self.wrap else self.kind.slug() in SIGNED
        who = f"For: {', '.join(self.roles)}.{' It asks for your PIN again.' if is_signed else ''}"
        return "\n\n".join([*paragraphs, who])


@cache
def generated_commands() -> tuple[GeneratedCommand, ...]:
    """Every command that people send and that has no handwritten terminal command."""
    commands = [
        *_at_tables(),
        *_in_office(),
        *_wrapped("table round", ROUNDS, Act),
        *_wrapped("table keypad", CONTROLLERS, Press),
    ]
    return tuple(each for each in commands if each.kind.slug() not in BY_HAND and each.roles)


def _at_tables() -> Iterator[GeneratedCommand]:
    for kind in Table.operations:
        if kind not in (Act, Press):
            yield GeneratedCommand(*_place(kind.slug(), "table"), kind, is_at_table=True)


def _in_office() -> Iterator[GeneratedCommand]:
    for kind in OFFICE_COMMANDS:
        yield GeneratedCommand(*_place(kind.slug(), "office"), kind)


def _wrapped(
    group: str, machines: Mapping[Any, Any], wrap: Callable[[dict[str, Any]], Command]
) -> Iterator[GeneratedCommand]:
    """The commands of all rounds or all keypads, each once."""
    kinds: dict[str, type[Command]] = {}
    for machine in machines.values():
        for kind in machine.operations:
            # The shuffler and the meter send these themselves.
            if not kind.who & MACHINES:
                kinds.setdefault(kind.slug(), kind)
    for slug, kind in kinds.items():
        yield GeneratedCommand(group, slug.removeprefix("press-"), kind, wrap, is_at_table=True)


def _place(slug: str, otherwise: str) -> tuple[str, str]:
    start, _, last = slug.rpartition("-")
    if start and last in ENDINGS:
        return ENDINGS[last], start
    return PLACES.get(slug, otherwise), slug


# ---- its form


def add_generated(app: App, group: str) -> None:
    """Add the generated commands of a group."""
    for each in generated_commands():
        if each.group == group:
            app.command(form_of(each), name=each.name)


def form_of(made: GeneratedCommand) -> Callable[..., None]:
    """Make a terminal command with the fields as arguments and options."""
    entries = [_entry(made, name, kind) for name, kind in _fields_of(made)]
    table = [_Entry("table_id", str)] if made.is_at_table else []
    everything = [*table, *sorted(entries, key=lambda entry: entry.order)]
    me = inspect.Parameter("me", inspect.Parameter.KEYWORD_ONLY, default=ME, annotation=Working)
    signature = inspect.Signature([*(entry.parameter(made.kind) for entry in everything), me])

    def run(*arguments: Any, **named: Any) -> None:
        bound = signature.bind(*arguments, **named)
        bound.apply_defaults()
        typed, me = bound.arguments, bound.arguments["me"]
        if made.is_at_table:
            verify_id(typed[everything[0].label], "table")
        read = [(entry, entry.read(typed[entry.label])) for entry in entries]
        with on_shift(me) as shift:
            values = {entry.name: entry.finish(shift, value) for entry, value in read}
            command = made.wrap({"do": made.kind.slug()} | values) if made.wrap else made.kind(**values)
            if made.is_at_table:
                shift.at_table(typed[everything[0].label], command)
            else:
                shift.in_office(command)

    run.__name__, run.__doc__ = made.kind.operation(), made.words
    run.__signature__ = signature  # type: ignore[attr-defined]
    run.__annotations__ = {entry.name: entry.annotation for entry in signature.parameters.values()} | {"return": None}
    return run


def _fields_of(made: GeneratedCommand) -> list[tuple[str, Any]]:
    if made.kind.slug() == SWIPED:
        return []
    hints = get_type_hints(made.kind)
    return [(each.name, str if each.name == "cards" else hints[each.name]) for each in fields(made.kind)]


def _entry(made: GeneratedCommand, name: str, kind: Any) -> "_Entry":
    start, _, last = made.kind.slug().partition("-")
    return _Entry(name, kind, is_new=start == "open" and name == f"{last}_id" and not made.is_at_table)


@dataclass(frozen=True)
class _Entry:
    """A field of a command as an argument or option."""

    name: str
    kind: Any
    is_new: bool = False
    """Whether it is the id of what the command makes: one is generated if none is given."""

    @property
    def label(self) -> str:
        if self.is_new:
            return self.name
        if self.name == "cents":
            return "amount"
        if self.name == "row":
            return "hand"
        return self.name.removeprefix("is_").removesuffix("_cents").removesuffix("_id").removesuffix("_at")

    @property
    def is_money(self) -> bool:
        return self.name == "cents" or self.name.endswith("_cents")

    @property
    def is_optional(self) -> bool:
        return type(None) in getattr(self.kind, "__args__", ())

    @property
    def is_option(self) -> bool:
        return self.is_new or self.is_optional or self.kind is bool or self.name in OPTIONS

    @property
    def order(self) -> int:
        """Required arguments come first, then optional arguments, then options."""
        return 3 if self.is_option else 2 if self.name == "seen" else 1 if self.name in DEFAULTS else 0

    def parameter(self, of: type[Command]) -> inspect.Parameter:
        """The argument or option of the terminal command."""
        kind: Any = (str | None if self.is_optional else str) if self.is_money else self.kind
        place: Any = inspect.Parameter.KEYWORD_ONLY if self.is_option else inspect.Parameter.POSITIONAL_ONLY
        default: Any = inspect.Parameter.empty
        if self.name == "seen":
            place, kind = inspect.Parameter.VAR_POSITIONAL, str
        elif self.is_optional or self.is_new or self.name in DEFAULTS:
            default = None if self.is_optional else "" if self.is_new else DEFAULTS[self.name]
        named: dict[str, Any] = {"help": self._help(of)}
        if default in (None, ""):
            named["show_default"] = False
        if self._is_flag:
            named["negative"] = NO.get(self.name)
        return inspect.Parameter(self.label, place, default=default, annotation=Annotated[kind, Parameter(**named)])

    def _help(self, of: type[Command]) -> str:
        if self.is_new:
            return "A name for it; one is generated if you give none."
        if self.name == "noticed_at":  # the terminal accepts the room's own time
            return WORDS[self.name]
        return _words_of_field(of, self.name) or WORDS.get("cents" if self.is_money else self.name, "")

    @property
    def _is_flag(self) -> bool:
        return self.kind in (bool, bool | None)

    def read(self, typed: Any) -> Any:
        """Convert what was typed to the value of the field."""
        if self.is_money:
            return None if typed is None else read_dollars(typed)
        if self.name == "seen":
            unknown = [tick for tick in typed if tick not in TICKS]
            if unknown:
                raise TerminalError(f"{unknown[0]!r} is not on the checklist: it has {', '.join(TICKS)}")
            return " ".join(typed)
        return typed

    def finish(self, shift: Shift, value: Any) -> Any:
        """Complete the value with what only the room knows: a new id, or an instant in the room's time."""
        if self.is_new:
            return value or shift.own_id
        if self.name.endswith("_at") and value is not None:
            return read_instant(shift.room.house, value)
        return value


def _words_of_field(kind: type[Command], name: str) -> str:
    """The docstring below a field in its class."""
    return _words_in(inspect.getmodule(kind)).get((kind.__name__, name), "")


@cache
def _words_in(module: Any) -> dict[tuple[str, str], str]:
    """The docstrings of fields in a module, by class and field."""
    docstrings: dict[tuple[str, str], str] = {}
    for each in ast.parse(inspect.getsource(module)).body:
        if isinstance(each, ast.ClassDef):
            for entry, below in zip(each.body, each.body[1:], strict=False):
                if (
                    isinstance(entry, ast.AnnAssign)
                    and isinstance(entry.target, ast.Name)
                    and isinstance(below, ast.Expr)
                    and isinstance(below.value, ast.Constant)
                    and isinstance(below.value.value, str)
                ):
                    docstrings[each.name, entry.target.id] = inspect.cleandoc(below.value.value)
    return docstrings


def _app(name: str) -> App:
    made = App(name=name)
    add_generated(made, f"table {name}" if name in ("seat", "round", "shuffler", "keypad") else name)
    return made


def __getattr__(name: str) -> App:
    """Make a group that has only generated commands when it is first imported."""
    if not name.endswith("_app"):
        raise AttributeError(name)
    return _app(name.removesuffix("_app"))
