"""Answers short questions to the lab: what each decision with some cards is worth, and what a paytable design pays.

The quick process of the server (``quick_process``) runs these functions.
"""

from collections.abc import Mapping
from typing import Any, Final

from pitboss.cards import parse_card, parse_cards
from pitboss.house.errors import RefusedError
from pitboss.lab.advice import (
    advise_double_draw,
    advise_power_blackjack,
    advise_san_lo,
    advise_three_card,
    read_hand,
)
from pitboss.lab.store import Store
from pitboss.lab.tasks import run_task, verify_task
from pitboss.lab.work import Resources
from pitboss.paytables import Game, Paytable, load_catalogue

OF_GAME: Final[Mapping[Game, tuple[str, ...]]] = {
    Game.THREE_CARD_POKER: ("paytable",),
    Game.FORTUNE_SAN_LO: (),
    Game.DOUBLE_DRAW: ("paytable", "draw", "dead"),
    Game.POWER_BLACKJACK: ("up_card", "hands", "decks"),
}
"""The values that a question about each game may give in addition to the cards."""

_DECIDING: Final = {Game.THREE_CARD_POKER: ("TCP-01", "ante-bonus"), Game.DOUBLE_DRAW: ("DDP-1", "bonus")}
"""The paytable that is used if none is named, and the wager whose pays affect the decision."""


def advise(game: Game, cards: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """Compute what each decision with these cards is worth: JSON, which depends on the game.

    >>> advise(Game.THREE_CARD_POKER, "Qs 6d 4h", {})["options"][0]["words"]
    'play'
    >>> advise(Game.THREE_CARD_POKER, "Qs 6d 4h", {"up_card": "9h"})
    Traceback (most recent call last):
    pitboss.house.errors.RefusedError: up_card is not asked for at Three Card Poker: paytable is
    """
    for name in values:
        if name not in OF_GAME[game]:
            allowed = " and ".join(OF_GAME[game]) or "nothing but the cards"
            verb = "are" if len(OF_GAME[game]) > 1 else "is"
            raise RefusedError(f"{name} is not asked for at {game.label}: {allowed} {verb}")
    hand = read_hand(cards)
    match game:
        case Game.THREE_CARD_POKER:
            return advise_three_card(hand, _paytable(game, values)).as_json()
        case Game.DOUBLE_DRAW:
            dead = parse_cards(values.get("dead", ""), hand)
            return advise_double_draw(hand, values.get("draw", 1), dead, _paytable(game, values)).as_json()
        case Game.FORTUNE_SAN_LO:
            return advise_san_lo(hand, _resources()).as_json()
        case Game.POWER_BLACKJACK:
            if "up_card" not in values:
                raise RefusedError("up_card is missing: the dealer's card that shows, such as 9h")
            up_card, hands = parse_card(values["up_card"]), values.get("hands", 1)
            return advise_power_blackjack(hand, up_card, hands=hands, decks=values.get("decks")).as_json()


def _paytable(game: Game, values: Mapping[str, Any]) -> Paytable:
    usual, wager = _DECIDING[game]
    catalogue = load_catalogue()
    paytable = catalogue[values.get("paytable", usual)]
    if paytable.designator not in [each.designator for each in catalogue.for_wager(game, wager)]:
        raise RefusedError(f"{paytable.designator} does not decide how {game.label} is played: {usual} does")
    return paytable


def design(text: str) -> dict[str, Any]:
    """Compute the par sheet of an edited paytable, and the amount that meets its target, as the lab's JSON.

    >>> design('base = "TCP-01"')["solution"] is None
    True
    """
    inputs = {"text": text}
    verify_task("design", inputs)
    return run_task("design", inputs, _resources())


def _resources() -> Resources:
    """One process, and the store that keeps results for later questions."""
    return Resources(Store(), processes=1)
