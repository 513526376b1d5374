"""``pitboss audit`` and ``pitboss selfcheck``: verifies the audit chain and the room, and exports the journal."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter
from rich.console import RenderableType
from rich.text import Text

from pitboss.cli.house.generated import add_generated
from pitboss.cli.house.place import open_books, reading, time_of_room
from pitboss.cli.house.showing import NO_OPTIONS, QueryOptions, listed, progress, show
from pitboss.cli.output import TerminalError, open_screen, written
from pitboss.dates import written_day
from pitboss.house.records.audit import AuditReport, verify_chains
from pitboss.house.records.backup import Manifest
from pitboss.house.records.export import Selection, export_csv, export_json, verify_selection
from pitboss.house.records.journal import past_retention
from pitboss.house.records.refused_acts import RefusedAct, refused_acts
from pitboss.house.records.self_check import Check, selfcheck
from pitboss.house.records.strongbox import Strongbox, read_key
from pitboss.house.reports.span import named_days

app = App(name="audit")


@app.command
def verify(
    *,
    against: Annotated[
        Path | None, Parameter(help="The manifest of a backup: its last records must still be there.")
    ] = None,
    options: QueryOptions = NO_OPTIONS,
) -> None:
    """Check every chain of records from its start, and find the first record that was changed.

    If the key of the room is there, it checks every seal too. The exit status is 1 if a record was changed.
    """
    box = Strongbox(read_key(options.key_file)) if options.key_file.exists() else None
    known = None if against is None else Manifest.read(against).heads
    with reading(options) as (connection, house), progress("The chains") as shown:
        task = shown.task_ids[0]

        def report_progress(chain: str, records: int) -> None:
            shown.update(task, at=f"{chain}: {records:,} records")

        report = verify_chains(connection, house.property_id, report_progress, known=known, box=box)
    unsealed = "" if box else f" There is no key at {options.key_file}, so the seals of the records were not checked."
    show(options, report.view(), _heads(report), Text(), _finding(report, unsealed))
    if not report.is_sound:
        sys.stdout.flush()  # raises BrokenPipeError here if the reader has left, before status 1 reports a failure
        sys.exit(1)


def _heads(report: AuditReport) -> RenderableType:
    rows = [(chain, number, record_hash[:16]) for chain, (number, record_hash) in report.heads.items()]
    return listed("Chains", ("Chain", "Records", "Hash of the last"), rows, right=("Records",))


def _finding(report: AuditReport, unsealed: str) -> Text:
    if report.is_sound:
        return Text(f"{report.sentence}.{unsealed}", style="yellow" if unsealed else "green")
    return Text("\n".join(f"BROKEN: {each.sentence}." for each in report.breaks), style="bold red")


@app.command
def export(  # noqa: PLR0913 - each is an option of the command
    file: Annotated[str, Parameter(show_default=False, help="A .csv or .json file; printed if none is named.")] = "",
    /,
    *,
    since: Annotated[str | None, Parameter(help="The first gaming day.")] = None,
    until: Annotated[str | None, Parameter(help="The last gaming day.")] = None,
    chain: Annotated[str | None, Parameter(help="One chain: room, or table:T1.")] = None,
    kind: Annotated[str | None, Parameter(help="One kind of command, such as fill.")] = None,
    actor: Annotated[str | None, Parameter(help="One person in one role, such as supervisor:17.")] = None,
    options: QueryOptions = NO_OPTIONS,
) -> None:
    """Write the journal, or a part of it, as CSV or JSON, without hidden cards, random bytes and hashes of PINs."""
    write = export_json if options.as_json or _is_json(file) else export_csv
    with reading(options) as (connection, house):
        first, last = named_days(house, (since, until), time_of_room(connection, house))
        wanted = Selection(first, last, chain, kind, actor)
        verify_selection(connection, house.property_id, wanted)
        if not file:
            write(connection, house.property_id, wanted, sys.stdout)
            return
        with progress("The journal"), written(file) as out:
            number = write(connection, house.property_id, wanted, out)
    open_screen().print(f"{number:,} records are in {file}", soft_wrap=True)


def _is_json(file: str) -> bool:
    """Whether the name of a file says JSON; a name that is neither JSON nor CSV is refused.

    >>> _is_json("day.JSON"), _is_json("")
    (True, False)
    """
    kind = Path(file).suffix.lower()
    if file and kind not in (".csv", ".json"):
        raise TerminalError(f"{file!r} is neither a .csv nor a .json file")
    return kind == ".json"


@app.command
def refused(
    table: Annotated[str, Parameter(show_default=False, help="A table, such as T1; all tables if none is named.")] = "",
    /,
    *,
    most: Annotated[int, Parameter(help="How many rows at most, the newest first.")] = 100,
    options: QueryOptions = NO_OPTIONS,
) -> None:
    """List the commands of staff that the tables refused: who, what, where and when. It shows no cards."""
    with reading(options) as (connection, house):
        refusals = refused_acts(connection, house.property_id, most, table or None)
    rows = [(house.local_time(each.at), each.table_id, each.seat, _asked_for(each), each.by) for each in refusals]
    columns = ("When", "Table", "Seat", "Refused", "To")
    show(options, refusals, listed("Refused at the tables", columns, rows))


def _asked_for(act: RefusedAct) -> str:
    return f"{act.kind}, and more in that minute" if act.and_more else act.kind


@app.command
def retention(*, options: QueryOptions = NO_OPTIONS) -> None:
    """List the gaming days whose records are older than the law asks for. Nothing deletes them: people decide."""
    with reading(options) as (connection, house):
        today = house.days.day_of(time_of_room(connection, house))
        old = past_retention(connection, house, today)
    years = house.settings.keep_years
    rows = [(written_day(each.day), f"{each.records:,}") for each in old]
    title = f"Gaming days that are older than {years} years"
    show(options, [vars(each) for each in old], listed(title, ("Gaming day", "Records"), rows, right=("Records",)))


add_generated(app, "audit")


def show_checks(
    *,
    quick: Annotated[bool, Parameter(negative="", help="Only the checks of every start.")] = False,
    options: QueryOptions = NO_OPTIONS,
) -> None:
    """Check code, settings, database, books, chains, meters, lists and key. The exit status is 1 if a check fails."""
    box = Strongbox(read_key(options.key_file))
    with open_books(options) as books, progress("The room is checked"):
        checks = selfcheck(books.database, books.house, box, is_quick=quick)
    show(options, checks, *page_of(checks))
    if not all(check.is_ok for check in checks):
        sys.stdout.flush()  # raises BrokenPipeError here if the reader has left, before status 1 reports a failure
        sys.exit(1)


def page_of(checks: Sequence[Check]) -> list[RenderableType]:
    """The checks as a page for the terminal."""
    rows = [
        (Text("ok", style="green") if check.is_ok else Text("FAILED", style="bold red"), check.name, check.words)
        for check in checks
    ]
    failed = sum(not check.is_ok for check in checks)
    words = f"{failed} of {len(checks)} checks failed: the room may not play." if failed else "The room may play."
    style = "bold red" if failed else "green"
    return [listed("Self-check", ("", "Check", "Finding"), rows), Text(), Text(words, style=style)]
