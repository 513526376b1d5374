"""Whatever is done to a meter: it adds up, it goes down for a lawful reason only, and a refusal changes nothing.

The second witness is a ledger of accounts that knows the movements and nothing else.
"""

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from pitboss.errors import PitbossError
from pitboss.progressive import LawfulReason, Meter, MeterError, Pot, RiseReason, SeveralWins, usual_parameters

SHARES = st.sampled_from([Fraction(1), Fraction(1, 10), Fraction(2, 3), Fraction(1, 200)])
DESIGNATORS = st.sampled_from(["FSLPP-01", "FSLPP-03", "TCPP-1", "TCPP-2"])
REASONS = st.sampled_from([*LawfulReason, *RiseReason])
POTS = st.sampled_from([None, None, Pot.RESERVE, Pot.OVERFLOW, Pot.SHOWN])
AMOUNTS = st.integers(-700_000_000, 700_000_000)
MAXIMA = st.none() | st.integers(0, 2_000_000)
NAMES = st.sampled_from("ABC")


class MeterLife(RuleBasedStateMachine):
    @initialize(designator=DESIGNATORS, maximum=st.none() | st.integers(0, 100_000), reserve=st.integers(0, 20))
    def start(self, designator, maximum, reserve):
        usual = usual_parameters(designator)
        above = None if maximum is None else usual.seed_cents + maximum
        self.parameters = replace(usual, maximum_cents=above, reserve_rate=Fraction(reserve, 100))
        self.ledger = Counter()
        self.meter = Meter(shown=0)
        self.do(lambda: Meter.start(self.parameters))

    def do(self, operation):
        """An operation that may be refused."""
        before = self.meter
        try:
            change = operation()
        except MeterError:
            assert self.meter is before
            return None
        for movement in change.movements:
            self.ledger[movement.source] -= movement.millicents
            self.ledger[movement.target] += movement.millicents
            self.check_lawful(movement)
        self.check_fall(before, change)
        self.meter = change.meter
        return change

    def check_lawful(self, movement):
        if movement.source in (Pot.OVERFLOW, Pot.RESERVE) and not movement.target.is_of_meter:
            assert (movement.target, movement.reason) == (Pot.GROSS_RECEIPTS, LawfulReason.NOT_DISPLAYED)
        leaves_meter = movement.source.is_of_meter and not movement.target.is_of_meter
        if leaves_meter or movement.source is Pot.SHOWN:
            assert isinstance(movement.reason, LawfulReason)

    def check_fall(self, before, change):
        reasons = {movement.reason for movement in change.movements}
        if change.meter.shown < before.shown:
            assert reasons & {LawfulReason.WON, LawfulReason.DISPLAY_MALFUNCTION, LawfulReason.SEED_RECOVERED}
        accrued = [meter.shown + meter.reserve + meter.overflow + meter.frozen for meter in (before, change.meter)]
        if accrued[1] < accrued[0]:
            assert reasons & set(LawfulReason)

    @rule(wagers=st.integers(0, 9) | st.integers(0, 300_000))
    def contribute(self, wagers):
        before = self.meter
        assert self.do(lambda: self.meter.contribute(self.parameters, wagers)) is not None
        one = before
        for _ in range(min(wagers, 9)):
            one = one.contribute(self.parameters, 1).meter
        if wagers <= 9:
            assert one == self.meter

    @rule(share=SHARES)
    def win(self, share):
        before = self.meter
        change = self.do(lambda: self.meter.pay_percent(self.parameters, share))
        assert change.cents == int(before.shown // 1000 * share)
        assert change.meter.paid - before.paid == change.cents * 1000
        if share == 1:
            seed, maximum = self.parameters.seed_cents * 1000, self.parameters.maximum_cents
            stands = before.shown % 1000 + seed + before.overflow
            assert change.meter.shown == (stands if maximum is None else min(stands, maximum * 1000))
            assert change.meter.reserve == max(0, before.reserve - seed)

    @rule(shares=st.lists(SHARES, min_size=1, max_size=4))
    def several_wins_in_full(self, shares):
        before = self.meter
        changes = []

        def pay():
            changes.extend(self.meter.pay_each_in_full(self.parameters, shares))
            movements = tuple(movement for change in changes for movement in change.movements)
            return replace(changes[-1], movements=movements)

        self.do(pay)
        assert [change.cents for change in changes] == [int(before.shown // 1000 * share) for share in shares]

    @rule(name=NAMES, share=SHARES)
    def claim(self, name, share):
        before = self.meter
        change = self.do(lambda: self.meter.freeze(self.parameters, name, share))
        if change is not None:
            # Where nothing happens in between, a claim that is rejected at once leaves no trace.
            assert change.meter.reject(name, "no such hand").meter == before

    @rule(name=NAMES)
    def confirm(self, name):
        self.do(lambda: self.meter.confirm(name))

    @rule(name=NAMES)
    def reject(self, name):
        self.do(lambda: self.meter.reject(name, "no such hand"))

    @rule(reason=REASONS, millicents=AMOUNTS, note=st.sampled_from(["counted", "  "]), pot=POTS)
    def adjust(self, reason, millicents, note, pot):
        before = self.meter
        allowed = self.meter.can_adjust(reason, millicents, note, pot)
        change = self.do(lambda: self.meter.adjust(reason, millicents, note, pot))
        assert (change is not None) == allowed
        if change is not None and reason is LawfulReason.OVER_MAXIMUM:
            assert before.shown + before.overflow == change.meter.shown + change.meter.overflow, "it is the players'"
        if change is not None:
            assert note.strip()
            assert isinstance(reason, LawfulReason) == (millicents < 0)

    @rule(maximum=MAXIMA)
    def post_another_maximum(self, maximum):
        try:
            new = replace(self.parameters, maximum_cents=maximum)
        except PitbossError:
            return
        if self.do(lambda: self.meter.adopt(self.parameters, new)):
            self.parameters = new

    @invariant()
    def the_ledger_agrees(self):
        meter, ledger = self.meter, self.ledger
        assert sum(ledger.values()) == 0
        inside = [meter.shown, meter.reserve, meter.overflow, meter.frozen]
        assert inside == [ledger[pot] for pot in (Pot.SHOWN, Pot.RESERVE, Pot.OVERFLOW, Pot.FROZEN)]
        assert min(inside) >= 0
        assert sum(inside) + meter.paid == meter.seeds + meter.contributions + meter.adjusted
        assert meter.contributions == -ledger[Pot.TRAY]
        assert ledger[Pot.WINNER] % 1000 == 0

    @invariant()
    def the_display_keeps_its_maximum_and_overflow_only_stands_above_it(self):
        maximum = self.parameters.maximum_cents
        if maximum is not None:
            assert self.meter.shown <= maximum * 1000
        assert not self.meter.overflow or self.meter.shown == maximum * 1000

    @invariant()
    def the_house_can_recover_its_own_seed_and_no_more(self):
        meter = self.meter
        assert 0 <= meter.seed_left <= meter.shown
        assert meter.seed_left + sum(claim.own_seed for claim in meter.claims) <= meter.seeds

    @invariant()
    def it_is_stored_and_read_again(self):
        assert Meter.from_json(self.meter.as_json()) == self.meter


TestMeterLife = MeterLife.TestCase
TestMeterLife.settings = settings(max_examples=120, stateful_step_count=25)


@given(st.lists(SHARES, min_size=1, max_size=5), st.integers(0, 10**9))
def test_in_turn_nobody_is_paid_more_than_in_full(shares, contributed):
    parameters = usual_parameters("FSLPP-01")
    meter = Meter.start(parameters).meter.contribute(parameters, contributed // 21_000).meter
    in_full = meter.pay_each_in_full(parameters, shares)
    cents = []
    for share in shares:
        change = meter.pay_percent(parameters, share)
        cents.append(change.cents)
        meter = change.meter
    assert cents[0] == in_full[0].cents
    assert all(mine <= full.cents for mine, full in zip(cents, in_full, strict=True))


@pytest.mark.parametrize("wagers", [-1, 1.0, True, "2"])
def test_only_a_number_of_wagers_is_taken(wagers):
    parameters = usual_parameters("TCPP-1")
    with pytest.raises(MeterError, match="it takes a whole number from 0 up"):
        Meter.start(parameters).meter.contribute(parameters, wagers)


@pytest.mark.parametrize("share", [Fraction(0), Fraction(-1, 10), Fraction(11, 10)])
def test_a_share_is_above_nothing_and_up_to_the_whole(share):
    parameters = usual_parameters("TCPP-1")
    with pytest.raises(MeterError, match="a share above 0 and up to 1"):
        Meter.start(parameters).meter.pay_percent(parameters, share)


def test_a_share_is_reckoned_on_what_the_display_says():
    """1.999 cents show as 1: two thirds of that are no whole cent, though two thirds of the fraction too would be."""
    parameters = usual_parameters("TCPP-1")
    meter = Meter(shown=1_999, seeds=1_999)
    assert meter.pay_percent(parameters, Fraction(2, 3)).cents == 0
    assert meter.freeze(parameters, "A", Fraction(2, 3)).cents == 0


def test_adjustments_and_rejections_need_a_note():
    parameters = usual_parameters("TCPP-1", jackpot_lock=True)
    meter = Meter.start(parameters).meter
    with pytest.raises(MeterError, match="needs a note"):
        meter.adjust(LawfulReason.DISPLAY_MALFUNCTION, -1000, " ")
    with pytest.raises(MeterError, match="needs a note"):
        meter.freeze(parameters, "A", Fraction(1)).meter.reject("A", "")
    moved = meter.adjust(LawfulReason.DISPLAY_MALFUNCTION, -1000, "two digits dark").movements
    assert [movement.note for movement in moved] == ["two digits dark"]


@pytest.mark.parametrize(
    ("millicents", "refusal"),
    [
        (0, r"an adjustment of \$0 moves nothing: name an amount, up or down"),
        (1.5, "a whole number of millicents"),
        (True, "a whole number of millicents"),
    ],
)
def test_an_adjustment_moves_a_whole_amount(millicents, refusal):
    parameters = usual_parameters("TCPP-1")
    with pytest.raises(MeterError, match=refusal):
        Meter.start(parameters).meter.adjust(RiseReason.SEED, millicents, "why")


def test_a_meter_keeps_its_game_and_denomination():
    old = usual_parameters("TCPP-1")
    meter = Meter.start(old).meter
    for new in (usual_parameters("FSLPP-01"), usual_parameters("TCPP-1", denomination_cents=500)):
        with pytest.raises(MeterError, match="keeps its game and its denomination"):
            meter.adopt(old, new)
    assert meter.adopt(old, usual_parameters("TCPP-2")).meter == meter


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"format": 2}, "not a stored meter in format 1"),
        ({"base": {"shown": 1}}, "stand or were paid"),
        ({"base": {"shown": "5"}}, "must be a whole number"),
        ({"base": {"shown": True}}, "must be a whole number"),
        ({"base": {"shown": -5, "seeds": -5}}, "less than nothing"),
        ({"base": {"extra": 1}}, "the totals of a stored meter have"),
        ({"extra": 1}, "a stored meter has"),
        ({"events": [{"event": "win", "name": "A"}]}, "not a stored event"),
        ({"events": [{"event": "limit", "maximum": -5}]}, "maximum of a stored event of a meter cannot be -5"),
        ({"events": 7}, "not a stored meter"),
        ({"base": {"frozen": 5, "seeds": 100_000_005}}, "the claims say otherwise"),
    ],
)
def test_a_stored_meter_that_is_wrong_is_refused(wrong, words):
    stored = Meter.start(usual_parameters("TCPP-1")).meter.as_json()
    with pytest.raises(MeterError, match=words):
        Meter.from_json(stored | wrong | {"base": stored["base"] | wrong.get("base", {})})


def test_full_meter_each_does_not_go_with_the_lock():
    with pytest.raises(PitbossError, match="does not go with full-meter-each"):
        usual_parameters("TCPP-1", jackpot_lock=True, several_wins=SeveralWins.FULL_METER_EACH)


def test_over_maximum_corrects_a_display_and_the_money_stays_the_players():
    """WAC 230-15-695(3). No operation brings a display there; a meter that was stored so can be put right."""
    stood = {"shown": 100_500_000, "seeds": 100_000_000, "contributions": 500_000, "seed_left": 100_000_000}
    wrong = Meter(**stood, maximum=100_200_000)
    with pytest.raises(MeterError, match=r"\$4 cannot be moved: \$3 is shown above the maximum"):
        wrong.adjust(LawfulReason.OVER_MAXIMUM, -400_000, "the display says too much")
    change = wrong.adjust(LawfulReason.OVER_MAXIMUM, -300_000, "the display says too much")
    assert [movement.sentence for movement in change.movements] == [
        "shown to overflow: 300.000 cents, over maximum: the display says too much"
    ]
    assert (change.meter.shown, change.meter.overflow, change.meter.adjusted) == (100_200_000, 300_000, 0)
