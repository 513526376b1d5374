"""The bench: one process of low priority that answers short questions to the lab, one after another.

It is started by the first question. Whatever it does, the loop and the threads of the server go on; and the kernels of
the lab, which take a second to load and much memory, are never in the server itself.
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
from pitboss.server.lab.errors import BusyError, TooLongError

SECONDS: Final = 60.0
"""What takes longer is no short question."""

MOST_WAITING: Final = 32
"""So many questions may wait for their turn."""

_SPAWN: Final = get_context("spawn")
_LOG: Final = logging.getLogger("pitboss.lab")


class QuickProcess:
    """A place to work out short questions."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self._seconds = seconds
        self._turns = ThreadPoolExecutor(1, thread_name_prefix="bench")
        self._waiting = 0
        self._is_closed = False
        self._process: BaseProcess | None = None
        self._line: Connection[Any, Any] | None = None

    @property
    def waiting(self) -> int:
        """How many questions are worked on or wait."""
        return self._waiting

    async def do(self, work: Callable[..., Any], *arguments: Any) -> Any:
        """What a function of a module answers; its errors are raised here."""
        if self._waiting >= MOST_WAITING:
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
            is_answer, told = line.recv()
        except (EOFError, OSError):
            self._end()
            raise BusyError("the process that works such things out has ended: ask again") from None
        if not is_answer:
            raise told
        return told

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
        """Nothing is worked out any more; what was asked is not answered."""
        self._is_closed = True
        process = self._process
        if process is not None:
            process.kill()  # whoever waits for it hears of its end
        self._turns.shutdown(wait=True, cancel_futures=True)
        self._end()


def _work(line: "Connection[Any, Any]") -> None:
    """What the process does: work out what comes along the line, until nobody is at its other end."""
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
