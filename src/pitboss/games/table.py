"""Table rules: everything a table is set to, as one typed object that refuses nonsense with the reason."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, fields
from datetime import date
from enum import Enum
from functools import cache
from typing import Any, ClassVar, Final, Self

from pitboss.errors import PitbossError
from pitboss.paytables import Catalogue, Game, Pay, PayKind, Paytable, load_catalogue, print_dollars, wager_label


class TableRulesError(PitbossError):
    """Table rules that make no sense, with the reason.

    >>> Limit(500, 100, 100)
    Traceback (most recent call last):
    pitboss.games.table.TableRulesError: the minimum $5 is above the maximum $1
    """


@dataclass(frozen=True)
class Limit:
    """What may be wagered on one betting spot.

    >>> Limit(500, 10_000, 500).why_not(750)
    'is not a multiple of $5'
    """

    minimum_cents: int
    maximum_cents: int
    unit_cents: int

    def __post_init__(self) -> None:
        for cents in (self.minimum_cents, self.maximum_cents, self.unit_cents):
            if type(cents) is not int:
                raise TableRulesError(f"a limit is in whole cents, not {cents!r}")
        if min(self.minimum_cents, self.unit_cents) <= 0:
            raise TableRulesError("a minimum and a unit must be more than nothing")
        if self.minimum_cents > self.maximum_cents:
            low, high = print_dollars(self.minimum_cents), print_dollars(self.maximum_cents)
            raise TableRulesError(f"the minimum {low} is above the maximum {high}")
        if self.minimum_cents % self.unit_cents:
            low, unit = print_dollars(self.minimum_cents), print_dollars(self.unit_cents)
            raise TableRulesError(f"the minimum {low} is not a multiple of the unit {unit}")

    def why_not(self, cents: int) -> str | None:
        """What is wrong with an amount; nothing where it is allowed."""
        if cents < self.minimum_cents:
            return f"is below the minimum of {print_dollars(self.minimum_cents)}"
        if cents > self.maximum_cents:
            return f"is above the maximum of {print_dollars(self.maximum_cents)}"
        if cents % self.unit_cents:
            return f"is not a multiple of {print_dollars(self.unit_cents)}"
        return None


@dataclass(frozen=True)
class Jurisdiction:
    """Who licenses the room, and the most that one wager may be from which day on.

    >>> WASHINGTON.highest_wager_cents(date(2012, 7, 30)), PRACTICE.highest_wager_cents(date(2012, 7, 30))
    (30000, None)
    """

    name: str
    highest_wagers: tuple[tuple[date, int], ...] = ()
    """From this day on, this many cents; oldest first."""
    camera_above_cents: int | None = None
    """A win above this is verified on camera before it is paid; nothing where the house decides."""
    max_tables: int | None = None
    """How many tables a room may have open; nothing where there is no limit."""

    def highest_wager_cents(self, on: date) -> int | None:
        """The highest wager on a day; nothing where there is no limit."""
        return next((cents for since, cents in reversed(self.highest_wagers) if since <= on), None)

    def has_camera_in_time(self, above_cents: int) -> bool:
        """Whether a house that verifies wins above this on camera does so early enough.

        >>> WASHINGTON.has_camera_in_time(300_000), WASHINGTON.has_camera_in_time(300_001)
        (True, False)
        """
        return self.camera_above_cents is None or above_cents <= self.camera_above_cents


PRACTICE = Jurisdiction("practice")
"""Play money, no limits."""

WASHINGTON = Jurisdiction("Washington", ((date(2009, 1, 1), 30_000), (date(2023, 1, 1), 40_000)), 300_000, 15)
"""WAC 230-15-140: one wager at most $300 from 2009, $400 from 2023. WAC 230-15-320: wins above $3,000 on camera.
RCW 9.46.0282: at most 15 tables."""

EVEN_MONEY: Final = Pay.parse("1 to 1")
"""What most bets against the dealer pay."""


@cache
def shipped_paytable(designator: str) -> Paytable:
    """A paytable of the approvals.

    >>> shipped_paytable("TCP-01").designator
    'TCP-01'
    """
    return load_catalogue()[designator]


_BET = Limit(500, 30_000, 500)
_BONUS = Limit(100, 10_000, 100)
_PROGRESSIVE = Limit(100, 100, 100)


@dataclass(frozen=True, kw_only=True)
class TableRules(ABC):
    """What every game's table rules share. Each game adds its paytables and options."""

    game: ClassVar[Game]
    rules_version: ClassVar[int] = 1
    """Raised by hand when the same commands make another round than before."""
    wagers: ClassVar[tuple[str, ...]]
    """The betting spots before the deal, in the order in which a player fills them."""
    most_seats: ClassVar[int]
    why_most_seats: ClassVar[str]

    seats: int
    limits: Mapping[str, Limit] = field(default_factory=dict)
    adjacent_seats: bool = True
    """Whether one player may play two seats side by side."""

    def __post_init__(self) -> None:
        for entry in fields(self):
            _verify_kind(entry.name, getattr(self, entry.name), entry.type)
            paytable = getattr(self, entry.name)
            if isinstance(paytable, Paytable) and paytable.game is not self.game:
                raise TableRulesError(f"{paytable.designator} is a paytable of {paytable.game.label}, not of this game")
        if not 1 <= self.seats <= self.most_seats:
            raise TableRulesError(
                f"{self.seats} seats at {self.game.label}: allowed are 1 to {self.most_seats}, {self.why_most_seats}"
            )
        unknown = set(self.limits) - set(self.wagers)
        if unknown:
            raise TableRulesError(f"a limit for {sorted(unknown)[0]!r}: wagers are {', '.join(self.wagers)}")
        if "progressive" in self.offered():
            self._verify_denomination(self.limit("progressive"))
        self.verify_pays()

    def _verify_denomination(self, limit: Limit) -> None:
        """A meter has one denomination, and its contributions and pays are reckoned for that."""
        if limit.minimum_cents != limit.maximum_cents:
            low, high = print_dollars(limit.minimum_cents), print_dollars(limit.maximum_cents)
            raise TableRulesError(f"a progressive from {low} to {high}: a meter takes wagers of one amount only")

    def verify_pays(self) -> None:
        """Refuse a wager unit whose pays would fall between cents."""
        for wager in self.offered():
            for pay in self.pays_of(wager):
                self.verify_pay(wager, pay)

    def verify_pay(self, wager: str, pay: Pay) -> None:
        """Refuse one pay that would fall between cents."""
        unit = self.limit(wager).unit_cents
        if pay.kind is not PayKind.METER and unit % pay.amount.denominator:
            spot = wager_label(self.game, wager)
            raise TableRulesError(
                f"a unit of {print_dollars(unit)} on {spot} makes {pay} fall between cents; choose another unit"
            )

    def paytables(self) -> dict[str, Paytable]:
        """The paytables that the table is set to, by the names of their settings.

        >>> from pitboss.games.three_card_poker.rules import ThreeCardPokerRules
        >>> [paytable.designator for paytable in ThreeCardPokerRules(progressive=None).paytables().values()]
        ['TCP-01', 'TCP-6B1']
        """
        return {name: value for name, value in vars(self).items() if isinstance(value, Paytable)}

    def offered(self) -> tuple[str, ...]:
        """The betting spots that this table has."""
        return self.wagers

    def limited(self) -> tuple[str, ...]:
        """The betting spots with a limit of their own; the others follow one of these."""
        return self.wagers

    def offered_later(self) -> tuple[str, ...]:
        """What may be wagered once the cards are out, by the names that the round gives it."""
        return ()

    @abstractmethod
    def pays_of(self, wager: str) -> list[Pay]:
        """Every ratio by which a wager can be paid."""

    def limit(self, wager: str) -> Limit:
        """The limit of a betting spot: as set, or the usual one of a bet or of a bonus."""
        usual = _PROGRESSIVE if wager == "progressive" else _BET if self.is_bet(wager) else _BONUS
        return self.limits.get(wager, usual)

    def is_bet(self, wager: str) -> bool:
        """Whether a spot is a main bet rather than a bonus, whose usual amount is $1."""
        return wager == self.wagers[0]

    def verify_for(self, jurisdiction: Jurisdiction, on: date) -> None:
        """Refuse limits above what the jurisdiction allows on that day.

        >>> from pitboss.games.three_card_poker.rules import ThreeCardPokerRules
        >>> ThreeCardPokerRules(limits={"ante": Limit(500, 50_000, 500)}).verify_for(WASHINGTON, date(2024, 1, 1))
        Traceback (most recent call last):
        pitboss.games.table.TableRulesError: the maximum of $500 on Ante is above $400, the most that Washington allows
        """
        highest = jurisdiction.highest_wager_cents(on)
        for wager in self.offered():
            maximum = self.limit(wager).maximum_cents
            if highest is not None and maximum > highest:
                over, allowed = print_dollars(maximum), print_dollars(highest)
                spot = wager_label(self.game, wager)
                raise TableRulesError(
                    f"the maximum of {over} on {spot} is above {allowed}, the most that {jurisdiction.name} allows"
                )

    def as_json(self) -> dict[str, Any]:
        """The rules for storage, paytables by their designators."""
        values = {entry.name: _stored(getattr(self, entry.name)) for entry in fields(self)}
        return {"game": self.game.value} | values

    @classmethod
    def from_json(cls, data: dict[str, Any], catalogue: Catalogue | None = None) -> Self:
        """The rules that were stored.

        >>> from pitboss.games.three_card_poker.rules import ThreeCardPokerRules
        >>> ThreeCardPokerRules.from_json(ThreeCardPokerRules().as_json()) == ThreeCardPokerRules()
        True
        """
        known = catalogue or load_catalogue()
        wanted = {entry.name: entry for entry in fields(cls)}
        given = {name: value for name, value in data.items() if name != "game"}
        unknown = set(given) - set(wanted)
        if unknown:
            raise TableRulesError(f"{sorted(unknown)[0]!r} is not a setting of {cls.game.label}")
        return cls(**{name: _restored(value, wanted[name].type, known) for name, value in given.items()})


