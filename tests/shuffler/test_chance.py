from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.shuffler import EntropyError, ShufflerError, draw_below, draw_start_position, require_live
from pitboss.shuffler.chance import MAX_REJECTIONS
from pitboss.sources import SeededEntropy, SystemEntropy


@pytest.mark.parametrize("limit", [*range(1, 65), 127, 128, 129, 255, 256])
def test_of_all_bytes_each_number_gets_the_same_share(outcome, limit):
    shares = Counter(outcome(lambda entropy: draw_below(entropy, limit), [byte]) for byte in range(256))
    rejected = shares.pop(None, 0)
    assert sorted(shares) == list(range(limit))
    assert len(set(shares.values())) == 1
    assert rejected < 128


@pytest.mark.parametrize("limit", [257, 312, 65_535, 65_536])
def test_of_all_pairs_of_bytes_each_number_gets_the_same_share(outcome, limit):
    pairs = product(range(256), repeat=2)
    shares = Counter(outcome(lambda entropy: draw_below(entropy, limit), pair) for pair in pairs)
    shares.pop(None, 0)
    assert sorted(shares) == list(range(limit))
    assert len(set(shares.values())) == 1


@pytest.mark.parametrize(
    ("limit", "size"), [(1, 0), (2, 1), (256, 1), (257, 2), (65_536, 2), (65_537, 3), (2**32, 4), (2**32 + 1, 5)]
)
def test_a_draw_reads_no_more_bytes_than_the_limit_needs(scripted, limit, size):
    source = scripted(bytes(10))
    assert draw_below(source, limit) == 0
    assert len(source.unread) == 10 - size


def test_the_whole_range_of_four_bytes_is_reached_and_never_rejected(scripted):
    assert draw_below(scripted(b"\xff\xff\xff\xff"), 2**32) == 2**32 - 1
    assert draw_below(scripted(b"\x12\x34\x56\x78"), 2**32) == 0x12345678


@pytest.mark.parametrize(
    ("limit", "script", "number"),
    [
        (3, "ff 40", 1),  # 11 is too high, then 01
        (3, "c0 ff c1 80", 2),
        (257, "ffff 8080 8000", 256),  # nine bits: 511 and 257 are too high, 256 is not
        (2**32 + 1, "8000000080 8000000000", 2**32),
    ],
)
def test_a_number_that_is_too_high_is_thrown_away(scripted, limit, script, number):
    source = scripted(bytes.fromhex(script))
    assert draw_below(source, limit) == number
    assert source.unread == b""


@given(st.integers(1, 2**70), st.integers(0, 1000))
def test_a_number_is_below_its_limit(limit, seed):
    assert 0 <= draw_below(SeededEntropy(seed), limit) < limit


@pytest.mark.parametrize("limit", [0, -1])
def test_there_is_no_number_below_nothing(limit):
    with pytest.raises(ShufflerError, match=f"^no number can be drawn below {limit}: the limit is at least 1$"):
        draw_below(SeededEntropy(1), limit)


def test_a_stuck_source_is_found_and_does_not_hang_the_table(scripted):
    source = scripted(b"\xff" * 2 * MAX_REJECTIONS)
    with pytest.raises(EntropyError, match=r"^ScriptedEntropy gave 256 numbers not below 52 in a row: it is stuck$"):
        draw_below(source, 52)
    assert len(source.unread) == MAX_REJECTIONS


def test_a_source_that_gives_too_little_is_refused():
    class Dry:
        is_live = True

        def token(self, size):
            return b""

    with pytest.raises(EntropyError, match=r"^Dry gave 0 bytes, and 1 were asked for$"):
        draw_below(Dry(), 52)


def test_the_seven_start_positions_share_the_bytes_evenly(outcome):
    shares = Counter(outcome(draw_start_position, [byte]) for byte in range(256))
    assert shares == dict.fromkeys([1, 2, 3, 4, 5, 6, 7, None], 32)


@given(st.integers(1, 12), st.integers(0, 1000))
def test_a_start_position_is_at_the_table(positions, seed):
    assert 1 <= draw_start_position(SeededEntropy(seed), positions) <= positions


@pytest.mark.parametrize("positions", [0, -1, 101])
def test_a_number_of_positions_that_no_table_has_is_refused(positions):
    with pytest.raises(ShufflerError, match=f"^a table has 1 to 100 start positions, not {positions}$"):
        draw_start_position(SeededEntropy(1), positions)


def test_a_live_table_takes_the_system_and_refuses_a_seed():
    require_live(SystemEntropy())
    with pytest.raises(
        EntropyError, match=r"^a live table is not dealt from SeededEntropy, whose bytes can be foreseen"
    ):
        require_live(SeededEntropy("a drill"))
