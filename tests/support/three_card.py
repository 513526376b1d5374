"""Three Card Poker tables for tests: wagers and hands by seat, up to the decisions or to the end."""

from pitboss.cards import parse_cards
from pitboss.games.three_card_poker import ThreeCardPokerRound, ThreeCardPokerRules

WEAK, QUEEN = "Jh 8c 3c", "Qs 9d 2h"
"""Dealers' hands: one that does not play, and the lowest kind that does."""


def dealt(wagers, hands, dealer, **rules):
    """A round with these wagers and hands by seat, up to the decisions."""
    round = ThreeCardPokerRound(ThreeCardPokerRules(**rules), seats={seat: f"player {seat}" for seat in wagers})
    for seat, spots in wagers.items():
        for wager, cents in spots.items():
            round.place_wager(seat, wager, cents)
    round.no_more_bets()
    for seat in sorted(hands):
        round.deal(parse_cards(hands[seat]))
    round.deal(parse_cards(dealer))
    return round


def played(wagers, hands, dealer, **rules):
    """A round in which every seat plays, up to the settling."""
    round = dealt(wagers, hands, dealer, **rules)
    for seat in hands:
        round.play(seat)
    round.reveal_dealer()
    return round


def one(wagers, hand, dealer, choice="play", **rules):
    """One seat, played to the end; the statement as {wager: (pay, outcome)}."""
    round = dealt({1: wagers}, {1: hand}, dealer, **rules)
    if "ante" in wagers:
        getattr(round, choice)(1)
    round.reveal_dealer()
    if not round.is_over:
        round.settle(1)
    assert round.is_over
    return {line.wager: (line.pay_cents, line.outcome) for line in round.lines}
