"""What every stored table shares: how columns are made, and what protects each of them from being edited."""

from typing import Any, Final, NamedTuple

from sqlalchemy import BigInteger, Column, Integer, LargeBinary, MetaData, Text

METADATA = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
    }
)


class Guard(NamedTuple):
    """What finds an edit of a column that was made by other means than a command.

    >>> SEALED.kind, WAKE_UPS.is_trusted
    ('seal', False)
    """

    kind: str
    words: str
    """How, in words; of a column that is not trusted, why an edit does no harm."""
    is_trusted: bool = True
    """Whether anything relies on the column."""


SEALED: Final = Guard(
    "seal", "under the hash and the seal of its record: the audit looks at all records, every start at the newest"
)
HASHED: Final = Guard(
    "row hash",
    "the sealed record that wrote the row holds its hash: the audit, the full self-check or the load compares",
)
LOCKED: Final = Guard("encryption", "locked with the room's key for its table: what was changed does not open")
RECORDED: Final = Guard("journal", "the full self-check makes the list again from the records and compares every row")
DERIVED: Final = Guard("derived", "the self-check computes it again from records, and compares")
WAKE_UPS: Final = Guard(
    "not trusted: wake-ups",
    "says only when the auto-dealer looks at a table next; whether a move is due it works out from the table itself",
    is_trusted=False,
)
LAB_WORK: Final = Guard(
    "not trusted: lab",
    "what the lab was asked and answered: reports show its theoretical win, and no command or payment reads it",
    is_trusted=False,
)
SIGNED: Final = Guard(
    "row seal", "every row is sealed with the room's key: one that was changed, put in or put back opens nothing"
)


def guard_of(column: Column[Any]) -> Guard:
    """What protects a column.

    >>> guard_of(text("name", RECORDED)).kind
    'journal'
    """
    guard: Guard = column.info["guard"]
    return guard


def text(name: str, guard: Guard, *, nullable: bool = False) -> Column[str]:
    """A column of text."""
    return Column(name, Text, nullable=nullable, info={"guard": guard})


def number(name: str, guard: Guard, *, nullable: bool = False) -> Column[int]:
    """A column of whole numbers."""
    return Column(name, BigInteger, nullable=nullable, info={"guard": guard})


def small(name: str, guard: Guard) -> Column[int]:
    """A column of small whole numbers, or of yes and no as 1 and 0."""
    return Column(name, Integer, nullable=False, info={"guard": guard})


def blob(name: str, guard: Guard) -> Column[bytes]:
    """A column of bytes."""
    return Column(name, LargeBinary, nullable=False, info={"guard": guard})
