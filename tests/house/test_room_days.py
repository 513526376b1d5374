"""Days of play at random: several tables, linked meters, people who do what they may and what they may not.

After every step the books balance, the meters add up and fall only for a lawful reason; at the end the room is made
again from its journal alone, and is the same.
"""

import os
import shutil
from contextlib import ExitStack, contextmanager
from copy import copy
from fractions import Fraction
from itertools import count

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from pitboss.errors import PitbossError
from pitboss.games.command import Who
from pitboss.house.actor import Actor, Role
from pitboss.house.cage.wallets import Deposit, Withdraw
from pitboss.house.errors import CommandReusedError, NotPermittedError, StaleVersionError
from pitboss.house.people.proposals import Propose
from pitboss.house.tables.commands import (
    Act,
    AuthorizeJackpot,
    AwardEnvy,
    BuyInFromWallet,
    BuyInWithCash,
    CashOut,
    CheckJackpot,
    ClaimWin,
    CloseTable,
    CountDrop,
    Credit,
    DealCards,
    Fill,
    FollowGuide,
    LeaveSeat,
    MarkFold,
    NameWinner,
    OpenTable,
    PayBooked,
    Press,
    RejectJackpot,
    ReplaceShuffler,
    ReportMalfunction,
    ResumeTable,
    StartRound,
    SuspendTable,
    TakeSeat,
    VerifyJackpot,
)
from pitboss.house.tables.settings import CardKind
from pitboss.paytables import Game
from pitboss.progressive.controllers.console import offered
from pitboss.progressive.controllers.presses import OweEnvy
from support.card_room import FakeClock, approval
from support.floor import (
    ACCOUNTING,
    ADMIN,
    DEALER_7,
    EXECUTIVE,
    HOUSE,
    SECOND_ADMIN,
    STAFF,
    SUPERVISOR,
    SURVEILLANCE,
    Floor,
    but_for_notes,
)
from support.invariants import verify_audit, verify_everything, verify_openings, verify_reload, verify_replay
from support.quick import quick_database
from support.replay import replayed

EXAMPLES = {"sqlite": 5, "postgresql": 2}
STEPS = 30
LONGER = int(os.environ.get("PITBOSS_PROVE", "1"))
"""How many times as many days `make prove` goes through."""

PLAYERS = ("ann", "bob", "cid")
EVERYBODY = (*STAFF, ADMIN, SECOND_ADMIN, HOUSE, *(Actor(name, Role.PLAYER) for name in PLAYERS))
ELECTRONIC = ("T1", "T2", "F")
TABLES = (*ELECTRONIC, "P")
LUCKY = {
    Game.THREE_CARD_POKER: ["As Ks Qs", "Ah Kh Qh", "4d 5d 6d", "7h 7c 7s"],
    Game.FORTUNE_SAN_LO: ["As Ah Ac Ad Jk 2c", "Ks Qs Js Ts 9s 3d", "Kh Kd Kc 8h 8d 4c", "9c 8c 7c 6d 5h 2d"],
}
WAGERS = {
    Game.THREE_CARD_POKER: {"ante": 500, "progressive": 100, "pair-plus": 500},
    Game.FORTUNE_SAN_LO: {"main": 500, "progressive": 100, "hat-trick": 100},
}
UP, DOWN = (
    ("display corrected", "win backed out"),
    (
        "display malfunction",
        "seed recovered",
        "over maximum",
        "not displayed of reserve",
        "not displayed of overflow",
        "won",
    ),
)
HELD_BY = {Who.DEALER: DEALER_7, Who.FLOOR: SUPERVISOR, Who.HOUSE: HOUSE, Who.METER: HOUSE}

any_table = st.sampled_from(TABLES)
electronic = st.sampled_from(ELECTRONIC)
any_seat = st.integers(1, 3)
any_player = st.sampled_from(PLAYERS)
any_number = st.integers(0, 999)
few_dollars = st.integers(1, 40)
some_steps = st.sampled_from([3, 9, 99, 99])


