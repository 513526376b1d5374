"""The three matchups of a seat against the dealer, and what they say in words."""

from dataclasses import dataclass
from functools import cache

from pitboss.cards import HandValue
from pitboss.games.fortune_san_lo.setting import RANKINGS, Setting
from pitboss.games.round_view import CardRow, Outcome, faces


@dataclass(frozen=True)
class Matchups:
    """High, mid and low hand against the dealer's.

    >>> Matchups((Outcome.WINS, Outcome.TIES, Outcome.WINS)).words
    'wins high and low, loses mid (a tie)'
    """

    outcomes: tuple[Outcome, ...]

    @property
    def won(self) -> int:
        """How many matchups the player wins."""
        return self.outcomes.count(Outcome.WINS)

    @property
    def wins_main(self) -> bool:
        """Whether the main bet wins: two or three matchups."""
        return self.won >= 2

    @property
    def wins_all(self) -> bool:
        """Whether the Hat Trick wins."""
        return self.won == len(RANKINGS)

    @property
    def words(self) -> str:
        """Which matchups are won and which lost."""
        return _words(self.outcomes)


# Told for two wagers at every seat, of 27 that there are.
@cache
def _words(outcomes: tuple[Outcome, ...]) -> str:
    if Outcome.TIES not in outcomes and len(set(outcomes)) == 1:
        return f"{outcomes[0]} all three"
    parts = [("wins", _named(outcomes, Outcome.WINS)), ("loses", _named(outcomes, Outcome.LOSES, Outcome.TIES))]
    return ", ".join(f"{verb} {_listed(hands)}" for verb, hands in parts if hands)


def _named(outcomes: tuple[Outcome, ...], *wanted: Outcome) -> list[str]:
    named = zip(RANKINGS, outcomes, strict=True)
    return [f"{hand} (a tie)" if found is Outcome.TIES else hand for hand, found in named if found in wanted]


def compare(player: Setting, dealer: Setting) -> Matchups:
    """A player's three hands against the dealer's, high against high and so on.

    >>> from pitboss.cards import parse_cards
    >>> own, dealer = map(Setting.of, map(parse_cards, ("Ks Kd 4h Ac Jd Qs", "9s 9d 2h Ad Jc Jk")))
    >>> compare(own, dealer).words
    'wins high, loses mid (a tie) and low'
    """
    return Matchups(tuple(_outcome(*pair) for pair in zip(player.values, dealer.values, strict=True)))


def rows_of(setting: Setting, dealer: Setting | None = None) -> list[CardRow]:
    """The three hands of a setting that lies face up, and how they do against the dealer's, once that lies there.

    >>> from pitboss.cards import parse_cards
    >>> own, dealer = map(Setting.of, map(parse_cards, ("Ks Kd 4h Ac Jd Qs", "9s 9d 2h Ad Jc Jk")))
    >>> [(row.label, row.words, str(row.outcome)) for row in rows_of(own, dealer)][1]
    ('mid', 'ace-jack high', 'ties')
    """
    outcomes: tuple[Outcome | None, ...] = (None,) * 3 if dealer is None else compare(setting, dealer).outcomes
    told = zip(RANKINGS, setting.values, outcomes, strict=True)
    return [CardRow(faces(hand.cards), name, hand.sentence, outcome) for name, hand, outcome in told]


def hidden_rows(setting: Setting) -> list[CardRow]:
    """The three hands of a setting that lies face down.

    >>> from pitboss.cards import parse_cards
    >>> hidden_rows(Setting.of(parse_cards("Ks Kd 4h Ac Jd Qs")))[2]
    CardRow(cards=['??'], label='low', words=None, outcome=None)
    """
    return [
        CardRow(faces(hand.cards, is_seen=False), name) for name, hand in zip(RANKINGS, setting.values, strict=True)
    ]


def _outcome(player: HandValue, dealer: HandValue) -> Outcome:
    if player.strength == dealer.strength:
        return Outcome.TIES
    return Outcome.WINS if player.strength > dealer.strength else Outcome.LOSES


def _listed(names: list[str]) -> str:
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last
