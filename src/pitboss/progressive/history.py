"""The events of a meter, and what stands on it after them.

A meter is the fold of its events. So a win that was none is left out of them, and the meter is what it would be had the
win never been there: no operation is undone by its opposite.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from fractions import Fraction
from math import floor
from typing import Any, ClassVar, Final

from pitboss.progressive.errors import MeterError
from pitboss.progressive.movements import MILLICENTS, LawfulReason, Pot, RiseReason, print_millicents
from pitboss.progressive.work import Work


@dataclass(frozen=True, kw_only=True)
class Totals:
    """What stands on a meter, and its totals since it was started; all in millicents.

    >>> Totals(shown=5, seeds=5).shown
    5
    >>> Totals(shown=6, seeds=5)
    Traceback (most recent call last):
    pitboss.progressive.errors.MeterError: 6 millicents stand or were paid, and 5 were put in: {'shown': 6, \
'reserve': 0, 'overflow': 0, 'frozen': 0, 'seeds': 5, 'contributions': 0, 'paid': 0, 'adjusted': 0, 'seed_left': 0}
    """

    shown: int = 0
    reserve: int = 0
    overflow: int = 0
    frozen: int = 0
    seeds: int = 0
    """Put in by the house as seeds, less what it recovered of them."""
    contributions: int = 0
    paid: int = 0
    adjusted: int = 0
    """Documented corrections, up less down."""
    seed_left: int = 0
    """What of the shown amount is still the house's own seed. The rest is the players', and the house holds it."""
    maximum: int | None = None
    """The posted maximum of the display."""

    def __post_init__(self) -> None:
        lowest = min(self.shown, self.reserve, self.overflow, self.frozen, self.seeds, self.paid, self.seed_left)
        if lowest < 0 or self.contributions < 0:
            raise MeterError(f"no amount of a meter but its adjustments can be less than nothing: {self.totals}")
        stands = self.shown + self.reserve + self.overflow + self.frozen + self.paid
        put_in = self.seeds + self.contributions + self.adjusted
        if stands != put_in:
            raise MeterError(f"{stands} millicents stand or were paid, and {put_in} were put in: {self.totals}")

    @property
    def totals(self) -> dict[str, int]:
        """Every amount by its name."""
        return {name: getattr(self, name) for name in _AMOUNTS}

    def work(self) -> Work:
        """An operation on them."""
        return Work(self.totals, self.maximum)


_AMOUNTS: Final = tuple(entry.name for entry in fields(Totals) if entry.name != "maximum")


def totals_after(work: Work) -> Totals:
    """What an operation has left.

    >>> totals_after(Totals(shown=5, seeds=5).work()).shown
    5
    """
    work.settle()
    return Totals(**work.totals, maximum=work.maximum)


# ---- events


@dataclass(frozen=True)
class Contribution:
    """Wagers were taken, and their shares put on the display and into the reserve.

    >>> Contribution(21_000, 0).plus(Contribution(42_000, 0))
    Contribution(shown=63000, reserve=0)
    """

    kind: ClassVar[str] = "contribution"
    shown: int
    reserve: int

    def plus(self, other: "Contribution") -> "Contribution":
        """Both as one: the meter rises by wagers one by one as it does by all of them."""
        return Contribution(self.shown + other.shown, self.reserve + other.reserve)

    def apply(self, work: Work) -> "Contribution":
        """Put it on the meter."""
        work.rise(Pot.TRAY, self.shown, RiseReason.CONTRIBUTION)
        work.move(Pot.TRAY, Pot.RESERVE, self.reserve, RiseReason.CONTRIBUTION)
        return self


class WinStatus(StrEnum):
    """How far a win is.

    >>> [status.value for status in WinStatus if status.is_frozen]
    ['claimed', 'held']
    """

    CLAIMED = "claimed"
    """Frozen until it is verified. Its amount follows from the wins before it."""
    HELD = "held"
    """Booked with J-POT, its amount fixed: the display has it until the key is back at RUN."""
    BOOKED = "booked"
    """Off the meter, and not paid to the winner yet."""
    PAID = "paid"
    GIVEN_BACK = "given back"
    """It was no win, and its amount is back on the meter. Its seed stays: a later winner was paid out of it."""

    @property
    def is_frozen(self) -> bool:
        """Whether the meter still holds the amount."""
        return self in (WinStatus.CLAIMED, WinStatus.HELD)

    @property
    def is_settled(self) -> bool:
        """Whether nothing more is paid for it."""
        return self in (WinStatus.PAID, WinStatus.GIVEN_BACK)


@dataclass(frozen=True, kw_only=True)
class Win:
    """A share of what the display says, claimed or won.

    >>> Win(name="T3-18-2", share=Fraction(1, 10), status=WinStatus.CLAIMED, cents=1_200).millicents
    1200000
    """

    kind: ClassVar[str] = "win"
    name: str
    """Made by the caller, and unique among the wins of a meter that are not paid."""
    share: Fraction
    status: WinStatus
    cents: int
    """What the meter pays. Of a claim it follows from the events before it; from then on it is fixed."""
    seed: int = 0
    """What the meter is seeded with after it, in millicents; nothing after a win of less than the whole."""
    house_cents: int = 0
    """What the house adds, where each win is paid by the full meter."""
    own_seed: int = 0
    """What of the amount was the house's own seed, in millicents."""

    @property
    def millicents(self) -> int:
        """The amount in the unit of the meter."""
        return self.cents * MILLICENTS

    @property
    def on_display(self) -> int:
        """What of it the display still shows, in place of the seed that came with it; in millicents."""
        return self.millicents - self.seed if self.status is WinStatus.HELD else 0

    def apply(self, work: Work) -> "Win":
        """Take it off the display, and seed the meter again.

        Where a fixed amount is more than the display would have, the house puts in the rest: it was paid out of a seed.
        """
        work.win = self.name
        cents = self.cents
        if self.status is WinStatus.CLAIMED:
            cents = floor(work.totals[Pot.SHOWN] // MILLICENTS * self.share)
        short = max(0, cents * MILLICENTS - work.totals[Pot.SHOWN])
        work.move(Pot.HOUSE, Pot.SHOWN, short, RiseReason.SEED)
        own_seed = work.totals["seed_left"]
        target = Pot.FROZEN if self.status.is_frozen else Pot.WINNER
        work.move(Pot.SHOWN, target, cents * MILLICENTS, LawfulReason.WON)
        work.move(Pot.HOUSE, Pot.WINNER, self.house_cents * MILLICENTS, LawfulReason.WON)
        work.totals["seed_left"] = min(own_seed, work.totals[Pot.SHOWN])
        if self.seed:
            work.reseed(self.seed)
        else:
            own_seed -= work.totals["seed_left"]
        work.settle()
        work.win = ""
        return replace(self, cents=cents, own_seed=own_seed)


@dataclass(frozen=True)
class Adjustment:
    """A documented adjustment by hand.

    >>> Adjustment(RiseReason.SEED, Pot.HOUSE, Pot.SHOWN, 5_000, "a better seed", 5_000).note
    'a better seed'
    """

    kind: ClassVar[str] = "adjustment"
    reason: LawfulReason | RiseReason
    source: Pot
    target: Pot
    millicents: int
    note: str
    own_seed: int = 0
    """What of it becomes the house's own seed on the display."""
    win: str = ""
    """The win whose amount it gives back, where it gives one back."""

    def apply(self, work: Work) -> "Adjustment":
        """Move it, as far as it goes the way it went."""
        if isinstance(self.reason, RiseReason):
            work.rise(self.source, self.millicents, self.reason, self.note)
            work.totals["seed_left"] += self.own_seed
            return self
        left = work.totals["seed_left"] if self.reason is LawfulReason.SEED_RECOVERED else work.totals.get(self.source)
        if left is not None and left < self.millicents:
            moved, there = print_millicents(self.millicents), print_millicents(left)
            raise MeterError(f"an adjustment of {moved} ({self.reason}: {self.note}) would have found {there} only")
        if self.reason is LawfulReason.SEED_RECOVERED:
            work.recover_seed(self.millicents, self.note)
        else:
            work.move(self.source, self.target, self.millicents, self.reason, self.note)
        return self


@dataclass(frozen=True)
class Limit:
    """Another maximum is posted. What is shown above it is not lost: it goes to the overflow.

    >>> Limit(None).kind
    'limit'
    """

    kind: ClassVar[str] = "limit"
    maximum: int | None

    def apply(self, work: Work) -> "Limit":
        """From now on the display keeps it."""
        work.maximum = self.maximum
        if self.maximum is not None:
            above = max(0, work.totals[Pot.SHOWN] - self.maximum)
            work.move(Pot.SHOWN, Pot.OVERFLOW, above, LawfulReason.OVER_MAXIMUM)
        return self


Event = Contribution | Win | Adjustment | Limit


def fold(base: Totals, events: Iterable[Event]) -> tuple[Totals, tuple[Event, ...]]:
    """What stands on a meter after these events, and the events with what follows from those before them.

    >>> win = Win(name="A", share=Fraction(1, 2), status=WinStatus.CLAIMED, cents=0)
    >>> totals, (claimed,) = fold(Totals(shown=8_000, seeds=8_000), (win,))
    >>> totals.shown, totals.frozen, claimed.cents
    (4000, 4000, 4)
    """
    work, after = base.work(), []
    for event in events:
        after.append(event.apply(work))
        work.settle()
    return totals_after(work), tuple(after)


def joined(events: Iterable[Event]) -> list[Event]:
    """Events in which contributions that follow each other are one.

    >>> joined([Contribution(1_000, 0), Contribution(2_000, 0)])
    [Contribution(shown=3000, reserve=0)]
    """
    found: list[Event] = []
    for event in events:
        last = found[-1] if found else None
        if isinstance(event, Contribution) and isinstance(last, Contribution):
            found[-1] = last.plus(event)
        elif event != Contribution(0, 0):
            found.append(event)
    return found


def given_back(events: Sequence[Event]) -> list[tuple[Win, Adjustment]]:
    """The wins whose amounts were given back without their seeds, each with the adjustment that gave it back.

    A seed that was recovered by hand since then is settled: such a win is not among them.

    >>> win = Win(name="A", share=Fraction(1), status=WinStatus.GIVEN_BACK, cents=5)
    >>> back = Adjustment(RiseReason.WIN_REVERSED, Pot.WINNER, Pot.SHOWN, 5_000, "a pair", win="A")
    >>> recovered = Adjustment(LawfulReason.SEED_RECOVERED, Pot.SHOWN, Pot.HOUSE, 1_000, "dispute D1")
    >>> given_back((win, back)) == [(win, back)], given_back((win, back, recovered))
    (True, [])
    """
    found: list[tuple[Win, Adjustment]] = []
    open_wins: dict[str, Win] = {}
    for event in events:
        if isinstance(event, Win) and event.status is WinStatus.GIVEN_BACK:
            open_wins[event.name] = event
        elif isinstance(event, Adjustment) and event.win in open_wins:
            found.append((open_wins.pop(event.win), event))
        elif isinstance(event, Adjustment) and event.reason is LawfulReason.SEED_RECOVERED:
            found.clear()
    return found


PAID_KEPT: Final = 8
"""The last paid wins that stay in the history. The last can be reversed; for the others a refusal has the figures.

A linked meter of a full room pays a 10% share about twice an hour, so a mistake is found while its win is among these.
Each one more costs every contribution the time to read and fold it.
"""


def trim(base: Totals, events: Sequence[Event], after: Totals) -> tuple[Totals, tuple[Event, ...]]:
    """A short history that stands the same ``after``: wins that are not paid, the last that are, and all since.

    >>> after = Totals(shown=6_000, seeds=5_000, contributions=1_000)
    >>> trim(Totals(shown=5_000, seeds=5_000), (Contribution(1_000, 0),), after) == (after, ())
    True
    """
    wins = [(place, event) for place, event in enumerate(events) if isinstance(event, Win)]
    unpaid = [place for place, win in wins if not win.status.is_settled]
    paid = [place for place, win in wins if win.status.is_settled]
    first = min([*unpaid[:1], *paid[-PAID_KEPT:][:1]], default=len(events))
    if first == len(events):
        return after, ()
    return (fold(base, events[:first])[0] if first else base), tuple(events[first:])


def movements_between(before: Totals, after: Totals, wins: Sequence[tuple[Win, Event | None]], note: str) -> Work:
    """What moves so that one state becomes another, where wins were left out of the history, or turned out otherwise.

    Each win comes with what it is now, or nothing. Money comes onto the display first, so that it never falls short.
    """
    work = before.work()
    for old, new in wins:
        work.win = old.name
        if new is None:
            reason = RiseReason.CLAIM_REJECTED if old.status.is_frozen else RiseReason.WIN_REVERSED
            source = Pot.FROZEN if old.status.is_frozen else Pot.WINNER
            work.move(source, Pot.SHOWN, old.millicents, reason, note)
            work.move(Pot.WINNER, Pot.HOUSE, old.house_cents * MILLICENTS, LawfulReason.SEED_RECOVERED, note)
        elif isinstance(new, Win):
            fallen = max(0, old.millicents - new.millicents)
            work.move(Pot.FROZEN, Pot.SHOWN, fallen, RiseReason.CLAIM_REJECTED, note)
    work.win = next((old.name for old, new in wins if new is None), "")
    seeds, reserve = before.seeds - after.seeds, after.reserve - before.reserve
    overflow = after.overflow - before.overflow
    work.move(Pot.HOUSE, Pot.SHOWN, max(0, -seeds), RiseReason.SEED, note)
    work.move(Pot.RESERVE, Pot.SHOWN, max(0, -reserve), RiseReason.SEED, note)
    work.move(Pot.OVERFLOW, Pot.SHOWN, max(0, -overflow), RiseReason.UNDER_MAXIMUM, note)
    work.move(Pot.SHOWN, Pot.HOUSE, max(0, seeds), LawfulReason.SEED_RECOVERED, note)
    work.move(Pot.SHOWN, Pot.RESERVE, max(0, reserve), LawfulReason.SEED_RECOVERED, note)
    for old, new in wins:
        grown = max(0, new.millicents - old.millicents) if isinstance(new, Win) else 0
        work.win = old.name
        work.move(Pot.SHOWN, Pot.FROZEN, grown, LawfulReason.WON, note)
    work.win = ""
    work.move(Pot.SHOWN, Pot.OVERFLOW, max(0, overflow), LawfulReason.OVER_MAXIMUM, note)
    work.totals["seed_left"] = after.seed_left
    return work


# ---- storage


def event_as_json(event: Event) -> dict[str, Any]:
    """An event for storage.

    >>> event_as_json(Contribution(21_000, 0))
    {'event': 'contribution', 'shown': 21000, 'reserve': 0}
    """
    values = {entry.name: getattr(event, entry.name) for entry in fields(event)}
    return {"event": event.kind} | {
        name: str(value) if isinstance(value, Fraction | StrEnum) else value for name, value in values.items()
    }


_KINDS: Final[dict[str, type[Event]]] = {kind.kind: kind for kind in (Contribution, Win, Adjustment, Limit)}
_REASONS: Final[dict[str, LawfulReason | RiseReason]] = {
    reason.value: reason for reason in (*LawfulReason, *RiseReason)
}
_READ: Final[dict[str, Any]] = {
    "share": Fraction,
    "status": WinStatus,
    "source": Pot,
    "target": Pot,
    "reason": _REASONS.__getitem__,
}
_TEXT: Final = ("name", "note", "win", *_READ)


def event_from_json(data: Any) -> Event:
    """The event that was stored.

    >>> event_from_json({"event": "limit", "maximum": 5_000})
    Limit(maximum=5000)
    """
    kind = _KINDS.get(str(data.get("event"))) if isinstance(data, Mapping) else None
    if kind is None or set(data) != {"event", *(entry.name for entry in fields(kind))}:
        raise MeterError(f"this is not a stored event of a meter: {data!r}")
    values = {name: value for name, value in data.items() if name != "event"}
    for name, value in values.items():
        is_empty = value is None and name == "maximum"
        if not is_empty and (type(value) is not (str if name in _TEXT else int) or (type(value) is int and value < 0)):
            raise MeterError(f"{name} of a stored event of a meter cannot be {value!r}")
    try:
        return kind(**{name: _READ[name](value) if name in _READ else value for name, value in values.items()})
    except (KeyError, ValueError, ZeroDivisionError) as error:
        raise MeterError(f"this is not a stored event of a meter: {data!r}") from error


def totals_as_json(totals: Totals) -> dict[str, Any]:
    """Totals for storage.

    >>> totals_from_json(totals_as_json(Totals(shown=5, seeds=5))) == Totals(shown=5, seeds=5)
    True
    """
    return totals.totals | {"maximum": totals.maximum}


def totals_from_json(data: Any) -> Totals:
    """The totals that were stored; those that do not add up are refused."""
    names = {entry.name for entry in fields(Totals)}
    if not isinstance(data, Mapping) or set(data) != names:
        raise MeterError(f"the totals of a stored meter have {', '.join(sorted(names))}, not {data!r}")
    for name, value in data.items():
        if type(value) is not int and not (name == "maximum" and value is None):
            raise MeterError(f"{name} must be a whole number, not {value!r}")
    return Totals(**data)
