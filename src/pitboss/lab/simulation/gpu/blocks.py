"""Plays one block of rounds on a GPU, and tallies it on the processor. It loads NumPy, Numba and numba-cuda."""

import json
from collections.abc import Mapping
from functools import lru_cache
from threading import Lock, get_ident
from typing import Any

from pitboss.lab.simulation.blocks import table_of, terms_of
from pitboss.lab.simulation.compiling import compiled
from pitboss.lab.simulation.dealing import CHUNK
from pitboss.lab.simulation.gpu.device import load_cuda
from pitboss.lab.simulation.gpu.table import Gpu, GpuTable
from pitboss.lab.simulation.running import Simulation, simulation_from
from pitboss.lab.simulation.tally import Terms, as_json, new_tally, new_tally_sheet, with_room
from pitboss.lab.simulation.tallying import add_rounds

# One thread prepares it, and the others wait.
_laying_out = Lock()


@lru_cache(maxsize=1)
def _shared(key: str) -> tuple[Simulation, Gpu, Terms]:
    simulation = simulation_from(json.loads(key))
    cuda = load_cuda(simulation.game)
    table = table_of(simulation)
    return simulation, Gpu(simulation, table, cuda), terms_of(simulation, table.spots)


@lru_cache(maxsize=256)
def _ready(key: str, _thread: int) -> tuple[Simulation, GpuTable, Terms]:
    with _laying_out:
        simulation, gpu, terms = _shared(key)
    return simulation, GpuTable(gpu), terms


def play(inputs: Mapping[str, Any], block: int) -> dict[str, Any]:
    """The tally of :func:`pitboss.lab.simulation.blocks.play`."""
    simulation, table, terms = _ready(json.dumps(inputs, sort_keys=True), get_ident())
    first = block * simulation.block_rounds
    rounds = min(simulation.block_rounds, simulation.rounds - first)
    tally = new_tally(terms.nets.shape[0], simulation.seats, simulation.tables)
    sheet = new_tally_sheet(terms.nets.shape[0], simulation.seats)
    for start in range(first, first + rounds, table.rounds):
        endings, rows = table.play(simulation.seed, start)
        left, chunk = min(table.rounds, first + rounds - start), 0
        while chunk * CHUNK < left:
            chunk = _add_chunks(start, left, chunk, endings, rows, terms, tally, sheet)
            if chunk * CHUNK < left:
                tally = with_room(tally)
    return as_json(tally, rounds)


@compiled
def _add_chunks(first, rounds, chunk, endings, rows, terms, tally, sheet):  # type: ignore[no-untyped-def]
    """Add chunks from this one on, as long as there is room for their notes; return the next chunk.

    All in one call, because a thread that returns to Python for every chunk waits there for the other threads.
    """
    room = 2 * CHUNK * endings.shape[1]
    while chunk * CHUNK < rounds and len(tally.notes) - tally.noted[0] >= room:
        start = chunk * CHUNK
        add_rounds(first + start, min(CHUNK, rounds - start), endings[chunk], rows[chunk], terms, tally, sheet)
        chunk += 1
    return chunk
