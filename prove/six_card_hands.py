"""Prove that the kernel and the readable ranking agree on all 22,957,480 six-card hands of the 53-card deck.

`make prove` runs it on every core, shows progress, and writes the dated result next to it. Ctrl-C stops it cleanly.
"""

import os
import platform
import sys
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from datetime import UTC, datetime
from functools import cache
from math import comb
from pathlib import Path

import numpy as np
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from pitboss.cards import CARDS, best_five
from pitboss.cards.batch import best_five_of_six, every_hand
from writing import write_result

TOTAL = comb(53, 6)
BLOCK = 20_000


@cache
def all_hands() -> np.ndarray:
    """Made once in each process."""
    return every_hand(53, 6)


def disagreements(start: int) -> list[str]:
    """The hands of a block on which the two differ."""
    batch, hands = best_five_of_six(), all_hands()[start : start + BLOCK]
    found = []
    for codes, strength in zip(hands.tolist(), batch.strengths(hands).tolist(), strict=True):
        cards = [CARDS[code] for code in codes]
        if best_five(cards).strength != batch.meaning(strength):
            found.append(" ".join(map(str, cards)))
    return found


def progress_bar() -> Progress:
    columns = (
        TextColumn("six-card hands"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    return Progress(*columns)


def prove() -> list[str]:
    found: list[str] = []
    with progress_bar() as bar, ProcessPoolExecutor(os.cpu_count()) as pool:
        task = bar.add_task("", total=TOTAL)
        blocks = [pool.submit(disagreements, start) for start in range(0, TOTAL, BLOCK)]
        try:
            for block in as_completed(blocks):
                found += block.result()
                bar.advance(task, min(BLOCK, TOTAL - int(bar.tasks[0].completed)))
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)
            sys.exit(130)
    return found


def main() -> None:
    start = time.monotonic()
    found = prove()
    now = datetime.now(UTC)
    result = {
        "what": "kernel and readable ranking on every six-card hand of the 53-card deck",
        "hands": TOTAL,
        "disagreements": found[:20],
        "date": now.isoformat(timespec="seconds"),
        "seconds": round(time.monotonic() - start),
        "processes": os.cpu_count(),
        "python": platform.python_version(),
    }
    file = write_result("six-card-hands", now, result)
    print(
        f"{TOTAL:,} hands, {len(found)} disagreements, {result['seconds']} s; written to {file.relative_to(Path.cwd())}"
    )
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
