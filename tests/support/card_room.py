"""A card room for tests: its clock, its opening, and people to work in it."""

from datetime import UTC, datetime, timedelta

from argon2 import PasswordHasher

from pitboss.house import proposals
from pitboss.house.actor import Actor, Role
from pitboss.house.errors import UnknownError
from pitboss.house.opening import create_room, open_room
from pitboss.house.people import pins
from pitboss.house.people.door import first_admins
from pitboss.house.people.pins import hash_pin
from pitboss.house.people.players import RegisterPlayer
from pitboss.house.people.signing import OwnPin
from pitboss.house.people.staff import SetPin
from pitboss.house.property import Property, PropertySettings
from pitboss.house.proposals import Approve, Propose
from pitboss.outside import SystemEntropy, SystemIds

LIVE = pins.HASHER
CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
"""For tests that hash many PINs."""

PIN = "4711"
CHIEF, DEPUTY = Actor("1", Role.ADMIN), Actor("100", Role.ADMIN)
"""The first two admins: what one proposes, the other approves."""
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
    create_room(database, Property(property_id, "Lucky Ace", PropertySettings(**settings)), key, entropy, clock=clock)
    return open_room(database, key, property_id=property_id, clock=clock, entropy=entropy)


def office(room, command, by, command_id=None):
    """Do a command of the office under a new id."""
    return room.in_office(command, by=by, command_id=command_id or IDS.new(), pin=OwnPin(PIN))


def approval(room, proposal_id):
    """What somebody sends who approves a proposal as it stands."""
    with room.database.reading() as connection:
        try:
            return proposals.approval(connection, room.property_id, proposal_id)
        except UnknownError:
            return Approve(proposal_id, "")


def agree(room, kind, subject, content, two=(CHIEF, DEPUTY)):
    """What one proposes and another approves; the id of the proposal."""
    (by, approved_by), proposal_id = two, IDS.new()
    office(room, Propose(proposal_id, kind, subject, content, "as discussed"), by)
    office(room, approval(room, proposal_id), approved_by)
    return proposal_id


def hire_chiefs(room):
    """The first two admins, with badges 1 and 100."""
    first_admins(room, (CHIEF.name, "Chief", PIN), (DEPUTY.name, "Deputy", PIN))


def newcomer(badge, role, name="Somebody", pin=PIN):
    """What is proposed about somebody new."""
    return {"badge": badge, "name": name, "role": str(role), "pin_hash": hash_pin(pin)}


def hire(room, badge, role, name="Somebody"):
    """Somebody new who has set a PIN of their own, as approving needs; hired by the first two admins."""
    person = Actor(badge, Role(role))
    agree(room, "add-staff", badge, newcomer(badge, person.role.value, name))
    office(room, SetPin(hash_pin(PIN)), person)
    return person


def change_role(room, badge, role, two=(CHIEF, DEPUTY)):
    """Somebody has another role."""
    agree(room, "change-staff", badge, {"badge": badge, "name": "Somebody", "role": role}, two)


def register(room, player, born="1990-12-31"):
    """A player of age."""
    office(room, RegisterPlayer(player, player.title(), born, is_guest=False), Actor("house", Role.HOUSE))
    return Actor(player, Role.PLAYER)
