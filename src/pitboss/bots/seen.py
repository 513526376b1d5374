"""What a bot reads of a table: its own reading of what the card room publishes, with no more than it needs."""

from msgspec import Struct

from pitboss.games.round_view import RoundView


class SeenSeat(Struct, frozen=True, kw_only=True):
    """A seat that is taken."""

    chips_cents: int
    player: str = ""


class SeenJackpot(Struct, frozen=True, kw_only=True):
    """A win that people verify."""

    seat: int
    status: str


class SeenTable(Struct, frozen=True, kw_only=True):
    """A table as the bot may see it."""

    version: int
    game: str
    status: str
    meter: str | None
    round_number: int
    seats: dict[int, SeenSeat]
    round: RoundView | None
    jackpots: list[SeenJackpot]
