"""``pitboss advise`` and ``pitboss strategy``: the exact value of each decision, and the basic strategy chart."""

import json
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter
from rich.console import Group, RenderableType
from rich.text import Text

from pitboss.cards import parse_card, parse_cards, print_cards
from pitboss.cli.lab.progress import USUAL, Working, at_work
from pitboss.cli.output import OUTPUT, AsJson, faces, open_screen, plain_table, verify_folder, written
from pitboss.cli.paytables import Folder, known_paytables
from pitboss.lab.advice import (
    Advised,
    advise_double_draw,
    advise_power_blackjack,
    advise_san_lo,
    advise_three_card,
    read_hand,
)
from pitboss.lab.power_blackjack.analysis import STRATEGY_CLASS, Analysis, analyse
from pitboss.lab.power_blackjack.chart import COLUMNS, LETTERS, SECTIONS, Chart
from pitboss.lab.question import Question, read_rules_file

app = App(name="advise")


@app.command(name="three-card-poker")
def three_card_poker(*cards: str, paytable: str = "TCP-01", as_json: AsJson = False, folder: Folder = None) -> None:
    """Play or fold with three cards such as "Qs 6d 4h".

    Parameters
    ----------
    cards
        The player's three cards.
    paytable
        The paytable of the Ante Bonus.
    """
    _show(advise_three_card(read_hand(" ".join(cards)), known_paytables(folder)[paytable]), as_json)


@app.command(name="double-draw")
def double_draw(
    *cards: str,
    draw: Annotated[int, Parameter(help="Which draw: 1 or 2.")] = 1,
    dead: Annotated[str, Parameter(help='At the second draw: the cards that were replaced, such as "7h 4c".')] = "",
    paytable: str = "DDP-1",
    as_json: AsJson = False,
    folder: Folder = None,
) -> None:
    """Which of five cards such as "Ks Kd 7h 4c Jk" to replace, or whether to fold.

    Parameters
    ----------
    cards
        The player's five cards.
    paytable
        The paytable of the Bonus.
    """
    hand = read_hand(" ".join(cards))
    advised = advise_double_draw(hand, draw, parse_cards(dead, hand), known_paytables(folder)[paytable])
    _show(advised, as_json)


@app.command(name="fortune-san-lo")
def fortune_san_lo(*cards: str, as_json: AsJson = False, working: Working = USUAL) -> None:
    """The legal settings of six cards such as "Jk As Kd 7h 7c 2s", the best first.

    Parameters
    ----------
    cards
        The player's six cards.
    """
    with at_work("Settings", working) as resources:
        advised = advise_san_lo(read_hand(" ".join(cards)), resources)
    _show(advised, as_json)


@app.command(name="power-blackjack")
def power_blackjack(
    *cards: str,
    up: Annotated[str, Parameter(help="The dealer's up card, such as 9h.")],
    hands: Annotated[int, Parameter(help="How many hands the seat has after its splits.")] = 1,
    decks: Annotated[int | None, Parameter(help="How many decks, 1 to 8.")] = None,
    as_json: AsJson = False,
) -> None:
    """What each decision on a hand such as "Ts 6d" is worth against the dealer's up card.

    Parameters
    ----------
    cards
        The cards of the hand.
    """
    _show(advise_power_blackjack(read_hand(" ".join(cards)), parse_card(up), hands=hands, decks=decks), as_json)


def _show(advised: Advised, as_json: bool) -> None:
    if as_json:
        print(json.dumps(advised.as_json(), indent=2))
        return
    screen = open_screen()
    screen.print(faces(advised.cards), f" {print_cards(advised.cards)}: {advised.per}")
    table = plain_table("Decision", *advised.columns)
    for column in table.columns[1:]:
        column.justify = "right"
    for number, option in enumerate(advised.options):
        table.add_row(option.words, *option.figures, style="bold green" if number == 0 else None)
    screen.print(table)


def show_strategy(  # noqa: PLR0913
    *,
    decks: Annotated[int | None, Parameter(help="How many decks, 1 to 8.")] = None,
    rules: Annotated[Path | None, Parameter(help="A file with the settings of a table, in JSON.")] = None,
    as_json: AsJson = False,
    html: Annotated[str | None, Parameter(group=OUTPUT, help="Write it as a page into this file.")] = None,
    image: Annotated[str | None, Parameter(group=OUTPUT, help="Draw it into this file, PNG or SVG.")] = None,
    working: Working = USUAL,
) -> None:
    """Show the best play of Power Blackjack for a shoe and the settings of a table."""
    verify_folder(*(Path(name) for name in (html, image) if name))
    settings = read_rules_file(rules) if rules else None
    question = Question.ask("power-blackjack", known_paytables(None), decks=decks, rules=settings)
    with at_work("Power Blackjack", working) as resources:
        analysis = analyse(question.rules, resources)  # type: ignore[arg-type]
    if image:
        _draw(analysis.chart, Path(image))
    if html:
        _print_page(analysis, html)
    if as_json:
        print(json.dumps(analysis.as_json(), indent=2))
    elif not (image or html):
        open_screen().print(chart_page(analysis))


def _draw(chart: Chart, file: Path) -> None:
    from pitboss.lab.plots.data import chart_plot  # noqa: PLC0415 (drawing loads slowly)
    from pitboss.lab.plots.drawing import save_plot  # noqa: PLC0415

    save_plot(chart_plot(chart), file)


def _print_page(analysis: Analysis, file: str) -> None:
    from pitboss.lab.par.page import chart_as_html  # noqa: PLC0415 (templates load slowly)

    with written(file, for_everybody=True) as out:
        out.write(chart_as_html(analysis.chart, STRATEGY_CLASS))


def chart_page(analysis: Analysis) -> RenderableType:
    """The chart for the terminal."""
    chart = analysis.chart
    parts: list[RenderableType] = [Text(chart.title, style="bold green"), Text()]
    for section, title in SECTIONS.items():
        rows = chart.section(section)
        if not rows:
            continue
        table = plain_table("", *COLUMNS, title=title)
        for label, entries in rows.items():
            table.add_row(label, *(_cell(entry) for entry in entries))
        parts += [table, Text()]
    words = ", ".join(f"{letter} {words}" for letter, (words, _) in LETTERS.items())
    parts.append(Text(words, style="dim"))
    parts.append(Text(f"House edge {analysis.reading.house_edge}; {STRATEGY_CLASS}."))
    if chart.exceptions:
        parts.append(
            Text(f"By the cards, {len(chart.exceptions)} hands of two and three cards are played differently.")
        )
    return Group(*parts)


def _cell(entry: str) -> Text:
    _, colour = LETTERS.get(entry, ("", ""))
    return Text(f" {entry} ", style=f"#101010 on {colour}" if colour else "")
