"""The battery: the dealing of the tables passes it, each planted fault is caught, and the verdict keeps to its rule."""

import pickle

import pytest

from pitboss.cards import DECK_53
from pitboss.lab.executors import threads
from pitboss.lab.randomness import verdict
from pitboss.lab.randomness.battery import Run
from pitboss.lab.randomness.dealing import BIASES
from pitboss.lab.randomness.finding import Finding
from pitboss.lab.randomness.law import Tails
from pitboss.lab.randomness.question import DECKS, RandomnessError, RandomnessQuestion
from pitboss.lab.randomness.report import bias_sentence, caught_sentences, command, verdict_sentence
from pitboss.lab.randomness.sample import Drawn, draw
from pitboss.lab.randomness.verdict import Verdict, try_generator
from pitboss.lab.work import Resources
from pitboss.shuffler import Shuffler, ShufflerSetting
from pitboss.sources import SeededEntropy

ALONE = Resources(processes=1)

CAUGHT = [
    ("swap-any", "52", 1_000, "card-position"),
    ("modulo", "52", 5_000, "choices"),
    ("off-by-one", "52", 1_000, "fixed-points"),
    ("stuck-bit", "52", 1_000, "bit-places"),
    ("short-period", "52", 1_000, "repeats"),
    ("sticky-top", "52", 10_000, "worst-stay"),
    ("unshuffled", "52", 1_000, "repeats"),
    ("repeated", "52", 2_000, "repeats"),
    ("start-position", "53", 1_000, "start-position"),
    ("unshuffled", "shoe", 6_000, "series"),
]


@pytest.mark.parametrize(("bias", "deck", "shuffles", "test"), CAUGHT)
def test_a_planted_fault_is_caught(bias, deck, shuffles, test):
    report = try_generator(RandomnessQuestion((deck,), shuffles, seed="planted", bias=bias), ALONE)
    assert report.verdict is Verdict.FAILS
    assert test in {finding.test for finding in report.first.caught(0.99)}
    assert bias_sentence(report.question).startswith(f"BIASED ON PURPOSE ({bias}): ")
    assert caught_sentences(report)


def test_every_fault_that_can_be_planted_is_tried():
    assert {bias for bias, *_ in CAUGHT} == set(BIASES)


@pytest.mark.parametrize(("decks", "seed", "tests"), [(DECKS, "1", 120), (("52",), "2", 38)])
def test_the_dealing_of_the_tables_passes(decks, seed, tests):
    report = try_generator(RandomnessQuestion(decks, shuffles=1_000, seed=seed), ALONE)
    assert report.verdict is Verdict.PASSES
    assert len(report.first.findings) > tests
    # NumPy's numbers would not go into the files of prove/.
    assert {type(report.first.below(0.5)), type(report.first.corrected[0])} == {int, float}
    assert verdict_sentence(report).startswith("PASSES: none of ")


def test_what_is_tested_is_what_the_shuffler_deals():
    drawn = draw(RandomnessQuestion(("53",), 1_000, seed="a drill"), ALONE)
    entropy = SeededEntropy("rng-test a drill 53 0")
    for row, start in zip(drawn.samples[0].orders[:3], drawn.samples[0].starts, strict=False):
        shuffler = Shuffler(is_drill=True)
        shuffler.set_game(ShufflerSetting("Fortune San Lo Poker", DECK_53, packet_size=6, start_positions=7))
        shuffler.press_green_button(entropy)
        assert [card.code for card in shuffler.deck.sealed.order] == row.tolist()
        assert shuffler.start_position == start


def test_the_data_are_the_same_however_the_work_is_shared():
    asked = RandomnessQuestion(("52",), 2_000, seed="a drill")
    alone, shared = draw(asked, ALONE), draw(asked, Resources(processes=2, executor=threads))
    assert (alone.samples[0].orders == shared.samples[0].orders).all()
    assert (alone.octets == shared.octets).all()
    assert all((alone.numbers[limit] == shared.numbers[limit]).all() for limit in alone.numbers)


def test_what_is_asked_travels_to_another_process():
    asked = RandomnessQuestion(("53", "shoe"), 2_000, seed="a drill", bias="modulo", again=True)
    assert pickle.loads(pickle.dumps(asked)) == asked


def test_without_a_seed_the_data_are_fresh():
    once, again = (draw(RandomnessQuestion(("52",), 1_000), ALONE).samples[0].orders for _ in range(2))
    assert (once != again).any()


def run_with(*p_values):
    findings = [Finding("parity", "52-card deck", 1, 0.0, Tails(1 - p / 2, p / 2)) for p in p_values]
    return Run(tuple(findings))


@pytest.mark.parametrize(
    ("looks", "expected"),
    [
        ([(0.3, 0.6)], Verdict.PASSES),
        ([(0.026, 0.6)], Verdict.PASSES),
        ([(0.004, 0.6)], Verdict.FAILS),
        ([(0.02, 0.6), (0.026, 0.8)], Verdict.PASSES_AGAIN),
        ([(0.02, 0.6), (0.8, 0.024)], Verdict.FAILS_AGAIN),
        ([(0.02, 0.6), (0.001, 0.9)], Verdict.FAILS_AGAIN),
    ],
)
def test_the_verdict_keeps_to_its_rule(monkeypatch, looks, expected):
    asked_for = []

    def battery(asked, _means):
        asked_for.append(asked.again)
        return run_with(*looks[len(asked_for) - 1]), Drawn((), (), {})

    monkeypatch.setattr(verdict, "run_battery", battery)
    report = try_generator(RandomnessQuestion(seed="a drill"), ALONE)
    assert report.verdict is expected
    assert asked_for == [False, True][: len(looks)]
    assert verdict_sentence(report).startswith(expected.value.upper())


def test_a_second_look_draws_other_data():
    first, second = (
        RandomnessQuestion(seed="a drill", again=again).entropy("52 0").token(8) for again in (False, True)
    )
    assert first != second


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"shuffles": 999}, "999 shuffles cannot be tested: give from 1,000 to 5,000,000"),
        ({"in_shoe": 9}, "a shoe of 9 decks is not tested: give from 2 to 8"),
        ({"bias": "marked"}, "'marked' is no bias that can be planted: there are swap-any, modulo"),
    ],
)
def test_what_cannot_be_tested_is_said_in_a_sentence(asked, words):
    with pytest.raises(RandomnessError, match=words):
        RandomnessQuestion(**asked)


def test_the_command_of_a_report_asks_for_the_same():
    assert command(RandomnessQuestion()) == "pitboss rng-test --deck all --shuffles 100000"
    asked = RandomnessQuestion(("shoe",), 5_000, in_shoe=8, seed="a drill", bias="modulo")
    assert command(asked) == "pitboss rng-test --deck shoe --shuffles 5000 --decks 8 --seed 'a drill' --biased modulo"
