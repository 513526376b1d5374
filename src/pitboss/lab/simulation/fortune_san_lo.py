"""Simulates Fortune San Lo Poker: one lookup for each hand gives everything that the round needs.

Empty positions get packets too, but they are never used; so only those of the seats and of the dealer are dealt.
"""

from typing import Final, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.cards import FiveCardCategory
from pitboss.games.fortune_san_lo.house_way import shipped_house_way
from pitboss.games.fortune_san_lo.rule_list import shipped_rule_list
from pitboss.games.fortune_san_lo.rules import FortuneSanLoRules
from pitboss.lab.bonus.counts import example_of
from pitboss.lab.fortune_san_lo.edges import CountedEdges
from pitboss.lab.fortune_san_lo.player import Player
from pitboss.lab.simulation.dealing import Cards, Dealer
from pitboss.lab.simulation.fortune_san_lo_best import BEST, hands_set_best
from pitboss.lab.simulation.fortune_san_lo_hands import CATEGORY, Words, matchups_won, number_hands
from pitboss.lab.simulation.fortune_san_lo_ways import hands_set_by
from pitboss.lab.simulation.spots import NOT_MADE, Ending, Spot, paid_endings
from pitboss.lab.simulation.table import (
    DealtTable,
    Endings,
    Luck,
    Rows,
    Seating,
    SeatingError,
    luck_or_none,
    thresholds,
)
from pitboss.lab.store import Store
from pitboss.lab.work import Resources
from pitboss.paytables import Paytable, print_dollars

SET: Final = "set"
"""The habit: how hands are set, by the name of one of the lab's players."""

_OPTIONAL: Final = ("fortune-bonus", "hat-trick", "progressive")


class _Felt(NamedTuple):
    """Everything that the kernel knows. Spots that the table or the players do not have are -1."""

    players: Words
    """Every hand as the players set it, by its number."""
    dealer: Words
    bonus_rows: NDArray[np.uint8]
    """The row of the Fortune Bonus by category of the best five."""
    progressive_rows: NDArray[np.uint8]
    spots: tuple[int, int, int, int]
    """The indexes of main bet, Fortune Bonus, Hat Trick and progressive among the endings."""
    made_below: NDArray[np.int64]


class Room(NamedTuple):
    """The work space of the kernel."""

    order: Cards
    numbers: NDArray[np.uint32]
    own: Words
    """The hands of one seat."""
    dealer: Words


def _room(rounds: int) -> Room:
    return Room(np.empty((6, rounds), np.uint8), *(np.empty(rounds, np.uint32) for _ in range(3)))


class FortuneSanLoTable(DealtTable):
    """A table of Fortune San Lo Poker, compiled.

    The tables of all hands are made the first time, with the given resources, and stored. By default they are
    stored in the user's cache and made by this process alone; for the best players that takes minutes.

    >>> habits = {"set": "house-way"}
    >>> seating = Seating(FortuneSanLoRules(), 1, {"main": 500, "hat-trick": 100}, habits)
    >>> [spot.wager for spot in FortuneSanLoTable(seating, Resources(processes=1)).spots]
    ['main', 'hat-trick']
    """

    def __init__(self, seating: Seating, resources: Resources | None = None) -> None:
        rules = seating.rules
        assert isinstance(rules, FortuneSanLoRules)
        _verify(rules, seating)
        player, own_means = _player(rules, seating), resources or Resources(Store(), processes=1)
        self.spots = _spots(rules, seating)
        wagers = [spot.wager for spot in self.spots]
        places = [wagers.index(name) if name in wagers else -1 for name in ("main", *_OPTIONAL)]
        self.felt = _Felt(
            _hands_of(player, rules, own_means),
            hands_set_by(rules.house_way, own_means),
            _rows(rules.fortune_bonus, "fortune-bonus"),
            _rows(rules.progressive, "progressive"),
            (places[0], places[1], places[2], places[3]),
            thresholds(seating, _OPTIONAL),
        )
        self.dealer = Dealer(53, 6 * (seating.seats + 1))

    def play_cards(self, cards: Cards, luck: Luck | None, endings: Endings, rows: Rows) -> None:
        """Play rounds with given cards: the packets of the seats in play, from the first on, then the dealer's."""
        play(cards, luck_or_none(luck, endings), self.felt, _room(endings.shape[2]), endings, rows)


def _verify(rules: FortuneSanLoRules, seating: Seating) -> None:
    """Refuse a seating that a real round would refuse."""
    if not 1 <= seating.seats <= rules.seats:
        raise SeatingError(f"{seating.seats} seats at {rules.game.label}: 1 to {rules.seats} can be taken")
    unknown = [wager for wager in seating.bets if wager not in rules.offered()]
    if unknown:
        raise SeatingError(f"{unknown[0]!r} is not offered at this table, which has {', '.join(rules.offered())}")
    main, hat_trick = seating.bets.get("main"), seating.bets.get("hat-trick", 0)
    if main is None:
        raise SeatingError(f"{rules.game.label} is played with a main bet, and there is none")
    if hat_trick > main:
        above, below = print_dollars(hat_trick), print_dollars(main)
        raise SeatingError(f"a Hat Trick of {above} is above the main bet of {below}")


