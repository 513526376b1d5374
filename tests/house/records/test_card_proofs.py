"""Whoever has seen a card can check it against the published root: in any round on record, also after a restart."""

import random

import pytest
from sqlalchemy import update

from pitboss.games.audience import DEALER, PUBLIC, Audience, player
from pitboss.games.audience import Role as Looking
from pitboss.house.actor import Actor, Role
from pitboss.house.errors import RefusedError, StorageError, UnknownError
from pitboss.house.records.card_proofs import audience_of, openings
from pitboss.house.storage.schema import JOURNAL
from pitboss.house.tables.commands import (
    Act,
    CloseTable,
    ConfigureTable,
    DealCards,
    FollowGuide,
    LeaveSeat,
    OpenTable,
    ReplaceShuffler,
    ReportMalfunction,
    StartRound,
    TakeSeat,
)
from pitboss.house.tables.settings import CardKind, TableSettings
from pitboss.paytables import Game
from support.floor import ACCOUNTING, ADMIN, AUDIENCES, DEALER_7, EXECUTIVE, SUPERVISOR, SURVEILLANCE, told

AUDITOR = Audience(Looking.SURVEILLANCE)
ANN, BOB = Actor("ann", Role.PLAYER), Actor("bob", Role.PLAYER)
HANDS = {2: "9c 7d 2h", 5: "Ac 8d 4h"}
ANTES = {seat: {"ante": 500} for seat in HANDS}
BETS = {
    Game.THREE_CARD_POKER: {"ante": 500},
    Game.FORTUNE_SAN_LO: {"main": 500},
    Game.DOUBLE_DRAW: {"ante": 500, "bonus": 500},
    Game.POWER_BLACKJACK: {"bet": 500, "push-22": 100},
}


def two_players(floor, game=Game.THREE_CARD_POKER, **rules):
    floor.table("T1", game, rules=rules)
    for seat, name in ((2, "ann"), (5, "bob")):
        floor.player(name)
        floor.sit("T1", seat, name, dollars=2000)
    return floor


def play_by_chance(floor, game, chance):
    """A whole round in which everybody decides as it comes; the root that was published for it."""
    started = told(floor.at("T1", StartRound()))
    for seat in (2, 5):
        for wager, cents in BETS[game].items():
            floor.act("T1", "place-wager", seat=seat, wager=wager, cents=cents)
    floor.act("T1", "no-more-bets")
    while floor.awaiting("T1").kind != "nothing":
        round = floor.room.table("T1").round
        waits_for_cards = round.awaiting.kind == "cards" or "press_green_button" in round.awaiting.operations
        floor.at("T1", DealCards() if waits_for_cards else Act(chance.choice(round.options()).as_json()))
    return started[-1]["root"]


def cards_of(records):
    return [str(opening.card) for seen in records for opening in seen.openings]


def seen_live(floor, looking=AUDIENCES):
    """What everybody may open now, from what the table has at hand. Surveillance gets more when a round is over."""
    table = floor.room.table("T1")
    return {
        audience: table.cards.seen_by(audience, table.round) for audience in looking if audience.role != AUDITOR.role
    }


# ---- any round, after any restart


@pytest.mark.parametrize("game", BETS, ids=lambda game: game.value)
def test_openings_of_every_round_are_the_same_after_a_restart(floor, game):
    """One deck of blackjack runs out now and then, and is refilled: two seals in a round."""
    two_players(floor, game, **({"decks": 1} if game is Game.POWER_BLACKJACK else {}))
    chance = random.Random(1)
    live, roots, dealt = {}, {}, {}
    for number in range(1, 13 if game is Game.POWER_BLACKJACK else 4):
        roots[number] = play_by_chance(floor, game, chance)
        live[number] = seen_live(floor)
        dealt[number] = sum(packet.size for _, packet in floor.room.table("T1").cards.dealt)
        if number == 2:
            floor.reopen()
    floor.reopen()
    for number, by_audience in live.items():
        for audience, records in by_audience.items():
            assert openings(floor.room, "T1", number, audience) == records
            for seen in records:
                seen.verify()
        everything = openings(floor.room, "T1", number, AUDITOR)
        for seen in everything:
            seen.verify()
        assert everything[0].seal.root.hex() == roots[number]
        assert len(cards_of(everything)) == dealt[number]


