"""Short questions to the lab, as the bench works them out: values in, values out."""

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
"""What can be said beside the cards."""

_DECIDING: Final = {Game.THREE_CARD_POKER: ("TCP-01", "ante-bonus"), Game.DOUBLE_DRAW: ("DDP-1", "bonus")}
"""Which paytable is meant where none is named, and the wager whose pays decide."""


def advise(game: Game, cards: str, said: Mapping[str, Any]) -> dict[str, Any]:
    """What each decision is worth with these cards.

    >>> advise(Game.THREE_CARD_POKER, "Qs 6d 4h", {})["options"][0]["words"]
    'play'
    >>> advise(Game.THREE_CARD_POKER, "Qs 6d 4h", {"up_card": "9h"})
    Traceback (most recent call last):
    pitboss.house.errors.RefusedError: up_card is not asked for at Three Card Poker: paytable is
    """
    for name in said:
        if name not in OF_GAME[game]:
            asked = " and ".join(OF_GAME[game]) or "nothing but the cards"
            verb = "are" if len(OF_GAME[game]) > 1 else "is"
            raise RefusedError(f"{name} is not asked for at {game.label}: {asked} {verb}")
    hand = read_hand(cards)
    match game:
        case Game.THREE_CARD_POKER:
            return advise_three_card(hand, _paytable(game, said)).as_json()
        case Game.DOUBLE_DRAW:
            gone = parse_cards(said.get("dead", ""), hand)
            return advise_double_draw(hand, said.get("draw", 1), gone, _paytable(game, said)).as_json()
        case Game.FORTUNE_SAN_LO:
            return advise_san_lo(hand, _means()).as_json()
        case Game.POWER_BLACKJACK:
            if "up_card" not in said:
                raise RefusedError("up_card is missing: the dealer's card that shows, such as 9h")
            up_card, hands = parse_card(said["up_card"]), said.get("hands", 1)
            return advise_power_blackjack(hand, up_card, hands=hands, decks=said.get("decks")).as_json()


def _paytable(game: Game, said: Mapping[str, Any]) -> Paytable:
    usual, wager = _DECIDING[game]
    catalogue = load_catalogue()
    paytable = catalogue[said.get("paytable", usual)]
    if paytable.designator not in [each.designator for each in catalogue.for_wager(game, wager)]:
        raise RefusedError(f"{paytable.designator} does not decide how {game.label} is played: {usual} does")
    return paytable


def design(text: str) -> dict[str, Any]:
    """What an edited paytable brings, and the amount that meets its target.

    >>> design('base = "TCP-01"')["solution"] is None
    True
    """
    inputs = {"text": text}
    verify_task("design", inputs)
    return run_task("design", inputs, _means())


def _means() -> Resources:
    """One process, at which people wait in turn; what was worked out is kept for the next who asks."""
    return Resources(Store(), processes=1)
