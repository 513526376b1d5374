"""Computes the house edge of main bet and Hat Trick for each kind of player: over all deals, or from a sample."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from math import comb, sqrt
from typing import Any, Final

from pitboss.games.fortune_san_lo.rules import HAT_TRICK_PAY
from pitboss.games.table import EVEN_MONEY
from pitboss.lab.counting import net_of
from pitboss.lab.figure import Figure
from pitboss.lab.fortune_san_lo.player import Player
from pitboss.lab.fortune_san_lo.work import ALONE, SAMPLE_BLOCKS, SAMPLE_SIZE, counting, sampling
from pitboss.lab.outcome_table import Estimate, Outcome, OutcomeTable, Share
from pitboss.lab.work import Resources, remembered

PLAYER_HANDS: Final = comb(53, 6)
DEALER_HANDS: Final = comb(47, 6)
"""The dealer hands for each player hand."""

_ENDINGS: Final = (("none", "No matchup won"), ("one", "One won"), ("two", "Two won"), ("three", "All three won"))
_MAIN_BET: Final = "Main bet"
_HAT_TRICK: Final = "Hat Trick"
# The net win of one unit, by the number of matchups won.
_NETS: Final = {
    _MAIN_BET: (Fraction(-1), Fraction(-1), net_of(EVEN_MONEY), net_of(EVEN_MONEY)),
    _HAT_TRICK: (Fraction(-1), Fraction(-1), Fraction(-1), net_of(HAT_TRICK_PAY)),
}


@dataclass(frozen=True)
class CountedEdges:
    """The result of counting all deals: every player hand against every dealer hand of the other cards.

    >>> edges = CountedEdges({Player.BEST: (4, 3, 2, 1, 5)}, 5)
    >>> edges.main_bet(Player.BEST).house_edge.exact, edges.hat_trick(Player.BEST).house_edge.exact
    (Fraction(2, 5), Fraction(2, 5))
    """

    counts: Mapping[Player, Sequence[int]]
    """The deals that win none, one, two and three matchups, and the hands set the best way for the main bet."""
    hands: int = PLAYER_HANDS

    def main_bet(self, player: Player) -> OutcomeTable:
        """The main bet."""
        return self._reading(player, _MAIN_BET)

    def hat_trick(self, player: Player) -> OutcomeTable:
        """The Hat Trick."""
        return self._reading(player, _HAT_TRICK)

    def main_bet_behind(self, player: Player) -> Figure:
        """How much of each main bet the player loses by not setting every hand the best way for it."""
        return Figure.of(self.main_bet(Player.BEST).mean - self.main_bet(player).mean)

    def hat_trick_behind(self, player: Player) -> Figure:
        """How much of each Hat Trick the player loses by not setting every hand the best way for it."""
        return Figure.of(self.hat_trick(Player.BEST_HAT_TRICK).mean - self.hat_trick(player).mean)

    def best_hands(self, player: Player) -> Figure:
        """The share of hands that the player sets the best way for the main bet."""
        return Figure.of(Fraction(self.counts[player][4], self.hands))

    def _reading(self, player: Player, wager: str) -> OutcomeTable:
        rows = zip(_ENDINGS, self.counts[player][:4], _NETS[wager], strict=True)
        outcomes = tuple(Outcome(*ending, count, net) for ending, count, net in rows)
        how = f"all {sum(self.counts[player][:4]):,} deals counted, for a player who {player.sentence}"
        return OutcomeTable(outcomes[::-1], wager, how=how)


@dataclass(frozen=True)
class SampledEdges:
    """The result of a sample: some player hands, each counted against every dealer hand. Errors are one standard error.

    >>> sums = [0.8, 1.6, 1.2, 0.4, -0.8, -1.6, 0.04, 0.2, 3], [0.2, 0.7, 0.4, 0.1, 0.2, 0.7, 0.0004, 0.02, 3]
    >>> str(SampledEdges({Player.BEST: sums}, 4).main_bet(Player.BEST).house_edge)
    '20.0000% ± 5.7735%'
    """

    sums: Mapping[Player, Sequence[Sequence[float]]]
    """The sums over the hands and those of the squares: the shares of none, one, two and three matchups won, what main
    bet and Hat Trick return, how far they are behind the best, and the hands that are set best for the main bet."""
    hands: int

    def main_bet(self, player: Player) -> Estimate:
        """The main bet."""
        return self._estimate(player, _MAIN_BET, self._figure(player, 4))

    def hat_trick(self, player: Player) -> Estimate:
        """The Hat Trick."""
        return self._estimate(player, _HAT_TRICK, self._figure(player, 5))

    def main_bet_behind(self, player: Player) -> Figure:
        """How much of each main bet the player loses by not setting every hand the best way for it."""
        return self._figure(player, 6)

    def hat_trick_behind(self, player: Player) -> Figure:
        """How much of each Hat Trick the player loses by not setting every hand the best way for it."""
        return self._figure(player, 7)

    def best_hands(self, player: Player) -> Figure:
        """The share of hands that the player sets the best way for the main bet."""
        return self._figure(player, 8)

    def _figure(self, player: Player, quantity: int) -> Figure:
        total, squares = (sums[quantity] for sums in self.sums[player])
        mean = total / self.hands
        spread = max(squares / self.hands - mean**2, 0.0)
        return Figure(mean, error=sqrt(spread / (self.hands - 1)))

    def _estimate(self, player: Player, wager: str, returns: Figure) -> Estimate:
        rows = zip(_ENDINGS, self.sums[player][0][:4], _NETS[wager], strict=True)
        shares = tuple(Share(*ending, total / self.hands, float(net)) for ending, total, net in rows)
        how = (
            f"sampled: {self.hands:,} player hands, each against all {DEALER_HANDS:,} dealer hands, for a player who "
            f"{player.sentence}; ± is one standard error"
        )
        return Estimate(shares[::-1], returns.error, how, wager)


Edges = CountedEdges | SampledEdges
"""The results of the two wagers, by player."""


def edges(resources: Resources = ALONE, *, exact: bool = False, blocks: int = SAMPLE_BLOCKS) -> Edges:
    """Compute the results of main bet and Hat Trick: from blocks of sampled hands, or exactly, over all deals.

    The sample depends only on the seed, so the same question has the same answer however the work is shared.

    >>> found = edges(blocks=1).main_bet(Player.BEST)
    >>> found.how.split(",")[0], 0.03 < found.house_edge.value < 0.06
    ('sampled: 512 player hands', True)
    """
    if resources.gpu and exact:
        resources = replace(resources, processes=1, executor=None)  # there is one GPU, and it holds all dealer hands
    work = counting(resources) if exact else sampling(resources, blocks=blocks)
    found = remembered(work, resources, partial(_add_up, exact=exact))
    by_player = {Player(name): sums for name, sums in found.items()}
    return CountedEdges(by_player) if exact else SampledEdges(by_player, blocks * SAMPLE_SIZE)


def _add_up(found: Iterable[dict[str, list[Any]]], *, exact: bool) -> dict[str, list[Any]]:
    """Add up all blocks, in their order."""
    blocks = list(found)

    def add(rows: Sequence[Any]) -> list[Any]:
        return [sum(column) for column in zip(*rows, strict=True)]

    if exact:
        return {player: add([block[player] for block in blocks]) for player in blocks[0]}
    return {player: [add([block[player][part] for block in blocks]) for part in (0, 1)] for player in blocks[0]}
