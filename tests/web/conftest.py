"""Pages in a real browser over a card room at work.

``house`` is a room with tables T1 to T4 of the four games (dealt by the house), T5 and T6 with live cards and the two
keypads, meters M1 (T1, T5), M2 (T2) and M3 (T6), and staff: badges 1 and 2 admin, 3 executive, 4 supervisor, 5 accounting, 6 surveillance,
7 dealer, all with the PIN 470815. ``house.floor`` (support/floor.py) does things without a browser, and every page hears of them; it stacks decks too:
``house.floor.entropy.stack(Game.THREE_CARD_POKER, {3: "As Ks Qs"}, "9h 8d 2c")`` before a round starts.
``visit("/tables/T1")`` opens a page in a window of its own; ``visit.staff("7", "/deal/T1")`` as somebody who has logged in,
``visit.player("ann", "/tables/T1")`` as a player whom the floor knows.
``quiet_house`` and ``glance`` are the same for tests that only look: one room for all of them in a file.
Whatever a page writes to the console as an error fails the test, unless ``visit.allow`` was told of it.
"""

import re
import shutil
import socket
from contextlib import contextmanager
from copy import copy
from functools import cache, partial
from threading import Condition

import pytest
from playwright.sync_api import expect, sync_playwright

from pitboss.house.actor import Actor, Role
from pitboss.house.people import pins
from pitboss.house.room import AUTO_DEALER
from pitboss.house.tables.commands import HandOver
from pitboss.house.tables.settings import CardKind, ControllerKind
from pitboss.paytables import Game
from pitboss.server.authentication import COOKIE
from pitboss.server.pages import web
from support.card_room import CHEAP
from support.chromium import OPTIONS, find
from support.floor import SUPERVISOR, Floor
from support.live import Announcing
from support.quick import quick_database
from support.routes import routes_made_once
from support.serving import WallClock, app_for, listening
from support.visitors import token_for

__all__ = ["routes_made_once"]

PIN = "470815"
PATIENCE_MS = 30_000
WIDE, NARROW = {"width": 1440, "height": 900}, {"width": 390, "height": 844}

PACE = {
    "betting_seconds": 60,
    "decision_seconds": 60,
    "pause_seconds": 0.05,
    "result_seconds": 60,
    "push_seconds": 0.02,
}
"""No time is wasted between the cards. A test that bets closes the bets and starts the next round: no clock is against it."""


@pytest.fixture(autouse=True, scope="session")
def built_pages():
    """The pages must be there: ``make test`` builds them."""
    assert "index.html" in web._files(), "the pages are not built: make web"


@pytest.fixture(autouse=True, scope="module")
def cheap_pins():
    """Hashing PINs costs nothing, or the tests would spend their time on it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pins, "HASHER", CHEAP)
        yield


@pytest.fixture(autouse=True, scope="session")
def patience():
    """A busy machine takes its time."""
    expect.set_options(timeout=PATIENCE_MS)
    yield
    expect.set_options(timeout=None)


@pytest.fixture(scope="package")
def browser():
    """The machine's Chromium. Not longer than this folder of tests: while it runs, no other loop can run in this thread."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), args=list(OPTIONS))
        yield browser
        browser.close()


class House:
    """A card room and its address. The server can be stopped and started again at the same one."""

    def __init__(self, floor, settings):
        self.floor, self._room, self._settings = floor, floor.room, settings
        self._serving = None
        self._news = Condition()
        # The port is kept while the server is away: it is bound, and nobody listens at it.
        self._port = socket.socket()
        self._port.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._port.bind(("127.0.0.1", 0))
        self.start()

    def start(self, **settings):
        app = app_for(self._room, **PACE | self._settings | settings)
        self._serving = listening(app, self._port.getsockname()[1])
        self.url = self._serving.__enter__()
        self.context = app.state.context
        self.floor.room = Announcing(self.context)
        publish = self.context.bus.publish

        def tell(news):
            publish(news)
            with self._news:
                self._news.notify_all()

        self.context.bus.publish = tell

    def stop(self):
        if self._serving is not None:
            self._serving.__exit__(None, None, None)
            self._serving = None

    def close(self):
        self.stop()
        self._port.close()

    def wait_until(self, is_so):
        """Wait until something is so in the room: it is looked at again whenever something has happened."""
        with self._news:
            assert self._news.wait_for(is_so, PATIENCE_MS / 1000), "it never came so far"

    def close_bets(self, page, seat, **wagers):
        """As soon as a page has brought exactly these bets to its table, in cents, the house closes them."""
        table_id = page.url.rpartition("/")[2].partition("?")[0]
        expected = {wager.replace("_", "-"): cents for wager, cents in wagers.items()}
        self.wait_until(lambda: self.floor.room.table(table_id).round.seats[seat].wagers == expected)
        self.floor.act(table_id, "no-more-bets", AUTO_DEALER)

    def session_of(self, player):
        """The token of somebody who has come in as a player."""
        return token_for(self.context, Actor(player, Role.PLAYER))[0]


