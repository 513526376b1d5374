"""No hidden card is in anything that a browser receives: the traffic of whole rounds, recorded and searched."""

import json
import re

from pitboss.games.audience import PUBLIC
from pitboss.house.tables.commands import BuyInFromWallet, TakeSeat
from pitboss.paytables import Game

HANDS = {3: "As Ks 2h", 4: "Qd Jd 9c"}
DEALER = "8h 7d 6c"
"""What lies on the table. Ann sits at seat 3; Bob, at seat 4, folds: nobody ever sees his cards."""


CARD = re.compile(r"\b[AKQJT2-9][shdc]\b")
MOST_LOOKS = 1200


class Ear:
    """Everything of the card room that a window receives."""

    def __init__(self, page):
        self.page, self.heard, self.version = page, [], 0
        page.on("response", lambda answer: self.heard.append(answer.text()) if "/api/" in answer.url else None)
        page.on("websocket", lambda socket: socket.on("framereceived", self._hear))

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
    for who, page in pages.items():
        page.goto("/deal/T1" if who == "dealer" else "/tables/T1")
        page.wait_for_load_state("networkidle")
    return ears


def test_nobody_receives_a_card_that_they_may_not_see(house, visit):
    people = seat_both(house)
    ears = listen_in(visit)
    own = {seat: set(HANDS[seat].split()) for seat in HANDS}
    for seat, who in people.items():
        house.floor.act("T1", "place-wager", who, seat=seat, wager="ante", cents=500)
    wait_until(ears, house, lambda view: view["round"]["want"]["kind"] == "decision")
    assert {who: ear.cards() for who, ear in ears.items()} == {
        "ann": own[3],
        "bob": own[4],
        "nobody": set(),
        "dealer": set(),
    }
    house.floor.act("T1", "fold", people[4], seat=4)
    house.floor.act("T1", "play", people[3], seat=3)
    wait_until(ears, house, lambda view: view["round"]["phase"] == "over")
    shown = own[3] | set(DEALER.split())
    seen = {who: ear.cards() for who, ear in ears.items()}
    assert seen == {"ann": shown, "bob": shown | own[4], "nobody": shown, "dealer": shown}


def wait_until(ears, house, is_so):
    """Until the table is so, and every window has been told."""
    for _ in range(MOST_LOOKS):
        view = house.floor.room.view("T1", PUBLIC)
        if view["round"] and is_so(view) and all(ear.version >= view["version"] for ear in ears.values()):
            return
        for ear in ears.values():
            ear.page.wait_for_timeout(10)
    raise AssertionError(f"it never came so far: {view['round']}, {[ear.version for ear in ears.values()]}")
