"""Counting on a GPU. Its arithmetic is held against the plain way here; the kernel itself where a GPU is
(``prove/fortune_san_lo_gpu.py``).
"""

import sys
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from pitboss.games.fortune_san_lo.setting import WAYS
from pitboss.lab.fortune_san_lo import Player, edges
from pitboss.lab.fortune_san_lo.directly import win_counts, wins
from pitboss.lab.fortune_san_lo.gpu import blocks as gpu_blocks
from pitboss.lab.fortune_san_lo.gpu import matchups
from pitboss.lab.fortune_san_lo.gpu.device import NoGpuError, load_cupy
from pitboss.lab.fortune_san_lo.gpu.matchups import DECK, Gpu, dealer_bits, every_hand, tasks_of
from pitboss.lab.fortune_san_lo.work import counting
from pitboss.lab.fortune_san_lo.worth_counting import legal_settings_of, settings_of
from pitboss.lab.store import Store
from pitboss.lab.work import Resources, StoppedError, do_work
from support.command import path_with
from support.gpu import StandIn, kept_result

LOWEST = 36


@pytest.fixture(scope="module")
def gpu(small_dealer):
    return Gpu(small_dealer, StandIn())


@pytest.fixture
def cupy(monkeypatch):
    stand_in = StandIn()
    monkeypatch.setitem(sys.modules, "cupy", stand_in)
    gpu_blocks._dealer_side.cache_clear()
    yield stand_in
    gpu_blocks._dealer_side.cache_clear()


# ---- the dealer's hands as bits


def test_every_hand_of_every_class_is_there_once_and_set_as_the_readable_house_way(small_dealer, small_hands):
    masks, setting = every_hand(small_dealer, np)
    found = dict(zip(masks.tolist(), small_dealer.settings[setting].tolist(), strict=True))
    assert len(found) == len(masks) == len(small_hands)
    by_cards = {sum(1 << card.code for card in cards): set_hand for cards, set_hand in small_hands.items()}
    assert by_cards.keys() == found.keys()
    # Equal hands have equal strengths, higher hands higher ones.
    for hand in range(3):
        pairs = sorted((by_cards[mask].values[hand].strength, found[mask][hand]) for mask in by_cards)
        for (readable, own), (next_readable, next_own) in pairwise(pairs):
            assert (readable == next_readable) == (own == next_own)
            assert own <= next_own


@pytest.mark.parametrize("words", [1, 12, 500])
def test_bits_tell_who_holds_a_card_and_who_loses_to_a_strength(small_dealer, words):
    masks, setting = every_hand(small_dealer, np)
    bits = dealer_bits(small_dealer, np, words)
    by_row = np.ascontiguousarray(np.moveaxis(bits.tiles, 1, 0)).reshape(bits.tiles.shape[1], -1)
    rows = np.unpackbits(by_row.view(np.uint8), axis=1)
    assert rows.shape[1] % (words * 32) == 0
    for card in range(DECK):
        assert (rows[card, : len(masks)] == masks >> np.uint64(card) & np.uint64(1)).all()
    assert rows[:DECK, len(masks) :].all()  # what fills the last tile meets everybody
    theirs = small_dealer.settings[setting]
    for own in [(845, 845, 845), (0, 0, 0), (844, 378, 12), tuple(theirs[5]), (500, 300, 250), tuple(theirs[-1] + 1)]:
        lost = rows[[bits.row_of[hand, strength] for hand, strength in enumerate(own)], : len(masks)]
        assert lost.sum(axis=0).tolist() == [int(wins(own, other)) for other in theirs]


# ---- tasks


def test_every_setting_has_a_place_of_its_own_and_holes_ask_for_nothing(small_dealer, gpu):
    settings = settings_of(small_dealer.hands)
    settings[7] = 0  # a hand that nothing is asked about
    tasks = tasks_of(small_dealer.hands, settings, gpu.bits.row_of)
    wanted = settings[..., 0] > 0
    assert len(set(zip(tasks.task.tolist(), tasks.slot.tolist(), strict=True))) == wanted.sum() == len(tasks.task)
    assert tasks.slot.max() < matchups.SLOTS
    rows, _ = np.nonzero(wanted)
    assert (small_dealer.hands[rows] == tasks.asked[:6, tasks.task].T).all()
    slots = tasks.asked[6:].reshape(matchups.SLOTS, 3, -1)
    assert (slots[tasks.slot, :, tasks.task] == gpu.bits.row_of[np.arange(3), settings[wanted]]).all()
    hole = np.ones((slots.shape[2], matchups.SLOTS), bool)
    hole[tasks.task, tasks.slot] = False
    assert (np.moveaxis(slots, 2, 0)[hole] == gpu.bits.row_of[:, 0]).all()
    assert hole.any()


def test_nothing_asked_is_nothing_counted(gpu):
    assert gpu.win_counts(np.zeros((0, 6), np.uint8), np.zeros((0, 4, 3), np.uint16)).shape == (0, 4, 4)
    before = gpu._kernel.launches
    nothing = gpu.win_counts(np.arange(36, 42, dtype=np.uint8)[np.newaxis], np.zeros((1, 4, 3), np.uint16))
    assert not nothing.any()
    assert gpu._kernel.launches == before


