"""The configuration of a table: its game and rules, its kind of cards, its controller, its meter and equipment."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated, Any, ClassVar, Final, TypeVar

from msgspec import Meta, Struct, to_builtins
from sqlalchemy import Connection, select

from pitboss.games.rounds import ROUNDS
from pitboss.games.table import TableRules, read_rules
from pitboss.house.errors import RefusedError, UnknownError
from pitboss.house.field_checks import verify_id
from pitboss.house.records.journal import chain_of
from pitboss.house.storage.schema import JOURNAL, TABLES
from pitboss.paytables import Game, Paytable, print_dollars
from pitboss.progressive import EnvyReading, MeterParameters, SeveralWins, usual_parameters, verify_link
from pitboss.progressive.controllers import CONTROLLERS

FORMAT: Final = 1


class CardKind(StrEnum):
    """The kind of cards at a table.

    >>> CardKind("live").value
    'live'
    """

    ELECTRONIC = "electronic"
    """Pitboss shuffles and deals, and knows every hand."""
    LIVE = "live"
    """Live cards: Pitboss is only the progressive system, and the dealer keys in wagers and wins."""


class _Kinds(type):
    """Iterating over the class is iterating over the controllers that are registered."""

    def __iter__(cls) -> "Iterator[ControllerKind]":
        return map(ControllerKind, CONTROLLERS)


class ControllerKind(str, metaclass=_Kinds):
    """The name of a controller: the keypad of the progressive at a table.

    >>> [kind.value for kind in ControllerKind]
    ['aquarius', 'nexus']
    >>> ControllerKind("abacus")
    Traceback (most recent call last):
    ValueError: 'abacus' is not a controller; controllers are aquarius, nexus
    """

    AQUARIUS: ClassVar["ControllerKind"]
    NEXUS: ClassVar["ControllerKind"]

    def __new__(cls, name: str) -> "ControllerKind":
        """The name of a controller that is registered."""
        if name not in CONTROLLERS:
            raise ValueError(f"{name!r} is not a controller; controllers are {', '.join(CONTROLLERS)}")
        return str.__new__(cls, name)

    @property
    def value(self) -> str:
        """The name itself."""
        return str.__str__(self)


ControllerKind.AQUARIUS, ControllerKind.NEXUS = ControllerKind("aquarius"), ControllerKind("nexus")


class StoredSettings(Struct, frozen=True, kw_only=True):
    """The configuration of a table, as it is stored and proposed."""

    format: int
    rules: Annotated[dict[str, Any], Meta(description="The rules of the game; every game has its own fields.")]
    cards: CardKind
    controller: Annotated[str, Meta(examples=["aquarius"])]
    meter_id: str | None
    equipment: list[str]


@dataclass(frozen=True, kw_only=True)
class TableSettings:
    """The whole configuration of a table.

    >>> from pitboss.games.three_card_poker.rules import ThreeCardPokerRules
    >>> settings = TableSettings(rules=ThreeCardPokerRules(), meter_id="M1")
    >>> TableSettings.from_json(settings.as_json()) == settings
    True
    """

    rules: TableRules
    cards: CardKind = CardKind.ELECTRONIC
    controller: ControllerKind = ControllerKind.AQUARIUS
    """The controller whose envy rules the progressive follows; with live cards, also the kind of keypad."""
    meter_id: str | None = None
    """The meter that the table feeds; nothing if it has no progressive."""
    equipment: tuple[str, ...] = ()
    """Components and their versions, as registered."""

    @property
    def game(self) -> Game:
        """The game that is played here."""
        return self.rules.game

    @property
    def has_progressive(self) -> bool:
        """Whether the table offers a progressive wager."""
        return "progressive" in self.rules.offered()

    @property
    def envy_reading(self) -> EnvyReading:
        """Whose hands award envy to whom, as the controller of this table reads it."""
        return CONTROLLERS[self.controller].envy_rule

    def verify_follows(self, table_id: str, before: "TableSettings") -> None:
        """Refuse another game than the table has now.

        >>> from pitboss.games.double_draw import DoubleDrawRules
        >>> from pitboss.games.power_blackjack import PowerBlackjackRules
        >>> before, wanted = TableSettings(rules=DoubleDrawRules()), TableSettings(rules=PowerBlackjackRules())
        >>> wanted.verify_follows("T1", before)
        Traceback (most recent call last):
        pitboss.house.errors.RefusedError: table T1 is a table of Double Draw Poker: create another one
        """
        if self.game is not before.game:
            raise RefusedError(f"table {table_id} is a table of {before.game.label}: create another one")

    def verify(self, meter: MeterParameters | None) -> None:
        """Refuse a progressive spot without a meter, and a meter of another paytable or denomination."""
        if self.has_progressive and meter is None:
            raise RefusedError("the table offers a progressive wager and is linked to no meter: name one")
        if not self.has_progressive and meter is not None:
            raise RefusedError(f"the table is linked to meter {self.meter_id} and offers no progressive wager")
        if meter is not None:
            self._verify_paytable(meter)
            self._verify_alike(meter)

    def _verify_paytable(self, meter: MeterParameters) -> None:
        own: Paytable | None = getattr(self.rules, "progressive", None)
        assert own is not None, "a table that offers the wager has its paytable"
        if meter.game is not own.game:
            # This check names the rule that tables of different games cannot share a meter.
            verify_link({f"meter {self.meter_id}": meter, "this table": usual_parameters(own.designator)})
        if meter.paytable.designator != own.designator:
            theirs = meter.paytable.designator
            raise RefusedError(
                f"the table pays by {own.designator}, and meter {self.meter_id} by {theirs}: a meter has one paytable "
                "for all its tables"
            )

    def _verify_alike(self, meter: MeterParameters) -> None:
        """Refuse a meter that disagrees with the table about wins or the wager."""
        if getattr(self.rules, "folded_hands_qualify", meter.folded_hands_play) != meter.folded_hands_play:
            # Otherwise the round could report a win that the meter does not pay, or the reverse.
            raise RefusedError(
                f"the table and meter {self.meter_id} disagree about folded hands: set folded_hands_qualify of the "
                "table and folded_hands_play of the meter alike"
            )
        self.verify_books_one_by_one(meter)
        wager, denomination = self.rules.limit("progressive").unit_cents, meter.denomination_cents
        if wager != denomination:
            raise RefusedError(
                f"the progressive wager is {print_dollars(wager)}, and meter {self.meter_id} takes "
                f"{print_dollars(denomination)}"
            )

    def verify_books_one_by_one(self, meter: MeterParameters) -> None:
        """Refuse, with live cards, a meter that pays several wins of a round together."""
        if self.cards is CardKind.LIVE and meter.several_wins is SeveralWins.FULL_METER_EACH:
            raise RefusedError(
                f"with live cards wins are booked one by one, and meter {self.meter_id} pays {meter.several_wins}: "
                f"set several_wins to {SeveralWins.RIGHT_TO_LEFT}"
            )

    def with_rules(self, rules: TableRules) -> "TableSettings":
        """The same table under other rules of its game."""
        return replace(self, rules=rules)

    def stored(self) -> StoredSettings:
        """The settings for storage."""
        return StoredSettings(
            format=FORMAT,
            rules=self.rules.as_json(),
            cards=self.cards,
            controller=self.controller.value,
            meter_id=self.meter_id,
            equipment=list(self.equipment),
        )

    def as_json(self) -> dict[str, Any]:
        """The settings as JSON, such as for a proposal, whose content may be any JSON."""
        content: dict[str, Any] = to_builtins(self.stored())
        return content

    @staticmethod
    def from_json(data: Any) -> "TableSettings":
        """Read settings that were stored or that a person wrote."""
        if not isinstance(data, dict) or data.get("format", FORMAT) != FORMAT:
            raise RefusedError(f"these are not table settings in format {FORMAT}: {data!r}")
        rules, equipment = data.get("rules"), data.get("equipment", [])
        if not isinstance(rules, dict):
            raise RefusedError(f"the table settings cannot be read: their rules are {rules!r}, and must name a game")
        if not isinstance(equipment, list) or not all(isinstance(entry, str) for entry in equipment):
            raise RefusedError(f"the equipment of a table is {equipment!r}, and must be a list of texts")
        game = _choice(Game, "the game of a table", rules.get("game"))
        return TableSettings(
            rules=read_rules(ROUNDS[game].rules_type, rules),
            cards=_choice(CardKind, "cards", data.get("cards", "electronic")),
            controller=_read_controller(data.get("controller", "aquarius")),
            meter_id=_read_meter_id(data.get("meter_id")),
            equipment=tuple(equipment),
        )


_Choice = TypeVar("_Choice", bound=StrEnum)


def _choice(kind: type[_Choice], what: str, value: Any) -> _Choice:
    found = next((member for member in kind if member.value == value), None)
    if found is None:
        raise RefusedError(f"{what} is {value!r}, and must be one of {', '.join(kind)}")
    return found


def _read_controller(value: Any) -> ControllerKind:
    if not isinstance(value, str) or value not in CONTROLLERS:
        raise RefusedError(f"controller is {value!r}, and must be one of {', '.join(CONTROLLERS)}")
    return ControllerKind(value)


def _read_meter_id(value: Any) -> str | None:
    if value is not None:
        verify_id(value, "meter id")
    return value  # type: ignore[no-any-return]


def settings_of(connection: Connection, property_id: str, table_id: str) -> TableSettings:
    """The settings of a table.

    :raises UnknownError: if there is no such table
    """
    found = find_settings(connection, property_id, table_id)
    if found is None:
        of_room = TABLES.c.property_id == property_id
        known = connection.scalars(select(TABLES.c.table_id).where(of_room).order_by(TABLES.c.table_id))
        raise no_table(table_id, list(known))
    return found


def find_settings(connection: Connection, property_id: str, table_id: str) -> TableSettings | None:
    """The settings of a table; nothing if there is no such table."""
    of_table = (TABLES.c.property_id == property_id) & (TABLES.c.table_id == table_id)
    snapshot = connection.scalar(select(TABLES.c.snapshot).where(of_table))
    return None if snapshot is None else TableSettings.from_json(json.loads(snapshot)["settings"])


def settings_at(connection: Connection, property_id: str, table_id: str, seq: int) -> TableSettings:
    """The settings of a table when one of its records was written."""
    of_chain = (JOURNAL.c.property_id == property_id) & (JOURNAL.c.chain == chain_of(table_id)) & (JOURNAL.c.seq <= seq)
    query = select(JOURNAL.c.asked).where(of_chain, JOURNAL.c.kind.in_(("create-table", "configure-table")))
    asked = connection.execute(query.order_by(JOURNAL.c.seq.desc()).limit(1)).scalar_one()
    return TableSettings.from_json(json.loads(asked)["settings"])


def settings_of_link(connection: Connection, property_id: str, meter_id: str | None) -> list[TableSettings]:
    """The settings of all tables that feed a meter."""
    linked = (TABLES.c.property_id == property_id) & (TABLES.c.meter_id == meter_id)
    snapshots = connection.scalars(select(TABLES.c.snapshot).where(linked))
    return [TableSettings.from_json(json.loads(each)["settings"]) for each in snapshots]


def controllers_of(connection: Connection, property_id: str, meter_id: str | None) -> frozenset[ControllerKind]:
    """The controllers of all tables that feed a meter."""
    return frozenset(settings.controller for settings in settings_of_link(connection, property_id, meter_id))


def no_table(table_id: str, known: list[str]) -> UnknownError:
    """The error for an unknown table; it names the known ones.

    >>> no_table("T9", ["T1", "T2"])
    UnknownError("there is no table 'T9'; there are: T1, T2")
    """
    return UnknownError(f"there is no table {table_id!r}; there are: {', '.join(known) or 'none'}")
