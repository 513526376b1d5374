"""Players: registering them, correcting their data, and exclusions from play."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from sqlalchemy import Connection, Row, select

from pitboss.dates import written_day, written_days
from pitboss.games.table import PRACTICE, Jurisdiction
from pitboss.house import property as properties
from pitboss.house.actor import Role
from pitboss.house.errors import NotPermittedError, RefusedError, UnknownError
from pitboss.house.field_checks import is_id, read_day, verify_id, verify_words
from pitboss.house.office import OfficeContext, handles
from pitboss.house.people.events import PlayerChanged
from pitboss.house.people.proposals import on_approval, on_proposal
from pitboss.house.permissions import OfficeCommand, sees_exclusions
from pitboss.house.records.projector import Agreed, Recorded, RowWrite, change_row, insert_row, projects
from pitboss.house.storage.schema import EXCLUSIONS, PLAYERS
from pitboss.house.storage.transactions import DeferredTransaction

EARLIEST_BIRTH: Final = "1900-01-01"
"""No living person was born before this day."""


@dataclass(frozen=True)
class RegisterPlayer(OfficeCommand):
    """Register a player. A guest plays with play money and needs no day of birth.

    >>> RegisterPlayer("ann", "Ann Archer", "1990-12-31", is_guest=False).player
    'ann'
    """

    player: str
    name: str
    born: str | None
    is_guest: bool


@dataclass(frozen=True)
class ExcludePlayer(OfficeCommand):
    """Exclude a player until a day, and then until an executive lifts the exclusion; without a day, for good.

    >>> ExcludePlayer("ann", "2027-11-15", "asked for it herself").until
    '2027-11-15'
    """

    player: str
    until: str | None
    reason: str


@dataclass(frozen=True)
class LiftExclusion(OfficeCommand):
    """Let a player whose exclusion has ended play again.

    >>> LiftExclusion("ann", "asked in writing").player
    'ann'
    """

    player: str
    reason: str


@dataclass(frozen=True)
class Player:
    """A registered player.

    >>> Player("ann", "Ann Archer", date(1990, 12, 31), False, None).age_on(date(2026, 12, 30))
    35
    """

    player: str
    name: str
    born: date | None
    is_guest: bool
    chips_day: str | None
    """The last gaming day on which a guest got play money."""

    def age_on(self, day: date) -> int | None:
        """The player's age on a day. A person born on 29 February is a year older on 1 March."""
        if self.born is None:
            return None
        before_birthday = (day.month, day.day) < (self.born.month, self.born.day)
        return day.year - self.born.year - before_birthday


# ---- queries


def find(connection: Connection, property_id: str, player: str) -> Player:
    """The player with this id.

    :raises UnknownError: if no such player is registered
    """
    of_player = (PLAYERS.c.property_id == property_id) & (PLAYERS.c.player == player)
    row = is_id(player) and connection.execute(select(PLAYERS).where(of_player)).first()
    if not row:
        raise UnknownError(f"player {player!a} is not registered")
    born = None if row.born is None else date.fromisoformat(row.born)
    return Player(row.player, row.name, born, bool(row.is_guest), row.chips_day)


def verify_may_play(connection: Connection, property_id: str, player: str, day: str) -> None:
    """Refuse a seat or chips to a person who is unknown, excluded, or too young on this gaming day.

    At night the gaming day is still the day before: a person who comes of age at midnight plays from the morning on.
    """
    why = why_barred(connection, property_id, player, day)
    if why is not None:
        raise RefusedError(why)


def verify_served(connection: Connection, property_id: str, player: str, day: str, what: str) -> None:
    """Refuse a ``payment to`` or a ``deposit of`` a player that the law forbids.

    The refusal gives no reason: only those who may see the list of exclusions know it (WAC 230-23-030).
    """
    if why_barred(connection, property_id, player, day) is not None:
        raise RefusedError(f"no {what} {player} at this window: it needs the shift manager")


def verify_barred(connection: Connection, property_id: str, player: str, day: str) -> None:
    """Refuse to withhold money from a player who may be paid."""
    if why_barred(connection, property_id, player, day) is None:
        raise RefusedError(f"{player} may be paid: only what the law forbids to pay is withheld")


def why_barred(connection: Connection, property_id: str, player: str, day: str) -> str | None:
    """Why a registered player may neither play nor be paid on a gaming day; None if they may."""
    known = find(connection, property_id, player)
    excluded = _how_excluded(connection, property_id, player, day)
    today = date.fromisoformat(day)
    least, age = properties.settings_on(connection, property_id, today).min_age, known.age_on(today)
    if excluded is None and age is not None and age < least:
        return f"{player} is {age} years old, and must be {least} to play"
    return excluded


