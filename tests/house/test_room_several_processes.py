"""Several processes, and several threads, at work in one room: every command once, every cent where it belongs."""

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import psycopg
import pytest

from pitboss.games.audience import PUBLIC
from pitboss.house.cage.ledger import Entry
from pitboss.house.cage.wallets import Deposit, Withdraw
from pitboss.house.open_room import open_room
from pitboss.house.people.proposals import Propose
from pitboss.house.records import journal
from pitboss.house.records.audit import verify_chains
from pitboss.house.records.journal import Record
from pitboss.house.storage.database import Database
from pitboss.house.tables.commands import BuyInFromWallet, CashOut, Fill, LeaveSeat, StartRound
from pitboss.house.tables.settings import CardKind
from pitboss.sources import SystemIds
from support.card_room import approval
from support.crash_audit import faults
from support.crash_hammer import SEATS, feed_meter, fill, fill_or_reused, fill_what_was_seen, together
from support.crash_parent import address, nexus_meter, nexus_table
from support.floor import ACCOUNTING, DEALER_7, EXECUTIVE, OWN_PIN, SUPERVISOR, Floor

OPENER_CENTS = 500_000
GAMES = 12
FILLS = 30
CONTRIBUTION = 14_000
"""Thousandths of a cent, of every dollar."""


@pytest.fixture
def floor(floor):
    """Two tables of live cards, linked to one meter, by the clock of the machine."""
    floor.go_by_the_machine()
    nexus_meter(floor, "M1")
    for table_id in ("P1", "P2"):
        nexus_table(floor, table_id, "M1", CardKind.LIVE)
    return floor


def in_processes(floor, *works):
    """Each in a process of its own; into a file one process writes, so there each in a room of its own."""
    if not floor.database.is_sqlite:
        return together(address(floor.database), floor.key, *works)
    ready = threading.Barrier(len(works))

    def run(work, *arguments):
        with closing(Database(address(floor.database))) as database:
            room = open_room(database, floor.key)
            ready.wait()
            return work(room, *arguments)

    with ThreadPoolExecutor(len(works)) as pool:
        return [future.result() for future in [pool.submit(run, *work) for work in works]]


def in_threads(floor, *works):
    """All in one room, as the threads of one process."""
    ready = threading.Barrier(len(works))

    def run(work, *arguments):
        ready.wait()
        return work(floor.room, *arguments)

    with ThreadPoolExecutor(len(works)) as pool:
        return [future.result() for future in [pool.submit(run, *work) for work in works]]


@pytest.fixture(params=[in_processes, in_threads])
def at_once(request):
    return request.param


def test_one_meter_gets_the_exact_sum_of_what_two_tables_feed(floor, at_once):
    before = floor.meter_now("M1")
    assert at_once(floor, (feed_meter, "P1", GAMES), (feed_meter, "P2", GAMES)) == [GAMES * SEATS] * 2
    after = floor.meter_now("M1")
    assert after.contributions - before.contributions == 2 * GAMES * SEATS * CONTRIBUTION
    assert after.shown - before.shown == 2 * GAMES * SEATS * CONTRIBUTION
    assert faults(floor.room) == []


def test_one_table_takes_every_command_once_and_those_who_saw_too_little_look_again(floor, at_once):
    seen = floor.room.view("P1", PUBLIC).version
    works = [(fill_what_was_seen, "P1", name, FILLS) for name in ("one", "other")]
    (versions, stale), (other_versions, other_stale) = at_once(floor, *works)
    assert sorted(versions + other_versions) == list(range(seen + 1, seen + 2 * FILLS + 1))
    # Whoever was too late was so because of a command of the other: nobody tries in vain for ever.
    assert stale <= FILLS
    assert other_stale <= FILLS
    assert faults(floor.room) == []


def test_one_id_sent_by_two_at_once_is_done_once_and_answered_alike(floor, at_once):
    tray = floor.cents("tray:P1")
    names = [f"fill {number}" for number in range(FILLS)]
    one, other = at_once(floor, (fill, "P1", names), (fill, "P1", names))
    assert one == other
    assert floor.cents("tray:P1") == tray + FILLS
    assert faults(floor.room) == []


