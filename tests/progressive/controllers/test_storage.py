"""Stored controllers: what is kept, what is read again, and what cannot be."""

import json
from dataclasses import asdict

import pytest
from msgspec.json import decode, encode

from pitboss.errors import PitbossError
from pitboss.progressive.controllers import (
    Aquarius,
    ControllerRecordError,
    HandButton,
    Nexus,
    PressRefusedError,
    Start,
)
from pitboss.progressive.controllers.console import ControllerView
from pitboss.progressive.controllers.presses import (
    PlaceChip,
    PressCoinIn,
    PressGameOver,
    PressStartGame,
    SwipeCard,
    TurnKey,
)

ROYAL = HandButton("royal", "Royal flush", stops_table=True)


def aquarius(*presses, **more):
    table = Aquarius(seats=7, buttons=[ROYAL], **more)
    for press in presses:
        table.do(press)
    return table


def test_a_stored_game_is_its_start_and_its_presses():
    stored = json.loads(json.dumps(aquarius(PlaceChip(1), PressCoinIn(), start=Start(carried=(3,))).as_json()))
    assert stored == {
        "format": 1,
        "controller": "aquarius",
        "seats": 7,
        "buttons": [{"row": "royal", "label": "Royal flush", "stops_table": True}],
        "start": {"chips": [], "carried": [3], "together": [], "link_is_lost": False},
        "presses": [{"do": "place-chip", "seat": 1}, {"do": "press-coin-in"}],
    }
    assert Aquarius.from_json(stored).view().sensors[3] == "locked"


def test_a_game_that_is_over_leaves_no_presses():
    assert aquarius(PlaceChip(1), PressCoinIn(), PressGameOver()).as_json() == aquarius().as_json()


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"format": 2}, "this is not a stored aquarius controller in format 1"),
        ({"controller": "nexus"}, "this is not a stored aquarius controller in format 1"),
        ({"seats": 0}, "a table has one seat or more, not 0"),
        ({"seats": "7"}, "a table has one seat or more, not '7'"),
        ({"buttons": []}, "a controller needs at least one hand button"),
        ({"buttons": [asdict(ROYAL)] * 2}, "two hand buttons are for 'royal': one per row is allowed"),
        ({"buttons": [{"row": "royal"}]}, "the stored aquarius controller cannot be read: "),
        ({"buttons": [asdict(ROYAL) | {"label": " "}]}, "HandButton(row='royal', label=' ', stops_table=True) needs"),
        ({"start": {}}, "the stored aquarius controller cannot be read: 'chips'"),
        ({"start": Start(chips=(8,)).as_json()}, "there is no seat 8: this table has seats 1 to 7"),
        (
            {"start": Start(chips=(1,), carried=(1,)).as_json()},
            "a seat is lit by a chip or since a void game, not both",
        ),
        ({"start": Start(together=(1, 2)).as_json()}, "seats [1, 2] with the next one each are no pairs of seats"),
        ({"start": Start(together=(7,)).as_json()}, "seats [7] with the next one each are no pairs of seats"),
        ({"start": Start().as_json() | {"link_is_lost": 1}}, "link_is_lost must be true or false, not 1"),
        ({"presses": [{"do": "shout"}]}, "the stored aquarius controller cannot be read: 'shout' is not a command"),
        ({"presses": [{"do": "press-coin-in"}]}, "the stored aquarius controller cannot be read: no progressive wager"),
        ({"presses": 5}, "the stored aquarius controller cannot be read: "),
    ],
)
def test_what_cannot_be_read_is_said_in_one_sentence(change, reason):
    with pytest.raises(ControllerRecordError) as caught:
        Aquarius.from_json(aquarius().as_json() | change)
    assert str(caught.value).startswith(reason)


@pytest.mark.parametrize("data", [None, [], "aquarius"])
def test_something_else_is_no_controller(data):
    with pytest.raises(ControllerRecordError, match="this is not a stored nexus controller"):
        Nexus.from_json(data)


def test_each_controller_has_its_own_keys():
    with pytest.raises(PressRefusedError, match="press-start-game is not a press of aquarius"):
        aquarius().do(PressStartGame())
    with pytest.raises(PressRefusedError, match="turn-key is not a press of nexus"):
        Nexus(seats=7, buttons=[ROYAL]).do(TurnKey("JPH"))


def test_every_press_is_a_triple():
    for kind in (Aquarius, Nexus):
        for press in kind.operations:
            for name in (f"verify_{press.operation()}", f"can_{press.operation()}", press.operation()):
                assert callable(getattr(kind, name))
    assert aquarius().can_place_chip(1) is True
    assert aquarius().can_place_chip("one") is False
    assert [event.seat for event in aquarius().place_chip(1)] == [1]


@pytest.mark.parametrize("values", [("supervisor", 1, 1, 1, 1), (5, 1, 1, 1, True), ("supervisor", 1.0, 1, 1, True)])
def test_a_card_is_swiped_with_whole_cents_and_a_plain_yes_or_no(values):
    with pytest.raises(PitbossError, match="of swipe-card must be"):
        SwipeCard(*values)


def test_the_view_says_for_every_key_who_presses_it_and_why_not():
    view = aquarius(PlaceChip(2)).view()
    shown = {(press.do, press.of): (press.who, press.refused) for press in view.presses}
    at_the_table = ["dealer", "floor", "house"]
    assert shown["press-coin-in", None] == (at_the_table, None)
    assert shown["lift-chip", 2] == (at_the_table, None)
    assert shown["press-hand", "royal"] == (at_the_table, "no game is on: COIN IN comes first")
    assert shown["turn-key", "JPH"] == (["floor"], "no game is on: COIN IN comes first")
    assert view.lcd == "1 LIT: PRESS COIN IN"
    assert decode(encode(view), type=ControllerView) == view
