"""What can be looked at: the right things to the right people, and secrets to nobody. On both databases."""

import csv
import io
import json

import pytest

from pitboss.house.open_room import open_room
from pitboss.house.people.disputes import OpenDispute
from pitboss.house.people.incidents import AddNote, OpenIncident
from pitboss.house.people.proposals import Propose
from pitboss.house.tables.commands import BuyInFromWallet, Fill, LeaveSeat, SuspendTable
from support.demo import ANN, BOB
from support.floor import ACCOUNTING, SUPERVISOR

HANDS = {2: "As Ks Qs", 5: "9c 7d 2h"}
DEALER_HAS = "Jh 8c 3c"
WAGERS = {2: {"ante": 500, "progressive": 100}, 5: {"ante": 500}}


@pytest.fixture
def seated(demo):
    """Ann at seat 2 and Bob at seat 5 of T1."""
    demo.sit("T1", 2, ANN.name)
    demo.sit("T1", 5, BOB.name)
    return demo


@pytest.fixture
def decided(seated):
    """The round waits for Ann: her cards are hers, and Bob's are his."""
    list(seated.steps("T1", WAGERS, HANDS, DEALER_HAS, until="decision"))
    return seated


@pytest.fixture
def played(seated):
    """A round is over: Ann has played, and Bob has folded."""
    ante = {2: {"ante": 500}, 5: {"ante": 500}}
    seated.play("T1", wagers=ante, hands=HANDS, dealer=DEALER_HAS, folds=(5,))
    return seated


@pytest.fixture
def won(seated):
    """Ann has won the whole meter, and Bob has folded."""
    seated.play("T1", wagers=WAGERS, hands=HANDS, dealer=DEALER_HAS, folds=(5,))
    return seated


def codes(answer):
    return answer.status_code, answer.json()["code"]


# ---- the room


def test_the_room_says_its_day(client):
    told = client.look("/api/room")
    assert (told["name"], told["day"], told["guests"]) == ("Lucky Ace", "2026-11-15", True)


def test_the_self_check_is_made_anew(client_as):
    told = client_as("admin").look("/api/selfcheck")
    assert told["passed"]
    quick = client_as("admin").look("/api/selfcheck", quick=True)
    assert len(quick["checks"]) < len(told["checks"])


def test_devices_are_told_without_their_tokens(visitors, client_as):
    visitors.device("display", "T2")
    (told,) = client_as("admin").look("/api/devices")["devices"]
    assert (told["kind"], told["table_id"]) == ("display", "T2")
    assert set(told) == {"label", "kind", "table_id", "made_at"}


@pytest.mark.parametrize("game", ["three-card-poker", "fortune-san-lo", "double-draw", "power-blackjack"])
def test_the_template_of_a_game_can_be_proposed(client_as, game):
    supervisor = client_as("supervisor")
    content = supervisor.look(f"/api/games/{game}/template")["settings"]
    assert content["rules"]["game"] == game
    if "progressive" in content["rules"]:
        content["rules"]["progressive"] = None  # one with a progressive names its meter
    body = {"proposal_id": "p-1", "kind": "create-table", "subject": "T9", "content": content, "reason": "a new table"}
    supervisor.done("/api/office/propose", **body)


@pytest.mark.parametrize("game", ["three-card-poker", "fortune-san-lo", "double-draw", "power-blackjack"])
def test_a_form_asks_for_every_rule_of_a_game(client_as, game):
    told = client_as("supervisor").look(f"/api/games/{game}/template")
    rules = told["settings"]["rules"]
    assert [each["name"] for each in told["form"]] == [name for name in rules if name not in ("game", "limits")]
    for each in told["form"]:
        usual, values = rules[each["name"]], [choice["value"] for choice in each["choices"]]
        assert (usual in values) if each["kind"] == "choice" else not values, each["name"]
    assert told["limits"]


