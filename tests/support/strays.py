"""Commands at random from the whole vocabulary: wrong games, wrong moments, wrong seats, wrong cards, wrong amounts."""

from dataclasses import fields

from pitboss.cards import CARDS
from pitboss.games.rounds import ROUNDS

VOCABULARY = list(dict.fromkeys(kind for round in ROUNDS.values() for kind in round.operations))
"""The commands of all four games; two games may have commands of one name."""

WAGERS = ("play", "draw-1", "insurance", "double", "split-2", "ante-bonus", "no-such-wager", "")
AMOUNTS = (-500, 0, 1, 50, 100, 250, 500, 750, 1000, 10**9)
REASONS = ("", "  ", "a card face up")


def stray(round, chance):
    """A command that somebody might press by mistake. It may be a legal one."""
    kind = chance.choice(round.operations if chance.random() < 0.8 else VOCABULARY)
    return kind(*(_value(field.name, round, chance) for field in fields(kind)))


def _value(name, round, chance):
    match name:
        case "seat":
            return chance.choice([*round.seats, *round.seats, -1, 0, 8, 99])
        case "wager":
            return chance.choice([*round.rules.wagers, *round.rules.wagers, *WAGERS])
        case "cents":
            return chance.choice(AMOUNTS)
        case "cards":
            return _cards(round, chance)
        case "start" | "hand" | "number":
            return chance.randrange(-1, 9)
        case "reason":
            return chance.choice(REASONS)
    raise AssertionError(f"nobody knows how to make up a {name}")


def _cards(round, chance):
    """Cards from anywhere, or out of somebody's hand, as many as are wanted or not."""
    hand = chance.choice([seat.cards for seat in round.seats.values()])
    number = chance.choice([round.awaiting.cards, chance.randrange(8)])
    source = chance.choice([CARDS, hand or CARDS])
    return (
        tuple(chance.choices(source, k=number))
        if chance.random() < 0.2
        else tuple(chance.sample(source, min(number, len(source))))
    )
