"""The meter of a progressive, in millicents. It cannot change: every operation answers with the next one.

A meter is what its events make of it. What stands on it and what was paid always equals what was put in.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import floor
from typing import Any, Final, Self

from pitboss.paytables import print_dollars
from pitboss.progressive.errors import LaterWinPaidError, MeterError
from pitboss.progressive.history import (
    PAID_KEPT,
    Adjustment,
    Contribution,
    Event,
    Limit,
    Totals,
    Win,
    WinStatus,
    event_as_json,
    event_from_json,
    fold,
    given_back,
    joined,
    movements_between,
    totals_after,
    totals_as_json,
    totals_from_json,
    trim,
)
from pitboss.progressive.movements import MILLICENTS, LawfulReason, Movement, Pot, RiseReason, print_millicents
from pitboss.progressive.parameters import MeterParameters
from pitboss.progressive.work import Work

FORMAT: Final = 1

BY_HAND: Final[dict[LawfulReason | RiseReason, tuple[Pot, Pot]]] = {
    LawfulReason.WON: (Pot.SHOWN, Pot.WINNER),
    LawfulReason.DISPLAY_MALFUNCTION: (Pot.SHOWN, Pot.HOUSE),
    LawfulReason.OVER_MAXIMUM: (Pot.SHOWN, Pot.OVERFLOW),
    LawfulReason.NOT_DISPLAYED: (Pot.RESERVE, Pot.GROSS_RECEIPTS),
    LawfulReason.SEED_RECOVERED: (Pot.SHOWN, Pot.HOUSE),
    RiseReason.SEED: (Pot.HOUSE, Pot.SHOWN),
    RiseReason.CONTRIBUTION: (Pot.TRAY, Pot.SHOWN),
    RiseReason.DISPLAY_CORRECTED: (Pot.HOUSE, Pot.SHOWN),
}
"""From which pot to which an adjustment by hand moves money. Other reasons belong to operations of their own.