def test_a_new_progressive_begins_with_what_is_approved(client_as):
    supervisor = client_as("supervisor")
    templates = {each["paytable"]: each for each in supervisor.look("/api/progressives/templates")["templates"]}
    assert templates["FSLPP-01"]["game"] == "fortune-san-lo"
    assert templates["FSLPP-01"]["parameters"]["rate"] != templates["TCPP-1"]["parameters"]["rate"]
    for number, (paytable, each) in enumerate(templates.items()):
        content = {"meter_id": f"N{number}", "parameters": each["parameters"]}
        body = {"kind": "create-meter", "subject": f"N{number}", "content": content, "reason": "a new progressive"}
        supervisor.done("/api/office/propose", proposal_id=f"p-{number}", **body)
        assert each["parameters"]["paytable"] == paytable


# ---- tables


def test_tables_are_listed_for_everybody_and_their_money_for_the_floor(client, client_as):
    tables = client.look("/api/tables")["tables"]
    assert [each["table"] for each in tables] == ["T1", "T2", "T3", "T4", "T5"]
    assert not [name for each in tables for name in each if "cents" in name]
    (first, *_) = client_as("dealer").look("/api/floor")["tables"]
    assert (first["table"], first["tray_cents"], first["drop_cents"]) == ("T1", 500_000, 0)
    assert client_as("dealer").look("/api/tables/T1/books")["settings"]["meter_id"] == "M1"


def test_the_floor_sees_how_much_of_a_drop_box_is_slips(seated, client_as):
    seated.at("T1", BuyInFromWallet(2, 1_500))
    (first, *_) = client_as("accounting").look("/api/floor")["tables"]
    books = client_as("accounting").look("/api/tables/T1/books")
    for told in (first, books):
        assert (told["drop_cents"], told["slips_cents"]) == (21_500, 1_500)


def test_the_lists_of_tables_say_what_another_process_has_written(seated, client_as):
    before = {each["table"]: each for each in client_as("accounting").look("/api/floor")["tables"]}["T1"]
    other = open_room(seated.database, seated.key, clock=seated.clock)
    other.at_table("T1", Fill(700), by=SUPERVISOR, command_id="fill by another process")
    other.at_table("T1", LeaveSeat(5), by=SUPERVISOR, command_id="left by another process")
    after = {each["table"]: each for each in client_as("accounting").look("/api/floor")["tables"]}["T1"]
    assert (after["tray_cents"], after["players"]) == (before["tray_cents"] + 700, before["players"] - 1)
    other.at_table("T1", SuspendTable("a spilled drink"), by=SUPERVISOR, command_id="by another process")
    listed = {each["table"]: each["status"] for each in client_as("nobody").look("/api/tables")["tables"]}
    assert listed["T1"] == "suspended"


@pytest.mark.usefixtures("decided")
def test_a_hidden_card_is_shown_to_its_owner_alone(client_as):
    views = {who: json.dumps(client_as(who).look("/api/tables/T1")["round"]) for who in ("ann", "bob", *EVERYBODY)}
    assert "Ks" in views["ann"]
    assert "7d" not in views["ann"]
    assert "7d" in views["bob"]
    for who in EVERYBODY:
        assert not [card for card in ("Ks", "Qs", "7d", "Jh", "8c") if card in views[who]], who


EVERYBODY = ("nobody", "dealer", "supervisor", "surveillance", "auditor", "admin", "display")


@pytest.mark.usefixtures("decided")
def test_nothing_that_anybody_can_look_at_tells_cards_that_lie_face_down(client_as, hall_app):
    """Every look, in every role, while a round waits for its first decision. The dealer's cards are in none."""
    paths = [path for path, told in hall_app.openapi()["paths"].items() if "x-query" in told.get("get", {})]
    for who in (*EVERYBODY, "ann", "bob", "executive", "accounting"):
        visitor = client_as(who)
        for path in paths:
            address = path.format_map(Known())
            text = visitor.get(address, params={"format": "json", "all": True, "limit": 500}).text
            assert not [card for card in ('"Jh"', '"8c"', "Jh 8c") if card in text], f"{who} at {address}"
            if who != "ann":
                assert '"Ks"' not in text, f"{who} at {address}"
            assert "$argon2id$" not in text, f"{who} at {address}"
            assert '"drawn"' not in text, f"{who} at {address}"


