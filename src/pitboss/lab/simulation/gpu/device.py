"""Loads numba-cuda, if it is installed and finds a GPU that can play the game."""

from importlib import import_module
from typing import Any, Final

from pitboss.lab.fortune_san_lo.gpu.device import NoGpuError
from pitboss.paytables import Game

GAMES: Final = (Game.THREE_CARD_POKER, Game.FORTUNE_SAN_LO, Game.DOUBLE_DRAW)
"""The games that a GPU plays: every round has a new deck."""


def load_cuda(game: Game, name: str = "numba_cuda") -> Any:
    """Load numba-cuda, if a GPU can play the game, and it is installed and finds a GPU.

    >>> load_cuda(Game.POWER_BLACKJACK)
    Traceback (most recent call last):
    pitboss.lab.fortune_san_lo.gpu.device.NoGpuError: a GPU cannot play Power Blackjack with Push 22, \
which goes on with the shoe of the round before
    >>> load_cuda(Game.DOUBLE_DRAW, "no_such_package")
    Traceback (most recent call last):
    pitboss.lab.fortune_san_lo.gpu.device.NoGpuError: no GPU here: numba-cuda is not installed
    """
    if game not in GAMES:
        raise NoGpuError(f"a GPU cannot play {game.label}, which goes on with the shoe of the round before")
    try:
        import_module(name)
        cuda = import_module("numba.cuda")
    except ImportError:
        raise NoGpuError("no GPU here: numba-cuda is not installed") from None
    if not cuda.is_available():
        raise NoGpuError(f"no GPU here: numba-cuda finds none ({' '.join(str(cuda.cuda_error()).split())})")
    return cuda
