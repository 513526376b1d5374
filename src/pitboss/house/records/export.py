"""Exports the journal for auditors, as CSV or JSON, without random bytes, hidden cards and hashes of secrets."""

import csv
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Annotated, Any, Final, TextIO

from msgspec import Meta, Struct, structs, to_builtins
from sqlalchemy import Connection, select

from pitboss.games.audience import HIDDEN
from pitboss.house.actor import Role
from pitboss.house.answers import public_part, view_of
from pitboss.house.cage.ledger import Posting
from pitboss.house.errors import RefusedError, UnknownError
from pitboss.house.permissions import MATRIX
from pitboss.house.records.audit import postings_between
from pitboss.house.records.journal import Record, as_record, heads
from pitboss.house.storage.schema import JOURNAL

PAGE: Final = 500
KEPT_BACK: Final = "(kept back)"

_OF_EXCLUSIONS: Final = ("exclude-player", "lift-exclusion")

_FIELDS: Final = ("chain", "seq", "at", "day", "actor", "kind", "command_id", "correlation")
_COLUMNS: Final = (*_FIELDS, "asked", "events", "postings", "previous", "hash")


class ExportedRecord(Struct, frozen=True, kw_only=True):
    """A record of the journal as it may leave the room."""

    chain: Annotated[str, Meta(examples=["table:T1"])]
    seq: Annotated[int, Meta(description="Its number in its chain.", examples=[12])]
    at: Annotated[str, Meta(examples=["2026-11-15T20:00:00.000000Z"])]
    day: Annotated[str, Meta(examples=["2026-11-15"])]
    actor: Annotated[str, Meta(examples=["supervisor:17"])]
    kind: Annotated[str, Meta(examples=["fill"])]
    command_id: str
    correlation: str
    asked: Annotated[dict[str, Any], Meta(description="The command, without the cards of its sender and without PINs.")]
    events: Annotated[list[dict[str, Any]], Meta(description="The events as the caller may see them.")]
    postings: Annotated[
        list[tuple[str, int]], Meta(description="Account and millicents.", examples=[[["tray:T1", 500_000]]])
    ]
    previous: Annotated[str, Meta(description="The hash of the record before.")]
    hash: str


@dataclass(frozen=True)
class Selection:
    """Which records to export. A field that is empty selects all.

    >>> Selection(first_day="2026-11-15", kind="fill").kind
    'fill'
    """

    first_day: str | None = None
    last_day: str | None = None
    chain: str | None = None
    kind: str | None = None
    actor: str | None = None
    """A role and a name, as records have it: ``supervisor:17``."""
    most: int | None = None
    """The maximum number of records, from the oldest."""
    after: tuple[str, int] | None = None
    """Only records after this one, named by chain and number: the next page."""
    hides_exclusions: bool = False
    """Whether the reader may not see who is excluded."""

    def conditions(self) -> list[Any]:
        """The selection as conditions on the journal."""
        named = [
            getattr(JOURNAL.c, name) == getattr(self, name)
            for name in ("chain", "kind", "actor")
            if getattr(self, name)
        ]
        named += [JOURNAL.c.day >= self.first_day] if self.first_day else []
        named += [self._is_later(*self.after)] if self.after else []
        return named + ([JOURNAL.c.day <= self.last_day] if self.last_day else [])

    @staticmethod
    def _is_later(chain: str, seq: int) -> Any:
        """In the order of the export: chain by chain, and by number."""
        return (JOURNAL.c.chain > chain) | ((JOURNAL.c.chain == chain) & (JOURNAL.c.seq > seq))


def verify_selection(connection: Connection, property_id: str, wanted: Selection) -> None:
    """Refuse values that no record can have: an empty export would say that nothing happened."""
    if wanted.chain and wanted.chain not in (chains := heads(connection, property_id)):
        raise UnknownError(f"there is no chain {wanted.chain!r}; there are: {', '.join(chains)}")
    if wanted.kind and wanted.kind not in MATRIX:
        raise RefusedError(f"{wanted.kind!r} is not a kind of command; there are: {', '.join(sorted(MATRIX))}")
    role, _, name = (wanted.actor or "").partition(":")
    if wanted.actor and not (role in set(Role) and name):
        allowed = f"write a role and a name, such as supervisor:17; roles are: {', '.join(Role)}"
        raise RefusedError(f"{wanted.actor!r} is nobody whom a record names: {allowed}")


def records(connection: Connection, property_id: str, wanted: Selection) -> Iterator[ExportedRecord]:
    """The selected records without their secrets, chain by chain, read a page at a time."""
    return islice(_records(connection, property_id, wanted), wanted.most)