def _player(rules: FortuneSanLoRules, seating: Seating) -> Player:
    for habit in seating.habits:
        if habit != SET:
            raise SeatingError(f"no habit of {rules.game.label} is called {habit!r}: there is only {SET}")
    said = seating.habits.get(SET, Player.BEST.value)
    if said not in list(Player):
        raise SeatingError(f"{SET} {said!r}: hands can be set {', '.join(Player)}")
    player, way = Player(said), shipped_house_way()
    if player in BEST and rules.house_way != way:
        raise SeatingError(
            f"the dealer of this table sets by {rules.house_way.name!r}, and what is best is known against "
            f"{way.name!r} only: hands can be set {Player.HOUSE_WAY} or {Player.RULE_LIST}"
        )
    return player


def _hands_of(player: Player, rules: FortuneSanLoRules, resources: Resources) -> Words:
    """A player with the house way sets as the dealer of the table does."""
    if player in BEST:
        return hands_set_best(player, resources)
    return hands_set_by(rules.house_way if player is Player.HOUSE_WAY else shipped_rule_list(), resources)


def _spots(rules: FortuneSanLoRules, seating: Seating) -> tuple[Spot, ...]:
    one_of_each = CountedEdges({Player.BEST: (1, 1, 1, 1, 0)})
    against_dealer = {"main": one_of_each.main_bet(Player.BEST), "hat-trick": one_of_each.hat_trick(Player.BEST)}
    # The lab lists the best ending first; here the number of an ending is the number of matchups won.
    pays = {
        wager: tuple(Ending(outcome.slug, outcome.label, outcome.net) for outcome in reversed(reading.outcomes))
        for wager, reading in against_dealer.items()
    }
    for wager, paytable in (("fortune-bonus", rules.fortune_bonus), ("progressive", rules.progressive)):
        if paytable is not None:
            pays[wager] = paid_endings(paytable[wager])
    return tuple(
        Spot.on(rules, wager, seating.bets[wager], pays[wager]) for wager in rules.wagers if wager in seating.bets
    )


def _rows(paytable: Paytable | None, wager: str) -> NDArray[np.uint8]:
    """The row that pays each category, counted from 1; 0 if none does."""
    rows = paytable[wager].rows if paytable is not None else ()
    examples = [example_of(kind) for kind in FiveCardCategory]
    found = [[number for number, row in enumerate(rows, 1) if row.hand.matches(value)] for value in examples]
    return np.array([numbers[0] if numbers else 0 for numbers in found], np.uint8)


@njit(cache=True, nogil=True)
def play(cards, luck, felt, room, endings, rows):  # type: ignore[no-untyped-def]
    """Play the rounds of a chunk together."""
    main, bonus, hat_trick, progressive = felt.spots
    seats = endings.shape[0]
    _look_up(cards[6 * seats : 6 * seats + 6], felt.dealer, room, room.dealer)
    for seat in range(seats):
        _look_up(cards[6 * seat : 6 * seat + 6], felt.players, room, room.own)
        at_seat, drawn = endings[seat], luck[seat]
        _match(room.own, room.dealer, at_seat[main])
        _find_rows(room.own, felt.progressive_rows, rows[seat])
        if bonus >= 0:
            _find_rows(room.own, felt.bonus_rows, at_seat[bonus])
            _leave_out(drawn[0], felt.made_below[0], at_seat[bonus])
        if hat_trick >= 0:
            _copy(at_seat[main], at_seat[hat_trick])
            _leave_out(drawn[1], felt.made_below[1], at_seat[hat_trick])
        if progressive >= 0:
            _copy(rows[seat], at_seat[progressive])
            _leave_out(drawn[2], felt.made_below[2], at_seat[progressive])


@njit(cache=True, nogil=True)
def _look_up(packet, hands, room, words):  # type: ignore[no-untyped-def]
    """Compute all numbers first, so that the processor fetches many words at once."""
    number_hands(packet, room.order, room.numbers)
    for column in range(words.size):
        words[column] = hands[room.numbers[column]]


@njit(cache=True, nogil=True)
def _match(own, dealer, won):  # type: ignore[no-untyped-def]
    for column in range(won.size):
        won[column] = matchups_won(own[column], dealer[column])


@njit(cache=True, nogil=True)
def _find_rows(own, row_of, found):  # type: ignore[no-untyped-def]
    for column in range(found.size):
        found[column] = row_of[own[column] >> CATEGORY]


@njit(cache=True, nogil=True)
def _copy(found, endings):  # type: ignore[no-untyped-def]
    """Copy in a loop, because a GPU kernel cannot copy arrays by assignment."""
    for column in range(endings.size):
        endings[column] = found[column]


@njit(cache=True, nogil=True)
def _leave_out(drawn, made_below, endings):  # type: ignore[no-untyped-def]
    """Mark an optional wager that is not made."""
    for column in range(endings.size):
        if drawn[column] >= made_below:
            endings[column] = NOT_MADE
