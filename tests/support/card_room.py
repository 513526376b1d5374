"""A card room for tests: its clock, its opening, and people to work in it."""

from datetime import UTC, datetime, timedelta

from argon2 import PasswordHasher

from pitboss.house.actor import Actor, Role
from pitboss.house.opening import create_room, open_room
from pitboss.house.people import pins
from pitboss.house.people.door import first_admin
from pitboss.house.people.pins import hash_pin
from pitboss.house.people.players import RegisterPlayer
from pitboss.house.people.staff import AddStaff, SetPin
from pitboss.house.property import Property, PropertySettings
from pitboss.outside import SystemEntropy, SystemIds

LIVE = pins.HASHER
CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
"""For tests that hash many PINs."""

PIN = "4711"
CHIEF = Actor("1", Role.ADMIN)
IDS = SystemIds()


class FakeClock:
    """Stands still until somebody lets it tick; a Sunday at noon in Los Angeles."""

    def __init__(self, instant=datetime(2026, 11, 15, 20, tzinfo=UTC)):
        self.instant = instant

    def now(self):
        return self.instant

    def tick(self, **much):
        self.instant += timedelta(**much)


def new_room(database, key, clock, property_id="P1", **settings):
    """A new card room in a database, open."""
    entropy = SystemEntropy()
    create_room(database, Property(property_id, "Lucky Ace", PropertySettings(**settings)), key, entropy)
    return open_room(database, key, property_id=property_id, clock=clock, entropy=entropy)


def office(room, command, by, command_id=None):
    """Do a command of the office under a new id."""
    return room.in_office(command, by=by, command_id=command_id or IDS.new())


def hire_chief(room):
    """The first admin, with badge 1."""
    first_admin(room, CHIEF.name, "Chief", PIN)
    return CHIEF


def hire(room, badge, role, name="Somebody"):
    """Somebody new who has set a PIN of their own, as approving needs; hired by the admin with badge 1."""
    person = Actor(badge, Role(role))
    office(room, AddStaff(badge, name, person.role.value, hash_pin(PIN)), CHIEF)
    office(room, SetPin(badge, hash_pin(PIN)), person)
    return person


def register(room, player, born="1990-12-31"):
    """A player of age."""
    office(room, RegisterPlayer(player, player.title(), born, is_guest=False), Actor("house", Role.HOUSE))
    return Actor(player, Role.PLAYER)
