"""The schema: every table that `house/storage/schema` describes, and how a command writes its record in one statement.

Until 1.0.0 this one migration follows the code. From then on it is frozen, and every change is a new migration.
"""

from alembic import op

from pitboss.house.storage.schema import METADATA

revision = "0001"
down_revision = None

# A record, its postings and the new balances in one statement. A record of staff is written only for a badge that is on
# duty in its role, only of a gaming day that is not closed, only no more than 2 seconds (the allowed skew of clocks)
# before the newest record of the office, which anchors all chains, and only while nobody waits in line for its chain:
# else it has no hash, and is refused with all that goes with it. An upsert would check the amount that it adds, not the
# sum: an account is made empty first. Accounts come in the order of their names, so two writers never wait for each
# other.
APPEND_RECORD = """
CREATE OR REPLACE FUNCTION append_record(
    of_property text, of_chain text, at_seq bigint, by_command text, by_actor text, at_instant text, on_day text,
    by_correlation text, of_kind text, was_asked text, was_drawn text, had_events text, had_previous text,
    in_format integer, own_hash text, line_of_chain text, is_free boolean, by_badge text, in_role text,
    names text[], amounts bigint[], owing int[]
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO journal (
        property_id, chain, seq, command_id, actor, at, day, correlation, kind, asked, drawn, events, previous,
        format, hash
    ) VALUES (
        of_property, of_chain, at_seq, by_command, by_actor, at_instant, on_day, by_correlation, of_kind, was_asked,
        was_drawn, had_events, had_previous, in_format,
        CASE WHEN pg_try_advisory_xact_lock_shared(hashtextextended(line_of_chain, 0)) AND (is_free OR EXISTS (
            SELECT 1 FROM staff
            WHERE property_id = of_property AND badge = by_badge AND role = in_role AND is_active = 1
            AND pin_hash IS NOT NULL
        )) AND NOT EXISTS (
            SELECT 1 FROM closed_days WHERE property_id = of_property AND day >= on_day
        ) AND NOT EXISTS (
            SELECT 1 FROM (
                SELECT at FROM journal WHERE property_id = of_property AND chain = 'room' ORDER BY seq DESC LIMIT 1
            ) office WHERE at_instant::timestamptz < office.at::timestamptz - interval '2 seconds'
        ) THEN own_hash END
    );
    FOR line IN 1 .. cardinality(names) LOOP
        INSERT INTO postings (property_id, chain, seq, line, account, millicents)
        VALUES (of_property, of_chain, at_seq, line, names[line], amounts[line]);
        UPDATE accounts SET millicents = millicents + amounts[line]
        WHERE property_id = of_property AND account = names[line];
        IF NOT FOUND THEN
            INSERT INTO accounts (property_id, account, may_owe, millicents)
            VALUES (of_property, names[line], owing[line], 0) ON CONFLICT DO NOTHING;
            UPDATE accounts SET millicents = millicents + amounts[line]
            WHERE property_id = of_property AND account = names[line];
        END IF;
    END LOOP;
END
$$
"""

RECORD = (
    "property_id, chain, seq, command_id, actor, at, day, correlation, kind, asked, drawn, events, previous, format"
)
NEW_RECORD = ", ".join(f"NEW.{name}" for name in RECORD.split(", "))
POSTINGS = "line, account, may_owe, millicents, other_account, other_may_owe, other_millicents"
ALL = f"{RECORD}, hash, free, badge, role, {POSTINGS}"

VIEW = f"CREATE VIEW commands_done AS SELECT {', '.join(f'NULL AS {name}' for name in ALL.split(', '))}"
"""Nothing is ever seen in it: what is inserted goes to the tables behind it."""

ENTER_RECORD = f"""
CREATE TRIGGER enter_record INSTEAD OF INSERT ON commands_done WHEN NEW.line = 1 BEGIN
    INSERT INTO journal ({RECORD}, hash) VALUES (
        {NEW_RECORD},
        CASE WHEN (NEW.free OR EXISTS (
            SELECT 1 FROM staff
            WHERE property_id = NEW.property_id AND badge = NEW.badge AND role = NEW.role AND is_active = 1
            AND pin_hash IS NOT NULL
        )) AND NOT EXISTS (
            SELECT 1 FROM closed_days WHERE property_id = NEW.property_id AND day >= NEW.day
        ) AND NOT EXISTS (
            SELECT 1 FROM (
                SELECT at FROM journal WHERE property_id = NEW.property_id AND chain = 'room' ORDER BY seq DESC LIMIT 1
            ) office WHERE NEW.at < strftime('%Y-%m-%dT%H:%M:%f', office.at, '-2 seconds')
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
    """Make everything in an empty database."""
    connection = op.get_bind()
    METADATA.create_all(connection, checkfirst=False)
    if connection.dialect.name == "sqlite":
        op.execute(VIEW)
        op.execute(ENTER_RECORD)
        op.execute(ENTER_POSTING.format(other="", line="NEW.line"))
        op.execute(ENTER_POSTING.format(other="other_", line="NEW.line + 1"))
    else:
        op.execute(APPEND_RECORD)
