"""Decides for a bot in every game, from the view of its player only.

A strategy returns a command, or nothing to let the time run out. The rules allow every command that it returns, but
the table may refuse one for lack of chips.
"""

from collections.abc import Callable, Iterable
from typing import Any, Final

from pitboss.bots.chance import Chance
from pitboss.cards import THREE_CARD_POKER, Card, parse_card
from pitboss.games import double_draw, fortune_san_lo, three_card_poker
from pitboss.games import power_blackjack as blackjack
from pitboss.games.command import Command
from pitboss.games.double_draw.round import MAX_DISCARDS
from pitboss.games.double_draw.strategy import advise
from pitboss.games.power_blackjack.choices import OPERATIONS
from pitboss.games.power_blackjack.strategy import by_the_chart
from pitboss.games.round_view import RoundView, SeatRound, cards_of
from pitboss.games.three_card_poker.strategy import is_worth_playing
from pitboss.paytables import Game

Decide = Callable[[RoundView, int, Chance], Command | None]
"""From the round as the player may see it: what a seat answers; nothing where it lets the time run out."""


def is_asked(view: RoundView, seat: int) -> bool:
    """Whether a seat may decide now: it is its turn, or the game lets all seats decide at once.

    >>> from pitboss.games.audience import player
    >>> round = three_card_poker.ThreeCardPokerRound(seats={2: "ann"})
    >>> is_asked(round.view(player(2)), 2)
    False
    """
    awaiting = view.awaiting
    if awaiting.kind != "decision":
        return False
    if awaiting.seat == seat:
        return True
    own = view.seats.get(seat)
    return own is not None and _AT_ONCE.get(Game(view.game), _never)(own)


def _never(_own: SeatRound) -> bool:
    return False


def _has_to_play_or_fold(own: SeatRound) -> bool:
    return "ante" in own.wagers and "play" not in own.wagers and not own.is_folded


def _has_to_set(own: SeatRound) -> bool:
    return any(hand.status == "in-play" for hand in own.hands)


_AT_ONCE: Final[dict[Game, Callable[[SeatRound], bool]]] = {
    Game.THREE_CARD_POKER: _has_to_play_or_fold,
    Game.FORTUNE_SAN_LO: _has_to_set,
}
"""The games whose seats decide at the same time, with a check whether a seat still has to decide."""


def _cards(faces: Iterable[str]) -> tuple[Card, ...]:
    return tuple(map(parse_card, faces))


# ---- Three Card Poker


def _play_queen_six_four(view: RoundView, seat: int, _chance: Chance) -> Command:
    hand = THREE_CARD_POKER.value(_cards(view.seats[seat].cards))
    return three_card_poker.Play(seat) if is_worth_playing(hand) else three_card_poker.Fold(seat)


def _play_or_fold(_view: RoundView, seat: int, chance: Chance) -> Command:
    return chance.pick((three_card_poker.Play, three_card_poker.Fold))(seat)


# ---- Double Draw Poker


def _draw_the_best(view: RoundView, seat: int, _chance: Chance) -> Command:
    own = view.seats[seat]
    discards = [card for pile in own.piles for card in pile.cards]
    advice = advise(_cards(own.cards), _draw_number(own), _cards(discards))
    return double_draw.Fold(seat) if advice.folds else double_draw.Draw(seat, advice.discards)


def _draw_anything(view: RoundView, seat: int, chance: Chance) -> Command:
    if chance.happens(20):
        return double_draw.Fold(seat)
    own = view.seats[seat]
    number = chance.below(MAX_DISCARDS[_draw_number(own)] + 1)
    return double_draw.Draw(seat, tuple(chance.some(_cards(own.cards), number)))


def _draw_number(own: SeatRound) -> int:
    return 2 if "draw-1" in own.wagers else 1


# ---- Fortune San Lo Poker


def _set_the_house_way(view: RoundView, seat: int, _chance: Chance) -> Command:
    """Set as the house would, once nobody else is thinking; before that its way is not shown, and one asks for it."""
    own = view.seats[seat]
    thinking = [other for other in view.seats.values() if _has_to_set(other) and other.player != own.player]
    if thinking:
        return fortune_san_lo.AskHouseWay(seat)
    return fortune_san_lo.SetHand(seat, fortune_san_lo.house_way(_cards(own.cards)).setting.cards)


