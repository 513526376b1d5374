"""The stage of a simulated day: servers on one database, the disk under them, and an auditor who looks at all of it."""

from collections.abc import Iterable
from typing import Any, Final

from pitboss.errors import PitbossError
from pitboss.fault_simulator.books import Books
from pitboss.fault_simulator.disk import Disk
from pitboss.fault_simulator.errors import BrokenError
from pitboss.fault_simulator.eyes import verify_felt, verify_nothing_leaks, verify_settled
from pitboss.fault_simulator.scene import meters, tables
from pitboss.fault_simulator.servers import Server
from pitboss.fault_simulator.sites import Site
from pitboss.fault_simulator.world import Luck, Sun
from pitboss.games.audience import PUBLIC, Audience
from pitboss.house.records.audit import verify_chains
from pitboss.house.records.face_down import asked_of, events_of
from pitboss.house.records.journal import Record, chain_of
from pitboss.house.records.self_check import refuse_play, selfcheck
from pitboss.house.records.strongbox import Strongbox, read_key
from pitboss.house.room import OFFICE, seen_by
from pitboss.house.storage.json_text import json_text
from pitboss.house.tables import Table

SERVERS: Final = 2
TABLES: Final = tuple(tables())
METERS: Final = tuple(meters())


class Stage:
    """A room that is open, and can be broken."""

    def __init__(self, site: Site, seed: str) -> None:
        self._site = site
        self.sun, self.luck, self.disk = Sun(), Luck(seed), Disk()
        site.new_day()
        self._start()
        chains = (OFFICE, *map(chain_of, TABLES))
        self.books = Books(self.ask, site.property_id, chains, METERS)
        self.books.read()

    def _start(self) -> None:
        self.disk.log, self.disk.torn = self._site.log(), None
        self.servers = [self._new_server() for _ in range(SERVERS)]
        self.ask, self._send_auditor_away = self._site.ask()

    def _new_server(self) -> Server:
        return Server(self._site, self.disk, self.sun, self.luck)

    @property
    def is_clock_in_doubt(self) -> bool:
        """Whether some server knows of a doubt about the clock that nobody has acknowledged."""
        return any(server.room.clock.open_doubt is not None for server in self.servers)

    # ---- breaking it

    def restart(self, server: int, table_id: str) -> None:
        """A server stops at once and comes up again. It has the table then as the other server has it."""
        self.servers[server].die()
        self.servers[server] = self._new_server()
        one, other = (each.room.view(table_id, PUBLIC) for each in self.servers)
        if one != other:
            raise BrokenError("reload", f"after a restart {table_id} looks different")

    def cut_power(self, share: float) -> None:
        """The machine stops in the middle of a commit, of which only a share is on the disk, and comes up again."""
        for server in self.servers:
            server.die()
        # As long as the auditor is connected, SQLite does not tidy up the log that the dead servers left.
        send_auditor_away = self._send_auditor_away
        self._site.cut_power(self.disk.torn, share)
        send_auditor_away()
        self._start()
        self.books.look_again(self.ask)

    def recorded(self, command_id: str) -> list[tuple[str, str, str, int, list[dict[str, Any]]]]:
        """What is on record under an id: chain, actor, what was asked for, number and events, hidden cards opened."""
        query = f"SELECT {', '.join(Record._fields)} FROM journal WHERE property_id = ? AND command_id = ?"
        box = self.servers[0].room.box
        return [
            (
                record.chain,
                record.actor,
                json_text(asked_of(box, record), sort=True),
                record.seq,
                events_of(box, record),
            )
            for record in (Record(*row) for row in self.ask(query, self._site.property_id, command_id))
        ]

    # ---- what must hold

    def verify(self, server: int, audiences: Iterable[Audience], looked_at: str | None = None) -> list[Record]:
        """The books, and every table that was written to since, as a server has it at hand; the new records."""
        fresh = self.books.read()
        touched = {record.chain.removeprefix("table:") for record in fresh if record.chain != OFFICE}
        for table_id in sorted(touched | ({looked_at} if looked_at else set())):
            self.verify_table(self.servers[server], table_id, audiences)
        return fresh

    def verify_table(self, server: Server, table_id: str, audiences: Iterable[Audience]) -> None:
        """A table is what is on record, has what the ledger says, has paid what is due, and shows nobody too much."""
        seq, _ = self.books.heads[chain_of(table_id)]

        def look(table: Table, version: int) -> None:
            if version != seq:
                raise BrokenError("reload", f"{table_id} is at {version} in memory, and at {seq} on record")
            verify_felt(table, self.books.accounts)
            verify_settled(table, self.books.won)
            # Of physical cards nothing is known here that could leak.
            for audience in audiences if table.round is not None else ():
                verify_nothing_leaks(table, audience, seen_by(audience)(table, version))

        server.room.glance(table_id, look, seq)

    def verify_whole(self) -> None:
        """Every table by the other server, every chain from end to end, and the room's own self-check."""
        for table_id in TABLES:
            self.verify_table(self.servers[-1], table_id, (PUBLIC,))
        room = self.servers[0].room
        with room.database.reading() as connection:
            report = verify_chains(connection, self._site.property_id)
        if not report.is_sound:
            raise BrokenError("chain", report.sentence)
        try:
            refuse_play(selfcheck(room.database, room.house, Strongbox(read_key(self._site.key))))
        except PitbossError as error:
            raise BrokenError("self-check", str(error)) from error

    def leave(self) -> None:
        """Everybody goes home."""
        for server in self.servers:
            server.die()
        self._send_auditor_away()
