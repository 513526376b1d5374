"""``pitboss init``: makes a new card room with its database, its key and its first two admins."""

from dataclasses import dataclass
from shlex import quote
from typing import Annotated, Final

from cyclopts import Group, Parameter
from sqlalchemy import inspect

from pitboss.cli.house.place import DATABASE, ROOM, Place, open_database, sqlite_file, verify_can_be_made
from pitboss.cli.house.user_input import ask_new_pin
from pitboss.cli.output import TerminalError, open_screen
from pitboss.house import property as properties
from pitboss.house.actor import Role
from pitboss.house.errors import StorageError
from pitboss.house.field_checks import verify_id, verify_words
from pitboss.house.open_room import create_room, open_room
from pitboss.house.people.licenses import is_same_license, license_of, verify_licensed
from pitboss.house.people.login import first_admins
from pitboss.house.people.pins import verify_good
from pitboss.house.people.staff import all_staff
from pitboss.house.property import Property, PropertySettings
from pitboss.house.storage.database import Database
from pitboss.house.storage.schema import PROPERTIES

ADMINS: Final = Group("The first two admins", sort_key=20)
"""The options about the first two people of the room."""


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Wanted:
    """The options that describe the new room."""

    name: Annotated[str, Parameter(group=ROOM, help="The name of the card room.")] = "Card Room"
    zone: Annotated[str, Parameter(group=ROOM, help="Its time zone.")] = PropertySettings.zone
    day_starts: Annotated[str, Parameter(group=ROOM, help="When its gaming day begins.")] = PropertySettings.day_starts
    jurisdiction: Annotated[str, Parameter(group=ROOM, help="The jurisdiction: practice or washington.")] = (
        PropertySettings.jurisdiction
    )
    kind: Annotated[str, Parameter(group=ROOM, help="The kind of room: commercial or tribal.")] = PropertySettings.kind
    property_id: Annotated[str, Parameter(name="--property", group=ROOM, help="Its id in the database.")] = "main"
    key: Annotated[
        str, Parameter(env_var="PITBOSS_KEY_FILE", group=ROOM, show_default=False, help="Where to write the key file.")
    ] = ""

    def as_property(self) -> Property:
        """Make the room of the options; refuse invalid ones."""
        verify_id(self.property_id, "property id")
        verify_words(self.name, "name")
        settings = PropertySettings(
            zone=self.zone, day_starts=self.day_starts, jurisdiction=self.jurisdiction, kind=self.kind
        )
        return Property(self.property_id, self.name, settings)


PIN_FILE: Final = "A file with the PIN; you type the PIN if you name none."
LICENSE: Final = "The number of the license, or of the certification in a tribal casino; a practice room needs none."


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Admins:
    """The first two people of the room. Two, because a hire takes two people."""

    badge: Annotated[str, Parameter(env_var="PITBOSS_BADGE", group=ADMINS, help="The badge of the first.")] = "1"
    admin_name: Annotated[str, Parameter(group=ADMINS, help="The name of the first.")] = "First Admin"
    pin_file: Annotated[str, Parameter(env_var="PITBOSS_PIN_FILE", group=ADMINS, show_default=False, help=PIN_FILE)] = (
        ""
    )
    license: Annotated[str, Parameter(group=ADMINS, help=LICENSE)] = ""
    second_badge: Annotated[
        str, Parameter(env_var="PITBOSS_SECOND_BADGE", group=ADMINS, help="The badge of the second.")
    ] = "2"
    second_name: Annotated[str, Parameter(group=ADMINS, help="The name of the second.")] = "Second Admin"
    second_license: Annotated[str, Parameter(group=ADMINS, help=LICENSE)] = ""
    second_pin_file: Annotated[
        str, Parameter(env_var="PITBOSS_SECOND_PIN_FILE", group=ADMINS, show_default=False, help=PIN_FILE)
    ] = ""

    @property
    def named(self) -> tuple[tuple[str, str, str], ...]:
        """Their badges, names and license numbers."""
        return (
            (self.badge, self.admin_name, self.license),
            (self.second_badge, self.second_name, self.second_license),
        )

    def verify(self, house: Property) -> None:
        """Refuse invalid options before anything is made."""
        for badge, name, number in self.named:
            verify_id(badge, "badge")
            verify_words(name, "name")
            verify_licensed(house, badge, number)
        if self.badge.lower() == self.second_badge.lower():
            raise TerminalError(f"badge {self.badge} cannot be both admins: name another one with --second-badge")
        if is_same_license(*(license_of(badge, number) for badge, _, number in self.named)):
            raise TerminalError(f"{self.license} cannot be the license number of both admins: each has their own")

    def ask_pins(self) -> tuple[str, ...]:
        """Ask both people to type their PINs, or read the files."""
        files = (
            (self.badge, self.pin_file, "--pin-file"),
            (self.second_badge, self.second_pin_file, "--second-pin-file"),
        )
        return tuple(_ask_good_pin(*each) for each in files)


