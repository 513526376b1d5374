"""A table of the room. Pure: it stores nothing itself.

Every command is checked first (``verify_x``), then done (``_x``); what is refused changes nothing. What happens is told
in events, and every amount that moves goes into one entry of the ledger.
"""

from typing import Any, ClassVar, Final

from pitboss.errors import PitbossError
from pitboss.games.audience import Audience
from pitboss.games.card_source import CardSource
from pitboss.games.command import Command, methods_of
from pitboss.games.rounds import ROUNDS
from pitboss.house.actor import Actor, Role
from pitboss.house.errors import RefusedError, StorageError
from pitboss.house.tables.commands import (
    Act,
    AuthoriseJackpot,
    AwardLate,
    BringEnvy,
    BuyInFromWallet,
    BuyInWithCash,
    CashOut,
    CheckJackpot,
    ClaimWin,
    CloseTable,
    ConfigureTable,
    CountDrop,
    CountOpenTable,
    CreateTable,
    Credit,
    DealCards,
    Fill,
    FollowGuide,
    FollowLocalProcedure,
    HandOver,
    LeaveSeat,
    MarkFold,
    NameWinner,
    OpenTable,
    PayBooked,
    Press,
    RejectJackpot,
    ReplaceShuffler,
    ReportMalfunction,
    ResumeTable,
    ReverseJackpot,
    StartRound,
    SuspendTable,
    TakeSeat,
    TimeOut,
    VerifyJackpot,
    WithholdWin,
)
from pitboss.house.tables.floor import Floor
from pitboss.house.tables.jackpot import Jackpot
from pitboss.house.tables.malfunctions import Malfunctions
from pitboss.house.tables.permissions import seat_of, verify_who
from pitboss.house.tables.seats import Seats
from pitboss.house.tables.settings import TableSettings
from pitboss.house.tables.state import Done, Outside, Seating
from pitboss.house.tables.waiting import Waiting

FORMAT: Final = 1

_PLAIN: Final[dict[str, type]] = {
    **dict.fromkeys(("status", "reason", "dealer"), str),
    **dict.fromkeys(("tray_cents", "result_cents", "drop_cents", "slips_cents", "round_number"), int),
    **dict.fromkeys(("awards", "booked"), list),
    "link_is_lost": bool,
}
"""What is stored of a table as it is."""