def verify_no_play_money(known: Player, jurisdiction: Jurisdiction) -> None:
    """Refuse a guest in a room that plays for money: guests have play money, which only a practice room takes."""
    if known.is_guest and jurisdiction is not PRACTICE:
        raise RefusedError(f"{known.player} is a guest with play money, and this room plays for money")


def _how_excluded(connection: Connection, property_id: str, player: str, day: str) -> str | None:
    """Until when a player is excluded, in words; None if they are not."""
    in_force = exclusions_in_force(connection, property_id, player)
    if not in_force:
        return None
    end = _end(in_force)
    if end is None:
        return f"{player} is excluded for good"
    ended = ": it has ended, and an executive has not lifted it yet" if end < day else ""
    return f"{player} is excluded until {written_day(end)}{ended}"


def exclusions_in_force(connection: Connection, property_id: str, player: str) -> list[Row[Any]]:
    """The exclusions of a player that were not lifted."""
    query = select(EXCLUSIONS).where(_not_lifted(property_id, player)).order_by(EXCLUSIONS.c.number)
    return list(connection.execute(query))


def barred_among(later: DeferredTransaction, property_id: str, players: Sequence[str], born_until: str) -> set[str]:
    """The players among these who are excluded, or were born after a day.

    This runs before every round and with every wager, because a day of birth may be corrected at any time.
    """
    of_players = f"property_id = ? AND player IN ({', '.join('?' * len(players))})"
    excluded = f"SELECT player FROM exclusions WHERE {of_players} AND lifted_at IS NULL"
    too_young = f"SELECT player FROM players WHERE {of_players} AND born > ?"
    values = (property_id, *players, property_id, *players, born_until)
    return {player for (player,) in later.ask(f"{excluded} UNION {too_young}", values)}


def last_birthday(day: str, min_age: int) -> str:
    """The latest day of birth of a player who is old enough on a day. It is text: that 29 February may not exist.

    >>> last_birthday("2026-11-15", 18), last_birthday("2028-02-29", 18)
    ('2008-11-15', '2010-02-29')
    """
    year, *rest = day.split("-")
    return "-".join((f"{int(year) - min_age:04}", *rest))


def _not_lifted(property_id: str, player: str) -> Any:
    of_player = (EXCLUSIONS.c.property_id == property_id) & (EXCLUSIONS.c.player == player)
    return of_player & EXCLUSIONS.c.lifted_at.is_(None)


def _end(in_force: list[Row[Any]]) -> str | None:
    """The last day of all these exclusions; None if one is for good."""
    ends = [row.until for row in in_force]
    return None if None in ends else max(ends)


# ---- commands


@handles(RegisterPlayer)
def register_player(command: RegisterPlayer, desk: OfficeContext) -> None:
    """Guests may register themselves. To play for money, staff register the player after checking a document."""
    verify_id(command.player, "player")
    if type(command.is_guest) is not bool:
        raise RefusedError(f"a player is a guest or not: write true or false, not {command.is_guest!r}")
    _verify_own(desk, command.player)
    if desk.actor.role is Role.PLAYER and not command.is_guest:
        raise NotPermittedError(f"{command.player} can register as a guest only: to play for money, ask the staff")
    if command.born is None and not command.is_guest:
        raise RefusedError(f"{command.player} is no guest, and needs a day of birth")
    _verify_who(desk, command.name, command.born)
    of_player = (PLAYERS.c.property_id == desk.property_id) & (PLAYERS.c.player == command.player)
    if desk.connection.execute(select(PLAYERS.c.player).where(of_player)).first():
        raise RefusedError(f"there is a player {command.player} already")
    desk.events.append(PlayerChanged(command.player, f"is registered as a {_kind(command.is_guest)}"))


@on_proposal("correct-player")
def verify_correction(content: dict[str, Any], desk: OfficeContext) -> None:
    """The player must be registered, and the name and day of birth possible."""
    if set(content) != {"player", "name", "born"}:
        raise RefusedError(f"correct-player takes player, name and born, not {', '.join(content) or 'nothing'}")
    known = find(desk.connection, desk.property_id, str(content["player"]))
    if content["born"] is None and not known.is_guest:
        raise RefusedError(f"{known.player} is no guest, and needs a day of birth")
    _verify_who(desk, content["name"], content["born"])


@on_approval("correct-player")
def correct_player(agreed: Agreed, desk: OfficeContext) -> None:
    """Correct a name or a day of birth. It takes two people, because it can make a player old enough to play."""
    desk.events.append(PlayerChanged(agreed.content["player"], "is corrected"))


