"""A command is one statement on SQLite too, and postings have no index by account.

Nobody asks for postings by account, and that index was written with every wager.
"""

from alembic import op

revision = "0003"
down_revision = "0002"

RECORD = "property_id, chain, seq, command_id, actor, at, day, correlation, kind, asked, drawn, events, previous"
NEW_RECORD = ", ".join(f"NEW.{name}" for name in RECORD.split(", "))
ALL = f"{RECORD}, hash, free, badge, role, line, account, may_owe, millicents"

VIEW = f"CREATE VIEW commands_done AS SELECT {', '.join(f'NULL AS {name}' for name in ALL.split(', '))}"
"""Nothing is ever seen in it: what is inserted goes to the tables behind it, a record or a posting with every row."""

ENTER_RECORD = f"""
CREATE TRIGGER enter_record INSTEAD OF INSERT ON commands_done WHEN NEW.account IS NULL BEGIN
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
CREATE TRIGGER enter_posting INSTEAD OF INSERT ON commands_done WHEN NEW.account IS NOT NULL BEGIN
    INSERT INTO postings (property_id, chain, seq, line, account, millicents)
    VALUES (NEW.property_id, NEW.chain, NEW.seq, NEW.line, NEW.account, NEW.millicents);
    INSERT OR IGNORE INTO accounts (property_id, account, may_owe, millicents)
    VALUES (NEW.property_id, NEW.account, NEW.may_owe, 0);
    UPDATE accounts SET millicents = millicents + NEW.millicents
    WHERE property_id = NEW.property_id AND account = NEW.account;
END
"""


def upgrade() -> None:
    """Do the step."""
    op.drop_index(op.f("ix_postings_property_id_account"), table_name="postings")
    if op.get_bind().dialect.name == "sqlite":
        for statement in (VIEW, ENTER_RECORD, ENTER_POSTING):
            op.execute(statement)
