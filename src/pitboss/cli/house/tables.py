"""``pitboss table``: lists and shows tables, prints placards, checks the approval, and saves openings of cards."""

import json
from collections.abc import Iterator
from typing import Annotated, Any, Final

from cyclopts import App, Parameter
from rich.console import RenderableType
from rich.text import Text

from pitboss.cli.house import jackpots, table_proposals
from pitboss.cli.house.generated import add_generated
from pitboss.cli.house.place import open_place, reading
from pitboss.cli.house.sending import ME, Working, on_shift
from pitboss.cli.house.showing import NO_OPTIONS, PAGES, Pages, QueryOptions, facts, listed, say_where, show
from pitboss.cli.house.user_input import TableId
from pitboss.cli.output import written
from pitboss.games.command import Who
from pitboss.games.round_view import RoundView
from pitboss.house.posted.placard import JackpotLine, Placard, placard
from pitboss.house.records.card_proofs import audience_of, openings
from pitboss.house.tables.approval import Standing
from pitboss.house.tables.queries import approval_of, books_of, short, table_and_meter, table_ids
from pitboss.house.tables.views import TableBooks
from pitboss.paytables import print_dollars
from pitboss.progressive.controllers.console import ControllerView
from pitboss.progressive.controllers.events import seats_in_words


def list_tables(*, options: QueryOptions = NO_OPTIONS) -> None:
    """List all tables of the room."""
    with open_place(options) as room:
        tables = [short(room.table(table_id)) for table_id in table_ids(room)]
    columns = ("Table", "Game", "Status", "Cards", "Meter", "Players", "Round", "Tray", "Drop")
    rows = [
        (
            each.table,
            each.game,
            each.status,
            each.cards,
            each.meter,
            each.players,
            each.round_number,
            print_dollars(each.tray_cents),
            print_dollars(each.drop_cents),
        )
        for each in tables
    ]
    show(options, tables, listed("Tables", columns, rows, right=columns[-4:]))


def show_table(table: TableId, /, *, options: QueryOptions = NO_OPTIONS) -> None:
    """Show one table as everyone may see it: seats, round, keypad, jackpots, settings."""
    with open_place(options) as room:
        data = books_of(room, table)
    show(options, data, *_table_page(data))


_NAMED: Final = ("game", "status", "reason", "dealer", "cards", "meter")


def _table_page(view: TableBooks) -> Iterator[RenderableType]:
    named = {name: value for name in _NAMED if (value := getattr(view, name))}
    money = {"tray": print_dollars(view.tray_cents), "drop box": _box(view)}
    numbers = {"round": view.round_number or "none yet", "version": view.version}
    yield facts(f"Table {view.table}", named | money | numbers)
    if view.seats:
        yield Text()
        yield listed("Seats", ("Seat", "Player", "Chips", "Lit wager"), _seats(view), right=("Seat", "Chips"))
    if view.round is not None:
        yield Text()
        yield from _round(view.round)
    if view.controller is not None:
        yield Text()
        yield from _keypad(view.controller)
        yield from _lit_hand(view)
    if view.malfunction is not None:
        stopped = view.malfunction
        yield Text(f"THE SHUFFLER IS STOPPED: {stopped.fault}; {stopped.asked_for}", style="bold yellow")
    for jackpot in view.jackpots:
        yield Text(f"JACKPOT: {jackpot.words}", style="bold yellow")
    for held in view.held_wins:
        won = f"seat {held.seat} wins {print_dollars(held.cents)}"
        yield Text(f"WAITS FOR THE CAMERA: {won}, which is paid when surveillance has seen it", style="bold yellow")
    for booked in view.booked:
        words = f"{booked.jackpot_id}, {print_dollars(booked.cents)}"
        yield Text(f"Booked, and waits to be paid by the cage: {words}", style="bold yellow")


