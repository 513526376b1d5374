"""What the browser draws a felt from, what a seat may decide and why not, hints, settings and rounds that are over."""

import json

import pytest

from pitboss.cards import parse_cards, print_cards
from pitboss.games.card_source import GREEN_BUTTON
from pitboss.games.power_blackjack import Double, Hit, PowerBlackjackRules, PowerDouble
from pitboss.games.rounds import BASE_WAGERS, ROUNDS, STRATEGIES
from pitboss.house.cage.ledger import account
from pitboss.house.records import rounds
from pitboss.house.tables.commands import Act, DealCards, LeaveSeat, StartRound
from pitboss.house.tables.dry_run import step_cents
from support.demo import ANN, BOB, TABLES
from support.floor import SUPERVISOR

HANDS = {2: "As Ks Qs", 5: "9c 7d 2h"}
DEALER_HAS = "Jh 8c 3c"
ANTES = {2: {"ante": 500}, 5: {"ante": 500}}

SIX = {2: "Ks Kd 4h Ac Jd Qs", 5: "9h 9c 8s 7d 3c 2s"}
SAN_LO_DEALER = "Td 8d 6c 5h 4c 2d"
MAINS = {2: {"main": 500}, 5: {"main": 500}}

ELECTRONIC = [table for table in TABLES if table != "T5"]


@pytest.fixture
def seated(demo):
    """Ann at seat 2 and Bob at seat 5 of every table."""
    for table in TABLES:
        demo.sit(table, 2, ANN.name, dollars=1000)
        demo.sit(table, 5, BOB.name, dollars=1000)
    return demo


@pytest.fixture
def decided(seated):
    """T1 waits for Ann and Bob."""
    list(seated.steps("T1", ANTES, HANDS, DEALER_HAS, until="decision"))
    return seated


@pytest.fixture
def setting(seated):
    """T2 waits for Ann and Bob to set their hands."""
    list(seated.steps("T2", MAINS, SIX, SAN_LO_DEALER, until="decision"))
    return seated


def codes(answer):
    return answer.status_code, answer.json()["code"]


def detail(answer):
    assert answer.status_code in (403, 404, 409), answer.text
    return answer.json()["detail"]


def choices(visitor, table, seat):
    told = visitor.look(f"/api/tables/{table}/seats/{seat}/choices")
    assert told["seat"] == seat
    return {each["do"]: each for each in told["choices"]}


def reasons(visitor, table, seat):
    return {do: each["reason"] for do, each in choices(visitor, table, seat).items()}


def hint_at(visitor, table, seat):
    return visitor.get(f"/api/tables/{table}/seats/{seat}/hint")


def whole_rounds(demo, table, wagers, number=1):
    """Rounds by chance, step by step: each time before something is done that somebody decided."""
    for _ in range(number):
        demo.at(table, StartRound())
        for seat, spots in wagers.items():
            for wager, cents in spots.items():
                demo.act(table, "place-wager", seat=seat, wager=wager, cents=cents)
        demo.act(table, "no-more-bets")
        while (awaiting := demo.awaiting(table)).kind != "nothing":
            round = demo.room.table(table).round
            if awaiting.kind == "cards" or GREEN_BUTTON in awaiting.operations:
                demo.at(table, DealCards())
            elif awaiting.kind == "decision":
                yield awaiting
                if demo.awaiting(table) == awaiting:
                    demo.at(table, Act(STRATEGIES[round.game](round, awaiting.seat).as_json()))
            else:
                demo.at(table, Act(round.options()[0].as_json()))


def base(demo, table):
    rules = demo.room.table(table).settings.rules
    return {wager: rules.limit(wager).minimum_cents for wager in BASE_WAGERS[rules.game]}


# ---- the felt


FELTS = {
    "T1": (["ante", "pair-plus", "six-card-bonus", "progressive"], ["play"], ["ante"]),
    "T2": (["main", "fortune-bonus", "hat-trick"], [], ["main"]),
    "T3": (["ante", "bonus"], ["draw-1", "draw-2"], ["ante", "bonus"]),
    "T4": (
        ["bet", "push-22"],
        ["double", "split-2", "double-2", "split-3", "double-3", "split-4", "double-4", "insurance"],
        ["bet"],
    ),
}


