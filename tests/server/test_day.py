"""A day through the public interface alone: from the first table to the reports, on both databases."""

import pytest

from pitboss.games.double_draw import DoubleDrawRules
from pitboss.games.fortune_san_lo import FortuneSanLoRules
from pitboss.games.power_blackjack import PowerBlackjackRules
from pitboss.games.three_card_poker import ThreeCardPokerRules
from pitboss.house.open_room import create_room, open_room
from pitboss.house.people.login import first_admins
from pitboss.house.property import Property, PropertySettings
from pitboss.house.tables.settings import TableSettings
from pitboss.paytables import Game
from pitboss.progressive import usual_parameters
from pitboss.server.app import create_app
from pitboss.server.settings import ServerSettings
from support.api import Person, play_on
from support.limits import UNLIMITED
from support.san_lo import BEST_HIGH
from support.stacked import StackedEntropy

STAFF = {
    "eve": "executive",
    "sue": "supervisor",
    "acc": "accounting",
    "cam": "surveillance",
    "dan": "dealer",
    "aud": "auditor",
}
PIN = "470815"
SPADES, WEAK = "As Ks Qs", "Jh 8c 3c"

TABLES = {
    "T1": (ThreeCardPokerRules(), "M1", {"ante": 500}),
    "T2": (FortuneSanLoRules(house_way=BEST_HIGH, progressive=None), None, {"main": 500}),
    "T3": (DoubleDrawRules(), None, {"ante": 500, "bonus": 500}),
    "T4": (PowerBlackjackRules(), None, {"bet": 500}),
}


class Day:
    """The room, and everybody in it. Only what ``pitboss init`` does is done behind the interface."""

    def __init__(self, database, key, clock):
        self.entropy = StackedEntropy()
        create_room(database, Property("P1", "Lucky Ace"), key, self.entropy, clock=clock)
        room = open_room(database, key, clock=clock, entropy=self.entropy)
        first_admins(room, ("1", "Ada", "68-1", PIN), ("2", "Bea", "68-2", PIN))
        self.app = create_app(room, ServerSettings(**UNLIMITED, hosts="*"))
        self.ada, self.bea = (Person(self.app, badge).log_in(badge, PIN) for badge in ("1", "2"))
        self.staff = {name: self.hire(name, role) for name, role in STAFF.items()}

    def hire(self, name, role):
        new = {"badge": name, "name": name.title(), "role": role, "license": ""}
        code = self.ada.approval_of(self.bea, "add-staff", name, new)["enrollment"]["code"]
        person = Person(self.app, name)
        keyed = {"badge": name, "code": code, "pin": PIN, "approver": "2", "approver_pin": PIN}
        assert person.client.post("/api/enroll", json=keyed).json() == {"enrolled": name}
        return person.log_in(name, PIN)

    def __getattr__(self, name):
        return self.staff[name]


@pytest.fixture
def day(database, tmp_path, clock):
    return Day(database, tmp_path / "room.key", clock)


def open_the_room(day):
    """A meter and four tables, agreed by two, opened by the floor."""
    parameters = usual_parameters("TCPP-1").as_json()
    day.sue.agree_with(day.eve, "create-meter", "M1", {"meter_id": "M1", "parameters": parameters})
    for table_id, (rules, meter_id, _) in TABLES.items():
        settings = TableSettings(rules=rules, meter_id=meter_id).as_json()
        agreed = day.sue.agree_with(day.eve, "create-table", table_id, settings)
        day.eve.send(f"tables/{table_id}/create-table", settings=settings, proposal_id=agreed)
        day.sue.send(f"tables/{table_id}/open-table", opener_cents=2_000_000)


def seat_two(day, table_id):
    """Two guests with play money, at seats 2 and 5."""
    guests = {}
    for seat in (2, 5):
        guest = Person(day.app, f"{table_id}-{seat}").come_in()
        guest.send(f"tables/{table_id}/take-seat", seat=seat, player=guest.id)
        guest.send(f"tables/{table_id}/buy-in-from-wallet", seat=seat, cents=50_000)
        guests[seat] = guest
    return guests


