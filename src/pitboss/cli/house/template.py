"""A file of table settings to fill in: every setting with its usual value and what it means."""

import json
from collections.abc import Iterator
from typing import Any, Final

from pitboss.cli.house.settings_file import NONE
from pitboss.games.rounds import ROUNDS
from pitboss.games.table import TableRules, usual_rules
from pitboss.paytables import Game, print_dollars

NOTES: Final = {
    "seats": "how many seats the table has",
    "adjacent_seats": "whether one player may play two seats side by side",
    "paytable": "what the main bonus pays, as `pitboss paytables` lists it",
    "six_card_bonus": 'the 6 Card Bonus; "none" where it is not offered',
    "progressive": 'the paytable of the progressive; "none" where it is not offered (then without a meter above)',
    "ante_is_mandatory": "whether nobody may play Pair Plus alone",
    "settling_order": "the order of the wagers at a seat",
    "lay_and_pay": "whether hands lie open until all are settled; false: each is picked up to be paid",
    "folded_hands_qualify": "whether a folded hand can win the progressive and bring envy",
    "fortune_bonus": 'the Fortune Bonus; "none" where it is not offered',
    "hat_trick": "whether the Hat Trick is offered, at 5 to 1",
    "positions": "which seat each number of the display means, the first for 1",
    "house_way": '"tables" (ours), "rule-list" (the short list), or the name of a file with your own rules',
    "decks": "decks in the shoe, 1 to 8",
    "cut_card_percent": "how much of the shoe is dealt before the cut card, 10 to 90",
    "dealer_hits_soft_17": "whether the dealer draws to a soft 17",
    "blackjack_pays": "what a blackjack pays",
    "insurance": "whether insurance is offered against an ace",
    "insurance_pays": "what insurance pays",
    "double_after_split": "whether a split hand may be doubled",
    "double_for_less": "whether a double may be less than the bet",
    "split_equal_value": "whether any two cards of ten points may be split",
    "hands_per_seat": "how many hands a seat may have after its splits, 2 to 4",
    "split_aces_one_card": "whether split aces get one card each",
    "resplit_aces": "whether aces may be split again",
    "surrender": "whether half the bet may be given up for the first two cards",
    "power_split": "whether hard 15 and 16 may be split",
    "power_double": "whether hard 10 and 11 may be doubled with a second card to choose",
    "push_22": 'the Push 22 bonus; "none" where it is not offered',
}
"""What each rule means."""


def template(game: Game) -> str:
    """The file for a game.

    >>> print(template(Game.DOUBLE_DRAW)[:50])
    # A table of Double Draw Poker. What stands here i
    """
    return "\n".join(_lines(usual_rules(ROUNDS[game].rules_type))) + "\n"


def _lines(rules: TableRules) -> Iterator[str]:
    yield f"# A table of {rules.game.label}. What stands here is the usual; a line that is left out keeps it."
    yield ""
    yield f'game = "{rules.game.value}"'
    yield 'cards = "electronic"  # or "physical": cards on the felt, and the dealer keys in what they show'
    yield 'controller = "aquarius"  # or "nexus": whose rules the progressive follows; with physical cards its keypad'
    if "progressive" in rules.offered():
        yield 'meter = "M1"  # the progressive that the table feeds, as `pitboss progressive list` names it'
    yield "equipment = []  # components and versions; `pitboss table approval` says which the approval asks for"
    yield ""
    yield "[rules]"
    for name, value in rules.as_json().items():
        if name not in ("game", "limits"):
            yield f"{name} = {_written(value)}  # {NOTES[name]}"
    for wager in rules.offered():
        limit = rules.limit(wager)
        yield ""
        yield f"[limits.{wager}]"
        yield f'minimum = "{print_dollars(limit.minimum_cents)}"'
        yield f'maximum = "{print_dollars(limit.maximum_cents)}"'
        yield f'unit = "{print_dollars(limit.unit_cents)}"  # wagers are multiples of it'


def _written(value: Any) -> str:
    """A value as TOML writes it, which for texts, numbers and lists is as JSON does."""
    return json.dumps(NONE if value is None else value)
