"""What is somebody else's: no player moves another's chips, seat, cards, name or claims."""

import pytest


@pytest.fixture(scope="module")
def ann(demo, visitors):
    """Ann at seat 2 of T1, where Bob sits at seat 5, with a round begun."""
    for seat, name in ((2, "ann"), (5, "bob")):
        demo.sit("T1", seat, name)
    visitors.as_("dealer").done("/api/tables/T1/start-round")
    return visitors.as_("ann")


def state(demo):
    return demo.balances(), demo.room.table("T1").seatings, demo.rows("exclusions"), demo.rows("players")


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("tables/T1/leave-seat", {"seat": 5}),
        ("tables/T1/take-seat", {"seat": 3, "player": "bob"}),
        ("tables/T1/take-seat", {"seat": 5, "player": "ann"}),
        ("tables/T1/buy-in-from-wallet", {"seat": 5, "cents": 500}),
        ("tables/T1/buy-in-with-cash", {"seat": 2, "cents": 500}),
        ("tables/T1/cash-out", {"seat": 5, "cents": 500}),
        ("tables/T1/round/place-wager", {"seat": 5, "wager": "ante", "cents": 500}),
        ("tables/T1/round/play", {"seat": 5}),
        ("tables/T1/round/fold", {"seat": 5}),
        ("tables/T1/round/no-more-bets", {}),
        ("office/exclude-player", {"player": "bob", "until": None, "reason": "I do not like him"}),
        ("office/lift-exclusion", {"player": "ann", "reason": "I want to play"}),
        ("office/give-guest-chips", {"player": "bob"}),
        ("office/deposit", {"player": "ann", "cents": 500, "how": "cash"}),
        ("office/withdraw", {"player": "bob", "cents": 500, "how": "cash"}),
        ("office/register-player", {"player": "eve", "name": "Eve", "born": "1990-12-31", "is_guest": False}),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_a_player_acts_for_nobody_else(ann, demo, path, body):
    before = state(demo)
    answer = ann.command(f"/api/{path}", **body)
    assert answer.status_code in (403, 404, 409), answer.text
    assert state(demo) == before


@pytest.mark.parametrize(
    "path",
    [
        "players",
        "players/bob",
        "staff",
        "devices",
        "audit/verify",
        "audit/export",
        "reports/trial-balance",
        "proposals",
    ],
)
def test_a_player_sees_no_books(ann, path):
    assert ann.get(f"/api/{path}").status_code == 403


def test_a_player_sees_their_own_wallet_whatever_they_ask_for(ann):
    assert ann.look("/api/wallet", player="bob", name="bob")["player"] == "ann"


def test_a_player_has_the_seats_that_they_sit_at(ann, visitors):
    hands = {who: visitors.as_(who).get("/api/tables/T1/seats/5/choices") for who in ("ann", "bob")}
    assert {who: answer.status_code for who, answer in hands.items()} == {"ann": 403, "bob": 200}


# ---- staff


@pytest.mark.parametrize("who", ["dealer", "supervisor", "executive", "admin"])
def test_nobody_says_which_cards_come(visitors, who):
    client = visitors.as_(who)
    for path in ("round/deal", "round/press-green-button", "keypad/owe-envy"):
        assert client.command(f"/api/tables/T1/{path}", cards="As Ks Qs", start=1).status_code == 404
    for path, body in (
        ("deal-cards", {"cards": "As Ks Qs"}),
        ("start-round", {"seed": 7}),
        ("start-round", {"start": 1}),
    ):
        assert client.command(f"/api/tables/T1/{path}", **body).status_code in (403, 422)


@pytest.mark.parametrize(
    ("who", "path", "body"),
    [
        ("dealer", "tables/T1/fill", {"cents": 500}),
        ("dealer", "tables/T1/authorize-jackpot", {"seat": 2, "identity": "known", "tax_form": None}),
        ("supervisor", "tables/T1/count-drop", {"counted_cents": 500}),
        ("supervisor", "office/deposit", {"player": "ann", "cents": 500, "how": "cash"}),
        ("executive", "office/unlock-staff", {"badge": "7"}),
        ("accounting", "tables/T1/fill", {"cents": 500}),
        ("surveillance", "tables/T1/resume-table", {}),
        ("auditor", "tables/T1/suspend-table", {"reason": "a look at the books"}),
        ("admin", "office/deposit", {"player": "ann", "cents": 500, "how": "cash"}),
        ("admin", "tables/T1/open-table", {"opener_cents": 500}),
    ],
)
def test_each_role_stays_in_its_own_room(visitors, demo, who, path, body):
    before = demo.balances()
    answer = visitors.as_(who).command(f"/api/{path}", **body)
    assert (answer.status_code, answer.json()["code"]) == (403, "not-permitted")
    assert demo.balances() == before
