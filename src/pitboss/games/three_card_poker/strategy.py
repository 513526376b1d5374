"""How to decide in Three Card Poker: the published rule of thumb, and what the house does for an absent player."""

from typing import Any, Final

from pitboss.cards import HandValue, Rank, ThreeCardCategory
from pitboss.games.command import Command
from pitboss.games.round import Round
from pitboss.games.three_card_poker.round import Fold, Play, ThreeCardPokerRound

THRESHOLD: Final = (Rank.QUEEN, Rank.SIX, Rank.FOUR)
"""The lowest high-card hand that the published strategy plays."""


def is_worth_playing(hand: HandValue) -> bool:
    """Whether a hand is queen-six-four or better.

    >>> from pitboss.cards import THREE_CARD_POKER, parse_cards
    >>> [is_worth_playing(THREE_CARD_POKER.value(parse_cards(text))) for text in ("Qs 6d 4h", "Qs 6d 3h")]
    [True, False]
    """
    return (hand.category, hand.ranks) >= (ThreeCardCategory.HIGH_CARD, THRESHOLD)


def simple_strategy(round: Round[Any, Any], seat: int) -> Command:
    """Play queen-six-four or better, fold the rest.

    >>> from pitboss.cards import parse_cards
    >>> round = ThreeCardPokerRound(seats={1: "ann"})
    >>> _ = round.place_wager(1, "ante", 500), round.no_more_bets()
    >>> _ = round.deal(parse_cards("Qs 6d 3h")), round.deal(parse_cards("Ks 6s 3s"))
    >>> simple_strategy(round, 1)
    Fold(seat=1)
    """
    assert isinstance(round, ThreeCardPokerRound)
    return Play(seat) if is_worth_playing(round.hand_of(seat)) else Fold(seat)


def time_out(round: Round[Any, Any], seat: int) -> Command:
    """The posted policy for a player who does not answer: play what the strategy plays and any Pair Plus winner.

    >>> from pitboss.cards import parse_cards
    >>> round = ThreeCardPokerRound(seats={1: "ann"})
    >>> _ = round.place_wager(1, "ante", 500), round.place_wager(1, "pair-plus", 500), round.no_more_bets()
    >>> _ = round.deal(parse_cards("2s 2d 3h")), round.deal(parse_cards("Ks 6s 3s"))
    >>> time_out(round, 1)
    Play(seat=1)
    """
    assert isinstance(round, ThreeCardPokerRound)
    wins_pair_plus = (
        "pair-plus" in round.seats[seat].wagers
        and round.rules.paytable["pair-plus"].row_for(round.hand_of(seat)) is not None
    )
    return Play(seat) if wins_pair_plus else simple_strategy(round, seat)
