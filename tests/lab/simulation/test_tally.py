"""The tally of rounds against plain bookkeeping of the same rounds, and the meter against the card room's own pricing."""

from collections import Counter

import numpy as np
import pytest

from pitboss.games.reports import ProgressiveReport, ProgressiveWager, QualifyingHand
from pitboss.lab.simulation.blocks import Whims, play, table_of, terms_of
from pitboss.lab.simulation.dealing import CHUNK
from pitboss.lab.simulation.result import simulate
from pitboss.lab.simulation.running import Simulation
from pitboss.lab.simulation.spots import NOT_MADE
from pitboss.lab.simulation.tally import BINS, MIDDLE, bin_of
from pitboss.lab.work import Resources
from pitboss.paytables import Game
from pitboss.progressive import PracticeMeter, usual_parameters

ROUNDS, SESSION, DAY, TABLES, SEATS = 60_000, 40, 100, 3, 2


@pytest.fixture(scope="module")
def simulation():
    return Simulation.ask(
        Game.THREE_CARD_POKER,
        rounds=ROUNDS,
        seats=SEATS,
        tables=TABLES,
        session=SESSION,
        day=DAY,
        seed=4,
        player="typical",
    )


@pytest.fixture(scope="module")
def endings(simulation):
    """Every round as the kernel played it: [seat, spot, round], and the rows of the progressive."""
    table, whims = table_of(simulation), Whims(SEATS)
    table.begin(simulation.seed, 0)
    parts, rows = [], []
    for first in range(0, ROUNDS, CHUNK):
        found, reached = np.empty((SEATS, 4, CHUNK), np.uint8), np.zeros((SEATS, CHUNK), np.uint8)
        table.play(first, whims.draw(simulation.seed, first), found, reached)
        parts.append(found)
        rows.append(reached)
    return np.concatenate(parts, axis=2)[:, :, :ROUNDS], np.concatenate(rows, axis=1)[:, :ROUNDS]


@pytest.fixture(scope="module")
def result(simulation):
    return simulate(simulation, Resources(processes=1))


@pytest.fixture(scope="module")
def books(simulation, endings):
    """Plain bookkeeping: nets by round and seat with every award, what the meter paid, what the house kept."""
    found, rows = endings
    spots = table_of(simulation).spots
    practice = PracticeMeter(usual_parameters("TCPP-1"))
    slugs = [row.hand.slug for row in practice.parameters.pays.rows]
    nets = sum(spot.nets[found[:, place]] for place, spot in enumerate(spots[:3])).astype(np.int64)
    for number in range(ROUNDS):
        seats = [seat for seat in range(SEATS) if found[seat, 3, number] != NOT_MADE]
        wagers = tuple(ProgressiveWager(seat + 1, f"p{seat}", 100) for seat in seats)
        hands = tuple(
            QualifyingHand(seat + 1, f"p{seat}", slugs[rows[seat, number] - 1], "", seat in seats, is_folded=False)
            for seat in range(SEATS)
            if rows[seat, number]
        )
        practice.take(ProgressiveReport(wagers, ()))
        for seat in seats:
            nets[seat, number] -= 100
        if hands:
            pricing = practice.settle(ProgressiveReport(wagers, hands))
            for line in pricing.statement_lines:
                nets[line.seat - 1, number] += line.pay_cents
    return nets, practice


def test_what_players_have_more(result, books):
    nets, practice = books
    assert result.net_cents == nets.sum()
    assert result.meter["shown_cents_at_the_end"] == practice.shown_cents
    assert result.meter["paid_cents"] == practice.meter.paid // 1000
    assert result.meter["reseeds"] > 0


def test_squares_of_rounds(result, books):
    nets, _ = books
    assert result.squares == (nets.sum(axis=0) ** 2).sum()


def test_sessions_with_their_lowest_points(result, books):
    nets, _ = books
    # [seat, day, moment, table]: a day has two sessions of 40, and 20 rounds that are none.
    by_day = nets.reshape(SEATS, -1, DAY, TABLES)
    results, lows = Counter(), Counter()
    for start in (0, SESSION):
        paths = by_day[:, :, start : start + SESSION].cumsum(axis=2)
        results.update((paths[:, :, -1] // 500).ravel().tolist())
        lows.update((np.minimum(paths.min(axis=2), 0) // 500).ravel().tolist())
    assert dict(result.results) == dict(results)
    assert dict(result.lows) == dict(lows)


def test_holds_of_days(simulation, result, endings):
    found, _ = endings
    spots = table_of(simulation).spots
    terms = terms_of(simulation, spots)
    house = -1000 * sum(terms.nets[place][found[:, place]] for place in range(4)).sum(axis=0)
    house += terms.house_adjustment[found[:, 3]].sum(axis=0)
    made = sum(terms.made[place][found[:, place]] for place in range(4)).sum(axis=0)
    days = house.reshape(-1, DAY, TABLES).sum(axis=1), made.reshape(-1, DAY, TABLES).sum(axis=1)
    assert sum(result.holds.values()) == ROUNDS // DAY
    assert abs(np.average(list(result.holds), weights=list(result.holds.values())) - (days[0] // days[1]).mean()) < 1


def test_a_result_beyond_the_bins_is_in_the_last_one():
    assert (bin_of(10**12, 500), bin_of(-(10**12), 500)) == (BINS - 1, 0)
    assert bin_of(0, 500) == MIDDLE


def test_a_block_says_how_many_rounds_it_has(simulation):
    assert play(simulation.work().inputs, 0)["rounds"] == ROUNDS
