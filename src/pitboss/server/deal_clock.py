"""The pace of the auto-dealer: what a table waits for, and until when.

It is computed from the table and its records alone, so that every process and every screen has the same time.
"""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final, Literal, NamedTuple

from msgspec import structs

from pitboss.games.card_source import GREEN_BUTTON
from pitboss.games.round_view import RoundView
from pitboss.games.rounds import BASE_WAGERS
from pitboss.games.table import TableRules
from pitboss.house.posted.placard import time_out_words
from pitboss.house.reports.gaming_day import parse_instant, print_instant
from pitboss.house.tables.state import HOUSE
from pitboss.house.tables.views import Deadline, DeadlineKind, SeatedPlayer, TableView
from pitboss.paytables import Game
from pitboss.server.context import ServerContext
from pitboss.server.limits import GUEST
from pitboss.server.settings import ServerSettings

BETS: Final = "bets"
DECISION: Final = "decision"
CARDS: Final = "cards"
DEALER: Final = "dealer"
ROUND: Final = "round"
NOBODY_BETS: Final = "nobody-bets"
"""The bets are open, and everybody who could bet has left."""

AWAY: Final = "away"
"""A player has a seat and does nothing."""

THEN_BETS: Final = "The bets are closed. Wagers of a seat that do not go together are given back."


class Due(NamedTuple):
    """The end of a wait at a table, and what the table waits for.

    >>> Due("bets", datetime(2026, 11, 15, 12)).what
    'bets'
    """

    what: DeadlineKind | Literal["away"]
    at: datetime
    seat: int | None = None
    """The seat of the player who is away."""


def with_deadline(context: ServerContext, view: TableView) -> TableView:
    """A view of a table with its deadline. Called from a thread of the house."""
    return structs.replace(view, deadline=deadline_of(context, view))


def deadline_of(context: ServerContext, view: TableView) -> Deadline | None:
    """The deadline of a table: when, for what, and what happens then by the placard; nothing if none runs.

    It is the same for everybody who sees this version of the table, so it is computed only once.
    """
    due = _due_in_play(context, view)
    if due is None or due.what == AWAY:
        return None
    then = {BETS: THEN_BETS, DECISION: time_out_words(Game(view.game))}.get(due.what, "")
    return Deadline(at=print_instant(due.at), what=due.what, then=then)


def next_due(context: ServerContext, view: TableView) -> Due | None:
    """When the auto-dealer moves next at a table with this view; nothing while the table waits for people."""
    dues = [due for due in (_due_in_play(context, view), _due_away(context, view)) if due is not None]
    return min(dues, key=lambda due: due.at, default=None)


def _due_away(context: ServerContext, view: TableView) -> Due | None:
    """When the first idle player has been away for too long. Players with wagers in action stay."""
    is_electronic = view.cards == "electronic"  # at live cards, chips are on the table and not in the view
    if view.status != "open" or not is_electronic or view.jackpots or view.held_wins:
        return None
    playing, dues = _in_action(view), []
    for seat, since in view.since.seats.items():
        seconds = _seconds_away(view.seats[seat], context.settings, is_the_houses=_is_the_houses(view))
        if seat not in playing and seconds:
            dues.append((context.clock.began(parse_instant(since)) + timedelta(seconds=seconds), seat))
    if not dues:
        return None
    at, seat = min(dues)
    return Due(AWAY, at, seat)


def _seconds_away(seating: SeatedPlayer, settings: ServerSettings, *, is_the_houses: bool) -> float:
    """How long a player may stay idle at a seat, in seconds. Zero is without limit, as at tables that a person deals.

    A guest without chips has less time, because the seat is kept from other players.
    """
    away = settings.away_minutes * 60 if is_the_houses else 0
    if settings.buy_in_seconds and not seating.chips_cents and seating.player.startswith(GUEST):
        return min(away, settings.buy_in_seconds) if away else settings.buy_in_seconds
    return away


def _in_action(view: TableView) -> set[int]:
    """Seats with wagers in action. A seat that has not bet when the bets are closed is not in the round."""
    if view.round is None or view.round.phase == "over":
        return set()
    return _bets(view, view.round) if view.round.phase == "betting" else set(view.round.seats)


def _due_in_play(context: ServerContext, view: TableView) -> Due | None:
    """When the round continues."""
    table = context.room.table(view.table)
    what = waits_for(view, table.settings.rules, table.barred_seats)
    if what is None:
        return None
    since = {BETS: view.since.bets, DECISION: view.since.decisions}.get(what, view.since.moved)
    if not since:
        return None
    began = context.clock.began(parse_instant(since))
    return Due(what, began + timedelta(seconds=_seconds(what, view, context.settings)))


def waits_for(view: TableView, rules: TableRules, barred: Collection[int] = ()) -> DeadlineKind | None:
    """What the auto-dealer waits for at a table: nothing if a person deals, or if staff must act.

    The table does not wait for seated players who may not play any more.
    """
    if not _is_the_houses(view):
        return None
    if view.malfunction is not None and _needs_shuffler(view.round):
        return None
    round = view.round
    if round is None or round.awaiting.kind == "nothing":
        return ROUND if can_bet(view, rules) and not view.held_wins else None
    match round.awaiting.kind:
        case "wagers":
            return BETS if _bets(view, round) else _without_wagers(view, round, rules, barred)
        case "decision":
            return DECISION
        case "cards":
            return CARDS
    return DEALER


def _needs_shuffler(round: RoundView | None) -> bool:
    """Whether the next step needs the shuffler: a round begins, or cards are dealt."""
    if round is None:
        return True
    return round.awaiting.kind in ("nothing", "cards") or GREEN_BUTTON in round.awaiting.operations


def _is_the_houses(view: TableView) -> bool:
    """Whether the table is auto-dealt and no jackpot waits for people. A win on camera hold stops no other seat."""
    return view.dealer == HOUSE and view.status == "open" and not view.jackpots


def can_bet(view: TableView, rules: TableRules) -> set[int]:
    """Seats with enough chips for the base wagers of the game."""
    least = sum(rules.limit(wager).minimum_cents for wager in BASE_WAGERS[rules.game])
    return {seat for seat, seating in view.seats.items() if seating.chips_cents >= least}


def _bets(view: TableView, round: RoundView) -> set[int]:
    """Seats that have bet in the round. A progressive wager kept from a void round does not count."""
    lit = {seat for seat, seating in view.seats.items() if seating.lit_cents}
    bets = {seat for seat, state in round.seats.items() if len(state.wagers) > (seat in lit)}
    return bets & set(view.seats)


def _without_wagers(
    view: TableView, round: RoundView, rules: TableRules, barred: Collection[int]
) -> DeadlineKind | None:
    """Whether a new round is needed: for players who sat down during this one, or for a seat whose player has left."""
    of_round = set(round.seats)
    return NOBODY_BETS if can_bet(view, rules) - of_round - set(barred) or of_round - set(view.seats) else None


def _seconds(what: str, view: TableView, settings: ServerSettings) -> float:
    was_played = view.round is not None and view.round.void_reason is None
    match what:
        case "bets":
            return settings.betting_seconds
        case "decision":
            return settings.decision_seconds
        case "round" if was_played:
            return settings.result_seconds
    return settings.pause_seconds
