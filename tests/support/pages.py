"""What people do on any page: sign with their PIN. And a line that holds back what a page sends."""

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
