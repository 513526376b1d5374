"""The demo room: play money, five tables, somebody in every role. All of it made by the room's own commands."""

from pathlib import Path
from typing import Final

from pitboss.errors import PitbossError
from pitboss.games.double_draw import DoubleDrawRules
from pitboss.games.fortune_san_lo import FortuneSanLoRules
from pitboss.games.power_blackjack import PowerBlackjackRules
from pitboss.games.three_card_poker import ThreeCardPokerRules
from pitboss.house.actor import Role
from pitboss.house.open_room import create_room, open_room
from pitboss.house.people.pins import verify_good
from pitboss.house.property import Property
from pitboss.house.storage.database import Database
from pitboss.house.tables import TableSettings
from pitboss.house.tables.settings import CardKind, ControllerKind
from pitboss.house.tables.state import HOUSE
from pitboss.progressive import usual_parameters
from pitboss.server.first_day import PEOPLE, Badge, FirstDay
from pitboss.shuffler import draw_below
from pitboss.sources import Entropy, SystemEntropy, SystemIds

FOLDER: Final = Path("pitboss-demo")
"""Where the demo room lies, unless somebody names another database."""

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


def draw_pin(entropy: Entropy) -> str:
    """Six digits by chance, and no easy ones.

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
    """Make the demo room in an empty database, and tell who works there, with their PINs."""
    entropy = entropy or SystemEntropy()
    create_room(database, Property("demo", "Pitboss Demo Room"), key, entropy)
    people = [Badge(*person, draw_pin(entropy)) for person in PEOPLE]
    day = FirstDay(open_room(database, key, property_id="demo"), people, SystemIds())
    day.hire()
    day.start_meters({meter_id: usual_parameters(designator) for meter_id, designator in METERS.items()})
    for table_id, settings in tables().items():
        day.open_table(table_id, settings, OPENER_CENTS, HOUSE if settings.cards is CardKind.ELECTRONIC else "")
    return people
