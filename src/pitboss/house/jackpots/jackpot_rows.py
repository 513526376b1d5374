"""Stores every jackpot from claim to payment, finds and counts them, and checks reversals and late awards."""

from collections.abc import Sequence
from dataclasses import asdict, fields
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Row, case, func, insert, select, update

from pitboss.house.errors import RefusedError, UnknownError
from pitboss.house.jackpots import meters
from pitboss.house.records import rounds
from pitboss.house.records.row_hashes import RowHashes
from pitboss.house.storage.schema import JACKPOTS, PROPOSALS
from pitboss.house.tables.pending_jackpot import ENVY, Jackpot, PastGame, Win, numbered_id
from pitboss.house.tables.settings import settings_at
from pitboss.progressive import LaterWinPaidError, Level, Meter
from pitboss.progressive.controllers.events import seats_in_words
from pitboss.progressive.one_deck import clashing_seats

_POTS: Final = ("shown", "reserve", "overflow", "frozen", "seed_left")

REVERSAL: Final = "reverse-jackpot"
"""The kind of proposal by which two people reverse a win."""


def note(connection: Connection, rows: RowHashes, jackpot: Jackpot) -> None:
    """Store the current state of a jackpot; the first time, as a claim."""
    stamp = rows.stamp
    values = asdict(jackpot) | {"needs_surveillance": int(jackpot.needs_surveillance)}
    values["needs_tax_form"] = int(jackpot.needs_tax_form)
    if jackpot.is_decided:
        values |= {"decided_at": stamp.at, "decided_day": stamp.day}
    of_jackpot = (JACKPOTS.c.property_id == stamp.property_id) & (JACKPOTS.c.jackpot_id == jackpot.jackpot_id)
    before = connection.execute(select(JACKPOTS).where(of_jackpot)).mappings().first()
    if before is None:
        claimed = {"property_id": stamp.property_id, "claimed_at": stamp.at, "claimed_day": stamp.day}
        row = dict.fromkeys(JACKPOTS.c.keys()) | claimed | values
        connection.execute(insert(JACKPOTS).values(row))
    else:
        row = dict(before) | values
        connection.execute(update(JACKPOTS).where(of_jackpot).values(values))
    rows.note(JACKPOTS, row)


def read(connection: Connection, property_id: str, jackpot_id: str) -> Jackpot:
    """The current state of a jackpot.

    :raises UnknownError: if there is no such jackpot
    """
    row: Any = find(connection, property_id, jackpot_id)
    values = {entry.name: getattr(row, entry.name) for entry in fields(Jackpot)}
    flags = {name: bool(values[name]) for name in ("needs_surveillance", "needs_tax_form")}
    return Jackpot(**values | flags)


def free_id(connection: Connection, property_id: str, table_id: str, round_number: int, seat: int) -> str:
    """The id for the win of a seat; a new one if its last win was reversed."""
    first = f"{table_id}-{round_number}-{seat}"
    of_place = (JACKPOTS.c.table_id == table_id) & (JACKPOTS.c.round_number == round_number) & (JACKPOTS.c.seat == seat)
    of_place &= JACKPOTS.c.pay != ENVY
    statuses = connection.scalars(select(JACKPOTS.c.status).where(JACKPOTS.c.property_id == property_id, of_place))
    return numbered_id(first, sum(status == "reversed" for status in statuses))


def past_game(connection: Connection, property_id: str, table_id: str, round_number: int) -> PastGame:
    """A game at a keypad, read from the records of its table and its wins."""
    place = (connection, property_id, table_id, round_number)
    game = rounds.summary_of(*place)
    settings = settings_at(connection, property_id, table_id, rounds.start_of(*place).seq)
    wager_cents = settings.rules.limit("progressive").unit_cents if settings.meter_id else 0
    fed = (settings.meter_id, wager_cents, settings.envy_reading.name)
    marks = (sorted(game.in_game), sorted(game.folded), _wins_of(*place), sorted(game.brought.items()))
    return PastGame(round_number, *marks, *fed)


