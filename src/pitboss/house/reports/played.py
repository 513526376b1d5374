"""What was played at a table, round by round, as its records tell it: what every wager staked and what it was paid."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, or_, select

from pitboss.house.answers import public_part
from pitboss.house.journal import chain_of
from pitboss.house.json_text import json_entry
from pitboss.house.rounds_on_record import BEGINS
from pitboss.house.schema import JOURNAL

PROGRESSIVE: Final = "progressive"

_TELLING: Final = (
    "seat-settled",
    "wagers-settled",
    "held-win-rejected",
    "round-voided",
    "meter-rose",
    "progressive-paid",
    "envy-paid",
)
"""Events that tell of money."""

_GOES_BACK: Final = "goes back"
"""How the outcome of a wager begins that was void, as that of a dead hand."""


class Staked(NamedTuple):
    """A wager that was settled.

    >>> Staked(3, "ante", 1000, 0).paid_cents
    0
    """

    seat: int
    wager: str
    cents: int
    paid_cents: int
    """All that the player received for it, a returned stake included."""


@dataclass
class PlayedRound:
    """A round, or as much of it as fell into the days that were asked for.

    >>> played = PlayedRound(12, "2026-11-15T20:00:00.000000Z")
    >>> played.note({"event": "meter-rose", "meter_id": "M1", "wagers": 2, "shown_cents": 0})
    >>> played.progressive_wagers, played.is_of_interest
    (2, True)
    """

    seq: int
    """Of its first record that was read."""
    at: str
    wagers: list[Staked] = field(default_factory=list)
    """All but the progressive, which is taken before the deal."""
    seats: set[int] = field(default_factory=set)
    """Seats that had a hand."""
    progressive_wagers: int = 0
    """How many were taken."""
    progressive_paid_cents: int = 0
    """What the tray paid for them, envy included."""

    @property
    def is_of_interest(self) -> bool:
        """Whether money was at stake in it."""
        return bool(self.wagers or self.progressive_wagers or self.progressive_paid_cents)

    @property
    def others(self) -> int:
        """How many other hands could bring envy to each: all that are known to have been dealt."""
        return max(len(self.seats), self.progressive_wagers, 1) - 1

    def note(self, event: dict[str, Any]) -> None:
        """What an event tells of the money."""
        match event["event"]:
            case "seat-settled" | "wagers-settled":
                self.seats.add(event["seat"])
                for line in event["lines"]:
                    # The mathematics is not about hands that came to nothing.
                    if line["wager"] != PROGRESSIVE and not line["outcome"].startswith(_GOES_BACK):
                        staked = Staked(line["seat"], line["wager"], line["stake_cents"], line["pay_cents"])
                        self.wagers.append(staked)
            case "held-win-rejected":
                self.wagers = [staked for staked in self.wagers if staked.seat != event["seat"]]
            case "round-voided":
                # What was collected from folded hands went back.
                self.wagers = []
            case "meter-rose":
                self.progressive_wagers += event["wagers"]
            case "progressive-paid" | "envy-paid":
                self.progressive_paid_cents += event["cents"]


def rounds_played(connection: Connection, key: tuple[str, str], first: str, last: str) -> Iterator[PlayedRound]:
    """The rounds of a table (its property and name) in which money was won or lost on some gambling days, in order.

    What a round won belongs to the day on which it was settled. A void round won nothing; only the meter keeps what it
    has taken.
    """
    property_id, table_id = key
    of_table = (JOURNAL.c.property_id == property_id) & (JOURNAL.c.chain == chain_of(table_id))
    in_days = JOURNAL.c.day.between(first, last)
    tells = or_(BEGINS, *(JOURNAL.c.events.contains(json_entry("event", name)) for name in _TELLING))
    columns = (JOURNAL.c.seq, JOURNAL.c.at, JOURNAL.c.events, BEGINS.label("begins"))
    rows = connection.execute(select(*columns).where(of_table, in_days, tells).order_by(JOURNAL.c.seq))
    played: PlayedRound | None = None
    for seq, at, events, begins in rows:
        if played is None or begins:
            if played is not None and played.is_of_interest:
                yield played
            played = PlayedRound(seq, at)
        for event in json.loads(events):
            played.note(public_part(event))
    if played is not None and played.is_of_interest:
        yield played
