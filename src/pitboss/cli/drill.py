"""``pitboss drill``: the trainee is the dealer, and settles every hand in the order of the procedure."""

from dataclasses import dataclass, field
from typing import Annotated, Any

from cyclopts import Parameter
from rich.console import Console
from rich.rule import Rule

from pitboss.cli.desk import read_amount
from pitboss.cli.faults import FaultDrill
from pitboss.cli.play import drawn, verify_number
from pitboss.cli.practice import COMPANY, PracticeTable
from pitboss.cli.screen import open_screen
from pitboss.errors import PitbossError
from pitboss.games.audience import DEALER
from pitboss.games.command import Settle
from pitboss.games.round import NotAllowedError, Round
from pitboss.games.statement import Line
from pitboss.games.table import TableRules
from pitboss.games.three_card_poker import ThreeCardPokerRules
from pitboss.outside import Entropy, SeededEntropy, SystemEntropy
from pitboss.paytables import Game, print_dollars
from pitboss.shuffler import Shoe, Shuffler, draw_below


def show_drill(  # noqa: PLR0913 - each is an option of the command
    game: Game,
    /,
    *,
    rounds: Annotated[int, Parameter(help="How many rounds.")] = 3,
    seats: Annotated[int, Parameter(help="How many players, 1 to 6.")] = 3,
    seed: Annotated[str | None, Parameter(help="Deal the same cards every time.")] = None,
    faults: Annotated[int, Parameter(help="The shuffler fails in one round of so many; 0 for never.")] = 20,
    pick_and_pay: Annotated[
        bool, Parameter(negative="", help="Three Card Poker: pick each hand up, rather than lay it and pay.")
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
    """A trainee's shift: what was asked, and what went wrong."""

    screen: Console
    table: PracticeTable
    faults: int = 0
    """The shuffler fails in one round of so many; 0 means never."""
    asked: int = 0
    mistakes: list[str] = field(default_factory=list)

    def run(self, number: int) -> None:
        """One round, dealt by the program and settled by the trainee."""
        round = self.table.new_round()
        self.screen.print(Rule(f"Round {number} of {self.table.game.label}: you are the dealer"))
        for seat in round.lit:
            self.screen.print(f"  the progressive of seat {seat} is still lit from the void round")
        self._tell(self.table.bet_for_company(round, None))
        self._tell(self.table.close_bets(round))
        fails_at = self._draw_fault()
        while not round.is_over:
            if round.want.kind == "cards" and len(self.table.source.dealt) == fails_at:
                fails_at = None
                if self._is_void(round):
                    return
            command = self.table.next_command(round, self.table.company())
            if isinstance(command, Settle):
                self._ask_seat(round)
            self._tell(round.do(command))

    def _draw_fault(self) -> int | None:
        """Before which packet the shuffler fails; a shoe does not."""
        if (
            not self.faults
            or isinstance(self.table.source.machine, Shoe)
            or draw_below(self.table.entropy, self.faults)
        ):
            return None
        return draw_below(self.table.entropy, len(self.table.seats))

    def _is_void(self, round: Round[Any, Any]) -> bool:
        """Ask what to do about a malfunction; whether the round came to nothing."""
        assert isinstance(self.table.source.machine, Shuffler)
        void = FaultDrill(self.screen, self.table.source.machine, self.table.entropy, self._mark).run(round)
        if void is not None:
            self._tell(round.do(void))
        return void is not None

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
