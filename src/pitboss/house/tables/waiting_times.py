"""Tracks since when a table waits for bets, decisions and players, so that the auto-dealer can set deadlines.

The times are those of the records, so every process has the same. Commands that do not move the round, such as a buy-in
or a fill, do not extend any time.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from pitboss.games.command import Command
from pitboss.house.tables.commands import Act, TimeOut
from pitboss.house.tables.views import WaitingSince
from pitboss.paytables import Game

STARTS: Final = "start-round"

RESUMES: Final = frozenset(
    {"open-table", "resume-table", "hand-over", "follow-guide", "replace-shuffler", "follow-local-procedure"}
)
"""Commands after which play continues, and everybody gets the full time again."""

MOVES: Final = (
    frozenset({STARTS, "deal-cards", "act", "time-out", "check-jackpot", "authorize-jackpot", "reject-jackpot"})
    | RESUMES
)
"""Commands that change what a table waits for."""

TOGETHER: Final[Mapping[Game, frozenset[str]]] = {
    Game.THREE_CARD_POKER: frozenset({"play", "fold"}),
    Game.FORTUNE_SAN_LO: frozenset({"set-hand", "ask-house-way"}),
}
"""The decisions of games in which all seats decide at the same time: one decision gives nobody else more time."""


MAX_BETTING_STARTS: Final = 2
"""How often the time for bets can start in one round."""


class WaitingTimes:
    """Since when a table waits.

    >>> waiting = WaitingTimes()
    >>> for at, seat in (("12:00", 1), ("12:01", 2)):
    ...     bet = Act({"do": "place-wager", "seat": seat, "wager": "ante", "cents": 500})
    ...     waiting.note(bet, Game.THREE_CARD_POKER, at)
    >>> waiting.view()
    WaitingSince(moved='12:01', decisions='12:01', bets='12:00', seats={})
    """

    def __init__(self, moved: str = "", decisions: str = "", seats: Mapping[str, str] | None = None) -> None:
        self.moved, self.decisions = moved, decisions
        """When the table last moved, and when it last moved by anything but a simultaneous decision."""
        self._seats = {int(seat): at for seat, at in (seats or {}).items()}
        """By seat, when its player last act something."""
        self._betting_starts: list[str] = []
        """When the time for bets started in this round: with the first wager, and again after all were taken back."""
        self._placed: set[tuple[int, str]] = set()

    @property
    def bets(self) -> str:
        """When the time for bets started; empty while there is no wager."""
        return self._betting_starts[-1] if self._placed else ""

    def note(self, command: Command, game: Game, at: str) -> None:
        """Follow a command that was done."""
        kind = command.slug()
        if kind not in MOVES:
            return
        act = command.command if isinstance(command, Act) else {}
        self.moved = at
        together = TOGETHER.get(game, frozenset())
        if not (act.get("do") in together or (together and isinstance(command, TimeOut))):
            self.decisions = at
        self._note_bets(kind, act, at)

    def _note_bets(self, kind: str, act: Mapping[str, Any], at: str) -> None:
        if kind == STARTS or act.get("do") in ("no-more-bets", "call-off", "void"):
            self._placed.clear()
            self._betting_starts.clear()
        elif act.get("do") == "place-wager":
            # A player who takes back and places wagers repeatedly does not delay the table.
            if not self._placed and len(self._betting_starts) < MAX_BETTING_STARTS:
                self._betting_starts.append(at)
            self._placed.add((act["seat"], act["wager"]))
        elif act.get("do") == "take-back":
            self._placed.discard((act["seat"], act["wager"]))
        elif kind in RESUMES and self._placed:
            self._betting_starts[-1] = at

    def note_player(self, seat: object, at: str) -> None:
        """Note that the player of a seat act something or sat down."""
        if isinstance(seat, int):
            self._seats[seat] = at

    def keep_seats(self, taken: Iterable[int]) -> None:
        """Forget the seats that are not taken any more."""
        self._seats = {seat: at for seat, at in self._seats.items() if seat in taken}

    def as_json(self) -> list[Any]:
        """For storage between two rounds."""
        return [self.moved, self.decisions, {str(seat): at for seat, at in sorted(self._seats.items())}]

    def view(self) -> WaitingSince:
        """The instants, as everybody may see them; empty where there is none."""
        seats = dict(sorted(self._seats.items()))
        return WaitingSince(moved=self.moved, decisions=self.decisions, bets=self.bets, seats=seats)
