"""Runs a crowd of bots in this process, or in several processes, and adds up what they count."""

import asyncio
import multiprocessing
import sys
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import replace
from multiprocessing.connection import Connection, wait
from typing import Any, TypeVar

from pitboss.bots.crowd import Plan, play
from pitboss.bots.errors import BotsError
from pitboss.bots.staff import Badges
from pitboss.bots.tally import BotTally

Result = TypeVar("Result")
OnTally = Callable[[BotTally], None]


def run(work: Coroutine[Any, Any, Result]) -> Result:
    """Run a coroutine on the fastest event loop of this platform."""
    if sys.platform == "win32":
        return asyncio.run(work)
    import uvloop  # noqa: PLC0415 - it is not available on every platform

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(work)


def play_in(processes: int, plan: Plan, seconds: float, badges: Badges, on_tally: OnTally) -> BotTally:
    """Let a crowd play with its tables divided among processes; reports the tally about every second."""
    if processes == 1:
        return run(play(plan, seconds, badges, on_tally))
    context, lines = multiprocessing.get_context("spawn"), []
    for part in parts_of(plan, processes):
        ours, theirs = context.Pipe(duplex=False)
        context.Process(target=_play_part, args=(part, seconds, badges, theirs), daemon=True).start()
        theirs.close()
        lines.append(ours)
    return _add_up(lines, on_tally)


def parts_of(plan: Plan, processes: int) -> list[Plan]:
    """The plan of each process.

    >>> [part.tables for part in parts_of(Plan("http://127.0.0.1:8022", ("T1", "T2", "T3")), 2)]
    [('T1', 'T3'), ('T2',)]
    """
    return [replace(plan, tables=part) for i in range(processes) if (part := plan.tables[i::processes])]


def _play_part(plan: Plan, seconds: float, badges: Badges, line: Connection) -> None:
    def send(tally: BotTally) -> None:
        line.send(tally)

    try:
        run(play(plan, seconds, badges, send))
    except BotsError as error:
        line.send(str(error))
    finally:
        line.close()


def _add_up(lines: list[Any], on_tally: OnTally) -> BotTally:
    counted: dict[int, BotTally] = {}
    while open_lines := [line for line in lines if not line.closed]:
        # An interrupt also reaches the bots: they finish their hands, and we wait for their counts.
        with suppress(KeyboardInterrupt):
            for line in wait(open_lines):
                _read(line, lines.index(line), counted)
            on_tally(_sum(counted))
    return _sum(counted)


def _read(line: Any, number: int, counted: dict[int, BotTally]) -> None:
    try:
        message = line.recv()
    except EOFError:
        line.close()
        return
    if isinstance(message, str):
        raise BotsError(message)
    counted[number] = message


def _sum(counted: dict[int, BotTally]) -> BotTally:
    tally = BotTally()
    for part in counted.values():
        tally.add(part)
    return tally
