"""What the shuffler is set to for a game."""

from dataclasses import dataclass
from typing import Any

from pitboss.cards import Deck
from pitboss.shuffler.chance import verify_positions
from pitboss.shuffler.errors import ShufflerError
from pitboss.shuffler.record import Record, deck_as_json


@dataclass(frozen=True)
class ShufflerSetting:
    """What the shuffler does for a game.

    >>> from pitboss.cards import DECK_53
    >>> ShufflerSetting("Fortune San Lo Poker", DECK_53, packet_size=6, start_positions=7).game
    'Fortune San Lo Poker'
    """

    game: str
    deck: Deck
    packet_size: int
    start_positions: int | None = None
    """The display shows a position from 1 to this one for the first packet; none where it shows nothing."""
    gives_stub: bool = False
    """Whether the green button, pressed after the packets, dispenses the rest of the deck into the dealer's hand."""

    def __post_init__(self) -> None:
        if not self.game.strip():
            raise ShufflerError("a shuffler is set to a game by its name, not by an empty text")
        if not 1 <= self.packet_size <= self.deck.size:
            raise ShufflerError(
                f"a packet of {self.packet_size} is not possible: the {self.deck} allows 1 to {self.deck.size}"
            )
        if self.start_positions is not None:
            verify_positions(self.start_positions)

    def as_json(self) -> dict[str, Any]:
        """The setting as a record."""
        return {
            "game": self.game,
            "deck": deck_as_json(self.deck),
            "packet_size": self.packet_size,
            "start_positions": self.start_positions,
            "gives_stub": self.gives_stub,
        }

    @staticmethod
    def from_json(data: object) -> "ShufflerSetting":
        """The setting that :meth:`as_json` wrote."""
        keys = ("game", "deck", "packet_size", "start_positions", "gives_stub")
        record = Record(data, "the setting of the shuffler", keys)
        return ShufflerSetting(
            record.text("game"),
            record.deck("deck"),
            record.integer("packet_size", 1),
            record.optional_integer("start_positions", 1),
            record.boolean("gives_stub"),
        )
