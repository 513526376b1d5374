"""``pitboss strategy``: the basic strategy of Power Blackjack as a chart."""

import json
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.console import Group, RenderableType
from rich.text import Text

from pitboss.cli.lab.progress import USUAL, Working, at_work
from pitboss.cli.output import OUTPUT, AsJson, open_screen, plain_table, verify_folder, written
from pitboss.cli.paytables import known_paytables
from pitboss.lab.power_blackjack.analysis import STRATEGY_CLASS, Analysis, analyse
from pitboss.lab.power_blackjack.chart import COLUMNS, LETTERS, SECTIONS, Chart
from pitboss.lab.question import Question, read_rules_file


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
    with at_work("Power Blackjack", working) as means:
        analysis = analyse(question.rules, means)  # type: ignore[arg-type]
    if image:
        _draw(analysis.chart, Path(image))
    if html:
        _print_page(analysis, html)
    if as_json:
        print(json.dumps(analysis.as_json(), indent=2))
    elif not (image or html):
        open_screen().print(chart_page(analysis))


def _draw(chart: Chart, file: Path) -> None:
    from pitboss.lab.plots.charts import chart_plot  # noqa: PLC0415 (drawing loads slowly)
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
        parts.append(Text(f"By the cards, {len(chart.exceptions)} hands of two and three cards are played otherwise."))
    return Group(*parts)


def _cell(entry: str) -> Text:
    _, colour = LETTERS.get(entry, ("", ""))
    return Text(f" {entry} ", style=f"#101010 on {colour}" if colour else "")
