"""Progressives: the printed figures, the balance of the meter by real meters, and the laws of the formulas."""

from dataclasses import replace
from fractions import Fraction
from statistics import fmean, pstdev

import numpy as np
import pytest

from pitboss.lab.outcome_table import OutcomeTable
from pitboss.lab.progressives import ProgressiveTerms, progressive_readings, progressive_sheets
from pitboss.paytables import load_catalogue
from pitboss.progressive import Meter, ProgressiveError, average_top_payout_cents, usual_parameters

CATALOGUE = load_catalogue()
PROGRESSIVES = ["FSLPP-01", "FSLPP-03", "TCPP-1", "TCPP-2"]


def pays(designator):
    return CATALOGUE[designator]["progressive"]


def terms_of(designator, reading="rules"):
    return ProgressiveTerms.of(pays(designator), reading)


def sheet_of(designator, reading="rules", **settings):
    return progressive_sheets(pays(designator), with_quantiles=False, **settings)[reading]


def rounded(share, text):
    decimals = len(text.rstrip("%").partition(".")[2])
    return f"{float(share * 100):.{decimals}f}%"


@pytest.mark.parametrize(
    ("designator", "reading"),
    [("FSLPP-01", "printed"), ("FSLPP-03", "printed"), ("TCPP-1", "rules"), ("TCPP-2", "rules")],
)
def test_printed_figures(designator, reading):
    sheet = sheet_of(designator, reading)
    printed = {figure.name: figure.texts for figure in pays(designator).printed}
    for name in {"house-advantage", "hold"} & set(printed):
        assert rounded(sheet.figure(name), printed[name][0]) == printed[name][0]
    assert rounded(sheet.figure("hit-frequency"), printed["hit-frequency"][-1]) == printed["hit-frequency"][-1]
    assert f"{round(sheet.figure('top-probability')):,} to 1" == printed["top-probability"][0]
    assert f"${int(sheet.figure('seed-amount')):,}" == printed["seed-amount"][0]


def test_average_top_payouts():
    """San Lo's are the printed ones; Three Card Poker prints round figures, and the model gives somewhat more."""
    assert round(terms_of("FSLPP-01").average_meter) == 31_396
    assert round(terms_of("FSLPP-03").average_meter) == 46_174
    assert [terms_of(name).average_meter for name in ("TCPP-1", "TCPP-2")] == [4_094, 5_420]


def test_the_readings_of_san_lo_differ_in_the_full_house_alone():
    rules, printed = (sheet_of("FSLPP-01", name) for name in ("rules", "printed"))
    lost = Fraction(3_168, 22_957_480)
    assert printed.advantage.exact - rules.advantage.exact == 15 * lost
    assert rules.terms.average_meter == printed.terms.average_meter


@pytest.mark.parametrize("designator", PROGRESSIVES)
def test_the_long_run_is_the_advantage_at_the_average_meter(designator):
    terms = terms_of(designator)
    for others in range(7):
        assert terms.long_run_advantage(others) == terms.advantage(terms.average_meter, others)
        assert terms.advantage(terms.break_even_meter(others), others) == 0
        sheet = sheet_of(designator, others=others)
        assert sheet.at_average.house_edge.exact == sheet.advantage.exact
        assert sheet.at_seed.house_edge.exact == terms.advantage(terms.seed, others)
        assert sum(sheet._parts().values()) == 1


@pytest.mark.parametrize("designator", PROGRESSIVES)
def test_the_advantage_is_a_line_in_the_meter_and_in_the_rate(designator):
    terms = terms_of(designator)
    fall = [terms.advantage(Fraction(meter)) - terms.advantage(Fraction(meter + 1)) for meter in (0, 1000, 9999)]
    assert fall == [terms.meter_return] * 3
    assert terms.long_run_advantage(3) - terms.long_run_advantage(3, terms.contribution + Fraction(1, 100)) == Fraction(
        1, 100
    )
    assert terms.long_run_advantage(3) - terms.long_run_advantage(4) == terms.envy


def test_a_reading_at_a_meter_pays_that_meter():
    reading = progressive_readings(pays("FSLPP-01"), meter=Fraction(20_000), others=0)["rules"]
    nets = {outcome.slug: outcome.net for outcome in reading.outcomes}
    assert (nets["five-aces"], nets["royal-flush"], nets["straight"]) == (19_999, 1_999, 2)
    assert reading.envy_value == 0
    with_envy = progressive_readings(pays("FSLPP-01"), meter=Fraction(20_000), others=2)["rules"]
    assert with_envy.envy_value == 2 * terms_of("FSLPP-01").envy == with_envy.mean - reading.mean
    assert with_envy.standard_deviation == reading.standard_deviation
    assert OutcomeTable.restored(with_envy.stored()) == with_envy
    assert with_envy.as_json()["beside"] == str(with_envy.envy_value)