@cache
def usual_rules(kind: type[TableRules]) -> TableRules:
    """The rules of a table that nobody has set otherwise.

    >>> from pitboss.games.three_card_poker.rules import ThreeCardPokerRules
    >>> usual_rules(ThreeCardPokerRules) == ThreeCardPokerRules()
    True
    """
    return kind()  # type: ignore[call-arg]


_KINDS: Final[dict[Any, tuple[Callable[[Any], bool], str]]] = {
    int: (lambda value: type(value) is int, "a whole number"),
    bool: (lambda value: type(value) is bool, "true or false"),
    tuple[int, ...]: (lambda value: _is_list_of(int, value), "a list of whole numbers"),
    tuple[str, ...]: (lambda value: _is_list_of(str, value), "a list of texts"),
    Paytable: (lambda value: isinstance(value, str | Paytable), "the designator of a paytable"),
    Paytable | None: (
        lambda value: value is None or isinstance(value, str | Paytable),
        "the designator of a paytable, or nothing",
    ),
    Mapping[str, Limit]: (lambda value: isinstance(value, Mapping), "a limit for each wager, by its name"),
}
"""What a setting of each kind can be, as it is or as it is stored, and how a person is told."""


def _is_list_of(kind: type, value: Any) -> bool:
    return isinstance(value, list | tuple) and all(type(entry) is kind for entry in value)


