"""Handles a stopped shuffler: nothing is dealt until the guide, the backup or a local procedure ends the malfunction.

The guide on the machine comes first. If the machine keeps failing, the backup replaces it in seven confirmed steps; the
cards inside leave with it, and a round that needs them is void. A procedure of the local regulator may replace both.
With live cards Pitboss does not know whether the game needs those cards: the floor decides.
"""

from dataclasses import replace
from typing import Any, Final

from pitboss.games.command import Void
from pitboss.games.round import Round
from pitboss.house.errors import RefusedError
from pitboss.house.field_checks import verify_words
from pitboss.house.tables.commands import FollowGuide, FollowLocalProcedure, ReplaceShuffler, ReportMalfunction
from pitboss.house.tables.doing import Doing, Handler, Part, Verifying
from pitboss.house.tables.events import ShufflerChanged
from pitboss.house.tables.live_cards import do_press
from pitboss.house.tables.play import in_round
from pitboss.house.tables.preconditions import keypad_of, verify_open
from pitboss.house.tables.state import TableState, asked_for
from pitboss.progressive.controllers.presses import VoidGame
from pitboss.shuffler import Malfunction, Remedy, ReplacementStep, Shuffler

# ---- the report


def verify_report_malfunction(asking: Verifying, fault: str) -> None:
    """A shuffler that runs can be reported as stopped, in words."""
    verify_open(asking.state)
    verify_words(fault, "fault")
    _shuffler(asking.state).verify_report_malfunction()


def report_malfunction(doing: Doing, fault: str) -> None:
    """Record that the shuffler has stopped."""
    stopped = _shuffler(doing.state).report_malfunction(fault)
    doing.tell(ShufflerChanged("stopped", f"{fault}; a supervisor is called, {asked_for(stopped)}"))


def _shuffler(state: TableState) -> Shuffler:
    machine = state.cards.machine
    if not isinstance(machine, Shuffler):
        raise RefusedError(f"table {state.table_id} deals from a shoe: it has no shuffler")
    return machine


def _stopped(state: TableState) -> Malfunction:
    malfunction = _shuffler(state).malfunction
    if malfunction is None:
        raise RefusedError(f"the shuffler of table {state.table_id} runs: no malfunction is reported")
    return malfunction


# ---- the guide on the machine


def verify_follow_guide(asking: Verifying, helped: bool) -> None:
    """The guide can be followed until the replacement has begun."""
    _stopped(asking.state).verify_troubleshoot()


def follow_guide(doing: Doing, helped: bool) -> None:
    """Record whether the guide has helped."""
    stopped = _stopped(doing.state)
    stopped.troubleshoot(solved=helped)
    if helped:
        _resume_play(doing, "the guide has helped")
    else:
        doing.tell(ShufflerChanged("stopped", f"the guide does not help; {asked_for(stopped)}"))


# ---- the backup


def verify_replace_shuffler(asking: Verifying, step: int) -> None:
    """The seven steps are confirmed in order, for a machine that keeps failing. The last may void the round."""
    stopped = _stopped(asking.state)
    if step not in list(ReplacementStep):
        raise RefusedError(f"there is no step {step} of the replacement: it has 1 to {len(ReplacementStep)}")
    if stopped.remedy is Remedy.GUIDE:
        stopped.verify_begin_replacement()
        stopped = replace(stopped, remedy=Remedy.REPLACEMENT)
    stopped.verify_confirm_step(ReplacementStep(step))
    if step == ReplacementStep.RESUME_PLAY:
        _verify_resumes(asking.state, stopped)


def _verify_resumes(state: TableState, stopped: Malfunction) -> None:
    """Refuse to resume if the round cannot be voided, or while a live-card game is in progress."""
    lost = _lost_round(state)
    if lost is not None:
        verify_open(state)
        lost.verify(_void_for(stopped))
    if not state.keypad_is_idle:
        raise RefusedError(
            f"the game of table {state.table_id} is on: play it to its end, or void it, before step "
            f"{ReplacementStep.RESUME_PLAY.value}"
        )


def replace_shuffler(doing: Doing, step: int) -> None:
    """Confirm a step. With the last one play resumes."""
    stopped, confirmed = _stopped(doing.state), ReplacementStep(step)
    if stopped.remedy is Remedy.GUIDE:
        stopped.begin_replacement()
    if confirmed is ReplacementStep.RESUME_PLAY:
        _resume_play(doing, "the backup has taken its place")
    else:
        stopped.confirm_step(confirmed)
        doing.tell(ShufflerChanged("stopped", f"step {step} of the replacement is done; {asked_for(stopped)}"))


# ---- the procedure of the local regulator


def verify_follow_local_procedure(asking: Verifying, approval: str, done: str, round_goes_on: bool) -> None:
    """It replaces the guide and the seven steps, and names the approval of the local regulator."""
    state = asking.state
    stopped = _stopped(state)
    stopped.verify_begin_local_procedure()
    verify_words(approval, "reference of the approval")
    verify_words(done, "description of what was done")
    if round_goes_on:
        return
    void = _void_for(stopped)
    if state.round_in_progress is not None:
        verify_open(state)
        state.round_in_progress.verify(void)
    elif not state.keypad_is_idle:
        keypad_of(state).verify(VoidGame(void.reason))


def follow_local_procedure(doing: Doing, approval: str, done: str, round_goes_on: bool) -> None:
    """Record what was done; the round goes on or is void."""
    stopped, void = _stopped(doing.state), _void_for(_stopped(doing.state))
    stopped.begin_local_procedure()
    stopped.end_local_procedure(round_goes_on=round_goes_on)
    _resume_play(doing, f"{done}, by the local procedure of {approval}")
    if not round_goes_on and not doing.state.keypad_is_idle:
        do_press(doing, VoidGame(void.reason))


# ---- play resumes


def _resume_play(doing: Doing, words: str) -> None:
    """Resume play; void the round if its missing cards left with the machine."""
    state = doing.state
    lost = _lost_round(state)
    ended = _shuffler(state).resume_play()
    doing.tell(ShufflerChanged("running", words))
    if lost is not None:
        in_round(doing, lost, _void_for(ended))
    elif not state.is_playing:
        # A round may have ended while the machine was stopped: its cards go back now.
        state.cards.end_round()


def _lost_round(state: TableState) -> Round[Any, Any] | None:
    """The round in progress if it must be void: by a local procedure, or because its cards left with the machine."""
    round, stopped = state.round_in_progress, _stopped(state)
    if round is None or stopped.round_goes_on:
        return None
    is_lost = stopped.remedy is Remedy.LOCAL_PROCEDURE or state.cards.has_more_for(round)
    return round if is_lost else None


def _void_for(malfunction: Malfunction) -> Void:
    return Void(f"shuffler malfunction, {malfunction.fault}")


SHUFFLER: Final[Part] = {
    ReportMalfunction: Handler(verify_report_malfunction, report_malfunction),
    FollowGuide: Handler(verify_follow_guide, follow_guide),
    ReplaceShuffler: Handler(verify_replace_shuffler, replace_shuffler),
    FollowLocalProcedure: Handler(verify_follow_local_procedure, follow_local_procedure),
}
"""Commands about a stopped shuffler."""
