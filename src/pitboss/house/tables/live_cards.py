"""Live-card tables: the dealer keys progressive wagers and wins into a keypad, and the meter follows.

The controller decides which key press is allowed. Amounts come from the meter, never from the keypad. Progressive chips
that enter or leave the tray are posted at once. Pitboss does not see what the other wagers win and lose: the count of
the tray finds it, as the table result.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from msgspec import structs

from pitboss.games.command import Who
from pitboss.games.event import Event
from pitboss.house.actor import Actor, Role
from pitboss.house.errors import NotPermittedError, RefusedError
from pitboss.house.tables.commands import AwardEnvy, Press
from pitboss.house.tables.doing import Doing, Handler, Part, Verifying, tray_pays
from pitboss.house.tables.electronic_jackpots import new_jackpot
from pitboss.house.tables.events import JackpotChanged, MeterRose
from pitboss.house.tables.host import Queries
from pitboss.house.tables.pending_jackpot import WINNERS, Jackpot
from pitboss.house.tables.preconditions import keypad_of, verify_shuffler_runs
from pitboss.house.tables.quotes import QuotedAward, QuotedEnvy
from pitboss.house.tables.state import LiveGame, TableState
from pitboss.house.tables.winning_seat import (
    any_hand,
    forget_winner,
    one_hand,
    owner_of,
    prize_of,
    quote_of,
    verify_can_be_dealt,
    verify_hand_of,
)
from pitboss.paytables import print_dollars
from pitboss.progressive import WinStatus
from pitboss.progressive.controllers import Press as KeyPress
from pitboss.progressive.controllers import events as happened
from pitboss.progressive.controllers.presses import (
    OweEnvy,
    PressCoinIn,
    PressConfirm,
    PressJPot,
    PressStartGame,
    SwipeCard,
    WithdrawEnvy,
)
from pitboss.progressive.controllers.start import Start


def set_up_keypad(doing: Doing) -> None:
    """Give a live-card table that opens a keypad at rest; a lost link stays lost."""
    state = doing.state
    if state.is_live and state.settings.meter_id is not None:
        buttons = doing.host.hand_buttons(state.meter_id)
        start = Start(link_is_lost=state.link_is_lost)
        state.controller = state.controller_type(seats=state.settings.rules.seats, buttons=buttons, start=start)


def verify_keypad_at_rest(state: TableState) -> None:
    """Refuse to close a table during a game, or with a wager that waits for the next game."""
    if state.controller is None:
        return
    if state.controller.sensors.is_locked:
        raise RefusedError(f"the game of table {state.table_id} is on: {state.controller.ending_key} comes first")
    if state.controller.sensors.carried:
        seat = min(state.controller.sensors.carried)
        raise RefusedError(f"the progressive wager of seat {seat} is lit since a void game: return it first")


# ---- presses


def verify_press(asking: Verifying, press: Mapping[str, Any]) -> None:
    """The controller must allow the press, the prize must not need a higher role, and the shuffler must run."""
    state, host = asking.state, asking.host
    keypad = keypad_of(state)
    key_press = _complete(state, host, asking.by, press)
    if Who.METER in key_press.who:
        raise RefusedError("envy and reversals come from the host, and are not keyed in")
    keypad.verify(key_press)
    if isinstance(key_press, PressCoinIn | PressStartGame):
        host.verify_clock()
        host.verify_in_service(state.meter_id)
    if isinstance(key_press, PressJPot | PressConfirm | SwipeCard):
        host.verify_no_reversal(meter_id=state.meter_id)
    verify_hand_of(state, host, key_press)
    seat = key_press.seat if isinstance(key_press, PressJPot) else state.booked_seat
    if seat is not None and keypad.lit is not None:
        _verify_good_for(asking, seat, prize_of(state, host, keypad.lit).award)
    if isinstance(key_press, PressCoinIn | PressStartGame):
        verify_shuffler_runs(state)


def press(doing: Doing, press: Mapping[str, Any]) -> None:
    """Press a key, and update the meter and the jackpots."""
    state = doing.state
    key_press = _complete(state, doing.host, doing.by, press)
    if isinstance(key_press, PressJPot | PressConfirm):
        state.win_pressed_by = doing.by
    do_press(doing, key_press)
    if isinstance(key_press, PressJPot):
        _hold_win(doing, key_press.seat)
    if keypad_of(state).lit is None:
        forget_winner(state)


def do_press(doing: Doing, press: KeyPress) -> None:
    """Do a complete key press, and handle its events."""
    for event in keypad_of(doing.state).do(press):
        doing.tell(event)
        _handle(doing, event)


def _complete(state: TableState, queries: Queries, by: Actor, press: Mapping[str, Any]) -> KeyPress:
    """The key press with what the sender cannot choose: the card is the sender's, the prize comes from the meter."""
    keypad = keypad_of(state)
    if press.get("do") != "swipe-card":
        return keypad.read_press(dict(press))
    spot, row = getattr(keypad, "spot", None), keypad.lit
    prize = prize_of(state, queries, row) if spot is not None and row is not None else None
    return SwipeCard(
        card=by.role.value,
        prize_cents=prize.award.cents if prize else 1,
        executive_above_cents=prize.executive_above_cents if prize else 0,
        checklist_above_cents=prize.surveillance_above_cents if prize else 0,
        checklist_done=spot in state.checked_by,
    )


