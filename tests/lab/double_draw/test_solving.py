"""The whole game as work in blocks, and its figures. All of it is worked out anew by prove/double_draw.py."""

import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from math import comb
from random import Random

import pytest

from pitboss.cards import DECK_54
from pitboss.games.double_draw import DoubleDrawRound, best_strategy
from pitboss.games.double_draw.first_draw import print_lines
from pitboss.games.driver import play_out
from pitboss.lab.double_draw import best_play, readings
from pitboss.lab.double_draw.classes import decisions_by_ranks
from pitboss.lab.double_draw.money import CASES, CASES_OF_A_DRAW, DEALS, Money
from pitboss.lab.double_draw.solving import ends_work, sums_work
from pitboss.lab.store import Store
from pitboss.lab.work import Resources, StoppedError, do_work
from pitboss.paytables import load_catalogue
from pitboss.paytables.pay import parse_percent
from support.double_draw import KNOWN, keep, shipped_letters, shipped_text

EDGES = {"DDP-1": Fraction(2249790643, 67005996876), "DDP-2": Fraction(32990378579, 446706645840)}


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    folder = tmp_path_factory.mktemp("kept")
    for designator in KNOWN:
        keep(Store(folder / "lab"), designator)
    return folder


def nobody_may_work(done, total):
    assert done == total, "what is kept is not worked out again"


def test_every_draw_is_cut_into_the_same_number_of_cases():
    assert comb(54, 5) == DEALS
    assert [cases * comb(49, size) * (49 - size) for size, cases in enumerate(CASES_OF_A_DRAW)] == [CASES] * 4


@pytest.mark.parametrize("designator", KNOWN)
def test_the_figures(kept, designator):
    play = best_play(load_catalogue()[designator], Resources(Store(kept / "lab"), watch=nobody_may_work))
    reading = play.reading
    assert reading.house_edge.exact == EDGES[designator]
    assert reading.per == "Ante and Bonus"
    assert reading.total == DEALS * CASES
    assert reading.hit_frequency.exact == Fraction(sum(KNOWN[designator].ends[2:12]), reading.total)
    # All four bets, less what those who fold do not bet; two units are one Ante and Bonus.
    assert reading.wagered == 2 - play.fold_at_first_draw - play.fold_at_second_draw / 2
    assert reading.element_of_risk.exact == EDGES[designator] / reading.wagered
    assert sum(play.replaced) + play.fold_at_first_draw == 1


@pytest.mark.parametrize(("designator", "printed"), [("DDP-1", "3.37%"), ("DDP-2", "7.40%")])
def test_the_best_play_loses_a_little_less_than_the_approval_prints(kept, designator, printed):
    bonus = load_catalogue()[designator]["bonus"]
    assert bonus.printed[0].texts == (printed,)
    exact = readings(bonus, Resources(Store(kept / "lab")))["rules"].house_edge.exact
    assert 0 < parse_percent(printed) - exact < Fraction(2, 10_000)


@pytest.mark.parametrize("designator", KNOWN)
def test_the_shipped_file_is_what_the_decisions_print(designator):
    assert print_lines(decisions_by_ranks(shipped_letters(designator))) == shipped_text(designator)


def test_one_process_and_two_do_the_same_work():
    money = Money.of(load_catalogue()["DDP-1"]["bonus"])
    some = replace(ends_work(money, shipped_letters("DDP-1")), blocks=2)
    assert do_work(some, Resources(processes=1)) == do_work(some, Resources(processes=2))


def test_stopped_work_keeps_its_blocks_and_goes_on(tmp_path):
    def stop(done, _total):
        if done == 1:
            raise StoppedError("that is enough")

    store, bonus = Store(tmp_path), load_catalogue()["DDP-1"]["bonus"]
    with pytest.raises(StoppedError):
        best_play(bonus, Resources(store, processes=1, watch=stop))
    assert store.get(sums_work(Money.of(bonus)).block_key(0)) is not None
    seen = []
    with pytest.raises(StoppedError):
        best_play(
            bonus, Resources(store, processes=1, watch=lambda *progress: [seen.append(progress), stop(*progress)])
        )
    assert seen == [(1, 86)]


COLD = """
import sys
from pitboss.lab.double_draw import best_play
from pitboss.lab.store import Store
from pitboss.lab.work import Resources
from pitboss.paytables import load_catalogue
print(best_play(load_catalogue()["DDP-1"], Resources(Store())).reading.house_edge, "numba" in sys.modules, "numpy" in sys.modules)
"""


def test_a_kept_result_is_read_without_the_kernels(kept):
    command = [sys.executable, "-c", COLD]
    done = subprocess.run(command, env={"PITBOSS_CACHE": str(kept)}, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["3.3576%", "False", "False"]


def test_rounds_played_by_the_rules_end_as_often_as_counted(kept):
    reading = best_play(load_catalogue()["DDP-1"], Resources(Store(kept / "lab"))).reading
    random, rounds, brought, won = Random(20140114), 1500, 0, 0
    for _ in range(rounds):
        cards = iter(random.sample(DECK_54.cards, 9))
        round = DoubleDrawRound(seats={1: "ann"})
        round.place_wager(1, "ante", 500)
        round.place_wager(1, "bonus", 500)
        round.no_more_bets()
        play_out(round, lambda number, cards=cards: tuple(next(cards) for _ in range(number)), best_strategy)
        brought += sum(line.net_cents for line in round.lines)
        won += any(line.pay_cents for line in round.lines)
    hits = float(reading.hit_frequency.exact)
    assert abs(brought / 1000 / rounds - float(reading.mean)) < 4 * reading.standard_deviation / rounds**0.5
    assert abs(won / rounds - hits) < 4 * (hits * (1 - hits) / rounds) ** 0.5
