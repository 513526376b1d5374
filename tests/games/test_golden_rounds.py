"""Rounds that were stored go as they went then: whoever changes what commands bring raises the version of the rules."""

import json
import re
import runpy
from dataclasses import replace
from pathlib import Path

import pytest

from pitboss.games.rounds import ROUNDS
from pitboss.games.three_card_poker import ThreeCardPokerRound

ROOT = Path(__file__).parents[2]
SCRIPT = runpy.run_path(str(ROOT / "scripts" / "golden_rounds.py"))
differing = SCRIPT["differing"]


def stored(game):
    return json.loads((ROOT / "tests" / "golden" / f"{game.value}.json").read_text("utf-8"))


def told(game):
    """What is wrong, in words that say what to do."""
    golden, kind = stored(game), ROUNDS[game].rules_type
    if golden["rules_version"] != kind.rules_version:
        return f"run scripts/golden_rounds.py: {game.label} has rules version {kind.rules_version}"
    for number, each in enumerate(golden["rounds"], 1):
        words = differing(each)
        if words is not None:
            package = kind.__module__.replace(".", "/")
            return f"round {number} of {game.label} goes another way ({words}): raise RULES_VERSION in src/{package}.py"
    return None


@pytest.mark.parametrize("game", ROUNDS)
def test_stored_rounds_go_the_same_way(game):
    assert told(game) is None


@pytest.mark.parametrize("game", ROUNDS)
def test_the_stored_rounds_have_something_of_everything(game):
    golden = stored(game)
    events = {event["event"] for each in golden["rounds"] for event in each["events"]}
    assert {"cards-dealt", "seat-settled", "round-voided"} <= events
    assert len({line["wager"] for each in golden["rounds"] for line in each["lines"]}) >= len(
        ROUNDS[game].rules_type.wagers
    )


def test_a_rule_that_changed_is_found_and_named(monkeypatch):
    """A dealer who pays everything double."""
    settled = ThreeCardPokerRound._settlement

    def double(round, seat):
        return [replace_pay(line) for line in settled(round, seat)]

    def replace_pay(line):
        return line._replace(pay_cents=2 * line.pay_cents) if hasattr(line, "_replace") else replace(line, pay_cents=0)

    monkeypatch.setattr(ThreeCardPokerRound, "_settlement", double)
    words = told(ThreeCardPokerRound.game)
    assert re.match("round [0-9]+ of Three Card Poker goes another way", words)
    assert words.endswith("raise RULES_VERSION in src/pitboss/games/three_card_poker/rules.py")


def test_a_version_that_was_raised_asks_for_new_rounds(monkeypatch):
    monkeypatch.setattr(ThreeCardPokerRound.rules_type, "rules_version", 2)
    assert told(ThreeCardPokerRound.game) == "run scripts/golden_rounds.py: Three Card Poker has rules version 2"
