"""Physical cards: Pitboss is the progressive system, and the dealer keys in what the felt shows.

The controller decides which press is allowed. What it answers moves the meter; amounts come from the meter, never from
the keypad. Chips of the progressive that come into the tray or leave it are posted when they do; what the other wagers
win and lose goes from hand to hand unseen, and is found by the count of the tray.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pitboss.games.event import Event
from pitboss.games.reports import ProgressiveReport, ProgressiveWager, QualifyingHand
from pitboss.house.actor import Actor, Role
from pitboss.house.errors import NotPermittedError, RefusedError
from pitboss.house.ledger import account
from pitboss.house.tables.events import JackpotChanged, MeterRose, MoneyMoved
from pitboss.house.tables.jackpot import Jackpot
from pitboss.house.tables.jackpots import new_jackpot
from pitboss.house.tables.late_award import LateAwards
from pitboss.house.tables.settings import CardKind
from pitboss.house.tables.state import Outside
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
    ReverseWin,
    SwipeCard,
    WithdrawEnvy,
)
from pitboss.progressive.controllers.start import Start

_HELD_BY: Mapping[str, frozenset[Role]] = {
    "player": frozenset({Role.DEALER, Role.SUPERVISOR, Role.EXECUTIVE, Role.HOUSE}),
    "dealer": frozenset({Role.DEALER, Role.SUPERVISOR, Role.EXECUTIVE, Role.HOUSE}),
    "supervisor": frozenset({Role.SUPERVISOR, Role.EXECUTIVE}),
    "host": frozenset({Role.HOUSE}),
}
"""Who may make a press that is a player's, the dealer's, a supervisor's or the system's. The house is also the device
itself, with its sensors and keys; what needs a person's key or card it cannot press."""


