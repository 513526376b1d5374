"""The audit after a crash: what was acknowledged is there, once; what was not is there wholly or not at all."""

from collections import Counter

from sqlalchemy import func, select

from pitboss.games.audience import PUBLIC
from pitboss.house.jackpots import meters
from pitboss.house.records import journal
from pitboss.house.records.audit import verify_chains
from pitboss.house.records.face_down import events_of
from pitboss.house.storage.schema import ACCOUNTS, JACKPOTS, JOURNAL, MOVEMENTS, POSTINGS, PROPOSALS

PROPERTY = "P1"
ACCOUNT_OF = {"shown": "custody", "frozen": "custody", "reserve": "reserve", "overflow": "overflow"}
"""The pots of a meter, and in which kind of account each lies."""


def faults(room, acknowledged=()):
    """Everything that is wrong, in sentences; nothing where all is well."""
    with room.database.reading() as connection:
        report = verify_chains(connection, PROPERTY)
        found = [fault.sentence for fault in report.breaks]
        found += _faults_of_money(connection)
        found += _faults_of_commands(room.box, connection, acknowledged)
        for stored in meters.all_of(connection, PROPERTY):
            found += _faults_of_meter(connection, stored)
        found += _faults_of_papers(connection)
        tables = [chain.partition(":")[2] for chain in report.heads if chain.startswith("table:")]
    for table_id in tables:
        found += _faults_of_table(room, table_id)
    return found


def _faults_of_money(connection):
    for name, amounts in (("postings", POSTINGS.c.millicents), ("accounts", ACCOUNTS.c.millicents)):
        total = connection.scalar(select(func.sum(amounts)))
        if total:
            yield f"all {name} together are {total}, and must be nothing"


def _faults_of_commands(box, connection, acknowledged):
    written = {}
    for row in connection.execute(select(JOURNAL)):
        if row.command_id in written:
            yield f"command {row.command_id} was done twice"
        written[row.command_id] = journal.as_record(row)
    for answer in acknowledged:
        record = written.get(answer.command_id)
        if record is None:
            yield f"command {answer.command_id} was acknowledged at {answer.chain} {answer.version}, and is lost"
        elif (record.chain, record.seq, events_of(box, record)) != (
            answer.chain,
            answer.version,
            list(answer.events),
        ):
            yield f"command {answer.command_id} was answered otherwise than it is written: {answer}, {record}"


def _faults_of_meter(connection, stored):
    """A meter, its movements and its accounts say the same; and each movement came with its record and postings."""
    of_meter = MOVEMENTS.c.meter_id == stored.meter_id
    moved = connection.execute(select(MOVEMENTS).where(of_meter).order_by(MOVEMENTS.c.number)).all()
    if [row.number for row in moved] != list(range(1, stored.version + 1)):
        yield f"the movements of meter {stored.meter_id} are not numbered 1 to {stored.version}"
    yield from _faults_of_pots(connection, stored, moved)
    yield from _faults_of_postings(connection, stored.meter_id, moved)


def _faults_of_pots(connection, stored, moved):
    pots, accounts = Counter(), Counter()
    for row in moved:
        pots[row.source] -= row.millicents
        pots[row.target] += row.millicents
    for pot, kind in ACCOUNT_OF.items():
        stands = getattr(stored.meter, pot)
        accounts[f"{kind}:{stored.meter_id}"] += stands
        if pots[pot] != stands:
            yield f"meter {stored.meter_id} has {stands} {pot}, and its movements give {pots[pot]}"
    for account, stands in accounts.items():
        balance = journal.balance(connection, PROPERTY, account)
        if balance != stands:
            yield f"{account} holds {balance}, and the meter says {stands}"


def _faults_of_postings(connection, meter_id, moved):
    """What each record moved in the meter, it moved in the ledger."""
    by_movements, by_postings = Counter(), Counter()
    for row in moved:
        for pot, millicents in ((row.source, -row.millicents), (row.target, row.millicents)):
            if pot in ACCOUNT_OF:
                by_movements[row.chain, row.seq, f"{ACCOUNT_OF[pot]}:{meter_id}"] += millicents
    accounts = {f"{kind}:{meter_id}" for kind in ACCOUNT_OF.values()}
    for row in connection.execute(select(POSTINGS).where(POSTINGS.c.account.in_(accounts))):
        by_postings[row.chain, row.seq, row.account] = row.millicents
    for place in by_movements.keys() | by_postings.keys():
        if by_movements[place] != by_postings[place]:
            yield f"{place}: the meter moved {by_movements[place]}, and the ledger {by_postings[place]}"


def _faults_of_papers(connection):
    """Proposals that came true name a record, and jackpots have theirs."""
    places = {f"{row.property_id} {row.chain} {row.seq}" for row in connection.execute(select(JOURNAL))}
    for row in connection.execute(select(PROPOSALS).where(PROPOSALS.c.status == "used")):
        if row.used_in not in places:
            yield f"proposal {row.proposal_id} was used in {row.used_in}, which is not there"
    moments = {(f"table:{row.table_id}", row.claimed_at) for row in connection.execute(select(JACKPOTS))}
    written = {(row.chain, row.at) for row in connection.execute(select(JOURNAL))}
    for chain, at in moments - written:
        yield f"a jackpot of {chain} was claimed at {at}, and there is no such record"


def _faults_of_table(room, table_id):
    """The table that comes out of the records has what the ledger says."""
    room.view(table_id, PUBLIC)  # brings what other processes have written
    table = room.table(table_id)
    with room.database.reading() as connection:
        for account, cents in table.balances.items():
            millicents = journal.balance(connection, PROPERTY, account)
            if millicents != cents * 1000:
                yield f"{account} holds {millicents}, and the table says {cents} cents"
