"""How each reader is tried: it reads, and what it read is printed or stored, and read again to the same."""

import json

from pitboss.games.command import read_command
from pitboss.games.rounds import ROUNDS
from pitboss.games.table import read_rules
from pitboss.games.transcript import read_transcript, tell
from pitboss.house.storage.json_text import json_text
from pitboss.house.tables.table import Table
from pitboss.shuffler import SeenCards


def same(one, other):
    """What was read is what was read again."""
    assert one == other, f"read again it is another: {str(one)[:200]} became {str(other)[:200]}"


# ---- games


def rules(game):
    """A reader of the rules of a game."""

    def read(tree):
        told = read_rules(ROUNDS[game].rules_type, tree)
        stored = json.loads(json.dumps(told.as_json()))
        same(read_rules(ROUNDS[game].rules_type, stored), told)

    return read


def transcript(text):
    read = read_transcript(text)
    told = tell(read)
    same(tell(read_transcript(told)), told)


def command(kinds):
    """A reader of stored commands."""

    def read(tree):
        written = json.dumps(read_command(tree, kinds).as_json())
        same(json.dumps(read_command(json.loads(written), kinds).as_json()), written)

    return read


def round_of(game):
    """A reader of stored rounds: they are played again, to the same."""

    def read(tree):
        again = ROUNDS[game].from_json(tree)
        stored = json.loads(json.dumps(again.as_json()))
        twin = ROUNDS[game].from_json(stored)
        same(twin.as_json(), stored)
        same(twin.statement, again.statement)

    return read


def stored(kind):
    """A reader of what ``as_json`` of a class wrote."""

    def read(tree):
        told = kind.from_json(tree)
        written = json.loads(json.dumps(told.as_json()))
        same(kind.from_json(written).as_json(), written)

    return read


def seen_cards(tree):
    read = SeenCards.from_json(tree)
    same(SeenCards.from_json(json.loads(json.dumps(read.as_json()))), read)
    read.verify()


def with_secret(kind):
    """A reader of a public and a secret record together."""

    def read(tree):
        pair = tree if isinstance(tree, dict) else {}
        told = kind.from_json(pair.get("public"), pair.get("secret"))
        same(json.loads(json.dumps(told.as_json())), kind.from_json(told.as_json(), pair.get("secret")).as_json())

    return read


def table(tree):
    """A table as it is stored between rounds."""
    pair = tree if isinstance(tree, dict) else {}
    read = Table.from_json("T1", pair.get("public"), pair.get("secret"))
    written = json.loads(json_text(read.stored()))
    same(json.loads(json_text(Table.from_json("T1", written, pair.get("secret")).stored())), written)
