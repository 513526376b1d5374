"""A table of the room: verifies and does its commands, and is viewed and stored. It writes nothing itself.

Every command is verified first, which changes nothing, and then done. Doing it returns events, and one entry of the
ledger with every amount that moved. The parts that handle the commands are the other modules of this package.
"""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from msgspec import Struct, ValidationError, convert, structs, to_builtins

from pitboss.errors import PitbossError
from pitboss.games.audience import Audience
from pitboss.games.command import Command
from pitboss.games.round_view import CardRow, HandView, RoundView, faces
from pitboss.house.actor import Actor, Role
from pitboss.house.answers import view_of
from pitboss.house.errors import RefusedError, StorageError
from pitboss.house.tables import winning_seat
from pitboss.house.tables.booked_wins import BOOKED, LATE_AWARDS, PAYEES
from pitboss.house.tables.commands import LeaveSeat, TakeSeat
from pitboss.house.tables.doing import Doing, Handler, Verifying, handlers_of
from pitboss.house.tables.electronic_jackpots import JACKPOTS
from pitboss.house.tables.floor import FLOOR
from pitboss.house.tables.host import Checks, Effects, Queries
from pitboss.house.tables.live_cards import LIVE_CARDS
from pitboss.house.tables.pending_jackpot import Jackpot
from pitboss.house.tables.play import PLAY
from pitboss.house.tables.preconditions import seat_of, verify_who
from pitboss.house.tables.seats import SEATS
from pitboss.house.tables.settings import StoredSettings, TableSettings
from pitboss.house.tables.shuffler_stops import SHUFFLER
from pitboss.house.tables.state import Seating, TableState
from pitboss.house.tables.views import Award, HeldWin, LitPrize, NamedWinner, PendingJackpot, SeatedPlayer, TableView
from pitboss.house.tables.waiting_times import WaitingTimes
from pitboss.house.tables.winning_seat import WINNING_SEAT

FORMAT: Final = 1

PARTS: Final = (FLOOR, SEATS, PLAY, SHUFFLER, JACKPOTS, BOOKED, PAYEES, LATE_AWARDS, LIVE_CARDS, WINNING_SEAT)

_HANDLERS: Final[Mapping[type[Command], Handler]] = handlers_of(PARTS)


class StoredTable(Struct, frozen=True, kw_only=True):
    """A table between two rounds, as it is stored."""

    format: int
    settings: StoredSettings
    status: str
    reason: str
    dealer: str
    since: tuple[str, str, dict[int, str]]
    seatings: dict[int, Seating]
    balances: dict[str, int]
    result_cents: int
    slips_cents: int
    round_number: int
    round: int | None
    """The number of the last round while the table still shows it."""
    awards: list[Award]
    cards: dict[str, Any] | None
    """JSON of the shuffler or shoe, without its secret."""
    controller: dict[str, Any] | None
    """JSON of the keypad."""
    link_is_lost: bool
    booked: list[Jackpot]