@pytest.mark.parametrize("table", FELTS)
def test_a_felt_has_every_spot_and_what_is_posted(client, table):
    told = client.look(f"/api/tables/{table}/felt")
    posted = client.look(f"/api/tables/{table}/placard", format="json")
    now, later, must = FELTS[table]
    assert [each["wager"] for each in told["wagers"] if not each["is_later"]] == now
    assert [each["wager"] for each in told["wagers"] if each["is_later"]] == later
    assert [each["wager"] for each in told["wagers"] if each["is_base"]] == must
    limits = [{**each, "wager": each["label"]} for each in told["wagers"] if not each["is_later"]]
    assert [{name: each[name] for name in posted["limits"][0]} for each in limits] == posted["limits"]
    assert all(each["minimum_cents"] is None for each in told["wagers"] if each["is_later"])
    assert [each["title"] for each in told["odds"]] == [each["title"] for each in posted["odds"]]
    assert (told["title"], told["dealer"], told["time_out"]) == (posted["game"], posted["dealer"], posted["time_out"])
    assert (told["game"], told["controller"], told["cards"]) == (TABLES[table].value, None, "electronic")


def test_odds_name_their_wager_and_the_envy(client):
    odds = {each["wager"]: each for each in client.look("/api/tables/T1/felt")["odds"]}
    assert list(odds) == [None, "ante-bonus", "pair-plus", "six-card-bonus", "progressive"]
    assert odds["progressive"]["designator"] == "TCPP-1"
    assert odds["progressive"]["rows"][0] == {
        "hand": "A-K-Q of spades",
        "pay": "100% of meter",
        "envy_cents": 10_000,
    }


def test_hands_are_ranked_as_the_game_ranks_them(client):
    ranking = {table: client.look(f"/api/tables/{table}/felt")["ranking"] for table in FELTS}
    assert ranking["T1"] == ["Straight flush", "Three of a kind", "Straight", "Flush", "Pair", "High card"]
    assert ranking["T2"] == ranking["T1"]
    assert ranking["T3"][:3] == ["Five aces", "Natural royal flush", "Wild royal flush"]
    assert (ranking["T4"][0], ranking["T4"][-1]) == ("Blackjack", "Bust")


def test_the_felt_of_physical_cards_names_its_keypad(client):
    told = client.look("/api/tables/T5/felt")
    assert (told["cards"], told["controller"], told["meter"]) == ("live", "aquarius", "M1")


def test_there_is_no_felt_of_no_table(client):
    assert codes(client.get("/api/tables/T9/felt")) == (404, "unknown")


# ---- choices


def test_choices_say_what_a_decision_costs(decided, client_as):
    told = choices(client_as("ann"), "T1", 2)
    assert told == {
        "play": {"do": "play", "words": "Play: bet $5", "cents": 500, "reason": None, "step_cents": None},
        "fold": {"do": "fold", "words": "Fold", "cents": 0, "reason": None, "step_cents": None},
    }


@pytest.mark.parametrize("role", ["dealer", "supervisor"])
def test_choices_name_the_hand_to_its_owner_and_to_nobody_else(decided, client_as, role):
    own = client_as("ann").look("/api/tables/T1/seats/2/choices")
    others = client_as(role).look("/api/tables/T1/seats/2/choices")
    assert (own["hand"], others["hand"]) == ("ace-king-queen straight flush in spades", None)


def test_choices_say_why_bets_do_not_go_together(seated, client_as):
    ann = client_as("ann")
    seated.at("T3", StartRound())
    seated.act("T3", "place-wager", seat=2, wager="ante", cents=500)
    told = ann.look("/api/tables/T3/seats/2/choices")
    assert (told["misfit"], told["hand"]) == (
        "seat 2 has no Bonus: Ante and Bonus are both bet, in equal amounts",
        None,
    )
    seated.act("T3", "place-wager", seat=2, wager="bonus", cents=500)
    assert ann.look("/api/tables/T3/seats/2/choices")["misfit"] is None


def test_choices_say_where_less_may_be_staked(seated, client_as):
    told = choices(client_as("ann"), "T4", 2)
    assert {do: each["step_cents"] for do, each in told.items() if each["step_cents"]} == {"insure": 250}
    for_less = PowerBlackjackRules(double_for_less=True)
    assert [step_cents(for_less, do(2)) for do in (Double, PowerDouble, Hit)] == [500, 500, None]


