"""The shipped paytables, and the folder that an operator adds."""

import pickle
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.errors import PaytableError, UnknownNameError
from pitboss.paytables import Game, PayKind, load_catalogue

DESIGNATORS = [
    *(f"TCP-{number:02}" for number in range(1, 13)),
    *(f"TCP-6B{number}" for number in range(1, 5)),
    "TCPP-1",
    "TCPP-2",
    *(f"FSLP-{number:02}" for number in range(1, 5)),
    "FSLPP-01",
    "FSLPP-03",
    "DDP-1",
    "DDP-2",
    "PUSH22-11",
    "PUSH22-10",
    "PUSH22-SUITED",
]

ANTE_BONUS = {"A": "5 4 1", "B": "5 3 1", "C": "4 3 1"}
PAIR_PLUS = {"A": "40 30 6 4 1", "B": "40 25 6 4 1", "C": "40 30 5 4 1", "D": "40 30 6 3 1"}
COMBINED = ["AA", "AB", "BA", "BB", "CA", "CB", "AC", "BC", "CC", "AD", "BD", "CD"]


@pytest.fixture(scope="module")
def catalogue():
    return load_catalogue()


def pays(paytable, wager):
    return " ".join(str(row.pay.amount) for row in paytable[wager].rows)


def test_every_paytable_of_the_approvals_is_there(catalogue):
    assert sorted(paytable.designator for paytable in catalogue) == sorted(DESIGNATORS)


def test_files_are_named_after_their_designators(catalogue):
    assert all(paytable.place.startswith(f"{paytable.designator}.toml, line ") for paytable in catalogue)


def test_the_order_is_that_of_the_games_with_numbers_as_numbers(catalogue):
    games = [paytable.game for paytable in catalogue]
    assert games == sorted(games, key=list(Game).index)
    three_card = [paytable.designator for paytable in catalogue if paytable.game is Game.THREE_CARD_POKER]
    assert three_card.index("TCP-09") < three_card.index("TCP-10")


@pytest.mark.parametrize(("number", "letters"), list(enumerate(COMBINED, start=1)))
def test_three_card_poker_combines_ante_bonus_and_pair_plus(catalogue, number, letters):
    paytable, (ante, pair) = catalogue[f"TCP-{number:02}"], letters
    assert (pays(paytable, "ante-bonus"), pays(paytable, "pair-plus")) == (ANTE_BONUS[ante], PAIR_PLUS[pair])
    assert [wager.name for wager in paytable.wagers] == [f"Ante Bonus {ante}", f"Pair Plus {pair}"]


def test_all_is_kept_that_a_progressive_needs(catalogue):
    for designator, seed, rate, envy in [
        ("TCPP-1", 100_000, Fraction(14, 100), [10_000, 2_500]),
        ("TCPP-2", 100_000, Fraction(20, 100), [10_000, 2_500]),
        ("FSLPP-01", 500_000, Fraction(21, 100), [10_000, 5_000, 1_000, 500]),
        ("FSLPP-03", 1_000_000, Fraction(30_331, 100_000), [50_000, 10_000]),
    ]:
        progressive = catalogue[designator]["progressive"]
        assert (progressive.meter.seed_cents, progressive.meter.contribution) == (seed, rate)
        assert [row.envy_cents for row in progressive.rows if row.envy_cents] == envy
        assert "contribution" in catalogue[designator].operator_supplied


def test_only_paytable_1_of_the_three_card_progressive_pays_a_straight(catalogue):
    rows = {name: [row.hand.slug for row in catalogue[name]["progressive"].rows] for name in ("TCPP-1", "TCPP-2")}
    assert rows["TCPP-1"] == [*rows["TCPP-2"], "straight"]


def test_pushes_are_pushes(catalogue):
    kinds = {name: [row.pay.kind for row in catalogue[name]["bonus"].rows][-2:] for name in ("DDP-1", "DDP-2")}
    assert kinds == {"DDP-1": [PayKind.TO, PayKind.PUSH], "DDP-2": [PayKind.PUSH, PayKind.PUSH]}


