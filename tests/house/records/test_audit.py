"""The audit finds the first record that is not as it was written, on both databases."""

import csv
import io
import json
from datetime import date

import pytest
from sqlalchemy import delete, insert, update

from pitboss.house.errors import RefusedError, StorageError, UnknownError
from pitboss.house.records.audit import (
    BALANCES,
    AnchorChains,
    chains_to_walk,
    verify_chain,
    verify_chains,
    verify_sound,
)
from pitboss.house.records.export import Selection, export_csv, export_json
from pitboss.house.records.journal import past_retention, read
from pitboss.house.storage.schema import ACCOUNTS, JOURNAL, POSTINGS, TABLES
from pitboss.house.tables.commands import CloseTable, Fill, SuspendTable
from support.floor import EXECUTIVE, SUPERVISOR


@pytest.fixture
def floor(floor):
    floor.player("ann")
    floor.table("T1")
    floor.sit("T1", 3, "ann")
    floor.play("T1", wagers={3: {"ante": 500, "pair-plus": 500}}, hands={3: "9h 8h 7h"}, dealer="Qs 6d 4c")
    floor.office(AnchorChains(), EXECUTIVE)
    return floor


def audit(floor, **ways):
    with floor.database.reading() as connection:
        return verify_chains(connection, "P1", **ways)


def one_by_one(floor):
    """The same audit in pieces, as a page asks for it."""
    with floor.database.reading() as connection:
        chains = [*chains_to_walk(connection, "P1"), BALANCES]
        return [verify_chain(connection, "P1", chain) for chain in chains]


def tamper(floor, *statements):
    with floor.database.transaction() as connection:
        for statement in statements:
            connection.execute(statement)


def of_table(table, seq):
    return (table.c.chain == "table:T1") & (table.c.seq == seq)


def head(floor):
    return audit(floor).heads["table:T1"][0]


def test_a_room_at_work_is_sound(floor):
    seen = []
    report = audit(floor, progress=lambda chain, done: seen.append((chain, done)))
    assert report.breaks == ()
    assert report.records == sum(seq for seq, _ in report.heads.values()) == len(floor.rows("journal"))
    assert report.postings == len(floor.rows("postings"))
    assert seen == [("room", report.heads["room"][0]), ("table:T1", report.heads["table:T1"][0])]
    verify_sound(report)


def test_chains_walked_one_by_one_are_the_whole_audit(floor):
    whole, parts = audit(floor), one_by_one(floor)
    assert sum(part.records for part in parts) == whole.records
    assert sum(part.postings for part in parts) == whole.postings
    assert {chain: head for part in parts for chain, head in part.heads.items()} == whole.heads
    with floor.database.reading() as connection:
        assert chains_to_walk(connection, "P1") == {chain: seq for chain, (seq, _) in whole.heads.items()}
        with pytest.raises(UnknownError, match="there is no chain 'table:T7'"):
            verify_chain(connection, "P1", "table:T7")


@pytest.mark.parametrize(
    "column", ["command_id", "actor", "at", "day", "correlation", "kind", "asked", "drawn", "events"]
)
def test_every_word_of_a_record_is_under_its_hash(floor, column):
    tamper(floor, update(JOURNAL).where(of_table(JOURNAL, 4)).values({column: '{"another": 1}'}))
    assert audit(floor).first.sentence == (
        "table:T1, record 4: its hash is not that of its content and its postings: one of them was changed"
    )


def test_a_changed_amount_is_found_though_it_balances(floor):
    # Seat 3 buys in for $100: record 4.
    more = [
        update(POSTINGS)
        .where(of_table(POSTINGS, 4), POSTINGS.c.account == account)
        .values(millicents=sign * 20_000_000)
        for account, sign in (("desk", -1), ("drop:T1", 1))
    ]
    tamper(floor, *more)
    first, *balances = audit(floor).breaks
    assert (first.chain, first.seq) == ("table:T1", 4)
    assert [each.sentence for each in balances] == [
        "accounts: desk does not hold the sum of its postings: it is off by $100",
        "accounts: drop:T1 does not hold the sum of its postings: it is off by -$100",
    ]


