"""``pitboss par`` and ``pitboss verify``: shows a par sheet, and checks every printed figure of the approvals."""

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter
from rich.console import Group, RenderableType
from rich.text import Text

from pitboss.cli.lab.progress import USUAL, Working, at_work
from pitboss.cli.output import OUTPUT, AsJson, open_screen, plain_table, verify_folder, write_bytes, written
from pitboss.cli.paytables import Folder, known_paytables
from pitboss.lab.band import CONFIDENCES, ROUNDS, hold_bands
from pitboss.lab.outcome_table import AnyReading
from pitboss.lab.par.rows import READING_TITLES, figure_rows, meter_rows, outcome_rows, printed_rows
from pitboss.lab.question import Question, QuestionError, read_rules_file
from pitboss.lab.sheet import ParSheet, WagerSheet
from pitboss.lab.sheets import par_sheet, paytables_of
from pitboss.lab.verify import Verdict, VerdictKind
from pitboss.lab.verify.judging import verify_all
from pitboss.paytables import Game, load_catalogue
from pitboss.sources import SystemClock


def show_par(  # noqa: PLR0913
    designator: str,
    /,
    *,
    decks: Annotated[int | None, Parameter(help="Power Blackjack: how many decks, 1 to 8.")] = None,
    rules: Annotated[Path | None, Parameter(help="A file with the settings of a table, in JSON.")] = None,
    exact: Annotated[
        bool,
        Parameter(negative="", help="Fortune San Lo: count every deal instead of sampling, however long it takes."),
    ] = False,
    device: Annotated[
        Literal["cpu", "cuda"],
        Parameter(help="Fortune San Lo with --exact: count on the processor, or on a GPU where CuPy finds one."),
    ] = "cpu",
    as_json: AsJson = False,
    html: Annotated[str | None, Parameter(group=OUTPUT, help="Write it as a page into this file.")] = None,
    pdf: Annotated[str | None, Parameter(group=OUTPUT, help="Write it as a PDF into this file.")] = None,
    plots: Annotated[str | None, Parameter(group=OUTPUT, help="Draw its plots into this folder.")] = None,
    folder: Folder = None,
    working: Working = USUAL,
) -> None:
    """Show the par sheet of a paytable or a game.

    Parameters
    ----------
    designator
        A paytable such as TCP-01, or a game: three-card-poker, fortune-san-lo, double-draw, power-blackjack.
    """
    verify_folder(*(Path(name) for name in (html, pdf) if name))
    catalogue = known_paytables(folder)
    settings = read_rules_file(rules) if rules else None
    question = Question.ask(designator, catalogue, decks=decks, rules=settings, exact=exact)
    gpu = device == "cuda" and _finds_gpu(question)
    with at_work(question.designator, working) as resources:
        sheet = par_sheet(question, replace(resources, gpu=gpu))
    if html or pdf:
        _print_pages(sheet, question, html, pdf)
    if plots:
        _draw(sheet, Path(plots))
    if as_json:
        print(json.dumps(sheet.as_json(), indent=2))
    elif not (html or pdf or plots):
        open_screen().print(sheet_page(sheet))


def _finds_gpu(question: Question) -> bool:
    """Whether there is a GPU; without one the processor counts instead, and a line on standard error says so."""
    from pitboss.lab.fortune_san_lo.gpu.device import NoGpuError, load_cupy  # noqa: PLC0415

    if question.designator != Game.FORTUNE_SAN_LO.value or not question.exact:
        requested = question.designator if question.exact else f"{question.designator} without --exact"
        raise QuestionError(f"a GPU counts only fortune-san-lo with --exact, not {requested}")
    try:
        load_cupy()
    except NoGpuError as error:
        print(f"{error}; counting on the processor", file=sys.stderr)
        return False
    return True


def _print_pages(sheet: ParSheet, question: Question, html: str | None, pdf: str | None) -> None:
    # Templates and the printer load slowly, so only printing loads them.
    from pitboss.lab.par import as_html, file_sheet  # noqa: PLC0415
    from pitboss.printing import to_pdf  # noqa: PLC0415

    page = as_html(file_sheet(sheet, paytables_of(question), SystemClock().now()))
    if html:
        with written(html, for_everybody=True) as file:
            file.write(page)
    if pdf:
        write_bytes(pdf, to_pdf(page), for_everybody=True)


def _draw(sheet: ParSheet, folder: Path) -> None:
    from pitboss.lab.plots.data import hold_plot, outcome_plot  # noqa: PLC0415
    from pitboss.lab.plots.drawing import save_plot  # noqa: PLC0415

    for wager in sheet.wagers:
        name = f"{sheet.designator}-{wager.wager}".lower()
        save_plot(outcome_plot(wager), folder / f"{name}-outcomes.png")
        save_plot(hold_plot(wager), folder / f"{name}-hold.png")


