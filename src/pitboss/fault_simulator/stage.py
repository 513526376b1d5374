"""The setup of a simulated day: two servers on one database, the disk under them, and the auditor's checks of both."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from msgspec import to_builtins

from pitboss.cards import Card
from pitboss.errors import PitbossError
from pitboss.fault_simulator.auditor import Auditor
from pitboss.fault_simulator.disk import Disk
from pitboss.fault_simulator.drivers import put_under
from pitboss.fault_simulator.errors import BrokenError
from pitboss.fault_simulator.scene import meters, tables
from pitboss.fault_simulator.simulated_sources import SimulatedClock, SimulatedEntropy
from pitboss.fault_simulator.sites import Site
from pitboss.games.audience import PUBLIC, Audience
from pitboss.games.event import CardsDealt, CardsShown
from pitboss.games.round import Round
from pitboss.house.open_room import open_room
from pitboss.house.records.audit import verify_chains
from pitboss.house.records.face_down import asked_of, events_of
from pitboss.house.records.journal import Record, chain_of
from pitboss.house.records.self_check import refuse_play, selfcheck
from pitboss.house.records.strongbox import Strongbox, read_key
from pitboss.house.room import OFFICE, table_view
from pitboss.house.storage.database import Database
from pitboss.house.storage.json_text import json_text
from pitboss.house.tables.table import Table
from pitboss.house.tables.views import TableView
from pitboss.server.auto_dealer import AutoDealer
from pitboss.server.bus import LocalBus
from pitboss.server.context import ServerContext
from pitboss.server.settings import ServerSettings

_CARD: Final = re.compile(r"[2-9TJQKA][cdhs]|Jk|JK|[Jj]oker")
CARDS_IN_TEXT: Final = re.compile(rf"(?:{_CARD.pattern})(?:[ ,]+(?:{_CARD.pattern}))*")


def verify_nothing_leaks(table: Table, audience: Audience, shown: TableView) -> None:
    """Nobody is shown a card that was dealt face down to somebody else, or not dealt at all."""
    if table.round is None:
        return
    known = _known(table.round, audience)
    for card in _cards_in(to_builtins(shown)):
        if card not in known:
            seats = sorted(audience.seats)
            raise BrokenError("leak", f"{audience.role.value} {seats} at {table.table_id} was shown {card}")


def _known(round: Round[Any, Any], audience: Audience) -> set[str]:
    """Cards that are face up, or were dealt to this audience."""
    known: set[str] = set()
    for event in round.events:
        if isinstance(event, CardsShown) or (
            isinstance(event, CardsDealt) and (event.face_up or audience.may_look_at(event.seat))
        ):
            known |= {str(card) for card in event.cards if isinstance(card, Card)}
    return known


def _cards_in(value: Any) -> Iterator[str]:
    """Every card that is written anywhere in a message."""
    kind = type(value)
    if kind is str:
        if CARDS_IN_TEXT.fullmatch(value):
            yield from _CARD.findall(value)
    elif kind in (dict, list, tuple):
        for item in value.values() if kind is dict else value:
            yield from _cards_in(item)


def verify_felt(table: Table, accounts: Mapping[str, int]) -> None:
    """The table's balances agree with the ledger, and the felt holds what the round has in action."""
    on_felt, in_action = table.balances[table.felt_account], table.cents_in_action
    if on_felt != in_action:
        raise BrokenError("felt", f"{table.felt_account} holds {on_felt} cents, and {in_action} are in action")
    for account, cents in table.balances.items():
        if accounts.get(account, 0) != cents * 1000:
            raise BrokenError("felt", f"{account} holds {accounts.get(account, 0)}, and the table has {cents * 1000}")


def verify_settled(table: Table, won: Mapping[str, int]) -> None:
    """Every seat won what the rules say: the round is replayed by the rules alone, and its lines are added up."""
    round = table.round
    if round is None or not round.is_over or table.jackpots or table.held_wins or round.lit:
        return
    replayed = type(round)(round.rules, seats={number: seat.player for number, seat in round.seats.items()})
    for command in round.commands:
        replayed.do(command)
    for seat in round.seats:
        lines = sum(line.net_cents for line in replayed.lines if line.seat == seat)
        if round.void_reason is not None:
            lines = -replayed.still_lit.get(seat, 0)
        awards = sum(award.cents for award in table.awards if award.seat == seat and award.kind != "jackpot")
        got, due = won.get(f"chips:{table.table_id}:{seat}", 0), (lines + awards) * 1000
        if got != due:
            words = f"seat {seat} of {table.table_id} gained {got} in round {table.round_number}, and is due {due}"
            raise BrokenError("settlement", words)


