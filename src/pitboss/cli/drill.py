"""``pitboss drill``: the trainee is the dealer, and settles every hand in the order of the procedure."""

from dataclasses import dataclass, field
from typing import Annotated, Any

from cyclopts import Parameter
from rich.console import Console
from rich.rule import Rule

from pitboss.cli.desk import read_amount
from pitboss.cli.play import drawn, verify_number
from pitboss.cli.practice import COMPANY, PracticeTable
from pitboss.cli.screen import open_screen
from pitboss.errors import PitbossError
from pitboss.games.audience import DEALER
from pitboss.games.command import Settle
from pitboss.games.round import Round
from pitboss.games.statement import Line
from pitboss.outside import Entropy, SeededEntropy, SystemEntropy
from pitboss.paytables import Game, print_dollars


def show_drill(
    game: Game,
    /,
    *,
    rounds: Annotated[int, Parameter(help="How many rounds.")] = 3,
    seats: Annotated[int, Parameter(help="How many players, 1 to 6.")] = 3,
    seed: Annotated[str | None, Parameter(help="Deal the same cards every time.")] = None,
) -> None:
    """Deal a game as a trainee: settle every wager in the right order; mistakes are marked and explained.

    Parameters
    ----------
    game
        three-card-poker, fortune-san-lo, double-draw or power-blackjack.
    """
    verify_number("--seats", seats, 1, 6)
    verify_number("--rounds", rounds, 1, 1_000)
    entropy: Entropy = SystemEntropy() if seed is None else SeededEntropy(seed)
    names = dict(zip(range(1, seats + 1), COMPANY, strict=False))
    drill = Drill(open_screen(), PracticeTable(game, entropy, names))
    try:
        for number in range(1, rounds + 1):
            drill.run(number)
    except (EOFError, KeyboardInterrupt):
        drill.screen.print()
    drill.sum_up()


@dataclass
class Drill:
    """A trainee's shift: what was asked, and what went wrong."""

    screen: Console
    table: PracticeTable
    asked: int = 0
    mistakes: list[str] = field(default_factory=list)

    def run(self, number: int) -> None:
        """One round, dealt by the program and settled by the trainee."""
        round = self.table.new_round()
        self.screen.print(Rule(f"Round {number} of {self.table.game.label}: you are the dealer"))
        self._tell(self.table.bet_for_company(round, None))
        self._tell(self.table.close_bets(round))
        while not round.is_over:
            command = self.table.next_command(round, self.table.company())
            if isinstance(command, Settle):
                self._ask_seat(round)
            self._tell(round.do(command))

    def _tell(self, events: Any) -> None:
        """Tell what happened; about what was settled the trainee is asked."""
        for event in events:
            lines = getattr(event, "lines", None)
            if lines is None:
                self.screen.print(drawn(event.seen_by(DEALER)))
            for line in lines or ():
                self._ask_line(line)

    def _ask_seat(self, round: Round[Any, Any]) -> None:
        right = str(round.want.seat)
        typed = self.screen.input("Which seat do you settle now? ").strip()
        self._mark(typed == right, f"seat {right} is next: {round.game.label} settles from the right to the left")

    def _ask_line(self, line: Line) -> None:
        stake = print_dollars(line.stake_cents) if line.stake_cents else "no stake of its own"
        hand = f", {line.hand}" if line.hand else ""
        prompt = f"Seat {line.seat}, {line.wager} ({stake}{hand}): take, push, or pay how much? "
        while True:
            try:
                given = _read_settlement(self.screen.input(prompt))
            except PitbossError as error:
                self.screen.print(str(error), style="red")
            else:
                break
        self._mark(given == _right(line), f"{line.wager} at seat {line.seat} {line.outcome}: {_in_words(_right(line))}")

    def _mark(self, is_right: bool, lesson: str) -> None:
        self.asked += 1
        if is_right:
            self.screen.print("  right", style="green")
            return
        self.mistakes.append(lesson)
        self.screen.print(f"  wrong: {lesson}", style="red")

    def sum_up(self) -> None:
        """How the shift went."""
        self.screen.print(Rule("Your shift"))
        self.screen.print(f"{self.asked - len(self.mistakes)} of {self.asked} right.")
        for lesson in self.mistakes:
            self.screen.print(f"  {lesson}")


def _right(line: Line) -> int | None:
    """What is paid on top of the stake; nothing where the stake is taken."""
    return None if line.pay_cents == 0 and line.stake_cents else line.pay_cents - line.stake_cents


def _in_words(answer: int | None) -> str:
    if answer is None:
        return "take it"
    return f"pay {print_dollars(answer)}" if answer else "push"


def _read_settlement(typed: str) -> int | None:
    """``take``, ``push``, or the amount that is paid.

    >>> _read_settlement("take"), _read_settlement("push"), _read_settlement("pay 12.50")
    (None, 0, 1250)
    """
    word = typed.strip().lower()
    if word in ("take", "t"):
        return None
    return 0 if word in ("push", "p") else read_amount(word.removeprefix("pay").strip())
