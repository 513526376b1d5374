"""Prove the analysis of Power Blackjack by play: the readable rules, the best player, a million rounds and more.

The mean of the bet and of Push 22 must lie within four standard errors of the exact figures, and the spread of a round
within half a percent of the one that the analysis gives. Rounds are numbered and each is dealt by its number, so the
result does not depend on how many processes share the work. The dated result is written next to it.
"""

import json
import os
import sys
import time
from argparse import ArgumentParser
from concurrent.futures import ProcessPoolExecutor, as_completed
from datetime import UTC, datetime
from functools import cache
from math import sqrt
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from rich.progress import Progress

from pitboss.games.power_blackjack import PowerBlackjackRules
from pitboss.lab.power_blackjack.push_22 import push_22_readings
from support.best_player import BestPlayer
from writing import write_result

BLOCK = 5_000
SPREAD = 0.005


@cache
def player() -> BestPlayer:
    return BestPlayer(PowerBlackjackRules())


def block_sums(block: int) -> tuple[float, float, float]:
    """The nets of the bet, their squares, and the nets of Push 22, summed over a block."""
    bets, squares, bonuses = 0.0, 0.0, 0.0
    for number in range(block * BLOCK, (block + 1) * BLOCK):
        net, bonus = player().net(f"proof {number}")
        bets, squares, bonuses = bets + net, squares + net * net, bonuses + bonus
    return bets, squares, bonuses


def play(blocks: int) -> list[tuple[float, float, float]]:
    with Progress() as bar, ProcessPoolExecutor(os.cpu_count()) as pool:
        task = bar.add_task("rounds of Power Blackjack", total=blocks * BLOCK)
        waiting = [pool.submit(block_sums, block) for block in range(blocks)]
        try:
            for _ in as_completed(waiting):
                bar.advance(task, BLOCK)
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)
            sys.exit(130)
        return [block.result() for block in waiting]


def main() -> None:
    parser = ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--blocks", type=int, default=400, help=f"of {BLOCK} rounds")
    blocks = parser.parse_args().blocks
    start, rounds = time.monotonic(), blocks * BLOCK
    bets, squares, bonuses = (sum(column) for column in zip(*play(blocks), strict=True))
    solution, rules = player().solution, player().rules
    assert rules.push_22 is not None
    bonus = push_22_readings(rules.push_22["push-22"], rules=rules)["rules"]
    spread = sqrt(sum(float(net) ** 2 * chance for net, chance in solution.nets.items()) - solution.value**2)
    played_spread = sqrt(squares / rounds - (bets / rounds) ** 2)
    strays = {
        "bet": (bets / rounds - solution.value) / (spread / sqrt(rounds)),
        "push-22": (bonuses / rounds - float(bonus.mean)) / (bonus.standard_deviation / sqrt(rounds)),
    }
    held = all(abs(stray) < 4 for stray in strays.values()) and abs(played_spread / spread - 1) < SPREAD
    now = datetime.now(UTC)
    result = {
        "what": "the readable rules of Power Blackjack, six decks, played as the analysis says",
        "rounds": rounds,
        "bet": {"played": bets / rounds, "exact": solution.value, "standard_errors": strays["bet"]},
        "push-22": {"played": bonuses / rounds, "exact": float(bonus.mean), "standard_errors": strays["push-22"]},
        "spread": {"played": played_spread, "computed": spread},
        "held": held,
        "date": now.isoformat(timespec="seconds"),
        "seconds": round(time.monotonic() - start),
    }
    write_result("blackjack", now, result)
    print(json.dumps(result, indent=2))
    sys.exit(not held)


if __name__ == "__main__":
    main()
