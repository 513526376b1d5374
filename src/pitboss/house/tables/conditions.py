"""The conditions register: the conditions in the letter that approves a game, and whether each table meets them.

Two people record that a condition is met. One person alone records that it is no longer met: a supplier's license that
lapses must not wait for a second signature.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Annotated, Any
from zoneinfo import ZoneInfo

from msgspec import Meta, Struct, convert
from sqlalchemy import Connection, select

from pitboss.data_file import read_toml
from pitboss.dates import written_day
from pitboss.games.event import Event
from pitboss.house.answers import view_of
from pitboss.house.errors import RefusedError, StorageError, UnknownError
from pitboss.house.field_checks import read_day, read_texts, verify_words
from pitboss.house.office import OfficeContext, handles
from pitboss.house.people.proposals import on_approval, on_proposal
from pitboss.house.permissions import OfficeCommand
from pitboss.house.property import Property
from pitboss.house.records.projector import Agreed, Recorded, RowWrite, projects, replace_row
from pitboss.house.reports.gaming_day import parse_instant
from pitboss.house.storage.schema import CONDITIONS, TABLES
from pitboss.paytables import Game

MET, NOT_MET, NOT_RECORDED = "met", "not met", "not recorded"


@dataclass(frozen=True)
class Condition:
    """A condition of a letter.

    >>> letter_of(Game.DOUBLE_DRAW).conditions[0].slug
    'internal-controls'
    """

    slug: str
    of: tuple[str, ...]
    """The kinds of room that must meet it: commercial, tribal, or both."""
    words: str


@dataclass(frozen=True)
class Letter:
    """A letter of the Commission that approves a game under conditions.

    >>> str(letter_of(Game.POWER_BLACKJACK))
    'letter of Jun 25, 2012, Power Blackjack with Push 22'
    """

    name: str
    dated: str
    conditions: tuple[Condition, ...]

    def __str__(self) -> str:
        return f"letter of {written_day(self.dated)}, {self.name}"

    def conditions_for(self, kind: str) -> tuple[Condition, ...]:
        """The conditions that a kind of room must meet.

        >>> [each.slug for each in letter_of(Game.DOUBLE_DRAW).conditions_for("commercial")]
        ['internal-controls', 'suppliers-licensed']
        """
        return tuple(condition for condition in self.conditions if kind in condition.of)


@dataclass(frozen=True)
class Standing:
    """Whether a table meets a condition, and the evidence.

    >>> Standing("not met", "license 12-1 lapsed", "2026-11-01").departure
    'not met since Nov 1, 2026'
    """

    status: str = NOT_RECORDED
    evidence: str | None = None
    dated: str | None = None
    """The day of the evidence."""
    proposed_by: str | None = None
    recorded_by: str | None = None
    """A badge: who approved that it is met, or who recorded that it is not."""
    recorded_at: str | None = None

    @property
    def departure(self) -> str | None:
        """The departure from the letter; nothing if the condition is met."""
        if self.status == MET:
            return None
        return self.status if self.dated is None else f"{self.status} since {written_day(self.dated)}"


class RegisteredCondition(Struct, frozen=True, kw_only=True):
    """Whether a table meets a condition of the letter that approves its game."""

    condition: Annotated[str, Meta(examples=["internal-controls"])]
    words: Annotated[str, Meta(description="The requirement.")]
    letter: Annotated[str, Meta(examples=["letter of Jul 30, 2012, Three Card Poker 6 Card Bonus"])]
    status: Annotated[str, Meta(description="met, not met or not recorded.", examples=["met"])]
    evidence: Annotated[str | None, Meta(examples=["approval 4711 of the Commission"])]
    dated: Annotated[str | None, Meta(description="The day of the evidence.", examples=["2026-11-03"])]
    proposed_by: Annotated[str | None, Meta(description="A badge.", examples=["3"])]
    recorded_by: Annotated[str | None, Meta(description="A badge.", examples=["1"])]
    recorded_at: Annotated[str | None, Meta(examples=["2026-11-15T20:00:00.000000Z"])]


@dataclass(frozen=True)
class Register:
    """Whether a table meets each condition of its game's letter, in a room of its kind.

    >>> [slug for slug, standing in Register(Game.DOUBLE_DRAW, "commercial", {})]
    ['internal-controls', 'suppliers-licensed']
    """

    game: Game
    kind: str
    recorded: Mapping[str, Standing]

    def __iter__(self) -> Iterator[tuple[str, Standing]]:
        """The conditions that apply, each with its status at the table."""
        for condition in letter_of(self.game).conditions_for(self.kind):
            yield condition.slug, self.recorded.get(condition.slug, Standing())

    def lines(self) -> list[RegisteredCondition]:
        """The register as it is shown to the people who keep it."""
        letter = letter_of(self.game)
        words = {condition.slug: condition.words for condition in letter.conditions}
        return [
            view_of(RegisteredCondition, standing, condition=slug, words=words[slug], letter=str(letter))
            for slug, standing in self
        ]


class _ListedCondition(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    of: tuple[str, ...]
    words: str


class _ListedLetter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    name: str
    dated: str
    conditions: list[str]


class _Letters(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The data file of the letters."""

    format: int
    conditions: dict[str, _ListedCondition]
    letters: dict[str, _ListedLetter]


