"""Fortune San Lo Poker: the house edge of main bet and Hat Trick over every pair of hands, and advice on settings.

The dealer sets by the house way of Pitboss. :mod:`.dealer` sets every hand so; :mod:`.directly` compares one
player hand with all of them, :mod:`.exclusion` does the same for very many; :mod:`.blocks` adds up the counts.
"""

from pitboss.lab.fortune_san_lo.advice import Advice, RankedSetting, advise
from pitboss.lab.fortune_san_lo.edges import CountedEdges, Edges, SampledEdges, edges
from pitboss.lab.fortune_san_lo.player import Player
from pitboss.lab.fortune_san_lo.set_hands import SetHand, SetHands, set_hands
from pitboss.lab.fortune_san_lo.sheet import game_sheet

__all__ = [
    "Advice",
    "CountedEdges",
    "Edges",
    "Player",
    "RankedSetting",
    "SampledEdges",
    "SetHand",
    "SetHands",
    "advise",
    "edges",
    "game_sheet",
    "set_hands",
]