def test_a_shoe_that_ran_out_has_two_records(floor):
    two_players(floor, Game.POWER_BLACKJACK, decks=1, cut_card_percent=90)
    chance = random.Random(3)
    seals = []
    while max(map(len, seals), default=0) < 2:
        play_by_chance(floor, Game.POWER_BLACKJACK, chance)
        seals.append(list(floor.room.table("T1").cards.seals))
        assert len(seals) < 40
    floor.reopen()
    records = openings(floor.room, "T1", len(seals), AUDITOR)
    assert [seen.seal for seen in records] == seals[-1]
    for seen in records:
        seen.verify()


def test_only_the_records_since_the_shuffle_are_needed(floor):
    """A round long ago costs no more than the last one: its own records have all that its cards need."""
    two_players(floor)
    for _ in range(3):
        play_by_chance(floor, Game.THREE_CARD_POKER, random.Random(1))
    before = openings(floor.room, "T1", 3, AUDITOR)
    with floor.database.transaction() as connection:
        dealt = JOURNAL.select().where(JOURNAL.c.kind == "deal-cards").order_by(JOURNAL.c.seq)
        first = connection.execute(dealt).first()
        broken = update(JOURNAL).where(JOURNAL.c.chain == "table:T1", JOURNAL.c.seq == first.seq)
        connection.execute(broken.values(events="[]"))
    assert openings(floor.room, "T1", 3, AUDITOR) == before


def test_a_round_of_earlier_settings_is_dealt_again_by_them(floor):
    two_players(floor, Game.POWER_BLACKJACK, decks=6)
    play_by_chance(floor, Game.POWER_BLACKJACK, random.Random(1))
    before = seen_live(floor)
    for seat in (2, 5):
        floor.at("T1", LeaveSeat(seat))
    floor.at("T1", CloseTable(floor.cents("tray:T1")), SUPERVISOR)
    rules = floor.room.table("T1").settings.rules
    anew = TableSettings(rules=type(rules)(decks=1)).as_json()
    floor.at("T1", ConfigureTable(anew, floor.agree("configure-table", "T1", anew)), ADMIN)
    floor.at("T1", OpenTable(500_000), SUPERVISOR)
    for seat, name in ((2, "ann"), (5, "bob")):
        floor.sit("T1", seat, name)
    play_by_chance(floor, Game.POWER_BLACKJACK, random.Random(1))
    floor.reopen()
    for audience, records in before.items():
        assert openings(floor.room, "T1", 1, audience) == records
    assert [str(openings(floor.room, "T1", number, AUDITOR)[0].seal.deck) for number in (1, 2)] == [
        "six-deck shoe",
        "52-card deck",
    ]


def test_a_round_lost_with_its_shuffler_opens_what_had_come(floor):
    two_players(floor)
    for _ in floor.steps("T1", wagers=ANTES, hands=HANDS, dealer="Jh 8c 3c", until="cards"):
        pass
    floor.at("T1", DealCards())
    floor.at("T1", ReportMalfunction("no card comes"))
    floor.at("T1", FollowGuide(helped=False), SUPERVISOR)
    for step in range(1, 8):
        floor.at("T1", ReplaceShuffler(step), SUPERVISOR)
    floor.play("T1", wagers=ANTES, hands=HANDS, dealer="Jh 8c 3c")
    floor.reopen()
    assert cards_of(openings(floor.room, "T1", 1, player(2))) == ["9c", "7d", "2h"]
    assert openings(floor.room, "T1", 1, player(5)) == []
    assert len(cards_of(openings(floor.room, "T1", 2, AUDITOR))) == 9


# ---- who may see what


def test_a_folded_hand_stays_closed_to_others(floor):
    two_players(floor)
    floor.play("T1", wagers=ANTES, hands=HANDS, dealer="Jh 8c 3c", folds={2})
    floor.reopen()
    folded, open_cards = ["9c", "7d", "2h"], ["Ac", "8d", "4h", "Jh", "8c", "3c"]
    for audience in (PUBLIC, DEALER, player(5), player(), Audience(Looking.SUPERVISOR)):
        assert cards_of(openings(floor.room, "T1", 1, audience)) == open_cards
    assert cards_of(openings(floor.room, "T1", 1, player(2))) == folded + open_cards
    assert cards_of(openings(floor.room, "T1", 1, AUDITOR)) == folded + open_cards


