"""A card room at work, as the doors show it: staff of every role, players, a meter, and a table of each kind."""

from pitboss.house.actor import Actor, Role
from pitboss.house.cage.wallets import GiveGuestChips
from pitboss.house.people.players import RegisterPlayer
from pitboss.house.tables.settings import CardKind
from pitboss.paytables import Game
from support.floor import ADMIN, HOUSE, STAFF, Floor

AUDITOR = Actor("8", Role.AUDITOR)

BADGES = {
    Role.ADMIN: "1",
    Role.EXECUTIVE: "3",
    Role.SUPERVISOR: "4",
    Role.ACCOUNTING: "5",
    Role.SURVEILLANCE: "6",
    Role.DEALER: "7",
    Role.AUDITOR: "8",
}
"""A badge of every role; all have the same PIN. Badge 2 is another admin. Tests hire 9 to 11: a new role has 20 or more."""

ANN, BOB, GUEST = Actor("ann", Role.PLAYER), Actor("bob", Role.PLAYER), Actor("guest-1", Role.PLAYER)

TABLES = {
    "T1": Game.THREE_CARD_POKER,
    "T2": Game.FORTUNE_SAN_LO,
    "T3": Game.DOUBLE_DRAW,
    "T4": Game.POWER_BLACKJACK,
    "T5": Game.THREE_CARD_POKER,
}
"""All are open. T1 and T5 share meter M1; T5 has live cards."""


def open_demo(database, key, clock):
    """The room, new: nobody sits, and Ann and Bob have $1,000 each at the cage."""
    floor = Floor(database, key, clock, ids="demo")
    for role, badge in BADGES.items():
        if Actor(badge, role) not in (ADMIN, *STAFF):
            floor.hire(Actor(badge, role))
    floor.meter("M1", "TCPP-1")
    for table_id, game in TABLES.items():
        of_meter = {"meter": "M1"} if game is Game.THREE_CARD_POKER else {}
        floor.table(table_id, game, **of_meter, cards=CardKind.LIVE if table_id == "T5" else CardKind.ELECTRONIC)
    for player in (ANN, BOB):
        floor.player(player.name, 1000)
    floor.office(RegisterPlayer(GUEST.name, "Gus", None, is_guest=True), HOUSE)
    floor.office(GiveGuestChips(GUEST.name), GUEST)
    return floor