class Physical(LateAwards):
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

    def _keypad(self) -> Controller:
        self._verify_open()
        if self.controller is None:
            raise RefusedError(f"table {self.table_id} has no keypad: it deals electronic cards, or has no progressive")
        return self.controller

    # ---- presses

    def verify_press(self, press: Mapping[str, Any]) -> None:
        """The controller decides; a card must be one's own, and good for the prize."""
        keypad = self._keypad()
        wanted = self._complete(keypad, press)
        if isinstance(wanted, OweEnvy | WithdrawEnvy | ReverseWin):
            raise RefusedError("envy and reversals come from the host, and are not keyed in")
        if self._by.role not in _HELD_BY[wanted.who]:
            raise NotPermittedError(f"{press.get('do')} is for a {wanted.who}, not for {self._by}")
        keypad.verify(wanted)
        if isinstance(wanted, PressCoinIn | PressStartGame):
            self._outside.verify_in_service(self._meter_id)
        if isinstance(wanted, PressJPot | PressConfirm | SwipeCard):
            self._outside.verify_no_reversal(meter_id=self._meter_id)
        seat = wanted.seat if isinstance(wanted, PressJPot) else getattr(keypad, "booked_seat", None)
        if seat is not None and keypad.lit is not None:
            self._verify_good_for(seat, self._prize(seat, keypad.lit))

    def _press(self, press: Mapping[str, Any]) -> None:
        wanted = self._complete(self._keypad(), press)
        if isinstance(wanted, PressJPot | PressConfirm):
            self.win_pressed_by = self._by
        self._do_press(wanted)
        if isinstance(wanted, PressJPot):
            self._hold_win(wanted.seat)

    def _do_press(self, press: KeyPress) -> None:
        for event in self._keypad().do(press):
            self._tell(event)
            self._follow(event)

    def _complete(self, keypad: Controller, press: Mapping[str, Any]) -> KeyPress:
        """A card is swiped by its holder; the prize and the thresholds come from the meter."""
        if press.get("do") != "swipe-card":
            return keypad.read_press(dict(press))
        spot, row = getattr(keypad, "spot", None), keypad.lit
        prize = self._prize(spot, row) if spot is not None and row is not None else None
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

    @property
    def lit_hand(self) -> HandButton | None:
        """The hand whose button is lit."""
        keypad = self.controller
        return None if keypad is None or keypad.lit is None else keypad.buttons[keypad.lit]

    @property
    def lit_seats(self) -> list[int]:
        """Where the lit hand may lie: at the spot that the dealer selected, else wherever a wager is in the game."""
        spot = getattr(self._keypad(), "spot", None)
        return sorted(self._keypad().sensors.locked) if spot is None else [spot]

    @property
    def jackpot_is_booked(self) -> bool:
        """Whether J-POT was pressed for the lit hand, and the key is not back at RUN yet."""
        return getattr(self.controller, "booked_seat", None) is not None

    def lit_prize(self, outside: Outside) -> dict[str, Any] | None:
        """What the lit hand would win now, whose ever it is; nothing while none is lit, or the table is stopped."""
        if self.lit_hand is None or self.status != "open":
            return None
        self._outside = outside
        prize = self._prize(min(self._keypad().sensors.locked), self.lit_hand.row)
        return prize | {"is_frozen": self.lit_claim is not None}

    def _prize(self, seat: int, row: str) -> dict[str, Any]:
        """What a hand is worth now: as claimed when its button was lit, or what the meter would pay."""
        quote = self.lit_claim or self._quote(seat, row)
        prize = {**quote, **quote["awards"][0]}
        return prize | self._outside.claim_now(self._meter_id, prize["claim"]) if prize["claim"] else prize

    def _quote(self, seat: int, row: str, claim: str = "") -> dict[str, Any]:
        return self._quoted(self._one_hand(seat, row), claim)

    def _one_hand(self, seat: int, row: str) -> ProgressiveReport:
        """The wagers of this game with one hand, as an electronic round would report them."""
        keypad = self._keypad()
        locked = sorted(keypad.sensors.locked)
        wagers = tuple(ProgressiveWager(number, self._owner(number), self._wager_cents) for number in locked)
        label = keypad.buttons[row].label
        hand = QualifyingHand(seat, self._owner(seat), row, label, has_wager=seat in locked, is_folded=False)
        return ProgressiveReport(wagers, (hand,))

    def _owner(self, seat: int) -> str:
        """Who plays a seat, as far as the keypad knows: seats that are marked together have one owner."""
        partner = self._keypad().partner_of(seat)
        return f"seat {min(seat, partner or seat)}"

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
                self.checked_by = {}
                self._done.is_checkpoint = True

    def _take_in(self, wagers: int) -> None:
        self.round_number += 1
        if wagers:
            self._move("desk", self._tray, wagers * self._wager_cents)
            self.tray_cents += wagers * self._wager_cents
            shown = self._outside.contribute(self._meter_id, wagers, self._done.entry)
            self._tell(MeterRose(self._meter_id, wagers, shown))

    @property
    def _wager_cents(self) -> int:
        return self.settings.rules.limit("progressive").unit_cents

    def _tray_pays(self, target: str, cents: int) -> None:
        """Chips leave the tray: into a hand, where they are out of the house as after a buy-in, or aside for a winner.

        A tray that can pay more than the books have in it has won that much on the felt: it is over by it now, and
        not only when it is counted. A fill would be a lie, since no chips came from the cash desk.
        """
        over = cents - self.tray_cents
        if over > 0:
            self._move(account("house", "variance", self.table_id), self._tray, over)
            self.tray_cents += over
            self._tell(MoneyMoved("tray surplus", over, None))
        self._take_from_tray(target, cents)

    def _freeze_claim(self, row: str) -> None:
        """Under the jackpot lock the lit button freezes the amount; whose it is, the supervisor enters later."""
        keypad = self._keypad()
        if keypad.buttons[row].stops_table:
            name = f"{self.table_id} game {self.round_number} {len(keypad.presses)}"
            quote = self._quote(min(keypad.sensors.locked), row, name)
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
            self._tray_pays(account("house", "jackpots"), booked.cents)
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
        envy = self._quote(seat, row)["envy"]
        if not envy:
            raise RefusedError(f"{keypad.buttons[row].label} at seat {seat} brings nobody envy")
        keypad.verify(OweEnvy(seat, envy[0]["cents"], tuple(sorted(award["seat"] for award in envy))))

    def _bring_envy(self, seat: int, row: str) -> None:
        if seat in self._keypad().envy.winners:
            self._tell(*self._keypad().do(WithdrawEnvy(seat)))
        else:
            self._owe_envy(seat, row)


def _now(award: Mapping[str, Any]) -> dict[str, Any]:
    """What the meter has paid decides; the rest was fixed with the claim."""
    return {name: award[name] for name in ("cents", "needs", "needs_surveillance", "needs_tax_form")}
