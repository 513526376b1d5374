"""Checks that every drop box is counted once, and lets two people correct the count of a drop box or a tray.

A box hangs at its table while the table is open. If the table stays open over the cut-off, the box is exchanged and
counted for the gaming day that ended.
"""

import json
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, func, select

from pitboss.dates import written_day
from pitboss.games.event import Event
from pitboss.house.cage.ledger import account
from pitboss.house.errors import RefusedError
from pitboss.house.field_checks import verify_correction
from pitboss.house.office import OfficeContext
from pitboss.house.people.proposals import on_approval, on_proposal
from pitboss.house.records import journal
from pitboss.house.records.journal import Record, Stamp, chain_of
from pitboss.house.records.projector import Agreed
from pitboss.house.reports.sums import day_after, day_before
from pitboss.house.storage.schema import JOURNAL, POSTINGS
from pitboss.house.tables.count_differences import difference_of, result_account, variance_account
from pitboss.house.tables.settings import CardKind, TableSettings
from pitboss.paytables import print_dollars
from pitboss.progressive import MILLICENTS

COUNTS_OPEN: Final = "count-open-table"

HUNG_OR_COUNTED: Final = ("open-table", "count-drop", COUNTS_OPEN)
"""The commands that hang an empty box or count a full one."""

LATEST: Final = "9999-12-31"


def verify_uncounted(connection: Connection, property_id: str, chain: str, table_id: str) -> None:
    """Refuse a second count of one box: a box is counted once for every time that its table was open.

    The book balance does not matter: the box may hold unbooked cash, or lack booked cash, and the first count shows
    it. A second count would book money that the cage never got.
    """
    last = journal.last(connection, property_id, chain, JOURNAL.c.kind.in_(HUNG_OR_COUNTED))
    if last is None:
        raise RefusedError(f"table {table_id} was never open: there is no drop box to count")
    if last.kind == "count-drop":
        once = "once for every time that the table was open"
        raise RefusedError(f"the drop box of table {table_id} was counted already: it is counted {once}")


def last_turn(connection: Connection, property_id: str, chain: str, day: str = LATEST) -> Record | None:
    """The last record that opened or closed a table, up to a gaming day; nothing if there is none."""
    turns = JOURNAL.c.kind.in_(("open-table", "close-table")) & (JOURNAL.c.day <= day)
    return journal.last(connection, property_id, chain, turns)


def is_counted_open(connection: Connection, property_id: str, chain: str, day: str) -> bool:
    """Whether a table that was open over the cut-off was counted for the gaming day that ended."""
    counts = (JOURNAL.c.kind == COUNTS_OPEN) & (JOURNAL.c.day == day_after(day))
    return journal.last(connection, property_id, chain, counts) is not None


def verify_open_over_cut_off(connection: Connection, stamp: Stamp, table_id: str) -> None:
    """Refuse to count an open table except once for the gaming day that ended with the last cut-off."""
    ended = day_before(stamp.day)
    last = last_turn(connection, stamp.property_id, stamp.chain)
    if last is not None and last.day >= stamp.day:
        raise RefusedError(
            f"table {table_id} was opened on gaming day {written_day(stamp.day)}: it is counted when it "
            "closes, or after the next cut-off"
        )
    if is_counted_open(connection, stamp.property_id, stamp.chain, ended):
        raise RefusedError(f"table {table_id} was counted for gaming day {written_day(ended)} already")


COUNTED_BY: Final[dict[str, dict[str, str]]] = {
    "drop": {"count-drop": "counted_cents", COUNTS_OPEN: "drop_cents"},
    "tray": {"close-table": "closer_cents"},
}
"""What is counted: for each, the counting commands and the field with the amount. The tray of an open table is not
corrected but counted again."""

_WORDS: Final = {"drop": "drop box", "tray": "tray"}


