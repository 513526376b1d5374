"""What a GPU found, as it was kept, against what the processor counted."""

from fractions import Fraction

import pytest

from pitboss.lab.fortune_san_lo import CountedEdges, Player
from support.gpu import kept_result


def test_a_gpu_found_what_the_processor_counts():
    """Every pair of hands, gone through on a GPU, against the proof that inclusion and exclusion wrote."""
    found, proved = kept_result(), kept_result("fortune-san-lo")
    assert found["counts"] == found["by_inclusion_and_exclusion"]["counts"] == proved["counts"]
    assert found["digest"] == found["by_inclusion_and_exclusion"]["digest"]
    assert (found["blocks_compared"], found["blocks_that_differ"]) == (64, [])
    assert (found["player_classes"], found["dealer_hands"]) == (1_097_447, 22_957_480)
    assert found["pairs"] == 1_097_447 * 22_957_480
    assert found["comparisons"] == found["settings"] * 22_957_480


def test_its_edges_are_those_of_its_counts():
    found = kept_result()
    counted = CountedEdges({Player(name): counts for name, counts in found["counts"].items()})
    for player in Player:
        assert sum(found["counts"][player][:4]) == 246_507_617_396_040
        assert Fraction(found["main_bet"][player]) == counted.main_bet(player).house_edge.exact
        assert Fraction(found["hat_trick"][player]) == counted.hat_trick(player).house_edge.exact
    shown = [f"{float(Fraction(found['main_bet'][player])):.4%}" for player in ("best", "house-way", "rule-list")]
    assert shown == ["4.4266%", "4.7875%", "5.5689%"]
    assert f"{float(Fraction(found['hat_trick']['best-hat-trick'])):.4%}" == "10.0722%"


def test_it_says_how_it_was_made():
    found = kept_result()
    assert {"gpu", "driver", "cupy", "python", "kernel", "command", "date"} <= found.keys()
    assert "prove/fortune_san_lo_gpu.py" in found["command"]
    assert found["pairs_a_second"] == pytest.approx(found["pairs"] / found["seconds_to_count"], rel=0.01)
