"""A simple way to play, and what the table does for a player who is away.

The chart was worked out with an endless shoe for the usual settings: dealer hits soft 17, 22 pushes, double after a
split, split aces get one card; splitting again is left out of account. It is a hint for people, and good until the
exact strategy of a real shoe is there. A dealer's 22 pushes, so hands that wait for the dealer to bust are worth less
than in ordinary blackjack: one doubles and splits less, and hits 12 and 13 more.
"""

from collections.abc import Sequence
from typing import Any

from pitboss.cards import Card, card_points
from pitboss.games.command import Command
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

# Each row reads: against the dealer's 2, 3, 4, 5, 6, 7, 8, 9, ten, ace. H hit, S stand; D double, or hit where one
# may not; d double, or stand where one may not; P split.
HARD = {
    9: "HHHHDHHHHH",
    10: "DDDDDDDHHH",
    11: "DDDDDDDDHH",
    12: "HHHSSHHHHH",
    13: "HSSSSHHHHH",
    14: "SSSSSHHHHH",
    15: "SSSSSHHHHH",
    16: "SSSSSHHHHH",
}
"""Below is all hit, above is all stand."""

SOFT = {
    17: "HHHHDHHHHH",
    18: "SSSddSSHHH",
}
"""Below is all hit, above is all stand."""

PAIRS = {
    1: "PPPPPPPPPP",
    2: "...PPP....",
    3: "...PPP....",
    6: "..PPP.....",
    7: ".PPPPP....",
    8: "PPPPPPPP..",
    9: "..PPP.PP..",
}
"""By the points of one card; what is not here is played as its total."""

NO_POWER_SPLIT = {
    (9, 6): "........NN",
    (8, 7): ".......NNN",
}
"""Every other hard 15 or 16 is power split. Hard 10 and 11 are always power doubled."""

REPLACE_UP_TO = {
    10: (18, 18, 18, 18, 18, 17, 18, 18, 18, 18),
    11: (18, 18, 18, 18, 18, 17, 18, 18, 19, 18),
}
"""The highest total to replace the card of a power double for, by what was doubled."""

SURRENDER = {
    15: "........RR",
    16: ".......RRR",
    17: ".........R",
}
"""Where the table allows it, and no split is better."""

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
    return by_the_chart(seat, hand, round.up_card, choices(round.rules, round.seats[seat].hands, hand))


def by_the_chart(seat: int, hand: Hand, up_card: Card, allowed: Sequence[type[Command]]) -> Command:
    """What the chart says of a hand, where these decisions are allowed.

    >>> from pitboss.cards import parse_card, parse_cards
    >>> by_the_chart(2, Hand(cards=parse_cards("Ts 2d")), parse_card("4h"), (Hit, Stand))
    Hit(seat=2)
    """
    column = _column(up_card)
    if hand.stage is Stage.CHOOSING:
        return _keep_or_replace(hand, column, seat)
    return _split_or_surrender(seat, hand, column, allowed) or _play_total(seat, hand, column, allowed)


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
        raise NotAllowedError(f"seat {seat} has nothing to decide: the round waits for {round.want.words}")
    return turn[1]


def _column(up_card: Card) -> int:
    return (card_points(up_card) - 2) % 10


def _keep_or_replace(hand: Hand, column: int, seat: int) -> Command:
    doubled = sum(map(card_points, hand.cards[:2]))
    return ReplaceCard(seat) if hand.total.total <= REPLACE_UP_TO[doubled][column] else KeepCard(seat)


def _split_or_surrender(seat: int, hand: Hand, column: int, allowed: Sequence[type[Command]]) -> Command | None:
    points = sorted(map(card_points, hand.cards), reverse=True)
    if Split in allowed and PAIRS.get(points[0], _NEVER)[column] == "P":
        return Split(seat)
    if PowerSplit in allowed and NO_POWER_SPLIT.get((points[0], points[1]), _NEVER)[column] == ".":
        return PowerSplit(seat)
    if Surrender in allowed and not hand.total.soft and SURRENDER.get(hand.total.total, _NEVER)[column] == "R":
        return Surrender(seat)
    return None


def _play_total(seat: int, hand: Hand, column: int, allowed: Sequence[type[Command]]) -> Command:
    if PowerDouble in allowed:
        return PowerDouble(seat)
    choice = _letter(hand, column)
    if choice in "Dd" and Double in allowed:
        return Double(seat)
    return Hit(seat) if choice in "HD" else Stand(seat)


def _letter(hand: Hand, column: int) -> str:
    chart, total = (SOFT if hand.total.soft else HARD), hand.total.total
    if total in chart:
        return chart[total][column]
    return "H" if total < min(chart) else "S"
