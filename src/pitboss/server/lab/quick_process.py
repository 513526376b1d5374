"""Runs short work, such as questions to the lab and printing, in one separate process, one request after another.

The first request starts it. It never blocks the loop and the threads of the server, and the server itself never loads
the kernels of the lab, which take a second and much memory.
"""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, Final

from pitboss.errors import PitbossError
from pitboss.parent import start_quietly
from pitboss.server.problems import BusyError, TooLongError

SECONDS: Final = 60.0
"""Work that takes longer than this is stopped."""

MAX_WAITING: Final = 32
"""How many requests may wait."""

_SPAWN: Final = get_context("spawn")
_LOG: Final = logging.getLogger("pitboss.lab")


class QuickProcess:
    """A separate process that runs functions, one at a time."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self._seconds = seconds
        self._turns = ThreadPoolExecutor(1, thread_name_prefix="bench")
        self._waiting = 0
        self._is_closed = False
        self._process: BaseProcess | None = None
        self._line: Connection[Any, Any] | None = None

    @property
    def waiting(self) -> int:
        """How many requests are in progress or waiting."""
        return self._waiting

    async def do(self, work: Callable[..., Any], *arguments: Any) -> Any:
        """Run a function of a module in the process; returns its result or raises its error."""
        if self._waiting >= MAX_WAITING:
            raise BusyError(f"{self._waiting} questions wait for the lab already: ask again in a minute")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._turns, self._do, work, arguments)
        finally:
            self._waiting -= 1

    def _do(self, work: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        try:
            line = self._line or self._start()
            line.send((work, arguments))
            if not line.poll(self._seconds):
                self._end()
                raise TooLongError(f"it takes longer than {self._seconds:g} seconds: ask for it as a job")
            is_answer, result = line.recv()
        except (EOFError, OSError):
            self._end()
            raise BusyError("the process that works such things out has ended: ask again") from None
        if not is_answer:
            raise result
        return result

    def _start(self) -> "Connection[Any, Any]":
        self._line, theirs = _SPAWN.Pipe()
        self._process = _SPAWN.Process(target=_work, args=(theirs,), name="bench", daemon=True)
        self._process.start()
        theirs.close()
        if self._is_closed:
            raise EOFError
        return self._line

    def _end(self) -> None:
        process, line, self._process, self._line = self._process, self._line, None, None
        if line is not None:
            line.close()
        if process is not None:
            process.kill()
            process.join()

    def close(self) -> None:
        """Stop the process; requests that are waiting get no answer."""
        self._is_closed = True
        process = self._process
        if process is not None:
            process.kill()  # the thread that waits for it sees that it ended
        self._turns.shutdown(wait=True, cancel_futures=True)
        self._end()


def _work(line: "Connection[Any, Any]") -> None:
    """The main loop of the process: run what arrives on the pipe until the other end closes."""
    start_quietly()
    while True:
        try:
            work, arguments = line.recv()
        except (EOFError, OSError):
            return
        line.send(_answer(work, arguments))


def _answer(work: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[bool, Any]:
    try:
        return True, work(*arguments)
    except PitbossError as error:
        return False, error
    except Exception as error:
        _LOG.exception("a question to the lab cannot be worked out")
        return False, RuntimeError(f"{type(error).__name__}: {error}")
