"""``pitboss paytables``: lists all paytables, or shows one of them in full."""

import json
import re
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.console import Console, Group, RenderableType
from rich.text import Text

from pitboss.cli.output import open_screen, plain_table
from pitboss.paytables import (
    Catalogue,
    Game,
    Paytable,
    WagerPaytable,
    load_catalogue,
    print_dollars,
    print_percent,
)

Folder = Annotated[
    str | None,
    Parameter(name=["--folder", "-f"], env_var="PITBOSS_PAYTABLES", help="A folder with your own paytable files."),
]


def show_paytables(
    designator: str | None = None,
    /,
    *,
    as_json: Annotated[bool, Parameter(name="--json", negative="", help="For machines.")] = False,
    folder: Folder = None,
) -> None:
    """Show every paytable, or one with its hands, pays, source and printed figures.

    Parameters
    ----------
    designator
        A paytable such as TCP-01; all of them if you name none.
    """
    catalogue = known_paytables(folder)
    if designator is None:
        _show_all(catalogue, as_json)
        return
    paytable = catalogue[designator]
    if as_json:
        print(json.dumps(paytable.as_json(), indent=2))
    else:
        open_screen().print(paytable_page(paytable))


def known_paytables(folder: str | None) -> Catalogue:
    """Load the shipped paytables, and those of a folder; an empty name is no folder."""
    return load_catalogue(Path(folder) if folder else None)


def _show_all(catalogue: Catalogue, as_json: bool) -> None:
    if as_json:
        print(json.dumps([paytable.as_json() for paytable in catalogue], indent=2))
        return
    screen = open_screen()
    for game in Game:
        show_game(screen, catalogue, game)
    screen.print("To see one of them in full: pitboss paytables TCP-01")


def show_game(screen: Console, catalogue: Catalogue, game: Game) -> None:
    """Print the paytables of one game, a line for each wager."""
    table = plain_table("Paytable", "Wager", "Pays", "Printed", title=game.label)
    for paytable in catalogue:
        if paytable.game is game:
            for number, wager in enumerate(paytable.wagers):
                name = paytable.designator if number == 0 else ""
                table.add_row(name, wager.name, _short_pays(wager), _short_figure(wager))
    screen.print(table)
    screen.print()


def _short_pays(wager: WagerPaytable) -> str:
    """The pays of a wager on one line, such as ``40 30 6 4 1``."""
    return " ".join(re.sub(" (to 1|for 1|of meter)$", "", str(row.pay)) for row in wager.rows)


def _short_figure(wager: WagerPaytable) -> str:
    """The printed house edge, which approvals print under several names."""
    edges = ("par-per-ante", "house-edge", "house-advantage")
    return next((figure.texts[0] for figure in wager.printed if figure.name in edges), "")


def paytable_page(paytable: Paytable) -> RenderableType:
    """Everything about one paytable."""
    parts: list[RenderableType] = [
        Text.assemble((paytable.designator, "bold green"), "  ", (paytable.title, "bold")),
        Text(f"Source: {paytable.source}.", style="dim"),
        Text(),
    ]
    for wager in paytable.wagers:
        parts += [*_wager_part(wager), Text()]
    if paytable.operator_supplied:
        supplied = ", ".join(paytable.operator_supplied)
        parts.append(Text(f"Supplied by the operator, not by the approval: {supplied}."))
    parts += [Text(f"Note: {note}") for note in paytable.notes]
    return Group(*parts)


def _wager_part(wager: WagerPaytable) -> list[RenderableType]:
    has_envy = any(row.envy_cents for row in wager.rows)
    table = plain_table("Hand", "Pays", *(["Envy"] if has_envy else []), title=wager.name)
    for column in table.columns[1:]:
        column.justify = "right"
    for row in wager.rows:
        envy = print_dollars(row.envy_cents) if row.envy_cents else ""
        table.add_row(row.hand.label, str(row.pay), *([envy] if has_envy else []))
    parts: list[RenderableType] = [table, Text()]
    if wager.meter is not None:
        seed, share = print_dollars(wager.meter.seed_cents), print_percent(wager.meter.contribution)
        parts.append(Text(f"Meter at a $1 wager: seed {seed}, {share} of each wager to the meter."))
    if wager.printed:
        figures = ", ".join(f"{figure.name.replace('-', ' ')} {' and '.join(figure.texts)}" for figure in wager.printed)
        parts.append(Text(f"As printed: {figures}."))
    return parts
