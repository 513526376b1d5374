"""The parameters of a meter: what feeds it, what it pays by, and how the house reads the rules that leave a choice."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from typing import Any, Final, Self

from pitboss.paytables import (
    Catalogue,
    Game,
    PayKind,
    Paytable,
    Row,
    WagerPaytable,
    load_catalogue,
    print_dollars,
    print_percent,
)
from pitboss.progressive.errors import ParametersError, PricingError
from pitboss.progressive.movements import MILLICENTS

FORMAT: Final = 1
_FRACTION = re.compile(r"[0-9]{1,12}(/[1-9][0-9]{0,11})?")


class SeveralWins(StrEnum):
    """How several meter wins of one round at one table share the meter.

    >>> SeveralWins("right-to-left") is SeveralWins.RIGHT_TO_LEFT
    True
    """

    RIGHT_TO_LEFT = "right-to-left"
    """The player farthest on the dealer's right first, each from what is left or from the new seed (Appendix A)."""
    FULL_METER_EACH = "full-meter-each"
    """Each is paid by the meter as it stood; the house adds what the meter does not hold (NM 15.1.24.19)."""


@dataclass(frozen=True, kw_only=True)
class MeterParameters:
    """What a meter is set to. :func:`usual_parameters` gives those of a paytable.

    >>> parameters = usual_parameters("FSLPP-01", maximum_cents=10_000_000)
    >>> parameters.contribution_millicents, parameters.game.label
    (21000, 'Fortune San Lo Poker')
    >>> MeterParameters.from_json(parameters.as_json()) == parameters
    True
    """

    paytable: Paytable
    rate: Fraction
    """The share of each wager that is added to the meter."""
    seed_cents: int
    denomination_cents: int = 100
    """The one amount that this meter takes as a wager. Fixed pays and envy scale with it, percentages never do."""
    maximum_cents: int | None = None
    """The posted maximum; what is added above it goes to the overflow."""
    reserve_rate: Fraction = Fraction(0)
    """The share of each wager that is set aside for the next seed, and not displayed."""
    several_wins: SeveralWins = SeveralWins.RIGHT_TO_LEFT
    envy_needs_wager: bool = False
    """Whether a hand brings envy only if it carried a progressive wager itself."""
    folded_hands_play: bool = False
    """Whether a folded hand can win and bring envy."""
    jackpot_lock: bool = False
    """Whether a claim freezes its amount and reseeds the meter at once, so that linked tables play on."""
    supervisor_from_cents: int = 50_000
    """Fixed pays from here stop the table for a supervisor, as every percentage pay does."""
    executive_above_cents: int = 500_000
    """Above this, an executive confirms the win."""
    surveillance_above_cents: int = 300_000
    """Above this, the checklist of surveillance comes first (WAC 230-15-320)."""

    def __post_init__(self) -> None:
        self._verify_kinds()
        self._verify_amounts()
        self._verify_rates()
        self._verify_pays()
        if self.jackpot_lock and self.several_wins is SeveralWins.FULL_METER_EACH:
            raise ParametersError(
                "the jackpot lock freezes what is on the meter, so it does not go with full-meter-each: choose one"
            )

    @property
    def game(self) -> Game:
        """The game whose hands the meter pays."""
        return self.paytable.game

    @property
    def pays(self) -> WagerPaytable:
        """What each hand pays."""
        return self.paytable["progressive"]

    def row(self, slug: str) -> Row | None:
        """The row of that name; nothing where the paytable has none."""
        return next((row for row in self.pays.rows if row.hand.slug == slug), None)

    def paid_row(self, slug: str) -> Row:
        """The row of that name.

        :raises PricingError: where the paytable has none
        """
        row = self.row(slug)
        if row is None:
            paid = ", ".join(row.hand.slug for row in self.pays.rows)
            raise PricingError(f"{self.paytable.designator} does not pay {slug!r}; it pays {paid}")
        return row

    @cached_property
    def contribution_millicents(self) -> int:
        """What each wager adds to the meter."""
        return int(self.rate * self.denomination_cents * MILLICENTS)

    @cached_property
    def reserve_millicents(self) -> int:
        """What each wager adds to the reserve."""
        return int(self.reserve_rate * self.denomination_cents * MILLICENTS)

    def at_denomination(self, cents_at_a_dollar: int) -> int:
        """An amount that is printed for a $1 wager, at this meter's denomination."""
        return cents_at_a_dollar * self.denomination_cents // 100

    @property
    def not_as_approved(self) -> tuple[str, ...]:
        """What of these settings the approvals do not contain, in sentences; the room's own approval must."""
        printed = self.pays.meter
        if printed is None or self.seed_cents == self.at_denomination(printed.seed_cents):
            return ()
        own, theirs = print_dollars(self.seed_cents), print_dollars(self.at_denomination(printed.seed_cents))
        return (f"the seed is {own}, and {self.paytable.designator} prints {theirs} for this wager",)

    def _verify_kinds(self) -> None:
        for entry in fields(self):
            _verify_kind(entry.name, getattr(self, entry.name), entry.type)
        if not any(part.wager.is_progressive for part in self.paytable.wagers):
            raise ParametersError(f"{self.paytable.designator} is not the paytable of a progressive")

    def _verify_amounts(self) -> None:
        if self.denomination_cents <= 0:
            raise ParametersError(f"a denomination of {self.denomination_cents} cents: it must be more than nothing")
        for name in ("seed_cents", "supervisor_from_cents", "executive_above_cents", "surveillance_above_cents"):
            if getattr(self, name) < 0:
                raise ParametersError(f"{name} is {getattr(self, name)}, and must not be less than nothing")
        if self.maximum_cents is not None and self.seed_cents > self.maximum_cents:
            seed, maximum = print_dollars(self.seed_cents), print_dollars(self.maximum_cents)
            raise ParametersError(f"the seed of {seed} is above the maximum of {maximum}")
        if self.supervisor_from_cents > self.executive_above_cents:
            low, high = print_dollars(self.supervisor_from_cents), print_dollars(self.executive_above_cents)
            raise ParametersError(f"a supervisor from {low} and an executive above {high}: the second must be higher")

    def _verify_rates(self) -> None:
        if self.rate <= 0 or self.reserve_rate < 0 or self.rate + self.reserve_rate > 1:
            rates = f"{print_percent(self.rate)} to the meter and {print_percent(self.reserve_rate)} to the reserve"
            raise ParametersError(f"a wager gives {rates}: the meter must get something, and both at most the wager")
        for rate in (self.rate, self.reserve_rate):
            millicents = rate * self.denomination_cents * MILLICENTS
            if millicents.denominator != 1:
                wager = print_dollars(self.denomination_cents)
                raise ParametersError(
                    f"{rate} of {wager} is {float(millicents):,.4f} thousandths of a cent, and must be a whole number "
                    "of them"
                )

    def _verify_pays(self) -> None:
        for row in self.pays.rows:
            fixed = Fraction(0) if row.pay.kind is PayKind.METER else row.pay.amount * self.denomination_cents
            envy = Fraction((row.envy_cents or 0) * self.denomination_cents, 100)
            for name, cents in (("pay", fixed), ("envy", envy)):
                if cents.denominator != 1:
                    wager = print_dollars(self.denomination_cents)
                    raise ParametersError(
                        f"at {wager} the {name} of {row.hand.label} would be {float(cents)} cents; choose a "
                        "denomination that gives whole cents"
                    )

    def as_json(self) -> dict[str, Any]:
        """The parameters for storage, the paytable by its designator."""
        return {"format": FORMAT} | {entry.name: _stored(getattr(self, entry.name)) for entry in fields(self)}

    @classmethod
    def from_json(cls, data: Any, catalogue: Catalogue | None = None) -> Self:
        """The parameters that were stored."""
        if not isinstance(data, Mapping) or data.get("format") != FORMAT:
            raise ParametersError(f"these are not the parameters of a meter in format {FORMAT}: {data!r}")
        kinds = {entry.name: entry.type for entry in fields(cls)}
        given = {name: value for name, value in data.items() if name != "format"}
        if set(given) != set(kinds):
            wrong = sorted(map(str, set(given) ^ set(kinds)))[0]
            raise ParametersError(f"{wrong!r} is missing among the parameters of a meter, or is not one of them")
        known = catalogue or load_catalogue()
        return cls(**{name: _restored(name, value, kinds[name], known) for name, value in given.items()})