def play_round(day, table_id, guests, **more):
    """A whole round; everybody makes the wagers of the table."""
    day.dan.send(f"tables/{table_id}/start-round")
    for seat, guest in guests.items():
        for wager, cents in (TABLES[table_id][2] | more).items():
            guest.send(f"tables/{table_id}/round/place-wager", seat=seat, wager=wager, cents=cents)
    day.dan.send(f"tables/{table_id}/round/no-more-bets")
    return play_on(table_id, day.dan, guests)


def test_a_day_through_the_public_interface(day):
    open_the_room(day)
    seated = {table_id: seat_two(day, table_id) for table_id in TABLES}
    for table_id in TABLES:
        view = play_round(day, table_id, seated[table_id])
        assert view["round"]["phase"] == "over"
        assert view["round_number"] == 1

    win_the_progressive(day, seated["T1"])
    adjust_by_two(day)
    close_the_room(day, seated)
    the_reports_agree(day)


def win_the_progressive(day, guests):
    """Seat 2 has A-K-Q of spades: the win is frozen, verified, seen by surveillance, authorized, and on a page."""
    before = day.cam.look("meters/M1")
    day.entropy.stack(Game.THREE_CARD_POKER, {2: SPADES, 5: "9c 7d 2h"}, WEAK)
    view = play_round(day, "T1", guests, progressive=100)
    assert [(one["seat"], one["status"]) for one in view["jackpots"]] == [(2, "claimed")]
    assert day.dan.refused("tables/T1/start-round")["code"] == "refused"
    assert day.dan.refused("tables/T1/verify-jackpot", seat=2)["code"] == "not-permitted"
    day.sue.send("tables/T1/verify-jackpot", seat=2)
    day.cam.send("tables/T1/check-jackpot", seat=2, seen="hand wager payout player")
    done = day.eve.send("tables/T1/authorize-jackpot", seat=2, identity="licence WDL-1", tax_form="W-2G 17")
    assert "envy-paid" in [event["event"] for event in done["events"]]
    after = day.cam.look("meters/M1")
    assert after["display"]["shown_cents"] < before["display"]["shown_cents"] + 200
    (jackpot,) = day.acc.look("jackpots")["jackpots"]
    page = day.acc.look(f"jackpots/{jackpot['jackpot_id']}/win-page")
    assert "T1-2-2" in page.text
    assert "As Ks Qs" in page.text
    assert "(supervisor, badge sue)" in page.text


def adjust_by_two(day):
    """An adjustment takes two people, and nobody approves their own."""
    content = {"meter_id": "M1", "reason": "display malfunction", "millicents": -500_000, "note": "counted twice"}
    fields = {"kind": "adjust-meter", "subject": "M1", "content": content, "reason": "as found"}
    day.acc.send("office/propose", proposal_id="adjust-1", **fields)
    digest = day.acc.look("proposals/adjust-1")["digest"]
    assert day.acc.refused("office/approve", proposal_id="adjust-1", digest=digest)["code"] == "not-permitted"
    shown = day.acc.look("meters/M1")["display"]["shown_cents"]
    day.eve.approve("adjust-1")
    assert day.acc.look("meters/M1")["display"]["shown_cents"] == shown - 500


def close_the_room(day, seated):
    """Players leave, trays and drop boxes are counted."""
    for table_id, guests in seated.items():
        for seat, guest in guests.items():
            guest.send(f"tables/{table_id}/leave-seat", seat=seat)
        books = day.sue.look(f"tables/{table_id}/books")
        day.sue.send(f"tables/{table_id}/close-table", closer_cents=books["tray_cents"])
        day.acc.send(f"tables/{table_id}/count-drop", counted_cents=books["drop_cents"])


def the_reports_agree(day):
    """What the reports say is what lies in the ledger."""
    today = day.aud.look("room")["day"]
    master = day.aud.look("reports/master-game", day=today)
    assert {line["table_id"] for line in master["tables"]} == set(TABLES)
    balance = day.aud.look("reports/trial-balance")
    assert balance["total_millicents"] == 0
    assert balance["alarms"] == []
    wallets = [amount for name, amount in balance["accounts_millicents"].items() if name.startswith("wallet:")]
    gained_cents = sum(wallets) // 1000 - len(wallets) * PropertySettings().guest_chips_cents
    assert sum(line["lost_cents"] for line in master["tables"]) == -gained_cents
    assert day.aud.look("audit/verify")["is_sound"]
    assert day.aud.look("selfcheck")["passed"]
