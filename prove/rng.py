"""The long form of `pitboss rng-test`: the live generator at length, the tests themselves, and the faults they catch.

Three parts, shared among all cores and written down by day: the battery on the operating system's generator; sound data
of another generator (NumPy's PCG64), on which p-values must be spread evenly and few runs may fail; and for each
planted fault the number of shuffles from which it is caught with every seed tried. Ctrl-C stops it cleanly.
"""

import argparse
import os
import platform
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from rich.progress import track

from pitboss.lab.randomness.battery import Run, judge
from pitboss.lab.randomness.dealing import BIASES
from pitboss.lab.randomness.question import RandomnessQuestion
from pitboss.lab.randomness.report import verdict_sentence
from pitboss.lab.randomness.sample import MIN_DRAWS, Drawn, Sample
from pitboss.lab.randomness.verdict import try_generator
from pitboss.lab.work import Resources
from writing import write_result

LADDER = (1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000)
SEEDS = 5
CALIBRATED_AT = 2_000


def live_part(shuffles: int) -> dict[str, Any]:
    report = try_generator(RandomnessQuestion(shuffles=shuffles), Resources())
    print(verdict_sentence(report))
    return {
        "shuffles": shuffles,
        "verdict": report.verdict.value,
        "runs": [
            {
                "tests": len(run.findings),
                "below_5_percent": run.below(0.05),
                "below_1_percent": run.below(0.01),
                "smallest_corrected": min(run.corrected),
            }
            for run in report.runs
        ],
    }


def sound(seed: int) -> Run:
    """The battery on data of another generator."""
    asked, chance, samples = RandomnessQuestion(shuffles=CALIBRATED_AT), np.random.default_rng(seed), []
    for subject in asked.subjects:
        new_deck = np.array([card.code for card in subject.deck.cards], np.uint8)
        orders = chance.permuted(np.tile(new_deck, (asked.shuffles_of(subject), 1)), axis=1)
        starts = chance.integers(1, 8, len(orders), np.uint8) if subject.positions else None
        samples.append(Sample(subject, orders, starts))
    numbers = {
        limit: np.bincount(chance.integers(0, limit, MIN_DRAWS * limit), minlength=limit) for limit in range(2, 313)
    }
    octets = chance.integers(0, 256, 20 * CALIBRATED_AT, np.uint8)
    return Run(tuple(judge(Drawn(tuple(samples), octets, numbers))))


def sound_p_values(seed: int) -> tuple[float, dict[str, float]]:
    run = sound(seed)
    return min(run.corrected), {
        f"{finding.subject}: {finding.test}": finding.p for finding in run.findings if not finding.counts_repeats
    }


def sound_part(runs: int, pool: ProcessPoolExecutor) -> dict[str, Any]:
    found = list(track(pool.map(sound_p_values, range(runs), chunksize=5), "sound data", total=runs))
    least = np.array([smallest for smallest, _ in found])
    by_test = {name: np.array([p_values.get(name, np.nan) for _, p_values in found]) for name in found[0][1]}
    strays = {name: uneven(values[~np.isnan(values)]) for name, values in by_test.items()}
    worst = sorted(strays, key=strays.__getitem__, reverse=True)[:5]
    every = np.concatenate(list(by_test.values()))
    every = every[~np.isnan(every)]
    return {
        "runs": runs,
        "shuffles": CALIBRATED_AT,
        "any_test_fails_at_95": float(np.mean(least < 0.05)),
        "any_test_fails_at_99": float(np.mean(least < 0.01)),
        "p_values": int(every.size),
        "p_values_below": {str(level): float(np.mean(every < level)) for level in (0.001, 0.01, 0.05, 0.5)},
        "most_uneven_tests": {name: round(strays[name], 2) for name in worst},
    }


def uneven(values: np.ndarray) -> float:
    """How far p-values are from evenly spread: Kolmogorov's distance times the root of their number (1.36 at 5%)."""
    ordered, number = np.sort(values), len(values)
    above = np.arange(1, number + 1) / number - ordered
    return float(max(above.max(), (1 / number - above).max()) * number**0.5)


def planted(job: tuple[str, str, int, int]) -> list[str]:
    """The tests that catch a fault, where the verdict is that it fails."""
    bias, deck, shuffles, seed = job
    report = try_generator(
        RandomnessQuestion((deck,), shuffles, seed=f"prove {seed}", bias=bias), Resources(processes=1)
    )
    return [finding.test for finding in report.runs[-1].caught(0.95)] if report.verdict.is_failure else []


def planted_part(pool: ProcessPoolExecutor) -> Iterator[dict[str, Any]]:
    for bias in BIASES:
        for deck in ("53",) if bias == "start-position" else ("52", "shoe"):
            yield from_how_many(bias, deck, pool)


def from_how_many(bias: str, deck: str, pool: ProcessPoolExecutor) -> dict[str, Any]:
    """Up the ladder, until every seed is caught."""
    for shuffles in LADDER:
        caught = list(pool.map(planted, [(bias, deck, shuffles, seed) for seed in range(SEEDS)]))
        if all(caught):
            tests = Counter(test for found in caught for test in found)
            often = [test for test, times in tests.most_common() if times == SEEDS] or [tests.most_common()[0][0]]
            print(f"{bias} on {deck}: caught from {shuffles:,} shuffles, by {', '.join(often)}", flush=True)
            return {"bias": bias, "deck": deck, "caught_from": shuffles, "by": often}
    print(f"{bias} on {deck}: not caught by every seed with {LADDER[-1]:,} shuffles")
    return {"bias": bias, "deck": deck, "caught_from": None, "by": []}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--shuffles", type=int, default=300_000, help="of the live generator")
    parser.add_argument("--runs", type=int, default=1_000, help="on sound data")
    said = parser.parse_args()
    start = time.monotonic()
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        try:
            faults, sound_data = list(planted_part(pool)), sound_part(said.runs, pool)
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)
            sys.exit(130)
    live = live_part(said.shuffles)
    now = datetime.now(UTC)
    result = {
        "what": "random numbers: the live generator, the tests on sound data, and planted faults",
        "live": live,
        "sound_data": sound_data,
        "planted": faults,
        "date": now.isoformat(timespec="seconds"),
        "seconds": round(time.monotonic() - start),
        "processes": os.cpu_count(),
        "python": platform.python_version(),
    }
    file = write_result("rng", now, result)
    print(f"{result['seconds']} s; written to {file.relative_to(Path.cwd())}")
    sys.exit("fails" in live["verdict"] or not all(fault["caught_from"] for fault in faults))


if __name__ == "__main__":
    main()
