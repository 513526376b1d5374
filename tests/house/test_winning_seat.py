"""Whose hand is lit at a live-card table: the dealer's claim, the supervisor's naming, the order of Appendix A, folds."""

import pytest

from pitboss.house.errors import RefusedError
from pitboss.house.tables import CardKind
from support.floor import SUPERVISOR

ROYAL = "royal-flush"
TOP = "akq-of-spades"


@pytest.fixture
def san_lo(floor):
    """Live-card table P on Aquarius with seats 1, 3 and 6 in the game; the meter shows $5,000.63."""
    floor.meter("M1", "FSLPP-01")
    floor.table("P", "fortune-san-lo", meter="M1", cards=CardKind.PHYSICAL)
    for seat in (1, 3, 6):
        floor.press("P", "place-chip", seat=seat)
    floor.press("P", "press-coin-in")
    return floor


def light(floor, row=ROYAL):
    floor.press("P", "press-hand", row=row)
    floor.press("P", "turn-key", SUPERVISOR, position="JPH")


def test_j_pot_waits_until_the_winner_is_named(san_lo):
    light(san_lo)
    with pytest.raises(RefusedError, match="name the winner"):
        san_lo.press("P", "press-j-pot", SUPERVISOR, seat=1)


def test_a_k_q_of_spades_is_not_dealt_twice(floor):
    floor.meter("M1", "TCPP-1")
    floor.table("P", meter="M1", cards=CardKind.PHYSICAL)
    for seat in (2, 5):
        floor.press("P", "place-chip", seat=seat)
    floor.press("P", "press-coin-in")
    light(floor, TOP)
    floor.press("P", "press-j-pot", SUPERVISOR, seat=2)
    floor.press("P", "turn-key", SUPERVISOR, position="RUN")
    with pytest.raises(RefusedError, match="seat 2 has A-K-Q of spades"):
        floor.press("P", "press-hand", row=TOP)
