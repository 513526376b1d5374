"""What is written in one statement."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, NamedTuple

_NO_OPTIONS: Final[Mapping[str, Any]] = MappingProxyType({})


class Write(NamedTuple):
    """Rows for a statement, in which those of others may stand beside them.

    >>> def statement(rows: int) -> str:
    ...     return "INSERT INTO bets VALUES " + ", ".join(["(?)"] * rows)
    >>> both = together([Write(statement, 1, [500]), Write(statement, 1, [700])])
    >>> both.statement(both.rows), both.values
    ('INSERT INTO bets VALUES (?), (?)', (500, 700))
    """

    statement: Callable[[int], str]
    """The statement for so many rows."""
    rows: int
    values: Sequence[Any]
    options: Mapping[str, Any] = _NO_OPTIONS
    """What the driver is told besides."""

    def by(self, driver: Any) -> None:
        """Write it through the driver's own connection."""
        driver.execute(self.statement(self.rows), self.values, **self.options)


def together(writes: Sequence[Write]) -> Write:
    """Several writes of the same kind as one: all of it is written, or nothing."""
    if len(writes) == 1:
        return writes[0]
    values = tuple(value for write in writes for value in write.values)
    return Write(writes[0].statement, sum(write.rows for write in writes), values, writes[0].options)
