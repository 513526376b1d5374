"""No hidden card is in anything that a browser receives: the traffic of whole rounds, recorded and searched."""

import json
import re

from pitboss.games.audience import PUBLIC
from pitboss.house.room import AUTO_DEALER
from pitboss.house.tables.commands import BuyInFromWallet, TakeSeat
from pitboss.paytables import Game

HANDS = {3: "As Ks 2h", 4: "Qd Jd 9c"}
DEALER = "8h 7d 6c"
"""What lies on the table. Ann sits at seat 3; Bob, at seat 4, folds: nobody ever sees his cards."""


CARD = re.compile(r"\b[AKQJT2-9][shdc]\b")


class Ear:
    """Everything of the card room that a window receives."""

    def __init__(self, page):
        self.page, self.heard, self.version = page, [], 0
        page.on("response", lambda answer: self.heard.append(answer.text()) if "/api/" in answer.url else None)
        page.on("websocket", self._listen)

    def open(self, address):
        """Open a page of table T1, with its socket."""
        with self.page.expect_websocket():
            self.page.goto(address)

    def reach(self, version):
        """Wait until the page has been told of this version of the table."""
        if self.version < version:
            self.socket.wait_for_event("framereceived", lambda _: self.version >= version)

    def _listen(self, socket):
        self.socket = socket
        socket.on("framereceived", self._hear)

    def _hear(self, frame):
        self.heard.append(frame)
        told = json.loads(frame)
        if told.get("watch") == "table:T1":
            self.version = told["version"]

    def cards(self):
        """Every card that was ever named."""
        return {card for text in self.heard for card in CARD.findall(text)}


def seat_both(house):
    """Ann and Bob have seats before the first of them has chips: the round begins with both."""
    people = {3: house.floor.player("ann", 100), 4: house.floor.player("bob", 100)}
    house.floor.entropy.stack(Game.THREE_CARD_POKER, HANDS, DEALER)
    for seat, who in people.items():
        house.floor.at("T1", TakeSeat(seat, who.name), who)
    for seat, who in people.items():
        house.floor.at("T1", BuyInFromWallet(seat, 5000), who)
    return people


def listen_in(visit):
    """A window of everybody, open on the table before the round, and what each receives."""
    pages = {
        "ann": visit.player("ann", "about:blank"),
        "bob": visit.player("bob", "about:blank"),
        "nobody": visit("about:blank"),
        "dealer": visit.staff("7", "about:blank"),
    }
    ears = {who: Ear(page) for who, page in pages.items()}
    for who, ear in ears.items():
        ear.open("/deal/T1" if who == "dealer" else "/tables/T1")
    return ears


def all_hear(ears, house, is_so):
    """Wait until the round is so, and every window has been told."""
    house.wait_until(lambda: is_so(house.floor.room.table("T1").round))
    version = house.floor.room.view("T1", PUBLIC).version
    for ear in ears.values():
        ear.reach(version)


def test_nobody_receives_a_card_that_they_may_not_see(house, visit):
    people = seat_both(house)
    ears = listen_in(visit)
    own = {seat: set(HANDS[seat].split()) for seat in HANDS}
    for seat, who in people.items():
        house.floor.act("T1", "place-wager", who, seat=seat, wager="ante", cents=500)
    house.floor.act("T1", "no-more-bets", AUTO_DEALER)
    all_hear(ears, house, lambda round: round.awaiting.kind == "decision")
    assert {who: ear.cards() for who, ear in ears.items()} == {
        "ann": own[3],
        "bob": own[4],
        "nobody": set(),
        "dealer": set(),
    }
    house.floor.act("T1", "fold", people[4], seat=4)
    house.floor.act("T1", "play", people[3], seat=3)
    all_hear(ears, house, lambda round: round.phase == "over")
    shown = own[3] | set(DEALER.split())
    seen = {who: ear.cards() for who, ear in ears.items()}
    assert seen == {"ann": shown, "bob": shown | own[4], "nobody": shown, "dealer": shown}