class Known(dict):
    """What stands in addresses."""

    def __missing__(self, name):
        return {
            "table_id": "T1",
            "meter_id": "M1",
            "player": "ann",
            "number": "1",
            "name": "master-game",
            "seat": "2",
        }.get(name, "double-draw" if name == "game" else "x-1")


def test_there_is_no_table_that_nobody_made(client):
    assert codes(client.get("/api/tables/T9")) == (404, "unknown")
    assert codes(client.get("/api/tables/T9/placard")) == (404, "unknown")
    assert codes(client.get("/api/tables/T%009")) == (422, "unreadable")


def test_a_placard_is_a_page_a_file_or_values(client):
    page = client.get("/api/tables/T1/placard")
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert "Three Card Poker" in page.text
    assert client.look("/api/tables/T1/placard", format="json")["jackpot"]["meter_id"] == "M1"
    pdf = client.get("/api/tables/T1/placard", params={"format": "pdf"})
    assert (pdf.headers["content-type"], pdf.content[:5]) == ("application/pdf", b"%PDF-")


def test_what_departs_from_the_approval_is_told_to_everybody(client, client_as):
    told = client.look("/api/tables/T1/approval")
    assert not told["is_as_approved"]
    conditions = {"condition: internal-controls", "condition: suppliers-licensed"}
    assert {each["setting"] for each in told["departures"]} == {"equipment", *conditions}
    registers = client_as("supervisor").look("/api/equipment")
    assert registers["missing"]
    assert (registers["kind"], {each["status"] for each in registers["conditions"]}) == ("commercial", {"not recorded"})


def test_the_policy_for_time_outs_is_posted(client):
    assert "in time" in client.look("/api/tables/T1/policy")["time_out"]


# ---- rounds on record


def test_a_player_sees_the_cards_of_the_seat_that_they_had(played, client_as):
    seen = client_as("bob").look("/api/tables/T1/rounds/1")
    assert {record["kind"] for record in seen["records"]} <= {"start-round", "deal-cards", "act"}
    assert all(record["asked"].keys() == {"do"} and record["postings"] == [] for record in seen["records"])
    own = json.dumps(seen)
    assert "7d" in own
    other = json.dumps(client_as("dealer").look("/api/tables/T1/rounds/1"))
    assert '"7d"' not in other


def test_a_player_does_not_learn_who_the_others_are_from_a_round(played, client_as):
    records = client_as("bob").look("/api/tables/T1/rounds/1")["records"]
    others = [record for record in records if record["actor"] != "player:bob"]
    assert others
    assert all(":" not in record["actor"] for record in others)
    assert all((record["command_id"], record["correlation"]) == ("", "") for record in others)
    named = [record["actor"] for record in client_as("supervisor").look("/api/tables/T1/rounds/1")["records"]]
    assert any(":" in actor for actor in named)


def test_openings_prove_what_somebody_saw(played, client_as):
    counts = {}
    for who in ("ann", "bob", "dealer", "auditor"):
        (seal,) = client_as(who).look("/api/tables/T1/rounds/1/openings")["seals"]
        counts[who] = len(seal["openings"])
    # Only Bob saw what he folded; auditors get every card when the round is over.
    assert counts == {"ann": 6, "dealer": 6, "bob": 9, "auditor": 9}


def test_there_is_no_round_that_was_not_dealt(client_as):
    assert codes(client_as("auditor").get("/api/tables/T1/rounds/1")) == (404, "unknown")
    assert codes(client_as("auditor").get("/api/tables/T1/rounds/0")) == (422, "unreadable")


# ---- the rules


def test_everybody_reads_the_rules_of_a_table(client_as):
    told = client_as("nobody").look("/api/tables/T1/rules")
    assert (told["game"], told["title"]) == ("three-card-poker", "Three Card Poker")
    assert {"hand": "straight flush", "cards": "Qs Js Ts", "words": "three in a row of one suit"} in told["hands"][0][
        "rows"
    ]
    for who in (*EVERYBODY, "ann"):
        assert client_as(who).look("/api/tables/T1/rules") == told, who
    assert codes(client_as("nobody").get("/api/tables/T99/rules")) == (404, "unknown")


# ---- progressives


