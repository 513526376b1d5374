"""Spoilt arguments and typed lines: an answer, or one sentence and exit status 2; never a traceback, never a hang."""

from collections import Counter

import pytest
from hypothesis import given, settings

from fuzz.examples import QUICK
from fuzz.keyboard import ANYWHERE, IN_THE_ROOM, lay_files, lines, of_the_room, type_in, working_in


@pytest.mark.parametrize(
    ("commands", "examples"), [(ANYWHERE, 100), (IN_THE_ROOM, 40)], ids=["anywhere", "in the room"]
)
def test_what_is_typed_is_answered_in_words(room_files, commands, examples):
    lay_files(room_files)
    ends = Counter()

    @settings(QUICK, max_examples=examples)
    @given(lines(commands))
    def disturb(given):
        ends[type_in(*given)] += 1

    with working_in(room_files, **of_the_room(room_files)):
        for arguments, typed in commands:
            assert type_in(arguments, typed) == 0, arguments
        disturb()
    assert ends[0] > 3
    assert ends[2] > 10
