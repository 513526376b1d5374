"""Sums up a round seat by seat, from its commands and events: wagers, payments, folds and envy."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, Self, TypeVar

from msgspec import Struct

PROGRESSIVE: Final = "progressive"

_GOES_BACK: Final = "goes back"
"""How the outcome of a void wager begins, such as that of a dead hand."""


class Staked(NamedTuple):
    """A settled wager.

    >>> Staked(3, "ante", 1000, 0).paid_cents
    0
    """

    seat: int
    wager: str
    cents: int
    paid_cents: int
    """Everything that the player received for it, a returned stake included."""


Value = TypeVar("Value")


class StoredSummary(Struct, frozen=True, kw_only=True):
    """A summary as the row of its round stores it."""

    players: dict[int, str]
    wagers: dict[int, dict[str, int]]
    paid: dict[int, int]
    closed: bool
    void_reason: str | None
    settled: list[Staked]
    hands: list[int]
    progressive_wagers: int
    progressive_paid_cents: int
    in_game: list[int]
    folded: list[int]
    brought: dict[int, str]


@dataclass
class RoundSummary:
    """The wagers, payments and marks of a round.

    >>> summary = RoundSummary()
    >>> placed = {"event": "wager-placed", "seat": 2, "wager": "ante", "cents": 500}
    >>> summary.note("act", {"command": {"do": "place-wager"}}, [placed])
    >>> summary.staked_cents({2}), RoundSummary.restored(summary.stored()) == summary
    (500, True)
    """

    players: dict[int, str] = field(default_factory=dict)
    """The players, by seat."""
    wagers: dict[int, dict[str, int]] = field(default_factory=dict)
    """The bets in cents, by seat and wager."""
    paid: dict[int, int] = field(default_factory=dict)
    """The cents returned by seat, stakes that were not lost included."""
    is_closed: bool = False
    """Whether the bets were closed: from then on the meter has the progressive wagers."""
    void_reason: str | None = None
    settled: list[Staked] = field(default_factory=list)
    """Every settled wager except the progressive, which is taken before the deal; empty if the round was void."""
    hands: set[int] = field(default_factory=set)
    """Seats whose hands were settled."""
    progressive_wagers: int = 0
    """How many progressive wagers the meter took."""
    progressive_paid_cents: int = 0
    """What the tray paid for progressive wagers, envy included."""
    in_game: set[int] = field(default_factory=set)
    """At a live table, the seats whose progressive wagers were in the game, carried ones included."""
    folded: set[int] = field(default_factory=set)
    """At a live table, the seats whose folds were marked."""
    brought: dict[int, str] = field(default_factory=dict)
    """At a live table, the hands without a wager that awarded envy, by seat."""

    def staked_cents(self, seats: Iterable[int]) -> int:
        """The bets of some seats, in cents."""
        return sum(cents for seat in seats for cents in self.wagers[seat].values())

    def note(self, kind: str, asked: Mapping[str, Any], events: Iterable[Mapping[str, Any]]) -> None:
        """Add a command of the round and its events. A mark that is made a second time is removed."""
        if kind == "act":
            self.is_closed |= asked["command"]["do"] == "no-more-bets"
        elif kind == "mark-fold":
            self.folded ^= {asked["seat"]}
        elif kind == "award-envy" and self.brought.pop(asked["seat"], None) is None:
            self.brought[asked["seat"]] = asked["row"]
        for event in events:
            note = _NOTES.get(event["event"])
            if note is not None:
                note(self, event)

    def _note_wager(self, event: Mapping[str, Any]) -> None:
        self.wagers.setdefault(event["seat"], {})[event["wager"]] = event["cents"]

    def _note_taken_back(self, event: Mapping[str, Any]) -> None:
        # If only the records of one gaming day are read, the wager may have been placed the day before.
        wagers = self.wagers.get(event["seat"], {})
        wagers.pop(event["wager"], None)
        if not wagers:
            self.wagers.pop(event["seat"], None)

    def _note_contribution(self, event: Mapping[str, Any]) -> None:
        self.progressive_wagers += event["wagers"]

    def _note_game(self, event: Mapping[str, Any]) -> None:
        self.in_game |= {*event["seats"], *event["carried"]}

    def _note_rejected(self, event: Mapping[str, Any]) -> None:
        self._pay(event["seat"], -event["cents"])
        self.settled = [staked for staked in self.settled if staked.seat != event["seat"]]

    def _note_progressive(self, event: Mapping[str, Any]) -> None:
        self._pay(event["seat"], event["cents"])
        self.progressive_paid_cents += event["cents"]

    def _note_void(self, event: Mapping[str, Any]) -> None:
        self.void_reason = event["reason"]
        # Wagers that were collected from folded hands are returned.
        self.settled = []

    def _note_settled(self, event: Mapping[str, Any]) -> None:
        seat = event["seat"]
        self.hands.add(seat)
        for line in event["lines"]:
            self._pay(seat, line["pay_cents"])
            # Void hands do not count for the theoretical win.
            if line["wager"] != PROGRESSIVE and not line["outcome"].startswith(_GOES_BACK):
                self.settled.append(Staked(line["seat"], line["wager"], line["stake_cents"], line["pay_cents"]))

    def _pay(self, seat: int, cents: int) -> None:
        self.paid[seat] = self.paid.get(seat, 0) + cents

    # ---- storage

    def stored(self) -> StoredSummary:
        """The summary for storage."""
        return StoredSummary(
            players=_by_seat(self.players),
            wagers=_by_seat(self.wagers),
            paid=_by_seat(self.paid),
            closed=self.is_closed,
            void_reason=self.void_reason,
            settled=self.settled,
            hands=sorted(self.hands),
            progressive_wagers=self.progressive_wagers,
            progressive_paid_cents=self.progressive_paid_cents,
            in_game=sorted(self.in_game),
            folded=sorted(self.folded),
            brought=_by_seat(self.brought),
        )

    @classmethod
    def restored(cls, stored: StoredSummary) -> Self:
        """The summary as it was stored."""
        return cls(
            players=stored.players,
            wagers=stored.wagers,
            paid=stored.paid,
            is_closed=stored.closed,
            void_reason=stored.void_reason,
            settled=stored.settled,
            hands=set(stored.hands),
            progressive_wagers=stored.progressive_wagers,
            progressive_paid_cents=stored.progressive_paid_cents,
            in_game=set(stored.in_game),
            folded=set(stored.folded),
            brought=stored.brought,
        )


_NOTES: Final[Mapping[str, Callable[[RoundSummary, Mapping[str, Any]], None]]] = {
    "wager-placed": RoundSummary._note_wager,
    "wager-taken-back": RoundSummary._note_taken_back,
    "meter-rose": RoundSummary._note_contribution,
    "wagers-taken": RoundSummary._note_game,
    "seat-settled": RoundSummary._note_settled,
    "wagers-settled": RoundSummary._note_settled,
    "held-win-rejected": RoundSummary._note_rejected,
    "progressive-paid": RoundSummary._note_progressive,
    "envy-paid": RoundSummary._note_progressive,
    "round-voided": RoundSummary._note_void,
    "game-voided": RoundSummary._note_void,
}
"""The events that change the summary, each with its method."""


def _by_seat(values: Mapping[int, Value]) -> dict[int, Value]:
    return dict(sorted(values.items()))