def test_nobody_is_too_slow_every_time(floor):
    """More processes than there are cores; one that has written has the table at hand, and is quicker than the rest."""
    names = [[f"{process} {number}" for number in range(FILLS // 3)] for process in range(4)]
    told = in_processes(floor, *[(fill, "P1", mine) for mine in names])
    assert sorted(version for answers in told for _, version, _ in answers) == list(range(3, 3 + 4 * FILLS // 3))
    assert faults(floor.room) == []


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_who_was_too_late_waits_in_line_and_the_quick_ones_let_them(floor):
    with ThreadPoolExecutor() as pool, database_of(floor.room) as watching:
        with floor.database.transaction() as late:
            journal.queue(late, "P1", "table:P1")
            quick = pool.submit(fill, floor.room, "P1", ["quick"])
            wait_until_somebody_waits(watching)
            assert journal.head(late, "P1", "table:P1")[0] == 2
        assert [version for _, version, _ in quick.result()] == [3]


def test_one_id_sent_to_two_tables_at_once_is_done_at_one_of_them(floor):
    names = [f"fill {number}" for number in range(FILLS)]
    told = in_processes(floor, (fill_or_reused, "P1", names), (fill_or_reused, "P2", names))
    # Each id went to one table; the other was told so, and not that its own fill was done.
    assert all({one, other} == {"done", "reused"} for one, other in zip(*told, strict=True))
    filled = floor.cents("tray:P1") + floor.cents("tray:P2") - 2 * OPENER_CENTS
    assert filled == FILLS
    assert faults(floor.room) == []


def test_nobody_is_refused_by_how_a_table_stood_before_another_process_wrote(floor):
    nexus_table(floor, "T1", "M1", CardKind.ELECTRONIC)
    other = open_room(Database(address(floor.database)), floor.key)
    other.view("T1", PUBLIC)
    floor.player("ann")
    floor.sit("T1", 1, "ann")
    # By what the other process has at hand nobody sits there, and the version is too high.
    assert other.at_table("T1", StartRound(), by=DEALER_7, command_id="start").version == 5
    floor.act("T1", "place-wager", seat=1, wager="ante", cents=500)
    assert other.at_table("T1", Fill(1), by=SUPERVISOR, command_id="fill", version=6).version == 7
    other.database.close()


def test_nobody_is_refused_for_money_that_another_process_has_moved(floor):
    nexus_table(floor, "T1", "M1", CardKind.ELECTRONIC)
    floor.player("ann")
    floor.sit("T1", 1, "ann")
    other = open_room(Database(address(floor.database)), floor.key)
    other.at_table("T1", Fill(1), by=SUPERVISOR, command_id="fill")
    chips = other.query_cached("T1", lambda table, _: table.chips_cents(1))
    floor.at("T1", StartRound())  # moves nothing, so what comes first to the other's record is the money
    floor.at("T1", CashOut(1, 100))
    # By what the other process has at hand there are more chips than the ledger has.
    (left,) = other.at_table("T1", LeaveSeat(1), by=DEALER_7, command_id="leave").events
    assert left["all"]["cents"] == chips - 100
    other.database.close()


# ---- nobody waits for each other


WALLETS = ("ann", "bob")
TABLES = ("T1", "T2", "T3", "T4")


@pytest.fixture
def four_tables(database, tmp_path, clock):
    """Two players, each of them at all four tables, with all their money at the cage."""
    floor = Floor(database, tmp_path / "room.key", clock)
    floor.meter("M1", "TCPP-1")
    floor.meter("M2", "TCPP-1")
    for name in WALLETS:
        floor.player(name, dollars=100)
    for number, table_id in enumerate(TABLES):
        floor.table(table_id, meter=f"M{number % 2 + 1}")
        for seat, name in enumerate(WALLETS, 1):
            floor.sit(table_id, seat, name, dollars=0)
    return floor


TIMES = 15


def buy_in_and_cash_out(room, table_id, number):
    """Each begins with another seat, so that wallets are wanted in every order."""
    ids = SystemIds()
    for time in range(TIMES):
        seat = (number + time) % 2 + 1
        for command in (BuyInFromWallet(seat, 100), CashOut(seat, 100)):
            room.at_table(table_id, command, by=DEALER_7, command_id=ids.new())


def deposit_and_withdraw(room):
    ids = SystemIds()
    for time in range(TIMES):
        for command in (Deposit(WALLETS[time % 2], 100, "cash"), Withdraw(WALLETS[time % 2], 100)):
            room.in_office(command, by=ACCOUNTING, command_id=ids.new())


def adjust(room, ids, *meter_ids):
    for _ in range(TIMES // 5):
        for meter_id in meter_ids:
            proposal_id = ids.new()
            content = {"meter_id": meter_id, "reason": "display corrected", "millicents": 1000, "note": "a cent"}
            asked = Propose(proposal_id, "adjust-meter", meter_id, content, "as read")
            room.in_office(asked, by=ACCOUNTING, command_id=ids.new())
            room.in_office(approval(room, proposal_id), by=EXECUTIVE, command_id=ids.new(), pin=OWN_PIN)


def deadlocks(database):
    """How often PostgreSQL had to end a wait of two for each other. SQLite has one writer, and none."""
    if database.is_sqlite:
        return 0
    # Each connection reports what happened to it when it ends.
    database.close()
    with psycopg.connect(address(database).replace("+psycopg", "")) as connection:
        query = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"
        return connection.execute(query).fetchone()[0]


def test_wallets_meters_and_tables_in_any_order_never_wait_for_each_other(four_tables):
    floor = four_tables
    works = [(buy_in_and_cash_out, table_id, number) for number, table_id in enumerate(TABLES)]
    in_threads(floor, *works, (deposit_and_withdraw,), (adjust, floor.ids, "M1", "M2"), (adjust, floor.ids, "M2", "M1"))
    assert faults(floor.room) == []
    assert sum(floor.cents(f"wallet:{name}") for name in WALLETS) == 2 * 100_00
    assert deadlocks(floor.database) == 0


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_accounts_are_held_in_the_order_of_their_names(room):
    """Whoever waits for one account holds none that comes after it: so no two entries wait for each other."""
    post(room, 1, "wallet:z")  # the first in the file, the last by name
    post(room, 2, "wallet:a")
    with ThreadPoolExecutor() as pool, database_of(room) as other, database_of(room) as watching:
        other.execute("SELECT 1 FROM accounts WHERE account = 'wallet:a' FOR UPDATE")
        both = pool.submit(post, room, 3, "wallet:a", "wallet:z")
        wait_until_somebody_waits(watching)
        free = watching.execute("SELECT account FROM accounts WHERE account = 'wallet:z' FOR UPDATE SKIP LOCKED")
        assert free.fetchall() == [("wallet:z",)]
        watching.rollback()
        other.rollback()
        both.result()
    with room.database.reading() as connection:
        assert verify_chains(connection, "P1").is_sound


def wait_until_somebody_waits(connection):
    """Until a connection to this database waits for a lock."""
    query = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
    while not connection.execute(query).fetchone():
        connection.rollback()
    connection.rollback()


def post(room, seq, *accounts):
    """An entry of some accounts."""
    entry = Entry()
    for account in accounts:
        entry.move_cents("desk", account, 1)
    with room.database.transaction() as connection:
        head = journal.head(connection, "P1", "table:X")
        words = (f"entry {seq}", "house:x", "2026-11-15T20:00:00.000000Z", "", "", "x", "{}", "{}", "[]", head[1])
        journal.append(connection, Record("P1", "table:X", seq, *words).linked(entry.postings()), entry.postings())


def database_of(room):
    return psycopg.connect(address(room.database).replace("+psycopg", ""))


def test_as_many_threads_as_there_are_connections_leave_some_to_look_with(floor):
    """Connections that write are kept at hand. Had they kept all, nobody could look any more."""
    threads = 8
    ready = threading.Barrier(threads)

    def write():
        with floor.database.transaction() as connection:
            if not floor.database.is_sqlite:
                connection.exec_driver_sql("SELECT 1")
                ready.wait()

    with ThreadPoolExecutor(threads) as pool:
        for future in [pool.submit(write) for _ in range(threads)]:
            future.result()
    assert floor.room.view("P1", PUBLIC).table == "P1"
