"""Valid examples of everything that is read: what is shipped, what was played, and what the parts write themselves."""

import json
import re
import tomllib
from functools import cache, reduce
from importlib.resources import files
from operator import getitem
from pathlib import Path

from fuzz import machines
from pitboss.games.card_source import CardSource
from pitboss.games.command import read_command
from pitboss.games.rounds import ROUNDS
from pitboss.games.table import usual_rules
from pitboss.games.transcript import read_transcript
from pitboss.house.office_commands import OFFICE_COMMANDS
from pitboss.house.storage.json_text import json_text
from pitboss.house.tables.settings import TableSettings
from pitboss.house.tables.state import Seating
from pitboss.house.tables.table import Table
from pitboss.paytables import Game
from pitboss.server.openapi import example_of
from pitboss.sources import SeededEntropy


def just(*examples):
    """Examples that need no making."""
    return lambda: examples


def part(of, *keys):
    """A part of other examples."""

    return lambda: tuple(reduce(getitem, keys, tree) for tree in of())


def trees(papers):
    """The same files, spoilt in their structure."""
    return lambda: trees_of(papers())


PLAYTHROUGHS = Path(__file__).parents[1] / "playthroughs"


def shipped(package, *names):
    """Data files of a package, as bytes."""
    folder = files(package) / "data"
    return tuple((folder / name).read_bytes() for name in names)


def trees_of(papers):
    """The same as trees, to be spoilt in their structure."""
    return tuple(tomllib.loads(paper.decode()) for paper in papers)


@cache
def paytables():
    return shipped("pitboss.paytables", "TCP-07.toml", "TCPP-1.toml", "FSLP-01.toml", "DDP-1.toml", "PUSH22-11.toml")


@cache
def rule_lists():
    return shipped("pitboss.games.fortune_san_lo", "rule_list.toml")


@cache
def players():
    """One of every game: a file of one's own describes one."""
    (paper,) = shipped("pitboss.lab.simulation", "players.toml")
    first, *entries = re.split(rb"^(?=\[\[player\]\])", paper, flags=re.MULTILINE)
    return tuple(first + entry for entry in entries)


@cache
def charts():
    return shipped("pitboss.games.power_blackjack", "charts.toml")


@cache
def transcripts():
    """One of every kind of playthrough, the longest left out."""
    texts = (file.read_text(encoding="utf-8") for file in sorted(PLAYTHROUGHS.rglob("*.txt")))
    return tuple(sorted(texts, key=len)[:30])


@cache
def played(game):
    """Rounds as far as their playthroughs went."""
    found = []
    for transcript in map(read_transcript, transcripts()):
        if transcript.game is game:
            round = transcript.new_round()
            for step in transcript.steps:
                if not step.is_refused:
                    round.do(read_command(step.command, round.operations))
            found.append(round)
    return tuple(found)


def rounds(game):
    """Rounds as they are stored: before the bets, and played."""
    return (ROUNDS[game](seats={1: "ann", 3: "bob"}).as_json(), *(round.as_json() for round in played(game)[:4]))


def rules(game):
    return (usual_rules(ROUNDS[game].rules_type).as_json(), {"game": game.value})


def settings():
    usual = [TableSettings(rules=usual_rules(ROUNDS[game].rules_type), meter_id="M1").as_json() for game in Game]
    return (*usual, usual[0] | {"equipment": ["i-Deal v3.8.024", "ViPS"], "cards": "live", "controller": "nexus"})


def settings_files():
    """A table as people write it."""
    return (
        {
            "game": "three-card-poker",
            "cards": "electronic",
            "meter": "M1",
            "rules": {"seats": 6, "progressive": "TCPP-2"},
        },
        {
            "game": "fortune-san-lo",
            "equipment": ["i-Deal v3.8"],
            "rules": {"house_way": "rule-list", "positions": [1, 2, 3, 4, 5, 6, 7], "fortune_bonus": "none"},
            "limits": {"main": {"minimum": "$5", "maximum": "$300", "unit": 5}},
        },
        {"game": "power-blackjack", "rules": {"decks": 6, "blackjack_pays": "3 to 2", "surrender": True}},
    )


