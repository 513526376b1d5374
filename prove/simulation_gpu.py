"""Prove that a GPU simulates what the processor does, to the last bit, and see how fast.

Every game that a GPU plays, several seatings and seeds: the tallies of all blocks are held against those of the
processor. Then rounds a second: by the kernel alone, brought back to the processor, and tallied.

    python prove/simulation_gpu.py [ROUNDS [MANY]]     ROUNDS of each seating, MANY of Three Card Poker at the end
"""

import hashlib
import json
import platform
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from itertools import zip_longest
from typing import Any

import numba
import numba_cuda
import numpy as np

from pitboss.lab.executors import threads
from pitboss.lab.fortune_san_lo.gpu.device import NoGpuError
from pitboss.lab.simulation.blocks import table_of
from pitboss.lab.simulation.dealing import CHUNK
from pitboss.lab.simulation.gpu.device import load_cuda
from pitboss.lab.simulation.gpu.kernels import THREADS
from pitboss.lab.simulation.gpu.table import Gpu, GpuTable
from pitboss.lab.simulation.result import simulate
from pitboss.lab.simulation.running import Simulation
from pitboss.lab.store import Store
from pitboss.lab.work import Resources, do_work, usual_processes
from pitboss.paytables import Game
from writing import write_result

SEATINGS: tuple[tuple[Game, dict[str, Any]], ...] = (
    (Game.THREE_CARD_POKER, {"seed": 1}),
    (Game.THREE_CARD_POKER, {"player": "typical", "seats": 7, "tables": 3, "seed": 2**64 - 1}),
    (Game.THREE_CARD_POKER, {"bets": {"pair-plus": 500}, "seats": 2, "seed": 3}),
    (Game.FORTUNE_SAN_LO, {"player": "house-way", "seed": 1}),
    (Game.FORTUNE_SAN_LO, {"player": "typical", "seats": 6, "tables": 2, "seed": 2**63 + 5}),
    (Game.FORTUNE_SAN_LO, {"player": "house-way", "bets": {"main": 2_500}, "seats": 3, "seed": 6}),
    (Game.DOUBLE_DRAW, {"seed": 1}),
    (Game.DOUBLE_DRAW, {"player": "typical", "seats": 3, "seed": 8}),
    (Game.DOUBLE_DRAW, {"seats": 5, "tables": 4, "seed": 2**40 + 9}),
)
RATED = (
    (Game.THREE_CARD_POKER, {}),
    (Game.FORTUNE_SAN_LO, {"player": "house-way"}),
    (Game.DOUBLE_DRAW, {}),
)
RATED_ROUNDS = 100_000_000
LAUNCHES = 20


def main(rounds: int, many: int) -> int:
    """All of it; 1 where anything differs."""
    cuda, now, resources = load_cuda(Game.THREE_CARD_POKER), datetime.now(UTC), Resources(Store(), executor=threads)
    compared = [compare(Simulation.ask(game, rounds=rounds, **said), resources) for game, said in SEATINGS]
    rates = [rate(Simulation.ask(game, rounds=RATED_ROUNDS, **said), resources, cuda) for game, said in RATED]
    result = {
        "what": "rounds simulated on a GPU, their tallies held against those of the processor",
        "date": now.isoformat(timespec="seconds"),
        "command": f"python {' '.join(sys.argv)}",
        "gpu": cuda.get_current_device().name,
        "driver": _driver(),
        "cores": usual_processes(),
        "python": platform.python_version(),
        "numba": numba.__version__,
        "numba_cuda": numba_cuda.__version__,
        "identical": all(each["identical"] for each in compared),
        "compared": compared,
        "rates": rates,
        "many": play_many(many),
    }
    print(f"identical: {result['identical']}; see {write_result('simulation-gpu', now, result).name}")
    return int(not result["identical"])


