"""Commands: everything that can be done to a round, as typed data that can be stored and done again."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any, ClassVar, Final

from pitboss.cards import Card, parse_cards, print_cards
from pitboss.errors import PitbossError


class CommandError(PitbossError):
    """Stored text that is not a command of the round.

    >>> from pitboss.games.command import read_command
    >>> read_command({"do": "shout"}, [NoMoreBets])
    Traceback (most recent call last):
    pitboss.games.command.CommandError: 'shout' is not a command here; allowed: no-more-bets
    """


class Who(StrEnum):
    """Somebody who may do an act. Every command names them in its ``who``.

    >>> sorted(TakeBack.who)
    [<Who.DEALER: 'dealer'>, <Who.FLOOR: 'floor'>, <Who.HOUSE: 'house'>, <Who.PLAYER: 'player'>]
    """

    PLAYER = "player"
    """The player at the seat."""
    DEALER = "dealer"
    """The dealer of the table, and no other."""
    ANY_DEALER = "any-dealer"
    """Every dealer of the room."""
    FLOOR = "floor"
    """A supervisor or an executive."""
    EXECUTIVE = "executive"
    ACCOUNTING = "accounting"
    SURVEILLANCE = "surveillance"
    ADMIN = "admin"
    HOUSE = "house"
    """Pitboss itself: it deals at auto-dealt tables, and has the sensors and keys of the controllers."""
    SHUFFLER = "shuffler"
    """The shuffler or the shoe. Nobody sends its acts."""
    METER = "meter"
    """The progressive meter. Nobody sends its acts."""


DEALING: Final = frozenset({Who.DEALER, Who.FLOOR, Who.HOUSE})
"""Who deals at a table."""

AT_SEAT: Final = DEALING | {Who.PLAYER}
"""The player at a seat, and the dealer who does what the player says."""

ON_THE_FLOOR: Final = frozenset({Who.FLOOR})
BY_THE_SHUFFLER: Final = frozenset({Who.SHUFFLER})

_NOTHING: Final = type(None)
_PLAIN: Final[dict[Any, tuple[tuple[type, ...], str]]] = {
    int: ((int,), "a whole number"),
    str: ((str,), "a text"),
    bool: ((bool,), "true or false"),
    bool | None: ((bool, _NOTHING), "true, false or nothing"),
    int | None: ((int, _NOTHING), "a whole number or nothing"),
    str | None: ((str, _NOTHING), "a text or nothing"),
}
"""The kinds of fields that are plain."""


@dataclass(frozen=True)
class Command:
    """The root of all commands. A command is named after its class: ``PlaceWager`` is the operation ``place_wager``.

    Each says itself who may do it: a class without ``who`` cannot be defined.

    >>> NoMoreBets.operation()
    'no_more_bets'
    >>> class Wave(Command):
    ...     pass
    Traceback (most recent call last):
    TypeError: Wave does not say who may do it: set `who` to a frozenset of Who
    """

    who: ClassVar[frozenset[Who]]
    """Who may do it. It is not inherited: every command states its own."""
    is_signed: ClassVar[bool] = False
    """Whether its sender keys in their PIN again."""
    _plain: ClassVar[tuple[tuple[str, tuple[type, ...], str], ...]] = ()
    """The fields whose kind says all that they can be: what they are made of, and how a person is told."""
    _operation: ClassVar[str]
    _slug: ClassVar[str]

    # A round does a hundred commands: what follows from the class is found when it is made.
    def __init_subclass__(cls, *, is_base: bool = False) -> None:
        if not is_base:
            _verify_who(cls.__name__, cls.__dict__.get("who"))
        cls._operation = re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()
        cls._slug = cls._operation.replace("_", "-")
        cls._plain = tuple((name, *_PLAIN[kind]) for name, kind in cls.__annotations__.items() if kind in _PLAIN)

    def __post_init__(self) -> None:
        for name, kinds, words in self._plain:
            if type(getattr(self, name)) not in kinds:
                what = f"{name} of {self.slug()}"
                raise CommandError(f"{what} must be {words}, not {getattr(self, name)!r}")

    @classmethod
    def operation(cls) -> str:
        """The name of the operation, and of the methods ``verify_x``, ``can_x`` and ``x`` of the round."""
        return cls._operation

    @classmethod
    def slug(cls) -> str:
        """The name of the operation as it is stored and as people read it.

        >>> NoMoreBets.slug()
        'no-more-bets'
        """
        return cls._slug

    def arguments(self) -> tuple[Any, ...]:
        """The values of the command, in order."""
        return tuple(vars(self).values())

    def as_json(self) -> dict[str, Any]:
        """The command for storage; cards in notation.

        >>> PlaceWager(2, "ante", 500).as_json()
        {'do': 'place-wager', 'seat': 2, 'wager': 'ante', 'cents': 500}
        """
        told: dict[str, Any] = {"do": self._slug, **vars(self)}
        if "cards" in told:
            told["cards"] = print_cards(told["cards"])
        return told


def _verify_who(name: str, who: object) -> None:
    if not isinstance(who, frozenset) or not who or not who <= frozenset(Who):
        raise TypeError(f"{name} does not say who may do it: set `who` to a frozenset of Who")


@cache
def _by_name(kinds: tuple[type[Command], ...]) -> dict[str, type[Command]]:
    return {kind.slug(): kind for kind in kinds}


def read_command(data: dict[str, Any], allowed: Iterable[type[Command]]) -> Command:
    """The command that was stored.

    >>> read_command({"do": "deal", "cards": "As Kd"}, [Deal])
    Deal(cards=(As, Kd))
    """
    return read_named(data, _by_name(tuple(allowed)))


def read_named(data: Mapping[str, Any], by_name: Mapping[str, type[Command]]) -> Command:
    """The same, where the commands that may be meant are known by name.

    >>> read_named({"do": "no-more-bets"}, {"no-more-bets": NoMoreBets})
    NoMoreBets()
    """
    name = data.get("do") if isinstance(data, dict) else None
    kind = by_name.get(name) if isinstance(name, str) else None
    if kind is None:
        raise CommandError(f"{name!r} is not a command here; allowed: {', '.join(by_name)}")
    wanted: tuple[str, ...] = kind.__match_args__  # what it was declared with, without class variables
    given = dict(data)
    del given["do"]
    if given.keys() != set(wanted):
        raise CommandError(f"{data['do']} takes {', '.join(wanted) or 'nothing'}, not {', '.join(given) or 'nothing'}")
    if not isinstance(given.get("cards", ""), str):
        raise CommandError(f"cards of {data['do']} must be a text, not {given['cards']!r}")
    if "cards" in given:
        given["cards"] = parse_cards(given["cards"])
    return kind(**given)


Methods = dict[type[Command], tuple[Callable[..., None], Callable[..., None]]]
"""What verifies and what does each command, for whoever does thousands: looked up once."""


def methods_of(cls: type[Any], kinds: Iterable[type[Command]]) -> Methods:
    """The methods ``verify_x`` and ``_x`` that a class has for each of these commands.

    >>> class Bell:
    ...     def verify_no_more_bets(self): ...
    ...     def _no_more_bets(self): ...
    >>> methods_of(Bell, [NoMoreBets])[NoMoreBets] == (Bell.verify_no_more_bets, Bell._no_more_bets)
    True
    """
    names = {kind: kind.operation() for kind in kinds}
    return {kind: (getattr(cls, f"verify_{name}"), getattr(cls, f"_{name}")) for kind, name in names.items()}


def add_triple(cls: type[Any], kind: type[Command]) -> None:
    """Give a class that does commands ``x`` and ``can_x`` for one of them; ``verify_x`` and ``_x`` are written out.

    >>> class Bell:
    ...     def do(self, command):
    ...         return command.slug()
    >>> add_triple(Bell, NoMoreBets)
    >>> Bell().no_more_bets()
    'no-more-bets'
    """
    name = kind.operation()

    def do(self: Any, *arguments: Any) -> Any:
        return self.do(kind(*arguments))

    def can(self: Any, *arguments: Any) -> bool:
        try:
            allowed: bool = self.can(kind(*arguments))
        except CommandError:
            return False
        return allowed

    do.__doc__ = kind.__doc__
    can.__doc__ = f"Whether {name} is allowed now."
    setattr(cls, name, do)
    setattr(cls, f"can_{name}", can)


@dataclass(frozen=True)
class PlaceWager(Command):
    """A player puts an amount on a betting spot, or another amount in its place.

    >>> PlaceWager(1, "ante", 500)
    PlaceWager(seat=1, wager='ante', cents=500)
    """

    who = AT_SEAT
    seat: int
    wager: str
    cents: int


@dataclass(frozen=True)
class TakeBack(Command):
    """A player takes a wager back before the bets are closed.

    >>> TakeBack(1, "ante").operation()
    'take_back'
    """

    who = AT_SEAT
    seat: int
    wager: str


@dataclass(frozen=True)
class NoMoreBets(Command):
    """The dealer closes the bets.

    >>> NoMoreBets().as_json()
    {'do': 'no-more-bets'}
    """

    who = DEALING


@dataclass(frozen=True)
class Deal(Command):
    """The cards that the round asked for, whoever answers: shuffler, recorded deal, sampler or enumerator.

    >>> Deal(parse_cards("As Kd")).as_json()
    {'do': 'deal', 'cards': 'As Kd'}
    """

    who = BY_THE_SHUFFLER
    cards: tuple[Card, ...]


@dataclass(frozen=True)
class Settle(Command):
    """The dealer settles everything at one seat.

    >>> Settle(3).arguments()
    (3,)
    """

    who = DEALING
    seat: int


@dataclass(frozen=True)
class Void(Command):
    """The round is void: wagers go back, cards are reshuffled. The reason stays on record.

    >>> Void("wrong number of cards at seat 2").operation()
    'void'
    """

    who = ON_THE_FLOOR
    reason: str


@dataclass(frozen=True)
class CallOff(Command):
    """A round in which nobody has bet is over before it began.

    >>> CallOff().as_json()
    {'do': 'call-off'}
    """

    who = DEALING
