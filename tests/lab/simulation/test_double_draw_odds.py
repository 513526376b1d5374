"""Double Draw Poker in the simulation: as often as the lab counts, and what is refused."""

from dataclasses import dataclass

import numpy as np
import pytest

from pitboss.games.double_draw import DoubleDrawRules
from pitboss.games.table import shipped_paytable
from pitboss.lab.double_draw import best_play
from pitboss.lab.double_draw.numbering import every_set
from pitboss.lab.simulation.double_draw import NEVER_FOLD, DoubleDrawTable
from pitboss.lab.simulation.double_draw_first import FOLDS, best_first_draws, pairs_only
from pitboss.lab.simulation.spots import SpotError
from pitboss.lab.simulation.table import Seating, SeatingError
from pitboss.lab.store import Store
from pitboss.lab.work import Resources
from support.double_draw import KNOWN, keep

CENTS = 1000


def seated(rules=None, seats=1, habits=None, **bets):
    return Seating(rules or DoubleDrawRules(), seats, {"ante": CENTS, "bonus": CENTS} | bets, habits or {})


# ---- the first draw


@pytest.mark.parametrize("designator", KNOWN)
def test_as_many_hands_fold_and_replace_cards_as_the_lab_counts(designator):
    draws = best_first_draws(shipped_paytable(designator)["bonus"])
    stays = draws[draws != FOLDS]
    replaced = np.bincount(np.bitwise_count(stays), minlength=4)
    assert ((draws == FOLDS).sum(), *replaced) == KNOWN[designator].hands


@pytest.mark.parametrize("designator", KNOWN)
def test_no_hand_replaces_one_of_two_jokers(designator):
    """The rules take two jokers in the order dealt and the table in that of their codes: it must not matter."""
    both = (every_set(5)[:, 3:] == (52, 53)).all(axis=1)
    draws = best_first_draws(shipped_paytable(designator)["bonus"])[both]
    assert set((draws[draws != FOLDS] >> 3).tolist()) == {0}


def test_who_holds_pairs_replaces_three_cards_at_most():
    assert np.bitwise_count(pairs_only()).max() == 3


# ---- as often as counted


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    store = Store(tmp_path_factory.mktemp("kept"))
    for designator in KNOWN:
        keep(store, designator)
    return Resources(store)


@pytest.mark.parametrize("designator", KNOWN)
def test_endings_have_the_names_and_nets_of_the_lab(kept, designator):
    paytable = shipped_paytable(designator)
    reading = best_play(paytable, kept).reading
    (spot,) = DoubleDrawTable(seated(DoubleDrawRules(paytable=paytable))).spots
    assert [(e.slug, e.label, e.net) for e in spot.endings] == [(o.slug, o.label, o.net) for o in reading.outcomes]
    assert (spot.wager, spot.title, spot.cents) == ("bonus", reading.per, 2 * CENTS)


@pytest.mark.parametrize("designator", KNOWN)
@pytest.mark.parametrize("seats", [1, 3])
def test_rounds_end_as_often_as_the_lab_counts(kept, designator, seats):
    paytable = shipped_paytable(designator)
    reading = best_play(paytable, kept).reading
    table = DoubleDrawTable(seated(DoubleDrawRules(paytable=paytable), seats))
    counts, chunks = np.zeros(256, np.int64), 200
    endings, rows = np.empty((seats, 1, 1024), np.uint8), np.zeros((seats, 1024), np.uint8)
    table.begin(seed=20140114, first=0)
    for chunk in range(chunks):
        table.play(1024 * chunk, None, endings, rows)
        # Seats of one round share a deck; those of one seat are independent from round to round.
        counts += np.bincount(endings[-1, 0], minlength=256)
    rounds, (spot,) = 1024 * chunks, table.spots
    mean = (counts * spot.nets).sum() / rounds / spot.cents
    assert abs(mean - float(reading.mean)) < 4.5 * reading.standard_deviation / rounds**0.5
    staked = (counts * spot.stakes).sum() / rounds / spot.cents
    assert abs(staked - float(reading.wagered)) < 4.5 * 0.5 / rounds**0.5
    for count, outcome in zip(counts, reading.outcomes, strict=False):
        share = outcome.count / reading.total
        assert abs(count - rounds * share) < 4.5 * (rounds * share * (1 - share)) ** 0.5, outcome.slug


def test_a_round_is_the_same_wherever_its_chunk_begins():
    table = DoubleDrawTable(seated(seats=2))
    table.begin(seed=5, first=0)
    whole, part = np.empty((2, 1, 1000), np.uint8), np.empty((2, 1, 300), np.uint8)
    table.play(4000, None, whole, np.zeros((2, 1000), np.uint8))
    table.play(4700, None, part, np.zeros((2, 300), np.uint8))
    assert (whole[:, :, 700:] == part).all()


# ---- what is refused

WRONG = [
    (seated(bonus=500), SeatingError, r"an Ante of \$10 and a Bonus of \$5: .* takes them in equal amounts"),
    (seated(ante=501, bonus=501), SpotError, r"\$5.01 on Ante is not a multiple of \$5"),
    (seated(seats=7), SeatingError, "7 seats taken at a table of 6: allowed are 1 to 6"),
    (seated(seats=0), SeatingError, "0 seats taken at a table of 6"),
    (
        seated(habits={"folds": False}),
        SeatingError,
        "no habit of Double Draw Poker is called 'folds': there are never-fold",
    ),
    (seated(habits={NEVER_FOLD: "yes"}), SeatingError, "never-fold is 'yes': it can be true or false"),
    (Seating(DoubleDrawRules(), 1, {}), SpotError, r"\$0 on Ante is below the minimum"),
]


@pytest.mark.parametrize(("seating", "error", "message"), WRONG)
def test_nonsense_is_refused_in_one_sentence(seating, error, message):
    with pytest.raises(error, match=message):
        DoubleDrawTable(seating)


def test_a_setting_that_the_kernel_does_not_know_is_refused():
    @dataclass(frozen=True, kw_only=True)
    class Newer(DoubleDrawRules):
        third_draw: bool = False

    with pytest.raises(SeatingError, match="does not know the setting 'third_draw'"):
        DoubleDrawTable(seated(Newer()))
