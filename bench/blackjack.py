"""How fast the exact analysis of blackjack is: processor time of one core, compilation not counted, best of several.

Six decks of ordinary blackjack take Eric Farmer's analyser about 0.5 s. Speeds depend on the machine, so each line also
says how many rounds the readable rules play in the same time: an analysis is worth it as long as a simulation of so
many rounds would say less.
"""

import random
from collections.abc import Callable

from rich.console import Console
from rich.table import Table

from pitboss.cards import parse_card, parse_cards, shoe
from pitboss.games.driver import play_out
from pitboss.games.power_blackjack import PowerBlackjackRound, PowerBlackjackRules, basic_strategy
from pitboss.lab.power_blackjack.advice import advise
from pitboss.lab.power_blackjack.analysis import analyse
from pitboss.lab.power_blackjack.compiled import CompiledRules, compile_rules
from pitboss.lab.power_blackjack.solution import full_shoe, solve_game
from timing import seconds

RUNS = 5
ROUNDS = 1_000


def play_rounds() -> None:
    cards = shoe(6).cards
    for number in range(ROUNDS):
        rest = iter(random.Random(number).sample(cards, 52))
        round = PowerBlackjackRound(seats={1: "ann"})
        round.place_wager(1, "bet", 1000)
        round.no_more_bets()
        play_out(round, lambda count, rest=rest: tuple(next(rest) for _ in range(count)), basic_strategy)


def solving(rules: CompiledRules, decks: int) -> Callable[[], object]:
    return lambda: solve_game(rules, full_shoe(decks))


def main() -> None:
    ordinary = PowerBlackjackRules(power_split=False, power_double=False, dealer_hits_soft_17=False)
    works: dict[str, Callable[[], object]] = {
        "ordinary blackjack, six decks": solving(compile_rules(ordinary, dealer_22_pushes=False), 6),
        **{
            f"Power Blackjack, decks: {decks}": solving(compile_rules(PowerBlackjackRules(decks=decks)), decks)
            for decks in (1, 6, 8)
        },
        "the same with chart and all, six decks": lambda: analyse(PowerBlackjackRules()),
        "advice on one hand": lambda: advise(parse_cards("Ts 6d"), parse_card("9h")),
    }
    one_round = seconds(play_rounds, RUNS) / ROUNDS
    table = Table("Work", "seconds", "mark", "rounds of the readable rules", box=None, pad_edge=False)
    marks = {"ordinary blackjack, six decks": "0.5", "Power Blackjack, decks: 6": "1"}
    for name, work in works.items():
        taken = seconds(work, RUNS)
        table.add_row(name, f"{taken:.3f}", marks.get(name, ""), f"{taken / one_round:,.0f}")
    Console(highlight=False).print(table)


if __name__ == "__main__":
    main()
