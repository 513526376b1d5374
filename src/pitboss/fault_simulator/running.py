"""Runs many simulated days over several processes, and shortens the history of a day that fails."""

import logging
import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from msgspec import Struct

from pitboss.fault_simulator.day import Day
from pitboss.fault_simulator.errors import BrokenError, SimulatorError
from pitboss.fault_simulator.sites import PostgresqlSite, Site, SqliteSite
from pitboss.house.storage.database import read_url
from pitboss.lab.work import Resources, Work, done_blocks

MAX_TRIES: Final = 300
"""The maximum number of attempts to shorten a failing history."""

Steps = tuple[int, ...]
Fails = Callable[[Steps, frozenset[int]], Steps | None]
"""Runs steps, some of them calm; returns the steps up to the failure if it fails in the same way, otherwise None."""


def shortest(steps: Steps, fails: Fails, tries: int = MAX_TRIES) -> tuple[Steps, frozenset[int]]:
    """The shortest failing part of a history that was found, and the steps of it that need no fault.

    >>> shortest(tuple(range(100)), lambda steps, calm: steps if {7, 42} <= set(steps) else None)
    ((7, 42), frozenset({42, 7}))
    """
    budget = [tries]

    def try_it(part: Steps, calm: frozenset[int]) -> Steps | None:
        budget[0] -= 1
        return fails(part, calm) if budget[0] >= 0 else None

    steps = _without_parts(steps, try_it)
    calm = _without_faults(steps, try_it)
    return steps, calm


def _without_parts(steps: Steps, fails: Fails) -> Steps:
    """Leave out halves, then quarters, down to single steps, as long as it still fails."""
    size = len(steps) // 2
    while size:
        place = 0
        while place < len(steps) and len(steps) > 1:
            shorter = fails(steps[:place] + steps[place + size :], frozenset())
            if shorter is None:
                place += size
            else:
                steps = shorter
        size //= 2
    return steps


def _without_faults(steps: Steps, fails: Fails) -> frozenset[int]:
    """All steps calm if it still fails, otherwise as many as possible."""
    if fails(steps, frozenset(steps)) is not None:
        return frozenset(steps)
    calm: frozenset[int] = frozenset()
    for step in steps:
        if fails(steps, calm | {step}) is not None:
            calm |= {step}
    return calm


DAY_STEPS: Final = 2_000
"""The maximum length of a day, so that a failing one is shortened quickly."""


@dataclass(frozen=True)
class Plan:
    """The parameters of a run.

    >>> [len(steps) for _, steps in Plan("7", 4_500).days()]
    [2000, 2000, 500]
    """

    seed: str
    steps: int
    database: str = ""
    """The address of a PostgreSQL database for the simulator alone; empty means a temporary SQLite file."""
    day: int | None = None
    """Only this day."""
    only: Steps = ()
    """Only these steps of it."""
    calm: frozenset[int] = frozenset()
    """Steps without faults."""
    tries: int = MAX_TRIES

    def __post_init__(self) -> None:
        if self.steps < 1:
            raise SimulatorError(f"{self.steps} steps: ask for one or more")
        if (self.only or self.calm) and self.day is None:
            raise SimulatorError("single steps are of a day: name it by --day")

    def days(self) -> Iterator[tuple[int, Steps]]:
        """The days with their steps."""
        if self.day is not None:
            yield self.day, self.only or tuple(range(1, min(self.steps, DAY_STEPS) + 1))
            return
        for day, start in enumerate(range(0, self.steps, DAY_STEPS), 1):
            yield day, tuple(range(1, min(DAY_STEPS, self.steps - start) + 1))


@dataclass(frozen=True)
class Failure:
    """A day on which an invariant broke.

    >>> Failure("7", 2, "balance", "a cent is missing", (3, 9), frozenset({3}), ()).command
    'pitboss torture --seed 7 --day 2 --only 3,9 --calm 3'
    """

    seed: str
    day: int
    invariant: str
    words: str
    steps: Steps
    calm: frozenset[int]
    story: tuple[str, ...]

    @property
    def command(self) -> str:
        """The terminal command that runs it again."""
        only = ",".join(map(str, self.steps))
        calm = f" --calm {','.join(map(str, sorted(self.calm)))}" if self.calm else ""
        return f"pitboss torture --seed {self.seed} --day {self.day} --only {only}{calm}"


class RunView(Struct, frozen=True, kw_only=True):
    """The counts of a run, for machines."""

    days: int
    steps: int
    commands: int
    injected: int
    outcomes: dict[str, int]
    faults: dict[str, int]
    failure: Failure | None


