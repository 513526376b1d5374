"""A card room for tests: its clock, its opening, and people to work in it."""

from datetime import UTC, datetime, timedelta

from argon2 import PasswordHasher

from pitboss.house.actor import Actor, Role
from pitboss.house.errors import UnknownError
from pitboss.house.open_room import create_room, open_room
from pitboss.house.people import pins, proposals
from pitboss.house.people.enrollment import code_for
from pitboss.house.people.login import change_pin, enroll, first_admins
from pitboss.house.people.players import RegisterPlayer
from pitboss.house.people.proposals import Approve, Propose
from pitboss.house.people.signing import OwnPin
from pitboss.house.property import Property, PropertySettings
from pitboss.sources import SystemEntropy, SystemIds

LIVE = pins.HASHER
CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
"""For tests that hash many PINs."""

PIN = "470815"
"""Of everybody, unless a test gives another one."""


def pin_of(badge):
    """A PIN for each badge, where everybody has another one."""
    return str(470815 + int(badge))


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
    proposal_id = IDS.new()
    approved(room, proposal_id, kind, subject, content, two)
    return proposal_id


def approved(room, proposal_id, kind, subject, content, two=(CHIEF, DEPUTY)):  # noqa: PLR0913, PLR0917
    """The same under this id: what the approver was answered."""
    by, approved_by = two
    office(room, Propose(proposal_id, kind, subject, content, "as discussed"), by)
    return office(room, approval(room, proposal_id), approved_by)


def hire_chiefs(room):
    """The first two admins, with badges 1 and 100."""
    first_admins(room, (CHIEF.name, "Chief", "68-1", PIN), (DEPUTY.name, "Deputy", "68-100", PIN))


def newcomer(badge, role, name="Somebody"):
    """What is proposed about somebody new."""
    return {"badge": badge, "name": name, "role": str(role), "license": f"68-{badge}"}


def enrolled(room, answer, approver=DEPUTY, pin=PIN, *, approver_pin=PIN, ids=IDS):  # noqa: PLR0913
    """The person whose hiring, reset or promotion this approver was answered about enrolls, where it opened that."""
    code = code_for(room, approver, answer)
    if code is not None:
        enroll(room, code.badge, code.code, pin, approver=(approver.name, approver_pin), ids=ids)


def hire(room, badge, role, name="Somebody", pin=PIN):
    """Somebody new, hired by the first two admins, who has enrolled."""
    content = newcomer(badge, Role(role).value, name)
    enrolled(room, approved(room, IDS.new(), "add-staff", badge, content), pin=pin)
    return Actor(badge, Role(role))


def change_role(room, badge, role, two=(CHIEF, DEPUTY)):
    """Somebody has another role, and has enrolled again where that needs a longer PIN."""
    content = {"badge": badge, "name": "Somebody", "role": role, "license": ""}
    enrolled(room, approved(room, IDS.new(), "change-staff", badge, content, two), two[1])


def new_pin(room, who, pin, old=PIN):
    """Somebody changes their own PIN."""
    return change_pin(room, who.name, old, pin, command_id=IDS.new())


def register(room, player, born="1990-12-31"):
    """A player of age."""
    office(room, RegisterPlayer(player, player.title(), born, is_guest=False), Actor("house", Role.HOUSE))
    return Actor(player, Role.PLAYER)