class Table(Floor, Seats, Malfunctions):
    """A table with all that can be done to it.

    >>> Table("T1").status
    'new'
    """

    operations: ClassVar[tuple[type[Command], ...]] = (
        CreateTable,
        ConfigureTable,
        OpenTable,
        CloseTable,
        SuspendTable,
        ResumeTable,
        TakeSeat,
        LeaveSeat,
        BuyInWithCash,
        BuyInFromWallet,
        CashOut,
        Fill,
        Credit,
        CountDrop,
        CountOpenTable,
        HandOver,
        StartRound,
        DealCards,
        Act,
        TimeOut,
        ReportMalfunction,
        FollowGuide,
        ReplaceShuffler,
        FollowLocalProcedure,
        VerifyJackpot,
        CheckJackpot,
        AuthoriseJackpot,
        RejectJackpot,
        Press,
        BringEnvy,
        ClaimWin,
        NameWinner,
        MarkFold,
        PayBooked,
        WithholdWin,
        ReverseJackpot,
        AwardLate,
    )

    def verify(self, command: Command, outside: Outside, by: Actor) -> None:
        """Raise with the reason unless the command is allowed now, and this player's own."""
        if type(command) not in _METHODS:
            raise RefusedError(f"{command.slug()} is not a command at a table")
        self._outside, self._by = outside, by
        verify_who(self, command, by)
        verify, _ = _METHODS[type(command)]
        verify(self, *command.arguments())

    def do(self, command: Command, outside: Outside, by: Actor) -> Done:
        """Do a command that was verified."""
        self._outside, self._by, self._done = outside, by, Done()
        _, act = _METHODS[type(command)]
        act(self, *command.arguments())
        self._note_time(command, by, outside.clock)
        return self._done

    def _note_time(self, command: Command, by: Actor, at: str) -> None:
        self.waiting.note(command, self.settings.game, at)
        if by.role is Role.PLAYER or isinstance(command, TakeSeat):
            self.waiting.note_player(seat_of(command), at)
        if isinstance(command, LeaveSeat):
            self.waiting.keep_seats(self.seatings)

    def view(self, audience: Audience) -> dict[str, Any]:
        """The table as this audience may see it."""
        return {
            "table": self.table_id,
            "game": self.settings.game.value,
            "status": self.status,
            "reason": self.reason,
            "dealer": self.dealer,
            "cards": self.settings.cards.value,
            "meter": self.settings.meter_id,
            "malfunction": self.trouble,
            "since": self.waiting.view(),
            "round_number": self.round_number,
            "seats": {str(seat): dict(vars(seating)) for seat, seating in sorted(self.seatings.items())},
            "round": self._view_round(audience),
            "jackpots": [
                {
                    "seat": jackpot.seat,
                    "words": jackpot.sentence,
                    "status": jackpot.status,
                    "hand": jackpot.hand,
                    "cents": jackpot.cents,
                }
                for jackpot in self.jackpots.values()
            ],
            "held_wins": [{"seat": seat, "cents": held.won_cents} for seat, held in self.held_wins.items()],
            "awards": list(self.awards),
            "folded": sorted(self.live_game.folded),
            "claimed_seat": self.live_game.claimed_seat,
            "named": self._view_named(),
            "controller": None if self.controller is None else self.controller.view(),
        }

    def _view_named(self) -> dict[str, Any] | None:
        """The winner of the lit hand as named, without who named them."""
        named = self.live_game.named
        if named is None:
            return None
        return {"seat": named.seat, "asked": list(named.asked), "none_to_the_right": named.none_to_the_right}

    def _view_round(self, audience: Audience) -> dict[str, Any] | None:
        """The round; a hand that somebody must see first lies there, also where the dealer picks up what is paid."""
        if self.round is None:
            return None
        view = self.round.view(audience)
        for seat in {*self.held_wins, *self.jackpots}:
            if view["seats"][str(seat)].get("picked_up"):
                view["seats"][str(seat)] |= {"cards": list(map(str, self.round.seats[seat].cards)), "picked_up": False}
        return view

    # ---- storage, between rounds

    def as_json(self) -> dict[str, Any]:
        """The table for storage, with its last round. One in progress is not in it: its commands are done again."""
        assert not self.is_playing, "a table is stored between rounds"
        return {
            "format": FORMAT,
            "settings": self.settings.as_json(),
            "status": self.status,
            "reason": self.reason,
            "dealer": self.dealer,
            "since": self.waiting.as_json(),
            "seatings": {str(seat): dict(vars(seating)) for seat, seating in self.seatings.items()},
            "tray_cents": self.tray_cents,
            "result_cents": self.result_cents,
            "drop_cents": self.drop_cents,
            "slips_cents": self.slips_cents,
            "round_number": self.round_number,
            "round": self.round and self.round.as_json(),
            "awards": list(self.awards),
            "cards": self.cards.as_json(),
            "controller": self.controller and self.controller.as_json(),
            "link_is_lost": self.link_is_lost,
            "booked": [jackpot.as_json() for jackpot in self.booked.values()],
        }

    @staticmethod
    def from_json(table_id: str, data: Any, secret: Any) -> "Table":
        """The table as it was stored."""
        try:
            for name, kind in _PLAIN.items():
                if type(data[name]) is not kind:
                    raise TypeError(name)
            return Table._restored(table_id, data, secret)
        except (PitbossError, LookupError, TypeError, ValueError, AttributeError) as error:
            why = f" ({error})" if isinstance(error, PitbossError) else ""
            words = f"is not as it was written{why}: restore a backup, and keep this database for whoever looks into it"
            raise StorageError(f"what is stored of table {table_id} {words}") from error

    @staticmethod
    def _restored(table_id: str, data: dict[str, Any], secret: dict[str, Any]) -> "Table":
        table = Table(table_id)
        table._settings = TableSettings.from_json(data["settings"])
        table._cards = CardSource(table._settings.rules)
        table._cards.restore(data["cards"], secret)
        table.round = data["round"] and ROUNDS[table._settings.game].from_json(data["round"])
        table.awards = data["awards"]
        table.controller = data["controller"] and table._controller_type.from_json(data["controller"])
        table.link_is_lost = data["link_is_lost"]
        table.booked = {entry["jackpot_id"]: Jackpot(**entry) for entry in data["booked"]}
        table.status, table.reason, table.dealer = data["status"], data["reason"], data["dealer"]
        table.seatings = {int(seat): Seating(**seating) for seat, seating in data["seatings"].items()}
        table.tray_cents, table.drop_cents = data["tray_cents"], data["drop_cents"]
        table.slips_cents = data["slips_cents"]
        table.result_cents = data["result_cents"]
        table.round_number = data["round_number"]
        table.waiting = Waiting(*data["since"])
        if table.is_playing:
            raise StorageError("its round is not over, and a table is stored between rounds")
        return table


_METHODS: Final = methods_of(Table, Table.operations)
