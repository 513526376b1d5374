"""What is stored as JSON reads as it was, whoever wrote it."""

import json

import pytest

from pitboss.house.storage.json_text import json_text


@pytest.mark.parametrize(
    "value",
    [
        {"seat": 2, "wager": "ante", "cents": 500},
        {"words": 'Zoë said "no"\n\x00 \u2028 \U0001f0a1'},
        {"words": "half a character: \ud83c"},
        {"many": 2**70, "none": None, "yes": True, "list": [1, [2, ()]]},
    ],
)
def test_it_reads_as_what_python_itself_writes(value):
    for sort in (False, True):
        assert json.loads(json_text(value, sort=sort)) == json.loads(json.dumps(value))


def test_equal_values_are_written_the_same_way():
    both = [json_text(value, sort=True) for value in ({"b": 1, "a": {"d": 2, "c": 3}}, {"a": {"c": 3, "d": 2}, "b": 1})]
    assert both == ['{"a":{"c":3,"d":2},"b":1}'] * 2


def test_half_a_character_is_sorted_too():
    assert json_text({"b": "\ud83c", "a": 1}, sort=True) == '{"a":1,"b":"\\ud83c"}'
