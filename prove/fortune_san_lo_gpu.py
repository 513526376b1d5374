"""Prove the main bet and the Hat Trick of Fortune San Lo Poker once more, on a GPU: every pair of hands gone through.

Each of the 1,097,447 suit classes of the player against each of the 22,957,480 dealer hands, for every setting worth
counting; then every count held against inclusion and exclusion on the processor. Without arguments all of it is done
here. Where the machine with the GPU has NumPy and CuPy only, it goes in three steps, with a file between two of them:

    python prove/fortune_san_lo_gpu.py prepare TABLES.npz     here: hands and settings
    python prove/fortune_san_lo_gpu.py count TABLES.npz FOUND.json     there: all counts, kept as sums and digests
    python prove/fortune_san_lo_gpu.py compare FOUND.json     here: the same on the processor; writes the result, dated
"""

import hashlib
import json
import platform
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.lab.fortune_san_lo import CountedEdges, Player
from pitboss.lab.fortune_san_lo.choosing import sums_by_player
from pitboss.lab.fortune_san_lo.gpu.device import NoGpuError, load_cupy
from pitboss.lab.fortune_san_lo.gpu.matchups import SLOTS, THREADS, WIDTH, Gpu
from pitboss.lab.work import Resources, Work, do_work
from writing import write_result

BLOCKS = 64


