"""The hands that everybody values: the same for us and for the peers. Standard library only."""

import hashlib
import random
from array import array
from collections.abc import Iterable

RUNS = 5
FACES = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
"""A card's code is its place here."""


def number_of_hands(quick: bool) -> int:
    return 5_000 if quick else 100_000


def same_hands(quick: bool) -> list[list[int]]:
    """Hands of five cards of 52, by code, in the order dealt."""
    rng = random.Random(5)
    return [rng.sample(range(52), 5) for _ in range(number_of_hands(quick))]


def worth_of(values: Iterable[int]) -> str:
    """A hash over how the hands compare: the same for any numbering in which the better hand has the higher number."""
    listed = list(values)
    place = {value: number for number, value in enumerate(sorted(set(listed)))}
    return hashlib.sha256(array("H", [place[value] for value in listed]).tobytes()).hexdigest()[:16]
