"""Keeps since when a table waits. The instants are those of its records, so every process has the same.

Commands that do not move the round (a player sits down or buys in, the dealer orders a fill) start no wait again.
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
"""Commands that resume play: everybody gets the whole time again."""

MOVES: Final = (
    frozenset({STARTS, "deal-cards", "act", "time-out", "check-jackpot", "authorize-jackpot", "reject-jackpot"})
    | RESUMES
)
"""Commands that change what a table waits for."""

TOGETHER: Final[Mapping[Game, frozenset[str]]] = {
    Game.THREE_CARD_POKER: frozenset({"play", "fold"}),
    Game.FORTUNE_SAN_LO: frozenset({"set-hand", "ask-house-way"}),
}
"""Games in which all seats decide at the same time, and these decisions: one of them gives other seats no more time."""


MAX_BETTING_STARTS: Final = 2
"""How often the time for bets begins in one round."""


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
        """When the table last moved, and when it last moved by anything but a decision that all seats make together."""
        self._seats = dict(seats or {})
        """When the player of each seat last did something."""
        self._begun: list[str] = []
        """When the time for bets began in this round: with the first wager, and again after all were taken back."""
        self._placed: set[tuple[int, str]] = set()

    @property
    def bets(self) -> str:
        """Since when the table waits for bets; nothing if there is no wager on the felt."""
        return self._begun[-1] if self._placed else ""

    def note(self, command: Command, game: Game, at: str) -> None:
        """Note a command that may move the table."""
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
            self._placed.clear()
            self._begun.clear()
        elif did.get("do") == "place-wager":
            # A player who takes back and places a wager again and again does not keep the table waiting.
            if not self._placed and len(self._begun) < MAX_BETTING_STARTS:
                self._begun.append(at)
            self._placed.add((did["seat"], did["wager"]))
        elif did.get("do") == "take-back":
            self._placed.discard((did["seat"], did["wager"]))
        elif kind in RESUMES and self._placed:
            self._begun[-1] = at

    def note_player(self, seat: object, at: str) -> None:
        """Note that a player did something at their seat, or sat down."""
        if isinstance(seat, int):
            self._seats[seat] = at

    def keep_seats(self, taken: Iterable[int]) -> None:
        """Forget the seats that are free now."""
        self._seats = {seat: at for seat, at in self._seats.items() if seat in taken}

    def stored(self) -> tuple[str, str, dict[int, str]]:
        """The arguments of a copy of it, as they are stored between two rounds."""
        return self.moved, self.decisions, dict(sorted(self._seats.items()))

    def view(self) -> WaitingSince:
        """The instants as everybody may see them; empty if there is none."""
        seats = dict(sorted(self._seats.items()))
        return WaitingSince(moved=self.moved, decisions=self.decisions, bets=self.bets, seats=seats)
