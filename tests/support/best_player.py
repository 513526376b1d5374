"""A player at the readable rules who plays as the blackjack analysis says: by the very cards of the hand."""

import random

import numpy as np

from pitboss.cards import card_points, shoe
from pitboss.games.driver import play_out
from pitboss.games.power_blackjack import (
    Double,
    Hit,
    KeepCard,
    NoInsurance,
    PowerBlackjackRound,
    PowerDouble,
    PowerSplit,
    ReplaceCard,
    Split,
    Stage,
    Stand,
    Surrender,
)
from pitboss.games.power_blackjack.choices import choices
from pitboss.lab.power_blackjack.compiled import compile_rules
from pitboss.lab.power_blackjack.solution import full_shoe, solve_game

BY_OPTION = (Stand, Hit, Double, Split, PowerSplit, PowerDouble, Surrender)
BET = 1000


class BestPlayer:
    def __init__(self, rules):
        self.rules = rules
        self.solution = solve_game(compile_rules(rules), full_shoe(rules.decks))
        self.against = {against.up: against for against in self.solution.against}
        self.cards = shoe(rules.decks).cards

    def decide(self, round, seat):
        if round.phase == "insuring":
            return NoInsurance(seat)
        hand, hands = round.turn[1], round.seats[seat].hands
        against = self.against[card_points(round.up_card) - 1]
        cards = [card_points(card) - 1 for card in hand.cards]
        allowed = choices(self.rules, hands, hand)
        if hand.stage is Stage.CHOOSING:
            keep, replace = against.replacing[against.hand(*cards[:2])][cards[2]]
            return ReplaceCard(seat) if replace > keep else KeepCard(seat)
        if hand.is_untouched:
            options = against.options[tuple(sorted(cards))].copy()
            options[[kind not in allowed for kind in BY_OPTION]] = np.nan
            return BY_OPTION[int(np.nanargmax(options))](seat)
        if Split in allowed and self._splits_again(against, hands, cards[0]):
            return Split(seat)
        if Hit not in allowed:
            return Stand(seat)
        actions = against.split_actions if hand.is_split else against.actions
        return BY_OPTION[actions[against.hand(*cards)]](seat)

    def _splits_again(self, against, hands, kind):
        # The first card of the second hand is the one that was split off first.
        first = tuple(sorted(card_points(hand.cards[0]) - 1 for hand in hands[:2]))
        return against.splits[first].again[first.index(kind)]

    def net(self, seed):
        """What one round from a fresh shoe brings, in units of the bet, and what the dealer had."""
        cards = iter(random.Random(seed).sample(self.cards, 52))
        round = PowerBlackjackRound(self.rules, seats={1: "ann"})
        round.place_wager(1, "bet", BET)
        round.place_wager(1, "push-22", BET)
        round.no_more_bets()
        play_out(round, lambda number: tuple(next(cards) for _ in range(number)), self.decide)
        lines = {line.wager: line.net_cents for line in round.lines}
        bonus = lines.pop("push-22")
        return sum(lines.values()) / BET, bonus / BET