def _set_anything(view: RoundView, seat: int, chance: Chance) -> Command:
    """Any order will do; many of them foul."""
    if chance.happens(20):
        return fortune_san_lo.AskHouseWay(seat)
    cards = _cards(view.seats[seat].cards)
    return fortune_san_lo.SetHand(seat, tuple(chance.some(cards, len(cards))))


# ---- Power Blackjack

_KINDS: Final = {name: kind for kind, name in OPERATIONS.items()}
_KEEP: Final = OPERATIONS[blackjack.KeepCard]


def _follow_the_chart(view: RoundView, seat: int, _chance: Chance) -> Command:
    if view.phase == "insuring":
        return blackjack.NoInsurance(seat)
    allowed = [_KINDS[name] for name in view.awaiting.operations]
    return by_the_chart(seat, _hand_in_turn(view, seat), parse_card(cards_of(view.dealer)[0]), allowed)


def _hand_in_turn(view: RoundView, seat: int) -> blackjack.Hand:
    hands = view.seats[seat].hands
    (shown,) = (hand for hand in hands if hand.id == view.awaiting.hand)
    stage = blackjack.Stage.CHOOSING if _KEEP in view.awaiting.operations else blackjack.Stage.OPEN
    return blackjack.Hand(shown.id, _cards(cards_of([shown])), is_split=len(hands) > 1, stage=stage)


def _do_anything(view: RoundView, seat: int, chance: Chance) -> Command:
    if view.phase == "insuring":
        half = view.seats[seat].wagers["bet"] // 2
        return blackjack.Insure(seat, half) if chance.happens(50) else blackjack.NoInsurance(seat)
    kind: Any = _KINDS[chance.pick(view.awaiting.operations)]
    command: Command = kind(seat)
    return command


def _stand(view: RoundView, seat: int, _chance: Chance) -> Command:
    if view.phase == "insuring":
        return blackjack.NoInsurance(seat)
    return blackjack.KeepCard(seat) if _KEEP in view.awaiting.operations else blackjack.Stand(seat)


# ---- the strategies

_BY_GAME: Final[dict[str, dict[Game, Decide]]] = {
    "simple": {
        Game.THREE_CARD_POKER: _play_queen_six_four,
        Game.FORTUNE_SAN_LO: _set_the_house_way,
        Game.DOUBLE_DRAW: _draw_the_best,
        Game.POWER_BLACKJACK: _follow_the_chart,
    },
    "timid": {
        Game.THREE_CARD_POKER: lambda _view, seat, _chance: three_card_poker.Fold(seat),
        Game.FORTUNE_SAN_LO: lambda _view, seat, _chance: fortune_san_lo.AskHouseWay(seat),
        Game.DOUBLE_DRAW: lambda _view, seat, _chance: double_draw.Fold(seat),
        Game.POWER_BLACKJACK: _stand,
    },
    "random": {
        Game.THREE_CARD_POKER: _play_or_fold,
        Game.FORTUNE_SAN_LO: _set_anything,
        Game.DOUBLE_DRAW: _draw_anything,
        Game.POWER_BLACKJACK: _do_anything,
    },
    "sleeper": {},
}

STRATEGIES: Final = tuple(_BY_GAME)
"""``simple`` plays as published, ``timid`` risks nothing more, ``random`` does anything, ``sleeper`` never answers."""


def decide(strategy: str, view: RoundView, seat: int, chance: Chance) -> Command | None:
    """What a seat that is asked answers; nothing where it lets the time run out.

    >>> from pitboss.sources import SeededEntropy
    >>> from pitboss.cards import parse_cards
    >>> from pitboss.games.audience import player
    >>> round = three_card_poker.ThreeCardPokerRound(seats={1: "ann"})
    >>> _ = round.place_wager(1, "ante", 500), round.no_more_bets()
    >>> _ = round.deal(parse_cards("Qs 6d 4h")), round.deal(parse_cards("Ks 6s 3s"))
    >>> view = round.view(player(1))
    >>> [decide(strategy, view, 1, Chance(SeededEntropy("a bot"))) for strategy in ("simple", "timid", "sleeper")]
    [Play(seat=1), Fold(seat=1), None]
    """
    ways = _BY_GAME[strategy]
    return ways[Game(view.game)](view, seat, chance) if ways else None