def open_up(floor):
    """Three electronic tables, one of live cards, and two meters; three of the tables share one."""
    floor.meter("M1", "TCPP-1", jackpot_lock=True, maximum_cents=150_000, reserve_rate=Fraction(1, 10))
    floor.meter("M2", "FSLPP-01")
    for table_id in ("T1", "T2"):
        floor.table(table_id, meter="M1")
    floor.table("P", meter="M1", cards=CardKind.LIVE)
    floor.table("F", Game.FORTUNE_SAN_LO, meter="M2")
    for name in PLAYERS:
        floor.player(name, 500)
    for table_id in ELECTRONIC:
        for seat, name in enumerate(PLAYERS, 1):
            floor.sit(table_id, seat, name, dollars=60)


class Days(RuleBasedStateMachine):
    """What may happen in a card room, and what may be tried there."""

    def __init__(self, new_floor):
        super().__init__()
        self.stack = ExitStack()
        self.floor, self.new_database = self.stack.enter_context(new_floor())
        self.stored = self.floor.everything()
        self.checked = self.last = None

    # ---- sending

    def send(self, table_id, command, by, **more):
        """A command, at a table or in the office. A refused one changes nothing, and nobody sees a difference."""
        command_id = self.floor.ids.new()
        call = (table_id, command, by, command_id)
        try:
            answer = self.call(*call, **more)
        except PitbossError:
            self.nothing_happened()
            return None
        self.stored = self.floor.everything()
        self.last = (call, answer)
        return answer

    def nothing_happened(self):
        """What was refused has changed nothing; that staff were refused it at a table stands on record."""
        before, self.stored = self.stored, self.floor.everything()
        assert but_for_notes(self.stored) == but_for_notes(before)

    def call(self, table_id, command, by, command_id, **more):
        if table_id is None:
            return self.floor.office(command, by, command_id)
        return self.floor.at(table_id, command, by, command_id=command_id, **more)

    def table(self, table_id):
        return self.floor.room.table(table_id)

    # ---- seats and money

    @rule(table_id=electronic, seat=any_seat, name=any_player, dollars=few_dollars, what=st.integers(0, 4))
    def at_a_seat(self, table_id, seat, name, dollars, what):
        by, cents = Actor(name, Role.PLAYER), dollars * 100
        commands = [
            (TakeSeat(seat, name), by),
            (LeaveSeat(seat), DEALER_7),
            (BuyInFromWallet(seat, cents), by),
            (BuyInWithCash(seat, cents), DEALER_7),
            (CashOut(seat, cents), by),
        ]
        self.send(table_id, *commands[what])

    @rule(table_id=any_table, name=any_player, dollars=few_dollars, what=st.integers(0, 5))
    def away_from_the_seats(self, table_id, name, dollars, what):
        cents = dollars * 100
        commands = [
            (table_id, Fill(cents), SUPERVISOR),
            (table_id, Credit(cents), SUPERVISOR),
            (table_id, SuspendTable("a question"), SURVEILLANCE),
            (table_id, ResumeTable(), SUPERVISOR),
            (None, Deposit(name, cents, "cash"), ACCOUNTING),
            (None, Withdraw(name, cents), ACCOUNTING),
        ]
        self.send(*commands[what])

    @rule(table_id=any_table, over=st.integers(-2, 2))
    def close_count_and_open(self, table_id, over):
        """Everybody leaves; the counts may find a dollar or two more or less."""
        for seat in list(self.table(table_id).seatings):
            self.send(table_id, LeaveSeat(seat), DEALER_7)
        if self.send(table_id, CloseTable(max(0, self.table(table_id).tray_cents + over * 100)), SUPERVISOR):
            self.send(table_id, CountDrop(max(0, self.table(table_id).drop_cents - over * 100)), ACCOUNTING)
            self.send(table_id, OpenTable(100_000), SUPERVISOR)

    # ---- rounds

    @rule(table_id=st.sampled_from(["T1", "T2"]), number=any_number, is_lucky=st.booleans(), stops_after=some_steps)
    def play_linked_tables(self, table_id, number, is_lucky, stops_after):
        self.play(table_id, number, is_lucky, stops_after)

    @rule(number=any_number, is_lucky=st.booleans(), stops_after=some_steps)
    def play_fortune_san_lo(self, number, is_lucky, stops_after):
        self.play("F", number, is_lucky, stops_after)

    def play(self, table_id, number, is_lucky, stops_after):
        """A round to its end or to some point in it, often with high hands."""
        table = self.table(table_id)
        if table.status == "suspended":
            self.send(table_id, ResumeTable(), SUPERVISOR)
        if table.malfunction is not None:
            self.send(table_id, FollowGuide(helped=True), SUPERVISOR)
        if not table.is_playing:
            self.open_bets(table_id, number, is_lucky)
        for step in range(stops_after):
            if not self.table(table_id).is_playing:
                break
            self.go_on(table_id, number + step)

    def open_bets(self, table_id, number, is_lucky):
        table = self.table(table_id)
        for seat, name in enumerate(PLAYERS, 1):
            if seat not in table.seatings and number % 2:
                self.send(table_id, TakeSeat(seat, name), DEALER_7)
        seats = sorted(table.seatings)
        for seat in seats:
            if table.chips_cents(seat) < 2000:
                self.send(table_id, BuyInWithCash(seat, 6000), DEALER_7)
        if is_lucky and seats and table.status == "open":
            hands = LUCKY[table.settings.game]
            dealt = {seat: hands[(number + place) % len(hands)] for place, seat in enumerate(seats)}
            self.floor.entropy.stack(table.settings.game, dealt)
        self.send(table_id, StartRound(), DEALER_7)
        for seat in seats:
            spots = list(WAGERS[table.settings.game].items())[: 3 - (number + seat) % 3 // 2]
            for wager, cents in spots:
                self.send(table_id, Act({"do": "place-wager", "seat": seat, "wager": wager, "cents": cents}), DEALER_7)

    def go_on(self, table_id, number):
        """What a round, or a win, waits for."""
        table = self.table(table_id)
        if table.jackpots:
            self.send(table_id, *self.next_for_a_win(table, number))
        else:
            command = self.answer(table.round, number)
            self.send(table_id, command, self.floor.usual_sender(table_id, command))

    def next_for_a_win(self, table, number):
        jackpot = next(jackpot for jackpot in table.jackpots.values() if not jackpot.is_decided)
        if number % 6 == 0:
            return RejectJackpot(jackpot.seat, "not so"), EXECUTIVE
        if jackpot.status == "claimed":
            return VerifyJackpot(jackpot.seat), SUPERVISOR
        if jackpot.checked_by is None:
            return CheckJackpot(jackpot.seat, "hand wager payout player"), SURVEILLANCE
        return AuthorizeJackpot(jackpot.seat, "licence", "form"), EXECUTIVE

    def answer(self, round, number):
        if round.awaiting.kind == "wagers":
            return Act({"do": "no-more-bets"})
        if round.awaiting.kind == "cards" or "press_green_button" in round.awaiting.operations:
            return DealCards()
        options = round.options()
        # Mostly what keeps a hand in play: folds at random would end few rounds in a jackpot.
        return Act(options[number % len(options) if number % 5 == 0 else 0].as_json())

    @rule(table_id=electronic, number=any_number)
    def decide(self, table_id, number):
        """Somebody does something about a win, in order or not."""
        waiting = list(self.table(table_id).jackpots) or [1]
        seat = waiting[number % len(waiting)]
        papers = ("licence", "form" if number % 7 else "")
        commands = [
            (VerifyJackpot(seat), SUPERVISOR),
            (CheckJackpot(seat, "hand wager payout player"), SURVEILLANCE),
            (AuthorizeJackpot(seat, *papers), SUPERVISOR),
            (AuthorizeJackpot(seat, *papers), EXECUTIVE),
            (RejectJackpot(seat, "not so"), SUPERVISOR),
            (RejectJackpot(seat, "not so"), EXECUTIVE),
        ]
        self.send(table_id, *commands[number % len(commands)])

    @rule(table_id=electronic)
    def void(self, table_id):
        self.send(table_id, Act({"do": "void", "reason": "a card was exposed"}), SUPERVISOR)

    @rule(table_id=electronic, steps=st.integers(0, 8), helps=st.booleans())
    def stop_the_shuffler(self, table_id, steps, helps):
        """It fails, and something is done about it, or a part of that; the rest waits for the next time."""
        self.send(table_id, ReportMalfunction("cards are stuck"), DEALER_7)
        for command in [FollowGuide(helps), *map(ReplaceShuffler, range(1, 8))][:steps]:
            self.send(table_id, command, SUPERVISOR)

    # ---- the keypad

    @rule(numbers=st.lists(any_number, min_size=1, max_size=6))
    def press(self, numbers):
        """Keys at random, but only such as the keypad would take."""
        for number in numbers:
            keypad = self.table("P").controller
            if keypad is None:
                return
            allowed = [press for _, press in offered(keypad) if keypad.can(press) and not isinstance(press, OweEnvy)]
            if allowed:
                press = allowed[number % len(allowed)]
                self.send("P", Press(press.as_json()), next(by for who, by in HELD_BY.items() if who in press.who))

    @rule(
        seats=st.sets(any_seat, min_size=1),
        row=st.sampled_from(["akq-of-spades", "akq-of-another-suit"]),
        ends=st.booleans(),
        is_none=st.sampled_from([None, True, False]),
    )
    def game(self, seats, row, ends, is_none):
        """A game with a win in it, or as much of one as is possible now."""
        for seat in sorted(seats):
            self.send("P", Press({"do": "place-chip", "seat": seat}), DEALER_7)
        winner = min(seats)
        for do, values in (
            ("press-coin-in", {}),
            ("press-hand", {"row": row}),
            ("name-winner", {"seat": winner, "none_to_the_right": is_none}),
            ("turn-key", {"position": "JPH"}),
            ("press-j-pot", {"seat": winner}),
            ("turn-key", {"position": "RUN"}),
        ):
            command = NameWinner(**values) if do == "name-winner" else Press({"do": do, **values})
            self.send("P", command, SUPERVISOR)
        if ends:
            for seat in sorted(seats):
                self.send("P", Press({"do": "pay-envy", "seat": seat}), DEALER_7)
            self.send("P", Press({"do": "press-game-over"}), DEALER_7)

    @rule(seat=any_seat, is_paid=st.booleans())
    def award_envy_or_pay_booked(self, seat, is_paid):
        booked = list(self.table("P").booked)
        if is_paid and booked:
            self.send("P", PayBooked(booked[0], "ann", "licence", "form"), ACCOUNTING)
        else:
            self.send("P", AwardEnvy(seat, "akq-of-spades"), DEALER_7)

    @rule(seat=any_seat, folds=st.booleans())
    def fold_or_claim(self, seat, folds):
        self.send("P", MarkFold(seat) if folds else ClaimWin(seat), DEALER_7)

    # ---- meters

    @rule(
        meter_id=st.sampled_from(["M1", "M2"]),
        reason=st.sampled_from(UP + DOWN),
        dollars=st.integers(1, 600),
        is_own=st.booleans(),
    )
    def adjust(self, meter_id, reason, dollars, is_own):
        """Two people agree on an adjustment; one alone never gets it."""
        why, _, pot = reason.partition(" of ")
        content = ({"pot": pot} if pot else {}) | {
            "meter_id": meter_id,
            "reason": why,
            "millicents": dollars * (100_000 if reason in UP else -100_000),
            "note": "counted by hand",
        }
        proposal_id = self.floor.ids.new()
        proposed = self.send(None, Propose(proposal_id, "adjust-meter", meter_id, content, "a slip"), EXECUTIVE)
        if proposed is not None and is_own:
            with pytest.raises(NotPermittedError):
                self.floor.approve(proposal_id, EXECUTIVE)
            self.nothing_happened()
        else:
            self.send(None, approval(self.floor.room, proposal_id), ACCOUNTING)

    # ---- what must not matter

    @rule(by=st.sampled_from(EVERYBODY), table_id=any_table, number=any_number)
    def try_anything(self, by, table_id, number):
        """Anybody sends anything."""
        seat = number % 4
        commands = [
            TakeSeat(seat, PLAYERS[number % 3]),
            BuyInFromWallet(seat, number),
            CashOut(seat, number),
            Fill(number),
            StartRound(),
            DealCards(),
            Act({"do": "settle", "seat": seat}),
            Act({"do": "place-wager", "seat": seat, "wager": "ante", "cents": number * 500}),
            Act({"do": "play", "seat": seat}),
            VerifyJackpot(seat),
            AuthorizeJackpot(seat, "licence", "form"),
            Press({"do": "press-coin-in"}),
            CloseTable(number),
        ]
        self.send(table_id, commands[number % len(commands)], by)

    @precondition(lambda self: self.last is not None)
    @rule(somebody=st.sampled_from(EVERYBODY))
    def send_again(self, somebody):
        """The same id brings the same answer; with another content, elsewhere or by somebody else it is refused."""
        (table_id, command, by, command_id), answer = self.last
        again = self.call(table_id, command, by, command_id)
        assert (again.chain, again.version, again.events) == (answer.chain, answer.version, answer.events)
        assert again.is_repeat
        other = Deposit("ann", 7777, "cash") if table_id is None else Fill(7777)
        elsewhere = None if table_id is None else next(other for other in TABLES if other != table_id)
        changed = [(table_id, other, by)]
        changed += [(table_id, command, somebody)] if somebody != by else []
        changed += [(elsewhere, command, by)] if elsewhere is not None else []
        for call in changed:
            with pytest.raises(CommandReusedError):
                self.call(*call, command_id)
        self.nothing_happened()

    @rule(table_id=any_table, hours=st.integers(1, 30))
    def come_back_later(self, table_id, hours):
        """Whoever saw an older version is refused; a restart in the meantime changes nothing."""
        version = self.floor.views(table_id)[0].version
        self.floor.clock.tick(hours=hours)
        with pytest.raises(StaleVersionError):
            self.call(table_id, Fill(100), SUPERVISOR, self.floor.ids.new(), version=version - 1)
        assert self.floor.everything() == self.stored
        verify_reload(self.floor)

    # ---- what must hold

    @invariant()
    def everything_holds(self):
        if self.stored is not self.checked:
            verify_everything(self.floor, self.stored)
            self.checked = self.stored

    def teardown(self):
        try:
            verify_reload(self.floor)
            verify_audit(self.floor)
            verify_openings(self.floor)
            again = self.new_database()
            replayed(self.floor.room, again, self.floor.key)
            verify_replay(self.floor, again)
        finally:
            self.stack.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def lucky_ace(request, tmp_path):
    """Where days begin: what makes a room that is open, and further empty databases of the same kind."""
    kind = request.param
    databases = _sqlite(tmp_path) if kind == "sqlite" else request.getfixturevalue("postgresql_copies")
    clock, key = FakeClock(), tmp_path / "room.key"
    with databases() as (url, name):
        database = quick_database(url)
        open_up(Floor(database, key, clock))
        database.close()

        @contextmanager
        def new_floor():
            with ExitStack() as stack:

                def new_database(template=None):
                    another = quick_database(stack.enter_context(databases(template))[0])
                    stack.callback(another.close)
                    return another

                yield Floor(new_database(name), key, copy(clock), is_new=False, ids="day"), new_database

        yield kind, new_floor


def _sqlite(folder):
    """Empty databases in files, or copies of another one."""
    numbers = count(1)

    @contextmanager
    def databases(template=None):
        place = folder / f"{next(numbers)}.db"
        if template is not None:
            shutil.copy(template, place)
        yield str(place), place

    return databases


def test_days_at_the_lucky_ace(lucky_ace):
    kind, new_floor = lucky_ace
    days = settings(
        max_examples=EXAMPLES[kind] * LONGER,
        stateful_step_count=STEPS,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(lambda: Days(new_floor), settings=days)
