"""Since when a table waits for what it waits for. The instants are those of its records, so every process has the same.

What does not move the round (somebody sits down, buys in, orders a fill) does not make anybody wait longer.
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
"""After these play goes on, and everybody gets the whole time again."""

MOVES: Final = (
    frozenset({STARTS, "deal-cards", "act", "time-out", "check-jackpot", "authorize-jackpot", "reject-jackpot"})
    | RESUMES
)
"""What changes what a table waits for."""

TOGETHER: Final[Mapping[Game, frozenset[str]]] = {
    Game.THREE_CARD_POKER: frozenset({"play", "fold"}),
    Game.FORTUNE_SAN_LO: frozenset({"set-hand", "ask-house-way"}),
}
"""Games in which all seats decide at the same time, and their decisions: one of them gives nobody else more time."""


MAX_BETTING_STARTS: Final = 2
"""So often the time for bets begins in one round."""


class WaitingTimes:
    """Since when a table waits.

    >>> waiting = WaitingTimes()
    >>> for at, seat in (("12:00", 1), ("12:01", 2)):
    ...     bet = Act({"do": "place-wager", "seat": seat, "wager": "ante", "cents": 500})
    ...     waiting.note(bet, Game.THREE_CARD_POKER, at)
    >>> waiting.view()
    WaitingSince(moved='12:01', decisions='12:01', bets='12:00', seats={})
    """

    def __init__(self, moved: str = "", decisions: str = "", seats: Mapping[int, str] | None = None) -> None:
        self.moved, self.decisions = moved, decisions
        """When the table last moved; and when it did by something else than one of the decisions made together."""
        self._seats = dict(seats or {})
        """When whoever sits there last did something themselves."""
        self._begun: list[str] = []
        """When the time for bets began in this round: with the first wager, and once more after all were taken back."""
        self._lying: set[tuple[int, str]] = set()

    @property
    def bets(self) -> str:
        """Since when the bets of those who have bet are waited for; nothing where no wager lies."""
        return self._begun[-1] if self._lying else ""

    def note(self, command: Command, game: Game, at: str) -> None:
        """A command was done that may move the table."""
        kind = command.slug()
        if kind not in MOVES:
            return
        did = command.command if isinstance(command, Act) else {}
        self.moved = at
        together = TOGETHER.get(game, frozenset())
        if not (did.get("do") in together or (together and isinstance(command, TimeOut))):
            self.decisions = at
        self._note_bets(kind, did, at)

    def _note_bets(self, kind: str, did: Mapping[str, Any], at: str) -> None:
        if kind == STARTS or did.get("do") in ("no-more-bets", "call-off", "void"):
            self._lying.clear()
            self._begun.clear()
        elif did.get("do") == "place-wager":
            # Whoever takes back and places again and again does not keep a table waiting.
            if not self._lying and len(self._begun) < MAX_BETTING_STARTS:
                self._begun.append(at)
            self._lying.add((did["seat"], did["wager"]))
        elif did.get("do") == "take-back":
            self._lying.discard((did["seat"], did["wager"]))
        elif kind in RESUMES and self._lying:
            self._begun[-1] = at

    def note_player(self, seat: object, at: str) -> None:
        """A player did something at the own seat, or sat down there."""
        if isinstance(seat, int):
            self._seats[seat] = at

    def keep_seats(self, taken: Iterable[int]) -> None:
        """Nobody sits at the others any more."""
        self._seats = {seat: at for seat, at in self._seats.items() if seat in taken}

    def stored(self) -> tuple[str, str, dict[int, str]]:
        """The arguments that make it again, for storage between two rounds."""
        return self.moved, self.decisions, dict(sorted(self._seats.items()))

    def view(self) -> WaitingSince:
        """The instants, as everybody may see them; empty where there is none."""
        seats = dict(sorted(self._seats.items()))
        return WaitingSince(moved=self.moved, decisions=self.decisions, bets=self.bets, seats=seats)
