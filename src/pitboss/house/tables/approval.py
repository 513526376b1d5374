"""Checks whether a table runs as approved, and lists every departure with the rule that it departs from.

Approvals also name machines, and their letters name conditions: a machine that is not registered, or a condition that
is not recorded as met, is a departure. What an approval leaves to the operator (a house way, a payout sign, a
contribution) is no departure and is listed separately.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Annotated

from msgspec import Meta, Struct, convert

from pitboss.data_file import read_toml
from pitboss.games.table import WASHINGTON, shipped_paytable
from pitboss.house.errors import StorageError
from pitboss.house.tables.conditions import Register, letter_of
from pitboss.house.tables.equipment import Component, ListedRequirement, Requirement
from pitboss.house.tables.settings import ControllerKind, TableSettings
from pitboss.paytables import print_dollars
from pitboss.progressive import MeterParameters, SeveralWins


class Departure(Struct, frozen=True):
    """A setting that departs from the approval.

    >>> Departure("hat_trick", "false", "players may make the Hat Trick bet").sentence
    'hat_trick is false; the approval: players may make the Hat Trick bet'
    """

    setting: Annotated[str, Meta(examples=["hat_trick"])]
    value: Annotated[str, Meta(examples=["false"])]
    rule: Annotated[str, Meta(description="What the approval says.")]

    @property
    def sentence(self) -> str:
        """The departure in words."""
        return f"{self.setting} is {self.value}; the approval: {self.rule}"


class Approval(Struct, frozen=True, kw_only=True):
    """Whether a table matches its approval."""

    table: Annotated[str, Meta(examples=["T1"])]
    approval: str
    is_as_approved: bool
    departures: list[Departure]
    operator_supplied: Annotated[list[str], Meta(description="The settings that the approval leaves to the house.")]


@dataclass(frozen=True)
class Standing:
    """Whether a table runs as approved, and what departs."""

    approval: str
    departures: tuple[Departure, ...]
    supplied: tuple[str, ...]
    """What the operator supplies because the approval does not print it."""

    @property
    def is_as_approved(self) -> bool:
        """Whether there is no departure."""
        return not self.departures

    @property
    def sentence(self) -> str:
        """The result in words."""
        if self.is_as_approved:
            return f"as approved ({self.approval})"
        number = len(self.departures)
        return f"not as approved ({self.approval}): {number} {'departure' if number == 1 else 'departures'}"

    def view(self, table_id: str) -> Approval:
        """The result as it is shown."""
        return Approval(
            table=table_id,
            approval=self.approval,
            is_as_approved=self.is_as_approved,
            departures=list(self.departures),
            operator_supplied=list(self.supplied),
        )


# ---- the data file of the approvals


class _Fixed(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A rule of a game that an approval fixes: to a value, to a minimum, or to being offered."""

    rule: str
    value: bool | int | str | None = None
    least: int | None = None
    offered: bool = False


