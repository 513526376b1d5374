"""A room for docs/follow-a-wager.md: a real server, a browser window each for a player, a dealer and the display."""

import json
import re

from playwright.sync_api import expect

from pitboss.games.audience import PUBLIC
from pitboss.house.open_room import open_room
from pitboss.house.records import journal
from pitboss.house.storage.database import Database
from pitboss.house.tables.commands import HandOver
from pitboss.paytables import Game
from pitboss.progressive import print_millicents
from support.floor import SUPERVISOR
from support.wager_hops import Tracer


class Window:
    """A page in a browser, by the words that are on it."""

    def __init__(self, page):
        self.page = page

    def click(self, name):
        """Press a button by the beginning of its name, as soon as it can be pressed."""
        self.page.get_by_role("button", name=re.compile(f"^{re.escape(name)}"), disabled=False).click()

    def reason(self, name):
        """Why a button cannot be pressed."""
        return self.page.get_by_role("button", name=re.compile(f"^{re.escape(name)}")).get_attribute("title")

    def sees(self, words):
        """Wait until the words are on the page."""
        expect(self.page.get_by_text(words).first).to_be_visible()
        return True


class Player(Window):
    """The player's page: what it sent, and what it was answered."""

    def __init__(self, page, address):
        super().__init__(page)
        self._commands = []
        # Noted when it is sent: the page may show the answer before the browser reports that all of it has come.
        page.on("request", self._note)
        page.goto(address)

    def _note(self, request):
        if request.method == "POST" and "/api/tables/" in request.url:
            self._commands.append(request)

    def request(self):
        """The last command that left the browser: its method and address, and its body."""
        request = self._commands[-1]
        return f"{request.method} /{request.url.split('/', 3)[3]}", json.loads(request.post_data)

    def answer(self):
        """What the server answered to it."""
        return self._commands[-1].response().json()

    def lines(self, words):
        """How many lines of the hand log have these words."""
        return self.page.get_by_role("listitem").filter(has_text=words).count()


class Display(Window):
    """The public display of a meter."""

    def meter(self, cents):
        """Wait until the display shows an amount, and read it."""
        expect(self.page.locator(f"[data-cents='{cents}']")).to_be_visible()
        return self.page.locator("[data-cents]").inner_text()


class Evening:
    """The names that the page uses."""

    def __init__(self, house, visit, tracer: Tracer):
        self.house, self.floor, self.tracer = house, house.floor, tracer
        self.floor.at("T1", HandOver("7"), SUPERVISOR)
        self.floor.player("ann", 1000)
        self.floor.sit("T1", 3, "ann", 200)
        self.floor.entropy.stack(Game.THREE_CARD_POKER, {3: "9h 8h 7h"}, "Qs 6d 4c")
        self.ann = Player(visit.player("ann", "about:blank"), "/tables/T1")
        self.dealer = Window(visit.staff("7", "/deal/T1"))
        self.display = Display(visit("/display/M1"))

    def names(self):
        """What the doctests of the page may use."""
        given = ("balance", "trial_balance", "record", "plug_pulled", "view")
        return {"ann": self.ann, "dealer": self.dealer, "display": self.display} | {
            name: getattr(self, name) for name in given
        }

    def balance(self, account):
        """An account of the ledger."""
        with self.floor.database.reading() as connection:
            return print_millicents(journal.balance(connection, "P1", account))

    def trial_balance(self):
        """All accounts together."""
        with self.floor.database.reading() as connection:
            return print_millicents(connection.exec_driver_sql("SELECT sum(millicents) FROM accounts").scalar())

    def record(self, version=None):
        """The newest record of the table, or an older one."""
        with self.floor.database.reading() as connection:
            records = list(journal.read(connection, "P1", "table:T1"))
        return records[-1] if version is None else records[version - 1]

    def view(self):
        """The table as everybody may see it."""
        return self.floor.room.view("T1", PUBLIC)

    def plug_pulled(self):
        """The server is gone. What another process finds in the database when it opens the room."""
        self.house.stop()
        database = Database(str(self.floor.key.with_suffix(".db")))
        try:
            return open_room(database, self.floor.key).view("T1", PUBLIC)
        finally:
            database.close()
