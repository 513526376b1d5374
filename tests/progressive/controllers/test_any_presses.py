"""Any presses in any order: what is refused changes nothing, presses replay, and the events alone add up.

The witness below knows nothing of the controllers: it reads their events as an auditor would.
"""

import copy
import json
from dataclasses import dataclass, field

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule, run_state_machine_as_test

from pitboss.games.command import CommandError
from pitboss.progressive.controllers import CONTROLLERS, HandButton, PressRefusedError
from pitboss.progressive.controllers.console import offered
from pitboss.progressive.controllers.presses import (
    CountChips,
    ExplainCount,
    OweEnvy,
    PayEnvy,
    PayHand,
    PlaceChip,
    PressCoinIn,
    PressConfirm,
    PressEndGame,
    PressGameOver,
    PressHand,
    PressJPot,
    PressSpot,
    PressStartGame,
    RestoreLink,
    SwipeCard,
    TurnKey,
    VoidGame,
)

BUTTONS = [
    HandButton("royal-flush", "Royal flush", stops_table=True),
    HandButton("straight-flush", "Straight flush", stops_table=True),
    HandButton("full-house", "Full house", stops_table=False),
]
SEATS = 4


@dataclass
class Auditor:
    """What the events say about the game that is on."""

    carried: set = field(default_factory=set)
    playing: set = field(default_factory=set)
    lit: str | None = None
    key: str = "RUN"
    booked: dict = field(default_factory=dict)
    adjusted: dict = field(default_factory=dict)
    paid: dict = field(default_factory=dict)
    owed: dict = field(default_factory=dict)
    """By the winner, what other seats are owed for the hand."""
    had: dict = field(default_factory=dict)
    """By the winner and another seat, what that seat was paid for the hand."""
    difference: bool = False

    def read(self, event):
        entries = event.as_json()
        reader = getattr(self, entries.pop("event").replace("-", "_"), None)
        if reader:
            reader(**entries)

    def wagers_taken(self, seats, carried):
        assert set(carried) <= self.carried, "a wager is carried that no void left"
        assert not set(seats) & self.carried, "a wager went to the meter twice"
        assert not self.playing
        self.playing = set(seats) | set(carried)
        self.carried -= set(carried)

    def wager_returned(self, seat):
        self.carried.remove(seat)

    def hand_lit(self, row):
        assert self.lit is None
        self.lit = row

    def hand_off(self, row):
        assert (self.lit, self.key) == (row, "RUN")
        self.lit = None

    def key_turned(self, position):
        assert self.key != position
        self.key = position

    def win_booked(self, seat, row):
        assert row == self.lit
        assert seat in self.playing - set(self.booked) - set(self.paid), "two wins at one seat"
        self.booked[seat], self.lit = row, None

    def meter_adjusted(self, seat, row):
        assert self.booked[seat] == row
        assert seat not in self.adjusted
        assert self.key == "RUN"
        self.adjusted[seat] = row

    def dealer_paid(self, seat, row):
        assert row == self.lit == "full-house"
        assert seat in self.playing - set(self.booked) - set(self.paid), "two wins at one seat"
        self.paid[seat], self.lit = row, None

    def win_reversed(self, seat, row):
        assert self.key == "RUN"
        assert {**self.adjusted, **self.paid}[seat] == row
        for won in (self.booked, self.adjusted, self.paid):
            won.pop(seat, None)

    @property
    def envy(self):
        return {seat for unpaid in self.owed.values() for seat in unpaid}

    def envy_owed(self, winner, cents, seats):
        assert set(seats) <= self.playing - {winner}
        owed = self.owed.setdefault(winner, {})
        assert not owed.keys() & set(seats)
        owed.update(dict.fromkeys(seats, cents))

    def envy_paid(self, seat, cents):
        assert self.lit is None
        paid = {winner: unpaid.pop(seat) for winner, unpaid in self.owed.items() if seat in unpaid}
        assert sum(paid.values()) == cents > 0
        for winner, amount in paid.items():
            self.had[winner, seat] = self.had.get((winner, seat), 0) + amount

    def envy_withdrawn(self, winner, seats):
        assert sorted(self.owed.pop(winner, {})) == list(seats)

    def envy_cancelled(self, seats):
        assert sorted(self.envy) == list(seats)
        self.owed = {}

    def count_differs(self, chips, wagers):
        assert chips != wagers
        self.difference = True

    def count_agrees(self, chips):
        self.difference = False

    def count_explained(self, chips, wagers, note):
        assert self.difference
        self.difference = False

    def game_over(self):
        assert (self.lit, self.key, self.envy, self.difference) == (None, "RUN", set(), False)
        assert self.booked == self.adjusted
        self.__init__(carried=self.carried)

    def game_voided(self, reason, lit):
        assert (self.lit, self.key, self.envy, self.difference) == (None, "RUN", set(), False)
        assert not self.booked
        assert not self.paid
        assert set(lit) == self.playing | self.carried
        self.__init__(carried=set(lit))


SEAT = st.integers(-1, SEATS + 1)
STRANGE = st.one_of(
    st.builds(CountChips, st.integers(-2, 5)),
    st.builds(OweEnvy, SEAT, st.integers(-1, 2), st.lists(SEAT, min_size=1, max_size=3).map(tuple)),
    st.builds(
        SwipeCard,
        st.sampled_from(["supervisor", "executive", "library"]),
        *[st.integers(0, 3)] * 3,
        st.booleans(),
    ),
)


