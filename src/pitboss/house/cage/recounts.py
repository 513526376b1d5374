"""Counts that were wrong. A drop box or a tray is counted once; a slip is put right by a posting of two people."""

import json
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import func, select

from pitboss.dates import written_day
from pitboss.games.event import Event
from pitboss.house.cage.drop_boxes import COUNTS_OPEN
from pitboss.house.cage.ledger import account
from pitboss.house.errors import RefusedError
from pitboss.house.field_checks import verify_correction
from pitboss.house.office import Desk
from pitboss.house.people.proposals import on_approval, on_proposal
from pitboss.house.records import journal
from pitboss.house.records.journal import Record, chain_of
from pitboss.house.records.projector import Agreed
from pitboss.house.storage.schema import JOURNAL, POSTINGS
from pitboss.house.tables.count_differences import difference_of, result_account, variance_account
from pitboss.house.tables.settings import CardKind, TableSettings
from pitboss.paytables import print_dollars
from pitboss.progressive import MILLICENTS

COUNTED_BY: Final[dict[str, dict[str, str]]] = {
    "drop": {"count-drop": "counted_cents", COUNTS_OPEN: "drop_cents"},
    "tray": {"close-table": "closer_cents"},
}
"""What is counted, by which commands, and where each says how much there was. The tray of an open table is counted
again, not corrected."""

_WORDS: Final = {"drop": "drop box", "tray": "tray"}


@dataclass(frozen=True)
class CountCorrected(Event):
    """A count was put right.

    >>> CountCorrected("T1", "drop", -2_000, "2026-11-15").sentence
    'the count of the drop box of table T1 on Nov 15, 2026 is corrected by -$20'
    """

    table_id: str
    what: str
    cents: int
    day: str
    """The gaming day of the count: where it is closed, it stays as it was, and this is an entry of a later day."""

    @property
    def sentence(self) -> str:
        """The event in words."""
        what = f"the count of the {_WORDS[self.what]} of table {self.table_id} on {written_day(self.day)}"
        return f"{what} is corrected by {print_dollars(self.cents)}"


@on_proposal("correct-count")
def look_at_recount(content: dict[str, Any], desk: Desk) -> None:
    """Of what was counted, and never below nothing."""
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
def correct_count(agreed: Agreed, desk: Desk) -> None:
    """What the cage has more, or less, than the count said goes where the count itself would have put it."""
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


def _last_count(desk: Desk, table_id: str, what: str) -> Record:
    counts = JOURNAL.c.kind.in_(COUNTED_BY[what])
    last = journal.last(desk.connection, desk.property_id, chain_of(table_id), counts)
    if last is None:
        raise RefusedError(f"the {_WORDS[what]} of table {table_id} was never counted: there is nothing to correct")
    return last


def _counted_cents(desk: Desk, last: Record, table_id: str, what: str) -> int:
    """What a count found, with the corrections since."""
    since = select(func.sum(POSTINGS.c.millicents)).join(JOURNAL, journal.OF_RECORD)
    since = since.where(JOURNAL.c.property_id == desk.property_id, JOURNAL.c.chain == desk.stamp.chain)
    corrections = (result_account(table_id, what), variance_account(table_id, what))
    since = since.where(JOURNAL.c.at > last.at, POSTINGS.c.account.in_(corrections))
    corrected_cents = -int(desk.connection.scalar(since) or 0) // MILLICENTS
    counted_cents: int = json.loads(last.asked)[COUNTED_BY[what][last.kind]]
    return counted_cents + corrected_cents


def _expected_cents(desk: Desk, last: Record, held_in: str) -> int:
    """What the books had there when it was counted: the count took all of it out."""
    postings = journal.postings_of(desk.connection, last)
    return -sum(posting.millicents for posting in postings if posting.account == held_in) // MILLICENTS


def _cards(desk: Desk, last: Record) -> CardKind:
    """Which cards the table had when it was counted: it may be configured for others since."""
    sets = JOURNAL.c.kind.in_(("create-table", "configure-table"))
    settings = journal.last(desk.connection, desk.property_id, last.chain, sets, JOURNAL.c.seq < last.seq)
    assert settings is not None, "a table is created before it is counted"
    return TableSettings.from_json(json.loads(settings.asked)["settings"]).cards
