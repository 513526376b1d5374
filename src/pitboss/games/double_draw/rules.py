"""The settings of a Double Draw Poker table."""

from dataclasses import dataclass, field
from typing import ClassVar, Final

from pitboss.cards import DECK_54
from pitboss.games.table import EVEN_MONEY, Limit, TableRules, TableRulesError, shipped_paytable
from pitboss.paytables import Game, Pay, Paytable
from pitboss.shuffler import ShufflerSetting

SHUFFLER: Final = ShufflerSetting(Game.DOUBLE_DRAW.label, DECK_54, packet_size=5, gives_stub=True)
"""What the shuffler must be set to before a round. It stays set from round to round, so this is no command."""

RULES_VERSION: Final = 1
"""Raised by hand when the same commands make another round than before; then run scripts/golden_rounds.py."""


@dataclass(frozen=True, kw_only=True)
class DoubleDrawRules(TableRules):
    """The settings of a Double Draw Poker table, with the usual ones as defaults.

    >>> DoubleDrawRules(seats=7)
    Traceback (most recent call last):
    pitboss.games.table.TableRulesError: 7 seats at Double Draw Poker: allowed are 1 to 6, \
since six players may use 6 x 9 = 54 cards
    """

    game: ClassVar = Game.DOUBLE_DRAW
    rules_version: ClassVar[int] = RULES_VERSION
    wagers: ClassVar = ("ante", "bonus")
    most_seats: ClassVar = 6
    why_most_seats: ClassVar = "since six players may use 6 x 9 = 54 cards"

    seats: int = 6
    paytable: Paytable = field(default_factory=lambda: shipped_paytable("DDP-1"))
    """What the Bonus pays."""

    def __post_init__(self) -> None:
        if self.paytable.game is not self.game:
            name, other = self.paytable.designator, self.paytable.game.label
            raise TableRulesError(f"{name} is a paytable of {other}; {self.game.label} has DDP-1 and DDP-2")
        super().__post_init__()
        if self.limit("bonus") != self.limit("ante"):
            raise TableRulesError("the limits of ante and bonus differ: the two are bet in equal amounts")

    def limit(self, wager: str) -> Limit:
        """The limit of a betting spot. All bets of a seat are equal, so the Ante's holds unless one is set."""
        return super().limit(wager if wager in self.limits else "ante")

    def limited(self) -> tuple[str, ...]:
        """All bets of a seat are equal."""
        return ("ante",)

    def offered_later(self) -> tuple[str, ...]:
        """A bet for each draw, equal to the Ante."""
        return "draw-1", "draw-2"

    def is_bet(self, wager: str) -> bool:
        """The Bonus is as large as the Ante, so every spot is a main bet."""
        return True

    def pays_of(self, wager: str) -> list[Pay]:
        """Every ratio by which a wager can be paid."""
        return [row.pay for row in self.paytable["bonus"].rows] if wager == "bonus" else [EVEN_MONEY]
