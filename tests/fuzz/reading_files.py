"""How files are tried: it reads, and what it read is printed or stored, and read again to the same."""

import json
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from fuzz.reading import same
from fuzz.typed import SIX
from fuzz.writing import Paper, as_toml
from pitboss.cli import fair
from pitboss.cli.house.settings_file import read_settings
from pitboss.games.fortune_san_lo.house_way_shares import load_share_table, print_share_table
from pitboss.games.fortune_san_lo.house_ways import restore_house_way, store_house_way
from pitboss.games.fortune_san_lo.rule_list import Requirement, load_rule_list
from pitboss.games.power_blackjack import PowerBlackjackRules
from pitboss.games.rounds import ROUNDS
from pitboss.house.records.backup import Manifest
from pitboss.house.records.strongbox import read_key
from pitboss.house.tables.settings import TableSettings
from pitboss.lab.design.reading import read_design
from pitboss.lab.question import read_rules_file
from pitboss.lab.simulation import double_draw, fortune_san_lo, three_card_poker
from pitboss.lab.simulation.players import Player, PlayerError, player_for
from pitboss.lab.simulation.power_blackjack import spots
from pitboss.lab.simulation.power_blackjack.ways import way_for
from pitboss.lab.simulation.table import Seating
from pitboss.paytables import (
    Catalogue,
    Game,
    Pay,
    load_paytable,
)
from pitboss.server import settings as server

# ---- data files


def paytable(paper):
    read = load_paytable(Paper(paper))
    json.dumps(read.as_json())
    same(next(iter(Catalogue([read]))), read)
    for row in (row for wager in read.wagers for row in wager.rows):
        same(Pay.parse(str(row.pay)), row.pay)


def paytable_tree(tree):
    paytable(as_toml(tree))


def rule_list(paper):
    read = load_rule_list(Paper(paper))
    again = restore_house_way(json.loads(json.dumps(store_house_way(read), sort_keys=True)))
    same(again, read)
    same([rule.words for rule in again.rules], [rule.words for rule in read.rules])
    assert read.choose(SIX).setting.is_legal


def rule_list_tree(tree):
    rule_list(as_toml(tree))


def requirement(text):
    read = Requirement.parse(text)
    same(Requirement.parse(read.text), read)


def shares(paper):
    read = load_share_table("low", Paper(paper))
    same(load_share_table("low", Paper(print_share_table("low", read).encode())), read)


def design(text):
    read = read_design(text)
    json.dumps(read.paytable.as_json())
    assert all(str(edit) for edit in read.edits)


@contextmanager
def lying(paper, name):
    """A file that must really be there."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / name
        file.write_bytes(paper)
        file.chmod(0o600)  # a key that others can read would not be read at all
        yield file


def players(paper):
    """A player is read, and then by the game whose habits they are."""
    with lying(paper, "own.toml") as file:
        for game, read_habits in HABITS.items():
            try:
                read = player_for(game, str(file))
            except PlayerError as refusal:
                if "it must describe one" not in str(refusal):
                    raise
                continue
            same(Player.from_json(json.loads(json.dumps(read.as_json()))), read)
            read_habits(Seating(ROUNDS[game].rules_type(), 1, {"main": 500}, read.habits))


HABITS = {
    Game.THREE_CARD_POKER: lambda seating: three_card_poker._cards(seating.habits.get("play-from", "Qs 6d 4h")),
    Game.FORTUNE_SAN_LO: lambda seating: fortune_san_lo._player(seating.rules, seating),
    Game.DOUBLE_DRAW: double_draw._habits,
    Game.POWER_BLACKJACK: lambda seating: (spots._insures(seating.rules, seating), chart(seating.habits.get("chart"))),
}


def players_tree(tree):
    players(as_toml(tree))


def chart(said):
    if said is not None:  # else the lab works it out, which takes seconds
        way_for(PowerBlackjackRules(), said)


def chart_file(paper):
    with lying(paper, "own.toml") as file:
        way_for(PowerBlackjackRules(), str(file))


def settings_file(tree):
    with lying(as_toml(tree), "table.toml") as file:
        read = read_settings(file).as_json()
    same(TableSettings.from_json(json.loads(json.dumps(read))).as_json(), read)


def rules_file(paper):
    with lying(paper, "rules.json") as file:
        read_rules_file(file)


def manifest(paper):
    with lying(paper, "monday.json") as file:
        read = Manifest.read(file)
    assert all(isinstance(text, str) for text in (read.kind, read.property_id, read.made_at, read.sha256))


def key(paper):
    with lying(paper, "room.key") as file:
        assert isinstance(read_key(file), bytes)


def proof(paper):
    """``pitboss fair``: a record is true or not, and says so."""
    with lying(paper, "seen.json") as file:
        seen = fair._read(file)
    problem = fair._problem(seen)
    json.dumps(fair._as_json(seen, problem))


def server_settings(tree):
    """By the file, then each as the environment has it."""
    with lying(as_toml(tree), "server.toml") as file:
        read = server.read_settings(None, file, {})
    told = {server.variable_of(name): str(value) for name, value in read.model_dump().items()}
    same(server.read_settings(None, None, told), read)
