"""The first decision, looked up: the best option of every hand, for each paytable that we ship.

The data files are made by ``scripts/double_draw_first_decisions.py`` from the exact analysis of the lab. A line has the
ranks of a hand, jokers first (``*``), and a letter for each way in which the suits may fall: see :data:`LETTERS`. Where
the suits do not matter there is one letter. Hands that differ by an exchange of suits or jokers are played alike.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.resources import files
from itertools import combinations, product
from typing import Final

from pitboss.cards import Card, Rank
from pitboss.games.double_draw.options import FOLD, LETTERS, MASKS
from pitboss.games.double_draw.second_draw import nets_of
from pitboss.paytables import WagerPaytable, load_catalogue

SHIPPED: Final = ("DDP-1", "DDP-2")
"""The paytables whose first decisions are shipped."""
FORMAT: Final = "format 1"

Suits = tuple[int, ...]
"""The suit of each card, lowest card first, by an order of the suits in which the hand stands for its class."""


def first_draw(cards: Sequence[Card], designator: str) -> tuple[Card, ...] | None:
    """The cards to replace at the first draw, or nothing to fold, by one of the shipped paytables.

    >>> from pitboss.cards import parse_cards
    >>> first_draw(parse_cards("Ks 9d Kd 5c 2h"), "DDP-1")
    (9d, 5c, 2h)
    """
    ordered, suits = _in_order(cards)
    ranks = tuple(card.rank for card in ordered if not card.is_joker)
    letters = lines_of(designator)[_key(ranks, len(cards) - len(ranks))]
    letter = letters if len(letters) == 1 else letters[suit_patterns(ranks).index(suits)]
    option = LETTERS.index(letter)
    if option == FOLD:
        return None
    replaced = {card for place, card in enumerate(ordered) if MASKS[option] >> place & 1}
    return tuple(card for card in cards if card in replaced)


@lru_cache(maxsize=64)
def nearest_shipped(bonus: WagerPaytable) -> tuple[str, bool]:
    """The shipped paytable nearest to this one: the fewest pays differ, and by the least; and whether none does.

    >>> nearest_shipped(load_catalogue()["DDP-2"]["bonus"])
    ('DDP-2', True)
    """
    nets = nets_of(bonus)

    def difference(designator: str) -> tuple[int, object]:
        apart = [abs(a - b) for a, b in zip(nets, nets_of(load_catalogue()[designator]["bonus"]), strict=True)]
        return sum(map(bool, apart)), sum(apart)

    best = min(SHIPPED, key=difference)
    return best, difference(best)[0] == 0


# ---- the classes of hands


def _in_order(cards: Sequence[Card]) -> tuple[list[Card], Suits]:
    """The cards lowest first, in the order of suits by which the hand stands for its class, and those suits.

    The suit that holds the greatest set of ranks, as bits, comes first.
    """
    naturals = [card for card in cards if not card.is_joker]
    held = [sum(1 << card.rank for card in naturals if card.suit == suit) for suit in range(4)]
    order = sorted(range(4), key=lambda suit: -held[suit])
    ordered = sorted(naturals, key=lambda card: (card.rank, order.index(card.suit)))
    return [*ordered, *(card for card in cards if card.is_joker)], tuple(order.index(card.suit) for card in ordered)


def suit_patterns(ranks: Sequence[int]) -> tuple[Suits, ...]:
    """Every way in which suits may fall on these ranks, lowest first, one for each class of hands, in order.

    >>> suit_patterns((2, 2))
    ((0, 1),)
    >>> suit_patterns((2, 3))
    ((0, 0), (1, 0))
    """
    return _patterns(tuple(ranks.count(rank) for rank in sorted(set(ranks))))


@cache
def _patterns(counts: tuple[int, ...]) -> tuple[Suits, ...]:
    """Only how many cards each rank has matters."""
    found = []
    for groups in product(*(combinations(range(4), count) for count in counts)):
        held = [sum(1 << rank for rank, suits in enumerate(groups) if suit in suits) for suit in range(4)]
        if held == sorted(held, reverse=True):
            found.append(tuple(suit for suits in groups for suit in suits))
    return tuple(found)


# ---- the files


def _key(ranks: Sequence[Rank], jokers: int) -> str:
    return "*" * jokers + "".join(rank.letter for rank in reversed(ranks))


@cache
def lines_of(designator: str) -> dict[str, str]:
    """The letters of every set of ranks, by a shipped paytable.

    >>> lines_of("DDP-1")["AJ866"][:3]
    'bnn'
    """
    text = (files("pitboss.games.double_draw") / "data" / file_name(designator)).read_text(encoding="ascii")
    version, *lines = text.splitlines()
    assert version == FORMAT, f"the first decisions of {designator} have another format: {version}"
    return dict(line.split(" ") for line in lines)


def file_name(designator: str) -> str:
    """The data file of a paytable.

    >>> file_name("DDP-1")
    'first_draw_ddp_1.txt'
    """
    return f"first_draw_{designator.lower().replace('-', '_')}.txt"


def print_lines(decisions: dict[str, str]) -> str:
    """A data file: the letters of every suit pattern by the ranks of the hand, one letter where all are the same.

    >>> print_lines({"AA": "ss", "AK": "sf"})
    'format 1\\nAA s\\nAK sf\\n'
    """
    lines = (f"{ranks} {letters[0] if len(set(letters)) == 1 else letters}" for ranks, letters in decisions.items())
    return "\n".join([FORMAT, *lines, ""])
