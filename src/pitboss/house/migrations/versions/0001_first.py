"""The first schema: the journal, the ledger, tables, meters, and what the office keeps."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

# A record, its postings and the new balances in one statement. A record of staff is written only for a badge that is on
# duty in its role, and only while nobody waits in line for its chain: else it has no hash, and is refused with all that
# goes with it. An upsert would check the amount that it adds, not the sum: an account is made empty first. Accounts
# come in the order of their names, so two writers never wait for each other.
APPEND_RECORD = """
CREATE OR REPLACE FUNCTION append_record(
    of_property text, of_chain text, at_seq bigint, by_command text, by_actor text, at_instant text, on_day text,
    by_correlation text, of_kind text, was_asked text, was_drawn text, had_events text, had_previous text,
    own_hash text, line_of_chain text, is_free boolean, by_badge text, in_role text,
    names text[], amounts bigint[], owing int[]
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO journal (
        property_id, chain, seq, command_id, actor, at, day, correlation, kind, asked, drawn, events, previous, hash
    ) VALUES (
        of_property, of_chain, at_seq, by_command, by_actor, at_instant, on_day, by_correlation, of_kind, was_asked,
        was_drawn, had_events, had_previous,
        CASE WHEN pg_try_advisory_xact_lock_shared(hashtextextended(line_of_chain, 0)) AND (is_free OR EXISTS (
            SELECT 1 FROM staff
            WHERE property_id = of_property AND badge = by_badge AND role = in_role AND is_active = 1
        )) THEN own_hash END
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


def upgrade() -> None:
    """Do the step."""
    op.create_table(
        "accounts",
        sa.Column("property_id", sa.Text(), nullable=False),
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("may_owe", sa.Integer(), nullable=False),
        sa.Column("millicents", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("millicents >= 0 OR may_owe = 1", name=op.f("ck_accounts_not_below_nothing")),
        sa.PrimaryKeyConstraint("property_id", "account", name=op.f("pk_accounts")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "deadlines",
        sa.Column("property_id", sa.Text(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sa.Column("due_at", sa.Text(), nullable=False),
        sa.Column("claimed_until", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("property_id", "table_id", name=op.f("pk_deadlines")),
    )
    op.create_index(op.f("ix_deadlines_property_id_due_at"), "deadlines", ["property_id", "due_at"])
    op.create_table(
        "sessions",
        sa.Column("property_id", sa.Text(), nullable=False),
        sa.Column("token_hash", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=True),
        sa.Column("csrf", sa.Text(), nullable=False),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("made_at", sa.Text(), nullable=False),
        sa.Column("ends_at", sa.Text(), nullable=True),
        sa.CheckConstraint("kind IN ('session', 'display', 'controller')", name=op.f("ck_sessions_kind")),
        sa.PrimaryKeyConstraint("property_id", "token_hash", name=op.f("pk_sessions")),
    )
    op.create_table(
        "disputes",
        sa.Column("property_id", sa.Text(), nullable=False),
        sa.Column("dispute_id", sa.Text(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("round_number", sa.BigInteger(), nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("claim", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("first_seq", sa.BigInteger(), nullable=False),
        sa.Column("opened_at", sa.Text(), nullable=False),
        sa.Column("opened_by", sa.Text(), nullable=False),
        sa.Column("ruling", sa.Text(), nullable=True),
        sa.Column("ruled_at", sa.Text(), nullable=True),
        sa.Column("ruled_by", sa.Text(), nullable=True),
        sa.Column("closed_at", sa.Text(), nullable=True),
        sa.Column("closed_by", sa.Text(), nullable=True),
        sa.CheckConstraint("status IN ('open', 'ruled', 'closed')", name=op.f("ck_disputes_status")),
        sa.PrimaryKeyConstraint("property_id", "dispute_id", name=op.f("pk_disputes")),
    )
    op.create_index(
        op.f("ix_disputes_property_id_table_id_status"), "disputes", ["property_id", "table_id", "status"], unique=False
    )
    op.create_table(
        "incidents",
        sa.Column("property_id", sa.Text(), nullable=False),
        sa.Column("incident_id", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("is_reportable", sa.BigInteger(), nullable=False),
        sa.Column("noticed_at", sa.Text(), nullable=False),
        sa.Column("due_at", sa.Text(), nullable=False),
        sa.Column("opened_at", sa.Text(), nullable=False),
        sa.Column("opened_by", sa.Text(), nullable=False),
        sa.Column("reported_at", sa.Text(), nullable=True),
        sa.Column("reported_by", sa.Text(), nullable=True),
        sa.Column("reference", sa.Text(), nullable=True),
        sa.Column("closed_at", sa.Text(), nullable=True),
        sa.Column("closed_by", sa.Text(), nullable=True),
        sa.Column("outcome", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("property_id", "incident_id", name=op.f("pk_incidents")),
    )
    op.create_index(op.f("ix_incidents_property_id_due_at"), "incidents", ["property_id", "due_at"], unique=False)
    op.create_table(
        "jackpots",
        sa.Column("property_id", sa.Text(), nullable=False),
        sa.Column("jackpot_id", sa.Text(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("round_number", sa.BigInteger(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("meter_id", sa.Text(), nullable=False),
        sa.Column("row", sa.Text(), nullable=False),
        sa.Column("hand", sa.Text(), nullable=False),
        sa.Column("pay", sa.Text(), nullable=False),
        sa.Column("cents", sa.BigInteger(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("percent", sa.Text(), nullable=True),
        sa.Column("needs", sa.Text(), nullable=False),
        sa.Column("needs_surveillance", sa.Integer(), nullable=False),
        sa.Column("needs_tax_form", sa.Integer(), nullable=False),
        sa.Column("shown_before_cents", sa.BigInteger(), nullable=False),
        sa.Column("shown_after_cents", sa.BigInteger(), nullable=False),
        sa.Column("claim", sa.Text(), nullable=True),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("verified_by", sa.Text(), nullable=True),
        sa.Column("checked_by", sa.Text(), nullable=True),
        sa.Column("decided_by", sa.Text(), nullable=True),
        sa.Column("identity", sa.Text(), nullable=True),
        sa.Column("tax_form", sa.Text(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("cards", sa.Text(), nullable=False),
        sa.Column("claimed_at", sa.Text(), nullable=False),
        sa.Column("claimed_day", sa.Text(), nullable=False),
        sa.Column("decided_at", sa.Text(), nullable=True),
        sa.Column("decided_day", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("property_id", "jackpot_id", name=op.f("pk_jackpots")),
    )
    op.create_index(
        op.f("ix_jackpots_property_id_meter_id_decided_at"),
        "jackpots",
        ["property_id", "meter_id", "decided_at"],
        unique=False,
    )
    op.create_table(
        "journal",
        sa.Column("property_id", sa.Text(), nullable=False),
        sa.Column("chain", sa.Text(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("command_id", sa.Text(), nullable=False),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.Column("at", sa.Text(), nullable=False),
        sa.Column("day", sa.Text(), nullable=False),
        sa.Column("correlation", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("asked", sa.Text(), nullable=False),
        sa.Column("drawn", sa.Text(), nullable=False),
        sa.Column("events", sa.Text(), nullable=False),
        sa.Column("previous", sa.Text(), nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("property_id", "chain", "seq", name=op.f("pk_journal")),
        sa.UniqueConstraint("property_id", "command_id", name=op.f("uq_journal_property_id_command_id")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_journal_property_id_day_kind"), "journal", ["property_id", "day", "kind"], unique=False)
    op.create_table(
        "meters",
        sa.Column("property_id", sa.Text(), nullable=False),
        sa.Column("meter_id", sa.Text(), nullable=False),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sa.Column("parameters", sa.Text(), nullable=False),
        sa.Column("meter", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("property_id", "meter_id", name=op.f("pk_meters")),
    )
    op.create_table(
        "players",
        sa.Column("property_id", sa.Text(), nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("born", sa.Text(), nullable=True),
        sa.Column("is_guest", sa.Integer(), nullable=False),
        sa.Column("registered_at", sa.Text(), nullable=False),
        sa.Column("chips_day", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("property_id", "player", name=op.f("pk_players")),
    )
    op.create_table(
        "postings",
        sa.Column("property_id", sa.Text(), nullable=False),
        sa.Column("chain", sa.Text(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("line", sa.Integer(), nullable=False),
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("millicents", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("property_id", "chain", "seq", "line", name=op.f("pk_postings")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_postings_property_id_account"), "postings", ["property_id", "account"], unique=False)
    op.create_table(
        "properties",
        sa.Column("property_id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("property_id", name=op.f("pk_properties")),
    )
    op.create_table(
        "proposals",
        sa.Column("property_id", sa.Text(), nullable=False),
        sa.Column("proposal_id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("proposed_by", sa.Text(), nullable=False),
        sa.Column("proposed_at", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("decided_by", sa.Text(), nullable=True),
        sa.Column("decided_at", sa.Text(), nullable=True),
        sa.Column("note", sa.Text(), nullable=True),
        sa.Column("used_in", sa.Text(), nullable=True),
        sa.CheckConstraint(
            "decided_by IS NULL OR decided_by <> proposed_by OR status = 'withdrawn'",
            name=op.f("ck_proposals_two_people"),
        ),
        sa.CheckConstraint(
            "status IN ('pending', 'approved', 'rejected', 'withdrawn', 'used')", name=op.f("ck_proposals_known_status")
        ),
        sa.PrimaryKeyConstraint("property_id", "proposal_id", name=op.f("pk_proposals")),
    )
    op.create_index(op.f("ix_proposals_property_id_status"), "proposals", ["property_id", "status"], unique=False)
    op.create_table(
        "staff",
        sa.Column("property_id", sa.Text(), nullable=False),
        sa.Column("badge", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("pin_hash", sa.Text(), nullable=False),
        sa.Column("pin_set_by", sa.Text(), nullable=False),
        sa.Column("is_active", sa.Integer(), nullable=False),
        sa.Column("failed", sa.Integer(), nullable=False),
        sa.Column("locked_at", sa.Text(), nullable=True),
        sa.Column("added_at", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("property_id", "badge", name=op.f("pk_staff")),
    )
    op.create_table(
        "tables",
        sa.Column("property_id", sa.Text(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("meter_id", sa.Text(), nullable=True),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.Column("snapshot", sa.Text(), nullable=False),
        sa.Column("sealed", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("property_id", "table_id", name=op.f("pk_tables")),
    )
    op.create_table(
        "exclusions",
        sa.Column("property_id", sa.Text(), nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.Text(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("made_by", sa.Text(), nullable=False),
        sa.Column("made_at", sa.Text(), nullable=False),
        sa.Column("lifted_by", sa.Text(), nullable=True),
        sa.Column("lifted_at", sa.Text(), nullable=True),
        sa.Column("lifted_reason", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["property_id", "player"],
            ["players.property_id", "players.player"],
            name=op.f("fk_exclusions_property_id_player"),
        ),
        sa.PrimaryKeyConstraint("property_id", "player", "number", name=op.f("pk_exclusions")),
    )
    op.create_table(
        "incident_notes",
        sa.Column("property_id", sa.Text(), nullable=False),
        sa.Column("incident_id", sa.Text(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.Text(), nullable=False),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["property_id", "incident_id"],
            ["incidents.property_id", "incidents.incident_id"],
            name=op.f("fk_incident_notes_property_id_incident_id"),
        ),
        sa.PrimaryKeyConstraint("property_id", "incident_id", "number", name=op.f("pk_incident_notes")),
    )
    op.create_table(
        "movements",
        sa.Column("property_id", sa.Text(), nullable=False),
        sa.Column("meter_id", sa.Text(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("chain", sa.Text(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.Text(), nullable=False),
        sa.Column("day", sa.Text(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("target", sa.Text(), nullable=False),
        sa.Column("millicents", sa.BigInteger(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("note", sa.Text(), nullable=True),
        sa.Column("shown_after", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["property_id", "meter_id"],
            ["meters.property_id", "meters.meter_id"],
            name=op.f("fk_movements_property_id_meter_id"),
        ),
        sa.PrimaryKeyConstraint("property_id", "meter_id", "number", name=op.f("pk_movements")),
    )
    op.create_index(
        op.f("ix_movements_property_id_chain_seq"), "movements", ["property_id", "chain", "seq"], unique=False
    )
    op.create_table(
        "parameters",
        sa.Column("property_id", sa.Text(), nullable=False),
        sa.Column("meter_id", sa.Text(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("parameters", sa.Text(), nullable=False),
        sa.Column("since", sa.Text(), nullable=False),
        sa.Column("day", sa.Text(), nullable=False),
        sa.Column("approved_by", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["property_id", "meter_id"],
            ["meters.property_id", "meters.meter_id"],
            name=op.f("fk_parameters_property_id_meter_id"),
        ),
        sa.PrimaryKeyConstraint("property_id", "meter_id", "number", name=op.f("pk_parameters")),
    )
    op.create_table(
        "readings",
        sa.Column("property_id", sa.Text(), nullable=False),
        sa.Column("meter_id", sa.Text(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.Text(), nullable=False),
        sa.Column("day", sa.Text(), nullable=False),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.Column("read_cents", sa.BigInteger(), nullable=False),
        sa.Column("meter_cents", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["property_id", "meter_id"],
            ["meters.property_id", "meters.meter_id"],
            name=op.f("fk_readings_property_id_meter_id"),
        ),
        sa.PrimaryKeyConstraint("property_id", "meter_id", "seq", name=op.f("pk_readings")),
    )
    op.create_table(
        "signatures",
        sa.Column("property_id", sa.Text(), nullable=False),
        sa.Column("dispute_id", sa.Text(), nullable=False),
        sa.Column("party", sa.Text(), nullable=False),
        sa.Column("signature", sa.Text(), nullable=False),
        sa.Column("at", sa.Text(), nullable=False),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["property_id", "dispute_id"],
            ["disputes.property_id", "disputes.dispute_id"],
            name=op.f("fk_signatures_property_id_dispute_id"),
        ),
        sa.PrimaryKeyConstraint("property_id", "dispute_id", "party", name=op.f("pk_signatures")),
    )
    if op.get_bind().dialect.name == "postgresql":
        op.execute(APPEND_RECORD)
