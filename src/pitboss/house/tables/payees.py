"""Who is paid a win: a registered person who may be paid at that moment; what the law forbids to pay is withheld."""

from dataclasses import replace

from pitboss.house.errors import RefusedError
from pitboss.house.incidents import of_withheld_win
from pitboss.house.ledger import account
from pitboss.house.tables.events import JackpotChanged, WinWithheld
from pitboss.house.tables.jackpot import WINNERS, Jackpot
from pitboss.house.tables.late_award import LateAwards


class Payees(LateAwards):
    """What becomes of a win that must not be paid: it is won, and its amount is confiscated."""

    def verify_withhold_win(self, jackpot_id: str, player: str, proposal_id: str) -> None:
        """As two people agreed, and only from somebody whom the law forbids to pay at this moment."""
        content = {"jackpot_id": jackpot_id, "player": player}
        self._outside.verify_agreed("withhold-win", content, proposal_id)
        self._outside.verify_barred(player)
        pending = self._waiting_to_be_paid(jackpot_id)
        if pending is None:
            self._outside.verify_may_resume(self._booked(jackpot_id).round_number)
            self._outside.verify_no_reversal(jackpot_id=jackpot_id)
            return
        if pending.player != player:
            raise RefusedError(f"the win {jackpot_id} is of {pending.player}, not of {player}")
        jackpot = self._as_it_stands(pending)
        self._verify_decidable(jackpot.seat)
        self._verify_verified(jackpot)
        self._verify_good(jackpot, str(self._by))

    def _withhold_win(self, jackpot_id: str, player: str, proposal_id: str) -> None:
        self._outside.use_proposal(proposal_id)
        pending = self._waiting_to_be_paid(jackpot_id)
        cents = (self.booked[jackpot_id] if pending is None else self._as_it_stands(pending)).cents
        withheld = WinWithheld(jackpot_id, player, cents)
        self._tell(withheld)
        self._outside.report_incident(of_withheld_win(jackpot_id, withheld.sentence), self._by)
        if pending is None:
            self._confiscate_booked(jackpot_id, player)
        else:
            self.withheld_seats.add(pending.seat)
            self._decide(pending.seat)

    def _confiscate_booked(self, jackpot_id: str, player: str) -> None:
        booked = self.booked.pop(jackpot_id)
        withheld = replace(booked, status="withheld", player=player, decided_by=str(self._by))
        self._move(WINNERS, account("house", "confiscated"), withheld.cents)
        if withheld.source == "meter":
            self._outside.note_paid(withheld.meter_id, withheld.win_name)
        self._outside.note(withheld)
        self._tell(JackpotChanged(withheld.seat, withheld.sentence, withheld.status))
        self._done.is_checkpoint = self.can_be_stored

    def _waiting_to_be_paid(self, jackpot_id: str) -> Jackpot | None:
        """A win of the round at electronic cards that is not decided yet; nothing where it is not of this round."""
        waiting = (jackpot for jackpot in self.jackpots.values() if not jackpot.is_decided)
        return next((jackpot for jackpot in waiting if jackpot.jackpot_id == jackpot_id), None)
