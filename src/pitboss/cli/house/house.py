"""``pitboss house``, ``day`` and ``clock``: the settings of the room, its gaming days, and its clock."""

import inspect
from collections.abc import Callable
from typing import Annotated, Any, Final

from cyclopts import App, Group, Parameter
from rich.text import Text

from pitboss.cli.house.place import reading, time_of_room
from pitboss.cli.house.proposals import Because, OwnId, propose
from pitboss.cli.house.sending import ME, Working, on_shift
from pitboss.cli.house.showing import NO_OPTIONS, QueryOptions, listed, show
from pitboss.cli.house.user_input import read_dollars
from pitboss.cli.output import TerminalError
from pitboss.dates import written_day
from pitboss.house.people.proposals import Propose
from pitboss.house.property import SETTINGS
from pitboss.house.records.clock_doubts import ACKNOWLEDGE, doubts, open_doubt
from pitboss.house.reports.closed_days import closed_days
from pitboss.house.reports.day_close import CLOSE, waiting_days
from pitboss.paytables import print_dollars

app = App(name="house")

HOUSE_SETTINGS: Final = Group("House settings", sort_key=5)


@app.command(name="show")
def show_settings(*, options: QueryOptions = NO_OPTIONS) -> None:
    """Show every version of the room's settings, with the one in force marked."""
    with reading(options) as (_, house):
        versions = house.versions
    in_force = house.version
    records = [
        {"number": number, "from_day": str(day), "in_force": number == (in_force and in_force.number)}
        | settings.as_json()
        for number, day, settings in versions
    ]
    names = versions[0].settings.as_json()
    rows = [(name, *(_shown(name, version[name]) for version in records)) for name in names]
    columns = ("Setting", *(_heading(version) for version in records))
    show(options, records, listed(f"House settings of {house.name}", columns, rows))


def _heading(version: dict[str, Any]) -> str:
    return f"{version['number']}, from {written_day(version['from_day'])}{' (in force)' if version['in_force'] else ''}"


def _shown(name: str, value: Any) -> str:
    return print_dollars(value) if name.endswith("_cents") else str(value)


def _propose_settings(*, from_day: str, reason: str, proposal_id: str = "", me: Working = ME, **wished: Any) -> None:
    """Propose other settings of the house from a gaming day on; another person approves."""
    changes = {
        _name_of(option): _read(_name_of(option), value) for option, value in wished.items() if value is not None
    }
    if not changes:
        raise TerminalError("nothing would change: name what shall be set, such as --min-age 21")
    with on_shift(me) as shift:
        house = shift.room.house
        settings = house.versions[-1].settings.changed(**changes).as_json()
        content = {"room": house.property_id, "from_day": from_day, "settings": settings}
        propose(shift, Propose(proposal_id or shift.own_id, "set-house", house.property_id, content, reason))


def _name_of(option: str) -> str:
    """The setting of an option; an amount is typed in dollars, so its option does not say cents."""
    return option if option in SETTINGS else f"{option}_cents"


def _read(name: str, typed: Any) -> Any:
    return read_dollars(typed) if name.endswith("_cents") else typed


FromDay = Annotated[str, Parameter(help="The gaming day from whose beginning they hold, such as 2026-11-20.")]


def settings_command() -> Callable[..., None]:
    """The command that proposes settings, with an option for each that is registered now."""
    entries = [
        _entry("from_day", FromDay, inspect.Parameter.empty),
        _entry("reason", Because, inspect.Parameter.empty),
        *(_entry(name.removesuffix("_cents"), _option(name), None) for name in SETTINGS),
        _entry("proposal_id", OwnId, ""),
        _entry("me", Working, ME),
    ]

    def run(**typed: Any) -> None:
        _propose_settings(**typed)

    run.__doc__ = _propose_settings.__doc__
    run.__signature__ = inspect.Signature(entries)  # type: ignore[attr-defined]
    run.__annotations__ = {entry.name: entry.annotation for entry in entries} | {"return": None}
    return run


