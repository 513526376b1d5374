"""``pitboss play``: plays a game at a practice table in the terminal, with play money."""

import json
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter
from rich.console import Console
from rich.rule import Rule
from rich.text import Text

from pitboss.cards import parse_cards
from pitboss.cli.output import face, open_screen
from pitboss.cli.paytables import show_game
from pitboss.cli.practice import COMPANY, PracticeTable, ask_bets, ask_decision
from pitboss.errors import PitbossError
from pitboss.games.audience import HIDDEN, player
from pitboss.games.command import Command
from pitboss.games.event import Event
from pitboss.games.round import NotAllowedError, Round
from pitboss.games.transcript import statement_lines
from pitboss.paytables import Game, load_catalogue, print_dollars
from pitboss.shuffler import Seal
from pitboss.sources import Entropy, SeededEntropy, SystemEntropy

BUY_IN_CENTS = 100_000


def show_play(
    game: Game | None = None,
    /,
    *,
    seat: Annotated[int, Parameter(help="Your seat.")] = 3,
    company: Annotated[int, Parameter(help="How many others sit at the table, 0 to 5.")] = 2,
    seed: Annotated[str | None, Parameter(help="Deal the same cards every time, for practice.")] = None,
) -> None:
    """Play a game in the terminal, with play money.

    Parameters
    ----------
    game
        three-card-poker, fortune-san-lo, double-draw or power-blackjack; if you name none, you choose from a list.
    """
    verify_number("--company", company, 0, 5)
    verify_number("--seat", seat, 1, 7)
    screen = open_screen()
    chosen = game or ask_game(screen)
    if chosen is not None:
        entropy: Entropy = SystemEntropy() if seed is None else SeededEntropy(seed)
        Evening(screen, PracticeTable(chosen, entropy, seating(seat, company)), seat).spend()


def verify_number(option: str, value: int, min_value: int, max_value: int) -> None:
    """Refuse a number outside its limits.

    >>> verify_number("--company", 99, 0, 5)
    Traceback (most recent call last):
    pitboss.games.round.NotAllowedError: --company 99: choose 0 to 5
    """
    if not min_value <= value <= max_value:
        raise NotAllowedError(f"{option} {value}: choose {min_value} to {max_value}")


def ask_game(screen: Console) -> Game | None:
    """Ask which of the four games to play; None if the player quits."""
    games = list(Game)
    screen.print(Rule("Pitboss: a card room of four tables, with play money"))
    for number, game in enumerate(games, start=1):
        screen.print(f"  {number}  {game.label}")
    while True:
        try:
            typed = screen.input("Which table, 1 to 4 (q to leave)? ").strip().lower()
        except (EOFError, KeyboardInterrupt):
            screen.print()
            return None
        if typed.startswith("q"):
            return None
        if typed in ("1", "2", "3", "4"):
            return games[int(typed) - 1]
        screen.print(f"{typed!r} is not a table: choose 1, 2, 3 or 4", style="red")


def seating(seat: int, company: int) -> dict[int, str]:
    """Seat you, and the others at the seats nearest to the dealer's left.

    >>> seating(2, 2)
    {1: 'Ada', 2: 'you', 3: 'Ben'}
    """
    others = [number for number in range(1, 7) if number != seat][:company]
    return dict(sorted({seat: "you", **dict(zip(others, COMPANY, strict=False))}.items()))


