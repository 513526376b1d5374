"""``pitboss rng-test`` as a laboratory types it."""

import json

import pytest

from pitboss.sources import SeededEntropy

ASKED = ("rng-test", "--deck", "52", "--shuffles", "1e3", "--processes", "1")


def test_a_sound_generator_in_the_terminal_and_as_a_page(pitboss, tmp_path):
    page = tmp_path / "report.html"
    answer = pitboss(*ASKED, "--seed", "a drill", "--html", str(page))
    assert answer.status == 0
    for text in ("1,000, 52,000 cards", "Smallest p-values", "2.0 expected", "PASSES: none of 40 tests"):
        assert text in answer.out
    assert "Test of random numbers" in page.read_text(encoding="utf-8")


def test_a_planted_fault_fails_with_status_1_for_machines_too(pitboss):
    answer = pitboss(*ASKED, "--seed", "a drill", "--biased", "off-by-one", "--json")
    told = json.loads(answer.out)
    assert answer.status == 1
    assert (told["verdict"], told["biased_on_purpose"], told["shuffles"]) == (
        "fails",
        "off-by-one",
        {"52-card deck": 1_000},
    )
    corrected = {finding["test"]: finding["corrected_p_value"] for finding in told["runs"][0]["findings"]}
    assert corrected["fixed-points"] < 1e-12
    assert corrected["bits"] > 0.05


def test_raw_bytes_for_other_tools(pitboss, tmp_path):
    seeded, live = tmp_path / "seeded", tmp_path / "live"
    assert pitboss("rng-test", "--dump", str(seeded), "--bytes", "1e5", "--seed", "a drill").status == 0
    assert pitboss("rng-test", "--dump", str(live), "--bytes", "1000").status == 0
    entropy = SeededEntropy("rng-test a drill dump")
    assert seeded.read_bytes() == b"".join(entropy.token(100) for _ in range(1_000))
    assert live.stat().st_size == 1_000


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (("--shuffles", "many"), "'many' shuffles cannot be drawn: give a whole number"),
        (("--biased", "marked"), "'marked' is no bias that can be planted: there are swap-any, modulo"),
        (("--html", "no/such/folder/page.html"), "there is no folder"),
        (("--dump", "bytes", "--bytes", "0"), "'0' bytes cannot be drawn"),
    ],
)
def test_what_cannot_be_tested_is_said_in_a_sentence(pitboss, asked, words):
    answer = pitboss("rng-test", *asked)
    assert answer.status == 2
    assert words in answer.err
    assert "Traceback" not in answer.err
