"""All measurements in one run, each in a process of its own, and one table of them: docs/benchmarks.md.

make bench                              # everything but the longest, about six minutes
python bench/run.py --long              # and 10^9 rounds of Three Card Poker
python bench/run.py --quick --page -    # tiny sizes, to see that it runs; the page goes to the terminal
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from rich.console import Console

from groups import ARRAYS, ATTACKED, BY_STEPS, COMMANDS, EXACT, GROWTH, SAME_HANDS, SIMULATED, SIX_SEATS
from machine import describe
from page import write_page
from rows import OURS, Row, disagreements, not_measured
from telling import line

HERE = Path(__file__).parent
ROOT = HERE.parent
PEERS_PYTHON = ROOT / ".venv-peers" / "bin" / "python"
# Each with the group that is named where nothing comes of it; ours before the peers that are held against it.
MEASUREMENTS = {
    "hand_values.py": ARRAYS,
    "peers/hand_values.py": SAME_HANDS,
    "one_seat.py": BY_STEPS,
    "simulation.py": SIMULATED,
    "peers/rounds.py": BY_STEPS,
    "rounds.py": SIX_SEATS,
    "growth.py": GROWTH,
    "three_card_deals.py": EXACT,
    "san_lo.py": EXACT,
    "blackjack.py": EXACT,
    "par_sheet.py": EXACT,
    "double_draw.py": EXACT,
    "commands.py": COMMANDS,
    "attacks.py": ATTACKED,
}
LONG = {"milliard.py": GROWTH}


class Failures:
    """What ended with an error: the rest is still measured, and the run then ends with an error too."""

    def __init__(self) -> None:
        self.rows: list[Row] = []

    def add(self, script: str, group: str, why: str) -> Row:
        row = not_measured(group, script, OURS if "/" not in script else "the peers", why)
        self.rows.append(row)
        return row


def rows_of(script: str, group: str, options: argparse.Namespace, failures: Failures) -> Iterator[Row]:
    """The rows of one measurement as they come."""
    python = options.peers if script.startswith("peers/") else Path(sys.executable)
    if not python.exists():
        yield failures.add(script, group, "the peers are not installed, which `make bench` does")
        return
    command = [str(python), str(HERE / script), "--json", *(["--quick"] if options.quick else [])]
    surroundings = os.environ | {"PYTHONPATH": str(HERE)}
    with tempfile.TemporaryFile("w+") as errors:
        process = subprocess.Popen(command, env=surroundings, stdout=subprocess.PIPE, stderr=errors, text=True)
        assert process.stdout is not None
        with process:
            yield from (Row.from_json(json.loads(said)) for said in process.stdout)
        if process.returncode:
            errors.seek(0)
            said = errors.read().strip().splitlines() or [f"it ended with {process.returncode}"]
            yield failures.add(script, group, said[-1].rstrip("."))


def measure_all(scripts: dict[str, str], options: argparse.Namespace, screen: Console, failures: Failures) -> list[Row]:
    rows: list[Row] = []
    start = time.monotonic()
    for number, (script, group) in enumerate(scripts.items(), 1):
        with screen.status(f"{number} of {len(scripts)}: {script}, after {time.monotonic() - start:.0f} s"):
            for row in rows_of(script, group, options, failures):
                rows.append(row)
                screen.print(line(row, rows), soft_wrap=True)
    return rows


def read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measure everything, and write docs/benchmarks.md.")
    parser.add_argument("--quick", action="store_true", help="tiny sizes: to see that it runs, no figures to trust")
    parser.add_argument("--long", action="store_true", help="also 10^9 rounds of Three Card Poker")
    parser.add_argument("--peers", type=Path, default=PEERS_PYTHON, help="the Python that the peers are installed for")
    parser.add_argument("--only", nargs="+", metavar="SCRIPT", help="only these, as peers/rounds.py one_seat.py")
    parser.add_argument("--page", default=str(ROOT / "docs" / "benchmarks.md"), help="the file, or - for the terminal")
    return parser.parse_args()


def main() -> None:
    options, screen, failures = read_options(), Console(highlight=False, markup=False), Failures()
    scripts = MEASUREMENTS | (LONG if options.long else {})
    unknown = sorted(set(options.only or ()) - set(scripts))
    if unknown:
        sys.exit(f"{unknown[0]} is no measurement: there are {', '.join(scripts)}")
    wanted = {script: group for script, group in scripts.items() if script in (options.only or scripts)}
    load_before = os.getloadavg()[0]
    rows = measure_all(wanted, options, screen, failures)
    load = f"{load_before:.1f} and {os.getloadavg()[0]:.1f}"
    page = write_page(rows, describe(options.peers), datetime.now(UTC).date(), load, options.quick)
    if options.page == "-":
        screen.print(page, soft_wrap=True)
    else:
        Path(options.page).write_text(page, encoding="utf-8")
        screen.print(f"written: {options.page}", soft_wrap=True)
    sys.exit(bool(failures.rows or disagreements(rows)))


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
