"""A restart at any moment: the room comes back from its database as it was, and play goes on."""

import random

import pytest

from pitboss.cards import print_cards
from pitboss.games.audience import DEALER, PUBLIC, player
from pitboss.house.records.replay import replay_round
from pitboss.house.tables.commands import (
    Act,
    AuthorizeJackpot,
    BuyInFromWallet,
    CheckJackpot,
    CloseTable,
    CountDrop,
    DealCards,
    LeaveSeat,
    RejectJackpot,
    StartRound,
    SuspendTable,
    TakeSeat,
    VerifyJackpot,
)
from pitboss.house.tables.queries import books_of
from pitboss.house.tables.settings import CardKind, ControllerKind
from pitboss.paytables import Game
from support.floor import ACCOUNTING, EXECUTIVE, SUPERVISOR, SURVEILLANCE, everything_in
from support.replay import replayed

BETS = {"ante": 500, "progressive": 100}
LOOKING = (PUBLIC, DEALER, player(2), player(5))


def restart(floor, *table_ids):
    """A restart changes nothing that anybody sees, and nothing that is stored."""
    before, stored = [floor.views(table_id, LOOKING) for table_id in table_ids], floor.everything()
    states = [inside(floor.room.table(table_id)) for table_id in table_ids]
    floor.reopen()
    assert [floor.views(table_id, LOOKING) for table_id in table_ids] == before
    assert [inside(floor.room.table(table_id)) for table_id in table_ids] == states
    assert floor.everything() == stored


def inside(table):
    """What no audience sees of a table: its tray, its cards, its round and its pending wins."""
    round, deck = table.round, table.cards.machine.deck
    return {
        "tray": (table.tray_cents, table.drop_cents, table.slips_cents),
        "round": round and round.as_json(),
        "cards": None if deck is None or deck.retired else (print_cards(deck.sealed.order), deck.gone),
        "jackpots": list(table.jackpots.values()),
        "envy": list(table.envy_due),
        "booked": dict(table.booked),
        "lit": table.lit_claim,
        "checked": dict(table.checked_by),
        "together": table.pays_together and bool(table.jackpots),
    }


def test_a_round_of_three_card_poker_with_a_jackpot(floor):
    floor.meter("M1", "TCPP-1", jackpot_lock=True)
    floor.adjust("M1", "display corrected", 5000)
    floor.table("T1", meter="M1")
    for seat, name in ((2, "ann"), (5, "bob")):
        floor.player(name)
        floor.sit("T1", seat, name)
    hands = {2: "As Ks Qs", 5: "9c 7d 2h"}
    for _ in floor.steps("T1", wagers=dict.fromkeys(hands, BETS), hands=hands, dealer="Jh 8c 3c"):
        restart(floor, "T1")
    for command, by in (
        (VerifyJackpot(2), SUPERVISOR),
        (CheckJackpot(2, "hand wager payout player"), SURVEILLANCE),
        (AuthorizeJackpot(2, "licence", "form"), EXECUTIVE),
        (StartRound(), SUPERVISOR),
    ):
        floor.at("T1", command, by)
        restart(floor, "T1")
    assert floor.cents("wallet:ann") == 600_028


def test_a_round_of_fortune_san_lo_with_a_rejected_win(floor):
    floor.meter("M1", "FSLPP-01")
    floor.table("T1", Game.FORTUNE_SAN_LO, meter="M1")
    floor.player("ann")
    floor.sit("T1", 2, "ann")
    hands = {2: "As Ks Qs Js Ts 2c"}
    bets = {2: {"main": 500, "hat-trick": 500, "progressive": 100}}
    for _ in floor.steps("T1", wagers=bets, hands=hands, dealer="9s 8d 6h 5c 3c 2d", start=5):
        restart(floor, "T1")
    floor.at("T1", RejectJackpot(2, "a marked card"), SUPERVISOR)
    restart(floor, "T1")
    floor.at("T1", StartRound())
    restart(floor, "T1")


