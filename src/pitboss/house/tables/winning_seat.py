"""Whose hand is lit at a live-card table, and whether it may win: the seat, folds, the order of wins, one deck.

The approved keypads have no key for any of this, so it is entered on the host's page. The dealer says whose hand is
lit, and the supervisor names the winner. Appendix A pays the player farthest on the dealer's right first: where a seat
farther right may still hold a hand that wins a share of the meter, naming the winner answers one question about it.
"""

from typing import Any, Final

from pitboss.games.reports import ProgressiveReport, ProgressiveWager, QualifyingHand
from pitboss.house.errors import RefusedError
from pitboss.house.tables.commands import ClaimWin, MarkFold, NameWinner
from pitboss.house.tables.doing import Doing, Handler, Part, Verifying
from pitboss.house.tables.events import FoldMarked, FoldTakenBack, WinClaimed, WinnerNamed
from pitboss.house.tables.host import Queries
from pitboss.house.tables.preconditions import keypad_of
from pitboss.house.tables.state import NamedWinner, TableState
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
    """Where the lit hand may lie: at the seat that was named or that the dealer said, else wherever a wager is."""
    named = state.live_game.named
    said = named.seat if named is not None else state.dealers_seat
    return sorted(keypad_of(state).sensors.locked) if said is None else [said]


def lit_prize(state: TableState, asked: Queries) -> dict[str, Any] | None:
    """What the lit hand would win now, and about which seats naming a seat asks; nothing while none is lit."""
    if state.lit_hand is None or state.status != "open":
        return None
    row = state.lit_hand.row
    prize = prize_of(state, asked, row)
    asks = {seat: _farther_right(state, seat, row, prize) for seat in _can_win(state, prize)}
    return prize | {
        "is_frozen": state.lit_claim is not None,
        "asks_about": {str(seat): list(seats) for seat, seats in asks.items()},
    }


def prize_of(state: TableState, asked: Queries, row: str) -> dict[str, Any]:
    """What a hand is worth now: as claimed when its button was lit, or what the meter would pay."""
    quote = state.lit_claim or _worth(state, asked, row)
    prize = {**quote, **quote["awards"][0]}
    return prize | asked.claim_now(state.meter_id, prize["claim"]) if prize["claim"] else prize


def _worth(state: TableState, asked: Queries, row: str) -> dict[str, Any]:
    """The same for whichever seat has it, since every seat has made the same wager."""
    return asked.quote(state.meter_id, any_hand(state, row), state.settings.envy_reading)


def quote_of(state: TableState, asked: Queries, seat: int, row: str) -> dict[str, Any]:
    """What a hand at a seat wins by the meter as it stands."""
    return asked.quote(state.meter_id, one_hand(state, seat, row), state.settings.envy_reading)


def any_hand(state: TableState, row: str) -> ProgressiveReport:
    """The wagers of this game with one hand, at a seat that has not folded."""
    return one_hand(state, min(keypad_of(state).sensors.locked), row, is_folded=False)


def one_hand(state: TableState, seat: int, row: str, *, is_folded: bool | None = None) -> ProgressiveReport:
    """The wagers of this game with one hand, as an electronic round would report them."""
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
    """Who plays a seat, as far as the keypad knows: seats that are marked together have one owner."""
    partner = keypad_of(state).partner_of(seat)
    return f"seat {min(seat, partner or seat)}"


# ---- who can win


def _hands_of_game(state: TableState) -> dict[int, str]:
    """The hands that seats have in this game: booked, paid by the dealer, or without a wager for their envy."""
    keypad, booked = keypad_of(state), state.booked_seat
    half_booked = {} if booked is None or keypad.lit is None else {booked: keypad.lit}
    return {**state.live_game.hands_brought, **keypad.wins, **half_booked}


def _can_win(state: TableState, prize: dict[str, Any]) -> list[int]:
    """The seats that have a wager in the game and no win yet; a folded one only where folded hands play."""
    keypad = keypad_of(state)
    may_play = keypad.sensors.locked - (set() if prize["folded_hands_play"] else state.live_game.folded)
    return sorted(may_play - keypad.wins.keys() - {state.booked_seat})


def _verify_may_win(state: TableState, asked: Queries, seat: int, row: str) -> None:
    _verify_not_folded(state, asked, seat, row)
    verify_can_be_dealt(state, row, seat)


def _verify_not_folded(state: TableState, asked: Queries, seat: int, row: str) -> None:
    if seat in state.live_game.folded and not _worth(state, asked, row)["folded_hands_play"]:
        raise RefusedError(f"seat {seat} has folded, and a folded hand does not win: mark it again if it plays on")


def verify_can_be_dealt(state: TableState, row: str, seat: int | None = None) -> None:
    """All hands of a game come from one deck."""
    hands = {other: held for other, held in _hands_of_game(state).items() if other != seat}
    clashing = clashing_seats(row, hands)
    if clashing:
        buttons = keypad_of(state).buttons
        others = " and ".join(f"seat {other} has {buttons[hands[other]].label}" for other in clashing)
        raise RefusedError(
            f"one deck cannot deal {buttons[row].label} as well: {others} in this game. Look at the cards again; "
            "a win that was booked by mistake is reversed first"
        )


# ---- the dealer says whose hand it is


