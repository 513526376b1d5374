"""The interface under spoilt requests and frames: refused in words, never broken, and the room keeps its books."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.websockets import WebSocketDisconnect

from fuzz.acting import Staff, busy
from fuzz.asking import Crowd, requests
from fuzz.examples import QUICK
from fuzz.framing import Listener, frames


@pytest.fixture(scope="module")
def crowd(floor, visitors):
    """People at the doors of a room at work."""
    busy(floor)
    return Crowd(visitors)


def test_requests_are_answered_and_refused_in_words(visitors, floor, crowd):
    @settings(QUICK, max_examples=400)
    @given(requests(visitors.app.openapi()))
    def disturb(given):
        crowd.ask(*given)

    disturb()
    assert crowd.fine > 10, "some are right"
    assert crowd.refused > 50, "and some are not"
    Staff(floor).verify()


@pytest.mark.parametrize("depth", [50, 500, 900, 5_000, 200_000])
def test_a_body_that_nests_deep_is_refused_or_done(crowd, depth):
    deep = "[" * depth + "]" * depth
    body = f'{{"command_id": "deep-{depth}", "proposal_id": "deep", "kind": "adjust-meter", "subject": "M1", "content": {{"note": {deep}}}, "reason": "deep"}}'
    crowd.ask("supervisor", "post", "/api/office/propose", body.encode(), {"content-type": "application/json"})


def test_frames_are_answered_in_words(visitors):
    with Listener(visitors) as listener:

        @settings(QUICK, max_examples=80)
        @given(st.lists(frames(), min_size=1, max_size=6))
        def disturb(given):
            listener.send(given)

        disturb()
    assert listener.answered > 40
    assert visitors.app.state.board._feeds == {}, "what nobody watches any more is not looked at"


def test_a_frame_that_nests_deep_is_answered(visitors):
    with visitors.nobody().websocket_connect("/api/live") as websocket:
        for depth in (100, 900, 2_000):
            websocket.send_text('{"watch": ' + "[" * depth + "]" * depth + "}")
            assert json.loads(websocket.receive_text())["problem"]["code"] == "unreadable"


def test_a_token_of_signs_that_are_no_text_is_unknown(visitors):
    with visitors.nobody().websocket_connect("/api/live") as websocket:
        websocket.send_text('{"token": "\\ud800"}')
        assert json.loads(websocket.receive_text())["problem"]["code"] == "not-logged-in"
        with pytest.raises(WebSocketDisconnect):
            websocket.receive_text()
