"""Printed figures: every one has a verdict, none is left out, and an explanation must be true and needed."""

from fractions import Fraction

import pytest

from pitboss.lab.verify import Claim, Explanation, VerdictKind, claims_of, judge, shipped_explanations
from pitboss.lab.verify.judging import exact_figures, verify_all
from pitboss.paytables import load_catalogue
from support.double_draw import keep

CATALOGUE = load_catalogue()
EDGE = Claim("X-1", "bonus", "house-edge", "5.00%")


@pytest.fixture(scope="module")
def verdicts(resources):
    """All of them; what takes a minute in Double Draw Poker is as prove/double_draw.py finds it."""
    for designator in ("DDP-1", "DDP-2"):
        keep(resources.store, designator)
    return verify_all(CATALOGUE, resources)


def test_nothing_that_is_printed_is_left_out(verdicts):
    texts = [figure.texts for paytable in CATALOGUE for wager in paytable.wagers for figure in wager.printed]
    assert len(verdicts) == len(list(claims_of(CATALOGUE))) == sum(map(len, texts)) == 61


def test_every_printed_figure_agrees_or_is_explained(verdicts):
    assert [verdict.claim for verdict in verdicts if verdict.kind.is_failure] == []
    kinds = [verdict.kind for verdict in verdicts]
    assert kinds.count(VerdictKind.ROUNDING_SLIP) == 2
    assert kinds.count(VerdictKind.NOT_DERIVED) == 4
    assert kinds.count(VerdictKind.AGREES_AS_PRINTED) == 8


def test_every_explanation_is_needed(verdicts):
    printed = {_key(claim) for claim in claims_of(CATALOGUE)}
    used = {_key(verdict.claim) for verdict in verdicts if verdict.why}
    assert {key for key in shipped_explanations() if key in printed} == used


def _key(claim):
    return claim.designator, claim.figure, claim.text


def test_a_wrong_print_without_an_explanation_fails():
    assert judge(EDGE, {"rules": Fraction(51, 1000)}, {}).kind is VerdictKind.UNEXPLAINED


def test_a_slip_is_less_than_one_in_the_last_place():
    slip = {("X-1", "house-edge", "5.00%"): Explanation("rounding slip", "rounded up")}
    assert judge(EDGE, {"rules": Fraction(499_3, 100_000)}, slip).words == "rounding slip: rounded up"
    far = judge(EDGE, {"rules": Fraction(498, 10_000)}, slip)
    assert far.kind is VerdictKind.UNEXPLAINED
    assert "but it is not true" in far.why


def test_what_is_derived_is_not_called_underivable():
    said = {("X-1", "house-edge", "5.00%"): Explanation("cannot be derived", "no model")}
    assert judge(EDGE, {}, said).kind is VerdictKind.NOT_DERIVED
    assert judge(EDGE, {"rules": Fraction(1, 10)}, said).kind is VerdictKind.UNEXPLAINED


def test_the_printed_reading_is_named_where_only_that_agrees():
    both = {"rules": Fraction(4, 100), "printed": Fraction(5004, 100_000)}
    assert judge(EDGE, both, {}).words == "agrees under the printed reading"


@pytest.mark.parametrize(("exact", "rounded"), [("0.04995", "0.05"), ("0.049949", "0.0499"), ("-0.04995", "-0.05")])
def test_halves_are_rounded_away_from_nothing(exact, rounded):
    assert EDGE.rounded(Fraction(exact)) == Fraction(rounded)


def test_a_changed_pay_is_seen(resources):
    paytable = CATALOGUE["TCP-6B1"]
    found = exact_figures(paytable, paytable.wagers[0], CATALOGUE, resources)
    assert found["hit-frequency"]["rules"] == Fraction(1_482_064, 20_358_520)
