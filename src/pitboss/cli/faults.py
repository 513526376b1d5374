"""A malfunction of the shuffler in the drill: the trainee says what is to be done, and the machine knows."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rich.console import Console

from pitboss.games.command import Void
from pitboss.games.round import Round
from pitboss.outside import Entropy
from pitboss.shuffler import Malfunction, ReplacementStep, Shuffler, draw_below

_FAULTS = ("cards are stuck at the mouth", "the motor turns and no card comes", "the lid reports that it is open")
_ON_RECORD = {
    "Under which approval? ": "a local procedure is followed only as the regulator approved it: name the approval",
    "What did you do? ": "a local procedure is on record: say what was done",
}
_LETTERED = dict(zip("abcdefg", sorted(ReplacementStep, key=lambda step: step.sentence), strict=True))


@dataclass
class FaultDrill:
    """What a trainee is asked when the shuffler stops in the middle of the deal."""

    screen: Console
    shuffler: Shuffler
    entropy: Entropy
    mark: Callable[[bool, str], None]
    """Counts an answer and, where it is wrong, tells the lesson."""

    def run(self, round: Round[Any, Any]) -> Void | None:
        """From the fault until play resumes; the void that ends the round, where it cannot be completed."""
        jam = self.shuffler.report_malfunction(_FAULTS[draw_below(self.entropy, len(_FAULTS))])
        self.screen.print(f"The shuffler stops: {jam.fault}.", style="bold yellow")
        self._remedy(jam)
        self.shuffler.resume_play()
        if jam.round_goes_on:
            self._ask("And the round?", ("void", "go on"), ("go on",), "the same cards are dealt on: go on")
            return None
        lesson = "the cards are not dealt on, and the round cannot be completed: void"
        self._ask("And the round?", ("void", "go on"), ("void",), lesson)
        if any("progressive" in seat.wagers for seat in round.seats.values()):
            lesson = "a meter never goes down for a void, so the wager stays for the next round: lit"
            self._ask("Other bets go back. The progressive wagers?", ("back", "lit", "lost"), ("lit",), lesson)
        return Void(f"shuffler malfunction, {jam.fault}")

    def _remedy(self, jam: Malfunction) -> None:
        allowed = ("guide", "local", *(["replace"] if jam.can_begin_replacement() else []))
        lesson = "the troubleshooting guide on the machine comes first: guide"
        choices = ("deal by hand", "guide", "local", "replace", "void")
        act = self._ask("What do you do first?", choices, allowed, lesson)
        if act == "local":
            self._follow_local_procedure(jam)
            return
        if act == "guide":
            jam.troubleshoot(solved=draw_below(self.entropy, 2) == 0)
            self.screen.print("The guide has helped." if jam.is_over else "The guide does not help.")
            if jam.is_over:
                return
            lesson = "a machine that keeps failing is replaced by the backup: replace"
            self._ask("What now?", ("deal by hand", "replace", "void"), ("replace",), lesson)
        self._replace(jam)

    def _follow_local_procedure(self, jam: Malfunction) -> None:
        """It goes on record with the approval and what was done; it says itself what becomes of the round."""
        for question, lesson in _ON_RECORD.items():
            self.mark(bool(self.screen.input(question).strip()), lesson)
        jam.begin_local_procedure()
        jam.end_local_procedure(round_goes_on=draw_below(self.entropy, 2) == 0)
        outcome = "the same cards are dealt on" if jam.round_goes_on else "the cards are not dealt on"
        self.screen.print(f"By the procedure {outcome}.")

    def _replace(self, jam: Malfunction) -> None:
        jam.begin_replacement()
        self.screen.print("The steps of the replacement, out of order:")
        for letter, step in _LETTERED.items():
            self.screen.print(f"  {letter}  {step.sentence}")
        right = "".join(sorted(_LETTERED, key=lambda letter: _LETTERED[letter]))
        typed = self.screen.input("Their letters in the right order? ").lower()
        self.mark("".join(filter(str.isalpha, typed)) == right, f"the seven steps go in this order: {right}")
        for step in ReplacementStep:
            if step is not ReplacementStep.RESUME_PLAY:  # the machine itself does that one
                jam.confirm_step(step)

    def _ask(self, question: str, choices: tuple[str, ...], right: tuple[str, ...], lesson: str) -> str:
        """What the trainee chose, by its first letters; where that is wrong, what is right."""
        typed = self.screen.input(f"{question} ({', '.join(choices)}) ").strip().lower()
        chosen = next((choice for choice in choices if typed and choice.startswith(typed)), "")
        self.mark(chosen in right, lesson)
        return chosen if chosen in right else right[0]
