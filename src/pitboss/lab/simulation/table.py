"""The interface that every game's simulated table implements, and the base of tables with a deck for each round."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from pitboss.errors import PitbossError
from pitboss.games.table import TableRules
from pitboss.lab.simulation.dealing import Cards, Dealer
from pitboss.lab.simulation.spots import Spot
from pitboss.lab.work import Resources

Endings = NDArray[np.uint8]
"""``[seat, spot, round]``: the number of the ending, or ``NOT_MADE``."""
Rows = NDArray[np.uint8]
"""``[seat, round]``: the row of the progressive that a hand reaches, counted from 1; 0 if it reaches none."""
Luck = NDArray[np.uint16]
"""``[seat, draw, round]``: four draws from 0 to 65,535 for each seat, for the optional wagers of players."""


@dataclass(frozen=True)
class Seating:
    """Who sits at the table and how they bet and play: the same at every seat.

    >>> from pitboss.games.three_card_poker import ThreeCardPokerRules
    >>> Seating(ThreeCardPokerRules(), 1, {"ante": 500}).bets["ante"]
    500
    """

    rules: TableRules
    seats: int
    """How many seats are taken, from the first on."""
    bets: Mapping[str, int]
    """Cents on each betting spot before the deal."""
    habits: Mapping[str, Any] = field(default_factory=dict)
    """How they decide; without habits, by best play. Each game defines its habits."""
    chances: Mapping[str, float] = field(default_factory=dict)
    """How often an optional wager is made; always, if it is not listed."""
    fresh_shoe: bool = False
    """Blackjack: whether every round begins with a full shoe, as in the exact analysis."""


class SimulatedTable(Protocol):
    """A game with its seats taken, compiled.

    Rounds are played in chunks of at most ``dealing.CHUNK``. What is dealt in a round follows from the seed and the
    number of the round. A game that is dealt from a shoe keeps it from chunk to chunk, and begins a new one with each
    block of rounds.
    """

    @property
    def spots(self) -> tuple[Spot, ...]:
        """The wagers, in the order of the endings' second index. The progressive comes last."""

    def begin(self, seed: int, first: int) -> None:
        """Begin a block of rounds with this round."""

    def play(self, first: int, luck: Luck | None, endings: Endings, rows: Rows) -> None:
        """Play consecutive rounds from this one on. Without luck, every optional wager is made."""


class DealtTable(ABC):
    """A table with a new deck for every round."""

    dealer: Dealer
    _seed = 0

    def begin(self, seed: int, first: int) -> None:
        """Begin a block of rounds, which only sets the seed of this table."""
        self._seed = seed

    def play(self, first: int, luck: Luck | None, endings: Endings, rows: Rows) -> None:
        """Play consecutive rounds."""
        self.play_cards(self.dealer.deal(self._seed, first, endings.shape[2]), luck, endings, rows)

    @abstractmethod
    def play_cards(self, cards: Cards, luck: Luck | None, endings: Endings, rows: Rows) -> None:
        """Play rounds with given cards, in the order in which the readable round asks for them."""


def luck_or_none(luck: Luck | None, endings: Endings) -> Luck:
    """The luck of a chunk; zeros, with which every wager is made, if no wager is optional.

    >>> luck_or_none(None, np.empty((2, 4, 8), np.uint8)).shape
    (2, 4, 8)
    """
    return np.zeros((endings.shape[0], 4, endings.shape[2]), np.uint16) if luck is None else luck


Maker = Callable[[Seating, Resources | None], SimulatedTable]
"""The function of each game that makes the table of a seating, with resources for what it computes first."""


class SeatingError(PitbossError):
    """A seating cannot be played; the message says what is allowed.

    >>> issubclass(SeatingError, PitbossError)
    True
    """


def thresholds(seating: Seating, optional: Sequence[str]) -> NDArray[np.int64]:
    """Below which draw of luck each optional wager is made; the draws are in the order of these wagers.

    >>> from pitboss.games.three_card_poker import ThreeCardPokerRules
    >>> seating = Seating(ThreeCardPokerRules(), 1, {"ante": 500, "pair-plus": 500}, chances={"pair-plus": 0.25})
    >>> thresholds(seating, ("pair-plus", "progressive")).tolist()
    [16384, 65536]
    """
    return np.array([round(seating.chances.get(wager, 1.0) * 65_536) for wager in optional], np.int64)
