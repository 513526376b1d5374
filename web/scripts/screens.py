"""Take a picture of every page, wide and narrow, into docs/screens/ (make web first).

.venv/bin/python web/scripts/screens.py [NAME ...]

It opens a demo room of its own in a temporary folder, lets bots play, wins a jackpot, and looks at each page while
something goes on there. With names, only those pictures are taken anew: ``screens.py lobby display-won``.
"""

import io
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

ROOT = Path(__file__).parents[2]
SCREENS = ROOT / "docs" / "screens"
PITBOSS = str(Path(sys.executable).with_name("pitboss"))
CHROMIUM = "/usr/bin/chromium"
OPTIONS = ["--no-sandbox", "--disable-background-networking", "--disable-component-update"]

SIZES = {1440: (900, 2000), 390: (844, 2600)}
"""Width: the height of the window, and the most that is shown of a longer page."""

PACE = {"betting": 5, "decision": 120, "pause": 0.2, "result": 4}
PATIENCE_SECONDS = 90

WAGERS = {
    "T1": {"ante": 1000, "pair-plus": 500, "six-card-bonus": 500, "progressive": 100},
    "T2": {"main": 1000, "fortune-bonus": 500, "hat-trick": 500, "progressive": 100},
    "T3": {"ante": 1000, "bonus": 1000},
    "T4": {"bet": 1000, "push-22": 500},
}


class Person:
    """Somebody with a window of their own, who also does things without it."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.context, self._address, self._csrf = context, address, ""

    def come_in(self, path: str, **who: str) -> "Person":
        """As staff, or as a guest."""
        me = self._post(path, who)
        self._csrf, self.name = me["csrf"], me["name"]
        return self

    def send(self, path: str, **fields: Any) -> dict[str, Any]:
        """A command."""
        return self._post(path, {"command_id": uuid4().hex, **fields})

    def look(self, path: str) -> dict[str, Any]:
        """What an address says."""
        return self.context.request.get(f"{self._address}/api/{path}").json()  # type: ignore[no-any-return]

    def _post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        answer = self.context.request.post(
            f"{self._address}/api/{path}", data=body, headers={"x-csrf-token": self._csrf} if self._csrf else {}
        )
        if not answer.ok:
            raise RuntimeError(f"{path}: {answer.text()}")
        return answer.json()  # type: ignore[no-any-return]


class Camera:
    """Opens pages and takes their pictures."""

    def __init__(self, address: str, wanted: list[str]) -> None:
        self._address, self._wanted = address, wanted

    def take(self, name: str, who: Person, path: str, settle_ms: int = 1500) -> None:
        """A page as somebody sees it, wide and narrow."""
        if self._wanted and name not in self._wanted:
            return
        page = who.context.new_page()
        page.goto(self._address + path)
        self.shoot(name, page, settle_ms)
        page.close()

    def shoot(self, name: str, page: Page, settle_ms: int = 1500) -> None:
        """A page that is open."""
        if self._wanted and name not in self._wanted:
            return
        for width, (height, most) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(settle_ms)
            whole = page.evaluate("document.documentElement.scrollHeight")
            # A window as tall as the page, rather than a picture longer than the window: bars stay at its foot.
            page.set_viewport_size({"width": width, "height": min(max(whole, height), most)})
            page.wait_for_timeout(300)
            write(SCREENS / f"{name}-{width}.png", page.screenshot())
        print(name, flush=True)


def write(path: Path, png: bytes) -> None:
    """Few colours are enough for a picture of a page, and a third of the bytes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.open(io.BytesIO(png)).convert("RGB").quantize(256, kmeans=3).save(path, optimize=True)


def wait_for(what: str, found: Callable[[], Any]) -> Any:
    """Ask until something is there."""
    until = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < until:
        answer = found()
        if answer:
            return answer
        time.sleep(0.2)
    raise TimeoutError(what)


