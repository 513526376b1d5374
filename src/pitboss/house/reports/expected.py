"""What wagers are expected to win for the house, and their standard deviations, from par sheets of the lab.

A report must not take minutes, so nothing is computed here. A par sheet comes from the lab's store or from the result
of a job; if neither has it, there is no number.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import sqrt
from typing import Any, Final

from sqlalchemy import Connection, select

from pitboss.games.table import TableRules, usual_rules
from pitboss.house.storage.schema import JOBS
from pitboss.lab.progressives.terms import ProgressiveTerms
from pitboss.lab.question import Question
from pitboss.lab.sheet import RULES
from pitboss.lab.sheets import kept_sheet
from pitboss.lab.store import Store, job_key
from pitboss.paytables import Game, PayKind, load_catalogue, wager_label
from pitboss.progressive import MeterParameters

PAR: Final = "par"
"""The kind of job that makes a par sheet."""

_NOT_CHANCE: Final = ("limits", "seats", "adjacent_seats", "positions", "settling_order", "cut_card_percent")
"""Settings of a table that do not change any probability."""

TOGETHER: Final = {
    Game.THREE_CARD_POKER: {"ante": "ante", "play": "ante", "ante-bonus": "ante"},
    Game.FORTUNE_SAN_LO: {},
    Game.DOUBLE_DRAW: dict.fromkeys(("ante", "bonus", "draw-1", "draw-2"), "ante"),
    Game.POWER_BLACKJACK: {"bet": "bet"}
    | {f"{more}{number}": "bet" for more in ("split", "double") for number in ("", *(f"-{n}" for n in range(2, 5)))},
}
"""Wagers that share one theory: the wagers after the first bet depend on how the hand is played."""

_MEASURES: Final = {Game.DOUBLE_DRAW: ("ante", "bonus")}
"""The wagers whose stakes the edge of such a theory applies to, where that is not the first bet alone."""

_TITLES: Final = {
    (Game.THREE_CARD_POKER, "ante"): "Ante, Play and Ante Bonus",
    (Game.DOUBLE_DRAW, "ante"): "Ante, Bonus and Draws",
    (Game.POWER_BLACKJACK, "bet"): "Bet, splits and doubles",
}
_ON_SHEET: Final = {
    (Game.THREE_CARD_POKER, "ante"): "ante-bonus",
    (Game.DOUBLE_DRAW, "ante"): "bonus",
    (Game.FORTUNE_SAN_LO, "main"): "main-house-way",
    (Game.FORTUNE_SAN_LO, "hat-trick"): "hat-trick-house-way",
}
"""Their names on the par sheet; for San Lo, those of a player who sets the house way."""


def kind_of_wager(game: Game, wager: str) -> str:
    """The wager that another one is counted under.

    >>> kind_of_wager(Game.THREE_CARD_POKER, "play"), kind_of_wager(Game.THREE_CARD_POKER, "pair-plus")
    ('ante', 'pair-plus')
    """
    return TOGETHER[game].get(wager, wager)


def is_measure(game: Game, wager: str) -> bool:
    """Whether the edge applies to the stake of this wager; the other wagers of its kind only follow from it.

    >>> is_measure(Game.THREE_CARD_POKER, "play"), is_measure(Game.DOUBLE_DRAW, "bonus")
    (False, True)
    """
    kind = kind_of_wager(game, wager)
    return wager in _MEASURES.get(game, ()) or wager == kind


def title_of(game: Game, kind: str) -> str:
    """A kind of wager in words.

    >>> title_of(Game.THREE_CARD_POKER, "ante"), title_of(Game.THREE_CARD_POKER, "six-card-bonus")
    ('Ante, Play and Ante Bonus', '6 Card Bonus')
    """
    return _TITLES.get((game, kind)) or wager_label(game, kind)


def theory_of(rules: TableRules) -> list[dict[str, Any]]:
    """The par sheets for the rules of a table, of the game and of each of its paytables, as the lab is asked for them.

    >>> from pitboss.games.three_card_poker import ThreeCardPokerRules
    >>> [sheet["designator"] for sheet in theory_of(ThreeCardPokerRules())]
    ['three-card-poker', 'TCP-01', 'TCP-6B1', 'TCPP-1']
    >>> from pitboss.games.power_blackjack import PowerBlackjackRules
    >>> theory_of(PowerBlackjackRules(decks=2))[0]["rules"]["decks"]
    2
    """
    designators = [paytable.designator for paytable in rules.paytables().values()]
    settings = _chances(rules)
    # A question without rules means the usual rules. Only in blackjack do the rules change what a paytable returns.
    of_game: dict[str, Any] = {} if settings == _chances(usual_rules(type(rules))) else {"rules": settings}
    of_paytable = of_game if rules.game is Game.POWER_BLACKJACK else {}
    return [{"designator": rules.game.value} | of_game, *({"designator": each} | of_paytable for each in designators)]


def _chances(rules: TableRules) -> dict[str, Any]:
    return {name: value for name, value in rules.as_json().items() if name not in _NOT_CHANCE}


@dataclass(frozen=True)
class Expected:
    """What one unit of a wager is expected to win for the house, and its standard deviation.

    >>> Expected(Fraction(1, 20), 0.95).edge
    Fraction(1, 20)
    """

    edge: Fraction
    deviation: float


class Theory:
    """The theory of tables, as far as the lab has computed it."""

    def __init__(self, connection: Connection, property_id: str, store: Store | None = None) -> None:
        self._connection, self._property_id = connection, property_id
        self._store = store or Store()
        self._sheets: dict[str, dict[str, Any] | None] = {}

    def reading(self, rules: TableRules, kind: str) -> Mapping[str, Any] | None:
        """The outcomes of a wager under these rules, from its par sheet; None if there is no par sheet yet."""
        wanted = _ON_SHEET.get((rules.game, kind), kind)
        for inputs in theory_of(rules):
            sheet = self._sheet(inputs)
            for wager in sheet["wagers"] if sheet is not None else ():
                if wager["wager"] == wanted:
                    reading: dict[str, Any] = wager["readings"][RULES]
                    return reading
        return None

    def _sheet(self, inputs: Mapping[str, Any]) -> dict[str, Any] | None:
        key = job_key(PAR, inputs)
        if key not in self._sheets:
            question = Question.ask(inputs["designator"], load_catalogue(), rules=inputs.get("rules"))
            kept = kept_sheet(question, self._store)
            self._sheets[key] = kept.as_json() if kept is not None else self._result(key)
        return self._sheets[key]

    def _result(self, key: str) -> dict[str, Any] | None:
        """The sheet from the result of a job, if there is one."""
        of_job = (JOBS.c.property_id == self._property_id) & (JOBS.c.key == key)
        result = self._connection.scalar(select(JOBS.c.result).where(of_job))
        sheet: dict[str, Any] | None = None if result is None else json.loads(result)["sheet"]
        return sheet


def command_for(rules: TableRules, kind: str) -> str:
    """The terminal command that computes the theory of a wager.

    >>> from pitboss.games.three_card_poker import ThreeCardPokerRules
    >>> command_for(ThreeCardPokerRules(), "ante"), command_for(ThreeCardPokerRules(), "six-card-bonus")
    ('pitboss par TCP-01', 'pitboss par TCP-6B1')
    """
    whole = theory_of(rules)[0]
    wanted = _ON_SHEET.get((rules.game, kind), kind)
    for paytable in rules.paytables().values():
        if any(wager.wager.slug == wanted for wager in paytable.wagers):
            return f"pitboss par {paytable.designator}" + _with_rules(whole, rules.game is Game.POWER_BLACKJACK)
    return f"pitboss par {rules.game.value}" + _with_rules(whole, True)


def _with_rules(whole: Mapping[str, Any], matters: bool) -> str:
    """Unusual rules must be given in a file, unless they do not matter: a poker paytable is the same under all."""
    return " --rules FILE with the rules of the table" if matters and "rules" in whole else ""


def expected_of(reading: Mapping[str, Any]) -> Expected:
    """The edge and the standard deviation from a par sheet's figures for a wager.

    >>> expected_of({"house_edge": {"fraction": "128/5525", "percent": 2.3167}, "standard_deviation": 2.9}).edge
    Fraction(128, 5525)
    """
    edge = reading["house_edge"]
    # A simulated wager has no exact fraction, only a percentage; its last digit is far below a cent.
    exact = Fraction(edge["fraction"]) if edge["fraction"] is not None else Fraction(str(edge["percent"])) / 100
    return Expected(exact, reading["standard_deviation"])


def expected_of_progressive(reading: Mapping[str, Any], meter: MeterParameters, others: int) -> Expected:
    """What a progressive wager wins for the house in the long run, by the parameters of its own meter.

    The house keeps what is not contributed, and pays fixed pays, envy and each new seed; what the meter pays was
    contributed before. So only fixed pays, seeds and envy vary. The deviation of the wager's own pays and that of the
    envy from each other hand are added, which is never less than the deviation of their sum.
    """
    counts, total, pays = reading["counts"], reading["total"], meter.pays
    printed = ProgressiveTerms.from_counts(pays, counts, total)
    seed = Fraction(meter.seed_cents, meter.denomination_cents)
    terms = replace(printed, seed=seed, contribution=meter.rate)
    own, envy = [], []
    for row in pays.rows:
        often = Fraction(counts[row.hand.slug], total)
        envy.append((Fraction(row.envy_cents or 0, 100), often))
        if row.pay.kind is PayKind.FOR:
            own.append((row.pay.amount, often))
        elif row.pay.amount == 1:
            own.append((seed, often))
    return Expected(terms.long_run_advantage(others), _deviation(own) + others * _deviation(envy))


def _deviation(pays: list[tuple[Fraction, Fraction]]) -> float:
    mean = sum((pay * often for pay, often in pays), Fraction(0))
    return sqrt(sum((pay**2 * often for pay, often in pays), Fraction(0)) - mean**2)
