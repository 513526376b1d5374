"""Physical cards: Pitboss is the progressive system, and the dealer keys in what the felt shows.

The controller decides which press is allowed. What it answers moves the meter; amounts come from the meter, never from
the keypad. Chips of the progressive that come into the tray or leave it are posted when they do; what the other wagers
win and lose goes from hand to hand unseen: the count of the tray finds it, as the table result.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pitboss.games.command import Who
from pitboss.games.event import Event
from pitboss.house.actor import Actor, Role
from pitboss.house.errors import NotPermittedError, RefusedError
from pitboss.house.tables.events import JackpotChanged, MeterRose
from pitboss.house.tables.jackpot import WINNERS, Jackpot
from pitboss.house.tables.jackpots import new_jackpot
from pitboss.house.tables.live_game import LiveGame
from pitboss.house.tables.settings import CardKind
from pitboss.house.tables.winning_seat import WinningSeat
from pitboss.paytables import print_dollars
from pitboss.progressive import WinStatus
from pitboss.progressive.controllers import CONTROLLERS, Controller, HandButton
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


class Physical(WinningSeat):
    """A table of physical cards with the keypad of its progressive."""

    @property
    def _controller_type(self) -> type[Controller]:
        return CONTROLLERS[self.settings.controller.value]

    def _set_up_keypad(self) -> None:
        """A table of physical cards opens with its keypad at rest, and without a link where that is lost."""
        if self.settings.cards is CardKind.PHYSICAL and self.settings.meter_id is not None:
            buttons = [HandButton(**button) for button in self._outside.hand_buttons(self._meter_id)]
            start = Start(link_is_lost=self.link_is_lost)
            self.controller = self._controller_type(seats=self.settings.rules.seats, buttons=buttons, start=start)

    def _verify_keypad_at_rest(self) -> None:
        if self.controller is None:
            return
        if self.controller.sensors.is_locked:
            raise RefusedError(f"the game of table {self.table_id} is on: {self.controller.ending_key} comes first")
        if self.controller.sensors.carried:
            seat = min(self.controller.sensors.carried)
            raise RefusedError(f"the progressive wager of seat {seat} is lit since a void game: return it first")

    # ---- presses

    def verify_press(self, press: Mapping[str, Any]) -> None:
        """The controller decides; a card must be one's own, and good for the prize."""
        keypad = self._keypad()
        wanted = self._complete(keypad, press)
        if Who.METER in wanted.who:
            raise RefusedError("envy and reversals come from the host, and are not keyed in")
        keypad.verify(wanted)
        if isinstance(wanted, PressCoinIn | PressStartGame):
            self._outside.verify_clock()
            self._outside.verify_in_service(self._meter_id)
        if isinstance(wanted, PressJPot | PressConfirm | SwipeCard):
            self._outside.verify_no_reversal(meter_id=self._meter_id)
        self._verify_hand_of(wanted)
        seat = wanted.seat if isinstance(wanted, PressJPot) else getattr(keypad, "booked_seat", None)
        if seat is not None and keypad.lit is not None:
            self._verify_good_for(seat, self._prize(keypad.lit))

    def _press(self, press: Mapping[str, Any]) -> None:
        wanted = self._complete(self._keypad(), press)
        if isinstance(wanted, PressJPot | PressConfirm):
            self.win_pressed_by = self._by
        self._do_press(wanted)
        if isinstance(wanted, PressJPot):
            self._hold_win(wanted.seat)
        if self._keypad().lit is None:
            self._forget_winner()

    def _do_press(self, press: KeyPress) -> None:
        for event in self._keypad().do(press):
            self._tell(event)
            self._follow(event)

    def _complete(self, keypad: Controller, press: Mapping[str, Any]) -> KeyPress:
        """A card is swiped by its holder; the prize and the thresholds come from the meter."""
        if press.get("do") != "swipe-card":
            return keypad.read_press(dict(press))
        spot, row = getattr(keypad, "spot", None), keypad.lit
        prize = self._prize(row) if spot is not None and row is not None else None
        return SwipeCard(
            card=self._by.role.value,
            prize_cents=prize["cents"] if prize else 1,
            executive_above_cents=prize["executive_above_cents"] if prize else 0,
            checklist_above_cents=prize["surveillance_above_cents"] if prize else 0,
            checklist_done=spot in self.checked_by,
        )

    def _verify_good_for(self, seat: int, prize: Mapping[str, Any]) -> None:
        amount = print_dollars(prize["cents"])
        if prize["needs"] == "executive" and Role.EXECUTIVE not in [by.role for by in self._winning_hands_seen_by()]:
            raise NotPermittedError(f"{amount} at seat {seat} needs an executive")
        if prize["needs_surveillance"] and seat not in self.checked_by:
            raise RefusedError(f"{amount} at seat {seat} needs the checklist of surveillance first")

    def _verify_claimed(self, seat: int) -> None:
        """On physical cards, surveillance looks while the hand button is lit."""
        if self.settings.cards is not CardKind.PHYSICAL:
            super()._verify_claimed(seat)
        elif self._keypad().lit is None or seat not in self._keypad().sensors.locked:
            raise RefusedError(f"no win is claimed at seat {seat} of table {self.table_id}: no hand button is lit")

    # ---- what the meter makes of it

    def _follow(self, event: Event) -> None:
        """What a press means for the meter and the records."""
        match event:
            case happened.WagersTaken():
                self._take_in(len(event.seats))
            case happened.HandLit():
                # What surveillance saw of another hand is not good for this one.
                self.checked_by = {}
                self._freeze_claim(event.row)
            case happened.HandOff():
                # Who has confirmed this hand has not seen the next one.
                self.win_pressed_by = None
                self._give_claim_back()
            case happened.MeterAdjusted():
                self._book(event.seat, event.row)
            case happened.DealerPaid():
                self._record_small_win(event.seat, event.row)
            case happened.EnvyPaid():
                self._tray_pays("desk", event.cents)
            case happened.WagerReturned():
                self._tray_pays("desk", self._wager_cents)
            case happened.LinkLost() | happened.LinkRestored():
                self.link_is_lost = self._keypad().link_is_lost
            case happened.GameOver() | happened.GameVoided():
                self.checked_by, self.live_game = {}, LiveGame()
                self._done.is_checkpoint = True

    def _take_in(self, wagers: int) -> None:
        self.round_number += 1
        if wagers:
            self._move("desk", self._tray, wagers * self._wager_cents)
            self.tray_cents += wagers * self._wager_cents
            shown = self._outside.contribute(self._meter_id, wagers, self._done.entry)
            self._tell(MeterRose(self._meter_id, wagers, shown))

    def _freeze_claim(self, row: str) -> None:
        """Under the jackpot lock the lit button freezes the amount; whose it is, the supervisor enters later."""
        keypad = self._keypad()
        if keypad.buttons[row].stops_table:
            name = f"{self.table_id} game {self.round_number} {len(keypad.presses)}"
            quote = self._worth(row, name)
            self.lit_claim = quote if quote["awards"][0]["claim"] else None

    def _give_claim_back(self) -> None:
        claim = self._take_claim()
        if claim is not None:
            self._outside.reject(self._meter_id, claim, "the hand button was put out, nothing booked", self._done.entry)

    def _take_claim(self) -> str | None:
        quote, self.lit_claim = self.lit_claim, None
        return quote["awards"][0]["claim"] if quote else None

    def _hold_win(self, seat: int) -> None:
        """J-POT books: what the win is, and its place among those of linked tables, is fixed before the key is back."""
        row = self._keypad().lit
        assert row is not None
        if self.lit_claim is None:
            name = f"{self.table_id} game {self.round_number} seat {seat}"
            self.lit_claim = self._outside.hold(
                self._meter_id, self._one_hand(seat, row), name, self._done.entry, self.settings.envy_reading
            )
        self._note_win(seat, self.lit_claim["awards"][0], "authorised")

    def _note_win(self, seat: int, award: Mapping[str, Any], status: str) -> Jackpot:
        """Write a win down for the seat that the floor has named, with everybody who has seen it."""
        own = {**award, "seat": seat, "player": self._owner(seat)}
        won = replace(
            new_jackpot(self.table_id, self.round_number, self._meter_id, own),
            jackpot_id=self._outside.free_jackpot_id(self.round_number, seat),
            status=status,
            verified_by=", ".join(map(str, self._winning_hands_seen_by())),
            checked_by=self.checked_by.get(seat),
            named_by=self.live_game.named.sentence if self.live_game.named is not None else None,
        )
        self._outside.note(won)
        self._tell(JackpotChanged(seat, won.sentence, won.status))
        return won

    def _winning_hands_seen_by(self) -> list[Actor]:
        """Who has pressed J-POT or CONFIRM, and who turns the key or swipes the card; once where they are the same."""
        return list(dict.fromkeys(by for by in (self.win_pressed_by, self._by) if by is not None))

    def _book(self, seat: int, row: str) -> None:
        """The win comes off the meter or out of the tray, and is owed to the winner until the cash desk has paid it."""
        frozen = self.lit_claim["awards"][0] if self.lit_claim else {}
        names = {seat: self._take_claim() or self._outside.free_jackpot_id(self.round_number, seat)}
        report = self._one_hand(seat, row)
        award = self._outside.pay(self._meter_id, report, names, WinStatus.BOOKED, self._done.entry)[0]
        booked = self._note_win(seat, {**award, **frozen, **_now(award)}, "booked")
        self.win_pressed_by = None
        if booked.source == "tray":
            # The chips leave the tray with the booking, for the cash desk to hand out: the count finds them gone.
            self._tray_pays(WINNERS, booked.cents)
        self.booked[booked.jackpot_id] = booked
        self._owe_envy(seat, row)

    def _record_small_win(self, seat: int, row: str) -> None:
        award = self._quote(seat, row)["awards"][0]
        paid = new_jackpot(self.table_id, self.round_number, self._meter_id, award)
        jackpot_id = self._outside.free_jackpot_id(self.round_number, seat)
        self._tray_pays("desk", paid.cents)
        self._outside.note(replace(paid, jackpot_id=jackpot_id, status="paid", decided_by=str(self._by)))
        self._owe_envy(seat, row)

    def _owe_envy(self, seat: int, row: str) -> None:
        envy = self._quote(seat, row)["envy"]
        if envy:
            owed = OweEnvy(seat, envy[0]["cents"], tuple(sorted(award["seat"] for award in envy)))
            self._tell(*self._keypad().do(owed))

    def verify_bring_envy(self, seat: int, row: str) -> None:
        """A hand without a wager of its own, in a game that is on, that brings envy; a second time undoes it."""
        keypad = self._keypad()
        if row not in keypad.buttons:
            raise RefusedError(f"there is no hand {row!r} here; there are {', '.join(keypad.buttons)}")
        if seat in keypad.sensors.locked:
            raise RefusedError(f"seat {seat} has a progressive wager: press its hand button")
        if seat in keypad.envy.winners:
            keypad.verify(WithdrawEnvy(seat))
            return
        if seat in keypad.envy.paid:
            raise RefusedError(f"envy for the hand of seat {seat} was paid in this game: it is not brought again")
        self._verify_can_be_dealt(row, seat)
        envy = self._quote(seat, row)["envy"]
        if not envy:
            raise RefusedError(f"{keypad.buttons[row].label} at seat {seat} brings nobody envy")
        keypad.verify(OweEnvy(seat, envy[0]["cents"], tuple(sorted(award["seat"] for award in envy))))

    def _bring_envy(self, seat: int, row: str) -> None:
        if seat in self._keypad().envy.winners:
            self._tell(*self._keypad().do(WithdrawEnvy(seat)))
            del self.live_game.hands_brought[seat]
        else:
            self._owe_envy(seat, row)
            self.live_game.hands_brought[seat] = row


def _now(award: Mapping[str, Any]) -> dict[str, Any]:
    """What the meter has paid decides; the rest was fixed with the claim."""
    return {name: award[name] for name in ("cents", "needs", "needs_surveillance", "needs_tax_form")}
