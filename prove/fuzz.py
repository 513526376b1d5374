"""Prove that bad input is refused in words, for minutes: readers, live rounds, a room, its interface, the terminal.

``python prove/fuzz.py [MINUTES]`` tries what tests/fuzz tries for seconds, with fresh seeds, counts processor time, and
writes the dated result next to it. A fault is printed with its input in the smallest form, and how to see it again:
``python prove/fuzz.py --only "a paytable file" --seed 17``. Ctrl-C stops it, and what was tried is written.
"""

import argparse
import faulthandler
import os
import platform
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from rich.console import Console

from fuzz import keyboard
from fuzz.acting import ACTORS, Staff, busy, play, plays, room_in, said_in
from fuzz.asking import Crowd, requests
from fuzz.framing import Listener, frames
from fuzz.oracle import FaultError, judge
from fuzz.seeds import at_a_busy_table, office_commands
from fuzz.spoiling import spoilt
from fuzz.table import TARGETS
from pitboss.house.people import pins
from pitboss.paytables import Game
from pitboss.server.app import create_app
from pitboss.server.settings import ServerSettings
from support.card_room import CHEAP
from support.demo import TABLES
from support.visitors import Visitors
from writing import write_result

EXAMPLES = 400
"""In one go of a reader; what is slower gets fewer."""
HUNG_SECONDS = 900
"""A go that takes longer hangs: all stacks are printed, and the proof ends."""


@dataclass
class Trial:
    """One thing that is tried, and what came of it."""

    name: str
    inputs: Callable[[], Any]
    attempt: Callable[[Any], object]
    examples: int = EXAMPLES
    shrinks: bool = True
    after: Callable[[], None] | None = None
    ends: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    slowest: float = 0.0
    faults: list[dict[str, Any]] = field(default_factory=list)

    def go(self, number):
        """Try once more, with the examples of a seed."""
        begun = time.process_time()

        @seed(number)
        @settings(
            max_examples=self.examples,
            database=None,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            phases=[Phase.generate, Phase.shrink] if self.shrinks else [Phase.generate],
            report_multiple_bugs=False,
            print_blob=False,
        )
        @given(self.inputs())
        def attempt(tried):
            start = time.process_time()
            self.ends[str(self.attempt(tried))] += 1
            self.slowest = max(self.slowest, time.process_time() - start)

        try:
            attempt()
            if self.after is not None:
                self.after()
        except Exception as fault:
            told = str(fault) if isinstance(fault, FaultError) else f"{type(fault).__name__}: {fault}"
            self.faults.append({"seed": number, "words": told[:4000]})
        self.seconds += time.process_time() - begun

    def as_json(self):
        return {
            "inputs": sum(self.ends.values()),
            "ends": dict(self.ends),
            "seconds": round(self.seconds, 1),
            "slowest_ms": round(self.slowest * 1000),
            "faults": self.faults,
        }


def readers():
    """Every reader of the table."""
    for target in TARGETS.values():
        yield Trial(
            target.name,
            lambda target=target: spoilt(target.seeds()),
            lambda tried, target=target: "taken" if judge(target, tried) else "refused",
            examples=EXAMPLES * target.share,
        )


def rounds():
    """Live rounds of every game, with strays between their commands."""
    for game in Game:

        def disturbed(game=game):
            strays = st.lists(st.tuples(st.integers(0, 40), spoilt(said_in(game))), min_size=3, max_size=9)
            return st.tuples(st.sampled_from(plays(game)), strays)

        yield Trial(
            f"live rounds of {game.value}",
            disturbed,
            lambda tried, game=game: f"{min(play(game, *tried), 5)} strays done",
            examples=60,
        )


