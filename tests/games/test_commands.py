"""Commands as they are stored."""

import pytest

from pitboss.cards import parse_cards
from pitboss.games.command import CommandError, Deal, NoMoreBets, PlaceWager, Settle, Void, read_command

KINDS = [PlaceWager, NoMoreBets, Deal, Settle, Void]


@pytest.mark.parametrize(
    "command", [PlaceWager(1, "ante", 500), NoMoreBets(), Deal(parse_cards("As Jk")), Settle(3), Void("a reason")]
)
def test_a_command_is_read_as_it_was_written(command):
    assert read_command(command.as_json(), KINDS) == command


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ({}, "None is not a command here; allowed: place-wager, no-more-bets"),
        ({"do": "settle"}, "settle takes seat, not nothing"),
        ({"do": "no-more-bets", "seat": 1}, "no-more-bets takes nothing, not seat"),
        ({"do": "settle", "seat": "1"}, "seat of settle must be a whole number, not '1'"),
        ({"do": "settle", "seat": True}, "seat of settle must be a whole number, not True"),
        ({"do": "void", "reason": 5}, "reason of void must be a text, not 5"),
        ({"do": "deal", "cards": ["As"]}, "cards of deal must be a text, not"),
        ({"do": "deal", "cards": "Xx"}, "'Xx' is not a card"),
    ],
)
def test_what_is_not_a_command_is_refused_with_the_reason(data, reason):
    with pytest.raises(Exception, match=reason) as caught:
        read_command(data, KINDS)
    assert isinstance(caught.value, CommandError) or "is not a card" in reason