def _ask_good_pin(badge: str, file: str, option: str) -> str:
    pin = ask_new_pin(file, option, f"badge {badge}")
    verify_good(pin, Role.ADMIN)
    return pin


USUAL: Final = Wanted()
CHIEFS: Final = Admins()


def make_room(
    database: Annotated[str, Parameter(env_var="PITBOSS_DATABASE")] = DATABASE,
    /,
    *,
    wanted: Wanted = USUAL,
    admins: Admins = CHIEFS,
) -> None:
    """Make a card room: its database, its key, and its first two admins, each with their own PIN.

    Parameters
    ----------
    database
        A file, or postgresql://host/name of an existing database.
    """
    place = Place(database=database, key=wanted.key, property_id=wanted.property_id)
    house = wanted.as_property()
    admins.verify(house)
    verify_can_be_made(place)
    with open_database(place) as opened:
        if opened.is_in_memory:
            raise TerminalError(f"a card room in {place.url} would be gone when this command ends: name a file")
        is_begun = _is_begun(place, opened, house)
        pins = admins.ask_pins()
        had_key = place.key_file.exists()
        if not is_begun:
            create_room(opened, house, place.key_file)
        room = open_room(opened, place.key_file, property_id=house.property_id)
        founders = ((badge, name, number, pin) for (badge, name, number), pin in zip(admins.named, pins, strict=True))
        first_admins(room, *founders)
        _tell(place, opened, room.house, admins, had_key)


def _is_begun(place: Place, database: Database, house: Property) -> bool:
    """Whether the room exists but has no staff yet. A second room of the same id is refused before a PIN is typed."""
    file = sqlite_file(place.url)
    if file is not None and not file.exists():
        return False
    with database.reading() as connection:
        if not (inspect(connection).has_table(PROPERTIES.name) and properties.exists(connection, house.property_id)):
            return False
        if all_staff(connection, house.property_id):
            raise StorageError(f"there is a card room {house.property_id!r} in {database.name} already")
    return True


def _tell(place: Place, database: Database, house: Property, admins: Admins, had_key: bool) -> None:
    settings = house.settings
    screen = open_screen()
    day = f"its day begins at {settings.day_starts} in {settings.zone}"
    screen.print(f"{house.name} is made: {day}, under the rules of {house.jurisdiction.name}.", soft_wrap=True)
    screen.print(f"  database    {database.name}", soft_wrap=True)
    kept = "the existing one" if had_key else "keep a copy in a safe, apart from the database"
    screen.print(f"  key         {place.key_file} ({kept})", soft_wrap=True)
    for badge, name, _ in admins.named:
        screen.print(f"  admin       {name}, badge {badge}", soft_wrap=True)
    screen.print("\nNext, one admin with badge and PIN, and the other to approve:", style="bold")
    named = _named(place)
    lines = {f"pitboss {command}{'' if command == _TEMPLATE else named}": words for command, words in _NEXT.items()}
    width = max(map(len, lines))
    for line, words in lines.items():
        screen.print(f"  {line.ljust(width)}  {words}", soft_wrap=True)


def _named(place: Place) -> str:
    """The options that other commands need to find the room, if it is not in the default place.

    >>> _named(Place(database="rooms/ace.db")), _named(Place(property_id="main"))
    (' --database rooms/ace.db', '')
    """
    options = {
        "--database": "" if place.url == DATABASE else place.url,
        "--key": place.key,
        "--property": "" if place.property_id == USUAL.property_id else place.property_id,
    }
    return "".join(f" {option} {quote(value)}" for option, value in options.items() if value)


_TEMPLATE: Final = "table template three-card-poker"
"""It prints the same for every room."""

_NEXT: Final = {
    "staff add 3 executive Bo": "all staff, an executive first",
    "proposals approve ...": "the other admin approves each of them, and is shown a code",
    "staff enroll 3": "each of them chooses a PIN at that admin's terminal",
    "progressive create M1 TCPP-1": "a progressive, which another person approves",
    _TEMPLATE: "the settings of a table, to fill in",
}