def test_envy_is_worth_what_the_hands_and_amounts_say():
    assert terms_of("TCPP-1").envy == Fraction(1 * 100 + 3 * 25, 22_100)


def test_the_average_is_that_of_the_progressive_itself():
    terms, parameters = terms_of("FSLPP-03"), usual_parameters("FSLPP-03")
    chances = {"five-aces": terms.top, "royal-flush": terms.shares[0][1]}
    assert average_top_payout_cents(parameters, chances) == 100 * terms.average_meter


# ---- the meter at a hit, by other ways


def hits_of_a_real_meter(terms, number):
    """What the display of a real meter says at each top hit, hands drawn by their chances."""
    parameters = usual_parameters("FSLPP-01", rate=terms.contribution, seed_cents=int(terms.seed * 100))
    meter, rng, found = Meter.start(parameters).meter, np.random.default_rng(10), []
    share, often = terms.shares[0]
    while len(found) < number:
        meter = meter.contribute(parameters, 1).meter
        draw = rng.random()
        if draw < terms.top:
            found.append(meter.shown_cents / 100)
            meter = meter.pay_percent(parameters, Fraction(1)).meter
        elif draw < terms.top + often:
            meter = meter.pay_percent(parameters, share).meter
    return found


def test_mean_and_deviation_by_a_real_meter():
    """With hands so frequent that they come while a test waits."""
    shares = ((Fraction(1, 10), Fraction(1, 10)),)
    terms = ProgressiveTerms(Fraction(100), Fraction(1, 2), Fraction(0), Fraction(0), Fraction(1, 20), shares)
    found = hits_of_a_real_meter(terms, 1500)
    mean, deviation = float(terms.average_meter), terms.meter_deviation
    assert abs(fmean(found) - mean) < 4 * deviation / len(found) ** 0.5
    assert pstdev(found) == pytest.approx(deviation, rel=0.1)


def moments_by_expansion(terms, wins):
    """Mean and variance summed over the number of lesser wins since the seed; gaps between wins are geometric."""
    (share, often) = terms.shares[0]
    kept = 1 - share
    won = terms.top + often
    gap, gap_variance = 1 / won, (1 - won) / won**2
    first = second = Fraction(0)
    for number in range(wins):
        chance = terms.top / won * (often / won) ** number
        mean = kept**number * terms.seed + terms.contribution * gap * sum(kept**power for power in range(number + 1))
        variance = terms.contribution**2 * gap_variance * sum(kept ** (2 * power) for power in range(number + 1))
        first, second = first + chance * mean, second + chance * (variance + mean**2)
    return float(first), float(second - first**2)


@pytest.mark.parametrize("share", [Fraction(1, 10), Fraction(1, 2)])
def test_mean_and_variance_by_summing_over_the_lesser_wins(share):
    shares = ((share, Fraction(1, 50)),)
    terms = ProgressiveTerms(Fraction(1000), Fraction(1, 5), Fraction(0), Fraction(0), Fraction(1, 50), shares)
    mean, variance = moments_by_expansion(terms, 60)
    assert float(terms.average_meter) == pytest.approx(mean, rel=1e-9)
    assert float(terms.meter_variance) == pytest.approx(variance, rel=1e-9)


def test_without_lesser_shares_the_variance_is_that_of_a_geometric_number():
    terms = terms_of("TCPP-1")
    assert terms.meter_variance == terms.contribution**2 * (1 - terms.top) / terms.top**2


# ---- refusals


def test_refusals():
    with pytest.raises(ProgressiveError, match="7 others on envy: allowed are 0 to 6"):
        progressive_readings(pays("TCPP-1"), others=7)
    with pytest.raises(ProgressiveError, match="Pair Plus A is not a progressive"):
        progressive_sheets(CATALOGUE["TCP-01"]["pair-plus"])
    with pytest.raises(ProgressiveError, match="a meter of -1 dollars"):
        progressive_readings(pays("TCPP-1"), meter=Fraction(-1))
    without_top = replace(pays("TCPP-1"), rows=pays("TCPP-1").rows[1:])
    with pytest.raises(ProgressiveError, match="no hand of Progressive 1 wins the whole meter"):
        ProgressiveTerms.of(without_top)