def test_a_record_taken_out_leaves_a_gap(floor):
    tamper(floor, delete(JOURNAL).where(of_table(JOURNAL, 5)), delete(POSTINGS).where(of_table(POSTINGS, 5)))
    assert audit(floor).first.sentence == "table:T1, record 5: record 5 is missing"


def test_a_posting_without_a_record_is_found(floor):
    stray = {"property_id": "P1", "chain": "table:T1", "seq": 999, "line": 1, "account": "desk", "millicents": 0}
    end = head(floor)
    tamper(floor, insert(POSTINGS).values(stray))
    assert audit(floor).first.sentence == (
        f"table:T1, record {end + 1}: the chain ends at record {end}, and there are postings up to record 999: its end "
        "was cut off, or they were put in"
    )


def test_an_end_cut_off_without_its_postings_is_found_at_its_first_record(floor):
    """The office's records from 5 on are gone; one of them, further on, was a deposit."""
    floor.player("bob", dollars=50)
    deposit = max(row["seq"] for row in floor.rows("postings") if row["chain"] == "room")
    floor.office(AnchorChains(), EXECUTIVE)
    kept = audit(floor).heads
    last = kept["room"][0]
    assert 5 < deposit < last
    tamper(floor, delete(JOURNAL).where(JOURNAL.c.chain == "room", JOURNAL.c.seq >= 5))
    shown = f"room, record 5: the chain ends at record 4, and there are postings up to record {deposit}"
    assert audit(floor).breaks[0].sentence == f"{shown}: its end was cut off, or they were put in"
    assert audit(floor, known=kept).breaks[0].sentence == f"{shown} and record {last} was anchored: its end was cut off"


def test_a_cut_off_end_is_found_by_the_anchor(floor):
    floor.at("T1", SuspendTable("a break"), SUPERVISOR)
    anchored = head(floor)
    floor.office(AnchorChains(), EXECUTIVE)
    tamper(floor, delete(JOURNAL).where(of_table(JOURNAL, anchored)))
    assert audit(floor).first.sentence == (
        f"table:T1, record {anchored}: the chain ends at record {anchored - 1}, and record {anchored} was anchored: "
        "its end was cut off"
    )


def test_an_end_written_anew_is_found_by_the_anchor(floor):
    floor.at("T1", SuspendTable("a break"), SUPERVISOR)
    floor.office(AnchorChains(), EXECUTIVE)
    last = head(floor)
    with floor.database.reading() as connection:
        record = list(read(connection, "P1", "table:T1"))[-1]
    forged = record._replace(asked=json.dumps({"do": "suspend-table", "reason": "nothing"})).linked(())
    tamper(floor, update(JOURNAL).where(of_table(JOURNAL, last)).values(asked=forged.asked, hash=forged.hash))
    assert audit(floor).first.sentence == f"table:T1, record {last}: it is not the record that was anchored"


def test_a_whole_chain_taken_away_is_found(floor):
    tamper(
        floor,
        *(
            delete(table).where(table.c.property_id == "P1", table.c.chain == "table:T1")
            for table in (JOURNAL, POSTINGS)
        ),
        delete(TABLES),
    )
    assert audit(floor).first.sentence == "table:T1, record 1: the whole chain is missing"
    found, *_ = [part.first for part in one_by_one(floor) if part.first]
    assert found.sentence.startswith("table:T1, record 1: the chain ends at record 0")


def test_the_end_of_the_office_is_held_by_heads_kept_elsewhere(floor):
    kept = audit(floor).heads
    tamper(floor, delete(JOURNAL).where(JOURNAL.c.chain == "room", JOURNAL.c.seq == kept["room"][0]))
    assert audit(floor).is_sound
    assert audit(floor, known=kept).first.chain == "room"
    with pytest.raises(StorageError, match="the journal is not as it was written: room, record"):
        verify_sound(audit(floor, known=kept))


def test_a_changed_balance_is_found(floor):
    tamper(floor, update(ACCOUNTS).where(ACCOUNTS.c.account == "tray:T1").values(millicents=1))
    (found,) = audit(floor).breaks
    assert found.sentence.startswith("accounts: tray:T1 does not hold the sum of its postings: it is off by -$")


