"""Makes the par sheet of Fortune San Lo Poker's own wagers: the main bet and the Hat Trick."""

from typing import Final

from pitboss.games.fortune_san_lo.house_way import shipped_house_way
from pitboss.games.fortune_san_lo.rules import FortuneSanLoRules
from pitboss.games.table import TableRulesError
from pitboss.lab.fortune_san_lo.edges import Edges, edges
from pitboss.lab.fortune_san_lo.player import Player
from pitboss.lab.fortune_san_lo.work import ALONE, MODULES
from pitboss.lab.sheet import RULES, ParSheet, WagerSheet
from pitboss.lab.work import Resources
from pitboss.paytables import Game

_METHOD: Final = (
    "Every player hand against every dealer hand of the other 47 cards, set the house way; "
    "the matchups are counted by inclusion and exclusion over the player's cards, or on a GPU hand by hand."
)


def game_sheet(
    resources: Resources = ALONE, *, exact: bool = False, rules: FortuneSanLoRules | None = None
) -> ParSheet:
    """Main bet and Hat Trick, for the player with the best setting for each, for the house way and for the rule list.

    Without ``exact`` it samples hands and gives the standard error. A table whose dealer does not set by the house
    way of Pitboss is refused.

    >>> from pitboss.games.fortune_san_lo.rule_list import shipped_rule_list
    >>> game_sheet(rules=FortuneSanLoRules(house_way=shipped_rule_list()))
    Traceback (most recent call last):
    pitboss.games.table.TableRulesError: the dealer of this table sets by 'short rule list', and the mathematics is \
that of 'house way' only
    """
    way = shipped_house_way()
    if rules is not None and rules.house_way != way:
        raise TableRulesError(
            f"the dealer of this table sets by {rules.house_way.name!r}, "
            f"and the mathematics is that of {way.name!r} only"
        )
    results = edges(resources, exact=exact)
    game, settings = Game.FORTUNE_SAN_LO, {"exact": exact}
    return ParSheet(game.value, game, game.label, wager_sheets(results), settings, _METHOD, MODULES)


def wager_sheets(results: Edges) -> tuple[WagerSheet, ...]:
    """The wagers of the sheet."""
    set_as = {Player.HOUSE_WAY: "set the house way", Player.RULE_LIST: "set by the rule list"}
    hat_trick = results.hat_trick(Player.BEST).house_edge
    both = [figure.house_edge for figure in (results.main_bet(Player.BEST_BOTH), results.hat_trick(Player.BEST_BOTH))]
    notes = (
        f"With every hand set the best way for the main bet, the Hat Trick has a house edge of {hat_trick}.",
        f"With the best settings for equal wagers on both, the main bet has {both[0]} and the Hat Trick {both[1]}.",
    )
    return (
        WagerSheet("main", "Main bet, best setting", {RULES: results.main_bet(Player.BEST)}),
        *(
            WagerSheet(
                f"main-{player}",
                f"Main bet, {text}",
                {RULES: results.main_bet(player)},
                notes=(
                    f"Falls {results.main_bet_behind(player)} behind the best setting, "
                    f"which it finds for {results.best_hands(player)} of all hands.",
                ),
            )
            for player, text in set_as.items()
        ),
        WagerSheet(
            "hat-trick",
            "Hat Trick, best setting",
            {RULES: results.hat_trick(Player.BEST_HAT_TRICK)},
            notes=notes,
        ),
        *(
            WagerSheet(f"hat-trick-{player}", f"Hat Trick, {text}", {RULES: results.hat_trick(player)})
            for player, text in set_as.items()
        ),
    )