def _wins_of(connection: Connection, property_id: str, table_id: str, round_number: int) -> list[Win]:
    """The wins in a game, without rejected and reversed ones."""
    of_game = (JACKPOTS.c.table_id == table_id) & (JACKPOTS.c.round_number == round_number)
    stands = JACKPOTS.c.status.not_in(("rejected", "reversed")) & (JACKPOTS.c.pay != ENVY)
    query = select(*(JACKPOTS.c[name] for name in Win._fields)).where(JACKPOTS.c.property_id == property_id, of_game)
    return [Win(*row) for row in connection.execute(query.where(stands).order_by(JACKPOTS.c.seat))]


def verify_had_wager(game: PastGame, seat: int) -> None:
    """Refuse a seat without a progressive wager in the game."""
    if seat not in game.wagers:
        had = ", ".join(map(str, game.wagers)) or "none"
        raise RefusedError(
            f"seat {seat} had no progressive wager in game {game.round_number}; seats that had one: {had}"
        )


def verify_can_win_late(game: PastGame, seat: int, row: str, *, is_share: bool, folded_hands_play: bool) -> None:
    """Refuse a late award to a seat that has a win, whose hand the deck cannot deal, or that is out of order.

    A seat whose fold was marked does not win, unless folded hands play. A win that was paid already keeps its
    amount, and the late one takes its share of the current meter.

    >>> wins = [Win(2, "akq-of-spades", "100%", "booked")]
    >>> game = PastGame(12, [2, 5], [], wins, [], "M1", 100, "aquarius")
    >>> verify_can_win_late(game, 5, "akq-of-spades", is_share=True, folded_hands_play=False)
    Traceback (most recent call last):
    pitboss.house.errors.RefusedError: one deck cannot deal akq-of-spades as well: seat 2 has akq-of-spades in game 12
    """
    hands = game.hands
    if seat in game.folded and not folded_hands_play:
        raise RefusedError(f"seat {seat} folded in game {game.round_number}, and a folded hand does not win")
    if seat in hands:
        raise RefusedError(
            f"seat {seat} has {hands[seat]} in game {game.round_number}: reverse that win first if it was none"
        )
    clashing = clashing_seats(row, hands)
    if clashing:
        others = " and ".join(f"seat {other} has {hands[other]}" for other in clashing)
        raise RefusedError(f"one deck cannot deal {row} as well: {others} in game {game.round_number}")
    before = [win.seat for win in game.wins if is_share and win.percent and win.status == "booked" and win.seat < seat]
    if before:
        raise RefusedError(
            f"seat {seat} is paid before {seats_in_words(before)}, booked already: reverse that win, then award both "
            "in order, the seat farthest on the dealer's right first"
        )


def reversals(connection: Connection, property_id: str) -> list[tuple[str, str, str]]:
    """The pending reversals: the proposal, the win, and its meter."""
    waiting = (PROPOSALS.c.kind == REVERSAL) & (PROPOSALS.c.status == "pending")
    same = (JACKPOTS.c.property_id == PROPOSALS.c.property_id) & (JACKPOTS.c.jackpot_id == PROPOSALS.c.subject)
    query = select(PROPOSALS.c.proposal_id, JACKPOTS.c.jackpot_id, JACKPOTS.c.meter_id).join(JACKPOTS, same)
    rows = connection.execute(query.where(PROPOSALS.c.property_id == property_id, waiting))
    return [(row.proposal_id, row.jackpot_id, row.meter_id) for row in rows]


def verify_reversible(
    connection: Connection, property_id: str, wrong: Jackpot, meter: Meter, *, keeps_seed: bool
) -> None:
    """Refuse to reverse a win if a later one stands. The seed stays only if a later win was paid."""
    of_meter = (JACKPOTS.c.property_id == property_id) & (JACKPOTS.c.meter_id == wrong.meter_id)
    claimed = select(JACKPOTS.c.claim, JACKPOTS.c.jackpot_id).where(of_meter, JACKPOTS.c.claim.is_not(None))
    by_claim = {row.claim: row.jackpot_id for row in connection.execute(claimed)}
    try:
        meter.verify_reverse(wrong.win_name, by_claim)
    except LaterWinPaidError:
        if not keeps_seed:
            raise
    else:
        if keeps_seed:
            raise RefusedError("no later win was paid: the seed that came with this one is recovered with it")