class Evening:
    """A session at the practice table: one round after the other, until the player quits."""

    def __init__(self, screen: Console, table: PracticeTable, seat: int) -> None:
        self.screen = screen
        self.table = table
        self.seat = seat
        self.chips_cents = self.bought_cents = BUY_IN_CENTS
        self.last_bets: dict[str, int] = {}
        self.seals_shown = 0
        self.gains: list[int] = []
        """The player's net win in each round of the history."""

    def spend(self) -> None:
        """Play until the player quits."""
        self.table.new_round()  # refuses a seat that the table does not have
        self.screen.print(Rule(self.table.game.label))
        show_game(self.screen, load_catalogue(), self.table.game)
        try:
            while self._one_round():
                pass
        except (EOFError, KeyboardInterrupt):
            self.screen.print("\nA round that is not over does not count; its bets go back.")
        won = self.chips_cents - self.bought_cents
        self.screen.print(f"You leave with {print_dollars(self.chips_cents)}: {_gain(won)}.")

    def _one_round(self) -> bool:
        round = self._open_round()
        while not round.is_over:
            command = self.table.next_command(round, self._decide)
            self._tell_refill()
            self._tell(round.do(command))
        return self._after(round)

    def _tell_refill(self) -> None:
        """When the shoe runs out, print the root of its new seal before its next card."""
        if len(self.table.source.seals) > self.seals_shown:
            seal = self.table.source.seals[-1]
            self.screen.print(f"  the shoe is empty: its {seal.size} discards are shuffled, and the round goes on")
            self._show_seal(seal)

    def _show_seal(self, seal: Seal) -> None:
        words = f"The {seal.name} was sealed before the deal. Root {seal.root.hex()}"
        self.screen.print(words, style="dim")
        self.seals_shown = len(self.table.source.seals)

    def _open_round(self) -> Round[Any, Any]:
        """Open a round and close its bets; ask again if the bets do not go together."""
        while True:
            round = self.table.new_round()
            self.screen.print(Rule(f"Round {len(self.table.history) + 1}, you have {print_dollars(self.chips_cents)}"))
            self._show_seal(self.table.source.seals[0])
            if self.table.meter is not None:
                self.screen.print(
                    f"The progressive stands at {print_dollars(self.table.meter.shown_cents)}", style="gold3"
                )
            ask_bets(self.screen, round, self.seat, self.last_bets, self.chips_cents)
            try:
                self._tell(self.table.bet_for_company(round, self.seat))
                self._tell(self.table.close_bets(round))
            except PitbossError as error:
                self.screen.print(str(error), style="red")
            else:
                return round

    def _decide(self, round: Round[Any, Any], seat: int) -> Command:
        strategy = self.table.company()
        if seat != self.seat:
            return strategy(round, seat)
        return ask_decision(self.screen, round, seat, strategy, self.chips_cents)

    def _tell(self, events: Any) -> None:
        for event in events:
            self.screen.print(drawn(event.seen_by(player(self.seat))))

    def _after(self, round: Round[Any, Any]) -> bool:
        own = self.table.settle(round).of_seat(self.seat)
        self.gains.append(own.paid_cents - own.staked_cents)
        self.chips_cents += self.gains[-1]
        self.table.history.append(round)
        if self.chips_cents < BUY_IN_CENTS // 10:
            self.chips_cents += BUY_IN_CENTS
            self.bought_cents += BUY_IN_CENTS
            self.screen.print(f"You are short of chips and buy in for another {print_dollars(BUY_IN_CENTS)}.")
        for line in statement_lines(own):
            self.screen.print(line, style="bold")
        while True:
            prompt = "Enter for the next round, h for the history, s to save the cards you saw, q to leave: "
            typed = self.screen.input(prompt).strip().lower()
            if typed == "h":
                self._show_history()
            elif typed == "s":
                self._save_seen(round)
            else:
                return not typed.startswith("q")

    def _save_seen(self, round: Round[Any, Any]) -> None:
        """Write the openings of the cards that the player saw, one file for each root."""
        records = self.table.source.seen_by(player(self.seat), round)
        if not records:
            self.screen.print("You saw no card in this round, so there is nothing to save.")
        for number, seen in enumerate(records, start=1):
            refill = f"-{number}" if number > 1 else ""
            file = Path(f"pitboss-round-{len(self.table.history)}{refill}.json")
            try:
                file.write_text(json.dumps(seen.as_json(), indent=2) + "\n", encoding="utf-8")
            except OSError as error:
                self.screen.print(f"{file} cannot be written: {error.strerror}", style="red")
            else:
                self.screen.print(f"{len(seen.openings)} cards saved; check them with: pitboss fair {file}")

    def _show_history(self) -> None:
        for number, round in enumerate(self.table.history, start=1):
            cards = " ".join(map(str, round.seats[self.seat].cards))
            self.screen.print(f"  round {number}: {cards:<20} {_gain(self.gains[number - 1])}")


def _gain(cents: int) -> str:
    if cents == 0:
        return "even"
    return f"{print_dollars(abs(cents))} {'won' if cents > 0 else 'lost'}"


def drawn(event: Event) -> Text:
    """Draw an event, with its cards in color."""
    text = Text("  ")
    for word in event.sentence.split(" "):
        bare = word.rstrip(",:;.")
        if bare == HIDDEN:
            text.append_text(Text(" ▒▒ ", style="#3050a0 on #f4f4f0"))
        elif _is_card(bare):
            text.append_text(face(parse_cards(bare)[0])).append(word[len(bare) :])
        else:
            text.append(word)
        text.append(" ")
    return text


def _is_card(word: str) -> bool:
    # Only the notation that events print, so that few words, such as "As", are mistaken for cards.
    return word in ("Jk", "Jk2") or (len(word) == 2 and word[0] in "23456789TJQKA" and word[1] in "cdhs")
