"""``pitboss drill``: a trainee deals, settles every wager in the right order, and handles shuffler malfunctions."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Annotated, Any

from cyclopts import Parameter
from rich.console import Console
from rich.rule import Rule

from pitboss.cli.output import open_screen
from pitboss.cli.play import drawn, verify_number
from pitboss.cli.practice import COMPANY, PracticeTable, read_amount
from pitboss.errors import PitbossError
from pitboss.games.audience import DEALER
from pitboss.games.command import Settle, Void
from pitboss.games.round import NotAllowedError, Round
from pitboss.games.statement import Line
from pitboss.games.table import TableRules
from pitboss.games.three_card_poker import ThreeCardPokerRules
from pitboss.paytables import Game, print_dollars
from pitboss.shuffler import Malfunction, ReplacementStep, Shoe, Shuffler, draw_below
from pitboss.sources import Entropy, SeededEntropy, SystemEntropy


def show_drill(  # noqa: PLR0913 - each is an option of the command
    game: Game,
    /,
    *,
    rounds: Annotated[int, Parameter(help="How many rounds.")] = 3,
    seats: Annotated[int, Parameter(help="How many players, 1 to 6.")] = 3,
    seed: Annotated[str | None, Parameter(help="Deal the same cards every time.")] = None,
    faults: Annotated[int, Parameter(help="The shuffler fails in one of this many rounds; 0 for never.")] = 20,
    pick_and_pay: Annotated[
        bool, Parameter(negative="", help="Three Card Poker: pick and pay, instead of lay and pay.")
    ] = False,
) -> None:
    """Deal a game as a trainee: settle every wager in the right order; mistakes are marked and explained.

    Parameters
    ----------
    game
        three-card-poker, fortune-san-lo, double-draw or power-blackjack.
    """
    verify_number("--seats", seats, 1, 6)
    verify_number("--rounds", rounds, 1, 1_000)
    verify_number("--faults", faults, 0, 1_000)
    rules = _pick_and_pay(game) if pick_and_pay else None
    entropy: Entropy = SystemEntropy() if seed is None else SeededEntropy(seed)
    names = dict(zip(range(1, seats + 1), COMPANY, strict=False))
    drill = Drill(open_screen(), PracticeTable(game, entropy, names, rules), faults)
    try:
        for number in range(1, rounds + 1):
            drill.run(number)
    except (EOFError, KeyboardInterrupt):
        drill.screen.print()
    drill.sum_up()


def _pick_and_pay(game: Game) -> TableRules:
    if game is not Game.THREE_CARD_POKER:
        raise NotAllowedError(f"--pick-and-pay is a setting of Three Card Poker, and {game.label} has none")
    return ThreeCardPokerRules(lay_and_pay=False)


@dataclass
class Drill:
    """A trainee's shift: the number of questions, and the mistakes."""

    screen: Console
    table: PracticeTable
    faults: int = 0
    """The shuffler fails in one of this many rounds; 0 means never."""
    questions: int = 0
    mistakes: list[str] = field(default_factory=list)

    def run(self, number: int) -> None:
        """Run one round: the program deals it, the trainee settles it."""
        round = self.table.new_round()
        self.screen.print(Rule(f"Round {number} of {self.table.game.label}: you are the dealer"))
        for seat in round.lit:
            self.screen.print(f"  the progressive of seat {seat} is still lit from the void round")
        self._tell(self.table.bet_for_company(round, None))
        self._tell(self.table.close_bets(round))
        fails_at = self._draw_fault()
        while not round.is_over:
            if round.awaiting.kind == "cards" and len(self.table.source.dealt) == fails_at:
                fails_at = None
                if self._is_void(round):
                    return
            command = self.table.next_command(round, self.table.company())
            if isinstance(command, Settle):
                self._ask_seat(round)
            self._tell(round.do(command))

    def _draw_fault(self) -> int | None:
        """Draw the packet before which the shuffler fails; a shoe never fails."""
        if (
            not self.faults
            or isinstance(self.table.source.machine, Shoe)
            or draw_below(self.table.entropy, self.faults)
        ):
            return None
        return draw_below(self.table.entropy, len(self.table.seats))

    def _is_void(self, round: Round[Any, Any]) -> bool:
        """Ask what to do about a malfunction; return whether the round is void."""
        assert isinstance(self.table.source.machine, Shuffler)
        void = FaultDrill(self.screen, self.table.source.machine, self.table.entropy, self._mark).run(round)
        if void is not None:
            self._tell(round.do(void))
        return void is not None

    def _tell(self, events: Any) -> None:
        """Print what happened, and ask the trainee about every line of a settlement."""
        for event in events:
            lines = getattr(event, "lines", None)
            if lines is None:
                self.screen.print(drawn(event.seen_by(DEALER)))
            for line in lines or ():
                self._ask_line(line)

    def _ask_seat(self, round: Round[Any, Any]) -> None:
        right = str(round.awaiting.seat)
        typed = self.screen.input("Which seat do you settle now? ").strip()
        self._mark(typed == right, f"seat {right} is next: {round.game.label} settles from the right to the left")

    def _ask_line(self, line: Line) -> None:
        stake = print_dollars(line.stake_cents) if line.stake_cents else "no separate stake"
        hand = f", {line.hand}" if line.hand else ""
        prompt = f"Seat {line.seat}, {line.wager} ({stake}{hand}): take, push, or pay how much? "
        while True:
            try:
                settlement = _read_settlement(self.screen.input(prompt))
            except PitbossError as error:
                self.screen.print(str(error), style="red")
            else:
                break
        lesson = f"{line.wager} at seat {line.seat} {line.outcome}: {_in_words(_right(line))}"
        self._mark(settlement == _right(line), lesson)

    def _mark(self, is_right: bool, lesson: str) -> None:
        self.questions += 1
        if is_right:
            self.screen.print("  right", style="green")
            return
        self.mistakes.append(lesson)
        self.screen.print(f"  wrong: {lesson}", style="red")

    def sum_up(self) -> None:
        """Print how the shift went."""
        self.screen.print(Rule("Your shift"))
        self.screen.print(f"{self.questions - len(self.mistakes)} of {self.questions} right.")
        for lesson in self.mistakes:
            self.screen.print(f"  {lesson}")


