"""A win that is found after its game has ended: two people award it on the host's page, for a game on record."""

from dataclasses import replace
from typing import Any

from pitboss.games.reports import ProgressiveReport, ProgressiveWager, QualifyingHand
from pitboss.house.checks import verify_words
from pitboss.house.errors import RefusedError
from pitboss.house.jackpots import verify_can_win_late, verify_had_wager
from pitboss.house.tables.booked import Booked
from pitboss.house.tables.events import JackpotChanged
from pitboss.house.tables.jackpot import WINNERS, Jackpot, PastGame
from pitboss.house.tables.jackpots import new_jackpot
from pitboss.house.tables.settings import CardKind
from pitboss.paytables import print_dollars
from pitboss.progressive import EnvyReading, WinStatus

KIND = "award-late"


class LateAwards(Booked):
    """What happens when a hand of an earlier game turns out to have won."""

    def verify_award_late(  # noqa: PLR0913, PLR0917 - what was proposed, field by field
        self, round_number: int, seat: int, row: str, reason: str, evidence: str, proposal_id: str
    ) -> None:
        """Another person than who proposed it, for a seat with a wager and without a win in a game that is over."""
        if self.settings.cards is not CardKind.PHYSICAL:
            raise RefusedError(f"table {self.table_id} has no keypad: its wins are known when they are dealt")
        verify_words(reason, "reason")
        verify_words(evidence, "line of evidence")
        if round_number == self.round_number and not self._keypad_is_idle():
            raise RefusedError(f"game {round_number} of table {self.table_id} is on: the keypad records its wins")
        self._outside.verify_may_resume(round_number)
        game = self._outside.past_game(round_number)
        verify_had_wager(game, seat)
        self._outside.verify_no_reversal(meter_id=_meter_of(game))
        quoted = self._quoted_for(game, seat, row)
        allowed = {"is_share": row in quoted["shares"], "folded_hands_play": quoted["folded_hands_play"]}
        verify_can_win_late(game, seat, row, **allowed)
        content = {"round_number": round_number, "seat": seat, "row": row, "reason": reason, "evidence": evidence}
        content["table_id"] = self.table_id
        self._outside.verify_decides(KIND, self.table_id, content, proposal_id, self._by)
        prize = quoted["awards"][0]
        if prize["needs_surveillance"] and self._outside.seen_on_camera(proposal_id) is None:
            amount = print_dollars(prize["cents"])
            raise RefusedError(
                f"{amount} at seat {seat} needs the checklist of surveillance first: check-award {proposal_id}"
            )

    def _quoted_for(self, game: PastGame, seat: int, row: str) -> dict[str, Any]:
        """What the hand wins by the meter of that game as it stands now, with envy as its controller read it."""
        report, reading = _hand_of(game, seat, row), EnvyReading(game.envy_reading)
        return self._outside.quote(_meter_of(game), report, "", self._done.entry, reading)

    def _award_late(  # noqa: PLR0913, PLR0917 - what was proposed, field by field
        self, round_number: int, seat: int, row: str, reason: str, evidence: str, proposal_id: str
    ) -> None:
        """It takes its share of the meter of that game as it stands now; the cage pays it and its envy."""
        game = self._outside.past_game(round_number)
        report, meter_id = _hand_of(game, seat, row), _meter_of(game)
        self._outside.decide(proposal_id, self._by)
        jackpot_id = self._outside.free_jackpot_id(round_number, seat)
        envy = self._quoted_for(game, seat, row)["envy"]
        paid = self._outside.pay(meter_id, report, {seat: jackpot_id}, WinStatus.BOOKED, self._done.entry)[0]
        about: dict[str, Any] = {"verified_by": str(self._by), "reason": reason, "evidence": evidence}
        about["checked_by"] = self._outside.seen_on_camera(proposal_id)
        won = self._as_won(new_jackpot(self.table_id, round_number, meter_id, paid), jackpot_id, about)
        self._set_aside(won)
        for award in envy:
            self._set_aside(self._as_envy(won, award, about))
        self._done.is_checkpoint = self.can_be_stored

    def _as_envy(self, won: Jackpot, award: dict[str, Any], about: dict[str, Any]) -> Jackpot:
        own = {**award, "player": f"seat {award['seat']}", "row": won.row, "words": won.hand, "pay": "envy"}
        own |= {"source": "tray", "percent": None, "needs": "dealer", "claim": None}
        own |= dict.fromkeys(("needs_surveillance", "needs_tax_form"), False)
        own |= dict.fromkeys(("shown_before_cents", "shown_after_cents"), won.shown_after_cents)
        envy = new_jackpot(self.table_id, won.round_number, won.meter_id, own)
        return self._as_won(envy, f"{won.jackpot_id}.envy-{award['seat']}", about)

    @staticmethod
    def _as_won(won: Jackpot, jackpot_id: str, about: dict[str, Any]) -> Jackpot:
        return replace(won, jackpot_id=jackpot_id, **about)

    def _set_aside(self, jackpot: Jackpot) -> None:
        """It lies ready for the winner. A table that is closed has no chips: the cage puts them up."""
        if jackpot.source == "tray":
            if self.status == "closed":
                self._move("desk", WINNERS, jackpot.cents)
            else:
                self._tray_pays(WINNERS, jackpot.cents)
        booked = replace(jackpot, status="booked")
        self.booked[booked.jackpot_id] = booked
        self._outside.note(booked)
        self._tell(JackpotChanged(booked.seat, booked.sentence, booked.status))


def _hand_of(game: PastGame, seat: int, row: str) -> ProgressiveReport:
    """The wagers of a game with the one hand."""
    wagers = tuple(ProgressiveWager(each, f"seat {each}", game.wager_cents) for each in game.wagers)
    hand = QualifyingHand(seat, f"seat {seat}", row, row.replace("-", " "), has_wager=True, is_folded=False)
    return ProgressiveReport(wagers, (hand,))


def _meter_of(game: PastGame) -> str:
    """The meter that the wagers of a game fed."""
    assert game.meter_id is not None, "it had wagers"
    return game.meter_id
