"""What wagers are expected to bring the house, and how far they stray: from par sheets that were worked out before.

Nothing is worked out here, since a report must not take minutes. A sheet is taken from the store of the lab, or from
the result of a job; where neither has it, there is no number.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import sqrt
from typing import Any, Final

from sqlalchemy import Connection

from pitboss.games.table import TableRules
from pitboss.house.reports.theory_wanted import PAR, theory_of
from pitboss.jobs import rows
from pitboss.jobs.laboratory import question
from pitboss.lab.progressives.terms import ProgressiveTerms
from pitboss.lab.question import Question
from pitboss.lab.sheet import RULES
from pitboss.lab.sheets import kept_sheet
from pitboss.lab.store import Store
from pitboss.paytables import Game, PayKind, load_catalogue, wager_label
from pitboss.progressive import MeterParameters

TOGETHER: Final = {
    Game.THREE_CARD_POKER: {"ante": "ante", "play": "ante", "ante-bonus": "ante"},
    Game.FORTUNE_SAN_LO: {},
    Game.DOUBLE_DRAW: dict.fromkeys(("ante", "bonus", "draw-1", "draw-2"), "ante"),
    Game.POWER_BLACKJACK: {"bet": "bet"}
    | {f"{more}{number}": "bet" for more in ("split", "double") for number in ("", *(f"-{n}" for n in range(2, 5)))},
}
"""Wagers whose theory is one: what follows from the first bet is decided by how it is played."""

_MEASURES: Final = {Game.DOUBLE_DRAW: ("ante", "bonus")}
"""By what such a theory is measured, where that is not the first bet alone."""

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
"""How the par sheet names them; San Lo as a player has it who sets the house way."""


def kind_of_wager(game: Game, wager: str) -> str:
    """The wager under which another is accounted.

    >>> kind_of_wager(Game.THREE_CARD_POKER, "play"), kind_of_wager(Game.THREE_CARD_POKER, "pair-plus")
    ('ante', 'pair-plus')
    """
    return TOGETHER[game].get(wager, wager)


def is_measure(game: Game, wager: str) -> bool:
    """Whether the edge is by the stake of this wager; the others of its kind are only part of what comes of it.

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


@dataclass(frozen=True)
class Expected:
    """What a unit of a wager is expected to bring the house, and the standard deviation of that.

    >>> Expected(Fraction(1, 20), 0.95).edge
    Fraction(1, 20)
    """

    edge: Fraction
    deviation: float


class Theory:
    """The theory of tables, as far as it was worked out."""

    def __init__(self, connection: Connection, property_id: str, store: Store | None = None) -> None:
        self._connection, self._property_id = connection, property_id
        self._store = store or Store()
        self._sheets: dict[str, dict[str, Any] | None] = {}

    def reading(self, rules: TableRules, kind: str) -> Mapping[str, Any] | None:
        """The reading of a wager by the rules, as a par sheet tells it; nothing where there is no sheet of it yet."""
        wanted = _ON_SHEET.get((rules.game, kind), kind)
        for inputs in theory_of(rules):
            sheet = self._sheet(inputs)
            for wager in sheet["wagers"] if sheet is not None else ():
                if wager["wager"] == wanted:
                    reading: dict[str, Any] = wager["readings"][RULES]
                    return reading
        return None

    def _sheet(self, inputs: Mapping[str, Any]) -> dict[str, Any] | None:
        job_id = question(PAR, inputs).job_id
        if job_id not in self._sheets:
            asked = Question.ask(inputs["designator"], load_catalogue(), rules=inputs.get("rules"))
            kept = kept_sheet(asked, self._store)
            self._sheets[job_id] = kept.as_json() if kept is not None else self._result(job_id)
        return self._sheets[job_id]

    def _result(self, job_id: str) -> dict[str, Any] | None:
        _, result = rows.with_results(self._connection, self._property_id, [job_id]).get(job_id, (None, None))
        return None if result is None else result["sheet"]


def command_for(rules: TableRules, kind: str) -> str:
    """The command that works out the theory of a wager.

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
    """A table with rules of its own needs them told; a paytable of a poker game is the same under all."""
    return " --rules FILE with the rules of the table" if matters and "rules" in whole else ""


def expected_of(reading: Mapping[str, Any]) -> Expected:
    """What a reading says.

    >>> expected_of({"house_edge": {"fraction": "128/5525", "percent": 2.3167}, "standard_deviation": 2.9}).edge
    Fraction(128, 5525)
    """
    edge = reading["house_edge"]
    # Where nothing finite was counted, the percentage is all there is; its last digit is far below a cent.
    exact = Fraction(edge["fraction"]) if edge["fraction"] is not None else Fraction(str(edge["percent"])) / 100
    return Expected(exact, reading["standard_deviation"])


def expected_of_progressive(reading: Mapping[str, Any], meter: MeterParameters, others: int) -> Expected:
    """What a progressive wager brings the house in the long run, by the parameters of its own meter.

    The house keeps what is not contributed, and pays fixed pays, envy and each new seed; what the meter pays was
    contributed before. So the spread is that of fixed pays, seeds and envy; the deviations of what one wager wins and
    of what each other hand brings it are added, which is never less than the deviation of the sum.
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