def test_a_display_shows_no_more_than_is_displayed(client, client_as):
    told = client.look("/api/meters/M1")["display"]
    assert told["shown_cents"] == 100_000
    assert "reserve" not in json.dumps(told)
    assert "reserve" in client_as("supervisor").look("/api/meters/M1/status")["millicents"]
    assert client.look("/api/meters")["meters"] == [told]


def test_a_jackpot_waits_for_people_until_it_is_paid(won, client_as):
    (told,) = client_as("dealer").look("/api/jackpots", waiting=True)["jackpots"]
    assert (told["jackpot_id"], told["status"]) == ("T1-1-2", "claimed")
    assert told["waits_for"]
    client_as("supervisor").done("/api/tables/T1/verify-jackpot", seat=2)
    client_as("surveillance").done("/api/tables/T1/check-jackpot", seat=2, seen="hand wager payout player")
    papers = {"identity": "licence WDL-1", "tax_form": "W-2G 17"}
    client_as("executive").done("/api/tables/T1/authorize-jackpot", seat=2, **papers)
    accounting = client_as("accounting")
    assert accounting.look("/api/jackpots", waiting=True)["jackpots"] == []
    (hit,) = accounting.look("/api/meters/M1/hits")["jackpots"]
    assert hit["status"] == "paid"
    assert "WDL-1" not in json.dumps(client_as("dealer").look("/api/jackpots"))
    assert "WDL-1" in accounting.get("/api/jackpots/T1-1-2/win-page").text
    assert accounting.look("/api/jackpots/T1-1-2/win-page", format="json")["status"] == "paid"


def test_history_comes_a_page_at_a_time(won, client_as):
    accounting = client_as("accounting")
    everything = accounting.look("/api/meters/M1/history")["movements"]
    assert [each["number"] for each in everything] == list(range(1, len(everything) + 1))
    (second,) = accounting.look("/api/meters/M1/history", after=1, limit=1)["movements"]
    assert second == everything[1]
    assert (everything[0]["act"], everything[0]["proposed_by"]) == ("start", "4")
    assert {each["proposed_by"] for each in everything if each["act"] == "wagers"} == {None}
    assert codes(accounting.get("/api/meters/M9/history")) == (404, "unknown")
    assert codes(accounting.get("/api/meters/M1/history", params={"limit": 501})) == (422, "unreadable")


# ---- people


@pytest.mark.parametrize(
    ("search", "found"), [("", {"ann", "bob"}), (" BO", {"bob"}), ("An", {"ann"}), ("%", set()), ("_", set())]
)
def test_players_are_searched_by_id_and_name(client_as, search, found):
    players = client_as("accounting").look("/api/players", search=search)["players"]
    assert {each["player"] for each in players} & {"ann", "bob"} == found


def test_players_come_a_page_at_a_time_and_a_player_sees_their_own_wallet(client_as):
    accounting = client_as("accounting")
    ids = [each["player"] for each in accounting.look("/api/players")["players"]]
    assert ids == ["ann", "bob", "guest-1"]
    assert [each["player"] for each in accounting.look("/api/players", after="ann", limit=1)["players"]] == ["bob"]
    assert accounting.look("/api/players/bob")["cents"] == 100_000
    assert client_as("ann").look("/api/wallet")["player"] == "ann"
    assert codes(client_as("ann").get("/api/players/bob")) == (403, "not-permitted")


def test_staff_are_told_without_what_their_pins_were_made_into(client_as):
    told = client_as("admin").look("/api/staff")["staff"]
    assert [each["badge"] for each in told] == ["1", "2", "3", "4", "5", "6", "7", "8"]
    assert not [name for each in told for name in each if "hash" in name]


# ---- the books


