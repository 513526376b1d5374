"""Reversals and rejections in any order: the meter is what it would be had the wins never been there.

Three witnesses: the meter itself, made again from what is stored; a fresh meter on which the wins never were; and the
auditor's book of the simulator, which knows the movements alone and adds them up in another way.
"""

from dataclasses import replace
from fractions import Fraction

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from pitboss.progressive import (
    LaterWinPaidError,
    LawfulReason,
    Meter,
    MeterError,
    RiseReason,
    WinStatus,
    usual_parameters,
)
from pitboss.torture.meter_book import MeterBook, Moved

WHOLE, TENTH = Fraction(1), Fraction(1, 10)
POTS = ("shown", "reserve", "overflow", "frozen")


class Reversals(RuleBasedStateMachine):
    @initialize(
        designator=st.sampled_from(["TCPP-1", "FSLPP-01"]),
        above=st.none() | st.integers(0, 50_000),
        reserve=st.integers(0, 5),
    )
    def start(self, designator, above, reserve):
        usual = usual_parameters(designator)
        maximum = None if above is None else usual.seed_cents + above
        self.parameters = replace(usual, maximum_cents=maximum, reserve_rate=Fraction(reserve, 100))
        self.book = MeterBook(None if maximum is None else maximum * 1000, has_lock=True)
        self.meter, self.place, self.names = Meter(shown=0), 0, 0
        self.did = []
        """What was done and not undone: the name of an operation, and what it was done with."""
        self.do("start", Meter.start(self.parameters))

    def do(self, act, change, *did):
        self.place += 1
        moved = [
            Moved(0, each.source, each.target, each.millicents, act, each.reason, each.win or None, f"r {self.place}")
            for each in change.movements
        ]
        self.book.take(moved)
        self.meter = change.meter
        if did:
            self.did.append(did)

    def new_name(self):
        self.names += 1
        return f"W{self.names}"

    def pick(self, data, *statuses):
        names = [win.name for win in self.meter.wins if win.status in statuses]
        return data.draw(st.sampled_from(names)) if names else None

    @rule(wagers=st.integers(1, 5_000))
    def contribute(self, wagers):
        self.do("wagers", self.meter.contribute(self.parameters, wagers), "contribute", wagers)

    @rule(share=st.sampled_from([WHOLE, TENTH]))
    def claim(self, share):
        name = self.new_name()
        self.do("claim", self.meter.freeze(self.parameters, name, share), "win", name, share)

    @rule(share=st.sampled_from([WHOLE, TENTH]), status=st.sampled_from([WinStatus.BOOKED, WinStatus.PAID]))
    def book_at_once(self, share, status):
        name = self.new_name()
        self.do("win", self.meter.pay_percent(self.parameters, share, name, status), "win", name, share)

    @rule(data=st.data())
    def confirm(self, data):
        name = self.pick(data, WinStatus.CLAIMED, WinStatus.HELD)
        if name:
            status = data.draw(st.sampled_from([WinStatus.BOOKED, WinStatus.PAID]))
            self.do("win", self.meter.confirm(name, status))

    @rule(data=st.data())
    def pay(self, data):
        name = self.pick(data, WinStatus.BOOKED)
        if name:
            self.meter = self.meter.note_paid(name)

    @rule(
        millicents=st.integers(1, 30_000_000),
        reason=st.sampled_from([RiseReason.SEED, LawfulReason.DISPLAY_MALFUNCTION]),
    )
    def adjust(self, millicents, reason):
        signed = millicents if isinstance(reason, RiseReason) else -millicents
        if self.meter.can_adjust(reason, signed, "counted"):
            self.do("adjustment", self.meter.adjust(reason, signed, "counted"), "adjust", reason, signed)

    @rule(data=st.data())
    def reject(self, data):
        name = self.pick(data, WinStatus.CLAIMED)
        if name:
            self.undo("rejection", name, self.meter.reject(name, "no such hand"))

    @rule(data=st.data())
    def reverse(self, data):
        name = self.pick(data, WinStatus.BOOKED, WinStatus.PAID)
        if name is None:
            return
        before = self.meter
        later = before.wins[[win.name for win in before.wins].index(name) + 1 :]
        try:
            change = before.reverse(name, "the hand was a pair")
        except MeterError as refusal:
            why = str(refusal)
            if isinstance(refusal, LaterWinPaidError):
                paid = [win.name for win in later if win.status is WinStatus.PAID]
                self.refused = paid and all(f"{name} was paid" in why for name in paid)
            else:
                booked = [win.name for win in later if win.status in (WinStatus.BOOKED, WinStatus.HELD)]
                self.refused = f"the win {booked[0]} was" in why if booked else "would have found" in why
            assert self.refused, why
        else:
            assert all(win.status is WinStatus.CLAIMED for win in later)
            self.undo("reversal", name, change)
            self.compare_with_a_meter_on_which_it_never_was()

    def undo(self, act, name, change):
        self.do(act, change)
        self.did = [did for did in self.did if did[:2] != ("win", name)]

    def compare_with_a_meter_on_which_it_never_was(self):
        """Everything else is done again from the start. Wins with fixed amounts must come to the same there."""
        fresh, fixed = Meter.start(self.parameters).meter, {win.name: win for win in self.meter.wins}
        for operation, *values in self.did:
            if operation == "contribute":
                fresh = fresh.contribute(self.parameters, *values).meter
            elif operation == "adjust":
                if not fresh.can_adjust(*values, "counted"):
                    return
                fresh = fresh.adjust(*values, "counted").meter
            else:
                name, share = values
                win = fixed.get(name)
                if win is None or win.status is not WinStatus.CLAIMED:
                    change = fresh.pay_percent(self.parameters, share, name)
                    if win is None or change.cents != win.cents:
                        return
                else:
                    change = fresh.freeze(self.parameters, name, share)
                fresh = change.meter
        assert fresh.totals == self.meter.totals

    @invariant()
    @precondition(lambda self: hasattr(self, "book"))
    def the_auditor_agrees(self):
        tenths = any(win.share == TENTH and win.status is WinStatus.CLAIMED for win in self.meter.wins)
        # The auditor cannot know what a claim of a tenth comes to when what was there before it changes.
        if not tenths and not self.seen_a_tenth:
            assert self.book.pots()._asdict() == {pot: self.meter.totals[pot] for pot in POTS}

    @property
    def seen_a_tenth(self):
        return any(did[0] == "win" and did[2] == TENTH for did in self.did)

    @invariant()
    @precondition(lambda self: hasattr(self, "book"))
    def it_is_made_again_from_what_is_stored(self):
        assert Meter.from_json(self.meter.as_json()) == self.meter


TestReversals = Reversals.TestCase
TestReversals.settings = settings(max_examples=150, stateful_step_count=20)
