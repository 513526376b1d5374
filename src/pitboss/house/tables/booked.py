"""Wins that were booked: the cage pays them, or two people reverse one that was none."""

from dataclasses import replace
from typing import Any

from pitboss.house.checks import verify_words
from pitboss.house.errors import NotPermittedError, RefusedError
from pitboss.house.tables.differences import Difference
from pitboss.house.tables.events import JackpotChanged, MoneyMoved
from pitboss.house.tables.jackpot import WINNERS, Jackpot
from pitboss.house.tables.jackpots import Jackpots
from pitboss.progressive.controllers import Controller
from pitboss.progressive.controllers.presses import ReverseWin


class Booked(Jackpots):
    """What becomes of a booked win."""

    def _booked(self, jackpot_id: str) -> Jackpot:
        if jackpot_id not in self.booked:
            known = ", ".join(self.booked) or "none"
            raise RefusedError(
                f"no booked win {jackpot_id!r} waits to be paid at table {self.table_id}; waiting: {known}"
            )
        return self.booked[jackpot_id]

    def verify_pay_booked(self, jackpot_id: str, player: str, identity: str, tax_form: str) -> None:
        """What was booked is paid once, to a registered person, with the papers that it asks for."""
        booked = self._booked(jackpot_id)
        self._outside.verify_may_resume(booked.round_number)
        self._outside.verify_no_reversal(jackpot_id=jackpot_id)
        self._verify_papers(booked, identity, tax_form)
        self._outside.verify_payee(player, by_cash=True)

    def _pay_booked(self, jackpot_id: str, player: str, identity: str, tax_form: str) -> None:
        paid = replace(
            self.booked.pop(jackpot_id),
            status="paid",
            player=player,
            identity=identity,
            tax_form=tax_form.strip() or None,
            decided_by=str(self._by),
        )
        self._move(WINNERS, "desk", paid.cents)
        if paid.source == "meter":
            self._outside.note_paid(paid.meter_id, paid.win_name)
        self._outside.note(paid)
        self._done.is_checkpoint = self.can_be_stored
        self._tell(JackpotChanged(paid.seat, paid.sentence, paid.status))

    @property
    def can_be_stored(self) -> bool:
        """Whether all of it can be written down as it stands: between two rounds."""
        return not self.is_playing and self._keypad_is_idle()

    def _keypad_is_idle(self) -> bool:
        return self.controller is None or not self.controller.sensors.is_locked

    # ---- reversing a win that was none

    def verify_reverse_jackpot(
        self, jackpot_id: str, reason: str, evidence: str, keeps_seed: bool, proposal_id: str
    ) -> None:
        """Another person than who proposed it and who booked the win, with the key at RUN, and no open dispute."""
        wrong = self._on_record(jackpot_id)
        verify_words(reason, "reason")
        verify_words(evidence, "line of evidence")
        self._verify_has_not_booked(wrong)
        self._outside.verify_may_resume(wrong.round_number)
        keypad = self._keypad_of(wrong)
        if keypad is not None:
            keypad.verify(ReverseWin(wrong.seat))
        content = {"jackpot_id": jackpot_id, "reason": reason, "evidence": evidence, "keeps_seed": keeps_seed}
        self._outside.verify_decides("reverse-jackpot", jackpot_id, content, proposal_id, self._by)
        if wrong.source == "meter":
            self._outside.verify_reverse(wrong, keeps_seed=keeps_seed)

    def _on_record(self, jackpot_id: str) -> Jackpot:
        """A win of this table that was booked, paid or withheld."""
        wrong = Jackpot(**self._outside.jackpot(jackpot_id))
        if wrong.table_id != self.table_id:
            raise RefusedError(f"the win {jackpot_id} is of table {wrong.table_id}, not of table {self.table_id}")
        verify_can_be_reversed(wrong)
        return wrong

    def _verify_has_not_booked(self, wrong: Jackpot) -> None:
        if self._by.name in wrong.bookers:
            what = f"badge {self._by.name} booked the win {wrong.jackpot_id}"
            raise NotPermittedError(f"{what}: another person must approve this")

    def _keypad_of(self, wrong: Jackpot) -> Controller | None:
        """The keypad, where the game of a win is still on; nothing where it is over, or the win was dealt."""
        keypad = self.controller
        is_on = keypad is not None and self.round_number == wrong.round_number and wrong.seat in keypad.wins
        return keypad if is_on else None

    def _reverse_jackpot(self, jackpot_id: str, reason: str, evidence: str, keeps_seed: bool, proposal_id: str) -> None:
        """The meter is what it would be had the win never been booked; in a game that is on, so is the keypad."""
        wrong = self._on_record(jackpot_id)
        self._outside.decide(proposal_id, self._by)
        if wrong.source == "meter":
            self._outside.reverse(wrong, f"{jackpot_id}: {reason}", self._done.entry, keeps_seed=keeps_seed)
        elif wrong.status != "paid":
            self._put_chips_back(wrong.account, wrong.cents)
        self.booked.pop(jackpot_id, None)
        about: dict[str, Any] = {"decided_by": str(self._by), "reason": reason, "evidence": evidence}
        is_reversed = replace(wrong, status="reversed", **about)
        self._outside.note(is_reversed)
        if jackpot_id in [jackpot.jackpot_id for jackpot in self.jackpots.values()]:
            self.jackpots[wrong.seat] = is_reversed
        correct = f"; tax form {wrong.tax_form} must be corrected" if wrong.tax_form else ""
        self._tell(JackpotChanged(wrong.seat, is_reversed.sentence + correct, is_reversed.status))
        keypad = self._keypad_of(wrong)
        if keypad is not None:
            self._tell(*keypad.do(ReverseWin(wrong.seat)))
        self._done.is_checkpoint = self.can_be_stored

    def _tray_pays(self, target: str, cents: int) -> None:
        """Chips leave the tray: into a hand, where they are out of the house as after a buy-in, or aside for a winner.

        A tray that can pay more than the books have in it has won that much on the felt, and it is a part of the
        table result before anything is counted. No fill is posted, since no chips came from the cage.
        """
        won = cents - self.tray_cents
        if won > 0:
            Difference(result_cents=won).post(self._done.entry, self._tray, self.table_id)
            self.tray_cents += won
            self.result_cents += won
            self._tell(MoneyMoved("table result so far", won, None))
        self._take_from_tray(target, cents)

    def _put_chips_back(self, source: str, cents: int) -> None:
        """Into the tray they came from; of a table that is closed, to the cage with all its chips."""
        is_closed = self.status == "closed"
        self._move(source, "desk" if is_closed else self._tray, cents)
        self.tray_cents += 0 if is_closed else cents


def verify_can_be_reversed(jackpot: Jackpot) -> None:
    """Refuse a win that is not booked yet, or was decided otherwise.

    >>> won = Jackpot("T1-12-3", "T1", 12, 3, "ann", "M1", "royal-flush", "royal flush", "10% of meter", 54_000)
    >>> verify_can_be_reversed(won)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    pitboss.house.errors.RefusedError: the win T1-12-3 is claimed: only a win that is booked, paid or withheld can be...
    """
    if jackpot.status not in ("booked", "paid", "withheld"):
        what = f"the win {jackpot.jackpot_id} is {jackpot.status}"
        raise RefusedError(f"{what}: only a win that is booked, paid or withheld can be reversed")
