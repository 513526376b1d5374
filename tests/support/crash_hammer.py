"""Work for several processes on one room at once. Each waits for the word, does its part and sends what came of it."""

import resource

from pitboss.games.audience import PUBLIC
from pitboss.house.errors import CommandReusedError, StaleVersionError, StorageError
from pitboss.house.open_room import open_room
from pitboss.house.storage.database import Database
from pitboss.house.tables.commands import Fill, Press
from pitboss.sources import SystemIds
from support.crash_parent import pipe, start
from support.floor import EXECUTIVE, OWN_PIN, SUPERVISOR

SEATS = 7
"""At every table."""

LITTLE_ROOM = 300_000
"""So many bytes a file may have, where the disk is said to be full. The database has as much already, its log has not."""


def together(url, key, *works):
    """What each work sends back; all of them begin at the same moment, in processes of their own."""
    ends = [pipe(duplex=True) for _ in works]
    processes = [start(_wait_and_work, url, key, theirs, *work) for (_, theirs), work in zip(ends, works, strict=True)]
    for ours, theirs in ends:
        theirs.close()
        assert ours.recv() == "ready"
    for ours, _ in ends:
        ours.send("go")
    told = [ours.recv() for ours, _ in ends]
    for process in processes:
        process.join()
        process.close()
    return told


def _wait_and_work(url, key, pipe, work, *arguments):
    database = Database(url)
    room = open_room(database, key)
    pipe.send("ready")
    pipe.recv()
    try:
        pipe.send(work(room, *arguments))
    except BaseException as error:
        pipe.send(error)
        raise
    finally:
        database.close()


# ---- works


def feed_meter(room, table_id, games):
    """Games with every seat on the progressive; how many wagers were fed."""
    ids, wagers = SystemIds(), 0
    for _ in range(games):
        for seat in range(1, SEATS + 1):
            press(room, table_id, ids, do="place-chip", seat=seat)
        wagers += press(room, table_id, ids, do="press-start-game")
        press(room, table_id, ids, do="press-end-game")
    return wagers


def press(room, table_id, ids, **keys):
    """One press; how many wagers it fed to the meter."""
    answer = room.at_table(table_id, Press(keys), by=EXECUTIVE, command_id=ids.new(), pin=OWN_PIN)
    return sum(event["all"].get("wagers", 0) for event in answer.events)


def fill_what_was_seen(room, table_id, name, times):
    """Fills of a cent, each at the version that was seen last; the versions, and how often others were faster."""
    versions, stale = [], 0
    for number in range(times):
        while True:
            seen = room.view(table_id, PUBLIC).version
            try:
                answer = room.at_table(table_id, Fill(1), by=SUPERVISOR, command_id=f"{name} {number}", version=seen)
            except StaleVersionError:
                stale += 1
                continue
            assert answer.version == seen + 1
            versions.append(answer.version)
            break
    return versions, stale


def fill(room, table_id, names):
    """Fills of a cent under these ids, whatever the version; chain, version and events of each answer."""
    answers = [room.at_table(table_id, Fill(1), by=SUPERVISOR, command_id=name) for name in names]
    return [(answer.chain, answer.version, answer.events) for answer in answers]


def fill_or_reused(room, table_id, names):
    """The same, where somebody else may have used an id for something else: what became of each."""
    return [_fill_or_reused(room, table_id, name) for name in names]


def _fill_or_reused(room, table_id, name):
    try:
        fill(room, table_id, [name])
    except CommandReusedError:
        return "reused"
    return "done"


def fill_with_little_room(room, table_id):
    """Fills until no file may grow any more, and some when they may again: how many went, and what was refused."""
    done, sentences = 0, []
    _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (LITTLE_ROOM, most))
    while not sentences:
        try:
            fill(room, table_id, [f"fill {done}"])
            done += 1
        except StorageError as refusal:
            sentences.append(str(refusal))
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    # Whatever became of the refused one, its id brings it about now, once.
    fill(room, table_id, [f"fill {number}" for number in range(done, done + 3)])
    return done + 3, sentences
