"""The stories of presses go today as they are written."""

import re

import pytest

from pitboss.progressive.controllers import CONTROLLERS
from progressive.controllers.storyteller import FOLDER, read_press, tell

FILES = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_it_goes_as_written(file):
    text = file.read_text(encoding="utf-8")
    assert tell(text) == text


@pytest.mark.parametrize("kind", CONTROLLERS.values(), ids=list(CONTROLLERS))
def test_every_press_is_done_and_refused_in_some_story(kind):
    told = "".join(file.read_text(encoding="utf-8") for file in FILES if file.stem.startswith(kind.name))
    lines = [line.split(" | ") for line in told.splitlines() if " | " in line]
    done = {type(read_press(kind, press)) for press, _, words in lines if not words.startswith("REFUSED")}
    refused = {type(read_press(kind, press)) for press, _, words in lines if words.startswith("REFUSED")}
    # What is the same machinery on both is told in full on Aquarius only.
    own = set(kind.operations) if kind.name == "aquarius" else set(kind.operations) - set(kind.wager_operations)
    assert (own - done, own - refused) == (set(), set())


def test_the_words_of_the_refusals_are_one_sentence_each():
    told = "".join(file.read_text(encoding="utf-8") for file in FILES)
    reasons = set(re.findall(r"REFUSED: (.*)", told))
    assert len(reasons) > 40
    assert [reason for reason in reasons if ". " in reason or reason.endswith(".")] == []
