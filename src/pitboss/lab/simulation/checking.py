"""Compares a simulation with the exact figures of the lab, wager by wager and ending by ending."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from math import sqrt
from typing import Any, Final

from pitboss.games.three_card_poker import ThreeCardPokerRules
from pitboss.lab.outcome_table import AnyReading, OutcomeTable
from pitboss.lab.question import Question
from pitboss.lab.sheet import RULES
from pitboss.lab.sheets import wager_readings
from pitboss.lab.simulation.progressive import meter_parameters
from pitboss.lab.simulation.result import Mean, Result, SpotResult
from pitboss.lab.simulation.running import Simulation
from pitboss.lab.work import Resources
from pitboss.paytables import Game, load_catalogue

FAILS_FROM: Final = 4.5
"""The tolerance in standard errors. Chance exceeds it once in 150,000 times; the fixed seeds do not."""
_PROGRESSIVE: Final = "progressive"


@dataclass(frozen=True)
class Check:
    """One wager, with its simulated and its exact figures.

    >>> Check("ante", Mean(0.034, 0.0003), 0.0337).holds
    True
    """

    wager: str
    simulated: Mean
    exact: float
    worst: tuple[str, float] = ("", 0.0)
    """The ending that deviates most from its probability, and by how many standard errors."""

    @property
    def strays(self) -> float:
        """How far the mean deviates, in standard errors."""
        return (self.simulated.value - self.exact) / self.simulated.error if self.simulated.error else 0.0

    @property
    def holds(self) -> bool:
        """Whether both agree within the tolerance."""
        return abs(self.strays) < FAILS_FROM and abs(self.worst[1]) < FAILS_FROM

    @property
    def sentence(self) -> str:
        """The check in words, with both figures."""
        verdict = "agrees" if self.holds else "DIFFERS"
        ending = f"; {self.worst[0]} strays most, {self.worst[1]:+.2f}" if self.worst[0] else ""
        exact = f"{self.exact * 100:.4f}%"
        return f"{self.wager}: simulated {self.simulated}, exact {exact}: {verdict} ({self.strays:+.2f} errors{ending})"

    def as_json(self) -> dict[str, Any]:
        """The check as JSON."""
        return {
            "wager": self.wager,
            "simulated": self.simulated.as_json(),
            "exact_percent": self.exact * 100,
            "standard_errors": self.strays,
            "worst_ending": {"slug": self.worst[0], "standard_errors": self.worst[1]} if self.worst[0] else None,
            "holds": self.holds,
        }


def checks_of(result: Result, resources: Resources) -> tuple[Check, ...]:
    """Check every wager whose exact figure the lab knows for these players."""
    exact = _EXACT[result.simulation.game](result.simulation, resources)
    found = []
    for spot in result.spots:
        if spot.spot.wager == _PROGRESSIVE and spot.made:
            found.append(_progressive_check(result, spot, resources))
        elif spot.spot.wager in exact and spot.made:
            found.append(_check(spot, exact[spot.spot.wager], alone=result.simulation.seats == 1))
    return tuple(found)


def _check(spot: SpotResult, reading: AnyReading, *, alone: bool) -> Check:
    # Seats share the dealer's cards, so the endings of several seats are correlated.
    worst = _worst(spot, _probabilities(reading)) if alone else ("", 0.0)
    return Check(spot.spot.wager, spot.house_edge, reading.house_edge.value, worst)


def _probabilities(reading: AnyReading) -> dict[str, float]:
    if isinstance(reading, OutcomeTable):
        return {outcome.slug: outcome.count / reading.total for outcome in reading.outcomes}
    return {share.slug: share.probability for share in reading.shares}


def _worst(spot: SpotResult, probabilities: Mapping[str, float]) -> tuple[str, float]:
    worst = ("", 0.0)
    for name, count in spot.by_name.items():
        chance = probabilities.get(name)
        # The normal approximation fails if few are expected.
        if chance is None or spot.made * min(chance, 1 - chance) < 25:
            continue
        strays = (count - spot.made * chance) / sqrt(spot.made * chance * (1 - chance))
        if abs(strays) > abs(worst[1]):
            worst = (name, strays)
    return worst


def _progressive_check(result: Result, spot: SpotResult, resources: Resources) -> Check:
    """The house advantage in the long run: all but contributions, seeds, fixed pays and envy. The meter's own ups and
    downs are not in it, so it is far more precise than the players' results.
    """
    from pitboss.lab.progressives import ProgressiveTerms  # noqa: PLC0415
    from pitboss.lab.simulation.blocks import house_of_progressive  # noqa: PLC0415

    simulation = result.simulation
    parameters = meter_parameters(simulation)
    assert parameters is not None, "there is a progressive"
    house = house_of_progressive(spot.spot, parameters).tolist()
    wager = getattr(simulation.rules, _PROGRESSIVE)[_PROGRESSIVE]
    hands = ProgressiveTerms.of(wager, RULES, resources)
    made, unit = spot.made, 1000 * spot.spot.cents
    kept = sum(count * amount for count, amount in zip(spot.counts, house, strict=False)) / unit
    squares = sum(count * (amount / unit) ** 2 for count, amount in zip(spot.counts, house, strict=False))
    envy = result.envy_cents / spot.spot.cents
    envy_squares = result.envy_squares / spot.spot.cents**2
    mean = (kept - envy) / made
    deviation = sqrt((squares + envy_squares) / made - mean**2)
    exact = float(hands.long_run_advantage(simulation.seats - 1))
    return Check(_PROGRESSIVE, Mean(mean, deviation / sqrt(made)), exact)


def _three_card_poker(simulation: Simulation, resources: Resources) -> dict[str, AnyReading]:
    rules = simulation.rules
    assert isinstance(rules, ThreeCardPokerRules)
    wagers = {"pair-plus": rules.paytable["pair-plus"]}
    if not simulation.player.habits:
        wagers["ante"] = rules.paytable["ante-bonus"]
    if rules.six_card_bonus is not None:
        wagers["six-card-bonus"] = rules.six_card_bonus["six-card-bonus"]
    return _counted(simulation, wagers, resources)


def _counted(simulation: Simulation, wagers: Mapping[str, Any], resources: Resources) -> dict[str, AnyReading]:
    """The wagers that their paytables' sheets count."""
    question = Question.ask(simulation.game.value, load_catalogue(), rules=simulation.settings.get("rules"))
    return {name: wager_readings(wager, question, resources)[RULES] for name, wager in wagers.items()}


