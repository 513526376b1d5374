"""Spoilt commands to live rounds, tables and the office: refused and nothing changed, or done and all holds."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fuzz import seeds
from fuzz.acting import ACTORS, Staff, busy, play, plays, said_in
from fuzz.examples import QUICK
from fuzz.spoiling import spoilt
from pitboss.paytables import Game
from support.demo import TABLES


@pytest.mark.parametrize("game", Game)
def test_a_round_takes_no_harm(game):
    strays = st.lists(st.tuples(st.integers(0, 40), spoilt(said_in(game))), min_size=3, max_size=9)
    done = []

    @settings(QUICK, max_examples=12)
    @given(st.sampled_from(plays(game)), strays)
    def disturb(recorded, given):
        done.append(play(game, recorded, given))

    disturb()
    assert sum(done) > 3, "strays that are never done try the refusals only"


def test_a_room_takes_no_harm(floor):
    staff = Staff(busy(floor))
    at_tables = st.tuples(st.sampled_from(ACTORS), st.sampled_from(list(TABLES)), spoilt(seeds.at_a_busy_table()))
    in_the_office = st.tuples(st.sampled_from(ACTORS), st.none(), spoilt(seeds.office_commands()))

    @settings(QUICK, max_examples=400)
    @given(at_tables | in_the_office)
    def disturb(given):
        staff.send(*given)

    disturb()
    assert staff.done > 5, "what is never done tries the refusals only"
    staff.verify()
