"""The meter of a progressive, in millicents. It cannot change: every operation answers with the next one.

What stands on the meter and what was paid always equals what was put in; a meter that does not add up cannot be made.
"""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, fields, replace
from fractions import Fraction
from math import floor
from typing import Any, Final, Self

from pitboss.paytables import print_dollars
from pitboss.progressive.claims import Claim
from pitboss.progressive.errors import MeterError
from pitboss.progressive.movements import MILLICENTS, LawfulReason, Movement, Pot, RiseReason, print_millicents
from pitboss.progressive.parameters import MeterParameters
from pitboss.progressive.work import Work

FORMAT: Final = 1

BY_HAND: Final[dict[LawfulReason | RiseReason, tuple[Pot, Pot]]] = {
    LawfulReason.WON: (Pot.SHOWN, Pot.WINNER),
    LawfulReason.DISPLAY_MALFUNCTION: (Pot.SHOWN, Pot.HOUSE),
    LawfulReason.OVER_MAXIMUM: (Pot.OVERFLOW, Pot.HOUSE),
    LawfulReason.NOT_DISPLAYED: (Pot.RESERVE, Pot.HOUSE),
    LawfulReason.SEED_RECOVERED: (Pot.SHOWN, Pot.HOUSE),
    RiseReason.SEED: (Pot.HOUSE, Pot.SHOWN),
    RiseReason.CONTRIBUTION: (Pot.TRAY, Pot.SHOWN),
    RiseReason.WIN_BACKED_OUT: (Pot.WINNER, Pot.SHOWN),
    RiseReason.DISPLAY_CORRECTED: (Pot.HOUSE, Pot.SHOWN),
}
"""From which pot to which an adjustment by hand moves money. Other reasons belong to operations of their own."""


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
class Meter:
    """What stands on a meter, and its totals since it was started; all in millicents.

    >>> from pitboss.progressive import usual_parameters
    >>> parameters = usual_parameters("FSLPP-03")
    >>> meter = Meter.start(parameters).meter.contribute(parameters, 3).meter
    >>> meter.shown, meter.shown_cents
    (1000090993, 1000090)
    >>> change = meter.pay_percent(parameters, Fraction(1))
    >>> change.cents, change.meter.shown, change.meter.paid
    (1000090, 1000000993, 1000090000)
    """

    shown: int
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
    claims: tuple[Claim, ...] = ()

    def __post_init__(self) -> None:
        least = min(self.shown, self.reserve, self.overflow, self.frozen, self.seeds, self.paid, self.seed_left)
        if least < 0 or self.contributions < 0:
            raise MeterError(f"no amount of a meter but its adjustments can be less than nothing: {self.totals}")
        stands = self.shown + self.reserve + self.overflow + self.frozen + self.paid
        put_in = self.seeds + self.contributions + self.adjusted
        if stands != put_in:
            raise MeterError(f"{stands} millicents stand or were paid, and {put_in} were put in: {self.totals}")
        if self.frozen != sum(claim.millicents for claim in self.claims):
            raise MeterError(f"{self.frozen} millicents are frozen, and the claims say otherwise: {self.claims}")
        if len({claim.name for claim in self.claims}) != len(self.claims):
            raise MeterError("two pending claims of a meter have the same name")

    @property
    def totals(self) -> dict[str, int]:
        """Every amount of the meter by its name."""
        return {name: getattr(self, name) for name in _AMOUNTS}

    @property
    def shown_cents(self) -> int:
        """What the next win takes its share of: whole cents, rounded down."""
        return self.shown // MILLICENTS

    @property
    def displayed_cents(self) -> int:
        """What the display says: the same, but for wins that are booked and not taken off it yet."""
        return (self.shown + sum(claim.on_display for claim in self.claims)) // MILLICENTS

    # ---- the ordinary course

    @classmethod
    def start(cls, parameters: MeterParameters) -> Change:
        """A new meter with its seed on it."""
        work = Work(cls(shown=0).totals, parameters)
        work.reseed()
        return _change(work, ())

    def contribute(self, parameters: MeterParameters, wagers: int) -> Change:
        """The meter rises by that many wagers, as if they came one by one."""
        if type(wagers) is not int or wagers < 0:
            raise MeterError(f"{wagers!r} wagers cannot be added to a meter: it takes a whole number from 0 up")
        work = Work(self.totals, parameters)
        work.rise(Pot.TRAY, wagers * parameters.contribution_millicents, RiseReason.CONTRIBUTION)
        work.move(Pot.TRAY, Pot.RESERVE, wagers * parameters.reserve_millicents, RiseReason.CONTRIBUTION)
        return _change(work, self.claims)

    def pay_percent(self, parameters: MeterParameters, percent: Fraction) -> Change:
        """A share of what the display says is paid; after the whole, the meter is seeded again."""
        cents = floor(self.shown_cents * _share(percent))
        work = Work(self.totals, parameters)
        work.move(Pot.SHOWN, Pot.WINNER, cents * MILLICENTS, LawfulReason.WON)
        if percent == 1:
            work.reseed()
        return _change(work, self.claims, cents)

    def pay_each_in_full(self, parameters: MeterParameters, percents: Sequence[Fraction]) -> tuple[Change, ...]:
        """Several wins at once, each by what the display says now; the house adds what the meter does not hold.

        The meter is seeded again once, with the last of them, if one was for the whole.
        """
        changes: list[Change] = []
        meter = self
        for number, percent in enumerate(percents, 1):
            cents = floor(self.shown_cents * _share(percent))
            held = min(cents, meter.shown_cents)
            work = Work(meter.totals, parameters)
            work.move(Pot.SHOWN, Pot.WINNER, held * MILLICENTS, LawfulReason.WON)
            work.move(Pot.HOUSE, Pot.WINNER, (cents - held) * MILLICENTS, LawfulReason.WON)
            if number == len(percents) and 1 in percents:
                work.reseed()
            changes.append(_change(work, self.claims, cents))
            meter = changes[-1].meter
        return tuple(changes)

    # ---- the jackpot lock

    def freeze(self, parameters: MeterParameters, name: str, percent: Fraction) -> Change:
        """A share of what the display says waits for its verification; after the whole, the meter is seeded again."""
        if not name.strip() or any(claim.name == name for claim in self.claims):
            raise MeterError(f"a claim needs a name that no pending claim has, not {name!r}")
        cents = floor(self.shown_cents * _share(percent))
        work = Work(self.totals, parameters)
        work.move(Pot.SHOWN, Pot.FROZEN, cents * MILLICENTS, LawfulReason.WON)
        house, reserve = work.reseed() if percent == 1 else (0, 0)
        left = self.seed_left if percent == 1 else self.seed_left - work.fill_up()
        claim = Claim(name, cents * MILLICENTS, house, reserve, left)
        return _change(work, (*self.claims, claim), cents)

    def keep_on_display(self, name: str) -> "Meter":
        """The same meter, with the amount of a claim on the display until the claim is decided.

        >>> from pitboss.progressive import usual_parameters
        >>> parameters = usual_parameters("TCPP-1")
        >>> booked = Meter.start(parameters).meter.freeze(parameters, "seat 2", Fraction(1, 10)).meter
        >>> booked.displayed_cents, booked.keep_on_display("seat 2").displayed_cents
        (90000, 100000)
        """
        claim = self.claim(name)
        return replace(self, claims=(*self._without(claim), replace(claim, is_displayed=True)))

    def claim(self, name: str) -> Claim:
        """The pending claim of that name."""
        found = next((claim for claim in self.claims if claim.name == name), None)
        if found is None:
            pending = ", ".join(claim.name for claim in self.claims) or "none"
            raise MeterError(f"there is no pending claim {name!r} on this meter; pending: {pending}")
        return found

    def confirm(self, parameters: MeterParameters, name: str) -> Change:
        """A claim is verified: the frozen amount is the winner's."""
        claim = self.claim(name)
        work = Work(self.totals, parameters)
        work.move(Pot.FROZEN, Pot.WINNER, claim.millicents, LawfulReason.WON)
        return _change(work, self._without(claim), claim.cents)

    def reject(self, parameters: MeterParameters, name: str, note: str) -> Change:
        """A claim is rejected: the frozen amount goes back on the display, and the reseed where it came from.

        Where wins in between have left less than the reseed, only what is there goes back, the house's part first.
        """
        claim = self.claim(name)
        _verify_note(note)
        work = Work(self.totals, parameters)
        work.rise(Pot.FROZEN, claim.millicents, RiseReason.CLAIM_REJECTED, note)
        work.seed_left += claim.seed_left
        for pot, seed in ((Pot.HOUSE, claim.seed_from_house), (Pot.RESERVE, claim.seed_from_reserve)):
            work.take_seed(pot, seed, note)
        return _change(work, self._without(claim))

    def _without(self, claim: Claim) -> tuple[Claim, ...]:
        return tuple(other for other in self.claims if other is not claim)

    # ---- adjustments by hand, and new parameters

    def verify_adjust(self, reason: LawfulReason | RiseReason, millicents: int, note: str) -> None:
        """A meter goes down for one of five reasons only, and neither way without a note."""
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
        self._verify_available(reason, abs(millicents))

    def _verify_available(self, reason: LawfulReason | RiseReason, millicents: int) -> None:
        source, target = BY_HAND[reason]
        if Pot.WINNER in (source, target) and millicents % MILLICENTS:
            raise MeterError(f"winners are paid whole cents, not {print_millicents(millicents)}")
        if reason is LawfulReason.SEED_RECOVERED:
            self._verify_at_most(millicents, self.seed_left, "of the house's seed is left on the meter")
        elif source is Pot.WINNER:
            self._verify_at_most(millicents, self.paid, "was paid by this meter")
        elif source.is_of_meter:
            self._verify_at_most(millicents, self.totals[source], f"is {source}")

    def _verify_at_most(self, millicents: int, most: int, where: str) -> None:
        if millicents > most:
            raise MeterError(f"{print_millicents(millicents)} cannot be moved: {print_millicents(most)} {where}")

    def can_adjust(self, reason: LawfulReason | RiseReason, millicents: int, note: str) -> bool:
        """Whether the adjustment is allowed."""
        try:
            self.verify_adjust(reason, millicents, note)
        except MeterError:
            return False
        return True

    def adjust(
        self, parameters: MeterParameters, reason: LawfulReason | RiseReason, millicents: int, note: str
    ) -> Change:
        """A documented adjustment: so many millicents up, or down where the number is negative."""
        self.verify_adjust(reason, millicents, note)
        source, target = BY_HAND[reason]
        work = Work(self.totals, parameters)
        if millicents > 0:
            work.rise(source, millicents, reason, note)
            work.seed_left += millicents if reason is RiseReason.SEED else 0
        elif reason is LawfulReason.SEED_RECOVERED:
            work.take_seed(target, -millicents, note)
        else:
            work.move(source, target, -millicents, reason, note)
        return _change(work, self.claims)

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
        return _change(Work(self.totals, new), self.claims)

    # ---- storage

    def as_json(self) -> dict[str, Any]:
        """The meter for storage."""
        return {"format": FORMAT} | asdict(self) | {"claims": [claim.as_json() for claim in self.claims]}

    @classmethod
    def from_json(cls, data: Any) -> Self:
        """The meter that was stored; one that does not add up is refused.

        >>> Meter.from_json(Meter(shown=5, seeds=5).as_json() | {"shown": 6})
        Traceback (most recent call last):
        pitboss.progressive.errors.MeterError: 6 millicents stand or were paid, and 5 were put in: {'shown': 6, \
'reserve': 0, 'overflow': 0, 'frozen': 0, 'seeds': 5, 'contributions': 0, 'paid': 0, 'adjusted': 0, 'seed_left': 0}
        """
        if not isinstance(data, dict) or data.get("format") != FORMAT or not isinstance(data.get("claims"), list):
            raise MeterError(f"this is not a stored meter in format {FORMAT}: {data!r}")
        amounts = {name: value for name, value in data.items() if name not in ("format", "claims")}
        _verify_whole(amounts, cls)
        return cls(claims=tuple(map(_read_claim, data["claims"])), **amounts)