def test_figures_stay_as_printed(catalogue):
    printed = {figure.name: figure.texts for figure in catalogue["FSLP-02"].wagers[0].printed}
    assert printed == {"hit-frequency": ("21.62%",), "house-edge": ("3.37%",), "estimated-hold": ("24%",)}


def test_an_unknown_designator_is_named_with_its_neighbours(catalogue):
    with pytest.raises(UnknownNameError, match=r"^there is no paytable 'FSLPP-02'; near it are FSLP"):
        catalogue["FSLPP-02"]


def test_a_designator_like_no_other(catalogue):
    with pytest.raises(UnknownNameError, match=r"^there is no paytable 'zzz'; they go from TCP-01 to PUSH22-SUITED$"):
        catalogue["zzz"]
    assert 7 not in catalogue


def test_a_wager_that_a_paytable_does_not_pay(catalogue):
    with pytest.raises(UnknownNameError, match="TCP-01 does not pay 'progressive'; it pays ante-bonus, pair-plus"):
        catalogue["TCP-01"]["progressive"]


def test_paytables_travel_to_other_processes(catalogue):
    for paytable in catalogue:
        assert pickle.loads(pickle.dumps(paytable)) == paytable


PAYS = {
    "TCP-6B1": "1000 200 50 25 20 10 5",
    "TCP-6B2": "1000 200 50 25 15 10 5",
    "TCP-6B3": "1000 200 100 20 15 9 8",
    "TCP-6B4": "1000 200 100 20 15 10 7",
    "TCPP-1": "1 500 70 60 6",
    "TCPP-2": "1 500 100 90",
    "FSLP-01": "1000 200 50 30 10 8 5 3 2",
    "FSLP-02": "1000 200 50 30 10 7 5 3 2",
    "FSLP-03": "1000 200 50 30 10 6 5 3 2",
    "FSLP-04": "1000 200 50 30 9 6 5 3 2",
    "FSLPP-01": "1 1/10 300 150 15 6 3",
    "FSLPP-03": "1 1/10 100 75 10 8 4",
    "DDP-1": "500 100 50 50 20 5 3 2 1 0",
    "DDP-2": "500 100 50 50 20 5 3 2 0 0",
    "PUSH22-11": "11",
    "PUSH22-10": "10",
    "PUSH22-SUITED": "35 17 10",
}


@pytest.mark.parametrize("designator", PAYS)
def test_the_pays_of_every_other_paytable(catalogue, designator):
    (wager,) = catalogue[designator].wagers
    assert pays(catalogue[designator], wager.wager.slug) == PAYS[designator]


def test_designators_are_found_in_small_letters_too(catalogue):
    assert catalogue["push22-suited"] is catalogue["PUSH22-SUITED"]


MINE = """\
format = 1
designator = "HOUSE-22"
game = "power-blackjack"
title = "Our own Push 22"
source = "house rules"

[wagers.push-22]
name = "Push 22 twelve"

[wagers.push-22.pays]
any-22 = "12 to 1"
"""


def test_an_operator_adds_files_in_a_folder(tmp_path):
    (tmp_path / "mine.toml").write_text(MINE)
    (tmp_path / "readme.txt").write_text("not a paytable")
    catalogue = load_catalogue(tmp_path)
    assert len(catalogue) == len(DESIGNATORS) + 1
    assert str(catalogue["HOUSE-22"].wagers[0].rows[0].pay) == "12 to 1"


def test_a_designator_that_is_taken_names_both_files_and_lines(tmp_path):
    (tmp_path / "mine.toml").write_text("# ours\n" + MINE.replace("HOUSE-22", "PUSH22-11"))
    with pytest.raises(PaytableError) as caught:
        load_catalogue(tmp_path)
    taken = "the designator PUSH22-11 is already taken in PUSH22-11.toml, line 2"
    assert str(caught.value) == f"{tmp_path / 'mine.toml'}, line 3: {taken}"


def test_a_folder_that_is_not_there():
    with pytest.raises(PaytableError, match=r"^nowhere is not a folder of paytables: No such file or directory$"):
        load_catalogue(Path("nowhere"))