def test_the_earliest_of_several_broken_chains_comes_first(floor):
    floor.table("T2")
    tamper(
        floor,
        *(
            update(JOURNAL).where(JOURNAL.c.chain == chain, JOURNAL.c.seq == 2).values(actor="x:1")
            for chain in ("table:T2", "table:T1", "room")
        ),
    )
    assert [found.chain for found in audit(floor).breaks] == ["room", "table:T1", "table:T2"]


def test_the_quick_form_looks_at_the_end_of_each_chain(floor):
    tamper(floor, update(JOURNAL).where(of_table(JOURNAL, 2)).values(actor="x:1"))
    assert audit(floor, last=3).is_sound
    assert audit(floor, last=10_000).first.seq == 2
    last = floor.rows("journal")[-1]["seq"]
    tamper(floor, update(JOURNAL).where(of_table(JOURNAL, last)).values(actor="x:1"))
    assert audit(floor, last=3).first.seq == last


# ---- export


def exported(floor, wanted=None):
    out = io.StringIO()
    with floor.database.reading() as connection:
        number = export_json(connection, "P1", wanted or Selection(), out)
    found = json.loads(out.getvalue())
    assert len(found) == number
    return found


def test_the_export_has_every_record_once(floor):
    found = exported(floor)
    assert [(each["chain"], each["seq"]) for each in found] == [
        (each["chain"], each["seq"]) for each in floor.rows("journal")
    ]
    assert sum(millicents for each in found for _, millicents in each["postings"]) == 0


def test_the_export_keeps_secrets_back(floor):
    floor.play("T1", wagers={3: {"ante": 500}}, hands={3: "9h 8h 2d"}, dealer="Qs 6d 4c", folds={3})
    written = json.dumps(exported(floor))
    assert "chance" not in written
    assert "argon2" not in written
    assert '"9h"' in written, "the first hand was turned over"
    assert '"2d"' not in written, "the folded hand was not"


@pytest.mark.parametrize(
    ("wanted", "kinds"),
    [
        (Selection(kind="buy-in-with-cash"), {"buy-in-with-cash"}),
        (Selection(actor=str(SUPERVISOR), chain="table:T1"), {"open-table"}),
        (Selection(first_day="2027-01-01"), set()),
        (Selection(last_day="2026-01-01"), set()),
    ],
)
def test_the_export_can_be_narrowed(floor, wanted, kinds):
    assert {each["kind"] for each in exported(floor, wanted)} == kinds


def test_no_cell_of_the_csv_is_a_formula(floor):
    floor.at("T1", SuspendTable("=HYPERLINK(1)"), SUPERVISOR)
    floor.office(AnchorChains(), EXECUTIVE, command_id="=1+1")
    out = io.StringIO()
    with floor.database.reading() as connection:
        number = export_csv(connection, "P1", Selection(), out)
    titles, *lines = csv.reader(io.StringIO(out.getvalue()))
    assert len(lines) == number
    assert titles[0] == "chain"
    assert [line[titles.index("command_id")] for line in lines if "1+1" in line[titles.index("command_id")]] == [
        "'=1+1"
    ]
    assert not any(cell[:1] in ("=", "+", "-", "@", "\t") for line in lines for cell in line)


# ---- keeping


def test_the_export_goes_on_after_a_record(floor):
    whole = exported(floor, Selection())
    places = [(each["chain"], each["seq"]) for each in whole]
    assert len({chain for chain, _ in places}) > 1
    for number in range(len(whole)):
        page = exported(floor, Selection(after=places[number], most=3))
        assert page == whole[number + 1 : number + 4]


def test_records_are_kept_five_years_and_nothing_deletes_them(floor):
    with floor.database.reading() as connection:
        assert past_retention(connection, floor.room.house, date(2031, 11, 15)) == []
        (old,) = past_retention(connection, floor.room.house, date(2031, 11, 16))
    assert (old.day, old.records) == ("2026-11-15", len(floor.rows("journal")))


def test_a_fill_and_a_close_are_in_the_chain_too(floor):
    before = head(floor)
    floor.at("T1", Fill(10_000), SUPERVISOR)
    with pytest.raises(RefusedError, match="ann still sits"):
        floor.at("T1", CloseTable(0), SUPERVISOR)
    assert head(floor) == before + 1
    assert audit(floor).is_sound
