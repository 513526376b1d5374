"""How news travel: within a process at once, between processes by PostgreSQL, and never lost for long."""

import asyncio
import logging
import threading
from contextlib import closing, contextmanager

import psycopg
import pytest

from pitboss.games.audience import PUBLIC
from pitboss.house.open_room import open_room
from pitboss.house.people.sessions import LogOutEverywhere, RevokePass
from pitboss.house.records import journal
from pitboss.house.storage.database import Database
from pitboss.house.storage.notifications import SESSIONS_END, channel_of
from pitboss.house.tables.commands import Fill, SuspendTable
from pitboss.house.terminal import LocalBackend
from pitboss.server import bus
from pitboss.server.app import bus_for, create_app
from pitboss.server.authentication import COOKIE
from pitboss.server.bus import LocalBus, News, PostgresqlBus
from pitboss.server.push import socket as live_socket
from pitboss.server.push.socket import POLICY
from pitboss.server.settings import ServerSettings
from support.crash_parent import address
from support.floor import ADMIN, DEALER_7, SUPERVISOR
from support.limits import UNLIMITED
from support.live import PATIENCE_SECONDS, Line
from support.visitors import Visitors

SELDOM = 300
"""Nobody asks for news by itself within a test."""

only_postgresql = pytest.mark.parametrize("demo", ["postgresql"], indirect=True)


@contextmanager
def buses(demo, *poll_seconds):
    """One bus for each, as if in processes of their own."""
    made = [PostgresqlBus(demo.database, "P1", seconds) for seconds in poll_seconds]
    try:
        yield made
    finally:
        for bus in made:
            bus.close()


async def hear(listening, *wanted):
    """Wait until all of this was heard; everything that was heard."""
    heard = []
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not set(wanted) <= set(heard):
            heard += await listening.next()
    return heard


async def begun(demo, bus):
    """A listener, when the bus hears others: when it has begun to listen it asks once, and doubts all sessions."""
    listening = bus.listen()
    bus.start()
    doubt = News(SESSIONS_END, 0, is_seen_to=True)
    await hear(listening, doubt, *[News(*one) for one in heads(demo).items()])
    return listening


def version_of(demo, table_id="T1"):
    return demo.room.view(table_id, PUBLIC).version


def heads(demo):
    with demo.database.reading() as connection:
        return journal.heads(connection, "P1")


def psql(demo, query):
    with psycopg.connect(address(demo.database).replace("+psycopg", ""), autocommit=True) as connection:
        return connection.execute(query).fetchall()


OURS = "FROM pg_stat_activity WHERE application_name = 'pitboss news' AND datname = current_database()"


def test_the_newest_version_of_every_chain(demo):
    with demo.database.reading() as connection:
        chains = {f"table:T{number}": version_of(demo, f"T{number}") for number in range(1, 6)}
        assert heads(demo) == chains | {"room": journal.head(connection, "P1", "room")[0]}
        assert journal.heads(connection, "P2") == {}


def test_the_bus_goes_by_the_database(demo):
    bus = bus_for(demo.room, ServerSettings())
    assert isinstance(bus, LocalBus if demo.database.is_sqlite else PostgresqlBus)


def test_whoever_is_slow_hears_of_the_newest_only():
    async def run():
        bus = LocalBus()
        with bus.listen() as listening, bus.listen() as other:
            for version in (1, 3, 2):
                bus.publish(News("table:T1", version))
            bus.publish(News("room", 9))
            for each in (listening, other):
                assert await each.next() == [News("table:T1", 3), News("room", 9)]
        bus.publish(News("room", 10))
        assert listening not in bus._listening

    asyncio.run(run())


