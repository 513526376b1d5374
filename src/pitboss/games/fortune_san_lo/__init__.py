"""Fortune San Lo Poker: six cards set into a high, a mid and a low hand, each against the dealer's."""

from pitboss.games.fortune_san_lo.commands import (
    AskHouseWay,
    DealerHouseWay,
    ExitDisplay,
    PlayerHouseWay,
    PressGreenButton,
    SetHand,
)
from pitboss.games.fortune_san_lo.display import Display
from pitboss.games.fortune_san_lo.events import DisplayShown, HandSet, UnusedHandsPickedUp
from pitboss.games.fortune_san_lo.house_way import (
    HouseWay,
    HouseWayChoice,
    TableHouseWay,
    house_way,
    shipped_house_way,
)
from pitboss.games.fortune_san_lo.house_ways import find_house_way
from pitboss.games.fortune_san_lo.matchups import Matchups
from pitboss.games.fortune_san_lo.round import FortuneSanLoRound
from pitboss.games.fortune_san_lo.rule_list import RuleList, load_rule_list, shipped_rule_list
from pitboss.games.fortune_san_lo.rules import FortuneSanLoRules
from pitboss.games.fortune_san_lo.seat import FortuneSanLoSeat, dealing_order
from pitboss.games.fortune_san_lo.setting import Setting, SettingError, every_setting, legal_settings
from pitboss.games.fortune_san_lo.strategy import house_way_strategy, time_out

__all__ = [
    "AskHouseWay",
    "DealerHouseWay",
    "Display",
    "DisplayShown",
    "ExitDisplay",
    "FortuneSanLoRound",
    "FortuneSanLoRules",
    "FortuneSanLoSeat",
    "HandSet",
    "HouseWay",
    "HouseWayChoice",
    "Matchups",
    "PlayerHouseWay",
    "PressGreenButton",
    "RuleList",
    "SetHand",
    "Setting",
    "SettingError",
    "TableHouseWay",
    "UnusedHandsPickedUp",
    "dealing_order",
    "every_setting",
    "find_house_way",
    "house_way",
    "house_way_strategy",
    "legal_settings",
    "load_rule_list",
    "shipped_house_way",
    "shipped_rule_list",
    "time_out",
]
