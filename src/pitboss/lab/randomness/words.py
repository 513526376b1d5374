"""The name of each test, the fault that it looks for, and the distribution of its statistic."""

from typing import Final, NamedTuple


class Words(NamedTuple):
    """A test in words.

    >>> TESTS["parity"].title
    'Even and odd orders'
    """

    title: str
    looks_for: str
    law: str


_EXACT: Final = "exact distribution"
_WORST: Final = "worst of several"
LAWS: Final = {
    _EXACT: "chi-square over the exact probability of each value, neighbours taken together until 5 are expected",
    _WORST: "the smallest of several p-values, corrected for being the smallest (Sidak); too large deviations only",
}
"""Distributions that need more words than their name."""
REPEATS: Final = "Poisson; too many only"
"""The law of things that came twice."""

TESTS: Final = {
    "bits": Words("Ones and zeros", "more ones than zeros among all bits, or fewer", "normal"),
    "bit-places": Words(
        "Places in a byte", "a bit of the byte that is stuck, or set too often", "chi-square, 8 places"
    ),
    "bit-blocks": Words("Blocks of 128 bits", "stretches with too many or too few ones", "chi-square, a block each"),
    "bit-runs": Words("Runs of bits", "bits that cling together or alternate", "normal"),
    "byte-values": Words("Byte values", "a byte that comes more often than another", "chi-square"),
    "byte-series": Words(
        "Serial correlation of bytes", "a byte that tells of the 1st to 8th after it", "chi-square, 8 distances"
    ),
    "byte-repeats": Words(
        "Repeated words", "8 bytes that come twice, as from a generator with a short period", REPEATS
    ),
    "limits": Words(
        "Numbers below every limit",
        "numbers that the rejection of too high ones leaves uneven, all limits together",
        "chi-square, limit less 1 for each",
    ),
    "worst-limit": Words("Worst limit", "one limit whose numbers are uneven", _WORST),
    "card-position": Words(
        "Card by position",
        "a card that lies at some position too often or too seldom",
        "chi-square with (cards - 1)(positions - 1) degrees of freedom: a shuffle fills each row and column once",
    ),
    "worst-card": Words("Worst card", "one card that prefers some positions", _WORST),
    "worst-position": Words("Worst position", "one position that prefers some cards", _WORST),
    "worst-cell": Words("Worst card and position", "one card at one position", _WORST),
    "worst-stay": Words("Worst card that stays", "one card left where the new deck had it", _WORST),
    "choices": Words(
        "Choices of the shuffle",
        "the number drawn at each step, found again from the finished order, uneven in all steps together",
        "chi-square, limit less 1 for each step; the steps are independent",
    ),
    "worst-choice": Words("Worst step of the shuffle", "one step whose choices are uneven", _WORST),
    "neighbours": Words(
        "Pairs of neighbours",
        "two cards that lie side by side too often, whichever comes first",
        "chi-square with n(n - 3)/2 degrees of freedom, by the exact covariances of neighbours",
    ),
    "followers": Words(
        "Ordered pairs",
        "a card that follows another more often than it is followed by it",
        "chi-square with (n - 1)(n - 2)/2 degrees of freedom, by the exact covariances of neighbours",
    ),
    "rank-neighbours": Words(
        "Ranks side by side",
        "ranks that follow each other too often: pairs, sequences",
        "chi-square by exact covariances",
    ),
    "suit-neighbours": Words(
        "Suits side by side", "suits that follow each other too often", "chi-square by exact covariances"
    ),
    "series": Words(
        "Serial correlation in the deck",
        "a card that tells of the 1st to 8th after it",
        "chi-square, 8 distances, by exact covariances",
    ),
    "series-between": Words(
        "Serial correlation between shuffles",
        "a position that tells of itself 1 to 5 shuffles later",
        "chi-square, 5 distances",
    ),
    "matches": Words("Cards that stay from shuffle to shuffle", "a shuffle that resembles the one before", _EXACT),
    "match-mean": Words(
        "Cards that stay from shoe to shoe", "a shoe that resembles the one before", "normal, exact variance"
    ),
    "fixed-points": Words("Fixed points", "cards left where the new deck had them", _EXACT),
    "cycles": Words("Cycles", "orders with too few or too many cycles", _EXACT),
    "descents": Words("Ascending runs", "cards left in ascending runs", _EXACT),
    "rising-sequences": Words(
        "Rising sequences", "the new deck's order left in interleaved pieces, as by too few riffles", _EXACT
    ),
    "up-down-runs": Words("Runs up and down", "too long or too short runs of rising and falling cards", _EXACT),
    "inversions": Words("Inversions", "orders too near to the new deck's, or to its reverse", _EXACT),
    "parity": Words("Even and odd orders", "even orders more often than odd ones, or less often", "normal"),
    "high-low-runs": Words("Runs of low and high cards", "clumps of low cards (2 to 7) and of high ones", _EXACT),
    "gap-deck": Words("Gap, in the deck", "aces too close together or too far apart: the first and the second", _EXACT),
    "gap-shuffles": Words(
        "Gap, from shuffle to shuffle", "top cards of the lowest quarter that come in clusters, or by turns", _EXACT
    ),
    "coupon-deck": Words(
        "Coupons, in the deck", "ranks that come too early or too late: cards until all 13 are seen", _EXACT
    ),
    "coupon-shuffles": Words(
        "Coupons, from shuffle to shuffle", "ranks that stay away too long: shuffles until all 13 lay on top", _EXACT
    ),
    "permutation": Words(
        "Permutations of five", "one of the 120 orders of five neighbouring cards more often than another", "chi-square"
    ),
    "poker": Words("Poker", "a kind of hand that the top five cards have too often or too seldom", _EXACT),
    "packets": Words("Seats", "one of seven seats with other hands than chance deals it", _WORST),
    "repeats": Words("Repeated orders", "a whole order that comes twice", REPEATS),
    "birthdays": Words("Birthdays", "top cards that agree in two shuffles too often", REPEATS),
    "start-position": Words("Start positions", "a start position that is drawn more often than another", "chi-square"),
    "start-pairs": Words("Start positions in pairs", "a start position that tells of the next", "chi-square"),
    "start-card": Words(
        "Start position and top card", "a start position that tells of the first card", "chi-square, 6 x (cards - 1)"
    ),
    "burned-card": Words("The burned card", "a card that is burned more often than another", "chi-square"),
    "cut-tens": Words(
        "Tens before the cut card", "ten-valued cards that gather behind the cut card, or before it", _EXACT
    ),
    "cut-aces": Words("Aces before the cut card", "aces that gather behind the cut card, or before it", _EXACT),
}
"""Every test by name."""
