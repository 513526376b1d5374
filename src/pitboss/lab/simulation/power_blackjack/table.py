"""The simulated table of Power Blackjack: its shoe, its book and its kernel."""

import numpy as np

from pitboss.games.power_blackjack import PowerBlackjackRules
from pitboss.lab.power_blackjack.compiled import compile_rules
from pitboss.lab.simulation.dealing import CHUNK, Cards
from pitboss.lab.simulation.power_blackjack import shoe as shoes
from pitboss.lab.simulation.power_blackjack.book import write_book
from pitboss.lab.simulation.power_blackjack.kernel import Felt, play_rounds
from pitboss.lab.simulation.power_blackjack.spots import INSURANCE, PUSH_22, push_22_rows, spots_of
from pitboss.lab.simulation.power_blackjack.ways import CHART, way_for
from pitboss.lab.simulation.table import Endings, Luck, Rows, Seating, SeatingError, thresholds
from pitboss.lab.work import Resources


class PowerBlackjackTable:
    """A table of Power Blackjack, compiled.

    A round is void if the shoe runs out, discards included: none of its wagers counts as made.

    >>> bets = {"bet": 500, "push-22": 100}
    >>> table = PowerBlackjackTable(Seating(PowerBlackjackRules(), 1, bets, {"chart": "basic"}))
    >>> [spot.wager for spot in table.spots]
    ['bet', 'push-22']
    """

    def __init__(self, seating: Seating, _means: Resources | None = None) -> None:
        rules = seating.rules
        assert isinstance(rules, PowerBlackjackRules)
        _verify(rules, seating)
        self.spots = spots_of(rules, seating)
        wagers = [spot.wager for spot in self.spots]
        self._felt = Felt(
            wagers.index(PUSH_22) if PUSH_22 in wagers else -1,
            wagers.index(INSURANCE) if INSURANCE in wagers else -1,
            push_22_rows(rules),
            thresholds(seating, (PUSH_22, INSURANCE)),
            write_book(rules, way_for(rules, seating.habits.get(CHART))),
            np.zeros((seating.seats, 4), np.uint64),
        )
        self.shoe = shoes.new_shoe(rules.decks, rules.cut_card_at, shoes.FRESH if seating.fresh_shoe else shoes.WHOLE)
        self._given = shoes.new_shoe(rules.decks, rules.cut_card_at, shoes.GIVEN)
        self._no_luck = np.zeros((seating.seats, 4, CHUNK), np.uint16)

    def begin(self, seed: int, first: int) -> None:
        """Begin a block of rounds with a new shoe."""
        shoes.begin(self.shoe, seed)

    def play(self, first: int, luck: Luck | None, endings: Endings, rows: Rows) -> None:
        """Play consecutive rounds; the shoe goes on from the last."""
        shoes.prepare(self.shoe, first, endings.shape[2])
        self._play(first, self.shoe, luck, endings, rows)

    def play_cards(self, cards: Cards, luck: Luck | None, endings: Endings, rows: Rows) -> None:
        """Play rounds with given cards, in the order in which the readable round asks for them."""
        enough = np.ascontiguousarray(cards[: self._given.full.size])
        self._play(0, self._given._replace(given=enough), luck, endings, rows)

    def _play(self, first: int, shoe: shoes.Shoe, luck: Luck | None, endings: Endings, rows: Rows) -> None:
        rows[:] = 0
        # All arrays of one kind, or Numba would compile the kernel again for each.
        drawn, played = np.ascontiguousarray(self._no_luck if luck is None else luck), np.ascontiguousarray(endings)
        play_rounds(first, shoe, self._felt, drawn, played)
        if played is not endings:
            endings[:] = played


def _verify(rules: PowerBlackjackRules, seating: Seating) -> None:
    """Refuse settings that the kernel does not know, unknown habits, and too many seats."""
    compile_rules(rules)
    for habit in seating.habits:
        if habit not in (CHART, INSURANCE):
            raise SeatingError(f"there is no habit {habit!r} at Power Blackjack: there are {CHART}, {INSURANCE}")
    if not 1 <= seating.seats <= rules.seats:
        raise SeatingError(f"{seating.seats} seats taken: this table has 1 to {rules.seats}")
