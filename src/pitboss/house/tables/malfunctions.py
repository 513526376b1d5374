"""The shuffler of a table fails: somebody says so, and no card comes and no game begins until the floor has ended it.

The guide on the machine comes first. One that keeps failing is replaced by the backup in seven steps, each confirmed;
the cards inside leave with it, and a round that needs them is void. A procedure that the local regulator has approved
may take the place of both. With live cards the game is that of the keypad, and whether it needs cards that left with
the machine only the people at the table know.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pitboss.games.command import Void
from pitboss.games.round import Round
from pitboss.house.checks import verify_words
from pitboss.house.errors import RefusedError
from pitboss.house.tables.events import ShufflerChanged
from pitboss.house.tables.physical import Physical
from pitboss.house.tables.play import Play
from pitboss.progressive.controllers.presses import PressCoinIn, PressStartGame, VoidGame
from pitboss.shuffler import Malfunction, Remedy, ReplacementStep, Shuffler


class Malfunctions(Play, Physical):
    """What happens when the shuffler stops."""

    @property
    def malfunction(self) -> Malfunction | None:
        """What stops the shuffler now."""
        machine = self.cards.machine
        return machine.malfunction if isinstance(machine, Shuffler) else None

    @property
    def trouble(self) -> dict[str, str] | None:
        """The malfunction as everybody may see it: what was seen, and what is asked for now."""
        stopped = self.malfunction
        return None if stopped is None else {"fault": stopped.fault, "asked_for": _asked_for(stopped)}

    def verify_start_round(self) -> None:
        """Not while the shuffler has stopped."""
        super().verify_start_round()
        self._verify_shuffler_runs()

    def verify_deal_cards(self) -> None:
        """Not while the shuffler has stopped."""
        super().verify_deal_cards()
        self._verify_shuffler_runs()

    def verify_press(self, press: Mapping[str, Any]) -> None:
        """No game begins while the shuffler has stopped; one that is on can be ended or voided."""
        super().verify_press(press)
        if isinstance(self._complete(self._keypad(), press), PressCoinIn | PressStartGame):
            self._verify_shuffler_runs()

    def _verify_shuffler_runs(self) -> None:
        stopped = self.trouble
        if stopped is not None:
            words = f"the shuffler of table {self.table_id} is stopped ({stopped['fault']}): {stopped['asked_for']}"
            raise RefusedError(words)

    # ---- the report

    def verify_report_malfunction(self, fault: str) -> None:
        """A shuffler fails in words, and once at a time."""
        self._verify_open()
        verify_words(fault, "fault")
        self._shuffler().verify_report_malfunction()

    def _report_malfunction(self, fault: str) -> None:
        stopped = self._shuffler().report_malfunction(fault)
        self._tell(ShufflerChanged("stopped", f"{fault}; a supervisor is called, {_asked_for(stopped)}"))

    def _shuffler(self) -> Shuffler:
        machine = self.cards.machine
        if not isinstance(machine, Shuffler):
            raise RefusedError(f"table {self.table_id} deals from a shoe: it has no shuffler")
        return machine

    def _stopped(self) -> Malfunction:
        malfunction = self._shuffler().malfunction
        if malfunction is None:
            raise RefusedError(f"the shuffler of table {self.table_id} runs: no malfunction is reported")
        return malfunction

    # ---- the guide on the machine

    def verify_follow_guide(self, helped: bool) -> None:
        """The guide is followed until the replacement has begun."""
        self._stopped().verify_troubleshoot()

    def _follow_guide(self, helped: bool) -> None:
        stopped = self._stopped()
        stopped.troubleshoot(solved=helped)
        if helped:
            self._resume_play("the guide has helped")
        else:
            self._tell(ShufflerChanged("stopped", f"the guide does not help; {_asked_for(stopped)}"))

    # ---- the backup

    def verify_replace_shuffler(self, step: int) -> None:
        """The seven steps in their order, for a machine that keeps failing. The last may end the round."""
        stopped = self._stopped()
        if step not in list(ReplacementStep):
            raise RefusedError(f"there is no step {step} of the replacement: it has 1 to {len(ReplacementStep)}")
        if stopped.remedy is Remedy.GUIDE:
            stopped.verify_begin_replacement()
            stopped = replace(stopped, remedy=Remedy.REPLACEMENT)
        stopped.verify_confirm_step(ReplacementStep(step))
        if step == ReplacementStep.RESUME_PLAY:
            self._verify_resumes(stopped)

    def _verify_resumes(self, stopped: Malfunction) -> None:
        """What the cards are lost for is void; with live cards the floor has said what becomes of the game."""
        lost = self._lost_round()
        if lost is not None:
            self._verify_open()
            lost.verify(self._void_for(stopped))
        if not self._keypad_is_idle():
            raise RefusedError(
                f"the game of table {self.table_id} is on: play it to its end, or void it, before step "
                f"{ReplacementStep.RESUME_PLAY.value}"
            )

    def _replace_shuffler(self, step: int) -> None:
        stopped, confirmed = self._stopped(), ReplacementStep(step)
        if stopped.remedy is Remedy.GUIDE:
            stopped.begin_replacement()
        if confirmed is ReplacementStep.RESUME_PLAY:
            self._resume_play("the backup has taken its place")
        else:
            stopped.confirm_step(confirmed)
            self._tell(ShufflerChanged("stopped", f"step {step} of the replacement is done; {_asked_for(stopped)}"))

    # ---- what the local regulator has approved instead

    def verify_follow_local_procedure(self, approval: str, done: str, round_goes_on: bool) -> None:
        """In place of the guide and the seven steps, under an approval that is named."""
        stopped = self._stopped()
        stopped.verify_begin_local_procedure()
        verify_words(approval, "reference of the approval")
        verify_words(done, "description of what was done")
        if round_goes_on:
            return
        void = self._void_for(stopped)
        if self._round_that_is_on is not None:
            self._verify_open()
            self._round_that_is_on.verify(void)
        elif not self._keypad_is_idle():
            self._keypad().verify(VoidGame(void.reason))

    def _follow_local_procedure(self, approval: str, done: str, round_goes_on: bool) -> None:
        stopped, void = self._stopped(), self._void_for(self._stopped())
        stopped.begin_local_procedure()
        stopped.end_local_procedure(round_goes_on=round_goes_on)
        self._resume_play(f"{done}, by the local procedure of {approval}")
        if not round_goes_on and not self._keypad_is_idle():
            self._do_press(VoidGame(void.reason))

    # ---- play goes on

    def _resume_play(self, words: str) -> None:
        """With the same cards; or with none of them, where they left with the machine before the round had them all."""
        lost = self._lost_round()
        ended = self._shuffler().resume_play()
        self._tell(ShufflerChanged("running", words))
        if lost is not None:
            self._in_round(lost, self._void_for(ended))
        elif not self.is_playing:
            # A round may have ended while the machine stood still: its cards go back now.
            self.cards.end_round()

    def _lost_round(self) -> Round[Any, Any] | None:
        """The round that is not played on: the cards it needs left with the machine, or a local procedure says so."""
        round, stopped = self._round_that_is_on, self._stopped()
        if round is None or stopped.round_goes_on:
            return None
        is_lost = stopped.remedy is Remedy.LOCAL_PROCEDURE or self.cards.has_more_for(round)
        return round if is_lost else None

    @property
    def _round_that_is_on(self) -> Round[Any, Any] | None:
        return None if self.round is None or self.round.is_over else self.round

    def _void_for(self, malfunction: Malfunction) -> Void:
        return Void(f"shuffler malfunction, {malfunction.fault}")


def _asked_for(malfunction: Malfunction) -> str:
    """What the procedure asks for now."""
    if malfunction.next_step is not None:
        sentence = malfunction.next_step.sentence
        return f"step {malfunction.next_step.value} comes next, {sentence[0].lower()}{sentence[1:-1]}"
    if malfunction.can_begin_replacement():
        return "the guide on it again, or the backup in its place"
    return "the guide on it comes first"