class Server:
    """One server process: its database connections, its room in memory, and its auto-dealer."""

    def __init__(self, site: Site, disk: Disk, clock: SimulatedClock, entropy: SimulatedEntropy) -> None:
        self.database = Database(site.url, connections=2)
        put_under(self.database, disk)
        self.room = open_room(self.database, site.key, property_id=site.property_id, clock=clock, entropy=entropy)
        self.context = ServerContext(self.room, ServerSettings.model_validate({}), LocalBus())
        self.dealer = AutoDealer(self.context)

    def die(self) -> None:
        """Stop at once: what was not committed is lost."""
        self.context.close()
        self.database.close()


SERVERS: Final = 2
TABLES: Final = tuple(tables())
METERS: Final = tuple(meters())


class RecordedCommand(NamedTuple):
    """A command as it is on record."""

    sent: tuple[str, str, str]
    """Its chain, sender and fields."""
    seq: int
    events: list[dict[str, Any]]
    """With their hidden cards opened; each kind of event has its own JSON."""


class Stage:
    """An open room with its servers, disk and auditor, and the faults that can be caused in it."""

    def __init__(self, site: Site, seed: str) -> None:
        self._site = site
        self.clock, self.entropy, self.disk = SimulatedClock(), SimulatedEntropy(seed), Disk()
        site.new_day()
        self._start()
        chains = (OFFICE, *map(chain_of, TABLES))
        self.books = Auditor(self.ask, site.property_id, chains, METERS)
        self.books.read()

    def _start(self) -> None:
        self.disk.log, self.disk.torn = self._site.log(), None
        self.servers = [self._new_server() for _ in range(SERVERS)]
        self.ask, self._disconnect_auditor = self._site.ask()

    def _new_server(self) -> Server:
        return Server(self._site, self.disk, self.clock, self.entropy)

    @property
    def is_clock_in_doubt(self) -> bool:
        """Whether a server has a doubt about the clock that was not acknowledged."""
        return any(server.room.clock.open_doubt is not None for server in self.servers)

    # ---- faults

    def restart(self, server: int, table_id: str) -> None:
        """Stop a server at once and start it again. It must then have the same table as the other server."""
        self.servers[server].die()
        self.servers[server] = self._new_server()
        one, other = (each.room.view(table_id, PUBLIC) for each in self.servers)
        if one != other:
            raise BrokenError("reload", f"after a restart {table_id} looks different")

    def cut_power(self, share: float) -> None:
        """Cut the power in the middle of a commit, of which only a share reaches the disk, and start again."""
        for server in self.servers:
            server.die()
        # While the auditor is connected, SQLite does not clean up the log that the stopped servers left.
        disconnect_auditor = self._disconnect_auditor
        self._site.cut_power(self.disk.torn, share)
        disconnect_auditor()
        self._start()
        self.books.verify_after_restart(self.ask)

    def recorded(self, command_id: str) -> list[RecordedCommand]:
        """The records with a command id."""
        query = f"SELECT {', '.join(Record._fields)} FROM journal WHERE property_id = ? AND command_id = ?"
        box = self.servers[0].room.box
        return [
            RecordedCommand(
                (record.chain, record.actor, json_text(asked_of(box, record), sort=True)),
                record.seq,
                events_of(box, record),
            )
            for record in (Record(*row) for row in self.ask(query, self._site.property_id, command_id))
        ]

    # ---- checks

    def verify(self, server: int, audiences: Iterable[Audience], looked_at: str | None = None) -> list[Record]:
        """Check the books, and every table with new records in a server's memory; returns the new records."""
        fresh = self.books.read()
        touched = {record.chain.removeprefix("table:") for record in fresh if record.chain != OFFICE}
        for table_id in sorted(touched | ({looked_at} if looked_at else set())):
            self.verify_table(self.servers[server], table_id, audiences)
        return fresh

    def verify_table(self, server: Server, table_id: str, audiences: Iterable[Audience]) -> None:
        """A table in memory is as recorded, agrees with the ledger, has paid what is due, and leaks no cards."""
        seq, _ = self.books.heads[chain_of(table_id)]

        def check(table: Table, version: int) -> None:
            if version != seq:
                raise BrokenError("reload", f"{table_id} is at {version} in memory, and at {seq} on record")
            verify_felt(table, self.books.accounts)
            verify_settled(table, self.books.won)
            # Live cards are not known to the house, so nothing can leak.
            for audience in audiences if table.round is not None else ():
                verify_nothing_leaks(table, audience, table_view(audience)(table, version))

        server.room.query_cached(table_id, check, seq)

    def verify_whole(self) -> None:
        """Check every table in the other server's memory, every chain from end to end, and the room's self-check."""
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
        """Stop the servers, and disconnect the auditor."""
        for server in self.servers:
            server.die()
        self._disconnect_auditor()