def sheet_page(sheet: ParSheet) -> RenderableType:
    """The sheet for the terminal."""
    parts: list[RenderableType] = [
        Text.assemble((sheet.designator, "bold green"), "  ", (sheet.title, "bold")),
        Text(sheet.method, style="dim"),
        Text(),
    ]
    for name, value in sheet.settings.items():
        parts.append(Text(f"{name.replace('_', ' ')}: {value}", style="dim"))
    for wager in sheet.wagers:
        parts += wager_parts(wager)
    return Group(*parts)


def wager_parts(wager: WagerSheet) -> list[RenderableType]:
    """One wager: its outcome tables, the printed figures, and the band of the hold."""
    parts: list[RenderableType] = []
    for name, reading in wager.readings.items():
        title = wager.title if len(wager.readings) == 1 else f"{wager.title}: {READING_TITLES[name].lower()}"
        parts += _reading_parts(title, reading)
    if wager.printed:
        parts.append(_printed(wager))
    meter = meter_rows(wager)
    if meter:
        parts += [Text(), _pairs(meter)]
    parts += [Text(), _bands(wager.reading), *(Text(f"Note: {note}") for note in wager.notes), Text()]
    return parts


def _reading_parts(title: str, reading: AnyReading) -> list[RenderableType]:
    table = plain_table("Outcome", "Combinations", "Probability", "1 in", "Net", "Return", title=title)
    for column in table.columns[1:]:
        column.justify = "right"
    for row in outcome_rows(reading):
        table.add_row(*row)
    total = f"{reading.total:,}" if reading.total is not None else ""
    table.add_row("All", total, "100%", "", "", f"{float(reading.mean):+.6f}", style="bold")
    how = Text(f"{reading.how[0].upper()}{reading.how[1:]}.", style="dim")
    return [table, Text(), _pairs(figure_rows(reading)), how, Text()]


def _printed(wager: WagerSheet) -> RenderableType:
    exact = "By the rules / as the approval computed" if len(wager.readings) > 1 else "Exact"
    table = plain_table("As printed", "", exact)
    for column in table.columns[1:]:
        column.justify = "right"
    for row in printed_rows(wager):
        table.add_row(*row)
    return table


def _pairs(rows: list[tuple[str, str]]) -> RenderableType:
    table = plain_table("", "")
    table.show_header = False
    table.columns[1].justify = "right"
    for row in rows:
        table.add_row(*row)
    return table


def _bands(reading: AnyReading) -> RenderableType:
    table = plain_table("Rounds", *(f"Hold, {sure:.0%} of the time" for sure in CONFIDENCES))
    bands = hold_bands(reading)
    for number in ROUNDS:
        cells = [f"{band.low:.2%} to {band.high:.2%}" for band in bands if band.rounds == number]
        table.add_row(f"{number:,}", *cells)
    return table


_STYLES = {VerdictKind.AGREES: "green", VerdictKind.AGREES_AS_PRINTED: "green", VerdictKind.UNEXPLAINED: "bold red"}


def show_verdicts(
    *,
    as_json: AsJson = False,
    working: Working = USUAL,
) -> None:
    """Recompute every printed figure. The exit status is 1 if a figure neither agrees nor is explained."""
    with at_work("Printed figures", working) as resources:
        verdicts = verify_all(load_catalogue(), resources)
    if as_json:
        print(json.dumps([verdict.as_json() for verdict in verdicts], indent=2))
    else:
        _show(verdicts)
    if any(verdict.kind.is_failure for verdict in verdicts):
        sys.exit(1)


def _show(verdicts: list[Verdict]) -> None:
    """Print one line for each verdict, even in a narrow terminal."""
    screen = open_screen()
    screen.print(f"{'Paytable':<14}{'Figure':<20}{'Printed':>13}{'Exact':>19}  Verdict", style="bold", soft_wrap=True)
    for verdict in verdicts:
        claim = verdict.claim
        exact = claim.as_printed(verdict.exact) if verdict.exact is not None else ""
        line = f"{claim.designator:<14}{claim.figure.replace('-', ' '):<20}{claim.text:>13}{exact:>19}  "
        words = Text(verdict.words, style=_STYLES.get(verdict.kind, "yellow"))
        screen.print(Text.assemble(line, words), soft_wrap=True)
    failed = sum(verdict.kind.is_failure for verdict in verdicts)
    screen.print(f"{len(verdicts)} printed figures; {failed or 'none'} without agreement or explanation.")
