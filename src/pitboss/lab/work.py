"""Long work, in fixed blocks: shared among processes, kept as it is done, the same however it is split.

An analysis cuts its work into numbered blocks whose results do not depend on who does them. A finished block is kept on
disk until the whole is done, so work that was stopped goes on where it was.
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
"""Told how many blocks of how many are done. It may raise :class:`StoppedError` to end the work."""


_GLANCE: Final = 0.05
"""Seconds between looks whether somebody is in a hurry."""

_AT_ONCE: Final = 1_000
"""So many blocks are in the hands of a crew at a time: enough for a cluster, and a million blocks need no memory."""

Crew = Callable[[int], AbstractContextManager[Executor]]
"""Gives helpers for the time of a work, as many as said where that is for the work to say."""


class StoppedError(PitbossError):
    """Work that somebody stopped; what was done is kept.

    >>> issubclass(StoppedError, PitbossError)
    True
    """


class ExecutorError(PitbossError):
    """A process of the crew that ended in the middle of its work; what was done is kept.

    >>> issubclass(ExecutorError, PitbossError)
    True
    """


def nobody_watches(_done: int, _total: int) -> None:
    """No progress is shown."""


@dataclass(frozen=True)
class Work:
    """A piece of work in blocks.

    ``run`` is a function of a module, called with the inputs and the number of a block; inputs and results are what
    JSON can hold.
    """

    name: str
    inputs: Mapping[str, Any]
    modules: tuple[str, ...]
    """The modules whose code the result rests on."""
    blocks: int
    run: Callable[[Mapping[str, Any], int], Any]

    @property
    def key(self) -> str:
        """Under which the whole is kept."""
        return key_of(self.name, self.inputs, self.modules)

    def block_key(self, block: int) -> str:
        """Under which a block is kept while the whole is not done."""
        return key_of(self.name, {"inputs": dict(self.inputs), "block": block, "of": self.blocks}, self.modules)


@dataclass(frozen=True)
class Resources:
    """With what work is done: where results are kept, how many processes share it, who watches.

    >>> Resources(processes=1).store is None
    True
    """

    store: Store | None = None
    """Nothing is kept without one."""
    processes: int | None = None
    """As many as the machine has cores, where it is not said."""
    watch: Watch = nobody_watches
    executor: Crew | None = None
    """Who shares the work, where it is not processes of this machine: threads, a cluster."""
    gpu: bool = False
    """Whether a GPU, which must be there, does what it can do. The results are the same."""


def do_work(work: Work, resources: Resources) -> list[Any]:
    """The results of all blocks, in their order; blocks that were kept are not done again.

    >>> double = Work("doubling", {"by": 2}, ("pitboss.lab.work",), 3, lambda inputs, block: block * inputs["by"])
    >>> do_work(double, Resources(processes=1))
    [0, 2, 4]
    """
    return list(in_order(work, resources))


def in_order(work: Work, resources: Resources) -> Generator[Any]:
    """The results of all blocks one by one, each as soon as it and all before it are there, while others go on.

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
    """The result of work in one block.

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
    """The whole, from the store or worked out and folded as it comes; its blocks are dropped when it is kept.

    >>> double = Work("doubling", {"by": 2}, ("pitboss.lab.work",), 3, lambda inputs, block: block * inputs["by"])
    >>> remembered(double, Resources(processes=1), sum)
    6
    """
    found = resources.store.get(work.key) if resources.store is not None else None
    if found is not None:
        return found
    # Closed here, whatever happens: a crew that nobody listens to would be waited for at the very end.
    with closing(in_order(work, resources)) as results:
        whole = fold(results)
    if resources.store is not None:
        resources.store.put(work.key, whole)
        for block in range(work.blocks):
            resources.store.drop(work.block_key(block))
    return whole


def usual_processes() -> int:
    """As many as the machine has cores for us.

    >>> usual_processes() >= 1
    True
    """
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def done_blocks(work: Work, blocks: list[int], resources: Resources) -> Generator[tuple[int, Any]]:
    """Each of these blocks with its result, as it is done. Whoever stops listening ends the work.

    >>> double = Work("doubling", {"by": 2}, ("pitboss.lab.work",), 3, lambda inputs, block: block * inputs["by"])
    >>> list(done_blocks(double, [2], Resources(processes=1)))
    [(2, 4)]
    """
    processes = resources.processes or usual_processes()
    if not blocks or (resources.executor is None and (processes <= 1 or len(blocks) <= 1)):
        for block in blocks:
            yield block, work.run(work.inputs, block)
        return
    with (resources.executor or _crew)(min(processes, len(blocks))) as executor:
        yield from _shared_out(work, blocks, executor)


def _shared_out(work: Work, blocks: list[int], executor: Executor) -> Iterator[tuple[int, Any]]:
    """Who is done says so: looking at all that run for each that is done would take longer the more there are."""
    waiting, running = iter(blocks), dict[Future[Any], int]()
    done: SimpleQueue[Future[Any]] = SimpleQueue()

    def hand_out(count: int) -> None:
        for block in islice(waiting, count):
            future = executor.submit(work.run, dict(work.inputs), block)
            running[future] = block
            future.add_done_callback(done.put)

    hand_out(_AT_ONCE)
    while running:
        future = done.get()
        hand_out(1)
        yield running.pop(future), future.result()


@contextmanager
def _crew(processes: int) -> Iterator[Executor]:
    """Processes that start clean; what waits is dropped when the work is stopped."""
    others = set(active_children())
    executor = ProcessPoolExecutor(processes, mp_context=get_context("spawn"), initializer=start_quietly)
    try:
        yield executor
    except BrokenProcessPool:
        words = "a process that shared the work has ended, perhaps for want of memory: try again with fewer processes"
        raise ExecutorError(words) from None
    finally:
        _send_home(executor, others)


def _send_home(executor: Executor, others: set[BaseProcess]) -> None:
    """End the processes of the crew when they have done what they have in hand; at once where somebody does not wait.

    Another thread waits for them, and Ctrl-C only says that somebody is in a hurry: raised while Python joins a thread,
    it would make Python take that thread for ended, and hang at its own end.
    """
    are_home, hurry = Event(), Event()

    def end() -> None:
        executor.shutdown(wait=True, cancel_futures=True)
        are_home.set()

    with _told_of_ctrl_c(hurry):
        Thread(target=end, name="crew").start()
        while not are_home.wait(_GLANCE):
            if hurry.is_set():
                for process in set(active_children()) - others:
                    process.kill()
    if hurry.is_set():
        raise KeyboardInterrupt


@contextmanager
def _told_of_ctrl_c(hurry: Event) -> Iterator[None]:
    """Ctrl-C sets the event instead of breaking off; only the main thread hears it at all."""
    if current_thread() is not main_thread():
        yield
        return
    usual = signal(SIGINT, lambda _number, _frame: hurry.set())
    try:
        yield
    finally:
        signal(SIGINT, usual)