@pytest.mark.parametrize("table", ELECTRONIC)
def test_what_may_be_done_is_what_the_round_waits_for(seated, client_as, table):
    """In rounds by chance, at every decision; whoever is not asked reads why."""
    players = {2: client_as("ann"), 5: client_as("bob")}
    wagers = {seat: base(seated, table) for seat in players}
    for awaiting in whole_rounds(seated, table, wagers, number=4):
        told = choices(players[awaiting.seat], table, awaiting.seat)
        allowed = {do.replace("-", "_") for do, each in told.items() if each["reason"] is None}
        assert allowed == set(awaiting.operations)
        assert {do for do, each in told.items() if each["cents"] is None} == {
            do for do, each in told.items() if each["reason"] is not None
        }
        round = seated.room.table(table).round
        for command in round.decisions(awaiting.seat):
            if round.can(command):
                assert told[command.slug()]["cents"] == round.cost_cents(command, awaiting.seat)


@pytest.mark.parametrize("table", ELECTRONIC)
def test_a_reason_is_the_very_sentence_of_the_refusal(seated, client_as, table):
    ann, wagers = client_as("ann"), {seat: base(seated, table) for seat in (2, 5)}
    checked = 0
    for awaiting in whole_rounds(seated, table, wagers, number=2):
        for command in seated.room.table(table).round.decisions(2):
            reason = reasons(ann, table, 2)[command.slug()]
            if awaiting.seat == 5 and reason is not None:
                body = {name: value for name, value in command.as_json().items() if name != "do"}
                assert detail(ann.command(f"/api/tables/{table}/round/{command.slug()}", **body)) == reason
                checked += 1
    assert checked or table in ("T1", "T2"), "there all seats decide at once"


def test_chips_that_are_missing_are_a_reason(demo, client_as):
    demo.sit("T1", 2, ANN.name, dollars=5)
    list(demo.steps("T1", {2: {"ante": 500}}, {2: HANDS[2]}, DEALER_HAS, until="decision"))
    told = choices(client_as("ann"), "T1", 2)
    assert told["play"] == {
        "do": "play",
        "words": "Play: bet $5",
        "cents": 500,
        "reason": "seat 2 has $0 in chips, and this needs $5",
        "step_cents": None,
    }
    assert told["fold"]["reason"] is None


def test_between_rounds_and_before_the_cards_nothing_is_to_be_decided(seated, client_as):
    ann = client_as("ann")
    assert set(reasons(ann, "T1", 2).values()) == {"no round is in progress at table T1: start one"}
    seated.at("T1", StartRound())
    assert "the round waits for wagers" in reasons(ann, "T1", 2)["play"]


def test_who_sat_down_during_a_round_reads_why(decided, client_as):
    decided.sit("T1", 7, "guest-1", dollars=0)
    assert set(reasons(client_as("guest-1"), "T1", 7).values()) == {"nobody sits at seat 7; taken seats: 2, 5"}
    assert set(choices(client_as("guest-1"), "T1", 7)) == {"play", "fold"}


def test_every_game_tells_all_its_decisions_also_without_a_round(seated, client_as):
    for table in ELECTRONIC:
        game = TABLES[table]
        known = {kind.slug() for kind in ROUNDS[game].operations}
        told = set(choices(client_as("ann"), table, 2))
        assert told <= known
        assert len(told) == {"T1": 2, "T2": 2, "T3": 2, "T4": 11}[table]


def test_people_decide_themselves_at_physical_cards(seated, client_as):
    assert choices(client_as("ann"), "T5", 2) == {}


def test_insurance_is_up_to_half_the_bet(seated, client_as):
    ann = client_as("ann")
    for awaiting in whole_rounds(seated, "T4", {2: {"bet": 1000}}, number=60):
        if "insure" in awaiting.operations:
            told = choices(ann, "T4", 2)
            insure = told["insure"]
            assert (insure["words"], insure["cents"], insure["step_cents"]) == ("Insurance: up to $5", 500, 250)
            declined = told["no-insurance"]
            assert (declined["words"], declined["cents"], declined["step_cents"]) == ("No insurance", 0, None)
            return
    raise AssertionError("no ace in sixty rounds")


@pytest.mark.parametrize("who", ["dealer", "supervisor", "executive"])
def test_who_deals_asks_for_any_seat_and_sees_no_card(setting, client_as, who):
    text = client_as(who).get("/api/tables/T2/seats/2/choices").text
    assert json.loads(text)["choices"][0]["reason"] is None
    assert not [card for card in SIX[2].split() if card in text]


