"""The write queue on SQLite: one thread writes for itself, several share a writer thread, and each write is whole or nothing."""

import threading
import time
from contextlib import contextmanager
from itertools import count

import pytest

from pitboss.house.storage.transactions import Write
from pitboss.house.storage.write_queue import MAX_ROWS, STOP_AFTER, SingleWriterQueue

PATIENCE = 30


class Paper:
    """What the driver is asked to write: how many rows at once, and what. A bad value fails its whole statement."""

    def __init__(self):
        self.asked, self.written, self.by = [], [], []

    def execute(self, statement, values):
        self.asked.append(statement)
        self.by.append(threading.current_thread().name)
        if "bad" in values:
            raise ValueError("bad")
        self.written += values


class Desk:
    """Lends one connection, whose driver is the paper."""

    is_sqlite = True

    def __init__(self):
        self.paper, self.writing, self.discarded = Paper(), threading.Lock(), 0
        self.connection = self
        self.dbapi_connection = self.paper

    def take_connection(self):
        return self

    def return_connection(self, connection):
        pass

    def discard_connection(self, connection):
        self.discarded += 1


@pytest.fixture
def desk():
    return Desk()


@pytest.fixture
def queue(desk):
    return SingleWriterQueue(desk)


def of(*values):
    return Write(lambda rows: rows, len(values), values)


def ends(threads):
    for thread in threads:
        thread.join(PATIENCE)
    return not any(thread.is_alive() for thread in threads)


def writer_threads():
    return [thread for thread in threading.enumerate() if thread.name == "writer"]


@contextmanager
def all_waiting(desk, queue, writes):
    """Put all writes into the queue, in this order, before the first may be written; afterwards what became of each."""
    outcomes = {}

    def write(number, one):
        try:
            queue.write(one)
            outcomes[number] = "written"
        except ValueError as error:
            outcomes[number] = str(error)

    threads, until = [], time.monotonic() + PATIENCE
    with desk.writing:
        for number, one in enumerate(writes):
            threads.append(threading.Thread(target=write, args=(number, one)))
            threads[-1].start()
            while len(queue._waiting) < number or not queue._is_taken:
                assert time.monotonic() < until, "a write never came"
    assert ends(threads)
    yield [outcomes[number] for number in range(len(writes))]
    assert ends(writer_threads())


def test_who_is_alone_writes_for_itself(desk, queue):
    for number in range(3):
        queue.write(of(number))
    assert desk.paper.written == [0, 1, 2]
    assert desk.paper.by == [threading.current_thread().name] * 3


def test_those_who_wait_are_written_together_in_their_order(desk, queue):
    with all_waiting(desk, queue, [of("a"), of("b"), of("c", "d"), of("e")]) as outcomes:
        assert outcomes == ["written"] * 4
    assert desk.paper.asked == [1, 4]
    assert desk.paper.written == ["a", "b", "c", "d", "e"]
    assert desk.paper.by[1] == "writer"


def test_one_that_cannot_be_written_keeps_no_other_from_it(desk, queue):
    with all_waiting(desk, queue, [of("a"), of("b"), of("bad"), of("c")]) as outcomes:
        assert outcomes == ["written", "written", "bad", "written"]
    assert desk.paper.asked == [1, 3, 1, 1, 1]
    assert desk.paper.written == ["a", "b", "c"]
    assert desk.discarded == 2


def test_a_single_write_that_fails_raises_its_error(desk, queue):
    with pytest.raises(ValueError, match="bad"):
        queue.write(of("bad"))
    queue.write(of("a"))
    assert desk.paper.written == ["a"]


def test_a_batch_has_no_more_rows_than_every_sqlite_takes(desk, queue):
    half = of(*["row"] * (MAX_ROWS // 2))
    with all_waiting(desk, queue, [of("a"), half, half, of("b"), of(*["row"] * (MAX_ROWS + 1)), of("c")]) as outcomes:
        assert outcomes == ["written"] * 6
    assert desk.paper.asked == [1, MAX_ROWS, 1, MAX_ROWS + 1, 1]


def test_the_writer_thread_ends_when_one_is_alone_again(desk, queue):
    with all_waiting(desk, queue, [of("a"), of("b")]) as outcomes:
        assert outcomes == ["written"] * 2
        for number in range(STOP_AFTER + 2):
            queue.write(of(number))
        assert ends(writer_threads())
        queue.write(of("last"))
    assert desk.paper.by[2 : STOP_AFTER + 2] == ["writer"] * STOP_AFTER
    assert desk.paper.by[-1] == threading.current_thread().name


def test_where_no_thread_can_be_had_nobody_waits_forever(desk, queue, monkeypatch):
    """The thread that has just written serves the others until no entry comes any more."""

    class NoThread:
        def __init__(self, **_):
            pass

        def start(self):
            raise RuntimeError("can't start new thread")

    monkeypatch.setattr("pitboss.house.storage.write_queue.Thread", NoThread)
    with all_waiting(desk, queue, [of("a"), of("b"), of("c")]) as outcomes:
        assert outcomes == ["written"] * 3
    assert desk.paper.written == ["a", "b", "c"]


def test_many_at_once_lose_nothing_and_write_nothing_twice(desk, queue):
    numbers = count()
    threads = [threading.Thread(target=lambda: [queue.write(of(next(numbers))) for _ in range(200)]) for _ in range(6)]
    for thread in threads:
        thread.start()
    assert ends(threads)
    assert ends(writer_threads())
    assert sorted(desk.paper.written) == list(range(1200))
