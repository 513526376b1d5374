"""A progressive can be suspended, for a reason: while it is, no round that feeds it begins."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Do the step."""
    op.add_column("meters", sa.Column("suspended", sa.Text(), nullable=True))
