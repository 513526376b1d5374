"""Makes par sheets: finds the analysis for each wager, and keeps each finished sheet in the store.

A whole sheet is stored, so the second time only the sheet is loaded. The analysis modules are loaded when they are
needed: their kernels take a second to start.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Final, NamedTuple

from pitboss.games.fortune_san_lo import FortuneSanLoRules
from pitboss.games.power_blackjack import PowerBlackjackRules
from pitboss.lab.outcome_table import AnyReading
from pitboss.lab.question import Question
from pitboss.lab.sheet import RULES, ParSheet, WagerSheet
from pitboss.lab.store import Store, key_of
from pitboss.lab.work import Resources
from pitboss.paytables import Game, Paytable, WagerPaytable

Analyst = Callable[[WagerPaytable, Question, Resources], Mapping[str, AnyReading]]
"""Computes every outcome table of a wager."""


class Method(NamedTuple):
    """How a wager is computed."""

    words: str
    analyst: Analyst


def _ante(wager: WagerPaytable, _question: Question, resources: Resources) -> Mapping[str, AnyReading]:
    return _of("three_card_poker").ante_readings(wager, resources)  # type: ignore[no-any-return]


def _bonus(wager: WagerPaytable, _question: Question, resources: Resources) -> Mapping[str, AnyReading]:
    return _of("bonus").readings(wager, resources)  # type: ignore[no-any-return]


def _progressive(wager: WagerPaytable, _question: Question, resources: Resources) -> Mapping[str, AnyReading]:
    return _of("progressives").progressive_readings(wager, resources)  # type: ignore[no-any-return]


def _double_draw(wager: WagerPaytable, _question: Question, resources: Resources) -> Mapping[str, AnyReading]:
    return _of("double_draw").readings(wager, resources)  # type: ignore[no-any-return]


def _push_22(wager: WagerPaytable, question: Question, _means: Resources) -> Mapping[str, AnyReading]:
    module = import_module("pitboss.lab.power_blackjack.push_22")
    return module.push_22_readings(wager, None, question.rules)  # type: ignore[no-any-return]


def _of(package: str):  # type: ignore[no-untyped-def]
    return import_module(f"pitboss.lab.{package}")


METHODS: Final = {
    (Game.THREE_CARD_POKER, "ante-bonus"): Method("all 407,170,400 deals, the Ante played best", _ante),
    (Game.THREE_CARD_POKER, "pair-plus"): Method("all 22,100 hands", _bonus),
    (Game.THREE_CARD_POKER, "six-card-bonus"): Method("all 20,358,520 hands of six", _bonus),
    (Game.THREE_CARD_POKER, "progressive"): Method("all 22,100 hands, at the average meter", _progressive),
    (Game.FORTUNE_SAN_LO, "fortune-bonus"): Method("all 22,957,480 hands of six", _bonus),
    (Game.FORTUNE_SAN_LO, "progressive"): Method("all 22,957,480 hands of six, at the average meter", _progressive),
    (Game.DOUBLE_DRAW, "bonus"): Method("all 3,162,510 hands with the best of both decisions", _double_draw),
    (Game.POWER_BLACKJACK, "push-22"): Method("all hands of the dealer that end in 22", _push_22),
}
"""The method for each game and wager."""

MODULES: Final = {
    Game.THREE_CARD_POKER: ("pitboss.lab.three_card_poker", "pitboss.lab.bonus", "pitboss.lab.progressives"),
    Game.FORTUNE_SAN_LO: (
        "pitboss.lab.fortune_san_lo",
        "pitboss.games.fortune_san_lo",
        "pitboss.lab.bonus",
        "pitboss.lab.progressives",
    ),
    Game.DOUBLE_DRAW: (
        "pitboss.lab.double_draw",
        "pitboss.games.double_draw.options",
        "pitboss.games.double_draw.second_draw",
    ),
    Game.POWER_BLACKJACK: ("pitboss.lab.power_blackjack",),
}
"""The modules that compute the sheets of a game, apart from those in ``_ALL``."""
_ALL: Final = (
    "pitboss.cards",
    "pitboss.paytables",
    "pitboss.games.table",
    "pitboss.lab.sheet",
    "pitboss.lab.sheets",
    "pitboss.lab.question",
    "pitboss.lab.outcome_table",
    "pitboss.lab.counting",
)


def par_sheet(question: Question, resources: Resources) -> ParSheet:
    """The par sheet that answers a question, from the store if it is there.

    >>> from pitboss.paytables import load_catalogue
    >>> sheet = par_sheet(Question.ask("TCP-01", load_catalogue()), Resources(processes=1))
    >>> sheet["pair-plus"].reading.house_edge.exact
    Fraction(128, 5525)
    """
    kept = kept_sheet(question, resources.store) if resources.store is not None else None
    if kept is not None:
        return kept
    sheet = (
        _paytable_sheet(question, question.paytable, resources)
        if question.paytable
        else _game_sheet(question, resources)
    )
    if resources.store is not None:
        resources.store.put(_key(question), sheet.stored())
    return sheet


def kept_sheet(question: Question, store: Store) -> ParSheet | None:
    """The stored par sheet; None if there is none. It computes nothing.

    >>> from pathlib import Path
    >>> from pitboss.paytables import load_catalogue
    >>> kept_sheet(Question.ask("TCP-01", load_catalogue()), Store(Path("nowhere"))) is None
    True
    """
    kept = store.get(_key(question))
    return None if kept is None else ParSheet.restored(kept)


def _key(question: Question) -> str:
    return key_of("par", inputs_of(question), modules_of(question))


def inputs_of(question: Question) -> dict[str, object]:
    """Everything that the answer depends on, apart from the code."""
    paytables = [paytable.as_json() for paytable in paytables_of(question)]
    return {"designator": question.designator, "paytables": paytables, "settings": question.settings}


def modules_of(question: Question) -> tuple[str, ...]:
    """The modules whose code computes the answer."""
    return (*MODULES[question.game], *_ALL)


def paytables_of(question: Question) -> tuple[Paytable, ...]:
    """The paytables of the sheet."""
    if question.paytable is not None:
        return (question.paytable,)
    return tuple(question.rules.paytables().values())


def wager_readings(wager: WagerPaytable, question: Question, resources: Resources) -> Mapping[str, AnyReading]:
    """Compute the outcome tables of one wager."""
    return METHODS[wager.wager.game, wager.wager.slug].analyst(wager, question, resources)


def _wager_sheets(paytable: Paytable, question: Question, resources: Resources) -> tuple[WagerSheet, ...]:
    return tuple(_wager_sheet(paytable, wager, question, resources) for wager in paytable.wagers)


def _wager_sheet(paytable: Paytable, wager: WagerPaytable, question: Question, resources: Resources) -> WagerSheet:
    slug, title, notes = wager.wager.slug, wager.name, _notes(paytable, wager)
    if wager.meter is None:
        return WagerSheet(slug, title, wager_readings(wager, question, resources), wager.printed, notes)
    meters = _of("progressives").progressive_sheets(wager, resources)
    readings = {name: meter.at_average for name, meter in meters.items()}
    progressive = {name: meter.as_json() for name, meter in meters.items()}
    return WagerSheet(slug, title, readings, wager.printed, notes, progressive)


def _notes(paytable: Paytable, wager: WagerPaytable) -> tuple[str, ...]:
    """The notes of the paytable go under its last wager."""
    return paytable.notes if wager is paytable.wagers[-1] else ()


def _paytable_sheet(question: Question, paytable: Paytable, resources: Resources) -> ParSheet:
    ways = "; ".join(f"{wager.name}: {METHODS[paytable.game, wager.wager.slug].words}" for wager in paytable.wagers)
    wagers = _wager_sheets(paytable, question, resources)
    settings, modules = question.settings, modules_of(question)
    return ParSheet(paytable.designator, paytable.game, paytable.title, wagers, settings, f"{ways}.", modules)


def _game_sheet(question: Question, resources: Resources) -> ParSheet:
    """The sheet of a whole game: its own bets first, then the wagers of its paytables."""
    own, words = _OWN_BETS[question.game](question, resources)
    others = [sheet for table in paytables_of(question) for sheet in _wager_sheets(table, question, resources)]
    taken = {sheet.wager for sheet in own}
    wagers = (*own, *(sheet for sheet in others if sheet.wager not in taken))
    title, modules = question.game.label, modules_of(question)
    return ParSheet(question.designator, question.game, title, wagers, question.settings, words, modules)


OwnBets = tuple[tuple[WagerSheet, ...], str]


def _three_card_poker(_question: Question, _means: Resources) -> OwnBets:
    return (), "All 407,170,400 deals, the Ante played best; the bonus wagers over every hand."


def _san_lo(question: Question, resources: Resources) -> OwnBets:
    rules = question.rules
    assert isinstance(rules, FortuneSanLoRules)
    sheet = _of("fortune_san_lo").game_sheet(resources, exact=question.exact, rules=rules)
    offered = tuple(wager for wager in sheet.wagers if rules.hat_trick or not wager.wager.startswith("hat-trick"))
    return offered, sheet.method


def _whole_double_draw(_question: Question, _means: Resources) -> OwnBets:
    return (), _of("double_draw").METHOD


def _blackjack(question: Question, resources: Resources) -> OwnBets:
    analysis = import_module("pitboss.lab.power_blackjack.analysis")
    reading = analysis.bet_readings(question.rules, resources)
    sheets = [WagerSheet("bet", "Main bet", reading)]
    rules = question.rules
    assert isinstance(rules, PowerBlackjackRules)
    if rules.insurance:
        insurance = import_module("pitboss.lab.power_blackjack.push_22").insurance_readings(rules)
        sheets.append(WagerSheet("insurance", "Insurance", insurance))
    return tuple(sheets), reading[RULES].how


_OWN_BETS: Final[dict[Game, Callable[[Question, Resources], OwnBets]]] = {
    Game.THREE_CARD_POKER: _three_card_poker,
    Game.FORTUNE_SAN_LO: _san_lo,
    Game.DOUBLE_DRAW: _whole_double_draw,
    Game.POWER_BLACKJACK: _blackjack,
}
