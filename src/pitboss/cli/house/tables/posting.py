"""What is posted at a table: its placard, and whether it runs as approved."""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.text import Text

from pitboss.cli.house.pages import PAGES, Pages, say_where
from pitboss.cli.house.place import reading
from pitboss.cli.house.showing import LOOK, Looking, facts, listed, show
from pitboss.cli.house.tables.names import TableId
from pitboss.house.approval import Standing
from pitboss.house.looking import approval_of, table_and_meter
from pitboss.house.placard import JackpotLine, Placard, placard
from pitboss.paytables import print_dollars


def show_placard(table: TableId, /, *, out: Pages = PAGES) -> None:
    """What is posted at a table: limits, odds, jackpot, the most that is paid, and how to dispute."""
    with reading(out) as (connection, house):
        settings, meter = table_and_meter(connection, house.property_id, table)
        posted = placard(house.name, table, settings, meter)
    files = out.write(posted.as_html, for_everybody=True)
    if out.as_json or not files:
        show(out, posted.as_json(), *_page(posted))
    else:
        say_where(f"The placard of table {table}", files)


def show_approval(table: TableId, /, *, look: Looking = LOOK) -> None:
    """Whether a table runs as approved, or every setting that departs, with the rule it departs from."""
    with reading(look) as (connection, house):
        _, _, found = approval_of(connection, house, table)
    show(look, {"table": table} | found.as_json(), *_standing(table, found))


def _standing(table_id: str, found: Standing) -> Iterator[RenderableType]:
    style = "green" if found.is_as_approved else "bold yellow"
    yield Text(f"Table {table_id} runs {found.sentence}.", style=style)
    if found.departures:
        rows = [(each.setting, each.value, each.rule) for each in found.departures]
        yield Text()
        yield listed("Departures", ("Setting", "Is", "The approval says"), rows)
    for words in found.supplied:
        yield Text(f"Supplied by the operator: {words}.", style="dim")


def _page(posted: Placard) -> Iterator[RenderableType]:
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
