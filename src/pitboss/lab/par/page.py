"""Makes the HTML pages of a par sheet and of the Power Blackjack strategy chart, for the printer."""

import hashlib
import json
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from importlib.metadata import version

from jinja2 import Environment

from pitboss.lab.band import CONFIDENCES, ROUNDS, hold_bands
from pitboss.lab.par.rows import READING_TITLES, figure_rows, meter_rows, outcome_rows, printed_rows
from pitboss.lab.plots.data import hold_plot, outcome_plot
from pitboss.lab.power_blackjack.chart import COLUMNS, LETTERS, SECTIONS, Chart
from pitboss.lab.sheet import ParSheet
from pitboss.lab.store import code_hash
from pitboss.paytables import Paytable
from pitboss.printing import pages_of


@dataclass(frozen=True)
class Filing:
    """A sheet with its version, date and hashes.

    >>> from datetime import UTC
    >>> from pitboss.paytables import Game
    >>> sheet = ParSheet("TCP-01", Game.THREE_CARD_POKER, "Three Card Poker", ())
    >>> Filing(sheet, (), datetime(2026, 1, 2, tzinfo=UTC), "1.0", "code", "paytable").day
    '2026-01-02'
    """

    sheet: ParSheet
    paytables: tuple[Paytable, ...]
    made_at: datetime
    version: str
    code_hash: str
    paytable_hash: str

    @property
    def day(self) -> str:
        """The day it was made."""
        return self.made_at.date().isoformat()


def file_sheet(sheet: ParSheet, paytables: tuple[Paytable, ...], made_at: datetime) -> Filing:
    """Add the version, the date and the hashes to a sheet.

    >>> from datetime import UTC
    >>> from pitboss.paytables import Game, load_catalogue
    >>> sheet = ParSheet("TCP-01", Game.THREE_CARD_POKER, "Three Card Poker", (), modules=("pitboss.lab.sheet",))
    >>> filing = file_sheet(sheet, (load_catalogue()["TCP-01"],), datetime(2026, 1, 2, tzinfo=UTC))
    >>> filing.day, len(filing.code_hash), len(filing.paytable_hash)
    ('2026-01-02', 64, 64)
    """
    marks = code_hash(sheet.modules), hash_of(paytables)
    return Filing(sheet, paytables, made_at, version("pitboss"), *marks)


def hash_of(paytables: tuple[Paytable, ...]) -> str:
    """A hash over the content of paytables, whatever the format of their files.

    >>> from pitboss.paytables import load_catalogue
    >>> hash_of((load_catalogue()["TCP-01"],)) == hash_of((load_catalogue()["TCP-02"],))
    False
    """
    content = json.dumps([paytable.as_json() for paytable in paytables], sort_keys=True)
    return hashlib.sha256(content.encode()).hexdigest()


def as_html(filing: Filing) -> str:
    """Make the page, with its plots.

    >>> from datetime import UTC, datetime
    >>> from pitboss.lab.par.page import file_sheet
    >>> from pitboss.lab.sheet import ParSheet
    >>> from pitboss.paytables import Game
    >>> sheet = ParSheet("TCP-01", Game.THREE_CARD_POKER, "Three Card Poker", ())
    >>> "Par sheet TCP-01" in as_html(file_sheet(sheet, (), datetime(2026, 1, 2, tzinfo=UTC)))
    True
    """
    # Matplotlib takes almost a second to load, so only printing loads it.
    from pitboss.lab.plots.drawing import as_svg_data  # noqa: PLC0415

    plots = {
        sheet.wager: [as_svg_data(plot) for plot in (outcome_plot(sheet), hold_plot(sheet))]
        for sheet in filing.sheet.wagers
    }
    return (
        _pages()
        .get_template("par.html")
        .render(
            title=f"Par sheet {filing.sheet.designator}",
            house=filing.sheet.title,
            filing=filing,
            sheet=filing.sheet,
            plots=plots,
            confidences=CONFIDENCES,
            rounds=ROUNDS,
            titles=READING_TITLES,
        )
    )


def chart_as_html(chart: Chart, strategy_class: str) -> str:
    """The strategy chart of Power Blackjack as a page."""
    letters = {letter: words for letter, (words, _) in LETTERS.items()}
    colours = {letter: colour for letter, (_, colour) in LETTERS.items()}
    sections = [(title, chart.section(name)) for name, title in SECTIONS.items() if chart.section(name)]
    return (
        _pages()
        .get_template("chart.html")
        .render(
            title="Power Blackjack: basic strategy",
            house=chart.title,
            sections=sections,
            columns=COLUMNS,
            letters=letters,
            colours=colours,
            exceptions=chart.exceptions,
            strategy_class=strategy_class,
        )
    )


@cache
def _pages() -> Environment:
    pages = pages_of("pitboss.lab.par")
    pages.filters |= {
        "rows": outcome_rows,
        "bands": hold_bands,
        "figures": figure_rows,
        "meter": meter_rows,
        "printed": printed_rows,
    }
    return pages
