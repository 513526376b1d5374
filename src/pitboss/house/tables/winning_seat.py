"""Whose hand is lit at a live-card table, and whether it may win: the seat, folds, the order of wins, one deck.

The approved keypads have no key for any of this, so it is entered on the host's page. The dealer says whose hand is
lit, and the supervisor names the winner. Appendix A pays the player farthest on the dealer's right first: where a seat
farther right may still hold a hand that wins a share of the meter, naming the winner answers one question about it.
"""

from typing import Any

from pitboss.games.reports import ProgressiveReport, ProgressiveWager, QualifyingHand
from pitboss.house.errors import RefusedError
from pitboss.house.tables.events import FoldMarked, FoldTakenBack, WinClaimed, WinnerNamed
from pitboss.house.tables.live_game import NamedWinner
from pitboss.house.tables.payees import Payees
from pitboss.house.tables.state import Outside
from pitboss.progressive.controllers import Controller, HandButton
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


class WinningSeat(Payees):
    """What a table knows of the lit hand: what it is worth, whose it is, and who said so."""

    def _keypad(self) -> Controller:
        self._verify_open()
        if self.controller is None:
            raise RefusedError(f"table {self.table_id} has no keypad: it deals electronic cards, or has no progressive")
        return self.controller

    # ---- what the lit hand is worth

    @property
    def lit_hand(self) -> HandButton | None:
        """The hand whose button is lit."""
        keypad = self.controller
        return None if keypad is None or keypad.lit is None else keypad.buttons[keypad.lit]

    @property
    def lit_seats(self) -> list[int]:
        """Where the lit hand may lie: at the seat that was named or that the dealer said, else wherever a wager is."""
        named = self.live_game.named
        said = named.seat if named is not None else self._dealers_seat
        return sorted(self._keypad().sensors.locked) if said is None else [said]

    @property
    def jackpot_is_booked(self) -> bool:
        """Whether J-POT was pressed for the lit hand, and the key is not back at RUN yet."""
        return getattr(self.controller, "booked_seat", None) is not None

    def lit_prize(self, outside: Outside) -> dict[str, Any] | None:
        """What the lit hand would win now, and about which seats naming a seat asks; nothing while none is lit."""
        if self.lit_hand is None or self.status != "open":
            return None
        self._outside = outside
        row = self.lit_hand.row
        prize = self._prize(row)
        asks = {seat: self._farther_right(seat, row, prize) for seat in self._can_win(prize)}
        return prize | {
            "is_frozen": self.lit_claim is not None,
            "asks_about": {str(seat): list(seats) for seat, seats in asks.items()},
        }

    def _prize(self, row: str) -> dict[str, Any]:
        """What a hand is worth now: as claimed when its button was lit, or what the meter would pay."""
        quote = self.lit_claim or self._worth(row)
        prize = {**quote, **quote["awards"][0]}
        return prize | self._outside.claim_now(self._meter_id, prize["claim"]) if prize["claim"] else prize

    def _worth(self, row: str, claim: str = "") -> dict[str, Any]:
        """The same for whichever seat has it, since every seat has made the same wager."""
        hand = self._one_hand(min(self._keypad().sensors.locked), row, is_folded=False)
        return self._quoted(hand, claim)

    def _quote(self, seat: int, row: str) -> dict[str, Any]:
        return self._quoted(self._one_hand(seat, row), "")

    def _one_hand(self, seat: int, row: str, *, is_folded: bool | None = None) -> ProgressiveReport:
        """The wagers of this game with one hand, as an electronic round would report them."""
        keypad = self._keypad()
        locked = sorted(keypad.sensors.locked)
        wagers = tuple(ProgressiveWager(number, self._owner(number), self._wager_cents) for number in locked)
        hand = QualifyingHand(
            seat,
            self._owner(seat),
            row,
            keypad.buttons[row].label,
            has_wager=seat in locked,
            is_folded=seat in self.live_game.folded if is_folded is None else is_folded,
        )
        return ProgressiveReport(wagers, (hand,))

    def _owner(self, seat: int) -> str:
        """Who plays a seat, as far as the keypad knows: seats that are marked together have one owner."""
        partner = self._keypad().partner_of(seat)
        return f"seat {min(seat, partner or seat)}"

    @property
    def _wager_cents(self) -> int:
        return self.settings.rules.limit("progressive").unit_cents

    # ---- who can win

    def _hands_of_game(self) -> dict[int, str]:
        """The hands that seats have in this game: booked, paid by the dealer, or without a wager for their envy."""
        keypad = self._keypad()
        booked = self._booked_seat
        half_booked = {} if booked is None or keypad.lit is None else {booked: keypad.lit}
        return {**self.live_game.hands_brought, **keypad.wins, **half_booked}

    @property
    def _booked_seat(self) -> int | None:
        """On Aquarius, the seat for which J-POT was pressed, until the key is back at RUN."""
        return getattr(self._keypad(), "booked_seat", None)

    @property
    def _dealers_seat(self) -> int | None:
        """The seat whose hand the dealer says is lit: by the spot on Nexus, else as claimed."""
        return getattr(self._keypad(), "spot", None) or self.live_game.claimed_seat

    def _can_win(self, prize: dict[str, Any]) -> list[int]:
        """The seats that have a wager in the game and no win yet; a folded one only where folded hands play."""
        has_won = self._keypad().wins.keys()
        may_play = self._keypad().sensors.locked - (set() if prize["folded_hands_play"] else self.live_game.folded)
        return sorted(may_play - has_won - {self._booked_seat})

    def _verify_may_win(self, seat: int, row: str) -> None:
        self._verify_not_folded(seat, row)
        self._verify_can_be_dealt(row, seat)

    def _verify_not_folded(self, seat: int, row: str) -> None:
        if seat in self.live_game.folded and not self._worth(row)["folded_hands_play"]:
            raise RefusedError(f"seat {seat} has folded, and a folded hand does not win: mark it again if it plays on")

    def _verify_can_be_dealt(self, row: str, seat: int | None = None) -> None:
        """All hands of a game come from one deck."""
        hands = {other: held for other, held in self._hands_of_game().items() if other != seat}
        clashing = clashing_seats(row, hands)
        if clashing:
            buttons = self._keypad().buttons
            others = " and ".join(f"seat {other} has {buttons[hands[other]].label}" for other in clashing)
            raise RefusedError(
                f"one deck cannot deal {buttons[row].label} as well: {others} in this game. Look at the cards again; "
                "a win that was booked by mistake is reversed first"
            )

    # ---- the dealer says whose hand it is

    def verify_claim_win(self, seat: int) -> None:
        """Where the keypad has no spots, the dealer says whose hand is lit, before the winner is named."""
        row = self._stopping_hand()
        if hasattr(self._keypad(), "spot"):
            raise RefusedError("on this keypad the spot says whose hand is lit")
        self._verify_has_wager(seat)
        named = self.live_game.named
        if named is not None and named.seat != seat:
            raise RefusedError(f"seat {named.seat} is named as the winner: put the hand button out first")
        self._verify_may_win(seat, row)

    def _claim_win(self, seat: int) -> None:
        self.live_game.claimed_seat = seat
        self._tell(WinClaimed(seat, self._label_of_lit))

    def _stopping_hand(self) -> str:
        """The row of the lit hand, which a supervisor books."""
        lit = self.lit_hand if self._keypad().sensors.is_locked else None
        if lit is None:
            raise RefusedError(f"no hand button is lit at table {self.table_id}")
        if not lit.stops_table:
            raise RefusedError(f"{lit.label} does not stop the table: the dealer pays it")
        if self._booked_seat is not None:
            raise RefusedError(f"the win of seat {self._booked_seat} is booked already")
        return lit.row

    @property
    def _label_of_lit(self) -> str:
        assert self.lit_hand is not None
        return self.lit_hand.label

    def _verify_has_wager(self, seat: int) -> None:
        locked = self._keypad().sensors.locked
        if seat not in locked:
            in_game = seats_in_words(locked)
            raise RefusedError(f"seat {seat} has no progressive wager in this game: {in_game} can win")
        if seat in self._keypad().wins:
            raise RefusedError(f"seat {seat} has a win in this game already")

    # ---- the supervisor names the winner

    def verify_name_winner(self, seat: int, none_to_the_right: bool | None) -> None:
        """The supervisor names the seat of the lit hand, and answers for the seats farther right where it matters."""
        row = self._stopping_hand()
        self._verify_has_wager(seat)
        self._verify_is_dealers(seat)
        self._verify_none_goes_first()
        self._verify_may_win(seat, row)
        prize = self._prize(row)
        self._verify_none_booked_before(seat, prize)
        asked = self._farther_right(seat, row, prize)
        if asked and none_to_the_right is None:
            raise RefusedError(
                f"{_seats(asked)} farther on the dealer's right: say whether one of them has a hand that wins a share "
                "of the meter, because it is paid first"
            )
        if not asked and none_to_the_right is False:
            raise RefusedError(f"no seat farther right than seat {seat} can have a hand that is paid before it")

    def _name_winner(self, seat: int, none_to_the_right: bool | None) -> None:
        asked = self._farther_right(seat, self._stopping_hand(), self._prize(self._stopping_hand()))
        self.live_game.named = NamedWinner(seat, str(self._by), asked, none_to_the_right is not False)
        self._tell(WinnerNamed(seat, self._label_of_lit, asked, self.live_game.named.none_to_the_right))

    def _farther_right(self, seat: int, row: str, prize: dict[str, Any]) -> tuple[int, ...]:
        """The seats that would be paid before this one if they hold a meter hand; none where no deck deals them one."""
        if not _is_share(prize):
            return ()
        hands = self._hands_of_game() | {seat: row}
        if all(clashing_seats(other, hands) for other in prize["shares"]):
            return ()
        return tuple(other for other in self._can_win(prize) if other > seat)

    def _verify_none_booked_before(self, seat: int, prize: dict[str, Any]) -> None:
        """A seat that was missed is not booked after one that it comes before."""
        if not _is_share(prize):
            return
        booked = self._hands_of_game().items() & self._keypad().wins.items()
        before = [other for other, row in booked if other < seat and row in prize["shares"]]
        if before:
            raise RefusedError(
                f"seat {seat} is paid before {seats_in_words(before)}, booked already: reverse that win, then book "
                "both in order, the seat farthest on the dealer's right first"
            )

    def _verify_is_dealers(self, seat: int) -> None:
        """Dealer and supervisor mean the same seat."""
        dealers = self._dealers_seat
        if dealers not in (None, seat):
            raise RefusedError(
                f"the dealer says that seat {dealers} has the hand, not seat {seat}: look at the cards together, and "
                "put the hand button out if it is for another seat"
            )

    def _verify_named(self, seat: int, row: str) -> None:
        """A share of the meter is booked for the seat that was named, when every seat farther right was asked about."""
        self._verify_is_dealers(seat)
        self._verify_none_goes_first()
        named, prize = self.live_game.named, self._prize(row)
        if named is not None and named.seat != seat:
            raise RefusedError(f"seat {named.seat} is named as the winner, not seat {seat}")
        if not _is_share(prize):
            return
        if named is None:
            raise RefusedError(
                f"{self._label_of_lit} wins a share of the meter: a supervisor must name the winner before it is booked"
            )
        unasked = set(self._farther_right(seat, row, prize)) - set(named.asked)
        if unasked:
            raise RefusedError(f"nobody was asked about {seats_in_words(unasked)}: name the winner again")

    def _verify_none_goes_first(self) -> None:
        named = self.live_game.named
        if named is not None and not named.none_to_the_right:
            raise RefusedError(
                f"a seat farther right than seat {named.seat} has a meter hand and goes first: put the hand button out "
                "by a second press"
            )

    def _forget_winner(self) -> None:
        """No hand is lit any more."""
        self.live_game.claimed_seat = self.live_game.named = None

    # ---- presses that are about a seat

    def _verify_hand_of(self, wanted: KeyPress) -> None:
        """What the host asks of a press that gives a seat its hand."""
        keypad = self._keypad()
        spot, lit = getattr(keypad, "spot", None), keypad.lit
        match wanted:
            case PressHand(row) if lit is None:
                if spot is not None:
                    self._verify_not_folded(spot, row)
                self._verify_can_be_dealt(row, spot)
            case PressSpot(seat):
                self._verify_not_folded(seat, next(iter(keypad.buttons)))
            case PayHand(seat) if lit is not None:
                self._verify_may_win(seat, lit)
            case PressJPot(seat) if lit is not None:
                self._verify_may_win(seat, lit)
                self._verify_named(seat, lit)
            case PressConfirm() | SwipeCard() if spot is not None and lit is not None:
                self._verify_may_win(spot, lit)
                self._verify_named(spot, lit)

    # ---- folds

    def verify_mark_fold(self, seat: int) -> None:
        """A seat of this game that has no win; the same again takes the mark back."""
        if not self._keypad().sensors.is_locked:
            raise RefusedError(f"no game is on at table {self.table_id}: {self._keypad().taking_key} comes first")
        self._verify_has_wager(seat)
        if seat == self._booked_seat:
            raise RefusedError(f"the win of seat {seat} is booked")

    def _mark_fold(self, seat: int) -> None:
        self.live_game.folded ^= {seat}
        self._tell(FoldMarked(seat) if seat in self.live_game.folded else FoldTakenBack(seat))


def _is_share(prize: dict[str, Any]) -> bool:
    """Whether a hand wins a share of the meter: each takes it from what the one before has left."""
    return prize["percent"] is not None


def _seats(seats: tuple[int, ...]) -> str:
    """Seats in the game as a person would ask about them."""
    return f"{seats_in_words(seats)} {'is' if len(seats) == 1 else 'are'} in the game"
