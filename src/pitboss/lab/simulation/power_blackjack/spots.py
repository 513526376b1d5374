"""Makes the betting spots of a Power Blackjack table, with every ending of each."""

from fractions import Fraction
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Card, Rank, Suit, blackjack_total
from pitboss.games.power_blackjack import PowerBlackjackRules
from pitboss.lab.power_blackjack.push_22 import insurance_readings
from pitboss.lab.sheet import RULES
from pitboss.lab.simulation.spots import Ending, Spot, paid_endings
from pitboss.lab.simulation.table import Seating, SeatingError

MAX_STAKED: Final = 8
"""Four hands, all doubled."""
BLACKJACK_ENDING: Final = (MAX_STAKED + 1) ** 2 - 1
"""The number of endings before it: for each number of units staked, every net from losing all to winning all."""
SURRENDER_ENDING: Final = BLACKJACK_ENDING + 1

INSURANCE: Final = "insurance"
"""The insurance wager, and the habit: always or never."""
PUSH_22: Final = "push-22"


def bet_endings(rules: PowerBlackjackRules) -> tuple[Ending, ...]:
    """Every way for a bet to end, with its doubles and splits, each by its net and its stake.

    The net has the lab's name, so endings that differ only in their stake share a name.

    >>> endings = bet_endings(PowerBlackjackRules())
    >>> [ending.slug for ending in endings[:4]], endings[BLACKJACK_ENDING].slug, endings[SURRENDER_ENDING].slug
    (['-1', '0', '+1', '-2'], '+1.5', '-0.5')
    """
    played = [
        _ending(Fraction(net), staked) for staked in range(1, MAX_STAKED + 1) for net in range(-staked, staked + 1)
    ]
    return *played, _ending(rules.blackjack_pays.amount, 1), _ending(Fraction(-1, 2), 1)


def _ending(net: Fraction, staked: int) -> Ending:
    """The name of a net, as in the lab's estimate of the main bet."""
    if net == 0:
        return Ending("0", "Push", net, staked)
    return Ending(f"{float(net):+g}", f"{'Wins' if net > 0 else 'Loses'} {float(abs(net)):g}", net, staked)


def spots_of(rules: PowerBlackjackRules, seating: Seating) -> tuple[Spot, ...]:
    """The bet, Push 22 if it is bet on, and insurance if the players take it."""
    if "bet" not in seating.bets:
        raise SeatingError("nobody plays Power Blackjack without a bet: say how many cents are on 'bet'")
    spots = [Spot.on(rules, "bet", seating.bets["bet"], bet_endings(rules))]
    if PUSH_22 in seating.bets and rules.push_22 is not None:
        spots.append(Spot.on(rules, PUSH_22, seating.bets[PUSH_22], paid_endings(rules.push_22[PUSH_22])))
    if _insures(rules, seating):
        outcomes = insurance_readings(rules)[RULES].outcomes
        endings = tuple(Ending(outcome.slug, outcome.label, Fraction(outcome.net)) for outcome in outcomes)
        spots.append(Spot(INSURANCE, "Insurance", seating.bets["bet"] // 2, endings))
    return tuple(spots)


def _insures(rules: PowerBlackjackRules, seating: Seating) -> bool:
    value = seating.habits.get(INSURANCE, "never")
    if value not in ("always", "never"):
        raise SeatingError(f"{INSURANCE} {value!r}: say always or never")
    return value == "always" and rules.insurance


def push_22_rows(rules: PowerBlackjackRules) -> NDArray[np.uint8]:
    """By the suits of a dealer's 22, one bit for each: the row that pays it, counted from 1.

    >>> push_22_rows(PowerBlackjackRules()).tolist()[1:]
    [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]
    """
    rows = np.zeros(16, np.uint8)
    for suits in range(1, 16) if rules.push_22 is not None else ():
        rows[suits] = _row(rules, [suit for suit in Suit if suits >> suit & 1])
    return rows


def _row(rules: PowerBlackjackRules, suits: list[Suit]) -> int:
    """The row for a ten, two fives and a two of these suits."""
    assert rules.push_22 is not None
    ranks = (Rank.TEN, Rank.FIVE, Rank.FIVE, Rank.TWO)
    cards = [Card.of(rank, suits[place % len(suits)]) for place, rank in enumerate(ranks)]
    total = blackjack_total(cards)
    return next((number for number, row in enumerate(rules.push_22[PUSH_22].rows, 1) if row.hand.matches(total)), 0)
