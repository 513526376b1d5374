"""A table of the room: verifies and does its commands, and is viewed and stored. It writes nothing itself.

Every command is verified first, which changes nothing, and then done. Doing it returns events, and one entry of the
ledger with every amount that moved. The parts that handle the commands are the other modules of this package.
"""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from msgspec import ValidationError, convert, structs, to_builtins

from pitboss.errors import PitbossError
from pitboss.games.audience import Audience
from pitboss.games.command import Command
from pitboss.games.round_view import CardRow, HandView, RoundView, faces
from pitboss.games.rounds import ROUNDS
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
from pitboss.house.tables.settings import TableSettings
from pitboss.house.tables.shuffler_stops import SHUFFLER
from pitboss.house.tables.state import Seating, TableState
from pitboss.house.tables.views import Award, HeldWin, LitPrize, NamedWinner, PendingJackpot, SeatedPlayer, TableView
from pitboss.house.tables.waiting_times import WaitingTimes
from pitboss.house.tables.winning_seat import WINNING_SEAT

FORMAT: Final = 1

PARTS: Final = (FLOOR, SEATS, PLAY, SHUFFLER, JACKPOTS, BOOKED, PAYEES, LATE_AWARDS, LIVE_CARDS, WINNING_SEAT)

_HANDLERS: Final[Mapping[type[Command], Handler]] = handlers_of(PARTS)

_FIELD_TYPES: Final[dict[str, type]] = {
    **dict.fromkeys(("status", "reason", "dealer"), str),
    **dict.fromkeys(("result_cents", "slips_cents", "round_number"), int),
    "link_is_lost": bool,
}
"""The types of stored fields, checked when a table is loaded."""


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

    def as_json(self) -> dict[str, Any]:
        """The table for storage, with its last round. A round in progress is not stored: its commands are replayed."""
        assert not self.is_playing, "a table is stored between rounds"
        return {
            "format": FORMAT,
            "settings": self.settings.as_json(),
            "status": self.status,
            "reason": self.reason,
            "dealer": self.dealer,
            "since": self.waiting.as_json(),
            "seatings": {str(seat): dict(vars(seating)) for seat, seating in self.seatings.items()},
            "balances": dict(self.balances),
            "result_cents": self.result_cents,
            "slips_cents": self.slips_cents,
            "round_number": self.round_number,
            "round": self.round and self.round.as_json(),
            "awards": to_builtins(self.awards),
            "cards": self.cards.as_json(),
            "controller": self.controller and self.controller.as_json(),
            "link_is_lost": self.link_is_lost,
            "booked": to_builtins(list(self.booked.values())),
        }

    @staticmethod
    def from_json(table_id: str, data: Any, secret: Any) -> "Table":
        """Read a stored table, and refuse damaged data."""
        try:
            for name, kind in _FIELD_TYPES.items():
                if type(data[name]) is not kind:
                    raise TypeError(name)
            return Table._restored(table_id, data, secret)
        except (PitbossError, ValidationError, LookupError, TypeError, ValueError, AttributeError) as error:
            why = f" ({error})" if isinstance(error, PitbossError) else ""
            words = f"is not as it was written{why}: restore a backup, and keep this database for the investigation"
            raise StorageError(f"what is stored of table {table_id} {words}") from error

    @staticmethod
    def _restored(table_id: str, data: dict[str, Any], secret: dict[str, Any]) -> "Table":
        table = Table(table_id)
        table.configure(TableSettings.from_json(data["settings"]))
        table.cards.restore(data["cards"], secret)
        table.balances = _balances_of(table, data["balances"])
        table.round = data["round"] and ROUNDS[table.settings.game].from_json(data["round"])
        table.awards = convert(data["awards"], list[Award])
        table.controller = data["controller"] and table.controller_type.from_json(data["controller"])
        table.link_is_lost = data["link_is_lost"]
        table.booked = {booked.jackpot_id: booked for booked in convert(data["booked"], list[Jackpot])}
        table.status, table.reason, table.dealer = data["status"], data["reason"], data["dealer"]
        table.seatings = {int(seat): Seating(**seating) for seat, seating in data["seatings"].items()}
        table.slips_cents = data["slips_cents"]
        table.result_cents = data["result_cents"]
        table.round_number = data["round_number"]
        table.waiting = WaitingTimes(*data["since"])
        if table.is_playing:
            raise StorageError("its round is not over, and a table is stored between rounds")
        return table


def _balances_of(table: Table, stored: dict[str, Any]) -> dict[str, int]:
    """The stored balances; refuse them unless they are of exactly the accounts of the table."""
    if stored.keys() != table.balances.keys() or not all(type(cents) is int for cents in stored.values()):
        raise TypeError("balances")
    return dict(stored)
