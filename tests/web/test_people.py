"""People in the browser: an approver is shown a code, the new person chooses a PIN beside them, and each keeps it."""

import base64
import re

from playwright.sync_api import expect

from pitboss.house.people.proposals import Propose
from pitboss.house.people.second_factor import STEP_SECONDS, totp
from support.floor import ADMIN, PIN

NEW = {"badge": "9", "name": "Nia", "role": "dealer", "license": ""}


def press(page, name):
    page.get_by_role("button", name=name, exact=True).first.click()


def secret_in(dialog):
    """The secret that is to be keyed into an app, in bytes."""
    shown = dialog.get_by_text(re.compile(r"^([A-Z2-7]{4} )+[A-Z2-7]{4}$")).inner_text()
    return base64.b32decode(shown.replace(" ", ""))


def test_who_approves_is_shown_a_code_and_the_new_person_chooses_a_pin_there(house, visit):
    house.floor.office(Propose("p9", "add-staff", "9", NEW, "busy"), ADMIN)
    page = visit.staff("2", "/manager/proposals")
    press(page, "Approve")
    page.get_by_label("Your PIN", exact=True).fill(PIN)
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Badge 9 enrolls")
    shown = dialog.get_by_label("Enrollment code").input_value()
    assert re.fullmatch(r"[2-9A-Z]{4}-[2-9A-Z]{4}", shown)
    expect(dialog.get_by_text(f"The code is {shown}. It is shown to you only.")).to_be_visible()
    expect(dialog.get_by_label("Approver's badge")).to_have_value("2")
    dialog.get_by_label("Approver's PIN").fill(PIN)
    dialog.get_by_label("New PIN", exact=True).fill("739105")
    dialog.get_by_label("New PIN again").fill("739106")
    page.keyboard.press("Enter")
    again = dialog.get_by_label("New PIN again")
    expect(again).to_have_attribute("aria-invalid", "true")
    expect(again).to_have_accessible_description("The two are not the same.")
    again.fill("739105")
    page.keyboard.press("Enter")
    expect(dialog).to_be_hidden()
    assert page.request.get("/api/me").json()["name"] == "2", "the approver is logged in as before"
    visit.allow("403")
    other = visit("/log-in")
    for pin in (PIN, "739105"):
        other.get_by_label("Badge", exact=True).fill("9")
        other.get_by_label("PIN", exact=True).fill(pin)
        press(other, "Log in")
        if pin == PIN:
            expect(other.locator(".notice.bad")).to_be_visible()
            expect(other.get_by_label("PIN", exact=True)).to_have_value("")
    expect(other).to_have_url(re.compile("/$"))


def test_at_the_door_too_and_a_wrong_code_is_told_in_the_dialog(house, visit):
    house.floor.office(Propose("p9", "reset-pin", "7", {"badge": "7"}, "forgot it"), ADMIN)
    told = visit.staff("2", "/profile").evaluate(
        """async () => {
            const { csrf } = await (await fetch("/api/me")).json();
            const { digest } = await (await fetch("/api/proposals/p9")).json();
            const body = JSON.stringify({ command_id: "yes", proposal_id: "p9", digest, pin: "470815" });
            const headers = { "content-type": "application/json", "x-csrf-token": csrf };
            return (await fetch("/api/office/approve", { method: "POST", body, headers })).json();
        }"""
    )
    visit.allow("403")
    page = visit("/log-in")
    press(page, "Enroll")
    dialog = page.get_by_role("dialog")
    for label, typed in (
        ("New person's badge", "7"),
        ("Enrollment code", "2222-2222"),
        ("Approver's badge", "2"),
        ("Approver's PIN", PIN),
        ("New PIN", "4711"),
        ("New PIN again", "4711"),
    ):
        dialog.get_by_label(label, exact=True).fill(typed)
    page.keyboard.press("Enter")
    expect(dialog.get_by_role("alert")).to_contain_text("this is not the code for badge 7")
    dialog.get_by_label("Enrollment code").fill(told["enrollment"]["code"].lower().replace("-", " "))
    page.keyboard.press("Enter")
    expect(dialog).to_be_hidden()


def test_a_pin_is_changed_with_the_old_one_and_an_app_is_set_up(house, visit):
    page = visit.staff("7", "/floor")
    # Dealers do not see the list of staff, but their own page.
    page.get_by_role("link", name="dealer 7").click()
    press(page, "Set up an authenticator app")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("img", name="QR code of the secret")).to_be_visible()
    step = int(house.floor.clock.now().timestamp()) // STEP_SECONDS
    dialog.get_by_label("The code that the app shows now").fill(totp(secret_in(dialog), step))
    dialog.get_by_label("PIN", exact=True).fill(PIN)
    page.keyboard.press("Enter")
    expect(dialog).to_be_hidden()
    (app,) = [row["factor_step"] for row in house.floor.rows("staff") if row["factor"]]
    assert app == step
    visit.allow("403")
    press(page, "Change my PIN")
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Old PIN").fill("9999")
    for label in ("New PIN", "New PIN again"):
        dialog.get_by_label(label, exact=True).fill("820014")
    page.keyboard.press("Enter")
    expect(dialog.get_by_role("alert")).to_contain_text("badge, PIN or authenticator code is wrong")
