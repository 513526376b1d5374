"""``pitboss init``: a new card room."""

from dataclasses import dataclass
from typing import Annotated, Final

from cyclopts import Group, Parameter
from sqlalchemy import inspect

from pitboss.cli.house.files import verify_folder
from pitboss.cli.house.pin import ask_new_pin
from pitboss.cli.house.place import DATABASE, ROOM, Place, open_database, sqlite_file
from pitboss.cli.screen import open_screen
from pitboss.house import property as properties
from pitboss.house.checks import verify_id, verify_words
from pitboss.house.database import Database
from pitboss.house.errors import StorageError
from pitboss.house.opening import create_room, open_room
from pitboss.house.people.door import first_admin
from pitboss.house.people.pins import verify_good
from pitboss.house.property import Property, PropertySettings
from pitboss.house.schema import PROPERTIES

ADMIN: Final = Group("The first admin", sort_key=20)
"""The options about the first person of the room."""


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Wanted:
    """The room that somebody wants."""

    name: Annotated[str, Parameter(group=ROOM, help="What the card room is called.")] = "Card Room"
    zone: Annotated[str, Parameter(group=ROOM, help="Its time zone.")] = PropertySettings.zone
    day_starts: Annotated[str, Parameter(group=ROOM, help="When its gambling day begins.")] = (
        PropertySettings.day_starts
    )
    jurisdiction: Annotated[str, Parameter(group=ROOM, help="Under whose law it is: practice or washington.")] = (
        PropertySettings.jurisdiction
    )
    property_id: Annotated[str, Parameter(name="--property", group=ROOM, help="Its id in the database.")] = "main"
    key: Annotated[
        str, Parameter(env_var="PITBOSS_KEY_FILE", group=ROOM, show_default=False, help="Where the key file goes.")
    ] = ""

    def as_property(self) -> Property:
        """The room itself; nonsense is refused."""
        verify_id(self.property_id, "property id")
        verify_words(self.name, "name")
        settings = PropertySettings(zone=self.zone, day_starts=self.day_starts, jurisdiction=self.jurisdiction)
        return Property(self.property_id, self.name, settings)


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Admin:
    """The first person of the room."""

    badge: Annotated[str, Parameter(env_var="PITBOSS_BADGE", group=ADMIN, help="The badge.")] = "1"
    admin_name: Annotated[str, Parameter(group=ADMIN, help="The name.")] = "Admin"
    pin_file: Annotated[
        str,
        Parameter(
            env_var="PITBOSS_PIN_FILE", group=ADMIN, show_default=False, help="A file with the PIN; else you type it."
        ),
    ] = ""

    def verify(self) -> None:
        """Refuse nonsense before anything is made."""
        verify_id(self.badge, "badge")
        verify_words(self.admin_name, "name")


USUAL: Final = Wanted()
CHIEF: Final = Admin()


def make_room(
    database: Annotated[str, Parameter(env_var="PITBOSS_DATABASE")] = DATABASE,
    /,
    *,
    wanted: Wanted = USUAL,
    admin: Admin = CHIEF,
) -> None:
    """Make a card room: its database, its key, and its first admin.

    Parameters
    ----------
    database
        A file, or postgresql://host/name of a database that is there.
    """
    place = Place(database=database, key=wanted.key, property_id=wanted.property_id)
    house = wanted.as_property()
    admin.verify()
    verify_folder(sqlite_file(place.url), place.key_file)
    with open_database(place) as opened:
        _verify_new(place, opened, house)
        pin = ask_new_pin(admin.pin_file, "--pin-file", f"badge {admin.badge}")
        verify_good(pin)
        had_key = place.key_file.exists()
        create_room(opened, house, place.key_file)
        first_admin(
            open_room(opened, place.key_file, property_id=house.property_id), admin.badge, admin.admin_name, pin
        )
        _tell(place, opened, house, admin, had_key)


def _verify_new(place: Place, database: Database, house: Property) -> None:
    """Refuse a second room of the same id before anybody types a PIN."""
    file = sqlite_file(place.url)
    if file is not None and not file.exists():
        return
    with database.reading() as connection:
        if inspect(connection).has_table(PROPERTIES.name) and properties.exists(connection, house.property_id):
            raise StorageError(f"there is a card room {house.property_id!r} in {database.name} already")


def _tell(place: Place, database: Database, house: Property, admin: Admin, had_key: bool) -> None:
    settings = house.settings
    screen = open_screen()
    day = f"its day begins at {settings.day_starts} in {settings.zone}"
    screen.print(f"{house.name} is made: {day}, under the rules of {house.jurisdiction.name}.", soft_wrap=True)
    screen.print(f"  database    {database.name}", soft_wrap=True)
    kept = "the one that was there" if had_key else "keep a copy in a safe, apart from the database"
    screen.print(f"  key         {place.key_file} ({kept})", soft_wrap=True)
    screen.print(f"  admin       {admin.admin_name}, badge {admin.badge}", soft_wrap=True)
    screen.print("\nNext, with the badge and the PIN of the admin:", style="bold")
    named = "" if place.url == DATABASE else f" --database {place.url}"
    for command, words in _NEXT.items():
        screen.print(f"  pitboss {command}{named}".ljust(50) + f" {words}", soft_wrap=True)


_NEXT: Final = {
    "staff add 2 dealer Bo": "everybody who works here",
    "staff pin": "each of them sets a PIN of their own",
    "progressive create M1 TCPP-1": "a progressive, which another person approves",
    "table template three-card-poker": "the settings of a table, to fill in",
}