def test_slips_in_the_drop_box_are_known_until_it_is_counted(floor):
    floor.player("ann", dollars=500)
    floor.table("T1")
    floor.sit("T1", 2, "ann", dollars=100)
    floor.at("T1", BuyInFromWallet(2, 15_000))
    restart(floor, "T1")
    books = books_of(floor.room, "T1")
    assert (books.drop_cents, books.slips_cents) == (25_000, 15_000)
    for command, by in (
        (LeaveSeat(2), SUPERVISOR),
        (CloseTable(475_000), SUPERVISOR),
        (CountDrop(25_000), ACCOUNTING),
    ):
        floor.at("T1", command, by)
        restart(floor, "T1")
    books = books_of(floor.room, "T1")
    assert (books.drop_cents, books.slips_cents, floor.cents("house:variance:T1")) == (0, 0, 0)


def test_a_void_round_leaves_its_wagers_lit(floor):
    floor.meter("M1", "TCPP-1")
    floor.table("T1", meter="M1")
    floor.player("ann")
    floor.sit("T1", 2, "ann")
    for _ in floor.steps("T1", wagers={2: BETS}, hands={2: "9c 7d 2h"}, dealer="Jh 8c 3c", until="decision"):
        pass
    floor.act("T1", "void", SUPERVISOR, reason="a card was exposed")
    restart(floor, "T1")
    floor.at("T1", StartRound())
    restart(floor, "T1")
    assert floor.room.view("T1", PUBLIC).round.seats[2].wagers == {"progressive": 100}


@pytest.mark.parametrize("is_closed", [False, True])
def test_whoever_has_only_a_lit_wager_may_leave_with_it_while_the_others_play(floor, is_closed):
    floor.meter("M1", "TCPP-1")
    floor.table("T1", meter="M1")
    for seat, name in ((2, "ann"), (5, "bob")):
        floor.player(name)
        floor.sit("T1", seat, name)
    cards = {"hands": {2: "9c 7d 2h", 5: "As Ks Qs"}, "dealer": "Jh 8c 3c"}
    list(floor.steps("T1", wagers={2: BETS, 5: BETS}, until="decision", **cards))
    floor.act("T1", "void", SUPERVISOR, reason="a card was exposed")
    floor.at("T1", StartRound())
    floor.act("T1", "place-wager", seat=5, wager="ante", cents=500)
    if is_closed:
        floor.act("T1", "no-more-bets")
    chips = floor.cents("chips:T1:2")
    floor.at("T1", LeaveSeat(2))
    assert (floor.cents("wallet:ann"), floor.cents("house:expense")) == (chips + 100, -100)
    if not is_closed:
        floor.act("T1", "no-more-bets")
    while floor.awaiting("T1").kind != "nothing":
        floor.at("T1", answer(floor, lambda options: options[0]))
    restart(floor, "T1")
    assert floor.cents("wallet:ann") == chips + 100


def answer(floor, choose):
    """What the round waits for: the shuffler or the shoe, or somebody who chooses."""
    round = floor.room.table("T1").round
    if round.awaiting.kind == "cards" or "press_green_button" in round.awaiting.operations:
        return DealCards()
    return Act(choose(round.options()).as_json())


SHORT = {Game.DOUBLE_DRAW: {"ante": 500, "bonus": 500}, Game.POWER_BLACKJACK: {"bet": 500, "push-22": 100}}


@pytest.mark.parametrize("game", SHORT, ids=lambda game: game.value)
def test_rounds_from_a_stub_and_from_a_shoe(floor, game):
    """Cards that are not dealt yet come back under lock: the shoe goes on where it was."""
    floor.table("T1", game, rules={"decks": 1} if game is Game.POWER_BLACKJACK else {})
    for seat, name in ((2, "ann"), (5, "bob")):
        floor.player(name)
        floor.sit("T1", seat, name, dollars=300)
    chance = random.Random(1)
    for _ in range(2):
        floor.at("T1", StartRound())
        for seat in (2, 5):
            for wager, cents in SHORT[game].items():
                floor.act("T1", "place-wager", seat=seat, wager=wager, cents=cents)
        floor.act("T1", "no-more-bets")
        while floor.awaiting("T1").kind != "nothing":
            restart(floor, "T1")
            floor.at("T1", answer(floor, chance.choice))
        restart(floor, "T1")