# ---- counts


def test_the_counts_are_those_of_going_through_every_dealer_hand(small_dealer, gpu):
    hands = small_dealer.hands
    settings = settings_of(hands)
    assert (gpu.win_counts(hands, settings) == win_counts(hands, settings, small_dealer)).all()


def test_so_are_those_of_all_legal_settings(small_dealer, gpu):
    hands = small_dealer.hands[::25]
    settings = legal_settings_of(hands)
    assert settings.shape[1] == len(WAYS)
    assert (gpu.win_counts(hands, settings) == win_counts(hands, settings, small_dealer)).all()


def test_the_same_work_has_the_same_results_under_the_same_key(cupy, tmp_path):
    alone, on_gpu = Resources(processes=1), Resources(processes=1, gpu=True)
    by_processor, by_gpu = (counting(resources, blocks=3, lowest=LOWEST) for resources in (alone, on_gpu))
    assert by_processor.key == by_gpu.key
    found = do_work(by_gpu, on_gpu)
    assert cupy.kernel.launches == 3
    assert found == do_work(by_processor, alone)


def test_stopped_on_the_gpu_and_gone_on_with_on_the_processor(cupy, tmp_path):
    def stop(done, _total):
        if done == 2:
            raise StoppedError("stopped")

    resources = Resources(Store(tmp_path), 1, stop, gpu=True)
    with pytest.raises(StoppedError):
        do_work(counting(resources, blocks=3, lowest=LOWEST), resources)
    seen, processor = [], replace(resources, gpu=False, watch=lambda done, _total: seen.append(done))
    whole = do_work(counting(processor, blocks=3, lowest=LOWEST), processor)
    assert seen == [2, 3]
    assert whole == do_work(counting(Resources(), blocks=3, lowest=LOWEST), Resources(processes=1))
    assert cupy.kernel.launches == 2


def test_one_process_has_the_gpu(monkeypatch):
    seen = []

    def remembered(work, resources, _fold):
        seen.append((work.run.func.__name__, resources.processes))
        return {player.value: [1, 1, 1, 1, 1] for player in Player}

    monkeypatch.setattr(sys.modules[edges.__module__], "remembered", remembered)
    edges(Resources(processes=8, gpu=True), exact=True)
    edges(Resources(processes=8), exact=True)
    assert seen == [("_count_block_on_gpu", 1), ("_count_block", 8)]


# ---- where there is no GPU


def test_no_gpu_says_why(monkeypatch):
    def no_driver():
        raise RuntimeError("cudaErrorInsufficientDriver:\n driver too old")

    for module, said in [(None, "CuPy is not installed"), (StandIn(gpus=0), "CuPy finds none")]:
        monkeypatch.setitem(sys.modules, "cupy", module)
        with pytest.raises(NoGpuError, match=f"^no GPU here: {said}$"):
            load_cupy()
    broken = StandIn()
    broken.cuda.runtime.getDeviceCount = no_driver
    monkeypatch.setitem(sys.modules, "cupy", broken)
    with pytest.raises(NoGpuError, match=r"CuPy finds none \(cudaErrorInsufficientDriver: driver too old\)$"):
        load_cupy()


def test_a_gpu_that_is_too_small_is_one_sentence(cupy):
    def no_room(*_):
        raise MemoryError("Out of memory allocating\n2,588,000,000 bytes")

    cupy.empty = no_room
    resources = Resources(processes=1, gpu=True)
    with pytest.raises(NoGpuError, match=r"use --device cpu: Out of memory allocating 2,588,000,000 bytes$"):
        do_work(counting(resources, blocks=3, lowest=LOWEST), resources)


def without_cupy(folder):
    (folder / "cupy.py").write_text("raise ImportError('not here')")
    return path_with(folder)


def test_the_command_counts_on_the_processor_where_there_is_no_gpu(pitboss_process, tmp_path):
    store = Store(tmp_path / "cache" / "lab")
    store.put(counting(Resources()).key, kept_result()["counts"])  # so that nothing long is to be done
    answer = pitboss_process(
        *("par", "fortune-san-lo", "--exact", "--device", "cuda"),
        **without_cupy(tmp_path),
        PITBOSS_CACHE=str(tmp_path / "cache"),
    )
    assert (answer.status, answer.err) == (0, "no GPU here: CuPy is not installed; counting on the processor\n")
    assert "33,547,777,404,232" in answer.out


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            ("fortune-san-lo", "--exact", "--device", "tpu"),
            'Invalid value "tpu" for --device. Choose from: "cpu", "cuda"',
        ),
        (("TCP-01", "--device", "cuda"), "a GPU counts only fortune-san-lo with --exact, not TCP-01 without"),
        (("FSLP-01", "--exact", "--device", "cuda"), "with --exact, not FSLP-01"),
        (("fortune-san-lo", "--device", "cuda"), "with --exact, not fortune-san-lo without --exact"),
    ],
)
def test_the_command_refuses_in_one_sentence(pitboss, line, said):
    answer = pitboss("par", *line)
    assert (answer.status, answer.out) == (2, "")
    assert said in answer.err
    assert answer.err.count("\n") == 1
