"""What people do on any page: sign with their PIN."""

from playwright.sync_api import expect

from support.floor import PIN


def sign(page, pin=PIN):
    """Key the PIN in where a page asks for it, by keyboard alone, until it was done."""
    field = page.get_by_label("Your PIN", exact=True)
    expect(field).to_be_focused()
    page.keyboard.type(pin)
    page.keyboard.press("Enter")
    expect(field).to_have_count(0)