def rooms(stack):
    """A room at work: its tables and office, its interface, and its terminal."""
    folder = Path(stack.enter_context(TemporaryDirectory()))
    floor = busy(stack.enter_context(room_in(folder)))
    staff = Staff(floor)
    orders = st.tuples(st.sampled_from(ACTORS), st.sampled_from(list(TABLES)), spoilt(at_a_busy_table()))
    papers = st.tuples(st.sampled_from(ACTORS), st.none(), spoilt(office_commands()))
    yield Trial(
        "commands in a room",
        lambda: orders | papers,
        lambda tried: staff.send(*tried),
        examples=200,
        shrinks=False,
        after=staff.verify,
    )
    often = ServerSettings(unlimited="*", hosts="*")
    visitors = stack.enter_context(Visitors(create_app(floor.room, often)))
    crowd, listener = Crowd(visitors), stack.enter_context(Listener(visitors))
    document = visitors.app.openapi()
    yield Trial(
        "requests to the interface",
        lambda: requests(document),
        lambda tried: crowd.ask(*tried),
        examples=200,
        shrinks=False,
        after=staff.verify,
    )
    yield Trial(
        "frames through the socket",
        lambda: st.lists(frames(), min_size=1, max_size=6),
        listener.send,
        examples=100,
        shrinks=False,
    )


def terminals(stack):
    """What is typed, in a folder with a room of its own."""
    folder = Path(stack.enter_context(TemporaryDirectory()))
    with room_in(folder):
        pass
    keyboard.lay_files(folder)
    stack.enter_context(keyboard.working_in(folder, **keyboard.of_the_room(folder)))
    for name, commands in (("anywhere", keyboard.ANYWHERE), ("in the room", keyboard.IN_THE_ROOM)):
        yield Trial(
            f"the terminal, {name}",
            lambda commands=commands: keyboard.lines(commands),
            lambda tried: f"status {keyboard.type_in(*tried)}",
            examples=60,
            shrinks=False,
        )


def prove(trials, minutes, first, screen):
    """Go after go, whatever had the least time next, until the time is over."""
    number = first
    try:
        while sum(trial.seconds for trial in trials) < minutes * 60:
            trial = min(trials, key=lambda trial: trial.seconds)
            faulthandler.dump_traceback_later(HUNG_SECONDS, exit=True)
            known = len(trial.faults)
            trial.go(number)
            faulthandler.cancel_dump_traceback_later()
            for fault in trial.faults[known:]:
                screen.print(f"FAULT in {trial.name}: {fault['words']}", markup=False, soft_wrap=True)
                again = f'python prove/fuzz.py --only "{trial.name}" --seed {number}'
                screen.print(f"  see it again: {again}", markup=False, soft_wrap=True)
            number += 1
            if number % 20 == 0:
                tried = sum(sum(trial.ends.values()) for trial in trials)
                spent = sum(trial.seconds for trial in trials)
                screen.print(f"{spent:5.0f} of {minutes * 60:.0f} s of processor time, {tried:,} inputs")
    except KeyboardInterrupt:
        screen.print("stopped")


def main():
    reader = argparse.ArgumentParser(description="Fuzz everything that reads input.")
    reader.add_argument("minutes", nargs="?", type=float, default=10.0, help="of processor time")
    reader.add_argument("--only", help="one trial by its name, one go")
    reader.add_argument("--seed", type=int, help="the first seed; fresh where it is not named")
    asked = reader.parse_args()
    first = asked.seed if asked.seed is not None else random.SystemRandom().randrange(10**9)
    screen, here = Console(stderr=True), Path.cwd()
    pins.HASHER = CHEAP
    with ExitStack() as stack:
        trials = [*readers(), *rounds(), *rooms(stack), *terminals(stack)]
        if asked.only:
            trials = [trial for trial in trials if trial.name == asked.only]
        prove(trials, 0.0001 if asked.only else asked.minutes, first, screen)
        os.chdir(here)
    faults = sum(len(trial.faults) for trial in trials)
    now = datetime.now(UTC)
    result = {
        "what": "spoilt input to everything that reads: taken, or refused in one sentence; never anything else",
        "inputs": sum(sum(trial.ends.values()) for trial in trials),
        "faults": faults,
        "first_seed": first,
        "trials": {trial.name: trial.as_json() for trial in trials},
        "date": now.isoformat(timespec="seconds"),
        "processor_seconds": round(sum(trial.seconds for trial in trials)),
        "python": platform.python_version(),
    }
    where = "" if asked.only else f"; written to {write_result('fuzz', now, result).name}"
    screen.print(f"{result['inputs']:,} inputs to {len(trials)} readers, {faults} faults{where}")
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
