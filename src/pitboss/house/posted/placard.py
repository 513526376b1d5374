"""Makes the placard of a table: limits, odds, jackpot, how to dispute, aggregate payout limit (WAC 230-15-060)."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Final

from msgspec import Struct, convert

from pitboss.data_file import read_toml
from pitboss.games.fortune_san_lo.rules import HAT_TRICK_PAY
from pitboss.games.power_blackjack.rules import PowerBlackjackRules
from pitboss.games.rounds import BASE_WAGERS
from pitboss.games.table import EVEN_MONEY, Limit, TableRules
from pitboss.house.errors import StorageError
from pitboss.house.jackpots.meters import StoredMeter
from pitboss.house.reports.sheet import render
from pitboss.house.tables.settings import TableSettings
from pitboss.paytables import Game, PayKind, print_percent, wager_label


@dataclass(frozen=True)
class Spot:
    """A betting spot of a table.

    >>> from pitboss.games.three_card_poker.rules import ThreeCardPokerRules
    >>> [spot.label for spot in spots(ThreeCardPokerRules())]
    ['Ante', 'Pair Plus', '6 Card Bonus', 'Progressive', 'Play']
    """

    wager: str
    label: str
    limit: Limit | None
    """Nothing for a wager during the round, whose amount follows from the first bets."""
    is_base: bool
    """Whether it is a wager that every player makes."""

    @property
    def is_later(self) -> bool:
        """Whether it is made during the round."""
        return self.limit is None


def spots(rules: TableRules) -> Iterator[Spot]:
    """The betting spots of a table, in the order in which a player fills them."""
    base = BASE_WAGERS[rules.game]
    for wager in rules.offered():
        yield Spot(wager, wager_label(rules.game, wager), rules.limit(wager), wager in base)
    for wager in rules.offered_later():
        yield Spot(wager, wager_label(rules.game, wager), None, is_base=False)


HIGHEST_ODDS_COUNTED: Final = 50
"""WAC 230-15-490: odds above 50 to 1 count as 50 to 1."""


@dataclass(frozen=True)
class LimitLine:
    """The limits of one spot."""

    wager: str
    minimum_cents: int
    maximum_cents: int
    unit_cents: int


@dataclass(frozen=True)
class OddsTable:
    """The pays of one wager, with envy if it is a progressive."""

    title: str
    designator: str
    rows: tuple[tuple[str, str, int | None], ...]
    """Hand, pay, and the envy in cents."""
    wager: str | None = None
    """The wager that it is about; nothing if it is about several."""

    @property
    def has_envy(self) -> bool:
        """Whether a row pays envy."""
        return any(envy for _, _, envy in self.rows)


@dataclass(frozen=True)
class JackpotLine:
    """The progressive on the placard."""

    meter_id: str
    wager_cents: int
    shown_cents: int
    starts_at_cents: int
    maximum_cents: int | None
    contribution: str
    """The share of each wager that the meter gets."""


@dataclass(frozen=True)
class Placard:
    """Everything that is posted at a table."""

    house: str
    table_id: str
    game: str
    limits: tuple[LimitLine, ...]
    odds: tuple[OddsTable, ...]
    jackpot: JackpotLine | None
    aggregate_cents: int
    dealer: tuple[str, ...]
    time_out: str
    disputes: tuple[str, ...]
    settings_hash: str

    def as_html(self) -> str:
        """The placard as a page; :func:`pitboss.printing.to_pdf` prints it."""
        return render("placard.html", title=f"{self.game}, table {self.table_id}", house=self.house, placard=self)


def placard(house: str, table_id: str, settings: TableSettings, meter: StoredMeter | None) -> Placard:
    """The placard of a table with its current settings and meter."""
    words = _words()
    stored = json.dumps(settings.as_json(), sort_keys=True).encode()
    return Placard(
        house,
        table_id,
        settings.game.label,
        tuple(_limits(settings.rules)),
        tuple(_odds(settings.rules, meter)),
        None if meter is None else _jackpot(meter),
        aggregate_limit_cents(settings.rules),
        (*words.games[settings.game.value].dealer, *_own_rules(settings.rules)),
        time_out_words(settings.game),
        tuple(words.disputes),
        hashlib.sha256(stored).hexdigest(),
    )


def time_out_words(game: Game) -> str:
    """The posted policy for a player who does not answer or has lost the connection.

    >>> time_out_words(Game.FORTUNE_SAN_LO)
    'A hand that nobody sets in time, also of a player who is away or disconnected, is set by the house way.'
    """
    return _words().games[game.value].time_out


def aggregate_limit_cents(rules: TableRules) -> int:
    """The minimum aggregate payout limit: the maximum wager times the highest odds, which count as at most 50 to 1.

    It takes the largest maximum and the highest odds of all spots: no reading of the rule asks for more.

    >>> from pitboss.games.three_card_poker.rules import ThreeCardPokerRules
    >>> aggregate_limit_cents(ThreeCardPokerRules())
    1500000
    """
    maximum = max(rules.limit(wager).maximum_cents for wager in rules.offered())
    odds = [pay.amount for wager in rules.offered() for pay in rules.pays_of(wager) if pay.kind is not PayKind.METER]
    highest = min(max(odds, default=Fraction(1)), Fraction(HIGHEST_ODDS_COUNTED))
    return -(-maximum * highest.numerator // highest.denominator)


def _limits(rules: TableRules) -> Iterator[LimitLine]:
    for spot in spots(rules):
        if spot.limit is not None:
            limit = spot.limit
            yield LimitLine(spot.label, limit.minimum_cents, limit.maximum_cents, limit.unit_cents)


def _odds(rules: TableRules, meter: StoredMeter | None) -> Iterator[OddsTable]:
    yield OddsTable("Bets", "", tuple((name, pay, None) for name, pay in _bets(rules)))
    denomination = meter.parameters.denomination_cents if meter is not None else 100
    for paytable in rules.paytables().values():
        for part in paytable.wagers:
            rows = tuple(
                (row.hand.label, str(row.pay), row.envy_cents and row.envy_cents * denomination // 100)
                for row in part.rows
            )
            yield OddsTable(part.wager.title, paytable.designator, rows, part.wager.slug)


def _bets(rules: TableRules) -> Iterator[tuple[str, str]]:
    """The pays of bets without a paytable."""
    match rules.game:
        case Game.THREE_CARD_POKER:
            yield "Ante and Play", str(EVEN_MONEY)
        case Game.FORTUNE_SAN_LO:
            yield "Main bet", str(EVEN_MONEY)
            if "hat-trick" in rules.offered():
                yield "Hat Trick", str(HAT_TRICK_PAY)
        case Game.DOUBLE_DRAW:
            yield "Ante and Draws", str(EVEN_MONEY)
    if isinstance(rules, PowerBlackjackRules):
        yield "Bet", str(EVEN_MONEY)
        yield "Blackjack", str(rules.blackjack_pays)
        if rules.insurance:
            yield "Insurance", str(rules.insurance_pays)


def _own_rules(rules: TableRules) -> Iterator[str]:
    """House rules that follow from the settings of this table."""
    if isinstance(rules, PowerBlackjackRules):
        soft = "hits" if rules.dealer_hits_soft_17 else "stands on"
        yield f"{rules.decks} decks. The dealer {soft} soft 17."
    if getattr(rules, "ante_is_mandatory", False):
        yield "The Ante is mandatory."
    if rules.adjacent_seats:
        yield "One player may play two seats side by side."


def _jackpot(meter: StoredMeter) -> JackpotLine:
    parameters = meter.parameters
    return JackpotLine(
        meter.meter_id,
        parameters.denomination_cents,
        meter.displayed_cents,
        parameters.seed_cents,
        parameters.maximum_cents,
        print_percent(parameters.rate),
    )


class _GameWords(Struct, frozen=True):
    dealer: list[str]
    time_out: str


class _Words(Struct, frozen=True):
    disputes: list[str]
    games: dict[str, _GameWords]


@cache
def _words() -> _Words:
    _, data = read_toml(files("pitboss.house") / "data" / "placards.toml", "placards.toml", StorageError)
    return convert(data, _Words)
