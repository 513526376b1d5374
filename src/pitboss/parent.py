"""Helper processes that end when the process that started them ends, even if it was killed."""

import atexit
import os
import signal
from multiprocessing import parent_process
from multiprocessing.connection import wait
from threading import Thread


def start_quietly() -> None:
    """Begin as a helper process: ignore Ctrl-C, which is for the parent, end with it, and run at low priority."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()
    # Skip Python's clean-up of loaded modules, which is slow with compiled code while the parent waits.
    atexit.register(os._exit, 0)
    if hasattr(os, "nice"):
        os.nice(10)


def end_with_parent() -> None:
    """Send this process a SIGTERM when its parent is gone."""
    Thread(target=_wait, name="parent", daemon=True).start()


def _wait() -> None:
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)
