"""The question that a par sheet answers: a paytable or a game, and the settings of the table."""

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from pitboss.errors import PitbossError, UnknownNameError
from pitboss.games.fortune_san_lo import FortuneSanLoRules
from pitboss.games.power_blackjack import PowerBlackjackRules
from pitboss.games.rounds import ROUNDS
from pitboss.games.table import TableRules, read_rules, usual_rules
from pitboss.paytables import Catalogue, Game, Paytable


class QuestionError(PitbossError):
    """A question that the lab cannot answer; the message says what is allowed.

    >>> issubclass(QuestionError, PitbossError)
    True
    """


class AdviceError(QuestionError):
    """A question that the adviser cannot answer.

    >>> issubclass(AdviceError, QuestionError)
    True
    """


@dataclass(frozen=True)
class Question:
    """A question to the lab.

    >>> from pitboss.paytables import load_catalogue
    >>> Question.ask("tcp-01", load_catalogue()).paytable.designator
    'TCP-01'
    >>> Question.ask("power-blackjack", load_catalogue(), decks=0)
    Traceback (most recent call last):
    pitboss.games.table.TableRulesError: 0 decks in the shoe: allowed are 1 to 8
    """

    game: Game
    paytable: Paytable | None
    """None for a whole game."""
    rules: TableRules
    exact: bool = False
    """Whether to count every deal instead of sampling, however long that takes."""

    @property
    def designator(self) -> str:
        """The designator of the paytable, or the name of the game."""
        return self.paytable.designator if self.paytable is not None else self.game.value

    @property
    def settings(self) -> dict[str, Any]:
        """The settings that the answer depends on, apart from the designator."""
        if isinstance(self.rules, PowerBlackjackRules):
            kept = self.rules.as_json()
            return {name: kept[name] for name in _SHOE if self.paytable is None or name in _PUSH_22}
        if isinstance(self.rules, FortuneSanLoRules) and self.paytable is None:
            # The house way itself, not its name: another list of rules may have the same name.
            kept = self.rules.as_json()
            return {"exact": self.exact, "house_way": kept["house_way"], "hat_trick": kept["hat_trick"]}
        return {}

    @staticmethod
    def ask(
        name: str, catalogue: Catalogue, *, decks: int | None = None, rules: Any = None, exact: bool = False
    ) -> "Question":
        """Make the question for a designator or a game; ``rules`` are the stored settings of a table."""
        game = next((game for game in Game if game.value == name.lower()), None)
        paytable = _paytable(name, catalogue) if game is None else None
        game = game or (paytable.game if paytable is not None else None)
        assert game is not None, "a paytable has a game"
        kind = ROUNDS[game].rules_type
        read = read_rules(kind, rules, catalogue) if rules is not None else usual_rules(kind)
        if decks is not None:
            if not isinstance(read, PowerBlackjackRules):
                raise QuestionError(f"{decks} decks for {game.label}: decks can be chosen for power-blackjack only")
            read = replace(read, decks=decks)
        return Question(game, paytable, read, exact)


_PUSH_22: Final = ("decks", "dealer_hits_soft_17")
_SHOE: Final = (
    *_PUSH_22,
    "blackjack_pays",
    "insurance",
    "insurance_pays",
    "double_after_split",
    "split_equal_value",
    "hands_per_seat",
    "split_aces_one_card",
    "resplit_aces",
    "surrender",
    "power_split",
    "power_double",
)


def _paytable(name: str, catalogue: Catalogue) -> Paytable:
    try:
        return catalogue[name]
    except UnknownNameError as error:
        games = ", ".join(game.value for game in Game)
        raise UnknownNameError(f"{error}; games are {games}") from None


def read_rules_file(file: Path) -> Any:
    """Read the settings of a table from a JSON file.

    >>> read_rules_file(Path("nowhere.json"))
    Traceback (most recent call last):
    pitboss.lab.question.QuestionError: nowhere.json cannot be read: No such file or directory
    """
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not JSON, or nests too deep"
        raise QuestionError(f"{file} cannot be read: {reason}") from error