def test_a_player_asks_for_their_own_seat(decided, client_as):
    for what in ("choices", "hint", "setting"):
        other = client_as("bob").get(f"/api/tables/T1/seats/2/{what}")
        assert codes(other) == (403, "not-permitted")
        assert detail(other) == "bob does not sit at seat 2 of table T1"
        assert codes(client_as("ann").get(f"/api/tables/T1/seats/3/{what}")) == (404, "unknown")
        assert codes(client_as("ann").get(f"/api/tables/T9/seats/2/{what}")) == (404, "unknown")
        assert codes(client_as("ann").get(f"/api/tables/T1/seats/0/{what}")) == (422, "unreadable")


@pytest.mark.parametrize("who", ["dealer", "supervisor", "executive", "surveillance", "auditor", "admin"])
def test_hints_and_settings_are_for_players_alone(decided, client_as, who):
    for what in ("hint", "setting"):
        assert codes(client_as(who).get(f"/api/tables/T1/seats/2/{what}")) == (403, "not-permitted")


# ---- hints


def test_a_hint_is_what_the_simple_strategy_would_do(decided, client_as):
    assert hint_at(client_as("ann"), "T1", 2).json() == {
        "do": "play",
        "words": "Play: queen-six-four or better",
        "cards": None,
    }
    assert hint_at(client_as("bob"), "T1", 5).json()["words"] == "Fold: less than queen-six-four"


@pytest.mark.parametrize("table", ["T3", "T4"])
def test_a_hint_can_be_followed(seated, client_as, table):
    ann, words = client_as("ann"), []
    for awaiting in whole_rounds(seated, table, {2: base(seated, table)}, number=6):
        told = hint_at(ann, table, awaiting.seat).json()
        cards = {} if told["cards"] is None else {"cards": " ".join(told["cards"])}
        ann.done(f"/api/tables/{table}/round/{told['do']}", seat=awaiting.seat, **cards)
        words.append(told["words"])
    assert len(set(words)) > 3


def test_nothing_to_decide_is_no_hint(decided, client_as):
    ann = client_as("ann")
    ann.done("/api/tables/T1/round/play", seat=2)
    assert detail(hint_at(ann, "T1", 2)) == (
        "seat 2 has nothing to decide now: the round waits for seat 5 to play or fold"
    )
    assert "not in a round" in detail(hint_at(ann, "T3", 2))
    assert codes(hint_at(ann, "T5", 2)) == (409, "refused")


def test_the_hint_at_san_lo_waits_for_all_other_players(setting, client_as):
    ann, bob = client_as("ann"), client_as("bob")
    locked = hint_at(ann, "T2", 2)
    assert codes(locked) == (409, "not-allowed")
    assert detail(locked) == (
        "the house way of seat 2 is locked until all other players have set or asked for it: seat 5 not yet"
    )
    bob.done("/api/tables/T2/round/ask-house-way", seat=5)
    told = hint_at(ann, "T2", 2).json()
    expected = setting.room.table("T2").settings.rules.house_way.choose(parse_cards(SIX[2]))
    assert (told["do"], " ".join(told["cards"])) == ("set-hand", print_cards(expected.setting.cards))
    assert "nothing to decide" in detail(hint_at(bob, "T2", 5))
    ann.done("/api/tables/T2/round/set-hand", seat=2, cards=" ".join(told["cards"]))
    assert "nothing to decide" in detail(hint_at(ann, "T2", 2))


# ---- settings


def proposed(visitor, places, table="T2", seat=2):
    """The six cards by their places in the hand as it was dealt: an address names no card."""
    return visitor.get(f"/api/tables/{table}/seats/{seat}/setting", params={"places": places})


def test_a_setting_is_valued_by_the_rules(setting, client_as):
    assert SIX[2] == "Ks Kd 4h Ac Jd Qs"
    assert proposed(client_as("ann"), "321546").json() == {
        "high": {"cards": ["Ks", "Kd", "4h"], "hand": "pair of kings, four kicker"},
        "mid": {"cards": ["Ac", "Jd"], "hand": "ace-jack high"},
        "low": {"cards": ["Qs"], "hand": "queen high"},
        "is_foul": False,
        "words": "pair of kings, four kicker / ace-jack high / queen high",
    }


def test_a_foul_is_told_before_it_is_laid_down(setting, client_as):
    told = proposed(client_as("ann"), "463125").json()
    assert told["is_foul"]
    assert told["words"] == "the high hand (ace-queen-four high) is not above the mid hand (pair of kings)"
    assert setting.room.table("T2").round.seats[2].setting is None


