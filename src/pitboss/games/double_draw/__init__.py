"""Double Draw Poker: five cards, two draws, paid for two pair or better by a paytable; there is no dealer's hand."""

from pitboss.games.double_draw.acts import CardsDiscarded, Draw, Fold, PressGreenButton, StubDispensed
from pitboss.games.double_draw.round import DoubleDrawRound, DoubleDrawSeat
from pitboss.games.double_draw.rules import DoubleDrawRules
from pitboss.games.double_draw.strategy import Advice, advise, advise_at, best_strategy, time_out

__all__ = [
    "Advice",
    "CardsDiscarded",
    "DoubleDrawRound",
    "DoubleDrawRules",
    "DoubleDrawSeat",
    "Draw",
    "Fold",
    "PressGreenButton",
    "StubDispensed",
    "advise",
    "advise_at",
    "best_strategy",
    "time_out",
]
