"""Terminal tables that get too wide rather than break an amount."""

from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.table import Table

from pitboss.printing.amounts import longest_amount


class WholeTable(Table):
    """A table in which every column is at least as wide as its longest amount.

    >>> table = WholeTable("Won", box=None, padding=0, pad_edge=False)
    >>> table.add_row("it was -$1,200.50")
    >>> Console(width=4).print(table, crop=False)  # doctest: +NORMALIZE_WHITESPACE
    Won
    it was
    -$1,200.50
    """

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        self._make_room()
        return super().__rich_measure__(console, options)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        self._make_room()
        return super().__rich_console__(console, options)

    def _make_room(self) -> None:
        for column in self.columns:
            column.min_width = max(longest_amount(str(cell)) for cell in (column.header, column.footer, *column.cells))
