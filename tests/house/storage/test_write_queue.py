"""Where writes wait on SQLite: one writes for itself, several have a scribe, and each is written whole or not at all."""

import threading
import time
from contextlib import contextmanager
from itertools import count

import pytest

from pitboss.house.storage.transactions import Write
from pitboss.house.storage.write_queue import ALONE, MOST_ROWS, SingleWriterQueue

PATIENCE = 30


class Paper:
    """What the driver is asked to write: how many rows at once, and what. Bad values are refused with all beside them."""

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
        self.paper, self.writing, self.given_up = Paper(), threading.Lock(), 0
        self.connection = self
        self.dbapi_connection = self.paper

    def take_connection(self):
        return self

    def keep(self, connection):
        pass

    def give_up(self, connection):
        self.given_up += 1


@pytest.fixture
def desk():
    return Desk()


@pytest.fixture
def line(desk):
    return SingleWriterQueue(desk)


def of(*values):
    return Write(lambda rows: rows, len(values), values)


def ends(threads):
    for thread in threads:
        thread.join(PATIENCE)
    return not any(thread.is_alive() for thread in threads)


def scribes():
    return [thread for thread in threading.enumerate() if thread.name == "scribe"]


@contextmanager
def all_waiting(desk, line, writes):
    """Everybody in line, in this order, before the first of them may write; afterwards what each was told."""
    told = {}

    def write(number, one):
        try:
            line.write(one)
            told[number] = "written"
        except ValueError as error:
            told[number] = str(error)

    threads, until = [], time.monotonic() + PATIENCE
    with desk.writing:
        for number, one in enumerate(writes):
            threads.append(threading.Thread(target=write, args=(number, one)))
            threads[-1].start()
            while len(line._waiting) < number or not line._is_taken:
                assert time.monotonic() < until, "somebody never came"
    assert ends(threads)
    yield [told[number] for number in range(len(writes))]
    assert ends(scribes())


def test_who_is_alone_writes_for_itself(desk, line):
    for number in range(3):
        line.write(of(number))
    assert desk.paper.written == [0, 1, 2]
    assert desk.paper.by == [threading.current_thread().name] * 3


def test_those_who_wait_are_written_together_in_their_order(desk, line):
    with all_waiting(desk, line, [of("a"), of("b"), of("c", "d"), of("e")]) as told:
        assert told == ["written"] * 4
    assert desk.paper.asked == [1, 4]
    assert desk.paper.written == ["a", "b", "c", "d", "e"]
    assert desk.paper.by[1] == "scribe"


def test_one_that_cannot_be_written_keeps_no_other_from_it(desk, line):
    with all_waiting(desk, line, [of("a"), of("b"), of("bad"), of("c")]) as told:
        assert told == ["written", "written", "bad", "written"]
    assert desk.paper.asked == [1, 3, 1, 1, 1]
    assert desk.paper.written == ["a", "b", "c"]
    assert desk.given_up == 2


def test_who_alone_cannot_be_written_is_told(desk, line):
    with pytest.raises(ValueError, match="bad"):
        line.write(of("bad"))
    line.write(of("a"))
    assert desk.paper.written == ["a"]


def test_a_lot_has_no_more_rows_than_every_sqlite_takes(desk, line):
    half = of(*["row"] * (MOST_ROWS // 2))
    with all_waiting(desk, line, [of("a"), half, half, of("b"), of(*["row"] * (MOST_ROWS + 1)), of("c")]) as told:
        assert told == ["written"] * 6
    assert desk.paper.asked == [1, MOST_ROWS, 1, MOST_ROWS + 1, 1]


def test_the_scribe_goes_when_one_is_alone_again(desk, line):
    with all_waiting(desk, line, [of("a"), of("b")]) as told:
        assert told == ["written"] * 2
        for number in range(ALONE + 2):
            line.write(of(number))
        assert ends(scribes())
        line.write(of("last"))
    assert desk.paper.by[2 : ALONE + 2] == ["scribe"] * ALONE
    assert desk.paper.by[-1] == threading.current_thread().name


def test_where_no_thread_can_be_had_nobody_waits_forever(desk, line, monkeypatch):
    """Whoever has written serves the others until nobody comes any more."""

    class NoThread:
        def __init__(self, **_):
            pass

        def start(self):
            raise RuntimeError("can't start new thread")

    monkeypatch.setattr("pitboss.house.storage.write_queue.Thread", NoThread)
    with all_waiting(desk, line, [of("a"), of("b"), of("c")]) as told:
        assert told == ["written"] * 3
    assert desk.paper.written == ["a", "b", "c"]


def test_many_at_once_lose_nothing_and_write_nothing_twice(desk, line):
    numbers = count()
    threads = [threading.Thread(target=lambda: [line.write(of(next(numbers))) for _ in range(200)]) for _ in range(6)]
    for thread in threads:
        thread.start()
    assert ends(threads)
    assert ends(scribes())
    assert sorted(desk.paper.written) == list(range(1200))
