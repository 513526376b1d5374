"""The shares behind the house way: how many of a million set hands rank below a given hand.

There is one table for high hands, one for mid hands and one for low hands, each a data file that
``scripts/house_way_tables.py`` makes by setting every hand there is. Shares are whole millionths, so that scores are
exact and the choice never hangs on rounding.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from importlib.resources.abc import Traversable
from itertools import groupby, pairwise
from pathlib import Path
from typing import Final, NamedTuple

from pitboss.cards import Category, Rank, ThreeCardCategory
from pitboss.games.fortune_san_lo.house_way_file import DataFile, shipped_file
from pitboss.games.fortune_san_lo.setting import Setting

MILLION: Final = 1_000_000

Strength = tuple[Category, tuple[Rank, ...]]
"""What is compared of a hand: its category and the ranks that matter."""

ShareTable = Mapping[Strength, int]
"""Millionths of the set hands that rank below a hand, by its strength, highest hand first."""

_KINDS: Final = {category.label.replace(" ", "-"): category for category in sorted(ThreeCardCategory, reverse=True)}
_RANKS: Final = {rank.letter: rank for rank in Rank}
_NUMBER_OF_HANDS: Final = {"high": 741, "mid": 91, "low": 13}


def score(p: int, q: int, r: int) -> int:
    """The chance to win at least two of three independent matchups, pq + pr + qr - 2pqr, times a million cubed.

    >>> score(MILLION, MILLION, 0) == MILLION**3
    True
    """
    return MILLION * (p * q + p * r + q * r) - 2 * p * q * r


@dataclass(frozen=True)
class Chance:
    """How a setting stands against set hands: what share of their high, mid and low hands it beats, in millionths.

    >>> Chance(500_000, 500_000, 500_000).two_of_three
    Fraction(1, 2)
    """

    high: int
    mid: int
    low: int

    @property
    def score(self) -> int:
        """The chance to win at least two of three independent matchups, pq + pr + qr - 2pqr, times a million cubed."""
        return score(self.high, self.mid, self.low)

    @property
    def two_of_three(self) -> Fraction:
        """The same chance as a fraction."""
        return Fraction(self.score, MILLION**3)


@dataclass(frozen=True)
class Shares:
    """The three tables.

    >>> from pitboss.cards import parse_cards
    >>> shipped_shares().chance(Setting.of(parse_cards("Ks Kc 2h / As 4d / 2d"))).low
    0
    """

    high: ShareTable
    mid: ShareTable
    low: ShareTable

    @cached_property
    def places(self) -> dict[Strength, int]:
        """The place of every strength among those of all three sizes, the lowest first."""
        return {strength: place for place, strength in enumerate(sorted({*self.high, *self.mid, *self.low}))}

    def chance(self, setting: Setting) -> Chance:
        """How a setting stands against set hands."""
        high, mid, low = setting.values
        return Chance(self.high[high.strength], self.mid[mid.strength], self.low[low.strength])


@cache
def shipped_shares() -> Shares:
    """The tables that come with Pitboss.

    >>> shipped_shares().low[ThreeCardCategory.HIGH_CARD, (Rank.TWO,)]
    0
    """
    names = {hand: f"house_way_{hand}.toml" for hand in _NUMBER_OF_HANDS}
    return Shares(**{hand: load_share_table(hand, shipped_file(name), name) for hand, name in names.items()})


def load_share_table(hand: str, file: Path | Traversable, name: str | None = None) -> ShareTable:
    """The shares of the high, mid or low hands in a file, which error messages call by its path or the given name.

    >>> len(load_share_table("mid", shipped_file("house_way_mid.toml")))
    91
    """
    source = DataFile(file, name)
    if source.text_at_head("hand", "high, mid or low") != hand:
        source.fail(f"this is the table of the {source.data['hand']} hands, not of the {hand} hands", key="hand")
    source.check_keys(source.data, ("format", "hand", *_KINDS))
    entries = [entry for kind in _KINDS for entry in _entries_of_kind(source, kind)]
    _check_order(source, entries)
    if len(entries) != _NUMBER_OF_HANDS[hand]:
        source.fail(f"there are {_NUMBER_OF_HANDS[hand]} different {hand} hands, and the table has {len(entries)}")
    return {entry.strength: entry.share for entry in entries}


class _Entry(NamedTuple):
    """One line of a file."""

    kind: str
    key: str
    strength: Strength
    share: int


def _entries_of_kind(source: DataFile, kind: str) -> Iterator[_Entry]:
    table = source.data.get(kind, {})
    if not isinstance(table, dict):
        source.fail(f"{kind} is {table!r}, and must be a table of hands and shares", key=kind)
    for key, share in table.items():
        letters = key.split("-")
        if any(letter not in _RANKS for letter in letters):
            source.fail(f"{key!r} is not a hand: write its ranks like A-K-Q", kind, key)
        if type(share) is not int or not 0 <= share <= MILLION:
            source.fail(f"{share!r} is not a share: write millionths, 0 to {MILLION:_}", kind, key)
        yield _Entry(kind, key, (_KINDS[kind], tuple(_RANKS[letter] for letter in letters)), share)


def _check_order(source: DataFile, entries: Iterable[_Entry]) -> None:
    """A higher hand beats more hands than a lower one, or as many; a slip in a number seldom keeps that."""
    for above, below in pairwise(entries):
        if above.strength <= below.strength or above.share < below.share:
            source.fail(f"{below.key} must be a lower hand, with a lower share, than the one before", *below[:2])


def print_share_table(hand: str, table: ShareTable) -> str:
    """A table as the text of its file.

    >>> print(print_share_table("low", {(ThreeCardCategory.HIGH_CARD, (Rank.ACE,)): 926_443}))
    # Fortune San Lo house way: how many of a million set low hands rank below each low hand.
    # Made by scripts/house_way_tables.py. The house way is what these numbers choose, so do not edit them.
    format = 1
    hand = "low"
    <BLANKLINE>
    [high-card]
    A = 926_443
    <BLANKLINE>
    """
    lines = [
        f"# Fortune San Lo house way: how many of a million set {hand} hands rank below each {hand} hand.",
        "# Made by scripts/house_way_tables.py. The house way is what these numbers choose, so do not edit them.",
        "format = 1",
        f'hand = "{hand}"',
    ]
    for category, strengths in groupby(table, key=lambda strength: strength[0]):
        lines += ["", f"[{category.label.replace(' ', '-')}]"]
        lines += [f"{'-'.join(rank.letter for rank in ranks)} = {table[category, ranks]:_}" for _, ranks in strengths]
    return "\n".join(lines) + "\n"