Funds that are not displayed leave the reserve or the overflow, whichever the adjustment names.
"""

NOT_DISPLAYED: Final = (Pot.RESERVE, Pot.OVERFLOW)
"""The pots whose money is not on the display, and not promised to a winner."""


@dataclass(frozen=True)
class Change:
    """A meter after an operation, and what moved.

    >>> from pitboss.progressive import usual_parameters
    >>> [movement.sentence for movement in Meter.start(usual_parameters("TCPP-1")).movements]
    ['house to shown: 100,000.000 cents, seed']
    """

    meter: "Meter"
    movements: tuple[Movement, ...]
    cents: int = 0
    """What a winner is paid by it, or claims."""


@dataclass(frozen=True, kw_only=True)
class Meter(Totals):
    """What stands on a meter, and the events since the first win that can still be left out.

    >>> from pitboss.progressive import usual_parameters
    >>> parameters = usual_parameters("FSLPP-03")
    >>> meter = Meter.start(parameters).meter.contribute(parameters, 3).meter
    >>> meter.shown, meter.shown_cents
    (1000090993, 1000090)
    >>> change = meter.pay_percent(parameters, Fraction(1), "T1-1-2")
    >>> change.cents, change.meter.shown, change.meter.paid
    (1000090, 1000000993, 1000090000)
    """

    base: Totals | None = None
    """What stood on it before the events; nothing where there are none."""
    events: tuple[Event, ...] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.frozen != sum(claim.millicents for claim in self.claims):
            raise MeterError(f"{self.frozen} millicents are frozen, and the claims say otherwise: {self.claims}")
        unpaid = [win.name for win in self.wins if not win.status.is_settled]
        if len(set(unpaid)) != len(unpaid):
            raise MeterError("two wins of a meter that are not paid have the same name")

    @property
    def shown_cents(self) -> int:
        """What the next win takes its share of: whole cents, rounded down."""
        return self.shown // MILLICENTS

    @property
    def displayed_cents(self) -> int:
        """What the display says: the same, but for wins that are booked and not taken off it yet."""
        return (self.shown + sum(claim.on_display for claim in self.claims)) // MILLICENTS

    @cached_property
    def wins(self) -> tuple[Win, ...]:
        """The wins that can still be left out, the oldest first."""
        return tuple(event for event in self.events if isinstance(event, Win))

    @property
    def claims(self) -> tuple[Win, ...]:
        """The wins whose amounts are frozen."""
        return tuple(win for win in self.wins if win.status.is_frozen)

    @property
    def _base(self) -> Totals:
        return Totals(**self.totals, maximum=self.maximum) if self.base is None else self.base

    def _next(self, work: Work, *events: Event, cents: int = 0) -> Change:
        """The meter after an operation that has made these events."""
        return Change(self._made_of((*self.events, *events), totals_after(work)), tuple(work.movements), cents)

    def _made_of(self, events: Sequence[Event], totals: Totals) -> "Meter":
        """A meter on the same base, with other events and what they come to."""
        base, kept = trim(self._base, joined(events), totals)
        return Meter(**totals.totals, maximum=totals.maximum, base=base if kept else None, events=kept)

    # ---- the ordinary course

    @classmethod
    def start(cls, parameters: MeterParameters) -> Change:
        """A new meter with its seed on it."""
        empty = cls(shown=0, maximum=_maximum(parameters))
        work = empty.work()
        work.reseed(_seed(parameters))
        return empty._next(work)

    def contribute(self, parameters: MeterParameters, wagers: int) -> Change:
        """The meter rises by that many wagers, as if they came one by one."""
        if type(wagers) is not int or wagers < 0:
            raise MeterError(f"{wagers!r} wagers cannot be added to a meter: it takes a whole number from 0 up")
        event = Contribution(wagers * parameters.contribution_millicents, wagers * parameters.reserve_millicents)
        work = self.work()
        return self._next(work, event.apply(work))

    def pay_percent(
        self, parameters: MeterParameters, percent: Fraction, name: str = "win", status: WinStatus = WinStatus.PAID
    ) -> Change:
        """A share of what the display says is paid, or booked; after the whole, the meter is seeded again."""
        return self._win(parameters, percent, name, status)

    def pay_each_in_full(
        self,
        parameters: MeterParameters,
        percents: Sequence[Fraction],
        names: Sequence[str] | None = None,
        status: WinStatus = WinStatus.PAID,
    ) -> tuple[Change, ...]:
        """Several wins at once, each by what the display says now; the house adds what the meter does not hold.

        The meter is seeded again once, with the last of them, if one was for the whole.
        """
        changes: list[Change] = []
        names = names or [f"win {number + 1}" for number in range(len(percents))]
        meter = self
        for number, (percent, name) in enumerate(zip(percents, names, strict=True), 1):
            cents = floor(self.shown_cents * _share(percent))
            held = min(cents, meter.shown_cents)
            seed = _seed(parameters) if number == len(percents) and 1 in percents else 0
            win = Win(name=name, share=percent, status=status, cents=held, seed=seed, house_cents=cents - held)
            changes.append(meter._add(win, cents))
            meter = changes[-1].meter
        return tuple(changes)

    def _win(self, parameters: MeterParameters, percent: Fraction, name: str, status: WinStatus) -> Change:
        cents = floor(self.shown_cents * _share(percent))
        seed = _seed(parameters) if percent == 1 else 0
        return self._add(Win(name=name, share=percent, status=status, cents=cents, seed=seed), cents)

    def _add(self, win: Win, cents: int) -> Change:
        if not win.name.strip() or any(other.name == win.name for other in self.wins if not other.status.is_settled):
            raise MeterError(f"a win needs a name that no other win of the meter has, not {win.name!r}")
        work = self.work()
        return self._next(work, win.apply(work), cents=cents)

    # ---- claims: wins that are verified first

    def freeze(self, parameters: MeterParameters, name: str, percent: Fraction) -> Change:
        """A share of what the display says waits for its verification; after the whole, the meter is seeded again."""
        return self._win(parameters, percent, name, WinStatus.CLAIMED)

    def keep_on_display(self, name: str) -> "Meter":
        """The same meter, with the amount of a claim fixed, and on the display until the claim is decided.

        >>> from pitboss.progressive import usual_parameters
        >>> parameters = usual_parameters("TCPP-1")
        >>> booked = Meter.start(parameters).meter.freeze(parameters, "seat 2", Fraction(1, 10)).meter
        >>> booked.displayed_cents, booked.keep_on_display("seat 2").displayed_cents
        (90000, 100000)
        """
        return self._with_status(self.claim(name), WinStatus.HELD)

    def claim(self, name: str) -> Win:
        """The pending claim of that name."""
        found = next((claim for claim in self.claims if claim.name == name), None)
        if found is None:
            pending = ", ".join(claim.name for claim in self.claims) or "none"
            raise MeterError(f"there is no pending claim {name!r} on this meter; pending: {pending}")
        return found

    def confirm(self, name: str, status: WinStatus = WinStatus.PAID) -> Change:
        """A claim is verified: the frozen amount is the winner's."""
        claim = self.claim(name)
        work = self.work()
        work.win = name
        work.move(Pot.FROZEN, Pot.WINNER, claim.millicents, LawfulReason.WON)
        return Change(self._with_status(claim, status), tuple(work.movements), claim.cents)

    def note_paid(self, name: str) -> "Meter":
        """The same meter, with a booked win paid to its winner."""
        return self._with_status(self.booked(name), WinStatus.PAID)

    def _with_status(self, win: Win, status: WinStatus) -> "Meter":
        """What is not frozen any more was paid, by the same event."""
        paid = win.millicents if win.status.is_frozen and not status.is_frozen else 0
        events = [replace(win, status=status) if event is win else event for event in self.events]
        totals = Totals(**self.totals | {"frozen": self.frozen - paid, "paid": self.paid + paid}, maximum=self.maximum)
        return self._made_of(events, totals)

    def without_history(self) -> "Meter":
        """The same meter, on which no win is ever left out: for those who only count."""
        return replace(self, base=None, events=())

    def reject(self, name: str, note: str) -> Change:
        """A claim was no win: the meter is what it would be without it.

        Claims after it take their share of what is there now. Wins that are booked or paid keep their amounts.
        """
        _verify_note(note)
        return self._without(self.claim(name), note)

    # ---- reversing a win

    def booked(self, name: str) -> Win:
        """The win of that name that is off the meter: the newest, where there were several."""
        found = next((win for win in reversed(self.wins) if win.name == name and not win.status.is_frozen), None)
        if found is None:
            raise MeterError(
                f"no win {name!r} can be reversed on this meter: it is neither pending nor one of the last {PAID_KEPT} "
                "that were paid; an older one is corrected by an adjustment by hand and a dispute's ruling"
            )
        return found

    def verify_reverse(self, name: str, called: Mapping[str, str] | None = None) -> None:
        """A win is reversed when no later win stands: what that one took was what the first had left.

        The refusal calls wins as people do, where that is not their name on the meter.
        """
        called = called or {}
        win = self.booked(name)
        later = self.wins[self.wins.index(win) + 1 :]
        unpaid = next((each for each in later if each.status in (WinStatus.HELD, WinStatus.BOOKED)), None)
        if unpaid is not None:
            raise MeterError(
                f"the win {called.get(unpaid.name, unpaid.name)} was booked later and is not paid: reverse it first"
            )
        paid = [each for each in later if each.status is WinStatus.PAID]
        if paid:
            raise LaterWinPaidError(self._later_wins(win, paid, called))
        self._without(win, "to see whether it can be done")

    def _later_wins(self, win: Win, paid: Sequence[Win], called: Mapping[str, str]) -> str:
        """What was paid after a win that was none, and what would have been."""
        gone = [win, *(event for pair in given_back(self.events) for event in pair)]
        as_claims = [
            replace(event, status=WinStatus.CLAIMED) if isinstance(event, Win) and event in paid else event
            for event in _but(self.events, gone)
        ]
        _, without = fold(self._base, as_claims)
        due = {event.name: event.cents for event in without if isinstance(event, Win)}
        figures = ", ".join(
            f"{called.get(each.name, each.name)} was paid {print_dollars(each.cents)} and would have been "
            f"{print_dollars(due[each.name])}"
            for each in paid
        )
        amount = f"the {print_dollars(win.cents)} of {called.get(win.name, win.name)}"
        dispute = "rule a dispute of the later winner and pay the difference"
        if not win.seed:
            return f"a later win was paid: {figures}. What remains: give {amount} back to the meter, and {dispute}"
        return (
            f"a later win was paid: {figures}. What remains: give {amount} back to the meter without its seed of "
            f"{print_millicents(win.seed)}, which was paid out; or also {dispute}, and recover that seed then"
        )

    def reverse(self, name: str, note: str) -> Change:
        """A booked win was none: the meter is exactly what it would be had it never been booked."""
        _verify_note(note)
        self.verify_reverse(name)
        win = self.booked(name)
        return replace(self._without(win, note), cents=win.cents + win.house_cents)

    def give_back(self, name: str, note: str) -> Change:
        """A win was none, and its seed was paid to a later winner: the amount returns, and no seed is recovered.

        Where the later win is reversed too, the seed is recovered with it.
        """
        _verify_note(note)
        win = self.booked(name)
        way = (RiseReason.WIN_REVERSED, Pot.WINNER, Pot.SHOWN)
        event = Adjustment(*way, win.millicents, note, own_seed=win.own_seed, win=name)
        settled = self._with_status(win, WinStatus.GIVEN_BACK)
        work = settled.work()
        work.win = name
        work.move(Pot.WINNER, Pot.HOUSE, win.house_cents * MILLICENTS, LawfulReason.SEED_RECOVERED, note)
        return settled._next(work, event.apply(work), cents=win.cents + win.house_cents)

    def _without(self, win: Win, note: str) -> Change:
        kept = _but_unneeded_seeds(_but(self.events, [win]))
        totals, events = fold(self._base, kept)
        changed = [(old, new) for old, new in zip(kept, events, strict=True) if isinstance(old, Win)]
        work = movements_between(self, totals, [(win, None), *changed], note)
        assert work.totals == totals.totals, (work.totals, totals)
        return Change(self._made_of(events, totals), tuple(work.movements))

    # ---- adjustments by hand, and new parameters

    def verify_adjust(
        self, reason: LawfulReason | RiseReason, millicents: int, note: str, pot: Pot | None = None
    ) -> None:
        """A meter goes down for one of five reasons only, and neither way without a note.

        The pot is the one that funds leave which are not displayed; other reasons name none.
        """
        _verify_note(note)
        if type(millicents) is not int:
            raise MeterError(f"an adjustment moves a whole number of millicents, up or down, not {millicents!r}")
        if not millicents:
            raise MeterError("an adjustment of $0 moves nothing: name an amount, up or down")
        if millicents < 0 and not isinstance(reason, LawfulReason):
            lawful = ", ".join(LawfulReason)
            raise MeterError(f"a meter does not go down for {str(reason)!r}: lawful reasons are {lawful}")
        if reason not in BY_HAND or (millicents > 0 and not isinstance(reason, RiseReason)):
            allowed = ", ".join(reason for reason in BY_HAND if isinstance(reason, RiseReason))
            raise MeterError(f"a meter is not put up by hand for {str(reason)!r}: allowed are {allowed}")
        if millicents < 0 and self.claims:
            raise MeterError(f"the claim {self.claims[0].name!r} is pending: decide it before the meter is put down")
        self._verify_available(reason, abs(millicents), pot)

    def _verify_available(self, reason: LawfulReason | RiseReason, millicents: int, pot: Pot | None) -> None:
        source, target = _way(reason, pot)
        if target is Pot.WINNER and millicents % MILLICENTS:
            raise MeterError(f"winners are paid whole cents, not {print_millicents(millicents)}")
        if reason is LawfulReason.SEED_RECOVERED:
            self._verify_at_most(millicents, self.seed_left, "of the house's seed is left on the meter")
        elif reason is LawfulReason.OVER_MAXIMUM:
            above = 0 if self.maximum is None else max(0, self.shown - self.maximum)
            self._verify_at_most(millicents, above, "is shown above the maximum")
        elif source.is_of_meter:
            self._verify_at_most(millicents, self.totals[source], f"is {source}")

    def _verify_at_most(self, millicents: int, most: int, where: str) -> None:
        if millicents > most:
            raise MeterError(f"{print_millicents(millicents)} cannot be moved: {print_millicents(most)} {where}")

    def can_adjust(self, reason: LawfulReason | RiseReason, millicents: int, note: str, pot: Pot | None = None) -> bool:
        """Whether the adjustment is allowed."""
        try:
            self.verify_adjust(reason, millicents, note, pot)
        except MeterError:
            return False
        return True

    def adjust(self, reason: LawfulReason | RiseReason, millicents: int, note: str, pot: Pot | None = None) -> Change:
        """A documented adjustment: so many millicents up, or down where the number is negative."""
        self.verify_adjust(reason, millicents, note, pot)
        own_seed = millicents if reason is RiseReason.SEED else 0
        event = Adjustment(reason, *_way(reason, pot), abs(millicents), note, own_seed)
        work = self.work()
        return self._next(work, event.apply(work))

    def verify_adopt(self, old: MeterParameters, new: MeterParameters) -> None:
        """Nothing is set while a claim is pending, nor what does not go with the meter."""
        if self.claims:
            raise MeterError(f"the claim {self.claims[0].name!r} is pending: decide it before the parameters change")
        self.verify_goes_with(old, new)

    def verify_goes_with(self, old: MeterParameters, new: MeterParameters) -> None:
        """A meter keeps its game, and a maximum is never set below the current amount (WAC 230-15-685)."""
        if (old.game, old.denomination_cents) != (new.game, new.denomination_cents):
            raise MeterError("a meter keeps its game and its denomination: start another one")
        if new.maximum_cents is not None and self.shown > new.maximum_cents * MILLICENTS:
            maximum, shown = print_dollars(new.maximum_cents), print_dollars(self.shown_cents)
            raise MeterError(f"a maximum of {maximum} is below the current amount, {shown}")

    def adopt(self, old: MeterParameters, new: MeterParameters) -> Change:
        """The meter under new parameters; overflow returns where the maximum leaves room."""
        self.verify_adopt(old, new)
        work = self.work()
        return self._next(work, Limit(_maximum(new)).apply(work))

    # ---- storage

    def as_json(self) -> dict[str, Any]:
        """The meter for storage: what it was, and the events from which it is made again."""
        base, events = totals_as_json(self._base), [event_as_json(event) for event in self.events]
        return {"format": FORMAT, "base": base, "events": events}

    @classmethod
    def from_json(cls, data: Any) -> Self:
        """The meter that was stored; one that does not add up is refused.

        >>> Meter.from_json(Meter(shown=5, seeds=5).as_json()).shown
        5
        """
        if not isinstance(data, dict) or data.get("format") != FORMAT or not isinstance(data.get("events"), list):
            raise MeterError(f"this is not a stored meter in format {FORMAT}: {data!r}")
        if set(data) != {"format", "base", "events"}:
            raise MeterError(f"a stored meter has format, base and events, not {', '.join(sorted(data))}")
        base, events = totals_from_json(data["base"]), tuple(map(event_from_json, data["events"]))
        totals = fold(base, events)[0] if events else base
        return cls(**totals.totals, maximum=totals.maximum, base=base if events else None, events=events)