def _verify_kind(name: str, value: Any, kind: Any) -> None:
    if kind in _KINDS:
        is_one, words = _KINDS[kind]
        if not is_one(value):
            raise TableRulesError(f"{name} must be {words}, not {value!r}")


def read_rules(kind: type[TableRules], data: Any, catalogue: Catalogue | None = None) -> TableRules:
    """Table rules from storage or from a person; what cannot be read is refused in one sentence.

    >>> from pitboss.games.three_card_poker.rules import ThreeCardPokerRules
    >>> read_rules(ThreeCardPokerRules, {"seats": "7"})
    Traceback (most recent call last):
    pitboss.games.table.TableRulesError: seats must be a whole number, not '7'
    """
    if not isinstance(data, dict) or data.get("game", kind.game) != kind.game:
        raise TableRulesError(f"these are not the settings of a {kind.game.label} table: {data!r}")
    for entry in fields(kind):
        if entry.name in data:
            _verify_kind(entry.name, data[entry.name], entry.type)
    return kind.from_json(data, catalogue)


def _read_limit(wager: str, data: Any) -> Limit:
    names = [entry.name for entry in fields(Limit)]
    if not isinstance(data, dict) or set(data) != set(names):
        raise TableRulesError(f"the limit for {wager!r} must say {', '.join(names)}, not {data!r}")
    return Limit(**data)


def _stored(value: Any) -> Any:
    if isinstance(value, Paytable):
        return value.designator
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Mapping):
        return {key: asdict(limit) for key, limit in value.items()}
    return list(value) if isinstance(value, tuple) else value


def _restored(value: Any, kind: Any, catalogue: Catalogue) -> Any:
    if isinstance(value, dict):
        return {wager: _read_limit(wager, limit) for wager, limit in value.items()}
    if isinstance(value, list):
        return tuple(value)
    if isinstance(value, str) and "Paytable" in str(kind):
        return catalogue[value]
    if isinstance(value, str) and isinstance(kind, type) and issubclass(kind, Enum):
        return kind(value)
    return value
