"""The hand adviser: lists every decision on given cards in each game with its exact value, the best first."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from pitboss.cards import DECK_52, Card, parse_cards, print_cards
from pitboss.errors import HandSizeError, NotationError
from pitboss.games.power_blackjack import PowerBlackjackRules
from pitboss.lab.work import Resources
from pitboss.paytables import Game, Paytable


@dataclass(frozen=True)
class Decision:
    """One decision and its value.

    >>> Decision("fold", Fraction(-1), ("-1.000000",)).as_json()["value"]
    -1.0
    """

    words: str
    value: Fraction | float
    figures: tuple[str, ...]
    """The texts of its row in a table."""

    def as_json(self) -> dict[str, Any]:
        """The decision as JSON."""
        fraction = str(self.value) if isinstance(self.value, Fraction) else None
        return {"words": self.words, "value": float(self.value), "fraction": fraction, "figures": list(self.figures)}


@dataclass(frozen=True)
class Advised:
    """All decisions on some cards, the best first."""

    game: Game
    cards: tuple[Card, ...]
    per: str
    """The unit of the values, such as per Ante."""
    columns: tuple[str, ...]
    options: tuple[Decision, ...]

    def as_json(self) -> dict[str, Any]:
        """The advice as JSON."""
        return {
            "game": self.game.value,
            "cards": print_cards(self.cards),
            "per": self.per,
            "columns": list(self.columns),
            "options": [option.as_json() for option in self.options],
        }


def read_hand(text: str) -> tuple[Card, ...]:
    """Read the cards of the hand; refuse an empty text.

    >>> read_hand("  ")
    Traceback (most recent call last):
    pitboss.errors.NotationError: no cards were given: write some, such as "Ks Kd 7h 4c Jk"
    """
    cards = parse_cards(text)
    if not cards:
        raise NotationError('no cards were given: write some, such as "Ks Kd 7h 4c Jk"')
    return cards


def advise_three_card(cards: Sequence[Card], paytable: Paytable) -> Advised:
    """Whether to play or to fold.

    >>> from pitboss.cards import parse_cards
    >>> from pitboss.paytables import load_catalogue
    >>> advise_three_card(parse_cards("Qs 6d 4h"), load_catalogue()["TCP-01"]).options[0].words
    'play'
    """
    from pitboss.lab.three_card_poker import play_value  # noqa: PLC0415 (kernels load slowly)

    if len(cards) != 3:
        raise HandSizeError(f"a hand of Three Card Poker has 3 cards, not {len(cards)}: {print_cards(cards)}")
    DECK_52.check(cards, Game.THREE_CARD_POKER.label)
    options = [("play", play_value(cards, paytable["ante-bonus"])), ("fold", Fraction(-1))]
    return _advised(Game.THREE_CARD_POKER, cards, "per Ante", options)


def advise_double_draw(cards: Sequence[Card], draw: int, dead: Sequence[Card], paytable: Paytable) -> Advised:
    """Which cards to replace, or whether to fold.

    >>> from pitboss.cards import parse_cards
    >>> from pitboss.paytables import load_catalogue
    >>> hand, gone = parse_cards("Ks Kd 9h 5c 2d"), parse_cards("3h 4h 7d")
    >>> advise_double_draw(hand, 2, gone, load_catalogue()["DDP-1"]).options[0].words
    'replace 2d'
    """
    from pitboss.lab.double_draw import advise  # noqa: PLC0415

    options = [(option.words, option.value) for option in advise(cards, draw, dead, paytable)]
    return _advised(Game.DOUBLE_DRAW, cards, "per Ante; Ante and Bonus are two units", options)


def advise_power_blackjack(
    cards: Sequence[Card], up_card: Card, *, hands: int = 1, decks: int | None = None
) -> Advised:
    """Each decision against the dealer's up card.

    >>> from pitboss.cards import parse_card, parse_cards
    >>> advise_power_blackjack(parse_cards("Ts 6d"), parse_card("9h")).options[0].words
    'power split'
    """
    from pitboss.lab.power_blackjack.advice import advise  # noqa: PLC0415

    rules = PowerBlackjackRules()
    if decks is not None:
        rules = replace(rules, decks=decks)
    options = [(option.words, option.value) for option in advise(cards, up_card, rules, hands=hands)]
    shoe = "1 deck" if rules.decks == 1 else f"{rules.decks} decks"
    against = f"per bet, against {up_card} without a blackjack, {shoe}"
    return _advised(Game.POWER_BLACKJACK, cards, against, options)


def advise_san_lo(cards: Sequence[Card], resources: Resources) -> Advised:
    """Every legal setting of six cards."""
    from pitboss.lab.fortune_san_lo import advise  # noqa: PLC0415

    advice = advise(cards, resources)
    options = []
    for ranked in advice.settings:
        marks = [
            name for name, is_it in (("house way", ranked.is_house_way), ("rule list", ranked.is_rule_list)) if is_it
        ]
        main, hat_trick = ranked.main_bet.exact, ranked.hat_trick.exact
        assert main is not None, "settings are counted"
        assert hat_trick is not None, "settings are counted"
        figures = (f"{float(main):.4%}", f"{float(2 * main - 1):+.6f}", f"{float(hat_trick):.4%}", ", ".join(marks))
        options.append(Decision(str(ranked.setting), 2 * main - 1, figures))
    columns = ("Main bet wins", "Worth", "Hat Trick wins", "Also")
    return Advised(Game.FORTUNE_SAN_LO, tuple(cards), "per main bet", columns, tuple(options))


def _advised(game: Game, cards: Sequence[Card], per: str, options: Sequence[tuple[str, Fraction | float]]) -> Advised:
    ranked = sorted(options, key=lambda option: -option[1])
    best = ranked[0][1]
    decisions = tuple(
        Decision(words, value, (f"{float(value):+.6f}", f"{float(best - value):.6f}" if value != best else "best"))
        for words, value in ranked
    )
    return Advised(game, tuple(cards), per, ("Worth", "Costs"), decisions)