class Tables(NamedTuple):
    """The dealer's table, and the settings worth counting of each class, one after the other."""

    hands: NDArray[np.uint8]
    sizes: NDArray[np.uint8]
    setting: NDArray[np.uint32]
    settings: NDArray[np.uint16]
    numbers: NDArray[np.uint8]
    """How many settings of each class are counted."""
    high: NDArray[np.uint16]
    mid: NDArray[np.uint16]
    low: NDArray[np.uint16]

    def blocks(self) -> Iterator[tuple[NDArray[np.uint8], NDArray[np.uint16], NDArray[np.int64]]]:
        """Hands, settings and sizes, in parts."""
        ends = np.concatenate([[0], np.cumsum(self.numbers, dtype=np.int64)])
        for block in range(BLOCKS):
            first, last = (len(self.hands) * number // BLOCKS for number in (block, block + 1))
            numbers, counted = self.numbers[first:last], slice(ends[first], ends[last])
            settings = np.zeros((last - first, int(numbers.max()), 3), np.uint16)
            wanted = np.arange(settings.shape[1]) < numbers[:, np.newaxis]
            settings[wanted] = np.stack([self.high[counted], self.mid[counted], self.low[counted]], axis=1)
            yield self.hands[first:last], settings, self.sizes[first:last].astype(np.int64)


def prepare() -> Tables:
    """All hands and settings. It brings Numba."""
    from pitboss.lab.fortune_san_lo.dealer import dealer_table  # noqa: PLC0415
    from pitboss.lab.fortune_san_lo.worth_counting import settings_of  # noqa: PLC0415

    dealer = dealer_table()
    numbers, counted = [], []
    for hands in np.array_split(dealer.hands, BLOCKS):
        settings = settings_of(hands)
        wanted = settings[..., 0] > 0
        numbers.append(wanted.sum(axis=1).astype(np.uint8))
        counted.append(settings[wanted])
    strengths = np.concatenate(counted).T
    return Tables(*dealer, np.concatenate(numbers), *strengths)


def digest(won: NDArray[np.int64]) -> str:
    """Of the counts of one block: by setting, none, one, two and three matchups won. No setting has no counts."""
    counts = won.reshape(-1, 4)
    return hashlib.sha256(counts[counts.any(axis=1)].astype("<i8").tobytes()).hexdigest()


def count(tables: Tables, cupy: Any) -> dict[str, Any]:
    """All pairs on the GPU."""
    start = time.monotonic()
    gpu = Gpu(tables, cupy)
    cupy.cuda.Device().synchronize()
    laid_out = time.monotonic()
    sums: dict[str, list[int]] = {player.value: [0] * 5 for player in Player}
    digests, seconds = [], 0.0
    for hands, settings, sizes in tables.blocks():
        began = time.monotonic()
        won = gpu.win_counts(hands, settings)
        seconds += time.monotonic() - began
        digests.append(digest(won))
        for player, found in sums_by_player(won, sizes).items():
            sums[player] = [old + new for old, new in zip(sums[player], found, strict=True)]
    pairs, settings_counted = len(tables.hands) * gpu.bits.number_of_hands, int(tables.numbers.sum(dtype=np.int64))
    return {
        "counts": sums,
        "digests": digests,
        "player_classes": len(tables.hands),
        "dealer_hands": gpu.bits.number_of_hands,
        "settings": settings_counted,
        "pairs": pairs,
        "comparisons": settings_counted * gpu.bits.number_of_hands,
        "seconds_to_lay_out": round(laid_out - start, 2),
        "seconds_to_count": round(seconds, 2),
        "seconds_in_all": round(time.monotonic() - start, 2),
        "pairs_a_second": round(pairs / seconds),
        "comparisons_a_second": round(settings_counted * gpu.bits.number_of_hands / seconds),
        "gpu": cupy.cuda.runtime.getDeviceProperties(0)["name"].decode(),
        "driver": _driver(),
        "cupy": cupy.__version__,
        "python": platform.python_version(),
        "kernel": {"slots": SLOTS, "threads": THREADS, "width": WIDTH},
        "command": f"python {' '.join(sys.argv)}",
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def _driver() -> str:
    tool = shutil.which("nvidia-smi")
    if tool is None:
        return "unknown"
    line = [tool, "--query-gpu=driver_version", "--format=csv,noheader"]
    return subprocess.run(line, capture_output=True, text=True, check=False).stdout.strip() or "unknown"


def count_on_the_processor(_inputs: Mapping[str, Any], block: int) -> list[Any]:
    """The digest and the sums of one block, by inclusion and exclusion."""
    from pitboss.lab.fortune_san_lo.blocks import dealer_side, part_of  # noqa: PLC0415
    from pitboss.lab.fortune_san_lo.exclusion import win_counts_by_exclusion  # noqa: PLC0415
    from pitboss.lab.fortune_san_lo.worth_counting import settings_of  # noqa: PLC0415

    dealer, held = dealer_side(None, "", 0)
    hands, sizes = part_of(dealer, BLOCKS, block)
    won = win_counts_by_exclusion(hands, settings_of(hands), dealer, held)
    return [digest(won), sums_by_player(won, sizes)]


def compare(found: dict[str, Any]) -> dict[str, Any]:
    """What the GPU found, beside what the processor finds."""
    work = Work("fortune-san-lo-gpu", {}, (), BLOCKS, count_on_the_processor)
    blocks = do_work(
        work, Resources(watch=lambda done, total: print(f"\r{done} of {total} blocks", end="", file=sys.stderr))
    )
    print(file=sys.stderr)
    digests = found.pop("digests")
    different = [block for block, (own, _) in enumerate(blocks) if own != digests[block]]
    edges = CountedEdges({Player(name): counts for name, counts in found["counts"].items()})
    sums = {player.value: np.sum([sums[player] for _, sums in blocks], axis=0).tolist() for player in Player}
    return {
        "what": "Fortune San Lo Poker, every pair of hands gone through on a GPU: deals that win none, one, two, three "
        "matchups; hands set best for the main bet",
        **found,
        "main_bet": {player.value: str(edges.main_bet(player).house_edge.exact) for player in Player},
        "hat_trick": {player.value: str(edges.hat_trick(player).house_edge.exact) for player in Player},
        "by_inclusion_and_exclusion": {
            "counts": sums,
            "digest": hashlib.sha256("".join(own for own, _ in blocks).encode()).hexdigest(),
        },
        "digest": hashlib.sha256("".join(digests).encode()).hexdigest(),
        "blocks_compared": len(blocks),
        "blocks_that_differ": different,
    }


def main(arguments: list[str]) -> int:
    """The steps that were asked for."""
    match arguments:
        case ["prepare", file]:
            np.savez_compressed(file, **prepare()._asdict())
            return 0
        case ["count", tables, file]:
            with np.load(tables) as prepared:
                found = count(Tables(**prepared), load_cupy())
            Path(file).write_text(json.dumps(found, indent=2) + "\n")
            print({name: value for name, value in found.items() if name != "digests"})
            return 0
        case ["compare", file]:
            found = json.loads(Path(file).read_text())
        case []:
            cupy = load_cupy()  # before the long part
            found = count(prepare(), cupy)
        case _:
            print(__doc__, file=sys.stderr)
            return 2
    result = compare(found)
    written = write_result("fortune-san-lo-gpu", datetime.fromisoformat(result["date"]), result)
    print(f"{len(result['blocks_that_differ'])} of {BLOCKS} blocks differ; see {written.name}")
    return int(bool(result["blocks_that_differ"]) or result["counts"] != result["by_inclusion_and_exclusion"]["counts"])


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except NoGpuError as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit(130)
