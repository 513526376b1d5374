"""A past that somebody has written anew, with every hash right, is told from the true one by the room's key."""

import pytest
from sqlalchemy import select, update

from pitboss.house.cage.ledger import Posting
from pitboss.house.records import journal
from pitboss.house.records.audit import verify_chains
from pitboss.house.records.journal import START, as_record, is_sealed, postings_of
from pitboss.house.records.self_check import selfcheck
from pitboss.house.storage.schema import JOURNAL

NO_SEAL = "it does not bear the seal of this room's key: it was changed, or written by other means"
MADE_UP = '{"salt":"' + "ab" * 32 + '"}'
"""What somebody without the key can only invent."""


@pytest.fixture
def floor(floor):
    floor.player("ann", 200)
    floor.table("T1")
    return floor


def audit(floor, **ways):
    with floor.database.reading() as connection:
        return verify_chains(connection, "P1", **ways)


def found(floor):
    """What the walk of the chains finds that has the key; without it, nothing is wrong."""
    assert audit(floor).is_sound
    return audit(floor, box=floor.room.box).first


def deposits(floor):
    return [row["seq"] for row in floor.rows("journal") if row["kind"] == "deposit"]


def invent(floor, **values):
    """A deposit of $10,000 that nobody made, with its postings and balances, and every hash right."""
    with floor.database.transaction() as connection:
        seq, previous = journal.head(connection, "P1", values.get("chain", "room"))
        last = journal.last(connection, "P1", "room")
        true = as_record(connection.execute(select(JOURNAL).where(JOURNAL.c.kind == "deposit")).first())
        record = true._replace(
            at=last.at, seq=seq + 1, command_id="invented", drawn=MADE_UP, previous=previous, **values
        )
        postings = (Posting("desk", -10_000_000), Posting("wallet:ann", 10_000_000))
        journal.append(connection, record.linked(postings), postings)


def write_anew(floor, change):
    """Every record of the office from its start, changed and hashed again, and the anchors of it taken out."""
    with floor.database.transaction() as connection:
        previous = START
        for row in connection.execute(select(JOURNAL).where(JOURNAL.c.chain == "room").order_by(JOURNAL.c.seq)).all():
            record = change(as_record(row))._replace(previous=previous)
            hashed = record.linked(postings_of(connection, record))
            of_record = (JOURNAL.c.chain == "room") & (JOURNAL.c.seq == record.seq)
            connection.execute(update(JOURNAL).where(of_record).values(hashed._asdict()))
            previous = hashed.hash


def test_every_record_of_a_room_at_work_is_sealed(floor):
    assert audit(floor, box=floor.room.box).is_sound


def test_a_record_that_was_put_at_the_end_is_found(floor):
    invent(floor)
    assert found(floor).sentence == f"room, record {max(deposits(floor))}: {NO_SEAL}"
    checks = selfcheck(floor.database, floor.room.house, floor.room.box, is_quick=True)
    assert [check.name for check in checks if not check.is_ok] == ["chains"], "also every start finds it"


def test_the_seal_of_one_record_is_not_good_for_another(floor):
    (true,) = [row for row in floor.rows("journal") if row["kind"] == "deposit"]
    invent(floor)
    with floor.database.transaction() as connection:
        record = as_record(connection.execute(select(JOURNAL).where(JOURNAL.c.command_id == "invented")).first())
        hashed = record._replace(drawn=true["drawn"]).linked(postings_of(connection, record))
        connection.execute(update(JOURNAL).where(JOURNAL.c.command_id == "invented").values(hashed._asdict()))
    assert found(floor).words == NO_SEAL


def test_a_chain_that_nobody_began_is_found(floor):
    invent(floor, chain="table:T99")
    assert found(floor).sentence == f"table:T99, record 1: {NO_SEAL}"


def test_a_past_that_was_written_anew_is_found(floor):
    (seq,) = deposits(floor)

    def change(record):
        return record._replace(asked=record.asked.replace("20000", "90000")) if record.seq == seq else record

    write_anew(floor, change)
    assert found(floor).sentence.startswith("room, record ")
    assert found(floor).words == NO_SEAL


@pytest.mark.parametrize("drawn", ["", "{}", "[]", '{"salt":7}', '{"answers":[]}'])
def test_what_has_no_seal_at_all(floor, drawn):
    with floor.database.reading() as connection:
        record = next(journal.read(connection, "P1", "room"))
    assert not is_sealed(floor.room.box, record._replace(drawn=drawn), ())
