"""A card room behind a real server, in a thread of the test: for clients that know its address only."""

import threading
from contextlib import contextmanager
from datetime import UTC, datetime

import uvicorn

from pitboss.server.app import create_app
from pitboss.server.settings import ServerSettings
from support.limits import UNLIMITED

START_SECONDS = 60


class WallClock:
    """The time as it is: a server that deals by itself cannot wait for a test to let it tick."""

    def now(self):
        return datetime.now(UTC)

    def tick(self, **much):
        pass


def app_for(room, **settings):
    """The application of a room, at which people may do everything as often as they like."""
    return create_app(room, ServerSettings(**UNLIMITED | settings))


@contextmanager
def listening(app, port=0, **told):
    """The address of an application that is open to the world."""
    config = uvicorn.Config(app, port=port, lifespan="on", log_config=None, timeout_graceful_shutdown=2, **told)
    server = uvicorn.Server(config)
    started = threading.Event()
    startup = server.startup

    async def tell(sockets=None):
        await startup(sockets)
        started.set()

    server.startup = tell
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        assert started.wait(START_SECONDS), "the server does not start"
        port = server.servers[0].sockets[0].getsockname()[1]
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join(START_SECONDS)
