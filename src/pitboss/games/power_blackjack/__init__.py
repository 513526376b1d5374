"""Power Blackjack with Push 22: blackjack with a power double, a power split, and a dealer's 22 that pushes."""

from pitboss.games.power_blackjack.commands import (
    BackUp,
    Burn,
    DeadHand,
    Double,
    Hit,
    Insure,
    KeepCard,
    NoInsurance,
    PayBlackjack,
    Peek,
    PowerDouble,
    PowerSplit,
    ReplaceCard,
    Split,
    Stand,
    Surrender,
    TurnHoleCard,
)
from pitboss.games.power_blackjack.events import BurnOrdered, CardsBurned, HandDead
from pitboss.games.power_blackjack.hand import BlackjackSeat, Hand, Stage
from pitboss.games.power_blackjack.round import PowerBlackjackRound
from pitboss.games.power_blackjack.rules import PowerBlackjackRules
from pitboss.games.power_blackjack.strategy import basic_strategy, time_out

__all__ = [
    "BackUp",
    "BlackjackSeat",
    "Burn",
    "BurnOrdered",
    "CardsBurned",
    "DeadHand",
    "Double",
    "Hand",
    "HandDead",
    "Hit",
    "Insure",
    "KeepCard",
    "NoInsurance",
    "PayBlackjack",
    "Peek",
    "PowerBlackjackRound",
    "PowerBlackjackRules",
    "PowerDouble",
    "PowerSplit",
    "ReplaceCard",
    "Split",
    "Stage",
    "Stand",
    "Surrender",
    "TurnHoleCard",
    "basic_strategy",
    "time_out",
]
