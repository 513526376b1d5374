"""The basic strategy chart as data: the action for each total, and the hands whose cards call for another action."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

COLUMNS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "A")
"""The dealer's up cards."""

LETTERS: Final = {
    "S": ("stand", "#f2d06b"),
    "H": ("hit", "#f7f7f2"),
    "D": ("double, or hit if not allowed", "#8ecae6"),
    "d": ("double, or stand if not allowed", "#bfe3f2"),
    "P": ("split", "#95d5a0"),
    "p": ("split, or surrender if allowed", "#c7e6a8"),
    "W": ("power split", "#5fbf77"),
    "w": ("power split, or surrender if allowed", "#a3d98f"),
    "X": ("power double", "#4a9fd8"),
    "R": ("surrender", "#e5989b"),
    ".": ("play the total", "#e6e6e6"),
}
"""The meaning and the color of each letter. A number is the highest total for which the card is replaced."""

SECTIONS: Final = {
    "hard": "Hard totals",
    "soft": "Soft totals",
    "pairs": "Pairs",
    "power-split": "Power split",
    "power-double": "Power double",
    "replace": "Power double: replace the card up to",
    "surrender": "Surrender, if no split is better",
}
"""The sections in the order of display. Look up a hand from the pairs down, then among the totals."""


@dataclass(frozen=True)
class ChartRow:
    """One row: a kind of hand against the ten up cards.

    >>> ChartRow("pairs", "8-8", tuple("PPPPPPPP..")).entries[0]
    'P'
    """

    section: str
    label: str
    entries: tuple[str, ...]


@dataclass(frozen=True)
class ChartException:
    """Cards for which another action than the chart's is better, and by how much, in units of the bet.

    >>> ChartException("10-2", "4", "S", "H", 0.0021).cards
    '10-2'
    """

    cards: str
    up: str
    chart: str
    best: str
    gain: float


@dataclass(frozen=True)
class Chart:
    """The chart for one table.

    >>> row = ChartRow("hard", "16", tuple("SSSSSHHHHH"))
    >>> Chart("Six decks", (row,)).entry("hard", "16", "10")
    'H'
    """

    title: str
    rows: tuple[ChartRow, ...]
    exceptions: tuple[ChartException, ...] = ()
    """Hands of two and three cards, the costliest first."""
    longer_exceptions: int = 0
    """How many longer hands have another best action than the chart's."""

    def section(self, name: str) -> dict[str, tuple[str, ...]]:
        """The rows of a section by label."""
        return {row.label: row.entries for row in self.rows if row.section == name}

    def entry(self, section: str, label: str, up: str) -> str:
        """The entry of one cell."""
        return self.section(section)[label][COLUMNS.index(up)]

    def as_json(self) -> dict[str, Any]:
        """The chart as JSON."""
        return {
            "format": 1,
            "title": self.title,
            "columns": list(COLUMNS),
            "sections": SECTIONS,
            "rows": [asdict(row) | {"entries": list(row.entries)} for row in self.rows],
            "letters": {letter: {"words": words, "colour": colour} for letter, (words, colour) in LETTERS.items()},
            "exceptions": [asdict(exception) for exception in self.exceptions],
            "longer_exceptions": self.longer_exceptions,
        }

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> "Chart":
        """Read a chart from JSON.

        >>> chart = Chart("Six decks", (ChartRow("hard", "16", tuple("SSSSSHHHHH")),))
        >>> Chart.from_json(chart.as_json()) == chart
        True
        """
        rows = tuple(ChartRow(row["section"], row["label"], tuple(row["entries"])) for row in data["rows"])
        exceptions = tuple(ChartException(**exception) for exception in data["exceptions"])
        return Chart(data["title"], rows, exceptions, data["longer_exceptions"])
