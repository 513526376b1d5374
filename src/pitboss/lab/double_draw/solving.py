"""The whole game as work in blocks: first what every first decision is worth, then how the best rounds end.

Nothing here needs Numba until a block is worked out, so a result that was kept is read at once.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from pitboss.lab.double_draw.money import Money, blocks_of_size
from pitboss.lab.work import Resources, Work, remembered

MODULES: Final = (
    *(
        f"pitboss.lab.double_draw.{module}"
        for module in (
            "blocks",
            "classes",
            "first_draw",
            "money",
            "numbering",
            "outcomes",
            "solving",
            "tables",
            "working",
        )
    ),
    "pitboss.cards.batch",
    "pitboss.cards.category",
    "pitboss.games.double_draw.options",
    "pitboss.games.double_draw.second_draw",
)
"""The modules whose code the figures rest on."""


@dataclass(frozen=True)
class FirstDecisions:
    """The best first decision of every class of hands, a letter each in the order of the classes."""

    letters: str
    value: int
    """The sum over all hands and cases of what the best play brings, above folding at the second draw."""
    hands: tuple[int, int, int, int, int]
    """How many hands fold, and how many replace none, one, two, three cards."""


@dataclass(frozen=True)
class Ends:
    """How many of all cases end in each category, and in a fold at the second draw."""

    by_category: tuple[int, ...]
    fold_2: int


def sums_work(money: Money) -> Work:
    """The work of summing over all draws beside three dead cards."""
    inputs = {"amounts": list(money.amounts), "fold": money.fold_1}
    return Work("double-draw decisions", inputs, MODULES, blocks_of_size(3), _sums)


def ends_work(money: Money, letters: str) -> Work:
    """The work of counting how rounds end with these first decisions."""
    inputs = {"amounts": list(money.amounts), "letters": letters}
    return Work("double-draw ends", inputs, MODULES, sum(map(blocks_of_size, range(4))), _ends)


def solve(money: Money, resources: Resources) -> tuple[FirstDecisions, Ends]:
    """The best play, and how its rounds end."""
    deciding = sums_work(money)
    whole = deciding.blocks + ends_work(money, "").blocks
    found = remembered(
        deciding,
        replace(resources, watch=lambda done, _: resources.watch(done, whole)),
        lambda blocks: _decisions(money, blocks),
    )
    decisions = FirstDecisions(found["letters"], found["value"], tuple(found["hands"]))
    counts = remembered(
        ends_work(money, decisions.letters),
        replace(resources, watch=lambda done, _: resources.watch(deciding.blocks + done, whole)),
        lambda blocks: [sum(column) for column in zip(*blocks, strict=True)],
    )
    return decisions, Ends(tuple(counts[:-1]), counts[-1])


# Numba and the kernels come in only here.


def _sums(inputs: Mapping[str, Any], block: int) -> str:
    from pitboss.lab.double_draw.working import sums_block  # noqa: PLC0415

    return sums_block(tuple(inputs["amounts"]), block)


def _decisions(money: Money, blocks: Iterable[str]) -> dict[str, Any]:
    from pitboss.lab.double_draw.working import decisions  # noqa: PLC0415

    return decisions(money.amounts, money.fold_1, list(blocks))


def _ends(inputs: Mapping[str, Any], block: int) -> list[int]:
    from pitboss.lab.double_draw.working import ends_block  # noqa: PLC0415

    return ends_block(tuple(inputs["amounts"]), inputs["letters"], block)
