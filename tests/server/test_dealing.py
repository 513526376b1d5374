"""What the console of a dealer asks for: what may be done now, by the reasons of the commands themselves."""

import json

import pytest

from pitboss.house.tables.commands import DealCards, StartRound
from pitboss.house.tables.settings import CardKind
from support.demo import ANN

WAGERS = {2: {"ante": 500}}
HANDS = {2: "As Ks Qs"}
DEALER_HAS = "Jh 8c 3c"


@pytest.fixture
def seated(demo):
    """Ann at seat 2 of T1."""
    demo.sit("T1", 2, ANN.name)
    return demo


def dealing(client, table="T1"):
    return client.look(f"/api/tables/{table}/dealing")


def test_what_is_refused_has_the_reason_of_the_command(seated, client_as):
    dealer = client_as("dealer")
    dealer.command("/api/tables/T1/hand-over", to=dealer.look("/api/me")["name"])
    refused = dealing(dealer)["refused"]
    assert "start-round" not in refused
    assert refused["deal-cards"] == dealer.command("/api/tables/T1/deal-cards").json()["detail"]
    assert refused["suspend-table"].startswith("suspend-table is not for dealer")


def test_asking_does_nothing(seated, client_as):
    dealer = client_as("dealer")
    before = dealer.look("/api/tables/T1")
    assert dealing(dealer) == dealing(dealer)
    assert dealer.look("/api/tables/T1") == before


def test_the_floor_may_void_and_the_dealer_reads_why_not(seated, client_as):
    list(seated.steps("T1", WAGERS, HANDS, DEALER_HAS, until="decision"))
    assert "void" not in dealing(client_as("supervisor"))["refused"]
    assert dealing(client_as("dealer"))["refused"]["call-off"].startswith("calling the round off is not possible now")
    assert dealing(client_as("dealer"))["refused"]["void"].startswith("void is for a supervisor or an executive")


def test_no_card_is_in_it(seated, client_as):
    list(seated.steps("T1", WAGERS, HANDS, DEALER_HAS, until="decision"))
    told = json.dumps(dealing(client_as("dealer")))
    assert not any(card in told for card in (*HANDS[2].split(), *DEALER_HAS.split()))
    assert dealing(client_as("dealer"))["machine"] == {
        "kind": "shuffler", "state": "dispensing", "packet": 3, "cards_left": 46,
    }  # fmt: skip


def test_a_malfunction_comes_with_its_seven_steps(seated, client_as):
    floor = client_as("supervisor")
    floor.done("/api/tables/T1/report-malfunction", fault="cards are stuck")
    stopped = dealing(floor)["stopped"]
    assert (stopped["fault"], stopped["is_replaced"], len(stopped["steps"])) == ("cards are stuck", False, 7)
    assert dealing(floor)["machine"]["state"] == "stopped"
    assert "replace-shuffler" in dealing(floor)["refused"]
    floor.done("/api/tables/T1/follow-guide", helped=False)
    floor.done("/api/tables/T1/replace-shuffler", step=1)
    assert [step["is_done"] for step in dealing(floor)["stopped"]["steps"]] == [True] + [False] * 6


def test_players_are_told_whose_it_is(seated, client_as):
    answer = client_as("ann").get("/api/tables/T1/dealing")
    assert (answer.status_code, answer.json()["code"]) == (403, "not-permitted")


def test_there_is_no_such_table(client_as):
    assert client_as("dealer").get("/api/tables/T99/dealing").status_code == 404


def test_at_blackjack_the_floor_may_burn_and_call_hands_dead(demo, client_as):
    demo.sit("T4", 2, ANN.name)
    demo.at("T4", StartRound())
    demo.act("T4", "place-wager", seat=2, wager="bet", cents=500)
    demo.act("T4", "no-more-bets")
    demo.at("T4", DealCards())
    floor = dealing(client_as("supervisor"), "T4")
    assert floor["machine"] == {"kind": "shoe", "state": "dispensing", "packet": None, "cards_left": 310}
    assert not {"burn", "dead-hand 2 1", "void"} & set(floor["refused"])
    refused = dealing(client_as("dealer"), "T4")["refused"]
    assert refused["burn"].startswith("burn is for a supervisor or an executive")
    assert refused["report-malfunction"] == "table T4 deals from a shoe: it has no shuffler"


