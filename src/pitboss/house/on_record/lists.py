"""All lists of the room against its records, which are read once for all of them."""

from sqlalchemy import Connection

from pitboss.house.on_record.book import Book
from pitboss.house.on_record.conditions import Conditions
from pitboss.house.on_record.days import Days
from pitboss.house.on_record.disputes import Disputes
from pitboss.house.on_record.hashed import HashedRows
from pitboss.house.on_record.house import House
from pitboss.house.on_record.incidents import Incidents
from pitboss.house.on_record.meters import Meters
from pitboss.house.on_record.office import office_records
from pitboss.house.on_record.players import Players
from pitboss.house.on_record.proposals import Proposals
from pitboss.house.on_record.sessions import Sessions
from pitboss.house.on_record.staff import Staff


def wrong_lists(connection: Connection, property_id: str) -> list[str]:
    """Of every list that is not what the records say, the first row that differs, in words.

    Whoever asks looks at one moment: else what is done meanwhile would be in the list, and not in the records read.
    """
    books: tuple[Book, ...] = (
        House(),
        Conditions(),
        Staff(),
        Sessions(),
        Proposals(),
        Players(),
        Meters(),
        Incidents(),
        Disputes(),
        HashedRows(),
        Days(),
    )
    for said in office_records(connection, property_id):
        for book in books:
            book.note(said)
    for book in books:
        book.complete(connection, property_id)
    found = (sheet.wrong(connection, property_id) for book in books for sheet in book.sheets)
    return [words for words in found if words is not None]
