"""The simulated card room: eight tables with all four games, three meters, and a person in every role."""

from fractions import Fraction
from pathlib import Path
from typing import Final
from unittest.mock import patch

from argon2 import PasswordHasher

from pitboss.fault_simulator.simulated_sources import SimulatedClock, SimulatedEntropy, SimulatedIds
from pitboss.games.double_draw import DoubleDrawRules
from pitboss.games.fortune_san_lo import FortuneSanLoRules
from pitboss.games.power_blackjack import PowerBlackjackRules
from pitboss.games.table import Limit
from pitboss.games.three_card_poker import ThreeCardPokerRules
from pitboss.house.actor import Actor, Role
from pitboss.house.cage.wallets import Deposit
from pitboss.house.open_room import create_room, open_room
from pitboss.house.people import pins
from pitboss.house.people.players import RegisterPlayer
from pitboss.house.property import Property, PropertySettings
from pitboss.house.room import AUTO_DEALER
from pitboss.house.storage.database import Database
from pitboss.house.tables.settings import CardKind, ControllerKind, TableSettings
from pitboss.house.tables.state import HOUSE
from pitboss.progressive import MeterParameters, SeveralWins, usual_parameters
from pitboss.server.first_day import PEOPLE, Badge, FirstDay

PIN: Final = "470815"
PLAYERS: Final = ("ann", "bob", "cid", "dee")
STAFF: Final = {role: Actor(badge, role) for badge, _, role in PEOPLE}
DEALER_BADGE: Final = STAFF[Role.DEALER].name
EVERYBODY: Final = (*STAFF.values(), *(Actor(name, Role.PLAYER) for name in PLAYERS), AUTO_DEALER)

WALLET_CENTS: Final = 2_000_000
OPENER_CENTS: Final = 5_000_000


def meters() -> dict[str, MeterParameters]:
    """The progressives. Even a straight needs a supervisor, so that wins are claimed often.

    >>> sorted(meters())
    ['M1', 'M2', 'M3']
    """
    return {
        "M1": usual_parameters(
            "TCPP-1",
            jackpot_lock=True,
            supervisor_from_cents=600,
            reserve_rate=Fraction(1, 100),
        ),
        "M2": usual_parameters("FSLPP-01", supervisor_from_cents=500, several_wins=SeveralWins.FULL_METER_EACH),
        "M3": usual_parameters("TCPP-1", maximum_cents=150_000),
    }


def tables() -> dict[str, tuple[TableSettings, str]]:
    """The tables, each with its dealer. Three of them feed one meter, on two kinds of controllers.

    >>> tables()["B"][1]
    'house'
    """
    nexus, aquarius = ControllerKind.NEXUS, ControllerKind.AQUARIUS
    three_card, live = ThreeCardPokerRules(), CardKind.LIVE
    # 11 to 1 on the highest wager is more than may be paid without surveillance.
    high = PowerBlackjackRules(limits={"push-22": Limit(100, 30_000, 100)})
    return {
        "T1": (TableSettings(rules=three_card, meter_id="M1", controller=nexus), DEALER_BADGE),
        "T2": (TableSettings(rules=three_card, meter_id="M1", controller=aquarius), HOUSE),
        "P": (TableSettings(rules=three_card, meter_id="M1", controller=nexus, cards=live), DEALER_BADGE),
        "Q": (TableSettings(rules=three_card, meter_id="M3", controller=aquarius, cards=live), DEALER_BADGE),
        "U": (TableSettings(rules=three_card, meter_id="M3"), DEALER_BADGE),
        "F": (TableSettings(rules=FortuneSanLoRules(), meter_id="M2"), DEALER_BADGE),
        "D": (TableSettings(rules=DoubleDrawRules()), DEALER_BADGE),
        "B": (TableSettings(rules=high), HOUSE),
    }


def make_room(database: Database, key: Path, property_id: str) -> None:
    """Create the room in a database that has no room with this id, and open it for its first day."""
    clock, entropy = SimulatedClock(), SimulatedEntropy("the first day")
    licensed = PropertySettings(jurisdiction="washington")
    create_room(database, Property(property_id, "The Tortured Ace", licensed), key, entropy, clock=clock)
    room = open_room(database, key, property_id=property_id, clock=clock, entropy=entropy)
    day = FirstDay(room, [Badge(*person, PIN) for person in PEOPLE], SimulatedIds("f"))
    # Nobody attacks these PINs, and people sign all day: real hashing would be half of the simulator's work.
    with patch.object(pins, "HASHER", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)):
        day.hire()
    day.start_meters(meters())
    for name in PLAYERS:
        day.office(RegisterPlayer(name, name.title(), "1990-12-31", is_guest=False), Actor("house", Role.HOUSE))
        day.office(Deposit(name, WALLET_CENTS, "cash"), STAFF[Role.ACCOUNTING])
    for table_id, (settings, dealer) in tables().items():
        day.open_table(table_id, settings, OPENER_CENTS, dealer)