def _fortune_san_lo(simulation: Simulation, resources: Resources) -> dict[str, AnyReading]:
    rules: Any = simulation.rules
    wagers = {} if rules.fortune_bonus is None else {"fortune-bonus": rules.fortune_bonus["fortune-bonus"]}
    found = _counted(simulation, wagers, resources)
    player = import_module("pitboss.lab.fortune_san_lo.player").Player
    who = player(simulation.player.habits.get("set", "best"))
    counted = import_module("pitboss.lab.fortune_san_lo.edges").edges(resources, exact=True)
    return found | {"main": counted.main_bet(who), "hat-trick": counted.hat_trick(who)}


def _double_draw(simulation: Simulation, resources: Resources) -> dict[str, AnyReading]:
    rules: Any = simulation.rules
    return {} if simulation.player.habits else _counted(simulation, {"bonus": rules.paytable["bonus"]}, resources)


def _power_blackjack(simulation: Simulation, resources: Resources) -> dict[str, AnyReading]:
    rules: Any = simulation.rules
    wagers = {} if rules.push_22 is None else {"push-22": rules.push_22["push-22"]}
    if not simulation.fresh_shoe:
        return {}
    question = Question(Game.POWER_BLACKJACK, None, rules)
    found = {name: wager_readings(wager, question, resources)[RULES] for name, wager in wagers.items()}
    if not simulation.player.habits:
        found["bet"] = import_module("pitboss.lab.power_blackjack.analysis").bet_readings(rules, resources)[RULES]
    return found


_EXACT: Final[dict[Game, Callable[[Simulation, Resources], dict[str, AnyReading]]]] = {
    Game.THREE_CARD_POKER: _three_card_poker,
    Game.FORTUNE_SAN_LO: _fortune_san_lo,
    Game.DOUBLE_DRAW: _double_draw,
    Game.POWER_BLACKJACK: _power_blackjack,
}
