"""Par sheets: every wager of a paytable or a game with its outcome tables and its printed figures."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Self

from pitboss.lab.outcome_table import AnyReading, restore_outcome_table
from pitboss.paytables import Game, PrintedFigure

RULES: Final = "rules"
"""The outcome table by the rules, which is how we pay."""
PRINTED: Final = "printed"
"""The outcome table by the approval's own arithmetic, if that differs from the rules."""


@dataclass(frozen=True)
class WagerSheet:
    """One wager on a par sheet.

    >>> from fractions import Fraction
    >>> from pitboss.lab.outcome_table import Outcome, OutcomeTable
    >>> sheet = WagerSheet("bonus", "Bonus 1", {RULES: OutcomeTable((Outcome("all", "All", 1, Fraction(-1)),))})
    >>> sheet.reading.house_edge.percent
    100.0
    """

    wager: str
    title: str
    readings: Mapping[str, AnyReading]
    printed: tuple[PrintedFigure, ...] = ()
    notes: tuple[str, ...] = ()
    progressive: Mapping[str, Any] = field(default_factory=dict)
    """The meter of a progressive as JSON, by outcome table: see :class:`~pitboss.lab.progressives.ProgressiveSheet`."""

    @property
    def reading(self) -> AnyReading:
        """The outcome table by the rules."""
        return self.readings[RULES]

    def as_json(self) -> dict[str, Any]:
        """The wager as JSON."""
        return {
            "wager": self.wager,
            "title": self.title,
            "readings": {name: reading.as_json() for name, reading in self.readings.items()},
            "printed_figures": {figure.name: list(figure.texts) for figure in self.printed},
            "notes": list(self.notes),
        } | ({"progressive": dict(self.progressive)} if self.progressive else {})


@dataclass(frozen=True)
class ParSheet:
    """The par sheet of a paytable or a game.

    >>> ParSheet("TCP-01", Game.THREE_CARD_POKER, "Three Card Poker", ()).as_json()["designator"]
    'TCP-01'
    """

    designator: str
    """The designator of the paytable, or the name of the game."""
    game: Game
    title: str
    wagers: tuple[WagerSheet, ...]
    settings: Mapping[str, Any] = field(default_factory=dict)
    """The other parts of the question: decks, rules."""
    method: str = ""
    """How it was computed, in a sentence."""
    modules: tuple[str, ...] = ()
    """The modules whose code computes the figures; the sheet shows their hash."""

    def __getitem__(self, wager: str) -> WagerSheet:
        return next(sheet for sheet in self.wagers if sheet.wager == wager)

    def as_json(self) -> dict[str, Any]:
        """The sheet as JSON."""
        return {
            "format": 1,
            "designator": self.designator,
            "game": self.game.value,
            "title": self.title,
            "settings": dict(self.settings),
            "method": self.method,
            "wagers": [wager.as_json() for wager in self.wagers],
        }

    def stored(self) -> dict[str, Any]:
        """The sheet for the store."""
        wagers = [
            {
                "wager": sheet.wager,
                "title": sheet.title,
                "readings": {name: reading.stored() for name, reading in sheet.readings.items()},
                "printed": [[figure.name, list(figure.texts)] for figure in sheet.printed],
                "notes": list(sheet.notes),
                "progressive": dict(sheet.progressive),
            }
            for sheet in self.wagers
        ]
        head = {"designator": self.designator, "game": self.game.value, "title": self.title, "method": self.method}
        return head | {"settings": dict(self.settings), "modules": list(self.modules), "wagers": wagers}

    @classmethod
    def restored(cls, data: Mapping[str, Any]) -> Self:
        """The sheet that was stored.

        >>> sheet = ParSheet("TCP-01", Game.THREE_CARD_POKER, "Three Card Poker", ())
        >>> ParSheet.restored(sheet.stored()) == sheet
        True
        """
        wagers = tuple(_restored_wager(wager) for wager in data["wagers"])
        game, modules = Game(data["game"]), tuple(data["modules"])
        return cls(data["designator"], game, data["title"], wagers, data["settings"], data["method"], modules)


def _restored_wager(data: Mapping[str, Any]) -> WagerSheet:
    readings = {name: restore_outcome_table(reading) for name, reading in data["readings"].items()}
    printed = tuple(PrintedFigure(name, tuple(texts)) for name, texts in data["printed"])
    return WagerSheet(data["wager"], data["title"], readings, printed, tuple(data["notes"]), data["progressive"])