class Table(TableState):
    """A table with all its commands.

    >>> Table("T1").status
    'new'
    """

    __slots__ = ()

    operations: ClassVar[tuple[type[Command], ...]] = tuple(_HANDLERS)

    def verify(self, command: Command, host: Checks, by: Actor) -> None:
        """Raise with the reason unless this sender may send the command now. Nothing changes."""
        handler = _HANDLERS.get(type(command))
        if handler is None:
            raise RefusedError(f"{command.slug()} is not a command at a table")
        verify_who(self, command, by)
        handler.verify(Verifying(self, host, by), *command.arguments())

    def do(self, command: Command, host: Effects, by: Actor) -> Doing:
        """Do a command that was verified, now or when it was recorded, and return its events and postings."""
        doing = Doing(self, host, by)
        _HANDLERS[type(command)].do(doing, *command.arguments())
        self._note_time(command, by, host.clock)
        return doing

    @staticmethod
    def rule_of(kind: type[Command]) -> str | None:
        """The rule by which a command is verified, in words."""
        return _HANDLERS[kind].verify.__doc__

    def _note_time(self, command: Command, by: Actor, at: str) -> None:
        self.waiting.note(command, self.settings.game, at)
        if by.role is Role.PLAYER or isinstance(command, TakeSeat):
            self.waiting.note_player(seat_of(command), at)
        if isinstance(command, LeaveSeat):
            self.waiting.keep_seats(self.seatings)

    # ---- queries

    @property
    def lit_seats(self) -> list[int]:
        """The seats that may have the lit hand."""
        return winning_seat.lit_seats(self)

    def lit_prize(self, queries: Queries) -> LitPrize | None:
        """What the lit hand would win now, and the seats to ask about when naming the winner; nothing if none."""
        return winning_seat.lit_prize(self, queries)

    def view(self, audience: Audience, version: int) -> TableView:
        """The table as this audience may see it, at its version."""
        return view_of(
            TableView,
            self,
            version=version,
            table=self.table_id,
            game=self.settings.game.value,
            cards=self.settings.cards.value,
            meter=self.settings.meter_id,
            malfunction=self.trouble,
            since=self.waiting.view(),
            seats={seat: self._view_seat(seat, seating) for seat, seating in sorted(self.seatings.items())},
            round=self._view_round(audience),
            jackpots=[view_of(PendingJackpot, jackpot, words=jackpot.sentence) for jackpot in self.jackpots.values()],
            held_wins=[HeldWin(seat=seat, cents=held.won_cents) for seat, held in self.held_wins.items()],
            awards=list(self.awards),
            folded=sorted(self.live_game.folded),
            claimed_seat=self.live_game.claimed_seat,
            named=self._view_named(),
            controller=None if self.controller is None else self.controller.view(),
            deadline=None,
        )

    def _view_seat(self, seat: int, seating: Seating) -> SeatedPlayer:
        return SeatedPlayer(player=seating.player, chips_cents=self.chips_cents(seat), lit_cents=seating.lit_cents)

    def _view_named(self) -> NamedWinner | None:
        """The winner of the lit hand as named, without who named them."""
        named = self.live_game.named
        return None if named is None else view_of(NamedWinner, named, asked=list(named.asked))

    def _view_round(self, audience: Audience) -> RoundView | None:
        """The round; a hand that somebody must see first lies there, also where the dealer picks up what is paid."""
        if self.round is None:
            return None
        view = self.round.view(audience)
        for seat in {*self.held_wins, *self.jackpots}:
            state, shown = self.round.seats[seat], view.seats[seat]
            if state.cards and not shown.cards:
                hand = HandView(1, [CardRow(faces(state.cards))], "folded" if state.is_folded else "in-play")
                view.seats[seat] = structs.replace(shown, hands=[hand])
        return view

    # ---- storage, between rounds

    def stored(self, shown_round: int | None = None) -> StoredTable:
        """The table for storage. A round in progress is not stored: its commands are replayed."""
        assert not self.is_playing, "a table is stored between rounds"
        return StoredTable(
            format=FORMAT,
            settings=self.settings.stored(),
            status=self.status,
            reason=self.reason,
            dealer=self.dealer,
            since=self.waiting.stored(),
            seatings=self.seatings,
            balances=self.balances,
            result_cents=self.result_cents,
            slips_cents=self.slips_cents,
            round_number=self.round_number,
            round=shown_round,
            awards=self.awards,
            cards=self.cards.as_json(),
            controller=None if self.controller is None else self.controller.as_json(),
            link_is_lost=self.link_is_lost,
            booked=list(self.booked.values()),
        )

    @staticmethod
    def from_json(table_id: str, data: Any, secret: Any) -> "Table":
        """Read a stored table, without its last round, and refuse damaged data."""
        try:
            return Table._restored(table_id, convert(data, StoredTable, str_keys=True), secret)
        except (PitbossError, ValidationError, LookupError, TypeError, ValueError, AttributeError) as error:
            why = f" ({error})" if isinstance(error, PitbossError) else ""
            words = f"is not as it was written{why}: restore a backup, and keep this database for the investigation"
            raise StorageError(f"what is stored of table {table_id} {words}") from error

    @staticmethod
    def _restored(table_id: str, stored: StoredTable, secret: dict[str, Any]) -> "Table":
        table = Table(table_id)
        table.configure(TableSettings.from_json(to_builtins(stored.settings)))
        table.cards.restore(stored.cards, secret)
        table.balances = _balances_of(table, stored.balances)
        table.awards = stored.awards
        if stored.controller is not None:
            table.controller = table.controller_type.from_json(stored.controller)
        table.link_is_lost = stored.link_is_lost
        table.booked = {booked.jackpot_id: booked for booked in stored.booked}
        table.status, table.reason, table.dealer = stored.status, stored.reason, stored.dealer
        table.seatings = stored.seatings
        table.slips_cents = stored.slips_cents
        table.result_cents = stored.result_cents
        table.round_number = stored.round_number
        table.waiting = WaitingTimes(*stored.since)
        return table


def _balances_of(table: Table, stored: dict[str, int]) -> dict[str, int]:
    """The stored balances; refuse them unless they are of exactly the accounts of the table."""
    if stored.keys() != table.balances.keys():
        raise TypeError("balances")
    return stored