@cache
def _letters() -> _Letters:
    _, data = read_toml(files("pitboss.house") / "data" / "conditions.toml", "conditions.toml", StorageError)
    return convert(data, _Letters)


@cache
def letter_of(game: Game) -> Letter:
    """The letter that approves a game."""
    letter, known = _letters().letters[game.value], _letters().conditions
    conditions = (Condition(slug, known[slug].of, known[slug].words) for slug in letter.conditions)
    return Letter(letter.name, letter.dated, tuple(conditions))


def register_of(connection: Connection, house: Property, table_id: str, game: Game) -> Register:
    """The register of a table of a game."""
    of_table = (CONDITIONS.c.property_id == house.property_id) & (CONDITIONS.c.table_id == table_id)
    names = Standing.__match_args__
    rows = connection.execute(select(CONDITIONS).where(of_table))
    recorded = {row.condition: Standing(**{name: getattr(row, name) for name in names}) for row in rows}
    return Register(game, house.settings.kind, recorded)


# ---- recording


@dataclass(frozen=True)
class LapseCondition(OfficeCommand):
    """Record that a table no longer meets a condition of the letter.

    >>> LapseCondition("T1", "suppliers-licensed", "license 12-1 lapsed", "2026-11-01").condition
    'suppliers-licensed'
    """

    table_id: str
    condition: str
    evidence: str
    dated: str


@dataclass(frozen=True)
class ConditionRecorded(Event):
    """A condition was recorded as met or not met at a table.

    >>> ConditionRecorded("T1", "internal-controls", "approval 4711", "2026-11-03", "met").sentence
    'table T1: internal-controls is met, by approval 4711, dated Nov 3, 2026'
    """

    table_id: str
    condition: str
    evidence: str
    dated: str
    status: str

    @property
    def sentence(self) -> str:
        """The event in words."""
        evidence = f"{self.evidence}, dated {written_day(self.dated)}"
        return f"table {self.table_id}: {self.condition} is {self.status}, by {evidence}"


@on_proposal("meet-condition")
def verify_meet_condition(content: dict[str, Any], desk: OfficeContext) -> None:
    """It must be a condition of the letter of the table's game, with evidence that is not dated in the future."""
    _verify(desk, read_texts(content, "meet-condition", ("table_id", "condition", "evidence", "dated")))


@on_approval("meet-condition")
def meet_condition(agreed: Agreed, desk: OfficeContext) -> None:
    """Record that the condition is met."""
    _record(desk, agreed.content, MET)


@handles(LapseCondition)
def lapse_condition(command: LapseCondition, desk: OfficeContext) -> None:
    """Record that the condition is no longer met; only a condition that was met can lapse."""
    game = _verify(desk, vars(command))
    recorded = register_of(desk.connection, desk.house, command.table_id, game).recorded
    status = recorded.get(command.condition, Standing()).status
    if status != MET:
        raise RefusedError(f"{command.condition} is {status} at table {command.table_id}: only what is met can lapse")
    _record(desk, vars(command), NOT_MET)


@projects("meet-condition", "lapse-condition", into=[CONDITIONS])
def list_condition(record: Recorded) -> Iterator[RowWrite]:
    """Write the new status of the condition at the table."""
    names = ("table_id", "condition", "evidence", "dated")
    met = {"status": NOT_MET} if record.agreed is None else {"status": MET, "proposed_by": record.agreed.proposed_by}
    by = {"recorded_by": record.badge, "recorded_at": record.stamp.at}
    yield replace_row(CONDITIONS, **{name: record.content[name] for name in names}, **met, **by)


def _verify(desk: OfficeContext, texts: Mapping[str, str]) -> Game:
    """Refuse an unknown table, a condition that is not in its game's letter, and evidence with a future date."""
    of_table = (TABLES.c.property_id == desk.property_id) & (TABLES.c.table_id == texts["table_id"])
    game = desk.connection.scalar(select(TABLES.c.game).where(of_table))
    if game is None:
        raise UnknownError(f"there is no table {texts['table_id']!a}")
    known = [condition.slug for condition in letter_of(Game(game)).conditions]
    if texts["condition"] not in known:
        raise RefusedError(f"{texts['condition']!a} is not a condition of the letter; known are {', '.join(known)}")
    verify_words(texts["evidence"], "line of evidence")
    today = parse_instant(desk.stamp.at).astimezone(ZoneInfo(desk.house.settings.zone)).date()
    if read_day(texts["dated"], "day of evidence") > today:
        raise RefusedError(f"the evidence is dated {written_day(texts['dated'])}, and today is {written_day(today)}")
    return Game(game)


def _record(desk: OfficeContext, texts: Mapping[str, str], status: str) -> None:
    fields = {name: texts[name] for name in ("table_id", "condition", "evidence", "dated")}
    desk.events.append(ConditionRecorded(**fields, status=status))
