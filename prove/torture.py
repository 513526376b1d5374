"""Break a simulated card room a hundred thousand times, in a million commands, and look at everything each time.

`make prove` runs it on SQLite with all cores, then for a while on PostgreSQL, shows progress, and writes the dated
result next to it. Everything follows from the seed; Ctrl-C stops it.
"""

import argparse
import platform
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

from msgspec import to_builtins
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from pitboss.fault_simulator import Plan, RunTally, torture
from support.crash_server import own_server
from writing import write_result


def run(name: str, plan: Plan, bar: Progress) -> RunTally:
    """One run, with a bar."""
    task = bar.add_task(name, total=plan.steps)
    return torture(plan, None, lambda tally: bar.update(task, completed=tally.steps))


def main() -> int:
    """Run both, and say what came of it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", default="1")
    parser.add_argument("--steps", type=int, default=1_100_000)
    parser.add_argument("--postgresql-steps", type=int, default=30_000)
    asked = parser.parse_args()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    results, began = {}, time.monotonic()
    with Progress(*columns, TimeRemainingColumn()) as bar:
        results["sqlite"] = run("SQLite", Plan(asked.seed, asked.steps), bar)
        seconds = time.monotonic() - began
        if asked.postgresql_steps:
            with own_server() as server:
                results["postgresql"] = run("PostgreSQL", Plan(asked.seed, asked.postgresql_steps, server.url), bar)
    told = {name: to_builtins(tally.view()) for name, tally in results.items()}
    now = datetime.now(UTC)
    machine = {"python": platform.python_version(), "machine": platform.machine(), "sqlite_seconds": round(seconds)}
    file = write_result("torture", now, {"at": now.isoformat(), "seed": asked.seed, **machine, **told})
    for name, tally in results.items():
        print(f"{name}: {tally.commands:,} commands, {tally.injected:,} faults, broken: {tally.failure or 'nothing'}")
    print(f"written to {file.relative_to(Path.cwd()) if file.is_relative_to(Path.cwd()) else file.name}")
    return int(any(tally.failure for tally in results.values()))


if __name__ == "__main__":
    sys.exit(main())
