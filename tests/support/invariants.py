"""What must hold in a card room at any moment, whatever has happened in it."""

import json
from collections import defaultdict

from pitboss.fault_simulator.stage import verify_felt
from pitboss.games.audience import PUBLIC, Audience, Role, player
from pitboss.house.records.audit import verify_chains, verify_sound
from pitboss.house.records.card_proofs import openings
from pitboss.house.tables.settings import CardKind
from pitboss.progressive import LawfulReason, Meter
from support.floor import everything_in

LAWFUL = {reason.value for reason in LawfulReason}
OF_METER = ("shown", "reserve", "overflow", "frozen")


def verify_everything(floor, stored):
    """All of it, in what is stored. What a meter asserts of itself is asserted when it is read."""
    verify_books(stored)
    accounts = {row["account"]: row["millicents"] for row in stored["accounts"] if row["millicents"]}
    for row in stored["meters"]:
        verify_meter(row["meter_id"], Meter.from_json(json.loads(row["meter"])), accounts, stored)
    tables = [floor.room.table(row["table_id"]) for row in stored["tables"]]
    for table in tables:
        verify_felt(table, accounts)
    verify_owed(accounts, stored)
    verify_claims(tables, stored)
    verify_two_people(stored)


def verify_books(stored):
    """The trial balance is zero, every entry balances, and an account is the sum of its postings."""
    accounts = {row["account"]: row["millicents"] for row in stored["accounts"]}
    assert sum(accounts.values()) == 0
    posted, entries = defaultdict(int), defaultdict(int)
    for row in stored["postings"]:
        posted[row["account"]] += row["millicents"]
        entries[row["chain"], row["seq"]] += row["millicents"]
    assert dict(posted) == accounts
    assert not any(entries.values())
    assert all(millicents >= 0 or name.split(":")[0] in MAY_OWE for name, millicents in accounts.items())


MAY_OWE = ("desk", "contribution", "seed", "house")
"""Only what the house itself owes or has spent is below nothing."""


def verify_meter(meter_id, meter, accounts, stored):
    """Shown + reserve + overflow + frozen + paid = seeds + contributions +/- adjustments; the ledger says the same."""
    stands = meter.shown + meter.reserve + meter.overflow + meter.frozen + meter.paid
    assert stands == meter.seeds + meter.contributions + meter.adjusted
    assert accounts.get(f"custody:{meter_id}", 0) == meter.shown + meter.frozen
    assert accounts.get(f"reserve:{meter_id}", 0) == meter.reserve
    assert accounts.get(f"overflow:{meter_id}", 0) == meter.overflow
    by_house = [accounts.get(name, 0) for name in (f"seed:{meter_id}", f"house:gross-receipts:{meter_id}")]
    assert sum(by_house) == -(meter.seeds + meter.adjusted)
    verify_falls(meter, [row for row in stored["movements"] if row["meter_id"] == meter_id])
    booked = sum(row["cents"] for row in stored["jackpots"] if is_owed(row, meter_id)) * 1000
    by_hand = accounts.get(f"house:adjustments:{meter_id}", 0)
    assert meter.paid - by_hand == booked + paid_out(stored, meter_id)


def verify_owed(accounts, stored):
    """What lies ready for winners is what was booked and not paid yet, from meters and from trays."""
    booked = sum(row["cents"] for row in stored["jackpots"] if row["status"] == "booked")
    assert accounts.get("house:jackpots", 0) == booked * 1000


def is_owed(row, meter_id):
    """A win of live cards that is off the meter and not paid yet."""
    is_booked = row["status"] == "booked"
    return is_booked and row["meter_id"] == meter_id and row["source"] == "meter"


def paid_out(stored, meter_id):
    """All that winners of a meter were paid, in millicents."""
    won = [row for row in stored["jackpots"] if row["meter_id"] == meter_id and row["source"] == "meter"]
    return sum(row["cents"] for row in won if row["status"] == "paid") * 1000


def verify_claims(tables, stored):
    """Every frozen amount of a meter belongs to a pending win, or to a lit hand button of live cards."""
    frozen = [claim.name for row in stored["meters"] for claim in Meter.from_json(json.loads(row["meter"])).claims]
    wins = [jackpot for table in tables for jackpot in table.jackpots.values() if not jackpot.is_decided]
    lit = [table.lit_claim.award.claim for table in tables if table.lit_claim]
    assert sorted(frozen) == sorted([*lit, *(jackpot.claim for jackpot in wins if jackpot.claim)])


def verify_falls(meter, movements):
    """A meter goes down for a lawful reason only, and its movements lead to what it shows."""
    pots = dict.fromkeys(OF_METER, 0)
    by_record = defaultdict(list)
    for row in movements:
        by_record[row["chain"], row["seq"]].append(row)
        for name, sign in ((row["source"], -1), (row["target"], 1)):
            if name in pots:
                pots[name] += sign * row["millicents"]
        if row["source"] == "shown":
            assert row["reason"] in LAWFUL, row
    assert pots == {name: getattr(meter, name) for name in OF_METER}
    before = 0
    for rows in by_record.values():
        after = rows[-1]["shown_after"]
        if after < before:
            assert any(row["source"] == "shown" and row["reason"] in LAWFUL for row in rows), rows
        before = after
    assert [row["number"] for row in movements] == list(range(1, len(movements) + 1))


def verify_two_people(stored):
    """Nobody approves what they proposed, and every adjustment was approved."""
    for row in stored["proposals"]:
        if row["status"] in ("approved", "rejected", "used"):
            assert row["decided_by"] not in (None, row["proposed_by"]), row
    by_hand = [row for row in stored["movements"] if row["chain"] == "room"]
    used = {row["used_in"] for row in stored["proposals"] if row["status"] == "used"}
    assert {f"P1 {row['chain']} {row['seq']}" for row in by_hand} <= used


def verify_audit(floor):
    """The chains are whole."""
    with floor.database.reading() as connection:
        verify_sound(verify_chains(connection, "P1"))


LOOKING = (PUBLIC, player(1), player(2), player(3))


def verify_reload(floor):
    """A table in memory is what a restart makes of the database, for everybody who looks."""
    tables = [row["table_id"] for row in floor.rows("tables")]
    before = [floor.views(table_id, LOOKING) for table_id in tables]
    floor.reopen()
    assert [floor.views(table_id, LOOKING) for table_id in tables] == before


def verify_openings(floor):
    """Every card that was dealt at an electronic table can be checked against the root of its round."""
    for table in (floor.room.table(row["table_id"]) for row in floor.rows("tables")):
        electronic = range(1, table.round_number + 1) if table.settings.cards is CardKind.ELECTRONIC else ()
        for number in electronic:
            for seen in openings(floor.room, table.table_id, number, Audience(Role.SURVEILLANCE)):
                seen.verify()


def verify_replay(floor, again):
    """A room made again from the journal is the same: all rows but the locked shoe, whose lock is another one."""
    one, other = floor.everything(), everything_in(again)
    for row in (*one["tables"], *other["tables"]):
        del row["sealed"]
    assert other == one