def test_a_card_twice_is_refused_in_a_sentence(setting, client_as):
    words = "seat 2 sets exactly its own six cards (high 3, mid 2, low 1), not Ks Kd 4h Ac Jd Jd"
    assert detail(proposed(client_as("ann"), "123455")) == words


@pytest.mark.parametrize("places", ["", "12345", "1234567", "123450", "Ks Kd 4h Ac Jd Qs", "x" * 300])
def test_other_places_cannot_be_read(setting, client_as, places):
    assert codes(proposed(client_as("ann"), places)) == (422, "unreadable")


def test_hands_are_set_at_san_lo_and_in_time(setting, decided, client_as):
    ann = client_as("ann")
    assert "Fortune San Lo Poker" in detail(proposed(ann, "123456", table="T1"))
    ann.done("/api/tables/T2/round/ask-house-way", seat=2)
    assert "house way already" in detail(proposed(ann, "123456"))


# ---- rounds that are over


def listed_rounds(visitor, table="T1", **query):
    return visitor.look(f"/api/tables/{table}/rounds", **query)


def money_of(demo, player, table, seat):
    return demo.cents(account("chips", table, seat)) + demo.cents(account("wallet", player))


@pytest.mark.parametrize("table", ELECTRONIC)
def test_rounds_say_what_the_ledger_says(seated, client_as, table):
    before = {2: money_of(seated, "ann", table, 2), 5: money_of(seated, "bob", table, 5)}
    bonus = {"progressive": 100} if table == "T1" else {}
    for _ in whole_rounds(seated, table, {seat: base(seated, table) | bonus for seat in (2, 5)}, number=5):
        pass
    won = {}
    for seat, player in ((2, "ann"), (5, "bob")):
        told = listed_rounds(client_as(player), table)
        assert [each["round_number"] for each in told["rounds"]] == [5, 4, 3, 2, 1]
        assert told["earlier"] is None
        won[seat] = sum(each["paid_cents"] - each["staked_cents"] for each in told["rounds"])
        assert money_of(seated, player, table, seat) - before[seat] == won[seat]
        assert all(each["staked_cents"] >= sum(base(seated, table).values()) for each in told["rounds"])
    everybody = listed_rounds(client_as("surveillance"), table)["rounds"]
    assert sum(each["paid_cents"] - each["staked_cents"] for each in everybody) == sum(won.values())


def test_a_player_sees_rounds_with_a_wager_of_their_own(seated, client_as):
    ann = client_as("ann")
    for seat in (2, 5, 2):
        list(whole_rounds(seated, "T1", {seat: {"ante": 500}}))
    assert [each["round_number"] for each in listed_rounds(ann)["rounds"]] == [3, 1]
    assert [each["round_number"] for each in listed_rounds(client_as("bob"))["rounds"]] == [2]
    assert [each["round_number"] for each in listed_rounds(client_as("dealer"))["rounds"]] == [3, 2, 1]
    assert listed_rounds(client_as("guest-1")) == {"table": "T1", "rounds": [], "earlier": None}


def test_a_seat_that_was_left_keeps_its_rounds_with_who_played_them(seated, client_as):
    """Ann bets herself, for Bob somebody else does; then they change seats."""
    ann = client_as("ann")
    seated.at("T1", StartRound())
    ann.done("/api/tables/T1/round/place-wager", seat=2, wager="ante", cents=500)
    ann.done("/api/tables/T1/round/take-back", seat=2, wager="ante")
    ann.done("/api/tables/T1/round/place-wager", seat=2, wager="pair-plus", cents=1500)
    seated.act("T1", "void", SUPERVISOR, reason="a card lay face up")
    list(whole_rounds(seated, "T1", {5: {"pair-plus": 500}}))
    for seat in (2, 5):
        seated.at("T1", LeaveSeat(seat))
    seated.sit("T1", 5, ANN.name)
    seated.sit("T1", 2, BOB.name)
    list(whole_rounds(seated, "T1", {2: {"pair-plus": 1000}, 5: {"pair-plus": 2000}}))
    staked = {
        who: [(each["round_number"], each["staked_cents"]) for each in listed_rounds(client_as(who))["rounds"]]
        for who in ("ann", "bob")
    }
    assert staked == {"ann": [(3, 2000), (1, 1500)], "bob": [(3, 1000), (2, 500)]}