@dataclass(frozen=True)
class CountCorrected(Event):
    """A count was corrected.

    >>> CountCorrected("T1", "drop", -2_000, "2026-11-15").sentence
    'the count of the drop box of table T1 on Nov 15, 2026 is corrected by -$20'
    """

    table_id: str
    what: str
    cents: int
    day: str
    """The gaming day of the count. A closed day is not changed: the correction is an entry of a later day."""

    @property
    def sentence(self) -> str:
        """The event in words."""
        what = f"the count of the {_WORDS[self.what]} of table {self.table_id} on {written_day(self.day)}"
        return f"{what} is corrected by {print_dollars(self.cents)}"


@on_proposal("correct-count")
def preview_recount(content: dict[str, Any], desk: OfficeContext) -> None:
    """There must be a count, and the corrected count must not be negative."""
    if set(content) != {"table_id", "what", "cents"}:
        raise RefusedError(f"correct-count takes table_id, what and cents, not {', '.join(content) or 'nothing'}")
    what, cents = content["what"], content["cents"]
    if not isinstance(what, str) or what not in COUNTED_BY:
        raise RefusedError(f"the count of a {' or a '.join(COUNTED_BY)} can be corrected, not of {what!r}")
    verify_correction(cents)
    counted_cents = _counted_cents(desk, _last_count(desk, content["table_id"], what), content["table_id"], what)
    if counted_cents + cents < 0:
        raise RefusedError(
            f"the {_WORDS[what]} of table {content['table_id']} had {print_dollars(counted_cents)} at its last count: "
            f"that cannot be corrected by {print_dollars(cents)}"
        )


@on_approval("correct-count")
def correct_count(agreed: Agreed, desk: OfficeContext) -> None:
    """Post the correction to the accounts to which the right count would have gone."""
    table_id, what, cents = (agreed.content[name] for name in ("table_id", "what", "cents"))
    last = _last_count(desk, table_id, what)
    counted_cents = _counted_cents(desk, last, table_id, what)
    cards, expected_cents = _cards(desk, last), _expected_cents(desk, last, account(what, table_id))
    before, after = (
        difference_of(what, cards, expected_cents=expected_cents, counted_cents=counted)
        for counted in (counted_cents, counted_cents + cents)
    )
    after.less(before).post(desk.entry.move_cents, "desk", table_id, what)
    desk.events.append(CountCorrected(table_id, what, cents, last.day))


def _last_count(desk: OfficeContext, table_id: str, what: str) -> Record:
    counts = JOURNAL.c.kind.in_(COUNTED_BY[what])
    last = journal.last(desk.connection, desk.property_id, chain_of(table_id), counts)
    if last is None:
        raise RefusedError(f"the {_WORDS[what]} of table {table_id} was never counted: there is nothing to correct")
    return last


def _counted_cents(desk: OfficeContext, last: Record, table_id: str, what: str) -> int:
    """The counted amount, with all corrections since."""
    since = select(func.sum(POSTINGS.c.millicents)).join(JOURNAL, journal.OF_RECORD)
    since = since.where(JOURNAL.c.property_id == desk.property_id, JOURNAL.c.chain == desk.stamp.chain)
    corrections = (result_account(table_id, what), variance_account(table_id, what))
    since = since.where(JOURNAL.c.at > last.at, POSTINGS.c.account.in_(corrections))
    corrected_cents = -int(desk.connection.scalar(since) or 0) // MILLICENTS
    counted_cents: int = json.loads(last.asked)[COUNTED_BY[what][last.kind]]
    return counted_cents + corrected_cents


def _expected_cents(desk: OfficeContext, last: Record, held_in: str) -> int:
    """The book balance at the count: the count took all of it out."""
    postings = journal.postings_of(desk.connection, last)
    return -sum(posting.millicents for posting in postings if posting.account == held_in) // MILLICENTS


def _cards(desk: OfficeContext, last: Record) -> CardKind:
    """The kind of cards that the table had when it was counted; it may have changed since."""
    sets = JOURNAL.c.kind.in_(("create-table", "configure-table"))
    settings = journal.last(desk.connection, desk.property_id, last.chain, sets, JOURNAL.c.seq < last.seq)
    assert settings is not None, "a table is created before it is counted"
    return TableSettings.from_json(json.loads(settings.asked)["settings"]).cards