def compare(simulation: Simulation, resources: Resources) -> dict[str, Any]:
    """The tallies of one seating, by both."""
    table_of(simulation, resources)
    tallies = [do_work(simulation.work(gpu=gpu), Resources(executor=threads)) for gpu in (False, True)]
    by_processor, by_gpu = (hashlib.sha256(json.dumps(each).encode()).hexdigest() for each in tallies)
    found = {
        "game": simulation.game.value,
        "settings": {name: said for name, said in simulation.settings.items() if name not in ("game", "player")},
        "player": simulation.player.name,
        "rounds": simulation.rounds,
        "blocks": len(tallies[1]),
        "counts": [
            _added(block["counts"][spot] for block in tallies[1]) for spot in range(len(tallies[1][0]["counts"]))
        ],
        "by_processor": by_processor,
        "by_gpu": by_gpu,
        "identical": by_processor == by_gpu,
    }
    print(found)
    return found


def _added(rows: Iterable[list[int]]) -> list[int]:
    return [sum(column) for column in zip_longest(*rows, fillvalue=0)]


def rate(simulation: Simulation, resources: Resources, cuda: Any) -> dict[str, Any]:
    """Rounds a second of a seating: the kernel alone, brought back, tallied by all threads; and without a GPU."""
    gpu = Gpu(simulation, table_of(simulation, resources), cuda)
    table, each = GpuTable(gpu), gpu.chunks * CHUNK
    there = [
        cuda.device_array(shape, np.uint8) for shape in ((gpu.chunks, 1, len(gpu.spots), CHUNK), (gpu.chunks, 1, CHUNK))
    ]
    cuda.synchronize()
    start = time.monotonic()
    for launch in range(LAUNCHES):
        gpu.kernel[each // THREADS, THREADS](np.uint64(1), np.int64(launch * each), gpu.felt, *there)
    cuda.synchronize()
    alone = time.monotonic() - start
    start = time.monotonic()
    for launch in range(LAUNCHES):
        table.play(1, launch * each)
    back = time.monotonic() - start
    found = {
        "game": simulation.game.value,
        "player": simulation.player.name,
        "kernel_rounds_a_second": round(LAUNCHES * each / alone),
        "brought_back_rounds_a_second": round(LAUNCHES * each / back),
    }
    for name, given, on_gpu in (
        ("tallied", Resources(executor=threads), True),
        ("one_core", Resources(processes=1), False),
    ):
        asked = simulation if on_gpu else replace(simulation, rounds=simulation.rounds // 10)
        # Once before, so that everything is compiled and laid out.
        do_work(asked.work(gpu=on_gpu), given)
        start = time.monotonic()
        do_work(asked.work(gpu=on_gpu), given)
        found[f"{name}_rounds_a_second"] = round(asked.rounds / (time.monotonic() - start))
    print(found)
    return found


def play_many(rounds: int) -> dict[str, Any]:
    """One simulation from beginning to end, with everything that is laid out and compiled first."""
    simulation = Simulation.ask(Game.THREE_CARD_POKER, rounds=rounds, seed=2026)
    start = time.monotonic()
    result = simulate(simulation, Resources(executor=threads, gpu=True))
    seconds = time.monotonic() - start
    found = {
        "game": simulation.game.value,
        "rounds": rounds,
        "seconds": round(seconds, 2),
        "rounds_a_second": round(rounds / seconds),
        "house_edge": {spot.spot.wager: str(spot.house_edge) for spot in result.spots},
    }
    print(found)
    return found


def _driver() -> str:
    tool = shutil.which("nvidia-smi")
    if tool is None:
        return "unknown"
    line = [tool, "--query-gpu=driver_version", "--format=csv,noheader"]
    return subprocess.run(line, capture_output=True, text=True, check=False).stdout.strip() or "unknown"


if __name__ == "__main__":
    try:
        sys.exit(main(*(int(float(number)) for number in (sys.argv[1:] + ["3e6", "1e9"][len(sys.argv) - 1 :]))))
    except NoGpuError as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit(130)
