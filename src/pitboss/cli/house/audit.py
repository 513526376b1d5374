"""``pitboss audit`` and ``pitboss selfcheck``: whether all is as the records say, and copies for auditors."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter
from rich.console import RenderableType
from rich.text import Text

from pitboss.cli.house.generated import add_generated
from pitboss.cli.house.place import open_books, reading, time_of_room
from pitboss.cli.house.showing import LOOK, Looking, listed, progress, show
from pitboss.cli.output import TerminalError, open_screen, written
from pitboss.house.records.audit import AuditReport, verify_chains
from pitboss.house.records.backup import Manifest
from pitboss.house.records.export import Selection, export_csv, export_json, verify_selection
from pitboss.house.records.refused_acts import RefusedAct, refused_acts
from pitboss.house.records.self_check import Check, selfcheck
from pitboss.house.records.strongbox import Strongbox, read_key
from pitboss.house.reports.span import named_days

app = App(name="audit")


@app.command
def verify(
    *,
    against: Annotated[
        Path | None, Parameter(help="The manifest of a backup: what was the last record then must still be there.")
    ] = None,
    look: Looking = LOOK,
) -> None:
    """Walk every chain of records from its start, and find the first that is not as it was written.

    Where the key of the room is at hand, every record must bear its seal. The exit status is 1 where one is found.
    """
    box = Strongbox(read_key(look.key_file)) if look.key_file.exists() else None
    known = None if against is None else Manifest.read(against).heads
    with reading(look) as (connection, house), progress("The chains") as shown:
        task = shown.task_ids[0]

        def tell(chain: str, records: int) -> None:
            shown.update(task, at=f"{chain}: {records:,} records")

        report = verify_chains(connection, house.property_id, tell, known=known, box=box)
    unsealed = "" if box else f" There is no key at {look.key_file}, so the seals of the records were not looked at."
    show(look, report.as_json(), _heads(report), Text(), _finding(report, unsealed))
    if not report.is_sound:
        sys.stdout.flush()  # while a reader who has left is still told from a failure
        sys.exit(1)


def _heads(report: AuditReport) -> RenderableType:
    rows = [(chain, number, record_hash[:16]) for chain, (number, record_hash) in report.heads.items()]
    return listed("Chains", ("Chain", "Records", "Hash of the last"), rows, right=("Records",))


def _finding(report: AuditReport, unsealed: str) -> Text:
    if report.is_sound:
        return Text(f"{report.sentence}.{unsealed}", style="yellow" if unsealed else "green")
    return Text("\n".join(f"BROKEN: {found.sentence}." for found in report.breaks), style="bold red")


@app.command
def export(  # noqa: PLR0913 - each is an option of the command
    file: Annotated[
        str, Parameter(show_default=False, help="A .csv or .json file; the terminal where none is named.")
    ] = "",
    /,
    *,
    since: Annotated[str | None, Parameter(help="The first gambling day.")] = None,
    until: Annotated[str | None, Parameter(help="The last gambling day.")] = None,
    chain: Annotated[str | None, Parameter(help="One chain: room, or table:T1.")] = None,
    kind: Annotated[str | None, Parameter(help="One kind of command, such as fill.")] = None,
    actor: Annotated[str | None, Parameter(help="One person in one role, such as supervisor:17.")] = None,
    look: Looking = LOOK,
) -> None:
    """Write the journal, or a part of it, as CSV or JSON. Secrets stay: hidden cards, chance, hashes of PINs."""
    write = export_json if look.as_json or _is_json(file) else export_csv
    with reading(look) as (connection, house):
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
    """Whether a file is JSON by its name; what is neither that nor CSV is refused.

    >>> _is_json("day.JSON"), _is_json("")
    (True, False)
    """
    kind = Path(file).suffix.lower()
    if file and kind not in (".csv", ".json"):
        raise TerminalError(f"{file!r} is neither a .csv nor a .json file")
    return kind == ".json"


@app.command
def refused(
    table: Annotated[str, Parameter(show_default=False, help="A table, such as T1; all where none is named.")] = "",
    /,
    *,
    most: Annotated[int, Parameter(help="How many at most, the newest first.")] = 100,
    look: Looking = LOOK,
) -> None:
    """List what staff were refused at the tables: who asked for what, where and when. No card is in it."""
    with reading(look) as (connection, house):
        found = refused_acts(connection, house.property_id, most, table or None)
    rows = [(house.local_time(each.at), each.table_id, each.seat, _asked_for(each), each.by) for each in found]
    columns = ("When", "Table", "Seat", "Refused", "To")
    show(look, [each.as_json() for each in found], listed("Refused at the tables", columns, rows))


def _asked_for(act: RefusedAct) -> str:
    return f"{act.kind}, and more in that minute" if act.and_more else act.kind


add_generated(app, "audit")


def show_checks(
    *,
    quick: Annotated[bool, Parameter(negative="", help="Only what is checked at every start.")] = False,
    look: Looking = LOOK,
) -> None:
    """Check code, settings, database, books, chains, meters, lists and key. The exit status is 1 where one fails."""
    box = Strongbox(read_key(look.key_file))
    with open_books(look) as books, progress("The room is checked"):
        checks = selfcheck(books.database, books.house, box, is_quick=quick)
    show(look, [check.as_json() for check in checks], *page_of(checks))
    if not all(check.is_ok for check in checks):
        sys.stdout.flush()  # while a reader who has left is still told from a failure
        sys.exit(1)


def page_of(checks: Sequence[Check]) -> list[RenderableType]:
    """The checks for people."""
    rows = [
        (Text("ok", style="green") if check.is_ok else Text("FAILED", style="bold red"), check.name, check.words)
        for check in checks
    ]
    failed = sum(not check.is_ok for check in checks)
    words = f"{failed} of {len(checks)} checks failed: the room may not play." if failed else "The room may play."
    style = "bold red" if failed else "green"
    return [listed("Self-check", ("", "Check", "Finding"), rows), Text(), Text(words, style=style)]
