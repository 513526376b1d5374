"""Sets up a new card room, such as the demo: hires its staff, creates its meters, creates and opens its tables.

All of it goes through the room's own commands, so it is on record like any other day.
"""

from collections.abc import Mapping, Sequence
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
from pitboss.house.answers import Answer
from pitboss.house.open_room import create_room, open_room
from pitboss.house.people.enrollment import code_for
from pitboss.house.people.login import enroll, first_admins
from pitboss.house.people.pins import verify_good
from pitboss.house.people.proposals import Propose, approval
from pitboss.house.people.signing import OwnPin
from pitboss.house.property import Property
from pitboss.house.room import Room
from pitboss.house.storage.database import Database
from pitboss.house.tables.commands import CreateTable, HandOver, OpenTable
from pitboss.house.tables.settings import CardKind, ControllerKind, TableSettings
from pitboss.house.tables.state import HOUSE
from pitboss.progressive import MeterParameters, usual_parameters
from pitboss.shuffler import draw_below
from pitboss.sources import Entropy, Ids, SystemEntropy, SystemIds

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
"""One person for every role, and two admins, because hiring takes two people."""


@dataclass(frozen=True)
class Badge:
    """A member of the staff, with the PIN that is shown once.

    >>> Badge("5", "Eve", Role.DEALER, "471147")
    Badge(badge='5', name='Eve', role=<Role.DEALER: 'dealer'>)
    """

    badge: str
    name: str
    role: Role
    pin: str = field(repr=False)

    @property
    def actor(self) -> Actor:
        """The person as the actor of a command."""
        return Actor(self.badge, self.role)

    @property
    def license(self) -> str:
        """A made-up license number: the people of a practice room are not real."""
        return f"PRACTICE-{self.badge}"

    def as_newcomer(self) -> dict[str, str]:
        """The content of the proposal to hire this person."""
        return {"badge": self.badge, "name": self.name, "role": self.role.value, "license": self.license}


class FirstDay:
    """Sets up a new room before play starts. The first two people are its admins."""

    def __init__(self, room: Room, people: Sequence[Badge], ids: Ids) -> None:
        self._room, self._people, self._ids = room, people, ids
        self._by_role = {person.role: person.actor for person in people}
        self._pins = {person.actor: OwnPin(person.pin) for person in people}

    def hire(self) -> None:
        """Hire everyone: the first admin proposes, the second approves and is present when the person enrolls."""
        admins, others = self._people[:2], self._people[2:]
        first_admins(self._room, *((each.badge, each.name, each.license, each.pin) for each in admins), ids=self._ids)
        proposer, approver = admins
        for person in others:
            hired = self._propose("add-staff", person.badge, person.as_newcomer(), proposer.actor)
            code = code_for(self._room, approver.actor, self._approve(hired, approver.actor))
            assert code is not None
            present = (approver.badge, approver.pin)
            enroll(self._room, person.badge, code.code, person.pin, approver=present, ids=self._ids)

    def start_meters(self, meters: Mapping[str, MeterParameters]) -> None:
        """Create the progressives, each with its seed."""
        for meter_id, parameters in meters.items():
            self._agree("create-meter", meter_id, {"meter_id": meter_id, "parameters": parameters.as_json()})

    def open_table(self, table_id: str, settings: TableSettings, opener_cents: int, dealer: str) -> None:
        """Create a table and open it with chips in its tray. The dealer is a badge, the auto-dealer, or none yet."""
        content = settings.as_json()
        agreed = self._agree("create-table", table_id, content)
        supervisor = self._by_role[Role.SUPERVISOR]
        self._at(table_id, CreateTable(content, agreed), self._by_role[Role.EXECUTIVE])
        self._at(table_id, OpenTable(opener_cents), supervisor)
        if dealer:
            self._at(table_id, HandOver(dealer), supervisor)

    def office(self, command: Command, by: Actor) -> Answer:
        """Do another command of the office."""
        return self._room.in_office(command, by=by, command_id=self._ids.new(), pin=self._pins.get(by))

    def _agree(self, kind: str, subject: str, content: dict[str, Any]) -> str:
        """Have the supervisor propose and the executive approve; returns the id of the proposal."""
        proposal_id = self._propose(kind, subject, content, self._by_role[Role.SUPERVISOR])
        self._approve(proposal_id, self._by_role[Role.EXECUTIVE])
        return proposal_id

    def _propose(self, kind: str, subject: str, content: dict[str, Any], by: Actor) -> str:
        proposal_id = self._ids.new()[-8:]
        self.office(Propose(proposal_id, kind, subject, content, "the first day"), by)
        return proposal_id

    def _approve(self, proposal_id: str, by: Actor) -> Answer:
        with self._room.database.reading() as connection:
            approved = approval(connection, self._room.property_id, proposal_id)
        return self.office(approved, by)

    def _at(self, table_id: str, command: Command, by: Actor) -> None:
        self._room.at_table(table_id, command, by=by, command_id=self._ids.new())


FOLDER: Final = Path("pitboss-demo")
"""The folder of the demo room, unless another database is named."""

METERS: Final = {"M1": "TCPP-1", "M2": "FSLPP-01"}
"""The progressives with their paytables. Two tables contribute to the first."""

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
            rules=ThreeCardPokerRules(), meter_id="M1", cards=CardKind.LIVE, controller=ControllerKind.AQUARIUS
        ),
    }


def draw_pin(entropy: Entropy) -> str:
    """Draw a PIN of six random digits that is not easy to guess.

    >>> len(draw_pin(SystemEntropy()))
    6
    """
    while True:
        pin = f"{draw_below(entropy, 1_000_000):06}"
        try:
            verify_good(pin, Role.ADMIN)
        except PitbossError:
            continue
        return pin


def make_demo(database: Database, key: Path, entropy: Entropy | None = None) -> list[Badge]:
    """Create the demo room in an empty database; returns its staff with their PINs."""
    entropy = entropy or SystemEntropy()
    create_room(database, Property("demo", "Pitboss Demo Room"), key, entropy)
    people = [Badge(*person, draw_pin(entropy)) for person in PEOPLE]
    day = FirstDay(open_room(database, key, property_id="demo"), people, SystemIds())
    day.hire()
    day.start_meters({meter_id: usual_parameters(designator) for meter_id, designator in METERS.items()})
    for table_id, settings in tables().items():
        day.open_table(table_id, settings, OPENER_CENTS, HOUSE if settings.cards is CardKind.ELECTRONIC else "")
    return people