def _verify_good_for(asking: Verifying, seat: int, prize: QuotedAward) -> None:
    amount = print_dollars(prize.cents)
    seen_by = [by.role for by in _winning_hands_seen_by(asking.state, asking.by)]
    if prize.needs == "executive" and Role.EXECUTIVE not in seen_by:
        raise NotPermittedError(f"{amount} at seat {seat} needs an executive")
    if prize.needs_surveillance and seat not in asking.state.checked_by:
        raise RefusedError(f"{amount} at seat {seat} needs the checklist of surveillance first")


# ---- what a press changes


def _handle(doing: Doing, event: Event) -> None:
    """Update the meter and the jackpots after an event of the keypad."""
    state = doing.state
    match event:
        case happened.WagersTaken():
            _take_wagers(doing, len(event.seats))
        case happened.HandLit():
            # A checklist of surveillance for another hand does not count for this one.
            state.checked_by = {}
            _freeze_claim(doing, event.row)
        case happened.HandOff():
            # A confirmation of this hand does not count for the next one.
            state.win_pressed_by = None
            _return_claim(doing)
        case happened.MeterAdjusted():
            _book(doing, event.seat, event.row)
        case happened.DealerPaid():
            _record_small_win(doing, event.seat, event.row)
        case happened.EnvyPaid():
            tray_pays(doing, "desk", event.cents)
        case happened.WagerReturned():
            tray_pays(doing, "desk", state.wager_cents)
        case happened.LinkLost() | happened.LinkRestored():
            state.link_is_lost = keypad_of(state).link_is_lost
        case happened.GameOver() | happened.GameVoided():
            state.checked_by, state.live_game = {}, LiveGame()
            doing.is_checkpoint = True


def _take_wagers(doing: Doing, wagers: int) -> None:
    state = doing.state
    state.round_number += 1
    if wagers:
        doing.move("desk", state.tray_account, wagers * state.wager_cents)
        shown = doing.host.contribute(state.meter_id, wagers, doing.entry)
        doing.tell(MeterRose(state.meter_id, wagers, shown))


def _freeze_claim(doing: Doing, row: str) -> None:
    """With the jackpot lock, the lit button freezes the amount; the supervisor names the seat later."""
    state = doing.state
    keypad = keypad_of(state)
    if keypad.buttons[row].stops_table:
        name = f"{state.table_id} game {state.round_number} {len(keypad.presses)}"
        reading = state.settings.envy_reading
        quote = doing.host.freeze(state.meter_id, any_hand(state, row), name, doing.entry, reading)
        state.lit_claim = quote if quote.award.claim else None


def _return_claim(doing: Doing) -> None:
    claim = _pop_claim(doing.state)
    if claim is not None:
        why = "the hand button was put out, nothing booked"
        doing.host.reject(doing.state.meter_id, claim, why, doing.entry)


def _pop_claim(state: TableState) -> str | None:
    quote, state.lit_claim = state.lit_claim, None
    return quote.award.claim if quote else None


def _hold_win(doing: Doing, seat: int) -> None:
    """J-POT fixes the amount of the win, and its order among linked tables, before the key is back at RUN."""
    state = doing.state
    row = keypad_of(state).lit
    assert row is not None
    if state.lit_claim is None:
        name = f"{state.table_id} game {state.round_number} seat {seat}"
        report, reading = one_hand(state, seat, row), state.settings.envy_reading
        state.lit_claim = doing.host.hold(state.meter_id, report, name, doing.entry, reading)
    _note_win(doing, seat, state.lit_claim.award, "authorized")


