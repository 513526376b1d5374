"""Defines a simulation, its settings and its blocks of whole days, which any process can play."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from importlib import import_module
from typing import Any, Final

from pitboss.errors import PitbossError
from pitboss.games.table import TableRules
from pitboss.lab.question import Question
from pitboss.lab.simulation.players import OPTIMAL, Player, player_for
from pitboss.lab.work import Work
from pitboss.paytables import Game, load_catalogue, print_dollars

BLOCK_ROUNDS: Final = 1_000_000
"""About how many rounds a block has."""
MAX_ROUNDS: Final = 10**12
MAX_TABLES: Final = 100

MODULES: Final = ("pitboss.cards", "pitboss.games", "pitboss.paytables", "pitboss.lab")
"""The code that computes a result."""


class SimulationError(PitbossError):
    """A simulation cannot be run; the message says what is allowed.

    >>> Simulation.ask(Game.DOUBLE_DRAW, rounds=0)
    Traceback (most recent call last):
    pitboss.lab.simulation.running.SimulationError: 0 rounds: from 1 to 1,000,000,000,000 can be played
    """


@dataclass(frozen=True)
class Simulation:
    """The settings of a simulation. :meth:`ask` fills in the defaults.

    >>> simulation = Simulation.ask(Game.THREE_CARD_POKER, rounds=10_000)
    >>> simulation.bets
    {'ante': 500, 'pair-plus': 500, 'six-card-bonus': 100, 'progressive': 100}
    """

    rules: TableRules
    player: Player
    bets: Mapping[str, int]
    rounds: int
    seed: int = 1
    seats: int = 1
    tables: int = 1
    session: int = 300
    day: int = 1_200
    fresh_shoe: bool = False
    rounds_in_block: int = field(default_factory=lambda: BLOCK_ROUNDS)
    """About so many."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    """The chosen settings as JSON: each process makes the rest from them."""

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.rules.game

    @staticmethod
    def ask(game: Game, *, rounds: int, **named: Any) -> "Simulation":
        """Make a simulation with the named settings, else defaults: ``rules`` and ``decks`` as for a par sheet,
        ``player`` a name or a file, ``bets`` by wager in cents, ``seed``, ``seats``, ``tables``, ``session``, ``day``,
        ``fresh_shoe``.
        """
        settings = {name: value for name, value in named.items() if value is not None}
        question = Question.ask(game.value, load_catalogue(), decks=named.get("decks"), rules=named.get("rules"))
        player = _player(game, settings.get("player", OPTIMAL))
        numbers = {name: settings[name] for name in ("seed", "seats", "tables", "session", "day") if name in settings}
        simulation = Simulation(
            question.rules,
            player,
            _bets(question.rules, settings.get("bets")),
            rounds,
            fresh_shoe=bool(settings.get("fresh_shoe", False)),
            settings={"game": game.value} | settings | {"player": player.as_json()},
            **numbers,
        )
        simulation._verify()
        return simulation

    def _verify(self) -> None:
        limits = (
            (self.rounds, 1, MAX_ROUNDS, "rounds", "can be played"),
            (self.seats, 1, self.rules.seats, "seats", "can be taken at this table"),
            (self.tables, 1, MAX_TABLES, "tables", "can share a meter"),
            (self.seed, 0, 2**64 - 1, "as a seed", "can be given"),
            (self.day, 1, BLOCK_ROUNDS, "rounds in a day", "can be played"),
            (self.session, 1, self.day, "rounds in a session", "fit into a day"),
        )
        for number, least, most, what, can in limits:
            if type(number) is not int or not least <= number <= most:
                shown = f"{number:,}" if type(number) is int else repr(number)
                raise SimulationError(f"{shown} {what}: from {least:,} to {most:,} {can}")

    @property
    def block_rounds(self) -> int:
        """The number of rounds in a block: whole days of all tables."""
        of_all = self.day * self.tables
        return of_all * max(1, self.rounds_in_block // of_all)

    @property
    def blocks(self) -> int:
        """The number of blocks; the last may be shorter."""
        return -(-self.rounds // self.block_rounds)

    def work(self, *, gpu: bool = False) -> Work:
        """The simulation as work in blocks. A GPU gives the same results."""
        inputs = {"settings": dict(self.settings), "rounds_in_block": self.rounds_in_block, "rounds": self.rounds}
        return Work("simulation", inputs, MODULES, self.blocks, play_block_on_gpu if gpu else play_block)


def _bets(rules: TableRules, named: Mapping[str, int] | None) -> dict[str, int]:
    """The bets: the minimum of every offered spot, or the named amounts."""
    if named is None:
        return {wager: rules.limit(wager).minimum_cents for wager in rules.offered()}
    offered = rules.offered()
    for wager, cents in named.items():
        if wager not in offered:
            raise SimulationError(f"{wager!r} is not a wager of this table: it has {', '.join(offered)}")
        why_not = rules.limit(wager).why_not(cents)
        if why_not is not None:
            raise SimulationError(f"{print_dollars(cents)} on {wager} {why_not}")
    bets = [wager for wager in offered if rules.is_bet(wager)]
    if not set(named) & set(bets):
        raise SimulationError(f"no bet on {' or '.join(bets)}: without it there is no round")
    return {wager: named[wager] for wager in offered if wager in named}


def _player(game: Game, named: str | Mapping[str, Any]) -> Player:
    return player_for(game, named) if isinstance(named, str) else Player.from_json(named)


# Imported in the functions, so that reading a stored result does not load NumPy and Numba.


def play_block(inputs: Mapping[str, Any], block: int) -> dict[str, Any]:
    """Play one block of rounds."""
    result: dict[str, Any] = import_module("pitboss.lab.simulation.blocks").play(inputs, block)
    return result


def play_block_on_gpu(inputs: Mapping[str, Any], block: int) -> dict[str, Any]:
    """Play one block of rounds on a GPU."""
    result: dict[str, Any] = import_module("pitboss.lab.simulation.gpu.blocks").play(inputs, block)
    return result


def simulation_from(inputs: Mapping[str, Any]) -> Simulation:
    """Make the simulation from the inputs of its work.

    >>> simulation = Simulation.ask(Game.DOUBLE_DRAW, rounds=100, seats=2)
    >>> simulation_from(simulation.work().inputs) == simulation
    True
    """
    settings = dict(inputs["settings"])
    simulation = Simulation.ask(Game(settings.pop("game")), rounds=inputs["rounds"], **settings)
    return replace(simulation, rounds_in_block=inputs["rounds_in_block"])