@handles(ExcludePlayer)
def exclude_player(command: ExcludePlayer, desk: OfficeContext) -> None:
    """It begins today. An exclusion in force can be made longer, never shorter."""
    _verify_own(desk, command.player)
    known = find(desk.connection, desk.property_id, command.player)
    verify_words(command.reason, "reason")
    if command.until is not None and read_day(command.until, "last day").isoformat() < desk.stamp.day:
        last, today = written_day(command.until), written_day(desk.stamp.day)
        raise RefusedError(f"an exclusion until {last} is over already: today is {today}")
    in_force = exclusions_in_force(desk.connection, desk.property_id, known.player)
    if in_force:
        if desk.actor.is_staff and not sees_exclusions(desk.actor):
            raise RefusedError(f"an exclusion of {known.player} needs the shift manager")
        _verify_longer(known.player, _end(in_force), command.until)
    desk.found["number"] = _next_number(desk, known.player)
    words = f"until {written_day(command.until)}" if command.until else "for good"
    desk.events.append(PlayerChanged(known.player, f"is excluded {words}"))


@handles(LiftExclusion)
def lift_exclusion(command: LiftExclusion, desk: OfficeContext) -> None:
    """An exclusion can be lifted only after its last day."""
    known = find(desk.connection, desk.property_id, command.player)
    verify_words(command.reason, "reason")
    in_force = exclusions_in_force(desk.connection, desk.property_id, known.player)
    if not in_force:
        raise RefusedError(f"{known.player} is not excluded")
    end = _end(in_force)
    if end is None or end >= desk.stamp.day:
        words = "for good" if end is None else f"until {written_day(end)}"
        raise RefusedError(f"{known.player} is excluded {words}, and it cannot be lifted before that is over")
    desk.found["numbers"] = [row.number for row in in_force]
    desk.events.append(PlayerChanged(known.player, "may play again"))


# ---- the lists


@projects("register-player", into=[PLAYERS])
def list_player(record: Recorded) -> Iterator[RowWrite]:
    """Insert the new player."""
    who = {name: record.asked[name] for name in ("player", "name", "born")}
    yield insert_row(PLAYERS, **who, is_guest=int(record.asked["is_guest"]), registered_at=record.stamp.at)


@projects("correct-player", into=[PLAYERS])
def list_correction(record: Recorded) -> Iterator[RowWrite]:
    """Store the corrected name and day of birth."""
    content = record.content
    yield change_row(PLAYERS, {"player": content["player"]}, name=content["name"], born=content["born"])


@projects("give-guest-chips", into=[PLAYERS])
def list_play_money(record: Recorded) -> Iterator[RowWrite]:
    """Store the gaming day on which the guest got play money."""
    yield change_row(PLAYERS, {"player": record.asked["player"]}, chips_day=record.stamp.day)


@projects("exclude-player", into=[EXCLUSIONS])
def list_exclusion(record: Recorded) -> Iterator[RowWrite]:
    """Insert the next exclusion of the player."""
    excluded = {name: record.asked[name] for name in ("player", "until", "reason")}
    made = {"made_by": record.actor, "made_at": record.stamp.at}
    yield insert_row(EXCLUSIONS, **excluded, number=record.found["number"], **made)


@projects("lift-exclusion", into=[EXCLUSIONS])
def list_lifting(record: Recorded) -> Iterator[RowWrite]:
    """End all exclusions that were in force."""
    player, reason = record.asked["player"], record.asked["reason"]
    for number in record.found["numbers"]:
        lifted = {"lifted_by": record.actor, "lifted_at": record.stamp.at, "lifted_reason": reason}
        yield change_row(EXCLUSIONS, {"player": player, "number": number}, **lifted)


def _verify_own(desk: OfficeContext, player: str) -> None:
    if desk.actor.role is Role.PLAYER and desk.actor.name != player:
        raise NotPermittedError(f"{desk.actor.name} cannot do this for {player}")


def _verify_who(desk: OfficeContext, name: object, born: object) -> None:
    verify_words(name, "name")
    if born is None:
        return
    day = read_day(born, "day of birth").isoformat()
    if not EARLIEST_BIRTH <= day <= desk.stamp.day:
        allowed = written_days(EARLIEST_BIRTH, desk.stamp.day)
        raise RefusedError(f"nobody here was born on {written_day(day)}: write a day from {allowed}")


def _verify_longer(player: str, end: str | None, until: str | None) -> None:
    if end is None:
        raise RefusedError(f"{player} is excluded for good already")
    if until is not None and until <= end:
        raise RefusedError(f"{player} is excluded until {written_day(end)} already: it can be made longer only")


def _next_number(desk: OfficeContext, player: str) -> int:
    of_player = (EXCLUSIONS.c.property_id == desk.property_id) & (EXCLUSIONS.c.player == player)
    return len(desk.connection.execute(select(EXCLUSIONS.c.number).where(of_player)).all()) + 1


def _kind(is_guest: bool) -> str:
    return "guest" if is_guest else "player"