_AMOUNTS: Final = tuple(entry.name for entry in fields(Meter) if entry.name != "claims")


def _change(work: Work, claims: Iterable[Claim], cents: int = 0) -> Change:
    totals, movements = work.done()
    return Change(Meter(claims=tuple(claims), **totals), movements, cents)


def _share(percent: Fraction) -> Fraction:
    if not 0 < percent <= 1:
        raise MeterError(f"a meter pays a share above 0 and up to 1, not {percent}")
    return percent


def _verify_note(note: str) -> None:
    if not note.strip():
        raise MeterError("an adjustment of a meter needs a note that says why")


def _verify_whole(amounts: dict[str, Any], kind: type) -> None:
    names = {entry.name for entry in fields(kind)} - {"claims"}
    if set(amounts) != names:
        raise MeterError(f"a stored {kind.__name__.lower()} has {', '.join(sorted(names))}, not {sorted(amounts)}")
    for name, value in amounts.items():
        if type(value) is not int:
            raise MeterError(f"{name} must be a whole number, not {value!r}")


def _read_claim(data: Any) -> Claim:
    if not isinstance(data, dict) or set(data) != {entry.name for entry in fields(Claim)}:
        raise MeterError(f"this is not a stored claim: {data!r}")
    if not isinstance(data["name"], str) or type(data["is_displayed"]) is not bool:
        raise MeterError(f"this is not a stored claim: {data!r}")
    amounts = {name: value for name, value in data.items() if name not in ("name", "is_displayed")}
    if any(type(value) is not int or value < 0 for value in amounts.values()):
        raise MeterError(f"the amounts of a claim are whole numbers from 0 up: {data!r}")
    return Claim(data["name"], **amounts, is_displayed=data["is_displayed"])
