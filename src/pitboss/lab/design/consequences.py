"""Compares an edited paytable with the original: the par sheets of both."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pitboss.lab import bonus
from pitboss.lab.design.places import DesignError
from pitboss.lab.design.reading import Design, Edit
from pitboss.lab.outcome_table import AnyReading
from pitboss.lab.progressives import ProgressiveSheet, progressive_readings, progressive_sheets
from pitboss.lab.sheet import ParSheet, WagerSheet
from pitboss.lab.three_card_poker import ante_readings
from pitboss.lab.work import Resources
from pitboss.paytables import Paytable, WagerPaytable

Elsewhere = Callable[[Paytable, WagerPaytable, Resources], Mapping[str, AnyReading]]
"""Computes wagers that are not counted from one hand: the Bonus of Double Draw Poker, Push 22."""


@dataclass(frozen=True)
class Consequences:
    """An edited paytable and the one it was made from.

    >>> from pitboss.lab.design import read_design
    >>> found = consequences(read_design('base = "TCP-01"\\n[wagers.pair-plus.pays]\\nflush = "3 to 1"'))
    >>> str(found.before["pair-plus"].reading.house_edge), str(found.after["pair-plus"].reading.house_edge)
    ('2.3167%', '7.2760%')
    """

    edits: tuple[Edit, ...]
    before: ParSheet
    after: ParSheet
    progressives: Mapping[str, ProgressiveSheet] = field(default_factory=dict)
    """The meters of the edited paytable, by outcome table; without quantiles, which take long to compute."""

    def as_json(self) -> dict[str, Any]:
        """The consequences as JSON."""
        return {
            "format": 1,
            "edits": [{"place": edit.place, "before": edit.before, "after": edit.after} for edit in self.edits],
            "before": self.before.as_json(),
            "after": self.after.as_json(),
            "progressives": {name: sheet.as_json() for name, sheet in self.progressives.items()},
        }


def consequences(
    design: Design, resources: Resources | None = None, elsewhere: Elsewhere | None = None
) -> Consequences:
    """The sheets of the paytable before and after the edits. The best play of the Ante is computed for each.

    >>> from pitboss.lab.design import read_design
    >>> found = consequences(read_design('base = "TCP-01"\\n[wagers.ante-bonus.pays]\\nstraight = "2 to 1"'))
    >>> [str(sheet["ante-bonus"].reading.house_edge) for sheet in (found.before, found.after)]
    ['3.3730%', '0.1151%']
    """
    resources = resources or Resources(processes=1)
    sheets: dict[str, ProgressiveSheet] = {}
    for wager in design.paytable.wagers:
        if wager.meter is not None:
            sheets = progressive_sheets(wager, resources, others=design.others, with_quantiles=False)
    before, after = (_sheet(paytable, design, resources, elsewhere) for paytable in (design.base, design.paytable))
    return Consequences(design.edits, before, after, sheets)


def wager_readings(
    paytable: Paytable, wager: WagerPaytable, design: Design, resources: Resources, elsewhere: Elsewhere | None
) -> Mapping[str, AnyReading]:
    """The outcome tables of one wager of a design.

    >>> from pitboss.lab.design import read_design
    >>> design = read_design('base = "TCP-6B1"')
    >>> found = wager_readings(design.paytable, design.paytable.wagers[0], design, Resources(processes=1), None)
    >>> str(found["rules"].house_edge)
    '10.2248%'
    """
    if wager.wager.slug == "ante-bonus":
        return ante_readings(wager, resources)
    if wager.meter is not None:
        return progressive_readings(wager, resources, others=design.others)
    if bonus.readings_of(wager.wager.game, wager.wager.slug):
        return bonus.readings(wager, resources)
    if elsewhere is None:
        raise DesignError(f"{wager.name} of {paytable.designator} needs its own analysis, and none was given")
    return elsewhere(paytable, wager, resources)


def _sheet(paytable: Paytable, design: Design, resources: Resources, elsewhere: Elsewhere | None) -> ParSheet:
    is_edited = paytable is not design.base
    wagers = tuple(
        WagerSheet(
            wager.wager.slug,
            wager.name,
            wager_readings(paytable, wager, design, resources, elsewhere),
            # The printed figures belong to the original paytable.
            () if is_edited else wager.printed,
        )
        for wager in paytable.wagers
    )
    settings = {} if design.others is None else {"others": design.others}
    return ParSheet(paytable.designator, paytable.game, paytable.title, wagers, settings)
