"""How fast the exact analysis of blackjack is: processor time of one core, compilation not counted, best of several.

Six decks of ordinary blackjack take Eric Farmer's analyser about 0.5 s. Speeds depend on the machine, so each row also
says how many rounds the readable rules play in the same time: an analysis is worth it as long as a simulation of so
many rounds would say less.
"""

from collections.abc import Callable, Iterator
from functools import partial

from groups import EXACT
from one_seat import play_blackjack
from pitboss.cards import parse_card, parse_cards
from pitboss.games.power_blackjack import PowerBlackjackRules
from pitboss.lab.power_blackjack.advice import advise
from pitboss.lab.power_blackjack.analysis import analyse
from pitboss.lab.power_blackjack.compiled import CompiledRules, compile_rules
from pitboss.lab.power_blackjack.solution import full_shoe, solve_game
from rows import OURS, Row
from telling import tell
from timing import seconds

ROUNDS = 1_000
ORDINARY = "Ordinary blackjack, six decks, composition-dependent"
MARKS = {ORDINARY: (0.5, "0.5 s (Eric Farmer's analyser, C++)"), "Power Blackjack, decks: 6": (1.0, "")}


def solving(rules: CompiledRules, decks: int) -> Callable[[], object]:
    return partial(solve_game, rules, full_shoe(decks))


def works(quick: bool) -> Iterator[tuple[str, Callable[[], object]]]:
    ordinary = PowerBlackjackRules(power_split=False, power_double=False, dealer_hits_soft_17=False)
    yield ORDINARY, solving(compile_rules(ordinary, dealer_22_pushes=False), 6)
    for decks in (1,) if quick else (1, 6, 8):
        yield f"Power Blackjack, decks: {decks}", solving(compile_rules(PowerBlackjackRules(decks=decks)), decks)
    if not quick:
        yield "Power Blackjack, six decks, with chart and all", lambda: analyse(PowerBlackjackRules())
    yield "Power Blackjack, advice on one hand", lambda: advise(parse_cards("Ts 6d"), parse_card("9h"))


def measure(quick: bool) -> Iterator[Row]:
    runs, rounds = (1, 100) if quick else (5, ROUNDS)
    one_round = seconds(lambda: play_blackjack(rounds), runs) / rounds
    for name, work in works(quick):
        taken = seconds(work, runs)
        words = f"On one core, best of {runs}; as long as {taken / one_round:,.0f} rounds by the readable rules."
        mark, mark_words = MARKS.get(name, (None, ""))
        yield Row(EXACT, name, OURS, taken, "s", words, mark=mark, mark_words=mark_words)


if __name__ == "__main__":
    tell(measure)
