"""Shuffling, the seal that is published before the deal, packets, the start position, the shoe, and malfunctions.

A deck is shuffled with unbiased numbers, and each position is sealed as a hash with a nonce of its own under one root.
Who has seen a card can check it against that root; nobody learns another card from it; an auditor sees the whole deck
when it is retired.
"""

from pitboss.shuffler.chance import draw_below, draw_start_position, require_live
from pitboss.shuffler.deck_in_play import DeckInPlay, Packet, shuffle_deck
from pitboss.shuffler.errors import (
    EntropyError,
    FalseOpeningError,
    NotNowError,
    OutOfCardsError,
    RecordError,
    SealedCardError,
    ShufflerError,
    WrongDeckError,
)
from pitboss.shuffler.machine import Shuffler, ShufflerState
from pitboss.shuffler.malfunction import Malfunction, Remedy, ReplacementStep
from pitboss.shuffler.seal import Opening, Seal, StartOpening
from pitboss.shuffler.sealed_deck import SealedDeck
from pitboss.shuffler.seen import SeenCards
from pitboss.shuffler.setting import ShufflerSetting
from pitboss.shuffler.shoe import Shoe
from pitboss.shuffler.shuffle import check_deck, shuffle

__all__ = [
    "DeckInPlay",
    "EntropyError",
    "FalseOpeningError",
    "Malfunction",
    "NotNowError",
    "Opening",
    "OutOfCardsError",
    "Packet",
    "RecordError",
    "Remedy",
    "ReplacementStep",
    "Seal",
    "SealedCardError",
    "SealedDeck",
    "SeenCards",
    "Shoe",
    "Shuffler",
    "ShufflerError",
    "ShufflerSetting",
    "ShufflerState",
    "StartOpening",
    "WrongDeckError",
    "check_deck",
    "draw_below",
    "draw_start_position",
    "require_live",
    "shuffle",
    "shuffle_deck",
]
