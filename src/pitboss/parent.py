"""Processes end with the one that started them, however that one went."""

import atexit
import os
import signal
from multiprocessing import parent_process
from multiprocessing.connection import wait
from threading import Thread


def start_quietly() -> None:
    """Begin as a helper: Ctrl-C is for the parent, without whom nobody works on; a card room here goes first."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()
    # What is loaded here, compiled code above all, would be taken apart piece by piece; who is waited for just leaves.
    atexit.register(os._exit, 0)
    if hasattr(os, "nice"):
        os.nice(10)


def end_with_parent() -> None:
    """Say stop to this process when its parent is gone: nobody is left to work for."""
    Thread(target=_wait, name="parent", daemon=True).start()


def _wait() -> None:
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)