def furnish(floor):
    """Meters and tables."""
    floor.meter("M1", "TCPP-1")
    floor.meter("M2", "FSLPP-01")
    floor.table("T1", meter="M1")
    floor.table("T2", Game.FORTUNE_SAN_LO, meter="M2")
    floor.table("T3", Game.DOUBLE_DRAW)
    floor.table("T4", Game.POWER_BLACKJACK)
    floor.meter("M3", "TCPP-1")
    floor.table("T5", meter="M1", cards=CardKind.LIVE, controller=ControllerKind.AQUARIUS)
    floor.table("T6", meter="M3", cards=CardKind.LIVE, controller=ControllerKind.NEXUS)
    for table_id in ("T1", "T2", "T3", "T4"):
        floor.at(table_id, HandOver("house"), SUPERVISOR)


@pytest.fixture(scope="session")
def furnished(tmp_path_factory):
    """The furnished room, made once and copied. A gaming day begins at a full hour, and then there is a new one."""

    @cache
    def make(_hour):
        folder = tmp_path_factory.mktemp("furnished")
        database = quick_database(str(folder / "room.db"))
        floor = Floor(database, folder / "room.key", WallClock())
        furnish(floor)
        database.close()
        return floor

    return lambda: make(WallClock().now().replace(minute=0, second=0, microsecond=0))


@contextmanager
def made_house(made, folder, **settings):
    """A room in a folder, which goes on as the one that it is a copy of."""
    for name in ("room.db", "room.key"):
        shutil.copy(made.key.with_name(name), folder)
    database = quick_database(str(folder / "room.db"))
    chance = {"ids": copy(made.ids), "entropy": made.entropy.copy()}
    house = House(Floor(database, folder / "room.key", WallClock(), is_new=False, **chance), settings)
    try:
        yield house
    finally:
        house.close()
        database.close()


@pytest.fixture
def open_house(furnished, tmp_path):
    """Makes a room; settings of the server may be given."""
    return partial(made_house, furnished(), tmp_path)


@pytest.fixture
def house(open_house, request):
    """The room at work; a test may set its server otherwise."""
    with open_house(**getattr(request, "param", {})) as house:
        yield house


@pytest.fixture(scope="module")
def quiet_house(furnished, tmp_path_factory):
    """One room for all who only look at it. Whoever changes what others see takes a house of their own."""
    with made_house(furnished(), tmp_path_factory.mktemp("quiet")) as house:
        yield house


class Visit:
    """Opens pages, each in a window with cookies of its own, and hears what they complain about."""

    def __init__(self, browser, house):
        self._browser, self._house = browser, house
        self._contexts, self._complaints, self._allowed = [], [], []

    def __call__(self, address, size=WIDE, **context):
        return self._open(self._context(size, **context), address)

    def staff(self, badge, address, size=WIDE, **context):
        """Somebody of the staff, logged in."""
        context = self._context(size, **context)
        answer = context.request.post(f"{self._house.url}/api/log-in", data={"badge": badge, "pin": PIN})
        assert answer.ok, answer.text()
        return self._open(context, address)

    def player(self, name, address, size=WIDE, **context):
        """A player, come in."""
        context = self._context(size, **context)
        context.add_cookies([{"name": COOKIE, "value": self._house.session_of(name), "url": self._house.url}])
        return self._open(context, address)

    def allow(self, pattern):
        """A complaint that the test brings about itself."""
        self._allowed.append(pattern)

    def _context(self, size, **context):
        made = self._browser.new_context(base_url=self._house.url, viewport=size, **context)
        made.set_default_timeout(PATIENCE_MS)
        self._contexts.append(made)
        return made

    def _open(self, context, address):
        page = context.new_page()
        page.on("pageerror", lambda error: self._complaints.append(str(error)))
        page.on("console", lambda said: said.type == "error" and self._complaints.append(said.text))
        page.goto(address)
        return page

    def close(self):
        for context in self._contexts:
            context.close()
        found = [words for words in self._complaints if not any(re.search(each, words) for each in self._allowed)]
        assert not found, f"the console has complaints: {found}"


@pytest.fixture
def visit(browser, house):
    """Opens pages of the room."""
    visit = Visit(browser, house)
    yield visit
    visit.close()


@pytest.fixture
def glance(browser, quiet_house):
    """Opens pages of the quiet room."""
    visit = Visit(browser, quiet_house)
    yield visit
    visit.close()
