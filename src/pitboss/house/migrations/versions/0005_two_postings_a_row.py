"""A progressive can be suspended; and on SQLite two postings go with one row of what a command writes.

A wager has two postings: written with its record they are one row instead of three, and that is a tenth of its time.
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

RECORD = "property_id, chain, seq, command_id, actor, at, day, correlation, kind, asked, drawn, events, previous"
NEW_RECORD = ", ".join(f"NEW.{name}" for name in RECORD.split(", "))
POSTINGS = "line, account, may_owe, millicents, other_account, other_may_owe, other_millicents"
ALL = f"{RECORD}, hash, free, badge, role, {POSTINGS}"

VIEW = f"CREATE VIEW commands_done AS SELECT {', '.join(f'NULL AS {name}' for name in ALL.split(', '))}"
"""Nothing is ever seen in it: what is inserted goes to the tables behind it."""

ENTER_RECORD = f"""
CREATE TRIGGER enter_record INSTEAD OF INSERT ON commands_done WHEN NEW.line = 1 BEGIN
    INSERT INTO journal ({RECORD}, hash) VALUES (
        {NEW_RECORD},
        CASE WHEN NEW.free OR EXISTS (
            SELECT 1 FROM staff
            WHERE property_id = NEW.property_id AND badge = NEW.badge AND role = NEW.role AND is_active = 1
        ) THEN NEW.hash END
    );
END
"""

ENTER_POSTING = """
CREATE TRIGGER enter_{other}posting INSTEAD OF INSERT ON commands_done WHEN NEW.{other}account IS NOT NULL BEGIN
    INSERT INTO postings (property_id, chain, seq, line, account, millicents)
    VALUES (NEW.property_id, NEW.chain, NEW.seq, {line}, NEW.{other}account, NEW.{other}millicents);
    INSERT OR IGNORE INTO accounts (property_id, account, may_owe, millicents)
    VALUES (NEW.property_id, NEW.{other}account, NEW.{other}may_owe, 0);
    UPDATE accounts SET millicents = millicents + NEW.{other}millicents
    WHERE property_id = NEW.property_id AND account = NEW.{other}account;
END
"""


def upgrade() -> None:
    """Do the step."""
    op.add_column("meters", sa.Column("suspended", sa.Text(), nullable=True))
    if op.get_bind().dialect.name == "sqlite":
        op.execute("DROP VIEW commands_done")
        op.execute(VIEW)
        op.execute(ENTER_RECORD)
        op.execute(ENTER_POSTING.format(other="", line="NEW.line"))
        op.execute(ENTER_POSTING.format(other="other_", line="NEW.line + 1"))
