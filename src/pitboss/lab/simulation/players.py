"""Reads the players of a simulation from a data file: how they decide, and which optional wagers they make."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from pitboss.data_file import read_toml
from pitboss.errors import PitbossError
from pitboss.games.rounds import ROUNDS
from pitboss.paytables import Game

FORMAT: Final = 1
OPTIMAL: Final = "optimal"


class PlayerError(PitbossError):
    """A player cannot be read; the message says why.

    >>> player_for(Game.DOUBLE_DRAW, "lucky")
    Traceback (most recent call last):
    pitboss.lab.simulation.players.PlayerError: there is no player 'lucky' at Double Draw Poker: there are optimal, \
typical; or name a file
    """


@dataclass(frozen=True)
class Habit:
    """One habit of a player, with the reason for it.

    >>> Habit("play-from", "Qs 3d 2c", "like the dealer").does
    'play-from'
    """

    does: str
    """A decision, by its name in the game's kernel, or ``bet`` for an optional wager."""
    value: Any
    reason: str
    wager: str | None = None


@dataclass(frozen=True)
class Player:
    """A way to play a game.

    >>> player_for(Game.THREE_CARD_POKER, "typical").habits["play-from"]
    'Qs 3d 2c'
    """

    name: str
    game: Game
    words: str
    all_habits: tuple[Habit, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The player with every habit as JSON for the store, because its file may change.

        >>> typical = player_for(Game.DOUBLE_DRAW, "typical")
        >>> Player.from_json(typical.as_json()) == typical
        True
        """
        habits = [vars(habit) for habit in self.all_habits]
        return {"name": self.name, "game": self.game.value, "words": self.words, "habits": habits}

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> "Player":
        """Read a stored player."""
        habits = tuple(Habit(**habit) for habit in data["habits"])
        return Player(data["name"], Game(data["game"]), data["words"], habits)

    @property
    def habits(self) -> dict[str, Any]:
        """The decisions of the player by name."""
        return {habit.does: habit.value for habit in self.all_habits if habit.wager is None}

    @property
    def chances(self) -> dict[str, float]:
        """The share of rounds in which each optional wager is made, if not in all."""
        return {habit.wager: habit.value for habit in self.all_habits if habit.wager is not None}


def player_for(game: Game, name: str) -> Player:
    """The player of a game by name, or the one in a file.

    >>> player_for(Game.THREE_CARD_POKER, "optimal").all_habits
    ()
    """
    known = {player.name: player for player in shipped_players() if player.game is game}
    if name in known:
        return known[name]
    if name.endswith(".toml"):
        return _own(game, Path(name))
    there_are = ", ".join(known)
    raise PlayerError(f"there is no player {name!r} at {game.label}: there are {there_are}; or name a file")


@cache
def shipped_players() -> tuple[Player, ...]:
    """The shipped players.

    >>> {player.game for player in shipped_players()} == set(Game)
    True
    """
    name = "players.toml"
    return _read(files("pitboss.lab.simulation") / "data" / name, name)


def _own(game: Game, file: Path) -> Player:
    players = [player for player in _read(file, file.name) if player.game is game]
    if len(players) != 1:
        raise PlayerError(f"{file.name} describes {len(players)} players of {game.label}: it must describe one")
    return players[0]


def _read(file: Any, name: str) -> tuple[Player, ...]:
    _, data = read_toml(file, name, PlayerError)
    if data.get("format") != FORMAT:
        raise PlayerError(f"{name}: format {data.get('format')!r}: this program reads format {FORMAT}")
    entries = data.get("player")
    if not isinstance(entries, list) or not all(isinstance(entry, Mapping) for entry in entries):
        raise PlayerError(f"{name} describes no player: begin one with [[player]]")
    return tuple(_player(entry, name) for entry in entries)


def _player(data: Mapping[str, Any], name: str) -> Player:
    for wanted in ("name", "game", "words"):
        if not isinstance(data.get(wanted), str):
            raise PlayerError(f"{name}: a player needs {wanted!r}, as text")
    game = next((game for game in Game if game.value == data["game"]), None)
    if game is None:
        raise PlayerError(f"{name}: {data['game']!r} is not a game: games are {', '.join(each.value for each in Game)}")
    habits = data.get("habit", [])
    if not isinstance(habits, list) or not all(isinstance(habit, Mapping) for habit in habits):
        raise PlayerError(f"{name}: write each habit of {data['name']!r} as [[player.habit]]")
    where = f"{name}, {data['name']}"
    return Player(data["name"], game, data["words"], tuple(_habit(habit, game, where) for habit in habits))


def _habit(data: Mapping[str, Any], game: Game, where: str) -> Habit:
    does, reason, wager = data.get("does"), data.get("reason"), data.get("wager")
    if not isinstance(does, str) or not isinstance(reason, str) or "value" not in data:
        raise PlayerError(f"{where}: a habit has 'does', 'value' and 'reason'")
    if (does == "bet") != (wager is not None):
        raise PlayerError(f"{where}: a habit that does 'bet' names its wager, and no other does")
    if wager is not None:
        offered = ROUNDS[game].rules_type.wagers
        if wager not in offered:
            raise PlayerError(f"{where}: {wager!r} is not a wager of {game.label}: wagers are {', '.join(offered)}")
        if type(data["value"]) not in (int, float) or not 0 <= data["value"] <= 1:
            raise PlayerError(f"{where}: {wager} is bet with a share from 0 to 1, not {data['value']!r}")
    return Habit(does, data["value"], reason, wager)
