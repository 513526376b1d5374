"""The demo room: play money, five tables, somebody in every role. All of it made by the room's own commands."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from pitboss.errors import PitbossError
from pitboss.games.command import Command
from pitboss.games.double_draw import DoubleDrawRules
from pitboss.games.fortune_san_lo import FortuneSanLoRules
from pitboss.games.power_blackjack import PowerBlackjackRules
from pitboss.games.three_card_poker import ThreeCardPokerRules
from pitboss.house.actor import Actor, Role
from pitboss.house.database import Database
from pitboss.house.opening import create_room, open_room
from pitboss.house.people.door import first_admins
from pitboss.house.people.pins import hash_pin, verify_good
from pitboss.house.people.staff import SetPin
from pitboss.house.property import Property
from pitboss.house.proposals import Approve, Propose
from pitboss.house.room import Room
from pitboss.house.tables import TableSettings
from pitboss.house.tables.commands import CreateTable, HandOver, OpenTable
from pitboss.house.tables.settings import CardKind, ControllerKind
from pitboss.outside import Entropy, SystemEntropy, SystemIds
from pitboss.progressive import usual_parameters
from pitboss.shuffler import draw_below

FOLDER: Final = Path("pitboss-demo")
"""Where the demo room lies, unless somebody names another database."""

PEOPLE: Final = (
    ("1", "Ada", Role.ADMIN),
    ("2", "Ben", Role.ADMIN),
    ("3", "Cleo", Role.EXECUTIVE),
    ("4", "Dan", Role.SUPERVISOR),
    ("5", "Eve", Role.DEALER),
    ("6", "Finn", Role.ACCOUNTING),
    ("7", "Gus", Role.SURVEILLANCE),
    ("8", "Hal", Role.AUDITOR),
)
"""Somebody in every role, and two admins, since nobody is hired by one alone."""

METERS: Final = {"M1": "TCPP-1", "M2": "FSLPP-01"}
"""The progressives with their paytables. Two tables feed the first."""

OPENER_CENTS: Final = 2_000_000


def tables() -> dict[str, TableSettings]:
    """The tables of the demo room.

    >>> [settings.game.value for settings in tables().values()][:2]
    ['three-card-poker', 'fortune-san-lo']
    """
    return {
        "T1": TableSettings(rules=ThreeCardPokerRules(), meter_id="M1"),
        "T2": TableSettings(rules=FortuneSanLoRules(), meter_id="M2"),
        "T3": TableSettings(rules=DoubleDrawRules()),
        "T4": TableSettings(rules=PowerBlackjackRules()),
        "T5": TableSettings(
            rules=ThreeCardPokerRules(), meter_id="M1", cards=CardKind.PHYSICAL, controller=ControllerKind.AQUARIUS
        ),
    }


@dataclass(frozen=True)
class Badge:
    """Somebody who works in the demo room, with the PIN that is told once.

    >>> Badge("5", "Eve", Role.DEALER, "471147")
    Badge(badge='5', name='Eve', role=<Role.DEALER: 'dealer'>)
    """

    badge: str
    name: str
    role: Role
    pin: str = field(repr=False)

    @property
    def actor(self) -> Actor:
        """The person as one who asks."""
        return Actor(self.badge, self.role)


def draw_pin(entropy: Entropy) -> str:
    """Six digits by chance, and no easy ones.

    >>> len(draw_pin(SystemEntropy()))
    6
    """
    while True:
        pin = f"{draw_below(entropy, 1_000_000):06}"
        try:
            verify_good(pin)
        except PitbossError:
            continue
        return pin


def make_demo(database: Database, key: Path, entropy: Entropy | None = None) -> list[Badge]:
    """Make the demo room in an empty database, and tell who works there, with their PINs."""
    entropy = entropy or SystemEntropy()
    create_room(database, Property("demo", "Pitboss Demo Room"), key, entropy)
    people = [Badge(*person, draw_pin(entropy)) for person in PEOPLE]
    _Making(open_room(database, key, property_id="demo"), people).all()
    return people


class _Making:
    """The first day of the room."""

    def __init__(self, room: Room, people: list[Badge]) -> None:
        self._room, self._ids, self._people = room, SystemIds(), people
        self._by_role = {person.role: person.actor for person in people}

    def all(self) -> None:
        self._hire()
        for meter_id, designator in METERS.items():
            parameters = usual_parameters(designator).as_json()
            self._agree("create-meter", meter_id, {"meter_id": meter_id, "parameters": parameters})
        for table_id, settings in tables().items():
            self._open(table_id, settings)

    def _hire(self) -> None:
        admins, others = self._people[:2], self._people[2:]
        first_admins(self._room, *((each.badge, each.name, each.pin) for each in admins), ids=self._ids)
        proposer, approver = (each.actor for each in admins)
        for person in others:
            hashed = hash_pin(person.pin)
            known = {"badge": person.badge, "name": person.name, "role": person.role.value, "pin_hash": hashed}
            self._agree("add-staff", person.badge, known, proposer, approver)
            # A first PIN counts as its proposer's, who could not decide beside them: so each sets it as their own.
            self._office(SetPin(hashed), person.actor)

    def _open(self, table_id: str, settings: TableSettings) -> None:
        content = settings.as_json()
        agreed = self._agree("create-table", table_id, content)
        supervisor = self._by_role[Role.SUPERVISOR]
        self._at(table_id, CreateTable(content, agreed), self._by_role[Role.EXECUTIVE])
        self._at(table_id, OpenTable(OPENER_CENTS), supervisor)
        if settings.cards is CardKind.ELECTRONIC:
            self._at(table_id, HandOver("house"), supervisor)

    def _agree(
        self, kind: str, subject: str, content: dict[str, Any], by: Actor | None = None, other: Actor | None = None
    ) -> str:
        """What the supervisor proposes and the executive approves, unless others are named; the proposal."""
        proposal_id = self._ids.new()[:8]
        self._office(
            Propose(proposal_id, kind, subject, content, "the demo room"), by or self._by_role[Role.SUPERVISOR]
        )
        self._office(Approve(proposal_id), other or self._by_role[Role.EXECUTIVE])
        return proposal_id

    def _office(self, command: Command, by: Actor) -> None:
        self._room.in_office(command, by=by, command_id=self._ids.new())

    def _at(self, table_id: str, command: Command, by: Actor) -> None:
        self._room.at_table(table_id, command, by=by, command_id=self._ids.new())
