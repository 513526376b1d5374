"""Reversals and rejections in any order: the meter is what it would be had the wins never been there.

Three witnesses: the meter itself, made again from what is stored; a fresh meter on which the wins never were; and the
auditor's book of the simulator, which knows the movements alone and adds them up in another way.
"""

from dataclasses import replace
from fractions import Fraction

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from pitboss.fault_simulator.meter_book import MeterBook, Moved
from pitboss.progressive import (
    LaterWinPaidError,
    LawfulReason,
    Meter,
    MeterError,
    RiseReason,
    WinStatus,
    usual_parameters,
)

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
        self.first_parameters = self.parameters
        self.book = MeterBook(None if maximum is None else maximum * 1000, has_lock=True)
        self.meter, self.place, self.names = Meter(shown=0), 0, 0
        self.did = []
        """What was done and not undone: the name of an operation, and what it was done with."""
        self.fixed = {}
        """What each win came to that is not open any more."""
        self.given_back = set()
        """The wins whose amounts were given back, and whose seeds a later winner was paid out of."""
        self.has_claimed_a_tenth = self.has_new_maximum = self.has_forgotten = False
        self.do("start", Meter.start(self.parameters))

    def do(self, act, change, *did):
        self.place += 1
        moved = [
            Moved(0, each.source, each.target, each.millicents, act, each.reason, each.win or None, f"r {self.place}")
            for each in change.movements
        ]
        self.book.take(moved)
        self.meter = change.meter
        if act not in ("reversal", "rejection"):
            self.has_forgotten |= not self.given_back <= {win.name for win in self.meter.wins}
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
        self.has_claimed_a_tenth |= share == TENTH

    @rule(share=st.sampled_from([WHOLE, TENTH]), status=st.sampled_from([WinStatus.BOOKED, WinStatus.PAID]))
    def book_at_once(self, share, status):
        name = self.new_name()
        change = self.meter.pay_percent(self.parameters, share, name, status)
        self.do("win", change, "win", name, share)
        self.fixed[name] = change.cents

    @rule(data=st.data())
    @precondition(lambda self: self.meter.claims)
    def hold_on_the_display(self, data):
        name = self.pick(data, WinStatus.CLAIMED)
        if name:
            self.fixed[name] = self.meter.claim(name).cents
            self.meter = self.meter.keep_on_display(name)

    @rule(data=st.data())
    @precondition(lambda self: self.meter.claims)
    def confirm(self, data):
        name = self.pick(data, WinStatus.CLAIMED, WinStatus.HELD)
        status = data.draw(st.sampled_from([WinStatus.BOOKED, WinStatus.PAID]))
        change = self.meter.confirm(name, status)
        self.do("win", change)
        self.fixed[name] = change.cents

    @rule(data=st.data())
    @precondition(lambda self: self.meter.wins)
    def pay(self, data):
        name = self.pick(data, WinStatus.BOOKED)
        if name:
            self.meter = self.meter.note_paid(name)

    @rule(above=st.none() | st.integers(0, 80_000))
    def post_another_maximum(self, above):
        maximum = None if above is None else self.parameters.seed_cents + above
        wanted = replace(self.parameters, maximum_cents=maximum)
        try:
            change = self.meter.adopt(self.parameters, wanted)
        except MeterError:
            return
        self.do("parameters", change, "adopt", wanted)
        self.parameters = wanted
        self.has_new_maximum = True

    @rule(
        millicents=st.integers(1, 30_000_000),
        reason=st.sampled_from([RiseReason.SEED, LawfulReason.DISPLAY_MALFUNCTION]),
    )
    def adjust(self, millicents, reason):
        signed = millicents if isinstance(reason, RiseReason) else -millicents
        if self.meter.can_adjust(reason, signed, "counted"):
            self.do("adjustment", self.meter.adjust(reason, signed, "counted"), "adjust", reason, signed)

    @rule(data=st.data())
    @precondition(lambda self: self.meter.claims)
    def reject(self, data):
        name = self.pick(data, WinStatus.CLAIMED, WinStatus.HELD)
        try:
            change = self.meter.reject(name, "no such hand")
        except MeterError as refusal:
            why = str(refusal)
            assert "would have found" in why
        else:
            self.undo("rejection", name, change)

    @rule(data=st.data())
    @precondition(lambda self: len(self.meter.claims) < len(self.meter.wins))
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
            if isinstance(refusal, LaterWinPaidError) and data.draw(st.booleans()):
                self.given_back.add(name)
                self.undo("reversal", name, before.give_back(name, "its seed was paid out"))
        else:
            assert all(win.status is WinStatus.CLAIMED for win in later)
            self.undo("reversal", name, change)

    def undo(self, act, name, change):
        self.do(act, change)
        self.did = [did for did in self.did if did[:2] != ("win", name)]
        self.given_back &= {win.name for win in self.meter.wins}
        fresh = self.meter_on_which_it_never_was()
        if fresh is not None and not self.keeps_a_seed:
            assert fresh.totals == self.meter.totals

    @property
    def keeps_a_seed(self):
        """Whether a seed is on the meter out of which a later winner was paid, though its own win was none."""
        return self.has_forgotten or any(win.status is WinStatus.GIVEN_BACK for win in self.meter.wins)

    def meter_on_which_it_never_was(self):
        """Everything else is done again from the start; nothing where that would have gone another way.

        A win that was booked after a rejected claim may have been worth something else without it, and a maximum may be
        below what would have been shown.
        """
        fresh, parameters = Meter.start(self.first_parameters).meter, self.first_parameters
        for operation, *values in self.did:
            match operation:
                case "contribute":
                    fresh = fresh.contribute(parameters, *values).meter
                case "adjust":
                    fresh = fresh.adjust(*values, "counted").meter
                case "adopt" if self.would_be_refused(fresh, parameters, *values):
                    return None
                case "adopt":
                    fresh, parameters = fresh.adopt(parameters, *values).meter, *values
                case "win":
                    fresh = self.with_win(fresh, parameters, *values)
            if fresh is None:
                return None
        return fresh

    @staticmethod
    def would_be_refused(fresh, parameters, wanted):
        return wanted.maximum_cents is not None and fresh.shown > wanted.maximum_cents * 1000

    def with_win(self, fresh, parameters, name, share):
        """The same win on another meter; nothing where it would have come to something else."""
        claims = {win.name: win.status for win in self.meter.claims}
        claimed = fresh.freeze(parameters, name, share)
        if name in self.fixed and claimed.cents != self.fixed[name]:
            return None
        match claims.get(name):
            case None:
                return claimed.meter.confirm(name).meter
            case WinStatus.HELD:
                return claimed.meter.keep_on_display(name)
        return claimed.meter

    @invariant()
    @precondition(lambda self: hasattr(self, "book"))
    def the_auditor_agrees(self):
        # The auditor cannot know what a claim of a tenth comes to when what was there before it changes, and knows one
        # maximum only.
        if not self.has_claimed_a_tenth and not self.has_new_maximum and not self.keeps_a_seed:
            assert self.book.pots()._asdict() == {pot: self.meter.totals[pot] for pot in POTS}

    @invariant()
    @precondition(lambda self: hasattr(self, "book"))
    def it_is_made_again_from_what_is_stored(self):
        assert Meter.from_json(self.meter.as_json()) == self.meter


TestReversals = Reversals.TestCase
TestReversals.settings = settings(max_examples=150, stateful_step_count=20)
