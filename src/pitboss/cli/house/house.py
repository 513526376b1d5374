"""``pitboss house``: what the room as a whole is set to."""

from dataclasses import dataclass, replace
from typing import Annotated, Any, Final

from cyclopts import App, Group, Parameter

from pitboss.cli.house.amounts import read_dollars
from pitboss.cli.house.place import reading
from pitboss.cli.house.proposals import Because, OwnId, propose
from pitboss.cli.house.showing import LOOK, Looking, listed, show
from pitboss.cli.house.work import ME, Working, on_shift
from pitboss.cli.output import TerminalError
from pitboss.dates import written_day
from pitboss.house.proposals import Propose
from pitboss.paytables import print_dollars

app = App(name="house")

SETTINGS: Final = Group("House settings", sort_key=5)


def _option(words: str) -> Parameter:
    return Parameter(group=SETTINGS, help=words)


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Wished:
    """What the house shall be set to; what is left out stays as it was last agreed on."""

    zone: Annotated[str | None, _option("Its time zone.")] = None
    day_starts: Annotated[str | None, _option("When its gaming day begins.")] = None
    jurisdiction: Annotated[str | None, _option("Under whose law it is: practice or washington.")] = None
    kind: Annotated[str | None, _option("What kind of room it is: commercial or tribal.")] = None
    most_tables: Annotated[int | None, _option("How many tables may be open where the law has a limit.")] = None
    tax_form_from: Annotated[str | None, _option("From which amount on a jackpot is paid with a tax form.")] = None
    tax_form_times: Annotated[int | None, _option("And from how many times the wager on.")] = None
    keep_years: Annotated[int | None, _option("How many years records are kept.")] = None
    failed_tries: Annotated[int | None, _option("After how many wrong PINs a badge is locked.")] = None
    least_age: Annotated[int | None, _option("How old a player must be.")] = None
    second_factor: Annotated[bool | None, _option("Whether all who sign must have an authenticator app.")] = None
    idle_minutes: Annotated[int | None, _option("After how many idle minutes a session of staff ends.")] = None
    shift_idle_minutes: Annotated[
        int | None, _option("The same for dealers and surveillance, who have their screens for a shift.")
    ] = None
    guest_chips: Annotated[str | None, _option("The play money that a guest gets in a day.")] = None

    def as_changes(self) -> dict[str, Any]:
        """The settings that were named."""
        named = {name: value for name, value in vars(self).items() if value is not None}
        money = {name: named.pop(name) for name in ("tax_form_from", "guest_chips") if name in named}
        return named | {f"{name}_cents": read_dollars(value) for name, value in money.items()}


AS_BEFORE: Final = Wished()


@app.command(name="show")
def show_settings(*, look: Looking = LOOK) -> None:
    """Every version of what the room as a whole is set to, the one in force marked."""
    with reading(look) as (_, house):
        versions = house.versions
    in_force = house.version
    told = [
        {"number": number, "from_day": str(day), "in_force": number == (in_force and in_force.number)}
        | settings.as_json()
        for number, day, settings in versions
    ]
    names = versions[0].settings.as_json()
    rows = [(name, *(_shown(name, version[name]) for version in told)) for name in names]
    columns = ("Setting", *(_heading(version) for version in told))
    show(look, told, listed(f"House settings of {house.name}", columns, rows))


def _heading(version: dict[str, Any]) -> str:
    return f"{version['number']}, from {written_day(version['from_day'])}{' (in force)' if version['in_force'] else ''}"


def _shown(name: str, value: Any) -> str:
    return print_dollars(value) if name.endswith("_cents") else str(value)


@app.command(name="set")
def propose_settings(
    *,
    from_day: Annotated[str, Parameter(help="The gaming day from whose beginning they hold, such as 2026-11-20.")],
    reason: Because,
    wished: Wished = AS_BEFORE,
    proposal_id: OwnId = "",
    me: Working = ME,
) -> None:
    """Propose other settings of the house from a gaming day on; another person approves."""
    changes = wished.as_changes()
    if not changes:
        raise TerminalError("nothing would change: name what shall be set, such as --least-age 21")
    with on_shift(me) as shift:
        house = shift.room.house
        settings = replace(house.versions[-1].settings, **changes).as_json()
        content = {"room": house.property_id, "from_day": from_day, "settings": settings}
        propose(shift, Propose(proposal_id or shift.own_id, "set-house", house.property_id, content, reason))
