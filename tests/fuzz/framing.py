"""Spoilt frames through the WebSocket: text and binary, nearly right and not at all, in any order."""

import json

from hypothesis import strategies as st
from starlette.websockets import WebSocketDisconnect

from fuzz.junk import WORDS
from fuzz.oracle import FaultError, judge_sentence
from fuzz.spoiling import spoilt
from support.live import Line

ASKED = (
    {"watch": "table:T1"},
    {"watch": "table:T1", "after": 3},
    {"watch": "meter:M1"},
    {"watch": "room"},
    {"unwatch": "table:T1"},
    {"unwatch": "room"},
    {"token": "nonsense"},
)


def frames():
    """A frame: text or bytes."""
    written = spoilt(ASKED).map(lambda tree: json.dumps(tree)[:6000])
    cut = spoilt([json.dumps(each) for each in ASKED])
    return written | written | cut | st.sampled_from(WORDS) | spoilt([json.dumps(ASKED[0]).encode()])


class Listener:
    """A socket that is opened again whenever it was closed for a reason."""

    def __init__(self, visitors):
        self._visitors, self._websocket, self._number = visitors, None, 0
        self.answered = self.closed = 0

    def __enter__(self):
        self._open()
        return self

    def __exit__(self, *told):
        self._websocket.__exit__(*told)

    def _open(self):
        self._websocket = self._visitors.nobody().websocket_connect("/api/live").__enter__()
        self._line = Line(self._websocket)

    def send(self, given):
        """Send frames, and then a question of our own, which must be answered unless the socket was closed."""
        try:
            for frame in given:
                if isinstance(frame, bytes):
                    self._websocket.send_bytes(frame)
                else:
                    self._websocket.send({"type": "websocket.receive", "text": frame})
            self._number += 1
            self._until(f"door:{self._number}", given)
        except WebSocketDisconnect as end:
            if end.code != 1008:
                raise FaultError(f"the socket was closed with {end.code}\n  given {given!r:.3000}") from end
            self.closed += 1
            self._websocket.__exit__(None, None, None)
            self._open()

    def _until(self, name, given):
        self._line.ask(watch=name)
        while True:
            told = self._line.next()
            problem = told.get("problem")
            if problem is not None:
                judge_sentence(problem["detail"], given, "a frame")
                self.answered += 1
                if problem.get("watch") == name:
                    return
