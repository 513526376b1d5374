"""The settings of a Three Card Poker table."""

from dataclasses import dataclass, field
from typing import ClassVar, Final

from pitboss.cards import DECK_52
from pitboss.games.table import TableRules, TableRulesError, shipped_paytable
from pitboss.paytables import Game, Pay, Paytable
from pitboss.shuffler import ShufflerSetting

SHUFFLER: Final = ShufflerSetting(Game.THREE_CARD_POKER.label, DECK_52, packet_size=3)
"""What the shuffler must be set to before a round. It stays set from round to round, so this is no command."""

_ORDER = ("play", "ante-bonus", "ante", "pair-plus", "six-card-bonus", "progressive")

RULES_VERSION: Final = 1
"""Raised by hand when the same commands make another round than before; then run scripts/golden_rounds.py."""


@dataclass(frozen=True, kw_only=True)
class ThreeCardPokerRules(TableRules):
    """The settings of a Three Card Poker table, with the usual ones as defaults.

    >>> ThreeCardPokerRules(seats=9)
    Traceback (most recent call last):
    pitboss.games.table.TableRulesError: 9 seats at Three Card Poker: allowed are 1 to 7, as the layout has positions
    """

    game: ClassVar = Game.THREE_CARD_POKER
    rules_version: ClassVar[int] = RULES_VERSION
    wagers: ClassVar = ("ante", "pair-plus", "six-card-bonus", "progressive")
    most_seats: ClassVar = 7
    why_most_seats: ClassVar = "as the layout has positions"

    seats: int = 7
    paytable: Paytable = field(default_factory=lambda: shipped_paytable("TCP-01"))
    """Ante Bonus and Pair Plus."""
    six_card_bonus: Paytable | None = field(default_factory=lambda: shipped_paytable("TCP-6B1"))
    progressive: Paytable | None = field(default_factory=lambda: shipped_paytable("TCPP-1"))
    ante_is_mandatory: bool = False
    settling_order: tuple[str, ...] = _ORDER
    """The order of the wagers at a seat."""
    lay_and_pay: bool = True
    """Whether each hand lies open until all are settled (lay and pay); if not, the dealer picks it up to pay it."""
    folded_hands_qualify: bool = False
    """Whether a folded hand can win the progressive and bring envy."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if sorted(self.settling_order) != sorted(_ORDER):
            raise TableRulesError(f"the settling order must name each of {', '.join(_ORDER)} once")

    def offered(self) -> tuple[str, ...]:
        """The betting spots that this table has."""
        absent = {"six-card-bonus": self.six_card_bonus is None, "progressive": self.progressive is None}
        return tuple(wager for wager in self.wagers if not absent.get(wager, False))

    def offered_later(self) -> tuple[str, ...]:
        """Play, equal to the Ante."""
        return ("play",)

    def is_bet(self, wager: str) -> bool:
        """Ante and Pair Plus are bets, the others bonuses."""
        return wager in ("ante", "pair-plus")

    def pays_of(self, wager: str) -> list[Pay]:
        """Every ratio by which a wager can be paid."""
        tables = {"ante": "ante-bonus", "pair-plus": "pair-plus"}
        if wager in tables:
            return [row.pay for row in self.paytable[tables[wager]].rows]
        paytable = self.six_card_bonus if wager == "six-card-bonus" else self.progressive
        return [row.pay for row in paytable[wager].rows] if paytable is not None else []
