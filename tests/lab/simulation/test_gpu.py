"""Rounds on a GPU. Its part is played by the processor here; the kernels themselves are held against the processor's
where a GPU is (``prove/simulation_gpu.py``).
"""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from pitboss.lab.executors import threads
from pitboss.lab.fortune_san_lo.gpu.device import NoGpuError
from pitboss.lab.simulation.dealing import CHUNK
from pitboss.lab.simulation.gpu import blocks, table
from pitboss.lab.simulation.gpu.device import GAMES, load_cuda
from pitboss.lab.simulation.gpu.kernels import ROUNDS, THREADS
from pitboss.lab.simulation.result import simulate
from pitboss.lab.simulation.running import Simulation
from pitboss.lab.work import Resources, StoppedError, do_work
from pitboss.paytables import Game
from support.cuda import StandIn
from support.gpu import kept_result

SEATINGS = [
    (Game.THREE_CARD_POKER, {"player": "typical", "seats": 3, "tables": 2, "seed": 9}),
    (Game.THREE_CARD_POKER, {"bets": {"pair-plus": 500}, "seed": 2**64 - 1}),
    (Game.FORTUNE_SAN_LO, {"player": "house-way", "seed": 4}),
    (Game.FORTUNE_SAN_LO, {"player": "typical", "seats": 2, "seed": 5}),
    (Game.DOUBLE_DRAW, {"seed": 6}),
    (Game.DOUBLE_DRAW, {"player": "typical", "seats": 4, "seed": 7}),
]


@pytest.fixture
def cuda(monkeypatch):
    stand_in = StandIn()
    monkeypatch.setattr(blocks, "load_cuda", lambda _game: stand_in)
    forget()
    yield stand_in
    forget()


def forget():
    blocks._shared.cache_clear()
    blocks._ready.cache_clear()


def asked(game, rounds=3_000, **said):
    """In blocks of 1,000 rounds."""
    simulation = Simulation.ask(game, rounds=rounds, session=50, day=500, **said)
    return replace(simulation, rounds_in_block=1_000)


@pytest.mark.parametrize(("game", "said"), SEATINGS)
def test_the_tallies_are_those_of_the_processor(cuda, resources, monkeypatch, game, said):
    monkeypatch.setenv("PITBOSS_CACHE", str(resources.store.folder))
    simulation = asked(game, **said)
    alone, on_gpu = simulation.work(), simulation.work(gpu=True)
    assert alone.key == on_gpu.key
    assert do_work(on_gpu, Resources(processes=1)) == do_work(alone, Resources(processes=1))
    # A launch to compile the kernel, then one for each block.
    assert cuda.rounds == (1 + simulation.blocks) * CHUNK


def test_a_block_may_need_several_launches(cuda, monkeypatch):
    monkeypatch.setattr(table, "MAX_CHUNKS", 1)
    simulation = replace(asked(Game.THREE_CARD_POKER, rounds=5_000), rounds_in_block=5_000)
    found, expected = (do_work(simulation.work(gpu=gpu), Resources(processes=1)) for gpu in (True, False))
    assert found == expected
    assert cuda.rounds == 4 * CHUNK


def test_begun_on_the_gpu_and_gone_on_with_on_the_processor(cuda, resources):
    simulation, seen = asked(Game.THREE_CARD_POKER, seed=77), []

    def stop(done, _total):
        if done == 2:
            raise StoppedError("enough")

    with pytest.raises(StoppedError):
        simulate(simulation, replace(resources, watch=stop, gpu=True))
    gone_on = simulate(simulation, replace(resources, watch=lambda done, _total: seen.append(done)))
    assert seen == [2, 3]
    assert gone_on.as_json() == simulate(simulation, Resources(processes=1)).as_json()


def test_threads_share_what_is_laid_out(cuda):
    simulation, laid_out = asked(Game.THREE_CARD_POKER, rounds=1_000), []
    original, cuda.to_device = cuda.to_device, lambda array: laid_out.append(array) or original(array)
    alone = blocks.play(simulation.work().inputs, 0)
    arrays = len(laid_out)
    with threads(2) as executor:
        found = [executor.submit(blocks.play, simulation.work().inputs, 0) for _ in range(2)]
        assert [each.result() for each in found] == [alone, alone]
    assert len(laid_out) == arrays > 0


def test_a_gpu_without_enough_memory_says_so(cuda):
    cuda.memory = 1_000
    with pytest.raises(NoGpuError, match=r"^this GPU cannot play, use --device cpu: out of memory$"):
        do_work(asked(Game.THREE_CARD_POKER).work(gpu=True), Resources(processes=1))


def test_the_games_that_a_gpu_plays_have_kernels():
    assert set(GAMES) == ROUNDS.keys()
    assert CHUNK % THREADS == 0


def test_a_gpu_that_is_not_there(monkeypatch):
    cuda = SimpleNamespace(is_available=lambda: False, cuda_error=lambda: "\nno\ndriver\n")
    monkeypatch.setattr("pitboss.lab.simulation.gpu.device.import_module", lambda _name: cuda)
    with pytest.raises(NoGpuError, match=r"^no GPU here: numba-cuda finds none \(no driver\)$"):
        load_cuda(Game.DOUBLE_DRAW)


def test_what_a_gpu_once_dealt_is_dealt_here():
    kept = kept_result("simulation-gpu")
    assert kept["identical"]
    assert {each["game"] for each in kept["compared"]} == set(GAMES)
    one = kept["compared"][0]
    settings = {name: said for name, said in one["settings"].items() if name != "rounds"}
    simulation = Simulation.ask(Game(one["game"]), rounds=one["rounds"], player=one["player"], **settings)
    found = simulate(simulation, Resources(processes=1))
    assert [list(spot.counts) for spot in found.spots] == one["counts"]