@pytest.mark.parametrize("kind", list(ControllerKind), ids=str)
def test_a_game_on_a_keypad(floor, kind):
    floor.meter("M1", "TCPP-1", jackpot_lock=True)
    floor.table("P", meter="M1", cards=CardKind.LIVE, controller=kind)
    start = [("place-chip", {"seat": 2}), ("place-chip", {"seat": 5})]
    lit = ("press-hand", {"row": "akq-of-spades"})
    presses = {
        ControllerKind.AQUARIUS: [
            *start,
            ("press-coin-in", {}),
            lit,
            lit,
            lit,
            ("turn-key", {"position": "JPH"}),
            ("press-j-pot", {"seat": 2}),
            ("turn-key", {"position": "RUN"}),
            ("pay-envy", {"seat": 5}),
            ("press-game-over", {}),
        ],
        ControllerKind.NEXUS: [
            *start,
            ("press-start-game", {}),
            ("press-spot", {"seat": 2}),
            lit,
            ("press-confirm", {}),
            ("swipe-card", {}),
            ("pay-envy", {"seat": 5}),
            ("press-end-game", {}),
        ],
    }
    for do, values in presses[kind]:
        if do in ("press-j-pot", "press-confirm"):
            floor.name_winner("P", 2)
        floor.press("P", do, SUPERVISOR, **values)
        restart(floor, "P")
    assert floor.jackpot("P-1-2").cents == 100_028


def test_a_suspended_table_stays_suspended(floor):
    floor.table("T1")
    floor.player("ann")
    floor.sit("T1", 2, "ann")
    for _ in floor.steps("T1", wagers={2: {"ante": 500}}, hands={2: "9c 7d 2h"}, dealer="Jh 8c 3c", until="decision"):
        pass
    floor.at("T1", SuspendTable("a dispute"), SUPERVISOR)
    restart(floor, "T1")
    assert floor.room.view("T1", PUBLIC).status == "suspended"


def test_whoever_comes_in_the_middle_of_a_round_may_leave_in_it(floor):
    floor.table("T1")
    for name in ("ann", "bob"):
        floor.player(name)
    floor.sit("T1", 2, "ann")
    floor.at("T1", StartRound())
    floor.sit("T1", 5, "bob", dollars=20)
    restart(floor, "T1")
    floor.at("T1", LeaveSeat(5))
    assert floor.cents("wallet:bob") == 2000
    floor.at("T1", TakeSeat(5, "bob"))
    restart(floor, "T1")


def test_a_round_dealt_again_from_its_records_is_the_same(floor):
    floor.table("T1")
    floor.player("ann")
    floor.sit("T1", 2, "ann")
    for _ in range(2):
        floor.play("T1", wagers={2: {"ante": 500}}, hands={2: "9c 7d 2h"}, dealer="Jh 8c 3c")
    again = replay_round(floor.room, "T1", 1)
    assert again.is_same
    assert print_cards(again.round.seats[2].cards) == "9c 7d 2h"


def test_a_shoe_is_the_same_again_from_the_journal_alone(floor, tmp_path):
    """Rounds from one shuffle, into an empty database: the same journal to the last hash."""
    from pitboss.house.storage.database import Database

    floor.table("T1", Game.POWER_BLACKJACK)
    floor.player("ann")
    floor.sit("T1", 2, "ann", dollars=300)
    for _ in range(2):
        floor.at("T1", StartRound())
        floor.act("T1", "place-wager", seat=2, wager="bet", cents=500)
        floor.act("T1", "no-more-bets")
        while floor.awaiting("T1").kind != "nothing":
            floor.at("T1", answer(floor, lambda options: options[-1]))
    other = Database(str(tmp_path / "again.db"))
    replayed(floor.room, other, floor.key)
    assert everything_in(other, ["journal", "accounts"]) == everything_in(floor.database, ["journal", "accounts"])
    other.close()
