"""The settings of a Power Blackjack table."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, Self

from pitboss.cards import BlackjackTotal
from pitboss.games.power_blackjack.hand import Hand
from pitboss.games.table import EVEN_MONEY, TableRules, TableRulesError, shipped_paytable
from pitboss.paytables import Catalogue, Game, Pay, PayKind, Paytable, print_dollars

THREE_TO_TWO = Pay.parse("3 to 2")
TWO_TO_ONE = Pay.parse("2 to 1")
_PAYS = ("blackjack_pays", "insurance_pays")

RULES_VERSION: Final = 1
"""Raised by hand when the same commands make another round than before; then run scripts/golden_rounds.py."""


@dataclass(frozen=True, kw_only=True)
class PowerBlackjackRules(TableRules):
    """The settings of a Power Blackjack table, with the usual ones as defaults.

    >>> PowerBlackjackRules(decks=9)
    Traceback (most recent call last):
    pitboss.games.table.TableRulesError: 9 decks in the shoe: allowed are 1 to 8
    """

    game: ClassVar = Game.POWER_BLACKJACK
    rules_version: ClassVar[int] = RULES_VERSION
    wagers: ClassVar = ("bet", "push-22")
    most_seats: ClassVar = 7
    why_most_seats: ClassVar = "as the layout has positions"

    seats: int = 7
    decks: int = 6
    cut_card_percent: int = 75
    """How much of the shoe is dealt before the cut card; the round that meets it is the last of the shoe.

    Any will do with any number of decks: a shoe that runs out in the middle of a round is refilled from its discards.
    """
    dealer_hits_soft_17: bool = True
    blackjack_pays: Pay = THREE_TO_TWO
    insurance: bool = True
    """Whether insurance is offered against an ace."""
    insurance_pays: Pay = TWO_TO_ONE
    double_after_split: bool = True
    double_for_less: bool = False
    """Whether a double may be less than the bet."""
    split_equal_value: bool = True
    """Whether any two cards of ten points may be split, rather than two of equal rank only."""
    hands_per_seat: int = 4
    """How many hands a seat may have after all its splits."""
    split_aces_one_card: bool = True
    resplit_aces: bool = False
    surrender: bool = False
    """Late surrender: half the bet for the first two cards, after the dealer has looked for a blackjack."""
    power_split: bool = True
    power_double: bool = True
    push_22: Paytable | None = field(default_factory=lambda: shipped_paytable("PUSH22-11"))

    def __post_init__(self) -> None:
        super().__post_init__()
        _verify_within("decks in the shoe", self.decks, 1, 8)
        _verify_within("percent of the shoe before the cut card", self.cut_card_percent, 10, 90)
        _verify_within("as the most hands at a seat", self.hands_per_seat, 2, 4)
        self._verify_half_bets()

    def verify_pays(self) -> None:
        """Refuse pays that are not odds, or that would fall between cents."""
        for name in _PAYS:
            pay = getattr(self, name)
            if pay.kind is not PayKind.TO:
                raise TableRulesError(f"{name.replace('_', ' ')} {pay}: write odds like '3 to 2'")
        super().verify_pays()

    def _verify_half_bets(self) -> None:
        """Insurance and surrender halve the bet, whose unit must bear it."""
        unit = self.limit("bet").unit_cents
        if (self.insurance or self.surrender) and unit % 2:
            raise TableRulesError(
                f"a unit of {print_dollars(unit)} on Bet makes half a bet fall between cents; choose another unit"
            )
        if self.insurance and (self.insurance_unit_cents * self.insurance_pays.amount).denominator != 1:
            half = print_dollars(self.insurance_unit_cents)
            raise TableRulesError(
                f"insurance of {half} makes {self.insurance_pays} fall between cents; choose another unit on Bet"
            )

    def offered(self) -> tuple[str, ...]:
        """The betting spots that this table has."""
        return self.wagers if self.push_22 is not None else self.wagers[:1]

    def offered_later(self) -> tuple[str, ...]:
        """Doubles, a bet for each hand after a split, and insurance.

        >>> PowerBlackjackRules(hands_per_seat=2).offered_later()
        ('double', 'split-2', 'double-2', 'insurance')
        """
        later = [Hand().double_wager]
        for number in range(2, self.hands_per_seat + 1):
            hand = Hand(number)
            later += [hand.bet_wager, *([hand.double_wager] if self.double_after_split else [])]
        return (*later, *(["insurance"] if self.insurance else []))

    def pays_of(self, wager: str) -> list[Pay]:
        """Every ratio by which a wager can be paid."""
        if wager == "bet":
            return [EVEN_MONEY, self.blackjack_pays]
        return [row.pay for row in self.push_22["push-22"].rows] if self.push_22 is not None else []

    @property
    def insurance_unit_cents(self) -> int:
        """Insurance comes in halves of the bet's unit, since half a bet is the most of it."""
        return self.limit("bet").unit_cents // 2

    @property
    def cut_card_at(self) -> int:
        """After how many cards of the shoe the cut card comes.

        >>> PowerBlackjackRules().cut_card_at
        234
        """
        return self.decks * 52 * self.cut_card_percent // 100

    def dealer_draws(self, total: BlackjackTotal) -> bool:
        """Whether the dealer takes a card on this total.

        >>> from pitboss.cards import blackjack_total, parse_cards
        >>> PowerBlackjackRules().dealer_draws(blackjack_total(parse_cards("As 6d")))
        True
        """
        return total.total < 17 or (total.total == 17 and total.soft and self.dealer_hits_soft_17)

    def as_json(self) -> dict[str, Any]:
        """The rules for storage; odds as text."""
        return super().as_json() | {name: str(getattr(self, name)) for name in _PAYS}

    @classmethod
    def from_json(cls, data: Mapping[str, Any], catalogue: Catalogue | None = None) -> Self:
        """The rules that were stored."""
        pays = {name: _read_pay(data[name]) for name in _PAYS if name in data}
        return super().from_json(dict(data) | pays, catalogue)


def _read_pay(text: object) -> Pay:
    try:
        return Pay.parse(str(text))
    except ValueError as error:
        raise TableRulesError(str(error)) from None


def _verify_within(what: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        raise TableRulesError(f"{value} {what}: allowed are {least} to {most}")