@dataclass
class RunTally:
    """The counts of a run so far.

    >>> tally = RunTally(outcomes=Counter(done=3, refused=1), faults=Counter(crash=1))
    >>> tally.commands, tally.injected
    (4, 1)
    """

    days: int = 0
    steps: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    failure: Failure | None = None

    @property
    def commands(self) -> int:
        """How many commands were sent to a server."""
        return sum(self.outcomes.values())

    @property
    def injected(self) -> int:
        """How many faults were caused."""
        return sum(self.faults.values())

    def add(self, other: "RunTally") -> None:
        """Add another part of the run."""
        self.days += other.days
        self.steps += other.steps
        self.outcomes += other.outcomes
        self.faults += other.faults
        self.failure = self.failure or other.failure

    def view(self) -> RunView:
        """The tally for machines."""
        return RunView(
            days=self.days,
            steps=self.steps,
            commands=self.commands,
            injected=self.injected,
            outcomes=dict(self.outcomes),
            faults=dict(self.faults),
            failure=self.failure,
        )


def torture(plan: Plan, processes: int | None = 1, watch: Callable[[RunTally], None] = lambda _: None) -> RunTally:
    """Run all days, or until an invariant breaks.

    >>> torture(Plan("an example", 3)).failure is None
    True
    """
    tally = RunTally()
    with _folder() as folder:
        inputs = {"plan": vars(plan), "folder": str(folder)}
        days = list(plan.days())
        work = Work("torture", inputs, (), len(days), run_day)
        # Rooms in one database would disturb each other.
        resources = Resources(processes=1 if plan.database else processes)
        for _, part in done_blocks(work, list(range(len(days))), resources):
            tally.add(part)
            watch(tally)
            if tally.failure is not None:
                break
    return tally


def run_day(inputs: Mapping[str, Any], block: int) -> RunTally:
    """Run one of the days, in any process."""
    plan = Plan(**inputs["plan"])
    day, steps = list(plan.days())[block]
    return run_and_shorten(_site(plan.database, Path(inputs["folder"])), plan, day, steps)


@contextmanager
def _folder() -> Iterator[Path]:
    with TemporaryDirectory(prefix="pitboss-torture-") as folder:
        yield Path(folder)
        _site.cache_clear()


@cache
def _site(database: str, folder: Path) -> Site:
    """The place of the simulated room's database; each process keeps its own from day to day."""
    # The house logs every refusal and failure; here they are constant, and counted.
    logging.getLogger("pitboss").setLevel(logging.CRITICAL)
    own = folder / str(os.getpid())
    own.mkdir()
    return _postgresql(database, own) if database else SqliteSite(own)


def _postgresql(url: str, folder: Path) -> PostgresqlSite:
    if read_url(url).get_backend_name() == "sqlite":
        raise SimulatorError(f"{url!r} is a SQLite file, which the simulator makes itself: name a PostgreSQL database")
    return PostgresqlSite(url, folder)


def run_and_shorten(site: Site, plan: Plan, number: int, steps: Steps) -> RunTally:
    """Run one day. If an invariant breaks, shorten its history."""
    day, broken = _played(site, f"{plan.seed} day {number}", steps, plan.calm)
    tally = RunTally(1, len(steps), day.outcomes, Counter({fault.value: count for fault, count in day.faults.items()}))
    if broken is not None:
        tally.failure = _shortened(site, plan, number, tuple(day.played), broken)
    return tally


def _shortened(site: Site, plan: Plan, number: int, steps: Steps, broken: BrokenError) -> Failure:
    seed = f"{plan.seed} day {number}"

    def fails(part: Steps, calm: frozenset[int]) -> Steps | None:
        day, error = _played(site, seed, part, calm | plan.calm)
        return tuple(day.played) if error is not None and error.invariant == broken.invariant else None

    steps, calm = shortest(steps, fails, plan.tries)
    calm |= plan.calm
    day, error = _played(site, seed, steps, calm)
    cause = error or broken
    return Failure(plan.seed, number, cause.invariant, cause.words, steps, calm, tuple(day.story))


def _played(site: Site, seed: str, steps: Steps, calm: frozenset[int]) -> tuple[Day, BrokenError | None]:
    """Run a day; returns it with the invariant that broke, if any."""
    day = Day(site, seed)
    try:
        day.run(steps, calm)
    except BrokenError as error:
        return day, error
    finally:
        day.leave()
    return day, None