def _box(view: TableBooks) -> str:
    """What is counted together: cash, and the slips of buy-ins from wallets."""
    cash, slips = view.drop_cents - view.slips_cents, view.slips_cents
    parts = f": {print_dollars(cash)} in cash, {print_dollars(slips)} in slips of buy-ins from wallets" if slips else ""
    return f"{print_dollars(view.drop_cents)}{parts}"


def _seats(view: TableBooks) -> Iterator[tuple[object, ...]]:
    for seat, seating in view.seats.items():
        lit = print_dollars(seating.lit_cents) if seating.lit_cents else ""
        yield seat, seating.player, print_dollars(seating.chips_cents), lit


def _round(view: RoundView) -> Iterator[RenderableType]:
    rows = [
        (
            seat,
            ", ".join(f"{wager} {print_dollars(cents)}" for wager, cents in standing.wagers.items()),
            " ".join(standing.cards),
        )
        for seat, standing in view.seats.items()
    ]
    yield listed("Round", ("Seat", "Wagers", "Cards"), rows, right=("Seat",))
    awaiting = view.awaiting
    words = f"It waits for {awaiting.words}." if awaiting.kind != "nothing" else "It is over."
    can = f" ({', '.join(name.replace('_', '-') for name in awaiting.operations)})" if awaiting.operations else ""
    yield Text(words + can, style="bold")


def _lit_hand(view: TableBooks) -> Iterator[RenderableType]:
    """What is on record of the lit hand and of the folds of a live game."""
    if view.claimed_seat is not None:
        yield Text(f"The dealer says that seat {view.claimed_seat} has the lit hand.", style="bold")
    if view.named is not None:
        yield Text(f"Seat {view.named.seat} is named as the winner.", style="bold")
    if view.folded:
        yield Text(f"Folded: {seats_in_words(view.folded)}.")


def _keypad(view: ControllerView) -> Iterator[RenderableType]:
    lights = "  ".join(f"{seat} {light}" for seat, light in view.sensors.items())
    hands = ", ".join(f"{hand.row}{' LIT' if hand.lit else ''}" for hand in view.hands)
    allowed: dict[str, list[str]] = {}
    for press in view.presses:
        if press.refused is None and Who.METER not in press.who:
            allowed.setdefault(press.do, []).append("" if press.of is None else str(press.of))
    entries = {"display": view.lcd, "sensors": lights, "hands": hands}
    entries |= {"link": "LOST"} if view.link_is_lost else {}
    yield facts(f"Keypad ({view.controller})", entries)
    yield listed(
        "Presses that are allowed now", ("Press", "Of"), [(name, " ".join(of)) for name, of in allowed.items()]
    )


def show_placard(table: TableId, /, *, out: Pages = PAGES) -> None:
    """Show the placard of a table: limits, odds, jackpot, the aggregate payout limit, and how to dispute."""
    with reading(out) as (connection, house):
        settings, meter = table_and_meter(connection, house.property_id, table)
        posted = placard(house.name, table, settings, meter)
    files = out.write(posted.as_html, for_everybody=True)
    if out.as_json or not files:
        show(out, posted, *_placard_page(posted))
    else:
        say_where(f"The placard of table {table}", files)


def show_approval(table: TableId, /, *, options: QueryOptions = NO_OPTIONS) -> None:
    """Show whether a table runs as approved, and every setting that departs from the approval, with its rule."""
    with reading(options) as (connection, house):
        _, _, found = approval_of(connection, house, table)
    show(options, found.view(table), *_standing(table, found))


def _standing(table_id: str, found: Standing) -> Iterator[RenderableType]:
    style = "green" if found.is_as_approved else "bold yellow"
    yield Text(f"Table {table_id} runs {found.sentence}.", style=style)
    if found.departures:
        rows = [(each.setting, each.value, each.rule) for each in found.departures]
        yield Text()
        yield listed("Departures", ("Setting", "Is", "The approval says"), rows)
    for words in found.supplied:
        yield Text(f"Supplied by the operator: {words}.", style="dim")