@cache
def commands(kinds):
    """Every command of a list, by the examples of the interface, and ours for what is never sent."""
    found = []
    for kind in kinds:
        shown = example_of(kind.slug(), list(kind.__match_args__))
        found.append({"do": kind.slug()} | {name: UNSENT.get(name, value) for name, value in shown.items()})
    return tuple(found)


UNSENT = {
    "command": {"do": "place-wager", "seat": 2, "wager": "ante", "cents": 500},
    "press": {"do": "place-chip", "seat": 3},
    "token_hash": "ab" * 32,
    "pin_hash": "$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHRzYWx0c2FsdA$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g",
    "pin_mark": "5f0c",
    "step": 0,
    "purpose": "log-in",
    "by": "dealer:7",
    "refused_at": "2026-11-15T20:00:00.000000Z",
    "and_more": False,
    "approver": "2",
    "code_until": "2026-11-15T20:15:00.000000Z",
    "factor": "JBSWY3DPEHPK3PXP",
    "factor_step": 1,
    "is_right": True,
    "winner": 5,
    "seats": [2],
    "prize_cents": 600_000,
    "executive_above_cents": 500_000,
    "checklist_above_cents": 300_000,
    "checklist_done": True,
}


def table_commands():
    return commands(Table.operations)


def office_commands():
    return commands(OFFICE_COMMANDS)


def server_settings():
    """The settings of a server, as its file has them."""
    return ({"port": 8022, "database": "room.db", "hosts": "ace.example", "secure": True, "session_hours": 12.5},)


def manifests():
    """What lies beside a backup."""
    told = {
        "format": 1,
        "kind": "sqlite",
        "property_id": "P1",
        "made_at": "2026-11-15T20:00:00.000000Z",
        "sha256": "5f" * 32,
        "encryption": "none",
        "heads": {"room": [3, "77aa"], "table:T1": [12, "0c"]},
    }
    return (json.dumps(told).encode(),)


@cache
def tables():
    """Tables between two rounds: one with a shuffler, one with a keypad, one with a shoe."""
    made = []
    for game in (Game.THREE_CARD_POKER, Game.POWER_BLACKJACK):
        table = Table("T1")
        table.configure(TableSettings(rules=usual_rules(ROUNDS[game].rules_type), meter_id="M1"))
        table._cards = CardSource(table.settings.rules, is_drill=True)
        table._cards.start_round(SeededEntropy("a drill"))
        table._cards.end_round()
        table.status, table.dealer, table.round_number = "open", "17", 3
        table.balances |= {"tray:T1": 500_000, "chips:T1:2": 10_000}
        table.seatings = {2: Seating("ann"), 5: Seating("bob")}
        made.append({"public": json.loads(json_text(table.stored())), "secret": table._cards.secret()})
    keypad = made[0]["public"] | {"controller": machines.controllers("aquarius")[1]}
    return (*made, {"public": keypad, "secret": {}})


def as_paper(tree):
    """A tree as the file that it is stored in."""
    return json.dumps(tree).encode()


def at_a_busy_table():
    """Commands at a table, those of its round more often than the others."""
    acts = [
        {"do": "act", "command": {"do": "no-more-bets"}},
        {"do": "act", "command": {"do": "place-wager", "seat": 3, "wager": "ante", "cents": 1000}},
        {"do": "act", "command": {"do": "take-back", "seat": 3, "wager": "ante"}},
        {"do": "act", "command": {"do": "play", "seat": 3}},
        {"do": "act", "command": {"do": "ask-house-way", "seat": 3}},
        {"do": "act", "command": {"do": "draw", "seat": 2, "cards": ""}},
        {"do": "act", "command": {"do": "stand", "seat": 1}},
        {"do": "act", "command": {"do": "settle", "seat": 3}},
        {"do": "act", "command": {"do": "void", "reason": "a card fell"}},
        {"do": "press", "press": {"do": "place-chip", "seat": 2}},
        {"do": "press", "press": {"do": "press-coin-in"}},
        {"do": "deal-cards"},
        {"do": "fill", "cents": 100},
    ]
    return (*acts, *table_commands())
