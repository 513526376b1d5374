"""A socket of the server for tests, with what came through it, and a room whose commands everybody hears of."""

import json
from contextlib import ExitStack

import anyio
import anyio.lowlevel
import msgspec
import pytest
from starlette.websockets import WebSocketDisconnect

from pitboss.server.push.messages import Message

PATIENCE_SECONDS = 60
"""A test that waits for what never comes fails, and does not wait for ever."""


class Announcing:
    """The room below, with commands that go by the hall: everybody who listens is told."""

    def __init__(self, context):
        self._hall = context

    def __getattr__(self, name):
        return getattr(self._hall if name in ("at_table", "in_office") else self._hall.room, name)


def verify_message(text):
    """Whatever is sent is one of the messages that the OpenAPI document describes, with no field besides theirs."""
    message = msgspec.json.decode(text, type=Message)
    assert json.loads(msgspec.json.encode(message)) == json.loads(text)


class Line:
    """A socket, with what came through it."""

    def __init__(self, websocket):
        self.websocket, self.messages = websocket, []

    def ask(self, **asked):
        self.websocket.send_text(json.dumps(asked))
        return self

    def next(self):
        """The next message that is no ping."""
        while True:
            message = self.websocket.portal.call(self._receive)
            self.websocket._raise_on_close(message)
            verify_message(message["text"])
            told = json.loads(message["text"])
            if "ping" not in told:
                self.messages.append(told)
                return told

    async def _receive(self):
        with anyio.fail_after(PATIENCE_SECONDS):
            return await self.websocket._send_rx.receive()

    def until(self, version):
        """Read until this version was told; all that came."""
        came = []
        while not came or came[-1].get("version", 0) < version:
            came.append(self.next())
        return came

    def closed(self):
        """Read until the other side closes; its reason."""
        while True:
            try:
                self.next()
            except WebSocketDisconnect as end:
                return end.code


@pytest.fixture
def line(visitors):
    """Opens sockets: for somebody, or as ``visitors`` makes them."""
    with ExitStack() as open_lines:

        def opened(who="nobody", **headers):
            client = visitors.as_(who) if isinstance(who, str) else who
            return Line(open_lines.enter_context(client.websocket_connect("/api/live", headers=headers)))

        yield opened


class SlowWebSocket:
    """Takes what it is sent when it is let."""

    client = None
    is_sent_something = False

    def __init__(self, *asked):
        self._asked, self.taken, self.may_take = [json.dumps(each) for each in asked], [], anyio.Event()
        self.code = None

    async def receive(self):
        if not self._asked:
            await anyio.sleep_forever()
        return {"type": "websocket.receive", "text": self._asked.pop(0)}

    async def send_text(self, text):
        self.is_sent_something = True
        await self.may_take.wait()
        self.taken.append(json.loads(text))

    async def close(self, code):
        self.code = code


async def until(is_so):
    """Wait for something that happens in another task."""
    with anyio.fail_after(PATIENCE_SECONDS):
        while not is_so():
            await anyio.lowlevel.checkpoint()
