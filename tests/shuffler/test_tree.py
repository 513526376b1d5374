import hashlib

import pytest

from pitboss.cards import CARDS
from pitboss.shuffler.tree import climb, grow, leaf_hash, path_length, path_of, start_hash

SIZES = [*range(1, 70), 104, 312]


def leaves_of(size):
    return [hashlib.sha256(str(number).encode()).digest() for number in range(size)]


def root_as_defined(leaves):
    """The definition of RFC 6962, word for word, with our word in front of a fork."""
    if len(leaves) == 1:
        return leaves[0]
    k = max(2**power for power in range(10) if 2**power < len(leaves))
    return hashlib.sha256(b"pitboss deck 1 fork\0" + root_as_defined(leaves[:k]) + root_as_defined(leaves[k:])).digest()


@pytest.mark.parametrize("size", SIZES)
def test_the_root_is_the_one_of_the_definition(size):
    assert grow(leaves_of(size))[range(size)] == root_as_defined(leaves_of(size))


@pytest.mark.parametrize("size", SIZES)
def test_every_leaf_climbs_to_the_root(size):
    leaves = leaves_of(size)
    tree = grow(leaves)
    for index, leaf in enumerate(leaves):
        path = path_of(tree, index, size)
        assert len(path) == path_length(index, size) <= (size - 1).bit_length()
        assert climb(leaf, index, size, path) == tree[range(size)]


@pytest.mark.parametrize("size", [2, 3, 52, 53])
def test_a_leaf_climbs_from_no_other_place(size):
    leaves = leaves_of(size)
    tree = grow(leaves)
    for index, other in ((0, 1), (1, 0), (size - 1, 0)):
        if path_length(index, size) == path_length(other, size):
            assert climb(leaves[index], other, size, path_of(tree, index, size)) != tree[range(size)]


def test_a_leaf_is_bound_to_deck_position_card_and_nonce():
    leaf = leaf_hash(52, 7, CARDS[51], bytes(32))
    assert leaf == hashlib.sha256(b"pitboss deck 1 leaf\0" + b"\0\0\0\x34\0\0\0\x07\x33" + bytes(32)).digest()
    others = [
        leaf_hash(53, 7, CARDS[51], bytes(32)),
        leaf_hash(52, 8, CARDS[51], bytes(32)),
        leaf_hash(52, 7, CARDS[50], bytes(32)),
        leaf_hash(52, 7, CARDS[51], b"\1" + bytes(31)),
    ]
    assert len({leaf, *others}) == 5


def test_a_start_position_is_bound_to_deck_and_nonce_and_none_is_zero():
    leaf = start_hash(53, 3, bytes(32))
    assert leaf == hashlib.sha256(b"pitboss deck 1 start\0" + b"\0\0\0\x35\0\0\0\x03" + bytes(32)).digest()
    others = [start_hash(52, 3, bytes(32)), start_hash(53, 4, bytes(32)), start_hash(53, 3, b"\1" + bytes(31))]
    assert len({leaf, *others, start_hash(53, None, bytes(32))}) == 5
    assert start_hash(53, None, bytes(32)) == start_hash(53, 0, bytes(32))
