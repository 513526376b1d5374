"""The best play of Double Draw Poker: what to replace, or to fold, with the own cards and discards known.

The first decision is looked up in what the lab worked out over all hands; the second is worked out on the spot. Both
are exact: nothing brings more on average.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pitboss.cards import Card
from pitboss.games.command import Command
from pitboss.games.double_draw.acts import Draw, Fold
from pitboss.games.double_draw.first_draw import first_draw, nearest_shipped
from pitboss.games.double_draw.holds import name_of, wins_already
from pitboss.games.double_draw.round import DoubleDrawRound
from pitboss.games.double_draw.second_draw import FOLD_2, LESS, second_draw
from pitboss.games.round import Round
from pitboss.games.table import shipped_paytable
from pitboss.paytables import Paytable


@dataclass(frozen=True)
class Advice:
    """What the best play is, and why.

    >>> Advice(folds=True, discards=(), why="nothing worth a Draw bet").folds
    True
    """

    folds: bool
    discards: tuple[Card, ...]
    why: str


def advise(
    cards: tuple[Card, ...], draw_number: int, dead: Sequence[Card] = (), paytable: Paytable | None = None
) -> Advice:
    """The best play with five cards in the first or the second draw. Dead cards are the own discards.

    For the first draw there are decisions for DDP-1 and DDP-2; any other paytable is played like the nearer of them.

    >>> from pitboss.cards import parse_cards
    >>> advise(parse_cards("Ks 9d Kd 5c 2h"), 1)
    Advice(folds=False, discards=(9d, 5c, 2h), why='keep a pair')
    >>> advise(parse_cards("Ks 9d 6d 5c 2h"), 2)
    Advice(folds=True, discards=(), why='nothing worth a Draw bet: no card would help')
    """
    paytable = paytable or shipped_paytable("DDP-1")
    return _first(cards, paytable) if draw_number == 1 else _second(cards, dead, paytable)


def _first(cards: tuple[Card, ...], paytable: Paytable) -> Advice:
    designator, is_it = nearest_shipped(paytable["bonus"])
    note = "" if is_it else f", as with the paytable {designator}, the nearest to this table's"
    discards = first_draw(cards, designator)
    if discards is None:
        return Advice(True, (), f"nothing worth a Draw bet{note}")
    return Advice(False, discards, f"keep {_kept(cards, discards)}{note}")


def _second(cards: tuple[Card, ...], dead: Sequence[Card], paytable: Paytable) -> Advice:
    options = second_draw(cards, dead, paytable["bonus"])
    drawing = next(option for option in options if option.discards is not None)
    discards = drawing.discards or ()
    kept, value = _kept(cards, discards), f"{float(drawing.value):+.2f} Antes"
    if not options[0].folds:
        return Advice(False, discards, f"keep {kept}, worth {value}")
    if drawing.value == LESS:
        return Advice(True, (), "nothing worth a Draw bet: no card would help")
    return Advice(True, (), f"nothing worth a Draw bet: {kept} would bring {value}, folding {FOLD_2}")


def _kept(cards: tuple[Card, ...], discards: tuple[Card, ...]) -> str:
    return name_of([card for card in cards if card not in discards])


def best_strategy(round: Round[Any, Any], seat: int) -> Command:
    """Decide for a seat by the best play, looking at its own cards and discards and nothing else.

    >>> from pitboss.cards import parse_cards
    >>> round = DoubleDrawRound(seats={2: "ann"})
    >>> _ = round.place_wager(2, "ante", 500), round.place_wager(2, "bonus", 500), round.no_more_bets()
    >>> _ = round.deal(parse_cards("Ks 9d Kd 5c 2h")), round.press_green_button()
    >>> best_strategy(round, 2)
    Draw(seat=2, cards=(9d, 5c, 2h))
    """
    advice = advise_at(round, seat)
    return Fold(seat) if advice.folds else Draw(seat, advice.discards)


def advise_at(round: Round[Any, Any], seat: int) -> Advice:
    """The best play for a seat whose turn it is.

    >>> from pitboss.cards import parse_cards
    >>> round = DoubleDrawRound(seats={2: "ann"})
    >>> _ = round.place_wager(2, "ante", 500), round.place_wager(2, "bonus", 500), round.no_more_bets()
    >>> _ = round.deal(parse_cards("As Ks Qs Js 2s")), round.press_green_button()
    >>> advise_at(round, 2).why
    'keep four to a royal flush'
    """
    assert isinstance(round, DoubleDrawRound), "the strategy knows one game"
    own = round.seats[seat]
    return advise(own.cards, round.draw_number, own.discards, round.rules.paytable)


def time_out(round: Round[Any, Any], seat: int) -> Command:
    """Decide for a player who does not answer, as the posted policy says: the adviser's choice.

    The only bet it makes is the Draw bet without which the hand could not stay in the round. Now and then the best play
    breaks up a winner for something greater; for somebody who is away a winner is kept.

    >>> from pitboss.cards import parse_cards
    >>> round = DoubleDrawRound(seats={2: "ann"})
    >>> _ = round.place_wager(2, "ante", 500), round.place_wager(2, "bonus", 500), round.no_more_bets()
    >>> _ = round.deal(parse_cards("Js 9d 7h 4c 2h")), round.press_green_button()
    >>> time_out(round, 2)
    Fold(seat=2)
    """
    advice = advise_at(round, seat)
    cards = round.seats[seat].cards
    kept = [card for card in cards if card not in advice.discards]
    if wins_already(cards) and not wins_already(kept):
        return Draw(seat)
    return Fold(seat) if advice.folds else Draw(seat, advice.discards)