def _records(connection: Connection, property_id: str, wanted: Selection) -> Iterator[ExportedRecord]:
    of_house = [JOURNAL.c.property_id == property_id, *wanted.conditions()]
    for chain in connection.scalars(
        select(JOURNAL.c.chain).where(*of_house).distinct().order_by(JOURNAL.c.chain)
    ).all():
        after = wanted.after[1] if wanted.after and wanted.after[0] == chain else 0
        while True:
            of_chain = [*of_house, JOURNAL.c.chain == chain, JOURNAL.c.seq > after]
            query = select(JOURNAL).where(*of_chain).order_by(JOURNAL.c.seq).limit(PAGE)
            page = [as_record(row) for row in connection.execute(query)]
            if not page:
                break
            postings = postings_between(connection, property_id, chain, after, page[-1].seq)
            for record in page:
                shown = exported_record(record, postings.get(record.seq, ()))
                yield without_exclusion(shown) if wanted.hides_exclusions else shown
            after = page[-1].seq


def export_json(connection: Connection, property_id: str, wanted: Selection, out: TextIO) -> int:
    """Write the selected records as a JSON list, one per line, and return their number."""
    number = 0
    out.write("[")
    for number, record in enumerate(records(connection, property_id, wanted), 1):
        out.write(("\n" if number == 1 else ",\n") + json.dumps(to_builtins(record)))
    out.write("\n]\n")
    return number


def export_csv(connection: Connection, property_id: str, wanted: Selection, out: TextIO) -> int:
    """Write the selected records as CSV with a heading, and return their number."""
    number = 0
    writer = csv.writer(out)
    writer.writerow(_COLUMNS)
    for number, record in enumerate(records(connection, property_id, wanted), 1):  # noqa: B007
        postings = "; ".join(f"{name} {millicents}" for name, millicents in record.postings)
        content = (json.dumps(record.asked), json.dumps(record.events), postings)
        about = (getattr(record, name) for name in _FIELDS)
        writer.writerow(harmless((*about, *content, record.previous, record.hash)))
    return number


def harmless(cells: Iterable[object]) -> list[object]:
    """Cells that no spreadsheet takes for a formula, whatever separator it assumes. Numbers stay numbers.

    >>> harmless(["=HYPERLINK(1)", "ann", -5, "-5", "ann;=1+1"])
    ["'=HYPERLINK(1)", 'ann', -5, "'-5", "ann;'=1+1"]
    """
    return [_FORMULA.sub("'", cell) if isinstance(cell, str) else cell for cell in cells]


# Spreadsheets skip blanks before they look for a formula, and some accept the wide signs of East Asian keyboards.
# If a semicolon, a tab or a bar separates cells, one of our cells becomes several, and each may begin a formula.
# A comma does not matter: a cell with a comma is in quotes.
_FORMULA: Final = re.compile(r"(?:^(?=[\t\r\n])|(?:^|(?<=[;|\t\r\n]))(?=\s*\"?\s*[=+\-@＝＋－＠]))")


def page_of(
    connection: Connection, property_id: str, chain: str, after: int, limit: int = PAGE
) -> list[ExportedRecord]:
    """The next records of a chain after one of them, without their secrets."""
    of_chain = (JOURNAL.c.property_id == property_id) & (JOURNAL.c.chain == chain) & (JOURNAL.c.seq > after)
    rows = connection.execute(select(JOURNAL).where(of_chain).order_by(JOURNAL.c.seq).limit(limit))
    page = [as_record(row) for row in rows]
    postings = postings_between(connection, property_id, chain, after, page[-1].seq) if page else {}
    return [exported_record(record, postings.get(record.seq, ())) for record in page]


def exported_record(record: Record, postings: Iterable[Posting]) -> ExportedRecord:
    """A record with its public parts only, without its secrets; this does not need the room's key."""
    return view_of(
        ExportedRecord,
        record,
        asked=kept_back(json.loads(record.asked)),
        events=list(map(public_part, json.loads(record.events))),
        postings=[(posting.account, posting.millicents) for posting in postings],
    )


def without_exclusion(shown: ExportedRecord) -> ExportedRecord:
    """A record for a reader who may not see who is excluded: it shows the kind of act, but not the player."""
    if shown.kind not in _OF_EXCLUSIONS:
        return shown
    return structs.replace(shown, asked={"do": shown.kind}, events=[])


def kept_back(asked: Any) -> Any:
    """A command without its secrets: the cards of its sender, identity papers, hashes of PINs and tokens.

    >>> kept_back({"do": "act", "command": {"do": "draw", "seat": 2, "cards": "7c 2d"}})
    {'do': 'act', 'command': {'do': 'draw', 'seat': 2, 'cards': '??'}}
    """
    if isinstance(asked, list):
        return [kept_back(each) for each in asked]
    if not isinstance(asked, dict):
        return asked
    return {name: HIDDEN if _is_hand(name, value, asked) else _masked(name, value) for name, value in asked.items()}


def _is_hand(name: str, value: Any, asked: dict[str, Any]) -> bool:
    """Whether a field has the cards that a command names."""
    return name == "cards" and "do" in asked and bool(value)


def _masked(name: str, value: Any) -> Any:
    if name in ("pin", "token_hash", "identity", "tax_form") or name.startswith("pin_"):
        return KEPT_BACK
    return kept_back(value)