def _note_win(doing: Doing, seat: int, award: QuotedAward, status: str) -> Jackpot:
    """Store a win of the seat that the floor has named, with everybody who has verified it."""
    state = doing.state
    own = structs.replace(award, seat=seat, player=owner_of(state, seat))
    won = replace(
        new_jackpot(state.table_id, state.round_number, state.meter_id, own),
        jackpot_id=doing.host.free_jackpot_id(state.round_number, seat),
        status=status,
        verified_by=", ".join(map(str, _winning_hands_seen_by(state, doing.by))),
        checked_by=state.checked_by.get(seat),
        named_by=state.live_game.named.sentence if state.live_game.named is not None else None,
    )
    doing.host.note(won)
    doing.tell(JackpotChanged(seat, won.sentence, won.status))
    return won


def _winning_hands_seen_by(state: TableState, by: Actor) -> list[Actor]:
    """The people who pressed J-POT or CONFIRM and who turn the key or swipe the card, each once."""
    return list(dict.fromkeys(seen for seen in (state.win_pressed_by, by) if seen is not None))


def _book(doing: Doing, seat: int, row: str) -> None:
    """Take the win off the meter or out of the tray; it is owed to the winner until the cage has paid it."""
    state, host = doing.state, doing.host
    frozen = state.lit_claim.award if state.lit_claim else None
    names = {seat: _pop_claim(state) or host.free_jackpot_id(state.round_number, seat)}
    award = host.pay(state.meter_id, one_hand(state, seat, row), names, WinStatus.BOOKED, doing.entry)[0]
    booked = _note_win(doing, seat, _as_paid(frozen or award, award), "booked")
    state.win_pressed_by = None
    if booked.source == "tray":
        # The chips leave the tray with the booking; the cage pays them out.
        tray_pays(doing, WINNERS, booked.cents)
    state.booked[booked.jackpot_id] = booked
    _owe_envy(doing, seat, row)


def _record_small_win(doing: Doing, seat: int, row: str) -> None:
    state, host = doing.state, doing.host
    award = quote_of(state, host, seat, row).award
    paid = new_jackpot(state.table_id, state.round_number, state.meter_id, award)
    jackpot_id = host.free_jackpot_id(state.round_number, seat)
    tray_pays(doing, "desk", paid.cents)
    host.note(replace(paid, jackpot_id=jackpot_id, status="paid", decided_by=str(doing.by)))
    _owe_envy(doing, seat, row)


def _owe_envy(doing: Doing, seat: int, row: str) -> None:
    envy = quote_of(doing.state, doing.host, seat, row).envy
    if envy:
        doing.tell(*keypad_of(doing.state).do(_owed(seat, envy)))


def _owed(seat: int, envy: list[QuotedEnvy]) -> OweEnvy:
    return OweEnvy(seat, envy[0].cents, tuple(sorted(award.seat for award in envy)))


# ---- envy for a hand without a wager


def verify_award_envy(asking: Verifying, seat: int, row: str) -> None:
    """A hand without a progressive wager in the game in progress can award envy; a second time takes it back."""
    state = asking.state
    keypad = keypad_of(state)
    if row not in keypad.buttons:
        raise RefusedError(f"there is no hand {row!r} here; there are {', '.join(keypad.buttons)}")
    if seat in keypad.sensors.locked:
        raise RefusedError(f"seat {seat} has a progressive wager: press its hand button")
    if seat in keypad.envy.winners:
        keypad.verify(WithdrawEnvy(seat))
        return
    if seat in keypad.envy.paid:
        raise RefusedError(f"envy for the hand of seat {seat} was paid in this game: it is not awarded again")
    verify_can_be_dealt(state, row, seat)
    envy = quote_of(state, asking.host, seat, row).envy
    if not envy:
        raise RefusedError(f"{keypad.buttons[row].label} at seat {seat} awards envy to nobody")
    keypad.verify(_owed(seat, envy))


def award_envy(doing: Doing, seat: int, row: str) -> None:
    """Owe envy for a hand without a wager, or take that back."""
    state = doing.state
    keypad = keypad_of(state)
    if seat in keypad.envy.winners:
        doing.tell(*keypad.do(WithdrawEnvy(seat)))
        del state.live_game.hands_brought[seat]
    else:
        _owe_envy(doing, seat, row)
        state.live_game.hands_brought[seat] = row


def _as_paid(claimed: QuotedAward, paid: QuotedAward) -> QuotedAward:
    """The award with the fields that the payment sets; the others were fixed with the claim."""
    return structs.replace(
        claimed,
        cents=paid.cents,
        needs=paid.needs,
        needs_surveillance=paid.needs_surveillance,
        needs_tax_form=paid.needs_tax_form,
    )


LIVE_CARDS: Final[Part] = {
    Press: Handler(verify_press, press),
    AwardEnvy: Handler(verify_award_envy, award_envy),
}
"""Commands that are keyed in at a live-card table."""
