"""The same seed gives the same result: in one process, two, threads, on a cluster that loses a worker, and resumed."""

import json
from dataclasses import replace

import pytest
from distributed import LocalCluster

from pitboss.lab.executors import ClusterError, cluster, threads
from pitboss.lab.simulation.result import simulate
from pitboss.lab.simulation.running import Simulation
from pitboss.lab.store import Store
from pitboss.lab.work import Resources, StoppedError
from pitboss.paytables import Game

ROUNDS = 100_000


@pytest.fixture(scope="module", autouse=True)
def small_blocks():
    """Fifty blocks instead of one. The processes of a crew read the size from the inputs."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pitboss.lab.simulation.running.BLOCK_ROUNDS", 2_000)
        yield


@pytest.fixture(scope="module")
def simulation(small_blocks):
    return Simulation.ask(
        Game.THREE_CARD_POKER, rounds=ROUNDS, seats=2, tables=2, player="typical", session=50, day=500, seed=9
    )


@pytest.fixture(scope="module")
def alone(simulation):
    return told(simulation, Resources(processes=1))


def told(simulation, resources):
    return json.dumps(simulate(simulation, resources).as_json(), sort_keys=True)


def test_the_work_is_in_many_blocks(simulation):
    assert simulation.blocks == 50


def test_two_processes(simulation, alone):
    assert told(simulation, Resources(processes=2)) == alone


def test_threads(simulation, alone):
    assert told(simulation, Resources(processes=2, executor=threads)) == alone


def test_stopped_and_resumed(simulation, alone, tmp_path):
    seen = []

    def stop_soon(done, total):
        seen.append(done)
        if done == 20:
            raise StoppedError("that is enough for today")

    resources = Resources(Store(tmp_path), processes=1, watch=stop_soon)
    with pytest.raises(StoppedError):
        simulate(simulation, resources)
    resumed = []
    again = replace(resources, watch=lambda done, total: resumed.append(done))
    assert told(simulation, again) == alone
    assert resumed[0] == 20


def test_a_cluster_that_loses_a_worker(simulation, alone):
    with LocalCluster(
        n_workers=3, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
    ) as local:
        lost = []

        def lose_one(done, _total):
            if done == 10 and not lost:
                worker = next(iter(local.workers.values()))
                lost.append(worker.pid if hasattr(worker, "pid") else worker.process.process.pid)
                worker.process.process._process.kill()

        resources = Resources(executor=cluster(local.scheduler_address), watch=lose_one)
        assert told(simulation, resources) == alone
        assert lost


def test_another_seed_is_another_result(simulation, alone):
    other = Simulation.ask(
        Game.THREE_CARD_POKER, rounds=ROUNDS, seats=2, tables=2, player="typical", session=50, day=500, seed=10
    )
    assert told(other, Resources(processes=1)) != alone


def test_a_cluster_that_is_not_there(simulation, monkeypatch):
    monkeypatch.setattr("pitboss.lab.executors._TIMEOUT_SECONDS", 0.5)
    with pytest.raises(ClusterError, match="no Dask scheduler answers at 'tcp://127.0.0.1:9'"):
        simulate(simulation, Resources(executor=cluster("tcp://127.0.0.1:9")))
