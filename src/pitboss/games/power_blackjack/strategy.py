"""How the posted simple strategy plays, and what the table does for a player who is away.

The strategy reads the chart of the nearest table that the lab has analysed exactly, and takes of it what the own table
allows. A dealer's 22 pushes, so hands that wait for the dealer to bust are worth less than in ordinary blackjack: one
doubles and splits less, and hits 12 and 13 more.
"""

from collections.abc import Sequence
from typing import Any

from pitboss.cards import Card, card_points
from pitboss.games.command import Command
from pitboss.games.power_blackjack.charts import StrategyChart, chart_for, nearest_chart
from pitboss.games.power_blackjack.choices import choices
from pitboss.games.power_blackjack.commands import (
    Double,
    Hit,
    KeepCard,
    NoInsurance,
    PowerDouble,
    PowerSplit,
    ReplaceCard,
    Split,
    Stand,
    Surrender,
)
from pitboss.games.power_blackjack.hand import Hand, Stage
from pitboss.games.power_blackjack.round import PowerBlackjackRound
from pitboss.games.round import NotAllowedError, Round

_NEVER = "." * 10


def basic_strategy(round: Round[Any, Any], seat: int) -> Command:
    """The decision of the chart. It looks at the seat's hand and the dealer's up card, and at nothing else.

    >>> from pitboss.cards import parse_card
    >>> round = PowerBlackjackRound(seats={2: "ann"})
    >>> _ = round.place_wager(2, "bet", 1000), round.no_more_bets()
    >>> _ = [round.deal((parse_card(token),)) for token in ("Ts", "9h", "5d", "8c")]
    >>> basic_strategy(round, 2)
    PowerSplit(seat=2)
    """
    assert isinstance(round, PowerBlackjackRound)
    hand = _hand_of(round, seat)
    if hand is None:
        return NoInsurance(seat)
    allowed = choices(round.rules, round.seats[seat].hands, hand)
    return by_the_chart(seat, hand, round.up_card, allowed, chart_for(round.rules))


def by_the_chart(
    seat: int, hand: Hand, up_card: Card, allowed: Sequence[type[Command]], chart: StrategyChart | None = None
) -> Command:
    """What the chart says of a hand, where these decisions are allowed; that of the usual table if none is given.

    >>> from pitboss.cards import parse_card, parse_cards
    >>> by_the_chart(2, Hand(cards=parse_cards("Ts 2d")), parse_card("4h"), (Hit, Stand))
    Hit(seat=2)
    """
    chart = chart or nearest_chart(6, True)
    column = _column(up_card)
    if hand.stage is Stage.CHOOSING:
        return _keep_or_replace(chart, seat, hand, column)
    return _first_two(chart, seat, hand, column, allowed) or _play_total(chart, seat, hand, column, allowed)


def time_out(round: Round[Any, Any], seat: int) -> Command:
    """The posted policy for a player who does not answer: no insurance, keep the card, stand.

    >>> from pitboss.cards import parse_card
    >>> round = PowerBlackjackRound(seats={2: "ann"})
    >>> _ = round.place_wager(2, "bet", 1000), round.no_more_bets()
    >>> _ = [round.deal((parse_card(token),)) for token in ("Ts", "9h", "5d", "8c")]
    >>> time_out(round, 2)
    Stand(seat=2)
    """
    assert isinstance(round, PowerBlackjackRound)
    hand = _hand_of(round, seat)
    if hand is None:
        return NoInsurance(seat)
    return KeepCard(seat) if hand.stage is Stage.CHOOSING else Stand(seat)


def _hand_of(round: PowerBlackjackRound, seat: int) -> Hand | None:
    """The hand that the seat decides on; nothing while it is asked for insurance."""
    if round.phase == "insuring":
        return None
    turn = round.turn
    if turn is None or turn[0] != seat:
        raise NotAllowedError(f"seat {seat} has nothing to decide: the round waits for {round.awaiting.words}")
    return turn[1]


def _column(up_card: Card) -> int:
    return (card_points(up_card) - 2) % 10


def _keep_or_replace(chart: StrategyChart, seat: int, hand: Hand, column: int) -> Command:
    doubled = sum(map(card_points, hand.cards[:2]))
    return ReplaceCard(seat) if hand.total.total <= chart.replace_up_to[doubled][column] else KeepCard(seat)


def _first_two(
    chart: StrategyChart, seat: int, hand: Hand, column: int, allowed: Sequence[type[Command]]
) -> Command | None:
    """A split, a surrender or a power double, where the chart has it and the table allows it."""
    high, low = max(map(card_points, hand.cards)), min(map(card_points, hand.cards))
    split = chart.pairs.get(high, _NEVER)[column] if Split in allowed else "."
    power_split = chart.power_splits.get((high, low), _NEVER)[column] if PowerSplit in allowed else "."
    if Surrender in allowed and _is_given_up(chart, hand, column, split + power_split):
        return Surrender(seat)
    if split != ".":
        return Split(seat)
    if power_split != ".":
        return PowerSplit(seat)
    if PowerDouble in allowed and chart.power_doubles.get(hand.total.total, _NEVER)[column] == "X":
        return PowerDouble(seat)
    return None


def _is_given_up(chart: StrategyChart, hand: Hand, column: int, splits: str) -> bool:
    """Whether giving up is best: better than a split that the chart has in small letters, or where it has none."""
    if splits != "..":
        return "p" in splits or "w" in splits
    return not hand.total.soft and chart.surrender.get(hand.total.total, _NEVER)[column] == "R"


def _play_total(chart: StrategyChart, seat: int, hand: Hand, column: int, allowed: Sequence[type[Command]]) -> Command:
    rows, total = (chart.soft if hand.total.soft else chart.hard), hand.total.total
    letter = rows[total][column] if total in rows else "H" if total < min(rows) else "S"
    if letter in "Dd" and Double in allowed:
        return Double(seat)
    # A split ace that waits to be split again may not be hit.
    return Hit(seat) if letter in "HD" and Hit in allowed else Stand(seat)
