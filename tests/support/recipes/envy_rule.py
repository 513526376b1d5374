"""The example of the recipe for an envy rule: only neighbors collect, at the tables of a controller that says so."""

from pitboss.progressive.controllers import Aquarius, add_controller
from pitboss.progressive.envy import envy_rule

NAME = "neighbors"
WORDS = "Only the seats next to the hand collect envy."

RULE = envy_rule(NAME, WORDS, lambda wager, hand: abs(wager.seat - hand.seat) == 1)


@add_controller
class Neighborly(Aquarius):
    """An Aquarius whose tables follow the rule."""

    name = "neighborly"
    label = "Neighborly controller"
    envy_rule = RULE