@contextmanager
def demo_room(folder: str) -> Iterator[tuple[str, dict[str, str]]]:
    """A demo room in a folder; its address, and the PINs by badge."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    pace = [word for name, seconds in PACE.items() for word in (f"--{name}-seconds", str(seconds))]
    log = Path(folder) / "server.log"
    command = [PITBOSS, "serve", "--demo", "--port", str(port), *pace, "--log-ins-a-minute", "1000"]
    with log.open("w") as out, subprocess.Popen(command, cwd=folder, stdout=out, stderr=out) as server:
        try:
            wait_for("the server starts", lambda: "is open: http" in log.read_text())
            pins = dict(re.findall(r"^(\d)\s+(\d{6})\s", log.read_text(), re.MULTILINE))
            yield f"http://127.0.0.1:{port}", pins
        finally:
            server.send_signal(signal.SIGINT)


@contextmanager
def bots(address: str, minutes: float) -> Iterator[None]:
    """Others who play."""
    command = [PITBOSS, "bots", "--url", address, "--seats", "2", "--minutes", str(minutes)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as playing:
        yield
        playing.wait()


class Room:
    """The room with the people in it."""

    def __init__(self, browser: Browser, address: str, pins: dict[str, str], camera: Camera) -> None:
        self._browser, self._address, self._camera = browser, address, camera
        self.nobody = self._person()
        self.executive, self.supervisor, self.dealer, self.accounting = (
            self._person().come_in("log-in", badge=badge, pin=pins[badge]) for badge in ("3", "4", "5", "6")
        )

    def _person(self) -> Person:
        # Nothing moves, so that no card is caught in the air.
        return Person(self._browser.new_context(reduced_motion="reduce"), self._address)

    def all(self) -> None:
        """Every page, each while something goes on there."""
        self.nobody_there()
        self.dealing()
        with bots(self._address, 0.8):
            for table_id in WAGERS:
                self.player(table_id)
            self._camera.take("lobby", self.nobody, "/", 2500)
            self._camera.take("display", self.nobody, "/display/M2", 5000)
        self.jackpot()
        self.office()

    def nobody_there(self) -> None:
        """What stands there without anybody playing."""
        self._camera.take("log-in", self.nobody, "/log-in")
        for table_id in WAGERS:
            self._camera.take(f"rules-{table_id}", self.nobody, f"/rules/{table_id}")
        self._camera.take("display-table", self.nobody, "/display/T3", 5000)

    def player(self, table_id: str) -> None:
        """A guest at a table, who must decide."""
        guest = self._person().come_in("guest", name="Ann")
        taken = guest.look(f"tables/{table_id}")["seats"]
        seat = next(number for number in (4, 3, 2, 5, 1, 6) if str(number) not in taken)
        guest.send(f"tables/{table_id}/take-seat", seat=seat, player=guest.name)
        guest.send(f"tables/{table_id}/buy-in", seat=seat, cents=50_000, paid_from="wallet")
        page = guest.context.new_page()
        page.goto(f"{self._address}/tables/{table_id}")
        wait_for("bets are open", lambda: self._may_bet(guest, table_id, seat))
        for wager, cents in WAGERS[table_id].items():
            guest.send(f"tables/{table_id}/round/place-wager", seat=seat, wager=wager, cents=cents)
        wait_for("cards to decide on", lambda: self._is_asked(guest, table_id, seat))
        self._camera.shoot(f"table-{table_id}", page)
        page.close()
        guest.context.close()

    def _round(self, person: Person, table_id: str) -> dict[str, Any] | None:
        return person.look(f"tables/{table_id}")["round"]  # type: ignore[no-any-return]

    def _may_bet(self, person: Person, table_id: str, seat: int) -> bool:
        """Whoever sits down while bets are open plays from the next round on."""
        lies = self._round(person, table_id)
        return lies is not None and lies["phase"] == "betting" and str(seat) in lies["seats"]

    def _is_asked(self, person: Person, table_id: str, seat: int) -> bool:
        lies = self._round(person, table_id)
        if lies is None:
            return False
        # A round without a decision, as with a dealer's blackjack, is a picture too.
        return lies["phase"] == "over" or (lies["want"]["kind"] == "decision" and lies["want"]["seat"] in (None, seat))

    def jackpot(self) -> None:
        """A-K-Q of spades at the table with physical cards, from COIN IN to the show."""
        keypad = "tables/T5/keypad"
        self.supervisor.send("tables/T5/hand-over", to="5")
        display = self.nobody.context.new_page()
        display.goto(f"{self._address}/display/M1")
        for seat in (2, 5):
            self.dealer.send(f"{keypad}/place-chip", seat=seat)
        self.dealer.send(f"{keypad}/press-coin-in")
        self._camera.take("deal-keypad", self.dealer, "/deal/T5")
        self.dealer.send(f"{keypad}/press-hand", row="akq-of-spades")
        self._camera.shoot("display-pending", display)
        self._camera.take("floor", self.supervisor, "/floor")
        self.supervisor.send(f"{keypad}/turn-key", position="JPH")
        self.supervisor.send(f"{keypad}/press-j-pot", seat=2)
        self.supervisor.send(f"{keypad}/turn-key", position="RUN")
        self._camera.shoot("display-won", display)
        display.close()
        self.dealer.send(f"{keypad}/pay-envy", seat=5)
        self.dealer.send(f"{keypad}/press-game-over")

    def dealing(self) -> None:
        """A dealer at an electronic table, in the middle of a round; then the house deals there again."""
        self.supervisor.send("tables/T1/hand-over", to="5")
        guest = self._person().come_in("guest", name="Bob")
        guest.send("tables/T1/take-seat", seat=7, player=guest.name)
        guest.send("tables/T1/buy-in", seat=7, cents=20_000, paid_from="wallet")
        self.dealer.send("tables/T1/start-round")
        for wager, cents in WAGERS["T1"].items():
            guest.send("tables/T1/round/place-wager", seat=7, wager=wager, cents=cents)
        self._camera.take("deal", self.dealer, "/deal/T1")
        self.dealer.send("tables/T1/round/no-more-bets")
        for _ in range(2):
            self.dealer.send("tables/T1/deal-cards")
        guest.send("tables/T1/round/play", seat=7)
        self._camera.take("deal-settling", self.dealer, "/deal/T1")
        self.supervisor.send("tables/T1/round/void", reason="the pictures are taken")
        guest.send("tables/T1/leave-seat", seat=7)
        self.supervisor.send("tables/T1/hand-over", to="house")

    def office(self) -> None:
        """The Game Manager, after all that."""
        for name, path in {
            "manager": "/manager",
            "manager-meter": "/manager/meters/M1",
            "manager-proposals": "/manager/proposals",
            "manager-reports": "/manager/reports",
            "manager-audit": "/manager/audit",
        }.items():
            self._camera.take(name, self.executive, path, 2500)


def main() -> None:
    """Open the room, and look at all of it."""
    with (
        tempfile.TemporaryDirectory() as folder,
        demo_room(folder) as (address, pins),
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=OPTIONS)
        Room(browser, address, pins, Camera(address, sys.argv[1:])).all()
        browser.close()


if __name__ == "__main__":
    main()