def _right(line: Line) -> int | None:
    """The cents paid on top of the stake; None if the stake is taken."""
    return None if line.pay_cents == 0 and line.stake_cents else line.pay_cents - line.stake_cents


def _in_words(answer: int | None) -> str:
    if answer is None:
        return "take it"
    return f"pay {print_dollars(answer)}" if answer else "push"


def _read_settlement(typed: str) -> int | None:
    """Read ``take``, ``push``, or the amount to pay.

    >>> _read_settlement("take"), _read_settlement("push"), _read_settlement("pay 12.50")
    (None, 0, 1250)
    """
    word = typed.strip().lower()
    if word in ("take", "t"):
        return None
    return 0 if word in ("push", "p") else read_amount(word.removeprefix("pay").strip())


_FAULTS = ("cards are stuck at the mouth", "the motor turns and no card comes", "the lid reports that it is open")
_ON_RECORD = {
    "Under which approval? ": "a local procedure is followed only as the regulator approved it: name the approval",
    "What did you do? ": "a local procedure is on record: say what was done",
}
_LETTERED = dict(zip("abcdefg", sorted(ReplacementStep, key=lambda step: step.sentence), strict=True))


@dataclass
class FaultDrill:
    """The questions a trainee gets when the shuffler stops in the middle of the deal."""

    screen: Console
    shuffler: Shuffler
    entropy: Entropy
    mark: Callable[[bool, str], None]
    """Counts an answer and, if it is wrong, prints the lesson."""

    def run(self, round: Round[Any, Any]) -> Void | None:
        """Run from the fault until play resumes; return the void if the round cannot be completed."""
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
        """Record the approval and what was done; the procedure itself decides whether the round goes on."""
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
        """Ask for a choice by its first letters, and return it, or the right one if it is wrong."""
        typed = self.screen.input(f"{question} ({', '.join(choices)}) ").strip().lower()
        chosen = next((choice for choice in choices if typed and choice.startswith(typed)), "")
        self.mark(chosen in right, lesson)
        return chosen if chosen in right else right[0]
