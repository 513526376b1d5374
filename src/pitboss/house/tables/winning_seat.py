"""Decides at a live-card table which seat has the lit hand and whether it may win: folds, order of wins, one deck.

The approved keypads have no keys for this, so people enter it on the dealer's page: the dealer says which seat has the
lit hand, and the supervisor names the winner. Appendix A pays the player farthest on the dealer's right first: if a
seat farther right may hold a hand that wins a share of the meter, the supervisor must answer whether one does.
"""

from typing import Final

from msgspec import structs

from pitboss.games.reports import ProgressiveReport, ProgressiveWager, QualifyingHand
from pitboss.house.answers import view_of
from pitboss.house.errors import RefusedError
from pitboss.house.tables.commands import ClaimWin, MarkFold, NameWinner
from pitboss.house.tables.doing import Doing, Handler, Part, Verifying
from pitboss.house.tables.events import FoldMarked, FoldTakenBack, WinClaimed, WinnerNamed
from pitboss.house.tables.host import Queries
from pitboss.house.tables.preconditions import keypad_of
from pitboss.house.tables.quotes import Quote
from pitboss.house.tables.state import NamedWinner, TableState
from pitboss.house.tables.views import LitPrize
from pitboss.progressive.controllers import Press as KeyPress
from pitboss.progressive.controllers.events import seats_in_words
from pitboss.progressive.controllers.presses import (
    PayHand,
    PressConfirm,
    PressHand,
    PressJPot,
    PressSpot,
    SwipeCard,
)
from pitboss.progressive.one_deck import clashing_seats

# ---- what the lit hand is worth


def lit_seats(state: TableState) -> list[int]:
    """The seats that may have the lit hand: the named one, or the one the dealer said, or all with a wager."""
    named = state.live_game.named
    seat = named.seat if named is not None else state.dealers_seat
    return sorted(keypad_of(state).sensors.locked) if seat is None else [seat]


def lit_prize(state: TableState, queries: Queries) -> LitPrize | None:
    """What the lit hand would win now, and the seats to ask about when naming the winner; nothing if none is lit."""
    if state.lit_hand is None or state.status != "open":
        return None
    row = state.lit_hand.row
    prize = prize_of(state, queries, row)
    award = prize.award
    return view_of(
        LitPrize,
        award,
        hand=award.words,
        is_frozen=state.lit_claim is not None,
        asks_about={str(seat): list(_farther_right(state, seat, row, prize)) for seat in _can_win(state, prize)},
    )


def prize_of(state: TableState, queries: Queries, row: str) -> Quote:
    """What a hand wins now: as frozen when its button was lit, or by the current meter."""
    quote = state.lit_claim or _worth(state, queries, row)
    award = quote.award
    if award.claim is None:
        return quote
    now = queries.claim_now(state.meter_id, award.claim)
    return structs.replace(quote, awards=[structs.replace(award, **structs.asdict(now))])


def _worth(state: TableState, queries: Queries, row: str) -> Quote:
    """What a hand wins at any seat, since every seat has made the same wager."""
    return queries.quote(state.meter_id, any_hand(state, row), state.settings.envy_reading)


def quote_of(state: TableState, queries: Queries, seat: int, row: str) -> Quote:
    """What a hand at a seat wins at the current meter."""
    return queries.quote(state.meter_id, one_hand(state, seat, row), state.settings.envy_reading)


def any_hand(state: TableState, row: str) -> ProgressiveReport:
    """The wagers of this game, with one hand at any seat that has not folded."""
    return one_hand(state, min(keypad_of(state).sensors.locked), row, is_folded=False)


def one_hand(state: TableState, seat: int, row: str, *, is_folded: bool | None = None) -> ProgressiveReport:
    """The wagers of this game, with one hand, in the format of a round with electronic cards."""
    keypad = keypad_of(state)
    locked = sorted(keypad.sensors.locked)
    wagers = tuple(ProgressiveWager(number, owner_of(state, number), state.wager_cents) for number in locked)
    hand = QualifyingHand(
        seat,
        owner_of(state, seat),
        row,
        keypad.buttons[row].label,
        has_wager=seat in locked,
        is_folded=seat in state.live_game.folded if is_folded is None else is_folded,
    )
    return ProgressiveReport(wagers, (hand,))


def owner_of(state: TableState, seat: int) -> str:
    """The name of the player of a seat for the meter: seats that are paired at the keypad have one player."""
    partner = keypad_of(state).partner_of(seat)
    return f"seat {min(seat, partner or seat)}"


# ---- who can win


def _hands_of_game(state: TableState) -> dict[int, str]:
    """The hands that seats have in this game: booked, paid by the dealer, or without a wager for their envy."""
    keypad, booked = keypad_of(state), state.booked_seat
    half_booked = {} if booked is None or keypad.lit is None else {booked: keypad.lit}
    return {**state.live_game.hands_brought, **keypad.wins, **half_booked}


