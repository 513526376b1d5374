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
from pitboss.house.errors import NotPermittedError, RefusedError, StorageError
from pitboss.house.tables.commands import (
    Act,
    AuthoriseJackpot,
    AwardLate,
    BringEnvy,
    BuyIn,
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
from pitboss.house.tables.events import dealer_in_words
from pitboss.house.tables.floor import Floor
from pitboss.house.tables.jackpot import Jackpot
from pitboss.house.tables.malfunctions import Malfunctions
from pitboss.house.tables.seats import Seats
from pitboss.house.tables.settings import TableSettings
from pitboss.house.tables.state import HOUSE, Done, Outside, Seating
from pitboss.house.tables.waiting import Waiting

FORMAT: Final = 1

FLOOR: Final = frozenset({Role.SUPERVISOR, Role.EXECUTIVE})

DEALERS_ACTS: Final = frozenset(
    {
        "no-more-bets",
        "settle",
        "reveal-dealer",
        "peek",
        "pay-blackjack",
        "turn-hole-card",
        "player-house-way",
        "dealer-house-way",
        "exit-display",
    }
)
"""Commands of a round that are not a player's."""

FLOORS_ACTS: Final = frozenset({"void", "burn", "back-up", "dead-hand"})
"""Commands of a round that a supervisor decides."""


_PLAIN: Final[dict[str, type]] = {
    **dict.fromkeys(("status", "reason", "dealer"), str),
    **dict.fromkeys(("tray_cents", "result_cents", "drop_cents", "slips_cents", "round_number"), int),
    **dict.fromkeys(("awards", "booked"), list),
    "link_is_lost": bool,
}
"""What is stored of a table as it is."""


def _seat_of(command: Command) -> Any:
    """The seat that a command is about."""
    return command.command.get("seat") if isinstance(command, Act) else getattr(command, "seat", None)


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
        BuyIn,
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
        if by.role is Role.PLAYER:
            self._verify_own(command, by.name)
        elif isinstance(command, Act) and command.names_cards:
            raise NotPermittedError(f"cards are named by the player who holds them, not by {by}")
        if isinstance(command, BuyIn) and command.paid_from == "cash" and not by.is_staff:
            raise NotPermittedError(f"cash is taken by a dealer or the floor, not by {by}")
        if isinstance(command, Act) and command.command.get("do") in FLOORS_ACTS and not self._may_rule(command, by):
            raise NotPermittedError(f"{command.command['do']} is for a supervisor or an executive, not for {by}")
        if by.role is Role.DEALER and not isinstance(command, (HandOver, ReportMalfunction)):
            self._verify_deals_here(by)
        verify, _ = _METHODS[type(command)]
        verify(self, *command.arguments())

    def _verify_deals_here(self, by: Actor) -> None:
        """Cards, chips and players of a table are handled by whoever deals there, and by no other dealer."""
        if self.dealer == HOUSE:
            raise NotPermittedError(
                f"the house deals at table {self.table_id}: it is for the house dealer and the floor until it is "
                "handed over"
            )
        if self.dealer not in ("", by.name):
            raise NotPermittedError(
                f"{dealer_in_words(self.dealer)} deals at table {self.table_id}, not {by}: have it handed over first"
            )

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
            self.waiting.note_player(_seat_of(command), at)
        if isinstance(command, LeaveSeat):
            self.waiting.keep_seats(self.seatings)

    def _may_rule(self, command: Act, by: Actor) -> bool:
        """The floor decides; whoever deals only calls off a round in which nobody has bet."""
        deals = by.role is Role.HOUSE or (by.role is Role.DEALER and self.dealer != HOUSE)
        calls_off = command.command.get("do") == "void" and deals and self.waits_for_first_bet
        return by.role in FLOOR or calls_off

    def _verify_own(self, command: Command, player: str) -> None:
        """Players act for themselves, and leave the dealer's work to the dealer."""
        if isinstance(command, TakeSeat):
            if command.player != player:
                raise NotPermittedError(f"{player} cannot take a seat for {command.player}")
            return
        if isinstance(command, Act) and command.command.get("do") in DEALERS_ACTS:
            raise NotPermittedError(f"{command.command['do']} is for the dealer, not for a player")
        seat = _seat_of(command)
        seating = self.seatings.get(seat) if isinstance(seat, int) else None
        if seating is None or seating.player != player:
            raise NotPermittedError(f"{player} does not sit at seat {seat!r} of table {self.table_id}")

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