def test_reports_say_what_the_ledger_says_in_every_form(client_as):
    accounting = client_as("accounting")
    master = accounting.look("/api/reports/master-game", day="2026-11-15")
    assert {line["table_id"] for line in master["tables"]} == {"T1", "T2", "T3", "T4", "T5"}
    assert accounting.look("/api/reports/trial-balance")["total_millicents"] == 0
    for name in ("master-game", "trial-balance", "deposits", "meters", "reconciliation"):
        assert accounting.look(f"/api/reports/{name}")["alarms"] == [], name
        sheet = accounting.get(f"/api/reports/{name}", params={"format": "csv"})
        assert sheet.headers["content-type"] == "text/csv; charset=utf-8"
        assert next(csv.reader(io.StringIO(sheet.text))), name
        assert accounting.get(f"/api/reports/{name}", params={"format": "html"}).text.startswith("<!doctype html>")
    pdf = accounting.get("/api/reports/trial-balance", params={"format": "pdf"})
    assert pdf.content[:5] == b"%PDF-"


def test_a_report_comes_as_sheets_with_every_cell_as_it_is_printed(client_as):
    sheets = client_as("accounting").look("/api/reports/trial-balance", format="sheets")
    assert sheets["title"].startswith("Trial balance")
    for sheet in sheets["sheets"]:
        assert len(sheet["columns"]) == len(sheet["numeric"])
        assert all(isinstance(cell, str) for row in sheet["rows"] for cell in row)


def test_an_export_can_be_asked_for_its_first_records_only(client_as):
    found = client_as("auditor").look("/api/audit/export", chain="table:T1", most=2)
    assert [each["seq"] for each in found] == [1, 2]


@pytest.mark.parametrize(
    ("wanted", "told"),
    [
        ({"chain": "table:T99"}, (404, "unknown")),
        ({"kind": "nonsense"}, (409, "refused")),
        ({"actor": "5"}, (409, "refused")),
    ],
)
def test_an_export_of_what_no_record_has_is_refused(client_as, wanted, told):
    assert codes(client_as("auditor").get("/api/audit/export", params=wanted)) == told


def test_a_report_of_no_day_and_of_no_name_is_refused(client_as):
    accounting = client_as("accounting")
    assert codes(accounting.get("/api/reports/master-game", params={"day": "2026-02-30"})) == (409, "refused")
    assert codes(accounting.get("/api/reports/master-game", params={"day": "today"})) == (422, "unreadable")
    assert codes(accounting.get("/api/reports/profit")) == (422, "unreadable")
    assert codes(accounting.get("/api/reports/meters", params={"day": "0001-01-01"})) == (409, "refused")


@pytest.mark.parametrize(("address", "last"), [("/api/reports/reconciliation", "day"), ("/api/audit/export", "until")])
def test_days_that_are_still_to_come_or_go_backwards_are_refused(client_as, address, last):
    executive = client_as("executive")
    backwards = executive.get(address, params={"since": "2026-11-15", last: "2026-11-14"})
    assert codes(backwards) == (409, "refused")
    assert backwards.json()["detail"] == "the first gaming day, Nov 15, 2026, is after the last, Nov 14, 2026"
    assert codes(executive.get(address, params={last: "2026-11-16"})) == (409, "refused")
    assert executive.get(address, params={"since": "2026-11-14", last: "2026-11-15"}).is_success


def test_the_audit_finds_the_journal_as_it_was_written(client_as, demo):
    told = client_as("auditor").look("/api/audit/verify")
    assert told["is_sound"]
    assert told["records"] == len(demo.rows("journal"))


def test_the_audit_can_be_made_chain_by_chain(client_as, demo):
    auditor = client_as("auditor")
    chains = auditor.look("/api/audit/chains")["chains"]
    told = [auditor.look("/api/audit/verify", chain=each["chain"]) for each in chains]
    assert chains[0]["chain"] == "room"
    assert [each["records"] for each in told] == [each["records"] for each in chains]
    assert sum(each["records"] for each in told) == len(demo.rows("journal"))
    assert auditor.look("/api/audit/verify", chain="accounts")["is_sound"]
    assert codes(auditor.get("/api/audit/verify", params={"chain": "table:T99"})) == (404, "unknown")


def test_an_export_goes_on_after_a_record(client_as):
    auditor = client_as("auditor")
    first = auditor.look("/api/audit/export", most=5)
    last = f"{first[-1]['chain']}:{first[-1]['seq']}"
    rest = auditor.look("/api/audit/export", after=last)
    assert [*first, *rest] == auditor.look("/api/audit/export")
    assert codes(auditor.get("/api/audit/export", params={"after": "200"})) == (422, "unreadable")