def _entry(name: str, kind: Any, default: Any) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=kind)


def _option(name: str) -> Any:
    kind = str if name.endswith("_cents") else type(SETTINGS[name].default)
    return Annotated[kind | None, Parameter(group=HOUSE_SETTINGS, help=SETTINGS[name].words)]


app.command(settings_command(), name="set")

day_app = App(name="day")
clock_app = App(name="clock")

MOST = 25


@day_app.command(name="list")
def list_days(*, options: QueryOptions = NO_OPTIONS) -> None:
    """The gaming days that are not closed, with what is missing, and the last ones that are."""
    with reading(options) as (connection, house):
        today = house.days.day_of(time_of_room(connection, house)).isoformat()
        waiting = waiting_days(connection, house, today)
        closed = closed_days(connection, house.property_id, MOST)
    open_rows = [(written_day(each.day), _state(each.is_over, each.missing)) for each in waiting]
    columns = ("Gaming day", "Closed by badges", "Slips", "Drop", "Win", "By book")
    rows = [
        (
            written_day(each.day),
            f"{each.proposed_by} and {each.closed_by}",
            each.slips,
            print_dollars(each.drop_cents),
            print_dollars(each.win_cents),
            ", ".join(each.by_book),
        )
        for each in closed
    ]
    data = {"open": waiting, "closed": closed}
    page = (listed("Open gaming days", ("Gaming day", "State"), open_rows), Text())
    show(options, data, *page, listed("Closed gaming days", columns, rows, right=("Slips", "Drop", "Win")))


def _state(is_over: bool, missing: tuple[str, ...]) -> str:
    if not is_over:
        return "not over"
    return "; ".join(missing) or "everything is counted: count the slips and close it"


@day_app.command(name="close")
def close_day(  # noqa: PLR0913 - each is an option of the command
    day: Annotated[str, Parameter(help="The oldest open gaming day, such as 2026-11-15.")],
    /,
    *,
    slips: Annotated[int, Parameter(help="How many slips of fills and credits there are.")],
    by_book: Annotated[
        tuple[str, ...], Parameter(help="A table that was open over the cut-off and cannot be counted any more.")
    ] = (),
    reason: Because = "everything is counted",
    proposal_id: OwnId = "",
    me: Working = ME,
) -> None:
    """Propose to close a gaming day: when another person approves, its reports never change again."""
    content = {"day": day, "slips": slips, "by_book": list(by_book)}
    with on_shift(me) as shift:
        propose(shift, Propose(proposal_id or shift.own_id, CLOSE, day, content, reason))


@clock_app.command(name="show")
def show_clock(*, options: QueryOptions = NO_OPTIONS) -> None:
    """Whether the clock of the room is in doubt, and when it was."""
    with reading(options) as (connection, house):
        waiting = open_doubt(connection, house.property_id)
        found = doubts(connection, house.property_id, MOST)
    rows = [
        (
            house.local_time(row.at),
            row.words,
            f"{row.proposed_by} and {row.acknowledged_by}" if row.acknowledged_by else "nobody",
        )
        for row in found
    ]
    words = "The clock is in order." if waiting is None else f"{waiting.words}: nothing new begins."
    style = "green" if waiting is None else "bold red"
    data = {"doubt": waiting and waiting.words, "doubts": [dict(row._mapping) for row in found]}
    listing = listed("Doubts about the clock", ("When", "What", "Acknowledged by badges"), rows)
    show(options, data, Text(words[0].upper() + words[1:], style=style), Text(), listing)


@clock_app.command
def acknowledge(*, reason: Because, proposal_id: OwnId = "", me: Working = ME) -> None:
    """Propose that the clock is as it should be, or will be: an executive approves, and new games begin again."""
    with on_shift(me) as shift:
        propose(shift, Propose(proposal_id or shift.own_id, ACKNOWLEDGE, "clock", {}, reason))