def _can_win(state: TableState, prize: Quote) -> list[int]:
    """The seats with a wager in the game and no win yet; folded ones only if folded hands play."""
    keypad = keypad_of(state)
    may_play = keypad.sensors.locked - (set() if prize.folded_hands_play else state.live_game.folded)
    return sorted(may_play - keypad.wins.keys() - {state.booked_seat})


def _verify_may_win(state: TableState, queries: Queries, seat: int, row: str) -> None:
    _verify_not_folded(state, queries, seat, row)
    verify_can_be_dealt(state, row, seat)


def _verify_not_folded(state: TableState, queries: Queries, seat: int, row: str) -> None:
    if seat in state.live_game.folded and not _worth(state, queries, row).folded_hands_play:
        raise RefusedError(f"seat {seat} has folded, and a folded hand does not win: mark it again if it plays on")


def verify_can_be_dealt(state: TableState, row: str, seat: int | None = None) -> None:
    """Refuse a hand that cannot come from the same deck as the other hands of the game."""
    hands = {other: held for other, held in _hands_of_game(state).items() if other != seat}
    clashing = clashing_seats(row, hands)
    if clashing:
        buttons = keypad_of(state).buttons
        others = " and ".join(f"seat {other} has {buttons[hands[other]].label}" for other in clashing)
        raise RefusedError(
            f"one deck cannot deal {buttons[row].label} as well: {others} in this game. Look at the cards again; "
            "a win that was booked by mistake is reversed first"
        )


# ---- the dealer says which seat has the lit hand


def verify_claim_win(asking: Verifying, seat: int) -> None:
    """The dealer says which seat has the lit hand before the winner is named, on a keypad without spots."""
    state = asking.state
    row = _stopping_hand(state)
    if hasattr(keypad_of(state), "spot"):
        raise RefusedError("on this keypad the spot says which seat has the lit hand")
    _verify_has_wager(state, seat)
    named = state.live_game.named
    if named is not None and named.seat != seat:
        raise RefusedError(f"seat {named.seat} is named as the winner: put the hand button out first")
    _verify_may_win(state, asking.host, seat, row)


def claim_win(doing: Doing, seat: int) -> None:
    """Record which seat has the lit hand, as the dealer says."""
    doing.state.live_game.claimed_seat = seat
    doing.tell(WinClaimed(seat, _label_of_lit(doing.state)))


def _stopping_hand(state: TableState) -> str:
    """Return the row of a lit hand that stops the table, or refuse."""
    lit = state.lit_hand if keypad_of(state).sensors.is_locked else None
    if lit is None:
        raise RefusedError(f"no hand button is lit at table {state.table_id}")
    if not lit.stops_table:
        raise RefusedError(f"{lit.label} does not stop the table: the dealer pays it")
    if state.booked_seat is not None:
        raise RefusedError(f"the win of seat {state.booked_seat} is booked already")
    return lit.row


def _label_of_lit(state: TableState) -> str:
    assert state.lit_hand is not None
    return state.lit_hand.label


def _verify_has_wager(state: TableState, seat: int) -> None:
    keypad = keypad_of(state)
    if seat not in keypad.sensors.locked:
        in_game = seats_in_words(keypad.sensors.locked)
        raise RefusedError(f"seat {seat} has no progressive wager in this game: {in_game} can win")
    if seat in keypad.wins:
        raise RefusedError(f"seat {seat} has a win in this game already")


# ---- the supervisor names the winner


def verify_name_winner(asking: Verifying, seat: int, none_to_the_right: bool | None) -> None:
    """The seat must be able to win; if a seat farther right may be paid first, the supervisor answers about it."""
    state, host = asking.state, asking.host
    row = _stopping_hand(state)
    _verify_has_wager(state, seat)
    _verify_is_dealers(state, seat)
    _verify_none_goes_first(state)
    _verify_may_win(state, host, seat, row)
    prize = prize_of(state, host, row)
    _verify_none_booked_before(state, seat, prize)
    asked = _farther_right(state, seat, row, prize)
    if asked and none_to_the_right is None:
        raise RefusedError(
            f"{_seats(asked)} farther on the dealer's right: say whether one of them has a hand that wins a share "
            "of the meter, because it is paid first"
        )
    if not asked and none_to_the_right is False:
        raise RefusedError(f"no seat farther right than seat {seat} can have a hand that is paid before it")


def name_winner(doing: Doing, seat: int, none_to_the_right: bool | None) -> None:
    """Record the winner of the lit hand, and the answer about the seats farther right."""
    state = doing.state
    row = _stopping_hand(state)
    asked = _farther_right(state, seat, row, prize_of(state, doing.host, row))
    named = NamedWinner(seat, str(doing.by), asked, none_to_the_right is not False)
    state.live_game.named = named
    doing.tell(WinnerNamed(seat, _label_of_lit(state), asked, named.none_to_the_right))