def test_the_journal_leaves_as_csv_or_json_without_secrets(client_as, visitors):
    visitors.device("display")
    auditor = client_as("auditor")
    text = auditor.get("/api/audit/export").text
    records = json.loads(text)
    assert len({(each["chain"], each["seq"]) for each in records}) == len(records)
    (issued,) = [each for each in records if each["kind"] == "issue-pass"]
    assert issued["asked"]["token_hash"] == "(kept back)"
    assert "$argon2id$" not in text
    fills = auditor.get("/api/audit/export", params={"format": "csv", "kind": "open-table", "chain": "table:T2"})
    assert [row["kind"] for row in csv.DictReader(io.StringIO(fills.text))] == ["open-table"]


def test_records_come_a_page_at_a_time(client_as, demo):
    auditor = client_as("auditor")
    first = auditor.look("/api/records", limit=2)["records"]
    assert [each["seq"] for each in first] == [1, 2]
    assert [each["seq"] for each in auditor.look("/api/records", after=2, limit=1)["records"]] == [3]
    at_table = auditor.look("/api/tables/T1/records")["records"]
    assert [each["kind"] for each in at_table] == ["create-table", "open-table"]
    assert at_table[1]["postings"] == [["desk", -500_000_000], ["tray:T1", 500_000_000]]
    assert codes(auditor.get("/api/tables/T9/records")) == (404, "unknown")


# ---- incidents, disputes, proposals


def test_incidents_with_their_notes_and_the_time_to_tell_the_commission(client_as, demo):
    demo.office(OpenIncident("i-1", "table T1", "the display is dark", True, None), SUPERVISOR)
    demo.office(AddNote("i-1", "the cable was loose"), SUPERVISOR)
    demo.clock.tick(hours=73)
    auditor = client_as("auditor")
    (told,) = auditor.look("/api/incidents")["incidents"]
    assert (told["status"], told["is_overdue"]) == ("open", True)
    assert [note["words"] for note in auditor.look("/api/incidents/i-1")["notes"]] == ["the cable was loose"]
    assert codes(auditor.get("/api/incidents/i-2")) == (404, "unknown")


def test_players_see_their_own_disputes_and_the_floor_all(played, client_as):
    played.office(OpenDispute("d-1", "T1", 1, "bob", "the hand was not folded"), SUPERVISOR)
    assert client_as("bob").look("/api/disputes/d-1")["claim"] == "the hand was not folded"
    assert client_as("ann").look("/api/disputes")["disputes"] == []
    assert codes(client_as("ann").get("/api/disputes/d-1")) == (403, "not-permitted")
    assert len(client_as("supervisor").look("/api/disputes")["disputes"]) == 1


def test_a_disputed_round_is_dealt_again_for_who_rules_on_it(played, client_as):
    played.office(OpenDispute("d-1", "T1", 1, "bob", "the hand was not folded"), SUPERVISOR)
    told = client_as("supervisor").look("/api/disputes/d-1/replay")
    assert told["is_same"]
    assert '"7d"' in json.dumps(told["steps"])
    assert client_as("surveillance").look("/api/disputes/d-1/replay")["round"] == 1


def test_the_cards_of_a_round_in_progress_are_for_nobody(decided, client_as):
    client_as("surveillance").done("/api/tables/T1/suspend-table", reason="a dispute")
    decided.office(OpenDispute("d-1", "T1", 1, "bob", "a card was seen"), SUPERVISOR)
    for who in ("surveillance", "supervisor", "executive"):
        assert codes(client_as(who).get("/api/disputes/d-1/replay"))[0] == 409


def test_proposals_are_seen_by_those_who_decide(client_as, demo):
    content = {"badge": "9", "name": "Zoe", "role": "dealer", "license": "68-9"}
    body = {"proposal_id": "p-1", "kind": "add-staff", "subject": "9", "content": content, "reason": "new"}
    client_as("admin").done("/api/office/propose", **body)
    executive = client_as("executive")
    (told,) = executive.look("/api/proposals")["proposals"]
    assert told["content"] == content
    assert executive.look("/api/proposals/p-1") == told
    assert len(executive.look("/api/proposals", all=True)["proposals"]) > 5
    assert codes(executive.get("/api/proposals/p-2")) == (404, "unknown")