def test_physical_cards_have_no_shuffler_and_no_rounds(demo, client_as):
    told = dealing(client_as("dealer"), "T5")
    assert told["machine"] is None
    assert "start-round" not in told["refused"]


def test_who_deals_calls_off_a_round_in_which_nobody_has_bet(seated, client_as):
    dealer = client_as("dealer")
    dealer.done("/api/tables/T1/hand-over", to=dealer.look("/api/me")["name"])
    dealer.done("/api/tables/T1/start-round")
    assert "call-off" not in dealing(dealer)["refused"]
    dealer.done("/api/tables/T1/round/call-off")
    assert dealer.look("/api/tables/T1")["round"]["void_reason"] == "nobody has bet"


# ---- a hand that is lit


@pytest.fixture
def one_wager(demo):
    """Seat 2 of T5 in a game, its wager taken."""
    demo.press("T5", "place-chip", seat=2)
    demo.press("T5", "press-coin-in")
    return demo


def lit_hands(client):
    return {each["table"]: each["lit_hand"] for each in client.look("/api/tables")["tables"] if each["lit_hand"]}


def test_a_lit_hand_says_what_it_would_pay_by_the_meter_now(one_wager, client_as):
    dealer = client_as("dealer")
    assert dealing(dealer, "T5")["lit"] is None
    one_wager.press("T5", "press-hand", row="akq-of-spades")
    prize = dealing(dealer, "T5")["lit"]
    assert prize == {
        "hand": "A-K-Q of spades", "pay": "100% of meter", "cents": one_wager.meter_now("M1").shown_cents,
        "source": "meter", "is_frozen": False, "needs": "supervisor", "needs_surveillance": False,
        "asks_about": {"2": []},
    }  # fmt: skip
    one_wager.adjust("M1", "display corrected", 6000)
    now = dealing(dealer, "T5")["lit"]
    assert (now["cents"], now["needs"], now["needs_surveillance"]) == (prize["cents"] + 600_000, "executive", True)
    assert lit_hands(dealer) == {"T5": "A-K-Q of spades"}


def test_the_host_says_about_which_seats_naming_a_winner_asks(demo, client_as):
    """At a table of Fortune San Lo: royals coincide. A folded seat is not asked about."""
    demo.meter("M2", "FSLPP-01")
    demo.table("T7", "fortune-san-lo", meter="M2", cards=CardKind.LIVE)
    for seat in (1, 4, 6):
        demo.press("T7", "place-chip", seat=seat)
    demo.press("T7", "press-coin-in")
    supervisor = client_as("supervisor")
    supervisor.done("/api/tables/T7/mark-fold", seat=4)
    demo.press("T7", "press-hand", row="royal-flush")
    now = dealing(supervisor, "T7")
    assert now["lit"]["asks_about"] == {"1": [6], "6": []}
    assert "name-winner 1" not in now["refused"]
    assert now["refused"]["name-winner 4"].startswith("seat 4 has folded")
    assert now["refused"]["press-j-pot 1"] == "the key is at RUN: J-POT needs it at JPH"
    assert "mark-fold 6" not in now["refused"]
    refused = supervisor.command("/api/tables/T7/name-winner", seat=1)
    assert (refused.status_code, refused.json()["detail"][:21]) == (409, "seat 6 is in the game")
    supervisor.done("/api/tables/T7/name-winner", seat=1, none_to_the_right=True)
    assert supervisor.look("/api/tables/T7")["named"] == {"seat": 1, "asked": [6], "none_to_the_right": True}
    supervisor.done("/api/tables/T7/keypad/turn-key", position="JPH")
    refused = dealing(supervisor, "T7")["refused"]
    assert "press-j-pot 1" not in refused
    assert refused["press-j-pot 6"] == "seat 1 is named as the winner, not seat 6"


def test_a_small_win_is_a_fixed_prize_and_stops_nothing(one_wager, client_as):
    one_wager.press("T5", "press-hand", row="straight")
    prize = dealing(client_as("dealer"), "T5")["lit"]
    assert (prize["cents"], prize["source"], prize["needs"]) == (600, "tray", "dealer")
    assert lit_hands(client_as("dealer")) == {}


def test_a_stopped_table_says_no_prize(one_wager, client_as):
    one_wager.press("T5", "press-hand", row="akq-of-spades")
    client_as("supervisor").done("/api/tables/T5/suspend-table", reason="a fire alarm")
    assert dealing(client_as("supervisor"), "T5")["lit"] is None