def _farther_right(state: TableState, seat: int, row: str, prize: Quote) -> tuple[int, ...]:
    """The seats that would be paid before this one if they have a meter hand; none if the deck has none left."""
    if not _is_share(prize):
        return ()
    hands = _hands_of_game(state) | {seat: row}
    if all(clashing_seats(other, hands) for other in prize.shares):
        return ()
    return tuple(other for other in _can_win(state, prize) if other > seat)


def _verify_none_booked_before(state: TableState, seat: int, prize: Quote) -> None:
    """Refuse to book a seat after another one that should have been paid later."""
    if not _is_share(prize):
        return
    booked = _hands_of_game(state).items() & keypad_of(state).wins.items()
    before = [other for other, row in booked if other < seat and row in prize.shares]
    if before:
        raise RefusedError(
            f"seat {seat} is paid before {seats_in_words(before)}, booked already: reverse that win, then book "
            "both in order, the seat farthest on the dealer's right first"
        )


def _verify_is_dealers(state: TableState, seat: int) -> None:
    """Refuse if dealer and supervisor name different seats."""
    dealers = state.dealers_seat
    if dealers not in (None, seat):
        raise RefusedError(
            f"the dealer says that seat {dealers} has the hand, not seat {seat}: look at the cards together, and "
            "put the hand button out if it is for another seat"
        )


def _verify_named(state: TableState, queries: Queries, seat: int, row: str) -> None:
    """Refuse to book a share of the meter unless the seat was named, with an answer about every seat farther right."""
    _verify_is_dealers(state, seat)
    _verify_none_goes_first(state)
    named, prize = state.live_game.named, prize_of(state, queries, row)
    if named is not None and named.seat != seat:
        raise RefusedError(f"seat {named.seat} is named as the winner, not seat {seat}")
    if not _is_share(prize):
        return
    if named is None:
        raise RefusedError(
            f"{_label_of_lit(state)} wins a share of the meter: a supervisor must name the winner before it is booked"
        )
    unasked = set(_farther_right(state, seat, row, prize)) - set(named.asked)
    if unasked:
        raise RefusedError(f"nobody was asked about {seats_in_words(unasked)}: name the winner again")


def _verify_none_goes_first(state: TableState) -> None:
    named = state.live_game.named
    if named is not None and not named.none_to_the_right:
        raise RefusedError(
            f"a seat farther right than seat {named.seat} has a meter hand and goes first: put the hand button out "
            "by a second press"
        )


def forget_winner(state: TableState) -> None:
    """Forget the seat of the lit hand when no hand is lit any more."""
    state.live_game.claimed_seat = state.live_game.named = None


# ---- presses that are about a seat


def verify_hand_of(state: TableState, queries: Queries, key_press: KeyPress) -> None:
    """Check a key press that gives a hand to a seat: folds, one deck, the named winner."""
    keypad = keypad_of(state)
    spot, lit = getattr(keypad, "spot", None), keypad.lit
    match key_press:
        case PressHand(row) if lit is None:
            if spot is not None:
                _verify_not_folded(state, queries, spot, row)
            verify_can_be_dealt(state, row, spot)
        case PressSpot(seat):
            _verify_not_folded(state, queries, seat, next(iter(keypad.buttons)))
        case PayHand(seat) if lit is not None:
            _verify_may_win(state, queries, seat, lit)
        case PressJPot(seat) if lit is not None:
            _verify_may_win(state, queries, seat, lit)
            _verify_named(state, queries, seat, lit)
        case PressConfirm() | SwipeCard() if spot is not None and lit is not None:
            _verify_may_win(state, queries, spot, lit)
            _verify_named(state, queries, spot, lit)


# ---- folds


def verify_mark_fold(asking: Verifying, seat: int) -> None:
    """A seat with a wager and no win in this game can be marked; a second time removes the mark."""
    state = asking.state
    keypad = keypad_of(state)
    if not keypad.sensors.is_locked:
        raise RefusedError(f"no game is on at table {state.table_id}: {keypad.taking_key} comes first")
    _verify_has_wager(state, seat)
    if seat == state.booked_seat:
        raise RefusedError(f"the win of seat {seat} is booked")


def mark_fold(doing: Doing, seat: int) -> None:
    """Mark a fold, or remove the mark."""
    game = doing.state.live_game
    game.folded ^= {seat}
    doing.tell(FoldMarked(seat) if seat in game.folded else FoldTakenBack(seat))


def _is_share(prize: Quote) -> bool:
    """Whether a hand wins a share of the meter; later shares are taken from what is left."""
    return prize.award.percent is not None


def _seats(seats: tuple[int, ...]) -> str:
    """A question about seats in the game, in words."""
    return f"{seats_in_words(seats)} {'is' if len(seats) == 1 else 'are'} in the game"


WINNING_SEAT: Final[Part] = {
    ClaimWin: Handler(verify_claim_win, claim_win),
    NameWinner: Handler(verify_name_winner, name_winner),
    MarkFold: Handler(verify_mark_fold, mark_fold),
}
"""Commands about the seat of the lit hand, and about folds."""
