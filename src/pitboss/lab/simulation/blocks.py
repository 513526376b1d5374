"""Plays and tallies one block of rounds. It loads NumPy and Numba."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from threading import get_ident
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.lab.simulation.dealing import CHUNK, draw_luck
from pitboss.lab.simulation.progressive import meter_parameters
from pitboss.lab.simulation.running import Simulation, simulation_from
from pitboss.lab.simulation.spots import NOT_MADE, Spot
from pitboss.lab.simulation.table import Luck, Seating, SimulatedTable
from pitboss.lab.simulation.tally import Terms, as_json, has_room, new_tally, new_tally_sheet, with_room
from pitboss.lab.simulation.tallying import add_rounds
from pitboss.lab.work import Resources
from pitboss.paytables import Game
from pitboss.progressive import MeterParameters

_TABLES: Final = {
    Game.THREE_CARD_POKER: ("three_card_poker", "ThreeCardPokerTable"),
    Game.FORTUNE_SAN_LO: ("fortune_san_lo", "FortuneSanLoTable"),
    Game.DOUBLE_DRAW: ("double_draw", "DoubleDrawTable"),
    Game.POWER_BLACKJACK: ("power_blackjack", "PowerBlackjackTable"),
}
_PROGRESSIVE: Final = "progressive"


def table_of(simulation: Simulation, resources: Resources | None = None) -> SimulatedTable:
    """Make the compiled table of a simulation. Slow parts use the resources, and are stored for other processes."""
    module, name = _TABLES[simulation.game]
    seating = Seating(
        simulation.rules,
        simulation.seats,
        simulation.bets,
        simulation.player.habits,
        simulation.player.chances,
        simulation.fresh_shoe,
    )
    table: SimulatedTable = getattr(import_module(f"pitboss.lab.simulation.{module}"), name)(seating, resources)
    return table


@dataclass(frozen=True)
class Ready:
    """A simulation with its table, for one thread, because a table has room for one chunk."""

    simulation: Simulation
    table: SimulatedTable
    terms: Terms


_ready: Final[dict[tuple[str, int], Ready]] = {}
_MAX_READY: Final = 64


def make_ready(inputs: Mapping[str, Any], resources: Resources | None = None) -> Ready:
    """The simulation and table for these inputs, made once in each thread of each process."""
    key = json.dumps(inputs, sort_keys=True), get_ident()
    if key not in _ready:
        simulation = simulation_from(inputs)
        table = table_of(simulation, resources)
        if len(_ready) >= _MAX_READY:
            _ready.clear()
        _ready[key] = Ready(simulation, table, terms_of(simulation, table.spots))
    return _ready[key]


def terms_of(simulation: Simulation, spots: tuple[Spot, ...]) -> Terms:
    """The terms of the tally of a simulation."""
    parameters = meter_parameters(simulation)
    nets = np.stack([spot.nets for spot in spots])
    made = np.stack([np.where(np.arange(256) == NOT_MADE, 0, spot.cents) for spot in spots]).astype(np.int64)
    beside = np.zeros(256, np.int64)
    from_meter, envy = np.zeros(256, np.bool_), np.zeros(256, np.int64)
    place = next((place for place, spot in enumerate(spots) if spot.wager == _PROGRESSIVE), -1)
    if parameters is not None and place >= 0:
        beside = house_of_progressive(spots[place], parameters) + 1000 * nets[place]
        for number, row in enumerate(parameters.pays.rows, 1):
            from_meter[number] = spots[place].endings[number].from_meter > 0
            envy[number] = parameters.at_denomination(row.envy_cents or 0)
    unit = spots[0].cents
    # A void round has no wagers, so the amount is fixed only if no wager is optional and no round can be void.
    is_always = not simulation.player.chances and simulation.game is not Game.POWER_BLACKJACK
    always = sum(spot.cents for spot in spots) if is_always else 0
    return Terms(
        nets, made, always, beside, place, from_meter, envy, unit, simulation.tables, simulation.session, simulation.day
    )


def house_of_progressive(spot: Spot, parameters: MeterParameters) -> NDArray[np.int64]:
    """The house's extra in millicents: the wager less its contribution, fixed pays, and the new seed of a won meter."""
    house = np.zeros(256, np.int64)
    for number, ending in enumerate(spot.endings):
        fixed = 0 if ending.from_meter else int((ending.net + 1) * spot.cents)
        seed = parameters.seed_cents if ending.from_meter == 1 else 0
        added = parameters.contribution_millicents + parameters.reserve_millicents
        house[number] = 1000 * (spot.cents - fixed - seed) - added
    return house


def play(inputs: Mapping[str, Any], block: int) -> dict[str, Any]:
    """The tally of one block."""
    ready = make_ready(inputs)
    simulation, table, terms = ready.simulation, ready.table, ready.terms
    first = block * simulation.block_rounds
    rounds = min(simulation.block_rounds, simulation.rounds - first)
    tally = new_tally(len(table.spots), simulation.seats, simulation.tables)
    sheet = new_tally_sheet(len(table.spots), simulation.seats)
    endings = np.empty((simulation.seats, len(table.spots), CHUNK), np.uint8)
    rows = np.zeros((simulation.seats, CHUNK), np.uint8)
    whims = Whims(simulation.seats) if simulation.player.chances else None
    table.begin(simulation.seed, first)
    for start in range(first, first + rounds, CHUNK):
        # Chunks are always played whole, because Numba would compile again for arrays of another shape.
        table.play(start, whims.draw(simulation.seed, start) if whims else None, endings, rows)
        while not has_room(tally, CHUNK, simulation.seats):
            tally = with_room(tally)
        add_rounds(start, min(CHUNK, first + rounds - start), endings, rows, terms, tally, sheet)
    return as_json(tally, rounds)


class Whims:
    """Makes four random draws for every seat and round.

    >>> Whims(2).draw(seed=1, first=0).shape
    (2, 4, 2048)
    """

    def __init__(self, seats: int) -> None:
        self._words = np.empty((4, CHUNK), np.uint32)
        self._luck = np.empty((seats, 4, CHUNK), np.uint16)

    def draw(self, seed: int, first: int) -> Luck:
        """The random draws of a chunk of rounds, valid until the next call."""
        draw_luck(np.uint64(seed), first, self._words, self._luck)
        return self._luck
