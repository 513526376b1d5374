"""The figures of Double Draw Poker as prove/double_draw.py finds them, so that tests need not wait for it."""

from functools import cache
from importlib.resources import files
from typing import NamedTuple

from pitboss.games.double_draw.first_draw import file_name, suit_patterns
from pitboss.lab.double_draw.classes import hands, ranks_of
from pitboss.lab.double_draw.money import Money
from pitboss.lab.double_draw.solving import ends_work, sums_work
from pitboss.lab.store import Store
from pitboss.paytables import load_catalogue


class Known(NamedTuple):
    """What the best first decisions bring together, how many hands fold or replace 0-3 cards, how rounds end."""

    value: int
    hands: tuple[int, ...]
    ends: tuple[int, ...]
    """By category, lowest first; last the folds at the second draw."""


KNOWN = {
    "DDP-1": Known(
        23582209121040,
        (63000, 38458, 451436, 1023444, 1586172),
        (
            961333533360,
            2812145711268,
            1360929413016,
            651544372608,
            494268766824,
            446269739988,
            246538308672,
            46324245180,
            32123172828,
            4920489708,
            271261380,
            946629744,
            822925724544,
        ),
    ),
    "DDP-2": Known(
        22934505246516,
        (90912, 38458, 472400, 1024344, 1536396),
        (
            974017891428,
            2770114679832,
            1344560701632,
            642777223104,
            500833021416,
            451305462564,
            244590191220,
            45822717168,
            32131972476,
            4818658632,
            271308744,
            939081552,
            797391864408,
        ),
    ),
}


def shipped_text(designator: str) -> str:
    """The shipped first decisions of a paytable."""
    return (files("pitboss.games.double_draw") / "data" / file_name(designator)).read_text(encoding="ascii")


@cache
def shipped_letters(designator: str) -> str:
    """The shipped first decisions as the lab keeps them: a letter for each class of hands, in order."""
    lines = dict(line.split(" ") for line in shipped_text(designator).splitlines()[1:])
    letters = []
    for cards in hands().cards.tolist():
        line = lines[ranks_of(cards)]
        naturals = [code for code in cards if code < 52]
        place = suit_patterns([code // 4 for code in naturals]).index(tuple(code % 4 for code in naturals))
        letters.append(line if len(line) == 1 else line[place])
    return "".join(letters)


def keep(store: Store, designator: str) -> None:
    """Put what is known into a store, as if it had been worked out."""
    money, known, letters = (
        Money.of(load_catalogue()[designator]["bonus"]),
        KNOWN[designator],
        shipped_letters(designator),
    )
    store.put(sums_work(money).key, {"letters": letters, "value": known.value, "hands": list(known.hands)})
    store.put(ends_work(money, letters).key, list(known.ends))
