"""Lists of a card room that are edited by other means, and what the full self-check finds of it."""

from sqlalchemy import text

from pitboss.house.people.proposals import verify_unused
from pitboss.house.records.projector import Recorded, write_rows
from pitboss.house.records.self_check import selfcheck


def change(floor, statement):
    """Edit a list as whoever writes into the database would."""
    with floor.database.transaction() as connection:
        assert connection.execute(text(statement)).rowcount > 0, "nothing was changed"


def use_proposal(connection, stamp, kind, proposal_id):
    """What a table does with an approved proposal, without the record of the table."""
    verify_unused(connection, stamp.property_id, proposal_id)
    write_rows(connection, Recorded(stamp, "admin:1", kind, {"proposal_id": proposal_id}, {}, []))


def wrong(floor):
    """What the full self-check finds, which is the lists alone."""
    checks = selfcheck(floor.database, floor.room.house, floor.room.box)
    assert {check.name for check in checks if not check.is_ok} <= {"lists"}
    return [check.words for check in checks if not check.is_ok]


def found(one, many):
    """What it says where one list was edited."""
    return [f"{one} is not what the records say: the list of {many} was edited outside Pitboss"]
