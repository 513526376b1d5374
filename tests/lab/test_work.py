"""Long work: the same however it is shared, kept as it is done, stopped and gone on with."""

import json
import os
import signal
import subprocess
import sys
from contextlib import closing, suppress
from multiprocessing import active_children
from pathlib import Path

import pytest

from pitboss.lab.executors import threads
from pitboss.lab.store import Store, key_of
from pitboss.lab.work import ExecutorError, Resources, StoppedError, Work, do_work, remembered
from support.blocks import INTERRUPTED, deadly, noted, squares
from support.command import path_with
from support.fifo import PATIENCE, News

MODULES = ("pitboss.lab.work",)
TESTS = Path(__file__).parents[1]


def work(blocks=7, more=3):
    return Work("squares", {"more": more}, MODULES, blocks, squares)


def test_one_process_and_several_answer_the_same():
    alone = do_work(work(), Resources(processes=1))
    assert alone == [[block, block * block + 3] for block in range(7)]
    assert do_work(work(), Resources(processes=2)) == alone


def test_progress_goes_from_what_is_kept_to_all(tmp_path):
    seen = []
    do_work(work(4), Resources(Store(tmp_path), 1, lambda done, total: seen.append((done, total))))
    assert seen == [(0, 4), (1, 4), (2, 4), (3, 4), (4, 4)]
    seen.clear()
    do_work(work(4), Resources(Store(tmp_path), 1, lambda done, total: seen.append((done, total))))
    assert seen == [(4, 4)]


def test_work_that_was_stopped_goes_on_where_it_was(tmp_path):
    asked = Work("noted", {"folder": str(tmp_path)}, MODULES, 6, noted)

    def stop(done, _total):
        if done == 3:
            raise StoppedError("enough")

    with pytest.raises(StoppedError):
        do_work(asked, Resources(Store(tmp_path / "store"), 1, stop))
    assert do_work(asked, Resources(Store(tmp_path / "store"), 1)) == list(range(6))
    assert all((tmp_path / str(block)).read_text() == "done\n" for block in range(6))


def test_the_whole_is_kept_and_its_blocks_are_dropped(tmp_path):
    store = Store(tmp_path)
    whole = remembered(work(), Resources(store, 1), lambda blocks: sum(square for _, square in blocks))
    assert whole == 91 + 21
    assert len(list(tmp_path.rglob("*.json"))) == 1
    assert remembered(work(), Resources(store, 1), lambda _blocks: pytest.fail("it was kept")) == whole


def test_blocks_are_folded_while_others_are_worked_on():
    seen = []

    def fold(blocks):
        return [(number, len(seen)) for number, _ in blocks]

    folded = remembered(work(3), Resources(processes=1, watch=lambda done, _total: seen.append(done)), fold)
    assert folded == [(0, 2), (1, 3), (2, 4)]


def test_more_blocks_than_a_crew_is_given_at_once(monkeypatch):
    monkeypatch.setattr("pitboss.lab.work._MAX_SUBMITTED", 2)
    assert do_work(work(9), Resources(executor=threads)) == do_work(work(9), Resources(processes=1))


def test_a_fold_that_fails_sends_the_crew_home():
    def fold(blocks):
        next(blocks)
        raise StoppedError("enough")

    with pytest.raises(StoppedError):
        remembered(work(), Resources(processes=2), fold)
    assert active_children() == []


def test_another_question_or_other_code_has_another_key():
    key = key_of("par", {"decks": 6}, MODULES)
    assert key != key_of("par", {"decks": 8}, MODULES)
    assert key != key_of("par", {"decks": 6}, ("pitboss.lab.store",))
    assert key == key_of("par", {"decks": 6}, MODULES)


@pytest.mark.parametrize("content", ["", "{", "\x00\x01"])
def test_a_result_that_cannot_be_read_is_worked_out_again(tmp_path, content):
    store = Store(tmp_path)
    store.put("ab" * 32, {"edge": 3})
    file = next(tmp_path.rglob("*.json"))
    assert json.loads(file.read_text()) == {"edge": 3}
    file.write_text(content)
    assert store.get("ab" * 32) is None


def test_a_store_that_cannot_be_written_costs_nothing_but_time(tmp_path):
    (tmp_path / "taken").write_text("a file, not a folder")
    store = Store(tmp_path / "taken")
    store.put("ab" * 32, {"edge": 3})
    assert store.get("ab" * 32) is None
    assert do_work(work(2), Resources(store, 1)) == [[0, 3], [1, 4]]


def test_a_process_that_ends_in_the_middle_is_told_in_one_sentence(tmp_path):
    asked = Work("deadly", {}, MODULES, 4, deadly)
    with pytest.raises(ExecutorError, match="a process that shared the work has ended, perhaps because memory ran out"):
        do_work(asked, Resources(Store(tmp_path), 2))


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="groups of processes are of Unix")
def test_who_presses_ctrl_c_twice_does_not_wait_for_the_blocks_in_hand(tmp_path):
    pipe = tmp_path / "news"
    with closing(News(pipe)) as news:
        process = subprocess.Popen(
            [sys.executable, "-c", INTERRUPTED, str(pipe)],
            env=os.environ | path_with(TESTS),
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        try:
            assert {news.next(), news.next()} == {"block 0", "block 1"}
            os.killpg(process.pid, signal.SIGINT)
            news.until("waits for its helpers")
            os.killpg(process.pid, signal.SIGINT)
            _, told = process.communicate(timeout=PATIENCE)
            assert (process.returncode, told) == (130, b"")
            # All that had a block in hand have ended with it, and nobody has begun another.
            assert set(news.until_the_end()) <= {"waits for its helpers"}
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait(PATIENCE)
