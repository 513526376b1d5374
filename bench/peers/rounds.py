"""How fast other libraries play a round of a game of their own, on one core.

Runs in the environment of the peers. Nobody plays our games, so each plays its own, named as such: a round of blackjack
with hit and stand only, or a hand of hold'em. Decisions cost next to nothing: hit below 17, or call whatever comes.
"""

import random
from collections.abc import Callable, Iterator
from importlib import import_module

from groups import BY_STEPS, SIMULATED
from rows import Row, not_measured
from telling import tell
from timing import seconds
from titles import title

RUNS = 3
STAND = 17


def openspiel() -> Callable[[int], None]:
    game, rng = import_module("pyspiel").load_game("blackjack"), random.Random(1)

    def play(rounds: int) -> None:
        for _ in range(rounds):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    cards, chances = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(cards, chances)[0])
                else:
                    state.apply_action(int(state.get_best_player_total(0) >= STAND))
            state.returns()

    return play


def openspiel_bots() -> Callable[[int], None]:
    library = import_module("pyspiel")
    game, bots = library.load_game("blackjack"), [library.make_uniform_random_bot(0, 1)]

    def play(rounds: int) -> None:
        for number in range(rounds):
            library.evaluate_bots(game.new_initial_state(), bots, number)

    return play


def rlcard() -> Callable[[int], None]:
    table = import_module("rlcard").make("blackjack", config={"seed": 1})

    def play(rounds: int) -> None:
        for _ in range(rounds):
            state, _seat = table.reset()
            while not table.is_over():
                state, _seat = table.step(int(state["obs"][0] >= STAND))
            table.get_payoffs()

    return play


def gymnasium() -> Callable[[int], None]:
    table = import_module("gymnasium").make("Blackjack-v1", sab=True, disable_env_checker=True)
    table.reset(seed=1)

    def play(rounds: int) -> None:
        for _ in range(rounds):
            (total, *_), _ = table.reset()
            over = False
            while not over:
                (total, *_), _, over, _, _ = table.step(int(total < STAND))

    return play


def pokerkit() -> Callable[[int], None]:
    library = import_module("pokerkit")
    done_by_itself = tuple(library.Automation)

    def play(rounds: int) -> None:
        for _ in range(rounds):
            state = library.NoLimitTexasHoldem.create_state(done_by_itself, True, 0, (1, 2), 2, 200, 2)
            while state.status:
                state.check_or_call()

    return play


BLACKJACK = "hit below 17, stand from there on; shuffling is its own"
PEERS = {
    "open_spiel": (openspiel, "blackjack, its own game, by steps", f"`apply_action` on its C++ game: {BLACKJACK}"),
    "rlcard": (rlcard, "blackjack, its own game", f"`reset` and `step` of its environment: {BLACKJACK}"),
    "gymnasium": (
        gymnasium,
        "Blackjack-v1, its own game",
        f"`reset` and `step` without its checker (its vectors are slower): {BLACKJACK}",
    ),
    "pokerkit": (pokerkit, "hold'em for two, its own game", "`check_or_call` to the showdown, the rest is automatic"),
}
BOTS = ("blackjack, its own game, by its bots", "`evaluate_bots` with its random player, all of the round in C++")


def measure(quick: bool) -> Iterator[Row]:
    for name, (start, work, way) in PEERS.items():
        found = measured(name, start, work, way, quick)
        yield placed(found, BY_STEPS, "readable-blackjack")
        if name == "open_spiel":
            found = measured(name, openspiel_bots, *BOTS, quick)
        yield placed(found, SIMULATED, "kernel-blackjack")


def measured(name: str, start: Callable[[], Callable[[int], None]], work: str, way: str, quick: bool) -> Row:
    try:
        play = start()
    except ImportError as error:
        return not_measured(BY_STEPS, work, name, str(error))
    # As many rounds as take it about a second.
    rounds = 20 if quick else max(100, int(50 / seconds(lambda: play(50), 1)))
    rate = rounds / seconds(lambda: play(rounds), RUNS)
    words = f"{rounds:,} rounds, best of {RUNS}; {way}."
    return Row(BY_STEPS, work, title(name), rate, "rounds/s", words)


def placed(row: Row, group: str, against: str) -> Row:
    return Row.from_json(row.as_json() | {"group": group, "against": against})


if __name__ == "__main__":
    tell(measure)
