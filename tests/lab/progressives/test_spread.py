"""How the meter spreads at a hit: exact where the law is geometric, between two bounds elsewhere."""

from fractions import Fraction

import numpy as np
import pytest

from pitboss.lab.progressives import ProgressiveTerms, meter_quantiles, progressive_sheets, spread, wagers_until
from pitboss.lab.store import Store
from pitboss.lab.work import Resources
from pitboss.paytables import load_catalogue

TENTH = Fraction(1, 10)


def terms(top, shares, seed=Fraction(50), contribution=Fraction(1, 3)):
    return ProgressiveTerms(seed, contribution, Fraction(0), Fraction(0), top, shares)


@pytest.mark.parametrize("chance", [Fraction(1, 7), Fraction(1, 100), Fraction(1, 1703)])
@pytest.mark.parametrize("level", spread.LEVELS)
def test_the_number_of_wagers_is_the_least_that_suffices(chance, level):
    number = wagers_until(chance, level)
    assert 1 - (1 - chance) ** number >= level > 1 - (1 - chance) ** (number - 1)


def test_quantiles_of_a_geometric_meter_are_exact():
    found = meter_quantiles(terms(Fraction(1, 3), ()))
    # The first wager hits one time in three, the first or second five times in nine.
    assert [quantile.low for quantile in found] == [50 + Fraction(1, 3), 50 + Fraction(2, 3), 50 + Fraction(8, 3)]
    assert all(quantile.error == 0 for quantile in found)


def simulated(own, number, seed):
    """Meters at top hits, followed from win to win."""
    rng = np.random.default_rng(seed)
    won = float(own.top + sum(often for _, often in own.shares))
    chances = np.cumsum([float(often) / won for _, often in own.shares])
    start = np.full(number, float(own.seed))
    found, alive = np.zeros(number), np.arange(number)
    while alive.size:
        start = start + float(own.contribution) * rng.geometric(won, alive.size)
        kind = np.searchsorted(chances, rng.random(alive.size), "right")
        is_top = kind == len(own.shares)
        found[alive[is_top]] = start[is_top]
        left = np.array([1 - float(share) for share, _ in own.shares] + [1.0])[kind]
        start, alive = (start * left)[~is_top], alive[~is_top]
    return found


@pytest.mark.parametrize(
    "own",
    [
        terms(Fraction(1, 900), ((TENTH, Fraction(1, 60)),)),
        terms(Fraction(1, 900), ((TENTH, Fraction(1, 100)), (Fraction(1, 2), Fraction(1, 300)))),
    ],
    ids=["one share", "two shares"],
)
def test_the_bounds_hold_the_quantiles_of_a_simulation(own):
    drawn = simulated(own, 200_000, seed=12)
    for quantile in meter_quantiles(own):
        below, up_to = np.mean(drawn < quantile.low), np.mean(drawn <= quantile.high)
        noise = 4 * float(quantile.level * (1 - quantile.level) / len(drawn)) ** 0.5
        assert below - noise <= quantile.level <= up_to + noise
        assert 0 < quantile.error < float(own.average_meter) / 100


def test_fewer_cells_widen_the_bounds_and_never_contradict(monkeypatch):
    own = terms(Fraction(1, 900), ((TENTH, Fraction(1, 60)),))
    fine = meter_quantiles(own)
    monkeypatch.setattr(spread, "_MAX_CELLS", 1000)
    monkeypatch.setattr(spread, "_MAX_STEPS", 1)
    for close, wide in zip(fine, meter_quantiles(own), strict=True):
        assert wide.low <= close.high
        assert close.low <= wide.high
        assert wide.error > close.error


def test_the_bounds_of_the_law_hold_its_mean():
    """The mean of the process that is rounded down is below the exact mean, of the other above."""
    from pitboss.lab.progressives.kernel import Grid, hit_law

    own = terms(Fraction(1, 900), ((TENTH, Fraction(1, 60)),), seed=Fraction(50), contribution=Fraction(1))
    won, cells = own.top + Fraction(1, 60), 3000
    every = np.arange(cells)
    resources = []
    for is_up in (False, True):
        drops = np.stack([(every * 9 + (9 if is_up else 0)) // 10])
        grid = Grid(50, drops, np.array([float(Fraction(1, 60) / won)]), float(1 - won), 1, is_up)
        law = hit_law(grid, 1e-12)
        assert law.sum() == pytest.approx(1)
        resources.append(float((law * every).sum()))
    assert resources[0] < own.average_meter < resources[1]
    assert resources[1] - resources[0] < 20


def test_one_process_and_two_find_the_same():
    own = terms(Fraction(1, 30), ((TENTH, Fraction(1, 10)),))
    assert meter_quantiles(own, Resources(processes=2)) == meter_quantiles(own, Resources(processes=1))


def test_the_meter_of_san_lo(tmp_path):
    """Kept or worked out, the same bounds; and a simulation is in keeping with them."""
    wager, store = load_catalogue()["FSLPP-01"]["progressive"], Store(tmp_path)
    sheet = progressive_sheets(wager, Resources(store, processes=1))["rules"]
    again = progressive_sheets(wager, Resources(store, processes=1))["rules"]
    assert sheet == again
    low, middle, high = sheet.quantiles
    assert low.high < middle.low < middle.high < high.low
    assert max(quantile.error for quantile in sheet.quantiles) < 5
    assert [round(quantile.value, -1) for quantile in sheet.quantiles] == [9_150, 31_880, 52_540]
    drawn = simulated(sheet.terms, 60_000, seed=13)
    for quantile in sheet.quantiles:
        noise = 4 * float(quantile.level * (1 - quantile.level) / len(drawn)) ** 0.5
        assert abs(np.mean(drawn <= quantile.value) - quantile.level) < noise


def test_the_sheet_for_machines():
    data = progressive_sheets(load_catalogue()["TCPP-2"]["progressive"])["rules"].as_json()
    assert data["house_advantage"] == {"fraction": "101/442", "percent": pytest.approx(22.85, abs=0.001)}
    assert data["break_even_meter"]["dollars"] == 10_470
    assert data["meter_at_top_hit"]["mean"] == {"fraction": "5420", "dollars": 5_420.0}
    assert data["wagers_between_top_hits"]["mean"]["fraction"] == "22100"
    assert [entry["wagers"] for entry in data["wagers_between_top_hits"]["quantiles"]] == [1_134, 15_319, 66_205]
    assert [entry["others"] for entry in data["by_others"]] == list(range(7))
