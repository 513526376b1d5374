"""What every stored table shares."""

from sqlalchemy import BigInteger, Column, MetaData, Text

METADATA = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
    }
)


def text(name: str, *, nullable: bool = False) -> Column[str]:
    """A column of text."""
    return Column(name, Text, nullable=nullable)


def number(name: str, *, nullable: bool = False) -> Column[int]:
    """A column of whole numbers."""
    return Column(name, BigInteger, nullable=nullable)
