"""Compiles the processor's kernels for a GPU: each thread deals one round, plays it and writes its endings.

A thread has its own arrays with a single column, where the processor has one for every round of a chunk. So no rule
is written twice.
"""

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from pitboss.lab.simulation.dealing import CHUNK, Dealer, deal_cards, draw_luck
from pitboss.lab.simulation.double_draw_kernel import Room as DoubleDrawRoom
from pitboss.lab.simulation.double_draw_kernel import play as play_double_draw
from pitboss.lab.simulation.fortune_san_lo import Room as FortuneSanLoRoom
from pitboss.lab.simulation.fortune_san_lo import play as play_fortune_san_lo
from pitboss.lab.simulation.three_card_poker import play as play_three_card_poker
from pitboss.paytables import Game

THREADS: Final = 128
"""The threads in a block of the GPU. A chunk of rounds has whole blocks."""


def kernel_of(game: Game, seats: int, spots: int, dealer: Dealer, cuda: Any) -> Any:
    """The kernel of a table: ``kernel(seed, first, felt, endings, rows)``.

    The endings are written to ``[chunk, seat, spot, round]``, the rows to ``[chunk, seat, round]``.
    """
    play_round = cuda.jit(device=True)(ROUNDS[game](seats, cuda))
    # The sizes of a thread's arrays must be known when the kernel is compiled.
    deck, in_deal, in_luck = dealer.deck, (dealer.cards, 1), (seats, 4, 1)
    in_endings, in_rows, in_words = (seats, spots, 1), (seats, 1), (4, 1)

    def play_rounds(seed, first, felt, endings, rows):  # type: ignore[no-untyped-def]
        thread = cuda.grid(1)
        words = cuda.local.array(in_words, np.uint32)
        cards, order = cuda.local.array(in_deal, np.uint8), cuda.local.array(in_deal, np.uint8)
        deal_cards(seed, first + thread, deck, cards, order, words)
        luck = cuda.local.array(in_luck, np.uint16)
        draw_luck(seed, first + thread, words, luck)
        ended, reached = cuda.local.array(in_endings, np.uint8), cuda.local.array(in_rows, np.uint8)
        for seat in range(seats):
            reached[seat, 0] = 0
        play_round(cards, luck, felt, ended, reached)
        chunk, column = thread // CHUNK, thread % CHUNK
        for seat in range(seats):
            rows[chunk, seat, column] = reached[seat, 0]
            for spot in range(spots):
                endings[chunk, seat, spot, column] = ended[seat, spot, 0]

    return cuda.jit(play_rounds)


def _three_card_poker(seats: int, cuda: Any) -> Callable[..., None]:
    by_seat = (seats, 1)

    def play_round(cards, luck, felt, endings, rows):  # type: ignore[no-untyped-def]
        kinds = cuda.local.array(by_seat, np.uint8)
        play_three_card_poker(cards, luck, felt, kinds, endings, rows)

    return play_round


def _fortune_san_lo(_seats: int, cuda: Any) -> Callable[..., None]:
    def play_round(cards, luck, felt, endings, rows):  # type: ignore[no-untyped-def]
        order, numbers = cuda.local.array((6, 1), np.uint8), cuda.local.array(1, np.uint32)
        own, dealer = cuda.local.array(1, np.uint32), cuda.local.array(1, np.uint32)
        play_fortune_san_lo(cards, luck, felt, FortuneSanLoRoom(order, numbers, own, dealer), endings, rows)

    return play_round


def _double_draw(seats: int, cuda: Any) -> Callable[..., None]:
    five = (seats, 5, 1)

    def play_round(cards, luck, felt, endings, rows):  # type: ignore[no-untyped-def]
        hands, dead = cuda.local.array(five, np.uint8), cuda.local.array(five, np.uint8)
        following, fours = cuda.local.array(1, np.uint64), cuda.local.array(1, np.uint64)
        replaced, worths = cuda.local.array(1, np.uint8), cuda.local.array(1, np.int64)
        play_double_draw(cards, felt, DoubleDrawRoom(hands, dead, following, replaced, fours, worths), endings)

    return play_round


ROUNDS: Final = {
    Game.THREE_CARD_POKER: _three_card_poker,
    Game.FORTUNE_SAN_LO: _fortune_san_lo,
    Game.DOUBLE_DRAW: _double_draw,
}
"""The games that a GPU plays, with their kernels. Blackjack is missing, because its rounds share a shoe."""