def _placard_page(posted: Placard) -> Iterator[RenderableType]:
    yield Text(f"{posted.house}: {posted.game}, table {posted.table_id}", style="bold")
    yield Text()
    limits = [
        (line.wager, *map(print_dollars, (line.minimum_cents, line.maximum_cents, line.unit_cents)))
        for line in posted.limits
    ]
    columns = ("Wager", "Minimum", "Maximum", "In steps of")
    yield listed("Limits", columns, limits, right=columns[1:])
    for odds in posted.odds:
        rows = [(hand, pay, print_dollars(envy) if envy else "") for hand, pay, envy in odds.rows]
        yield Text()
        yield listed(f"{odds.title} {odds.designator}".strip(), ("Hand", "Pays", "Envy"), rows, right=("Pays", "Envy"))
    if posted.jackpot is not None:
        yield Text()
        yield facts("Jackpot", _jackpot(posted.jackpot))
    yield Text()
    for sentence in (*posted.dealer, f"Time-out: {posted.time_out}", *posted.disputes):
        yield Text(sentence)
    yield Text(f"Aggregate payout limit: at least {print_dollars(posted.aggregate_cents)}.", style="bold")


def _jackpot(line: JackpotLine) -> dict[str, object]:
    return {
        "progressive": line.meter_id,
        "now": print_dollars(line.shown_cents),
        "wager": print_dollars(line.wager_cents),
        "starts at": print_dollars(line.starts_at_cents),
        "maximum": "none" if line.maximum_cents is None else print_dollars(line.maximum_cents),
        "from each wager": line.contribution,
    }


def save_openings(
    table: TableId, number: Annotated[int, Parameter(help="The round, such as 12.")], /, *, me: Working = ME
) -> None:
    """Save the proofs of the cards that you may see in a round; `pitboss fair` checks each file.

    You get the cards that were face up; surveillance and auditors get every dealt card after the round.
    """
    with on_shift(me) as shift:
        audience = audience_of(shift.room, table, number, shift.actor)
        records = [seen.as_json() for seen in openings(shift.room, table, number, audience)]
        lines = [] if me.as_json else [_save(table, number, part, seen) for part, seen in enumerate(records, start=1)]
        show(me, records, *(lines or ["You saw no card in this round, so there is nothing to save."]))


def _save(table: str, number: int, part: int, seen: dict[str, Any]) -> str:
    """Write one file for each root: a shoe that ran out in the round has two."""
    name = f"{table}-round-{number}{f'-{part}' if part > 1 else ''}.json"
    with written(name, for_everybody=True) as file:
        file.write(json.dumps(seen, indent=2) + "\n")
    return f"{len(seen['openings'])} cards saved; check them with: pitboss fair {name}"


app = App(name="table")
app.command(list_tables, name="list")
app.command(show_table, name="show")
app.command(table_proposals.show_template, name="template")
app.command(table_proposals.propose_table, name="propose")
app.command(table_proposals.approve_table, name="approve")
app.command(table_proposals.create_table, name="create")
app.command(table_proposals.configure_table, name="configure")
app.command(table_proposals.correct_count)
app.command(save_openings, name="openings")
app.command(show_placard, name="placard")
app.command(show_approval, name="approval")
app.command(table_proposals.list_conditions, name="conditions")
app.command(table_proposals.meet_condition)
app.command(jackpots.app)
add_generated(app, "table")
for group, words in {
    "seat": "The seats of a table.",
    "round": "Rounds at a table: wagers, decisions, and the acts of the dealer, in every game.",
    "keypad": "The keypad of a progressive at a table with live cards; `pitboss table show` lists what is allowed now.",
    "shuffler": "The replacement of a shuffler by its backup, in seven steps.",
}.items():
    app.command(f"pitboss.cli.house.generated:{group}_app", name=group, help=words)