def test_nobody_sees_a_card_that_lies_face_down_before_the_round_is_over(floor):
    two_players(floor)
    for _ in floor.steps("T1", wagers=ANTES, hands=HANDS, dealer="Jh 8c 3c", until="decision"):
        pass
    for _ in range(2):
        assert openings(floor.room, "T1", 1, AUDITOR) == []
        assert cards_of(openings(floor.room, "T1", 1, player(2))) == ["9c", "7d", "2h"]
        floor.reopen()


def test_a_player_has_the_seats_of_that_round_and_not_of_today(floor):
    two_players(floor)
    floor.play("T1", wagers=ANTES, hands=HANDS, dealer="Jh 8c 3c", folds={2, 5})
    for seat in (2, 5):
        floor.at("T1", LeaveSeat(seat))
    floor.at("T1", TakeSeat(2, "bob"))
    floor.reopen()
    assert audience_of(floor.room, "T1", 1, ANN) == player(2)
    assert audience_of(floor.room, "T1", 1, BOB) == player(5)
    assert audience_of(floor.room, "T1", 1, Actor("cid", Role.PLAYER)) == player()
    assert cards_of(openings(floor.room, "T1", 1, audience_of(floor.room, "T1", 1, BOB)))[:3] == ["Ac", "8d", "4h"]


def test_a_player_with_two_seats_has_both_and_one_who_left_before_has_none(floor):
    two_players(floor)
    floor.sit("T1", 3, "ann")
    floor.at("T1", LeaveSeat(5))
    hands = {2: "9c 7d 2h", 3: "Ac 8d 4h"}
    floor.play("T1", wagers={2: {"ante": 500}, 3: {"ante": 500}}, hands=hands, dealer="Jh 8c 3c", folds={2, 3})
    assert audience_of(floor.room, "T1", 1, ANN) == player(2, 3)
    assert audience_of(floor.room, "T1", 1, BOB) == player()


@pytest.mark.parametrize(
    ("by", "looking"),
    [
        (DEALER_7, DEALER),
        (SUPERVISOR, Audience(Looking.SUPERVISOR)),
        (EXECUTIVE, Audience(Looking.SUPERVISOR)),
        (SURVEILLANCE, AUDITOR),
        (Actor("9", Role.AUDITOR), AUDITOR),
        (ACCOUNTING, PUBLIC),
        (ADMIN, PUBLIC),
    ],
    ids=str,
)
def test_staff_looks_by_its_role(floor, by, looking):
    assert audience_of(floor.room, "T1", 1, by) == looking


# ---- what cannot be opened


def test_rounds_that_are_not_there_or_were_dealt_by_hand_are_refused(floor):
    floor.meter("M1", "TCPP-1")
    floor.table("P", meter="M1", cards=CardKind.LIVE)
    floor.press("P", "place-chip", seat=2)
    floor.press("P", "press-coin-in")
    with pytest.raises(RefusedError, match="round 1 of table P was dealt by hand: its cards were not sealed"):
        openings(floor.room, "P", 1, AUDITOR)
    for table_id, number in (("P", 2), ("T9", 1), ("P", 0)):
        with pytest.raises(UnknownError, match=f"there is no round {number} at table {table_id}"):
            openings(floor.room, table_id, number, AUDITOR)


@pytest.mark.parametrize(
    ("kind", "old", "new"),
    [("deal-cards", '"positions":[1,2,3]', '"positions":[1,2,4]'), ("start-round", "root", "rood")],
    ids=["deal", "root"],
)
def test_records_that_were_changed_do_not_open(floor, kind, old, new):
    two_players(floor)
    floor.play("T1", wagers=ANTES, hands=HANDS, dealer="Jh 8c 3c")
    with floor.database.transaction() as connection:
        told = JOURNAL.c.kind == kind, JOURNAL.c.events.contains(old)
        row = connection.execute(JOURNAL.select().where(*told)).one()
        changed = update(JOURNAL).where(JOURNAL.c.chain == row.chain, JOURNAL.c.seq == row.seq)
        connection.execute(changed.values(events=row.events.replace(old, new)))
    with pytest.raises(StorageError, match=f"the cards of record {row.seq} of table:T1 do not come out of the journal"):
        openings(floor.room, "T1", 1, AUDITOR)
