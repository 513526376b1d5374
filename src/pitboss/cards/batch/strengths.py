"""Strengths by counting, for the tables: written apart from the readable ranking, so that each can check the other.

A hand is a list ``counts`` of how many cards it has of each rank (index 2 to 14) and a number of jokers. Two
questions are asked: what is it worth if suits do not matter, and what is a flush of these ranks worth? The kernel
takes the better answer. Hands may hold more cards than count: the best of them are found.
"""

from collections.abc import Sequence

from pitboss.cards.batch.packing import pack
from pitboss.cards.category import FiveCardCategory as Five
from pitboss.cards.category import ThreeCardCategory as Three

ACE = 14
DOWN = range(14, 1, -1)

FIVE_CARD_RUNS = [tuple(range(top, top - 5, -1)) for top in range(14, 5, -1)] + [(5, 4, 3, 2, ACE)]
_MIDDLE_RUNS = [(top, top - 1, top - 2) for top in range(13, 3, -1)]
THREE_CARD_POKER_RUNS = [(14, 13, 12), *_MIDDLE_RUNS, (3, 2, ACE)]
SAN_LO_RUNS = [(14, 13, 12), (ACE, 2, 3), *_MIDDLE_RUNS]

Runs = Sequence[tuple[int, ...]]


def best_run(held: int, jokers: int, runs: Runs) -> tuple[tuple[int, ...], int] | None:
    """The best straight that the held ranks (a bit each) and the jokers make, and how many jokers it needs.

    >>> best_run(1 << 14 | 1 << 12, 1, SAN_LO_RUNS)
    ((14, 13, 12), 1)
    """
    for run in runs:
        missing = sum(not held >> rank & 1 for rank in run)
        if missing <= jokers:
            return run, missing
    return None


def five_card_strength(counts: Sequence[int], jokers: int) -> int:
    """The best five cards of five or more, suits aside.

    >>> counts = [0] * 15
    >>> counts[13], counts[5] = 2, 2
    >>> hex(five_card_strength(counts, 1))  # two pair, kings and fives, and the joker an ace
    '0x2d5e00'
    """
    number = list(counts)
    number[ACE] += jokers
    single, pairs, threes, fours = ([rank for rank in DOWN if number[rank] >= n] for n in (1, 2, 3, 4))
    if number[ACE] >= 5:
        return pack(Five.FIVE_ACES, (ACE,))
    if fours:
        return pack(Five.FOUR_OF_A_KIND, _with_kickers(fours[:1], single, 1))
    if threes and len(pairs) >= 2:
        return pack(Five.FULL_HOUSE, _with_kickers(threes[:1], pairs, 1))
    straight = best_run(sum(1 << rank for rank in DOWN if counts[rank]), jokers, FIVE_CARD_RUNS)
    if straight:
        return pack(Five.STRAIGHT, straight[0])
    if threes:
        return pack(Five.THREE_OF_A_KIND, _with_kickers(threes, single, 2))
    if len(pairs) >= 2:
        return pack(Five.TWO_PAIR, _with_kickers(pairs[:2], single, 1))
    if pairs:
        return pack(Five.PAIR, _with_kickers(pairs, single, 3))
    return pack(Five.HIGH_CARD, single[:5])


def _with_kickers(made: list[int], others: list[int], number: int) -> list[int]:
    return made + [rank for rank in others if rank not in made][:number]


def five_card_flush(held: int, jokers: int) -> int:
    """The best flush of five or more cards of one suit, given as bits of their ranks, with these jokers."""
    straight = best_run(held, jokers, FIVE_CARD_RUNS)
    if straight:
        run, missing = straight
        royal = Five.WILD_ROYAL_FLUSH if missing else Five.NATURAL_ROYAL_FLUSH
        return pack(royal if run[0] == ACE else Five.STRAIGHT_FLUSH, run)
    return pack(Five.FLUSH, _flush_ranks(held, jokers)[:5])


def _flush_ranks(held: int, jokers: int) -> list[int]:
    """The ranks of a flush from the highest, the jokers being the highest that are missing."""
    missing = [rank for rank in DOWN if not held >> rank & 1][:jokers]
    return [rank for rank in DOWN if held >> rank & 1 or rank in missing]


def three_card_strength(counts: Sequence[int], jokers: int, runs: Runs) -> int:
    """Up to three cards, suits aside; without runs there are no straights."""
    number = list(counts)
    number[ACE] += jokers
    order = sorted((rank for rank in DOWN if number[rank]), key=lambda rank: -number[rank])
    most = number[order[0]]
    if most == 3:
        return pack(Three.THREE_OF_A_KIND, order)
    straight = best_run(sum(1 << rank for rank in DOWN if counts[rank]), jokers, runs)
    if straight:
        return pack(Three.STRAIGHT, straight[0])
    return pack(Three.PAIR if most == 2 else Three.HIGH_CARD, order)


def three_card_flush(held: int, jokers: int, runs: Runs) -> int:
    """Three cards of one suit, given as bits of their ranks, with these jokers."""
    straight = best_run(held, jokers, runs)
    if straight:
        return pack(Three.STRAIGHT_FLUSH, straight[0])
    return pack(Three.FLUSH, _flush_ranks(held, jokers))
