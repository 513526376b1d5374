"""A malfunction of the shuffler, and the procedure that brings the table back to play.

The guide on the machine comes first. When that does not help, or the machine keeps failing, it is replaced by the
backup in seven steps, each confirmed. A procedure of the local regulator may take the place of all this.
"""

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import Any

from pitboss.shuffler.allowed import is_allowed
from pitboss.shuffler.errors import NotNowError, ShufflerError
from pitboss.shuffler.record import Record


class ReplacementStep(IntEnum):
    """The seven steps by which the backup takes the place of a failing shuffler.

    >>> for step in ReplacementStep:
    ...     print(f"{step.value}. {step.sentence}")
    1. Turn the shuffler off.
    2. Unplug its power cord.
    3. Swap in the backup shuffler.
    4. Plug in the power cord and the data cable.
    5. Turn the backup on.
    6. Call the manufacturer to service the failed shuffler.
    7. Resume play.
    """

    TURN_OFF = 1
    UNPLUG = 2
    SWAP_IN_BACKUP = 3
    PLUG_IN = 4
    TURN_ON = 5
    CALL_FOR_SERVICE = 6
    RESUME_PLAY = 7

    @property
    def sentence(self) -> str:
        """What is to be done."""
        return _SENTENCES[self]


_SENTENCES = {
    ReplacementStep.TURN_OFF: "Turn the shuffler off.",
    ReplacementStep.UNPLUG: "Unplug its power cord.",
    ReplacementStep.SWAP_IN_BACKUP: "Swap in the backup shuffler.",
    ReplacementStep.PLUG_IN: "Plug in the power cord and the data cable.",
    ReplacementStep.TURN_ON: "Turn the backup on.",
    ReplacementStep.CALL_FOR_SERVICE: "Call the manufacturer to service the failed shuffler.",
    ReplacementStep.RESUME_PLAY: "Resume play.",
}


class Remedy(StrEnum):
    """What is being done about a malfunction.

    >>> [remedy.value for remedy in Remedy]
    ['guide', 'replacement', 'local-procedure']
    """

    GUIDE = "guide"
    REPLACEMENT = "replacement"
    LOCAL_PROCEDURE = "local-procedure"