def verify_claim_win(asking: Verifying, seat: int) -> None:
    """Where the keypad has no spots, the dealer says whose hand is lit, before the winner is named."""
    state = asking.state
    row = _stopping_hand(state)
    if hasattr(keypad_of(state), "spot"):
        raise RefusedError("on this keypad the spot says whose hand is lit")
    _verify_has_wager(state, seat)
    named = state.live_game.named
    if named is not None and named.seat != seat:
        raise RefusedError(f"seat {named.seat} is named as the winner: put the hand button out first")
    _verify_may_win(state, asking.host, seat, row)


def claim_win(doing: Doing, seat: int) -> None:
    """Note whose hand the dealer says is lit."""
    doing.state.live_game.claimed_seat = seat
    doing.tell(WinClaimed(seat, _label_of_lit(doing.state)))


def _stopping_hand(state: TableState) -> str:
    """The row of the lit hand, which a supervisor books."""
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
    """The supervisor names the seat of the lit hand, and answers for the seats farther right where it matters."""
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
    """Note the winner of the lit hand, and the answer for the seats farther right."""
    state = doing.state
    row = _stopping_hand(state)
    asked = _farther_right(state, seat, row, prize_of(state, doing.host, row))
    named = NamedWinner(seat, str(doing.by), asked, none_to_the_right is not False)
    state.live_game.named = named
    doing.tell(WinnerNamed(seat, _label_of_lit(state), asked, named.none_to_the_right))


def _farther_right(state: TableState, seat: int, row: str, prize: dict[str, Any]) -> tuple[int, ...]:
    """The seats that would be paid before this one if they hold a meter hand; none where no deck deals them one."""
    if not _is_share(prize):
        return ()
    hands = _hands_of_game(state) | {seat: row}
    if all(clashing_seats(other, hands) for other in prize["shares"]):
        return ()
    return tuple(other for other in _can_win(state, prize) if other > seat)


def _verify_none_booked_before(state: TableState, seat: int, prize: dict[str, Any]) -> None:
    """A seat that was missed is not booked after one that it comes before."""
    if not _is_share(prize):
        return
    booked = _hands_of_game(state).items() & keypad_of(state).wins.items()
    before = [other for other, row in booked if other < seat and row in prize["shares"]]
    if before:
        raise RefusedError(
            f"seat {seat} is paid before {seats_in_words(before)}, booked already: reverse that win, then book "
            "both in order, the seat farthest on the dealer's right first"
        )


def _verify_is_dealers(state: TableState, seat: int) -> None:
    """Dealer and supervisor mean the same seat."""
    dealers = state.dealers_seat
    if dealers not in (None, seat):
        raise RefusedError(
            f"the dealer says that seat {dealers} has the hand, not seat {seat}: look at the cards together, and "
            "put the hand button out if it is for another seat"
        )


def _verify_named(state: TableState, asked: Queries, seat: int, row: str) -> None:
    """A share of the meter is booked for the seat that was named, when every seat farther right was asked about."""
    _verify_is_dealers(state, seat)
    _verify_none_goes_first(state)
    named, prize = state.live_game.named, prize_of(state, asked, row)
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
    """Forget whose hand was lit: no hand is lit any more."""
    state.live_game.claimed_seat = state.live_game.named = None


# ---- presses that are about a seat


def verify_hand_of(state: TableState, asked: Queries, wanted: KeyPress) -> None:
    """What the host asks of a press that gives a seat its hand."""
    keypad = keypad_of(state)
    spot, lit = getattr(keypad, "spot", None), keypad.lit
    match wanted:
        case PressHand(row) if lit is None:
            if spot is not None:
                _verify_not_folded(state, asked, spot, row)
            verify_can_be_dealt(state, row, spot)
        case PressSpot(seat):
            _verify_not_folded(state, asked, seat, next(iter(keypad.buttons)))
        case PayHand(seat) if lit is not None:
            _verify_may_win(state, asked, seat, lit)
        case PressJPot(seat) if lit is not None:
            _verify_may_win(state, asked, seat, lit)
            _verify_named(state, asked, seat, lit)
        case PressConfirm() | SwipeCard() if spot is not None and lit is not None:
            _verify_may_win(state, asked, spot, lit)
            _verify_named(state, asked, spot, lit)


# ---- folds


def verify_mark_fold(asking: Verifying, seat: int) -> None:
    """A seat of this game that has no win; the same again takes the mark back."""
    state = asking.state
    keypad = keypad_of(state)
    if not keypad.sensors.is_locked:
        raise RefusedError(f"no game is on at table {state.table_id}: {keypad.taking_key} comes first")
    _verify_has_wager(state, seat)
    if seat == state.booked_seat:
        raise RefusedError(f"the win of seat {seat} is booked")


def mark_fold(doing: Doing, seat: int) -> None:
    """Mark a fold, or take the mark back."""
    game = doing.state.live_game
    game.folded ^= {seat}
    doing.tell(FoldMarked(seat) if seat in game.folded else FoldTakenBack(seat))


def _is_share(prize: dict[str, Any]) -> bool:
    """Whether a hand wins a share of the meter: each takes it from what the one before has left."""
    return prize["percent"] is not None


def _seats(seats: tuple[int, ...]) -> str:
    """Seats in the game as a person would ask about them."""
    return f"{seats_in_words(seats)} {'is' if len(seats) == 1 else 'are'} in the game"


WINNING_SEAT: Final[Part] = {
    ClaimWin: Handler(verify_claim_win, claim_win),
    NameWinner: Handler(verify_name_winner, name_winner),
    MarkFold: Handler(verify_mark_fold, mark_fold),
}
"""What people say about the lit hand, and about folds."""
