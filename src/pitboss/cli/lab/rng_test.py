"""``pitboss rng-test``: tests whether the shuffler is random, and writes a report for a testing laboratory."""

import json
import sys
from pathlib import Path
from typing import Annotated, Any, Literal

from cyclopts import Parameter

from pitboss.cli.lab.progress import Working, at_work
from pitboss.cli.output import (
    OUTPUT,
    AsJson,
    TerminalError,
    open_screen,
    plain_table,
    verify_folder,
    write_bytes,
    written,
)
from pitboss.lab.randomness.dealing import BIASES, dealing_of, raw_bytes
from pitboss.lab.randomness.question import DECKS, RandomnessQuestion
from pitboss.sources import SystemClock

_SMALLEST_SHOWN = 10


def show_rng_test(  # noqa: PLR0913
    *,
    deck: Annotated[
        Literal["52", "53", "54", "shoe", "all"], Parameter(help="Which deck; all means every deck and the shoe.")
    ] = "all",
    decks: Annotated[int, Parameter(help="How many decks the shoe has, 2 to 8.")] = 6,
    shuffles: Annotated[str, Parameter(help="How many shuffles of each deck; 1e6 is a million.")] = "100000",
    seed: Annotated[str | None, Parameter(help="Take the random bytes from this seed, to repeat a test.")] = None,
    biased: Annotated[str | None, Parameter(help=f"Plant a fault: {', '.join(BIASES)}.")] = None,
    as_json: AsJson = False,
    html: Annotated[Path | None, Parameter(group=OUTPUT, help="Write it as a page into this file.")] = None,
    pdf: Annotated[Path | None, Parameter(group=OUTPUT, help="Write it as a PDF into this file.")] = None,
    plots: Annotated[Path | None, Parameter(group=OUTPUT, help="Draw its pictures into this folder.")] = None,
    dump: Annotated[
        Path | None, Parameter(group=OUTPUT, help="Only write raw bytes of the generator into this file.")
    ] = None,
    size: Annotated[str, Parameter(name="--bytes", group=OUTPUT, help="How many bytes --dump writes.")] = "1e8",
    processes: Annotated[
        int | None, Parameter(help="How many processes share the work; by default one for each core.")
    ] = None,
) -> None:
    """Test the shuffler, from its bytes to the dealt hands, at 95 and 99%, corrected for the number of tests.

    The exit status is 1 if the generator fails, also with a planted fault.
    """
    verify_folder(html, pdf, dump)
    question = RandomnessQuestion(
        DECKS if deck == "all" else (deck,), _whole(shuffles, "shuffles", 10**9), decks, seed=seed, bias=biased
    )
    if dump:
        _dump(question, dump, _whole(size, "bytes", 10**12))
        return
    report = _try(question, processes)
    _write(report, html, pdf, plots)
    if as_json:
        print(json.dumps(report.as_json(), indent=2))
    else:
        _show(report)
    if report.verdict.is_failure:
        sys.exit(1)


def _whole(text: str, what: str, max_value: int) -> int:
    try:
        number = float(text.replace(",", "").replace("_", ""))
    except ValueError:
        number = 0.5
    if number != number // 1 or not 1 <= number <= max_value:
        raise TerminalError(f"{text!r} {what} cannot be drawn: give a whole number, such as 100000 or 1e6")
    return int(number)


def _dump(question: RandomnessQuestion, file: Path, size: int) -> None:
    entropy = dealing_of(question.bias).source(question.entropy("dump"))
    try:
        with file.open("wb") as out:
            out.writelines(raw_bytes(entropy, size))
    except OSError as error:
        raise TerminalError(f"{file} cannot be written: {error.strerror}") from error


def _try(question: RandomnessQuestion, processes: int | None) -> Any:
    # The statistics load NumPy and Numba, which a refused question does not need.
    from pitboss.lab.randomness.verdict import try_generator  # noqa: PLC0415

    with at_work("Shuffling", Working(processes=processes, cache=False)) as resources:
        return try_generator(question, resources)


def _write(report: Any, html: Path | None, pdf: Path | None, plots: Path | None) -> None:
    if html or pdf:
        from pitboss.lab.randomness.page import as_html  # noqa: PLC0415
        from pitboss.printing import to_pdf  # noqa: PLC0415

        page = as_html(report, SystemClock().now())
        if html:
            with written(str(html), for_everybody=True) as file:
                file.write(page)
        if pdf:
            write_bytes(str(pdf), to_pdf(page), for_everybody=True)
    if plots:
        from pitboss.lab.randomness.pictures import save_pictures  # noqa: PLC0415

        save_pictures(report, plots)


def _show(report: Any) -> None:
    from pitboss.lab.randomness import report as wording  # noqa: PLC0415

    screen, run = open_screen(), report.runs[-1]
    if report.question.bias:
        screen.print(wording.bias_sentence(report.question), style="bold white on red", soft_wrap=True)
    rows = plain_table("", "")
    rows.show_header = False
    for row in wording.data_rows(report):
        rows.add_row(*row)
    screen.print(rows)
    screen.print()
    table = plain_table(
        "Subject", "Test", "Statistic", "Degrees", "P-value", "Corrected", "", title="Smallest p-values"
    )
    for column in table.columns[2:6]:
        column.justify = "right"
    smallest = sorted(run.findings, key=lambda finding: finding.p)[:_SMALLEST_SHOWN]
    for subject, title, _, *cells in wording.finding_rows(run, smallest):
        table.add_row(subject, title, *cells)
    screen.print(table)
    screen.print()
    for confidence, alone, by_chance, corrected in wording.level_rows(run):
        words = f"at {confidence}: {alone} of {len(run.findings)} tests fail uncorrected, {by_chance} expected; "
        screen.print(f"{words}{corrected} fail corrected for their number", soft_wrap=True)
    screen.print()
    failed = report.verdict.is_failure
    screen.print(wording.verdict_sentence(report), style="bold red" if failed else "bold green", soft_wrap=True)
    for sentence in wording.caught_sentences(report):
        screen.print(f"  {sentence}", soft_wrap=True)
