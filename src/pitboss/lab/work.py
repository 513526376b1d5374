"""Runs long work in numbered blocks, shared among processes, and stores each finished block.

The result of a block does not depend on which process computes it. A finished block stays on
disk until all work is done, so stopped work continues where it was.
"""

import os
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass
from itertools import islice
from multiprocessing import active_children, get_context
from multiprocessing.process import BaseProcess
from queue import SimpleQueue
from signal import SIGINT, signal
from threading import Event, Thread, current_thread, main_thread
from typing import Any, Final

from pitboss.errors import PitbossError
from pitboss.lab.store import Store, key_of
from pitboss.parent import start_quietly

Watch = Callable[[int, int], None]
"""Called with the number of finished blocks and of all blocks. It may raise :class:`StoppedError` to end the work."""


_POLL_SECONDS: Final = 0.05
"""How often to check whether Ctrl-C was pressed."""

_MAX_SUBMITTED: Final = 1_000
"""Blocks submitted to an executor at a time: enough for a cluster, but a million blocks do not fill the memory."""

ExecutorFactory = Callable[[int], AbstractContextManager[Executor]]
"""Makes an executor with up to the given number of workers, if the number can be chosen."""


class StoppedError(PitbossError):
    """Work was stopped; its finished blocks are kept.

    >>> issubclass(StoppedError, PitbossError)
    True
    """


class ExecutorError(PitbossError):
    """A worker process ended in the middle of its work; the finished blocks are kept.

    >>> issubclass(ExecutorError, PitbossError)
    True
    """


def nobody_watches(_done: int, _total: int) -> None:
    """Show no progress."""


@dataclass(frozen=True)
class Work:
    """A piece of work in blocks.

    ``run`` is a function of a module, called with the inputs and the number of a block; inputs and results have only
    JSON values.
    """

    name: str
    inputs: Mapping[str, Any]
    modules: tuple[str, ...]
    """The modules whose code computes the result."""
    blocks: int
    run: Callable[[Mapping[str, Any], int], Any]

    @property
    def key(self) -> str:
        """The store key of the whole result."""
        return key_of(self.name, self.inputs, self.modules)

    def block_key(self, block: int) -> str:
        """The store key of a block until the whole result is stored."""
        return key_of(self.name, {"inputs": dict(self.inputs), "block": block, "of": self.blocks}, self.modules)


@dataclass(frozen=True)
class Resources:
    """The resources for work: the store of results, the processes or the GPU that share it, and the progress callback.

    >>> Resources(processes=1).store is None
    True
    """

    store: Store | None = None
    """None keeps nothing."""
    processes: int | None = None
    """None means one for each core."""
    watch: Watch = nobody_watches
    executor: ExecutorFactory | None = None
    """Shares the work among threads or a cluster; None means processes of this machine."""
    gpu: bool = False
    """Whether to use a GPU, which must be there, where possible. The results are the same."""


def do_work(work: Work, resources: Resources) -> list[Any]:
    """The results of all blocks, in their order; stored blocks are not computed again.

    >>> double = Work("doubling", {"by": 2}, ("pitboss.lab.work",), 3, lambda inputs, block: block * inputs["by"])
    >>> do_work(double, Resources(processes=1))
    [0, 2, 4]
    """
    return list(in_order(work, resources))


def in_order(work: Work, resources: Resources) -> Generator[Any]:
    """The results of all blocks one by one, each as soon as it and all earlier ones are done, while others run.

    >>> double = Work("doubling", {"by": 2}, ("pitboss.lab.work",), 3, lambda inputs, block: block * inputs["by"])
    >>> next(in_order(double, Resources(processes=1)))
    0
    """
    results = _kept(work, resources.store)
    missing = [block for block in range(work.blocks) if block not in results]
    done = len(results)
    resources.watch(done, work.blocks)
    with closing(done_blocks(work, missing, resources)) as arriving:
        for block in range(work.blocks):
            while block not in results:
                number, results[number] = next(arriving)
                if resources.store is not None:
                    resources.store.put(work.block_key(number), results[number])
                done += 1
                resources.watch(done, work.blocks)
            yield results.pop(block)


def only(results: Iterable[Any]) -> Any:
    """The result of work with a single block.

    >>> only(iter([42]))
    42
    """
    [result] = results
    return result


