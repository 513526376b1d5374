"""Wins at physical cards that are off the meter, until the cash desk pays them or two people back them out."""

from dataclasses import replace

from pitboss.house.checks import verify_words
from pitboss.house.errors import RefusedError
from pitboss.house.ledger import account
from pitboss.house.tables.events import JackpotChanged
from pitboss.house.tables.jackpot import Jackpot
from pitboss.house.tables.jackpots import Jackpots
from pitboss.progressive.controllers.presses import WithdrawEnvy


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
        """What was booked is paid once, to somebody, with the papers that it asks for."""
        booked = self._booked(jackpot_id)
        self._outside.verify_may_resume(booked.round_number)
        self._verify_papers(booked, identity, tax_form)
        verify_words(player, "name of the winner")

    def _pay_booked(self, jackpot_id: str, player: str, identity: str, tax_form: str) -> None:
        paid = replace(
            self.booked.pop(jackpot_id),
            status="paid",
            player=player,
            identity=identity,
            tax_form=tax_form.strip() or None,
            decided_by=str(self._by),
        )
        self._move(account("house", "jackpots"), "desk", paid.cents)
        self._outside.note(paid)
        self._done.is_checkpoint = self.can_be_stored
        self._tell(JackpotChanged(paid.seat, paid.sentence, paid.status))

    @property
    def can_be_stored(self) -> bool:
        """Whether all of it can be written down as it stands: between two rounds."""
        return not self.is_playing and self._keypad_is_idle()

    def _keypad_is_idle(self) -> bool:
        return self.controller is None or not self.controller.sensors.is_locked

    def verify_back_out_win(self, jackpot_id: str, reason: str, proposal_id: str) -> None:
        """Before it is paid, as two people agreed, and never of a game that is disputed."""
        booked = self._booked(jackpot_id)
        verify_words(reason, "reason")
        self._outside.verify_may_resume(booked.round_number)
        self._outside.verify_agreed("back-out-win", {"jackpot_id": jackpot_id, "reason": reason}, proposal_id)

    def _back_out_win(self, jackpot_id: str, reason: str, proposal_id: str) -> None:
        """What it took goes back on the meter or into the tray. A seed that came with it is recovered apart."""
        self._outside.use_proposal(proposal_id)
        wrong = replace(self.booked.pop(jackpot_id), status="backed-out", decided_by=str(self._by), reason=reason)
        if wrong.source == "meter":
            self._outside.back_out(wrong.meter_id, wrong.cents, f"{jackpot_id}: {reason}", self._done.entry)
        else:
            self._put_chips_back(wrong.cents)
        self._outside.note(wrong)
        self._tell(JackpotChanged(wrong.seat, wrong.sentence, wrong.status))
        keypad = self.controller
        if keypad is not None and self.round_number == wrong.round_number and wrong.seat in keypad.envy.winners:
            self._tell(*keypad.do(WithdrawEnvy(wrong.seat)))
        self._done.is_checkpoint = self.can_be_stored

    def _put_chips_back(self, cents: int) -> None:
        """Into the tray they came from; of a table that is closed, to the cash desk with all its chips."""
        is_closed = self.status == "closed"
        self._move(account("house", "jackpots"), "desk" if is_closed else self._tray, cents)
        self.tray_cents += 0 if is_closed else cents