class Table(RuleBasedStateMachine):
    """A table where anything is pressed."""

    kind: type
    reached: set

    def __init__(self):
        super().__init__()
        self.table = self.kind(seats=SEATS, buttons=BUTTONS)
        self.auditor = Auditor()
        self.done = []

    def press(self, press):
        before = state(self.table)
        try:
            events = self.table.do(press)
        except PressRefusedError:
            assert not self.table.can(press)
            assert state(self.table) == before
            return
        self.done.append(press)
        for event in events:
            assert event.sentence
            self.reached.add(event.as_json()["event"])
            self.auditor.read(event)
        stored = json.dumps(self.table.as_json())
        assert state(self.kind.from_json(json.loads(stored))) == state(self.table)

    def press_own(self, press):
        """Press it where this controller has such a key."""
        if isinstance(press, self.kind.operations):
            self.press(press)

    @rule(seats=st.sets(st.integers(1, SEATS), min_size=1))
    def begin(self, seats):
        for press in (RestoreLink(), *map(PlaceChip, sorted(seats)), PressCoinIn(), PressStartGame()):
            self.press_own(press)

    @rule(seat=st.integers(1, SEATS), row=st.sampled_from(BUTTONS), length=st.integers(2, 8) | st.just(8))
    def win(self, seat, row, length):
        """The keys of a win in their order, on either controller; a short one stops half way."""
        self.press_keys_of_a_win(seat, row, length)

    @rule(seat=st.integers(1, SEATS))
    def small_win(self, seat):
        """A win that the dealer pays, with all its keys."""
        self.press_keys_of_a_win(seat, BUTTONS[2], 8)

    def press_keys_of_a_win(self, seat, row, length):
        card = SwipeCard("executive", 600_000, 500_000, 300_000, checklist_done=True)
        start = [PressSpot(seat), PressHand(row.row), PayHand(seat)]
        for press in [*start, TurnKey("JPH"), PressJPot(seat), TurnKey("RUN"), PressConfirm(), card][:length]:
            self.press_own(press)

    @rule(winner=st.integers(1, SEATS), cents=st.integers(1, 3))
    def owe(self, winner, cents):
        others = self.table.sensors.locked - {winner, self.table.partner_of(winner)}
        if others:
            self.press(OweEnvy(winner, cents, tuple(others)))

    @rule(chips=st.integers(0, SEATS), note=st.sampled_from(["", "counted again"]))
    def count(self, chips, note):
        self.press(CountChips(chips))
        self.press(ExplainCount(note))

    @rule()
    def void(self):
        self.press(VoidGame("a card was exposed"))

    @rule(paid=st.integers(0, SEATS))
    def finish(self, paid):
        """Pay envy from the left, perhaps not all of it, and try to end the game."""
        for press in (*map(PayEnvy, range(1, paid + 1)), PressGameOver(), PressEndGame()):
            self.press_own(press)

    @rule(number=st.integers(0, 1000))
    def press_what_is_allowed(self, number):
        allowed = [press for _, press in offered(self.table) if self.table.can(press)]
        self.press(allowed[number % len(allowed)])

    @rule(number=st.integers(0, 1000))
    def press_anything(self, number):
        everything = [press for _, press in offered(self.table)]
        self.press(everything[number % len(everything)])

    @rule(press=STRANGE)
    def press_something_strange(self, press):
        self.press_own(press)

    @rule(seat=SEAT, number=st.integers(0, 20))
    def press_for_a_seat_that_may_not_be(self, seat, number):
        kinds = [kind for kind in self.kind.operations if kind.__match_args__ == ("seat",)]
        self.press(kinds[number % len(kinds)](seat))

    def teardown(self):
        again = self.kind(seats=SEATS, buttons=BUTTONS)
        for press in self.done:
            again.do(press)
        assert state(again) == state(self.table)
        assert again.view() == self.table.view()


def state(table):
    """All that a table remembers, not only what it shows."""
    return copy.deepcopy(vars(table))


@pytest.mark.parametrize("controller", CONTROLLERS.values(), ids=list(CONTROLLERS))
def test_any_presses_in_any_order(controller):
    reached = set()
    table = type("Table", (Table,), {"kind": controller, "reached": reached})
    run_state_machine_as_test(table, settings=settings(max_examples=400, stateful_step_count=40, deadline=None))
    # A walk that never wins or pays would prove little.
    assert {"win-booked", "meter-adjusted", "dealer-paid", "envy-paid", "hand-off"} <= reached
    assert {"game-over", "game-voided", "count-explained", "late-wager", "envy-cancelled", "envy-withdrawn"} <= reached


def test_the_auditor_sees_a_game_that_is_not_reconciled():
    auditor = Auditor(playing={1}, owed={2: {1: 2500}})
    with pytest.raises(AssertionError):
        auditor.game_over()


@pytest.mark.parametrize("seats", [(), None, (1, "2"), (True,)])
def test_envy_is_owed_to_seat_numbers(seats):
    with pytest.raises(CommandError, match="seats of owe-envy must be one seat number or more"):
        OweEnvy(1, 100, seats)
