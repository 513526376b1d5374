"""Makes the columns of all stored tables, each with the check that finds an edit of it."""

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
    """The check that finds a value of a column that no command wrote.

    >>> SEALED.kind, WAKE_UPS.is_trusted
    ('seal', False)
    """

    kind: str
    words: str
    """How it works; for a column that is not trusted, why an edit does no harm."""
    is_trusted: bool = True
    """Whether anything relies on the column."""


SEALED: Final = Guard(
    "seal", "covered by the hash and the seal of its record: the audit checks all records, every start the newest"
)
HASHED: Final = Guard(
    "row hash",
    "the sealed record that wrote the row has its hash: the audit, the full self-check or the load compares it",
)
LOCKED: Final = Guard("encryption", "encrypted with the room's key for its table: a changed value cannot be decrypted")
RECORDED: Final = Guard("journal", "the full self-check rebuilds the list from the records and compares every row")
DERIVED: Final = Guard("derived", "the self-check computes it again from the records and compares it")
WAKE_UPS: Final = Guard(
    "not trusted: wake-ups",
    "says only when the auto-dealer looks at a table next; the table itself decides whether a move is due",
    is_trusted=False,
)
LAB_WORK: Final = Guard(
    "not trusted: lab",
    "questions to the lab and its answers: reports show its theoretical win, but no command or payment reads it",
    is_trusted=False,
)
SIGNED: Final = Guard(
    "row seal", "every row is sealed with the room's key: one that was changed, added or put back opens no session"
)


def guard_of(column: Column[Any]) -> Guard:
    """The guard of a column.

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