@only_postgresql
def test_news_of_one_process_reach_the_other_and_its_own_at_once(demo):
    async def run():
        with buses(demo, SELDOM, SELDOM) as (one, other):
            own, far = await begun(demo, one), await begun(demo, other)
            one.publish(News("table:T1", 1000))
            assert await own.next() == [News("table:T1", 1000)]
            told = News("table:T1", 1000, is_seen_to=True)
            assert await hear(far, told) == [told]
            # What came back the long way was not told again: the next is the first that is heard.
            other.publish(News("table:T2", 2000))
            told = News("table:T2", 2000, is_seen_to=True)
            assert await hear(own, told) == [told]

    asyncio.run(run())


@only_postgresql
def test_many_news_travel_together_and_the_newest_arrive(demo):
    async def run():
        with buses(demo, SELDOM, SELDOM) as (one, other):
            await begun(demo, one)
            far = await begun(demo, other)
            for version in range(1000, 1500):
                for table in range(20):
                    one.publish(News(f"table:{table}", version))
            await hear(far, *[News(f"table:{table}", 1499, is_seen_to=True) for table in range(20)])

    asyncio.run(run())


@only_postgresql
def test_rooms_of_one_database_do_not_hear_each_other(demo):
    async def run():
        stranger = PostgresqlBus(demo.database, "P2", SELDOM)
        stranger.start()
        with buses(demo, SELDOM) as (bus,):
            listening = await begun(demo, bus)
            stranger.publish(News("table:T1", 5000))
            stranger.close()
            psql(demo, f"SELECT pg_notify('{channel_of('P1')}', 'what is this')")
            psql(demo, f"SELECT pg_notify('{channel_of('P1')}', 'table:T1 4000')")
            told = News("table:T1", 4000, is_seen_to=True)
            assert await hear(listening, told) == [told]

    asyncio.run(run())


@only_postgresql
def test_a_lost_connection_comes_back_and_nothing_is_missed(demo, caplog, monkeypatch):
    monkeypatch.setattr(bus, "PAUSES", (0.01,))
    connect, line_is_up = bus._connect, threading.Event()

    def connect_when_up(database):
        line_is_up.wait(PATIENCE_SECONDS)
        return connect(database)

    monkeypatch.setattr(bus, "_connect", connect_when_up)

    async def run():
        line_is_up.set()
        with buses(demo, SELDOM, SELDOM) as (one, other):
            await begun(demo, one)
            far = await begun(demo, other)
            for version in (1000, 1001):
                line_is_up.clear()
                await asyncio.to_thread(psql, demo, f"SELECT pg_terminate_backend(pid) {OURS}")
                # Written while nobody can hear: the bus asks when it is back.
                demo.at("T1", Fill(1), SUPERVISOR)
                line_is_up.set()
                await hear(far, News("table:T1", version_of(demo)))
                one.publish(News("table:T2", version))
                await hear(far, News("table:T2", version, is_seen_to=True))

    with caplog.at_level(logging.WARNING):
        asyncio.run(run())
    assert any("news of other processes do not arrive" in record.message for record in caplog.records)


@only_postgresql
def test_what_nobody_told_is_found_by_asking(demo):
    async def run():
        with buses(demo, 0.02) as (bus,):
            listening = await begun(demo, bus)
            demo.at("T1", Fill(1), SUPERVISOR)  # by a process that died before it could tell
            assert await listening.next() == [News("table:T1", version_of(demo))]

    asyncio.run(run())


@only_postgresql
def test_a_bus_ends_without_a_trace(demo):
    async def run():
        with buses(demo, SELDOM) as (bus,):
            await begun(demo, bus)
            bus.publish(News("table:T1", 1000))

    asyncio.run(run())
    assert not [thread.name for thread in threading.enumerate() if thread.name.endswith(" news")]


@only_postgresql
def test_a_bus_that_never_began_ends_too(demo):
    bus = PostgresqlBus(demo.database, "P1")
    bus.publish(News("room", 1))
    bus.close()


