"""The settings of a Fortune San Lo Poker table."""

from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Final, Self

from pitboss.cards import DECK_53
from pitboss.games.fortune_san_lo.house_way import HouseWay, shipped_house_way
from pitboss.games.fortune_san_lo.house_ways import restore_house_way, store_house_way
from pitboss.games.table import EVEN_MONEY, TableRules, TableRulesError, shipped_paytable
from pitboss.paytables import Catalogue, Game, Pay, Paytable
from pitboss.shuffler import ShufflerSetting

HAT_TRICK_PAY: Final = Pay.parse("5 to 1")

POSITIONS: Final = 7
"""Player positions on the layout. Each gets a hand in every round, occupied or not."""

SHUFFLER: Final = ShufflerSetting(Game.FORTUNE_SAN_LO.label, DECK_53, packet_size=6, start_positions=POSITIONS)
"""What the shuffler must be set to before a round. It stays set over many rounds, and refuses the green button
while it is not, so this is a setting of the machine and not a command of the round."""

_ORDER = ("main", "fortune-bonus", "hat-trick", "progressive")

RULES_VERSION: Final = 1
"""Raised by hand when the same commands make another round than before; then run scripts/golden_rounds.py."""


@dataclass(frozen=True, kw_only=True)
class FortuneSanLoRules(TableRules):
    """The settings of a Fortune San Lo Poker table, with the usual ones as defaults.

    >>> FortuneSanLoRules(hat_trick=False).offered()
    ('main', 'fortune-bonus', 'progressive')
    >>> FortuneSanLoRules(seats=6)
    Traceback (most recent call last):
    pitboss.games.table.TableRulesError: 6 seats at Fortune San Lo Poker: the layout has 7 positions and each gets a \
hand; leave seats empty instead
    """

    game: ClassVar = Game.FORTUNE_SAN_LO
    rules_version: ClassVar[int] = RULES_VERSION
    wagers: ClassVar = _ORDER
    most_seats: ClassVar = POSITIONS
    why_most_seats: ClassVar = "as the layout has positions"

    seats: int = POSITIONS
    fortune_bonus: Paytable | None = field(default_factory=lambda: shipped_paytable("FSLP-01"))
    progressive: Paytable | None = field(default_factory=lambda: shipped_paytable("FSLPP-01"))
    hat_trick: bool = True
    """Whether the Hat Trick is offered, at 5 to 1."""
    positions: tuple[int, ...] = tuple(range(1, POSITIONS + 1))
    """Which seat each number of the display means: the first entry for 1, the last for 7."""
    house_way: HouseWay = field(default_factory=shipped_house_way)
    """How the dealer's hand is set, the hands of players who ask for it, and hints."""
    settling_order: tuple[str, ...] = _ORDER
    """The order of the wagers at a seat."""

    def __post_init__(self) -> None:
        if self.seats != POSITIONS:
            raise TableRulesError(
                f"{self.seats} seats at {self.game.label}: the layout has {POSITIONS} positions and each gets a hand; "
                "leave seats empty instead"
            )
        super().__post_init__()
        self._verify_positions()
        if sorted(self.settling_order) != sorted(_ORDER):
            raise TableRulesError(f"the settling order must name each of {', '.join(_ORDER)} once")

    def _verify_positions(self) -> None:
        if sorted(self.positions) != list(range(1, POSITIONS + 1)):
            given = ", ".join(map(str, self.positions)) or "none"
            raise TableRulesError(f"the positions of the display must name each seat from 1 to 7 once, not {given}")

    def offered(self) -> tuple[str, ...]:
        """The betting spots that this table has."""
        absent = {
            "fortune-bonus": self.fortune_bonus is None,
            "hat-trick": not self.hat_trick,
            "progressive": self.progressive is None,
        }
        return tuple(wager for wager in self.wagers if not absent.get(wager, False))

    def pays_of(self, wager: str) -> list[Pay]:
        """Every ratio by which a wager can be paid."""
        if wager == "main":
            return [EVEN_MONEY]
        if wager == "hat-trick":
            return [HAT_TRICK_PAY]
        paytable = self.fortune_bonus if wager == "fortune-bonus" else self.progressive
        return [row.pay for row in paytable[wager].rows] if paytable is not None else []

    def seat_of_number(self, number: int) -> int:
        """The seat that a number on the display means.

        >>> FortuneSanLoRules(positions=(7, 6, 5, 4, 3, 2, 1)).seat_of_number(2)
        6
        """
        return self.positions[number - 1]

    def as_json(self) -> dict[str, Any]:
        """The rules for storage, with every rule of a house way by rules: a file may change, a stored round may not."""
        return super().as_json() | {"house_way": store_house_way(self.house_way)}

    @classmethod
    def from_json(cls, data: dict[str, Any], catalogue: Catalogue | None = None) -> Self:
        """The rules that were stored.

        >>> FortuneSanLoRules.from_json(FortuneSanLoRules().as_json()) == FortuneSanLoRules()
        True
        """
        settings = {name: value for name, value in data.items() if name != "house_way"}
        rules = super().from_json(settings, catalogue)
        return replace(rules, house_way=restore_house_way(data["house_way"])) if "house_way" in data else rules