def _kept(work: Work, store: Store | None) -> dict[int, Any]:
    if store is None:
        return {}
    kept = ((block, store.get(work.block_key(block))) for block in range(work.blocks))
    return {block: result for block, result in kept if result is not None}


def remembered(work: Work, resources: Resources, fold: Callable[[Iterator[Any]], Any]) -> Any:
    """The whole result, from the store, or folded from its blocks, which are dropped when the result is stored.

    >>> double = Work("doubling", {"by": 2}, ("pitboss.lab.work",), 3, lambda inputs, block: block * inputs["by"])
    >>> remembered(double, Resources(processes=1), sum)
    6
    """
    found = resources.store.get(work.key) if resources.store is not None else None
    if found is not None:
        return found
    # Always closed here: otherwise Python would wait at its end for an executor that nobody reads.
    with closing(in_order(work, resources)) as results:
        whole = fold(results)
    if resources.store is not None:
        resources.store.put(work.key, whole)
        for block in range(work.blocks):
            resources.store.drop(work.block_key(block))
    return whole


def usual_processes() -> int:
    """The number of cores that this process may use.

    >>> usual_processes() >= 1
    True
    """
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def done_blocks(work: Work, blocks: list[int], resources: Resources) -> Generator[tuple[int, Any]]:
    """Each of these blocks with its result, as it is done. Closing the generator ends the work.

    >>> double = Work("doubling", {"by": 2}, ("pitboss.lab.work",), 3, lambda inputs, block: block * inputs["by"])
    >>> list(done_blocks(double, [2], Resources(processes=1)))
    [(2, 4)]
    """
    processes = resources.processes or usual_processes()
    if not blocks or (resources.executor is None and (processes <= 1 or len(blocks) <= 1)):
        for block in blocks:
            yield block, work.run(work.inputs, block)
        return
    with (resources.executor or _process_pool)(min(processes, len(blocks))) as executor:
        yield from _results_of(work, blocks, executor)


def _results_of(work: Work, blocks: list[int], executor: Executor) -> Iterator[tuple[int, Any]]:
    """Each future reports when it is done: checking all running ones each time would slow down with their number."""
    waiting, running = iter(blocks), dict[Future[Any], int]()
    done: SimpleQueue[Future[Any]] = SimpleQueue()

    def submit(count: int) -> None:
        for block in islice(waiting, count):
            future = executor.submit(work.run, dict(work.inputs), block)
            running[future] = block
            future.add_done_callback(done.put)

    submit(_MAX_SUBMITTED)
    while running:
        future = done.get()
        submit(1)
        yield running.pop(future), future.result()


@contextmanager
def _process_pool(processes: int) -> Iterator[Executor]:
    """New worker processes; when the work is stopped, waiting blocks are dropped."""
    others = set(active_children())
    executor = ProcessPoolExecutor(processes, mp_context=get_context("spawn"), initializer=start_quietly)
    try:
        yield executor
    except BrokenProcessPool:
        words = (
            "a process that shared the work has ended, perhaps because memory ran out: try again with fewer processes"
        )
        raise ExecutorError(words) from None
    finally:
        _shut_down(executor, others)


def _shut_down(executor: Executor, others: set[BaseProcess]) -> None:
    """End the worker processes after their current blocks, or at once if the person presses Ctrl-C.

    Another thread waits for them, and Ctrl-C only sets an event: if it were raised while Python joins a thread,
    Python would believe that the thread has ended, and hang at its own end.
    """
    ended, interrupted = Event(), Event()

    def end() -> None:
        executor.shutdown(wait=True, cancel_futures=True)
        ended.set()

    with _catch_ctrl_c(interrupted):
        Thread(target=end, name="lab-shutdown").start()
        while not ended.wait(_POLL_SECONDS):
            if interrupted.is_set():
                for process in set(active_children()) - others:
                    process.kill()
    if interrupted.is_set():
        raise KeyboardInterrupt


@contextmanager
def _catch_ctrl_c(interrupted: Event) -> Iterator[None]:
    """Make Ctrl-C set the event instead of raising; only the main thread receives it."""
    if current_thread() is not main_thread():
        yield
        return
    usual = signal(SIGINT, lambda _number, _frame: interrupted.set())
    try:
        yield
    finally:
        signal(SIGINT, usual)
