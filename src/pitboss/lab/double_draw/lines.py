"""The best first decisions as the adviser's data file has them: by the ranks of a hand."""

from collections.abc import Sequence

from pitboss.cards import CARDS


def ranks_of(codes: Sequence[int]) -> str:
    """The ranks of a hand whose lowest card comes first: highest first, and jokers before them.

    >>> ranks_of([0, 12, 51, 52])
    '*A52'
    """
    return "".join("*" if CARDS[code].is_joker else CARDS[code].rank.letter for code in reversed(codes))


def decisions_by_ranks(letters: str) -> dict[str, str]:
    """For the ranks of every hand the letters of its suit patterns, in order; hands without jokers first.

    The letters come in the order of the classes of hands, which is that of their cards, lowest card first.
    """
    from pitboss.lab.double_draw.classes import hands  # noqa: PLC0415

    found: dict[str, list[str]] = {}
    for cards, letter in zip(hands().cards.tolist(), letters, strict=True):
        found.setdefault(ranks_of(cards), []).append(letter)
    return {ranks: "".join(found[ranks]) for ranks in sorted(found, key=lambda ranks: ranks.count("*"))}