class _ApprovedGame(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    approval: str
    controllers: list[str]
    paytables: dict[str, list[str]]
    equipment: list[ListedRequirement] = []
    fixed: dict[str, _Fixed] = {}
    operator_supplied: list[str] = []


class _Threshold(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    most_cents: int
    rule: str


class _ApprovedController(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    equipment: list[ListedRequirement] = []
    thresholds: dict[str, _Threshold] = {}


class _Approvals(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    format: int
    games: dict[str, _ApprovedGame]
    controllers: dict[str, _ApprovedController]


@cache
def _approvals() -> _Approvals:
    file = files("pitboss.house") / "data" / "approvals.toml"
    _, data = read_toml(file, "approvals.toml", StorageError)
    return convert(data, _Approvals)


def _approved(settings: TableSettings) -> _ApprovedGame:
    return _approvals().games[settings.game.value]


# ---- the comparison


def standing(
    settings: TableSettings,
    meter: MeterParameters | None,
    register: Register,
    controllers: Collection[ControllerKind] = (),
) -> Standing:
    """Compare a table with its approval.

    ``controllers`` are those of all tables that feed its meter.
    """
    return Standing(
        _approved(settings).approval,
        tuple(departures(settings, meter, register, controllers)),
        tuple(operator_supplied(settings)),
    )


def departures(
    settings: TableSettings,
    meter: MeterParameters | None,
    register: Register,
    controllers: Collection[ControllerKind] = (),
) -> list[Departure]:
    """Every departure of a table: its settings, its registers, and the meter that it feeds."""
    approved = _approved(settings)
    return [
        *_paytables(settings, approved),
        *_fixed(settings, approved.fixed),
        *_limits(settings),
        *_controller(settings, approved),
        *_folded(settings),
        *_equipment(settings, approved),
        *(_meter(settings, meter) if meter is not None else ()),
        *_shared(settings, controllers),
        *_conditions(settings, register),
    ]


def _shared(settings: TableSettings, controllers: Collection[ControllerKind]) -> Iterator[Departure]:
    for rule in shared_by(controllers):
        yield Departure(f"meter {settings.meter_id}: controllers", " and ".join(sorted(controllers)), rule)


def shared_by(controllers: Collection[ControllerKind]) -> tuple[str, ...]:
    """The rule that a meter breaks if tables with these controllers feed it; empty if it breaks none.

    >>> shared_by([ControllerKind.NEXUS]), len(shared_by([ControllerKind.NEXUS, ControllerKind.AQUARIUS]))
    ((), 1)
    """
    return (_TWO_SYSTEMS,) if len(set(controllers)) > 1 else ()


def operator_supplied(settings: TableSettings) -> list[str]:
    """What the operator supplies because the approval does not print it."""
    of_paytables = [
        f"{name} of {paytable.designator}"
        for paytable in settings.rules.paytables().values()
        for name in paytable.operator_supplied
    ]
    return of_paytables + _approved(settings).operator_supplied


def _paytables(settings: TableSettings, approved: _ApprovedGame) -> Iterator[Departure]:
    """Paytables that the approval does not print, or prints with other pays."""
    for name, paytable in settings.rules.paytables().items():
        printed = approved.paytables.get(name)
        if printed is None:
            continue
        if paytable.designator not in printed:
            yield Departure(name, paytable.designator, f"the paytables are {', '.join(printed)}")
        elif paytable.wagers != shipped_paytable(paytable.designator).wagers:
            yield Departure(name, f"{paytable.designator} with other pays", f"{paytable.designator} as printed")


def _fixed(settings: TableSettings, fixed: dict[str, _Fixed]) -> Iterator[Departure]:
    for name, wanted in fixed.items():
        value = getattr(settings.rules, name)
        if wanted.offered:
            if value is None:
                yield Departure(name, "not offered", wanted.rule)
        elif wanted.least is not None:
            if value < wanted.least:
                yield Departure(name, str(value), wanted.rule)
        elif _as_plain_value(value) != wanted.value:
            yield Departure(name, str(_as_plain_value(value)).lower(), wanted.rule)


def _limits(settings: TableSettings) -> Iterator[Departure]:
    """The approvals limit every wager to the legal maximum, even in a room where that law does not apply."""
    rules, highest = settings.rules, WASHINGTON.highest_wager_cents(date.max)
    for wager in rules.limited():
        maximum = rules.limit(wager).maximum_cents
        if highest is not None and wager in rules.offered() and maximum > highest:
            rule = f"WAC 230-15-140: a limit is at most {print_dollars(highest)}"
            yield Departure(f"limits: {wager}", print_dollars(maximum), rule)


def _as_plain_value(value: object) -> bool | int | str:
    return value if isinstance(value, bool | int) else str(value)


def _controller(settings: TableSettings, approved: _ApprovedGame) -> Iterator[Departure]:
    if settings.has_progressive and settings.controller.value not in approved.controllers:
        named = ", ".join(approved.controllers)
        yield Departure("controller", settings.controller.value, f"the progressive runs on: {named}")


def _of_controller(settings: TableSettings) -> _ApprovedController:
    """What the approvals ask of a controller; nothing where none of them names it."""
    return _approvals().controllers.get(settings.controller.value, _ApprovedController())


def _folded(settings: TableSettings) -> Iterator[Departure]:
    qualify = getattr(settings.rules, "folded_hands_qualify", False)
    if settings.has_progressive and settings.controller == ControllerKind.NEXUS and qualify:
        rule = "Progressive on Nexus Command, Rules of Play 8: folded hands do not qualify"
        yield Departure("folded_hands_qualify", "true", rule)


def _equipment(settings: TableSettings, approved: _ApprovedGame) -> Iterator[Departure]:
    registered = [Component.read(text) for text in settings.equipment]
    wanted = approved.equipment + (_of_controller(settings).equipment if settings.has_progressive else [])
    for each in map(Requirement.read, wanted):
        wrong = each.why_not(registered)
        if wrong is not None:
            yield Departure("equipment", wrong, each.rule)


def _conditions(settings: TableSettings, register: Register) -> Iterator[Departure]:
    letter = letter_of(settings.game)
    for condition, (slug, standing) in zip(letter.conditions_for(register.kind), register, strict=True):
        if standing.departure is not None:
            yield Departure(f"condition: {slug}", standing.departure, f"{letter}: {condition.words}")


def _thresholds(settings: TableSettings, meter: MeterParameters) -> Iterator[Departure]:
    """Above these amounts the controller wants a supervisor, or an executive."""
    for name, wanted in _of_controller(settings).thresholds.items():
        cents = getattr(meter, name)
        if cents > wanted.most_cents:
            yield Departure(f"meter {settings.meter_id}: {name}", print_dollars(cents), wanted.rule)


def _meter(settings: TableSettings, meter: MeterParameters) -> Iterator[Departure]:
    yield from _thresholds(settings, meter)
    for sentence in meter.not_as_approved:
        yield Departure(f"meter {settings.meter_id}", "set otherwise", sentence)
    where = f"Progressive on {settings.controller.value.title()}"
    otherwise: Iterable[tuple[str, bool, str]] = (
        ("envy_needs_wager", meter.envy_needs_wager, f"{where}, Rules of Play 10: another player's hand brings envy"),
        ("several_wins", meter.several_wins is not SeveralWins.RIGHT_TO_LEFT, _APPENDIX_A),
        ("jackpot_lock", meter.jackpot_lock, f"{where}, Rules of Play 9: the meter moves when the win is recorded"),
        ("surveillance_above_cents", not WASHINGTON.has_camera_in_time(meter.surveillance_above_cents), _CAMERA),
    )
    for name, departs, rule in otherwise:
        if departs:
            value = getattr(meter, name)
            yield Departure(f"meter {settings.meter_id}: {name}", str(value).lower(), rule)


_TWO_SYSTEMS = (
    "Three Card Poker, 30 July 2012, names two separate systems, Aquarius and Nexus Command, and no meter that both "
    "share (WAC 230-15-685(7), WAC 230-06-050)"
)

_APPENDIX_A = "Appendix A: the player farthest on the dealer's right is paid first; internal controls may replace it"


_CAMERA = "WAC 230-15-320: every win above $3,000 is verified on camera before it is paid"
