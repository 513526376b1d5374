"""Verifies every command in a state of a table, and holds that against the state as it was before."""

from enum import Enum

from pitboss.errors import PitbossError
from pitboss.games.command import PlaceWager
from pitboss.house.tables.commands import Act, Press
from pitboss.house.tables.dry_run import DryRunHost
from pitboss.house.tables.table import Table
from pitboss.progressive.controllers.console import offered
from pitboss.server.openapi import FIELDS

SEATS = (1, 2, 5)
PLAIN = (str, int, float, bool, bytes, Enum, type, type(None))


def fingerprint(thing, path=()):
    """Everything that an object holds, however deep, as one text."""
    if isinstance(thing, PLAIN) or callable(thing):
        return repr(thing)
    if id(thing) in path:
        return f"above {path.index(id(thing))}"
    path = (*path, id(thing))
    if isinstance(thing, dict):
        return str([(fingerprint(key, path), fingerprint(value, path)) for key, value in thing.items()])
    if isinstance(thing, set | frozenset):
        return str(sorted(fingerprint(each, path) for each in thing))
    if isinstance(thing, list | tuple):
        return str([fingerprint(each, path) for each in thing])
    slots = {name for kind in type(thing).__mro__ for name in getattr(kind, "__slots__", ()) if hasattr(thing, name)}
    held = {name: getattr(thing, name) for name in sorted(slots)} | getattr(thing, "__dict__", {})
    # What a round waits for is kept when it is first asked for.
    return f"{type(thing).__name__} {fingerprint({name: held[name] for name in held if name != '_awaiting'}, path)}"


def every_command(at):
    """Every command of a table, of its round and of its keypad, for several seats."""
    for kind in Table.operations:
        if kind not in (Act, Press):
            yield from (of_fields(kind, {"player": "ann"}, seat) for seat in SEATS)
    if at.round is not None:
        for kind in at.round.operations:
            yield from (Act(of_fields(kind, {"cards": ()}, seat).as_json()) for seat in SEATS)
        for seat in at.round.seats:
            yield from (Act(command.as_json()) for command in at.round.decisions(seat))
            for wager in at.round.rules.offered():
                yield Act(PlaceWager(seat, wager, at.round.rules.limit(wager).minimum_cents).as_json())
    if at.controller is not None:
        yield from (Press(press.as_json()) for _, press in offered(at.controller))


def of_fields(kind, own, seat):
    known = FIELDS | own | {"seat": seat}
    return kind(**{name: known[name] for name in kind.__match_args__})


def verify_every_command(at, room, connection, senders, allowed):
    """Verify them all for each of the senders, and count those that are allowed."""
    host = DryRunHost(room, at.table_id, connection)
    before = fingerprint(at)
    for command in every_command(at):
        for by in senders:
            try:
                at.verify(command, host, by)
            except PitbossError:
                continue
            allowed[type(command)] += 1
    assert fingerprint(at) == before, f"something changed at {at.table_id}"
