"""Looking at tables: all of them, or one with its seats, its round and its keypad."""

from collections.abc import Iterator, Mapping
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from pitboss.cli.house.place import open_place
from pitboss.cli.house.showing import LOOK, Looking, facts, listed, show
from pitboss.cli.house.tables.names import TableId
from pitboss.house.looking import books_of, short, table_ids
from pitboss.paytables import print_dollars
from pitboss.progressive.controllers.events import seats_in_words


def list_tables(*, look: Looking = LOOK) -> None:
    """Every table of the room."""
    with open_place(look) as room:
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
    show(look, tables, listed("Tables", columns, rows, right=columns[-4:]))


def show_table(table: TableId, /, *, look: Looking = LOOK) -> None:
    """One table as everybody in the room may see it: seats, round, keypad, jackpots, settings."""
    with open_place(look) as room:
        data = books_of(room, table)
    show(look, data, *_page(data))


def _page(view: Mapping[str, Any]) -> Iterator[RenderableType]:
    named = {name: view[name] for name in ("game", "status", "reason", "dealer", "cards", "meter") if view[name]}
    money = {"tray": print_dollars(view["tray_cents"]), "drop box": _box(view)}
    numbers = {"round": view["round_number"] or "none yet", "version": view["version"]}
    yield facts(f"Table {view['table']}", named | money | numbers)
    if view["seats"]:
        yield Text()
        yield listed("Seats", ("Seat", "Player", "Chips", "Lit wager"), _seats(view), right=("Seat", "Chips"))
    if view["round"] is not None:
        yield Text()
        yield from _round(view["round"])
    if view["controller"] is not None:
        yield Text()
        yield from _keypad(view["controller"])
        yield from _lit_hand(view)
    if view["malfunction"] is not None:
        stopped = view["malfunction"]
        yield Text(f"THE SHUFFLER IS STOPPED: {stopped['fault']}; {stopped['asked_for']}", style="bold yellow")
    for jackpot in view["jackpots"]:
        yield Text(f"JACKPOT: {jackpot['words']}", style="bold yellow")
    for held in view["held_wins"]:
        won = f"seat {held['seat']} wins {print_dollars(held['cents'])}"
        yield Text(f"WAITS FOR THE CAMERA: {won}, which is paid when surveillance has seen it", style="bold yellow")
    for jackpot in view["booked"]:
        words = f"{jackpot['jackpot_id']}, {print_dollars(jackpot['cents'])}"
        yield Text(f"Booked, and waits to be paid by the cash desk: {words}", style="bold yellow")


def _box(view: Mapping[str, Any]) -> str:
    """What is counted together: cash, and the slips of buy-ins from wallets."""
    cash, slips = view["drop_cents"] - view["slips_cents"], view["slips_cents"]
    parts = f": {print_dollars(cash)} in cash, {print_dollars(slips)} in slips of buy-ins from wallets" if slips else ""
    return f"{print_dollars(view['drop_cents'])}{parts}"


def _seats(view: Mapping[str, Any]) -> Iterator[tuple[object, ...]]:
    for seat, seating in view["seats"].items():
        lit = print_dollars(seating["lit_cents"]) if seating["lit_cents"] else ""
        yield seat, seating["player"], print_dollars(seating["chips_cents"]), lit


def _round(view: Mapping[str, Any]) -> Iterator[RenderableType]:
    rows = [
        (
            seat,
            ", ".join(f"{wager} {print_dollars(cents)}" for wager, cents in standing.get("wagers", {}).items()),
            " ".join(standing.get("cards", ())),
        )
        for seat, standing in view["seats"].items()
    ]
    yield listed("Round", ("Seat", "Wagers", "Cards"), rows, right=("Seat",))
    wanted = view["want"]
    words = f"It waits for {wanted['words']}." if wanted["kind"] != "nothing" else "It is over."
    can = f" ({', '.join(name.replace('_', '-') for name in wanted['operations'])})" if wanted["operations"] else ""
    yield Text(words + can, style="bold")


def _lit_hand(view: Mapping[str, Any]) -> Iterator[RenderableType]:
    """What is on record of the lit hand and of the folds of a live game."""
    if view["claimed_seat"] is not None:
        yield Text(f"The dealer says that seat {view['claimed_seat']} has the lit hand.", style="bold")
    if view["named"] is not None:
        yield Text(f"Seat {view['named']['seat']} is named as the winner.", style="bold")
    if view["folded"]:
        yield Text(f"Folded: {seats_in_words(view['folded'])}.")


def _keypad(view: Mapping[str, Any]) -> Iterator[RenderableType]:
    lights = "  ".join(f"{seat} {light}" for seat, light in view["sensors"].items())
    hands = ", ".join(f"{hand['row']}{' LIT' if hand['lit'] else ''}" for hand in view["hands"])
    allowed: dict[str, list[str]] = {}
    for press in view["presses"]:
        if press["refused"] is None and press["who"] != "host":
            allowed.setdefault(press["do"], []).append("" if press["of"] is None else str(press["of"]))
    entries = {"display": view["lcd"], "sensors": lights, "hands": hands}
    entries |= {"link": "LOST"} if view["link_is_lost"] else {}
    yield facts(f"Keypad ({view['controller']})", entries)
    yield listed(
        "Presses that are allowed now", ("Press", "Of"), [(name, " ".join(of)) for name, of in allowed.items()]
    )
