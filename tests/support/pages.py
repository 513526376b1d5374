"""What people do on any page: sign with their PIN. And what holds back the requests of a page, or what is pushed to it."""

import json

from playwright.sync_api import expect

from support.floor import PIN


def sign(page, pin=PIN):
    """Key the PIN in where a page asks for it, by keyboard alone, until it was done."""
    field = page.get_by_label("Your PIN", exact=True)
    expect(field).to_be_focused()
    page.keyboard.type(pin)
    page.keyboard.press("Enter")
    expect(field).to_have_count(0)


class Held:
    """What a page sends to an address, held back until the test lets it go on."""

    def __init__(self, page, address):
        self.routes, self._is_open = [], False
        page.route(address, self._hold)

    def _hold(self, route):
        self.routes.append(route)
        if self._is_open:
            route.continue_()

    def let_go(self):
        """Let all go on that is held, and whatever comes from now on."""
        self._is_open = True
        for route in self.routes:
            route.continue_()


class HeldPushes:
    """What the server pushes to a page, passed on until it is held back. Make it before the page opens its address."""

    def __init__(self, page):
        self._waiting, self._is_held = [], False
        self.shown = {}
        """The newest push that the page got of each thing it watches."""
        page.route_web_socket("**/api/live", self._connect)

    def _connect(self, page_side):
        server_side = page_side.connect_to_server()
        server_side.on_message(lambda message: self._pass_on(page_side, message))

    def _pass_on(self, page_side, message):
        if self._is_held:
            self._waiting.append((page_side, message))
            return
        push = json.loads(message)
        if "watch" in push:
            self.shown[push["watch"]] = push
        self._page_side = page_side
        page_side.send(message)

    def push(self, push):
        """Push something to the page that the server did not push now."""
        self._page_side.send(json.dumps(push))

    def hold(self):
        """From now on the page gets no push."""
        self._is_held = True

    def let_go(self):
        """Pass on every push that is held, and whatever comes from now on."""
        self._is_held = False
        for page_side, message in self._waiting:
            page_side.send(message)
        self._waiting.clear()