def reversal_effect(
    connection: Connection, property_id: str, jackpot_id: str, *, keeps_seed: bool
) -> tuple[dict[str, int], dict[str, int]] | None:
    """The meter before and after a reversal, for the person who approves it; nothing for a win from the tray."""
    wrong = read(connection, property_id, jackpot_id)
    if wrong.source != "meter":
        return None
    meter = meters.look(connection, property_id, wrong.meter_id).meter
    verify_reversible(connection, property_id, wrong, meter, keeps_seed=keeps_seed)
    after = (meter.give_back if keeps_seed else meter.reverse)(wrong.win_name, "preview of a reversal").meter
    return {pot: meter.totals[pot] for pot in _POTS}, {pot: after.totals[pot] for pot in _POTS}


def pending(connection: Connection, property_id: str, meter_id: str) -> int:
    """How many wins of a meter are being verified or reversed: its displays say PENDING.

    A lit hand button counts too, with the jackpot lock.
    """
    waiting = JACKPOTS.c.status.in_(("claimed", "verified", "authorized"))
    of_meter = (JACKPOTS.c.property_id == property_id) & (JACKPOTS.c.meter_id == meter_id)
    claimed = connection.scalars(select(JACKPOTS.c.claim).where(of_meter, waiting)).all()
    frozen = {claim.name for claim in meters.look(connection, property_id, meter_id).meter.claims}
    reversing = sum(meter == meter_id for _, _, meter in reversals(connection, property_id))
    return len(claimed) + len(frozen - set(claimed)) + reversing


_KEYED_IN: Final = JACKPOTS.c.cards == ""
WON_AT: Final = case((_KEYED_IN, JACKPOTS.c.claimed_at), else_=JACKPOTS.c.decided_at).label("won_at")
"""When a win took its amount off the meter: with live cards when it was booked. The cage pays it later."""
WON_DAY: Final = case((_KEYED_IN, JACKPOTS.c.claimed_day), else_=JACKPOTS.c.decided_day).label("won_day")
"""The gaming day on which a win took its amount off the meter."""


def won_of(property_id: str, meter_id: str) -> ColumnElement[bool]:
    """The condition for hits: wins of a meter that a supervisor or executive confirmed, also those not paid yet.

    Wins that a dealer pays from the tray are stored too, but are no hits.
    """
    of_meter = (JACKPOTS.c.property_id == property_id) & (JACKPOTS.c.meter_id == meter_id)
    return of_meter & JACKPOTS.c.status.in_(("booked", "paid", "withheld")) & (JACKPOTS.c.needs != Level.DEALER.value)


def last_hits(
    connection: Connection, property_id: str, meter_id: str, number: int = 25
) -> Sequence[Row[tuple[object, ...]]]:
    """The last hits of a meter, each with the time of the win, newest first."""
    query = select(JACKPOTS, WON_AT, WON_DAY).where(won_of(property_id, meter_id)).order_by(WON_AT.desc())
    return connection.execute(query.limit(number)).all()


def number_of_hits(connection: Connection, property_id: str, meter_id: str) -> int:
    """The number of hits of a meter."""
    counted = select(func.count()).select_from(JACKPOTS).where(won_of(property_id, meter_id))
    return connection.scalar(counted) or 0


def last_celebrated(connection: Connection, property_id: str, meter_id: str) -> Row[tuple[object, ...]] | None:
    """The newest hit of a meter, the largest if several came at once; nothing if there is none."""
    query = select(JACKPOTS, WON_AT).where(won_of(property_id, meter_id))
    return connection.execute(query.order_by(WON_AT.desc(), JACKPOTS.c.cents.desc()).limit(1)).first()


def find(connection: Connection, property_id: str, jackpot_id: str) -> Row[tuple[object, ...]]:
    """The row of a jackpot.

    :raises UnknownError: if there is no such jackpot
    """
    of_jackpot = (JACKPOTS.c.property_id == property_id) & (JACKPOTS.c.jackpot_id == jackpot_id)
    row = connection.execute(select(JACKPOTS).where(of_jackpot)).first()
    if row is None:
        raise UnknownError(
            f"there is no jackpot {jackpot_id!r}; they are named by table, round and seat, as in T1-12-3"
        )
    return row
