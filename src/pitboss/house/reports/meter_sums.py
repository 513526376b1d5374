"""What moved on a meter, summed."""

from dataclasses import dataclass

from sqlalchemy import Connection, func, select

from pitboss.house.schema import METERS, MOVEMENTS
from pitboss.progressive import LawfulReason, Pot, RiseReason

_SEEDING = (RiseReason.SEED.value, LawfulReason.SEED_RECOVERED.value)


@dataclass(frozen=True)
class MeterSums:
    """What came to a meter and left it, all pots together, in millicents.

    >>> MeterSums(contributions=21_000, won=500_000).gain
    -479000
    """

    contributions: int = 0
    seeds: int = 0
    """From the house, less what it recovered."""
    won: int = 0
    adjusted: int = 0
    """Documented corrections, up less down."""

    @property
    def gain(self) -> int:
        """What the meter holds more than before."""
        return self.contributions + self.seeds + self.adjusted - self.won


def meter_ids(connection: Connection, property_id: str) -> list[str]:
    """Every meter of the room."""
    of_house = METERS.c.property_id == property_id
    return list(connection.scalars(select(METERS.c.meter_id).where(of_house).order_by(METERS.c.meter_id)))


def sums_of_meter(
    connection: Connection, property_id: str, meter_id: str, first_day: str | None, last_day: str
) -> MeterSums:
    """What moved on a meter from one gambling day to another, or from the start."""
    columns = (MOVEMENTS.c.source, MOVEMENTS.c.target, MOVEMENTS.c.reason)
    wanted = [
        MOVEMENTS.c.property_id == property_id,
        MOVEMENTS.c.meter_id == meter_id,
        MOVEMENTS.c.day <= last_day,
        *([MOVEMENTS.c.day >= first_day] if first_day else []),
    ]
    query = select(*columns, func.sum(MOVEMENTS.c.millicents)).where(*wanted).group_by(*columns)
    found = {"contributions": 0, "seeds": 0, "won": 0, "adjusted": 0}
    for source, target, reason, moved in connection.execute(query):
        gained = int(moved) * (Pot(target).is_of_meter - Pot(source).is_of_meter)
        other = Pot(source) if Pot(target).is_of_meter else Pot(target)
        name = {Pot.TRAY: "contributions", Pot.WINNER: "won"}.get(other) or (
            "seeds" if reason in _SEEDING else "adjusted"
        )
        found[name] += -gained if name == "won" else gained
    return MeterSums(**found)