def usual_parameters(
    designator: str, *, denomination_cents: int = 100, catalogue: Catalogue | None = None, **settings: Any
) -> MeterParameters:
    """The parameters that a paytable gives: its contribution, and its seed at this denomination.

    >>> usual_parameters("FSLPP-03", denomination_cents=500).seed_cents
    5000000
    """
    paytable = (catalogue or load_catalogue())[designator]
    terms = next((part.meter for part in paytable.wagers if part.meter is not None), None)
    if terms is None:
        raise ParametersError(f"{paytable.designator} is not the paytable of a progressive")
    usual: dict[str, Any] = {
        "rate": terms.contribution,
        "seed_cents": terms.seed_cents * denomination_cents // 100,
        "denomination_cents": denomination_cents,
    }
    try:
        return MeterParameters(paytable=paytable, **(usual | settings))
    except TypeError as error:
        raise ParametersError(f"the parameters of a meter cannot be read: {error}") from error


_WORDS = {bool: "true or false", int: "a whole number", Fraction: "an exact fraction", Paytable: "a paytable"}


def _verify_kind(name: str, value: Any, kind: Any) -> None:
    if kind == int | None:
        kind = int if value is not None else type(None)
    if type(value) is not kind:
        words = _WORDS.get(kind) or f"one of {', '.join(kind)}"
        raise ParametersError(f"{name} must be {words}, not {value!r}")


def _stored(value: Any) -> Any:
    if isinstance(value, Paytable):
        return value.designator
    if isinstance(value, StrEnum):
        return value.value
    return str(value) if isinstance(value, Fraction) else value


def _restored(name: str, value: Any, kind: Any, catalogue: Catalogue) -> Any:
    """What a stored value means. What is of the wrong kind stays as it is, and is refused with the rest."""
    if kind is Paytable and isinstance(value, str):
        return catalogue[value]
    if kind is Fraction and isinstance(value, str) and _FRACTION.fullmatch(value):
        return Fraction(value)
    if isinstance(kind, type) and issubclass(kind, StrEnum) and value in list(kind):
        return kind(value)
    return value