@only_postgresql
def test_a_command_through_one_process_reaches_a_socket_at_the_other(demo):
    """Two applications with rooms, connections and buses of their own."""
    database = Database(address(demo.database))
    other = open_room(database, demo.key, clock=demo.clock)
    settings = ServerSettings(**UNLIMITED, poll_seconds=SELDOM, hosts="*")
    with (
        Visitors(create_app(demo.room, settings)) as here,
        Visitors(create_app(other, settings)) as there,
        there.nobody().websocket_connect("/api/live") as websocket,
    ):
        line = Line(websocket).ask(watch="table:T1").ask(watch="meter:M1")
        assert {line.next()["watch"], line.next()["watch"]} == {"table:T1", "meter:M1"}
        supervisor = here.as_("supervisor")
        for cents in (100, 200, 300):
            version = supervisor.done("/api/tables/T1/fill", cents=cents)["version"]
        told = [each["event"] for message in line.until(version) for each in message["events"]]
        assert [event["cents"] for event in told] == [100, 200, 300]
    database.close()


@only_postgresql
def test_a_session_that_ends_in_one_process_closes_its_sockets_at_the_other(demo):
    database = Database(address(demo.database))
    other = open_room(database, demo.key, clock=demo.clock)
    settings = ServerSettings(**UNLIMITED, poll_seconds=SELDOM, hosts="*")
    with Visitors(create_app(demo.room, settings)) as here, Visitors(create_app(other, settings)) as there:
        dealer, display = here.as_("dealer"), here.device("display")
        far = there.nobody()
        far.cookies.set(COOKIE, dealer.cookies[COOKIE], domain="testserver.local")
        with (
            far.websocket_connect("/api/live") as websocket,
            there.nobody().websocket_connect("/api/live", headers=display.headers) as above,
        ):
            lines = [Line(each).ask(watch="table:T1") for each in (websocket, above)]
            assert [line.next()["watch"] for line in lines] == ["table:T1"] * 2
            assert dealer.post("/api/log-out").status_code == 200
            assert lines[0].closed() == POLICY
            here.as_("admin").done("/api/office/revoke-pass", label="display-1")
            assert lines[1].closed() == POLICY
    database.close()


@only_postgresql
def test_a_pass_that_is_revoked_at_a_terminal_closes_its_sockets(demo, monkeypatch):
    monkeypatch.setattr(live_socket, "CHECK_SECONDS", SELDOM)  # no socket asks by itself within the test
    settings = ServerSettings(**UNLIMITED, poll_seconds=SELDOM, hosts="*")
    with Visitors(create_app(demo.room, settings)) as visitors:
        display, dealer = visitors.device("display"), visitors.as_("dealer")
        with (
            visitors.nobody().websocket_connect("/api/live", headers=display.headers) as above,
            dealer.websocket_connect("/api/live") as console,
        ):
            lines = [Line(each).ask(watch="table:T1") for each in (above, console)]
            assert [line.next()["watch"] for line in lines] == ["table:T1"] * 2
            at_terminal(demo, RevokePass("display-1"), by=ADMIN)
            assert lines[0].closed() == POLICY
            at_terminal(demo, LogOutEverywhere(), by=DEALER_7)
            assert lines[1].closed() == POLICY


@only_postgresql
def test_a_record_of_a_terminal_is_shown_at_once(demo):
    settings = ServerSettings(**UNLIMITED, poll_seconds=SELDOM, hosts="*")
    with (
        Visitors(create_app(demo.room, settings)) as visitors,
        visitors.nobody().websocket_connect("/api/live") as socket,
        closing(Database(address(demo.database))) as database,
    ):
        line = Line(socket).ask(watch="table:T1")
        version = line.next()["view"]["version"]
        terminal = LocalBackend(open_room(database, demo.key, clock=demo.clock))
        terminal.at_table("T1", SuspendTable("a spill"), by=SUPERVISOR, command_id="terminal spill")
        assert line.next()["view"]["version"] == version + 1


def at_terminal(demo, command, *, by):
    """A command of another process that serves nobody, and has no bus."""
    with closing(Database(address(demo.database))) as database:
        room = open_room(database, demo.key, clock=demo.clock)
        room.in_office(command, by=by, command_id=f"terminal {command.slug()}")
