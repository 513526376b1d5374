"""The pace of the house dealer: what a table waits for, and until when. Reckoned from the table and its records alone,
so that every process and every screen has the same time."""

from collections.abc import Mapping, Set
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from pitboss.games.card_source import GREEN_BUTTON
from pitboss.games.rounds import BASE_WAGERS
from pitboss.games.table import TableRules
from pitboss.house.gambling_day import parse_instant, print_instant
from pitboss.house.placard import time_out_words
from pitboss.house.tables.settings import CardKind
from pitboss.house.tables.state import HOUSE
from pitboss.paytables import Game
from pitboss.server.hall import Hall
from pitboss.server.limits import GUEST
from pitboss.server.settings import ServerSettings

BETS, DECISION, CARDS, DEALER, ROUND, NOBODY_BETS = "bets", "decision", "cards", "dealer", "round", "nobody-bets"
"""What a deadline is for. The last one: the bets are open for people who are not there any more."""

AWAY: Final = "away"
"""Somebody has a seat and does nothing."""

THEN_BETS: Final = "The bets are closed. Wagers of a seat that do not go together are given back."

_SINCE: Final = {BETS: "bets", DECISION: "decisions"}
"""Which instant of the table begins the time; all else since it last moved."""


class Due(NamedTuple):
    """Until when a table waits, and for what.

    >>> Due("bets", datetime(2026, 11, 15, 12)).what
    'bets'
    """

    what: str
    at: datetime
    seat: int | None = None
    """Who is away."""


def with_deadline(hall: Hall, view: dict[str, Any]) -> dict[str, Any]:
    """A view of a table with the time that is left, as ``deadline``. Called from a thread of the house."""
    return view | {"deadline": deadline_of(hall, view)}


def deadline_of(hall: Hall, view: Mapping[str, Any]) -> dict[str, str] | None:
    """The time that is left at a table: until when, for what, and what is posted for then; nothing where none runs.

    It is the same for everybody who looks at this version of the table, so it need be asked for only once.
    """
    due = _due_in_play(hall, view)
    if due is None:
        return None
    then = {BETS: THEN_BETS, DECISION: time_out_words(Game(view["game"]))}.get(due.what, "")
    return {"at": print_instant(due.at), "for": due.what, "then": then}


def next_due(hall: Hall, view: Mapping[str, Any]) -> Due | None:
    """When the house dealer moves next at a table that looks like this; nothing while it waits for people."""
    dues = [due for due in (_due_in_play(hall, view), _due_away(hall, view)) if due is not None]
    return min(dues, key=lambda due: due.at, default=None)


def _due_away(hall: Hall, view: Mapping[str, Any]) -> Due | None:
    """When the first of those who do nothing has been away for too long. Who has wagers in action stays."""
    is_electronic = view["cards"] == CardKind.ELECTRONIC  # at live cards, chips are on the table and not in the view
    if view["status"] != "open" or not is_electronic or view["jackpots"] or view["held_wins"]:
        return None
    playing, dues = _in_action(view), []
    for seat, at in view["since"]["seats"].items():
        seconds = _seconds_away(view["seats"][seat], hall.settings, is_the_houses=_is_the_houses(view))
        if seat not in playing and seconds:
            dues.append((hall.clock.began(parse_instant(at)) + timedelta(seconds=seconds), int(seat)))
    if not dues:
        return None
    at, seat = min(dues)
    return Due(AWAY, at, seat)


def _seconds_away(seating: Mapping[str, Any], settings: ServerSettings, *, is_the_houses: bool) -> float:
    """How long somebody may do nothing at a seat; zero is as long as they like, as where a person deals.

    A guest who has no chips keeps the seat from others, and has less time at every table.
    """
    away = settings.away_minutes * 60 if is_the_houses else 0
    if settings.buy_in_seconds and not seating["chips_cents"] and seating["player"].startswith(GUEST):
        return min(away, settings.buy_in_seconds) if away else settings.buy_in_seconds
    return away


def _in_action(view: Mapping[str, Any]) -> set[str]:
    """Seats with wagers in action. Who has not bet when the bets are closed is not in the round."""
    round = view["round"]
    if round is None or round["phase"] == "over":
        return set()
    return _bets(view) if round["phase"] == "betting" else set(round["seats"])


def _due_in_play(hall: Hall, view: Mapping[str, Any]) -> Due | None:
    """When the round goes on."""
    table = hall.room.table(view["table"])
    what = waits_for(view, table.settings.rules, set(map(str, table.barred_seats)))
    if what is None:
        return None
    since = view["since"][_SINCE.get(what, "moved")]
    if not since:
        return None
    began = hall.clock.began(parse_instant(since))
    return Due(what, began + timedelta(seconds=_seconds(what, view, hall.settings)))


def waits_for(view: Mapping[str, Any], rules: TableRules, barred: Set[str] = frozenset()) -> str | None:
    """What the house dealer waits for at a table: nothing where somebody else deals, or people must do something.

    Nobody waits for those who may not play any more, although they sit there.

    >>> waits_for({"dealer": "17"}, None) is None
    True
    """
    if not _is_the_houses(view):
        return None
    want: Mapping[str, Any] = {"kind": "nothing", "operations": ()}
    if view["round"] is not None:
        want = view["round"]["want"]
    needs_shuffler = want["kind"] in ("nothing", "cards") or GREEN_BUTTON in want["operations"]
    if needs_shuffler and view["malfunction"] is not None:
        return None
    if want["kind"] == "nothing":
        return ROUND if can_bet(view, rules) and not view["held_wins"] else None
    if want["kind"] == "wagers":
        return BETS if _has_wagers(view) else _without_wagers(view, rules, barred)
    return {"decision": DECISION, "cards": CARDS}.get(want["kind"], DEALER)


def _is_the_houses(view: Mapping[str, Any]) -> bool:
    """Whether the house deals here, and no jackpot waits for people. Beside a win for the camera others are settled."""
    return view["dealer"] == HOUSE and view["status"] == "open" and not view["jackpots"]


def can_bet(view: Mapping[str, Any], rules: TableRules) -> set[str]:
    """Seats with chips for the wagers that the game asks for."""
    least = sum(rules.limit(wager).minimum_cents for wager in BASE_WAGERS[rules.game])
    return {seat for seat, seating in view["seats"].items() if seating["chips_cents"] >= least}


def _has_wagers(view: Mapping[str, Any]) -> bool:
    """Whether somebody has bet."""
    return bool(_bets(view))


def _bets(view: Mapping[str, Any]) -> set[str]:
    """Seats that have bet in the round. A wager that waits since a void one does not count; whoever left has none."""
    lit = {seat for seat, seating in view["seats"].items() if seating["lit_cents"]}
    bets = {seat for seat, state in view["round"]["seats"].items() if len(state["wagers"]) > (seat in lit)}
    return bets & set(view["seats"])


def _without_wagers(view: Mapping[str, Any], rules: TableRules, barred: Set[str]) -> str | None:
    """Who sat down after the round began can bet in the next one only, and a seat that was left is free only then."""
    of_round = set(view["round"]["seats"])
    return NOBODY_BETS if can_bet(view, rules) - of_round - barred or of_round - set(view["seats"]) else None


def _seconds(what: str, view: Mapping[str, Any], settings: ServerSettings) -> float:
    was_played = view["round"] is not None and view["round"]["void_reason"] is None
    match what:
        case "bets":
            return settings.betting_seconds
        case "decision":
            return settings.decision_seconds
        case "round" if was_played:
            return settings.result_seconds
    return settings.pause_seconds