@dataclass
class Malfunction:
    """One malfunction, from its report until play may resume.

    >>> jam = Malfunction("cards are stuck")
    >>> jam.can_begin_replacement()
    False
    >>> jam.troubleshoot(solved=False)
    >>> jam.begin_replacement()
    >>> jam.confirm_step(ReplacementStep.UNPLUG)
    Traceback (most recent call last):
    pitboss.shuffler.errors.NotNowError: step 2 cannot be confirmed yet: the next is step 1, turn the shuffler off
    >>> for step in ReplacementStep:
    ...     jam.confirm_step(step)
    >>> jam.is_over
    True
    """

    fault: str
    """What was seen."""
    earlier: int = 0
    """How often this machine had failed before."""
    remedy: Remedy = Remedy.GUIDE
    failed_tries: int = 0
    """How often the guide did not help."""
    steps_done: int = 0
    """How many steps of the replacement are confirmed."""
    is_over: bool = False
    round_goes_on: bool = True
    """Whether the cards still inside can be dealt on; where not, the round is void."""

    def __post_init__(self) -> None:
        if not self.fault.strip():
            raise ShufflerError("a malfunction without a description cannot be reported: say what was seen")
        # A restored malfunction must be one that the procedure could have led to.
        replacing, last = self.remedy is Remedy.REPLACEMENT, len(ReplacementStep)
        if self.steps_done not in range(last + 1) or (self.steps_done and not replacing):
            raise ShufflerError(
                f"{self.steps_done} steps cannot be done: a replacement has {last}, other remedies none"
            )
        if replacing and self.is_over != (self.steps_done == last):
            raise ShufflerError(f"a replacement is over after step {last} and not before, not after {self.steps_done}")

    @property
    def next_step(self) -> ReplacementStep | None:
        """The step of the replacement that is to be confirmed next."""
        if self.remedy is not Remedy.REPLACEMENT or self.is_over:
            return None
        return ReplacementStep(self.steps_done + 1)

    def verify_troubleshoot(self) -> None:
        """Raise unless the guide is to be followed now."""
        self._verify_remedy("the guide cannot be followed", Remedy.GUIDE)

    def troubleshoot(self, *, solved: bool) -> None:
        """Follow the guide on the machine, and say whether it helped."""
        self.verify_troubleshoot()
        self.is_over = solved
        self.failed_tries += not solved

    def verify_begin_replacement(self) -> None:
        """Raise unless the machine may be replaced: only one that keeps failing is."""
        self._verify_remedy("no replacement can begin", Remedy.GUIDE)
        if not self.failed_tries and not self.earlier:
            raise NotNowError("a shuffler is replaced only when it keeps failing: follow the guide on it first")

    def can_begin_replacement(self) -> bool:
        """Whether the machine may be replaced."""
        return is_allowed(self.verify_begin_replacement)

    def begin_replacement(self) -> None:
        """Begin the seven steps."""
        self.verify_begin_replacement()
        self.remedy = Remedy.REPLACEMENT

    def verify_confirm_step(self, step: ReplacementStep) -> None:
        """Raise unless this is the next step."""
        self._verify_remedy(f"step {step.value} cannot be confirmed", Remedy.REPLACEMENT)
        awaited = ReplacementStep(self.steps_done + 1)
        if step is not awaited:
            when = "again" if step < awaited else "yet"
            todo = awaited.sentence[0].lower() + awaited.sentence[1:-1]
            raise NotNowError(f"step {step.value} cannot be confirmed {when}: the next is step {awaited.value}, {todo}")

    def confirm_step(self, step: ReplacementStep) -> None:
        """Confirm that a step of the replacement is done. The cards inside leave the table with the machine."""
        self.verify_confirm_step(step)
        self.steps_done = step.value
        if step is ReplacementStep.SWAP_IN_BACKUP:
            self.round_goes_on = False
        self.is_over = step is ReplacementStep.RESUME_PLAY

    def verify_begin_local_procedure(self) -> None:
        """Raise unless a local procedure may take the place of the guide and the seven steps."""
        self._verify_remedy("no local procedure can begin", Remedy.GUIDE)

    def begin_local_procedure(self) -> None:
        """Follow what the local regulator has approved instead."""
        self.verify_begin_local_procedure()
        self.remedy = Remedy.LOCAL_PROCEDURE

    def verify_end_local_procedure(self) -> None:
        """Raise unless a local procedure is being followed."""
        self._verify_remedy("no local procedure can end", Remedy.LOCAL_PROCEDURE)

    def end_local_procedure(self, *, round_goes_on: bool) -> None:
        """The local procedure is done; it says what becomes of the round."""
        self.verify_end_local_procedure()
        self.is_over, self.round_goes_on = True, round_goes_on

    def _verify_remedy(self, refusal: str, remedy: Remedy) -> None:
        if self.is_over:
            raise NotNowError(f"{refusal}: the malfunction is over")
        if self.remedy is not remedy:
            raise NotNowError(f"{refusal} during the {_words(self.remedy)}: it belongs to the {_words(remedy)}")

    def as_json(self) -> dict[str, Any]:
        """The malfunction as a record."""
        return {
            "fault": self.fault,
            "earlier": self.earlier,
            "remedy": self.remedy.value,
            "failed_tries": self.failed_tries,
            "steps_done": self.steps_done,
            "is_over": self.is_over,
            "round_goes_on": self.round_goes_on,
        }

    @staticmethod
    def from_json(data: object) -> "Malfunction":
        """The malfunction that :meth:`as_json` wrote."""
        keys = ("fault", "earlier", "remedy", "failed_tries", "steps_done", "is_over", "round_goes_on")
        record = Record(data, "the malfunction", keys)
        return Malfunction(
            fault=record.text("fault"),
            earlier=record.integer("earlier", 0),
            remedy=record.choice("remedy", Remedy),
            failed_tries=record.integer("failed_tries", 0),
            steps_done=record.integer("steps_done", 0, len(ReplacementStep)),
            is_over=record.boolean("is_over"),
            round_goes_on=record.boolean("round_goes_on"),
        )


def _words(remedy: Remedy) -> str:
    return remedy.value.replace("-", " ")
