"""The auto-dealer, on both databases. The clock is moved by hand, and the dealer is asked step by step."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest

from pitboss.cards import print_cards
from pitboss.games.audience import PUBLIC
from pitboss.games.rounds import STRATEGIES
from pitboss.house.actor import Actor, Role
from pitboss.house.cage.wallets import GiveGuestChips
from pitboss.house.errors import NotPermittedError, RefusedError, StorageError
from pitboss.house.people.players import ExcludePlayer, RegisterPlayer
from pitboss.house.posted.placard import time_out_words
from pitboss.house.records import journal
from pitboss.house.reports.gaming_day import parse_instant
from pitboss.house.storage.database import Database
from pitboss.house.tables import deadlines
from pitboss.house.tables.commands import (
    Act,
    AuthorizeJackpot,
    BuyInFromWallet,
    BuyInWithCash,
    CashOut,
    CheckJackpot,
    FollowGuide,
    HandOver,
    LeaveSeat,
    ReportMalfunction,
    ResumeTable,
    StartRound,
    SuspendTable,
    TakeSeat,
    VerifyJackpot,
)
from pitboss.house.tables.room_host import RoomHost
from pitboss.house.tables.views import HeldWin
from pitboss.paytables import Game
from pitboss.server.auto_dealer import LEASE_SECONDS, AutoDealer
from pitboss.server.bus import LocalBus, News
from pitboss.server.context import ServerContext
from pitboss.server.deal_clock import with_deadline
from pitboss.server.settings import ServerSettings
from support.floor import EXECUTIVE, SUPERVISOR, SURVEILLANCE, Floor

WAGERS = {
    Game.THREE_CARD_POKER: {"ante": 500, "pair-plus": 500},
    Game.FORTUNE_SAN_LO: {"main": 500},
    Game.DOUBLE_DRAW: {"ante": 500, "bonus": 500},
    Game.POWER_BLACKJACK: {"bet": 500},
}
PACE = ServerSettings(
    betting_seconds=15, decision_seconds=20, pause_seconds=1, result_seconds=6, away_minutes=0, threads=2
)


class Play:
    """A table of the house, and a clock that goes on until something is due."""

    def __init__(self, floor):
        self.floor, self.clock = floor, floor.clock
        self.serve()

    def serve(self, **settings):
        """A server, as after a start: it has nothing at hand."""
        self.context = ServerContext(self.floor.room, PACE.model_copy(update=settings), LocalBus())
        self.dealer = AutoDealer(self.context)
        self.dealer.look_at_all()

    def table(self, game=Game.THREE_CARD_POKER, players=("ann", "bob"), dollars=100, **settings):
        self.floor.table("T1", game, **settings)
        for seat, name in enumerate(players, start=2):
            self.floor.player(name)
            self.floor.sit("T1", seat, name, dollars)
        self.do(HandOver("house"), SUPERVISOR)
        return self

    def do(self, command, by):
        """A command of somebody else; the dealer hears of it."""
        answer = self.floor.at("T1", command, by)
        self.dealer.look("T1")
        return answer

    def act(self, do, by="ann", **values):
        return self.do(Act({"do": do, **values}), Actor(by, Role.PLAYER))

    def bet(self, seat=2, by="ann", **wagers):
        for wager, cents in (wagers or WAGERS[self.now.settings.game]).items():
            self.act("place-wager", by, seat=seat, wager=wager.replace("_", "-"), cents=cents)

    def step(self):
        """Everything that is due at this moment."""
        made = 0
        while self.dealer.step():
            made += 1
            assert made < 100
        return made

    @property
    def view(self):
        return with_deadline(self.context, self.floor.room.view("T1", PUBLIC))

    @property
    def due(self):
        """What the house waits for, and for how many seconds from now."""
        deadline = self.view.deadline
        left = deadline and (parse_instant(deadline.at) - self.clock.now()).total_seconds()
        return deadline and (deadline.what, left)

    @property
    def now(self):
        return self.floor.room.table("T1")

    @property
    def awaiting(self):
        return self.now.round.awaiting

    def kept(self):
        """The deadline as it is kept for all processes."""
        with self.floor.database.reading() as connection:
            return deadlines.find(connection, "P1", "T1")

    def wait(self):
        """Until the next move, and let it be made."""
        _, left = self.due
        self.clock.tick(seconds=max(left, 0))
        assert self.dealer.step() == 1

    def until(self, *kinds):
        """Until the round waits for something of the kind, or for nothing."""
        for _ in range(200):
            if self.now.round is not None and self.awaiting.kind in kinds:
                return self
            self.wait()
        raise AssertionError(f"never {kinds}: {self.awaiting}")

    def journal(self):
        return [row for row in self.floor.rows("journal") if row["chain"] == "table:T1"]


@pytest.fixture
def play(floor):
    """A card room whose tables the house may deal."""
    return Play(floor)


# ---- whole rounds


@pytest.mark.parametrize("game", list(Game))
@pytest.mark.parametrize("answers", [True, False], ids=["decided", "timed out"])
def test_the_house_deals_whole_rounds_of_every_game(play, game, answers):
    play.table(game, dollars=200)
    for number in (1, 2):
        play.until("wagers")
        assert play.now.round_number == number
        play.bet(2, "ann")
        play.bet(3, "bob")
        while not play.until("decision", "nothing").now.round.is_over:
            round, seat = play.now.round, play.awaiting.seat
            if answers:
                decided = STRATEGIES[game](round, seat).as_json()
                play.act(decided.pop("do"), round.seats[seat].player, **decided)
            else:
                play.wait()
        assert play.now.round.phase == "over"
        play.wait()
    assert play.now.round_number == 3
    house = [row for row in play.journal() if row["actor"] == "house:auto-dealer"]
    assert len({row["command_id"] for row in house}) == len(house)
    assert house[0]["command_id"].startswith("house T1 r0 v")


def test_bets_stay_open_from_the_first_wager_for_the_posted_time(play):
    play.table().until("wagers")
    assert play.due is None
    play.clock.tick(hours=1)
    assert play.step() == 0
    play.bet(2)
    first = play.view.deadline
    assert first.what == "bets"
    play.bet(3, "bob")
    play.floor.player("cid")
    play.do(TakeSeat(5, "cid"), Actor("cid", Role.PLAYER))
    assert play.view.deadline == first
    assert play.kept().due_at == parse_instant(first.at)
    play.clock.tick(seconds=play.due[1] - 0.5)
    assert (play.step(), play.awaiting.kind) == (0, "wagers")
    play.clock.tick(seconds=0.5)
    assert (play.step(), play.awaiting.kind) == (1, "cards")


def test_nobody_keeps_the_bets_open_by_taking_back_again_and_again(play):
    play.table(players=["ann"]).until("wagers").bet(2, ante=500)
    for _ in range(3):
        play.clock.tick(seconds=10)
        play.act("take-back", seat=2, wager="ante")
        play.bet(2, ante=500)
    play.step()
    assert play.awaiting.kind == "cards"


@pytest.mark.parametrize("back", ["2 hours", "3 seconds"])
def test_a_clock_set_back_keeps_nobody_waiting(play, back):
    """The bets are open for 15 seconds more at most, however far the clock went back; then the game goes on to its end."""
    many, unit = back.split()
    play.table(players=["ann"]).until("wagers").bet(2, ante=500)
    play.clock.tick(**{unit: -int(many)})
    play.dealer.look_at_all()
    assert (play.due[0], play.due[1] <= 15 + 2) == ("bets", True)
    play.wait()
    assert play.awaiting.kind == "cards"
    while not play.until("nothing").now.round.is_over:
        play.wait()
    # By two hours, a new round waits for people to look at the clock.
    play.wait()
    assert play.now.round_number == (1 if unit == "hours" else 2)
    if unit == "hours":
        play.floor.acknowledge()
    play.clock.tick(minutes=2)
    play.step()
    assert play.now.round_number == 2


def test_when_all_wagers_are_taken_back_the_time_begins_again(play):
    play.table().until("wagers")
    play.bet(2, ante=500)
    play.act("take-back", seat=2, wager="ante")
    assert (play.due, play.kept()) == (None, None)
    play.clock.tick(minutes=5)
    play.bet(2, ante=500)
    assert play.due == ("bets", 15)


def test_the_pauses_are_as_set(play):
    play.table().until("wagers").bet(2, ante=500)
    play.wait()
    assert play.due == ("cards", 1)
    play.wait()
    play.wait()
    assert play.due == ("decision", 20)
    play.act("fold", seat=2)
    assert play.due == ("dealer", 1)
    play.until("nothing")
    assert play.due == ("round", 6)


def test_players_who_decide_together_share_the_time(play):
    play.table().until("wagers").bet(2, ante=500)
    play.bet(3, "bob", ante=500)
    play.until("decision")
    play.clock.tick(seconds=8)
    play.act("play", "bob", seat=3)
    what, left = play.due
    assert what == "decision"
    assert left < 12


def test_players_who_decide_in_turn_have_the_whole_time_each(play):
    play.table(Game.DOUBLE_DRAW).until("wagers").bet(2)
    play.bet(3, "bob")
    play.until("decision")
    play.clock.tick(seconds=8)
    play.act("fold", seat=2)
    assert play.due == ("decision", 20)


def test_somebody_who_buys_in_gives_nobody_more_time(play):
    play.table().until("wagers").bet(2, ante=500)
    play.until("decision")
    before = play.view.deadline
    play.do(BuyInWithCash(3, 1000), EXECUTIVE)
    assert play.view.deadline == before


# ---- somebody is away


def test_whoever_is_away_for_long_makes_room_and_keeps_the_money(play):
    play.table().until("wagers")
    play.serve(away_minutes=15)
    assert play.due is None  # nobody is told to hurry
    play.clock.tick(minutes=10)
    play.bet(2, ante=500)
    play.act("take-back", seat=2, wager="ante")
    play.clock.tick(minutes=6)
    play.step()
    assert list(play.now.seatings) == [2]
    assert "leave-seat" in [record["kind"] for record in play.journal()[-2:]]  # and the round begins without bob
    with play.floor.database.reading() as connection:
        assert journal.balance(connection, "P1", "wallet:bob") == 10_000_000
    play.clock.tick(minutes=9)
    play.step()
    assert not play.now.seatings


def test_a_guest_who_does_not_buy_in_makes_room(play):
    play.table(players=["ann"]).until("wagers")
    for name in ("guest-1", "guest-2"):
        guest = Actor(name, Role.PLAYER)
        play.floor.office(RegisterPlayer(name, "Gina", None, is_guest=True), guest)
        play.floor.office(GiveGuestChips(name), guest)
    for seat, name in ((4, "guest-1"), (5, "guest-2")):
        play.do(TakeSeat(seat, name), Actor(name, Role.PLAYER))
    play.do(BuyInFromWallet(5, 2000), Actor("guest-2", Role.PLAYER))
    play.serve(buy_in_seconds=120)
    play.clock.tick(seconds=100)
    play.step()
    assert list(play.now.seatings) == [2, 4, 5]
    play.clock.tick(seconds=25)
    play.step()
    assert list(play.now.seatings) == [2, 5]  # ann is no guest, and guest-2 has chips


def test_a_guest_who_does_not_buy_in_makes_room_also_where_a_person_deals(play):
    play.table(players=["ann"])
    play.do(HandOver("7"), SUPERVISOR)
    guest = Actor("guest-1", Role.PLAYER)
    play.floor.office(RegisterPlayer("guest-1", "Gina", None, is_guest=True), guest)
    play.do(TakeSeat(4, "guest-1"), guest)
    play.serve(buy_in_seconds=120, away_minutes=1)
    play.clock.tick(seconds=125)
    play.step()
    assert (list(play.now.seatings), play.now.round) == ([2], None)  # the dealer decides about everybody else


def test_whoever_is_away_with_a_wager_of_a_void_round_makes_room_too(play):
    play.floor.meter("M1", "TCPP-1")
    play.table(players=["ann"], meter="M1").until("wagers")
    play.bet(2, ante=500, progressive=100)
    play.until("decision")
    play.do(Act({"do": "void", "reason": "a card was exposed"}), SUPERVISOR)
    play.until("wagers")
    play.serve(away_minutes=15)
    play.clock.tick(minutes=16)
    play.step()
    assert not play.now.seatings
    with play.floor.database.reading() as connection:
        assert journal.balance(connection, "P1", "wallet:ann") == 10_000_000


def test_whoever_has_a_wager_in_action_stays_until_it_is_settled(play):
    play.table(players=["ann"]).until("wagers")
    play.serve(away_minutes=0.5)
    play.bet(2, ante=500)
    play.until("decision")
    play.clock.tick(minutes=2)
    play.until("nothing")
    assert 2 in play.now.seatings
    assert play.dealer.step() == 1
    assert not play.now.seatings


# ---- wagers and chips


def test_wagers_that_do_not_go_together_are_given_back_at_the_close(play):
    play.table(Game.DOUBLE_DRAW).until("wagers")
    play.bet(2, ante=500, bonus=500)
    play.bet(3, "bob", ante=500)
    play.until("cards")
    assert play.now.chips_cents(3) == 10_000
    assert play.now.round.seats[3].wagers == {}
    assert play.now.round.seats[2].wagers == {"ante": 500, "bonus": 500}


def test_where_no_wagers_go_together_the_bets_stay_open(play):
    play.table(Game.DOUBLE_DRAW).until("wagers")
    play.bet(2, ante=500, bonus=1000)
    play.clock.tick(seconds=15)
    assert play.step() == 2
    assert (play.awaiting.kind, play.due) == ("wagers", None)
    assert play.now.chips_cents(2) == 10_000


def test_a_player_without_the_chips_for_the_posted_play_folds(play):
    play.table(Game.DOUBLE_DRAW, players=["ann"], dollars=10).until("wagers").bet(2)
    play.until("decision")
    play.wait()
    assert play.now.round.seats[2].is_folded
    play.until("nothing")


def test_no_round_starts_until_somebody_has_chips_for_it(play):
    play.table(players=["ann"], dollars=0)
    assert (play.due, play.step()) == (None, 0)
    play.do(BuyInWithCash(2, 400), SUPERVISOR)
    assert play.due is None
    play.clock.tick(minutes=1)
    play.do(BuyInWithCash(2, 100), SUPERVISOR)
    assert play.due[0] == "round"
    assert play.step() == 1
    assert play.awaiting.kind == "wagers"


def test_a_round_nobody_bets_in_is_called_off_for_whoever_comes_later(play):
    play.table(players=["ann"]).until("wagers")
    play.floor.player("bob")
    play.do(TakeSeat(3, "bob"), SUPERVISOR)
    assert play.due is None
    play.do(BuyInWithCash(3, 5000), SUPERVISOR)
    assert play.due[0] == "nobody-bets"
    play.wait()
    assert play.now.round.void_reason == "nobody has bet"
    play.wait()
    play.bet(3, "bob", ante=500)
    assert play.due[0] == "bets"


def test_no_round_is_called_off_for_whoever_may_not_play_any_more(play):
    """Ann is excluded, and stays in her seat with her chips: the others have all the time they like."""
    play.table(players=["ann", "bob"])
    play.floor.office(ExcludePlayer("ann", "2027-11-15", "asked for it"), SUPERVISOR)
    play.until("wagers")
    assert set(play.now.round.seats) == {3}
    assert (play.due, play.step()) == (None, 0)
    play.do(CashOut(2, 100), Actor("ann", Role.PLAYER))
    play.floor.reopen()
    play.serve()
    assert (play.due, play.step()) == (None, 0)
    play.floor.player("cat")
    play.do(TakeSeat(4, "cat"), SUPERVISOR)
    play.do(BuyInWithCash(4, 5000), SUPERVISOR)
    assert play.due[0] == "nobody-bets"


def test_when_everybody_has_left_the_round_ends_and_the_table_rests(play):
    play.table(players=["ann"]).until("wagers")
    play.do(LeaveSeat(2), Actor("ann", Role.PLAYER))
    play.wait()
    assert play.now.round.is_over
    assert (play.due, play.kept(), play.step()) == (None, None, 0)


# ---- who deals


def test_the_table_goes_to_a_person_and_back_between_rounds(play):
    play.table().until("wagers").bet(2, ante=500)
    with pytest.raises(RefusedError, match="in progress: end it before the table is handed over"):
        play.do(HandOver("7"), SUPERVISOR)
    play.until("nothing")
    play.do(HandOver("7"), SUPERVISOR)
    play.clock.tick(hours=1)
    assert (play.due, play.kept(), play.step()) == (None, None, 0)
    play.do(StartRound(), Actor("7", Role.DEALER))
    play.act("place-wager", seat=2, wager="ante", cents=500)
    assert (play.due, play.step()) == (None, 0)
    play.do(Act({"do": "void", "reason": "the dealer is called away"}), SUPERVISOR)
    play.do(HandOver("house"), Actor("7", Role.DEALER))
    play.until("wagers")
    with pytest.raises(NotPermittedError):
        play.do(Act({"do": "no-more-bets"}), Actor("7", Role.DEALER))


def test_a_suspended_table_rests_and_then_everybody_has_the_whole_time(play):
    play.table().until("wagers").bet(2, ante=500)
    play.until("decision")
    play.clock.tick(seconds=19)
    play.do(SuspendTable("a fire drill"), SUPERVISOR)
    play.clock.tick(hours=1)
    assert (play.due, play.step()) == (None, 0)
    play.do(ResumeTable(), SUPERVISOR)
    assert play.due == ("decision", 20)


def test_a_stopped_shuffler_stops_the_cards(play):
    play.table().until("wagers").bet(2, ante=500)
    play.do(ReportMalfunction("cards are stuck"), SUPERVISOR)
    assert play.due[0] == "bets"
    play.wait()
    assert (play.due, play.awaiting.kind) == (None, "cards")
    play.do(FollowGuide(helped=True), SUPERVISOR)
    play.until("decision")


def test_a_pending_jackpot_stops_the_table_until_people_have_decided(play):
    play.floor.meter("M1", "TCPP-1")
    play.table(players=["ann"], meter="M1")
    play.floor.entropy.stack(Game.THREE_CARD_POKER, {2: "As Ks Qs"}, "Jh 8c 3c")
    play.until("wagers").bet(2, ante=500, progressive=100)
    play.until("nothing")
    assert play.view.jackpots
    play.clock.tick(hours=1)
    assert (play.due, play.kept(), play.step()) == (None, None, 0)
    play.do(VerifyJackpot(2), SUPERVISOR)
    play.do(AuthorizeJackpot(2, "licence WDL-1", "W-2G 17"), SUPERVISOR)
    assert play.due == ("round", 6)
    play.wait()
    assert play.now.round_number == 2


def test_a_win_for_the_camera_stops_the_table_until_it_is_seen(play, monkeypatch):
    # As in Washington: the room is one for practice.
    monkeypatch.setattr(RoomHost, "camera_above_cents", lambda host: host._record_answer(2_000, "camera_above_cents"))
    play.table(players=["ann"])
    play.floor.entropy.stack(Game.THREE_CARD_POKER, {2: "9h 8h 7h"}, "Jh 8c 3c")
    play.until("wagers").bet(2, ante=500)
    play.until("nothing")
    assert play.view.held_wins == [HeldWin(seat=2, cents=3_000)]
    play.clock.tick(hours=1)
    assert (play.due, play.kept(), play.step()) == (None, None, 0)
    play.do(CheckJackpot(2, "hand wager payout player"), SURVEILLANCE)
    assert play.due == ("round", 6)
    play.wait()
    assert play.now.round_number == 2


def test_a_win_for_the_camera_keeps_nobody_else_waiting_for_theirs(play, monkeypatch):
    monkeypatch.setattr(RoomHost, "camera_above_cents", lambda host: host._record_answer(2_000, "camera_above_cents"))
    play.table()
    play.floor.entropy.stack(Game.THREE_CARD_POKER, {2: "Kc Kd 2s", 3: "9h 8h 7h"}, "Jh 8c 3c")
    play.until("wagers").bet(2, ante=500)
    play.bet(3, "bob", ante=500)
    play.until("nothing")
    assert play.view.held_wins == [HeldWin(seat=3, cents=3_000)]
    assert play.now.chips_cents(2) == 10_500
    play.clock.tick(hours=1)
    assert (play.due, play.step()) == (None, 0)


# ---- several processes, and what goes wrong


def another(play):
    """A second server on the same database, with connections of its own."""
    database = Database(play.floor.database.url.render_as_string(hide_password=False))
    floor = Floor(database, play.floor.key, play.clock, is_new=False, ids="other")
    return Play(floor), database


def test_two_auto_dealers_act_once(play):
    play.table().until("wagers").bet(2, ante=500)
    other, database = another(play)
    for _ in range(60):
        if play.floor.room.view("T1", PUBLIC).round.phase == "over":
            break
        other.dealer.look("T1")
        play.dealer.look("T1")
        play.clock.tick(seconds=20)
        before = len(play.journal())
        assert [*play.dealer.claim(), *other.dealer.claim()] == ["T1"]
        # One has claimed it. Even if both did, they would move once.
        with ThreadPoolExecutor(2) as both:
            list(both.map(lambda dealer: dealer.move("T1"), (play.dealer, other.dealer)))
        assert len(play.journal()) == before + 1
    assert play.view.round.phase == "over"
    database.close()


def test_a_move_that_a_process_claims_before_it_has_the_news_is_made_at_once(play):
    """Else the table would stand still for as long as the claim lasts."""
    play.table().until("wagers")
    other, database = another(play)
    play.bet(2, ante=500)
    play.clock.tick(seconds=15)
    before = len(play.journal())
    assert other.dealer.step() == 1
    assert len(play.journal()) == before + 1
    database.close()


def test_the_same_move_made_by_two_counts_once(play):
    play.table().until("wagers").bet(2, ante=500)
    other, database = another(play)
    play.clock.tick(seconds=15)
    seen = other.floor.room.view("T1", PUBLIC)
    play.step()
    move = Act({"do": "no-more-bets"})
    by, named = Actor("auto-dealer", Role.HOUSE), f"house T1 r1 v{seen.version}"
    again = other.context.at_table("T1", move, by=by, command_id=named, version=seen.version)
    assert again.is_repeat
    database.close()


def test_after_a_restart_in_the_middle_of_a_round_it_goes_on(play):
    play.table().until("wagers").bet(2, ante=500)
    play.until("decision")
    left = play.view.deadline
    play.floor.reopen()
    play.serve()
    assert play.view.deadline == left
    play.until("nothing")
    assert play.now.round.phase == "over"


def test_a_server_that_starts_finds_its_tables_without_their_deadlines(play):
    play.table().until("wagers").bet(2, ante=500)
    with play.floor.database.transaction() as connection:
        deadlines.drop(connection, "P1", "T1", 10_000)
    play.floor.reopen()
    play.serve()
    assert play.kept().due_at == parse_instant(play.view.deadline.at)


def test_what_a_dead_process_has_claimed_is_done_by_another_later(play):
    play.table().until("wagers").bet(2, ante=500)
    play.clock.tick(seconds=15)
    assert play.dealer.claim() == ["T1"]
    assert play.dealer.step() == 0
    play.clock.tick(seconds=LEASE_SECONDS)
    assert play.dealer.step() == 1
    assert play.awaiting.kind == "cards"


def test_a_refusal_is_tried_again_later_and_later(play):
    play.table(players=["ann"])
    play.floor.office(ExcludePlayer("ann", "2027-11-15", "asked for it"), SUPERVISOR)
    waits = []
    play.clock.tick(seconds=6)
    for _ in range(9):
        assert play.step() == 1
        wait = play.kept().due_at - play.clock.now()
        waits.append(wait.total_seconds())
        play.clock.tick(seconds=wait.total_seconds())
    assert waits == [1, 2, 4, 8, 16, 32, 60, 60, 60]
    play.floor.player("bob")
    play.do(TakeSeat(3, "bob"), SUPERVISOR)
    play.do(BuyInWithCash(3, 5000), SUPERVISOR)
    play.step()
    assert list(play.now.round.seats) == [3]


def test_what_the_database_did_not_take_is_reckoned_again(play, monkeypatch):
    play.table().until("wagers")
    play.floor.at("T1", Act({"do": "place-wager", "seat": 2, "wager": "ante", "cents": 500}), Actor("ann", Role.PLAYER))

    def fails(*_):
        raise StorageError("the database is away")

    async def after_an_error():
        with monkeypatch.context() as away:
            away.setattr(play.dealer, "_keep", fails)
            await play.dealer._try(None, play.dealer.look, "T1")
        monkeypatch.setattr("pitboss.server.auto_dealer.REST_AFTER_ERROR", 0)
        await play.dealer._catch_up()

    asyncio.run(after_an_error())
    play.clock.tick(seconds=15)
    play.step()
    assert play.awaiting.kind == "cards"


def test_nobody_takes_a_command_id_of_the_house(play):
    play.table(players=["ann"]).until("wagers").bet(2, ante=500)
    taken = f"house T1 r1 v{play.view.version + 1}"
    for by in (Actor("ann", Role.PLAYER), Actor("auto-dealer", Role.PLAYER), Actor("controller-1", Role.HOUSE)):
        with pytest.raises(RefusedError, match="the room's own"):
            play.floor.at("T1", CashOut(2, 100), by, command_id=taken)


def test_nobody_learns_a_card_from_a_deadline(play):
    play.table().until("wagers").bet(2, ante=500)
    play.until("decision")
    cards = print_cards(play.now.round.seats[2].cards)
    assert cards not in str(play.view)
    assert play.view.deadline.then == time_out_words(Game.THREE_CARD_POKER)


# ---- the rows


def test_an_older_version_changes_nothing(database, clock):
    database.migrate()
    now = clock.now()
    with database.transaction() as connection:
        deadlines.put(connection, "P1", "T1", 5, now)
        deadlines.put(connection, "P1", "T1", 4, now + timedelta(seconds=9))
        deadlines.drop(connection, "P1", "T1", 4)
        assert deadlines.find(connection, "P1", "T1") == deadlines.Deadline("T1", 5, now, is_claimed=False)
        deadlines.put(connection, "P1", "T1", 6, now + timedelta(seconds=9))
        assert deadlines.find(connection, "P1", "T1").due_at == now + timedelta(seconds=9)
        deadlines.drop(connection, "P1", "T1", 6)
        assert deadlines.find(connection, "P1", "T1") is None


def test_claims_are_of_one_room_the_longest_due_first_and_a_few_at_a_time(database, clock):
    database.migrate()
    now = clock.now()
    with database.transaction() as connection:
        for number, property_id in enumerate(("P1", "P1", "P1", "P2")):
            deadlines.put(connection, property_id, f"T{number}", 1, now - timedelta(seconds=number))
        deadlines.put(connection, "P1", "T9", 1, now + timedelta(seconds=1))
        assert [each.table_id for each in deadlines.claim(connection, "P1", now, 15, 2)] == ["T2", "T1"]
        assert [each.table_id for each in deadlines.claim(connection, "P1", now, 15, 2)] == ["T0"]
        assert deadlines.claim(connection, "P1", now, 15, 2) == []
        assert deadlines.find(connection, "P1", "T9").due_at == now + timedelta(seconds=1)


# ---- all the time


def test_it_works_by_itself_and_hears_what_happens(play):
    play.table(players=["ann"])
    play.clock.tick(seconds=6)

    async def served():
        context = ServerContext(play.floor.room, PACE, LocalBus())
        with context.bus.listen() as news:
            async with AutoDealer(context).at_work():
                heard = await news.next()
        context.close()
        return heard

    before = play.view.version
    assert asyncio.run(served()) == [News("table:T1", before + 1)]
    assert play.awaiting.kind == "wagers"


def test_what_goes_wrong_at_one_table_does_not_end_its_work(play, monkeypatch, caplog):
    play.table(players=["ann"])
    play.clock.tick(seconds=6)
    broken = [True]
    look_at_all = AutoDealer.look_at_all

    def stumble(dealer):
        if broken.pop():
            look_at_all(dealer)
            raise ZeroDivisionError("a bug")

    monkeypatch.setattr(AutoDealer, "look_at_all", stumble)

    async def served():
        context = ServerContext(play.floor.room, PACE, LocalBus())
        with context.bus.listen() as news:
            async with AutoDealer(context).at_work():
                await news.next()
        context.close()

    asyncio.run(served())
    assert play.awaiting.kind == "wagers"
    assert "the auto-dealer cannot go on with" in caplog.text


@pytest.mark.parametrize("steps", range(4))
def test_news_that_come_with_the_stop_do_not_keep_it_at_work(play, steps):
    play.table(players=["ann"])

    async def served():
        context = ServerContext(play.floor.room, PACE, LocalBus())
        dealer = AutoDealer(context)
        async with asyncio.timeout(60):
            async with dealer.at_work():
                while not dealer._woken._waiters:  # until it rests
                    await asyncio.sleep(0)
                dealer._woken.set()
                for _ in range(steps):
                    await asyncio.sleep(0)
        context.close()

    asyncio.run(served())