def test_what_is_withdrawn_does_not_wait(client_as, demo):
    content = {"meter_id": "M1", "reason": "display malfunction", "millicents": -1000, "note": "counted twice"}
    demo.office(Propose("p-1", "adjust-meter", "M1", content, "counted twice"), ACCOUNTING)
    client_as("accounting").done("/api/office/withdraw-proposal", proposal_id="p-1")
    assert client_as("auditor").look("/api/proposals")["proposals"] == []


def test_what_the_house_is_set_to_is_told_version_by_version(client_as):
    told = client_as("executive").look("/api/settings")
    assert (told["version"], [each["number"] for each in told["versions"]]) == (1, [1])
    assert told["versions"][0]["settings"] == told["settings"]
    assert told["settings"]["kind"] == "commercial"


def test_what_two_people_agreed_on_is_told_before_it_holds(client_as):
    executive, admin = client_as("executive"), client_as("admin")
    before = executive.look("/api/settings")
    room = before["property_id"]
    content = {"room": room, "from_day": "2027-01-01", "settings": before["settings"] | {"min_age": 21}}
    proposal = {"proposal_id": "h1", "kind": "set-house", "subject": room, "content": content, "reason": "a new law"}
    executive.done("/api/office/propose", **proposal)
    admin.approve("h1")
    told = executive.look("/api/settings")
    assert (told["version"], told["settings"]["min_age"]) == (1, 18)
    assert (told["versions"][1]["from_day"], told["versions"][1]["settings"]["min_age"]) == ("2027-01-01", 21)


# ---- refused acts


@pytest.mark.usefixtures("decided")
def test_refused_acts_of_staff_are_listed_without_a_card(client_as):
    supervisor, dealer = client_as("supervisor"), client_as("dealer")
    supervisor.command("/api/tables/T1/time-out", seat=5)
    supervisor.command("/api/tables/T1/round/draw", seat=5, cards="9c 7d")
    dealer.command("/api/tables/T1/authorize-jackpot", seat=2, identity="licence", tax_form="")
    for who in ("surveillance", "auditor"):
        told = client_as(who).look("/api/refused-acts", table="T1")["refused"]
        acts = [(each["kind"], each["seat"], each["by"]) for each in told]
        by_role = ("authorize-jackpot", None, "dealer:7")
        assert acts == [by_role, ("draw", 5, "supervisor:4"), ("time-out", 5, "supervisor:4")]
        assert "7d" not in json.dumps(told)
    assert client_as("surveillance").look("/api/refused-acts", table="T2")["refused"] == []
    assert codes(client_as("supervisor").get("/api/refused-acts")) == (403, "not-permitted")


@pytest.mark.usefixtures("decided")
def test_the_words_of_a_refusal_go_to_its_sender_only(client_as):
    words = client_as("supervisor").command("/api/tables/T1/round/draw", seat=5, cards="9c 7d").json()["detail"]
    assert words == "cards are named by the player who holds them, not by supervisor:4"
    for who in ("surveillance", "auditor", "executive", "admin"):
        records = client_as(who).look("/api/records", limit=500)["records"]
        assert any(each["kind"] == "note-refusal" for each in records)
        assert words not in json.dumps(records)


def test_today_is_that_of_the_newest_record_where_the_clock_is_behind_it(demo, client, client_as):
    before = client.look("/api/room")["day"]
    demo.clock.tick(days=1)
    demo.at("T1", Fill(50_000), SUPERVISOR)
    demo.clock.tick(days=-1)
    executive = client_as("executive")
    assert (before, client.look("/api/room")["day"]) == ("2026-11-15", "2026-11-16")
    assert executive.look("/api/reports/master-game")["day"] == "2026-11-16"
    assert executive.get("/api/audit/export", params={"since": "2026-11-16"}).is_success
    over = {each["day"]: each["is_over"] for each in executive.look("/api/days")["open"]}
    assert over == {"2026-11-15": True, "2026-11-16": False}
