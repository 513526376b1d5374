"""What an edited paytable brings, and the amount that meets a target, exactly."""

from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.lab.bonus import counts_for
from pitboss.lab.design import DesignError, consequences, design_of, read_design, solve
from pitboss.lab.double_draw.money import Money
from pitboss.lab.outcome_table import Estimate, Outcome, OutcomeTable, Share
from pitboss.lab.progressives import ProgressiveTerms, progressive_readings
from pitboss.lab.three_card_poker import ante_readings
from pitboss.paytables import Game, PayKind

FILES = Path(__file__).parent / "files"


def asked(base, unknown, target, **more):
    return design_of({"base": base, "solve": {"unknown": unknown, "target": target}} | more)


def test_a_pay_that_is_only_counted():
    design = read_design(FILES / "dearer-flush.toml")
    solution = solve(design)
    counts, total = counts_for(Game.THREE_CARD_POKER, "six-card-bonus")
    # With the flush at x, the edge is 1 - (sum of counts times pay + 1) / total; solved by hand for x.
    others = sum(
        counts[row.hand.slug] * (row.pay.amount + 1)
        for row in design.paytable["six-card-bonus"].rows
        if row.hand.slug != "flush"
    )
    by_hand = (Fraction(88, 100) * total - others) / counts["flush"] - 1
    assert solution.amount == by_hand
    assert solution.is_exact
    assert solution.below.amount < by_hand < solution.above.amount == solution.below.amount + 1
    assert solution.below.house_edge.exact > Fraction(12, 100) > solution.above.house_edge.exact
    assert solution.now.text == "20 to 1"


def test_the_ante_bonus_has_its_play_derived_for_every_pay():
    design = read_design(FILES / "ante-bonus.toml")
    solution = solve(design)
    assert solution.amount == 1 + (Fraction(686_689, 20_358_520) - Fraction(3, 100)) * Fraction(22_100, 720)
    assert [solution.below.text, solution.above.text] == ["1 to 1", "2 to 1"]
    edge = ante_readings(design.base["ante-bonus"])["rules"].house_edge
    assert solution.below.house_edge == edge


def test_a_rate_in_the_printed_reading():
    design = read_design(FILES / "faster-meter.toml")
    solution = solve(design)
    terms = ProgressiveTerms.of(design.paytable["progressive"], "printed")
    assert terms.long_run_advantage(4, solution.amount) == Fraction(1, 5)
    assert solution.above.amount - solution.below.amount == Fraction(1, 100_000)
    assert solution.now.house_edge.exact == terms.long_run_advantage(4)


def test_a_seed():
    solution = solve(asked("TCPP-1", "seed", "house-edge 20%"))
    terms = ProgressiveTerms.of(solution_base("TCPP-1"))
    assert solution.amount == 1000 + (terms.long_run_advantage(6) - Fraction(1, 5)) / terms.top
    assert (solution.below.text, solution.above.text) == ("$1,516", "$1,516")
    assert solution.below.house_edge.exact == Fraction(1, 5)


def solution_base(designator):
    return design_of({"base": designator}).base["progressive"]


def test_an_envy():
    solution = solve(asked("TCPP-1", "wagers.progressive.envy.akq-of-spades", "house-edge 22%", others=2))
    terms = ProgressiveTerms.of(solution_base("TCPP-1"))
    assert solution.amount == 100 + (terms.long_run_advantage(2) - Fraction(22, 100)) * 22_100 / 2


def test_a_new_row():
    solution = solve(asked("TCPP-2", "wagers.progressive.pays.straight", "house-edge 10%"))
    assert solution.now.text == "nothing"
    edge = progressive_readings(solution_base("TCPP-2"))["rules"].house_edge.exact
    assert solution.amount == (edge - Fraction(1, 10)) * Fraction(22_100, 720)


def test_a_target_that_is_met_by_what_can_be_paid():
    edge = Fraction(128, 5525)
    target = f"house-edge {float(100 * (edge + Fraction(1096, 22_100))):.12f}%"
    solution = solve(asked("TCP-01", "wagers.pair-plus.pays.flush", target))
    assert solution.amount == pytest.approx(3)
    assert "push" not in (solution.below.text, solution.above.text)


def test_a_pay_of_nothing_is_a_push():
    solution = solve(asked("TCP-01", "wagers.pair-plus.pays.flush", "house-edge 20%"))
    assert 0 < solution.amount < 1
    assert (solution.below.text, solution.above.text) == ("push", "1 to 1")


@pytest.mark.parametrize(
    ("design", "sentence"),
    [
        (asked("TCP-01", "wagers.pair-plus.pays.flush", "house-edge 90%"), "it cannot be negative"),
        (asked("TCPP-1", "contribution", "house-edge 90%"), "would need a contribution of -"),
        (asked("TCPP-1", "contribution", "house-edge -90%"), "must be within 0-100%"),
        (asked("TCPP-1", "wagers.progressive.envy.akq-of-spades", "house-edge 5%", others=0), "does not depend on"),
        (design_of({"base": "TCP-01"}), "has no question"),
        (asked("DDP-1", "wagers.bonus.pays.two-pair", "house-edge 5%"), "needs its own analysis"),
    ],
)
def test_what_cannot_be_met_says_so(design, sentence):
    with pytest.raises(DesignError, match=sentence):
        solve(design)


