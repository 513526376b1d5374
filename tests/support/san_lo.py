"""Fortune San Lo tables for tests: every packet dealt, with the hands that a test is about."""

from pitboss.cards import DECK_53, parse_cards
from pitboss.games.fortune_san_lo import FortuneSanLoRound, FortuneSanLoRules, RuleList
from pitboss.games.fortune_san_lo.rule_list import Rule

BEST_HIGH = RuleList("best high hand", (Rule("Best high hand, then mid hand", order=("high", "mid", "low")),))
"""A house way that can be told at a glance, so that the tests stand apart from the tables."""

PLAIN = FortuneSanLoRules(house_way=BEST_HIGH)

WEAK_DEALER = "9s 8d 6h 5c 3d 2c"
"""Set 9-8-6, 5-3 and 2 by the best high hand."""

STRONG = "Ks Kd 4h Ac Jd Qs"
"""Set as it stands, beats the weak dealer three times; its best five are a pair of kings."""

PLAYERS = {1: "ann", 2: "bob", 3: "cid", 4: "dot", 5: "eve", 6: "fay", 7: "gus"}


def closed(wagers, *, rules=PLAIN, players=PLAYERS, seats=None, lit=None):
    """A round whose bets are closed. Wagers by seat, in cents; ``seats`` are taken, with or without wagers."""
    taken = sorted({*wagers, *(seats or ())})
    round = FortuneSanLoRound(rules, seats={number: players[number] for number in taken}, lit=lit)
    for number, spots in wagers.items():
        for wager, cents in spots.items():
            round.place_wager(number, wager, cents)
    round.no_more_bets()
    return round


def deal(round, hands, dealer=WEAK_DEALER, start=1):
    """Press the green button and deal eight packets; what no hand is told for comes from the rest of the deck."""
    told = {seat: parse_cards(text) for seat, text in hands.items()} | {None: parse_cards(dealer)}
    used = {card for cards in told.values() for card in cards}
    rest = iter([card for card in DECK_53.cards if card not in used])
    round.press_green_button(start)
    while round.phase == "dealing":
        seat = round.awaiting.seat
        round.deal(told[seat] if seat in told else tuple(next(rest) for _ in range(6)))
    return round


def dealt(hands, dealer=WEAK_DEALER, *, wagers=None, start=1, **table):
    """A round with every packet dealt, $5 on the main bet of each hand unless told otherwise."""
    placed = {seat: (wagers or {}).get(seat, {"main": 500}) for seat in hands}
    return deal(closed(placed, **table), hands, dealer, start)


def settled(hand, dealer=WEAK_DEALER, *, wagers=None, **table):
    """The lines by wager of a round in which seat 3 alone sets a hand as it is told."""
    round = dealt({3: hand}, dealer, wagers={3: wagers or {"main": 500}}, **table)
    round.set_hand(3, parse_cards(hand))
    round.dealer_house_way()
    round.settle(3)
    return {line.wager: line for line in round.lines}
