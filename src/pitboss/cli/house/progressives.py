"""``pitboss progressive``: meter status, meter history and win pages, and proposals to change a progressive."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Any, Final

from cyclopts import App, Group, Parameter
from msgspec import to_builtins
from rich.console import RenderableType
from rich.text import Text

from pitboss.cli.house.generated import add_generated
from pitboss.cli.house.place import reading, time_of_room
from pitboss.cli.house.proposals import Because, OwnId, propose
from pitboss.cli.house.sending import ME, Working, on_shift
from pitboss.cli.house.settings_file import NONE
from pitboss.cli.house.showing import NO_OPTIONS, PAGES, Pages, QueryOptions, cell, facts, listed, say_where, show
from pitboss.cli.house.user_input import MeterId, read_dollars
from pitboss.cli.output import TerminalError
from pitboss.cli.play import verify_number
from pitboss.house.field_checks import verify_id
from pitboss.house.jackpots import jackpot_rows, meters
from pitboss.house.jackpots.meters import StoredMeter
from pitboss.house.jackpots.queries import MeterStatus, Movement, last_hits, meter_status, movements_of
from pitboss.house.jackpots.win_page import WinPage, read_win_page
from pitboss.house.people.proposals import Propose
from pitboss.house.property import Property
from pitboss.house.reports.span import named_day
from pitboss.paytables import load_catalogue, parse_percent, print_dollars, print_percent
from pitboss.progressive import (
    BY_HAND,
    MILLICENTS,
    NOT_DISPLAYED,
    LawfulReason,
    MeterParameters,
    RiseReason,
    SeveralWins,
    print_millicents,
    usual_parameters,
)

PARAMETERS: Final = Group("Parameters of the meter", sort_key=5)

DOWN: Final = [reason for reason in BY_HAND if isinstance(reason, LawfulReason)]
UP: Final = [reason for reason in BY_HAND if isinstance(reason, RiseReason)]
"""For what a meter is put down and up by hand."""


def _option(words: str, **more: Any) -> Parameter:
    return Parameter(group=PARAMETERS, help=words, **more)


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Wished:
    """What a meter shall be set to; what is left out stays as it is, or as its paytable says."""

    rate: Annotated[str | None, _option("The share of each wager that it gets, such as 14%.")] = None
    reserve_rate: Annotated[str | None, _option("The share set aside for the next seed, such as 2%.")] = None
    seed: Annotated[str | None, _option("What the house puts on it after a win of the whole.")] = None
    maximum: Annotated[str | None, _option("The posted maximum, or none.")] = None
    several_wins: Annotated[SeveralWins | None, _option("How several wins of one round share it.")] = None
    envy_needs_wager: Annotated[bool | None, _option("Whether a hand without a wager awards no envy.")] = None
    folded_hands_play: Annotated[bool | None, _option("Whether a folded hand can win.")] = None
    jackpot_lock: Annotated[bool | None, _option("Whether a claim freezes its amount, and linked tables play on.")] = (
        None
    )
    supervisor_from: Annotated[str | None, _option("From which fixed pay on a supervisor confirms.")] = None
    executive_above: Annotated[str | None, _option("Above which amount an executive confirms.")] = None
    surveillance_above: Annotated[str | None, _option("Above which amount surveillance checks first.")] = None

    def as_changes(self) -> dict[str, Any]:
        """The parameters that were named, as keyword arguments: each has its own type."""
        changes: dict[str, Any] = {}
        for name, value in vars(self).items():
            if value is None:
                continue
            if name in ("rate", "reserve_rate"):
                changes[name] = _read_rate(value)
            elif name in ("seed", "maximum", "supervisor_from", "executive_above", "surveillance_above"):
                changes[f"{name}_cents"] = None if (name, value) == ("maximum", NONE) else read_dollars(value)
            else:
                changes[name] = value
        return changes


AS_USUAL: Final = Wished()


def create(  # noqa: PLR0913 - each is an option of the command
    meter: MeterId,
    paytable: str,
    /,
    *,
    denomination: Annotated[str, _option("The one amount that it takes as a wager.")] = "$1",
    wished: Wished = AS_USUAL,
    reason: Because = "a new progressive",
    proposal_id: OwnId = "",
    me: Working = ME,
) -> None:
    """Propose a new progressive.

    Parameters
    ----------
    paytable
        Such as TCPP-1 or FSLPP-01.
    """
    verify_id(meter, "meter id")
    designator = load_catalogue()[paytable].designator
    parameters = usual_parameters(designator, denomination_cents=read_dollars(denomination), **wished.as_changes())
    content = {"meter_id": meter, "parameters": parameters.as_json()}
    with on_shift(me) as shift:
        propose(shift, Propose(proposal_id or shift.own_id, "create-meter", meter, content, reason))


def set_parameters(  # noqa: PLR0913 - each is an option of the command
    meter: MeterId,
    /,
    *,
    reason: Because,
    paytable: Annotated[str | None, _option("Another paytable of its game.")] = None,
    wished: Wished = AS_USUAL,
    proposal_id: OwnId = "",
    me: Working = ME,
) -> None:
    """Propose other parameters for a progressive; they come true while its tables are closed."""
    changes = wished.as_changes() | ({"paytable": load_catalogue()[paytable]} if paytable else {})
    if not changes:
        raise TerminalError("nothing would change: name what shall be set, such as --maximum '$10,000'")
    with on_shift(me) as shift:
        with shift.room.database.reading() as connection:
            now = meters.look(connection, shift.room.house.property_id, meter).parameters
        content = {"meter_id": meter, "parameters": replace(now, **changes).as_json()}
        propose(shift, Propose(proposal_id or shift.own_id, "set-parameters", meter, content, reason))


def adjust(  # noqa: PLR0913 - each is an option of the command
    meter: MeterId,
    amount: Annotated[str, Parameter(help="Dollars; the reason says whether it goes up or down.")],
    /,
    *,
    reason: Annotated[str, Parameter(help=f"Down: {', '.join(DOWN)}. Up: {', '.join(UP)}.")],
    note: Annotated[str, Parameter(help="What happened, for the record.")],
    pot: Annotated[str | None, Parameter(help=f"For not displayed: {' or '.join(NOT_DISPLAYED)}.")] = None,
    proposal_id: OwnId = "",
    me: Working = ME,
) -> None:
    """Propose a documented adjustment of a progressive."""
    why = _read_reason(reason)
    millicents = read_dollars(amount) * MILLICENTS * (-1 if isinstance(why, LawfulReason) else 1)
    content = {"meter_id": meter, "reason": why.value, "millicents": millicents, "note": note}
    content |= {} if pot is None else {"pot": pot}
    with on_shift(me) as shift:
        propose(shift, Propose(proposal_id or shift.own_id, "adjust-meter", meter, content, note))


def _read_reason(text: str) -> LawfulReason | RiseReason:
    """A reason as it is stored, with dashes or blanks.

    >>> _read_reason("display-malfunction").value
    'display malfunction'
    """
    known: dict[str, LawfulReason | RiseReason] = {reason.value: reason for reason in BY_HAND}
    found = known.get(text.replace("-", " "))
    if found is None:
        raise TerminalError(f"{text!r} is not a reason to adjust a meter; reasons are {', '.join(known)}")
    return found


def _read_rate(text: str) -> Fraction:
    try:
        return parse_percent(text)
    except ValueError as error:
        raise TerminalError(str(error)) from None


def list_meters(*, options: QueryOptions = NO_OPTIONS) -> None:
    """Every progressive with what it shows now."""
    with reading(options) as (connection, house):
        property_id = house.property_id
        found = [meter_status(connection, property_id, stored) for stored in meters.all_of(connection, property_id)]
    columns = ("Meter", "Paytable", "Shown", "", "Base", "Limit", "Hits", "Tables")
    rows = [
        (
            each.meter,
            each.parameters["paytable"],
            Text(print_dollars(each.shown_cents), style="bold"),
            "PENDING" if each.pending else "",
            print_dollars(each.parameters["seed_cents"]),
            _limit(each.parameters["maximum_cents"]),
            each.hits,
            ", ".join(each.tables),
        )
        for each in found
    ]
    show(options, found, listed("Progressives", columns, rows, right=("Shown", "Base", "Limit", "Hits")))


def show_meter(meter: MeterId, /, *, options: QueryOptions = NO_OPTIONS) -> None:
    """The status page of a progressive: value, base, limit, overflow, reserve, parameters, and the last 25 hits."""
    with reading(options) as (connection, house):
        property_id = house.property_id
        stored = meters.look(connection, property_id, meter)
        status = meter_status(connection, property_id, stored)
        hits: list[Any] = list(jackpot_rows.last_hits(connection, property_id, meter))
        last = last_hits(connection, property_id, meter)
    show(options, to_builtins(status) | {"last_hits": last}, *_page(house, stored, status, hits))


def _page(house: Property, stored: StoredMeter, status: MeterStatus, hits: list[Any]) -> Iterator[RenderableType]:
    meter, parameters = stored.meter, stored.parameters
    yield facts(
        f"Progressive {stored.meter_id}",
        {
            "shown": _shown(stored.displayed_cents, status.pending),
            **({"suspended": status.suspended} if status.suspended else {}),
            "base (seed)": print_dollars(parameters.seed_cents),
            "limit": _limit(parameters.maximum_cents),
            "overflow": print_millicents(meter.overflow),
            "reserve": print_millicents(meter.reserve),
            "frozen for claims": print_millicents(meter.frozen),
            "contributions": print_millicents(meter.contributions),
            "seeds": print_millicents(meter.seeds),
            "paid": print_millicents(meter.paid),
            "adjusted": print_millicents(meter.adjusted),
            "hits": status.hits,
            "tables": ", ".join(status.tables) or "none",
        },
    )
    yield Text()
    yield facts("Parameters", _parameters(parameters))
    yield Text()
    rows = [
        (
            house.local_time(row.won_at, row.won_day),
            row.table_id,
            row.seat,
            row.player,
            row.hand,
            *map(print_dollars, _amounts(row)),
        )
        for row in hits
    ]
    columns = ("When", "Table", "Seat", "Player", "Hand", "Paid", "Meter before", "after")
    yield listed("The last 25 hits", columns, rows, right=("Seat", *columns[-3:]))
    for sentence in status.not_as_approved:
        yield Text(f"Not as approved: {sentence}.", style="yellow")


def _shown(cents: int, pending: int) -> Text:
    shown = Text(print_dollars(cents), style="bold")
    return shown.append("  ").append_text(cell("PENDING")) if pending else shown


def _amounts(row: Any) -> tuple[int, int, int]:
    return (row.cents, row.shown_before_cents, row.shown_after_cents)


def _limit(cents: int | None) -> str:
    return "none" if cents is None else print_dollars(cents)


def _parameters(parameters: MeterParameters) -> dict[str, object]:
    """The parameters by their names, as people write them."""
    told: dict[str, object] = {}
    for name, value in parameters.as_json().items():
        if name.endswith("_cents"):
            told[name.removesuffix("_cents").replace("_", " ")] = _limit(value)
        elif name.endswith("rate"):
            told[name.replace("_", " ")] = print_percent(Fraction(value))
        elif name != "format":
            told[name.replace("_", " ")] = value
    return told


BARS: Final = "▁▂▃▄▅▆▇█"
WIDTH: Final = 72


def show_history(
    meter: MeterId,
    /,
    *,
    last: Annotated[int, Parameter(help="How many movements are listed, the newest first.")] = 25,
    day: Annotated[str | None, Parameter(help="One gaming day, such as 2026-11-15.")] = None,
    options: QueryOptions = NO_OPTIONS,
) -> None:
    """What a progressive showed, as a picture, and its last rises and falls."""
    verify_number("--last", last, 1, 100_000)
    with reading(options) as (connection, house):
        meters.look(connection, house.property_id, meter)
        of_day = None if day is None else named_day(house, day, time_of_room(connection, house))
        moved = movements_of(connection, house.property_id, meter, of_day)
    rows = [_line(house, each) for each in reversed(moved[-last:])]
    columns = ("When", "Act", "Proposed by", "By", "Way", "Amount", "Why", "Shown after")
    table = listed(f"Movements of {meter}", columns, rows, right=("Amount", "Shown after"))
    show(options, moved[-last:], *_picture(meter, _displayed(moved)), Text(), table)


def _displayed(moved: Sequence[Movement]) -> list[int]:
    """What people saw on the display: a record that moved a win off and a seed on left only its end there."""
    return list({(each.chain, each.seq): each.shown_after for each in moved}.values())


def _line(house: Property, moved: Movement) -> tuple[object, ...]:
    why = f"{moved.reason}: {moved.note}" if moved.note else moved.reason
    way = f"{moved.source} to {moved.target}"
    shown = print_dollars(moved.shown_after // MILLICENTS)
    at, people = house.local_time(moved.at, moved.day), (moved.proposed_by, moved.actor)
    return (at, moved.act, *people, way, print_millicents(moved.millicents), why, shown)


def _picture(meter: str, shown: Sequence[int]) -> list[Text]:
    if not shown:
        return [Text(f"Nothing moved on {meter}.")]
    low, high = (print_dollars(amount // MILLICENTS) for amount in (min(shown), max(shown)))
    return [
        Text(f"What {meter} showed, from {low} to {high}", style="bold green"),
        Text(sparkline(shown), style="cyan"),
    ]


def sparkline(values: Sequence[int], width: int = WIDTH) -> str:
    """Values as a row of bars, from the lowest to the highest; of many, the last in each step.

    >>> sparkline([1, 5, 9, 1])
    '▁▄█▁'
    """
    step = max(1, -(-len(values) // width))
    picked = [values[min(start + step, len(values)) - 1] for start in range(0, len(values), step)]
    low, span = min(picked), max(picked) - min(picked)
    return "".join(BARS[(value - low) * (len(BARS) - 1) // span if span else 0] for value in picked)


def show_win_page(
    jackpot: Annotated[str, Parameter(help="Table, round and seat, as in T1-12-3.")], /, *, out: Pages = PAGES
) -> None:
    """Everything about one jackpot on one sheet: table, seat, hand, meter before and after, who verified it."""
    with reading(out) as (connection, house):
        page: WinPage = read_win_page(connection, house, jackpot)
    files = out.write(page.as_html)
    if out.as_json or not files:
        show(out, page.as_json(), *(facts(name, dict(rows)) for name, rows in page.sections))
    else:
        say_where(page.title, files)


app = App(name="progressive")
app.command(list_meters, name="list")
app.command(show_meter, name="show")
app.command(show_history, name="history")
app.command(show_win_page, name="win-page")
app.command(create)
app.command(set_parameters, name="set")
app.command(adjust)
add_generated(app, "progressive")