def _seed(parameters: MeterParameters) -> int:
    return parameters.seed_cents * MILLICENTS


def _maximum(parameters: MeterParameters) -> int | None:
    return None if parameters.maximum_cents is None else parameters.maximum_cents * MILLICENTS


def _but(events: Sequence[Event], gone: Sequence[Event]) -> list[Event]:
    return [event for event in events if not any(event is other for other in gone)]


def _but_unneeded_seeds(events: Sequence[Event]) -> list[Event]:
    """Leave out the wins that were given back without their seeds, when nobody is paid out of these seeds any more."""
    kept = list(events)
    for win, back in given_back(events):
        later = events[[event is win for event in events].index(True) + 1 :]
        stands = (WinStatus.HELD, WinStatus.BOOKED, WinStatus.PAID)
        if not any(isinstance(event, Win) and event.status in stands for event in later):
            kept = _but(kept, [win, back])
    return kept


def _way(reason: LawfulReason | RiseReason, pot: Pot | None) -> tuple[Pot, Pot]:
    """From which pot to which an adjustment moves money."""
    source, target = BY_HAND[reason]
    if reason is not LawfulReason.NOT_DISPLAYED:
        if pot is not None:
            raise MeterError(f"{str(reason)!r} takes from what is {source}: a pot is named for 'not displayed' only")
        return source, target
    if pot not in NOT_DISPLAYED:
        named = ": name it" if pot is None else f", not {str(pot)!r}"
        raise MeterError(f"funds that are not displayed leave one of {', '.join(NOT_DISPLAYED)}{named}")
    return pot, target


def _share(percent: Fraction) -> Fraction:
    if not 0 < percent <= 1:
        raise MeterError(f"a meter pays a share above 0 and up to 1, not {percent}")
    return percent


def _verify_note(note: str) -> None:
    if not note.strip():
        raise MeterError("an adjustment of a meter needs a note that says why")