def test_a_reading_that_the_wager_does_not_have():
    design = design_of(
        {
            "base": "TCP-01",
            "solve": {"unknown": "wagers.pair-plus.pays.flush", "target": "house-edge 5%", "reading": "printed"},
        }
    )
    with pytest.raises(DesignError, match="Pair Plus A has no reading 'printed'; it has rules"):
        solve(design)


# ---- games whose analysis is passed in


def bent(_paytable, wager, _means):
    """A player who changes the play where the pay reaches 3, 6 and 9: the edge is a line with bends."""
    pay = next(row.pay.amount for row in wager.rows if row.hand.slug == "two-pair")
    gain = max(pay, 3 * pay - 6, 6 * pay - 24, 10 * pay - 60)
    return {"rules": OutcomeTable((Outcome("all", "All", 100, gain - 20),))}


@pytest.mark.parametrize("percent", [1900, 1750, 1300, 900, 200, -1000])
def test_an_edge_with_bends_is_solved_exactly(percent):
    solution = solve(asked("DDP-1", "wagers.bonus.pays.two-pair", f"house-edge {percent}%"), elsewhere=bent)
    amount, wanted = solution.amount, 20 - Fraction(percent, 100)
    assert max(amount, 3 * amount - 6, 6 * amount - 24, 10 * amount - 60) == wanted
    assert solution.is_exact


def in_whole_numbers(_paytable, wager, resources):
    """As Double Draw Poker is worked out: by odds of few parts, and no others."""
    Money.of(wager)
    return bent(_paytable, wager, resources)


@pytest.mark.parametrize("percent", ["1901.23", "900.01", "200.37"])
def test_a_pay_that_is_worked_out_in_few_parts_only_is_found_between_these(percent):
    design = asked("DDP-1", "wagers.bonus.pays.two-pair", f"house-edge {percent}%")
    exact, near = (solve(design, elsewhere=analysis) for analysis in (bent, in_whole_numbers))
    assert exact.is_exact
    assert not near.is_exact
    assert near.amount == pytest.approx(exact.amount, abs=1e-3)
    assert (near.below, near.above) == (exact.below, exact.above)


def test_an_edge_that_is_not_a_fraction_is_met_within_its_error():
    def estimated(_paytable, wager, _means):
        pay = float(wager.rows[0].pay.amount)
        return {"rules": Estimate((Share("22", "22", 0.07, pay), Share("no", "No", 0.93, -1.0)), 1e-9, "made up")}

    solution = solve(asked("PUSH22-11", "wagers.push-22.pays.any-22", "house-edge 10%"), elsewhere=estimated)
    assert not solution.is_exact
    assert float(solution.amount) == pytest.approx(0.83 / 0.07)
    assert solution.below.house_edge.exact is None


# ---- consequences


def test_before_and_after():
    found = consequences(read_design(FILES / "dearer-flush.toml"))
    counts, total = counts_for(Game.THREE_CARD_POKER, "six-card-bonus")
    before, after = (sheet["six-card-bonus"].reading.house_edge.exact for sheet in (found.before, found.after))
    assert after - before == Fraction(counts["straight"], total)
    assert found.before["six-card-bonus"].printed
    assert not found.after["six-card-bonus"].printed
    assert found.after.title == "6 Card Bonus, a dearer flush"
    data = found.as_json()
    assert data["edits"] == [
        {"place": "wagers.six-card-bonus.pays.straight", "before": "10 to 1", "after": "9 to 1"},
    ]
    assert data["after"]["wagers"][0]["readings"]["rules"]["pays"]["straight"] == "9"


def test_a_progressive_has_its_own_sheet():
    found = consequences(read_design(FILES / "faster-meter.toml"))
    assert set(found.progressives) == {"rules", "printed"}
    sheet = found.progressives["printed"]
    assert (sheet.others, sheet.terms.seed) == (4, 2_500)
    assert found.after["progressive"].readings["printed"].house_edge == sheet.advantage
    kinds = {row.pay.kind for row in read_design(FILES / "faster-meter.toml").paytable["progressive"].rows}
    assert kinds == {PayKind.FOR, PayKind.METER}


def test_both_wagers_of_a_paytable_are_on_the_sheet():
    found = consequences(read_design(FILES / "ante-bonus.toml"))
    assert [wager.wager for wager in found.after.wagers] == ["ante-bonus", "pair-plus"]
    assert found.before.as_json()["wagers"][0]["readings"] == found.after.as_json()["wagers"][0]["readings"]


def test_other_games_by_what_is_passed_in():
    found = consequences(design_of({"base": "DDP-1"}), elsewhere=bent)
    assert found.before["bonus"].reading == found.after["bonus"].reading
