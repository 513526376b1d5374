"""Progressives: meters, contributions, awards and envy; all pure. The durable card room stores what they answer."""

from pitboss.progressive.awards import Award, Level, Pricing, level_of, price, take_wagers, verify_report
from pitboss.progressive.chances import average_top_payout_cents, top_chance
from pitboss.progressive.envy import ENVY_RULES, EnvyAward, EnvyReading
from pitboss.progressive.errors import (
    LaterWinPaidError,
    LinkError,
    MeterError,
    ParametersError,
    PricingError,
    ProgressiveError,
)
from pitboss.progressive.history import Totals, Win, WinStatus
from pitboss.progressive.linking import can_link, verify_link
from pitboss.progressive.meter import BY_HAND, NOT_DISPLAYED, Change, Meter
from pitboss.progressive.movements import MILLICENTS, LawfulReason, Movement, Pot, RiseReason, print_millicents
from pitboss.progressive.parameters import MeterParameters, SeveralWins, usual_parameters
from pitboss.progressive.practice import PracticeMeter, practice_meter

__all__ = [
    "BY_HAND",
    "ENVY_RULES",
    "MILLICENTS",
    "NOT_DISPLAYED",
    "Award",
    "Change",
    "EnvyAward",
    "EnvyReading",
    "LaterWinPaidError",
    "LawfulReason",
    "Level",
    "LinkError",
    "Meter",
    "MeterError",
    "MeterParameters",
    "Movement",
    "ParametersError",
    "Pot",
    "PracticeMeter",
    "Pricing",
    "PricingError",
    "ProgressiveError",
    "RiseReason",
    "SeveralWins",
    "Totals",
    "Win",
    "WinStatus",
    "average_top_payout_cents",
    "can_link",
    "level_of",
    "practice_meter",
    "price",
    "print_millicents",
    "take_wagers",
    "top_chance",
    "usual_parameters",
    "verify_link",
    "verify_report",
]
