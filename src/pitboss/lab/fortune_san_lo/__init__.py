"""Fortune San Lo Poker: the main bet and the Hat Trick, over every pair of hands; advice on how to set six cards.

The dealer sets the house way that comes with Pitboss. :mod:`.dealer` has every hand so set; :mod:`.directly` holds one
player hand against all of them, :mod:`.exclusion` does the same for very many; :mod:`.blocks` adds up.
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
