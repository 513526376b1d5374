"""Take a picture of every page, wide and narrow, into docs/screens/ (make web first).

.venv/bin/python web/scripts/screens.py [NAME ...]

It opens a demo room of its own in a temporary folder, lets bots play, wins jackpots, and looks at each page while
something goes on there. With names, only those pictures are taken anew: ``screens.py lobby display-won``.
"""

import sys
import tempfile
from collections.abc import Callable
from typing import Any

from camera import Camera, Person, bots, demo_room, wait_for
from lab_pages import LabPages
from playwright.sync_api import Browser, Page, sync_playwright

CHROMIUM = "/usr/bin/chromium"
OPTIONS = ["--no-sandbox", "--disable-background-networking", "--disable-component-update"]

KEYPAD = "tables/T5/keypad"
"""The table with live cards."""

WAGERS = {
    "T1": {"ante": 1000, "pair-plus": 500, "six-card-bonus": 500, "progressive": 100},
    "T2": {"main": 1000, "fortune-bonus": 500, "hat-trick": 500, "progressive": 100},
    "T3": {"ante": 1000, "bonus": 1000},
    "T4": {"bet": 1000, "push-22": 500},
}


class Room:
    """The room with the people in it."""

    def __init__(self, browser: Browser, address: str, pins: dict[str, str], camera: Camera) -> None:
        self._browser, self._address, self._camera = browser, address, camera
        self.nobody = self._person()
        self.executive, self.supervisor, self.dealer, self.accounting, self.surveillance = (
            self._person().come_in("log-in", badge=badge, pin=pins[badge]) for badge in ("3", "4", "5", "6", "7")
        )

    def _person(self) -> Person:
        # Nothing moves, so that no card is caught in the air.
        return Person(self._browser.new_context(reduced_motion="reduce"), self._address)

    def all(self) -> None:
        """Every page, each while something goes on there."""
        self.supervisor.send("tables/T5/hand-over", to="5")
        self.nobody_there()
        self.dealing()
        if self._camera.wants("table-", "lobby", "display"):
            self.playing()
        self.jackpot()
        self.office()
        if self._camera.wants("lab"):
            guest = self._person().come_in("guest", name="Ann")
            LabPages(self._camera, self.nobody, guest, self.supervisor).all()

    def playing(self) -> None:
        """Guests at every table, and what everybody sees of it."""
        with bots(self._address, 0.8):
            for table_id in WAGERS:
                self.player(table_id)
                self._rounds(9)
            self._camera.take("lobby", self.nobody, "/", 2500)
            self._camera.take("display", self.nobody, "/display/M2", 5000)

    def nobody_there(self) -> None:
        """What stands there without anybody playing."""
        self._camera.take("log-in", self.nobody, "/log-in")
        for table_id in WAGERS:
            self._camera.take(f"rules-{table_id}", self.nobody, f"/rules/{table_id}")
        self._camera.take("display-table", self.nobody, "/display/T3", 5000)

    def player(self, table_id: str) -> None:
        """A guest at a table, who must decide; then what comes of it."""
        guest = self._person().come_in("guest", name="Ann")
        taken = guest.look(f"tables/{table_id}")["seats"]
        seat = next(number for number in (4, 3, 2, 5, 1, 6) if str(number) not in taken)
        guest.send(f"tables/{table_id}/take-seat", seat=seat, player=guest.name)
        guest.send(f"tables/{table_id}/buy-in-from-wallet", seat=seat, cents=50_000)
        page = guest.context.new_page()
        page.goto(f"{self._address}/tables/{table_id}")
        wait_for("bets are open", lambda: self._may_bet(guest, table_id, seat))
        for wager, cents in WAGERS[table_id].items():
            guest.send(f"tables/{table_id}/round/place-wager", seat=seat, wager=wager, cents=cents)
        wait_for("cards to decide on", lambda: self._is_asked(guest, table_id, seat))
        self._camera.shoot(f"table-{table_id}", page)
        if table_id == "T1":
            self._result(guest, page, seat)
        if table_id == "T2":
            self._foul(page)
        page.close()
        guest.context.close()

    def _result(self, guest: Person, page: Page, seat: int) -> None:
        """The cards are played, and every wager is settled."""
        if self._is_asked(guest, "T1", seat) and self._round(guest, "T1")["phase"] != "over":  # type: ignore[index]
            guest.send("tables/T1/round/play", seat=seat)
        wait_for("the round is over", lambda: (self._round(guest, "T1") or {}).get("phase") == "over")
        self._camera.shoot("table-T1-result", page, 800)

    def _foul(self, page: Page) -> None:
        """The best card goes to the low hand, and another until that fouls."""
        warning = page.get_by_text("This would be a foul.")
        for place in "123":
            if warning.count():
                break
            page.keyboard.press(place)
            page.keyboard.press("6")
            page.wait_for_timeout(300)
        self._camera.shoot("table-T2-foul", page)

    def _round(self, person: Person, table_id: str) -> dict[str, Any] | None:
        return person.look(f"tables/{table_id}")["round"]  # type: ignore[no-any-return]

    def _may_bet(self, person: Person, table_id: str, seat: int) -> bool:
        """A player who sits down while bets are open plays from the next round on."""
        round = self._round(person, table_id)
        return round is not None and round["phase"] == "betting" and str(seat) in round["seats"]

    def _is_asked(self, person: Person, table_id: str, seat: int) -> bool:
        round = self._round(person, table_id)
        if round is None:
            return False
        awaiting = round["awaiting"]
        # A round without a decision, as with a dealer's blackjack, is a picture too.
        return round["phase"] == "over" or (awaiting["kind"] == "decision" and awaiting["seat"] in (None, seat))

    def jackpot(self) -> None:
        """A-K-Q of spades at the table with live cards, from COIN IN to the show."""
        self._rounds(15)
        self._coin_in(3, 6)
        self._light()
        self._name(3)
        self._book(seat=3, envy=6)
        self._rounds(15)
        display = self.nobody.context.new_page()
        display.goto(f"{self._address}/display/M1")
        self._coin_in(2, 5)
        self._camera.take("deal-keypad", self.dealer, "/deal/T5")
        self._light()
        self._camera.shoot("display-pending", display)
        self._camera.take("floor", self.supervisor, "/floor")
        self._name(2)
        self._checklist()
        self._book(seat=2, envy=5, meanwhile=lambda: self._camera.shoot("display-won", display))
        display.close()
        self._rounds(8)

    def _rounds(self, many: int) -> None:
        """Rounds without a hit, with as many wagers as come: the meter has a history."""
        for number in range(many):
            self._coin_in(*range(1, 2 + number * 5 % 7))
            self.dealer.send(f"{KEYPAD}/press-game-over")

    def _coin_in(self, *seats: int) -> None:
        for seat in seats:
            self.dealer.send(f"{KEYPAD}/place-chip", seat=seat)
        self.dealer.send(f"{KEYPAD}/press-coin-in")

    def _light(self) -> None:
        self.dealer.send(f"{KEYPAD}/press-hand", row="akq-of-spades")

    def _name(self, seat: int) -> None:
        """The supervisor names the seat of the lit hand."""
        self.supervisor.send("tables/T5/name-winner", seat=seat)

    def _book(self, seat: int, envy: int, meanwhile: Callable[[], None] = lambda: None) -> None:
        """The key of the supervisor books the hand that is lit, and the other player gets the envy."""
        self.supervisor.send(f"{KEYPAD}/turn-key", position="JPH")
        self.supervisor.send(f"{KEYPAD}/press-j-pot", seat=seat)
        self.supervisor.send(f"{KEYPAD}/turn-key", position="RUN")
        meanwhile()
        self.dealer.send(f"{KEYPAD}/pay-envy", seat=envy)
        self.dealer.send(f"{KEYPAD}/press-game-over")

    def _checklist(self) -> None:
        """Surveillance looks at a win before it is booked."""
        page = self.surveillance.context.new_page()
        page.goto(f"{self._address}/floor/jackpots")
        self._camera.shoot("floor-jackpots", page)
        page.get_by_role("button", name="Checklist").first.click()
        for tick in page.get_by_role("dialog").get_by_role("checkbox").all()[:2]:
            tick.check()
        self._camera.shoot("floor-checklist", page)
        page.close()

    def dealing(self) -> None:
        """A dealer at an electronic table, in the middle of a round; then the house deals there again."""
        self.supervisor.send("tables/T1/hand-over", to="5")
        guest = self._person().come_in("guest", name="Bob")
        guest.send("tables/T1/take-seat", seat=7, player=guest.name)
        guest.send("tables/T1/buy-in-from-wallet", seat=7, cents=20_000)
        self.dealer.send("tables/T1/start-round")
        for wager, cents in WAGERS["T1"].items():
            guest.send("tables/T1/round/place-wager", seat=7, wager=wager, cents=cents)
        self._camera.take("deal", self.dealer, "/deal/T1")
        self.dealer.send("tables/T1/round/no-more-bets")
        for _ in range(2):
            self.dealer.send("tables/T1/deal-cards")
        guest.send("tables/T1/round/play", seat=7)
        self.dealer.send("tables/T1/round/reveal-dealer")
        self._camera.take("deal-settling", self.dealer, "/deal/T1")
        self.supervisor.send("tables/T1/round/void", reason="the pictures are taken")
        guest.send("tables/T1/leave-seat", seat=7)
        self.supervisor.send("tables/T1/hand-over", to="house")

    def office(self) -> None:
        """The Game Manager, after all that."""
        self._propose()
        for name, path in {
            "manager": "/manager",
            "manager-meter": "/manager/meters/M1",
            "manager-reports": "/manager/reports",
        }.items():
            self._camera.take(name, self.executive, path, 2500)
        page = self.executive.context.new_page()
        self._proposals(page)
        self._audit(page)
        page.close()

    def _propose(self) -> None:
        """One proposal that waits, and one that is decided."""
        corrected = {"reason": "display corrected", "note": "read by two people"}
        self.accounting.send(
            "office/propose",
            proposal_id="p-screens-1",
            kind="adjust-meter",
            subject="M2",
            content={"meter_id": "M2", "millicents": 2_500_000, **corrected},
            reason="the display was behind by $25",
        )
        self.executive.approve("p-screens-1")
        settings = self.supervisor.look("tables/T3/books")["settings"]
        limits = {"ante": {"minimum_cents": 1000, "maximum_cents": 20_000, "unit_cents": 500}}
        settings["rules"] |= {"paytable": "DDP-2", "limits": limits}
        self.supervisor.send(
            "office/propose",
            proposal_id="p-screens-2",
            kind="configure-table",
            subject="T3",
            content=settings,
            reason="a table for the evenings",
        )

    def _proposals(self, page: Page) -> None:
        """What waits and what is decided; then the form for another one."""
        page.goto(f"{self._address}/manager/proposals")
        page.get_by_label("Show decided ones too").check()
        self._camera.shoot("manager-proposals", page)
        page.get_by_text("Propose", exact=True).click()
        page.get_by_role("button", name="Another setting of a table").click()
        page.get_by_role("dialog").get_by_role("button", name="Next").click()
        page.get_by_role("dialog", name="Propose settings of table T1").wait_for()
        self._camera.shoot("manager-propose", page)

    def _audit(self, page: Page) -> None:
        """The chains are verified, and records are found."""
        page.goto(f"{self._address}/manager/audit")
        page.get_by_role("button", name="Verify the chains").click()
        page.get_by_text("In balance, audit chain intact.").wait_for()
        page.get_by_role("combobox", name="Chain").select_option("table:T5")
        page.get_by_role("button", name="Search").click()
        page.get_by_text("records, chain by chain").wait_for()
        page.evaluate("scrollTo(0, 0)")
        self._camera.shoot("manager-audit", page)


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
