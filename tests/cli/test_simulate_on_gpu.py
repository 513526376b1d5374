"""``pitboss simulate --device cuda`` where there is no GPU: a word says so, and the processor plays the same rounds."""

import json

import pytest

from support.command import path_with

ASKED = ("simulate", "three-card-poker", "--rounds", "6000", "--seed", "5", "--no-cache", "--json")


@pytest.fixture
def no_gpu(tmp_path):
    """Neither on machines that have one."""
    (tmp_path / "numba_cuda.py").write_text("raise ImportError('not here')\n")
    return path_with(tmp_path) | {"PITBOSS_CACHE": str(tmp_path / "lab")}


def test_without_a_gpu_the_processor_plays_the_same_rounds_and_says_so(pitboss_process, no_gpu):
    answer = pitboss_process(*ASKED, "--device", "cuda", **no_gpu)
    assert answer.status == 0
    assert answer.err == "no GPU here: numba-cuda is not installed; playing on the processor\n"
    assert json.loads(answer.out) == json.loads(pitboss_process(*ASKED, **no_gpu).out)


def test_blackjack_stays_on_the_processor_and_says_so(pitboss_process, no_gpu):
    asked = ("simulate", "power-blackjack", "--player", "basic", "--rounds", "1200", "--device", "cuda", "--no-cache")
    answer = pitboss_process(*asked, **no_gpu)
    assert answer.status == 0
    words = "a GPU cannot play Power Blackjack with Push 22, which goes on with the shoe of the round before"
    assert answer.err == f"{words}; playing on the processor\n"
    assert "1,200 rounds" in answer.out


def test_a_gpu_is_of_this_machine_and_no_cluster(pitboss_process, no_gpu):
    answer = pitboss_process(*ASKED, "--device", "cuda", "--cluster", "tcp://127.0.0.1:9", **no_gpu)
    assert answer.status == 2
    assert "--device cuda plays on this machine, not on the cluster at tcp://127.0.0.1:9" in answer.err