def test_a_void_round_says_why_and_what_the_meter_keeps(decided, client_as):
    ann = client_as("ann")
    decided.act("T1", "void", SUPERVISOR, reason="a card lay face up")
    before = money_of(decided, "ann", "T1", 2)
    list(decided.steps("T1", {2: {"ante": 500, "progressive": 100}}, HANDS, DEALER_HAS, until="decision"))
    decided.act("T1", "void", SUPERVISOR, reason="another one")
    told = listed_rounds(ann)["rounds"]
    assert [(each["staked_cents"], each["paid_cents"], each["void_reason"]) for each in told] == [
        (600, 500, "another one"),
        (500, 500, "a card lay face up"),
    ]
    assert money_of(decided, "ann", "T1", 2) - before == -100


def test_a_jackpot_is_in_what_was_paid(seated, client_as):
    before = money_of(seated, "ann", "T1", 2)
    wagers = {2: {"ante": 500, "progressive": 100}, 5: {"ante": 500, "progressive": 100}}
    seated.play("T1", wagers=wagers, hands=HANDS, dealer=DEALER_HAS, folds=(5,))
    assert listed_rounds(client_as("ann"))["rounds"] == [], "it is not over before the jackpot is decided"
    client_as("supervisor").done("/api/tables/T1/verify-jackpot", seat=2)
    client_as("surveillance").done("/api/tables/T1/check-jackpot", seat=2, seen="hand wager payout player")
    papers = {"identity": "licence WDL-1", "tax_form": "W-2G 17"}
    client_as("executive").done("/api/tables/T1/authorize-jackpot", seat=2, **papers)
    (told,) = listed_rounds(client_as("ann"))["rounds"]
    assert told["paid_cents"] > 100_000
    assert told["paid_cents"] - told["staked_cents"] == money_of(seated, "ann", "T1", 2) - before
    (envied,) = listed_rounds(client_as("bob"))["rounds"]
    assert (envied["staked_cents"], envied["paid_cents"]) == (600, 10_000)


def test_rounds_come_a_page_at_a_time(seated, client_as):
    list(whole_rounds(seated, "T1", {2: {"ante": 500}}, number=5))
    seated.at("T1", StartRound())
    for who in ("ann", "auditor"):
        visitor, seen, before = client_as(who), [], {}
        for _ in range(3):
            page = listed_rounds(visitor, limit=2, **before)
            seen.append([each["round_number"] for each in page["rounds"]])
            before = {"before": page["earlier"]}
        assert seen == [[5, 4], [3, 2], [1]]
        assert page["earlier"] is None
    assert codes(client_as("ann").get("/api/tables/T1/rounds", params={"limit": 101})) == (422, "unreadable")
    assert codes(client_as("ann").get("/api/tables/T1/rounds", params={"before": 0})) == (422, "unreadable")
    assert codes(client_as("ann").get("/api/tables/T9/rounds")) == (404, "unknown")


def test_a_page_does_not_walk_through_all_rounds(seated, client_as, monkeypatch):
    """Bob played long ago: a page ends early, and says where to go on."""
    monkeypatch.setattr(rounds, "MAX_READ", 3)
    monkeypatch.setattr(rounds, "_AT_ONCE", 2)
    list(whole_rounds(seated, "T1", {5: {"ante": 500}}))
    list(whole_rounds(seated, "T1", {2: {"ante": 500}}, number=6))
    bob, seen, page = client_as("bob"), [], listed_rounds(client_as("bob"))
    for asked in range(1, 10):  # noqa: B007
        seen += [each["round_number"] for each in page["rounds"]]
        if page["earlier"] is None:
            break
        page = listed_rounds(bob, before=page["earlier"])
    assert (seen, asked > 1) == ([1], True)


def test_games_of_a_keypad_are_counted_without_their_money(seated, client_as):
    for _ in range(3):
        seated.press("T5", "place-chip", seat=2)
        seated.press("T5", "press-coin-in")
        seated.press("T5", "press-game-over")
    told = listed_rounds(client_as("supervisor"), "T5", limit=2)
    assert [(each["round_number"], each["staked_cents"], each["paid_cents"]) for each in told["rounds"]] == [
        (3, None, None),
        (2, None, None),
    ]
    rest = listed_rounds(client_as("supervisor"), "T5", before=told["earlier"])
    assert [each["round_number"] for each in rest["rounds"]] == [1]
    assert listed_rounds(client_as("ann"), "T5")["rounds"] == []
